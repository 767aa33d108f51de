"""Sorting the two classes apart, and looking one up in the other.

`np.sort` of plain floats is vectorised and several times faster than `np.argsort`, so labels are
never carried through a sort: each class is sorted on its own, and one class is looked up in the
other. Counts add over chunks, so the larger class is never merged unless every cell is wanted.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.threads import in_chunks, on_threads, side_by_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """The scores of one class in ascending order, with running weights where there are weights.

    Differences of running weights are exact where weights are whole.

    Attributes
    ----------
    scores : ndarray, shape (n,)
        Ascending, with repeats.
    running : ndarray, shape (n + 1,), or None
        running[i] is the weight of the first i records; None for unit weights (then it is i).
    """

    scores: Floats
    running: Numbers | None = None

    def weight_before(self, index: NDArray[np.intp]) -> Numbers:
        """Weight of the records before each position."""
        return index if self.running is None else self.running[index]

    def distinct(self) -> tuple[Floats, Numbers]:
        """Return the distinct scores and the weight at each."""
        values = self.scores
        ends = last_of_each(values)
        before = self.weight_before(np.concatenate([np.zeros(1, np.intp), ends + 1]))
        return values[ends], np.diff(before)


def part_classes(positive: NDArray[np.bool_], values: Floats, weight: Numbers | None) -> tuple[Run, Run]:
    """Sort the two classes of a chunk apart: positives, negatives."""
    if weight is not None:
        classes = (np.flatnonzero(mask) for mask in (positive, ~positive))
        one, other = (_sorted_weighted(values[rows], weight[rows]) for rows in classes)
        return one, other
    rare_is_positive = 2 * int(np.count_nonzero(positive)) <= len(positive)
    index = np.flatnonzero(positive if rare_is_positive else ~positive)
    rare, common = Run(np.sort(values[index])), Run(_sorted_without(values, index))
    return (rare, common) if rare_is_positive else (common, rare)


def _sorted_without(values: Floats, index: NDArray[np.intp]) -> Floats:
    """Sort all values but some: those become infinite, sort to the end and are cut off.

    This is quicker than picking the others. Infinities among the others are not told from those
    cut off, and need not be.
    """
    kept = values.copy()
    kept[index] = np.inf
    kept.sort()
    # NaN sorts behind infinity: then nothing is cut, so that it stays in sight at the end.
    cut = len(index) if len(kept) and not np.isnan(kept[-1]) else 0
    return kept[: len(kept) - cut]


def ordered(values: Floats) -> NDArray[np.intp]:
    """Return the ascending order of values, ties in any order, NaN at the end."""
    parts = in_chunks(np.argsort, values)
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0, *map(len, parts[:-1])])
    order = np.concatenate([part + start for part, start in zip(parts, starts, strict=True)])
    # A stable sort finds the sorted chunks and only merges them.
    return order[np.argsort(values[order], kind="stable")]


def _sorted_weighted(values: Floats, weight: Numbers) -> Run:
    order = np.argsort(values)
    running = np.concatenate([np.zeros(1, weight.dtype), np.cumsum(weight[order])])
    return Run(values[order], running)


@dataclasses.dataclass(frozen=True, slots=True)
class Runs:
    """Scored records of two classes, each class sorted apart and, when large, in chunks; weights are whole.

    Attributes
    ----------
    positives, negatives : tuple of Run
        The chunks of each class; a chunk is sorted, chunks overlap.
    """

    positives: tuple[Run, ...]
    negatives: tuple[Run, ...]

    @classmethod
    def split(cls, is_positive: NDArray[np.bool_], score: Floats, weight: Numbers | None = None) -> Runs:
        """Sort the two classes apart, chunk by chunk."""
        parts = in_chunks(part_classes, is_positive, score, weight)
        return cls(tuple(part[0] for part in parts), tuple(part[1] for part in parts))

    def greatest(self) -> list[float]:
        """Return the last score of every chunk; NaN sorts to the end, so it shows here."""
        return [float(run.scores[-1]) for run in (*self.positives, *self.negatives) if len(run.scores)]

    def weight(self, *, positive: bool) -> int:
        """Total weight of one class."""
        return sum(run.weight_before(np.array([len(run.scores)])).item() for run in self.of(positive))

    def records(self, positive: bool) -> int:  # noqa: FBT001 - the class itself, not an option
        """Count the records of one class."""
        return sum(len(run.scores) for run in self.of(positive))

    def of(self, positive: bool) -> tuple[Run, ...]:  # noqa: FBT001 - the class itself, not an option
        """Return the chunks of one class."""
        return self.positives if positive else self.negatives


def merged(chunks: tuple[Run, ...]) -> Run:
    """Merge the chunks of one class into one run."""
    if len(chunks) == 1:
        return chunks[0]
    if chunks[0].running is None:
        return Run(_merged_scores([run.scores for run in chunks]))
    scores = np.concatenate([run.scores for run in chunks])
    weight = np.concatenate([np.diff(run.running) for run in chunks if run.running is not None])
    order = np.argsort(scores, kind="stable")
    return Run(scores[order], np.concatenate([np.zeros(1, weight.dtype), np.cumsum(weight[order])]))


def _merged_scores(chunks: list[Floats]) -> Floats:
    """Merge sorted chunks, the lower and the upper half on a thread each."""
    out = np.empty(sum(map(len, chunks)))
    longest = max(chunks, key=len)
    pivot = longest[len(longest) // 2] if len(longest) else 0.0
    cuts = [int(np.searchsorted(chunk, pivot)) for chunk in chunks]
    halves = [
        (out[: sum(cuts)], [chunk[:cut] for chunk, cut in zip(chunks, cuts, strict=True)]),
        (out[sum(cuts) :], [chunk[cut:] for chunk, cut in zip(chunks, cuts, strict=True)]),
    ]

    def merge(target: Floats, parts: list[Floats]) -> None:
        """A stable sort finds the sorted parts and only merges them."""
        np.concatenate(parts, out=target)
        target.sort(kind="stable")

    side_by_side(len(out), *(functools.partial(merge, *half) for half in halves))
    return out


@dataclasses.dataclass(frozen=True, slots=True)
class Gaps:
    """Where the scores of a run lie between ascending needles; gap j lies below needle j.

    Attributes
    ----------
    start, stop : ndarray, shape (needles + 1,)
        Positions in the run of the scores in each gap.
    """

    run: Run
    start: NDArray[np.intp]
    stop: NDArray[np.intp]

    @classmethod
    def between(cls, run: Run, needles: Floats) -> Gaps:
        """Look ascending needles up."""
        scores, size = run.scores, len(run.scores)
        below = np.searchsorted(scores, needles, side="left")
        bounds = np.concatenate([np.zeros(1, np.intp), below, np.full(1, size, np.intp)])
        start = bounds[:-1]
        met = np.flatnonzero(scores.take(below, mode="clip") == needles) if size else below[:0]
        if len(met):  # a second search only where a needle is met exactly
            start = start.copy()
            start[1 + met] = np.searchsorted(scores, needles[met], side="right")
        return cls(run, start, bounds[1:])

    def below(self) -> Numbers:
        """Weight strictly below each needle."""
        return self.run.weight_before(self.stop[:-1])

    def upto(self) -> Numbers:
        """Weight at or below each needle."""
        return self.run.weight_before(self.start[1:])

    def extremes(self, index: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Greatest and smallest score in some gaps; −inf and inf in a gap that this run leaves empty."""
        start, stop, scores = self.start[index], self.stop[index], self.run.scores
        if not len(scores):
            return np.full(len(index), -np.inf), np.full(len(index), np.inf)
        empty = start == stop
        greatest, least = scores.take(stop - 1, mode="clip"), scores.take(start, mode="clip")
        greatest[empty], least[empty] = -np.inf, np.inf
        return greatest, least


