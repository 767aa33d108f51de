"""Intervals of rates: how far from the share seen the true one may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats

    RateInterval = Callable[[ArrayLike, ArrayLike, ArrayLike], tuple[Floats, Floats]]


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
    k, n = np.asarray(successes, float), np.asarray(trials, float)
    share, z2 = k / n, _reach(level) ** 2
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


def jeffreys(successes: ArrayLike, trials: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Jeffreys' interval: the middle of Beta(k + ½, n − k + ½).

    None or all of the trials leave an end at 0 or 1, as the interval would exclude its own estimate else.

    Parameters
    ----------
    successes, trials, level : array_like
        As of :func:`wilson`.

    References
    ----------
    Brown, Cai & DasGupta (2001), Statistical Science 16.

    Examples
    --------
    >>> low, high = jeffreys([0, 1], 12, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0091], [0.1853, 0.3285])
    """
    from scipy.special import betaincinv

    k, n, level = np.broadcast_arrays(*(np.asarray(v, float) for v in (successes, trials, level)))
    tail = (1 - level) / 2
    low = np.where(k > 0, betaincinv(k + 0.5, n - k + 0.5, tail), 0.0)
    return low, np.where(k < n, betaincinv(k + 0.5, n - k + 0.5, 1 - tail), 1.0)


def agresti_coull(successes: ArrayLike, trials: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Agresti and Coull's interval: Wald's with z²/2 successes and as many failures more.

    It has the centre of Wilson's interval and is never narrower; ends are cut off at 0 and 1.

    Parameters
    ----------
    successes, trials, level : array_like
        As of :func:`wilson`.

    References
    ----------
    Agresti & Coull (1998), The American Statistician 52.

    Examples
    --------
    >>> low, high = agresti_coull([0, 5], 10, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.2366], [0.3209, 0.7634])
    """
    z2 = _reach(level) ** 2
    return wald(np.asarray(successes) + z2 / 2, np.asarray(trials) + z2, level)


def wald(successes: ArrayLike, trials: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Wald's interval, share ± z·√(share·(1 − share)/n), cut off at 0 and 1.

    It covers far too rarely unless both outcomes are many, and has no width if one never came.

    Parameters
    ----------
    successes, trials, level : array_like
        As of :func:`wilson`.

    Examples
    --------
    >>> low, high = wald([0, 5], 10, 0.95)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.1901], [0.0, 0.8099])
    """
    n = np.asarray(trials, float)
    share = np.asarray(successes, float) / n
    reach = _reach(level) * np.sqrt(share * (1 - share) / n)
    return np.maximum(share - reach, 0.0), np.minimum(share + reach, 1.0)


def _reach(level: ArrayLike) -> Floats:
    """Return how many standard errors an interval of a level reaches to either side, z."""
    from scipy.special import ndtri

    return np.asarray(ndtri((1 + np.asarray(level)) / 2))


def smoothed(successes: ArrayLike, trials: ArrayLike, smoothing: float) -> Floats:
    """Return shares with so many successes and failures added: (k + λ)/(n + 2λ), never 0 or 1 if λ > 0.

    Examples
    --------
    >>> smoothed([0, 3], 6, 1).tolist()
    [0.125, 0.5]
    """
    return np.asarray((np.asarray(successes) + smoothing) / (np.asarray(trials) + 2 * smoothing))


#: Every interval of one rate by its name.
RATE_INTERVALS: dict[str, RateInterval] = {
    "wilson": wilson,
    "clopper-pearson": clopper_pearson,
    "jeffreys": jeffreys,
    "agresti-coull": agresti_coull,
    "wald": wald,
}
