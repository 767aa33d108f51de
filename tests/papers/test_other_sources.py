"""Single figures and facts of other sources."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import figure_points, twenty_instances

if TYPE_CHECKING:
    from tests import exact

# --- LMU Munich, slides on cost curves ---


def test_three_classifiers_the_third_dominates_the_first_and_beats_the_second_below_prevalence_0_7():
    points = {
        name: cc.space.RocPoint(f.item(), t.item())
        for name, (f, t) in figure_points("three classifiers").items()
    }
    assert points["3"].dominates(points["1"])
    meeting = points["3"].cost_line().crossing(points["2"].cost_line())
    assert meeting is not None
    assert meeting.pc == pytest.approx(0.7)
    assert points["3"].cost_line()(0.5) < points["2"].cost_line()(0.5)


@pytest.mark.parametrize(("point", "rises"), [((0.1, 0.4), True), ((0.2, 0.6), True), ((0.5, 0.9), False)])
def test_classifiers_that_lean_negative_have_rising_lines(point, rises):
    line = cc.space.RocPoint(*point).cost_line()
    assert (line.at_one > line.at_zero) == rises


# --- Fawcett, An introduction to ROC analysis, 2006, Figures 3 and 4 ---


def test_twenty_instances():
    labels, scores = twenty_instances()
    hull = cc.roc_curve(labels, scores).hull()
    assert cc.roc_curve(labels, scores).auc == pytest.approx(0.68)
    assert list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)) == [
        (0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1),
    ]  # fmt: skip
    assert hull.breakpoints == pytest.approx([0, 0.25, 4 / 7, 2 / 3, 1])
    assert cc.cost_curve(labels, scores).area == pytest.approx(0.1898810, abs=5e-8)


@pytest.mark.parametrize(("threshold", "accuracy"), [(0.5, 0.60), (0.54, 0.70)])
def test_accuracy_of_the_twenty_instances(threshold, accuracy):
    tally = cc.tally(*twenty_instances())
    point = int(np.sum(tally.low >= threshold))
    assert float(cc.measures.measure("accuracy")(tally.confusion())[point]) == pytest.approx(accuracy)


def test_best_accuracy_of_the_twenty_instances_is_at_0_54():
    decision = cc.criteria.best("accuracy")(cc.tally(*twenty_instances()))
    assert decision.high == 0.54


def test_instance_varying_costs():
    """Fawcett, ROC graphs with instance-varying costs, 2006; numbers by hand."""
    labels = [1, 1, 0, 1, 0, 0]
    scores = [0.9, 0.8, 0.7, 0.6, 0.4, 0.2]
    costs = np.array([10, 2, 5, 4, 1, 3])
    benefit = np.where(np.array(labels) == 1, costs, -costs)
    tally = cc.Tally.from_stakes(benefit, scores)
    roc = cc.RocCurve.of(tally)
    assert roc.auc == pytest.approx(0.861111, abs=5e-7)
    assert cc.roc_curve(labels, scores).auc == pytest.approx(0.888889, abs=5e-7)
    assert roc.fpr == pytest.approx([0, 0, 0, 5 / 9, 5 / 9, 6 / 9, 1])
    assert roc.tpr == pytest.approx([0, 0.625, 0.75, 0.75, 1, 1, 1])
    total = tally.total_positive + tally.total_negative
    assert total * cc.rules.optimal(tally)(tally.total_positive / total) == pytest.approx(4)


# --- Hand, Measuring classifier performance, 2009 ---


def test_h_measure_of_the_published_example():
    """The readme of the hmeasure 0.1 package for Python prints this value."""
    labels = [1, 1, 0, 1, 1, 0, 1, 1, 1, 0]
    scores = [
        0.84901876, 0.10282827, 0.43752488, 0.46004468, 0.90878931,
        0.79177719, 0.5297229, 0.13803906, 0.73166264, 0.22959056,
    ]  # fmt: skip
    assert cc.measures.h_measure(cc.tally(labels, scores)) == pytest.approx(0.18889596344769588, abs=1e-14)


# --- Adams and Hand, Comparing classifiers when the misallocation costs are uncertain, 1999 ---


def crossing_pair() -> tuple[list[exact.Point], list[exact.Point]]:
    """Two hulls whose envelopes cross twice."""
    one = [(0, 0), (1, 6), (5, 9), (10, 10)]
    other = [(0, 0), (3, 8.5), (10, 10)]
    return tuple([(Fraction(f) / 10, Fraction(t) / 10) for f, t in hull] for hull in (one, other))  # type: ignore[return-value]


def test_loss_difference_of_two_curves():
    one, other = crossing_pair()
    a, b = (cc.rules.optimal(cc.Tally.from_points(*zip(*hull, strict=True))) for hull in (one, other))
    comparison = cc.ModelComparison("a", "b", a, b)
    assert comparison.crossings == pytest.approx([4 / 9, 0.8])
    places = [0.142857, 0.260870, 0.571429, 0.823529, 0.833333]
    assert [comparison.difference(x) for x in places] == pytest.approx(
        [0, -0.082609, 0.057143, -0.005882, 0], abs=1e-6
    )
    assert comparison.expected() == pytest.approx(-0.002396, abs=5e-7)


@pytest.mark.parametrize(
    ("prior", "shares", "difference"),
    [
        (cc.ConditionPrior.triangular(0.1, 0.3, 0.8), (0.625681, 0.361199), -0.016693),
        (cc.ConditionPrior.uniform(), (0.334921, 0.355556), -0.002396),
    ],
    ids=["triangular", "uniform"],
)
def test_lc_index(prior, shares, difference):
    """Shares of belief in which one or the other is strictly better; their difference is the index."""
    one, other = crossing_pair()
    a, b = (cc.rules.optimal(cc.Tally.from_points(*zip(*hull, strict=True))) for hull in (one, other))
    comparison = cc.ModelComparison("a", "b", a, b)
    assert comparison.probability(prior) == pytest.approx(shares, abs=1e-6)
    assert comparison.expected(prior) == pytest.approx(difference, abs=1e-6)


# --- Elkan, The foundations of cost-sensitive learning, 2001 ---


def test_cost_matrix_is_reasonable_or_refused():
    for costs in (cc.Costs(fp=-1, fn=-1), cc.Costs(fp=1, fn=-1), cc.Costs(fp=1, fn=2, tp=3)):
        with pytest.raises(cc.UndefinedError, match="errors must cost more than correct decisions"):
            cc.OperatingCondition(0.5, costs)


def test_adding_a_constant_to_a_true_class_changes_no_decision():
    plain = cc.OperatingCondition(0.3, cc.Costs(fp=2, fn=7))
    moved = cc.OperatingCondition(0.3, cc.Costs(fp=2 + 4, tn=4, fn=7 - 3, tp=-3))
    assert (moved.pc, moved.threshold) == (plain.pc, plain.threshold)
    assert moved.expected_cost(0.1, 0.8) - plain.expected_cost(0.1, 0.8) == pytest.approx(0.7 * 4 - 0.3 * 3)


@pytest.mark.parametrize(
    ("prevalence", "costs", "pc"),
    [
        (0.3, {"fp": 1, "fn": 0}, 0),
        (0.0, {"fp": 1, "fn": 1}, 0),
        (0.3, {"fp": 0, "fn": 1}, 1),
        (1.0, {"fp": 1, "fn": 1}, 1),
    ],
)
def test_conditions_at_the_edge(prevalence, costs, pc):
    assert cc.OperatingCondition(prevalence, cc.Costs(**costs)).pc == pc


@pytest.mark.parametrize(
    ("prevalence", "costs"), [(0.5, {"fp": 0, "fn": 0}), (0.0, {"fp": 0, "fn": 1}), (1.0, {"fp": 1, "fn": 0})]
)
def test_conditions_without_any_cost_are_undefined(prevalence, costs):
    with pytest.raises(cc.UndefinedError):
        cc.OperatingCondition(prevalence, cc.Costs(**costs))
