"""Costs of many classes, bootstrapped from tables of counts."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest

import costcurves as cc
from costcurves import UndefinedError
from costcurves.inference.counts import cost_matrices
from costcurves.inference.counts.laws import nec_difference_law, nec_law
from tests.unit.refusals import refusal

counts: Any = cost_matrices.class_counts
interval: Any = cost_matrices.cost_matrix_interval
compared: Any = cost_matrices.cost_matrix_test

# Nine records of three classes; costs with rows of *predictions*, as C(i|j) is written.
TRUE, PREDICTED = [0, 0, 0, 1, 1, 1, 2, 2, 2], [1, 1, 2, 1, 1, 2, 2, 2, 2]
PRINTED = np.array([[0, 2, 10], [1, 0, 4], [3, 1, 0]])


def test_nine_records_of_three_classes():
    confusion = counts([0, 1, 2], TRUE, PREDICTED)
    assert confusion.tolist() == [[0, 2, 1], [0, 2, 1], [0, 0, 3]]
    assert interval(confusion, PRINTED.T).estimate == pytest.approx(2 / 3)
    for best in range(3):
        constant = counts([0, 1, 2], TRUE, [best] * 9)
        assert interval(constant, PRINTED.T).estimate == pytest.approx(PRINTED[best].mean())


@pytest.mark.parametrize("make", [list, tuple, np.array, pd.Series])
def test_columns_of_every_make_are_counted(make):
    columns = [make(list(text)) for text in ("aabbc", "abbca", "aabcc")]
    table = counts(["a", "b", "c"], *columns)
    assert table.shape == (3, 3, 3)
    assert table.dtype == np.int64
    want = np.zeros((3, 3, 3))
    for where in zip("aabbc", "abbca", "aabcc", strict=True):
        want[tuple("abc".index(label) for label in where)] += 1
    assert np.array_equal(table, want)


def test_two_classes_follow_the_exact_law():
    """Costs of PC(+) = ½·cost…: with prevalence ½ and costs 2x, 2(1 − x) the cost is NEC."""
    x = 0.3
    law = nec_law(fn=9, positives=40, fp=25, negatives=120, pc=x)
    confusion, costs = [[95, 25], [9, 31]], [[0, 2 * (1 - x)], [2 * x, 0]]
    for level in (0.5, 0.9):
        found, want = (
            interval(confusion, costs, level=level, prevalence=[0.5, 0.5], replicates=100_000, smoothing=0),
            law.interval(level=level),
        )
        assert found.estimate == pytest.approx(law.mean)
        assert (found.low, found.high) == pytest.approx((want.low, want.high), abs=0.03 * law.sd)


def test_two_classes_of_two_classifiers_follow_the_exact_law():
    """Rows: negatives, positives; a, then b."""
    x = 0.4
    law = nec_difference_law(fn=(9, 4), positives=50, fp=(6, 11), negatives=80, pc=x)
    table = [[[60, 11], [6, 3]], [[7, 9], [4, 30]]]
    costs = [[0, 2 * (1 - x)], [2 * x, 0]]
    found = compared(table, costs, prevalence=[0.5, 0.5], replicates=100_000, smoothing=0)
    want = law.interval()
    assert found.estimate.estimate == pytest.approx(law.mean)
    assert (found.estimate.low, found.estimate.high) == pytest.approx(
        (want.low, want.high), abs=0.03 * law.sd
    )
    nearer = min(law.cdf(0), 1 - law.below(0))
    assert found.pvalue == pytest.approx(2 * nearer, abs=0.01)
    for alternative, share in (("greater", law.cdf(0)), ("less", 1 - law.below(0))):
        one_sided = compared(
            table, costs, prevalence=[0.5, 0.5], replicates=100_000, smoothing=0, alternative=alternative
        )
        assert one_sided.pvalue == pytest.approx(share, abs=0.006)


def test_moments_of_many_classes():
    """Mean and variance of replicates against those of multinomial shares."""
    rng = np.random.default_rng(3)
    confusion, costs = rng.integers(1, 30, (4, 4)), rng.normal(size=(4, 4))
    cells = cost_matrices._CostDraws.of(confusion, costs, None, 0, None, within_class=True)
    found = cells.costs(200_000, 1)
    rates = confusion / confusion.sum(axis=1, keepdims=True)
    share = confusion.sum(axis=1) / confusion.sum()
    mean = (rates * costs).sum(axis=1)
    spread = ((rates * costs**2).sum(axis=1) - mean**2) / confusion.sum(axis=1)
    assert found.mean() == pytest.approx(share @ mean, abs=4 * found.std() / 200_000**0.5)
    assert found.var() == pytest.approx(share**2 @ spread, rel=0.02)
    loose = cost_matrices._CostDraws.of(confusion, costs, None, 0, None, within_class=False).costs(200_000, 1)
    p = confusion / confusion.sum()
    whole = ((p * costs**2).sum() - (p * costs).sum() ** 2) / confusion.sum()
    assert loose.var() == pytest.approx(whole, rel=0.02)


def test_what_never_came_comes_with_smoothing():
    """The estimate stays what was observed; replicates have errors that count λ records per class together."""
    confusion, costs = np.diag([10, 10, 10]), 1 - np.eye(3)
    bare, smooth = (interval(confusion, costs, smoothing=more) for more in (0, 1))
    assert (bare.estimate, bare.low, bare.high) == (0, 0, 0)
    assert bare.notes == ("outcomes never seen are not drawn",)
    assert (smooth.estimate, smooth.low) == (0, 0)
    assert smooth.notes == ("outcomes never seen count 1 records per class",)
    cells = cost_matrices._CostDraws.of(confusion, costs, None, 1, None, within_class=True)
    assert cells.costs(100_000, 0).mean() == pytest.approx(1 / 11, rel=0.02)
    assert interval(confusion + 1, costs).notes == ()


@pytest.mark.parametrize(("smoothing", "least"), [(0, 0), (0.5, 0.93)])
def test_coverage_where_errors_are_few(smoothing, least):
    """Draw tables of two classes of 30 with 5 % errors; without smoothing many have none."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(300):
        wrong = rng.binomial(30, 0.05, size=2)
        table = [[30 - wrong[0], wrong[0]], [wrong[1], 30 - wrong[1]]]
        found = interval(table, [[0, 1], [9, 0]], smoothing=smoothing, replicates=200)
        held += not found.excludes((0.05 * 1 + 0.05 * 9) / 2)
    assert held / 300 >= least
    assert (held / 300 < 0.85) is (smoothing == 0)


