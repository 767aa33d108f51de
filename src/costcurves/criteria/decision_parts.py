"""What a decision is made of: the thresholds that decide alike, and its criterion as a plain value."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.wording import inward
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
        return cls(float(roc.low[point]), float(roc.high[point]), roc.flags(point), roc.direction)

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
        return f" (any threshold {others} decides alike)"

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


@dataclasses.dataclass(frozen=True, slots=True)
class CriterionSpec:
    """A criterion as a plain value: its key, its parameters, and the words for it.

    Attributes
    ----------
    key : str
        Name of its constructor in :mod:`costcurves.criteria`; empty where only the words are known, and
        "least_total_cost" where costs differ by record.
    title : str
        The criterion in words, to follow "for".
    parameters : dict of str to plain values
        Arguments of the constructor, apart from the condition; measures by their keys.

    Examples
    --------
    >>> from costcurves import criteria
    >>> spec = criteria.max_fpr(0.05).spec
    >>> spec.key, spec.parameters
    ('max_fpr', {'limit': 0.05, 'randomised': False})
    """

    key: str
    title: str
    parameters: dict[str, Any] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def is_least_cost(self) -> bool:
        """Whether costs alone were made small, so that flagging nobody means that no threshold pays."""
        return self.key in {"least_cost", "least_total_cost"}

    def __str__(self) -> str:
        return self.title

    def to_json(self) -> dict[str, Any]:
        """Return key and parameters; documents carry the words beside them."""
        return {"key": self.key, "parameters": dict(self.parameters)}

    @classmethod
    def from_json(cls, title: str, document: dict[str, Any] | None) -> Self:
        """Read what :meth:`to_json` wrote; older documents, which lack it, know the words alone."""
        if document is None:
            return cls("", title)
        if not isinstance(key := document["key"], str):
            text = f"key of the criterion = {key!r}"
            raise TypeError(text)
        infinite = {"inf": math.inf, "-inf": -math.inf}
        return cls(key, title, {name: infinite.get(v, v) for name, v in document["parameters"].items()})
