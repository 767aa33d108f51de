"""Records whose two classes the C extension has sorted apart."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.bucket_sorting import sorted_classes
from costcurves.tallies.cells import Cells, HullPoints, RunningWeights, running

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers
    from costcurves._ground.class_runs import ClassRuns


@dataclasses.dataclass(frozen=True, slots=True)
class SplitRecords:
    """Records sorted by class and score, counted or with whole weights.

    Attributes
    ----------
    runs : ClassRuns
        The scores of each class, ascending.
    """

    runs: ClassRuns

    @classmethod
    def sort(cls, is_positive: NDArray[np.bool_], score: Floats, weight: Numbers | None) -> SplitRecords:
        """Sort checked columns."""
        runs = sorted_classes(is_positive, score, weight)
        if runs is None:
            arrays.refuse_nan(score, "y_score")
        assert runs is not None
        return cls(runs)

    def weight(self, *, positive: bool) -> int:
        """Total weight of one class."""
        score, weight = self._side(positive=positive)
        return len(score) if weight is None else int(weight.sum())

    def _side(self, *, positive: bool) -> tuple[Floats, Numbers | None]:
        runs = self.runs
        if positive:
            return runs.positives, runs.positive_weight
        return runs.negatives, runs.negative_weight

    def cells(self) -> Cells:
        """One cell a distinct score."""
        score, negatives, positives = self.runs.cells()
        return Cells(score, score, positives, negatives)

    def running_weights(self) -> RunningWeights:
        """Count both classes from the highest score down."""
        if self.runs.negative_weight is not None:
            return self.cells().running_weights()
        score, fp, tp = self.runs.flagged()
        return RunningWeights(score, score, fp, tp)

    def hull_points(self) -> HullPoints:
        """Take the corners themselves."""
        corners = self.runs.corners()
        if corners is None:
            return self.cells().hull_points()
        fp, tp, low, high, doubled = corners
        return HullPoints(fp, tp, doubled, lambda index: (low[index], high[index]))

    def ends(self) -> tuple[float, float]:
        """Look at the ends of both runs."""
        runs = [run for run in (self.runs.negatives, self.runs.positives) if len(run)]
        return min(float(run[0]) for run in runs), max(float(run[-1]) for run in runs)

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Look the thresholds up in both runs."""
        return self._from(threshold, positive=False), self._from(threshold, positive=True)

    def _from(self, threshold: Floats, *, positive: bool) -> Numbers:
        score, weight = self._side(positive=positive)
        below = np.searchsorted(score, threshold, side="left")
        if weight is None:
            return np.asarray(len(score) - below)
        sums = running(weight)
        return np.asarray(sums[-1] - sums[below])


def split_cells(is_positive: NDArray[np.bool_], score: Floats, weight: Floats) -> Cells:
    """One cell a distinct score: sums of fractional weights round, so that cells are made at once."""
    return SplitRecords.sort(is_positive, score, weight).cells()
