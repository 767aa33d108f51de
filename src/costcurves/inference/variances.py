"""Sums of class means such as costs, their variance, and how many records a sample is worth."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.pvalues import normal_quantile
from costcurves.tallies.cells import running

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Placed, Rows
    from costcurves.tallies.tally import Tally


#: The covariances of what nobody wants to know them of.
_NO_COVARIANCE = np.empty((0, 0))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassMeans:
    """Mean over the positives plus mean over the negatives, of several quantities of each record.

    Attributes
    ----------
    centre, variance, freedom : ndarray, shape (quantities,)
        The means, their variance over samples, and degrees of freedom of Student's t for them.
    covariance : ndarray, shape (quantities, quantities)
        Empty unless the covariances were to be found, too.
    """

    centre: Floats
    variance: Floats
    freedom: Floats
    covariance: Floats


def class_means(
    placed: Placed, chunks: Iterable[tuple[Rows, Floats]], *, together: bool = False
) -> ClassMeans:
    """Return the sums of class means of quantities that come in chunks of rows.

    Each class is drawn by itself: Var = n/(n−1) Σ w²(v − v̄)²/(Σ w)², added over classes. Clusters
    are drawn whole, with both their classes, and their sums take the place of the records.

    Parameters
    ----------
    placed : Placed
    chunks : iterable of (Rows, ndarray of shape (rows, quantities))
    together : bool
        Whether to find the covariances of the quantities, too.
    """
    read = ((rows, np.asarray(values, float)) for rows, values in chunks)
    means = _means_of_records if placed.cluster is None else _means_of_clusters
    return means(placed, read, together=together)


def _means_of_records(placed: Placed, chunks: Iterable[tuple[Rows, Floats]], *, together: bool) -> ClassMeans:
    """Draw records within their class."""
    # Of each class: count, Σw, Σw², Σwv, Σw²v, Σw²vv′.
    sums: dict[bool, list[Any]] = {positive: [0] + [0.0] * 5 for positive in (True, False)}
    for rows, values in chunks:
        for positive, part in sums.items():
            mine = placed.is_positive[rows] == positive
            v, w = values[mine], placed.weights(rows)[mine]
            of_products = _whole_sums if placed.order is None else _rounded_sums
            added = (len(v), w.sum(), (w**2).sum(), *of_products(v, w, together=together))
            part[:] = [before + more for before, more in zip(part, added, strict=True)]
    times = np.outer if together else np.multiply
    means, spreads, freedoms = [], [], []
    for count, total, total2, first, first2, second in sums.values():
        mean = first / total
        crossed = times(mean, first2)
        left = second - crossed - crossed.T + times(mean, mean) * total2
        means.append(mean)
        spreads.append(left / total**2 * count / max(count - 1, 1))
        freedoms.append(max(count - 1, 1))
    variances = [np.maximum(np.diag(spread) if together else spread, 0.0) for spread in spreads]
    variance = variances[0] + variances[1]
    # Welch and Satterthwaite: how many degrees of freedom a sum of two variances has.
    parts = variances[0] ** 2 / freedoms[0] + variances[1] ** 2 / freedoms[1]
    most = np.full(len(variance), float(sum(freedoms)))
    freedom = np.divide(variance**2, parts, out=most, where=parts > 0)
    covariance = spreads[0] + spreads[1] if together else _NO_COVARIANCE
    return ClassMeans(means[0] + means[1], variance, freedom, covariance)


def _whole_sums(v: Floats, w: Floats, *, together: bool) -> tuple[Floats, Floats, Floats]:
    """Return Σwv, Σw²v and Σw²v² (or Σw²vv′) of whole weights, the quickest way."""
    return w @ v, w**2 @ v, (v * w[:, None] ** 2).T @ v if together else w**2 @ v**2


def _rounded_sums(v: Floats, w: Floats, *, together: bool) -> tuple[Floats, Floats, Floats]:
    """Return the same of other weights, alike on every processor and with any number of threads."""
    columns = np.ascontiguousarray(v.T)
    weighted = w**2 * columns
    second = _products(weighted, columns) if together else _sums(weighted, columns)
    return _sums(w, columns), weighted.sum(axis=1), second


def _sums(one: Floats, other: Floats) -> Floats:
    """Add products up along the last axis, never by BLAS, whose rounding depends on its threads."""
    return np.asarray(np.sum(one * other, axis=-1))


def _products(some: Floats, others: Floats) -> Floats:
    """Add up the products of each row of one array with each row of another."""
    return np.array([_sums(one, others) for one in some])


def _means_of_clusters(
    placed: Placed, chunks: Iterable[tuple[Rows, Floats]], *, together: bool
) -> ClassMeans:
    """Draw whole clusters, whose sums vary around the means."""
    from scipy import sparse

    cluster = _by_first_row(placed)
    count = int(cluster.max()) + 1
    if count < 2:
        raise UndefinedError(
            "the spread over clusters needs two or more of them",
            "one cluster",
            "give more clusters, or leave cluster out",
        )
    sums: dict[bool, Any] = {True: 0.0, False: 0.0}
    for rows, values in chunks:
        # The weights are one more quantity.
        filled = np.column_stack([values, np.ones(len(values))])
        for positive in sums:
            share = np.where(placed.is_positive[rows] == positive, placed.weights(rows), 0.0)
            owners = (share, (cluster[rows], np.arange(len(values))))
            sums[positive] += sparse.csr_matrix(owners, shape=(count, len(values))) @ filled
    centre: Any = 0.0
    left: Any = 0.0
    for each in sums.values():
        total = each.sum(axis=0)
        mean = total[:-1] / total[-1]
        centre = centre + mean
        left = left + (each[:, :-1] - each[:, -1:] * mean) / total[-1]
    few = count / (count - 1)
    covariance = _NO_COVARIANCE
    if together:
        columns = np.ascontiguousarray(left.T)
        covariance = few * (left.T @ left if placed.order is None else _products(columns, columns))
    freedom = np.full(len(centre), float(count - 1))
    return ClassMeans(centre, few * (left**2).sum(axis=0), freedom, covariance)


def _by_first_row(placed: Placed) -> NDArray[np.intp]:
    """Return the clusters of the rows, numbered by their first row in the order of sums."""
    cluster = np.asarray(placed.cluster)
    if placed.order is None:
        return cluster
    _, first = np.unique(cluster[placed.order], return_index=True)
    number = np.empty(len(first), np.intp)
    number[np.argsort(first)] = np.arange(len(first))
    return np.asarray(number[cluster])


#: Records looked at together, so that what they are at every condition fits into the memory.
CHUNK = 32_768


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Worth(ByValue):
    """How many independent records each class is worth, and how its error rates go together.

    Attributes
    ----------
    positives, negatives : ndarray, shape (conditions,)
        Effective sizes, p(1 − p)/Var(p).
    correlation : ndarray, shape (conditions,)
        Of the two error rates; 0 unless clusters hold records of both classes.
    """

    positives: Floats
    negatives: Floats
    correlation: Floats


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassMoments(ByValue):
    """Means and mean squares of quantities of the records, in each class, and what the classes are worth.

    Attributes
    ----------
    mean, square : ndarray, shape (2, quantities)
        Over positives, then over negatives.
    rows, units : ndarray, shape (2, 1)
        How many equally heavy records a class amounts to, and how many units of drawing.
    variance, freedom : ndarray, shape (2, quantities), or None
        Of the means by the spread of the units; None where every record is drawn by itself.
    correlation : ndarray, shape (quantities,)
        Of the two means.
    """

    mean: Floats
    square: Floats
    rows: Floats
    units: Floats
    variance: Floats | None
    freedom: Floats | None
    correlation: Floats

    def part(self, columns: slice) -> ClassMoments:
        """Return the moments of some of the quantities."""
        names = ("mean", "square", "variance", "freedom", "correlation")
        found: dict[str, Any] = {name: getattr(self, name) for name in names}
        kept = {name: part[..., columns] for name, part in found.items() if part is not None}
        return dataclasses.replace(self, **kept)

    @property
    def variances(self) -> Floats:
        """Variances of both means."""
        if self.variance is not None:
            return self.variance
        return np.asarray((self.square - self.mean**2) / self.rows)

    def sizes(self, level: float) -> Floats:
        """Return how many independent records each class is worth, for intervals at a level.

        Records drawn one by one are worth their number. Weighted or clustered ones are worth what
        their variance says, (v² − v̄²)/Var(v̄), and less by Student's t if they are few; never more than
        (Σ w)²/Σ w², or a single error, of a light record, would seem to be one of very many. Where
        all records are alike the spread says nothing: then that number, or the number of clusters.
        """
        if self.variance is None or self.freedom is None:
            return np.broadcast_to(self.rows, self.mean.shape)
        by_chance = self.square - self.mean**2
        size = np.broadcast_to(self.units, self.mean.shape).copy()
        # Differences of what is equal on paper are rounding, not spread.
        spread = (self.variance * self.rows > 1e-9 * by_chance) & (by_chance > 1e-12 * self.square)
        np.divide(by_chance, self.variance, out=size, where=spread)
        return np.asarray(np.maximum(np.minimum(size, self.rows) * _of_few(self.freedom, level), 1.0))


def class_moments(placed: Placed, chunks: Iterable[tuple[Rows, Floats]]) -> ClassMoments:
    """Return the moments of quantities that come in chunks of rows, shape (rows, quantities).

    Raises
    ------
    UndefinedError
        If all records are of one cluster.
    """
    if placed.counted:
        return _counted(placed, chunks)

    def parted() -> Iterator[tuple[Rows, Floats]]:
        for rows, values in chunks:
            mine = placed.is_positive[rows, None]
            positive, negative = np.where(mine, values, 0.0), np.where(mine, 0.0, values)
            yield rows, np.hstack([positive, negative, values, positive**2, negative**2])

    found = class_means(placed, parted())
    positive, negative, _, *squares = np.split(found.centre, 5)
    variances, freedoms = (np.split(of, 5)[:3] for of in (found.variance, found.freedom))
    shared, scale = (variances[2] - variances[0] - variances[1]) / 2, np.sqrt(variances[0] * variances[1])
    correlation = np.zeros(len(positive))
    if placed.cluster is not None:
        np.divide(shared, scale, out=correlation, where=scale > 0)
        correlation = _trusted(np.clip(correlation, -1, 1), freedoms[2] + 1)
    rows, units = (np.array(sizes, float)[:, None] for sizes in (placed.effective, placed.effective_units))
    mean, square = np.array([positive, negative]), np.array(squares)
    variance, freedom = np.array(variances[:2]), np.array(freedoms[:2])
    return ClassMoments(mean, square, rows, units, variance, freedom, correlation)


def _counted(placed: Placed, chunks: Iterable[tuple[Rows, Floats]]) -> ClassMoments:
    """Moments of records that all weigh 1 and are drawn one by one."""
    sums: Any = 0.0
    for rows, values in chunks:
        mine = placed.is_positive[rows]
        sides = [np.asarray(values[side], float) for side in (mine, ~mine)]
        sums = sums + np.array([[(side**power).sum(axis=0) for side in sides] for power in (1, 2)])
    count = np.array(placed.units, float)[:, None]
    mean, square = sums / count
    return ClassMoments(mean, square, count, count, None, None, np.zeros(mean.shape[1]))


def cells_flagged_at_rates(tally: Tally, fpr: Floats, tpr: Floats) -> NDArray[np.intp]:
    """Return how many cells of a tally are flagged at some rates; the nearest number where chance decides."""
    weight = running(np.add(tally.positives, tally.negatives)).astype(float)
    flagged = fpr * tally.total_negative + tpr * tally.total_positive
    return np.asarray(np.searchsorted((weight[1:] + weight[:-1]) / 2, flagged))


def worth(placed: Placed, model: str, count: NDArray[np.intp], level: float) -> Worth:
    """Return what the sample is worth for error rates at thresholds of a model; see :class:`ClassMoments`."""
    if placed.counted:
        shape = np.shape(count)
        positives, negatives = (np.full(shape, float(n)) for n in placed.units)
        return Worth(positives, negatives, np.zeros(shape))
    errors = (
        (rows, np.asarray(missed | alarmed, float)) for rows, missed, alarmed in _errors(placed, model, count)
    )
    found = class_moments(placed, errors)
    positives, negatives = found.sizes(level)
    return Worth(positives, negatives, found.correlation)


def losses_at(
    placed: Placed, model: str, count: NDArray[np.intp], pc: Floats
) -> Iterator[tuple[Rows, Floats]]:
    """Yield what each record adds to NEC at conditions, each with the threshold that serves there."""
    for rows, missed, alarmed in _errors(placed, model, count):
        yield rows, missed * pc + alarmed * (1 - pc)


def _errors(
    placed: Placed, model: str, count: NDArray[np.intp]
) -> Iterator[tuple[Rows, NDArray[np.bool_], NDArray[np.bool_]]]:
    """Yield the errors of each record at each threshold, on positives and on negatives, chunk by chunk."""
    for rows in placed.chunks(CHUNK):
        positive = placed.is_positive[rows, None]
        flagged = placed.cell[model][rows, None] < count
        yield rows, positive & ~flagged, ~positive & flagged


def _trusted(correlation: Floats, clusters: Floats) -> Floats:
    """Return how correlated two means are; of a negative correlation, which narrows, what can be relied on.

    That is the upper end of its 95 % interval (Fisher's z), and none with few clusters: two of them are
    always correlated by ±1.
    """
    far = normal_quantile(0.95) / np.sqrt(np.maximum(clusters - 3, 1e-9))
    upper = np.tanh(np.arctanh(np.clip(correlation, -1 + 1e-12, 0.0)) + far)
    return np.asarray(np.where(correlation < 0, np.minimum(upper, 0.0), correlation))


def _of_few(freedom: Floats, level: float) -> Floats:
    """Return what share of its size a sample keeps for Student's t taking the place of the normal law."""
    from scipy import special  # scipy.stats takes a third of a second to load

    if level < 1e-4:  # both quantiles are next to 0, and their ratio that of the densities there
        return np.asarray(special.poch(freedom / 2, 0.5)) ** 2 * 2 / freedom
    tail = (1 - level) / 2
    return np.asarray(special.ndtri(tail) / special.stdtrit(freedom, tail)) ** 2
