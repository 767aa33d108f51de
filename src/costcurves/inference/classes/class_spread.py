"""How much a number read off records of many classes varies: sums of what each record moves it."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.inference.counts.cost_intervals import rate_ends
from costcurves.inference.estimate import Estimate
from costcurves.inference.resampling import numbered

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.tallies.class_records import ClassRecords

#: Steps by which the weight of a cell is moved, as a share of it, to see how much that moves a measure.
STEP = 1e-4
#: So many numbers of tables are worked on at once.
CHUNK = 2**20
#: A variance below this is one of rounding.
NOTHING = 1e-30


@dataclasses.dataclass(frozen=True, eq=False)
class ClassUnits(ByValue):
    """What is drawn of records of many classes: rows or clusters, within classes or all together."""

    records: ClassRecords

    def __len__(self) -> int:
        return len(self.records)

    @functools.cached_property
    def fold(self) -> NDArray[np.intp] | None:
        """Folds that were given, numbered from 0."""
        return None if self.records.fold is None else numbered(self.records.fold)[0]

    @functools.cached_property
    def cluster(self) -> NDArray[np.intp] | None:
        """Clusters, numbered from 0."""
        return None if self.records.cluster is None else numbered(self.records.cluster)[0]

    @functools.cached_property
    def strata(self) -> tuple[NDArray[np.bool_], ...]:
        """The records of each class, the last first: of two classes positives, then negatives."""
        return tuple(self.records.codes == place for place in reversed(range(len(self.records.classes))))

    @property
    def units(self) -> tuple[int, ...]:
        """How many records or clusters hold each class."""
        found = (
            self.strata if self.cluster is None else [np.bincount(self.cluster[one]) for one in self.strata]
        )
        return tuple(int(np.count_nonzero(one)) for one in found)

    @property
    def effective(self) -> Floats:
        """So many records of equal weight would tell as much of each class: (Σw)²/Σw², shape (K,)."""
        weight = self.records.weight
        if weight is None:
            return np.bincount(self.records.codes, minlength=len(self.records.classes)).astype(float)
        loads = weight.astype(float)
        squares = np.bincount(self.records.codes, loads * loads, len(self.records.classes))
        return np.asarray(self.records.sizes**2 / squares)

    @property
    def drawn(self) -> str:
        """What is drawn: records or clusters."""
        return "records" if self.records.cluster is None else "clusters"

    def of_classes(self, values: Floats) -> float:
        """Return the variance of Σ_k mean of values in class k, classes as large as they are.

        Sample variances of records within each class; of clusters, which may hold records of several classes,
        sums of what their records move. Infinite where a class has one record.
        """
        records = self.records
        codes, sizes = records.codes, records.sizes
        weight = np.ones(len(codes)) if records.weight is None else records.weight.astype(float)
        means = np.bincount(codes, weight * values, len(sizes)) / sizes
        moved = weight * (values - means[codes]) / sizes[codes]
        if self.cluster is not None:
            return self._of_clusters(moved)
        counts = np.bincount(codes[weight > 0], minlength=len(sizes)).astype(float)
        squares = np.bincount(codes, moved * moved, len(sizes))
        lone = (counts < 2) & (squares >= 0)
        if lone.any():
            return math.inf
        return float((squares * counts / (counts - 1)).sum())

    def of_all(self, moved: Floats) -> float:
        """Return the variance of a number that each record moves by so much, all drawn together."""
        return self._of_clusters(moved) if self.cluster is not None else float((moved * moved).sum())

    def _of_clusters(self, moved: Floats) -> float:
        sums = np.bincount(np.asarray(self.cluster), moved)
        clusters = len(sums)
        return math.inf if clusters < 2 else float((sums * sums).sum()) * clusters / (clusters - 1)


def moved_by_cells(measure: Callable[[Floats], Floats], weight: Floats) -> Floats:
    """Return how much one more record in each cell of a table moves a measure: its derivative (delta method).

    Parameters
    ----------
    measure : callable
        Maps tables, shape (..., K, D), to numbers, or to several, shape (..., M).
    weight : ndarray, shape (K, D)
        Cells of weight 0 hold no record that could move anything: theirs are 0.

    Returns
    -------
    ndarray, shape (K, D) or (M, K, D)

    Examples
    --------
    >>> table = np.array([[8.0, 2.0], [0.0, 10.0]])
    >>> share = lambda tables: np.trace(tables, axis1=-2, axis2=-1) / tables.sum(axis=(-2, -1))
    >>> moved_by_cells(share, table).round(6).tolist()  # (1 − 0.9)/20, −0.9/20
    [[0.005, -0.045], [0.0, 0.005]]
    """
    flat, filled = weight.ravel().astype(float), np.flatnonzero(weight.ravel() > 0)
    steps, found = flat[filled] * STEP, []
    for start in range(0, len(filled), step := max(CHUNK // weight.size, 1)):
        cells, rows = filled[start : start + step], np.arange(len(filled[start : start + step]))
        tables = np.repeat(flat[None, :], 2 * len(cells), axis=0)
        tables[rows, cells] += steps[start : start + step]
        tables[rows + len(cells), cells] -= steps[start : start + step]
        values = np.asarray(measure(tables.reshape(-1, *weight.shape)))
        found.append(values[: len(cells)] - values[len(cells) :])
    differences = np.concatenate(found)
    moved = np.zeros((*differences.shape[1:], weight.size))
    moved[..., filled] = differences.T / (2 * steps)
    return moved.reshape(*differences.shape[1:], *weight.shape)


def bounded(
    value: float, variance: float, ends: tuple[float, float], size: float, level: float
) -> tuple[float, float]:
    """Return the interval of a number between two ends: that of a rate which varies as much.

    Parameters
    ----------
    value, variance : float
    ends : (float, float)
        The least and the greatest the number can be.
    size : float
        As how many records it counts where the variance seen is 0 or not known.
    level : float

    Examples
    --------
    >>> low, high = bounded(0.5, 0.25 / 100, (0, 1), 100, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    low, high = ends
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    spread = variance / (high - low) ** 2
    worth = share * (1 - share) / spread if NOTHING < spread < math.inf and 0 < share < 1 else size
    least, most = (float(end) for end in rate_ends(share * worth, worth, level))
    return low + least * (high - low), low + most * (high - low)


def unbounded(value: float, variance: float, level: float, freedom: float, method: str) -> Estimate:
    """Return the interval of a mean of losses that have no bound: Student's t."""
    from scipy.special import stdtrit

    reach = float(stdtrit(max(freedom, 1.0), (1 + level) / 2)) * math.sqrt(variance)
    return Estimate(value, value - reach, value + reach, level, method)
