"""Laws of binormal curves, their cost curves and their fits."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import costcurves as cc
from tests.laws import strategies as some
from tests.members import each

PC = np.linspace(0, 1, 65)
shifts = st.integers(-24, 40).map(lambda k: k / 8)
slopes = st.sampled_from([1 / 16, 1 / 4, 0.5, 0.75, 63 / 64, 1.0, 65 / 64, 1.5, 2.0, 4.0, 16.0])
curves = st.builds(cc.binormal.Binormal, shifts, slopes)


def exchanged(curve: cc.binormal.Binormal) -> cc.binormal.Binormal:
    """The curve with the classes exchanged and the scores negated: FNR takes the place of FPR."""
    return cc.binormal.Binormal(curve.a / curve.b, 1 / curve.b)


def fitted(tally: cc.Tally) -> cc.binormal.Binormal | None:
    """The fit to ranks, or None where there is none."""
    try:
        return cc.binormal.Binormal.fitted_to_ranks(tally)
    except cc.UndefinedError:
        return None


# --- curves ---


@given(curves, st.integers(1, 63).map(lambda k: k / 64))
def test_reading_and_reading_back(curve, fpr):
    tpr = curve.tpr(fpr)
    assume(1e-6 < tpr < 1 - 1e-6)
    assert curve.fpr(tpr) == pytest.approx(fpr, rel=1e-6)
    assert exchanged(curve).tpr(1 - tpr) == pytest.approx(1 - fpr, rel=1e-6)
    assert curve.slope(fpr) * exchanged(curve).slope(1 - tpr) == pytest.approx(1)


@given(curves, st.lists(st.integers(1, 63).map(lambda k: k / 64), min_size=1, max_size=4, unique=True))
def test_partial_areas_add_up(curve, cuts):
    ends = [0.0, *sorted(cuts), 1.0]
    parts = [curve.partial_auc(low, high) for low, high in itertools.pairwise(ends)]
    assert sum(parts) == pytest.approx(curve.auc, abs=1e-12)
    for (low, high), part in zip(itertools.pairwise(ends), parts, strict=True):
        assert curve.tpr(low) * (high - low) - 1e-12 <= part <= curve.tpr(high) * (high - low) + 1e-12


@given(curves)
def test_the_equal_error_rate_is_that_of_both_classes(curve):
    assert exchanged(curve).eer == pytest.approx(curve.eer)
    assert curve.tpr(curve.eer) == pytest.approx(1 - curve.eer, abs=1e-12)


@given(curves, st.integers(1, 63).map(lambda k: k / 64))
def test_the_hook_is_where_a_coin_is_better(curve, fpr):
    assume(abs(curve.tpr(fpr) - fpr) > 1e-9)
    low, high = curve.hook or (0.0, 0.0)
    assert (curve.tpr(fpr) < fpr) == (low < fpr < high)


# --- their cost curves ---


@given(curves)
def test_costs_are_concave_and_below_the_trivial_classifiers(curve):
    value = curve.cost_curve()(PC)
    assert np.all(value <= np.minimum(PC, 1 - PC))
    assert np.all(value >= 0)
    assert np.all(np.diff(value, 2) <= 1e-15)


@given(curves)
def test_exchanging_the_classes_turns_the_costs_round(curve):
    ours, theirs = curve.cost_curve(), exchanged(curve).cost_curve()
    assert_allclose(ours(PC), theirs(1 - PC), atol=1e-13)
    assert ours.area == pytest.approx(theirs.area, abs=1e-10)


@given(curves, st.floats(0, 1), some.conditions_pc)
def test_no_threshold_is_cheaper(curve, fpr, pc):
    line = fpr * (1 - pc) + (1 - curve.tpr(fpr)) * pc
    assert curve.cost_curve()(pc) <= line + 1e-12


@given(curves, some.priors())
def test_many_points_cost_what_the_curve_costs(curve, prior):
    smooth = curve.cost_curve()
    points = cc.rules.optimal(curve.sampled(4000))
    # At equal steps of FPR + TPR some point is within 1/4000 of the best one.
    for of_points, of_curve in ((points.area, smooth.area), (points.expected(prior), smooth.expected(prior))):
        assert -1e-8 <= of_points - of_curve <= 2e-4


@given(curves, some.priors())
def test_expected_cost_lies_below_the_cost_of_the_expected_condition(curve, prior):
    smooth = curve.cost_curve()
    assert smooth.expected(prior) <= smooth(prior.mean) + 1e-8
    assert smooth.expected(prior) >= -1e-8


@given(curves, st.integers(0, 64).map(lambda k: k / 64))
def test_a_certain_condition_costs_its_own(curve, pc):
    smooth = curve.cost_curve()
    assert smooth.expected(cc.ConditionPrior.point(pc)) == pytest.approx(smooth(pc), abs=1e-8)


# --- fits ---


@given(records=some.any_scored(st.integers(-4, 4).map(float)))
@each("name", some.RISING)
def test_rising_scores_leave_a_fit_to_ranks(name, records):
    before, after = fitted(records.tally()), fitted(records.rescored(some.RISING[name]).tally())
    assert before == after


@given(some.any_scored(some.tied))
def test_exchanging_the_classes_exchanges_the_fit(records):
    before, after = fitted(records.tally()), fitted(records.mirrored().tally())
    assert (before is None) == (after is None)
    if before and after:
        turned = exchanged(before)
        assert (after.a, after.b) == pytest.approx((turned.a, turned.b), rel=1e-6, abs=1e-6)
        assert after.auc == pytest.approx(before.auc, abs=1e-6)


@given(some.any_scored(some.tied), st.data())
def test_the_order_of_records_leaves_fits(records, data):
    order = data.draw(some.orders(len(records)))
    assert fitted(records.tally()) == fitted(records.take(order).tally())


@given(some.any_scored(some.tied))
def test_a_fit_agrees_with_its_points(records):
    tally = records.tally()
    fit, roc = fitted(tally), cc.RocCurve.of(tally)
    assume(fit is not None)
    assert fit is not None
    counts = {"positives": roc.positives, "negatives": roc.negatives}
    again = cc.binormal.Binormal.fitted_to_points(roc.fpr, roc.tpr, **counts)
    assert (again.a, again.b) == pytest.approx((fit.a, fit.b), rel=1e-6, abs=1e-6)
    assert fit.fit is not None
    assert fit.fit.deviance is not None
    assert fit.fit.deviance >= 0
