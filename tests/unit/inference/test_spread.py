"""What a sample is worth, against variances written out and records that are known to tell nothing new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.errors import UndefinedError
from costcurves.inference.variances import CHUNK, cells_flagged_at_rates, class_moments, losses_at, worth
from tests.unit.inference.placing import drawn, placed, some_clusters, some_weights
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from costcurves.inference.resampling import Placed

COUNTS = np.arange(9)


def errors(sample: Placed, count: int) -> dict[bool, np.ndarray]:
    """Who of each class is wrong if so many cells are flagged."""
    flagged = sample.cell["a"] < count
    return {positive: (flagged != positive)[sample.is_positive == positive] for positive in (True, False)}


def of_few(freedom: float) -> float:
    """The share that Student's t leaves."""
    return float(stats.norm.ppf(0.975) / stats.t.ppf(0.975, freedom)) ** 2


def sizes(sample: Placed, count: np.ndarray = COUNTS) -> dict[bool, np.ndarray]:
    """Worth of both classes."""
    found = worth(sample, "a", count, 0.95)
    return {True: found.positives, False: found.negatives}


@pytest.mark.parametrize("weight", [None, some_weights(1), np.arange(40) % 3])
def test_every_threshold_is_found_by_its_rates(weight):
    tally = placed(drawn(1, sample_weight=weight)).tallies["a"]
    roc = cc.RocCurve.of(tally)
    assert cells_flagged_at_rates(tally, roc.fpr, roc.tpr).tolist() == list(range(len(tally.cells) + 1))


def test_rates_that_chance_serves_take_the_nearest_threshold():
    tally = cc.Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    near = cells_flagged_at_rates(tally, np.array([0.0, 0.0, 0.0, 0.2]), np.array([0.2, 0.3, 0.7, 1.0]))
    assert near.tolist() == [0, 1, 1, 2]


def test_records_one_by_one_are_worth_their_number():
    sample = placed(drawn(2))
    found = worth(sample, "a", COUNTS, 0.95)
    assert set(found.positives.tolist()) == {float(sample.is_positive.sum())}
    assert set(found.negatives.tolist()) == {float((~sample.is_positive).sum())}
    assert not found.correlation.any()


def test_weighted_records_by_the_formula():
    sample = placed(drawn(3, sample_weight=some_weights(3)))
    found = sizes(sample)
    weight = np.asarray(sample.weight)
    for count in COUNTS.tolist():
        for positive, wrong in errors(sample, count).items():
            w = weight[sample.is_positive == positive]
            n, p = len(w), sum(w * wrong) / sum(w)
            variance = n / (n - 1) * sum(w**2 * (wrong - p) ** 2) / sum(w) ** 2
            most = sum(w) ** 2 / sum(w**2)
            if variance:
                want = min(p * (1 - p) / variance, most) * of_few(n - 1)
            else:
                want = most * of_few(len(sample) - 2)
            assert found[positive][count] == pytest.approx(want), (count, positive)
    assert not worth(sample, "a", COUNTS, 0.95).correlation.any()


def test_one_error_of_a_light_record_makes_no_large_sample():
    weight = np.full(40, 1.0)
    weight[3] = 1e-3
    labels = np.arange(40) < 20
    score = labels.astype(float)
    score[3] = 0  # the only error
    found = sizes(placed(cc.Records.read(labels, {"a": score}, sample_weight=weight)), np.array([1]))
    assert found[True] <= 20


@pytest.mark.parametrize("columns", [{"sample_weight": some_weights(4)}, {"cluster": some_clusters(4)}])
def test_a_threshold_is_worth_the_same_whatever_else_is_asked(columns):
    sample = placed(drawn(4, **columns))
    together = worth(sample, "a", COUNTS, 0.95)
    for count in COUNTS:
        alone = worth(sample, "a", COUNTS[[count]], 0.95)
        assert alone.positives == pytest.approx(together.positives[[count]])
        assert alone.negatives == pytest.approx(together.negatives[[count]])
        assert alone.correlation == pytest.approx(together.correlation[[count]])


def test_few_units_are_worth_less_the_surer_one_is_to_be():
    sample = placed(drawn(6, cluster=some_clusters(6)))
    sure, surer = (worth(sample, "a", COUNTS, level) for level in (0.9, 0.99))
    kept = surer.positives > 1  # a sample is worth one record at least
    z, t = np.array([law.ppf(0.995) / law.ppf(0.95) for law in (stats.norm, stats.t(8))])
    assert (surer.positives / sure.positives)[kept] == pytest.approx((z / t) ** 2)


def test_one_cluster_says_nothing_of_its_spread():
    sample = placed(drawn(6, cluster=np.zeros(40)))
    assert refusal(lambda: worth(sample, "a", COUNTS, 0.95), UndefinedError) == (
        "the spread over clusters needs two or more of them; got one cluster: give more clusters, or leave cluster out"
    )


@pytest.mark.parametrize("columns", [{}, {"sample_weight": some_weights(8)}, {"cluster": some_clusters(8)}])
def test_moments_are_those_of_both_classes(columns):
    sample = placed(drawn(8, **columns))
    values = np.random.default_rng(8).normal(size=(40, 2))
    found = class_moments(sample, [(slice(0, 25), values[:25]), (slice(25, None), values[25:])])
    weight = np.ones(40) if sample.weight is None else np.asarray(sample.weight)
    for i, positive in enumerate((True, False)):
        mine = sample.is_positive == positive
        for power, moment in ((1, found.mean), (2, found.square)):
            want = np.average(values[mine] ** power, axis=0, weights=weight[mine])
            assert moment[i] == pytest.approx(want)
    assert np.all(found.sizes(0.95) <= found.rows + 1e-9)


