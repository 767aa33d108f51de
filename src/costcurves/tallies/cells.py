"""Score cells: the arrays inside a tally, what keeps them in order, and the direction of scores."""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurves._ground.arrays import (
    LARGEST_COUNT,
    ByValue,
    Floats,
    Numbers,
    frozen,
    sum_of_products,
    total,
)
from costcurves._ground.threads import side_by_side
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Cells(ByValue):
    """Weight of both classes per score cell, in descending order of score.

    Parameters
    ----------
    high, low : ndarray of float, shape (cells,)
        Greatest and smallest score attained in each cell; equal where a cell is one score.
    positives, negatives : ndarray, shape (..., cells)
        Weight of each class; int64 where every weight is whole, so that sums are exact.
        Leading axes are a stack (folds, days, replicates) over the same cells.

    Examples
    --------
    >>> Cells.exact([0.2, 0.9], [0, 1], [1, 1]).high
    array([0.9, 0.2])
    """

    high: Floats
    low: Floats
    positives: Numbers
    negatives: Numbers

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, frozen(getattr(self, field.name)))
        sizes = [getattr(self, field.name).shape[-1:] for field in dataclasses.fields(self)]
        if len(set(sizes)) > 1:
            raise InputError(
                "high, low, positives and negatives must have one value per cell",
                ", ".join("×".join(map(str, size)) or "none" for size in sizes),
            )

    @classmethod
    def exact(cls, score: Floats, positives: Numbers, negatives: Numbers) -> Cells:
        """Make one cell a score from distinct ascending scores."""
        # Adding 0.0 turns −0.0 into 0.0: which of the two a tie keeps hangs on row order.
        high = np.asarray(score, dtype=np.float64)[::-1] + 0.0
        return cls(high, high, np.asarray(positives)[..., ::-1], np.asarray(negatives)[..., ::-1])

    def __len__(self) -> int:
        return len(self.high)

    def cells(self) -> Cells:
        """Return these cells; see :class:`costcurves.tallies.record_sorting.SortedRecords`."""
        return self

    def running_weights(self) -> RunningWeights:
        """Cumulate both classes."""
        fp, tp = self._running()
        return RunningWeights(self.high, self.low, fp, tp, self)

    def _running(self) -> list[Numbers]:
        """Cumulate negatives and positives."""
        columns = self.negatives, self.positives
        return side_by_side(len(self), *(functools.partial(running, column) for column in columns))

    def hull_points(self) -> HullPoints:
        """Every cell boundary is a point."""
        fp, tp = self._running()
        whole = fp.dtype.kind == "i" and tp.dtype.kind == "i"
        doubled = dot(self.negatives, tp[1:] + tp[:-1]) if whole else np.nan
        return HullPoints(fp, tp, doubled, self._thresholds_at)

    def _thresholds_at(self, index: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Return both ends (low, high] of the thresholds that flag so many cells."""
        low, high = self.high.take(index, mode="clip"), self.low.take(index - 1, mode="clip")
        low[index == len(self)], high[index == 0] = -np.inf, np.inf
        return low, high

    def ends(self) -> tuple[float, float]:
        """Least and greatest score attained."""
        return float(self.low[-1]), float(self.high[0])

    def flagged(self, threshold: Floats) -> tuple[Numbers, Numbers]:
        """Weight of both classes in the cells at or above each threshold: negatives, positives."""
        whole = self.cells_flagged(threshold)
        return running(self.negatives)[whole], running(self.positives)[whole]

    def cells_flagged(self, threshold: Floats) -> NDArray[np.intp]:
        """Return how many cells lie wholly at or above each threshold."""
        return reaching(self.low, threshold)

    def weight(self, *, positive: bool) -> Any:
        """Total weight of one class (of each member of a stack): the last running sum where it rounds."""
        column = self.positives if positive else self.negatives
        if column.dtype.kind == "i" or not len(self):
            sums = total(column, (-1,))
        else:
            sums = np.cumsum(column, axis=-1)[..., -1]
        return sums.item() if sums.ndim == 0 else sums

    @property
    def is_exact(self) -> bool:
        """Whether every cell is one score."""
        return bool(np.array_equal(self.high, self.low))

    @property
    def shows_every_threshold(self) -> bool:
        """Whether no cell hides a threshold: each is one score, or a stretch between known thresholds.

        Between stated thresholds cells follow each other without a gap, from +inf to −inf.
        """
        if self.is_exact:
            return True
        with np.errstate(over="ignore"):  # below the least float there is −inf
            follow = np.array_equal(self.high[1:], np.nextafter(self.low[:-1], -np.inf))
        return bool(self.high[0] == np.inf and self.low[-1] == -np.inf and follow)

    @staticmethod
    def stacked(tables: list[Cells]) -> Cells:
        """Lay tables of exact cells over their common scores; the first axis is the table."""
        score = np.unique(np.concatenate([table.high for table in tables]))[::-1]
        columns = []
        for name in ("positives", "negatives"):
            dtype = np.result_type(*(getattr(table, name).dtype for table in tables))
            column = np.zeros((len(tables), len(score)), dtype)
            for row, table in zip(column, tables, strict=True):
                row[len(score) - 1 - np.searchsorted(score[::-1], table.high)] = getattr(table, name)
            columns.append(column)
        return Cells(score, score, *columns)

    def members(self) -> list[Cells]:
        """Take a stack apart; each member keeps only the cells in which it has weight."""
        shape = (-1, len(self))
        pairs = zip(self.positives.reshape(shape), self.negatives.reshape(shape), strict=True)
        return [Cells(self.high, self.low, p, n).without_empty() for p, n in pairs]

    def pooled(self) -> Cells:
        """Add up the members of a stack."""
        axes = tuple(range(self.positives.ndim - 1))
        sums = [total(column, axes) for column in (self.positives, self.negatives)]
        return Cells(self.high, self.low, *sums)

    def without_empty(self) -> Cells:
        """Drop cells without weight."""
        keep = (self.positives != 0) | (self.negatives != 0)
        if keep.all():
            return self
        return Cells(self.high[keep], self.low[keep], self.positives[keep], self.negatives[keep])

    def compact(self) -> Cells:
        """Merge neighbouring cells that hold one and the same class only.

        No ranking quantity changes: within such a run the ROC curve is a straight, axis-parallel line.
        Cells between stated thresholds stay: merged ones could not be told from them.
        """
        if not self.is_exact and self.shows_every_threshold:
            return self
        positive, negative = self.positives != 0, self.negatives != 0
        if len(self) < 2:
            return self
        alike = (
            (positive[1:] != negative[1:]) & (positive[1:] == positive[:-1]) & (negative[1:] == negative[:-1])
        )
        starts = np.flatnonzero(np.concatenate([[True], ~alike]))
        ends = np.append(starts[1:], len(self)) - 1
        columns = (_merged(column, starts) for column in (self.positives, self.negatives))
        return Cells(self.high[starts], self.low[ends], *columns)


@dataclasses.dataclass(frozen=True, slots=True)
class RunningWeights:
    """Weight of both classes that is flagged, from nobody to everybody, cell by cell.

    Attributes
    ----------
    high, low : ndarray of float, shape (cells,)
        As of :class:`Cells`.
    fp, tp : ndarray, shape (cells + 1,)
        Weight of negatives and of positives flagged.
    parts : Cells or None
        What was added up, where sums may have rounded.
    """

    high: Floats
    low: Floats
    fp: Numbers
    tp: Numbers
    parts: Cells | None = None

    def __post_init__(self) -> None:
        for name in ("high", "low", "fp", "tp"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    def cells(self) -> Cells:
        """Take the sums apart."""
        if self.parts is not None:
            return self.parts
        return Cells(self.high, self.low, np.diff(self.tp), np.diff(self.fp))


@dataclasses.dataclass(frozen=True, slots=True)
class HullPoints:
    """Points of a ROC curve, enough for its hull, quickly had; thresholds are read when asked for.

    Attributes
    ----------
    fp, tp : ndarray, shape (points,)
        Weight flagged of each class, from nobody to everybody: all corners of the hull are there.
    doubled_area : int or float
        Twice the area under the whole curve, in weights; NaN for float ones, whose products may overflow.
    thresholds : callable
        Maps indices of points, each the first of equal ones, to the ends (low, high] of their thresholds.
    """

    fp: Numbers
    tp: Numbers
    doubled_area: int | float
    thresholds: Callable[[NDArray[np.intp]], tuple[Floats, Floats]]

    @property
    def is_whole(self) -> bool:
        """Whether all weights are whole, so that sums are exact."""
        return self.fp.dtype.kind == "i" and self.tp.dtype.kind == "i"


def _merged(column: Numbers, starts: NDArray[np.intp]) -> Numbers:
    """Add up stretches of cells: floats one after the other, where reduceat would add them pairwise."""
    if column.dtype.kind == "i":
        return np.add.reduceat(column, starts)
    stretch = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(column))))
    return np.bincount(stretch, column)


def running(column: Numbers) -> Numbers:
    """Cumulate, beginning with nothing; several columns each by itself, along the last axis."""
    sums = np.empty((*column.shape[:-1], column.shape[-1] + 1), column.dtype)
    sums[..., 0] = 0
    np.cumsum(column, axis=-1, out=sums[..., 1:])
    return sums


def steps(values: Numbers) -> Numbers:
    """Return by how much each value exceeds the one before: `numpy.diff`, quick for short columns too."""
    return values[1:] - values[:-1]


def thresholds_between(high: Floats, low: Floats) -> tuple[Floats, Floats]:
    """Return both ends (low, high] of the thresholds that flag none, one, … and all of the cells."""
    return np.append(high, -np.inf), np.concatenate([[np.inf], low])


def reaching(ends: Floats, threshold: Floats) -> NDArray[np.intp]:
    """Count the ends, which fall, that are at or above each threshold."""
    return len(ends) - np.searchsorted(ends[::-1], threshold, side="left")


def dot(one: Numbers, other: Numbers) -> int | float:
    """Multiply and add, exactly for whole weights."""
    whole = one.dtype.kind == "i" and other.dtype.kind == "i"
    if whole and float(one.sum(dtype=float)) * float(np.max(other, initial=0)) >= LARGEST_COUNT:
        return int(sum(a * b for a, b in zip(one.tolist(), other.tolist(), strict=True)))
    if whole:
        product: int = np.dot(one, other).item()
        return product
    return sum_of_products(one, other)


_Values = TypeVar("_Values", float, Floats)


class Direction(enum.StrEnum):
    """How the score of a flagged record stands to the threshold.

    Records are ranked by scores that are higher for positives: those given, or, where low ones mean
    positive, their negatives. Everything that is computed runs over ranked scores, from the highest
    down; thresholds are reported as scores as given.

    Examples
    --------
    >>> Direction.LOW.interval(-0.4, -0.1), Direction.LOW.value
    ((0.1, 0.4), '<=')
    """

    #: Flagged is a score ≥ t: all t with low < t ≤ high flag the same records.
    HIGH = ">="
    #: Flagged is a score ≤ t: all t with low ≤ t < high flag the same records.
    LOW = "<="

    @classmethod
    def of(cls, *, lower_is_positive: bool) -> Direction:
        """Return the direction of a model by whether its low scores mean positive."""
        return cls.LOW if lower_is_positive else cls.HIGH

    def turned(self, values: _Values) -> _Values:
        """Turn scores as given into ranked ones, or back."""
        # Subtracted from 0, so that no −0 comes of it.
        return 0.0 - values if self is Direction.LOW else values

    def interval(self, low: _Values, high: _Values) -> tuple[_Values, _Values]:
        """Turn the ends of intervals, the lower end first."""
        return (self.turned(high), self.turned(low)) if self is Direction.LOW else (low, high)

    def ends(self, low: _Values, high: _Values) -> tuple[_Values, _Values]:
        """Return the end of an interval of thresholds that flags alike, and the one that no longer does."""
        return (low, high) if self is Direction.LOW else (high, low)

    def flags(self, score: Floats, threshold: float) -> NDArray[np.bool_]:
        """Tell which scores as given a threshold flags."""
        return score <= threshold if self is Direction.LOW else score >= threshold

    def ascending(self, column: Numbers) -> Numbers:
        """Lay a column of cells out by ascending score as given."""
        return column if self is Direction.LOW else column[::-1]


def alike(tallies: Sequence[Any]) -> Any:
    """Return the first of tallies that are added or stacked; refuse what has no common cells."""
    if not tallies:
        raise InputError("a stack must have at least one tally", "none")
    for tally in tallies:
        if not tally.scored or not tally.cells.is_exact:
            raise InputError(
                "only tallies with exact scores can be added or stacked",
                "merged cells" if tally.scored else "operating points",
                "add before compact(), and tallies of scored records only",
            )
        if tally.stated_prevalence is not None:
            raise InputError(
                "only tallies at the prevalence of their sample can be added",
                f"a stated prevalence of {tally.stated_prevalence:g}",
                "add first, then state the prevalence",
            )
    if len({tally.direction for tally in tallies}) > 1:
        raise InputError(
            "tallies must be added or stacked with positives at the same end of the scores",
            "high scores that mean positive, and low ones",
            "make all of them with the same lower_is_positive",
        )
    if len({tally.odds for tally in tallies}) > 1:
        raise InputError(
            "tallies must be added or stacked with scores that are recalibrated alike",
            "several shares of positives",
            "add first, then recalibrate",
        )
    return tallies[0]
