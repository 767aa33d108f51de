"""Intervals of an AUC: printed figures, the equations that their ends solve, honest edges."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves import UndefinedError
from costcurves.examples import records24
from costcurves.inference.auc.auc_intervals import METHODS
from tests.unit.refusals import refusal

Z = stats.norm.isf(0.025)
TALLY = cc.Tally.from_scores(*records24())
RATINGS = cc.Tally.from_counts([5, 4, 3, 2, 1], [33, 11, 2, 2, 3], [2, 11, 6, 6, 33])
PERFECT = cc.Tally.from_scores([1] * 8 + [0] * 12, [2] * 8 + [1] * 12)
TIED = cc.Tally.from_scores([1] * 8 + [0] * 12, [1] * 20)


def ends(sample, method, level=0.95):
    """Both ends of an interval."""
    found = cc.stats.auc_interval(sample, level=level, method=method)
    return found.low, found.high


def newcombe_variance(theta, p, n):
    """The form, written out in another way."""
    m = (p + n) / 2 - 1
    same = theta * (1 - theta)
    return (same + m * same * (1 - theta) / (2 - theta) + m * same * theta / (1 + theta)) / (p * n)


def test_figures_of_the_24_records():
    assert ends(TALLY, "logit") == pytest.approx((0.762062, 0.985965), abs=5e-7)
    assert ends(TALLY, "wald") == pytest.approx((0.847029, 1.0), abs=5e-7)
    assert cc.stats.hanley_mcneil_error(0.9375, 12, 12) == pytest.approx(0.0532537, abs=5e-8)
    assert ends(TALLY, "hanley-mcneil") == pytest.approx((0.9375 - Z * 0.0532537, 1.0), abs=5e-7)
    assert cc.stats.auc_interval(TALLY).estimate == 0.9375


@pytest.mark.parametrize("tally", [TALLY, RATINGS, PERFECT])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.999])
def test_ends_of_newcombe_are_just_not_rejected(tally, level):
    """(A − θ)² = z²·V(θ) at both ends, but at 1, where nothing is left to solve."""
    auc, z = cc.RocCurve.of(tally).auc, stats.norm.isf((1 - level) / 2)
    for end in ends(tally, "newcombe", level):
        away = z * math.sqrt(newcombe_variance(end, tally.total_positive, tally.total_negative))
        assert abs(auc - end) == pytest.approx(away, abs=1e-12)


def test_score_intervals_take_the_larger_variance():
    """On the 24 records the form is larger; where positives spread far more, DeLong's is."""
    assert ends(TALLY, "score") == ends(TALLY, "newcombe")
    spread = cc.Tally.from_scores([1] * 4 + [0] * 40, [50, 49, 0, 48, *range(1, 41)])
    auc, error = cc.RocCurve.of(spread).auc, cc.stats.auc_error(spread)
    ratio = error**2 / newcombe_variance(auc, 4, 40)
    assert ratio > 1
    for end in ends(spread, "score"):
        assert (auc - end) ** 2 == pytest.approx(Z**2 * ratio * newcombe_variance(end, 4, 40), rel=1e-9)
    low, high = ends(spread, "newcombe")
    assert ends(spread, "score")[0] < low
    assert ends(spread, "score")[1] > high


def test_logits_are_symmetric():
    low, high = (math.log(end / (1 - end)) for end in ends(RATINGS, "logit"))
    auc = cc.RocCurve.of(RATINGS).auc
    assert (low + high) / 2 == pytest.approx(math.log(auc / (1 - auc)), rel=1e-12)
    assert (high - low) / 2 == pytest.approx(Z * cc.stats.auc_error(RATINGS) / (auc * (1 - auc)), rel=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_classes_swapped_mirror_the_interval(method):
    labels, scores = records24()
    low, high = ends(cc.Tally.from_scores(1 - labels, scores), method)
    assert (1 - high, 1 - low) == pytest.approx(ends(TALLY, method), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("tally", [TALLY, RATINGS, PERFECT, TIED])
def test_intervals_hold_their_estimate_and_widen_with_the_level(method, tally):
    before = cc.stats.auc_interval(tally, level=0.01, method=method)
    for level in (0.5, 0.9, 0.95, 0.999):
        found = cc.stats.auc_interval(tally, level=level, method=method)
        assert 0 <= found.low <= before.low <= found.estimate <= before.high <= found.high <= 1
        assert found.level == level
        before = found


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"newcombe"}))
@pytest.mark.parametrize("tally", [PERFECT, PERFECT.compact()])
def test_perfect_separation_is_no_certainty(method, tally):
    found = cc.stats.auc_interval(tally, method=method)
    assert (found.estimate, found.high, found.method) == (1, 1, "Newcombe's score interval")
    assert 0.6 < found.low < 0.9
    assert len(found.notes) == 2
    assert found.low == ends(tally, "newcombe")[0]


