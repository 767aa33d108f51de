"""How many records of each class an interval of a cost takes to be as narrow as stated."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, number, share
from costcurves._ground.documents import Document
from costcurves._ground.number_words import amount, percent, short
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.errors import InputError, exact
from costcurves.inference.arguments import pair_of
from costcurves.inference.counts import cost_intervals
from costcurves.inference.counts.size_search import Prices, Sizing
from costcurves.inference.estimate import Estimate, confidence

CAVEAT = "with more errors than expected the interval is wider"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class SampleSize(Document):
    """How many records of each class are enough, and the interval that they are expected to give.

    Attributes
    ----------
    positives, negatives : int
    interval : Estimate
        Of the normalised expected cost (or the difference of two) if as many errors are seen as
        are expected.
    pc : float
        PC(+).
    required_half_width : float
        How far from the estimate an end of the interval may lie.

    Examples
    --------
    >>> size = sample_size(fpr=0.1, fnr=0.2, pc=0.5, half_width=0.05, share_positive=0.5)
    >>> size.positives, size.negatives
    (130, 129)
    """

    kind: ClassVar[str] = "sample_size"
    nested: ClassVar = {"interval": Estimate}
    positives: int
    negatives: int
    interval: Estimate
    pc: float
    required_half_width: float

    @property
    def records(self) -> int:
        """Records of both classes."""
        return self.positives + self.negatives

    @property
    def half_width(self) -> float:
        """Distance of the farther end of the interval from the estimate: at most what was stated."""
        return max(self.interval.high - self.interval.estimate, self.interval.estimate - self.interval.low)

    @property
    def sentence(self) -> str:
        """Say how many records are enough for what."""
        one = self.interval
        return (
            f"{_counted(self.positives, 'positive')} and {_counted(self.negatives, 'negative')} "
            f"({self.records:,} records) are enough to know {one.target_words} at "
            f"PC(+) = {short(self.pc)} to ± {short(self.required_half_width)}: where it is "
            f"{short(one.estimate)}, expect a {percent(one.level)} interval from {short(one.low)} to "
            f"{short(one.high)}."
        )

    def price(self, positive: float = 1.0, negative: float = 1.0) -> float:
        """Return what the records cost, at the price of a positive one and of a negative one."""
        return positive * self.positives + negative * self.negatives

    def statement(self, prices: Prices = (1.0, 1.0)) -> str:
        """Say how many records it takes, what they cost if they have prices, and what to beware of.

        Examples
        --------
        >>> size = sample_size(fpr=0.1, fnr=0.2, pc=0.5, half_width=0.05, share_positive=0.5)
        >>> print(size.statement((50.0, 1.0)))  # doctest: +ELLIPSIS
        130 positives and 129 negatives (259 records) are enough to know ...
        They cost 6,629.
        With more errors than expected the interval is wider.
        """
        cost = [] if tuple(prices) == (1, 1) else [f"They cost {amount(self.price(*prices))}."]
        notes = (f"{note[0].upper()}{note[1:]}." for note in self.interval.notes)
        return "\n".join([self.sentence, *cost, *notes])

    def to_columns(self) -> dict[str, Any]:
        """Return the sizes as one row."""
        names = ("positives", "negatives", "records", "half_width", "required_half_width", "pc")
        return {name: [getattr(self, name)] for name in names} | self.interval.to_columns()

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return (
            f"SampleSize({self.positives:,} positives, {self.negatives:,} negatives, "
            f"± {short(self.half_width)} at PC(+) = {short(self.pc)})"
        )


def _counted(number: int, noun: str) -> str:
    """Write how many of what."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def sample_size(
    *,
    fpr: float,
    fnr: float,
    pc: float | OperatingCondition,
    half_width: float,
    level: float = 0.95,
    share_positive: float | str = "cheapest",
    prices: Prices = (1.0, 1.0),
) -> SampleSize:
    """Least number of records that make the interval of a cost as narrow as stated.

    The interval is that of :func:`costcurves.stats.nec_interval` with as many errors as the rates let
    expect. It narrows with every record, here and there by a step (from eight errors of a class on
    it is no longer the wider one of two), so that the least number is searched for. The normal law
    would say z²·(x²·FNR(1 − FNR)/positives + (1 − x)²·FPR(1 − FPR)/negatives) = w², which is too few.

    Parameters
    ----------
    fpr, fnr : float
        Error rates as guessed, or as seen in a pilot.
    pc : float or OperatingCondition
        PC(+), strictly between 0 and 1, or the condition that it belongs to.
    half_width : float
        How far from the estimate an end of the interval may lie, in units of NEC.
    level : float
    share_positive : float or "cheapest"
        Share of positives among the records; or the shares that cost least.
    prices : pair of float
        What a positive and a negative record cost, for the cheapest shares.

    Returns
    -------
    SampleSize

    Raises
    ------
    InputError
        If a rate, the condition, the half-width, a share or a price does not fit.

    Examples
    --------
    >>> sample_size(fpr=0.02, fnr=0.3, pc=0.2, half_width=0.02)
    SampleSize(208 positives, 402 negatives, ± 0.02 at PC(+) = 0.2)
    """
    missed, flagged = share(fnr, "fnr"), share(fpr, "fpr")
    x, level = _pc(pc), confidence(level)

    def ends(positives: Floats, negatives: Floats) -> tuple[Floats, Floats, Floats]:
        return cost_intervals.nec_ends(
            missed * positives, positives, flagged * negatives, negatives, x, level
        )

    variances = (missed * (1 - missed), flagged * (1 - flagged))
    sizing = Sizing(ends, x, variances, _width(half_width), level, (_step(missed), _step(flagged)))
    return _solved(sizing, share_positive, prices, cost_intervals.METHOD, "the normalised expected cost")


