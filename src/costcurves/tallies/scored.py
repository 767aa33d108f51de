"""Scored records, sorted by whichever way is faster, as a tally keeps them until cells are asked for."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.sorting import Gaps, Run, Runs, interleave, look_up, merged
from costcurves.tallies.cells import Cells, HullPoints, dot, running
from costcurves.tallies.keys import KeyedRecords

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

#: Look the rarer class up in the other when it is rarer than 1 in so many; else sort both together.
LOOK_UP = 6


class SortedRecords(Protocol):
    """Records sorted by score, however."""

    def weight(self, *, positive: bool) -> int | float:
        """Total weight of one class."""

    def cells(self) -> Cells:
        """One cell a distinct score."""

    def hull_points(self) -> HullPoints:
        """Points that are quickly had and give hull and area exactly."""

    def ends(self) -> tuple[float, float]:
        """Least and greatest score."""

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Weight of the negatives and of the positives at or above each threshold."""


@dataclasses.dataclass(frozen=True, slots=True)
class RunRecords:
    """Records whose two classes are sorted apart."""

    runs: Runs

    def weight(self, *, positive: bool) -> int | float:
        """Total weight of one class."""
        return self.runs.weight(positive=positive)

    def cells(self) -> Cells:
        """Merge both classes; a weight can vanish in the sum of far greater ones, and its cell with it."""
        return Cells.exact(*interleave(self.runs)).without_empty()

    def ends(self) -> tuple[float, float]:
        """Look at the ends of every chunk."""
        runs = [run.scores for run in (*self.runs.positives, *self.runs.negatives) if len(run.scores)]
        return min(float(run[0]) for run in runs), max(float(run[-1]) for run in runs)

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Look the thresholds up in every chunk of both classes."""
        negative, positive = (
            sum_of([_from(run, threshold) for run in self.runs.of(c)]) for c in (False, True)
        )
        return negative, positive

    def hull_points(self) -> HullPoints:
        """Look the rarer class up in the other: corners lie just below a positive, just above a negative."""
        rare_is_positive = self.runs.records(positive=True) <= self.runs.records(positive=False)
        scores, at = merged(self.runs.of(rare_is_positive)).distinct()
        gaps = look_up(self.runs.of(not rare_is_positive), scores)
        below, upto = (sum_of([getattr(gap, what)() for gap in gaps]) for what in ("below", "upto"))
        own = running(at)
        total, others = own[-1], self.weight(positive=not rare_is_positive)
        ends = (np.zeros(1, own.dtype), np.zeros(1, below.dtype))
        if rare_is_positive:
            # Flagged: everything from a positive's score up.
            tp, fp = total - own[-2::-1], others - below[::-1]
            doubled = dot(at, below + upto)
            tp, fp = np.concatenate([ends[0], tp, [total]]), np.concatenate([ends[1], fp, [others]])
        else:
            # Flagged: everything above a negative's score.
            fp, tp = total - own[:0:-1], others - upto[::-1]
            doubled = dot(at, 2 * others - below - upto)
            fp, tp = np.concatenate([ends[0], fp, [total]]), np.concatenate([ends[1], tp, [others]])
        between = Neighbours(scores, tuple(gaps), at_or_above=rare_is_positive)
        return HullPoints(fp, tp, doubled, between.thresholds)


@dataclasses.dataclass(frozen=True, slots=True)
class Neighbours:
    """The scores on both sides of cuts along the scores of the rarer class.

    Attributes
    ----------
    scores : ndarray
        Ascending.
    gaps : tuple of Gaps
        Where the other class lies between them.
    at_or_above : bool
        Whether a cut flags its score, or only what lies above it.
    """

    scores: Floats
    gaps: tuple[Gaps, ...]
    at_or_above: bool

    def thresholds(self, index: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Ends of the thresholds of cuts: 0 is nobody, then from the highest score down, then everybody."""
        count = len(self.scores)
        # The gap in which the cut lies: above it are flagged, below it are not.
        gap = np.clip(count - index + (not self.at_or_above), 0, count)
        nobody, everybody = index == 0, index == count + 1
        gap[nobody], gap[everybody] = count, 0
        found = [one.extremes(gap) for one in self.gaps]
        greatest = functools.reduce(np.maximum, [ends[0] for ends in found])
        least = functools.reduce(np.minimum, [ends[1] for ends in found])
        beside = np.concatenate([[-np.inf], self.scores, [np.inf]])
        if self.at_or_above:
            low, high = np.maximum(beside[gap], greatest), beside[gap + 1]
        else:
            low, high = beside[gap], np.minimum(beside[gap + 1], least)
        low[nobody] = np.maximum(beside[-2], greatest[nobody])
        high[nobody] = np.inf
        low[everybody] = -np.inf
        high[everybody] = np.minimum(beside[1], least[everybody])
        return low + 0.0, high + 0.0  # no −0.0


def _from(run: Run, threshold: Floats) -> Numbers:
    """Weight of a run at or above each threshold."""
    before = run.weight_before(np.searchsorted(run.scores, threshold, side="left"))
    return np.asarray(run.weight_before(np.array([len(run.scores)])) - before)


def sum_of(columns: list[Numbers]) -> Numbers:
    """Add columns up."""
    return functools.reduce(np.add, columns)


def sorted_records(is_positive: NDArray[Any], score: Floats, weight: Numbers | None) -> SortedRecords:
    """Sort checked columns; records of weight 0 leave no trace, NaN is refused."""
    if weight is not None and not np.all(weight):
        arrays.refuse_nan(score, "y_score")
        kept = weight != 0
        is_positive, score, weight = is_positive[kept], score[kept], weight[kept]
    positives = int(np.count_nonzero(is_positive))
    balanced = min(positives, len(is_positive) - positives) * LOOK_UP > len(is_positive)
    if weight is None and balanced and (keyed := KeyedRecords.sort(is_positive, score)) is not None:
        return keyed
    runs = Runs.split(is_positive, score, weight)
    # NaN sorts to the end of its run, where it is cheap to find.
    if any(last != last for last in runs.greatest()):  # noqa: PLR0124 - NaN test
        arrays.refuse_nan(score, "y_score")
    return RunRecords(runs)
