"""How well scores rank records of many classes: Hand and Till's M, areas against the rest."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves._ground.threads import on_threads, workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.tallies.class_records import ClassRecords

#: Of fewer records twice their number is exact in int32, which is added up faster.
MOST_SMALL = 2**30


@dataclasses.dataclass(frozen=True, eq=False)
class PairwiseAreas(ByValue):
    """The chances A(i|j) that a record of class i has a higher score for i than one of class j, ties half.

    Attributes
    ----------
    area : ndarray, shape (K, K)
        A(i|j); NaN where i = j.
    prevalence : ndarray, shape (K,)
        Shares of the classes.

    References
    ----------
    Hand & Till (2001), A simple generalisation of the area under the ROC curve, Machine Learning 45.

    Examples
    --------
    >>> from costcurves.tallies.class_records import ClassRecords
    >>> score = [[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.4, 0.5, 0.1], [0.1, 0.3, 0.6]]
    >>> areas = PairwiseAreas.of(ClassRecords.read([0, 0, 1, 2], {"m": score}), "m")
    >>> round(areas.hand_till, 4), round(areas.provost_domingos, 4)
    (0.9167, 0.875)
    """

    area: Floats
    prevalence: Floats

    @classmethod
    def of(cls, records: ClassRecords, model: str) -> PairwiseAreas:
        """Sort each column of the scores of a model once; refuse models that are labels alone."""
        return RankedColumns.of(records, model).areas

    @property
    def hand_till(self) -> float:
        """M, the mean of A(i|j) over all ordered pairs of classes: it does not depend on class shares."""
        return _sum(self.area * self.shares_of_pairs)

    @property
    def provost_domingos(self) -> float:
        """Σ p(k)·AUC(k against the rest), p being the shares of the classes: it depends on them."""
        return _sum(self.area * self.shares_of_rests)

    @property
    def against_rest(self) -> Floats:
        """The AUC of each class against all others, as common as they are, shape (K,)."""
        found = np.nansum(self.area * self.shares_of_rests, axis=1)
        return np.asarray(found / self.prevalence)

    @property
    def slopes_of_rest(self) -> Floats:
        """How the AUC of each class against the rest changes with the share of each class, shape (K, K)."""
        classes, own = len(self.area), 1 - self.prevalence
        slopes = self.area / own[:, None]
        slopes[range(classes), range(classes)] = self.against_rest / own
        return np.asarray(slopes)

    @property
    def slopes(self) -> Floats:
        """How their mean changes with the share of each class, shape (K,)."""
        return np.asarray(self.against_rest + self.prevalence @ self.slopes_of_rest)

    @property
    def shares_of_pairs(self) -> Floats:
        """What each pair counts in M."""
        classes = len(self.area)
        return np.where(np.eye(classes, dtype=bool), 0.0, 1 / (classes * (classes - 1)))

    @property
    def shares_of_rests(self) -> Floats:
        """What each pair counts in the mean of areas against the rest."""
        p = self.prevalence
        return np.where(np.eye(len(p), dtype=bool), 0.0, p[:, None] * p / (1 - p[:, None]))


def _sum(terms: Floats) -> float:
    """Add numbers so that their order never matters: classes may be permuted."""
    return math.fsum(terms[~np.isnan(terms)].tolist())


@dataclasses.dataclass(frozen=True, eq=False)
class RankedColumns(ByValue):
    """Records sorted by each column of the scores of one model, once.

    Attributes
    ----------
    columns : tuple of SortedColumn
        One a class.
    sizes : ndarray, shape (K,)
        Weight of each class.
    """

    columns: tuple[SortedColumn, ...]
    sizes: Floats

    @classmethod
    def of(cls, records: ClassRecords, model: str) -> RankedColumns:
        """Sort all columns; refuse models that are labels alone."""
        score = records.by_class(model, "an area under ROC curves")
        # Small codes fit the cache; so they are moved faster than places are.
        few = len(records.classes) <= np.iinfo(np.int8).max
        codes = records.codes.astype(np.int8) if few else records.codes
        jobs = [
            functools.partial(SortedColumn.of, score[:, place], place, codes, records.weight)
            for place in range(score.shape[1])
        ]
        return cls(tuple(on_threads(jobs, workers(len(score)))), records.sizes)

    @functools.cached_property
    def areas(self) -> PairwiseAreas:
        """The chances A(i|j)."""
        return PairwiseAreas(
            np.array([column.areas(self.sizes) for column in self.columns]), self.sizes / self.sizes.sum()
        )

    @functools.cached_property
    def of_pairs(self) -> Floats:
        """What :meth:`influences` returns where all pairs count the same, as in Hand and Till's M."""
        return self.influences(self.areas.shares_of_pairs)

    def influences(self, shares: Floats) -> Floats:
        """Return numbers of the records: their means by class add up to 2·Σ shares·A, and so vary.

        A record of class k counts the share of other records that it outranks in column k, and the share of
        those of class i that do not outrank it in column i, each as the pair counts: the placements of DeLong
        for more than two classes.

        Parameters
        ----------
        shares : ndarray, shape (K, K)
            What each pair (i, j) counts.

        Returns
        -------
        ndarray, shape (records,)
        """
        found = np.zeros(len(self.columns[0].order))
        for column, row in zip(self.columns, shares, strict=True):
            if row.any():
                found[column.order] += column.influence(row, self.sizes)
        return found


