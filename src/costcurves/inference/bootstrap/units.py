"""Units that are drawn with replacement, and the cells, merged where there are many, to which they add."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen, numbers
from costcurves.errors import InputError
from costcurves.space.hull import upper_hull
from costcurves.tallies.cells import Cells, running
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Placed

#: Drawing how often a unit comes takes as long as drawing so many records one by one.
UNIT = 16
#: Records that are drawn at once, so that they fit the cache.
AT_ONCE = 2**18

Counts = Any
"""How often each unit comes: whole numbers, shape (replicates, units)."""


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Spread:
    """What units add to the cells of one class of one model.

    Attributes
    ----------
    cells : int
        Number of cells of the model.
    place : ndarray of int, shape (units,), or None
        The cell of each unit, where all are different and every unit adds 1.
    matrix : sparse array, shape (units, cells), or None
        What each unit adds, otherwise; whole numbers stay whole.
    """

    cells: int
    place: NDArray[np.intp] | None = None
    matrix: Any = None

    @classmethod
    def of(
        cls,
        cell: NDArray[np.intp],
        cells: int,
        weight: Numbers | None = None,
        unit: Any = None,
        units: int = 0,
    ) -> Spread:
        """Lay out entries: each adds its weight (1) to one cell of one unit, by default of its own.

        Parameters
        ----------
        cell, weight, unit : ndarray, shape (entries,)
        cells, units : int
        """
        if weight is None and unit is None and np.max(np.bincount(cell), initial=0) <= 1:
            return cls(cells, place=cell)
        from scipy import sparse

        data = np.ones(len(cell), np.int64) if weight is None else weight
        rows = np.arange(len(cell)) if unit is None else unit
        shape = (len(cell) if unit is None else units, cells)
        return cls(cells, matrix=sparse.csr_array((data, (rows, cell)), shape=shape))

    def __call__(self, counts: Counts) -> Numbers:
        """Return the weight in every cell, shape (replicates, cells)."""
        if self.place is None:
            return np.asarray(counts @ self.matrix)
        found = np.zeros((len(counts), self.cells), np.int64)
        found[:, self.place] = counts
        return found

    def merged(self, coarse: Coarse) -> Spread:
        """Return the spread over merged cells."""
        cells = len(coarse.tally.cells)
        if self.place is not None:
            return Spread.of(coarse.index[self.place], cells)
        entries = self.matrix.tocoo()
        unit, cell = entries.coords
        return Spread.of(coarse.index[cell], cells, entries.data, unit, self.matrix.shape[0])


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Stratum:
    """Units of which as many are drawn as there are; like ones are counted together.

    Attributes
    ----------
    times : ndarray of int, shape (units,)
        How many units each stands for.
    adds : mapping of str to (Spread or None, Spread or None)
        By model what units add to its positives and to its negatives; None for nothing.
    needed : tuple of ndarray of bool, shape (units,)
        A draw is taken again unless some unit of each of these comes.
    """

    times: NDArray[np.int64]
    adds: Mapping[str, tuple[Spread | None, Spread | None]]
    needed: tuple[NDArray[np.bool_], ...] = ()

    @property
    def uneven(self) -> bool:
        """Whether units weigh unlike, so that the weight of a class varies from draw to draw."""
        spreads = (spread for pair in self.adds.values() for spread in pair if spread is not None)
        return any(spread.place is None and np.ptp(spread.matrix.sum(axis=1)) > 0 for spread in spreads)

    @property
    def size(self) -> int:
        """Number of units that are drawn."""
        return int(self.times.sum())

    def drawn(self, rng: np.random.Generator, count: int) -> tuple[Counts, int]:
        """Draw replicates; return how often each unit comes in each, and how many were drawn again.

        The stream of draws does not depend on how many are asked for at once.
        """
        counts, again = self._draw(rng, count), 0
        while not (fit := self._fit(counts)).all():
            missing = int(np.count_nonzero(~fit))
            again += missing
            counts = np.concatenate([counts[fit], self._draw(rng, missing)])
        return counts, again

    def _fit(self, counts: Counts) -> NDArray[np.bool_]:
        """Tell which replicates hold what is needed."""
        return np.asarray(np.all([(counts[:, mine] > 0).any(axis=1) for mine in self.needed], axis=0))

    def _draw(self, rng: np.random.Generator, count: int) -> Counts:
        """Draw how often each unit comes: all at once where many units are alike, else one by one."""
        size, units = self.size, len(self.times)
        if units * UNIT < size:
            return rng.multinomial(size, self.times / size, size=count)
        owner = None if units == size else np.repeat(np.arange(units), self.times)
        counts = np.empty((count, units), np.int64)
        some = max(1, AT_ONCE // size)
        for start in range(0, count, some):
            rows = min(some, count - start)
            draws = rng.integers(0, size, (rows, size))
            owners = draws if owner is None else owner[draws]
            owners += units * np.arange(rows)[:, None]  # every replicate counts in a stretch of its own
            found = np.bincount(owners.ravel(), minlength=rows * units)
            counts[start : start + rows] = found.reshape(rows, units)
        return counts

    def groups(self, most: int, rng: np.random.Generator) -> tuple[Counts, NDArray[np.int64]]:
        """Return what is left out in turn, and how many such turns each stands for.

        Every unit in turn, like ones once; where there are more than `most` different ones, that many
        groups of units dealt at random.
        """
        units = len(self.times)
        if units <= most:
            return np.eye(units, dtype=np.int64), self.times
        owner = rng.permutation(np.repeat(np.arange(units), self.times))
        group = np.arange(len(owner)) % most
        counts = np.bincount(group * units + owner, minlength=most * units)
        return counts.reshape(most, units), np.ones(most, np.int64)

    def merged(self, coarse: Mapping[str, Coarse]) -> Stratum:
        """Return the stratum over merged cells; of one model units that become alike are counted together."""
        spreads = [
            (model, side, spread)
            for model, pair in self.adds.items()
            for side, spread in enumerate(pair)
            if spread is not None
        ]
        model, side, spread = spreads[0]
        if len(spreads) == 1 and spread.place is not None:
            cells = len(coarse[model].tally.cells)
            times = np.bincount(coarse[model].index[spread.place], self.times, cells).astype(np.int64)
            found = np.flatnonzero(times)
            return Stratum(times[found], {model: on_its_side(Spread.of(found, cells), side)})
        adds: dict[str, list[Spread | None]] = {model: [None, None] for model in self.adds}
        for model, side, spread in spreads:
            adds[model][side] = spread.merged(coarse[model])
        return dataclasses.replace(self, adds={model: (p, n) for model, (p, n) in adds.items()})


def alike(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the first of each kind of like rows, in the order of their values, and how many there are.

    Examples
    --------
    >>> first, times = alike([np.array([1, 0, 1, 1]), np.array([5, 5, 5, 7])])
    >>> first.tolist(), times.tolist()
    ([1, 0, 3], [1, 2, 1])
    """
    code = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, rank = np.unique(column, return_inverse=True)
        # Numbered anew each time, codes stay below the square of the number of rows.
        code = np.unique(code * len(values) + rank, return_inverse=True)[1]
    _, first, times = np.unique(code, return_index=True, return_counts=True)
    return first, times.astype(np.int64)


