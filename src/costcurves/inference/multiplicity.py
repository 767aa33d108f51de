"""Many statements at once: false alarms, adjusted p-values, and the level that each needs for all to hold."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, plain, shares
from costcurves.inference.arguments import whole_number
from costcurves.inference.resampling import generators

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurves.inference.estimate import TestResult

Key = TypeVar("Key")


def false_alarm(tests: int, alpha: float = 0.05) -> float:
    """Chance that at least one of several independent tests rejects a true hypothesis: 1 − (1 − α)^m.

    Parameters
    ----------
    tests : int
        How many hypotheses are tested, all of them true.
    alpha : float
        Error rate of each test.

    Returns
    -------
    float
        In [0, 1).

    Examples
    --------
    >>> [round(false_alarm(m), 4) for m in (1, 3, 6, 10, 20)]
    [0.05, 0.1426, 0.2649, 0.4013, 0.6415]
    """
    count = whole_number(tests, "the number of tests")
    return -math.expm1(count * math.log1p(-inner_share(alpha, "alpha")))


def bonferroni(pvalues: ArrayLike) -> Floats:
    """P-values times their number, at most 1: rejecting those up to α errs at all with chance α at most.

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    Examples
    --------
    >>> bonferroni([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 1.0, 0.75]
    """
    found = _read(pvalues)
    return np.minimum(1.0, len(found) * found)


def holm(pvalues: ArrayLike) -> Floats:
    """Step-down p-values of Holm: as safe as Bonferroni's under any dependence, and never larger.

    In ascending order the adjusted p-value is max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎).

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 1979.

    Examples
    --------
    >>> holm([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 0.5, 0.5]
    """
    found = _read(pvalues)
    order = np.argsort(found, kind="stable")
    left = np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, left * found[order]))
    return adjusted


def adjusted(found: Mapping[Key, TestResult]) -> dict[Key, TestResult]:
    """Return results of tests with their p-values adjusted for each other by Holm's procedure."""
    pvalues = holm([result.pvalue for result in found.values()]).tolist()
    return {
        key: dataclasses.replace(result, adjusted=pvalue)
        for (key, result), pvalue in zip(found.items(), pvalues, strict=True)
    }


def _read(pvalues: Any) -> Floats:
    return shares(plain(pvalues, "pvalues"), "pvalues")


#: Draws of the maximum; its 95 % quantile is then off by about 0.02.
DRAWS = 10_000
#: So many conditions are enough to find the greatest deviation over an axis.
ENOUGH = 201


def thinned(x: Floats) -> Floats:
    """Return enough of many conditions.

    Examples
    --------
    >>> len(thinned(np.linspace(0, 1, 1001))), len(thinned(np.linspace(0, 1, 7)))
    (201, 7)
    """
    if len(x) <= ENOUGH:
        return x
    return np.asarray(x[np.linspace(0, len(x) - 1, ENOUGH).round().astype(int)])


def pointwise_level(covariance: Floats, level: float, seed: int = 0, draws: int = DRAWS) -> float:
    """Return the level that intervals need at each place to hold together at `level`.

    The greatest of |Z| over places is drawn for normal Z with the correlations of the estimates (the
    multiplier bootstrap of the studentised maximum); its quantile is turned into a level.

    Parameters
    ----------
    covariance : ndarray, shape (places, places)
        Of the estimates over samples, quantities of the order of 1. Places without any spread take
        no part.
    level : float
    seed, draws : int

    Returns
    -------
    float
        From `level`, where all places move as one, to 1.

    References
    ----------
    Chernozhukov, Chetverikov & Kato (2013), Annals of Statistics 41.

    Examples
    --------
    >>> one = pointwise_level(np.ones((3, 3)), 0.95)
    >>> apart = pointwise_level(np.eye(3), 0.95)
    >>> round(one, 2), round(apart, 2)
    (0.95, 0.98)
    """
    from scipy import stats

    spread = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    # Below either bound it is the rounding of estimates that do not vary.
    varies = spread > max(spread.max(initial=0.0) * 1e-9, 1e-12)
    if not varies.any():
        return level
    correlation = covariance[np.ix_(varies, varies)] / np.outer(spread[varies], spread[varies])
    values, vectors = np.linalg.eigh(correlation)
    # The symmetric root: other roots turn with the signs and the order that a library gives eigenvectors.
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    rng = next(generators(seed, 1))
    greatest = np.abs(rng.standard_normal((draws, len(root))) @ root).max(axis=1)
    critical = float(np.quantile(greatest, level, method="inverted_cdf"))
    return max(level, float(1 - 2 * stats.norm.sf(critical)))


def normal_quantile(level: float) -> float:
    """Return how many standard errors a two-sided interval reaches at a level.

    Examples
    --------
    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
