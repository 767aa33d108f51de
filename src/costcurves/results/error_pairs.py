"""Models in pairs: by how much their errors differ on the same records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, pvalue_text, short
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
    pvalue : float
        Of no difference, two-sided, for as many pairs together as the interval: below 1 − level where that
        excludes 0.
    """

    a: str
    b: str
    measure: str
    difference: Estimate
    ranges: tuple[LossRange, ...] = ()
    pvalue: float = math.nan

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
        chance = "" if math.isnan(self.pvalue) else f", {pvalue_text(self.pvalue)}"
        size = f"{title} of {self.a} minus that of {self.b}: {found}{chance}"
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
            "pvalue": [self.pvalue],
            "told_apart": [self.told_apart],
        }

    def to_json(self) -> dict[str, Any]:
        """Return the pair as plain values."""
        ranges = [{"low": r.low, "high": r.high, "winner": r.winner} for r in self.ranges]
        return {
            "a": self.a, "b": self.b, "measure": self.measure, "difference": self.difference.to_json(),
            "pvalue": None if math.isnan(self.pvalue) else self.pvalue, "told_apart": self.told_apart,
            "better": self.better, "ranges": ranges,
        }  # fmt: skip

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ErrorPair({self.a} − {self.b}, {self.measure}: {short(self.difference.estimate)})"


#: More pairs than these are counted rather than told one by one.
MOST_VERDICTS = 10


@dataclasses.dataclass(frozen=True, eq=False, slots=True, repr=False)
class ErrorPairs(Shown, ByValue):
    """All pairs of models by one measure, and every model against what predicts without any.

    Attributes
    ----------
    pairs : tuple of ErrorPair
        Their intervals hold together.
    against : tuple of ErrorPair
        Every model and the naive benchmark that is hardest to beat; these hold together, too.
    own_constants : bool
        Whether that benchmark knows the outcomes that judge.
    left_out : int
        How many other pairs the intervals hold for, too.
    """

    pairs: tuple[ErrorPair, ...]
    against: tuple[ErrorPair, ...] = ()
    own_constants: bool = False
    left_out: int = 0

    def __post_init__(self) -> None:
        """Refuse fewer than one pair."""
        if not (self.pairs or self.against):
            raise InputError("models must be compared in pairs", "fewer than two models")

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[ErrorPair]:
        return iter(self.pairs)

    @property
    def sentence(self) -> str:
        """The verdict on each pair."""
        return "\n".join(pair.sentence for pair in self.pairs or self.against)

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What follows for every pair, those with the benchmark last; where they are many, for how many."""
        found: list[str] = []
        for pairs, what in ((self.pairs, "pairs of models"), (self.against, "models")):
            if len(pairs) <= MOST_VERDICTS:
                found += [pair.sentence for pair in pairs]
                continue
            apart = sum(pair.told_apart for pair in pairs)
            beside = "" if pairs is self.pairs else f" from the {pairs[0].b}"
            title = error_measure(pairs[0].measure).title
            found.append(f"{apart} of {len(pairs)} {what} differ{beside} in {title} by more than chance.")
        return tuple(found)

    @property
    def leading(self) -> str:
        """The model with the best value; empty where no value is better than another one."""
        better = error_measure((self.pairs or self.against)[0].measure).better
        if not better or not self.pairs:
            return ""
        value = {self.pairs[0].a: 0.0}
        for pair in self.pairs:  # each with a model that is known already
            if pair.a in value:
                value.setdefault(pair.b, value[pair.a] - pair.difference.estimate)
            else:
                value.setdefault(pair.a, value[pair.b] + pair.difference.estimate)
        return (min if better == "low" else max)(value, key=value.__getitem__)

    def of_leading(self) -> ErrorPairs:
        """Return the pairs of the leading model alone where there are many; they hold as they did."""
        if len(self.pairs) <= MOST_VERDICTS or not self.leading:
            return self
        kept = tuple(pair for pair in self.pairs if self.leading in {pair.a, pair.b})
        return dataclasses.replace(self, pairs=kept, left_out=len(self.pairs) - len(kept))

    def table(self) -> Table:
        """Return one row a pair, those with the benchmark below."""
        first = (self.pairs or self.against)[0]
        title = error_measure(first.measure).title
        columns = [
            Column("a", "A", align="left"), Column("b", "B", align="left"),
            Column("difference", f"{title} of A − of B"), Column("low", "from"), Column("high", "to"),
            Column("pvalue", "p", decimals=4, least=1e-4), Column("apart", "told apart?", align="left"),
        ]  # fmt: skip
        rows = [
            [p.a, p.b, *(getattr(p.difference, name) for name in ("estimate", "low", "high")), p.pvalue,
             "yes" if p.told_apart else "no"]
            for p in (*self.pairs, *self.against)
        ]  # fmt: skip
        heading = "Models in pairs" if self.pairs else "Models against the best naive benchmark"
        level = percent(first.difference.level)
        return Table("pairs", f"{heading}, {level} intervals", columns, rows, notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        """Say what intervals and p-values hold for, and what the benchmark is."""
        if self.left_out:
            title = error_measure(self.pairs[0].measure).title
            yield f"Of {len(self.pairs) + self.left_out} pairs those of {self.leading}, the best by {title}."
        if len(self.pairs) > 1:
            yield f"Intervals and p-values of models hold {self.pairs[0].difference.scope_words}."
        if self.against:
            one = self.against[0]
            held = (
                f"; the intervals against it hold {one.difference.scope_words}"
                if len(self.against) > 1
                else ""
            )
            yield f"{one.b[:1].upper()}{one.b[1:]}: the naive benchmark that is hardest to beat{held}."
        if self.own_constants:
            yield "It knows these outcomes, so it looks too good; training outcomes would not."
        yield "Told apart: the interval excludes 0."

    def to_columns(self) -> dict[str, Any]:
        """Return one row a pair, those with the benchmark below."""
        each = [pair.to_columns() for pair in (*self.pairs, *self.against)]
        return {name: [one[name][0] for one in each] for name in each[0]}

    def to_json(self) -> dict[str, Any]:
        """Return every pair as plain values."""
        return {
            "pairs": [pair.to_json() for pair in self.pairs],
            "against_benchmark": [pair.to_json() for pair in self.against],
        }

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"ErrorPairs({', '.join(f'{one.a} − {one.b}' for one in (*self.pairs, *self.against))})"
