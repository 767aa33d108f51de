"""What a sample is worth: how many independent records it counts for, with its weights and clusters."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._arrays import ByValue
from costcurves.cells import running
from costcurves.inference.means import class_means

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurves._arrays import Floats
    from costcurves.inference.resampling import Placed
    from costcurves.tallies import Tally

__all__ = ["CHUNK", "Worth", "cuts_of", "losses_at", "worth"]

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


def cuts_of(tally: Tally, fpr: Floats, tpr: Floats) -> NDArray[np.intp]:
    """Return how many cells of a tally are flagged at some rates; the nearest cut where chance decides."""
    weight = running(np.add(tally.positives, tally.negatives)).astype(float)
    flagged = fpr * tally.total_negative + tpr * tally.total_positive
    return np.asarray(np.searchsorted((weight[1:] + weight[:-1]) / 2, flagged))


def worth(placed: Placed, model: str, cuts: NDArray[np.intp]) -> Worth:
    """Return what the sample is worth for error rates at some cuts of a model.

    Records drawn one by one are worth their number. Weighted or clustered ones are worth p(1 − p)/Var,
    Var being the variance of the rate by their spread, and less by Student's t if they are few; never
    more than (Σ w)²/Σ w², or a single error, of a light record, would seem to be one of very many.
    Where nobody or everybody errs the spread says nothing: then that number, or the number of clusters.
    """
    shape = np.shape(cuts)
    if placed.weight is None and placed.cluster is None:
        tally = placed.tallies[model]
        positives, negatives = (
            np.full(shape, float(n)) for n in (tally.total_positive, tally.total_negative)
        )
        return Worth(positives, negatives, np.zeros(shape))
    errors = ((rows, np.hstack([fn, fp, fn | fp])) for rows, fn, fp in _errors(placed, model, cuts))
    found = class_means(placed, errors)
    rates, variances, freedoms = (np.split(of, 3) for of in (found.centre, found.variance, found.freedom))
    sizes = []
    for rate, variance, freedom, positive in zip(rates, variances, freedoms, (True, False), strict=False):
        rows, units = _counts(placed, positive=positive)
        by_chance, size = rate * (1 - rate), np.full(shape, units)
        np.divide(by_chance, variance, out=size, where=(variance > 0) & (by_chance > 0))
        sizes.append(np.maximum(np.minimum(size, rows) * _of_few(freedom), 1.0))
    shared, spread = (variances[2] - variances[0] - variances[1]) / 2, np.sqrt(variances[0] * variances[1])
    correlation = np.divide(shared, spread, out=np.zeros(shape), where=spread > 0)
    linked = placed.cluster is not None
    correlation = np.clip(correlation, -1, 1) if linked else np.zeros(shape)
    return Worth(sizes[0], sizes[1], correlation)


def losses_at(
    placed: Placed, model: str, cuts: NDArray[np.intp], pc: Floats
) -> Iterator[tuple[slice, Floats]]:
    """Yield what each record adds to NEC at conditions, each with the cut that serves there."""
    for rows, missed, alarmed in _errors(placed, model, cuts):
        yield rows, missed * pc + alarmed * (1 - pc)


def _errors(
    placed: Placed, model: str, cuts: NDArray[np.intp]
) -> Iterator[tuple[slice, NDArray[np.bool_], NDArray[np.bool_]]]:
    """Yield the errors of each record at each cut, on positives and on negatives, chunk by chunk."""
    for start in range(0, len(placed), CHUNK):
        rows = slice(start, start + CHUNK)
        positive = placed.is_positive[rows, None]
        flagged = placed.cell[model][rows, None] < cuts
        yield rows, positive & ~flagged, ~positive & flagged


def _counts(placed: Placed, *, positive: bool) -> tuple[float, float]:
    """Return how many equally heavy records a class amounts to, and how many units of drawing."""
    mine = placed.is_positive == positive
    weight = np.ones(len(placed)) if placed.weight is None else np.asarray(placed.weight, float)
    rows = float(weight[mine].sum() ** 2 / (weight[mine] ** 2).sum())
    return rows, rows if placed.cluster is None else float(len(np.unique(placed.cluster[mine])))


def _of_few(freedom: Floats) -> Floats:
    """Return what share of its size a sample keeps for Student's t taking the place of the normal law."""
    from scipy import stats

    return np.asarray(stats.norm.isf(0.025) / stats.t.isf(0.025, freedom)) ** 2
