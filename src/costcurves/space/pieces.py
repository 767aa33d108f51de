"""Pieces of an axis: uniting cuts, reading ends, solving for roots."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import TIE, Floats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

#: Pieces worked on at once, so that what is worked on stays in the cache.
BLOCK = 16_384
#: Places of the axis closer than this are one: the same breakpoint of two curves, rounded twice.
SAME_PLACE = 1e-14


def distinct_places(places: Floats) -> Floats:
    """Sort places of the axis; two that differ by rounding only are one, the ends stay 0 and 1."""
    ends = np.unique(places)
    inner = ends[1:-1]
    apart = np.diff(ends[:-1]) > SAME_PLACE
    return np.concatenate([[0.0], inner[apart & (inner < 1 - SAME_PLACE)], [1.0]])


def standing(rate: Floats) -> Floats:
    """Lay out the rates of both ends of pieces over which they stand still: a view, nothing is copied."""
    return np.broadcast_to(rate[:, None], (len(rate), 2))


def kept(column: NDArray[Any], wide: NDArray[np.bool_]) -> NDArray[Any]:
    """Take the pieces that have width; where all have, what nobody can write to is not copied."""
    return column if wide.all() and not column.flags.writeable else column[wide]


def at_ends(edges: Floats, rate: Floats, finer: Floats) -> Floats:
    """Evaluate piecewise linear rates at both ends of the pieces of a finer cut."""
    # By their middles: an edge may have moved by a rounding.
    piece = np.searchsorted(edges, (finer[:-1] + finer[1:]) / 2, side="right") - 1
    left, width = edges[piece], edges[piece + 1] - edges[piece]
    ends = np.column_stack([finer[:-1], finer[1:]])
    share = (ends - left[:, None]) / width[:, None]
    return np.asarray(rate[piece, :1] + share * (rate[piece, 1:] - rate[piece, :1]))


def concave(width: Floats, left: Floats, middle: Floats, right: Floats) -> bool:
    """Tell whether straight pieces follow each other without a jump and never bend up."""
    straight = np.abs(left + right - 2 * middle) <= TIE
    joined = np.abs(left[1:] - right[:-1]) <= TIE
    slope = (right - left) / width
    bent_down = (slope[1:] - slope[:-1]) * np.minimum(width[1:], width[:-1]) <= TIE
    return bool(np.all(straight) and np.all(joined) and np.all(bent_down))


def stretches(
    edges: Sequence[float], pieces: Iterable[tuple[float, float, float]], loss: Callable[[float], float]
) -> list[tuple[float, float, int]]:
    """Cut an axis into stretches (low, high, sign); a piece is its left, middle and right value."""
    found: list[tuple[float, float, int]] = []
    for (low, high), (left, middle, right) in zip(itertools.pairwise(edges), pieces, strict=True):
        ends = [low, *(low + (high - low) * r for r in roots(left, middle, right)), high]
        for start, stop in itertools.pairwise(ends):
            value = middle if len(ends) == 2 else loss((start + stop) / 2)
            sign = 0 if abs(value) <= TIE else int(math.copysign(1, value))
            if found and found[-1][2] == sign:
                found[-1] = (found[-1][0], stop, sign)
            elif stop > start:
                found.append((start, stop, sign))
    return found


def roots(left: float, middle: float, right: float) -> list[float]:
    """Roots in (0, 1) of the parabola through (0, left), (½, middle), (1, right); ends within TIE are 0."""
    left, middle, right = (0.0 if abs(v) <= TIE else v for v in (left, middle, right))
    bend = 2 * (left + right) - 4 * middle
    if abs(bend) <= TIE:
        return [left / (left - right)] if left * right < 0 else []
    rise = right - left - bend
    inside = rise * rise - 4 * bend * left
    if inside < 0:
        return []
    # The stable form: no difference of nearly equal numbers.
    half = -(rise + math.copysign(math.sqrt(inside), rise)) / 2
    found = [half / bend] + ([left / half] if half else [])
    return sorted({root for root in found if 0 < root < 1})
