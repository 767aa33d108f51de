"""Corners that the hulls of several models have in common, and the thresholds that give them."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats, Numbers
from costcurves._ground.documents import number
from costcurves.space.hull import upper_hull
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.space.roc import RocHull


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class CornerModel(ByValue):
    """A model that has an operating point, and the thresholds that give it.

    Attributes
    ----------
    model : str
    low, high : float
        Ends of the interval of thresholds in the model's own scores; NaN where scores are unknown.
    direction : Direction
    """

    model: str
    low: float
    high: float
    direction: Direction = Direction.HIGH

    @property
    def threshold(self) -> float:
        """The threshold to use: the end that belongs to the interval."""
        return self.direction.ends(self.low, self.high)[0]

    @property
    def beyond(self) -> float:
        """The first score that is no longer flagged."""
        return self.direction.ends(self.low, self.high)[1]

    def to_json(self) -> dict[str, Any]:
        """Return model and thresholds as plain values; no thresholds where scores are unknown."""
        ends = None if math.isnan(self.high) else {"low": self.low, "high": self.high}
        return {"model": self.model, "threshold": ends, "flagged_if": str(self.direction)}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote."""
        ends = document["threshold"] or {"low": None, "high": None}
        low, high = number(ends["low"]), number(ends["high"])
        return cls(str(document["model"]), low, high, Direction(document["flagged_if"]))


def _weights(hull: RocHull, everyone: Sequence[RocHull]) -> tuple[Numbers, Numbers]:
    """Return the corners of a hull in weights where all hulls have the same ones, else in rates."""
    sizes = {(one.fp.dtype, one.tp.dtype, one.negatives, one.positives) for one in everyone}
    return (hull.fp, hull.tp) if len(sizes) == 1 else (hull.fpr, hull.tpr)


def joint_corners(hulls: Sequence[RocHull]) -> tuple[Numbers, Numbers]:
    """Return the corners of the upper hull of several hulls: weights where all have the same, else rates."""
    points = [_weights(hull, hulls) for hull in hulls]
    first = points[0]
    fp, tp = (
        np.concatenate(columns) for columns in zip(*[(x[1:-1], y[1:-1]) for x, y in points], strict=True)
    )
    order = np.lexsort((tp, fp))
    fp, tp = fp[order], tp[order]
    # No corner lies below a point to its left.
    climbs = (
        np.diff(np.maximum.accumulate(tp), prepend=tp.dtype.type(0)) > 0 if len(tp) else np.zeros(0, bool)
    )
    fp, tp = (
        np.concatenate([ends[:1], inner[climbs], ends[-1:]])
        for ends, inner in zip(first, (fp, tp), strict=True)
    )
    index = upper_hull(fp, tp)
    return fp[index], tp[index]


def shared_corners(fpr: Floats, tpr: Floats, hull: RocHull) -> tuple[list[int], list[int]]:
    """Return which of some corners a hull has, too, and where; rates that differ by rounding are equal."""
    # Both rates rise along a hull, and so does their sum.
    place = np.searchsorted(hull.fpr + hull.tpr, fpr + tpr - 2 * TIE)
    place = np.minimum(place, len(hull) - 1)
    near = np.maximum(np.abs(hull.fpr[place] - fpr), np.abs(hull.tpr[place] - tpr)) <= TIE
    corners = np.flatnonzero(near)
    return corners.tolist(), place[corners].tolist()
