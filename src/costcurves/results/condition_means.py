"""Mean costs over all operating conditions of many classes: of every model, and of choosing among them."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import enumerated, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.results.headline import DIGITS, with_brackets
from costcurves.results.recommendation_facts import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.inference.estimate import Estimate


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ConditionMeans(Shown, ByValue):
    """Mean normalised costs over a Dirichlet law of conditions: the area under the cost curve of K classes.

    Attributes
    ----------
    classes : tuple of str
    alpha : tuple of float
        Of the law; all 1 where every condition is as likely as any other.
    costs : dict of str to Estimate
        Of every model, the lowest first; intervals hold for all of them together.
    gaps : dict of str to Estimate
        Cost less that of the leading model, or, of that itself, less that of the next; for all pairs
        together.
    whole : Estimate or None
        Of choosing the model on other folds; None where a class has too few records for that.
    constant : float
        Of taking one class for all, the best at each condition.
    split : str
        How records were dealt.
    error : float
        Most that quadrature may be off by; 0 where there is a closed form.
    """

    classes: tuple[str, ...]
    alpha: tuple[float, ...]
    costs: Mapping[str, Estimate]
    gaps: Mapping[str, Estimate]
    whole: Estimate | None
    constant: float
    split: str = ""
    error: float = 0.0

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The models whose distance from the leading one may be chance."""
        return tuple(model for model in [*self.gaps][1:] if not self.gaps[model].excludes(0))

    @property
    def sentence(self) -> str:
        """Which model costs least on average, what choosing it this way costs, and whether that is chance."""
        first, cost = next(iter(self.costs.items()))
        over = "over all conditions" if self.is_uniform else "over these conditions"
        constant = short(self.constant)
        if cost.estimate < self.constant:
            parts = [f"{first} costs least on average {over}, {short(cost.estimate)}."]
            parts.append(f"One class for all costs {constant}.")
        else:
            parts = [f"No model costs less on average {over} than the best class for all, {constant}."]
        if self.whole is not None and len(self.costs) > 1:
            ends = f"{percent(self.whole.level)} {short(self.whole.low)} to {short(self.whole.high)}"
            found = f"{short(self.whole.estimate)} on new records ({ends})"
            parts.append(f"Choosing this way costs about {found}, judged on {LEFT_OUT}.")
        if self.not_told_apart:
            others = enumerated(self.not_told_apart)
            parts.append(f"{first} may lead by chance: it cannot be told apart from {others}.")
        elif self.gaps:
            which = "the other model" if len(self.costs) == 2 else f"the other {len(self.costs) - 1} models"
            parts.append(f"{first} costs less than {which} by more than chance.")
        return " ".join(parts)

    @property
    def is_uniform(self) -> bool:
        """Whether every condition is as likely as any other."""
        return set(self.alpha) == {1.0}

    def table(self) -> Table:
        """One row a model, and the best class for all."""
        level = next(iter(self.costs.values())).level
        columns = [
            Column("model", "model", align="left"),
            Column("cost", f"mean cost [{percent(level)}]", align="left"),
            Column("gap", "gap", digits=DIGITS),
            Column("apart", "told apart?", align="left"),
        ]
        cells = [[one.estimate, one.low, one.high] for one in self.costs.values()]
        texts = with_brackets([*cells, [self.constant]])
        rows: list[list[Any]] = []
        for model, text in zip(self.costs, texts, strict=False):
            gap = self.gaps.get(model)
            apart = "" if gap is None else "yes" if gap.excludes(0) else "no"
            rows.append([model, text, math.nan if gap is None else gap.estimate, apart])
        rows.append(["best class for all", texts[-1], math.nan, ""])
        return Table("condition_means", "Mean cost over conditions", columns, rows, notes=self._notes())

    def _notes(self) -> list[str]:
        even = "every condition is as likely as any other"
        law = even if self.is_uniform else f"Dirichlet law of {enumerated(map(short, self.alpha))}"
        notes = [f"Normalised expected cost, the true class alone deciding what an error costs; {law}."]
        if self.error:
            notes.append(f"Integrated numerically, with an error of about {self.error:.0e}.")
        if self.split:
            notes.append(f"The model for each fold is chosen on the other folds ({self.split}).")
        return notes

    def to_columns(self) -> dict[str, list[Any]]:
        """Return one row a model."""
        columns: dict[str, list[Any]] = {"model": list(self.costs)}
        for name, found in (("cost", self.costs), ("gap", self.gaps)):
            each = [found.get(model) for model in self.costs]
            columns[name] = [math.nan if one is None else one.estimate for one in each]
            for end in ("low", "high"):
                columns[f"{name}_{end}"] = [math.nan if one is None else getattr(one, end) for one in each]
        return columns

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        first, cost = next(iter(self.costs.items()))
        return f"ConditionMeans({first}: {short(cost.estimate)}, {len(self.costs)} models)"
