"""Sums of class means, such as costs: their estimate and variance, whatever is drawn: records or clusters."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import UndefinedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.arrays import Floats
    from costcurves.inference.resampling import Placed

__all__ = ["ClassMeans", "class_means"]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassMeans:
    """Mean over the positives plus mean over the negatives, of several quantities of each record.

    Attributes
    ----------
    centre, variance, freedom : ndarray, shape (quantities,)
        The means, their variance over samples, and degrees of freedom of Student's t for them.
    units : {"records", "clusters"}
    covariance : ndarray, shape (quantities, quantities), or None
    """

    centre: Floats
    variance: Floats
    freedom: Floats
    units: str
    covariance: Floats | None = None


def class_means(
    placed: Placed, chunks: Iterable[tuple[slice, Floats]], *, together: bool = False
) -> ClassMeans:
    """Return the sums of class means of quantities that come in chunks of rows.

    Each class is drawn by itself: Var = n/(n−1) Σ w²(v − v̄)²/(Σ w)², added over classes. Clusters
    are drawn whole, with both their classes, and their sums take the place of the records.

    Parameters
    ----------
    placed : Placed
    chunks : iterable of (slice, ndarray of shape (rows, quantities))
    together : bool
        Whether to find the covariances of the quantities, too.
    """
    sums = _RecordSums(placed) if placed.cluster is None else _ClusterSums(placed)
    for rows, values in chunks:
        sums.add(rows, np.asarray(values, float), together=together)
    return sums.result(together=together)


class _RecordSums:
    """Sums over records that are drawn within their class."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.parts: dict[bool, list[Any]] = {positive: [0] + [0.0] * 5 for positive in (True, False)}

    def add(self, rows: slice, values: Floats, *, together: bool) -> None:
        """Add rows to the sums of their classes: count, Σw, Σw², Σwv, Σw²v, Σw²vv′."""
        for positive, part in self.parts.items():
            mine = self.placed.is_positive[rows] == positive
            v, w = values[mine], _weights(self.placed, rows)[mine]
            second = (v * w[:, None] ** 2).T @ v if together else w**2 @ v**2
            added = (len(v), w.sum(), (w**2).sum(), w @ v, w**2 @ v, second)
            part[:] = [before + more for before, more in zip(part, added, strict=True)]

    def result(self, *, together: bool) -> ClassMeans:
        """Put the classes together."""
        times = np.outer if together else np.multiply
        means, spreads, freedoms = [], [], []
        for count, total, total2, first, first2, second in self.parts.values():
            mean = first / total
            crossed = times(mean, first2)
            left = second - crossed - crossed.T + times(mean, mean) * total2
            means.append(mean)
            spreads.append(left / total**2 * count / max(count - 1, 1))
            freedoms.append(max(count - 1, 1))
        covariance = spreads[0] + spreads[1]
        variances = [np.maximum(np.diag(spread) if together else spread, 0.0) for spread in spreads]
        variance = variances[0] + variances[1]
        # Welch and Satterthwaite: how many degrees of freedom a sum of two variances has.
        parts = variances[0] ** 2 / freedoms[0] + variances[1] ** 2 / freedoms[1]
        most = np.full(len(variance), float(sum(freedoms)))
        freedom = np.divide(variance**2, parts, out=most, where=parts > 0)
        return ClassMeans(means[0] + means[1], variance, freedom, "records", covariance if together else None)


class _ClusterSums:
    """Sums over clusters, which are drawn whole."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.cluster = np.asarray(placed.cluster)
        self.count = int(self.cluster.max()) + 1
        if self.count < 2:
            raise UndefinedError.because(
                must="the spread over clusters needs two of them or more", came="one cluster",
                fix="give more clusters, or leave cluster out",
            )  # fmt: skip
        self.sums: dict[bool, Any] = {True: 0.0, False: 0.0}

    def add(self, rows: slice, values: Floats, **_: Any) -> None:
        """Add rows to the sums of their clusters, with their weights as one more quantity."""
        from scipy import sparse

        filled = np.column_stack([values, np.ones(len(values))])
        for positive in self.sums:
            share = np.where(self.placed.is_positive[rows] == positive, _weights(self.placed, rows), 0.0)
            owners = (share, (self.cluster[rows], np.arange(len(values))))
            self.sums[positive] += sparse.csr_matrix(owners, shape=(self.count, len(values))) @ filled

    def result(self, *, together: bool) -> ClassMeans:
        """Let the sums of the clusters vary around the means."""
        centre: Any = 0.0
        left: Any = 0.0
        for sums in self.sums.values():
            total = sums.sum(axis=0)
            mean = total[:-1] / total[-1]
            centre = centre + mean
            left = left + (sums[:, :-1] - sums[:, -1:] * mean) / total[-1]
        few = self.count / max(self.count - 1, 1)
        freedom = np.full(len(centre), float(max(self.count - 1, 1)))
        covariance = few * left.T @ left if together else None
        return ClassMeans(centre, few * (left**2).sum(axis=0), freedom, "clusters", covariance)


def _weights(placed: Placed, rows: slice) -> Floats:
    """Weights of some rows."""
    if placed.weight is None:
        return np.ones(len(placed.is_positive[rows]))
    return np.asarray(placed.weight[rows], float)
