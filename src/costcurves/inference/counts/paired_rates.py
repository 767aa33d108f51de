"""Two classifiers on the same records: the difference of their rates, and McNemar's test.

What counts are the records on which only one is wrong.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, exact
from costcurves.inference.arguments import not_negative, one_of, whole_number
from costcurves.inference.counts.rates import TITLES, not_rejected, squared_and_added, standardised, stepped
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import normal_law, pvalue_of
from costcurves.measures.rate_intervals import wilson

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats


def paired_difference_interval(
    only_a: float,
    only_b: float,
    records: float,
    *,
    level: float = 0.95,
    method: str = "tango",
    both: float | None = None,
) -> Estimate:
    """Interval for the difference of two rates on the same records, a − b.

    The difference is (b − c)/n, with b records on which only `a` shows what is counted (an error,
    say), c on which only `b` does, and n in all.

    Parameters
    ----------
    only_a, only_b, records : float
        b, c and n; they need not be whole.
    level : float
    method : {"tango", "newcombe", "wald"}
        Differences that the score test does not reject; square-and-add of Wilson intervals with their
        correlation; the normal interval of the observed difference, which covers too rarely.
    both : float, optional
        Records on which both show it; Newcombe's method alone asks for them.

    Returns
    -------
    Estimate
        Within [−1, 1].

    Raises
    ------
    InputError
        If the parts are more than all records.

    References
    ----------
    Tango (1998), Statistics in Medicine 17, 891-908; Newcombe (1998), same volume, 2635-2650 (method 10).

    Examples
    --------
    >>> print(paired_difference_interval(12, 2, 50))
    0.2 (95 % interval 0.06111 to 0.3447)
    >>> print(paired_difference_interval(12, 2, 50, method="newcombe", both=36))
    0.2 (95 % interval 0.05693 to 0.3404)
    """
    b, c, n = (
        not_negative(v, name) for v, name in ((only_a, "only_a"), (only_b, "only_b"), (records, "records"))
    )
    if not n > 0 or b + c > n:
        raise InputError(
            "records on which one alone is wrong must be at most all records",
            f"{exact(b)} and {exact(c)} of {exact(n)}",
        )
    ends = DIFFERENCES[one_of(method, "method", DIFFERENCES)]
    common = [_common(both, n - b - c)] if method == "newcombe" else []
    low, high = ends(b, c, n, *common, confidence(level))
    return Estimate(
        (b - c) / n, float(low), float(high), level, TITLES[method], "difference of two paired rates"
    )


def tango(
    only_a: ArrayLike, only_b: ArrayLike, records: ArrayLike, level: ArrayLike
) -> tuple[Floats, Floats]:
    """Return the ends of Tango's score interval for the difference of two paired rates, a − b.

    They are the differences δ that the score test does not reject: (b − c − nδ)² = z²·n(2q + δ(1 − δ)),
    q being the share of the second kind of discordance that is likeliest at δ.

    Parameters
    ----------
    only_a, only_b : array_like
        Records on which only `a`, and only `b`, is wrong; they need not be whole.
    records : array_like
        All records of the class.
    level : array_like
        All four broadcast.

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

    b, c, n, levels = np.broadcast_arrays(*(np.asarray(v, float) for v in (only_a, only_b, records, level)))
    z = ndtri((1 + levels) / 2)

    def score(difference: Floats) -> Floats:
        return standardised(b - c - n * difference, _variance(b, c, n, difference))

    return not_rejected((b - c) / n, score, z)


def _variance(b: Floats, c: Floats, n: Floats, difference: Floats) -> Floats:
    """Return the variance of b − c if the difference of the rates were this."""
    linear = (2 * n - b + c) * difference - b - c
    constant = -c * difference * (1 - difference)
    likeliest = (np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0.0)) - linear) / (4 * n)
    return np.asarray(np.maximum(n * (2 * likeliest + difference * (1 - difference)), 0.0))


