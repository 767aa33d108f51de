"""Two models of many classes on the same records: differences with their intervals and tests."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, pvalue_text
from costcurves._ground.tables import Column, Table
from costcurves.inference.targets import Scope
from costcurves.results.headline import with_brackets

if TYPE_CHECKING:
    from costcurves.inference.estimate import Estimate, TestResult

#: What numbers of all pairs hold for.
HELD_TOGETHER = "Of each measure, intervals and p-values hold for all pairs of models together."


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassDifference(Shown, ByValue):
    """One number of both models, and their difference.

    Attributes
    ----------
    key, title : str
    a, b : float
    better : {"high", "low"}
    test : TestResult
        Of no difference, with a − b and its interval. Its p-value is adjusted where there are several pairs.
    """

    key: str
    title: str
    a: float
    b: float
    better: str
    test: TestResult

    @property
    def difference(self) -> Estimate:
        """A − b with its interval."""
        assert self.test.estimate is not None  # every one is made with an interval
        return self.test.estimate

    @property
    def pvalue(self) -> float:
        """That of the test, adjusted for all pairs of models if there are several."""
        return self.test.pvalue if self.test.adjusted is None else self.test.adjusted

    @property
    def winner(self) -> int:
        """Which is better by more than chance: −1 the first, 1 the second, 0 neither."""
        if not self.difference.excludes(0):
            return 0
        return 1 if (self.difference.estimate > 0) == (self.better == "low") else -1

    def of_rest(self, key: str, title: str) -> ClassDifference:
        """Return the same of 1 − both numbers, as accuracy is of the error rate."""
        found = self.difference
        turned = dataclasses.replace(
            found, estimate=0.0 - found.estimate, low=-found.high, high=0.0 - found.low
        )
        better = {"low": "high", "high": "low"}[self.better]
        test = dataclasses.replace(self.test, estimate=turned)
        return ClassDifference(key, title, 1 - self.a, 1 - self.b, better, test)

    @property
    def interval_text(self) -> str:
        """The difference with its interval in brackets."""
        return with_brackets([[self.difference.estimate, self.difference.low, self.difference.high]])[0]


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
        """Which is better by the first measure, and whether by more than chance."""
        if not self.rows:
            return f"{self.a} and {self.b} have no measure in common. {' '.join(self.notes)}"
        row = self.rows[0]
        chance = f"difference {row.difference}, {pvalue_text(row.pvalue)}"
        if row.winner == 0:
            return f"{self.a} and {self.b} cannot be told apart by {row.title}: {chance}."
        first, other = self.winner(row), self.b if row.winner < 0 else self.a
        best = "lower" if row.better == "low" else "higher"
        return f"{first} has a {best} {row.title} than {other} by more than chance: {chance}."

    def winner(self, row: ClassDifference) -> str:
        """Return the model that is better in a measure by more than chance; empty where neither is."""
        return {-1: self.a, 0: "", 1: self.b}[row.winner]

    def row(self, key: str) -> ClassDifference | None:
        """Return the difference in a measure; None if there is none."""
        return next((row for row in self.rows if row.key == key), None)

    def table(self) -> Table:
        """One row a number: both models, the difference with its interval, the p-value."""
        columns = [
            Column("measure", "measure", align="left"),
            Column("a", self.a),
            Column("b", self.b),
            Column("difference", f"{self.a} − {self.b} [{percent(self.level)}]", align="left"),
            Column("pvalue", "p", decimals=4, least=1e-4),
        ]
        rows = [[row.title, row.a, row.b, row.interval_text, row.pvalue] for row in self.rows]
        alone = all(row.difference.scope is Scope.ALONE for row in self.rows)
        held = "Each interval and each p-value by itself." if alone else HELD_TOGETHER
        notes = (held, *self.notes)
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
                row.key: {"a": row.a, "b": row.b, "winner": self.winner(row) or None}
                | {"test": row.test.to_json()}
                for row in self.rows
            },
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ClassComparison({self.a}, {self.b}: {len(self.rows)} differences)"
