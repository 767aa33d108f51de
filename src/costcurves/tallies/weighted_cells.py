"""Cells of records whose weights are not whole, so that their sums round.

Sums have one order: records by score descending, ties in the order of their rows. The weight of a cell is
its sequential sum in that order, a total the running sum over cells; so nothing depends on how many threads
sort, nor on the order of rows that have distinct scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.class_sorting import counted, ordered
from costcurves.tallies.cells import Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats


def weighted_cells(is_positive: NDArray[np.bool_], score: Floats, weight: Floats) -> Cells:
    """One cell a distinct score; all weights are above 0, NaN is refused."""
    order = ordered(score)
    ranked = score[order]
    if len(ranked) and np.isnan(ranked[-1]):
        arrays.refuse_nan(score, "y_score")
    order, ranked = order[::-1], ranked[::-1]
    begins = np.empty(len(ranked), bool)
    begins[:1] = True
    np.not_equal(ranked[1:], ranked[:-1], out=begins[1:])
    if begins.all():
        at, own = is_positive[order], weight[order]
        positives, negatives = np.where(at, own, 0.0), np.where(at, 0.0, own)
    else:
        positives, negatives = _sums(counted(begins)[1:], order, is_positive, weight)
    high = ranked[begins] + 0.0  # no −0.0
    return Cells(high, high, positives, negatives)


def _sums(
    cell: NDArray[np.intp], order: NDArray[np.intp], is_positive: NDArray[np.bool_], weight: Floats
) -> tuple[Floats, Floats]:
    """Add the weights of ties up one after the other, as np.bincount does, in the order of rows."""
    bin_of = np.empty_like(cell)
    bin_of[order] = 2 * (cell - 1)
    bin_of += is_positive
    sums = np.bincount(bin_of, weight, minlength=2 * int(cell[-1])).reshape(-1, 2)
    return np.ascontiguousarray(sums[:, 1]), np.ascontiguousarray(sums[:, 0])
