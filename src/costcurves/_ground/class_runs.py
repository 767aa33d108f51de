"""The scores of two classes, each sorted in one run, and what the C extension reads off both."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from costcurves._ground import threads
from costcurves._ground.kernel import upper_hull

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

    Ints = NDArray[np.int64]


class ExactCorners(NamedTuple):
    """Corners of a hull from nobody to everybody, ends (low, high] of their thresholds, twice the area."""

    fp: Ints
    tp: Ints
    low: Floats
    high: Floats
    doubled_area: int


@dataclasses.dataclass(frozen=True, slots=True)
class ClassRuns:
    """The scores of both classes, each ascending, and the weights (or row numbers) of their records.

    Attributes
    ----------
    negatives, positives : ndarray of float
        Scores; contiguous, without NaN and −0.0.
    negative_weight, positive_weight : ndarray or None
        What came with each score, both int64 or both float64.
    """

    negatives: Floats
    positives: Floats
    negative_weight: Numbers | None = None
    positive_weight: Numbers | None = None

    def __len__(self) -> int:
        return len(self.negatives) + len(self.positives)

    @property
    def columns(self) -> tuple[Floats, Floats, Numbers | None, Numbers | None]:
        """All four arrays, as the extension takes them."""
        return self.negatives, self.positives, self.negative_weight, self.positive_weight

    def between(self, ends: tuple[slice, slice]) -> ClassRuns:
        """Return the records at some places of both runs."""
        n, p = ends
        weights = self.negative_weight, self.positive_weight
        parts = (c if c is None else c[end] for c, end in zip(weights, ends, strict=True))
        return ClassRuns(self.negatives[n], self.positives[p], *parts)

    def stretches(self) -> list[tuple[slice, slice]]:
        """Cut both runs at the same scores, so that threads can share them; the highest scores come first."""
        longer = max(self.negatives, self.positives, key=len)
        starts = [part.start for part in threads.slices(len(longer), threads.workers(len(self)))]
        if len(starts) == 1:
            return [(slice(0, len(self.negatives)), slice(0, len(self.positives)))]
        pivots = np.unique(longer[starts[1:]])
        bounds = [[0, *np.searchsorted(run, pivots).tolist(), len(run)] for run in self.columns[:2]]
        n, p = ([slice(*ends) for ends in itertools.pairwise(each)] for each in bounds)
        return list(zip(n, p, strict=True))[::-1]

    def cells(self) -> tuple[Floats, Numbers, Numbers]:
        """Return the distinct scores, the highest first, and the weight of negatives and positives at each.

        Weights of a cell are added one by one in their order.
        """
        from costcurves._ground import _kernel

        def fill(ends: tuple[slice, slice], *out: Any) -> int:
            return _kernel.fill_cells(*self.between(ends).columns, *out)

        kind = np.int64 if self.negative_weight is None else self.negative_weight.dtype
        score, negative, positive = np.empty(len(self)), np.empty(len(self), kind), np.empty(len(self), kind)
        filled = self._filled(fill, score, negative, positive)
        return joined(score, filled), joined(negative, filled), joined(positive, filled)

    def flagged(self) -> tuple[Floats, Ints, Ints]:
        """Return the distinct scores, the highest first, and how many of each class are flagged.

        Counts are one more than scores: they begin with nobody.
        """
        from costcurves._ground import _kernel

        def fill(ends: tuple[slice, slice], *out: Any) -> int:
            part = self.between(ends)
            fp, tp = (len(run) - end.stop for run, end in zip(self.columns[:2], ends, strict=True))
            return _kernel.count_flagged(part.negatives, part.positives, fp, tp, *out)

        score, fp, tp = np.empty(len(self)), *np.empty((2, len(self) + 1), np.int64)
        fp[0] = tp[0] = 0
        filled = self._filled(fill, score, fp[1:], tp[1:])
        counts = [slice(0, 1), *(slice(part.start + 1, part.stop + 1) for part in filled)]
        return joined(score, filled), joined(fp, counts), joined(tp, counts)

    def _filled(self, fill: Callable[..., int], *columns: NDArray[Any]) -> list[slice]:
        """Let threads fill columns, each from as many places on as there are records above its stretch."""
        jobs, starts, start = [], [], 0
        for ends in self.stretches():
            stop = start + sum(end.stop - end.start for end in ends)
            jobs.append(functools.partial(fill, ends, *(column[start:stop] for column in columns)))
            starts.append(start)
            start = stop
        counts = threads.on_threads(jobs)
        return [slice(start, start + count) for start, count in zip(starts, counts, strict=True)]

    def corners(self) -> ExactCorners | None:
        """Return the corners of the hull of whole weights; None if products of weights exceed 64 bits."""
        stretches = self.stretches()
        weights = [[self._weight_of(side, ends[side]) for ends in stretches] for side in (0, 1)]
        if sum(weights[0]) * sum(weights[1]) >= 2**62:
            return None
        above = [[sum(each[:place]) for place in range(len(stretches))] for each in weights]
        jobs = [functools.partial(self._corners, *part) for part in zip(stretches, *above, strict=True)]
        parts = threads.on_threads(jobs)
        if len(parts) == 1:
            return parts[0]
        fp, tp, low, high = (np.concatenate([part[column] for part in parts]) for column in range(4))
        keep = upper_hull(fp, tp)
        area = sum(part.doubled_area for part in parts)
        return ExactCorners(fp[keep], tp[keep], low[keep], high[keep], area)

    def _weight_of(self, side: int, end: slice) -> int:
        weight = self.columns[2 + side]
        return end.stop - end.start if weight is None else int(weight[end].sum())

    def _corners(self, ends: tuple[slice, slice], fp: int, tp: int) -> ExactCorners:
        """Find the corners of one stretch, which begins at (fp, tp)."""
        from costcurves._ground import _kernel

        runs = tuple(zip(self.columns[:2], ends, strict=True))
        above = min((float(run[end.stop]) for run, end in runs if end.stop < len(run)), default=np.inf)
        below = max((float(run[end.start - 1]) for run, end in runs if end.start > 0), default=-np.inf)
        room = min(end.stop - end.start for end in ends) + 2
        points, thresholds = np.empty((2, room), np.int64), np.empty((2, room))
        columns = self.between(ends).columns
        count, area = _kernel.exact_corners(*columns, fp, tp, above, below, *points, *thresholds)
        (x, y), (low, high) = points[:, :count].copy(), thresholds[:, :count].copy()
        return ExactCorners(x, y, low, high, area)


def joined(column: NDArray[Any], filled: list[slice]) -> NDArray[Any]:
    """Return what was filled of a column: all of it where no scores are tied."""
    if sum(part.stop - part.start for part in filled) == len(column):
        return column
    return np.concatenate([column[part] for part in filled])
