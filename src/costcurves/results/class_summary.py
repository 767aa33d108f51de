"""Measures of models of many classes, each with its interval, beside what needs no model."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue, Floats
from costcurves._ground.documents import Shown, plain_json
from costcurves._ground.number_words import enumerated, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.results.headline import with_brackets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.class_counts import ClassCounts

    #: A measure with its interval, or why it has no value.
    Figure = Estimate | str

#: Measures that the first table shows.
MAIN = ("accuracy", "balanced_accuracy", "hand_till_m")

#: Of more classes than this a sentence names the most common ones.
MOST_SHOWN, FEW_SHOWN = 12, 4


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassSummary(Shown, ByValue):
    """Measures of every model on records of many classes.

    Attributes
    ----------
    classes : tuple of str
    shares : ndarray, shape (K,)
        Of the classes, where measures are taken.
    records : int
    level : float or None
        None: without intervals.
    titles : dict of str to str
        Names of measures for people, by key.
    better : dict of str to str
        "high" or "low".
    figures : dict of str to dict of str to (Estimate or str)
        By model and measure: the value with its interval, or why there is none.
    naive : dict of str to float
        Of the naive rule, which takes every record for the most common class, and of its probabilities, the
        shares of the classes.
    commonest : str
    counts : dict of str to ClassCounts
        Records by true and predicted class, by model.
    notes : tuple of str
    """

    classes: tuple[str, ...]
    shares: Floats
    records: int
    level: float | None
    titles: Mapping[str, str]
    better: Mapping[str, str]
    figures: Mapping[str, Mapping[str, Figure]]
    naive: Mapping[str, float]
    commonest: str
    counts: Mapping[str, ClassCounts]
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What was judged, and which model is most accurate."""
        shares = dict(zip(self.classes, self.shares.tolist(), strict=True))
        shown = sorted(shares, key=lambda name: -shares[name])[:FEW_SHOWN]
        shown = shown if len(shares) > MOST_SHOWN else [*shares]
        of = ", ".join(f"{name} {percent(shares[name])}" for name in shown)
        of += f" and {len(shares) - len(shown)} more" if len(shown) < len(shares) else ""
        first = max(self.figures, key=lambda model: _value(self.figures[model]["accuracy"]))
        best = (
            str(self.figures[first]["accuracy"])
            if self.level
            else short(_value(self.figures[first]["accuracy"]))
        )
        return (
            f"{self.records:,} records of {len(self.classes)} classes ({of}). {first} is most accurate: "
            f"{best}; taking all for {self.commonest} is right for {short(self.naive['accuracy'])}."
        )

    def without_intervals(self) -> ClassSummary:
        """Return the same numbers, shown without their intervals."""
        return dataclasses.replace(self, level=None)

    def table(self) -> Table:
        """Return the main measures with their intervals, one row a model, and the naive rule."""
        keys = [key for key in MAIN if any(not isinstance(one[key], str) for one in self.figures.values())]
        columns = [Column("model", "model", align="left")]
        ends = "" if self.level is None else f" [{percent(self.level)}]"
        columns += [Column(key, f"{self.titles[key]}{ends}", align="left") for key in keys]
        cells = [self._cells(key) for key in keys]
        rows = [
            [model, *texts]
            for model, *texts in zip([*self.figures, f"always {self.commonest}"], *cells, strict=True)
        ]
        return Table(
            "class_measures", "Measures of many classes", columns, rows, notes=tuple(self._notes(keys))
        )

    def _cells(self, key: str) -> list[str]:
        found: list[list[float]] = []
        for figures in self.figures.values():
            one = figures[key]
            value = [math.nan] if isinstance(one, str) else [one.estimate, one.low, one.high]
            found.append(value[:1] if self.level is None else value)
        naive = self.naive.get(key, math.nan)
        # Decimal places of a value that is there.
        first = next(one for one in found if not math.isnan(one[0]))
        return with_brackets([first, *found, [naive]])[1:]

    def _notes(self, keys: Sequence[str]) -> list[str]:
        notes = (
            [] if self.level is None else [f"In brackets: {percent(self.level)} intervals, each by itself."]
        )
        if "hand_till_m" in keys:
            notes.append("Hand and Till's M: mean chance that a record of one class outranks one of another.")
        return [*notes, *self._reasons(keys), *self.notes]

    def _reasons(self, keys: Iterable[str]) -> list[str]:
        """Say why measures have no value, and of which models."""
        reasons: dict[str, list[str]] = {}
        for model, figures in self.figures.items():
            for one in (figures[key] for key in keys):
                if isinstance(one, str):
                    reasons.setdefault(one, []).append(model)
        return [f"{enumerated(dict.fromkeys(models))}: {reason}." for reason, models in reasons.items()]

    def all_measures(self) -> Table:
        """Return all measures, one row each, one column a model, without intervals."""
        columns = [Column("measure", "measure", align="left")]
        columns += [Column(f"model {model}", model) for model in self.figures]
        columns.append(Column("naive", f"always {self.commonest}"))
        rows = [
            [title, *(_value(one[key]) for one in self.figures.values()), self.naive.get(key, math.nan)]
            for key, title in self.titles.items()
        ]
        notes = self._reasons([*self.titles])
        return Table("all_class_measures", "All measures of many classes", columns, rows, notes=notes)

    def to_columns(self) -> dict[str, list[Any]]:
        """Return one row a model and measure."""
        rows = [
            (
                model,
                key,
                *(
                    (one.estimate, one.low, one.high, "")
                    if not isinstance(one, str)
                    else (math.nan,) * 3 + (one,)
                ),
            )
            for model, figures in self.figures.items()
            for key, one in figures.items()
        ]
        names = ("model", "measure", "estimate", "low", "high", "undefined")
        return {name: [row[place] for row in rows] for place, name in enumerate(names)}

    def to_json(self) -> dict[str, Any]:
        """Return measures by model with their intervals, and what needs no model."""
        return {
            "classes": list(self.classes),
            "prevalence": dict(zip(self.classes, self.shares.tolist(), strict=True)),
            "records": self.records,
            "level": self.level,
            "models": {
                model: {key: figure_json(one) for key, one in figures.items()}
                for model, figures in self.figures.items()
            },
            "naive": plain_json({"class": self.commonest} | dict(self.naive)),
            "counts": {model: counts.weight.tolist() for model, counts in self.counts.items()},
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return f"{self.sentence}\n\n{self.table()}"

    def __repr__(self) -> str:
        size = f"{len(self.titles)} measures of {len(self.classes)} classes"
        return f"ClassSummary({', '.join(self.figures)}: {size})"


def figure_json(figure: Figure) -> dict[str, Any]:
    """Return a value with the ends of its interval, or with why it has none."""
    if isinstance(figure, str):
        return {"estimate": None, "low": None, "high": None, "undefined": figure}
    found: dict[str, Any] = plain_json({"estimate": figure.estimate, "low": figure.low, "high": figure.high})
    return found


def _value(figure: Figure) -> float:
    return math.nan if isinstance(figure, str) else figure.estimate