def on_its_side(spread: Spread, side: int) -> tuple[Spread | None, Spread | None]:
    """Put a spread on the side of its class."""
    return (spread, None) if side == 0 else (None, spread)


def class_stratum(placed: Placed, side: int) -> Stratum:
    """Count the like rows of one class: those of one cell in every model, and of one weight."""
    rows = np.flatnonzero(placed.is_positive == (side == 0))
    cells = {model: cell[rows] for model, cell in placed.cell.items()}
    weights = [] if placed.weight is None else [placed.weight[rows]]
    first, times = alike([*cells.values(), *weights])
    weight = weights[0][first] if weights else None
    adds = {
        model: on_its_side(Spread.of(cell[first], len(placed.tallies[model].cells), weight), side)
        for model, cell in cells.items()
    }
    return Stratum(times, adds)


def cluster_stratum(placed: Placed, cluster: NDArray[np.intp]) -> Stratum:
    """Lay out what every cluster adds to both classes."""
    units = int(cluster.max()) + 1
    sides = [placed.is_positive, ~placed.is_positive]

    def spread(model: str, rows: NDArray[np.bool_]) -> Spread:
        """Lay out what clusters add to one class of one model."""
        weight, cells = None if placed.weight is None else placed.weight[rows], placed.tallies[model].cells
        return Spread.of(placed.cell[model][rows], len(cells), weight, cluster[rows], units)

    adds = {model: (spread(model, sides[0]), spread(model, sides[1])) for model in placed.cell}
    needed = tuple(np.bincount(cluster[rows], minlength=units) > 0 for rows in sides)
    return Stratum(np.ones(units, np.int64), adds, needed)


