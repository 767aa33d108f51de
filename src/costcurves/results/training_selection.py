"""Selecting by the condition that classifiers were trained for, against the best choice."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.selection_figures import KEY, selection_figure
from costcurves.space.winners import winner_ranges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.rules.trained_classifiers import TrainedClassifiers
    from costcurves.space.winners import WinnerRange


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class TrainingSelection(Shown, ByValue):
    """What it costs to use, at each PC(+), the classifier that was trained for the nearest.

    Made by :meth:`costcurves.Evaluation.selection`.

    Attributes
    ----------
    families : dict of str to TrainedClassifiers
        By model.

    Examples
    --------
    >>> from costcurves import evaluate_points
    >>> tree = {"tree": ([0.02, 0.15, 0.40], [0.20, 0.60, 0.85])}
    >>> found = evaluate_points(tree, trained_for={"tree": [1 / 12, 1 / 6.1, 0.5]}).selection()
    >>> round(found.excess["tree"], 6)
    0.026889
    """

    families: Mapping[str, TrainedClassifiers]

    @property
    def excess(self) -> dict[str, float]:
        """By model: the area between selecting by training condition and the best choice, 0 or more."""
        return {name: family.policy.excess_over(family.best) for name, family in self.families.items()}

    @property
    def switches(self) -> dict[str, list[float]]:
        """By model: the PC(+) midway between training conditions, at which the next classifier is used."""
        return {name: family.policy.edges[1:-1].tolist() for name, family in self.families.items()}

    @property
    def cheapest(self) -> tuple[WinnerRange, ...]:
        """Ranges of PC(+) with the family that costs least when each selects by training condition."""
        return winner_ranges({name: family.policy for name, family in self.families.items()})

    @property
    def sentence(self) -> str:
        """What selecting this way costs on average over PC(+), and which family is cheapest where."""
        said = []
        for name, family in self.families.items():
            policy, best = family.policy, family.best
            pc, most = policy.minus(best).largest_gap()
            count = f"{len(family)} classifiers" if len(family) > 1 else "one classifier"
            said.append(
                f"Selecting among {count} of {name} by the PC(+) that they were trained for costs "
                f"{short(policy.area)} in NEC on average over PC(+), the best choice {short(best.area)}: the "
                f"excess is {short(policy.excess_over(best))}, at most {short(most)} at PC(+) {short(pc)}."
            )
        each = [f"{one.winner} from {short(one.low)} to {short(one.high)}" for one in self.cheapest]
        said.append(f"Cheapest by PC(+) when selected this way: {'; '.join(each)}.")
        return " ".join(said)

    def table(self) -> Table:
        """Return one row a model: both areas, the excess, and where that is largest."""
        columns = [
            Column("model", "model", align="left"),
            Column("classifiers", "classifiers"),
            Column("area", "area, selected by training", decimals=4),
            Column("best", "area, best choice", decimals=4),
            Column("excess", "excess", decimals=4, best="low"),
            Column("most", "largest excess", decimals=4),
            Column("at", "at PC(+)", decimals=4),
        ]
        rows = []
        for name, family in self.families.items():
            policy, best = family.policy, family.best
            pc, most = policy.minus(best).largest_gap()
            rows.append((name, len(family), policy.area, best.area, policy.excess_over(best), most, pc))
        return Table(KEY, "Selection by training condition, NEC over PC(+)", columns, rows)

    def curve_columns(self) -> dict[str, list[Any]]:
        """Return both curves of every model at the knots of either, where one jumps from both sides."""
        columns: dict[str, list[Any]] = {"model": [], "pc": [], "nec": [], "best": []}
        for name, family in self.families.items():
            policy, best = family.policy, family.best
            more = np.setdiff1d(best.knots, policy.knots)
            x = np.concatenate([policy.knots, more])
            y = np.concatenate([policy.values, policy(more)])
            order = np.argsort(x, kind="stable")
            columns["model"] += [name] * len(x)
            columns["pc"] += x[order].tolist()
            columns["nec"] += y[order].tolist()
            columns["best"] += best(x[order]).tolist()
        return columns

    def picture(self) -> Chart:
        """Return :meth:`chart`."""
        return self.chart()

    def chart(self) -> Chart:
        """Draw both curves of every model, and what lies between them."""
        return selection_figure(self.families)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers by model, and who is cheapest where."""
        models = {row.pop("model"): row for row in self.table().to_json()["rows"]}
        for name, switches in self.switches.items():
            models[name] |= {"switches": switches, **self.families[name].to_json()}
        ranges = [{"low": one.low, "high": one.high, "winner": one.winner} for one in self.cheapest]
        return {"sentence": self.sentence, "models": models, "cheapest": ranges}

    def __repr__(self) -> str:
        """Name the models."""
        return f"TrainingSelection({', '.join(self.families)})"

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence
