"""Which model loses least where: the ranges of κ of any number of loss curves."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE
from costcurves.space.pieces import SAME_PLACE, distinct_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.space.loss_curve import LossCurve


@dataclasses.dataclass(frozen=True, slots=True)
class LossRange:
    """A range of κ with the models of least loss.

    Attributes
    ----------
    low, high : float
        Ends of the range.
    models : tuple of str
        The model of least loss, or all that tie.
    """

    low: float
    high: float
    models: tuple[str, ...]

    @property
    def winner(self) -> str:
        """Name the winner for people."""
        return " = ".join(self.models)


def loss_ranges(curves: Mapping[str, LossCurve]) -> tuple[LossRange, ...]:
    """Cut the axis of κ into ranges, each with the curves of least loss.

    Exact: between the knots of all curves each is straight, so crossings are solved, not searched for.
    Losses that differ by 1e-12 of the greatest tie.

    Examples
    --------
    >>> from costcurves.space.loss_curve import LossCurve
    >>> lines = {"a": LossCurve([0, 1], [1, 3]), "b": LossCurve([0, 1], [2, 1])}
    >>> [(round(one.low, 3), round(one.high, 3), one.winner) for one in loss_ranges(lines)]
    [(0.0, 0.333, 'a'), (0.333, 1.0, 'b')]
    """
    names, everyone = list(curves), list(curves.values())
    slack = TIE * max(float(curve.loss.max(initial=0.0)) for curve in everyone)
    cuts = distinct_places(np.concatenate([[0.0, 1.0], *_knots(everyone, slack)]))
    cuts = np.concatenate([cuts, _crossings(cuts, _losses(everyone, cuts), slack)])
    ends = distinct_places(cuts)
    middle = _losses(everyone, (ends[:-1] + ends[1:]) / 2)
    least = middle <= middle.min(axis=0) + slack
    starts = np.flatnonzero(np.concatenate([[True], np.any(least[:, 1:] != least[:, :-1], axis=0)]))
    stops = [*starts[1:].tolist(), least.shape[1]]
    return tuple(
        LossRange(float(ends[start]), float(ends[stop]), tuple(itertools.compress(names, least[:, start])))
        for start, stop in zip(starts.tolist(), stops, strict=True)
    )


#: Boxes that curves are first looked at in, and knots below which that does not pay.
BOXES, FEW = 16_384, 100_000


def _knots(curves: list[LossCurve], slack: float) -> list[Floats]:
    """Return the knots of each curve, without those where one curve is below all others by more than a tie.

    Within a box of the axis a curve lies between its least and its greatest loss there; where that box of one
    curve is below those of all others, its ranges have no end.
    """
    if sum(len(curve.kappa) for curve in curves) < FEW:
        return [curve.kappa for curve in curves]
    edges = np.arange(BOXES + 1) / BOXES
    low, high = (np.array(each) for each in zip(*(_boxes(curve, edges) for curve in curves), strict=True))
    first = np.argmin(high, axis=0)[None]
    highest = np.take_along_axis(high, first, axis=0)[0] + 2 * slack
    np.put_along_axis(low, first, np.inf, axis=0)
    is_unclear = np.concatenate([[False], low.min(axis=0) <= highest, [False]])
    ends = np.flatnonzero(is_unclear[1:] != is_unclear[:-1])  # where unclear stretches begin and end
    found = []
    for start, stop in edges[ends].reshape(-1, 2).tolist():
        least, most = _whole(curves, start, stop)
        for curve in curves:
            begin, end = np.searchsorted(curve.kappa, [least, np.nextafter(most, 2)])
            found.append(curve.kappa[begin:end])
    return found


def _boxes(curve: LossCurve, edges: Floats) -> tuple[Floats, Floats]:
    """Return the least and the greatest loss between every two edges."""
    ends = np.interp(edges, curve.kappa, curve.loss)
    low, high = np.minimum(ends[1:], ends[:-1]), np.maximum(ends[1:], ends[:-1])
    starts = np.minimum(np.searchsorted(curve.kappa, edges[:-1]), len(curve.kappa) - 1)
    # Where a box has no knot, the next one takes part: bounds are no tighter than they may be.
    return (
        np.minimum(low, np.minimum.reduceat(curve.loss, starts)),
        np.maximum(high, np.maximum.reduceat(curve.loss, starts)),
    )


def _whole(curves: list[LossCurve], low: float, high: float) -> tuple[float, float]:
    """Widen a region to the nearest places on both sides that are cuts whatever lies beyond."""
    low, high = _before(curves, low), _after(curves, high)
    while not _is_cut(curves, low):
        low = _before(curves, low)
    while not _is_cut(curves, high):
        high = _after(curves, high)
    return low, high


def _is_cut(curves: list[LossCurve], place: float) -> bool:
    """Whether a knot is none that :func:`distinct_places` takes for another one, rounded."""
    return place in {0.0, 1.0} or (place - _before(curves, place) > SAME_PLACE and place < 1 - SAME_PLACE)


def _before(curves: list[LossCurve], place: float) -> float:
    """Return the last knot of any curve below a place."""
    found = [curve.kappa[: np.searchsorted(curve.kappa, place)] for curve in curves]
    return max((float(knots[-1]) for knots in found if len(knots)), default=0.0)


def _after(curves: list[LossCurve], place: float) -> float:
    """Return the first knot of any curve above a place."""
    found = [curve.kappa[np.searchsorted(curve.kappa, place, side="right") :] for curve in curves]
    return min((float(knots[0]) for knots in found if len(knots)), default=1.0)


def _losses(curves: list[LossCurve], places: Floats) -> Floats:
    return np.array([np.interp(places, curve.kappa, curve.loss) for curve in curves])


def _crossings(cuts: Floats, losses: Floats, slack: float) -> Floats:
    """Return where lines cross within pieces at whose ends different ones are the least."""
    least = losses <= losses.min(axis=0) + slack
    changes = np.flatnonzero(~np.any(least[:, 1:] & least[:, :-1], axis=0))
    found: list[NDArray[np.float64]] = [np.zeros(0)]
    left, right = losses[:, changes], losses[:, changes + 1]
    for one, other in itertools.combinations(range(len(losses)), 2):
        before, after = left[one] - left[other], right[one] - right[other]
        crossed = before * after < 0
        share = before[crossed] / (before[crossed] - after[crossed])
        start = cuts[changes[crossed]]
        found.append(start + share * (cuts[changes[crossed] + 1] - start))
    return np.concatenate(found)
