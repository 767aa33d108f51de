"""One vectorised sort for both classes: the label rides in the lowest bit of an integer key.

The bits of a float, less its sign, read as an integer, sort like its magnitude. Between the least
and the greatest magnitude that occur there is nearly always room for one more bit, so keys lose
nothing: ties stay ties, and every score can be read back exactly.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.sorting import in_chunks
from costcurves.tallies.cells import Cells, HullPoints, dot, running

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
        """One cell a distinct score."""
        keys = self.keys
        distinct = (keys[1:] >> 1) != (keys[:-1] >> 1)
        if distinct.all():
            positives = keys & 1
            return Cells.exact(self.scores(slice(None)), positives, 1 - positives)
        start = np.concatenate([[0], np.flatnonzero(distinct) + 1])
        size = np.diff(np.append(start, len(keys)))
        positives = np.add.reduceat(keys & 1, start)
        return Cells.exact(self.scores(start), positives, size - positives)


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
    """Make and sort the keys of a chunk."""
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
