"""How much a number read off records of many classes varies: sums of what each record moves it."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.inference.counts.cost_intervals import rate_ends
from costcurves.inference.resampling import numbered
from costcurves.measures.class_margins import ClassMargins

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.tallies.class_records import ClassRecords

#: By which share of their weight cells are moved to see how much that moves a measure.
STEP = 1e-4
#: A variance below this is one of rounding.
NOTHING = 1e-30


@dataclasses.dataclass(frozen=True, eq=False)
class ClassUnits(ByValue):
    """What is drawn of records of many classes: rows or clusters, within classes or all together.

    Attributes
    ----------
    records : ClassRecords
    shares_vary : bool
        Whether classes are as common as they happen to be among the records, instead of known shares.
    """

    records: ClassRecords
    shares_vary: bool = False

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

    def of_mean(self, shares: Floats, values: Floats) -> float:
        """Return the variance of Σ_k π_k·(mean of values in class k), and of π where shares vary.

        Infinite where a class has one record.
        """
        within = self.of_classes(shares[self.records.codes] * values)
        return within + self.of_shares(shares, values, within)

    def of_shares(self, shares: Floats, values: Floats, within: float) -> float:
        """Return how much Σ_k π_k·(mean of values in class k) varies since shares vary.

        That is Σ_k π_k·(mean of class k less that of all)²/n; of clusters, what the variance of all exceeds
        that `within` classes by.
        """
        if not self.shares_vary or within == math.inf:
            return 0.0
        records = self.records
        weight = np.ones(len(values)) if records.weight is None else records.weight.astype(float)
        means = np.bincount(records.codes, weight * values, len(shares)) / records.sizes
        each = means[records.codes] if self.cluster is None else values
        moved = weight / weight.sum() * (each - float(shares @ means))
        found = self.of_all(moved)
        return found if self.cluster is None else max(found - within, 0.0)

    def of_all(self, moved: Floats) -> float:
        """Return the variance of a number that each record moves by so much, all drawn together."""
        return self._of_clusters(moved) if self.cluster is not None else float((moved * moved).sum())

    def _of_clusters(self, moved: Floats) -> float:
        sums = np.bincount(np.asarray(self.cluster), moved)
        clusters = len(sums)
        return math.inf if clusters < 2 else float((sums * sums).sum()) * clusters / (clusters - 1)


def moved_by_cells(measure: Callable[[ClassMargins], Floats], table: Floats) -> Floats:
    """Return how much one more record in each cell of a table moves a measure: its derivative (delta method).

    A record of class i predicted as j adds to what is true of i and predicted of j: so 3K derivatives, with
    those of records rightly predicted, tell those of all K² cells.

    Parameters
    ----------
    measure : callable
        Maps margins of tables, shape (..., K), to numbers, shape (...), or to several, shape (..., M).
    table : ndarray, shape (K, K)
        Cells of weight 0 hold no record that could move anything: theirs are 0.

    Returns
    -------
    ndarray, shape (K, K) or (M, K, K)

    Examples
    --------
    >>> table = np.array([[8.0, 2.0], [0.0, 10.0]])
    >>> share = lambda margins: margins.both.sum(axis=-1) / margins.true.sum(axis=-1)
    >>> moved_by_cells(share, table).round(6).tolist()  # (1 − 0.9)/20, −0.9/20
    [[0.005, -0.045], [0.0, 0.005]]
    """
    margins = ClassMargins.of(table)
    rest = margins.against_rest
    of_true = _moved(measure, margins, rest.fn, true=1)
    of_predicted = _moved(measure, margins, rest.fp, predicted=1)
    of_both = _moved(measure, margins, rest.tp, true=1, predicted=1, both=1)
    moved = of_true[..., :, None] + of_predicted[..., None, :]
    rows = np.arange(len(table))
    moved[..., rows, rows] = of_both
    return np.where(table > 0, moved, 0.0)


def _moved(
    measure: Callable[[ClassMargins], Floats],
    margins: ClassMargins,
    weight: Floats,
    *,
    true: int = 0,
    predicted: int = 0,
    both: int = 0,
) -> Floats:
    """Return the derivatives by what a record of each class adds to its margins, shape (K,) or (M, K)."""
    step = STEP * weight
    steps, ends = np.diag(step), []
    for sign in (1, -1):
        parts = ((margins.true, true), (margins.predicted, predicted), (margins.both, both))
        ends.append(measure(ClassMargins(*(base + sign * adds * steps for base, adds in parts))))
    difference = np.asarray(ends[0] - ends[1]).T
    return np.divide(difference, 2 * step, out=np.zeros_like(difference), where=step > 0)


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
