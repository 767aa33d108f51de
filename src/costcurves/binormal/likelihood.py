"""The greatest likelihood of two normal laws that are parted into ordered categories."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import sum_of_products
from costcurves.errors import UndefinedError

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats

#: Steps after which a climb that still moves is given up.
MOST_STEPS = 200
#: Halvings of a step after which no rise is left to be found.
MOST_HALVINGS = 60
#: A step that moves every unknown by a smaller share is the last: the next would move it by the square.
STILL = 1e-8
#: The likelihood may fall by this much at the top, which is rounding.
SLACK = 1e-13
#: Share of the other class in the shares that a climb begins with.
PINCH = 0.05


def phi(z: Any) -> Any:
    """Share of a standard normal law up to places, Φ."""
    from scipy.special import ndtr

    return ndtr(z)


def probit(share: Any) -> Any:
    """Place up to which a standard normal law has a share, Φ⁻¹."""
    from scipy.special import ndtri

    return ndtri(share)


@dataclasses.dataclass(frozen=True, slots=True)
class NewtonIterate:
    """A place on the way to the greatest likelihood.

    The threshold with FPR = Φ(z) has TPR = Φ(a + b·z). Unknown are a, b, and z of every threshold. Newton's
    matrix is tridiagonal in z with two more rows, so a step takes time in proportion to their number.

    Attributes
    ----------
    weight : ndarray of float, shape (2, categories)
        Weight of negatives and of positives in each category, the highest first; all add up to 1.
    z : ndarray of float, shape (categories − 1,)
        Probit of the FPR of each threshold, ascending.
    a, b : float
    likelihood : float
        Mean log likelihood, in nats; −∞ where thresholds are out of order.
    """

    weight: Floats
    z: Floats
    a: float
    b: float
    likelihood: float

    @classmethod
    def at(cls, weight: Floats, z: Floats, a: float, b: float) -> NewtonIterate:
        """Stand at a place."""
        likelihood = -np.inf
        if b > 0 and np.all(np.diff(z) > 0):
            present = weight > 0
            logs = np.array([_log_shares(z), _log_shares(a + b * z)])
            likelihood = sum_of_products(weight[present], logs[present])
        return cls(weight, z, a, b, likelihood)

    @classmethod
    def begun(cls, weight: Floats) -> NewtonIterate:
        """Begin with the straight line through the observed probits."""
        shares = weight / weight.sum(axis=1, keepdims=True)
        # A pinch of the other class keeps all probits finite and apart.
        pinched = (1 - PINCH) * shares + PINCH * shares[::-1]
        rates = np.cumsum(pinched, axis=1)[:, :-1]
        negative, positive = probit(rates / pinched.sum(axis=1, keepdims=True))
        a, b = line_through(negative, positive)
        return cls.at(weight, negative, a, b)

    def next(self) -> tuple[NewtonIterate, float]:
        """Take Newton's step, shortened until the likelihood does not fall; say how far it was to go."""
        dz, da, db = self._step()
        moved = max(abs(da) / (1 + abs(self.a)), abs(db) / self.b)
        moved = max(moved, float(np.max(np.abs(dz) / (1 + np.abs(self.z)))))
        share = 1.0
        for _ in range(MOST_HALVINGS):
            there = NewtonIterate.at(
                self.weight, self.z + share * dz, self.a + share * da, self.b + share * db
            )
            if there.likelihood >= self.likelihood - SLACK:
                return there, moved
            share /= 2
        return self, moved

    def covariance(self) -> Floats:
        """Covariance of a and b for a total weight of 1: the inverse of the information about them."""
        return np.asarray(np.linalg.inv(self._newton(exact=True)[0]))

    def _step(self) -> tuple[Floats, float, float]:
        """Newton's step in z, a and b."""
        matrix, slope, along, back = self._newton(exact=True)
        if not _is_positive(matrix):
            # Far from the top the likelihood may bend upwards: leave out what makes it do so.
            matrix, slope, along, back = self._newton(exact=False)
        ahead = np.linalg.solve(matrix, slope)
        return along - back @ ahead, float(ahead[0]), float(ahead[1])

    def _newton(self, *, exact: bool) -> tuple[Floats, Floats, Floats, Floats]:
        """Newton's equations for a and b once z is eliminated, and what z follows them by."""
        from scipy.linalg import solveh_banded

        first = _derivatives(self.z, self.weight[0])
        slope, middle, beside = _derivatives(self.a + self.b * self.z, self.weight[1])
        basis = np.column_stack([np.ones_like(self.z), self.z])
        bent = middle[:, None] * basis
        bent[:-1] += beside[:, None] * basis[1:]
        bent[1:] += beside[:, None] * basis[:-1]
        side = self.b * bent
        if exact:
            side[:, 1] -= slope
        bands = np.zeros((2, len(self.z)))
        bands[0] = first[1] + self.b**2 * middle
        bands[1, :-1] = first[2] + self.b**2 * beside
        up = first[0] + self.b * slope
        solved = solveh_banded(bands, np.column_stack([up, side]), lower=True)
        along, back = solved[:, 0], solved[:, 1:]
        return basis.T @ bent - side.T @ back, basis.T @ slope - side.T @ along, along, back


