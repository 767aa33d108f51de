"""Histograms against numpy, densities against scipy, both record by record."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import gaussian_kde

from costcurves import InputError, Tally, UndefinedError, examples
from costcurves.curves.distributions import (
    PLACES,
    ScoreHistogram,
    score_density,
    score_edges,
    score_histogram,
)
from tests.laws import strategies as some
from tests.unit.refusals import refusal

LABELS, SCORES = examples.records24()
TALLY = Tally.from_scores(LABELS, SCORES)


# ---- histograms -----------------------------------------------------------------------------


def test_the_24_records_by_fifths():
    # Counted in the printed table.
    found = score_histogram(TALLY, bins=5)
    assert found.positives.tolist() == [0, 1, 1, 3, 7]
    assert found.negatives.tolist() == [8, 1, 1, 2, 0]
    assert found.positives.dtype.kind == "i"
    assert found.edges.tolist() == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert found.positive_density.tolist() == pytest.approx([0, 5 / 12, 5 / 12, 15 / 12, 35 / 12])
    assert found.outside == (0, 0)


@given(some.any_scored(some.probabilities))
def test_histograms_are_those_of_numpy(records):
    found = score_histogram(records.tally(), bins=8)
    weights = np.ones(len(records)) if records.weights is None else records.weights
    for side, column in ((records.labels, found.positives), (~records.labels, found.negatives)):
        expected, _ = np.histogram(records.scores[side], found.edges, weights=weights[side])
        assert column.tolist() == expected.tolist()
    assert found.positive_density @ found.width == pytest.approx(1)


@given(some.whole_scored(some.tied))
def test_edges_given_leave_out_what_is_beyond_them(records):
    edges = [1, 2.5, 3]
    found = score_histogram(records.tally(), edges)
    weights = np.ones(len(records)) if records.weights is None else records.weights
    expected, _ = np.histogram(records.scores[records.labels], edges, weights=weights[records.labels])
    assert found.positives.tolist() == expected.tolist()
    assert found.outside[0] == weights[records.labels].sum() - expected.sum()


def test_a_stated_prevalence_weighs_the_classes():
    found = score_histogram(TALLY.at_prevalence(0.25), bins=5)
    assert found.positives == pytest.approx(np.array([0, 1, 1, 3, 7]) / 2)
    assert found.negatives == pytest.approx(np.array([8, 1, 1, 2, 0]) * 1.5)
    assert found.positive_density == pytest.approx(score_histogram(TALLY, bins=5).positive_density)


def test_edges_are_shared_and_round():
    wide = Tally.from_scores([1, 0, 1], [-2.0, 4.0, math.inf])
    assert score_edges([wide, TALLY], bins=3).tolist() == [-2, 0, 2, 4]
    assert score_edges([TALLY], bins=10).tolist() == [k / 10 for k in range(11)]
    assert score_edges([Tally.from_scores([1, 0], [7, 7])], bins=2).tolist() == [6.5, 7, 7.5]


def test_infinite_scores_are_outside():
    found = score_histogram(Tally.from_scores([1, 1, 0, 0], [math.inf, 2, -math.inf, 1]), bins=2)
    assert (found.positives.tolist(), found.negatives.tolist()) == ([0, 1], [1, 0])
    assert found.outside == (1, 1)
    assert found.positive_density.tolist() == [0, 1]


def test_histograms_are_values():
    assert score_histogram(TALLY, 5) == score_histogram(Tally.from_scores(LABELS[::-1], SCORES[::-1]), 5)
    assert isinstance(score_histogram(TALLY), ScoreHistogram)
    assert len(score_histogram(TALLY)) == 20


@pytest.mark.parametrize("bins", [0, -1, 2.5, True, "ten"])
def test_a_count_of_bins_is_a_whole_number(bins):
    assert "bins must be a whole number, 1 or more" in refusal(lambda: score_histogram(TALLY, bins))


def test_refusals_of_histograms():
    assert "edges of bins must ascend" in refusal(lambda: score_histogram(TALLY, [0, 0]))
    assert "edges of bins must be finite" in refusal(lambda: score_histogram(TALLY, [0, math.inf]))
    assert "merged cells" in refusal(lambda: score_histogram(TALLY.compact()))
    assert "no scores" in refusal(lambda: score_histogram(Tally.from_points([0.2], [0.7])))
    with pytest.raises(UndefinedError, match="infinite ones only"):
        score_histogram(Tally.from_scores([1, 0], [math.inf, -math.inf]))
    with pytest.raises(UndefinedError, match="both classes"):
        score_histogram(Tally.from_scores([1, 1], [1, 2]))
    near = Tally.from_scores([1, 0], [1e16, 1e16 + 2])
    assert "bins must have a width" in refusal(lambda: score_histogram(near, 50))
    far = Tally.from_scores([1, 0], [-1.7e308, 1.7e308])
    assert "bins must have a width" in refusal(lambda: score_histogram(far))


# ---- densities ------------------------------------------------------------------------------


def test_densities_are_those_of_scipy():
    found = score_density(TALLY)
    for side, density, h in (
        (LABELS == 1, found.positive, found.bandwidth[0]),
        (LABELS == 0, found.negative, found.bandwidth[1]),
    ):
        theirs = gaussian_kde(SCORES[side])
        assert h == pytest.approx(math.sqrt(theirs.covariance[0, 0]), rel=1e-12)
        assert density == pytest.approx(theirs(found.score), rel=1e-9, abs=1e-14)


def test_whole_weights_count_records():
    rng = np.random.default_rng(4)
    labels, scores = rng.integers(0, 2, 60), rng.integers(0, 9, 60) / 8
    weights = rng.integers(1, 4, 60)
    once = score_density(Tally.from_scores(labels, scores, weights))
    again = score_density(Tally.from_scores(*(np.repeat(column, weights) for column in (labels, scores))))
    assert once == again
    theirs = gaussian_kde(np.repeat(scores, weights)[np.repeat(labels, weights) == 1])
    assert once.positive == pytest.approx(theirs(once.score), rel=1e-9, abs=1e-14)


def test_weights_that_are_not_whole():
    score, weight = np.array([0.1, 0.4, 0.5, 0.9]), np.array([0.5, 1.25, 2.0, 0.25])
    found = score_density(Tally.from_scores([1] * 4 + [0] * 4, [*score, *score], [*weight, *weight]))
    theirs = gaussian_kde(score, weights=weight)
    assert found.bandwidth[0] == pytest.approx(math.sqrt(theirs.covariance[0, 0]))
    assert found.negative == pytest.approx(theirs(found.score), rel=1e-9, abs=1e-14)


def test_a_bandwidth_given():
    found = score_density(Tally.from_scores([1, 0], [0, 10]), bandwidth=2.0)
    assert list(found.bandwidth) == [2, 2]
    assert found.score[[0, -1]].tolist() == [-6, 16]
    assert found.positive == pytest.approx(
        np.exp(-0.5 * (found.score / 2) ** 2) / (2 * math.sqrt(2 * math.pi))
    )


def test_narrow_curves_have_more_places():
    assert len(score_density(Tally.from_scores([1, 0], [0, 10]), bandwidth=2).score) == PLACES[0]
    assert len(score_density(Tally.from_scores([1, 0], [0, 10]), bandwidth=0.01).score) == PLACES[1]


def test_far_scores_stay_in_range():
    # Squares of these scores are beyond float64.
    scores = [0, 1e200, 3e200, 0, 2e200]
    found, small = (
        score_density(Tally.from_scores([1, 1, 1, 0, 0], np.array(scores) / k)) for k in (1, 1e200)
    )
    assert found.positive * 1e200 == pytest.approx(small.positive)


def test_infinite_scores_are_left_out():
    labels, scores = [1, 1, 1, 0, 0, 0], [math.inf, 2, 3, 1, 4, -math.inf]
    found = score_density(Tally.from_scores(labels, scores))
    finite = score_density(Tally.from_scores(labels[1:5], scores[1:5]))
    assert found.outside == (1, 1)
    assert found.positive.tolist() == finite.positive.tolist()


def test_the_prevalence_plays_no_part():
    assert score_density(TALLY.at_prevalence(0.1)) == score_density(TALLY)


def test_scotts_rule_by_hand():
    # σ² = 2 of 1, 2, 3, 4, 5 … with n − 1 = 4 below: 10/4.
    found = score_density(Tally.from_scores([1] * 5 + [0] * 5, [1, 2, 3, 4, 5] * 2))
    assert found.bandwidth[0] == pytest.approx(math.sqrt(Fraction(10, 4)) * 5**-0.2)


def test_refusals_of_densities():
    for tally in (Tally.from_scores([1, 0, 0], [1, 2, 3]), Tally.from_scores([1, 1, 0, 0], [1, 1, 2, 3])):
        with pytest.raises(
            UndefinedError, match=r"positive class needs several finite scores.*got 1 distinct"
        ):
            score_density(tally)
    with pytest.raises(UndefinedError, match="negative class needs finite scores"):
        score_density(Tally.from_scores([1, 1, 0], [1, 2, math.inf]))
    assert "a bandwidth must be above 0" in refusal(lambda: score_density(TALLY, 0))
    with pytest.raises(InputError, match="merged cells"):
        score_density(TALLY.compact())


def test_scores_are_those_given_whichever_end_means_positive():
    low = Tally.from_scores(LABELS, SCORES, lower_is_positive=True)
    edges = np.array([0, 0.5, 1])
    assert score_histogram(low, edges) == score_histogram(TALLY, edges)
    assert score_density(low).score.tolist() == score_density(TALLY).score.tolist()
    zero = Tally.from_scores([1, 0], [0.0, 1.0], lower_is_positive=True)
    assert math.copysign(1, zero.high[0]) == 1


def test_of_very_many_scores_neighbours_are_taken_together(monkeypatch):
    rng = np.random.default_rng(8)
    labels = rng.random(30_000) < 0.5
    tally = Tally.from_scores(labels, rng.normal(size=30_000) + labels, rng.integers(1, 4, 30_000))
    quick = score_density(tally)
    monkeypatch.setattr("costcurves.curves.distributions.FINE", len(labels))
    slow = score_density(tally)
    assert slow.score.tolist() == quick.score.tolist()
    assert quick.positive == pytest.approx(slow.positive, rel=1e-4, abs=1e-9)
    assert quick.positive.tolist() != slow.positive.tolist()
