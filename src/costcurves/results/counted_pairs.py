"""Published points compared in pairs by their counts alone."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, short
from costcurves._ground.tables import Column, Table
from costcurves.results.named_tests_in_words import cost_verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.inference.estimate import TestResult

#: What a reader should know of such intervals.
UNSHARED = (
    "Counts do not show which records two models share: each interval holds whichever they share, and is "
    "wider than one on the same records."
)


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class CountedPairs(Shown, ByValue):
    """Tests of pairs of classifiers of which counts are known; made by ``uncertainty.pairs_by_counts(…)``.

    Attributes
    ----------
    tests : dict of (str, str) to TestResult
        `adjusted` holds against all pairs together.
    pc : float
        Where they are compared.
    level : float
        Of every interval by itself.
    """

    tests: Mapping[tuple[str, str], TestResult]
    pc: float
    level: float

    @property
    def sentence(self) -> str:
        """The verdict of every pair."""
        return "\n".join(cost_verdict(one, *pair, self.pc, self.level) for pair, one in self.tests.items())

    def table(self) -> Table:
        """One row a pair: the difference in NEC with its interval, and the p-values."""
        columns = [
            Column("a", "A", align="left"),
            Column("b", "B", align="left"),
            Column("estimate", "NEC of A − B", decimals=4),
            Column("low", "from", decimals=4),
            Column("high", "to", decimals=4),
            Column("pvalue", "p", decimals=4, least=1e-4),
        ]
        rows: list[list[Any]] = []
        for (a, b), one in self.tests.items():
            assert one.estimate is not None  # every test of costs has one
            rows.append([a, b, one.estimate.estimate, one.estimate.low, one.estimate.high, one.adjusted])
        notes = [UNSHARED, *(["p is adjusted for all pairs (Holm)."] if len(rows) > 1 else [])]
        title = f"Differences at PC(+) = {short(self.pc)}, {percent(self.level)} intervals by counts"
        return Table("counted_pairs", title, columns, rows, notes=notes)

    def to_json(self) -> dict[str, Any]:
        """Return all tests as plain values."""
        tests = [{"a": a, "b": b} | one.to_json() for (a, b), one in self.tests.items()]
        return {"pc": self.pc, "tests": tests, "note": UNSHARED}

    def __str__(self) -> str:
        """Print the verdicts."""
        return self.sentence

    def __repr__(self) -> str:
        """Count the pairs."""
        return f"CountedPairs({len(self.tests)} at PC(+) = {short(self.pc)})"
