"""P-values: the probabilities on both sides of a result, and which of them count."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.arguments import one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats

#: Which results speak against the null hypothesis: of either side, above it, below it.
ALTERNATIVES = ("two-sided", "greater", "less")
#: Intervals that reach from next to no standard error to so many are looked at: levels up to 1 − 10⁻¹³.
REACHES = (1e-6, 7.4)


def pvalue_of(below: float, above: float, alternative: str) -> float:
    """Return the p-value of a difference from the probabilities beyond it on both sides.

    Examples
    --------
    >>> pvalue_of(0.99, 0.01, "two-sided"), pvalue_of(0.99, 0.01, "greater")
    (0.02, 0.01)
    """
    one_of(alternative, "alternative", ALTERNATIVES)
    if alternative == "two-sided":
        return min(1.0, 2 * min(below, above))
    return min(1.0, above if alternative == "greater" else below)


def tails_by_ends(
    centre: float, ends: Callable[[float], tuple[float, float]], value: float
) -> tuple[float, float]:
    """Return how likely an estimate as low, and as high, as the one found would be if a value were true.

    An interval at level L leaves (1 − L)/2 outside on either side, so that the level at which an end
    meets the value tells its tail: the test agrees with the interval.

    Parameters
    ----------
    centre : float
        The estimate.
    ends : callable
        Low and high end at a level; they move away from the estimate as the level grows.
    value : float

    Examples
    --------
    >>> import numpy as np
    >>> from costcurves.measures.rate_intervals import wilson
    >>> below, above = tails_by_ends(0.2, lambda level: wilson(2, 10, level), 0.5)
    >>> round(below, 4), round(above, 4)  # the normal law of (2 − 5)/√2.5
    (0.0289, 0.9711)
    """
    from scipy import optimize, special

    if centre == value:
        return 0.5, 0.5
    side = 0 if centre > value else 1

    def short(reach: float) -> float:
        """Tell how far an end stays away from the value: nearly a straight line."""
        end = float(ends(float(special.erf(reach / math.sqrt(2))))[side])
        return end - value if side == 0 else value - end

    nearest, farthest = REACHES
    if short(farthest) >= 0:
        reach = farthest
    elif short(nearest) <= 0:
        reach = nearest
    else:
        reach = float(optimize.brentq(short, nearest, farthest, xtol=1e-10))
    tail = float(special.ndtr(-reach))
    return (tail, 1 - tail) if side else (1 - tail, tail)


# ---- the law of a difference in cost if either model were equally likely to err ---------------


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
