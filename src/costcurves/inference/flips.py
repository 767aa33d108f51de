"""The law of a difference in cost if either model were equally likely to be the one that errs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

__all__ = ["flipped_law", "normal_law", "tails"]


def flipped_law(count: int, unit: float) -> tuple[Floats, Floats]:
    """Return the law of a sum of so many terms ±unit, each sign equally likely: values, probabilities.

    Examples
    --------
    >>> values, chances = flipped_law(2, 0.5)
    >>> values.tolist(), chances.round(12).tolist()
    ([-1.0, 0.0, 1.0], [0.25, 0.5, 0.25])
    """
    from scipy import stats

    pluses = np.arange(count + 1)
    values = np.asarray((2.0 * pluses - count) * unit, float)
    return values, np.asarray(stats.binom.pmf(pluses, count, 0.5))


def tails(found: float, one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return the probabilities below and above a value of a sum of two laws, half of its own with each."""
    (a, p), (b, q) = one, other
    sums = np.concatenate([[0.0], np.cumsum(q)])
    # Sums of products that are equal on paper differ by rounding.
    tie = 1e-9 * max(np.abs(a).max(), np.abs(b).max())
    less = float(p @ sums[np.searchsorted(b, found - a - tie, side="left")])
    upto = float(p @ sums[np.searchsorted(b, found - a + tie, side="right")])
    equal = upto - less
    return less + equal / 2, 1.0 - upto + equal / 2


def normal_law(z: float) -> tuple[float, float]:
    """Return the probabilities below and above a value of the normal law."""
    from scipy import stats

    return float(stats.norm.cdf(z)), float(stats.norm.sf(z))
