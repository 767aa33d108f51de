"""The thresholds that decide alike."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.number_words import inward, rounded_towards
from costcurves.errors import InputError, UndefinedError, no_such
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.space.roc import RocCurve

#: Whom thresholds flag.
FLAGS = ("nobody", "some", "everybody")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ThresholdInterval(ByValue):
    """Thresholds that decide alike: every t with low < t ≤ high flags the same records, of score ≥ t.

    Where low scores mean positive, every t with low ≤ t < high flags the same records, of score ≤ t.

    Attributes
    ----------
    low, high : float
        Ends of the interval, scores as given; NaN where scores are unknown.
    flags : {"nobody", "some", "everybody"}
        "nobody" and "everybody" hold whatever the scores.
    direction : Direction
        Whether high scores mean positive or low ones.

    Examples
    --------
    >>> ThresholdInterval(0.25, 0.3).rule, ThresholdInterval(0.25, 0.3, direction=Direction.LOW).rule
    ('score ≥ 0.3', 'score ≤ 0.25')
    >>> ThresholdInterval(0.9, math.inf, "nobody").rule
    'flag nobody'
    """

    low: float
    high: float
    flags: str = "some"
    direction: Direction = Direction.HIGH

    def __post_init__(self) -> None:
        if self.flags not in FLAGS:
            raise no_such(self.flags, FLAGS, what="group to flag")
        if self.flags == "some" and self.low >= self.high:
            raise InputError("a threshold interval must ascend", f"{self.low!r} to {self.high!r}")

    @classmethod
    def at(cls, roc: RocCurve, point: int) -> ThresholdInterval:
        """Return the thresholds behind a point of a ROC curve."""
        return cls(float(roc.low[point]), float(roc.high[point]), roc.flags(point), roc.direction_at(point))

    @property
    def threshold(self) -> float:
        """The threshold to use, the end that belongs to the interval; NaN where scores are unknown."""
        return self.direction.ends(self.low, self.high)[0]

    def apply(self, score: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which records are flagged."""
        if self.flags != "some":
            return np.full(len(score), self.flags == "everybody")
        if math.isnan(self.high):
            raise UndefinedError(
                "a decision can only be applied by its threshold",
                "an operating point without one",
                "decide from scores, or give the table of points a threshold column",
            )
        return self.direction.flags(score, self.threshold)

    # ---- words: ends are rounded inward, so that what is printed decides as stated -----------

    @property
    def rule(self) -> str:
        """Whom it flags, in short."""
        if self.flags != "some":
            return f"flag {self.flags}"
        if math.isnan(self.high):
            return "threshold not known"
        return f"score {'≤' if self._low else '≥'} {self._written}"

    @property
    def rounded_rule(self) -> str:
        """The same by the threshold of fewest digits, two or more, that decides alike.

        Examples
        --------
        >>> found = ThresholdInterval(0.042122, 0.044868)
        >>> found.rounded_rule, found.rule
        ('score ≥ 0.044', 'score ≥ 0.044868')
        """
        if self.flags != "some" or math.isnan(self.high):
            return self.rule
        return (
            f"score {'≤' if self._low else '≥'} {rounded_towards(*self.direction.ends(self.low, self.high))}"
        )

    @property
    def interval(self) -> str:
        """The interval as mathematicians write it; empty where there is none.

        Examples
        --------
        >>> ThresholdInterval(0.12345678, 0.98765432).interval, ThresholdInterval(-math.inf, 2).interval
        ('(0.123457, 0.987654]', '(−∞, 2]')
        >>> ThresholdInterval(0.12345678, 0.98765432, direction=Direction.LOW).interval
        '[0.123457, 0.987654)'
        """
        if self.flags != "some" or math.isnan(self.high):
            return ""
        if self._is_single:
            return self._written
        low, high = inward(self.low, self.high)
        return f"[{low}, {high})" if self._low else f"({low}, {high}]"

    @property
    def action(self) -> str:
        """Whom to flag, as an order."""
        if self.flags != "some":
            return f"flag {self.flags}"
        if math.isnan(self.high):
            return "use one operating point"
        return f"flag a case when its score is at {'most' if self._low else 'least'} {self._written}"

    @property
    def alike(self) -> str:
        """Which other thresholds decide alike; empty where none is known."""
        if self._is_single:
            return ""
        low, high = inward(self.low, self.high)
        others = f"from {low} to just below {high}" if self._low else f"above {low} up to {high}"
        return f" (any threshold {others} gives the same decisions)"

    @property
    def _low(self) -> bool:
        return self.direction is Direction.LOW

    @property
    def _is_single(self) -> bool:
        """Whether no other threshold is known, as of a published point."""
        return math.nextafter(self.high, -math.inf) == self.low

    @property
    def _written(self) -> str:
        low, high = inward(self.low, self.high)
        return low if self._low else high

    def to_json(self) -> dict[str, float] | None:
        """Return both ends; None where scores are unknown."""
        return None if math.isnan(self.high) else {"low": self.low, "high": self.high}

    @classmethod
    def from_json(cls, ends: dict[str, Any] | None, flags: str, direction: Direction) -> ThresholdInterval:
        """Read what :meth:`to_json` wrote."""
        low, high = (math.nan, math.nan) if ends is None else (float(ends["low"]), float(ends["high"]))
        return cls(low, high, flags, direction)
