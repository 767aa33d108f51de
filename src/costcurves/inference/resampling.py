"""The one splitter: records are placed in the cells of their models and dealt into folds, by a seed."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves.errors import Code, InputError, UndefinedError
from costcurves.inference.arguments import at_most, whole_number
from costcurves.tallies.cells import Cells
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from costcurves.tallies.records import Records

    #: Some rows: a slice, or their indices.
    Rows = slice | NDArray[np.intp]

#: So many fit the memory of a small machine: two numbers for each record and model.
MOST_RECORDS = 2**28
#: Records that are dealt into folds in all, where that is not stated: as many tell how splits differ.
DEALT = 1_000_000


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Placed(ByValue):
    """Records by class and by their cell in the tally of each model: all that resampling needs of rows.

    Attributes
    ----------
    tallies : dict of str to Tally
    is_positive : ndarray of bool, shape (records,)
    cell : dict of str to ndarray of int, shape (records,)
        Index of the cell of each record, by model.
    weight : ndarray or None
    cluster, fold : ndarray of int or None
        Numbered from 0.
    fold_names : tuple of str
        What folds are called that were given.
    order : ndarray of int or None
        The rows by score descending, ties as they come, where sums of weights round; None where sums take
        the rows as they come.
    """

    tallies: Mapping[str, Tally]
    is_positive: NDArray[np.bool_]
    cell: dict[str, NDArray[np.intp]]
    weight: Numbers | None = None
    cluster: NDArray[np.intp] | None = None
    fold: NDArray[np.intp] | None = None
    order: NDArray[np.intp] | None = None
    fold_names: tuple[str, ...] = ()

    @classmethod
    def of_tally(cls, tally: Tally, model: str = "model") -> Placed:
        """Place the records that a tally of whole weights counts."""
        columns = counted_columns(tally, "resampling")
        fix = "resample a part of them, or take an interval of counts, such as nec_interval"
        records = sum(int(column.sum()) for column in columns)
        at_most(records, MOST_RECORDS, "records", of="resampling of a tally", fix=fix)
        places = [np.repeat(np.arange(len(tally.cells)), column) for column in columns]
        is_positive = np.repeat([True, False], [len(place) for place in places])
        return cls({model: tally}, is_positive, {model: np.concatenate(places)})

    @classmethod
    def of_records(cls, records: Records, tallies: Mapping[str, Tally]) -> Placed:
        """Place rows by what some of their models say; rows of weight 0 are left out."""
        kept = slice(None) if records.weight is None else np.flatnonzero(records.weight)
        cell = {}
        for model, tally in tallies.items():
            ascending = tally.cells.high[::-1]
            cell[model] = len(ascending) - 1 - np.searchsorted(ascending, records.ranked(model)[kept])
        weight = None if records.weight is None else records.weight[kept]
        if weight is not None and np.all(weight == 1):
            weight = None
        cluster = None if records.cluster is None else numbered(records.cluster[kept])[0]
        fold, names = (None, ()) if records.fold is None else numbered(records.fold[kept])
        order = None
        if weight is not None and weight.dtype.kind == "f":
            first = next(iter([*tallies, *records.scores]))
            order = np.argsort(-records.ranked(first)[kept], kind="stable")
        return cls(tallies, records.is_positive[kept], cell, weight, cluster, fold, order, names)

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def rows(self) -> Rows:
        """All rows, in the order of sums."""
        return slice(None) if self.order is None else self.order

    def chunks(self, size: int) -> Iterator[Rows]:
        """Yield the rows in the order of sums, so many at a time."""
        for start in range(0, len(self), size):
            part = slice(start, start + size)
            yield part if self.order is None else self.order[part]

    @property
    def counted(self) -> bool:
        """Whether every record weighs 1 and is drawn by itself."""
        return self.weight is None and self.cluster is None

    @property
    def drawn(self) -> str:
        """What is drawn: records or clusters."""
        return "records" if self.cluster is None else "clusters"

    @property
    def units(self) -> tuple[int, int]:
        """How many units are drawn: records of each class, or clusters that hold some."""
        sides = self.strata
        drawn = sides if self.cluster is None else [np.bincount(self.cluster[mine]) for mine in sides]
        return int(np.count_nonzero(drawn[0])), int(np.count_nonzero(drawn[1]))

    @property
    def strata(self) -> tuple[NDArray[np.bool_], ...]:
        """The records of each class: positives, negatives."""
        return self.is_positive, ~self.is_positive

    @property
    def effective(self) -> tuple[float, float]:
        """So many records of equal weight would tell as much of each class: (Σw)²/Σw²."""
        weights, is_positive = self.weights(self.rows), self.is_positive[self.rows]
        sides = (weights[mine] for mine in (is_positive, ~is_positive))
        positives, negatives = (float(weight.sum() ** 2 / (weight**2).sum()) for weight in sides)
        return positives, negatives

    @property
    def effective_units(self) -> tuple[float, float]:
        """The same of what is drawn: clusters count as they are."""
        return self.effective if self.cluster is None else self.units

    def weights(self, rows: Any = slice(None)) -> Floats:
        """Return the weights of some rows; 1 each where records have none."""
        if self.weight is None:
            return np.ones(len(self.is_positive[rows]))
        return np.asarray(self.weight[rows], float)

    def stack(self, model: str, part: NDArray[np.intp], parts: int) -> Tally:
        """Return the tallies of the parts of the records, as a stack over the cells of a model."""
        tally = self.tallies[model]
        cells, shape = tally.cells, (parts, len(tally.cells))
        columns = []
        for positive in (True, False):
            rows = self.is_positive == positive
            weight = None if self.weight is None else self.weight[rows]
            sums = np.bincount(part[rows] * shape[1] + self.cell[model][rows], weight, parts * shape[1])
            whole = self.weight is None or self.weight.dtype.kind == "i"
            columns.append((sums.astype(np.int64, copy=False) if whole else sums).reshape(shape))
        stacked = Cells(cells.high, cells.low, *columns)
        return dataclasses.replace(tally, source=stacked)


class Dealt(Protocol):
    """Records that can be dealt into folds: what a splitter asks of them."""

    @property
    def fold(self) -> NDArray[np.intp] | None:
        """Folds that were given, numbered from 0."""

    @property
    def cluster(self) -> NDArray[np.intp] | None:
        """Clusters that stay whole, numbered from 0."""

    @property
    def drawn(self) -> str:
        """What is drawn: records or clusters."""

    @property
    def units(self) -> tuple[int, ...]:
        """How many of these hold records of each class."""

    @property
    def strata(self) -> tuple[NDArray[np.bool_], ...]:
        """The records of each class."""

    def __len__(self) -> int: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Splits:
    """Records dealt into folds several times, each class (or each cluster whole) as evenly as can be.

    Attributes
    ----------
    folds, repeats : int
    seed : int
        The same seed deals the same records alike on every machine.

    Examples
    --------
    >>> placed = Placed.of_tally(Tally.from_confusion(tp=4, fn=2, fp=3, tn=7))
    >>> parts = next(Splits(folds=2).deal(placed))
    >>> [int(placed.is_positive[parts == fold].sum()) for fold in (0, 1)]
    [3, 3]
    """

    folds: int = 5
    repeats: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("folds", 2), ("repeats", 1)):
            object.__setattr__(self, name, whole_number(getattr(self, name), name, least))
        whole_number(self.seed, "a seed")

    @classmethod
    def of_size(cls, records: float, *, seed: int = 0) -> Splits:
        """Return 5 folds, dealt 10 times; of many records fewer times, so that a million are dealt in all.

        Examples
        --------
        >>> Splits.of_size(2_000).title, Splits.of_size(300_000).title, Splits.of_size(5_000_000).title
        ('10 × 5 folds', '3 × 5 folds', '1 × 5 folds')
        """
        return cls(repeats=min(max(int(DEALT // max(records, 1)), 1), 10), seed=seed)

    @property
    def title(self) -> str:
        """Name the number of splits."""
        return f"{self.repeats} × {self.folds} folds"

    def within(self, placed: Dealt) -> Splits:
        """Return splits with no more folds than the rarest class has records (or clusters)."""
        rarer = min(placed.units)
        if rarer < 2:
            raise UndefinedError(
                f"cross-fitted thresholds need two or more {placed.drawn} of each class",
                str(rarer),
                "give more records, or a threshold",
                code=Code.TOO_FEW,
            )
        return dataclasses.replace(self, folds=min(self.folds, rarer))

    def deal(self, placed: Dealt) -> Iterator[NDArray[np.intp]]:
        """Yield the fold of every record, once a repeat; the given folds, once, where records have some."""
        if placed.fold is not None:
            yield placed.fold
            return
        deal = self._by_class if placed.cluster is None else self._by_cluster
        for rng in generators(self.seed, self.repeats):
            yield deal(placed, rng)

    def _by_class(self, placed: Dealt, rng: np.random.Generator) -> NDArray[np.intp]:
        """Shuffle each class and deal it round."""
        part = np.empty(len(placed), np.intp)
        for stratum in placed.strata:
            rows = np.flatnonzero(stratum)
            part[rng.permutation(rows)] = np.arange(len(rows)) % self.folds
        return part

    def _by_cluster(self, placed: Dealt, rng: np.random.Generator) -> NDArray[np.intp]:
        """Deal whole clusters round by round, each round by lot, those with many positives first.

        A round holds clusters much alike, so that folds differ by the positives of one cluster at most. Of
        several classes the first strata come first.
        """
        cluster = np.asarray(placed.cluster)
        size = np.bincount(cluster)
        counts = [np.bincount(cluster, stratum, len(size)) for stratum in placed.strata[:-1]]
        shuffled = rng.permutation(len(size))
        order = shuffled[np.lexsort([-count[shuffled] for count in (size, *reversed(counts))])]
        rounds = np.tile(np.arange(self.folds), (-(-len(size) // self.folds), 1))
        fold = np.empty(len(size), np.intp)
        fold[order] = rng.permuted(rounds, axis=1).ravel()[: len(size)]
        return np.asarray(fold[cluster])


def counted_columns(tally: Tally, purpose: str) -> tuple[Numbers, Numbers]:
    """Return how many positives and negatives are in each cell; refuse weights that count no records."""
    Tally.require(tally, purpose)
    if not tally.counted:
        raise UndefinedError(
            f"{purpose} needs the number of records of each class",
            "rates without class sizes",
            "give the number of positives and negatives",
        )
    columns = (tally.positives, tally.negatives)
    if any(column.dtype.kind != "i" for column in columns):
        raise InputError(
            f"{purpose} needs weights of a tally that count records",
            "fractional weights, or amounts of money",
            "give the records, with their sample_weight or their costs, to evaluate",
        )
    return columns


def generators(seed: Any, count: int) -> Iterator[np.random.Generator]:
    """Yield independent generators of a seed, the same ones on every machine.

    Examples
    --------
    >>> [int(rng.integers(100)) for rng in generators(1, 2)] == [
    ...     int(rng.integers(100)) for rng in generators(1, 2)
    ... ]
    True
    """
    for child in np.random.SeedSequence(whole_number(seed, "a seed")).spawn(count):
        yield np.random.default_rng(child)


def numbered(column: NDArray[Any]) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Number the values of a column in the order of their first rows; return these values in words, too."""
    known: dict[Any, int] = {}
    try:
        _, first, inverse = np.unique(column, return_index=True, return_inverse=True)
    except TypeError:  # values of several types have no order
        numbers = [known.setdefault(value, len(known)) for value in column.tolist()]
        return np.array(numbers, np.intp), tuple(map(str, known))
    rank = np.empty(len(first), np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[inverse]), tuple(map(str, column[np.sort(first)].tolist()))
