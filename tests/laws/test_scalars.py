"""Laws of isotonic fits, proper scores, partial areas and equal error rates."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import costcurves as cc
from costcurves.measures.equal_errors import (
    equal_error_rate,
    fvc_equal_error_rate,
    interpolated_equal_error_rate,
    nearest_equal_error_rate,
)
from costcurves.measures.partial_areas import (
    average_precision,
    gains_area,
    precision_recall_area,
    precision_recall_gain_area,
    precision_recall_hull_area,
)
from costcurves.measures.proper_scores import min_cllr
from tests import exact
from tests.laws import strategies as some

TIGHT = 1e-12
partial_auc: Any = cc.measures.partial_auc
OTHER = {"fpr": "tpr", "tpr": "fpr"}
chances = some.any_scored(some.probabilities)


@given(some.any_scored())
def test_an_isotonic_fit_is_the_monotone_least_squares_fit(records):
    table = records.cells()
    fit = cc.measures.IsotonicFit.of(records.tally())
    found = fit.apply([float(score) for score, _, _ in table])
    assert found == pytest.approx([float(v) for v in exact.isotonic(table)], abs=TIGHT)


@given(some.any_scored(), some.prevalences)
def test_blocks_hold_all_the_records_once(records, prevalence):
    fit = cc.measures.IsotonicFit.of(records.tally().at_prevalence(prevalence))
    assert fit.rise.sum() == pytest.approx(1)
    assert fit.run.sum() == pytest.approx(1)
    assert fit.share @ fit.probability == pytest.approx(prevalence)
    assert np.all(np.diff(fit.probability) <= 0)
    assert np.all(fit.low <= fit.high)
    assert np.all(fit.high[1:] < fit.low[:-1])


@given(chances, some.prevalences)
def test_recalibration_by_the_isotonic_fit_keeps_less_than_by_distinct_scores(records, prevalence):
    for tally in (records.tally(), records.tally().at_prevalence(prevalence)):
        for score in ("brier", "log"):
            fitted = cc.measures.decomposition_by_isotonic_fit(tally, score)
            by_score = cc.measures.decomposition_by_score(tally, score)
            assert fitted.refinement >= by_score.refinement - TIGHT
            assert 0 <= fitted.miscalibration <= by_score.miscalibration + TIGHT
            assert fitted.uncertainty == by_score.uncertainty >= fitted.refinement - TIGHT
        own, best = cc.rules.score_driven()(tally), cc.rules.optimal(tally).at_prevalence(tally.prevalence)
        parts = cc.measures.decomposition_by_isotonic_fit(tally)
        assert parts.refinement == pytest.approx(best.area, abs=TIGHT)
        assert parts.miscalibration == pytest.approx(own.area - best.area, abs=TIGHT)


@given(chances, some.prevalences)
def test_cllr_is_never_below_the_least(records, prevalence):
    least = min_cllr(records.tally())
    assert 0 <= least <= 1 + TIGHT
    assert cc.measures.cllr(records.tally(), prevalence) >= least - TIGHT
    # By NEC alone: 1 where no threshold beats the trivial ones.
    assert (least > 1 - 1e-9) == (cc.rules.optimal(records.tally()).area > 0.25 - 1e-9)


@given(some.any_scored(), some.ranges())
def test_partial_areas_add_up_and_have_their_ends(records, ends):
    tally = records.tally()
    low, high = ends
    places = sorted({0.0, low, high, 1.0})
    for name in ("fpr", "tpr"):
        parts = [partial_auc(tally, **{name: pair}) for pair in itertools.pairwise(places)]
        assert sum(parts) == pytest.approx(partial_auc(tally, **{name: (0, 1)}), abs=TIGHT)
        whole = partial_auc(tally, **{name: (0, 1)}, hull=True)
        assert whole == pytest.approx(cc.RocHull.of(tally).auc, abs=TIGHT)
        own = partial_auc(tally, **{name: ends})
        assert -TIGHT <= own <= partial_auc(tally, **{name: ends}, hull=True) + TIGHT
        # With classes swapped and scores negated, FPR is 1 − TPR.
        turned = partial_auc(records.mirrored().tally(), **{OTHER[name]: (1 - high, 1 - low)})
        assert turned == pytest.approx(own, abs=TIGHT)


@given(some.any_scored(), some.prevalences)
def test_areas_of_precision(records, prevalence):
    tally = records.tally().at_prevalence(prevalence)
    own, best = precision_recall_area(tally), precision_recall_hull_area(tally)
    assert 0 < own <= best + TIGHT <= 1 + 2 * TIGHT
    assert best >= prevalence - TIGHT
    assert 0 < average_precision(tally) <= 1 + TIGHT
    assert precision_recall_gain_area(tally) <= 1 + TIGHT
    assert prevalence / 2 - TIGHT <= gains_area(tally) <= 1 - prevalence / 2 + TIGHT


@given(some.any_scored())
def test_equal_error_rates_lie_between_the_hull_and_one(records):
    tally = records.tally()
    least = equal_error_rate(tally)
    straight = interpolated_equal_error_rate(tally)
    assert least - TIGHT <= straight <= 1
    for definition in (nearest_equal_error_rate, fvc_equal_error_rate):
        assert 0 <= definition(tally) <= 1
        assert definition(records.mirrored().tally()) == pytest.approx(definition(tally), abs=TIGHT)
    assert interpolated_equal_error_rate(records.mirrored().tally()) == pytest.approx(straight, abs=TIGHT)


@given(some.any_scored(), some.conditions())
def test_least_detection_costs_are_the_envelope(records, condition):
    tally = records.tally()
    least = cc.measures.dcf(tally, condition, rule=cc.rules.optimal)
    weight = condition.weight_positive + condition.weight_negative
    assert least == pytest.approx(
        float(cc.rules.optimal(tally)(condition.pc)) * weight, rel=1e-9, abs=TIGHT * weight
    )


@given(chances, some.conditions())
def test_taking_scores_at_their_word_costs_no_less(records, condition):
    tally = records.tally()
    least, actual = (cc.measures.dcf(tally, condition, rule=rule) for rule in (cc.rules.optimal, None))
    assert actual >= least * (1 - 1e-9) - TIGHT


@given(chances, some.ranges())
def test_areas_under_net_benefit_end_at_the_best(records, ends):
    low, high = ends[0] * 0.9, ends[1] * 0.9
    tally = records.tally()
    best = cc.measures.net_benefit_area(tally, low, high, rule=cc.rules.optimal)
    assert cc.measures.net_benefit_area(tally, low, high) <= best + TIGHT
    assert -TIGHT <= best <= tally.prevalence * (high - low) + TIGHT
