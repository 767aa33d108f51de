"""Which side a test looks at, and the p-value on that side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ALTERNATIVES", "one_of", "pvalue_of", "tails_by_ends"]

#: Which results speak against the null hypothesis: of either side, above it, below it.
ALTERNATIVES = ("two-sided", "greater", "less")
#: Levels up to 1 − e⁻³⁰ are looked at: smaller tails than half of the rest are not told apart.
MOST_LOGITS = 30.0


def one_of(value: Any, name: str, known: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    if value not in known:
        raise InputError.because(must=f"{name} is one of {', '.join(known)}", came=repr(value))


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
    >>> from costcurves.rate_intervals import wilson
    >>> below, above = tails_by_ends(0.2, lambda level: wilson(2, 10, level), 0.5)
    >>> round(below, 4), round(above, 4)  # the normal law of (2 − 5)/√2.5
    (0.0289, 0.9711)
    """
    from scipy import optimize

    if centre == value:
        return 0.5, 0.5
    side = 0 if centre > value else 1

    def short(logit: float) -> float:
        """Tell how far an end stays away from the value."""
        end = float(ends(1 / (1 + math.exp(-logit)))[side])
        return end - value if side == 0 else value - end

    if short(MOST_LOGITS) >= 0:
        logit = MOST_LOGITS
    elif short(-MOST_LOGITS) <= 0:
        logit = -MOST_LOGITS
    else:
        logit = float(optimize.brentq(short, -MOST_LOGITS, MOST_LOGITS, xtol=1e-9))
    tail = 1 / (1 + math.exp(logit)) / 2
    return (tail, 1 - tail) if side else (1 - tail, tail)