def test_ties_throughout_are_no_certainty():
    found = cc.stats.auc_interval(TIED, method="wald")
    assert found.estimate == 0.5
    assert (found.low, found.high) == ends(TIED, "newcombe")
    assert found.notes == (
        "the variance seen is 0: the ends are those of a score test that does not need it",
    )


def test_the_worst_ranking_mirrors_the_best():
    low, high = ends(cc.Tally.from_scores([1] * 8 + [0] * 12, [1] * 8 + [2] * 12), "score")
    assert (1 - high, 1 - low) == pytest.approx(ends(PERFECT, "score"), abs=1e-15)


@pytest.mark.parametrize("method", METHODS)
def test_one_record_of_a_class(method):
    single = cc.Tally.from_scores([1, 0, 0, 0], [2.5, 3, 2, 1])
    if method not in {"newcombe", "hanley-mcneil"}:
        assert "two records or more" in refusal(lambda: ends(single, method), UndefinedError)
    else:
        low, high = ends(single, method)
        assert low < 2 / 3 < high


def test_weights_count_by_how_many_equal_ones_tell_as_much():
    labels, scores = records24()
    weight = np.tile([1.0, 3.0], 12)
    records = cc.Records.read(labels, scores, sample_weight=weight)
    p, n = (weight[side].sum() ** 2 / (weight[side] ** 2).sum() for side in (labels == 1, labels == 0))
    auc = cc.RocCurve.of(records.tally("model")).auc
    low, _ = ends(records, "newcombe")
    assert (auc - low) ** 2 == pytest.approx(Z**2 * newcombe_variance(low, p, n), rel=1e-9)
    assert cc.stats.auc_interval(records, method="logit") == cc.stats.auc_interval(
        records, method="logit", model="model"
    )


def test_clusters_widen_the_interval():
    labels, scores = (np.repeat(column, 3) for column in records24())
    apart = cc.stats.auc_interval(cc.Records.read(labels, scores))
    whole = cc.stats.auc_interval(cc.Records.read(labels, scores, cluster=np.repeat(np.arange(24), 3)))
    assert whole.width > 1.3 * apart.width
    assert whole.width == pytest.approx(cc.stats.auc_interval(TALLY).width, rel=0.02)


@pytest.mark.parametrize(("positives", "negatives"), [(2, 10), (10, 2), (1, 30), (30, 1)])
def test_hanley_and_mcneils_error_is_that_of_exponential_scores(positives, negatives):
    """Positives of rate r, negatives of rate 1: the chances that one outranks another, and that two do."""
    r = Fraction(1, 3)
    auc = 1 / (1 + r)  # ∫ e^(−rt)·e^(−t) dt
    both_outrank_one = 1 / (1 + 2 * r)  # ∫ e^(−2rt)·e^(−t) dt
    one_outranks_both = 1 - 2 * r / (1 + r) + r / (2 + r)  # ∫ r·e^(−rt)·(1 − e^(−t))² dt
    # Pairs of pairs with a negative in common, with a positive in common, and pairs with themselves.
    variance = (
        (positives - 1) * (both_outrank_one - auc**2)
        + (negatives - 1) * (one_outranks_both - auc**2)
        + auc * (1 - auc)
    ) / (positives * negatives)
    error = cc.stats.hanley_mcneil_error(float(auc), positives, negatives)
    assert error == pytest.approx(math.sqrt(variance), rel=1e-12)


def test_hanley_and_mcneil_count_pairs():
    """With one record of each class a pair is a coin."""
    assert cc.stats.hanley_mcneil_error(0.75, 1, 1) == pytest.approx(math.sqrt(0.75 * 0.25), rel=1e-14)
    assert cc.stats.hanley_mcneil_error(1, 5, 5) == 0
    assert "each class needs a record; got 0 and 5" in refusal(
        lambda: cc.stats.hanley_mcneil_error(0.7, 0, 5)
    )
    assert "auc must lie in [0, 1]" in refusal(lambda: cc.stats.hanley_mcneil_error(1.2, 5, 5))


def test_words_that_mean_nothing_are_refused():
    assert refusal(lambda: cc.stats.auc_interval(TALLY, method="delong")) == (
        "no such method 'delong'; choose from 'score', 'newcombe', 'logit', 'wald', 'hanley-mcneil'"
    )
    assert "a confidence level must lie between 0 and 1" in refusal(
        lambda: cc.stats.auc_interval(TALLY, level=95)
    )
