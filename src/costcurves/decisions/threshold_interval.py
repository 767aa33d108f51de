"""The thresholds that decide alike: an interval of scores, or nobody and everybody whatever the scores."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.thresholds import inward, negated
from costcurves.errors import InputError, UndefinedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.space.roc import RocCurve

__all__ = ["ThresholdInterval"]

#: Whom thresholds flag.
FLAGS = ("nobody", "some", "everybody")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ThresholdInterval(ByValue):
    """Thresholds that decide alike: every t with low < t ≤ high flags the same records.

    Attributes
    ----------
    low, high : float
        Ends of the interval; NaN where scores are unknown.
    flags : {"nobody", "some", "everybody"}
        "nobody" and "everybody" hold whatever the scores.
    """

    low: float
    high: float
    flags: str = "some"

    def __post_init__(self) -> None:
        """Refuse what would flag nobody by a slip of the pen."""
        if self.flags not in FLAGS:
            raise InputError.because(must=f"a threshold flags {', '.join(FLAGS)}", came=repr(self.flags))
        if self.flags == "some" and self.low >= self.high:
            raise InputError.because(
                must="a threshold interval ascends", came=f"{self.low!r} to {self.high!r}"
            )

    @classmethod
    def at(cls, roc: RocCurve, point: int) -> ThresholdInterval:
        """Return the thresholds behind a point of a ROC curve."""
        return cls(float(roc.low[point]), float(roc.high[point]), roc.flags(point))

    def apply(self, score: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which records are flagged."""
        if self.flags != "some":
            return np.full(len(score), self.flags == "everybody")
        if math.isnan(self.high):
            raise UndefinedError.because(
                must="a decision is applied by its threshold", came="an operating point without one",
                fix="decide from scores, or give the table of points a threshold column",
            )  # fmt: skip
        return np.asarray(score >= self.high)

    # ---- words ------------------------------------------------------------------------------

    def action(self, *, lower_is_positive: bool) -> str:
        """Say whom to flag, as an order."""
        if self.flags != "some":
            return f"flag {self.flags}"
        if math.isnan(self.high):
            return "use one operating point"
        above = inward(self.low, self.high)[1]
        if lower_is_positive:
            return f"flag a case when its score is at most {negated(above)}"
        return f"flag a case when its score is at least {above}"

    def alike(self, *, lower_is_positive: bool) -> str:
        """Say which other thresholds decide alike; empty where none is known, as of a published point."""
        if math.nextafter(self.high, -math.inf) == self.low:
            return ""
        below, above = inward(self.low, self.high)
        if lower_is_positive:
            return f" (any threshold from {negated(above)} to just below {negated(below)} decides alike)"
        return f" (any threshold above {below} up to {above} decides alike)"

    # ---- JSON -------------------------------------------------------------------------------

    def ends(self, *, lower_is_positive: bool) -> dict[str, float] | None:
        """Return both ends in the model's own scores; None where scores are unknown."""
        if math.isnan(self.high):
            return None
        if lower_is_positive:  # from 0, so that no −0 is written
            return {"low": 0.0 - self.high, "high": 0.0 - self.low}
        return {"low": self.low, "high": self.high}

    @classmethod
    def of_ends(
        cls, ends: dict[str, Any] | None, flags: str, *, lower_is_positive: bool
    ) -> ThresholdInterval:
        """Read what :meth:`ends` wrote."""
        if ends is None:
            return cls(math.nan, math.nan, flags)
        low, high = float(ends["low"]), float(ends["high"])
        return cls(0.0 - high, 0.0 - low, flags) if lower_is_positive else cls(low, high, flags)
