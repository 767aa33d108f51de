"""Models in pairs: by how much their errors differ on the same records."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, short
from costcurves._ground.tables import Column, Table
from costcurves.errors import InputError
from costcurves.measures.error_measures import error_measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.inference.estimate import Estimate
    from costcurves.space.loss_winners import LossRange


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ErrorPair(Shown, ByValue):
    """Two models on the same records.

    Attributes
    ----------
    a, b : str
    measure : str
        Key of the measure.
    difference : Estimate
        The measure of `a` minus that of `b`.
    ranges : tuple of LossRange
        Which of both loses less at which κ, each with its best shift on these records.
    """

    a: str
    b: str
    measure: str
    difference: Estimate
    ranges: tuple[LossRange, ...] = ()

    @property
    def told_apart(self) -> bool:
        """Whether the difference is more than chance."""
        return self.difference.excludes(0)

    @property
    def better(self) -> str:
        """The model with the better value, if that is more than chance; else empty."""
        row = error_measure(self.measure)
        if not self.told_apart or not row.better:
            return ""
        return self.a if (self.difference.estimate < 0) == (row.better == "low") else self.b

    @property
    def sentence(self) -> str:
        """Say by how much they differ, and whether that is more than chance."""
        title, found = error_measure(self.measure).title, self.difference
        size = f"{title} of {self.a} minus that of {self.b}: {found}"
        if self.better:
            return f"{self.better} is better by more than chance. {size}."
        if self.told_apart:
            return f"{self.a} and {self.b} differ by more than chance. {size}."
        return f"{self.a} and {self.b} cannot be told apart. {size}."

    def to_columns(self) -> dict[str, Any]:
        """Return the pair as one row."""
        ends = {name: [getattr(self.difference, name)] for name in ("estimate", "low", "high")}
        return {
            "a": [self.a],
            "b": [self.b],
            "measure": [self.measure],
            **ends,
            "told_apart": [self.told_apart],
        }

    def to_json(self) -> dict[str, Any]:
        """Return the pair as plain values."""
        ranges = [{"low": r.low, "high": r.high, "winner": r.winner} for r in self.ranges]
        return {
            "a": self.a, "b": self.b, "measure": self.measure, "difference": self.difference.to_json(),
            "told_apart": self.told_apart, "better": self.better, "ranges": ranges,
        }  # fmt: skip

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ErrorPair({self.a} − {self.b}, {self.measure}: {short(self.difference.estimate)})"


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ErrorPairs(Shown, ByValue):
    """All pairs of models by one measure; their intervals hold together.

    Attributes
    ----------
    pairs : tuple of ErrorPair
    """

    pairs: tuple[ErrorPair, ...]

    def __post_init__(self) -> None:
        """Refuse fewer than one pair."""
        if not self.pairs:
            raise InputError("models must be compared in pairs", "fewer than two models")

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[ErrorPair]:
        return iter(self.pairs)

    @property
    def sentence(self) -> str:
        """The verdict on each pair."""
        return "\n".join(pair.sentence for pair in self.pairs)

    def table(self) -> Table:
        """Return one row a pair."""
        first = self.pairs[0].difference
        title = error_measure(self.pairs[0].measure).title
        columns = [
            Column("a", "A", align="left"), Column("b", "B", align="left"),
            Column("difference", f"{title} of A − of B"), Column("low", "from"), Column("high", "to"),
            Column("apart", "told apart?", align="left"),
        ]  # fmt: skip
        rows = [
            [
                p.a,
                p.b,
                p.difference.estimate,
                p.difference.low,
                p.difference.high,
                "yes" if p.told_apart else "no",
            ]
            for p in self.pairs
        ]
        held = f"Intervals hold {first.scope_words}." if len(self.pairs) > 1 else ""
        notes = (
            (held, "Told apart: the interval excludes 0.")
            if held
            else ("Told apart: the interval excludes 0.",)
        )
        return Table(
            "pairs", f"Models in pairs, {percent(first.level)} intervals", columns, rows, notes=notes
        )

    def to_json(self) -> dict[str, Any]:
        """Return every pair as plain values."""
        return {"pairs": [pair.to_json() for pair in self.pairs]}

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ErrorPairs({', '.join(f'{one.a} − {one.b}' for one in self)})"