def look_up(chunks: tuple[Run, ...], needles: Floats) -> list[Gaps]:
    """Look ascending needles up in every chunk of a class."""
    jobs = [functools.partial(Gaps.between, run, needles) for run in chunks]
    return on_threads(jobs) if len(jobs) > 1 else [job() for job in jobs]


def interleave(one: Run, other: Run) -> tuple[Floats, NDArray[np.bool_]]:
    """Merge two runs: all scores, ascending, and which of them are of the first run."""
    # The shorter run is looked up in the longer, which gives its places in the merged order.
    first_is_short = len(one.scores) <= len(other.scores)
    short, long = (one, other) if first_is_short else (other, one)
    is_short = np.zeros(len(short.scores) + len(long.scores), bool)
    is_short[np.searchsorted(long.scores, short.scores) + np.arange(len(short.scores))] = True
    is_long = ~is_short
    scores = np.empty(len(is_short))
    side_by_side(
        len(scores),
        lambda: scores.__setitem__(is_short, short.scores),
        lambda: scores.__setitem__(is_long, long.scores),
    )
    scores += 0.0  # −0.0 becomes 0.0: which of the two a tie keeps hangs on the order of rows
    return scores, is_short if first_is_short else is_long


def counted(mask: NDArray[Any]) -> Numbers:
    """Count how many are true, or 1, before each place, and in all."""
    counts = np.zeros(len(mask) + 1, np.int64)
    _count_into(counts, mask)
    return counts


def counted_apart(mask: NDArray[np.bool_]) -> list[Numbers]:
    """Count those that are true, and the others, side by side."""
    # Made here: what a thread allocates it seldom gives back.
    counts = [np.zeros(len(mask) + 1, np.int64) for _ in range(2)]
    jobs = zip(counts, (mask, ~mask), strict=True)
    side_by_side(len(mask), *(functools.partial(_count_into, *job) for job in jobs))
    return counts


def _count_into(counts: Numbers, mask: NDArray[Any]) -> None:
    counts[1:] = mask
    # In place: what has another type would be copied first.
    np.cumsum(counts, out=counts)


def weight_behind(run: Run, stops: NDArray[np.intp]) -> Numbers:
    """Weight of a run behind ascending positions, the last first, and of all."""
    below = run.weight_before(np.concatenate([np.zeros(1, np.intp), stops]))
    behind: Numbers = below[-1] - below[::-1]
    return behind


def last_of_each(values: Floats) -> NDArray[np.intp]:
    """Return the index of the last of each stretch of equal values of an ascending array."""
    # Not np.diff: inf - inf is NaN and would split tied infinities.
    differ = np.empty(len(values), bool)
    differ[-1:] = True
    np.not_equal(values[1:], values[:-1], out=differ[:-1])
    return np.flatnonzero(differ)
