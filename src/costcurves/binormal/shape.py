"""The shape of a binormal ROC curve: parts of its area, steps along it, its tangent through a corner."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

__all__ = ["area_up_to", "probits_at", "tangent_probit"]

#: Halvings that bring a place between two floats to the last bit.
HALVINGS = 64
#: Beyond so many standard deviations a float knows no rate but 0 and 1.
FARTHEST = 37.0


def area_up_to(a: float, b: float, fpr: Floats) -> Floats:
    """Area below the curve from 0 to given false positive rates.

    It is the probability that a positive scores above a negative and the negative above the cut: one of
    two correlated normal deviates, P(U ≤ h, Z ≤ k), here by Owen's T function.
    """
    from scipy.special import ndtr, ndtri, owens_t

    inside = (fpr > 0) & (fpr < 1)
    h, k = a / math.hypot(1, b), ndtri(np.where(inside, fpr, 0.5))
    if a == 0:
        first, second = np.where(k < 0, -0.25, 0.25), owens_t(k, b)
    else:
        first = owens_t(h, b + k * (1 + b * b) / a)
        # Where the negative is cut at 0 the ratio is infinite, with the sign of a.
        second = np.where(k == 0, np.sign(a) / 4, owens_t(k, b + a / np.where(k == 0, 1.0, k)))
    area = (ndtr(h) + ndtr(k) - ((h < 0) != (k < 0))) / 2 - first - second
    return np.asarray(np.where(inside, area, fpr * ndtr(h)))


def probits_at(a: float, b: float, height: Floats) -> Floats:
    """Probits of the FPR at which FPR + TPR has given values in (0, 2)."""
    from scipy.special import ndtr, ndtri

    # One of the two rates is at most half the height, the other at least.
    own = ndtri(height / 2)
    other = (own - a) / b
    low, high = np.minimum(own, other), np.maximum(own, other)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        beyond = ndtr(middle) + ndtr(a + b * middle) > height
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return np.asarray(high)


def tangent_probit(a: float, b: float) -> float | None:
    """Probit of the FPR where the tangent of a curve of b < 1 goes through (1, 1); None if nowhere.

    Of a hook that floats cannot tell from the corner it is +∞.
    """
    from scipy.optimize import brentq
    from scipy.special import log_ndtr

    crossing = a / (1 - b)  # with the chance line
    if abs(crossing) > FARTHEST:
        return None if crossing < 0 else math.inf

    def above(z: float) -> float:
        """Logarithm of the slope of the chord to (1, 1), less that of the curve."""
        u = a + b * z
        return float(log_ndtr(-u) - log_ndtr(-z) - math.log(b) - (z - u) * (z + u) / 2)

    width = 1.0
    while above(crossing - width) > 0:
        width *= 2
    return float(brentq(above, crossing - width, crossing, xtol=1e-13))
