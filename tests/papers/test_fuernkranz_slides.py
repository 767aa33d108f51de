"""Fürnkranz, course slides on evaluation and cost-sensitive learning."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import (
    DIAGNOSIS_COSTS,
    LOAN_COSTS,
    SPAM_COSTS,
    accuracies26,
    figure_points,
    records24,
)


def evaluation() -> cc.Evaluation:
    """Eight classifiers that obey what the slides state of theirs."""
    return cc.evaluate_points(figure_points("eight classifiers"))


def test_ends_of_the_hull_at_nine_per_cent_positives_and_eleven_per_cent_negatives():
    """Below 9 % positives always-negative is optimal, below 11 % negatives always-positive."""
    ranges = evaluation().winners()
    assert [part.winner for part in ranges] == ["flag nobody", "CN2", "C4.5", "SVM", "flag everybody"]
    assert (ranges[0].high, ranges[-1].low) == pytest.approx((0.09, 0.89), abs=1e-12)


def test_end_slopes_of_that_hull():
    points = [
        point for points in figure_points("eight classifiers").values() for point in zip(*points, strict=True)
    ]
    hull = cc.RocHull.of(cc.Tally.from_points(*zip(*points, strict=True)))
    assert (hull.slopes[0], hull.slopes[-1]) == pytest.approx((0.91 / 0.09, 0.11 / 0.89))
    assert (hull.slopes[0], hull.slopes[-1]) == pytest.approx((10.11, 0.1236), abs=5e-3)


@pytest.mark.parametrize(("ratio", "pc", "model"), [(1, 0.5, "C4.5"), (0.25, 0.8, "SVM"), (4, 0.2, "CN2")])
def test_three_cost_ratios_choose_three_classifiers(ratio, pc, model):
    condition = cc.OperatingCondition.from_ratio(ratio, prevalence=0.5)
    assert condition.pc == pytest.approx(pc)
    assert condition.slope == pytest.approx(ratio)
    assert evaluation().decide(condition).model == model


@pytest.mark.parametrize(("share", "pc"), [(4 / 5, 0.8), (1 / 5, 0.2)])
def test_four_times_as_many_of_one_class_at_equal_costs(share, pc):
    assert cc.OperatingCondition(share, cc.Costs(fp=1, fn=1)).pc == pytest.approx(pc)


def test_spam_is_filtered_from_a_probability_of_0_99():
    condition = cc.OperatingCondition(0.5, SPAM_COSTS)
    assert condition.threshold == 0.99
    assert condition.pc == pytest.approx(0.01)
    assert condition.slope == pytest.approx(99)


def test_credit_is_refused_from_a_probability_of_one_sixth():
    assert cc.OperatingCondition(0.3, LOAN_COSTS).threshold == pytest.approx(1 / 6)


def test_threshold_of_a_full_cost_matrix():
    """C(−|−) = 0, C(+|+) = −20, C(+|−) = 5, C(−|+) = 30: 5/55, by the rule of Elkan (2001)."""
    assert cc.OperatingCondition(0.1, DIAGNOSIS_COSTS).threshold == pytest.approx(5 / 55)


def test_auc_from_the_ranks_of_the_negatives():
    """Ranks descend from 1 = best: S = 213 for the 24 records of Shmueli et al., Table 5.2."""
    labels, scores = records24()
    ranks = 1 + np.argsort(np.argsort(-scores))
    total = int(ranks[labels == 0].sum())
    assert total == 213
    assert cc.roc_curve(labels, scores).auc == (total - 12 * 13 / 2) / 144 == 0.9375


def test_iso_cost_line_with_its_intercept_put_right():
    """TPR = (c₋/c₊)·FPR + (1 − c/c₊); the slides print c/c₊ − 1."""
    condition = cc.OperatingCondition(0.5, cc.Costs(fp=6, fn=4))
    assert (condition.weight_positive, condition.weight_negative) == (2, 3)
    assert condition.expected_cost(0.2, 0.7) == pytest.approx(1.2)
    roc = cc.RocCurve.of(cc.Tally.from_points([0.2], [0.7]))
    assert roc.iso_performance(condition, 1) == pytest.approx((1.5, 0.4))


def test_cost_without_priors_is_twice_the_expected_cost_at_even_classes():
    fpr, tpr, fp, fn = 0.2, 0.7, 3.0, 2.0
    condition = cc.OperatingCondition(0.5, cc.Costs(fp=fp, fn=fn))
    assert fpr * fp + (1 - tpr) * fn == pytest.approx(2 * condition.expected_cost(fpr, tpr))


def test_doubling_the_negatives_moves_the_isometric_not_the_points():
    """In ROC space the points stay; lines of equal error get slope N/P = 2."""
    labels, scores = records24()
    twice = np.where(labels == 1, 1, 2)
    once, doubled = cc.roc_curve(labels, scores), cc.roc_curve(labels, scores, sample_weight=twice)
    assert np.array_equal(once.fpr, doubled.fpr)
    assert np.array_equal(once.tpr, doubled.tpr)
    tally = cc.tally(labels, scores, sample_weight=twice)
    assert cc.OperatingCondition(tally.prevalence, cc.Costs(fp=1, fn=1)).slope == pytest.approx(2)


def test_average_accuracies_of_the_26_data_sets():
    _, accuracies = accuracies26()
    means = {method: round(float(values.mean()), 2) for method, values in accuracies.items()}
    assert means == {"Grading": 85.04, "Select": 84.59, "Stacking": 84.68, "Voting": 84.88}
