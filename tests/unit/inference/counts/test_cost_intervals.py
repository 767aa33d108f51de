"""Intervals of the cost of a given rule: their construction, their laws, and their exact coverage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.inference.counts.cost_intervals import FEW_ERRORS, nec_ends, nec_interval, rate_ends
from costcurves.measures.rate_intervals import clopper_pearson, wilson
from tests.unit.refusals import refusal

loose: Any = nec_interval
COUNTS = np.arange(41)


def test_rates_with_many_of_both_have_wilsons_interval():
    many = COUNTS[(COUNTS >= FEW_ERRORS) & (40 - COUNTS >= FEW_ERRORS)]
    assert np.array_equal(rate_ends(many, 40, 0.9), wilson(many, 40, 0.9))


def test_few_errors_or_few_right_answers_widen_it():
    few = COUNTS[(COUNTS < FEW_ERRORS) | (40 - COUNTS < FEW_ERRORS)]
    low, high = rate_ends(few, 40, 0.9)
    either = [wilson(few, 40, 0.9), clopper_pearson(few, 40, 0.9)]
    assert np.array_equal(low, np.minimum(either[0][0], either[1][0]))
    assert np.array_equal(high, np.maximum(either[0][1], either[1][1]))


def test_ends_rise_with_the_errors():
    for level in (0.5, 0.9, 0.99):
        for ends in rate_ends(np.arange(61), 60, level):
            assert np.all(np.diff(ends) > -1e-12)


def test_figures_step_by_step():
    """One miss of 12 and two false alarms of 12: few errors, so that Clopper and Pearson's are the wider."""
    ends = [(stats.beta.ppf(0.05, k, 13 - k), stats.beta.ppf(0.95, k + 1, 12 - k), k / 12) for k in (1, 2)]
    low, high = (np.linalg.norm([0.5 * (end[i] - end[2]) for end in ends]) for i in (0, 1))
    found = nec_interval(fn=1, positives=12, fp=2, negatives=12, pc=0.5, level=0.9)
    assert found.estimate == 0.125
    assert found.low == pytest.approx(0.125 - low)
    assert found.high == pytest.approx(0.125 + high)


@pytest.mark.parametrize(("pc", "errors", "size"), [(1.0, 3, 17), (0.0, 11, 40)])
def test_at_the_ends_one_class_alone_counts(pc, errors, size):
    found = nec_interval(fn=3, positives=17, fp=11, negatives=40, pc=pc)
    low, high = rate_ends(errors, size, 0.95)
    assert (found.low, found.high) == pytest.approx((float(low), float(high)))


def test_exchanging_the_classes_changes_nothing():
    one = nec_interval(fn=3, positives=17, fp=11, negatives=40, pc=0.3)
    other = nec_interval(fn=11, positives=40, fp=3, negatives=17, pc=0.7)
    assert (one.estimate, one.low, one.high) == pytest.approx((other.estimate, other.low, other.high))


def test_no_errors_are_no_certainty():
    found = nec_interval(fn=0, positives=10, fp=0, negatives=10, pc=0.5)
    assert (found.estimate, found.low) == (0, 0)
    assert found.high > 0.2


def test_wrong_for_right_mirrors_the_interval():
    one = nec_interval(fn=3, positives=17, fp=11, negatives=40, pc=0.3)
    other = nec_interval(fn=14, positives=17, fp=29, negatives=40, pc=0.3)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_broadcast_hold_and_nest():
    rng = np.random.default_rng(3)
    fn, fp = rng.integers(0, 21, 30)[:, None], rng.integers(0, 31, 30)[:, None]
    x = np.linspace(0, 1, 11)
    before = None
    for level in (0.5, 0.9, 0.99):
        centre, low, high = nec_ends(fn, 20, fp, 30, x, level)
        assert centre.shape == low.shape == high.shape == (30, 11)
        assert centre == pytest.approx(x * fn / 20 + (1 - x) * fp / 30)
        assert np.all((low >= 0) & (low <= centre) & (centre <= high) & (high <= 1))
        if before is not None:
            assert np.all((low <= before[0] + 1e-12) & (before[1] <= high + 1e-12))
        before = low, high


def test_correlated_rates_add_up_like_sides_of_a_triangle():
    given = (6, 20, 9, 30, 0.4, 0.9)
    sides = [
        (share * (rate - ends[0]), share * (ends[1] - rate))
        for rate, ends, share in (
            (6 / 20, rate_ends(6, 20, 0.9), 0.4),
            (9 / 30, rate_ends(9, 30, 0.9), 0.6),
        )
    ]
    for correlation in (-1.0, -0.3, 0.0, 0.5, 1.0):
        centre, low, high = nec_ends(*given, correlation)
        for i, reach in enumerate((centre - low, high - centre)):
            a, b = sides[0][i], sides[1][i]
            assert reach == pytest.approx(np.sqrt(a * a + b * b + 2 * correlation * a * b))
    centre, low, high = nec_ends(*given, 1.0)
    assert high - centre == pytest.approx(sides[0][1] + sides[1][1])


@pytest.mark.parametrize("sizes", [(10, 10), (12, 60), (50, 80)])
def test_exact_coverage(sizes):
    """Over all tables that two rates may give: 92 % at least, and more than asked for on average."""
    positives, negatives = sizes
    i, j = np.arange(positives + 1)[:, None], np.arange(negatives + 1)[None]
    rates = (0.01, 0.03, 0.1, 0.3, 0.5, 0.8)
    missed = np.array([stats.binom.pmf(i[:, 0], positives, rate) for rate in rates])
    flagged = np.array([stats.binom.pmf(j[0], negatives, rate) for rate in rates])
    for x in (0.02, 0.1, 0.5, 0.8):
        _, low, high = nec_ends(i, positives, j, negatives, x, 0.95)
        cover = [
            float(missed[a] @ ((low <= nec) & (nec <= high)) @ flagged[b])
            for a, fnr in enumerate(rates)
            for b, fpr in enumerate(rates)
            for nec in [x * fnr + (1 - x) * fpr]
        ]
        assert min(cover) >= 0.92
        assert np.mean(cover) >= 0.95


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (
            {"fn": 13},
            "a rate must count 0 to all of its records, of which there must be some; got 13 of 12 (fn of positives)",
        ),
        (
            {"fp": -1},
            "a rate must count 0 to all of its records, of which there must be some; got -1 of 12 (fp of negatives)",
        ),
        (
            {"fp": 0, "negatives": 0},
            "a rate must count 0 to all of its records, of which there must be some; got 0 of 0 (fp of negatives)",
        ),
        ({"pc": 1.5}, "pc must lie in [0, 1]; got 1.5"),
        ({"fn": float("nan")}, "fn must be a finite number; got nan"),
        ({"level": 1}, "a confidence level must lie between 0 and 1; got 1: 0.95 is usual"),
    ],
)
def test_what_is_refused(given, error):
    sound = {"fn": 1, "positives": 12, "fp": 2, "negatives": 12, "pc": 0.5}
    assert refusal(lambda: loose(**(sound | given)), cc.InputError) == error
