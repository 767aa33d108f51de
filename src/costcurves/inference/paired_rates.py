"""Differences of rates on the same records: what counts are those on which only one is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._arrays import Floats

__all__ = ["tango"]

#: Halvings that find an end to all digits.
HALVINGS = 60


def tango(only_a: ArrayLike, only_b: ArrayLike, records: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Return the ends of Tango's score interval for the difference of two paired rates, a − b.

    They are the differences δ that the score test does not reject: (b − c − nδ)² = z²·n(2q + δ(1 − δ)),
    q being the share of the second kind of discordance that is likeliest at δ.

    Parameters
    ----------
    only_a, only_b : array_like
        Records on which only `a`, and only `b`, is wrong; they need not be whole.
    records : array_like
        All records of the class. All three broadcast.
    level : float

    References
    ----------
    Tango (1998), Statistics in Medicine 17, 891-908.

    Examples
    --------
    >>> low, high = tango(9, 4, 50, 0.95)
    >>> round(float(low), 3), round(float(high), 3)
    (-0.045, 0.248)
    """
    from scipy.special import ndtri

    b, c, n = np.broadcast_arrays(*(np.asarray(v, float) for v in (only_a, only_b, records)))
    z, found = float(ndtri((1 + level) / 2)), (b - c) / n
    ends = []
    for sign in (-1.0, 1.0):
        inside, outside = found.copy(), np.full(found.shape, sign)
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            rejected = np.abs(b - c - n * middle) > z * np.sqrt(_variance(b, c, n, middle))
            inside, outside = np.where(rejected, inside, middle), np.where(rejected, middle, outside)
        ends.append(inside)
    return ends[0], ends[1]


def _variance(b: Floats, c: Floats, n: Floats, difference: Floats) -> Floats:
    """Return the variance of b − c if the difference of the rates were this."""
    linear = (2 * n - b + c) * difference - b - c
    constant = -c * difference * (1 - difference)
    likeliest = (np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0.0)) - linear) / (4 * n)
    return np.asarray(np.maximum(n * (2 * likeliest + difference * (1 - difference)), 0.0))
