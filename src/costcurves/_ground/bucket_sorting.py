"""Sorting two classes apart by the C extension.

Records are sorted in three passes, each of which threads share: count the records of each class in each
of a few thousand buckets, move them there, sort each bucket. Records of equal score stay in their order.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves._ground import threads
from costcurves._ground.class_runs import ClassRuns
from costcurves._ground.kernel import in_order, number_type

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

#: Scores by which buckets are laid out.
SAMPLE = 2_048
#: Records that a bucket should hold, so that they fit the cache, and the most buckets there are.
BUCKET = 2_048
MOST_BUCKETS = 4_096
#: Jobs for each thread, so that none waits long for the last.
JOBS = 4


class Layout(NamedTuple):
    """How scores are put into buckets: by value, or by their leading bits where `scale` is 0."""

    low: float
    scale: float
    shift: int


def sorted_classes(
    is_positive: NDArray[np.bool_], score: Floats, load: Numbers | None = None
) -> ClassRuns | None:
    """Sort the two classes apart, records of equal score in their order; None if a score is NaN.

    Parameters
    ----------
    is_positive, score : ndarray, shape (records,)
    load : ndarray, shape (records,), optional
        Rides along: weights, row numbers.
    """
    score, is_positive = in_order(score, np.float64), in_order(is_positive, np.bool_)
    load = None if load is None else in_order(load, number_type(load))
    keys, loads, bounds = scattered(is_positive, score, load)
    if bounds is None:
        return None
    sort_buckets(keys, loads, bounds)
    first = int(bounds[len(bounds) // 2])
    weights = (None, None) if loads is None else (loads[:first], loads[first:])
    return ClassRuns(keys[:first], keys[first:], *weights)


def scattered(
    is_positive: NDArray[np.bool_], score: Floats, load: Numbers | None
) -> tuple[Floats, Numbers | None, NDArray[np.int64] | None]:
    """Move records to their buckets: keys, loads and the bounds of the buckets, those of the negatives first.

    Without bounds if a score is NaN.
    """
    from costcurves._ground import _kernel

    records, count = len(score), threads.workers(len(score))
    buckets = min(MOST_BUCKETS, 1 << (records // BUCKET).bit_length())
    layout = bucket_layout(score, buckets)
    parts = [
        (score[part], is_positive[part], load if load is None else load[part])
        for part in threads.slices(records, count)
    ]
    counts = np.empty((count, 2 * buckets), np.int64)
    count_all = [
        functools.partial(_kernel.histogram, part[0], part[1], *layout, row)
        for part, row in zip(parts, counts, strict=True)
    ]
    keys, loads = np.empty(records), None if load is None else np.empty(records, load.dtype)
    if any(threads.on_threads(count_all)):
        return keys, loads, None
    # Bucket by bucket, and in each the slices in their order.
    ends = np.cumsum(counts.T).reshape(-1, count)
    places = np.ascontiguousarray((ends - counts.T).T)
    move_all = [
        functools.partial(_kernel.scatter, *part, *layout, row, keys, loads)
        for part, row in zip(parts, places, strict=True)
    ]
    threads.on_threads(move_all)
    return keys, loads, np.concatenate([np.zeros(1, np.int64), ends[:, -1]])


def sort_buckets(keys: Floats, loads: Numbers | None, bounds: NDArray[np.int64]) -> int:
    """Sort each bucket and turn its keys into scores; return how many records were moved on the way."""
    from costcurves._ground import _kernel

    def sort(first: int, last: int) -> int:
        own = bounds[first : last + 1]
        longest = int(np.diff(own).max(initial=0))
        spare_loads = None if loads is None else np.empty(longest, loads.dtype)
        counters = np.empty(_kernel.COUNTERS, np.int64)
        return _kernel.sort_buckets(keys, loads, own, np.empty(longest), spare_loads, counters)

    count = threads.workers(len(keys))
    shares = threads.slices(len(keys), count * JOBS if count > 1 else 1)
    cuts = np.searchsorted(bounds, [share.start for share in shares[1:]]).tolist()
    stretches = itertools.pairwise([0, *cuts, len(bounds) - 1])
    return sum(threads.on_threads([functools.partial(sort, *ends) for ends in stretches], count))


def bucket_layout(score: Floats, buckets: int) -> Layout:
    """Lay buckets out by a sample of the scores: by value or by leading bits, whichever spreads them better.

    Scores beyond the sample go into the first and the last bucket, so that single far ones do no harm.
    """
    from costcurves._ground import _kernel

    sample = np.ascontiguousarray(score[:: len(score) // SAMPLE + 1])
    sample = np.sort(sample[np.isfinite(sample)])
    if buckets == 1 or not len(sample):
        return Layout(0.0, 0.0, 63)
    cut = len(sample) // 512
    low, high = float(sample[cut]), float(sample[-1 - cut])
    span = _key(high) - _key(low)
    layouts = [Layout(low, 0.0, max(0, span.bit_length() - buckets.bit_length() + 1))]
    with np.errstate(over="ignore", divide="ignore"):
        scale = float(np.divide(buckets, np.subtract(high, low)))
    if 0 < scale < np.inf:
        layouts.append(Layout(low, scale, 0))
    counts, nobody = np.empty(2 * buckets, np.int64), np.zeros(len(sample), np.bool_)

    def crowding(layout: Layout) -> int:
        _kernel.histogram(sample, nobody, *layout, counts)
        return int(np.dot(counts, counts))

    return min(layouts, key=crowding)


def _key(score: float) -> int:
    """Return the bits of a score as an integer that rises with it."""
    bits = int(np.float64(score).view(np.int64))
    return bits if bits >= 0 else -(bits & (2**63 - 1))
