"""Laws of ROC points, hull and AUC."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

import costcurves as cc
from tests import exact
from tests.laws import strategies as some
from tests.members import each


def vertices(curve: cc.RocCurve) -> list[tuple[float, float]]:
    """Points as pairs of floats."""
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def rounded(points: list[exact.Point]) -> list[tuple[float, float]]:
    """Exact points as the nearest floats."""
    return [(float(f), float(t)) for f, t in points]


# --- points and thresholds ---


@given(some.whole_scored())
def test_points_are_the_cumulated_cells(records):
    assert vertices(cc.RocCurve.of(records.tally())) == rounded(exact.points(records.cells()))


@given(some.whole_scored(), st.data())
def test_every_threshold_of_a_point_flags_exactly_its_records(records, data):
    roc = cc.RocCurve.of(records.tally())
    i = data.draw(st.integers(1, len(roc) - 1))
    weights = np.ones(len(records)) if records.weights is None else records.weights
    low, high = roc.low[i], roc.high[i]
    assert low < high or low == -np.inf == records.scores.min()  # nothing lies below a score of -inf
    inside = [high, math.nextafter(low, math.inf)] if low < high else [high]  # the ends of low < t <= high
    for threshold in inside:
        flagged = records.scores >= threshold
        assert weights[flagged & records.labels].sum() == roc.tp[i]
        assert weights[flagged & ~records.labels].sum() == roc.fp[i]


@given(some.whole_scored())
def test_threshold_intervals_of_neighbours_touch_and_cover_everything(records):
    roc = cc.RocCurve.of(records.tally())
    assert roc.high[0] == np.inf
    assert roc.low[-1] == -np.inf
    assert np.array_equal(roc.low[:-1], roc.high[1:]) or len(roc) == 1
    assert roc.flags(0) == "nobody"
    assert roc.flags(len(roc) - 1) == "everybody"


# --- hull ---


@given(some.any_scored())
def test_hull_vertices_are_the_points_on_no_chord_of_others(records):
    assert vertices(cc.RocCurve.of(records.tally()).hull()) == rounded(
        exact.hull(exact.points(records.cells()))
    )


@given(some.any_scored())
def test_the_short_way_to_the_hull_gives_the_same_hull(records):
    tally = records.tally()
    long, short = cc.RocCurve.of(tally).hull(), cc.RocHull.of(records.tally())
    assert vertices(short) == vertices(long)
    assert short.low.tolist() == long.low.tolist()
    assert short.high.tolist() == long.high.tolist()
    assert vertices(cc.RocCurve.of(tally.compact()).hull()) == vertices(long)


@given(some.near_lines())
def test_hull_is_exact_however_large_the_counts_and_however_flat_the_bends(table):
    tally = cc.Tally.from_counts(*zip(*[(s, int(p), int(n)) for s, p, n in table], strict=True))
    hull = cc.RocHull.of(tally)
    positives, negatives = exact.totals(table)
    corners = [(int(f * negatives), int(t * positives)) for f, t in exact.hull(exact.points(table))]
    assert list(zip(hull.fp.tolist(), hull.tp.tolist(), strict=True)) == corners


@pytest.mark.parametrize("points", [1_000, 100_001])
def test_a_finely_bent_curve_with_fractional_weights_keeps_its_envelope(points):
    """On the parabola TPR = 1 − (1 − FPR)² every point is a vertex, and neighbours hardly bend."""
    steps = np.linspace(0, 1, points)
    fpr, tpr = steps, 1 - (1 - steps) ** 2
    tally = cc.Tally.from_counts(-np.arange(points - 1.0), np.diff(tpr) * 0.3, np.diff(fpr) * 0.7)
    grid = np.linspace(0.1, 0.9, 9)
    least = [float((fpr * (1 - x) + (1 - tpr) * x).min()) for x in grid]
    assert cc.rules.optimal(tally)(grid) == pytest.approx(least, abs=1e-12)


@given(some.any_scored())
def test_breakpoint_is_one_over_one_plus_slope(records):
    hull = cc.RocHull.of(records.tally())
    slopes = np.diff(hull.tpr) / np.where(np.diff(hull.fpr) > 0, np.diff(hull.fpr), np.nan)
    expected = np.where(np.isnan(slopes), 0.0, 1 / (1 + slopes))
    assert hull.breakpoints == pytest.approx(expected, abs=1e-12)
    assert np.all(np.diff(hull.slopes) < 0)
    assert np.all(np.diff(hull.breakpoints) > 0)


@given(some.any_scored())
def test_breakpoint_is_one_minus_the_balanced_isotonic_value(records):
    table = exact.rebalanced(records.cells())
    fitted = exact.isotonic(table)
    distinct = sorted(set(fitted), reverse=True)
    assert cc.RocHull.of(records.tally()).breakpoints == pytest.approx(
        [float(1 - value) for value in distinct], abs=1e-12
    )


@given(some.any_scored())
def test_there_are_as_many_hull_edges_as_isotonic_blocks(records):
    blocks = len(set(exact.isotonic(records.cells())))
    assert len(cc.RocHull.of(records.tally()).slopes) == blocks


# --- AUC ---


@given(some.any_scored())
def test_auc_is_the_share_of_pairs_in_order(records):
    assert cc.RocCurve.of(records.tally()).auc == pytest.approx(float(exact.auc(records.cells())), abs=1e-14)


@given(some.any_scored())
def test_auc_is_the_area_under_the_points(records):
    roc = cc.RocCurve.of(records.tally())
    assert roc.auc == pytest.approx(float(trapezoid(roc.tpr, roc.fpr)), abs=1e-12)


@given(some.scored())
def test_auc_is_the_rank_formula(records):
    descending = -records.scores
    ranks = np.array([(descending < s).sum() + ((descending == s).sum() + 1) / 2 for s in descending])
    positives, negatives = int(records.labels.sum()), int((~records.labels).sum())
    by_negatives = (ranks[~records.labels].sum() - negatives * (negatives + 1) / 2) / (positives * negatives)
    assert cc.RocCurve.of(records.tally()).auc == pytest.approx(by_negatives, abs=1e-14)


@given(some.any_scored())
def test_swapping_the_labels_turns_auc_into_one_minus_auc(records):
    swapped = some.Scored(~records.labels, records.scores, records.weights)
    total = cc.RocCurve.of(swapped.tally()).auc + cc.RocCurve.of(records.tally()).auc
    assert total == pytest.approx(1, abs=1e-14)


@given(some.any_scored())
def test_auc_is_at_most_the_area_under_the_hull(records):
    roc = cc.RocCurve.of(records.tally())
    assert roc.auc <= roc.hull().auc + 1e-15


# --- what changes nothing ---


@given(records=some.any_scored(st.integers(-4, 4).map(float)))
@each("name", some.RISING)
def test_strictly_increasing_scores_change_nothing(name, records):
    before = cc.RocCurve.of(records.tally())
    after = cc.RocCurve.of(records.rescored(some.RISING[name]).tally())
    assert np.array_equal(before.fp, after.fp)
    assert np.array_equal(before.tp, after.tp)
    assert before.auc == after.auc
    assert vertices(before.hull()) == vertices(after.hull())


@given(some.whole_scored(), st.integers(2, 5))
def test_duplicating_every_record_changes_nothing(records, times):
    before = cc.RocCurve.of(records.tally())
    after = cc.RocCurve.of(records.take(np.repeat(np.arange(len(records)), times)).tally())
    assert vertices(before) == vertices(after)
    assert vertices(before.hull()) == vertices(after.hull())
    assert before.auc == after.auc
    assert np.array_equal(before.hull().breakpoints, after.hull().breakpoints)


@given(some.whole_scored(), st.integers(2, 5))
def test_replicating_the_negatives_leaves_points_and_hull(records, times):
    rows = np.repeat(np.arange(len(records)), np.where(records.labels, 1, times))
    before, after = (cc.RocCurve.of(part.tally()) for part in (records, records.take(rows)))
    assert vertices(before) == vertices(after)
    assert vertices(before.hull()) == vertices(after.hull())


@given(some.any_scored())
def test_swapping_classes_and_negating_scores_mirrors_the_points(records):
    before, after = cc.RocCurve.of(records.tally()), cc.RocCurve.of(records.mirrored().tally())
    assert after.fpr == pytest.approx(1 - before.tpr[::-1], abs=1e-14)
    assert after.tpr == pytest.approx(1 - before.fpr[::-1], abs=1e-14)
    assert after.auc == pytest.approx(before.auc, abs=1e-14)


@given(some.any_scored(), st.sampled_from([0.001, 0.3, 0.99]))
def test_stating_a_prevalence_leaves_the_points(records, prevalence):
    tally = records.tally()
    assert vertices(cc.RocCurve.of(tally.at_prevalence(prevalence))) == vertices(cc.RocCurve.of(tally))


@given(some.any_scored())
def test_concavities_are_where_the_points_leave_the_hull(records):
    roc = cc.RocCurve.of(records.tally())
    served = exact.points(records.cells())
    corners = exact.hull(served)
    below = {
        (a, b)
        for a, b in pairwise(corners)
        for p in served
        if a[0] <= p[0] <= b[0] and p not in corners and exact.height(a, b, p[0]) > p[1]
        if a[0] != b[0] and served.index(a) < served.index(p) < served.index(b)
    }
    assert len(roc.concavities()) == len(below)


@given(some.two_models())
def test_hull_containment_is_envelope_dominance(pair):
    one, other = (exact.points(records.cells()) for records in pair)
    bends = {*exact.knots(one), *exact.knots(other)}
    never_dearer = all(exact.envelope(one, x) <= exact.envelope(other, x) for x in bends)
    a, b = (cc.RocCurve.of(records.tally()) for records in pair)
    assert a.dominates(b) == never_dearer


@given(some.any_scored(), some.rates)
def test_the_curve_between_points_is_straight(records, at):
    served = exact.points(records.cells())
    assume(all(f != Fraction(at) for f, _ in served))
    roc = cc.RocCurve.of(records.tally())
    left = max((f, t) for f, t in served if f < Fraction(at))
    right = min((f, t) for f, t in served if f > Fraction(at))
    assert roc.tpr_at(at) == pytest.approx(float(exact.height(left, right, Fraction(at))), abs=1e-14)
