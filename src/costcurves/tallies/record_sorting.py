"""Scored records, sorted by whichever way is faster, as a tally keeps them until cells are asked for.

One way is a single sort for both classes: the label rides in the lowest bit of an integer key. The bits of a
float, less its sign, read as an integer, sort like its magnitude. Between the least and the greatest
magnitude that occur there is nearly always room for one more bit, so keys lose nothing: ties stay ties, and
every score can be read back exactly.

A cut is a position between two neighbours in the order of the scores.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground import arrays, kernel
from costcurves._ground.class_sorting import (
    Gaps,
    Run,
    Runs,
    counted,
    counted_apart,
    interleave,
    last_of_each,
    look_up,
    merged,
    weight_behind,
)
from costcurves._ground.threads import in_chunks, side_by_side
from costcurves.tallies.cells import Cells, HullPoints, RunningWeights, dot, running
from costcurves.tallies.split_records import SplitRecords, split_cells
from costcurves.tallies.weighted_cells import FractionalRecords, weighted_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

    Keys = NDArray[np.int64]

MAGNITUDE = np.int64(2**63 - 1)
#: The span of magnitudes that leaves room for a sign and a label.
ROOM = 2**62 - 2
#: Records worked on at once, so that intermediate results stay in the cache.
BLOCK = 32_768


@dataclasses.dataclass(frozen=True, slots=True)
class KeyedRecords:
    """Records of two classes sorted by score, unweighted.

    Attributes
    ----------
    keys : ndarray of int64, shape (records,)
        Ascending; twice the signed magnitude of the score, plus 1 for a positive record.
    shift : int
        What was taken off every magnitude but 0.
    """

    keys: Keys
    shift: int

    @classmethod
    def sort(cls, is_positive: NDArray[np.bool_], score: Floats) -> KeyedRecords | None:
        """Sort records; None where keys would not fit (infinities beside tiny scores) or a score is NaN."""
        ends = [end for end in in_chunks(_magnitudes, score) if end is not None]
        least = min((end[0] for end in ends), default=0)
        greatest = max((end[1] for end in ends), default=0)
        if greatest - least >= ROOM or greatest > int(np.float64(np.inf).view(np.int64)):
            return None
        shift = max(least - 1, 0)
        chunks = in_chunks(lambda p, s: _sorted_keys(p, s, shift), is_positive, score)
        keys = chunks[0] if len(chunks) == 1 else np.concatenate(chunks)
        if len(chunks) > 1:
            # A stable sort finds the sorted chunks and only merges them.
            keys.sort(kind="stable")
        return cls(keys, shift)

    def weight(self, *, positive: bool) -> int:
        """Count the records of one class."""
        positives = int(np.count_nonzero(self.keys & 1))
        return positives if positive else len(self.keys) - positives

    def scores(self, index: Any) -> Floats:
        """Read scores back from keys."""
        value = self.keys[index] >> 1
        bits = np.abs(value)
        np.add(bits, self.shift, out=bits, where=bits != 0)
        return np.asarray(np.copysign(bits.view(np.float64), value))

    def ends(self) -> tuple[float, float]:
        """Read the first and the last key."""
        least, greatest = self.scores(np.array([0, len(self.keys) - 1])).tolist()
        return least, greatest

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Look the thresholds up as keys, and count the positives between them."""
        place = np.searchsorted(self.keys, self._keys_from(threshold), side="left")
        cuts, where = np.unique(place, return_inverse=True)
        inside = cuts[cuts < len(self.keys)]
        # Of each stretch between neighbouring cuts, the last one up to the end.
        label = self.keys.astype(np.int8) & 1
        between = np.add.reduceat(label, inside, dtype=np.int64) if len(inside) else np.zeros(0, np.int64)
        above = np.zeros(len(cuts), np.int64)
        above[: len(inside)] = np.cumsum(between[::-1])[::-1]
        positive = above[where.reshape(place.shape)]
        return len(self.keys) - place - positive, positive

    def _keys_from(self, threshold: Floats) -> Keys:
        """Least key of a record at or above each threshold."""
        bits = np.asarray(threshold, dtype=np.float64).view(np.int64)
        magnitude = bits & MAGNITUDE
        value = np.clip(magnitude - self.shift, 0, ROOM)
        keys = np.where(bits < 0, -value, value) << 1
        # Between 0 and the least magnitude lies no score: zeros are below such a threshold.
        tiny = (bits > 0) & (magnitude <= self.shift)
        return np.asarray(np.where(tiny, 2, keys), dtype=np.int64)

    def hull_points(self) -> HullPoints:
        """Cut where a positive follows on a negative of another score; a corner lies nowhere else."""
        keys, count = self.keys, len(self.keys)
        label = keys.astype(np.int8) & 1  # of the lowest byte: an eighth of the work
        change = np.flatnonzero(label[1:] != label[:-1]) + 1
        # Runs of positives, as half-open stretches [up, down) of places.
        bounds = np.concatenate([[0] * int(label[0]), change, [count] * int(label[-1])]).astype(np.intp)
        up, down = bounds[0::2], bounds[1::2]
        ahead = running(down - up)  # positives in all runs below each
        doubled = 2 * dot(down - up, up - ahead[:-1])
        cuts, below = up[up > 0], ahead[:-1][up > 0]
        shared = cuts[keys.take(cuts) == (keys.take(cuts - 1) | 1)]
        if len(shared):
            # A score of both classes is cut around; of its pairs each counts half.
            start = np.searchsorted(keys, keys[shared] - 1, side="left")
            stop = np.searchsorted(keys, keys[shared], side="right")
            doubled -= dot(stop - shared, shared - start)
            cuts = np.union1d(np.setdiff1d(cuts, shared, assume_unique=True), np.concatenate([start, stop]))
            cuts = cuts[(cuts > 0) & (cuts < count)]
            run = np.searchsorted(up, cuts, side="right") - 1
            below = np.where(run < 0, 0, ahead[run] + np.minimum(cuts - up[run], (down - up)[run]))
        # From the highest score down, beginning with nobody.
        cuts = np.concatenate([[0], cuts, [count]])[::-1]
        tp = ahead[-1] - np.concatenate([[0], below, [ahead[-1]]])[::-1]
        fp = (count - cuts) - tp

        def thresholds(index: NDArray[np.intp]) -> tuple[Floats, Floats]:
            """Read the scores on both sides of some cuts."""
            at = cuts[index]
            low, high = self.scores(np.maximum(at - 1, 0)), self.scores(np.minimum(at, count - 1))
            low[at == 0], high[at == count] = -np.inf, np.inf
            return low, high

        return HullPoints(fp, tp, doubled, thresholds)

    def cells(self) -> Cells:
        """Read labels and scores back; where no score is tied, every record is a cell."""
        keys = self.keys[::-1]
        if len(self._begins()) < len(keys) - 1:
            return self.running_weights().cells()
        score, positives = self.scores(slice(None, None, -1)), keys & 1
        return Cells(score, score, positives, 1 - positives)

    def running_weights(self) -> RunningWeights:
        """Count the labels from the highest key down, and stop where another score begins."""
        keys, begins = self.keys[::-1], self._begins()
        label = keys.astype(np.int8) & 1
        if len(begins) == len(keys) - 1:
            score, tp, fp = self.scores(slice(None, None, -1)), counted(label), np.arange(len(keys) + 1)
        else:
            fp = np.concatenate([[0], begins, [len(keys)]])
            score = self.scores(len(keys) - fp[1:])
            tp = running(np.add.reduceat(label, fp[:-1], dtype=np.int64))
        fp -= tp
        return RunningWeights(score, score, fp, tp)

    def _begins(self) -> NDArray[np.intp]:
        """Return where, from the highest key down, another score begins: equal ones differ by the label."""
        keys = self.keys[::-1]
        return np.flatnonzero((keys[1:] ^ keys[:-1]).view(np.uint64) > 1) + 1


