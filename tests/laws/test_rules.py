"""Laws of the rules that set the threshold: what their curves are above, and what their areas are."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc

import costcurves as cc
from tests import exact
from tests.laws import strategies as some

GRID = np.linspace(0, 1, 65)

#: Cost proportions and conditions; at 1 a curve has its limit from the left, also where a score is 0.
below_one = st.integers(0, 31).map(lambda k: k / 32)

#: On a grid of sixteenths 1 − score is exact, so the reference sees the same thresholds.
probable = some.any_scored(some.probabilities)


def class_means(records: some.Scored, positive: object, negative: object) -> tuple[float, float]:
    """Weighted means over the positives of one column and over the negatives of another."""
    weights = np.ones(len(records)) if records.weights is None else records.weights
    labels = records.labels
    return (
        float(np.average(np.asarray(positive)[labels], weights=weights[labels])),
        float(np.average(np.asarray(negative)[~labels], weights=weights[~labels])),
    )


# --- scores as probabilities ---


@given(probable)
def test_area_of_the_score_driven_curve_is_the_brier_score(records):
    table = records.cells()
    expected = exact.brier(table, [s for s, _, _ in table])
    assert cc.rules.score_driven()(records.tally()).area == pytest.approx(float(expected), abs=1e-14)


@given(probable)
def test_area_of_the_score_driven_curve_over_pc_is_the_balanced_brier_score(records):
    table = records.cells()
    expected = exact.brier(table, [s for s, _, _ in table], balanced=True)
    assert cc.rules.score_driven(0.5)(records.tally()).area == pytest.approx(float(expected), abs=1e-14)


@given(probable, below_one)
def test_score_driven_cost_is_the_cost_of_flagging_from_one_minus_pc(records, x):
    expected = exact.score_driven(records.cells(), x)
    assert cc.rules.score_driven(0.5)(records.tally())(x) == pytest.approx(float(expected), abs=1e-15)


@given(probable, below_one)
def test_score_driven_loss_by_cost_proportion_weighs_the_classes_as_sampled(records, kappa):
    table = records.cells()
    positives, negatives = exact.totals(table)
    share = positives / (positives + negatives)
    k = Fraction(kappa)
    fn = sum((p for s, p, _ in table if s < 1 - k), Fraction(0)) / positives
    fp = sum((n for s, _, n in table if s >= 1 - k), Fraction(0)) / negatives
    expected = 2 * (k * share * fn + (1 - k) * (1 - share) * fp)
    assert cc.rules.score_driven()(records.tally()).loss(kappa) == pytest.approx(float(expected), abs=1e-15)


@given(probable, some.ranges())
def test_partial_area_of_the_score_driven_curve_has_its_closed_form(records, ends):
    low, high = ends
    u = np.clip(1 - records.scores, low, high)
    positive, negative = class_means(records, u**2 - low**2, (1 - u) ** 2 - (1 - high) ** 2)
    curve = cc.rules.score_driven(0.5)(records.tally())
    partial = curve.expected(cc.ConditionPrior.uniform(low, high)) * (high - low)
    assert partial == pytest.approx((positive + negative) / 2, abs=1e-14)


@given(probable, st.integers(1, 40).map(lambda k: k / 8), st.integers(1, 40).map(lambda k: k / 8))
def test_score_driven_cost_under_a_beta_belief_is_a_mean_over_records(records, a, b):
    mean = a / (a + b)
    positive, negative = class_means(
        records, betainc(a + 1, b, 1 - records.scores), 1 - betainc(a, b + 1, 1 - records.scores)
    )
    expected = mean * positive + (1 - mean) * negative
    curve = cc.rules.score_driven(0.5)(records.tally())
    assert curve.expected(cc.ConditionPrior.beta(a, b)) == pytest.approx(expected, abs=1e-12)


# --- rates ---


@given(some.any_scored())
def test_area_of_the_rate_driven_curve_is_linear_in_auc(records):
    tally = records.tally()
    auc, share = cc.RocCurve.of(tally).auc, tally.prevalence
    expected = share * (1 - share) * (1 - 2 * auc) + 1 / 3
    assert cc.rules.rate_driven()(tally).area == pytest.approx(expected, abs=1e-13)


@given(some.any_scored())
def test_area_of_the_rate_driven_curve_over_pc_is_linear_in_auc(records):
    tally = records.tally()
    auc = cc.RocCurve.of(tally).auc
    assert cc.rules.rate_driven(0.5)(tally).area == pytest.approx((1 - 2 * auc) / 4 + 1 / 3, abs=1e-13)


@given(some.any_scored(), st.sampled_from([0.02, 0.25, 0.5, 0.9]), some.conditions_pc)
def test_rate_driven_flags_the_share_that_the_costs_say(records, prevalence, kappa):
    curve = cc.rules.rate_driven(prevalence)(records.tally())
    pc = kappa * prevalence / (kappa * prevalence + (1 - kappa) * (1 - prevalence))
    fpr, tpr = curve.rates(pc)
    assert prevalence * tpr + (1 - prevalence) * fpr == pytest.approx(kappa, abs=1e-12)


# --- one threshold, and thresholds from elsewhere ---


@given(probable, some.probabilities)
def test_area_of_one_threshold_is_its_macro_error(records, threshold):
    flagged = records.scores >= threshold
    fnr, fpr = class_means(records, ~flagged, flagged)
    curve = cc.rules.fixed(threshold)(records.tally())
    assert curve.area == pytest.approx((fnr + fpr) / 2, abs=1e-15)
    assert curve(0) == pytest.approx(fpr, abs=1e-15)
    assert curve(1) == pytest.approx(fnr, abs=1e-15)


@given(probable, some.probabilities)
def test_area_of_one_threshold_by_cost_proportion_is_its_error_rate(records, threshold):
    tally = records.tally()
    table = tally.confusion()
    point = int(np.sum(tally.low >= threshold))
    error = float(((table.fn + table.fp) / table.total)[point])
    assert cc.rules.fixed(threshold)(tally).at_prevalence(tally.prevalence).area == pytest.approx(
        error, abs=1e-14
    )


@given(some.any_scored())
def test_thresholds_tuned_on_the_same_records_are_the_optimal_ones(records):
    tally = records.tally()
    assert cc.rules.tuned_on(tally)(tally)(GRID) == pytest.approx(cc.rules.optimal(tally)(GRID), abs=1e-15)


# --- none beats the envelope ---


@given(probable, probable)
@pytest.mark.parametrize("name", ["score", "score ½", "rate", "rate ½", "fixed", "tuned"])
def test_no_rule_is_below_the_envelope(name, records, others):
    rule = {
        "score": cc.rules.score_driven(),
        "score ½": cc.rules.score_driven(0.5),
        "rate": cc.rules.rate_driven(),
        "rate ½": cc.rules.rate_driven(0.5),
        "fixed": cc.rules.fixed(0.5),
        "tuned": cc.rules.tuned_on(others.tally()),
    }[name]
    tally = records.tally()
    assert np.all(rule(tally)(GRID) >= cc.rules.optimal(tally)(GRID) - 1e-14)


@given(probable)
def test_calibration_loss_is_what_the_score_driven_area_exceeds_the_optimal_one_by(records):
    table = records.cells()
    loss = exact.brier(table, [s for s, _, _ in table]) - exact.brier(table, exact.isotonic(table))
    tally = records.tally()
    areas = [
        rule(tally).at_prevalence(tally.prevalence).area
        for rule in (cc.rules.score_driven(), cc.rules.optimal)
    ]
    assert areas[0] - areas[1] == pytest.approx(float(loss), abs=1e-14)
    assert loss >= 0


@given(st.data(), some.any_scored(st.integers(-4, 4).map(float)))
def test_strictly_increasing_scores_change_no_rule_but_score_driven_and_fixed(data, records):
    name = data.draw(st.sampled_from(sorted(some.RISING)))
    tally, moved = records.tally(), records.rescored(some.RISING[name]).tally()
    for rule in (cc.rules.optimal, cc.rules.rate_driven(), cc.rules.rate_driven(0.3)):
        assert rule(moved)(GRID) == pytest.approx(rule(tally)(GRID), abs=1e-15)
