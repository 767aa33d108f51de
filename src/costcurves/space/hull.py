"""The upper hull of ROC points, exact on integer counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import kernel
from costcurves._ground.arrays import FEW_EPS, Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Below this many points a plain chain is as fast as pruning.
CHAIN = 1_000
#: Points pruned at once, so that what is worked on stays in the cache.
BLOCK = 65_536
INT64 = 2**63


def upper_hull(fp: Numbers, tp: Numbers) -> NDArray[np.intp]:
    """Return the indices of the corners of the upper hull of points that climb.

    Parameters
    ----------
    fp, tp : ndarray, shape (points,)
        Cumulative weights, neither ever falling. On int64 the answer is exact: collinear points
        are no corners. On floats a corner no higher than the rounding of the sums is none.

    Returns
    -------
    ndarray of int
        Indices in order, first and last point included; equal points are taken once.
    """
    if fp.dtype == tp.dtype and kernel.active():
        return kernel.upper_hull(fp, tp)
    fp, tp = scaled(fp), scaled(tp)
    keep = _pruned_in_blocks(fp, tp)
    return _chain(fp, tp, _pruned(fp, tp, keep))


def _pruned_in_blocks(fp: Numbers, tp: Numbers) -> NDArray[np.intp]:
    """Prune stretches that fit the cache, each by itself: a corner of all is a corner of its stretch."""
    starts = range(0, len(fp), BLOCK)
    if len(starts) == 1:
        return np.arange(len(fp))
    blocks = [slice(start, start + BLOCK) for start in starts]
    kept = [_pruned(fp[block], tp[block], None) + block.start for block in blocks]
    return np.concatenate(kept)


def _pruned(fp: Numbers, tp: Numbers, keep: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """Drop points on or below the chord of their neighbours, all at once, while that drops many."""
    x, y = (fp, tp) if keep is None else (fp[keep], tp[keep])
    # Two equal points would each lie on the chord through the other, and both would go.
    moved = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    if keep is None or not moved.all():
        left = np.flatnonzero(np.concatenate([[True], moved]))
        keep = left if keep is None else keep[left]
        if len(left) < len(x):
            x, y = fp[keep], tp[keep]
    while len(keep) > CHAIN:
        stays = np.concatenate([[True], ~_on_or_below(x, y), [True]])
        dropped = len(keep) - int(np.count_nonzero(stays))
        keep = keep[stays]
        if dropped * 32 < len(stays):
            break
        x, y = fp[keep], tp[keep]
    return keep


def scaled(weight: Numbers) -> Numbers:
    """Divide cumulative floats by the power of two near their sum: exact, and products stay in range."""
    return weight if weight.dtype.kind != "f" else np.ldexp(weight, -np.frexp(weight[-1])[1])


def bridges(fp: Numbers, tp: Numbers, start: int, stop: int) -> bool:
    """Tell whether some point between two corners lies below their chord (by more than rounding)."""
    x, y = scaled(fp), scaled(tp)
    xs, ys = (column[start : stop + 1].tolist() for column in (x, y))
    width, height = xs[-1] - xs[0], ys[-1] - ys[0]
    exact = x.dtype.kind != "f" and y.dtype.kind != "f"
    slack = 0 if exact else FEW_EPS * (x[-1].item() * height + y[-1].item() * width)
    return any(height * (a - xs[0]) - width * (b - ys[0]) > slack for a, b in zip(xs, ys, strict=True))


def _on_or_below(x: Numbers, y: Numbers) -> NDArray[np.bool_]:
    """Tell which inner points lie on or below the chord of their two neighbours."""
    dx, dy = np.diff(x), np.diff(y)
    # Slope before <= slope after, cross-multiplied: dy0·dx1 <= dy1·dx0.
    # Floats take no tolerance here: many points go at once, and what each is forgiven would add up.
    if x.dtype.kind == "f" or y.dtype.kind == "f" or int(x[-1]) * int(y[-1]) < INT64:
        below: NDArray[np.bool_] = dy[:-1] * dx[1:] <= dy[1:] * dx[:-1]
        return below
    return product_at_most(dy[:-1], dx[1:], dy[1:], dx[:-1])


def product_at_most(
    a: NDArray[np.int64], b: NDArray[np.int64], c: NDArray[np.int64], d: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Compare a·b <= c·d of non-negative int64 exactly, in two 64-bit limbs."""
    high, low = _product(a, b)
    other_high, other_low = _product(c, d)
    return np.asarray((high < other_high) | ((high == other_high) & (low <= other_low)))


def _product(a: NDArray[np.int64], b: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Multiply non-negative int64 into the high and low limb of the 128-bit product."""
    half, mask = np.uint64(32), np.uint64(0xFFFF_FFFF)
    u, v = a.astype(np.uint64), b.astype(np.uint64)
    u1, u0, v1, v0 = u >> half, u & mask, v >> half, v & mask
    cross = u1 * v0 + ((u0 * v0) >> half)
    carry = u0 * v1 + (cross & mask)
    return u1 * v1 + (cross >> half) + (carry >> half), u * v


def _chain(fp: Numbers, tp: Numbers, keep: NDArray[np.intp]) -> NDArray[np.intp]:
    """Walk the points once, taking back corners that the next point overtakes (Python numbers: exact)."""
    xs, ys = fp[keep].tolist(), tp[keep].tolist()
    exact = fp.dtype.kind != "f" and tp.dtype.kind != "f"
    width, height = (0, 0) if exact else (FEW_EPS * (xs[-1] - xs[0]), FEW_EPS * (ys[-1] - ys[0]))
    corners: list[int] = []
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            above = (ys[b] - ys[a]) * (x - xs[b]) - (y - ys[b]) * (xs[b] - xs[a])
            if above > height * (x - xs[a]) + width * (y - ys[a]):
                break
            corners.pop()
        corners.append(i)
    return keep[np.array(corners, dtype=np.intp)]