def _magnitudes(score: Floats) -> tuple[int, int] | None:
    """Least (above 0) and greatest magnitude of the scores, as integers; NaN is greater than infinity."""
    least, greatest = 2**63, 0
    for start in range(0, len(score), BLOCK):
        bits = score[start : start + BLOCK].view(np.int64) & MAGNITUDE
        greatest = max(greatest, int(bits.max()))
        low = int(bits.min())
        if low == 0:
            rest = bits[bits != 0]
            low = int(rest.min()) if len(rest) else least
        least = min(least, low)
    return (least, greatest) if greatest else None


def _sorted_keys(is_positive: NDArray[np.bool_], score: Floats, shift: int) -> Keys:
    keys = np.empty(len(score), np.int64)
    for start in range(0, len(score), BLOCK):
        part = slice(start, start + BLOCK)
        bits = score[part].view(np.int64)
        negative = bits >> 63
        # Magnitude less the shift, with its sign: −0.0 and 0.0 are both 0.
        value = np.maximum((bits & MAGNITUDE) - shift, 0)
        value = (value ^ negative) - negative
        np.left_shift(value, 1, out=value)
        np.bitwise_or(value, is_positive[part], out=keys[part])
    keys.sort()
    return keys


#: Look the rarer class up in the other when it is rarer than 1 in so many; else sort both together.
LOOK_UP = 6


