"""DeLong's variances of AUCs: how far each record outranks the other class, and how much that varies."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen, sum_of_products
from costcurves._ground.class_sorting import Gaps, Run
from costcurves._ground.threads import on_threads, workers
from costcurves.errors import InputError, UndefinedError, kind_of, one_class
from costcurves.inference.resampling import Placed, counted_columns
from costcurves.inference.variances import ClassMeans, class_means
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import dot, running
from costcurves.tallies.records import Records
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Rows

#: Numbers worked on at once: memory does not grow with the number of pairs, blocks stay in the cache, and
#: sums stay with one thread, since sums so cheap take longer when they are parted.
BLOCK = 8192
#: A variance below this is one of 0 and rounding: the least that whole counts leave is far above.
NOTHING = 1e-30

_PURPOSE = "the variance of an AUC"
#: Indices of models, or of rows.
Index = Any


def auc_error(sample: Tally | Records | HasRecords, *, model: str | None = None) -> float:
    """Standard error of the AUC by DeLong, DeLong and Clarke-Pearson.

    The placement of a positive is the share of the negatives that it outranks, ties counting half; that
    of a negative the share of the positives that outrank it. The AUC is the mean of either, and its
    variance S₁₀/P + S₀₁/N, with their sample variances S. O(cells) for a tally, and exact with ties.

    Parameters
    ----------
    sample : Tally or Records
        Or an evaluation of records. A tally of whole weights counts records; its stated prevalence changes
        nothing. In records with
        weights a row is the unit: placements are weighted shares of the other class, and each class
        contributes n/(n−1) Σw²(V − A)²/(Σw)². Clusters are drawn whole (Obuchowski, 1997).
    model : str, optional
        Needed where records have several models.

    Returns
    -------
    float
        At least 0; exactly 0 where all placements of a class are equal, as in perfect separation.

    Raises
    ------
    UndefinedError
        With fewer than two records (or clusters) of a class: one value has no variance.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44, 837-845.
    Obuchowski (1997), Biometrics 53, 567-578.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> round(auc_error(tally), 6)
    0.157135
    """
    return math.sqrt(Area.of(sample, model).variance)


def auc_covariance(records: Records | HasRecords, models: Sequence[str] | None = None) -> Floats:
    """Covariance matrix of the AUCs of models on the same records; see :func:`auc_error`.

    Parameters
    ----------
    records : Records
        Or an evaluation of such.
    models : sequence of str, optional
        By default all.

    Returns
    -------
    ndarray, shape (models, models)
        Positive semidefinite, in the order of the models.

    Raises
    ------
    UndefinedError
        With fewer than two records (or clusters) of a class.

    Examples
    --------
    >>> records = Records.read([1, 1, 0, 1, 0, 0], {"a": [6, 5, 4, 3, 2, 1], "b": [6, 4, 5, 2, 3, 1]})
    >>> auc_covariance(records).round(4).tolist()
    [[0.0247, 0.037], [0.037, 0.0741]]
    """
    return placements_of(records, models, "a covariance of AUCs").covariance()


@dataclasses.dataclass(frozen=True, slots=True)
class Area:
    """The AUC of one model, and what its sampling error is made of.

    Attributes
    ----------
    auc : float
    spread : float
        Sum of the variances and covariances of the mean placements of both classes.
    units : (int, int)
        Records (or clusters with some) of each class.
    sizes : (float, float)
        As many records of equal weight would tell as much.
    drawn : {"records", "clusters"}
        What the units are.
    """

    auc: float
    spread: float
    units: tuple[int, int]
    sizes: tuple[float, float]
    drawn: str = "records"

    @classmethod
    def of(cls, sample: Tally | Records | HasRecords, model: str | None = None) -> Area:
        """Read it off a tally, or off the rows where they have weights or clusters."""
        rows = getattr(sample, "records", sample)
        if not isinstance(rows, Records):
            return cls.of_tally(Tally.require(sample, _PURPOSE))
        name = _only_model(rows, model)
        if rows.weight is None and rows.cluster is None:
            return cls.of_tally(rows.tally(name))
        return Placements.of(rows, [name]).area()

    @classmethod
    def of_tally(cls, tally: Tally) -> Area:
        """Weigh the placements of cells by their counts: all that matters of a record is its cell."""
        columns = counted_columns(tally, _PURPOSE)
        roc = RocCurve.of(tally)
        p, n = roc.positives, roc.negatives
        placements = (1 - (roc.fp[1:] + roc.fp[:-1]) / (2 * n), (roc.tp[1:] + roc.tp[:-1]) / (2 * p))
        spread = sum(
            sum_of_products(count, (placement - roc.auc) ** 2) / (size * max(size - 1, 1))
            for count, placement, size in zip(columns, placements, (p, n), strict=True)
        )
        return cls(roc.auc, spread, (p, n), (p, n))

    @property
    def variance(self) -> float:
        """DeLong's variance of the AUC; refuse classes of one record, or in one cluster."""
        _require_two(self.units, self.drawn)
        return max(0.0, self.spread)


