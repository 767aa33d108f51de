"""Tests over folds and resamples."""

from __future__ import annotations

import math
from statistics import mean, variance
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import costcurves as cc
from costcurves import UndefinedError
from costcurves.stats import corrected_t_test, five_by_two_f_test, five_by_two_t_test
from tests.unit.refusals import refusal

loose: Any = cc

PAPER = [0.02, 0.01, 0.03, -0.01, 0.02, 0.0, 0.04, 0.01, 0.02, 0.01]
HALVES = [[0.012, -0.004], [0.031, 0.006], [-0.01, 0.018], [0.022, 0.027], [0.005, -0.013]]


def test_the_corrected_test_of_a_worked_example():
    result = corrected_t_test(PAPER)
    assert result.statistic == pytest.approx(2.277042, abs=5e-7)
    assert result.pvalue == pytest.approx(0.0488, abs=5e-5)
    assert result.estimate is not None
    assert result.estimate.estimate == pytest.approx(0.015)
    assert "rule of thumb" in result.notes[0]


def test_the_naive_test_says_what_it_is():
    result = corrected_t_test(PAPER, test_to_train=0)
    peer = stats.ttest_1samp(PAPER, 0)
    assert result.statistic == pytest.approx(3.3085, abs=5e-5)
    assert (result.statistic, result.pvalue) == pytest.approx((peer.statistic, peer.pvalue))
    assert "not corrected" in result.method
    assert "false alarms" in result.notes[0]


@pytest.mark.parametrize("shape", [(2,), (5,), (3, 4), (10, 10)])
def test_the_corrected_test_by_its_formula(shape):
    given = np.random.default_rng(5).normal(0.1, 1, shape)
    values = given.ravel().tolist()
    count, ratio = len(values), 1 / (shape[-1] - 1)
    t = mean(values) / math.sqrt((1 / count + ratio) * variance(values))
    result = corrected_t_test(given)
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.pvalue == pytest.approx(2 * stats.t.sf(abs(t), count - 1), rel=1e-9)


def test_the_ratio_can_be_stated():
    result = corrected_t_test(PAPER, test_to_train=0.5)
    assert result.statistic == pytest.approx(mean(PAPER) / math.sqrt(0.6 * variance(PAPER)))


def test_five_by_two_as_a_peer_has_it():
    """The numbers are those of mlxtend 0.25 (paired_ttest_5x2cv, combined_ftest_5x2cv)."""
    t, f = five_by_two_t_test(HALVES), five_by_two_f_test(HALVES)
    assert (t.statistic, t.pvalue) == pytest.approx((0.8455737902493804, 0.43637471924852167), rel=1e-12)
    assert (f.statistic, f.pvalue) == pytest.approx((1.483614697120159, 0.3472800391181076), rel=1e-12)
    assert t.notes == ("mean of all ten differences 0.0094",)
    assert f.notes == ("mean difference, a − b: 0.0094",)


def test_the_order_of_halves_matters_to_t_only():
    turned = [list(reversed(row)) for row in HALVES]
    assert five_by_two_f_test(turned).statistic == pytest.approx(five_by_two_f_test(HALVES).statistic)
    assert five_by_two_t_test(turned).statistic != pytest.approx(five_by_two_t_test(HALVES).statistic)


@pytest.mark.parametrize(("test", "given"), [(corrected_t_test, PAPER), (five_by_two_t_test, HALVES)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_holds_what_the_test_does_not_reject(test, given, level):
    """At either end, what is left of the differences is just significant."""
    found = test(given, level=level).estimate
    for end in (found.low, found.high):
        assert test(np.array(given) - end).pvalue == pytest.approx(1 - level)


@pytest.mark.parametrize(("test", "given"), [(corrected_t_test, PAPER), (five_by_two_t_test, HALVES)])
def test_alternatives_look_to_one_side(test, given):
    both, greater, less = (test(given, alternative=side) for side in ("two-sided", "greater", "less"))
    assert greater.pvalue == pytest.approx(both.pvalue / 2)
    assert less.pvalue == pytest.approx(1 - both.pvalue / 2)
    turned = test(-np.array(given), alternative="less")
    assert (turned.pvalue, turned.statistic) == pytest.approx((greater.pvalue, -greater.statistic))


def test_differences_of_every_make():
    for make in (tuple, np.array, pd.Series):
        assert corrected_t_test(make(PAPER)) == corrected_t_test(PAPER)
    assert five_by_two_f_test(pd.DataFrame(HALVES)) == five_by_two_f_test(HALVES)


@pytest.mark.parametrize(
    ("use", "kind", "text"),
    [
        (
            lambda: corrected_t_test([0.1]),
            cc.InputError,
            "a test over folds must have two differences or more; got 1",
        ),
        (
            lambda: corrected_t_test([0.25, 0.25]),
            UndefinedError,
            "a t test needs differences that differ; got 0.25 in every one of 2",
        ),
        (
            lambda: corrected_t_test([[0.1], [0.2]]),
            cc.InputError,
            "a cross-validation must have two folds or more; got 1: state test_to_train for repeated single splits",
        ),
        (
            lambda: corrected_t_test([0.1, 0.2], test_to_train=-1),
            cc.InputError,
            "test_to_train must not be negative; got -1",
        ),
        (
            lambda: loose.stats.corrected_t_test([[0.1, 0.2], [0.3]]),
            cc.InputError,
            "every repeat must have equally many folds; got an object of type list (differences)",
        ),
        (
            lambda: corrected_t_test(PAPER, alternative="larger"),
            cc.InputError,
            "no such alternative 'larger'; choose from 'two-sided', 'greater', 'less'",
        ),
        (
            lambda: five_by_two_t_test(PAPER),
            cc.InputError,
            "differences must be 5 × 2: five splits into halves; got 10: use corrected_t_test for other folds",
        ),
        (
            lambda: five_by_two_f_test([[0.5, 0.5]] * 5),
            UndefinedError,
            "a 5×2cv test needs halves that differ; got equal differences in both halves of every split",
        ),
    ],
)
def test_what_is_no_table_of_differences_is_refused(use, kind, text):
    assert refusal(use, kind) == text


def test_missing_differences_are_refused():
    assert "missing" in refusal(lambda: corrected_t_test([0.1, math.nan, 0.3]))
