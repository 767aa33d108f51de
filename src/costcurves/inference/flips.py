"""The law of a difference in cost if either model were equally likely to be the one that errs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves._arrays import Floats

__all__ = ["flipped_law", "normal_law", "sided", "tails"]

#: Atoms rarer than this are left out of the law of a class.
RARE = 1e-18


def flipped_law(amounts: Floats) -> tuple[Floats, Floats]:
    """Return the law of Σ ±a over whole amounts a > 0, each sign equally likely: values, probabilities.

    Examples
    --------
    >>> values, chances = flipped_law(np.array([1, 1]))
    >>> values.tolist(), chances.round(12).tolist()
    ([-2, 0, 2], [0.25, 0.5, 0.25])
    """
    from scipy import signal, stats

    sizes, counts = np.unique(np.asarray(amounts, np.int64), return_counts=True)
    chances, least = np.ones(1), 0
    for size, count in zip(sizes.tolist(), counts.tolist(), strict=True):
        spaced = np.zeros(size * count + 1)
        spaced[::size] = stats.binom.pmf(np.arange(count + 1), count, 0.5)
        chances = np.maximum(signal.fftconvolve(chances, spaced), 0.0) if len(chances) > 1 else spaced
        least -= size * count
    kept = np.flatnonzero(chances > RARE)
    return least + 2 * kept, chances[kept] / chances[kept].sum()


def tails(found: float, one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> tuple[float, float, float]:
    """Return P(below), P(equal) and P(above) of a sum of two independent laws, at a value found."""
    (a, p), (b, q) = one, other
    order = np.argsort(b)
    b, below = b[order], np.concatenate([[0.0], np.cumsum(q[order])])
    # Sums of products that are equal on paper differ by rounding.
    tie = 1e-9 * max(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0), 1e-300)
    first, last = (np.searchsorted(b, found - a + way * tie, side="left") for way in (-1, 1))
    less, upto = float(p @ below[first]), float(p @ below[last])
    return less, upto - less, float(p @ (below[-1] - below[last]))


def normal_law(z: float) -> tuple[float, float, float]:
    """Return P(below), P(equal) and P(above) of the normal law."""
    from scipy import stats

    return float(stats.norm.cdf(z)), 0.0, float(stats.norm.sf(z))


def sided(below: float, above: float, alternative: str) -> float:
    """Return the p-value of a difference from the probabilities beyond it on both sides.

    Examples
    --------
    >>> sided(0.99, 0.01, "two-sided"), sided(0.99, 0.01, "greater")
    (0.02, 0.01)
    """
    if alternative == "two-sided":
        return min(1.0, 2 * min(below, above))
    if alternative not in ("greater", "less"):
        raise InputError.because(
            must="an alternative is two-sided, greater or less", came=repr(alternative)
        )
    return min(1.0, above if alternative == "greater" else below)
