"""Laws of Hand's H-measure and of the other one-number summaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.measures.costs_over_beliefs import h_measure
from costcurves.measures.proper_scores import brier
from costcurves.measures.summaries import SUMMARIES
from tests import exact
from tests.laws import strategies as some
from tests.members import each

shapes = st.integers(1, 40).map(lambda k: k / 8)
BY_KEY = {row.key: row for row in SUMMARIES}


@given(some.any_scored())
def test_h_with_uniform_severity_is_the_skill_of_the_isotonic_brier_score(records):
    expected = exact.h_uniform(records.cells())
    assert h_measure(records.tally(), 1, 1) == pytest.approx(float(expected), abs=1e-13)


@given(some.any_scored(), shapes, shapes)
def test_h_lies_between_zero_and_one(records, a, b):
    assert -1e-12 <= h_measure(records.tally(), a, b) <= 1 + 1e-12


@given(some.any_scored(), shapes, shapes)
def test_h_is_unchanged_when_classes_scores_and_severity_are_swapped(records, a, b):
    assert h_measure(records.mirrored().tally(), b, a) == pytest.approx(
        h_measure(records.tally(), a, b), abs=1e-10
    )


@given(some.any_scored(), shapes, shapes)
def test_h_at_balanced_prevalence_is_the_skill_of_the_envelope_under_the_reversed_beta(records, a, b):
    tally = records.tally()
    skill = cc.rules.optimal(tally).skill(cc.ConditionPrior.beta(b, a))
    assert h_measure(tally.at_prevalence(0.5), a, b) == pytest.approx(skill, abs=1e-10)


@given(records=some.any_scored(st.integers(-4, 4).map(float)))
@each("name", some.RISING)
def test_strictly_increasing_scores_leave_every_summary_but_those_of_probabilities(name, records):
    before, after = records.tally(), records.rescored(some.RISING[name]).tally()
    for row in SUMMARIES:
        if not row.probabilities:
            assert row(after) == pytest.approx(row(before), abs=1e-15)


@given(some.whole_scored(some.probabilities), st.integers(2, 4))
def test_duplicating_every_record_leaves_every_summary(records, times):
    copies = records.take(sorted([*range(len(records))] * times))
    for row in SUMMARIES:
        assert row(copies.tally()) == pytest.approx(row(records.tally()), abs=1e-14)


@given(some.any_scored(some.probabilities))
def test_brier_score_is_the_mean_square(records):
    table = records.cells()
    assert brier(records.tally()) == pytest.approx(
        float(exact.brier(table, [s for s, _, _ in table])), abs=1e-14
    )


@given(some.any_scored())
def test_summaries_agree_with_exact_arithmetic(records):
    table, tally = records.cells(), records.tally()
    served = exact.points(table)
    positives, negatives = exact.totals(table)
    share = positives / (positives + negatives)
    expected = {
        "auc": exact.auc(table),
        "gini": 2 * exact.auc(table) - 1,
        "auch": exact.auc_of_points(exact.hull(served)),
        "ks": exact.ks(served),
        "area": exact.area(served),
        "eer": exact.highest(served),
        "least_error": exact.envelope(served, share),
    }
    found = {key: BY_KEY[key](tally) for key in expected}
    assert found == pytest.approx({key: float(value) for key, value in expected.items()}, abs=1e-14)
