"""Averages of curves."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally, UndefinedError
from costcurves.rules.averages import (
    AVERAGES,
    cost_average,
    horizontal_average,
    pooled,
    threshold_average,
    vertical_average,
)
from tests.unit.refusals import refusal

A = Tally.from_points([0.1, 0.5], [0.6, 0.9], positives=10, negatives=10)
B = Tally.from_points([0.3], [0.7], positives=10, negatives=10)
ONE, OTHER = Tally.from_scores([1, 0, 1], [3, 2, 1]), Tally.from_scores([1, 0], [3, 1])


def test_cost_average_is_the_mean_at_every_condition():
    mean = cost_average([A, B])
    curves = [cc.rules.optimal(tally) for tally in (A, B)]
    for x in np.linspace(0, 1, 41):
        assert mean(x) == pytest.approx(np.mean([curve(x) for curve in curves]), abs=1e-15)
    assert mean.area == pytest.approx(np.mean([curve.area for curve in curves]))
    assert mean.rule == "mean of 2 curves, best threshold"
    assert mean.optimistic


def test_cost_average_under_another_rule():
    mean = cost_average([ONE, OTHER], cc.rules.fixed(2))
    # (½·… ): FPR 1 and 0, FNR ½ and 0 at threshold 2.
    assert mean(0.0) == pytest.approx(0.5)
    assert mean(1.0) == pytest.approx(0.25)
    assert not mean.optimistic


def test_vertical_average():
    # At FPR 0.1, 0.3, 0.5 the curves reach 0.6, 0.75, 0.9 and 0.7/3, 0.7, 0.7 + 0.3·2/7.
    mean = vertical_average([A, B])
    assert [mean.tpr_at(x) for x in (0.1, 0.3, 0.5)] == pytest.approx(
        [(0.6 + 0.7 / 3) / 2, (0.75 + 0.7) / 2, (0.9 + 0.7 + 0.3 * 2 / 7) / 2]
    )
    assert np.isnan(mean.high).all()


def test_horizontal_average_mirrors_the_vertical_one():
    mean = horizontal_average([A, B])
    # At TPR 0.6 and 0.7: 0.1 and 0.1 + 0.4/3; 0.3·6/7 and 0.3.
    assert [mean.fpr_at(y) for y in (0.6, 0.7)] == pytest.approx(
        [(0.1 + 0.3 * 6 / 7) / 2, (0.1 + 0.4 / 3 + 0.3) / 2]
    )


@pytest.mark.parametrize("average", AVERAGES.values(), ids=AVERAGES.keys())
@pytest.mark.parametrize(
    "tally",
    [ONE, Tally.from_scores([1, 0], [0, 1]), Tally.from_scores([0, 1, 1, 0], [4, 3, 2, 1])],
    ids=["mixed", "wrong", "step"],
)
def test_the_average_of_copies_is_the_curve(average, tally):
    mean, curve = average([tally, tally, tally]), cc.RocCurve.of(tally)
    for x in np.linspace(0, 1, 11):
        assert mean.tpr_at(x) == pytest.approx(curve.tpr_at(x))
        assert mean.fpr_at(x) == pytest.approx(curve.fpr_at(x))
    assert (mean.fpr[0], mean.tpr[0], mean.fpr[-1], mean.tpr[-1]) == (0, 0, 1, 1)


def test_flat_steps_are_not_bent_by_points_of_another_fold():
    # (0,0) (1,0) (1,1) beside (0,0) (½,0) (½,1) (1,1): nothing is found before ½ in either.
    wrong, half = Tally.from_scores([1, 0], [0.0, 1.0]), Tally.from_scores([1, 0, 0], [1.0, 2.0, 0.0])
    mean = vertical_average([wrong, half])
    assert [mean.tpr_at(x) for x in (0.25, 0.5, 0.75, 1.0)] == [0, 0.5, 0.5, 1]


def test_threshold_average_serves_a_threshold():
    mean = threshold_average([ONE, OTHER])
    # At 3: (0, ½) and (0, 1); at 2: (1, ½) and (0, 1); at 1: all.
    assert mean.high.tolist() == [np.inf, 3, 2, 1]
    assert mean.low.tolist() == [3, 2, 1, -np.inf]
    assert mean.fpr.tolist() == [0, 0, 0.5, 1]
    assert mean.tpr.tolist() == [0, 0.75, 0.75, 1]


def test_pooling_tallies_all_records():
    assert pooled([ONE, OTHER]) == cc.RocCurve.of(ONE + OTHER)


@pytest.mark.parametrize("average", [cost_average, *AVERAGES.values()])
def test_averages_take_any_iterable(average):
    assert average(iter([ONE, OTHER])) == average([ONE, OTHER])


@pytest.mark.parametrize("average", [cost_average, *AVERAGES.values()])
def test_averages_need_curves(average):
    loose: Any = average
    assert refusal(lambda: loose([])) == "an average needs at least one curve; got none"
    assert refusal(lambda: loose([Tally.from_scores([1], [1])]), UndefinedError) == (
        "each curve of an average needs records of both classes; got no negative ones (1 × positive): "
        "give records of both classes"
    )
    assert refusal(lambda: loose([ONE, 5])) == (
        "each curve of an average needs a single tally; got an object of type int: "
        "make one with Tally.from_scores"
    )


@pytest.mark.parametrize("average", [threshold_average, pooled])
def test_thresholds_mean_the_same_only_for_scores(average):
    assert "only tallies with exact scores can be added or stacked; got operating points" in refusal(
        lambda: average([A, B])
    )


def test_the_order_of_the_members_never_matters():
    rare, common = (
        Tally.from_scores([1, 0, 0, 0], [0.8, 0.3, 0.2, 0.9]),
        Tally.from_scores([1, 0], [0.4, 0.6]),
    )
    one, other = (cost_average(pair, cc.rules.score_driven()) for pair in ([rare, common], [common, rare]))
    assert one.prevalence == other.prevalence == 0.5
    assert one.area == pytest.approx(other.area)
    for x in (0.1, 0.35, 0.7):
        assert one(x) == pytest.approx(
            (cc.rules.score_driven()(rare)(x) + cc.rules.score_driven()(common)(x)) / 2
        )


def test_rate_driven_folds_share_the_prevalence_of_all():
    folds = [Tally.from_scores([1, 0, 1], [3, 2, 1]), Tally.from_scores([1, 0, 0, 0], [4, 3, 2, 1])]
    mean = cost_average(folds, cc.rules.rate_driven())
    assert mean.prevalence == 3 / 7
    stated = cost_average(folds, cc.rules.rate_driven(3 / 7))
    assert mean(0.3) == pytest.approx(stated(0.3))
    assert mean.area == pytest.approx(stated.area)
    assert cost_average(folds, cc.rules.rate_driven(0.2)).prevalence == 0.2


def test_an_average_is_of_several():
    loose: Any = cost_average
    for value, kind in ((Tally.from_scores([1, 0], [2, 1]), "Tally"), (3, "int")):
        assert refusal(functools.partial(loose, value)) == (
            f"an average needs several tallies; got an object of type {kind}: give a list; a stack has members()"
        )