def test_unequal_weights_are_worth_less():
    equal, unequal = (
        sizes(placed(drawn(5, sample_weight=w))) for w in (np.full(40, 2.5), some_weights(5) ** 2)
    )
    for positive in (True, False):
        assert unequal[positive].mean() < 0.8 * equal[positive].mean()


def test_clusters_by_the_formula():
    cluster = some_clusters(6)
    sample = placed(drawn(6, cluster=cluster))
    found = sizes(sample)
    correlation = worth(sample, "a", COUNTS, 0.95).correlation
    for count in COUNTS.tolist():
        left = {}
        for positive, wrong in errors(sample, count).items():
            mine, p = cluster[sample.is_positive == positive], wrong.mean()
            left[positive] = np.array([sum(wrong[mine == c] - p) / len(wrong) for c in range(9)])
            variance = 9 / 8 * sum(left[positive] ** 2)
            most = len(set(mine.tolist()))
            size = p * (1 - p) / variance if variance else most
            assert found[positive][count] == pytest.approx(max(min(size, len(wrong)) * of_few(8), 1))
        spread = np.sqrt(sum(left[True] ** 2) * sum(left[False] ** 2))
        want = left[True] @ left[False] / spread if spread else 0
        # Of a negative one the upper end of its interval, by Fisher's z.
        sure = min(0.0, np.tanh(np.arctanh(min(want, 0)) + 1.959964 / np.sqrt(9 - 3)))
        assert correlation[count] == pytest.approx(want if want >= 0 else sure)


def test_copies_of_a_record_in_its_cluster_are_worth_one():
    rows = np.repeat(np.arange(40), 6)
    one, many = drawn(7), drawn(7)
    copied = cc.Records.read(many.is_positive[rows], {"a": many.scores["a"][rows]}, cluster=rows)
    single = sizes(placed(cc.Records.read(one.is_positive, {"a": one.scores["a"]}, cluster=np.arange(40))))
    found = sizes(placed(copied))
    for positive in (True, False):
        assert found[positive] == pytest.approx(single[positive])
        assert np.all(found[positive] <= 45)


def test_one_error_of_a_cluster_with_all_its_records_is_nearly_one_record():
    """Clusters that are wholly right or wholly wrong are worth about their number."""
    cluster = np.repeat(np.arange(20), 10)
    labels = cluster % 2 == 0
    score = np.where(cluster < 5, ~labels, labels).astype(float)
    found = sizes(placed(cc.Records.read(labels, {"a": score}, cluster=cluster)), np.array([1]))
    for positive in (True, False):
        assert found[positive] == pytest.approx(10, rel=0.2)


def test_losses_of_each_record():
    sample = placed(drawn(8, size=50))
    x = np.array([0.1, 0.5, 0.8])
    count = np.array([2, 4, 7])
    ((rows, values),) = list(losses_at(sample, "a", count, x))
    assert rows == slice(0, CHUNK)
    for i in range(50):
        for k in range(3):
            flagged = sample.cell["a"][i] < count[k]
            want = x[k] * (not flagged) if sample.is_positive[i] else (1 - x[k]) * flagged
            assert values[i, k] == want


def test_two_clusters_are_not_relied_on_to_be_contrary():
    """What one cluster gets wrong more the other does less, in the other class: by chance, for all one knows."""
    labels = np.repeat([1, 0, 1, 0], 20)
    score = np.concatenate([np.arange(20) >= wrong for wrong in (5, 15, 15, 5)]).astype(float)
    score = np.where(labels == 1, score, 1 - score)
    records = cc.Records.read(labels, {"a": score}, cluster=np.repeat([0, 1], 40))
    found = worth(placed(records), "a", np.array([1]), 0.95)
    assert found.correlation.tolist() == [0.0]


def test_of_many_clusters_a_contrary_run_counts_in_part():
    rng = np.random.default_rng(9)
    cluster = np.repeat(np.arange(200), 10)
    labels = np.tile([1, 0], 1000)
    score = labels + rng.normal(size=200)[cluster] + 0.5 * rng.normal(size=2000)
    sample = placed(cc.Records.read(labels, {"a": score}, cluster=cluster))
    count = np.array([1000])
    (used,) = worth(sample, "a", count, 0.95).correlation
    assert -0.95 < used < -0.3


def test_rounding_of_clusters_that_are_alike_is_no_spread():
    """One error of every ten in each cluster: as many units as clusters, whatever the last bits say."""
    sizes = []
    for count in (47, 48, 49, 50, 98):
        labels = np.tile(np.repeat([1, 0], count), 10)
        wrong = np.tile(np.arange(2 * count) % count == 0, 10)
        score = np.where(wrong, 1 - labels, labels).astype(float)
        sample = placed(cc.Records.read(labels, {"a": score}, cluster=np.repeat(np.arange(10), 2 * count)))
        sizes.append(float(worth(sample, "a", np.array([1]), 0.95).positives[0]))
    assert sizes == pytest.approx([sizes[0]] * 5)


def test_shares_of_few_units_at_levels_near_nothing():
    sample = placed(drawn(6, cluster=some_clusters(6)))
    near = [worth(sample, "a", COUNTS, level).positives for level in (1e-3, 1e-5, 1e-13)]
    assert near[1] == pytest.approx(near[0], rel=1e-3)
    assert near[2] == pytest.approx(near[1], rel=1e-6)
