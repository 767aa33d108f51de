"""Laws of criteria and decisions: the best that the exact search finds, and what a decision carries."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.criteria.decision import Decision
from costcurves.measures.confusion_measures import MEASURES
from tests import exact
from tests.laws import strategies as some
from tests.members import each

#: The exact search for the worst condition is slow, so fewer records.
few = some.any_scored(max_size=5)
limits = st.integers(0, 16).map(lambda k: k / 16)


def worst(decision: Decision, low: float, high: float) -> float:
    """Greatest cost of a decision at the ends of a range."""
    return max(decision.fpr * (1 - x) + (1 - decision.tpr) * x for x in (low, high))


def load_at(prevalence: float):
    """Share of cases that a point flags."""
    share = Fraction(prevalence)
    return lambda p: share * p[1] + (1 - share) * p[0]


# --- least cost ---


@given(some.any_scored(), some.conditions())
def test_least_cost_is_the_envelope_in_money(records, condition):
    served = exact.points(records.cells())
    decision = cc.criteria.least_cost(condition)(records.tally())
    least = float(exact.envelope(served, condition.pc))
    scale = condition.weight_positive + condition.weight_negative
    assert decision.nec == pytest.approx(least, abs=1e-12)
    assert decision.expected_cost == pytest.approx(condition.offset + scale * least, rel=1e-11, abs=1e-11)


@given(some.any_scored(), some.conditions())
def test_no_trivial_decision_is_cheaper(records, condition):
    decision = cc.criteria.least_cost(condition)(records.tally())
    trivial = min(condition.cost_of_nobody, condition.cost_of_everybody)
    assert (decision.cost_of_nobody, decision.cost_of_everybody) == (
        condition.cost_of_nobody,
        condition.cost_of_everybody,
    )
    assert decision.expected_cost is not None
    assert decision.expected_cost <= trivial + 1e-9


@given(some.any_scored(), some.conditions(), st.integers(1, 1000).map(float))
def test_scaling_both_costs_changes_no_decision(records, condition, times):
    costs = cc.Costs(fp=condition.costs.fp * times, fn=condition.costs.fn * times)
    scaled = cc.OperatingCondition(condition.prevalence, costs)
    one, other = (cc.criteria.least_cost(c)(records.tally()) for c in (condition, scaled))
    assert (one.low, one.high, one.flags) == (other.low, other.high, other.flags)


@given(some.whole_scored(), some.conditions_pc)
def test_at_equal_cost_the_decision_has_fewer_false_alarms(records, pc):
    decision = cc.criteria.least_cost(cc.OperatingCondition.from_pc(pc))(records.tally())
    served = exact.points(records.cells())
    least = exact.envelope(served, pc)
    equal = [p for p in exact.hull(served) if exact.cost(p, Fraction(pc)) == least]
    expected = max(equal, key=lambda p: p[1]) if pc == 0 else min(equal)
    if 1e-9 < pc < 1 - 1e-9 or pc in {0, 1}:
        assert (decision.fpr, decision.tpr) == tuple(map(float, expected))


# --- constraints ---


@given(some.any_scored(), limits)
def test_most_positives_within_a_false_positive_rate(records, limit):
    served = exact.points(records.cells())
    one = cc.criteria.max_fpr(limit)(records.tally())
    mixed = cc.criteria.max_fpr(limit, randomised=True)(records.tally())
    assert one.fpr <= limit
    assert one.tpr == pytest.approx(float(exact.best_within(served, lambda p: p[0], limit)), abs=1e-14)
    assert mixed.fpr <= limit + 1e-15
    assert mixed.tpr == pytest.approx(float(exact.best_mixture(served, lambda p: p[0], limit)), abs=1e-12)


@given(some.any_scored(), limits, st.sampled_from([0.02, 0.25, 0.5, 0.75]))
def test_most_positives_within_a_capacity(records, limit, prevalence):
    served = exact.points(records.cells())
    load = load_at(prevalence)
    one = cc.criteria.capacity(limit, prevalence=prevalence)(records.tally())
    mixed = cc.criteria.capacity(limit, prevalence=prevalence, randomised=True)(records.tally())
    assert one.flagged <= limit + 1e-12
    assert one.tpr == pytest.approx(
        float(exact.best_within(served, load, Fraction(limit) + Fraction(1, 10**12))), abs=1e-14
    )
    assert mixed.flagged <= limit + 1e-12
    assert mixed.tpr == pytest.approx(float(exact.best_mixture(served, load, limit)), abs=1e-10)


@given(some.any_scored(), limits)
def test_a_budget_is_a_capacity(records, share):
    by_money = cc.criteria.budget(share * 2 * 1000, price=2, cases=1000)(records.tally())
    by_share = cc.criteria.capacity(share)(records.tally())
    assert (by_money.fpr, by_money.tpr, by_money.thresholds) == (
        by_share.fpr,
        by_share.tpr,
        by_share.thresholds,
    )


@given(some.any_scored())
def test_equal_error_rates_meet_at_the_top_of_the_envelope_when_mixed(records):
    tally = records.tally()
    mixed = cc.criteria.equal_errors(randomised=True)(tally)
    assert mixed.fpr == pytest.approx(1 - mixed.tpr, abs=1e-12)
    assert mixed.fpr == pytest.approx(cc.rules.optimal(tally).values.max(), abs=1e-12)
    single = cc.criteria.equal_errors()(tally)
    nearest = min(abs(f + t - 1) for f, t in exact.points(records.cells()))
    assert abs(single.fpr - (1 - single.tpr)) == pytest.approx(float(nearest), abs=1e-12)


# --- caution ---


@given(few, some.ranges())
def test_minimax_is_the_least_greatest_cost(records, ends):
    served = exact.points(records.cells())
    decision = cc.criteria.minimax(*ends)(records.tally())
    assert worst(decision, *ends) == pytest.approx(
        float(min(exact.worst_cost(p, *ends) for p in served)), abs=1e-12
    )


@given(few, some.ranges())
def test_regret_is_greatest_at_an_end_of_the_range(records, ends):
    served = exact.points(records.cells())
    for p in served:
        at_ends = max(exact.cost(p, Fraction(x)) - exact.envelope(served, x) for x in ends)
        assert exact.worst_regret(p, served, *ends) == at_ends


@given(few, some.ranges())
def test_minimax_regret_is_the_least_greatest_regret(records, ends):
    served = exact.points(records.cells())
    decision = cc.criteria.minimax_regret(*ends)(records.tally())
    regret = max(
        decision.fpr * (1 - x) + (1 - decision.tpr) * x - float(exact.envelope(served, x)) for x in ends
    )
    least = min(exact.worst_regret(p, served, *ends) for p in served)
    assert regret == pytest.approx(float(least), abs=1e-12)


@given(few, some.ranges())
def test_mixed_minimax_is_at_most_any_mixture_of_two_points(records, ends):
    corners = exact.hull(exact.points(records.cells()))
    envelope = {x: exact.envelope(corners, x) for x in ends}
    for criterion, base in (
        (cc.criteria.minimax, {x: Fraction(0) for x in ends}),
        (cc.criteria.minimax_regret, envelope),
    ):
        costs = [[exact.cost(p, Fraction(x)) - base[x] for x in ends] for p in corners]
        least = exact.least_worst(costs)
        mixed = criterion(*ends, randomised=True)(records.tally())
        found = max(mixed.fpr * (1 - x) + (1 - mixed.tpr) * x - float(base[x]) for x in ends)
        assert found == pytest.approx(float(least), abs=1e-12)


@given(some.any_scored())
def test_mixed_minimax_over_all_conditions_is_the_top_of_the_envelope(records):
    mixed = cc.criteria.minimax(randomised=True)(records.tally())
    assert worst(mixed, 0, 1) == pytest.approx(float(exact.highest(exact.points(records.cells()))), abs=1e-12)


# --- best of a measure ---


@given(records=some.any_scored())
@each("row", [row for row in MEASURES if row.better], ids=lambda row: row.key)
def test_best_of_a_measure_is_its_best_over_all_thresholds(row, records):
    tally = records.tally()
    values = row(tally.confusion())
    values = values[~np.isnan(values)]
    if not len(values):
        with pytest.raises(cc.UndefinedError, match=row.title):
            cc.criteria.best(row.key)(tally)
    else:
        best = values.max() if row.better == "high" else values.min()
        decision = cc.criteria.best(row.key)(tally)
        found = float(row(decision.confusion(tally.total_positive + tally.total_negative)))
        assert found == pytest.approx(best, rel=1e-9, abs=1e-9)


@given(some.any_scored(), limits)
def test_best_precision_given_recall_searches_all_points(records, floor):
    tally = records.tally()
    table = tally.confusion()
    recall = table.tp / table.positives
    allowed = (recall >= floor) & (table.flagged > 0)
    decision = cc.criteria.best_given("ppv", "tpr", floor)(tally)
    assert decision.tpr >= floor - 1e-12
    precision = decision.confusion().tp / decision.confusion().flagged
    assert precision == pytest.approx((table.tp[allowed] / table.flagged[allowed]).max(), abs=1e-12)


# --- decisions ---


@given(some.any_scored(), some.conditions())
def test_a_decision_applied_to_its_own_records_has_its_own_rates(records, condition):
    decision = cc.criteria.least_cost(condition)(records.tally())
    flagged = decision.apply(records.scores)
    weights = np.ones(len(records)) if records.weights is None else records.weights
    fpr, tpr = (np.average(flagged[of], weights=weights[of]) for of in (~records.labels, records.labels))
    assert (fpr, tpr) == pytest.approx((decision.fpr, decision.tpr), abs=1e-12)


@given(some.any_scored(), some.conditions(), st.sampled_from(["cost", "mixed", "minimax"]))
def test_a_decision_returns_from_json(records, condition, kind):
    criterion = {
        "cost": cc.criteria.least_cost(condition),
        "mixed": cc.criteria.capacity(0.3, condition=condition, randomised=True),
        "minimax": cc.criteria.minimax_regret(0.2, 0.7),
    }[kind]
    decision = criterion(records.tally())
    assert Decision.from_json(decision.to_json()) == decision


@given(some.any_scored(), some.any_scored(), some.conditions())
def test_a_decision_judged_elsewhere_has_the_rates_of_its_threshold_there(records, others, condition):
    decision = cc.criteria.least_cost(condition)(records.tally())
    elsewhere = decision.judged(others.tally(), "others")
    flagged = decision.apply(others.scores)
    weights = np.ones(len(others)) if others.weights is None else others.weights
    fpr, tpr = (np.average(flagged[of], weights=weights[of]) for of in (~others.labels, others.labels))
    assert (elsewhere.fpr, elsewhere.tpr) == pytest.approx((fpr, tpr), abs=1e-12)
