"""Models of many classes in pairs: which differences are more than chance, all pairs taken together."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import enumerated, percent
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.interval_figures import IntervalRow, interval_figure
from costcurves.errors import InputError, no_such
from costcurves.results.class_comparison import HELD_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.charts.chart import Chart
    from costcurves.results.class_comparison import ClassComparison, ClassDifference

#: Of more pairs a sentence says only how many differ, and a picture shows so many that differ most.
MOST_SENTENCES, MOST_DRAWN = 6, 15


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassPairs(Shown, ByValue):
    """Comparisons of all pairs of models of many classes; see :meth:`costcurves.ClassEvaluation.pairwise`.

    Of each measure, intervals and p-values hold for all pairs together (Bonferroni): a p-value is below
    1 − level where the interval excludes 0.

    Attributes
    ----------
    pairs : tuple of ClassComparison
    """

    pairs: tuple[ClassComparison, ...]

    def __post_init__(self) -> None:
        """Refuse fewer than one pair."""
        if not self.pairs:
            raise InputError("models must be compared in pairs", "fewer than two models")

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[ClassComparison]:
        return iter(self.pairs)

    @property
    def level(self) -> float:
        """How often all intervals of a measure hold together."""
        return self.pairs[0].level

    @property
    def measures(self) -> dict[str, str]:
        """Titles by key of everything that some pair has."""
        return {row.key: row.title for pair in self.pairs for row in pair.rows}

    def pair(self, a: str, b: str) -> ClassComparison:
        """Return the comparison of two models, in either order of their names."""
        found = next((one for one in self.pairs if {one.a, one.b} == {a, b}), None)
        if found is None:
            known = enumerated(f"{one.a} and {one.b}" for one in self.pairs)
            raise InputError("the two models must be a pair", f"{a!r} and {b!r}", f"there are {known}")
        return found

    @property
    def sentences(self) -> tuple[str, ...]:
        """What follows for every pair, or for how many where they are many."""
        if len(self) <= MOST_SENTENCES:
            return tuple(pair.sentence for pair in self.pairs)
        key, title = next(iter(self.measures.items()))
        differ = sum(bool(row.winner) for _, row in self._rows(key))
        return (f"{differ} of {len(self)} pairs of models differ in {title} by more than chance.",)

    @property
    def sentence(self) -> str:
        """All of these."""
        return "\n".join(self.sentences)

    def _rows(self, key: str) -> list[tuple[ClassComparison, ClassDifference]]:
        """The differences in a measure, by pair."""
        found = [(pair, row) for pair in self.pairs if (row := pair.row(key)) is not None]
        if not found:
            raise no_such(key, self.measures, what="measure", where="pairs of models")
        return found

    def table(self, measure: str | None = None) -> Table:
        """Return one row a pair: the difference in a measure with its interval, the p-value, who is better.

        Parameters
        ----------
        measure : str, optional
            By default the first: costs where they are stated, else the error rate.
        """
        key = next(iter(self.measures)) if measure is None else measure
        found, title = self._rows(key), self.measures.get(key, "")
        columns = [
            Column("a", "model", align="left"),
            Column("b", "against", align="left"),
            Column("difference", f"difference [{percent(self.level)}]", align="left"),
            Column("pvalue", "p", decimals=4, least=1e-4),
            Column("better", "better", align="left"),
        ]
        rows = [
            [pair.a, pair.b, row.interval_text, row.pvalue, pair.winner(row) or "left open"]
            for pair, row in found
        ]
        held = HELD_TOGETHER if len(self) > 1 else "The interval and the p-value hold by themselves."
        reasons = dict.fromkeys(note for pair in self.pairs for note in pair.notes)
        left = len(self) - len(found)
        notes = (held, *(reasons if left else ()))
        return Table("class_pairs", f"Models in pairs: {title}", columns, rows, notes=notes)

    def picture(self) -> Chart:
        """Return the greatest differences in the first measure with their intervals, beside 0."""
        key, title = next(iter(self.measures.items()))
        found = sorted(self._rows(key), key=lambda one: -abs(one[1].difference.estimate))[:MOST_DRAWN]
        rows = [
            IntervalRow(f"{pair.a} − {pair.b}", one.estimate, one.low, one.high)
            for pair, one in ((pair, row.difference) for pair, row in found)
        ]
        return interval_figure(rows, f"difference in {title}", "Models in pairs", {"no difference": 0.0})

    def to_columns(self) -> dict[str, list[Any]]:
        """Return one row a pair and measure."""
        rows = [(pair, row) for pair in self.pairs for row in pair.rows]
        return {
            "a": [pair.a for pair, _ in rows],
            "b": [pair.b for pair, _ in rows],
            "measure": [row.key for _, row in rows],
            **{end: [getattr(row.difference, end) for _, row in rows] for end in ("estimate", "low", "high")},
            "pvalue": [row.pvalue for _, row in rows],
            "better": [pair.winner(row) for pair, row in rows],
        }

    def to_json(self) -> dict[str, Any]:
        """Return every pair as plain values."""
        return {"level": self.level, "pairs": [pair.to_json() for pair in self.pairs]}

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ClassPairs({', '.join(f'{one.a} − {one.b}' for one in self)})"
