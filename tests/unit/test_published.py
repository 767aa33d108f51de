"""Tallies from published numbers: matrices, counts per score, operating points, stakes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import costcurves as cc
from costcurves import RocCurve, Tally
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")
EACH = "give one value per record"


def columns(tally: Tally) -> list[list[float]]:
    """Scores and weights of the cells."""
    return [tally.high.tolist(), tally.low.tolist(), tally.positives.tolist(), tally.negatives.tolist()]


# --- confusion matrices ---


def test_a_hard_classifier_is_two_cells():
    tally = Tally.from_confusion(tp=201, fn=85, fp=25, tn=2689)
    assert columns(tally) == [[1, 0], [1, 0], [201, 85], [25, 2689]]
    assert tally.prevalence == 286 / 3000


def test_a_classifier_that_flags_nobody_or_everybody_is_one_cell():
    assert columns(Tally.from_confusion(tp=0, fn=2, fp=0, tn=3)) == [[0], [0], [2], [3]]
    assert columns(Tally.from_confusion(tp=2, fn=0, fp=3, tn=0)) == [[1], [1], [2], [3]]
    assert len(Tally.from_confusion(0, 0, 0, 0).cells) == 0


def test_huge_counts_become_floats():
    assert Tally.from_confusion(2**62, 2**62, 1, 1).total_positive == 2.0**63


@pytest.mark.parametrize(
    ("entries", "text"),
    [
        (
            (-1, 1, 1, 1),
            "the entries of a confusion matrix must be finite numbers, not negative; got tp = -1",
        ),
        (
            (1, 1, 1, None),
            "the entries of a confusion matrix must be finite numbers, not negative; got tn = None",
        ),
        (
            ([1, 2], [1, 2], [1, 2], [1, 2]),
            (
                "a hard classifier must have one confusion matrix; got entries of shape (2,): make one tally of each, and stack them"
            ),
        ),
    ],
)
def test_odd_matrices_are_refused(entries, text):
    assert refusal(lambda: Tally.from_confusion(*entries)) == text


# --- counts ---


def test_counts_of_one_score_add_up():
    tally = Tally.from_counts([1, 2, 1, 3, -0.0], [1, 0, 2, 0, 1], [0, 5, 1, 0, 0])
    assert columns(tally) == [[2, 1, 0], [2, 1, 0], [0, 3, 1], [5, 1, 0]]


def test_counts_are_read_from_columns_of_any_make():
    frame = pd.DataFrame({"score": [1, 2], "positives": [1, 4], "negatives": [3, 0]})
    assert Tally.from_counts(*(frame[name] for name in frame)) == Tally.from_counts([1, 2], [1, 4], [3, 0])


@pytest.mark.parametrize(
    ("score", "positives", "negatives", "text"),
    [
        (
            [NAN],
            [1],
            [1],
            "score must have no missing values; got a missing value at row 1, counted from 1: drop or fill these records first",
        ),
        ([1], None, [1], f"positives must have one dimension; got an object of type NoneType: {EACH}"),
        (
            [1],
            [-1],
            [1],
            "positives must be finite and not negative; got -1.0 (row 1, counted from 1): correct the weight or drop the record",
        ),
        (
            [1, 2],
            [1, 2],
            [1],
            "negatives must have one value per record; got 1 values for 2 records: give columns of equal length",
        ),
        ("ab", [1], [1], f"score must have one dimension; got an object of type str: {EACH}"),
    ],
)
def test_odd_counts_are_refused(score, positives, negatives, text):
    assert refusal(lambda: Tally.from_counts(score, positives, negatives)) == text


def test_no_counts_are_no_records():
    assert Tally.from_counts([], [], []).total_positive == 0


# --- operating points ---


def test_points_of_known_class_sizes_are_whole_counts():
    tally = Tally.from_points([0.3, 0.1], [0.7, 0.6], positives=10, negatives=20)
    assert tally.confusion().tp.tolist() == [0, 6, 7, 10]
    assert tally.confusion().fp.tolist() == [0, 2, 6, 20]
    assert tally.positives.dtype == np.int64
    assert (tally.scored, tally.counted, tally.prevalence) == (False, True, 1 / 3)


def test_counts_that_are_not_whole_stay_so():
    # 0.834 of 307 is 256.038.
    assert Tally.from_points([0.1], [0.834], positives=307, negatives=383).positives[0] == pytest.approx(
        256.038
    )
    # A rate of twelve digits is no rounding of a count of ten.
    huge = Tally.from_points([0.5], [0.123456789123], positives=10**10, negatives=10**10)
    assert huge.positives.tolist() == [1234567891.23, 8765432108.77]


def test_rates_alone_know_no_prevalence():
    tally = Tally.from_points([0.1], [0.5])
    assert repr(tally) == "Tally(rates without class sizes, 2 cells)"
    missing = "the prevalence must be known; got rates without class sizes: state a prevalence, or give the number of positives and negatives"
    assert refusal(lambda: tally.prevalence, cc.UndefinedError) == missing
    assert refusal(tally.confusion, cc.UndefinedError) == missing
    stated = tally.at_prevalence(0.25)
    assert stated.prevalence == 0.25
    assert stated.confusion().tp.tolist() == [0, 0.25, 0.5]  # of two records, one a class


def test_dominated_points_take_no_part():
    tally = Tally.from_points([0.1, 0.2, 0.2, 0.3, 0.0], [0.5, 0.4, 0.6, 0.6, 0.0])
    roc = RocCurve.of(tally)
    assert roc.fpr.tolist() == [0, 0.1, 0.2, 1]
    assert roc.tpr.tolist() == [0, 0.5, 0.6, 1]


@pytest.mark.parametrize("tpr", [[0.4, 0.6], [0.6, 0.4], [0.6, 0.4, 0.6]], ids=str)
def test_of_points_with_one_fpr_the_highest_takes_part(tpr):
    roc = RocCurve.of(Tally.from_points([0.2] * len(tpr), tpr))
    assert roc.fpr.tolist() == [0, 0.2, 1]
    assert roc.tpr.tolist() == [0, 0.6, 1]


def test_trivial_points_alone():
    for points in ([], [0.0], [1.0], [0.0, 1.0]):
        roc = RocCurve.of(Tally.from_points(points, points))
        assert (roc.fpr.tolist(), roc.tpr.tolist()) == ([0, 1], [0, 1])


def test_thresholds_serve_their_point_and_no_more():
    tally = Tally.from_points([0.2, 0.1], [0.6, 0.5], threshold=[0.4, 0.5], positives=10, negatives=10)
    roc = RocCurve.of(tally)
    assert roc.high.tolist() == [INF, 0.5, 0.4, -INF]
    assert roc.low.tolist() == [INF, np.nextafter(0.5, 0), np.nextafter(0.4, 0), -INF]
    assert tally.positives.tolist() == [5, 1, 4]
    assert tally.scored


def test_a_threshold_may_be_huge_or_infinite():
    huge = Tally.from_points([0.1, 0.2], [0.4, 0.5], threshold=[1e308, -1e308])
    assert RocCurve.of(huge).high.tolist() == [INF, 1e308, -1e308, -INF]
    tally = Tally.from_points([0, 0.1], [0, 0.5], threshold=[INF, 0.5])
    assert RocCurve.of(tally).high.tolist() == [INF, INF, 0.5, -INF]


SIZES = "class sizes must be above 0 and at most 1e+300;"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"fpr": [1.1], "tpr": [1]}, "fpr must lie in [0, 1]; got 1.1 (row 1, counted from 1)"),
        ({"fpr": [0], "tpr": [-0.1]}, "tpr must lie in [0, 1]; got -0.1 (row 1, counted from 1)"),
        (
            {"fpr": [NAN], "tpr": [1]},
            "fpr must have no missing values; got a missing value at row 1, counted from 1: drop or fill these records first",
        ),
        (
            {"fpr": [0.1], "tpr": [0.1, 0.2]},
            "tpr must have one value per record; got 2 values for 1 records: give columns of equal length",
        ),
        ({"fpr": 0.1, "tpr": 0.5}, f"fpr must have one dimension; got an object of type float: {EACH}"),
        (
            {"positives": 5},
            "class sizes must be given for both classes or for neither; got positives=5, negatives=None",
        ),
        (
            {"negatives": 5},
            "class sizes must be given for both classes or for neither; got positives=None, negatives=5",
        ),
        ({"positives": 0, "negatives": 3}, f"{SIZES} got positives=0, negatives=3"),
        ({"positives": 3, "negatives": -3}, f"{SIZES} got positives=3, negatives=-3"),
        ({"positives": 1e301, "negatives": 3}, f"{SIZES} got positives=1e+301, negatives=3"),
        ({"positives": "a", "negatives": 3}, "positives must be a finite number; got 'a'"),
        ({"positives": 3, "negatives": NAN}, "negatives must be a finite number; got nan"),
        (
            {"threshold": [0.1]},
            "threshold must have one value per record; got 1 values for 2 records: give columns of equal length",
        ),
        (
            {"threshold": [0.1, 0.2, 0.3]},
            "threshold must have one value per record; got 3 values for 2 records: give columns of equal length",
        ),
        ({"threshold": [0.1, 0.2]}, "thresholds must fall as FPR and TPR rise; got [0.1, 0.2] (threshold)"),
        ({"threshold": [INF, INF]}, "thresholds must fall as FPR and TPR rise; got [inf, inf] (threshold)"),
        ({"threshold": [0.1, NAN]}, "thresholds must fall as FPR and TPR rise; got [0.1, nan] (threshold)"),
    ],
)
def test_odd_points_are_refused(arguments, text):
    assert refusal(lambda: Tally.from_points(**{"fpr": [0.1, 0.2], "tpr": [0.5, 0.6], **arguments})) == text


# --- stakes ---


def test_stakes_are_weights():
    tally = Tally.from_stakes([10, 2, -5, 4, 0], [0.9, 0.8, 0.7, 0.6, 0.5])
    assert columns(tally) == [[0.9, 0.8, 0.7, 0.6], [0.9, 0.8, 0.7, 0.6], [10, 2, 0, 4], [0, 0, 5, 0]]


@pytest.mark.parametrize(
    ("benefit", "score", "text"),
    [
        ([INF, 1], [1, 2], "benefit must be finite; got inf (row 1, counted from 1)"),
        (
            [1, NAN],
            [1, 2],
            "benefit must have no missing values; got a missing value at row 2, counted from 1: drop or fill these records first",
        ),
        (
            [1, 1],
            [1, NAN],
            "score must have no missing values; got a missing value at row 2, counted from 1: drop or fill these records first",
        ),
        (
            [1, 1],
            [1],
            "score must have one value per record; got 1 values for 2 records: give columns of equal length",
        ),
    ],
)
def test_odd_stakes_are_refused(benefit, score, text):
    assert refusal(lambda: Tally.from_stakes(benefit, score)) == text