def test_a_classifier_against_itself_and_the_other_way_around():
    table = np.zeros((3, 3, 3), dtype=int)
    for true, predicted in itertools.product(range(3), range(3)):
        table[true, predicted, predicted] = 5
    costs = PRINTED.T
    same = compared(table, costs, smoothing=0)
    assert (same.pvalue, same.estimate.low, same.estimate.high) == (1, 0, 0)
    assert compared(table, costs).pvalue == pytest.approx(1, abs=0.05)
    table[0, 1, 2] = 9
    one, other = compared(table, costs, seed=4), compared(table.swapaxes(1, 2), costs, seed=4)
    assert one.estimate.estimate == pytest.approx(-other.estimate.estimate)
    assert one.estimate.low == pytest.approx(-other.estimate.high, abs=0.05)


def test_seeds_repeat():
    confusion, costs = [[10, 3], [4, 10]], [[0, 1], [5, 0]]
    assert interval(confusion, costs, seed=1) == interval(confusion, costs, seed=1)
    assert interval(confusion, costs, seed=1, replicates=50) != interval(
        confusion, costs, seed=2, replicates=50
    )


COSTS = [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (lambda: interval([[1, 2]], COSTS), "the table must count true class by prediction, of shape (2, 2)"),
        (
            lambda: compared([[1, 2], [3, 4]], COSTS),
            "the table must count true class by prediction of both, of",
        ),
        (lambda: interval([[1, 2], [3, 4.5]], COSTS), "the table must count records; got 4.5"),
        (lambda: interval([[1, 2], [3, -4]], COSTS), "the table must count records; got -4"),
        (lambda: interval([[1, 2], [3, "x"]], COSTS), "the table must hold numbers in equal rows"),
        (
            lambda: interval([[1, 2], [3, 4]], [[0, 1]]),
            "costs must be a matrix of finite numbers, costs[",
        ),
        (
            lambda: interval([[1, 2], [3, 4]], [[0, np.inf], [1, 0]]),
            "costs must be a matrix of finite",
        ),
        (
            lambda: interval([[1, 2], [3, 4]], COSTS, prevalence=[0.5, 0.6]),
            "prevalence must have 2 shares that add up to 1; got [0.5, 0.6]",
        ),
        (
            lambda: interval([[1, 2], [3, 4]], COSTS, prevalence=[0.5, 0.5], within_class=False),
            "prevalences must be stated of classes of given sizes; got both prevalence= and within_class=False",
        ),
        (lambda: interval([[1, 2], [3, 4]], COSTS, smoothing=-1), "smoothing must not be negative; got -1"),
        (
            lambda: interval([[1, 2], [3, 4]], COSTS, replicates=0),
            "replicates must be a whole number, 1 or more",
        ),
        (
            lambda: interval([[1, 2], [3, 4]], COSTS, seed=-1),
            "a seed must be a whole number, 0 or more; got -1",
        ),
        (lambda: counts(["a", "a"], ["a"], ["a"]), "there must be two classes or more, all different"),
        (lambda: counts(["a", "b"], ["a"]), "predictions must be classes; got no column of predictions"),
        (
            lambda: counts(["a", "b"], ["a", "c"], ["a", "b"]),
            "no such class 'c' (y_true, row 2, counted from 1); the classes are 'a', 'b'",
        ),
        (
            lambda: counts(["a", "b"], ["a", "b"], ["a"]),
            "y_pred 1 must have one value per record; got 1 values for 2",
        ),
    ],
)
def test_what_is_no_table_is_refused(use, text):
    assert refusal(use).startswith(text)


def test_labels_are_read_as_those_of_an_evaluation():
    """One way of reading: spellings of a number are one class, and a class without records is counted."""
    found = counts([1, 2, 3], ["1", "2", "1"], [1.0, 3.0, 2.0])
    assert found.tolist() == [[1, 1, 0], [0, 0, 1], [0, 0, 0]]
    true, said = np.arange(12) % 3, np.arange(12) % 2
    ev = cc.evaluate_classes(true, {"m": said}, classes=[0, 1, 2])
    assert counts([0, 1, 2], true, said).tolist() == ev.counts("m").weight.tolist()
    assert counts([0, 1, 2], true, said, true).sum(axis=2).tolist() == ev.counts("m").weight.tolist()


def test_a_class_without_records_has_no_rates():
    assert refusal(lambda: interval([[1, 2], [0, 0]], COSTS), UndefinedError) == (
        "every class needs a record; got none of class 1 (the table)"
    )