def _newcombe(b: float, c: float, n: float, both: float, level: float) -> tuple[Any, Any]:
    """Square and add the distances of Wilson's ends, less what both rates have in common."""
    neither = n - b - c - both
    margins = (both + b) * (c + neither) * (both + c) * (b + neither)
    common = both * neither - b * c
    if common > 0:
        common = max(common - n / 2, 0.0)  # otherwise few records make the correlation too large
    correlation = common / margins**0.5 if margins else 0.0
    p, q = both + b, both + c
    return squared_and_added(p / n, wilson(p, n, level), q / n, wilson(q, n, level), correlation)


def _wald(b: float, c: float, n: float, level: float) -> tuple[Any, Any]:
    found = (b - c) / n
    return stepped(found, ((b + c) / n - found**2) / n, level)


DIFFERENCES: dict[str, Any] = {"tango": tango, "newcombe": _newcombe, "wald": _wald}


def _common(both: float | None, rest: float) -> float:
    """Read the records on which both show what is counted."""
    if both is None:
        raise InputError(
            "Newcombe's method needs the number of records on which both show it",
            "no `both`",
            'give both=, or use method="tango"',
        )
    if (read := not_negative(both, "both")) > rest:
        raise InputError("both must be at most what is left of the records", exact(read))
    return read


_NULL = "both are wrong equally often"


def mcnemar_test(
    only_a: int,
    only_b: int,
    *,
    records: float | None = None,
    method: str = "mid-p",
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test whether two classifiers err equally often on the same records.

    Only the records on which one alone is wrong tell: b for `a`, c for `b`. If both err equally often, b
    is a binomial number of b + c with probability ½. Every error counts the same: at unit costs and
    PC(+) the share of positives the difference in cost is (b − c)/n.

    Parameters
    ----------
    only_a, only_b : int
        b and c.
    records : float, optional
        n, all records; with it the difference (b − c)/n is given with its interval.
    method : {"mid-p", "exact", "asymptotic", "corrected"}
        Binomial law with half of the probability of b itself, which keeps to its error rate in practice;
        the whole of it, which errs on the safe side; (b − c)²/(b + c) by the normal law, without and with
        a continuity correction.
    alternative : {"two-sided", "greater", "less"}
        "greater": `a` errs more often.
    level : float
        Of the interval.

    Returns
    -------
    TestResult
        Its statistic is b of the binomial tests, (d − correction)²/(b + c) of the others, d being the
        distance of b and c. Where both never err alone, p = 1.

    References
    ----------
    McNemar (1947), Psychometrika 12; Edwards (1948), same journal 13 (correction); Fagerland, Lydersen &
    Laake (2013), BMC Medical Research Methodology 13 (mid-p).

    Examples
    --------
    >>> test = mcnemar_test(1, 7, records=21)
    >>> print(test.estimate, round(test.pvalue, 4))
    −0.2857 (95 % interval −0.5172 to −0.026) 0.0391
    """
    fix = "compare weighted records by their costs"
    b, c = (whole_number(value, name, fix=fix) for value, name in ((only_a, "only_a"), (only_b, "only_b")))
    statistic, below, above = METHODS[one_of(method, "method", METHODS)](b, c)
    pvalue = pvalue_of(below, above, alternative)
    difference = None if records is None else paired_difference_interval(b, c, records, level=level)
    return TestResult(f"McNemar's {method} test", pvalue, _NULL, statistic, difference, alternative)


def _binomial(b: int, c: int, own: float) -> tuple[float, float, float]:
    """Return b and the probabilities below and above it, with so much of its own."""
    from scipy import stats

    law = stats.binom(b + c, 0.5)
    inner = (1 - own) * float(law.pmf(b))
    return b, float(law.cdf(b)) - inner, float(law.sf(b - 1)) - inner


def _normal(b: int, c: int, correction: int) -> tuple[float, float, float]:
    """Return the statistic and the probabilities beyond it by the normal law."""
    apart = max(abs(b - c) - correction, 0)
    z = math.copysign(apart / math.sqrt(b + c), b - c) if b + c else 0.0
    return z * z, *normal_law(z)


METHODS: dict[str, Any] = {
    "mid-p": lambda b, c: _binomial(b, c, 0.5),
    "exact": lambda b, c: _binomial(b, c, 1.0),
    "asymptotic": lambda b, c: _normal(b, c, 0),
    "corrected": lambda b, c: _normal(b, c, 1),
}
