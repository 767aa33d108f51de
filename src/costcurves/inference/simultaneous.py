"""Many statements at once: the level that each must have for all of them to hold together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.resampling import generators

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

__all__ = ["normal_quantile", "pointwise_level", "thinned"]

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
