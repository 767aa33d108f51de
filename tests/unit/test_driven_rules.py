"""Rules that follow the score or the share flagged, and rules of chance."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally, examples
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
#: Imbalanced on purpose: with as many of each class a swap of the two is not seen.
FEW = Tally.from_scores([1, 0, 0, 0, 1], [0.9, 0.6, 0.3, 0.1, 0.4])


def test_areas_of_the_24_records():
    # 24 records of Shmueli, Patel & Bruce (2010), table 5.2; areas by exact arithmetic.
    areas = [
        rule(RECORDS).area
        for rule in (cc.rules.score_driven(), cc.rules.score_uniform(), cc.rules.rate_uniform())
    ]
    assert areas == pytest.approx([0.1072165, 0.2205853, 0.28125], abs=5e-8)
    assert cc.rules.rate_driven()(RECORDS).area == pytest.approx(11 / 96)
    assert cc.rules.kendall(RECORDS).area == pytest.approx(1 / 32)
    assert cc.rules.excess(cc.rules.score_driven())(RECORDS).area == pytest.approx(0.0273554, abs=5e-8)


def test_areas_of_chance_by_cost_proportion():
    scores, positive = np.array([0.9, 0.6, 0.3, 0.1, 0.4]), np.array([1, 0, 0, 0, 1])
    auc = cc.RocCurve.of(FEW).auc
    assert cc.rules.score_uniform()(FEW).area == pytest.approx(np.mean(np.abs(scores - positive)))
    assert cc.rules.rate_uniform()(FEW).area == pytest.approx(0.4 * 0.6 * (1 - 2 * auc) + 0.5)
    assert cc.rules.kendall(FEW).area == pytest.approx(2 * 0.4 * 0.6 * (1 - auc))


def test_a_random_threshold_serves_the_mean_over_thresholds():
    roc = cc.RocCurve.of(FEW)
    # Threshold t serves point i for low < t ≤ high: weigh the points with the widths of these intervals.
    width = np.diff(np.clip(np.append(roc.high, roc.low[-1])[::-1], 0, 1))[::-1]
    curve = cc.rules.score_uniform(0.5)(FEW)
    assert curve(0.0) == pytest.approx(np.dot(width, roc.fpr))
    assert curve(1.0) == pytest.approx(np.dot(width, 1 - roc.tpr))


def test_a_random_share_serves_the_mean_over_shares():
    curve, moving = cc.rules.rate_uniform()(FEW), cc.rules.rate_driven()(FEW)
    width = np.diff(moving.edges)
    assert curve(0.0) == pytest.approx(np.dot(width, moving.fpr.mean(axis=1)))
    assert curve(1.0) == pytest.approx(np.dot(width, moving.fnr.mean(axis=1)))


def test_a_perfect_ranking_has_no_kendall_loss():
    perfect = Tally.from_scores([1, 1, 0, 0, 0], [5, 4, 3, 2, 1])
    assert np.allclose(cc.rules.kendall(perfect).values, 0, atol=1e-15)
    assert np.all(cc.rules.kendall(FEW)(np.linspace(0, 1, 99)) >= -1e-15)


# --- rates served at conditions ---


def test_scores_are_compared_with_the_threshold_itself():
    below = np.nextafter(0.1, 0)
    tally = Tally.from_scores([1, 0, 1], [0.1, below, 0.9])
    # 1 − 0.1 and 1 − below are the same number: by cost proportion the two could not be told apart.
    assert 1 - below == 1 - 0.1
    fpr, tpr = cc.rules.score_driven().served(tally, tally.prevalence, 0.1, 0.9)
    assert (fpr.tolist(), tpr.tolist()) == (0.0, 1.0)


@pytest.mark.parametrize(
    "rule", [cc.rules.optimal, cc.rules.rate_driven(), cc.rules.fixed(0.35), cc.rules.score_driven(0.2)]
)
def test_rates_served_are_those_of_the_curve(rule):
    prevalence, fp, fn = np.array([0.1, 0.4, 0.4, 0.77]), np.array([1.0, 1, 5, 2]), 2.0
    weight = prevalence * fn
    pc = weight / (weight + (1 - prevalence) * fp)
    for got, expected in zip(rule.served(FEW, prevalence, fp, fn), rule(FEW).rates(pc), strict=True):
        assert np.allclose(got, expected, atol=1e-12)


def test_scores_calibrated_elsewhere_are_corrected():
    # p̂ = 0.3 at prevalence 0.2 becomes odds 0.3/0.7 · (0.5/0.5)/(0.2/0.8) at prevalence ½: 12/19.
    tally = Tally.from_scores([1, 0], [0.3, 0.1])
    rule = cc.rules.score_driven(0.2)
    at = 12 / 19
    assert rule.served(tally, 0.5, at - 1e-9, 1 - at + 1e-9)[1] == 1
    assert rule.served(tally, 0.5, at + 1e-9, 1 - at - 1e-9)[1] == 0


def test_nothing_at_stake_is_served_like_even_odds():
    assert [rate.tolist() for rate in cc.rules.score_driven().served(FEW, 0.4, 0.0, 0.0)] == pytest.approx(
        [1 / 3, 0.5]
    )
    assert [rate.tolist() for rate in cc.rules.optimal.served(FEW, 0.4, 0.0, 0.0)] == pytest.approx(
        [1 / 3, 1.0]
    )


# --- refusals ---


def test_a_random_threshold_needs_probabilities():
    assert refusal(lambda: cc.rules.score_uniform()(Tally.from_scores([1, 0], [3, 1]))) == (
        "scores taken as probabilities must lie in [0, 1]; got scores from 1 to 3: calibrate them, or use another rule"
    )
    assert "a random threshold needs every score" in refusal(
        lambda: cc.rules.score_uniform()(Tally.from_scores([1, 1, 0, 0], [0.9, 0.8, 0.3, 0.1]).compact())
    )
    low = Tally.from_scores([1, 0], [0.2, 0.7], lower_is_positive=True)
    assert "low scores mean positive" in refusal(lambda: cc.rules.score_uniform()(low))


def test_random_shares_are_of_one_prevalence():
    assert cc.rules.rate_uniform().for_pooled(0.3)(FEW).prevalence == 0.3
    assert cc.rules.rate_uniform(0.1).for_pooled(0.3)(FEW).prevalence == 0.1


def test_what_is_no_rule_has_no_excess():
    assert refusal(lambda: cc.rules.excess("optimal")).startswith("a rule must choose thresholds; got")  # type: ignore[arg-type]  # wrong on purpose


# --- looking thresholds up ---

SCORED = {
    "plain": [0.5, 0.25, 0.5, 0.75, 0.25, 0.1],
    "signs": [-1.5, 0.0, -0.0, 2.0, 1e-3, -2.0],
    "tiny": [5e-324, 0.0, -5e-324, 1e-310, 0.0, 1.0],
    "far apart": [1e300, 1e-300, -1e300, 3.0, 0.0, 7.0],
    "infinite": [np.inf, 1.0, -np.inf, 2.0, np.inf, 0.5],
}


@pytest.mark.parametrize("weights", [None, [1, 2, 1, 3, 1, 2]], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("labels", [[1, 0, 1, 0, 1, 0], [0, 0, 1, 0, 0, 0]], ids=["balanced", "rare"])
@pytest.mark.parametrize("name", SCORED)
def test_weights_from_a_threshold_up(name, labels, weights):
    scores, positive = np.array(SCORED[name]), np.array(labels) == 1
    held = np.ones(6) if weights is None else np.array(weights)
    tally = Tally.from_scores(labels, scores, weights)
    finite = scores[np.isfinite(scores)]
    at = np.concatenate([finite, np.nextafter(finite, np.inf), np.nextafter(finite, -np.inf)])
    at = np.concatenate([at, [np.inf, -np.inf, 1e-320, -1e-320, 1e308, -1e308]])
    for source in (tally.source, tally.cells):
        negative, found = source.flagged(at)
        flagged = scores >= at[:, None]
        assert found.tolist() == (flagged & positive).dot(held).tolist()
        assert negative.tolist() == (flagged & ~positive).dot(held).tolist()
        assert source.ends() == (scores.min(), scores.max())