class SortedRecords(Protocol):
    """Records sorted by score, however."""

    def weight(self, *, positive: bool) -> int | float:
        """Total weight of one class."""

    def cells(self) -> Cells:
        """One cell a distinct score."""

    def running_weights(self) -> RunningWeights:
        """Weight flagged, cell by cell."""

    def hull_points(self) -> HullPoints:
        """Points that are quickly had and give hull and area exactly."""

    def ends(self) -> tuple[float, float]:
        """Least and greatest score."""

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Weight of the negatives and of the positives at or above each threshold."""


@dataclasses.dataclass(frozen=True, slots=True)
class RunRecords:
    """Records whose two classes are sorted apart, counted or with whole weights."""

    runs: Runs

    def weight(self, *, positive: bool) -> int:
        """Total weight of one class."""
        return self.runs.weight(positive=positive)

    def cells(self) -> Cells:
        """Merge both classes; where no score is tied, every record is a cell, and its class is its weight."""
        score, is_positive, tied = self._merged()
        if tied is not None:
            return tied.cells()
        masks = (is_positive[::-1], ~is_positive[::-1])
        weights = side_by_side(len(score), *(functools.partial(mask.astype, np.int64) for mask in masks))
        return Cells(score[::-1], score[::-1], *weights)

    def running_weights(self) -> RunningWeights:
        """Merge both classes, and count from the highest score down."""
        score, is_positive, tied = self._merged()
        if tied is not None:
            return tied
        tp, fp = counted_apart(is_positive[::-1])
        return RunningWeights(score[::-1], score[::-1], fp, tp)

    def _merged(self) -> tuple[Floats, NDArray[np.bool_], RunningWeights | None]:
        """Return all ascending scores, and which are positives; with ties or weights also their sums."""
        one, other = merged(self.runs.positives), merged(self.runs.negatives)
        score, is_positive = interleave(one, other)
        if one.running is None and np.all(score[1:] != score[:-1]):
            return score, is_positive, None
        ends = last_of_each(score)
        ahead, distinct = counted(is_positive)[ends + 1], score[ends][::-1]
        fp, tp = weight_behind(other, ends + 1 - ahead), weight_behind(one, ahead)
        return score, is_positive, RunningWeights(distinct, distinct, fp, tp)

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
        # Flagged: everything from a positive's score up, or above a negative's.
        left, passed = (own[-2::-1], below) if rare_is_positive else (own[:0:-1], upto)
        rare = np.concatenate([np.zeros(1, own.dtype), total - left, [total]])
        common = np.concatenate([np.zeros(1, below.dtype), others - passed[::-1], [others]])
        fp, tp = (common, rare) if rare_is_positive else (rare, common)
        doubled = dot(at, below + upto if rare_is_positive else 2 * others - below - upto)
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
    if weight is not None and not all(in_chunks(np.all, weight)):
        arrays.refuse_nan(score, "y_score")
        kept = weight != 0
        is_positive, score, weight = is_positive[kept], score[kept], weight[kept]
    if weight is not None and weight.dtype.kind == "f":
        way = split_cells if kernel.active() else weighted_cells
        return FractionalRecords(way(is_positive, score, weight))
    if kernel.active():
        return SplitRecords.sort(is_positive, score, weight)
    positives = int(np.count_nonzero(is_positive))
    balanced = min(positives, len(is_positive) - positives) * LOOK_UP > len(is_positive)
    if weight is None and balanced and (keyed := KeyedRecords.sort(is_positive, score)) is not None:
        return keyed
    runs = Runs.split(is_positive, score, weight)
    # NaN sorts to the end of its run, where it is cheap to find.
    if any(last != last for last in runs.greatest()):  # noqa: PLR0124 - NaN test
        arrays.refuse_nan(score, "y_score")
    return RunRecords(runs)
