"""Linear costs over a simplex: where each of several is the least, and the mean of the least, both exactly.

A place of a simplex is a row of shares that add up to 1, such as those of the classes. A cost that is
linear over it is known by its values in the corners, a row as well.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def least_polygons(costs: Floats) -> list[Floats]:
    """Cut a triangle into the polygons in which each of several linear costs is the least.

    Parameters
    ----------
    costs : ndarray of float, shape (lines, 3)
        Of each line its values in the three corners.

    Returns
    -------
    list of ndarray, each of shape (vertices, 3)
        Of each line its polygon, against the clock if the corners are; empty where it is nowhere the least.
        Of lines that are equal within 1e-12 the first has the polygon.

    Examples
    --------
    >>> polygons = least_polygons(np.array([[0.0, 1, 1], [1, 0, 1], [0.9, 0.9, 0.9]]))
    >>> [len(one) for one in polygons]
    [4, 4, 4]
    """
    found: list[Floats] = []
    for this in range(len(costs)):
        polygon = np.eye(3)
        for other in range(len(costs)):
            above = costs[this] - costs[other]
            if np.all(np.abs(above) <= TIE):
                if other < this:
                    polygon = polygon[:0]
            else:
                polygon = clipped(polygon, polygon @ above)
            if not len(polygon):
                break
        found.append(polygon)
    return found


def clipped(polygon: Floats, values: Floats) -> Floats:
    """Return the part of a convex polygon in which a linear function is at most 0.

    Parameters
    ----------
    polygon : ndarray of float, shape (vertices, d)
    values : ndarray of float, shape (vertices,)
        The function at the vertices; within 1e-12 of 0 they lie on the cut.

    Returns
    -------
    ndarray of float, shape (vertices, d)
        Empty where nothing but an edge or a corner is left.
    """
    values = np.where(np.abs(values) <= TIE, 0.0, values)
    if not np.any(values < 0):
        return polygon[:0]
    if not np.any(values > 0):
        return polygon
    following, after = np.roll(polygon, -1, axis=0), np.roll(values, -1)
    kept: list[Floats] = []
    for here, there, value, next_value in zip(polygon, following, values, after, strict=True):
        if value <= 0:
            kept.append(here)
        if value * next_value < 0:
            kept.append(here + (there - here) * (value / (value - next_value)))
    return np.array(kept)


def share_of_triangle(ring: Floats) -> float:
    """Return the share of the triangle that a ring of places encloses, positive against the clock.

    Examples
    --------
    >>> share_of_triangle(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1.0]]))
    1.0
    """
    x, y = ring[:, 1], ring[:, 2]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def mean_of_least(costs: Floats) -> float:
    """Return the mean of the least of several linear costs over a simplex, all places alike.

    The simplex is cut along its edges where two costs are equal, until one cost is the least at all corners
    of each piece; over such a piece the mean is that of the corners. Work grows fast with both numbers.

    Parameters
    ----------
    costs : ndarray of float, shape (lines, K)
        Of each line its values in the K corners.

    Examples
    --------
    Of always saying one of three classes, each error counted alike:

    >>> round(18 * mean_of_least(1 - np.eye(3)), 9)
    7.0
    """
    pieces, mean = [(np.eye(costs.shape[1]), 1.0)], 0.0
    while pieces:
        corners, share = pieces.pop()
        values = corners @ costs.T
        least = values <= values.min(axis=1, keepdims=True) + TIE
        everywhere = np.flatnonzero(least.all(axis=0))
        if everywhere.size:
            mean += share * float(values[:, everywhere[0]].mean())
        else:
            one, other = _both_least(least)
            pieces += _cut(corners, share, costs[one] - costs[other])
    return mean


def _both_least(least: NDArray[np.bool_]) -> tuple[np.intp, np.intp]:
    """Find two costs of which each is the least at a corner where the other is not."""
    for low, high in combinations(least, 2):
        one, other = low & ~high, high & ~low
        if one.any() and other.any():
            return np.argmax(one), np.argmax(other)
    raise AssertionError("sets of least costs of which none is part of another lie in one piece")


def _cut(corners: Floats, share: float, above: Floats) -> list[tuple[Floats, float]]:
    """Cut a piece into smaller ones on either side of a plane, edge by edge."""
    uncut, done = [(corners, share)], []
    while uncut:
        piece, size = uncut.pop()
        values = piece @ above
        below, beyond = int(np.argmin(values)), int(np.argmax(values))
        if values[below] >= -TIE or values[beyond] <= TIE:
            done.append((piece, size))
            continue
        at = float(values[below] / (values[below] - values[beyond]))
        middle = piece[below] + (piece[beyond] - piece[below]) * at
        for end, part in ((below, 1 - at), (beyond, at)):
            smaller = piece.copy()
            smaller[end] = middle
            uncut.append((smaller, size * part))
    return done