#: Up to so many cells nothing is merged.
MOST = 2_000
#: Cells that more are merged into, beside those that end at corners of the hull.
MERGED = 500


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Coarse(ByValue):
    """A tally with neighbouring cells merged, and what that can cost.

    Attributes
    ----------
    tally : Tally
        Over the merged cells; it does not show every threshold.
    index : ndarray of int, shape (cells,)
        The merged cell of each cell.
    positive, negative : ndarray, shape (merged cells,)
        Shares of the two classes in the merged cells that hide a threshold; 0 in all others.
    """

    tally: Tally
    index: NDArray[np.intp]
    positive: Floats
    negative: Floats

    def __post_init__(self) -> None:
        for name in ("index", "positive", "negative"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def moves(self) -> float:
        """Greatest share of a class in a cell that hides a threshold: no rate is off by more."""
        return float(max(np.max(self.positive, initial=0.0), np.max(self.negative, initial=0.0)))


def coarsened(tally: Tally, keep: Any = (), merged: int = MERGED, most: int = MOST) -> Coarse:
    """Merge neighbouring cells of a tally that has too many to be resampled quickly.

    The thresholds that stay are all corners of the ROC hull, the quantiles of the mean of both class
    distributions, and those that are asked for. Cells of one class hide nothing.

    Parameters
    ----------
    tally : Tally
    keep : array_like of float
        Thresholds that cells must not cross: records with score at or above them stay apart.
    merged : int
        Cells of the quantiles; corners and `keep` cut them further.
    most : int
        With so many cells or fewer, nothing is merged.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> label = rng.random(20_000) < 0.5
    >>> coarse = coarsened(Tally.from_scores(label, rng.normal(size=20_000) + label))
    >>> len(coarse.tally.cells) < 700, coarse.moves < 0.01
    (True, True)
    """
    cells = Tally.require(tally, "coarsening").cells
    if len(cells) <= most:
        none = np.zeros(len(cells))
        return Coarse(tally, np.arange(len(cells)), none, none)
    starts = _starts(tally, keep, merged)
    ends = np.append(starts[1:], len(cells)) - 1
    columns = [np.add.reduceat(column, starts) for column in (cells.positives, cells.negatives)]
    wide = ends > starts
    shares = (
        np.where(wide, column / total, 0.0)
        for column, total in zip(columns, (tally.total_positive, tally.total_negative), strict=True)
    )
    found = Cells(cells.high[starts], cells.low[ends], *columns)
    index = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(cells))))
    return Coarse(dataclasses.replace(tally, source=found), index, *shares)


def _starts(tally: Tally, keep: Any, merged: int) -> NDArray[np.intp]:
    """Return the cells with which merged ones begin."""
    tally.require_both_classes("coarsening")
    fp, tp = running(tally.negatives), running(tally.positives)
    middle = (fp / fp[-1] + tp / tp[-1]) / 2
    levels = np.arange(1, merged) / max(merged, 1)
    thresholds = numbers(keep, "keep") if len(keep) else np.zeros(0)
    if len(thresholds) and not tally.scored:
        raise InputError("thresholds need scores", "operating points without thresholds")
    kept = (upper_hull(fp, tp), np.searchsorted(middle, levels), tally.cells_flagged(thresholds))
    found = np.unique(np.concatenate([np.zeros(1, np.intp), *kept]))
    return found[found < len(tally.cells)]
