"""Laws of the lower envelope: the cost curve of a scorer that is always used at its best threshold."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

import costcurves as cc
from tests import exact
from tests.laws import strategies as some
from tests.members import each

GRID = np.linspace(0, 1, 33)


def hull_of(records: some.Scored) -> cc.RocHull:
    """ROC hull of records."""
    return cc.RocHull.of(records.tally())


# --- values ---


@given(some.any_scored(), st.lists(some.conditions_pc, min_size=1, max_size=5))
def test_envelope_from_the_hull_is_the_minimum_over_all_points(records, places):
    served = exact.points(records.cells())
    expected = [float(exact.envelope(served, x)) for x in places]
    assert cc.rules.optimal(records.tally())(np.array(places)) == pytest.approx(expected, abs=1e-15)


@given(some.any_scored())
def test_envelope_is_the_sum_of_its_segments(records):
    hull = hull_of(records)
    up, across = np.diff(hull.tpr)[:, None], np.diff(hull.fpr)[:, None]
    segments = np.minimum(GRID * up, (1 - GRID) * across).sum(axis=0)
    assert cc.rules.optimal(records.tally())(GRID) == pytest.approx(segments, abs=1e-14)


@given(some.any_scored())
def test_envelope_is_concave(records):
    value = cc.rules.optimal(records.tally())(GRID)
    assert np.all(value[1:-1] >= (value[:-2] + value[2:]) / 2 - 1e-15)


@given(some.any_scored())
def test_envelope_is_nowhere_above_the_trivial_classifiers(records):
    assert np.all(cc.rules.optimal(records.tally())(GRID) <= np.minimum(GRID, 1 - GRID) + 1e-16)


@given(some.any_scored())
def test_envelope_is_zero_at_both_ends(records):
    curve = cc.rules.optimal(records.tally())
    assert curve(0) == 0
    assert curve(1) == 0


@given(some.any_scored())
def test_knots_are_where_the_envelope_bends(records):
    curve = cc.rules.optimal(records.tally())
    served = exact.points(records.cells())
    expected = exact.knots(served)
    assert curve.knots == pytest.approx([float(x) for x in expected], abs=1e-15)
    assert curve.values == pytest.approx([float(exact.envelope(served, x)) for x in expected], abs=1e-15)


@given(some.any_scored(), some.conditions_pc)
def test_the_served_rates_cost_what_the_envelope_says(records, x):
    curve = cc.rules.optimal(records.tally())
    fpr, tpr = curve.rates(x)
    assert fpr * (1 - x) + (1 - tpr) * x == pytest.approx(curve(x), abs=1e-15)
    served = [(float(f), float(t)) for f, t in exact.points(records.cells())]
    assert (fpr, tpr) in [pytest.approx(point, abs=1e-15) for point in served]


# --- areas ---


@given(some.any_scored())
def test_uniform_area_is_half_the_sum_of_products_over_sums(records):
    hull = hull_of(records)
    up, across = np.diff(hull.tpr), np.diff(hull.fpr)
    assert cc.rules.optimal(records.tally()).area == pytest.approx(
        (up * across / (up + across)).sum() / 2, abs=1e-15
    )


@given(some.any_scored())
def test_uniform_area_is_the_trapezoid_over_the_knots(records):
    curve = cc.rules.optimal(records.tally())
    assert curve.area == pytest.approx(float(trapezoid(curve.values, curve.knots)), abs=1e-15)
    assert curve.area == pytest.approx(float(exact.area(exact.points(records.cells()))), abs=1e-15)


@given(some.any_scored())
def test_uniform_area_is_the_expectation_under_beta_one_one_and_under_uniform(records):
    curve = cc.rules.optimal(records.tally())
    assert curve.expected(cc.ConditionPrior.beta(1, 1)) == pytest.approx(curve.area, abs=1e-14)
    assert curve.expected(cc.ConditionPrior.uniform()) == pytest.approx(curve.area, abs=1e-14)


@given(some.any_scored())
def test_uniform_area_is_the_balanced_brier_score_of_the_balanced_isotonic_fit(records):
    table = exact.rebalanced(records.cells())
    score = exact.brier(table, exact.isotonic(table), balanced=True)
    assert cc.rules.optimal(records.tally()).area == pytest.approx(float(score), abs=1e-14)


# --- KS, errors, equal error rate ---


@given(some.any_scored())
def test_ks_is_one_minus_twice_the_envelope_at_one_half(records):
    tally = records.tally()
    assert 1 - 2 * cc.rules.optimal(tally)(0.5) == pytest.approx(
        float(exact.ks(exact.points(records.cells()))), abs=1e-14
    )


@given(some.any_scored(), some.prevalences)
def test_least_error_at_a_prevalence_is_the_envelope_there(records, prevalence):
    errors = [
        Fraction(prevalence) * (1 - t) + (1 - Fraction(prevalence)) * f
        for f, t in exact.points(records.cells())
    ]
    assert cc.rules.optimal(records.tally())(prevalence) == pytest.approx(float(min(errors)), abs=1e-15)


@given(some.any_scored())
def test_equal_error_rate_of_the_hull_is_the_top_of_the_envelope(records):
    hull = exact.hull(exact.points(records.cells()))
    for a, b in pairwise(hull):
        # On this edge FPR + TPR passes 1, so somewhere on it FPR = FNR.
        if a[0] + a[1] <= 1 <= b[0] + b[1]:
            share = (1 - a[0] - a[1]) / (b[0] + b[1] - a[0] - a[1])
            rate = a[0] + share * (b[0] - a[0])
            break
    curve = cc.rules.optimal(records.tally())
    assert curve.values.max() == pytest.approx(float(rate), abs=1e-14)


# --- what changes nothing, and what mirrors ---


@given(some.whole_scored(), st.integers(2, 5))
def test_duplicating_every_record_leaves_the_envelope_bit_by_bit(records, times):
    copies = records.take(np.repeat(np.arange(len(records)), times))
    assert cc.rules.optimal(copies.tally()) == cc.rules.optimal(records.tally())


@given(some.whole_scored(), st.integers(2, 5))
def test_replicating_the_negatives_moves_the_error_to_the_new_prior(records, times):
    copies = records.take(np.repeat(np.arange(len(records)), np.where(records.labels, 1, times)))
    before, after = records.tally(), copies.tally()
    assert cc.rules.optimal(after)(GRID) == pytest.approx(cc.rules.optimal(before)(GRID), abs=1e-15)
    table = after.confusion()
    least_error = ((table.fn + table.fp) / table.total).min()
    positives, negatives = before.total_positive, before.total_negative
    assert least_error == pytest.approx(
        cc.rules.optimal(before)(positives / (positives + times * negatives)), abs=1e-14
    )


@given(some.any_scored())
def test_swapping_classes_and_negating_scores_mirrors_the_envelope(records):
    before, after = cc.rules.optimal(records.tally()), cc.rules.optimal(records.mirrored().tally())
    assert after(1 - GRID) == pytest.approx(before(GRID), abs=1e-14)
    assert after.area == pytest.approx(before.area, abs=1e-14)


@given(records=some.any_scored(st.integers(-4, 4).map(float)))
@each("name", some.RISING)
def test_strictly_increasing_scores_leave_the_envelope(name, records):
    assert cc.rules.optimal(records.rescored(some.RISING[name]).tally()) == cc.rules.optimal(records.tally())


@given(some.any_scored(), st.sampled_from([0.001, 0.25, 0.9]))
def test_stating_a_prevalence_leaves_the_envelope_over_pc(records, prevalence):
    tally = records.tally()
    assert cc.rules.optimal(tally.at_prevalence(prevalence))(GRID) == pytest.approx(
        cc.rules.optimal(tally)(GRID), abs=1e-15
    )


# --- sets of classifiers ---


def best(points: list[tuple[float, float]]) -> cc.CostCurve:
    """Envelope of operating points of one model."""
    fpr, tpr = zip(*points, strict=True)
    return cc.rules.optimal(cc.Tally.from_points(fpr, tpr))


@given(some.tables_of_points, some.roc_points)
def test_adding_a_classifier_can_only_lower_the_envelope(points, another):
    assert np.all(best([*points, another])(GRID) <= best(points)(GRID) + 1e-14)


@given(some.tables_of_points, some.rates, some.rates, st.data())
def test_adding_a_dominated_classifier_changes_nothing(points, worse, less, data):
    fpr, tpr = data.draw(st.sampled_from(points))
    dominated = (max(fpr, worse), min(tpr, less))
    assert best([*points, dominated])(GRID) == pytest.approx(best(points)(GRID), abs=1e-14)


@given(some.tables_of_points)
def test_envelope_of_points_is_the_minimum_of_their_lines(points):
    served = [(Fraction(f), Fraction(t)) for f, t in points]
    expected = [float(exact.envelope([*served, exact.NOBODY, exact.EVERYBODY], x)) for x in GRID]
    assert best(points)(GRID) == pytest.approx(expected, abs=1e-14)


# --- two curves ---


@given(some.two_models())
def test_crossings_are_where_the_cheaper_one_changes(pair):
    one, other = (exact.points(records.cells()) for records in pair)
    parts = [part for part in exact.winners(one, other) if part[2] != "tie"]
    expected = [a[1] for a, b in pairwise(parts) if a[2] != b[2]]
    a, b = (cc.rules.optimal(records.tally()) for records in pair)
    assert a.crossings(b) == pytest.approx([float(x) for x in expected], abs=1e-9)


@given(some.two_models())
def test_the_difference_is_the_difference_of_values(pair):
    a, b = (cc.rules.optimal(records.tally()) for records in pair)
    assert a.minus(b)(GRID) == pytest.approx(a(GRID) - b(GRID), abs=1e-15)
    assert a.minus(b).area == pytest.approx(a.area - b.area, abs=1e-15)


@given(some.two_models())
def test_the_largest_gap_is_at_a_knot_of_one_of_them(pair):
    one, other = (exact.points(records.cells()) for records in pair)
    gaps = [
        abs(exact.envelope(one, x) - exact.envelope(other, x))
        for x in {*exact.knots(one), *exact.knots(other)}
    ]
    a, b = (cc.rules.optimal(records.tally()) for records in pair)
    place, gap = a.minus(b).largest_gap()
    assert abs(gap) == pytest.approx(float(max(gaps)), abs=1e-14)
    assert a(place) - b(place) == pytest.approx(gap, abs=1e-14)