def _require_two(units: tuple[int, int], drawn: str) -> None:
    """Refuse a class with fewer than two units: one value has no variance."""
    if min(units) < 2:
        raise UndefinedError(
            f"DeLong's variance needs two {drawn} or more of each class",
            f"{units[0]} positive and {units[1]} negative",
            'give more records, or take auc_interval(…, method="newcombe")',
        )


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Placements(ByValue):
    """How much weight of the other class every record outranks (or is outranked by), model by model.

    Attributes
    ----------
    placed : Placed
        Class, weight and cluster of the rows.
    models : tuple of str
    auc : ndarray, shape (models,)
    doubled : ndarray, shape (models, rows)
        Twice the weight of the negatives below a positive, of the positives above a negative, ties
        counting once; int64 where weights are whole, so that equal rankings have equal placements.
    totals : (number, number)
        Weight of the positives and of the negatives.
    """

    placed: Placed
    models: tuple[str, ...]
    auc: Floats
    doubled: Numbers
    totals: tuple[Any, Any]

    @classmethod
    def of(cls, records: Records, models: Sequence[str] | None = None) -> Placements:
        """Rank the rows by every model; rows of weight 0 are left out."""
        names = tuple(records.scores if models is None else models)
        placed = _tamed(Placed.of_records(records, {}))
        rows = (np.flatnonzero(placed.is_positive), np.flatnonzero(~placed.is_positive))
        for missing, index in zip(("positive", "negative"), rows, strict=True):
            if not len(index):
                raise one_class(_PURPOSE, missing, float(len(placed)))
        doubled = _ranked(records, names, rows, placed.weight)
        weight = placed.weight
        p, n = map(len, rows) if weight is None else _totals(placed.is_positive, weight, placed.rows)
        auc = [
            # Where sums of weights round, as the ROC curve rounds.
            RocCurve.of(records.tally(name)).auc
            if counts.dtype.kind == "f"
            else _auc(counts[rows[0]], None if weight is None else weight[rows[0]], p * n)
            for name, counts in zip(names, doubled, strict=True)
        ]
        return cls(placed, names, frozen(np.array(auc)), frozen(doubled), (p, n))

    def covariance(self) -> Floats:
        """Covariance matrix of the AUCs."""
        _require_two(self.placed.units, self.placed.drawn)
        found = class_means(self.placed, self._chunks(np.arange(len(self.models))), together=True).covariance
        return np.asarray((found + found.T) / 2)  # equal to the last digit on both sides of the diagonal

    def differences(self, a: Index, b: Index, *, together: bool = False) -> ClassMeans:
        """Spread of differences of AUCs, from the differences of placements.

        Nothing is lost between large and nearly equal variances, and equal rankings leave exactly 0.
        """
        _require_two(self.placed.units, self.placed.drawn)
        return class_means(self.placed, self._chunks(np.asarray(a), np.asarray(b)), together=together)

    def area(self) -> Area:
        """Return the AUC of the first model, with the spread of the two classes apart."""
        sides = self.placed.is_positive
        chunks = (
            (rows, values * np.column_stack([sides[rows], ~sides[rows]]))
            for rows, values in self._chunks(np.array([0]))
        )
        found = class_means(self.placed, chunks, together=True).covariance
        placed = self.placed
        spread = float(found.sum())
        return Area(float(self.auc[0]), spread, placed.units, placed.effective_units, placed.drawn)

    def _chunks(self, a: Index, b: Index | None = None) -> Iterator[tuple[Rows, Floats]]:
        """Yield how placements (or differences of placements) deviate from their means."""
        centre = self.auc[a] if b is None else self.auc[a] - self.auc[b]
        count = max(BLOCK // len(a), 64)
        for rows in self.placed.chunks(count):
            doubled = self.doubled[:, rows]
            found = doubled[a] if b is None else doubled[a] - doubled[b]
            p, n = self.totals
            other = np.where(self.placed.is_positive[rows], 2.0 * n, 2.0 * p)
            yield rows, (found / other).T - centre


def _tamed(placed: Placed) -> Placed:
    """Scale fractional weights by a power of two, exactly: their squares neither overflow nor vanish."""
    weight = placed.weight
    if weight is None or weight.dtype.kind == "i" or not len(weight):
        return placed
    return dataclasses.replace(placed, weight=frozen(np.ldexp(weight, -np.frexp(weight.max())[1])))


def _totals(is_positive: NDArray[np.bool_], weight: Numbers, order: Rows) -> tuple[Any, Any]:
    """Weigh both classes, adding in the order of sums."""
    sides, weight = is_positive[order], weight[order]
    return weight[sides].sum().item(), weight[~sides].sum().item()


def _ranked(
    records: Records, names: Sequence[str], rows: tuple[Index, Index], weight: Numbers | None
) -> Numbers:
    """Rank the rows of positive weight by every model, as many at a time as threads pay for."""
    kept = slice(None) if records.weight is None else records.weight != 0
    size = sum(map(len, rows))
    whole = weight is None or weight.dtype.kind == "i"
    found = np.empty((len(names), size), np.int64 if whole else np.float64)

    def rank(row: int, name: str) -> None:
        """Fill one row."""
        _rank(records.ranked(name)[kept], rows, weight, found[row])

    jobs = [functools.partial(rank, row, name) for row, name in enumerate(names)]
    count = workers(size)
    for start in range(0, len(jobs), count):
        on_threads(jobs[start : start + count])
    return found


def _rank(score: Floats, rows: tuple[Index, Index], weight: Numbers | None, found: Numbers) -> None:
    """Sort the classes apart, look each up in the other, and put what is found back in the order of rows."""
    orders, runs = [], []
    for index in rows:
        values = score[index]
        # Stable where sums of weights round: then equal rankings round alike.
        order = np.argsort(values, kind=None if weight is None else "stable")
        orders.append(index[order])
        runs.append(Run(values[order], None if weight is None else running(weight[orders[-1]])))
    total = runs[0].weight_before(np.array([len(rows[0])]))
    for own in (0, 1):
        gaps = Gaps.between(runs[1 - own], runs[own].scores)
        below = gaps.below() + gaps.upto()
        found[orders[own]] = below if own == 0 else 2 * total - below


def _auc(doubled: Numbers, weight: Numbers | None, pairs: int) -> float:
    """Return the mean placement of the positives, of whole weights exactly but for one division."""
    total = int(doubled.sum()) if weight is None else int(dot(weight, doubled))
    return total / (2 * pairs)


class HasRecords(Protocol):
    """What keeps the rows it was made of, such as an evaluation."""

    @property
    def records(self) -> Records | None:
        """The rows, where there are rows."""


def placements_of(
    records: Records | HasRecords, models: Sequence[str] | None, purpose: str, least: int = 1
) -> Placements:
    """Rank the rows by some models, by default by all; refuse what has no rows, and too few models."""
    rows = _rows_of(records, purpose)
    names = list(rows.scores) if models is None else models
    if isinstance(names, str) or len(names) < least:
        number = {1: "a model", 2: "two models"}[least]
        raise InputError(f"{purpose} needs {number} or more", repr(names), f"of {', '.join(rows.scores)}")
    return Placements.of(rows, names)


def _rows_of(records: Records | HasRecords, purpose: str) -> Records:
    found = getattr(records, "records", records)
    if not isinstance(found, Records):
        came = "an evaluation without rows" if found is None else kind_of(found)
        raise InputError(
            f"{purpose} needs the scores of all models on the same records",
            came,
            "read them with Records.read, or evaluate them",
        )
    return found


def _only_model(records: Records, model: str | None) -> str:
    """Return the model that is named, or the only one."""
    if model is None and len(records.scores) != 1:
        raise InputError("a model must be named", "none", ", ".join(records.scores))
    return next(iter(records.scores)) if model is None else model
