"""Fewer vertices for long curves: those that an eye can tell apart, always among the curve's own."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.paths import thin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["FEW", "simplified"]

#: Curves of at most so many vertices keep them all.
FEW = 200


def simplified(x: Floats, y: Floats, resolution: float = 1000, keep: Iterable[int] = ()) -> NDArray[np.intp]:
    """Choose vertices so that no other one lies visibly off the line through them.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        A curve in the unit square.
    resolution : float
        Places that can be told apart along one side of the square: no vertex that is left out lies
        farther than 1.5/`resolution` from the line that is drawn.
    keep : iterable of int
        Vertices that must stay.

    Returns
    -------
    ndarray of int
        Indices, ascending; the first and the last among them; all up to `FEW`.

    References
    ----------
    Douglas & Peucker (1973), Cartographica 10, after vertices of one place are taken together.

    Examples
    --------
    >>> x = np.linspace(0, 1, 10_000)
    >>> len(simplified(x, np.sqrt(x))), len(simplified(x, x))
    (30, 2)
    """
    if len(x) <= FEW:
        return np.arange(len(x))
    cells = resolution / 3  # `thin` takes vertices within a third of a unit together
    fixed = np.unique([0, len(x) - 1, *keep])
    candidates = np.union1d(thin(x * cells, y * cells), fixed)
    places = np.column_stack([x[candidates], y[candidates]])
    chosen = np.isin(candidates, fixed)
    stops = np.flatnonzero(chosen).tolist()
    open_stretches = list(itertools.pairwise(stops))
    while open_stretches:
        start, stop = open_stretches.pop()
        if stop - start < 2:
            continue
        off = _distances(places[start + 1 : stop], places[start], places[stop])
        farthest = int(np.argmax(off))
        if off[farthest] > 0.5 / resolution:
            middle = start + 1 + farthest
            chosen[middle] = True
            open_stretches += [(start, middle), (middle, stop)]
    return candidates[chosen]


def _distances(points: Floats, start: Floats, stop: Floats) -> Floats:
    """Distances of points from a chord."""
    along = stop - start
    length = float(np.hypot(*along))
    gap = points - start
    if length == 0:
        return np.asarray(np.hypot(gap[:, 0], gap[:, 1]))
    return np.asarray(np.abs(gap[:, 0] * along[1] - gap[:, 1] * along[0]) / length)
