"""Intervals of rates: how far from the share seen the true one may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._arrays import Floats

__all__ = ["clopper_pearson", "wilson"]


def wilson(successes: ArrayLike, trials: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's score interval of a rate, within [0, 1].

    Parameters
    ----------
    successes, trials : array_like
        They need not be whole: effective counts of weighted records are not.
    level : array_like
        All three broadcast.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22.

    Examples
    --------
    >>> low, high = wilson([0, 5], 10, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.2366], [0.2775, 0.7634])
    """
    from scipy.special import ndtri

    k, n = np.asarray(successes, float), np.asarray(trials, float)
    share, z2 = k / n, ndtri((1 + np.asarray(level)) / 2) ** 2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n**2))) / (1 + z2 / n)
    # At shares of 0 and 1 an end is exactly that; subtraction would leave rounding.
    low, high = np.where(share > 0, middle - reach, 0.0), np.where(share < 1, middle + reach, 1.0)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def clopper_pearson(successes: ArrayLike, trials: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Clopper and Pearson's interval: it covers the rate `level` of the time or more.

    Parameters
    ----------
    successes, trials, level : array_like
        As of :func:`wilson`.

    References
    ----------
    Clopper & Pearson (1934), Biometrika 26.

    Examples
    --------
    >>> low, high = clopper_pearson([0, 1], 12, 0.95)
    >>> low.round(6).tolist(), high.round(6).tolist()
    ([0.0, 0.002108], [0.264648, 0.384796])
    """
    from scipy.special import betaincinv

    k, n, level = np.broadcast_arrays(*(np.asarray(v, float) for v in (successes, trials, level)))
    tail = (1 - level) / 2
    # The quantiles of Beta(0, ·) and Beta(·, 0) are the ends themselves; k is set aside from 0 and n there.
    some, left = np.where(k > 0, k, 1.0), np.where(k < n, n - k, 1.0)
    low = np.where(k > 0, betaincinv(some, n - k + 1, tail), 0.0)
    high = np.where(k < n, betaincinv(k + 1, left, 1 - tail), 1.0)
    return low, high
