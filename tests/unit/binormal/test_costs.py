"""Cost curves of binormal classifiers against a fine grid of thresholds and independent quadrature."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import trapezoid
from scipy.special import ndtr

from costcurves import ConditionPrior, CostCurve, InputError, UndefinedError
from costcurves.binormal import Binormal
from costcurves.binormal.costs import BinormalCostCurve
from costcurves.rules import optimal
from tests.unit.refusals import refusal

SHAPES = [
    (1, 1), (2, 1), (0, 1), (-1, 1), (4 / 3, 2 / 3), (1.6568, 0.713), (0, 0.5), (0, 2), (0.4, 2.5),
    (-1, 0.5), (-1, 2), (1, 0.01), (1, 100), (0.1, 0.98), (-0.1, 1.001), (8, 1), (20, 3),
]  # fmt: skip
CONDITIONS = np.linspace(0, 1, 101)


def cheapest_of_many(a, b, pc):
    """Least cost over 200,002 thresholds, dense where either class is, and both trivial classifiers."""
    steps = np.linspace(-10, 10, 100_001)
    z = np.concatenate([steps, (steps - a) / b])
    fpr, fnr = ndtr(z), ndtr(-a - b * z)
    return np.array([min(x, 1 - x, float(np.min(fpr * (1 - x) + fnr * x))) for x in pc])


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_the_envelope_against_a_fine_grid(a, b):
    curve = Binormal(a, b).cost_curve()
    some = CONDITIONS[::4]
    assert curve(some) == pytest.approx(cheapest_of_many(a, b, some), abs=1e-8)


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_below_the_trivial_classifiers_and_concave(a, b):
    curve = Binormal(a, b).cost_curve()
    value = curve(CONDITIONS)
    assert np.all(value <= np.minimum(CONDITIONS, 1 - CONDITIONS))
    assert np.all(np.diff(value, 2) <= 1e-15)
    assert curve(0) == curve(1) == 0


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_the_served_rates_pay_what_the_curve_says(a, b):
    curve = Binormal(a, b)
    fpr, tpr = curve.cost_curve().rates(CONDITIONS)
    assert fpr * (1 - CONDITIONS) + (1 - tpr) * CONDITIONS == pytest.approx(curve.cost_curve()(CONDITIONS))
    on_curve = (fpr > 0) & (fpr < 1)
    assert tpr[on_curve] == pytest.approx(curve.tpr(fpr[on_curve]))
    x = CONDITIONS[on_curve]
    assert curve.slope(fpr[on_curve]) == pytest.approx((1 - x) / x, rel=1e-6)


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_where_a_threshold_is_used(a, b):
    curve = Binormal(a, b).cost_curve()
    x = (np.arange(4000) + 0.5) / 4000
    gain = np.minimum(x, 1 - x) - curve(x)
    low, high = curve.operating_range or (0.5, 0.5)
    inside = (x > low) & (x < high)
    assert np.all(gain[~inside] == 0)
    # Towards the ends the gain fades out, and no float may tell it; around ½ it is seen best.
    assert np.all(gain[(x > low + 0.001) & (x < high - 0.001) & (np.abs(x - 0.5) < 0.03)] > 0)


def test_the_ends_of_the_range_are_tangents_through_a_corner():
    curve = Binormal(4 / 3, 2 / 3)
    found = curve.cost_curve().operating_range
    assert found is not None
    end = found[1]
    fpr, tpr = curve.cost_curve().rates(end - 1e-9)
    assert (1 - tpr) / (1 - fpr) == pytest.approx((1 - end) / end, rel=1e-6)
    # Exchanging the classes mirrors cost space.
    mirrored = Binormal(2, 1.5).cost_curve()
    assert mirrored.operating_range == pytest.approx((1 - end, 1))
    assert mirrored(CONDITIONS) == pytest.approx(curve.cost_curve()(1 - CONDITIONS), abs=1e-15)
    assert Binormal(1, 1).cost_curve().operating_range == (0, 1)


def area_by_halves(curve):
    """Area by extrapolated trapezia over the log-odds of PC(+), cut where a threshold begins to serve."""
    ends = np.clip(curve.operating_range or (0.5, 0.5), 1e-19, 1 - 1e-16)
    cuts = [-45.0, *np.clip(np.log(ends) - np.log1p(-ends), -44, 44), 45.0]
    total = 0.0
    for low, high in itertools.pairwise(cuts):
        odds = np.linspace(low, high, 40_001)
        x = 1 / (1 + np.exp(-odds))
        height = curve(x) * x * (1 - x)
        coarse, fine = (trapezoid(height[::k], odds[::k]) for k in (2, 1))
        total += fine + (fine - coarse) / 3
    return total


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_area(a, b):
    curve = Binormal(a, b).cost_curve()
    assert curve.area == pytest.approx(area_by_halves(curve), abs=1e-11)
    assert 0 < curve.area <= 0.25
    assert curve.skill() == pytest.approx(1 - 4 * curve.area)


@pytest.mark.parametrize("a", [0.5, 1, 2, 3])
def test_area_of_proper_curves_to_ten_digits(a):
    curve = Binormal(a, 1).cost_curve()
    assert curve.area == pytest.approx(area_by_halves(curve), abs=1e-13)


@pytest.mark.parametrize(("a", "b"), SHAPES[::3])
@pytest.mark.parametrize(
    "belief",
    [
        ConditionPrior.uniform(0.1, 0.4),
        ConditionPrior.histogram([0, 0.1, 0.5], [3, 1]),
        ConditionPrior.histogram(np.linspace(0.2, 0.9, 61), np.arange(60)),
        ConditionPrior.triangular(0.1, 0.2, 0.5),
        ConditionPrior.log_odds_uniform(0.01, 0.5),
        ConditionPrior.beta(2, 5),
        ConditionPrior.beta(0.5, 0.5),
    ],
)
def test_expected_cost_against_a_fine_cut_of_the_belief(a, b, belief):
    curve = Binormal(a, b).cost_curve()
    edges = np.linspace(0, 1, 20_001)
    mass = np.diff(np.append(belief.moments(edges[:-1], 0), 1))
    mean = np.divide(
        np.diff(np.append(belief.moments(edges[:-1], 1), belief.mean)),
        mass,
        where=mass > 0,
        out=edges[:-1].copy(),
    )
    assert curve.expected(belief) == pytest.approx(float(np.dot(mass, curve(np.clip(mean, 0, 1)))), abs=2e-8)


def test_expected_cost_of_scenarios_is_exact():
    curve = Binormal(1.5, 0.8).cost_curve()
    assert curve.expected(ConditionPrior.point(0.3)) == curve(0.3)
    belief = ConditionPrior.samples([0.2, 0.6], [1, 3])
    assert curve.expected(belief) == pytest.approx((curve(0.2) + 3 * curve(0.6)) / 4)
    assert curve.expected(ConditionPrior.uniform()) == pytest.approx(curve.area, abs=1e-12)
    assert curve.skill(belief) == pytest.approx(1 - curve.expected(belief) / (0.2 / 4 + 3 * 0.4 / 4))


def test_sampled_points_come_close_from_above():
    smooth = Binormal(1.2, 0.6)
    exact, sampled = smooth.cost_curve(), optimal(smooth.sampled(2000))
    gap = sampled(CONDITIONS) - exact(CONDITIONS)
    assert np.all(gap >= -1e-15)
    assert np.all(gap < 1e-6)
    assert isinstance(sampled, CostCurve)
    assert sampled.area == pytest.approx(exact.area, abs=1e-6)


def test_worked_numbers_of_two_equal_normal_laws():
    # With d′ = 2 the best threshold at PC = ½ lies half way: NEC = Φ(−1), which is the EER.
    curve = Binormal(2, 1).cost_curve()
    assert curve(0.5) == pytest.approx(stats.norm.cdf(-1))
    assert curve == BinormalCostCurve(2, 1)
    assert isinstance(curve(0.5), float)
    assert curve.rates(0.5) == pytest.approx((ndtr(-1), ndtr(1)))
    # At equal costs of both trivial classifiers and no better threshold everybody is flagged.
    assert Binormal(0, 1).cost_curve().rates(0.5) == (1, 1)
    assert Binormal(0, 1).cost_curve().rates(0.4999) == (0, 0)


def test_the_largest_cost_is_the_equal_error_rate_of_the_hull():
    x = np.linspace(0, 1, 20_001)
    for a, b in [(1, 1), (4 / 3, 2 / 3), (2, 1.5)]:
        smooth = Binormal(a, b)
        assert smooth.cost_curve()(x).max() == pytest.approx(smooth.eer, abs=1e-8)


def test_refusals():
    curve = Binormal(1, 1).cost_curve()
    assert refusal(lambda: curve(1.5)) == "PC(+) must lie in [0, 1]; got 1.5"
    certain: Any = 0.3
    said = refusal(lambda: curve.expected(certain), InputError)
    assert (
        said == "a belief must be a ConditionPrior; got an object of type float: use ConditionPrior.point(…)"
    )
    said = refusal(lambda: curve.skill(ConditionPrior.point(0)), UndefinedError)
    assert said == ("skill needs trivial classifiers that cost something; got a belief in PC(+) = 0 or 1")
    assert math.isclose(curve.skill(ConditionPrior.point(0.5)), 1 - 2 * curve(0.5))
