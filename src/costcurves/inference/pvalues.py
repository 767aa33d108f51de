"""P-values: which results count, many of them at once, and the level at which intervals hold together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, shares
from costcurves._ground.containers import plain
from costcurves.inference.arguments import one_of, whole_number
from costcurves.inference.resampling import generators

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

Number = TypeVar("Number", int, float)

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
    chance, tails = against(alternative, below, above)
    return min(1.0, tails * chance)


def against(alternative: str, better: Number, worse: Number) -> tuple[Number, int]:
    """Return the outcome of two that speaks against an alternative, and how many tails of its law count.

    Examples
    --------
    >>> against("two-sided", 14, 4), against("greater", 14, 4), against("less", 14, 4)
    ((4, 2), (4, 1), (14, 1))
    """
    one_of(alternative, "alternative", ALTERNATIVES)
    if alternative == "two-sided":
        return min(better, worse), 2
    return (worse if alternative == "greater" else better), 1


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
    from scipy.special import ndtr

    return float(ndtr(z)), float(ndtr(-z))


# ---- many statements at once ------------------------------------------------------------------


def false_alarm(tests: int, *, alpha: float = 0.05) -> float:
    """Chance that at least one of several independent tests rejects a true hypothesis: 1 − (1 − α)^m.

    Parameters
    ----------
    tests : int
        How many hypotheses are tested, all of them true.
    alpha : float
        Error rate of each test.

    Returns
    -------
    float
        In [0, 1).

    Examples
    --------
    >>> [round(false_alarm(m), 4) for m in (1, 3, 6, 10, 20)]
    [0.05, 0.1426, 0.2649, 0.4013, 0.6415]
    """
    count = whole_number(tests, "the number of tests")
    return -math.expm1(count * math.log1p(-inner_share(alpha, "alpha")))


def bonferroni(pvalues: ArrayLike) -> Floats:
    """P-values times their number, at most 1: rejecting those up to α errs at all with chance α at most.

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    Examples
    --------
    >>> bonferroni([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 1.0, 0.75]
    """
    found = _read(pvalues)
    return np.minimum(1.0, len(found) * found)


def holm(pvalues: ArrayLike) -> Floats:
    """Step-down p-values of Holm: as safe as Bonferroni's under any dependence, and never larger.

    In ascending order the adjusted p-value is max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎).

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 1979.

    Examples
    --------
    >>> holm([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 0.5, 0.5]
    """
    found = _read(pvalues)
    order = np.argsort(found, kind="stable")
    left = np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, left * found[order]))
    return adjusted


def _read(pvalues: ArrayLike) -> Floats:
    return shares(plain(pvalues, "pvalues"), "pvalues")


#: Replicates of the maximum; its 95 % quantile is then off by about 0.02.
REPLICATES = 10_000
#: So many conditions are enough to find the greatest deviation over an axis.
ENOUGH = 201


def thinned(x: Floats) -> Floats:
    """Return enough of many conditions.

    Examples
    --------
    >>> len(thinned(np.linspace(0, 1, 1001))), len(thinned(np.linspace(0, 1, 7)))
    (201, 7)
    """
    if len(x) <= ENOUGH:
        return x
    return np.asarray(x[np.linspace(0, len(x) - 1, ENOUGH).round().astype(int)])


def pointwise_level(
    covariance: Floats, level: float, seed: int = 0, *, replicates: int = REPLICATES
) -> float:
    """Return the level that intervals need at each place to hold together at `level`.

    The greatest of |Z| over places is drawn for normal Z with the correlations of the estimates (the
    multiplier bootstrap of the studentised maximum); its quantile is turned into a level.

    Parameters
    ----------
    covariance : ndarray, shape (places, places)
        Of the estimates over samples, quantities of the order of 1. Places without any spread take
        no part.
    level : float
    seed, replicates : int

    Returns
    -------
    float
        From `level`, where all places move as one, to 1.

    References
    ----------
    Chernozhukov, Chetverikov & Kato (2013), Annals of Statistics 41.

    Examples
    --------
    >>> one = pointwise_level(np.ones((3, 3)), 0.95)
    >>> apart = pointwise_level(np.eye(3), 0.95)
    >>> round(one, 2), round(apart, 2)
    (0.95, 0.98)
    """
    from scipy.special import ndtr  # scipy.stats takes a third of a second to load

    spread = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    # Below either bound it is the rounding of estimates that do not vary.
    varies = spread > max(spread.max(initial=0.0) * 1e-9, 1e-12)
    if not varies.any():
        return level
    correlation = covariance[np.ix_(varies, varies)] / np.outer(spread[varies], spread[varies])
    values, vectors = np.linalg.eigh(correlation)
    # The symmetric root: other roots turn with the signs and the order that a library gives eigenvectors.
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    rng = next(generators(seed, 1))
    greatest = np.abs(rng.standard_normal((replicates, len(root))) @ root).max(axis=1)
    critical = float(np.quantile(greatest, level, method="inverted_cdf"))
    return max(level, float(1 - 2 * ndtr(-critical)))


def normal_quantile(level: float) -> float:
    """Return how many standard errors a two-sided interval reaches at a level.

    Examples
    --------
    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
