"""Printed intervals for differences of rates, and printed McNemar tests."""

from __future__ import annotations

import pytest

from costcurves.inference.counts.paired_rates import mcnemar_test, paired_difference_interval
from costcurves.inference.counts.rates import rate_difference_interval

# --- Newcombe, Interval estimation for the difference between independent proportions, 1998, Table II ---


@pytest.mark.parametrize(
    ("counts", "score", "combined"),
    [
        ((56, 70, 48, 80), (0.0528, 0.3382), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1700, 0.8406), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0342, 0.8534), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0326, 0.1933), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), None, (-0.1611, 0.2775)),
        ((0, 10, 0, 10), (-0.2879, 0.2879), (-0.2775, 0.2775)),
        ((10, 10, 0, 20), (0.7156, 1.0), (0.6791, 1.0)),
        ((10, 10, 0, 10), None, (0.6075, 1.0)),
    ],
)
def test_independent_rates(counts, score, combined):
    for method, ends in (("miettinen-nurminen", score), ("newcombe", combined)):
        found = rate_difference_interval(*counts, method=method)
        if ends is not None:
            assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


@pytest.mark.parametrize(
    ("counts", "ends"),
    [((56, 70, 48, 80), (0.0575, 0.3425)), ((9, 10, 3, 10), (0.2605, 0.9395)), ((10, 10, 0, 20), (1.0, 1.0))],
)
def test_independent_rates_by_the_normal_law(counts, ends):
    found = rate_difference_interval(*counts, method="wald")
    assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


# --- Newcombe, Improved confidence intervals … based on paired data, 1998, Table III, method 10 ---


@pytest.mark.parametrize(
    ("both", "only_a", "only_b", "neither", "ends"),
    [
        (36, 12, 2, 0, (0.0569, 0.3404)),
        (20, 12, 2, 16, (0.0562, 0.3292)),
        (18, 12, 2, 18, (0.0562, 0.3290)),
        (36, 14, 0, 0, (0.1528, 0.4167)),
        (35, 14, 0, 1, (0.1461, 0.4175)),
        (18, 14, 0, 18, (0.1441, 0.3963)),
        (2, 97, 1, 0, (0.8721, 0.9854)),
        # Printed as 0.8736 here and as 0.8737 for method 8, which is the same without positive correlation.
        (1, 97, 1, 1, (0.8737, 0.9850)),
        (0, 29, 1, 0, (0.6666, 0.9882)),
        (2, 98, 0, 0, (0.9178, 0.9945)),
        (1, 98, 0, 1, (0.9171, 0.9916)),
        (0, 30, 0, 0, (0.8395, 1.0)),
        (54, 0, 0, 0, (-0.0664, 0.0664)),
        (53, 0, 0, 1, (-0.0729, 0.0729)),
        (30, 0, 0, 24, (-0.0358, 0.0358)),
        (29, 0, 0, 25, (-0.0354, 0.0354)),
        (28, 0, 0, 26, (-0.0352, 0.0352)),
        (27, 0, 0, 27, (-0.0351, 0.0351)),
    ],
)
def test_paired_rates(both, only_a, only_b, neither, ends):
    records = both + only_a + only_b + neither
    found = paired_difference_interval(only_a, only_b, records, method="newcombe", both=both)
    assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


# --- Fagerland, Lydersen & Laake, Recommended tests and confidence intervals for paired binomial
# proportions, 2014: complete response before and after consolidation (59, 6, 16, 80) ---


@pytest.mark.parametrize(("method", "ends"), [("tango", (-0.1240, -0.0054)), ("wald", (-0.1184, -0.0058))])
def test_complete_response(method, ends):
    found = paired_difference_interval(6, 16, 161, method=method)
    assert found.estimate == pytest.approx(-0.0621, abs=5e-5)
    assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


@pytest.mark.parametrize(
    ("method", "pvalue"),
    [("asymptotic", 0.033006), ("corrected", 0.055009), ("exact", 0.052479), ("mid-p", 0.034690)],
)
def test_complete_response_by_mcnemar(method, pvalue):
    assert mcnemar_test(6, 16, method=method).pvalue == pytest.approx(pvalue, abs=5.1e-7)


@pytest.mark.parametrize(("method", "pvalue"), [("asymptotic", 0.0339), ("exact", 0.0703), ("mid-p", 0.0391)])
def test_airway_hyper_responsiveness_by_mcnemar(method, pvalue):
    """The same authors, 2013: (1, 1, 7, 12)."""
    assert mcnemar_test(1, 7, method=method).pvalue == pytest.approx(pvalue, abs=5.1e-5)