def sample_size_of_difference(
    *,
    fnr: tuple[float, float],
    fpr: tuple[float, float],
    pc: float | OperatingCondition,
    half_width: float,
    level: float = 0.95,
    share_positive: float | str = "cheapest",
    prices: Prices = (1.0, 1.0),
) -> SampleSize:
    """Least number of records for a difference in cost of two classifiers on the same records.

    Only records on which one of the two is wrong widen the interval, so that far fewer are needed
    than for the cost of each. The interval is that of
    :func:`costcurves.stats.nec_difference_interval`.

    Parameters
    ----------
    fnr : pair of float
        Shares of the positives that `a` alone misses, and that `b` alone misses.
    fpr : pair of float
        Shares of the negatives that `a` alone flags, and that `b` alone flags.
    pc, half_width, level, share_positive, prices
        As of :func:`sample_size`.

    Returns
    -------
    SampleSize
        Its interval is that of the cost of `a` less that of `b`.

    Raises
    ------
    InputError
        As :func:`sample_size`; also if two shares of a class add up to more than 1.

    Examples
    --------
    >>> sample_size_of_difference(fnr=(0.1, 0.05), fpr=(0.02, 0.03), pc=0.3, half_width=0.02)
    SampleSize(301 positives, 490 negatives, ± 0.02 at PC(+) = 0.3)
    """
    missed, flagged = _discordant(fnr, "fnr"), _discordant(fpr, "fpr")
    x, level = _pc(pc), confidence(level)

    def ends(positives: Floats, negatives: Floats) -> tuple[Floats, Floats, Floats]:
        misses, false_alarms = (
            (a * size, b * size) for (a, b), size in ((missed, positives), (flagged, negatives))
        )
        return cost_intervals.nec_difference_ends(misses, positives, false_alarms, negatives, x, level)

    variances = tuple(a + b - (a - b) ** 2 for a, b in (missed, flagged))
    sizing = Sizing(ends, x, variances, _width(half_width), level)
    return _solved(
        sizing, share_positive, prices, cost_intervals.PAIRED, "the difference in normalised expected cost"
    )


def _solved(
    sizing: Sizing, share_positive: float | str, prices: Prices, method: str, target_words: str
) -> SampleSize:
    """Return the sizes that are enough, and the interval that they let expect."""
    counts = sizing.solve(share_positive, prices)
    ends = sizing.ends(*(np.asarray(float(count)) for count in counts))
    interval = cost_intervals.given_estimate(ends, sizing.level, method, target_words, CAVEAT)
    return SampleSize(*counts, interval, sizing.pc, sizing.half_width)


def _pc(pc: float | OperatingCondition) -> float:
    """Read a condition under which both classes matter."""
    return inner_share(pc.pc if isinstance(pc, OperatingCondition) else pc, "pc")


def _width(half_width: float) -> float:
    """Read how far an end may lie from the estimate."""
    if not 0 < (width := number(half_width, "half_width")) <= 1:
        raise InputError("must lie above 0, and at most at 1", repr(half_width), argument="half_width")
    return width


def _discordant(pair: tuple[float, float], name: str) -> tuple[float, float]:
    """Read the shares of a class about which only one classifier is wrong."""
    a, b = pair_of(pair, name, share)
    if a + b > 1:
        raise InputError(f"both shares of {name} must add up to at most 1", f"{exact(a)} and {exact(b)}")
    return a, b


def _step(rate: float) -> float:
    """Return from how many records on errors (and right answers) are no longer few."""
    rarer = min(rate, 1 - rate)
    return math.ceil(cost_intervals.FEW_ERRORS / rarer) if rarer else math.inf
