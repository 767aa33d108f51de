"""Scores as probabilities: what they lose, its parts, and what calibration would save."""

from __future__ import annotations

import itertools
import math
from functools import partial

import numpy as np
import pytest
from scipy import integrate

import costcurves as cc
from costcurves import InputError, Tally, UndefinedError, examples
from costcurves.measures.isotonic import IsotonicFit
from costcurves.measures.proper_scores import (
    Decomposition,
    balanced_brier,
    brier,
    brier_skill,
    cllr,
    decomposition_by_isotonic_fit,
    decomposition_by_score,
    deviance_r_squared,
    log_loss,
    mean_absolute_error,
    min_cllr,
)
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
#: Imbalanced, with ties: a swap of the classes would show.
FEW_LABELS = np.array([1, 0, 1, 0, 0, 0, 1, 0, 0, 0])
FEW_SCORES = np.array([0.9, 0.9, 0.6, 0.6, 0.6, 0.4, 0.4, 0.2, 0.2, 0.1])
FEW_WEIGHTS = np.array([1, 2, 1, 1, 3, 1, 2, 1, 1, 4])
FEW = Tally.from_scores(FEW_LABELS, FEW_SCORES, FEW_WEIGHTS)
BOTH = pytest.mark.parametrize("score", ["brier", "log"])


def loss_of(score, probability, labels):
    """Loss of each record."""
    chance = np.where(labels == 1, probability, 1 - probability)
    return (1 - chance) ** 2 if score == "brier" else -np.log(chance)


def test_the_24_records():
    assert log_loss(RECORDS) == pytest.approx(0.3227785, abs=5e-8)
    assert 2 * 24 * log_loss(RECORDS) == pytest.approx(15.493370, abs=5e-7)  # deviance
    assert deviance_r_squared(RECORDS) == pytest.approx(0.534329, abs=5e-7)
    assert brier(RECORDS) == balanced_brier(RECORDS) == pytest.approx(0.1072165, abs=5e-8)
    assert brier_skill(RECORDS) == pytest.approx(0.571134, abs=5e-7)
    assert mean_absolute_error(RECORDS) == pytest.approx(0.2205853, abs=5e-8)
    assert cllr(RECORDS) == pytest.approx(0.4656710, abs=5e-8)
    assert min_cllr(RECORDS) == pytest.approx(1 / 3, rel=1e-15)
    parts = decomposition_by_isotonic_fit(RECORDS)
    assert parts.miscalibration == pytest.approx(0.0273554, abs=5e-8)
    assert parts.refinement == pytest.approx(23 / 288)
    assert parts.uncertainty == 0.25
    # No two records share a score: each is the outcome of one record.
    alone = decomposition_by_score(RECORDS)
    assert alone.miscalibration == pytest.approx(alone.score)
    assert alone.refinement == 0


@BOTH
def test_means_over_rows(score):
    found = {"brier": brier, "log": log_loss}[score](FEW)
    assert found == pytest.approx(np.average(loss_of(score, FEW_SCORES, FEW_LABELS), weights=FEW_WEIGHTS))
    naive = np.average(FEW_LABELS, weights=FEW_WEIGHTS)
    skill = {"brier": brier_skill, "log": deviance_r_squared}[score]
    for constant in (None, 0.1):
        given = naive if constant is None else constant
        least = np.average(loss_of(score, np.full(10, given), FEW_LABELS), weights=FEW_WEIGHTS)
        assert skill(FEW, constant) == pytest.approx(1 - found / least)


@BOTH
def test_parts_by_score_are_those_of_murphy(score):
    parts = decomposition_by_score(FEW, score)
    shares = {
        s: np.average(FEW_LABELS[s == FEW_SCORES], weights=FEW_WEIGHTS[s == FEW_SCORES]) for s in FEW_SCORES
    }
    observed = np.array([shares[s] for s in FEW_SCORES])
    prevalence = np.average(FEW_LABELS, weights=FEW_WEIGHTS)
    if score == "brier":
        reliability = np.average((FEW_SCORES - observed) ** 2, weights=FEW_WEIGHTS)
        resolution = np.average((observed - prevalence) ** 2, weights=FEW_WEIGHTS)
        assert parts.uncertainty == pytest.approx(prevalence * (1 - prevalence))
        assert parts.refinement == pytest.approx(np.average(observed * (1 - observed), weights=FEW_WEIGHTS))
    else:  # Kullback–Leibler divergences
        inside = (observed > 0) & (observed < 1)
        o, s, w = observed[inside], FEW_SCORES[inside], FEW_WEIGHTS[inside]
        reliability = np.sum(w * (o * np.log(o / s) + (1 - o) * np.log((1 - o) / (1 - s)))) - np.sum(
            FEW_WEIGHTS[~inside] * np.log(1 - FEW_SCORES[~inside])
        )
        reliability /= FEW_WEIGHTS.sum()
        resolution = (
            parts.uncertainty - np.sum(-w * (o * np.log(o) + (1 - o) * np.log(1 - o))) / FEW_WEIGHTS.sum()
        )
    assert parts.miscalibration == pytest.approx(reliability)
    assert parts.discrimination == pytest.approx(resolution)
    assert parts.score == pytest.approx(parts.miscalibration - parts.discrimination + parts.uncertainty)


