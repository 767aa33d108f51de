"""Laws of expected cost under a belief about the operating condition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from scipy.integrate import trapezoid

import costcurves as cc
from tests.laws import strategies as some

GRID = np.linspace(0, 1, 33)


@given(some.priors())
def test_moments_grow_from_nothing_to_the_whole(prior):
    for k in range(3):
        part = prior.moments(GRID, k)
        assert part[0] == pytest.approx(0, abs=1e-12)
        assert np.all(np.diff(part) >= -1e-12)
        assert np.all(part <= prior.total(k) + 1e-12)
    assert prior.total(0) == pytest.approx(1, abs=1e-12)
    assert prior.mean**2 - 1e-12 <= prior.total(2) <= prior.mean + 1e-12


@given(some.priors())
def test_a_moment_between_two_places_lies_between_its_ends(prior):
    mass, first, second = (np.diff(prior.moments(GRID, k)) for k in range(3))
    left, right = GRID[:-1], GRID[1:]
    assert np.all(first >= left * mass - 1e-10)
    assert np.all(first <= right * mass + 1e-10)
    assert np.all(second >= left**2 * mass - 1e-10)
    assert np.all(second <= right**2 * mass + 1e-10)


@given(some.roc_points, some.priors())
def test_expected_cost_of_a_line_depends_on_the_mean_only(point, prior):
    line = cc.CostCurve.line(*point)
    assert line.expected(prior) == pytest.approx(line(prior.mean), abs=1e-12)


@given(some.any_scored(), some.priors())
def test_expected_envelope_is_the_sum_of_its_segments(records, prior):
    hull = cc.RocHull.of(records.tally())
    up, across = np.diff(hull.tpr), np.diff(hull.fpr)
    mass, first = (prior.moments(hull.breakpoints, k) for k in (0, 1))
    above = (1 - mass) - (prior.mean - first)
    segments = up @ first + across @ above
    assert cc.rules.optimal(records.tally()).expected(prior) == pytest.approx(segments, abs=1e-12)


@given(some.any_scored(), some.priors())
def test_learning_the_condition_before_choosing_is_never_worthless(records, prior):
    curve = cc.rules.optimal(records.tally())
    assert curve(min(prior.mean, 1.0)) - curve.expected(prior) >= -1e-12


@given(some.any_scored(), some.conditions_pc)
def test_under_certainty_expected_cost_is_the_cost_there(records, x):
    tally = records.tally()
    for rule in (cc.rules.optimal, cc.rules.rate_driven(0.5)):
        curve = rule(tally)
        assert curve.expected(cc.ConditionPrior.point(x)) == pytest.approx(curve(x), abs=1e-14)


@given(some.any_scored(), some.priors())
def test_skill_is_at_most_one_and_never_negative_for_the_envelope(records, prior):
    trivial = cc.rules.optimal(cc.Tally.from_scores([1, 0], [0, 0])).expected(prior)
    if trivial > 1e-9:
        curve = cc.rules.optimal(records.tally())
        assert curve.skill(prior) == pytest.approx(1 - curve.expected(prior) / trivial, abs=1e-9)
        assert -1e-9 <= curve.skill(prior) <= 1 + 1e-9


@given(some.two_models(), some.priors())
def test_expected_difference_is_the_difference_of_expectations(pair, prior):
    a, b = (cc.rules.optimal(records.tally()) for records in pair)
    assert a.minus(b).expected(prior) == pytest.approx(a.expected(prior) - b.expected(prior), abs=1e-12)


@given(some.any_scored(), some.ranges())
def test_expectation_over_a_range_is_its_mean_height(records, ends):
    curve = cc.rules.optimal(records.tally())
    low, high = ends
    inside = curve.knots[(curve.knots > low) & (curve.knots < high)]
    places = np.concatenate([[low], inside, [high]])
    mean = trapezoid(curve(places), places) / (high - low)
    assert curve.expected(cc.ConditionPrior.uniform(low, high)) == pytest.approx(mean, abs=1e-13)
