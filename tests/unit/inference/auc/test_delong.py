"""DeLong's variances: printed figures, other ways to the same number, what has none."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import UndefinedError
from costcurves.examples import records24
from costcurves.inference.auc import delong
from tests.unit.refusals import refusal

LABELS, SCORES = records24()
#: A second score of the same 24 records, made up.
SECOND = [
    0.62, 0.97, 0.81, 0.55, 0.9, 0.35, 0.71, 0.66, 0.48, 0.93, 0.29, 0.58,
    0.77, 0.12, 0.44, 0.69, 0.31, 0.05, 0.52, 0.18, 0.09, 0.27, 0.4, 0.02,
]  # fmt: skip
BOTH = cc.Records.read(LABELS, {"a": SCORES, "b": SECOND})


def naive(is_positive, scores, weight=None):
    """AUC and placements of both classes, pair by pair."""
    weight = np.ones(len(scores)) if weight is None else np.asarray(weight, float)
    mine, other = scores[is_positive], scores[~is_positive]
    won = (mine[:, None] > other) + 0.5 * (mine[:, None] == other)
    p, n = weight[is_positive], weight[~is_positive]
    return p @ won @ n / (p.sum() * n.sum()), won @ n / n.sum(), p @ won / p.sum()


def test_figures_of_the_24_records():
    assert cc.stats.auc_error(cc.Tally.from_scores(LABELS, SCORES)) == pytest.approx(0.0461593, abs=5e-8)
    covariance = cc.stats.auc_covariance(BOTH)
    assert covariance[[0, 0, 1], [0, 1, 1]] == pytest.approx([0.0021307, 0.0009733, 0.0045156], abs=5e-8)
    assert delong.Placements.of(BOTH).auc == pytest.approx([0.9375, 0.8819444], abs=5e-8)


def test_hard_classifiers_have_the_variance_of_two_rates():
    """A is half the sum of two rates, and they are drawn apart: TPR·FNR/(P − 1) and the like, over 4."""
    tally = cc.Tally.from_confusion(tp=30, fn=10, fp=20, tn=80)
    want = (0.75 * 0.25 / 39 + 0.2 * 0.8 / 99) / 4
    assert cc.stats.auc_error(tally) ** 2 == pytest.approx(want, rel=1e-13)


def test_a_tally_of_whole_weights_counts_records():
    score, positives, negatives = [3, 2, 1], [4, 2, 1], [1, 2, 5]
    labels = [1] * 7 + [0] * 8
    rows = np.concatenate([np.repeat(score, positives), np.repeat(score, negatives)])
    counted = cc.Tally.from_counts(score, positives, negatives)
    assert cc.stats.auc_error(counted) == cc.stats.auc_error(cc.Tally.from_scores(labels, rows))
    assert cc.stats.auc_error(counted) == pytest.approx(
        cc.stats.auc_error(cc.Records.read(labels, rows)), rel=1e-14
    )


def test_rows_and_cells_agree():
    by_cells = [cc.stats.auc_error(BOTH, model=name) for name in "ab"]
    assert np.sqrt(np.diag(cc.stats.auc_covariance(BOTH))) == pytest.approx(by_cells, rel=1e-12)


def test_a_stated_prevalence_changes_nothing():
    tally = cc.Tally.from_scores(LABELS, SCORES)
    assert cc.stats.auc_error(tally.at_prevalence(0.01)) == cc.stats.auc_error(tally)
    assert cc.stats.auc_interval(tally.at_prevalence(0.01)) == cc.stats.auc_interval(tally)


def test_merged_cells_of_one_class_change_nothing():
    tally = cc.Tally.from_scores(LABELS, SCORES)
    assert cc.stats.auc_error(tally.compact()) == pytest.approx(cc.stats.auc_error(tally), rel=1e-14)


@pytest.mark.parametrize("weight", [None, [1, 2, 3] * 8, [0.1, 0.7, 1.3] * 8])
def test_the_area_is_that_of_the_curve(weight):
    records = cc.Records.read(LABELS, {"a": SCORES, "b": SECOND}, sample_weight=weight)
    want = [cc.RocCurve.of(records.tally(name)).auc for name in "ab"]
    assert delong.Placements.of(records).auc.tolist() == want


def test_low_scores_may_mean_positive():
    turned = cc.Records.read(LABELS, {"a": -SCORES, "b": SECOND}, lower_is_positive=["a"])
    assert cc.stats.auc_covariance(turned).tolist() == cc.stats.auc_covariance(BOTH).tolist()


def test_rows_without_weight_leave_no_trace():
    weight = np.tile([0, 1, 2], 8)
    some = cc.Records.read(LABELS, {"a": SCORES, "b": SECOND}, sample_weight=weight)
    kept = some.take(np.flatnonzero(weight))
    assert cc.stats.auc_covariance(some).tolist() == cc.stats.auc_covariance(kept).tolist()


def test_models_are_taken_in_the_order_asked_for():
    covariance = cc.stats.auc_covariance(BOTH)
    assert cc.stats.auc_covariance(BOTH, ["b", "a"]) == pytest.approx(covariance[::-1, ::-1], rel=1e-13)


def test_blocks_of_rows_add_up(monkeypatch):
    whole = cc.stats.auc_covariance(BOTH)
    monkeypatch.setattr(delong, "BLOCK", 1)
    rng = np.random.default_rng(3)
    labels, scores = rng.random(300) < 0.4, rng.normal(size=(2, 300))
    records = cc.Records.read(labels, dict(zip("ab", scores, strict=True)))
    parts = cc.stats.auc_covariance(records)
    monkeypatch.undo()
    assert parts == pytest.approx(cc.stats.auc_covariance(records), rel=1e-12)
    assert whole == pytest.approx(cc.stats.auc_covariance(BOTH), rel=1e-12)


def test_large_samples_are_ranked_on_threads():
    rng = np.random.default_rng(5)
    labels = rng.random(120_000) < 0.3
    scores = {name: np.round(rng.normal(size=120_000) + labels, 2) for name in "abc"}
    records = cc.Records.read(labels, scores)
    found = np.sqrt(np.diag(cc.stats.auc_covariance(records)))
    assert found == pytest.approx([cc.stats.auc_error(records.tally(name)) for name in "abc"], rel=1e-10)


def test_weighted_variance_is_that_of_rows_drawn_anew():
    """The definition for weights against a bootstrap of weighted rows within each class."""
    rng = np.random.default_rng(11)
    is_positive = np.arange(240) < 90
    scores, weight = np.round(rng.normal(size=240) + is_positive, 1), rng.gamma(2, size=240)
    error = cc.stats.auc_error(cc.Records.read(is_positive, scores, sample_weight=weight))
    sides = [np.flatnonzero(is_positive), np.flatnonzero(~is_positive)]
    mine, other = (scores[side] for side in sides)
    won = (mine[:, None] > other) + 0.5 * (mine[:, None] == other)
    drawn = []
    for _ in range(4000):
        p, n = (
            np.bincount(rng.integers(0, len(side), len(side)), minlength=len(side)) * weight[side]
            for side in sides
        )
        drawn.append(p @ won @ n / (p.sum() * n.sum()))
    assert np.std(drawn) == pytest.approx(error, rel=0.04)
    # Weights told apart from counts: an unweighted error is another number.
    assert abs(cc.stats.auc_error(cc.Records.read(is_positive, scores)) / error - 1) > 0.1


def test_scaled_weights_change_nothing():
    weight = np.tile([0.5, 1.0, 2.0], 8)
    want = cc.stats.auc_error(cc.Records.read(LABELS, SCORES, sample_weight=weight))
    for scale in (3.0, 1e290, 1e-290):
        scaled = cc.Records.read(LABELS, SCORES, sample_weight=weight * scale)
        assert cc.stats.auc_error(scaled) == pytest.approx(want, rel=1e-13)


def test_clusters_are_drawn_whole():
    """Var = C/(C−1) Σ(Σ deviations of a cluster)², each deviation over the size of its class."""
    cluster = np.arange(24) % 7
    records = cc.Records.read(LABELS, {"a": SCORES, "b": SECOND}, cluster=cluster)
    is_positive = LABELS == 1
    shares = []
    for scores in (SCORES, np.array(SECOND)):
        auc, of_positives, of_negatives = naive(is_positive, scores)
        share = np.empty(24)
        share[is_positive], share[~is_positive] = (of_positives - auc) / 12, (of_negatives - auc) / 12
        shares.append(np.bincount(cluster, share))
    want = 7 / 6 * np.array(shares) @ np.array(shares).T
    assert cc.stats.auc_covariance(records) == pytest.approx(want, rel=1e-12)
    assert cc.stats.auc_error(records, model="b") ** 2 == pytest.approx(want[1, 1], rel=1e-12)


def test_repeated_records_of_a_cluster_tell_nothing_new():
    twice = cc.Records.read(np.repeat(LABELS, 2), np.repeat(SCORES, 2), cluster=np.repeat(np.arange(24), 2))
    once = cc.stats.auc_error(cc.Records.read(LABELS, SCORES, cluster=np.arange(24)))
    assert cc.stats.auc_error(twice) == pytest.approx(once, rel=1e-12)
    assert cc.stats.auc_error(cc.Records.read(np.repeat(LABELS, 2), np.repeat(SCORES, 2))) < 0.8 * once


def test_one_record_of_a_class_has_no_variance():
    tally = cc.Tally.from_scores([1, 0, 0], [3, 2, 1])
    assert refusal(lambda: cc.stats.auc_error(tally), UndefinedError) == (
        "DeLong's variance needs two records or more of each class; got 1 positive and 2 negative: "
        'give more records, or take auc_interval(…, method="newcombe")'
    )
    clusters = cc.Records.read([1, 1, 0, 0], [4, 3, 2, 1], cluster=[1, 1, 2, 3])
    assert "two clusters or more of each class; got 1 positive and 2 negative" in refusal(
        lambda: cc.stats.auc_error(clusters), UndefinedError
    )
    assert "got 1 positive and 2 negative" in refusal(
        lambda: cc.stats.auc_covariance(cc.Records.read([1, 0, 0], [3, 2, 1])), UndefinedError
    )


def test_what_cannot_be_counted_is_refused():
    weighted = cc.Tally.from_scores(LABELS, SCORES, [0.5, 1.5] * 12)
    assert "fractional weights" in refusal(lambda: cc.stats.auc_error(weighted))
    points = cc.Tally.from_points([0.3], [0.7])
    assert "rates without class sizes" in refusal(lambda: cc.stats.auc_error(points), UndefinedError)
    assert "both classes; got no positive ones" in refusal(
        lambda: cc.stats.auc_covariance(cc.Records.read([0, 0], [1, 2])), UndefinedError
    )


def test_a_model_is_named_where_there_are_several():
    assert refusal(lambda: cc.stats.auc_error(BOTH)) == "a model must be named; got none: a, b"
    assert "no such model 'c'" in refusal(lambda: cc.stats.auc_error(BOTH, model="c"))


def test_an_evaluation_is_asked_for_its_rows():
    evaluation = cc.evaluate(LABELS, {"a": SCORES, "b": SECOND}, cluster=np.arange(24) // 2)
    assert evaluation.records is not None
    assert cc.stats.auc_error(evaluation, model="b") == cc.stats.auc_error(evaluation.records, model="b")
    counted = cc.evaluate_counts({"a": ([1, 2], [1, 2], [2, 1])})
    assert "needs a single tally; got an object of type Evaluation" in refusal(
        lambda: cc.stats.auc_error(counted)
    )
    assert cc.stats.auc_error(counted.tally("a")) > 0


def test_models_of_a_covariance_are_listed():
    records = cc.Records.read([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
    assert "a covariance of AUCs needs a model or more; got 'ab'" in refusal(
        lambda: cc.stats.auc_covariance(records, "ab")
    )