@BOTH
@pytest.mark.parametrize("tally", [FEW, FEW.at_prevalence(0.05)], ids=["sample", "stated"])
def test_parts_by_isotonic_fit(tally, score):
    parts = decomposition_by_isotonic_fit(tally, score)
    fit = IsotonicFit.of(tally)
    fitted = Tally.from_counts(fit.probability, fit.positives, fit.negatives)
    if tally.stated_prevalence is not None:
        fitted = fitted.at_prevalence(tally.stated_prevalence)
    again = {"brier": brier, "log": log_loss}[score]
    assert parts.score == pytest.approx(again(tally))
    assert parts.refinement == pytest.approx(again(fitted))
    assert parts.miscalibration == pytest.approx(again(tally) - again(fitted))
    assert parts.score == pytest.approx(parts.miscalibration - parts.discrimination + parts.uncertainty)
    assert parts.refinement >= decomposition_by_score(tally, score).refinement
    # Fitting what is fitted saves nothing.
    assert decomposition_by_isotonic_fit(fitted, score).miscalibration == pytest.approx(0, abs=1e-15)


def test_miscalibration_is_the_area_between_two_cost_curves():
    for tally in (RECORDS, FEW, FEW.at_prevalence(0.05)):
        own, best = cc.rules.score_driven()(tally), cc.rules.optimal(tally).at_prevalence(tally.prevalence)
        parts = decomposition_by_isotonic_fit(tally)
        assert parts.miscalibration == pytest.approx(own.area - best.area)
        assert parts.refinement == pytest.approx(best.area)
        assert own.excess_over(best) == pytest.approx(parts.miscalibration)


def test_areas_of_rules_are_means():
    for tally in (FEW, FEW.at_prevalence(0.05)):
        assert balanced_brier(tally) == pytest.approx(cc.rules.score_driven(0.5)(tally).area)
        assert mean_absolute_error(tally) == pytest.approx(cc.rules.score_uniform()(tally).area)
    expected = np.average(np.abs(FEW_SCORES - FEW_LABELS), weights=FEW_WEIGHTS)
    assert mean_absolute_error(FEW) == pytest.approx(expected)


@pytest.mark.parametrize("prevalence", [None, 0.5, 0.1])
def test_cllr_is_an_area_over_the_log_odds(prevalence):
    stated = FEW.prevalence if prevalence is None else prevalence
    llr = np.log(FEW_SCORES / (1 - FEW_SCORES)) - math.log(stated / (1 - stated))
    positive = FEW_LABELS == 1
    expected = np.average(np.log2(1 + np.exp(-llr[positive])), weights=FEW_WEIGHTS[positive])
    expected += np.average(np.log2(1 + np.exp(llr[~positive])), weights=FEW_WEIGHTS[~positive])
    assert cllr(FEW, prevalence) == pytest.approx(expected / 2)

    def actual(log_odds):
        flagged = llr >= -log_odds
        pc = 1 / (1 + math.exp(-log_odds))
        fnr = np.average(~flagged[positive], weights=FEW_WEIGHTS[positive])
        fpr = np.average(flagged[~positive], weights=FEW_WEIGHTS[~positive])
        return pc * fnr + (1 - pc) * fpr

    ends = [-40, *sorted(-np.unique(llr)), 40]
    area = sum(integrate.quad(actual, a, b)[0] for a, b in itertools.pairwise(ends))
    assert cllr(FEW, prevalence) == pytest.approx(area / (2 * math.log(2)), rel=1e-9)


def test_min_cllr_is_an_area_over_the_log_odds():
    for tally in (RECORDS, FEW):
        envelope = cc.rules.optimal(tally)
        ends = [1e-15, *envelope.knots[1:-1], 1 - 1e-15]
        area = sum(
            integrate.quad(lambda x, curve=envelope: curve(x) / (x * (1 - x)), a, b)[0]
            for a, b in itertools.pairwise(ends)
        )
        assert min_cllr(tally) == pytest.approx(area / (2 * math.log(2)), rel=1e-8)


