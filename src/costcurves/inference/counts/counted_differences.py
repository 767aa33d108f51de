"""Differences in cost of two classifiers of which counts are known, but not which records they share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.arrays import share
from costcurves.inference.arguments import errors_counted
from costcurves.inference.counts.cost_intervals import given_estimate, nec_ends
from costcurves.inference.estimate import TestResult, confidence
from costcurves.inference.pvalues import pvalue_of, tails_by_ends

if TYPE_CHECKING:
    from costcurves.tallies.confusion import Confusion

METHODS = {
    False: "both intervals at half the error rate (Bonferroni), whatever records are shared",
    True: "square-and-add of both intervals, of different records",
}
_NULL = "both cost the same at this condition"


def counted_difference_test(
    a: Confusion,
    b: Confusion,
    *,
    pc: float,
    level: float = 0.95,
    alternative: str = "two-sided",
    different_records: bool = False,
) -> TestResult:
    """Test whether two classifiers cost the same at a condition, by their confusion matrices alone.

    NEC of a less that of b. Matrices do not tell on which records both err. On different records the
    distances of the ends of both intervals add up like the sides of a right triangle. Else both intervals
    hold at 1 − α/2, so that both together hold at 1 − α whatever the records have in common: the difference
    then lies between the low end of one less the high end of the other and the reverse. On records
    that both judged that is wider than needed; with the records use :func:`nec_difference_interval`.

    Parameters
    ----------
    a, b : Confusion
        One matrix each.
    pc : float
        PC(+), from 0 to 1.
    level : float
        1 − α.
    alternative : {"two-sided", "greater", "less"}
        "less": `a` is cheaper.
    different_records : bool
        Whether it is known that no record is in both.

    Returns
    -------
    TestResult
        Its p-value is that of the interval: below 1 − level exactly where that excludes 0.

    References
    ----------
    Zou, Huang & Zhang (2009), Statistics in Medicine 28, for different records.

    Examples
    --------
    >>> from costcurves import Confusion
    >>> old, new = Confusion(tp=60, fn=40, fp=30, tn=170), Confusion(tp=80, fn=20, fp=30, tn=170)
    >>> print(counted_difference_test(new, old, pc=0.5).estimate)
    −0.1 (95 % interval −0.209 to 0.01751)
    >>> print(counted_difference_test(new, old, pc=0.5, different_records=True).estimate)
    −0.1 (95 % interval −0.169 to −0.02741)
    """
    x, first, second = share(pc, "pc"), _errors(a), _errors(b)

    def ends(level: float) -> tuple[float, float]:
        each = level if different_records else 1 - (1 - level) / 2
        (own, low, high), (other, least, most) = (
            map(float, nec_ends(*errors, x, each)) for errors in (first, second)
        )
        if not different_records:
            return low - most, high - least
        gap = own - other
        return gap - math.hypot(own - low, most - other), gap + math.hypot(high - own, other - least)

    found = float(nec_ends(*first, x, level)[0] - nec_ends(*second, x, level)[0])
    estimate = given_estimate(
        (found, *ends(confidence(level))), level, METHODS[different_records], "the classifiers as given"
    )
    pvalue = pvalue_of(*tails_by_ends(found, ends, 0.0), alternative)
    return TestResult("test by confusion matrices", pvalue, _NULL, estimate=estimate, alternative=alternative)


def _errors(one: Confusion) -> tuple[float, float, float, float]:
    """Misses, positives, false alarms and negatives."""
    misses, false_alarms = errors_counted(*map(float, (one.fn, one.positives, one.fp, one.negatives)))
    return *misses, *false_alarms
