"""McNemar's test: printed figures, exact tails, and refusals."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from tests.unit.refusals import refusal

loose: Any = cc.stats.mcnemar_test
WHOLE = "compare weighted records by their costs"
COUNTS = [(0, 0), (0, 1), (1, 0), (3, 3), (1, 7), (12, 5), (40, 61)]


def tails(only_a: int, only_b: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of fewer heads, as many, and more."""
    size = only_a + only_b
    law = [Fraction(comb(size, k), 2**size) for k in range(size + 1)]
    return sum(law[:only_a], Fraction(0)), law[only_a], sum(law[only_a + 1 :], Fraction(0))


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize(("method", "counted"), [("exact", Fraction(1)), ("mid-p", Fraction(1, 2))])
def test_exact_laws_by_counting(counts, method, counted):
    less, equal, more = tails(*counts)
    below, above = less + counted * equal, more + counted * equal
    want = {"two-sided": min(1, 2 * min(below, above)), "greater": above, "less": below}
    for alternative, pvalue in want.items():
        result = cc.stats.mcnemar_test(*counts, method=method, alternative=alternative)
        assert result.pvalue == pytest.approx(float(pvalue), rel=1e-12)
        assert result.statistic == counts[0]


@pytest.mark.parametrize("counts", COUNTS[1:])
@pytest.mark.parametrize(("method", "less"), [("asymptotic", 0), ("corrected", 1)])
def test_chi_squared_by_its_law(counts, method, less):
    only_a, only_b = counts
    statistic = max(abs(only_a - only_b) - less, 0) ** 2 / (only_a + only_b)
    result = cc.stats.mcnemar_test(only_a, only_b, method=method)
    assert result.statistic == pytest.approx(statistic)
    assert result.pvalue == pytest.approx(stats.chi2.sf(statistic, 1), rel=1e-12)


# Fagerland, Lydersen & Laake (2013), BMC Medical Research Methodology 13:91: airway hyper-responsiveness of
# 21 children before and after transplantation, b = 1 and c = 7; 161 complexes, b = 5... see their tables.
@pytest.mark.parametrize(
    ("method", "pvalue"), [("asymptotic", 0.034), ("corrected", 0.077), ("exact", 0.070), ("mid-p", 0.039)]
)
def test_printed_p_values(method, pvalue):
    assert cc.stats.mcnemar_test(1, 7, method=method).pvalue == pytest.approx(pvalue, abs=5e-4)


def test_equal_numbers_never_speak_against_the_null():
    for method in ("mid-p", "exact", "asymptotic", "corrected"):
        for count in (0, 1, 20):
            assert cc.stats.mcnemar_test(count, count, method=method).pvalue == pytest.approx(1)


def test_error_rates_over_all_samples():
    """Of 20 records: mid-p keeps to its 5 %; exact and corrected stay far below."""
    worst = {}
    differing = np.arange(21)
    for method in ("mid-p", "exact", "asymptotic", "corrected"):
        rejected = []
        for size in differing.tolist():
            found = [cc.stats.mcnemar_test(k, size - k, method=method).significant() for k in range(size + 1)]
            rejected.append(float(stats.binom.pmf(range(size + 1), size, 0.5)[found].sum()))
        shares = np.linspace(0.05, 0.95, 19)[:, None]
        worst[method] = float((stats.binom.pmf(differing, 20, shares) @ rejected).max())
    assert worst["exact"] < 0.035
    assert worst["corrected"] < 0.035
    assert 0.045 < worst["mid-p"] < 0.0505
    assert 0.045 < worst["asymptotic"] < 0.06


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((-1, 2), {}, f"only_a must be a whole number, 0 or more; got -1: {WHOLE}"),
        ((1, 2.5), {}, f"only_b must be a whole number, 0 or more; got 2.5: {WHOLE}"),
        ((1, "2"), {}, f"only_b must be a whole number, 0 or more; got '2': {WHOLE}"),
        ((1, True), {}, f"only_b must be a whole number, 0 or more; got True: {WHOLE}"),
        (
            (1, 2),
            {"method": "z"},
            "no such method 'z'; choose from 'mid-p', 'exact', 'asymptotic', 'corrected'",
        ),
        (
            (1, 2),
            {"alternative": "more"},
            "no such alternative 'more'; choose from 'two-sided', 'greater', 'less'",
        ),
    ],
)
def test_what_is_refused(arguments, options, error):
    assert refusal(lambda: loose(*arguments, **options)) == error
