"""Polylines and polygons in pixels: thinned, clipped, sampled, and curves with fewer vertices."""

from __future__ import annotations

import itertools
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Marks with at most so many vertices keep them all.
THIN_ABOVE = 1500

#: Vertices in one cell of this size look like one.
_CELL = 1 / 3


class Box(NamedTuple):
    """A rectangle in pixels; y grows downward."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


def thin(*places: Floats) -> NDArray[np.intp]:
    """Choose the vertices of a long line that can be told apart on screen.

    Of vertices that follow each other within a third of a pixel the first is kept. The last vertex and
    the extremes of each coordinate are always kept, so that nothing moves further than that third.

    Parameters
    ----------
    *places : ndarray, shape (n,)
        Coordinates in pixels.

    Returns
    -------
    ndarray of int
        Indices of the kept vertices, ascending; all of them up to `THIN_ABOVE`.
    """
    count = len(places[0])
    if count <= THIN_ABOVE:
        return np.arange(count)
    keep = np.zeros(count, dtype=bool)
    keep[[0, -1]] = True
    for place in places:
        cells = np.floor(place / _CELL)
        keep[1:] |= cells[1:] != cells[:-1]
        keep[[np.argmin(place), np.argmax(place)]] = True
    return np.flatnonzero(keep)


def clip_polyline(x: Floats, y: Floats, box: Box) -> list[Floats]:
    """Parts of a polyline within a box, each of shape (n, 2)."""
    points = np.column_stack([x, y])
    inside = (x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom)
    if inside.all():
        return [points] if len(points) else []
    pieces: list[list[Floats]] = []
    for start, stop in pairwise(points):
        ends = _clip_segment(start, stop, box)
        if ends is None:
            continue
        if pieces and np.array_equal(pieces[-1][-1], ends[0]):
            pieces[-1].append(ends[1])
        else:
            pieces.append(list(ends))
    return [np.array(piece) for piece in pieces]


def _clip_segment(start: Floats, stop: Floats, box: Box) -> tuple[Floats, Floats] | None:
    """Part of a segment within a box (Liang and Barsky's parametric clipping)."""
    enter, leave = 0.0, 1.0
    step = stop - start
    for axis, low, high in ((0, box.left, box.right), (1, box.top, box.bottom)):
        if step[axis] == 0:
            if not low <= start[axis] <= high:
                return None
            continue
        with np.errstate(over="ignore"):  # a step near 0 meets the sides infinitely far away
            near, far = sorted([(low - start[axis]) / step[axis], (high - start[axis]) / step[axis]])
        enter, leave = max(enter, near), min(leave, far)
    if enter > leave:
        return None
    # Ends that need no clipping stay bit for bit, so that pieces join.
    first = start if enter == 0.0 else start + enter * step
    return first, stop if leave == 1.0 else start + leave * step


def clip_polygon(x: Floats, y: Floats, box: Box) -> Floats:
    """Part of a polygon within a box, of shape (n, 2) (Sutherland and Hodgman's clipping)."""
    points = list(np.column_stack([x, y]))
    for axis, bound, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        clipped: list[Floats] = []
        for before, point in zip([*points[-1:], *points[:-1]], points, strict=True):
            depth_before, depth = sign * (before[axis] - bound), sign * (point[axis] - bound)
            if (depth_before < 0) != (depth < 0):
                clipped.append(before + (point - before) * (depth_before / (depth_before - depth)))
            if depth >= 0:
                clipped.append(point)
        points = clipped
    return np.array(points).reshape(-1, 2)


def sample(pieces: list[Floats], spacing: float) -> Floats:
    """Points along polylines, at most `spacing` pixels apart, of shape (n, 2)."""
    found = []
    for piece in pieces:
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(piece, axis=0).T))])
        at = np.linspace(0.0, along[-1], int(along[-1] / spacing) + 2)
        found.append(np.column_stack([np.interp(at, along, piece[:, 0]), np.interp(at, along, piece[:, 1])]))
    return np.concatenate(found) if found else np.empty((0, 2))


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
    along = stop - start
    length = float(np.hypot(*along))
    gap = points - start
    if length == 0:
        return np.asarray(np.hypot(gap[:, 0], gap[:, 1]))
    return np.asarray(np.abs(gap[:, 0] * along[1] - gap[:, 1] * along[0]) / length)