def maximised(weight: Floats) -> tuple[NewtonIterate, int]:
    """Go to the greatest likelihood, where there is one; return it with the number of steps."""
    place = NewtonIterate.begun(weight / weight.sum())
    for steps in range(1, MOST_STEPS + 1):
        place, moved = place.next()
        if moved <= STILL:
            return place, steps
    raise UndefinedError(
        f"a binormal fit did not converge within {MOST_STEPS} steps",
        f"a = {place.a:g}, b = {place.b:g} still moving, as with nearly separable classes",
        "give more records, or fit normal scores",
    )


def line_through(x: Floats, y: Floats) -> tuple[float, float]:
    """Intercept and slope of the line with the least sum of squared distances from points.

    Exchanging the axes exchanges the line, which regression of one on the other does not.
    """
    from_x, from_y = x - x.mean(), y - y.mean()
    across, up, both = np.dot(from_x, from_x), np.dot(from_y, from_y), np.dot(from_x, from_y)
    # The stable one of two equal forms: no difference of nearly equal numbers.
    more = up - across
    root = np.hypot(more, 2 * both)
    slope = (more + root) / (2 * both) if more >= 0 else 2 * both / (root - more)
    return float(y.mean() - slope * x.mean()), float(slope)


def _is_positive(matrix: Floats) -> bool:
    return bool(matrix[0, 0] > 0 and np.linalg.det(matrix) > 0)


def _log_shares(u: Floats) -> Floats:
    """Logarithm of the share of a standard normal law between neighbouring thresholds, ends included."""
    from scipy.special import log_ndtr

    low, high = np.concatenate([[-np.inf], u]), np.concatenate([u, [np.inf]])
    # In the upper half the law is mirrored: there 1 − Φ has the digits that Φ has lost.
    mirrored = low > 0
    low, high = np.where(mirrored, -high, low), np.where(mirrored, -low, high)
    upper = log_ndtr(high)
    with np.errstate(divide="ignore"):
        return np.asarray(upper + np.log(-np.expm1(log_ndtr(low) - upper)))


def _derivatives(u: Floats, weight: Floats) -> tuple[Floats, Floats, Floats]:
    """Slope of the log likelihood of one class by the thresholds, and both bands of minus its derivative."""
    density = -(u**2) / 2 - np.log(2 * np.pi) / 2
    logs = _log_shares(u)
    above, below = weight[:-1], weight[1:]
    # Where a category is empty its share may vanish, and does not matter.
    r, s = (
        np.exp(np.where(present > 0, density - log, -np.inf))
        for present, log in ((above, logs[:-1]), (below, logs[1:]))
    )
    slope = above * r - below * s
    middle = above * r * (u + r) + below * s * (s - u)
    beside = -below[:-1] * s[:-1] * r[1:]
    return slope, middle, beside


#: Halvings that bring a place between two floats to the last bit.
HALVINGS = 64
#: Beyond so many standard deviations a float knows no rate but 0 and 1.
FARTHEST = 37.0


def area_up_to(a: float, b: float, fpr: Floats) -> Floats:
    """Area below the curve from 0 to given false positive rates.

    It is the probability that a positive scores above a negative and the negative above the threshold: one of
    two correlated normal deviates, P(U ≤ h, Z ≤ k), here by Owen's T function.
    """
    from scipy.special import owens_t

    inside = (fpr > 0) & (fpr < 1)
    h, k = a / math.hypot(1, b), probit(np.where(inside, fpr, 0.5))
    if a == 0:
        first, second = np.where(k < 0, -0.25, 0.25), owens_t(k, b)
    else:
        first = owens_t(h, b + k * (1 + b * b) / a)
        # Where the negative is cut at 0 the ratio is infinite, with the sign of a.
        second = np.where(k == 0, np.sign(a) / 4, owens_t(k, b + a / np.where(k == 0, 1.0, k)))
    area = (phi(h) + phi(k) - ((h < 0) != (k < 0))) / 2 - first - second
    return np.asarray(np.where(inside, area, fpr * phi(h)))


def probits_at(a: float, b: float, height: Floats) -> Floats:
    """Probits of the FPR at which FPR + TPR has given values in (0, 2)."""
    # One of the two rates is at most half the height, the other at least.
    own = probit(height / 2)
    other = (own - a) / b
    low, high = np.minimum(own, other), np.maximum(own, other)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        beyond = phi(middle) + phi(a + b * middle) > height
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
