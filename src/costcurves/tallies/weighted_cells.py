"""Cells of records whose weights are not whole, so that their sums round.

Sums have one order: records by score descending, ties in the order of their rows. The weight of a cell is
its sequential sum in that order, a total the running sum over cells; so nothing depends on how many threads
sort, nor on the order of rows that have distinct scores.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.class_sorting import counted, ordered
from costcurves.tallies.cells import Cells, HullPoints, RunningWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers


@dataclasses.dataclass(frozen=True, eq=False)
class FractionalRecords:
    """Records whose weights are not whole: cells, and their running sums, made once for all that asks.

    Attributes
    ----------
    parts : Cells
        One cell a distinct score.
    """

    parts: Cells

    @cached_property
    def _sums(self) -> HullPoints:
        return self.parts.hull_points()

    def weight(self, *, positive: bool) -> float:
        """Total weight of one class: its last running sum."""
        total: float = (self._sums.tp if positive else self._sums.fp)[-1].item()
        return total

    def cells(self) -> Cells:
        """Return the cells."""
        return self.parts

    def running_weights(self) -> RunningWeights:
        """Return the running sums, which end in the weight of both classes."""
        return RunningWeights(self.parts.high, self.parts.low, self._sums.fp, self._sums.tp, self.parts)

    def hull_points(self) -> HullPoints:
        """Every cell boundary is a point."""
        return self._sums

    def ends(self) -> tuple[float, float]:
        """Least and greatest score attained."""
        return self.parts.ends()

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Weight of both classes at or above each threshold: negatives, positives."""
        whole = self.parts.cells_flagged(threshold)
        return self._sums.fp[whole], self._sums.tp[whole]


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
