"""Curves over depth: what acting on the best-scored share of the records brings."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves.curves.curve import Curve
from costcurves.curves.kind import AS_IT_IS, CurveKind, Family, Reference
from costcurves.errors import InputError, UndefinedError
from costcurves.tallies.cells import running
from costcurves.tallies.tally import Tally
from costcurves.tallies.values import ValueTally, class_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.curves.kind import AnyTally, CurveOptions


@dataclasses.dataclass(frozen=True, slots=True)
class Depth:
    """Value at knots of depth.

    Attributes
    ----------
    share, value : ndarray, shape (knots,)
        Share of the weight acted on, and the value so far.
    """

    share: Floats
    value: Floats

    @classmethod
    def of(cls, tally: AnyTally, purpose: str) -> Depth:
        """Walk down the cells; of a tally of two classes the positives count, and the walk is kept."""
        if isinstance(tally, Tally):
            kept: Depth = tally.remembered("depth", lambda: cls._of_positives(tally))
            return kept
        weight, value = ValueTally.require(tally, purpose).running()
        return cls(weight / weight[-1], value)

    @classmethod
    def _of_positives(cls, tally: Tally) -> Depth:
        """Count positives, without a value for every cell: there may be millions."""
        Tally.require(tally, "a curve over depth").require_both_classes("a curve over depth")
        if tally.counted and tally.stated_prevalence is None:
            flagged = tally.running_weights
            positives, negatives = flagged.tp, flagged.fp
        else:
            positives, negatives = (running(column) for column in class_weights(tally))
        weight = positives + negatives
        return cls(weight / weight[-1], positives)

    @classmethod
    def perfect(cls, tally: ValueTally) -> Depth:
        """Walk down the records in the order of their own value."""
        weight, value = tally.perfect()
        return cls(weight / weight[-1], value)


def value_share(depth: Depth) -> Floats:
    """Value so far as a share of the whole."""
    return np.asarray(depth.value / whole_of(depth))


def whole_of(depth: Depth) -> float:
    """Value of all records, which must be something."""
    whole = float(depth.value[-1])
    if whole == 0:
        raise UndefinedError(
            "gains must be shares of a total", "values that add up to 0", "draw the profit instead"
        )
    return whole


def lift(depth: Depth) -> Floats:
    """Value so far against that of as many records at random; of nobody, the limit of the first piece."""
    share, gain = depth.share, value_share(depth)
    found = np.divide(gain, share, out=np.full(len(share), np.nan), where=share > 0)
    found[0] = found[1]
    return np.asarray(found)


def money(depth: Depth) -> Floats:
    """Value so far."""
    return depth.value


def lift_within(depth: Depth, x: Floats, piece: NDArray[np.intp]) -> Floats:
    """Lift inside a piece, where the value grows evenly: the value at x divided by x."""
    share, gain = depth.share, value_share(depth)
    slope = (gain[piece + 1] - gain[piece]) / (share[piece + 1] - share[piece])
    reached = gain[piece] + slope * (x - share[piece])
    # Of nobody the lift is the slope of the first piece.
    return np.asarray(np.divide(reached, x, out=np.asarray(slope, dtype=float), where=x > 0))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OverDepth(CurveKind):
    """Value against the share of records acted on; records of one score are acted on evenly.

    Read of a :class:`~costcurves.Tally` (positives are counted, or have the values that costs say) or of
    a :class:`~costcurves.ValueTally`.

    Attributes
    ----------
    read : callable
        Maps value at depth to y.
    within : callable or None
        Maps value at depth, places and their pieces to y, where y leaves the straight line between knots.
    needs_costs : bool
        Whether y is money: without costs two classes are worth nothing.
    """

    family: ClassVar[Family] = Family.DEPTH

    x_title: str = "Share of the records flagged, best scores first"
    read: Callable[[Depth], Floats]
    within: Callable[[Depth, Floats, NDArray[np.intp]], Floats] | None = None
    needs_costs: bool = False

    @property
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""
        return "share", self.key

    @property
    def takes(self) -> frozenset[str]:
        """Costs, where y is money."""
        return frozenset({"costs"} if self.needs_costs else ())

    @property
    def limits(self) -> tuple[float, float]:
        """Of two classes, gains are shares."""
        return (0.0, 1.0) if self.read is value_share else (-np.inf, np.inf)

    @property
    def moved_by_prevalence(self) -> bool:
        """The share that is flagged has records of both classes in it."""
        return True

    def perfect(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> Curve:
        """Return the curve of a perfect ranking of the same records."""
        valued = self.valued(options.weighed(tally), options)
        return self._read(Depth.perfect(ValueTally.require(valued, self.title)))

    def _curve(self, tally: Any, options: CurveOptions) -> Curve:
        """Walk from nobody to everybody."""
        return self._read(Depth.of(self.valued(tally, options), self.title))

    def _read(self, depth: Depth) -> Curve:
        """Read the values."""
        inside = None if self.within is None else partial(self.within, depth)
        return Curve(self.key, depth.share, self.read(depth), inside=inside)

    def _references(self, tally: Any, options: CurveOptions) -> tuple[Reference, ...]:
        """Make the line of a random order."""
        whole = ValueTally.require(self.valued(tally, options), self.title).total
        ends = self.read(Depth(np.array([0.0, 1.0]), np.array([0.0, whole])))
        return (Reference("random order", (0.0, 1.0), (float(ends[0]), float(ends[1]))),)

    def valued(self, tally: Any, options: CurveOptions) -> Any:
        """Return what is read: two classes have the values that costs say; those of single records stay."""
        if not self.needs_costs or not isinstance(tally, Tally):
            return tally
        condition, costs = options.condition, options.stated_costs
        if costs is None or (condition is not None and condition.relative):
            raise InputError(
                f"{self.key} needs what outcomes are worth",
                "no costs" if costs is None else "only their ratio",
                "state what errors cost, such as costs=Costs(fp=…, fn=…)",
            )
        return ValueTally.of_costs(tally, costs)


@dataclasses.dataclass(frozen=True, slots=True)
class Decile:
    """One part of the records, the best scores first.

    Attributes
    ----------
    part : int
        1 is the best-scored part.
    low, high : float
        Its ends as shares of all records.
    weight, value : float
        What it holds; records are split evenly where its ends fall inside a cell.
    lift, cumulative_lift, gain : float
        Its mean value against the overall mean; the same of all parts so far; value so far as a share.
    """

    part: int
    low: float
    high: float
    weight: float
    value: float
    lift: float
    cumulative_lift: float
    gain: float


def deciles(tally: AnyTally, parts: Any = 10) -> tuple[Decile, ...]:
    """Cut the records into equal parts by score, the best first.

    Where a part would end inside a tie, or inside a record, the cell is split evenly: the expected
    value under a random order of ties. So the lifts of all parts average to exactly 1.

    Parameters
    ----------
    tally : Tally or ValueTally
    parts : int
        10 for deciles.

    Examples
    --------
    >>> from costcurves import Tally
    >>> [part.lift for part in deciles(Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1]), parts=4)]
    [2.0, 2.0, 0.0, 0.0]
    """
    if isinstance(parts, bool) or not isinstance(parts, (int, np.integer)) or parts < 1:
        raise InputError("the number of parts must be a whole number, 1 or more", repr(parts))
    count = int(parts)
    depth = Depth.of(tally, "a decile table")
    ends = np.arange(count + 1) / count
    value = _interpolated(depth, ends)
    gain = value / whole_of(depth)
    whole = (
        tally.total_weight if isinstance(tally, ValueTally) else tally.total_positive + tally.total_negative
    )
    weight = np.full(count, float(whole) / count)
    so_far = gain[1:]
    columns = (ends[:-1], ends[1:], weight, np.diff(value), count * np.diff(gain), so_far / ends[1:], so_far)
    return tuple(Decile(part, *row) for part, row in enumerate(np.column_stack(columns).tolist(), 1))


def _interpolated(depth: Depth, share: Floats) -> Floats:
    """Value at shares; np.interp would look at every knot, and there are millions."""
    right = np.clip(np.searchsorted(depth.share, share), 1, len(depth.share) - 1)
    x0, x1, y0, y1 = depth.share[right - 1], depth.share[right], depth.value[right - 1], depth.value[right]
    return np.asarray(y0 + (share - x0) / (x1 - x0) * (y1 - y0))


#: Every kind over depth.
DEPTH_CURVES: tuple[OverDepth, ...] = (
    OverDepth(
        key="gains",
        title="Cumulative gains",
        y_title="Share of the positives found",
        formula="TPR over the share flagged",
        read=value_share,
        aliases=("cap", "cumulative_accuracy_profile", "cumulative_lift_chart"),
        cost_space="the ROC curve sheared: share flagged = p·TPR + (1 − p)·FPR; area p/2 + (1 − p)·AUC",
    ),
    OverDepth(
        key="lift",
        title="Lift",
        y_title="Lift: positives found against as many at random",
        formula="TPR / share flagged = precision / prevalence",
        read=lift,
        within=lift_within,
        cost_space="gains divided by depth",
    ),
    OverDepth(
        key="profit",
        title="Profit",
        y_title="Profit so far",
        formula="value tp · TP + value fp · FP over the share flagged",
        read=money,
        needs_costs=True,
        aliases=("cumulative_net_value",),
        cost_space="highest profit = value tp · P − n·(weights of both errors)·env(PC)",
    ),
)
