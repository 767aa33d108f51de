"""McNemar's test: whether two classifiers err equally often on the same records."""

from __future__ import annotations

import math
from typing import Any

from costcurves.errors import InputError
from costcurves.inference.counts.paired_rates import paired_difference_interval
from costcurves.inference.counts.rates import chosen
from costcurves.inference.estimate import TestResult
from costcurves.inference.pvalues import normal_law, pvalue_of

__all__ = ["mcnemar_test"]

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
    b, c = (_count(v, n) for v, n in ((only_a, "only_a"), (only_b, "only_b")))
    statistic, below, above = METHODS[chosen(method, METHODS)](b, c)
    return TestResult(
        f"McNemar's {method} test",
        pvalue_of(below, above, alternative),
        _NULL,
        statistic,
        None if records is None else paired_difference_interval(b, c, records, level=level),
        alternative,
    )


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


def _count(value: Any, name: str) -> int:
    """Read a number of records; numpy's whole numbers will do."""
    try:
        found = int(value.__index__())
    except (AttributeError, TypeError):
        found = -1
    if isinstance(value, bool) or found < 0:
        raise InputError.because(
            must=f"{name} must count records, from 0",
            came=repr(value),
            fix="give whole numbers; weighted records are compared by their costs",
        )
    return found