@dataclasses.dataclass(frozen=True, eq=False)
class SortedColumn(ByValue):
    """Records sorted by the scores for one class.

    Attributes
    ----------
    place : int
        The class.
    order : ndarray of int, shape (records,)
    codes : ndarray of int, shape (records,)
        Places of the true classes, in order.
    weight : ndarray or None
        In order.
    starts : ndarray of int or None
        Where stretches of equal scores begin; None if there are no equal scores.
    below : ndarray, shape (records,)
        Twice the weight of records of the class below each, and once that of its equals.
    """

    place: int
    order: NDArray[np.intp]
    codes: NDArray[Any]
    weight: Numbers | None
    starts: NDArray[np.intp] | None
    below: Numbers

    @classmethod
    def of(cls, column: Floats, place: int, codes: NDArray[Any], weight: Numbers | None) -> SortedColumn:
        """Sort one column; stable where sums of weights round."""
        values = np.ascontiguousarray(column)
        order = np.argsort(values, kind=None if weight is None else "stable")
        values, codes = values[order], codes[order]
        new = values[1:] != values[:-1]
        starts = None if new.all() else np.concatenate([[0], np.flatnonzero(new) + 1])
        mine = codes == place
        if weight is None:
            upto = np.cumsum(mine, dtype=np.int32 if len(mine) < MOST_SMALL else np.int64)
            return cls(place, order, codes, None, starts, _middle(upto, mine, starts))
        weight = weight[order]
        loads = np.where(mine, weight, 0)
        return cls(place, order, codes, weight, starts, _middle(np.cumsum(loads), loads, starts))

    def areas(self, sizes: Floats) -> Floats:
        """A(i|j) of the class i of the column, shape (K,); NaN where j is the class itself."""
        below = self.below if self.weight is None else self.weight.astype(float) * self.below
        lost, pairs = np.bincount(self.codes, below, len(sizes)), 2.0 * sizes[self.place] * sizes
        found = (pairs - lost) / pairs
        found[self.place] = np.nan
        return np.asarray(found)

    def influence(self, shares: Floats, sizes: Floats) -> Floats:
        """Return what each record counts, in order."""
        loads = (shares / sizes).take(self.codes)
        loads = loads if self.weight is None else loads * self.weight
        above = shares.take(self.codes) * (1 - self.below / (2 * sizes[self.place]))
        upto = _middle(np.cumsum(loads), loads, self.starts) / 2
        return np.where(self.codes == self.place, upto, above)


def _middle(upto: Numbers, loads: Numbers, starts: NDArray[np.intp] | None) -> Numbers:
    """Return twice the load below each record, in order, and once that of its equals."""
    if starts is None:
        return np.asarray(2 * upto - loads)
    bounds = np.append(starts, len(upto))
    above = upto[bounds[1:] - 1]
    below = np.concatenate([np.zeros(1, above.dtype), above[:-1]])
    return np.repeat(above + below, np.diff(bounds))
