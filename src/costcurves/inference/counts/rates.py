"""Intervals for one rate, and for the difference of two rates on different records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.inference.arguments import counted, not_negative, one_of
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.pvalues import normal_quantile
from costcurves.measures.rate_intervals import RATE_INTERVALS, smoothed, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats

    Score = Callable[[Floats], Floats]

#: An end is known to this width, after so many steps at the most.
WIDTH, STEPS = 1e-15, 100

#: Names of methods in words.
TITLES = {
    "wilson": "Wilson's score interval",
    "clopper-pearson": "Clopper and Pearson's interval",
    "jeffreys": "Jeffreys' interval",
    "agresti-coull": "Agresti and Coull's interval",
    "wald": "Wald's interval",
    "newcombe": "Newcombe's square-and-add of Wilson intervals",
    "miettinen-nurminen": "Miettinen and Nurminen's score interval",
    "tango": "Tango's score interval",
}


def rate_interval(
    successes: float, trials: float, *, level: float = 0.95, method: str = "wilson", smoothing: float = 0.0
) -> Estimate:
    """Interval for a rate: so many successes among independent trials.

    Parameters
    ----------
    successes, trials : float
        They need not be whole: effective counts of weighted records are not.
    level : float
    method : {"wilson", "clopper-pearson", "jeffreys", "agresti-coull", "wald"}
        Wilson's covers `level` on average over rates; Clopper and Pearson's always, and is wider.
    smoothing : float
        λ: so many successes and as many failures are added first, and the rate is (k + λ)/(n + 2λ).

    Returns
    -------
    Estimate
        Within [0, 1].

    Raises
    ------
    InputError
        If there are more successes than trials, or no trials.

    References
    ----------
    Brown, Cai & DasGupta (2001), Statistical Science 16 (which interval to take).

    Examples
    --------
    >>> print(rate_interval(1, 12))
    0.08333 (95 % interval 0.01487 to 0.3539)
    >>> print(rate_interval(0, 12, method="wald", smoothing=1))
    0.07143 (95 % interval 0 to 0.2063)
    """
    k, n = counted(successes, trials, "successes", "trials")
    more = not_negative(smoothing, "smoothing")
    ends = RATE_INTERVALS[one_of(method, "method", RATE_INTERVALS)]
    low, high = ends(k + more, n + 2 * more, confidence(level))
    title = TITLES[method] + (f", {more:g} added to both outcomes" if more else "")
    return Estimate(float(smoothed(k, n, more)), float(low), float(high), level, title, "the rate")


def rate_difference_interval(
    successes_a: float,
    trials_a: float,
    successes_b: float,
    trials_b: float,
    *,
    level: float = 0.95,
    method: str = "newcombe",
) -> Estimate:
    """Interval for the difference of two rates, a − b, on different records.

    For two classifiers on the *same* records it is wrong: they err together. See
    :func:`paired_difference_interval`.

    Parameters
    ----------
    successes_a, trials_a, successes_b, trials_b : float
        Counts; they need not be whole.
    level : float
    method : {"newcombe", "miettinen-nurminen", "wald"}
        Square-and-add of Wilson intervals; the differences that the score test does not reject; the
        normal interval of the observed difference, which covers too rarely.

    Returns
    -------
    Estimate
        Within [−1, 1].

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873-890 (method 10; method 6 is Miettinen and Nurminen's);
    Miettinen & Nurminen (1985), Statistics in Medicine 4; Farrington & Manning (1990), same journal 9.

    Examples
    --------
    >>> print(rate_difference_interval(56, 70, 48, 80))
    0.2 (95 % interval 0.05243 to 0.3339)
    """
    one = counted(successes_a, trials_a, "successes_a", "trials_a")
    other = counted(successes_b, trials_b, "successes_b", "trials_b")
    low, high = DIFFERENCES[one_of(method, "method", DIFFERENCES)](*one, *other, confidence(level))
    found = one[0] / one[1] - other[0] / other[1]
    return Estimate(found, float(low), float(high), level, TITLES[method], "difference of two rates")


def _newcombe(k: float, m: float, j: float, n: float, level: float) -> tuple[Any, Any]:
    """Square and add the distances of Wilson's ends."""
    return squared_and_added(k / m, wilson(k, m, level), j / n, wilson(j, n, level))


def squared_and_added(
    p: float, one: tuple[Floats, Floats], q: float, other: tuple[Floats, Floats], correlation: float = 0.0
) -> tuple[Floats, Floats]:
    """Return the ends of the interval of p − q that the intervals of both make."""
    _, low, high = summed([(1.0, p, *one), (1.0, -q, -other[1], -other[0])], -correlation)
    return np.maximum(low, -1.0), np.minimum(high, 1.0)


def summed(
    parts: Sequence[tuple[Floats | float, Floats | float, Floats, Floats]], correlation: ArrayLike = 0.0
) -> tuple[Floats, Floats, Floats]:
    """Return a weighted sum of two rates, given as weight, rate and ends, and the ends of its interval.

    The distances of their ends add up like the sides of a triangle: of a right one, unless the rates
    are correlated.
    """
    (x, rate, low, high), (y, other, other_low, other_high) = parts
    centre = np.asarray(x * rate + y * other)
    below = _joined(x * (rate - low), y * (other - other_low), correlation)
    return centre, centre - below, centre + _joined(x * (high - rate), y * (other_high - other), correlation)


def _joined(one: Floats, other: Floats, correlation: ArrayLike) -> Floats:
    """Distance from the sum that two distances from its terms make."""
    squared = one**2 + other**2 + 2 * np.asarray(correlation) * one * other
    return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def _wald(k: float, m: float, j: float, n: float, level: float) -> tuple[Any, Any]:
    p, q = k / m, j / n
    return stepped(p - q, p * (1 - p) / m + q * (1 - q) / n, level)


def stepped(difference: float, variance: float, level: float) -> tuple[float, float]:
    """Step out from a difference by normal standard errors, no further than −1 and 1."""
    reach = normal_quantile(level) * variance**0.5
    return max(difference - reach, -1.0), min(difference + reach, 1.0)


def _miettinen_nurminen(k: float, m: float, j: float, n: float, level: float) -> tuple[Any, Any]:
    """Return the differences that are not rejected with the variance at which they are likeliest."""
    z, p, q = normal_quantile(level), k / m, j / n
    more = (m + n) / (m + n - 1) if m + n > 1 else 1.0

    def score(difference: Floats) -> Floats:
        first = _likeliest(p, m, q, n, difference)
        second = np.clip(first - difference, 0, 1)
        variance = more * (first * (1 - first) / m + second * (1 - second) / n)
        return standardised(p - q - difference, variance)

    return not_rejected(np.asarray(p - q), score, z)


def _likeliest(p: float, m: float, q: float, n: float, difference: Floats) -> Floats:
    """Return the likeliest first rate if the rates differ by so much: a root of a cubic."""
    ratio = n / m
    a = 1 + ratio
    b = -(1 + ratio + p + ratio * q + difference * (ratio + 2))
    c = difference**2 + difference * (2 * p + ratio + 1) + p + ratio * q
    d = -p * difference * (1 + difference)
    v = (b / (3 * a)) ** 3 - b * c / (6 * a**2) + d / (2 * a)
    u = np.where(v < 0, -1.0, 1.0) * np.sqrt(np.maximum((b / (3 * a)) ** 2 - c / (3 * a), 0.0))
    cosine = np.divide(v, u**3, out=np.zeros_like(v), where=u != 0)
    angle = (np.pi + np.arccos(np.clip(cosine, -1, 1))) / 3
    return np.asarray(np.clip(2 * u * np.cos(angle) - b / (3 * a), 0, 1))


DIFFERENCES = {"newcombe": _newcombe, "miettinen-nurminen": _miettinen_nurminen, "wald": _wald}


def standardised(distance: Floats, variance: Floats) -> Floats:
    """Return how many standard errors a distance is; none where there is no distance."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.abs(distance) / np.sqrt(variance)
    return np.asarray(np.where(distance == 0, 0.0, found))


def not_rejected(found: Floats, score: Score, z: Floats | float) -> tuple[Floats, Floats]:
    """Return the ends of the differences around the one found whose score is not above z.

    Each end is bracketed and followed by inverse quadratic interpolation or else halved, all of them at
    once (Chandrupatla's method). A score that is not above z even at ±1 leaves the end there.

    References
    ----------
    Chandrupatla (1997), Advances in Engineering Software 28.
    """
    outermost = np.multiply.outer([-1.0, 1.0], np.ones(found.shape))
    a, b = outermost, np.broadcast_to(found, outermost.shape)
    f_a, f_b = score(a) - z, np.broadcast_to(-np.asarray(z, float), outermost.shape)
    whole = f_a <= 0
    t: Floats | float = 0.5
    for _ in range(STEPS):
        x = a + t * (b - a)
        f_x = score(x) - z
        beyond = np.sign(f_x) == np.sign(f_a)
        c, f_c = np.where(beyond, a, b), np.where(beyond, f_a, f_b)
        b, f_b = np.where(beyond, b, a), np.where(beyond, f_b, f_a)
        a, f_a = x, f_x
        if np.all(whole | (np.abs(b - a) <= WIDTH) | (f_a == 0)):
            break
        t = _next(a, b, c, f_a, f_b, f_c)
    low, high = np.where(whole, outermost, np.where(np.abs(f_a) <= np.abs(f_b), a, b))
    return low, high


def _next(a: Floats, b: Floats, c: Floats, f_a: Floats, f_b: Floats, f_c: Floats) -> Floats:
    """Return which share of the way from a to b is looked at next."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        along, up = (a - b) / (c - b), (f_a - f_b) / (f_c - f_b)
        smooth = (up**2 < along) & ((1 - up) ** 2 < 1 - along)
        t = f_a / (f_b - f_a) * f_c / (f_b - f_c) + (c - a) / (b - a) * f_a / (f_c - f_a) * f_b / (f_c - f_b)
        least = np.minimum(WIDTH / 2 / np.abs(b - a), 0.5)
    return np.asarray(np.clip(np.where(smooth & np.isfinite(t), t, 0.5), least, 1 - least))
