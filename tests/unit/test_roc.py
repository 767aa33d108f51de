"""ROC curves and hulls."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import OperatingCondition, RocCurve, RocHull, Tally, UndefinedError, examples
from tests.unit.refusals import refusal

INF = float("inf")


def curve(labels, scores, weights=None) -> RocCurve:
    """Points of some records."""
    return RocCurve.of(Tally.from_scores(labels, scores, weights))


#: 24 records of table 5.2 in Shmueli, Patel & Bruce (2010), 12 of each class.
RECORDS = RocCurve.of(Tally.from_scores(*examples.records24()))


def test_points_go_from_nobody_to_everybody():
    roc = curve([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.4, 0.1])
    assert (roc.fp.tolist(), roc.tp.tolist()) == ([0, 0, 1, 1, 2], [0, 1, 2, 3, 3])
    assert (roc.fpr.tolist(), roc.tpr.tolist()) == ([0, 0, 0.5, 0.5, 1], [0, 1 / 3, 2 / 3, 1, 1])
    assert roc.high.tolist() == roc.thresholds.tolist() == [INF, 0.9, 0.8, 0.4, 0.1]
    assert roc.low.tolist() == [0.9, 0.8, 0.4, 0.1, -INF]
    assert [roc.flags(point) for point in (0, 1, -1)] == ["nobody", "some", "everybody"]
    assert (roc.positives, roc.negatives, len(roc)) == (3, 2, 5)
    assert not roc.fpr.flags.writeable


def test_nobody_is_a_place_in_the_list_not_an_infinite_threshold():
    roc = curve([1, 0, 1], [INF, 2.0, -INF])
    assert roc.high.tolist() == [INF, INF, 2, -INF]
    assert [roc.flags(point) for point in range(4)] == ["nobody", "some", "some", "everybody"]


def test_unscored_points_have_no_thresholds():
    roc = RocCurve.of(Tally.from_points([0.1], [0.5]))
    assert np.isnan(roc.high).all()
    assert np.isnan(roc.low).all()


@pytest.mark.parametrize(
    ("labels", "scores", "weights", "auc"),
    [
        ([1, 0], [2, 1], None, 1.0),
        ([1, 0], [1, 2], None, 0.0),
        ([1, 0], [1, 1], None, 0.5),
        ([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1], None, 5 / 6),
        ([1, 0, 1], [3, 2, 1], [3, 1, 1], 0.75),
        ([1, 0, 1], [3, 2, 1], [1.5, 0.1, 0.5], 0.75),
        ([1, 0, 1], [3, 2, 1], [3e299, 1e299, 1e299], 0.75),
        ([1, 0, 1], [3, 2, 1], [1.5e-323, 5e-324, 5e-324], 0.75),
    ],
)
def test_auc_counts_pairs(labels, scores, weights, auc):
    assert curve(labels, scores, weights).auc == pytest.approx(auc, rel=1e-15)


def test_auc_of_many_records_is_exact():
    # P·N ≥ 2⁶² takes Python's whole numbers: ½ + half the share of the lead.
    big = Tally.from_counts([2, 1], [2**51, 2**50], [2**50, 2**51])
    assert RocCurve.of(big).auc == 2 / 3 * 2 / 3 + (2 / 3 * 1 / 3) == 0.6666666666666666


def test_auc_of_the_24_records():
    # Mann–Whitney by counting: 135 of 144 pairs are in order, none tied.
    assert RECORDS.auc == 135 / 144


# --- hull ---


def test_hull_of_the_24_records():
    hull = RECORDS.hull()
    assert (hull.fp.tolist(), hull.tp.tolist()) == ([0, 0, 1, 2, 4, 12], [0, 7, 10, 11, 12, 12])
    # Breakpoints are 1/(1 + slope); slopes 7/0, 3/1, 1/1, 1/2, 0/8.
    assert hull.slopes.tolist() == [INF, 3, 1, 0.5, 0]
    assert hull.breakpoints.tolist() == pytest.approx([0, 1 / 4, 1 / 2, 2 / 3, 1], abs=1e-15)
    assert hull.ranges.tolist()[1] == pytest.approx([0, 1 / 4])
    assert hull.operating_range == pytest.approx((0, 1))
    assert hull.hull() is hull
    assert isinstance(hull, RocHull)
    assert RocHull.of(Tally.from_scores(*examples.records24())) == hull


@pytest.mark.parametrize("weight", [1.0, 1.5e200, 1.5e-200, 5e-324])
def test_slopes_of_weights_of_any_size(weight):
    hull = curve([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], [weight] * 5).hull()
    assert hull.slopes.tolist() == pytest.approx([INF, 1.5, 0])
    assert hull.breakpoints.tolist() == pytest.approx([0, 0.4, 1])


def test_a_useless_scorer_has_no_operating_range():
    for roc in (curve([1, 0], [1, 1]), curve([1, 0], [1, 2])):
        assert roc.hull().operating_range is None
        assert roc.hull().breakpoints.tolist() == [0.5]


def test_breakpoints_never_fall():
    # Slopes (k+1)/k, (k+2)/(k+1) agree to the last bit of a float.
    k = 2**27
    tally = Tally.from_points(
        np.cumsum([k - 1, k, k + 1])[:2] / (3 * k), np.cumsum([k, k + 1, k + 2])[:2] / (3 * k + 3)
    )
    assert np.all(np.diff(RocHull.of(tally).breakpoints) >= 0)


@pytest.mark.parametrize(
    ("labels", "scores", "weights", "want"),
    [
        ([1, 0, 1, 0], [4, 3, 2, 1], None, [(1, 3)]),
        ([1, 1, 0, 0], [4, 3, 2, 1], None, []),
        ([1, 0] * 20, [i // 2 for i in range(40)], None, []),
        ([1, 0] * 20, [i // 2 for i in range(40)], [0.1] * 40, []),
        ([0, 1], [2, 1], None, [(0, 2)]),
        ([1, 0, 1, 0], [4, 3, 2, 1], [0.1, 0.2, 0.3, 0.4], [(1, 3)]),
    ],
)
def test_concavities(labels, scores, weights, want):
    assert curve(labels, scores, weights).concavities() == want


def test_dominance_of_hulls():
    good, bad = curve([1, 1, 0, 0], [4, 3, 2, 1]), curve([1, 0, 1, 0], [4, 3, 2, 1])
    assert good.dominates(bad)
    assert not bad.dominates(good)
    assert bad.dominates(bad)
    # The chord of the hull counts: a point on it is dominated.
    assert bad.dominates(RocCurve.of(Tally.from_points([0.25], [0.75])))


# --- reading ---


@pytest.mark.parametrize(
    ("at", "tpr", "fpr"),
    [(0.0, 0.5, 0.0), (0.25, 0.75, 0.0), (0.5, 1.0, 0.0), (0.75, 1.0, 0.25), (1.0, 1.0, 0.5)],
)
def test_curves_are_read_between_points(at, tpr, fpr):
    # (0, 0), (0, ½), (½, 1), (1, 1)
    roc = curve([1, 1, 0, 0], [3, 2, 2, 1])
    assert roc.tpr_at(at) == tpr
    assert roc.fpr_at(at) == fpr
    assert roc.tpr_at([at, at]).tolist() == [tpr, tpr]


def test_steps_are_not_bent():
    stairs = curve([1, 0], [0.0, 1.0])  # (0, 0), (1, 0), (1, 1)
    assert (stairs.tpr_at(0.5), stairs.tpr_at(1.0)) == (0.0, 1.0)
    assert stairs.fpr_at(0.5) == 1.0


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), None, "0.5", [0.5, 2.0]])
def test_rates_outside_are_refused(value):
    roc: Any = RECORDS
    assert refusal(lambda: roc.tpr_at(value)) == f"a false positive rate must lie in [0, 1]; got {value!r}"
    assert refusal(lambda: roc.fpr_at(value)) == f"a true positive rate must lie in [0, 1]; got {value!r}"


def test_iso_performance_lines():
    # Costs 2 and 3 per positive and negative: TPR = 1.5·FPR + 0.4 passes through (0.2, 0.7).
    roc = RocCurve.of(Tally.from_points([0.2], [0.7]))
    condition = OperatingCondition(0.5, cc.Costs(fp=3, fn=2))
    assert roc.iso_performance(condition, 1) == pytest.approx((1.5, 0.4))
    slope, intercept = roc.iso_performance(OperatingCondition.from_pc(0), 1)
    assert slope == INF
    assert np.isnan(intercept)


def test_mixtures():
    roc = RocCurve.of(Tally.from_points([0.2], [0.7]))
    assert roc.mixture(1, 0, 0.5) == (0.1, 0.35)
    assert roc.mixture(1, 2, 1) == (0.2, 0.7)
    loose: Any = roc
    assert refusal(lambda: loose.mixture(0, 1, 2)) == "the share of a mixture must lie in [0, 1]; got 2"
    assert (
        refusal(lambda: loose.mixture(0, 1, "a")) == "the share of a mixture must be a finite number; got 'a'"
    )


def test_one_class_has_no_curve():
    text = (
        "a ROC curve needs records of both classes; got no negative ones (2 × positive): "
        "give records of both classes"
    )
    one = Tally.from_scores([1, 1], [1, 2])
    for make in (RocCurve.of, RocCurve.ranked, RocHull.of):
        assert refusal(partial(make, one), UndefinedError) == text


# --- a value ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_copies_are_equal_and_read_only(how):
    for value in (RECORDS, RECORDS.hull()):
        _ = value.auc, value.fpr  # computed on demand, and not part of the copy
        other = how(value)
        assert other == value
        assert type(other) is type(value)
        assert not other.fp.flags.writeable
        assert not other.tpr.flags.writeable
    assert RECORDS.hull() != RECORDS


THRESHOLDS = ["threshold_low", "threshold_high", "flagged_if"]


def test_documents_and_frames():
    for value in (RECORDS, RECORDS.hull(), RocCurve.of(Tally.from_points([0.1], [0.5]))):
        assert type(value).from_json(value.to_json()) == value
    frame = RECORDS.to_frame("pandas")
    assert list(frame.columns) == ["fpr", "tpr", "fp", "tp", *THRESHOLDS]
    assert len(frame) == len(RECORDS)


def test_display():
    assert repr(RECORDS) == "RocCurve(25 points, auc 0.9375)"
    assert repr(RECORDS.hull()) == "RocHull(6 points, auc 0.958333)"
