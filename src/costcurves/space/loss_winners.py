"""Which model loses least where: the ranges of κ of any number of loss curves."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE
from costcurves.space.pieces import distinct_places

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
    cuts = distinct_places(np.concatenate([curve.kappa for curve in everyone]))
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
