"""Two models of many classes on the same records: differences with their intervals and tests."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, pvalue_text
from costcurves._ground.tables import Column, Table
from costcurves.results.headline import with_brackets

if TYPE_CHECKING:
    from costcurves.inference.estimate import TestResult


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassDifference(Shown, ByValue):
    """One number of both models, and their difference.

    Attributes
    ----------
    key, title : str
    a, b : float
    better : {"high", "low"}
    test : TestResult
        Of no difference, with a − b and its interval.
    """

    key: str
    title: str
    a: float
    b: float
    better: str
    test: TestResult

    @property
    def winner(self) -> int:
        """Which is better by more than chance: −1 the first, 1 the second, 0 neither."""
        assert self.test.estimate is not None  # every one is made with an interval
        if not self.test.estimate.excludes(0):
            return 0
        return 1 if (self.test.estimate.estimate > 0) == (self.better == "low") else -1


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassComparison(Shown, ByValue):
    """How two models of many classes differ on the same records.

    Attributes
    ----------
    a, b : str
    rows : tuple of ClassDifference
        Costs first, then whatever both have.
    level : float
    notes : tuple of str
        What cannot be compared, and why.
    """

    a: str
    b: str
    rows: tuple[ClassDifference, ...]
    level: float
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Which costs less, and whether by more than chance."""
        row = self.rows[0]
        found = row.test.estimate
        if row.winner == 0:
            return (
                f"{self.a} and {self.b} cannot be told apart by {row.title}: difference {found}, "
                f"{pvalue_text(row.test.pvalue)}."
            )
        first = self.a if row.winner < 0 else self.b
        chance = f"difference {found}, {pvalue_text(row.test.pvalue)}"
        return f"{first} has the lower {row.title} by more than chance: {chance}."

    def table(self) -> Table:
        """One row a number: both models, the difference with its interval, the p-value."""
        columns = [
            Column("measure", "measure", align="left"),
            Column("a", self.a),
            Column("b", self.b),
            Column("difference", f"{self.a} − {self.b} [{percent(self.level)}]", align="left"),
            Column("pvalue", "p", decimals=4, least=1e-4),
        ]
        rows = []
        for row in self.rows:
            found = row.test.estimate
            assert found is not None
            text = with_brackets([[found.estimate, found.low, found.high]])[0]
            rows.append([row.title, row.a, row.b, text, row.test.pvalue])
        notes = ("Each interval and each p-value by itself.", *self.notes)
        return Table(
            "class_differences", f"{self.a} and {self.b} on the same records", columns, rows, notes=notes
        )

    def to_json(self) -> dict[str, Any]:
        """Return both models and their differences as plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "sentence": self.sentence,
            "differences": {
                row.key: {"a": row.a, "b": row.b, "winner": {-1: self.a, 0: None, 1: self.b}[row.winner]}
                | {"test": row.test.to_json()}
                for row in self.rows
            },
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ClassComparison({self.a}, {self.b}: {len(self.rows)} differences)"
