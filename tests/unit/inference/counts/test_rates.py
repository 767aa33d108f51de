"""Intervals of rates and of differences of rates on different records."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

from costcurves.inference.counts import rates
from costcurves.measures.rate_intervals import RATE_INTERVALS
from tests.unit.refusals import refusal

interval: Any = rates.rate_interval
difference: Any = rates.rate_difference_interval


@pytest.mark.parametrize("method", RATE_INTERVALS)
def test_an_interval_says_what_it_is(method):
    found = interval(3, 20, level=0.9, method=method)
    assert (found.low, found.high) == tuple(map(float, RATE_INTERVALS[method](3, 20, 0.9)))
    assert (found.estimate, found.level, found.target_words) == (0.15, 0.9, "the rate")
    assert found.method.endswith("interval")


def test_smoothing_adds_to_both_outcomes():
    found = interval(0, 10, method="wald", smoothing=2)
    plain = interval(2, 14, method="wald")
    assert (found.estimate, found.low, found.high) == (plain.estimate, plain.low, plain.high)
    assert found.method == "Wald's interval, 2 added to both outcomes"


@pytest.mark.parametrize("method", rates.DIFFERENCES)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_differences_hold_what_was_found_stay_inside_and_switch_around(method, level):
    for k, j in itertools.product((0, 1, 4, 7), (0, 2, 5)):
        found, other = (
            difference(k, 7, j, 5, level=level, method=method),
            difference(j, 5, k, 7, level=level, method=method),
        )
        assert -1 <= found.low <= found.estimate <= found.high <= 1
        assert found.low == pytest.approx(-other.high, abs=1e-9)
        assert found.high == pytest.approx(-other.low, abs=1e-9)


@pytest.mark.parametrize(
    ("k", "m", "j", "n"), [(56, 70, 48, 80), (3, 10, 0, 9), (1, 6, 6, 6), (0, 10, 0, 20)]
)
def test_score_ends_are_where_the_likeliest_rates_are_just_not_rejected(k, m, j, n):
    """Likeliest rates by brute force, not by their cubic."""
    found = difference(k, m, j, n, method="miettinen-nurminen")
    z = stats.norm.ppf(0.975)
    for end in (found.low, found.high):
        first = np.linspace(max(0, end), min(1, 1 + end), 200_001)[1:-1]
        second = first - end
        likelihood = (
            k * np.log(first) + (m - k) * np.log1p(-first) + j * np.log(second) + (n - j) * np.log1p(-second)
        )
        p = first[np.argmax(likelihood)]
        variance = (p * (1 - p) / m + (p - end) * (1 - p + end) / n) * (m + n) / (m + n - 1)
        assert abs(k / m - j / n - end) == pytest.approx(z * variance**0.5, rel=1e-3)


@pytest.mark.parametrize(
    ("method", "least"), [("newcombe", 0.93), ("miettinen-nurminen", 0.93), ("wald", 0.85)]
)
def test_exact_coverage_of_a_difference(method, least):
    """Of all outcomes of 11 and 13 records with these rates, those whose interval holds the difference."""
    p, q, m, n = 0.2, 0.35, 11, 13
    covered = sum(
        stats.binom.pmf(k, m, p) * stats.binom.pmf(j, n, q)
        for k, j in itertools.product(range(m + 1), range(n + 1))
        if not difference(k, m, j, n, method=method).excludes(p - q)
    )
    assert least <= covered < 0.98


def test_what_is_no_rate_is_refused():
    for k, n, came in ((5, 4, "5 of 4"), (-1, 4, "-1 of 4"), (0, 0, "0 of 0")):
        assert refusal(partial(interval, k, n)) == (
            f"a rate must count 0 to all of its records, of which there must be some; got {came} (successes of trials)"
        )
    assert refusal(lambda: difference(1, 2, 3, 2)).endswith("got 3 of 2 (successes_b of trials_b)")
    assert refusal(lambda: interval(1, 2, method="exact")) == (
        "no such method 'exact'; choose from 'wilson', 'clopper-pearson', 'jeffreys', 'agresti-coull', 'wald'"
    )
    assert refusal(lambda: difference(1, 2, 1, 2, method=None)) == (
        "no such method None; choose from 'newcombe', 'miettinen-nurminen', 'wald'"
    )
    assert refusal(lambda: interval(1, 2, smoothing=-1)) == "smoothing must not be negative; got -1"
    assert refusal(lambda: interval(1, 2, level=95)).startswith(
        "a confidence level must lie between 0 and 1; got 95"
    )
    assert refusal(lambda: interval("1", 2)).startswith("successes must be a finite number; got '1'")
