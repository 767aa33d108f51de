"""Cells from published numbers: counts per score, operating points, confusion matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import InputError, nth_row
from costcurves.tallies.cells import Cells, Direction
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurves._ground.arrays import Floats, Numbers


def confusion_cells(tp: float, fn: float, fp: float, tn: float) -> Cells:
    """Two cells of a hard classifier: flagged (score 1) and not flagged (score 0)."""
    one = Confusion(tp, fn, fp, tn)
    if one.tp.ndim:
        raise InputError(
            "a hard classifier must have one confusion matrix",
            f"entries of shape {one.tp.shape}",
            "make one tally of each, and stack them",
        )
    positives, negatives = np.stack([one.fn, one.tp]), np.stack([one.tn, one.fp])
    exact = Cells.exact(np.array([0.0, 1.0]), arrays.whole(positives), arrays.whole(negatives))
    return exact.without_empty()


def count_cells(
    score: ArrayLike, positives: ArrayLike, negatives: ArrayLike, direction: Direction = Direction.HIGH
) -> Cells:
    """One cell a distinct score of a table of counts; repeated scores add up."""
    values = arrays.numbers(score, "score")
    arrays.refuse_nan(values, "score")
    distinct, place = np.unique(direction.turned(values), return_inverse=True)
    sums = []
    for name, column in (("positives", positives), ("negatives", negatives)):
        weight = arrays.required_weights(column, len(values), name)
        total = np.zeros(len(distinct), weight.dtype)
        np.add.at(total, place, weight)
        sums.append(total)
    return Cells.exact(distinct, *sums).without_empty()


def point_cells(
    fpr: ArrayLike,
    tpr: ArrayLike,
    sizes: tuple[float, float] | None,
    threshold: ArrayLike | None,
    direction: Direction = Direction.HIGH,
) -> Cells:
    """Cells between the operating points of one model, leaving out points that another dominates."""
    x, y = rates(fpr, "fpr"), rates(tpr, "tpr")
    arrays.check_length(y, len(x), "tpr")
    order = np.lexsort((-y, x))
    # Keep the points that climb: each with a higher TPR than all points to its left.
    best = np.maximum.accumulate(np.concatenate([[-1.0], y[order]]))
    order = order[best[1:] > best[:-1]]
    columns = []
    for rate, size in zip((y, x), sizes or (1.0, 1.0), strict=True):
        column = np.diff(np.concatenate([[0.0], rate[order], [1.0]])) * size
        columns.append(column if sizes is None else nearly_whole(column))
    if threshold is None:
        rank = -np.arange(len(order) + 1, dtype=float)
        return Cells(rank, rank, *columns).without_empty()
    level = arrays.numbers(threshold, "threshold")
    arrays.check_length(level, len(x), "threshold")
    level = direction.turned(level[order])
    # Not by differences: those of huge or infinite thresholds overflow.
    if not np.all(level[1:] < level[:-1]) or np.any(np.isnan(level)):
        raise InputError(
            f"thresholds must {'rise' if direction is Direction.LOW else 'fall'} as FPR and TPR rise",
            str(direction.turned(level).tolist()),
            where="threshold",
        )
    # Only the threshold itself is known to serve a point: the next lower float already may not.
    high = np.concatenate([[np.inf], np.nextafter(level, -np.inf)])
    return Cells(high, np.append(level, -np.inf), *columns)


def stakes(benefit: ArrayLike, score: ArrayLike) -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Labels, scores and weights of records by what acting on each would save.

    The weights are floats even where all of them are whole: money counts no records.
    """
    gain, values = arrays.finite(benefit, "benefit"), arrays.scores(score, "score")
    arrays.check_length(values, len(gain), "score")
    arrays.refuse_nan(values, "score")
    arrays.weights(np.abs(gain), len(gain), "benefit")  # refuses those without a sum
    return gain > 0, values, np.abs(gain)


def class_sizes(positives: float | None, negatives: float | None) -> tuple[float, float] | None:
    """Read the number of records of both classes, or of neither."""
    if (positives is None) != (negatives is None):
        raise InputError(
            "class sizes must be given for both classes or for neither",
            f"positives={positives!r}, negatives={negatives!r}",
        )
    if positives is None:
        return None
    sizes = arrays.number(positives, "positives"), arrays.number(negatives, "negatives")
    if min(sizes) <= 0 or max(sizes) > arrays.LARGEST_TOTAL:
        raise InputError(
            f"class sizes must be above 0 and at most {arrays.LARGEST_TOTAL:g}",
            f"positives={positives!r}, negatives={negatives!r}",
        )
    return sizes


def rates(values: ArrayLike, name: str) -> Floats:
    """Read rates in [0, 1]."""
    array = arrays.numbers(values, name)
    arrays.refuse_nan(array, name)
    bad = np.flatnonzero((array < 0) | (array > 1))
    if bad.size:
        raise InputError(f"{name} must lie in [0, 1]", f"{array[bad[0]]}", where=nth_row(bad[0]))
    return array


def nearly_whole(column: Floats) -> Numbers:
    """Turn counts that are whole but for rounding (rate times class size) into int64."""
    rounded, total = np.rint(column), float(column.sum())
    # A rate is rounded to 2⁻⁵³, so a count is off by that share of the class at most, twice.
    if np.allclose(column, rounded, rtol=0, atol=1e-12 * max(1.0, total)) and total < arrays.EXACT_WHOLE:
        return rounded.astype(np.int64)
    return column