def test_min_cllr_is_that_of_the_isotonic_fit_and_needs_ranks_only():
    fit = IsotonicFit.of(FEW.at_prevalence(0.5))
    fitted = Tally.from_counts(fit.balanced, fit.positives, fit.negatives)
    assert min_cllr(FEW) == pytest.approx(cllr(fitted, 0.5))
    assert min_cllr(FEW) == min_cllr(Tally.from_scores(FEW_LABELS, FEW_SCORES * 9 - 3, FEW_WEIGHTS))
    assert min_cllr(FEW) == min_cllr(FEW.at_prevalence(0.3)) == min_cllr(FEW.compact())
    edges = [(0.5, 0.1), (0.5, 0.9)]
    expected = sum(t * math.log2((t + f) / t) + f * math.log2((t + f) / f) for t, f in edges) / 2
    assert min_cllr(Tally.from_points([0.1], [0.5])) == pytest.approx(expected)


def test_calibrated_odds_moved_to_another_prevalence_keep_cllr():
    llr = np.array([-2.0, 0.3, 1.0, 3.0])
    labels = [0, 1, 0, 1]
    for prevalence in (0.5, 0.02):
        odds = np.exp(llr) * prevalence / (1 - prevalence)
        found = cllr(Tally.from_scores(labels, odds / (1 + odds)), prevalence)
        assert found == pytest.approx((np.logaddexp(0, [-0.3, -3.0, -2.0, 1.0]) / math.log(2)).sum() / 4)


@pytest.mark.parametrize(("labels", "scores"), [([1, 0], [0.0, 0.5]), ([1, 0], [0.5, 1.0])])
def test_a_wrong_certainty_costs_without_end(labels, scores):
    tally = Tally.from_scores(labels, scores)
    assert log_loss(tally) == cllr(tally) == math.inf
    assert deviance_r_squared(tally) == -math.inf
    parts = decomposition_by_isotonic_fit(tally, "log")
    assert (parts.score, parts.miscalibration) == (math.inf, math.inf)
    assert math.isfinite(parts.refinement)


def test_a_right_certainty_costs_nothing():
    tally = Tally.from_scores([1, 0], [1.0, 0.0])
    assert log_loss(tally) == cllr(tally) == min_cllr(tally) == 0
    assert deviance_r_squared(tally) == brier_skill(tally) == 1
    assert decomposition_by_score(tally, "log") == Decomposition(0, 0, math.log(2), math.log(2))


def test_chances_near_zero_keep_their_digits():
    tally = Tally.from_scores([0, 1], [1e-20, 1.0])
    assert log_loss(tally) == 5e-21
    assert cllr(tally) == pytest.approx(1e-20 / (2 * math.log(2)), rel=1e-12)


OF_PROBABILITIES = [
    balanced_brier, brier, brier_skill, cllr, decomposition_by_isotonic_fit, decomposition_by_score,
    deviance_r_squared, log_loss, mean_absolute_error,
]  # fmt: skip


@pytest.mark.parametrize("function", OF_PROBABILITIES)
def test_what_is_no_probability_is_refused(function):
    with pytest.raises(
        InputError, match=r"scores taken as probabilities must lie in \[0, 1\]; got scores from 0.2 to 2"
    ):
        function(Tally.from_scores([1, 0], [2, 0.2]))
    with pytest.raises(InputError, match="got no scores"):
        function(Tally.from_points([0.1], [0.5]))
    with pytest.raises(InputError, match="needs every score; got a compact tally"):
        function(FEW.compact() if not FEW.compact().cells.is_exact else RECORDS.compact())
    if function not in {brier, log_loss, mean_absolute_error}:
        with pytest.raises(UndefinedError, match="needs records of both classes"):
            function(Tally.from_scores([1, 1], [0.2, 0.1]))
    with pytest.raises(InputError, match="needs a single tally"):
        function(Tally.stack([FEW, FEW]))


def test_statements_are_read():
    text = refusal(lambda: decomposition_by_score(FEW, "spherical"))
    assert text == "no such proper score 'spherical'; choose from 'brier', 'log'"
    assert "the probability of the naive rule must lie strictly between 0 and 1; got 1" in refusal(
        lambda: brier_skill(FEW, 1)
    )
    assert "prevalence must lie strictly between 0 and 1; got 0" in refusal(lambda: cllr(FEW, 0))


def test_a_class_that_weighs_next_to_nothing_has_no_skill():
    tally = Tally.from_scores([1, 0], [0.9, 0.1], [5e-324, 1e299])
    for function in (brier_skill, deviance_r_squared, cllr, decomposition_by_isotonic_fit):
        assert "must lie strictly between 0 and 1; got 0.0" in refusal(partial(function, tally))
