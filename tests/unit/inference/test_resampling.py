"""The one splitter: records in the cells of their models, dealt into folds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.resampling import Placed, Splits, generators
from tests.unit.inference.placing import drawn, placed, some_clusters, some_weights
from tests.unit.refusals import refusal

TALLY = cc.Tally.from_scores([1, 1, 0, 1, 0, 0, 0], [3, 3, 3, 2, 2, 1, 1])
# Untyped: tests hand in what no type allows.
loose: Any = Splits
loosely: Any = placed


def dealt(sample: Placed, folds: int = 3, repeats: int = 4, seed: int = 0) -> list[np.ndarray]:
    return list(Splits(folds, repeats, seed).deal(sample))


# ---- placing --------------------------------------------------------------------------------


def test_a_tally_is_as_good_as_its_rows():
    sample = Placed.of_tally(TALLY, "m")
    assert len(sample) == 7
    rows = Counter(zip(sample.cell["m"].tolist(), sample.is_positive.tolist(), strict=True))
    assert rows == {(0, True): 2, (0, False): 1, (1, True): 1, (1, False): 1, (2, False): 2}
    assert sample.weight is sample.cluster is sample.fold is None


def test_records_lie_in_the_cells_of_each_model():
    records = drawn(3)
    sample = placed(records)
    for model in "ab":
        tally = records.tally(model)
        assert np.array_equal(tally.high[sample.cell[model]], records.scores[model])
        assert np.array_equal(sample.is_positive, records.is_positive)


def test_low_scores_may_mean_positive():
    records = cc.Records.read([1, 0, 1, 0], {"m": [1, 5, 2, 2]}, lower_is_positive=True)
    assert placed(records).cell["m"].tolist() == [0, 2, 1, 1]


def test_rows_of_no_weight_are_left_out_with_all_they_say():
    records = cc.Records.read(
        [1, 0, 1, 0], {"m": [4, 3, 2, 1]}, sample_weight=[1, 0, 2, 3],
        cluster=["x", "y", "x", "z"], fold=["u", "v", "w", "u"],
    )  # fmt: skip
    sample = loosely(records)
    assert len(sample) == 3
    assert sample.is_positive.tolist() == [True, True, False]
    assert np.array_equal(sample.weight, [1, 2, 3])
    assert np.array_equal(sample.cluster, [0, 0, 1])
    assert np.array_equal(sample.fold, [0, 1, 0])


@pytest.mark.parametrize(
    ("column", "numbers"),
    [
        (["b", "a", "b", "c"], [0, 1, 0, 2]),
        ([7, 7, -1, 7], [0, 0, 1, 0]),
        (np.array(["b", 1, "b", 2.5], dtype=object), [0, 1, 0, 2]),
    ],
)
def test_clusters_are_numbered_by_their_first_rows(column, numbers):
    records = cc.Records.read([1, 0, 1, 0], {"m": [4, 3, 2, 1]}, cluster=column)
    assert np.array_equal(loosely(records).cluster, numbers)


@pytest.mark.parametrize("weights", [None, "whole", "fractional"])
def test_a_stack_counts_each_part_as_a_tally_would(weights):
    held = {None: None, "whole": np.arange(1, 41), "fractional": some_weights(2)}[weights]
    records = drawn(5, sample_weight=held)
    sample = placed(records)
    part = np.random.default_rng(0).integers(0, 3, len(sample))
    stack = sample.stack("a", part, 3)
    whole = records.tally("a")
    assert np.array_equal(stack.pooled().positives, whole.positives)
    for k in range(3):
        mine = part == k
        own = cc.Tally.from_scores(
            records.is_positive[mine], records.scores["a"][mine], None if held is None else held[mine]
        )
        found = {
            score: (positive, negative)
            for score, positive, negative in zip(
                stack.high, stack.positives[k], stack.negatives[k], strict=True
            )
            if positive or negative
        }
        assert found == dict(zip(own.high, zip(own.positives, own.negatives, strict=True), strict=True))
    assert stack.positives.dtype.kind == ("f" if weights == "fractional" else "i")


@pytest.mark.parametrize(
    ("tally", "kind", "text"),
    [
        (cc.Tally.from_scores([1, 0], [2, 1], [0.5, 1]), cc.InputError, "got fractional weights"),
        # Money that happens to be whole counts no records, either.
        (cc.Tally.from_stakes([10, -5], [2, 1]), cc.InputError, "or amounts of money"),
        (cc.Tally.from_stakes([1, -1], [2, 1]), cc.InputError, "or amounts of money"),
        (
            cc.Tally.from_confusion(tp=10**9, fn=1, fp=1, tn=1),
            cc.InputError,
            "resampling of a tally must have at most 268,435,456 records; got 1,000,000,003",
        ),
        (cc.Tally.from_points([0.1], [0.5]), cc.UndefinedError, "got rates without class sizes"),
    ],
)
def test_what_counts_no_records_cannot_be_resampled(tally, kind, text):
    assert text in refusal(lambda: Placed.of_tally(tally), kind)


# ---- dealing --------------------------------------------------------------------------------


@pytest.mark.parametrize("folds", [2, 3, 5, 7])
def test_folds_are_balanced_by_class(folds):
    sample = placed(drawn(1, 53))
    for part in dealt(sample, folds):
        for mine in (sample.is_positive, ~sample.is_positive):
            sizes = np.bincount(part[mine], minlength=folds)
            assert sizes.max() - sizes.min() <= 1
        assert np.unique(part).tolist() == list(range(folds))


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_kept_whole_and_spread_their_positives(seed):
    cluster = some_clusters(seed, 120, 30)
    sample = placed(drawn(seed, 120, cluster=cluster))
    for part in dealt(sample, 3):
        assert all(len(np.unique(part[cluster == one])) == 1 for one in range(30))
        in_fold = np.bincount(part, sample.is_positive, 3)
        largest = max(sample.is_positive[cluster == one].sum() for one in range(30))
        assert in_fold.max() - in_fold.min() <= largest
        counts = np.bincount([part[cluster == one][0] for one in range(30)])
        assert counts.tolist() == [10, 10, 10]


def test_clusters_of_one_record_are_balanced_like_records():
    sample = placed(drawn(1, 53, cluster=np.arange(53)))
    for part in dealt(sample, 4):
        for mine in (sample.is_positive, ~sample.is_positive):
            assert np.ptp(np.bincount(part[mine], minlength=4)) <= 2


@pytest.mark.parametrize("cluster", [None, some_clusters(0)])
def test_a_seed_deals_alike_and_others_do_not(cluster):
    sample = placed(drawn(2, cluster=cluster))
    one, same, other = (dealt(sample, seed=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert not np.array_equal(one[0], one[1])


def test_more_repeats_begin_with_the_same_ones():
    sample = placed(drawn(2))
    assert all(
        np.array_equal(a, b)
        for a, b in zip(dealt(sample, repeats=2), dealt(sample, repeats=5)[:2], strict=True)
    )


def test_dealing_is_by_lot():
    sample = placed(drawn(2))
    parts = np.array(dealt(sample, folds=4, repeats=2_000))
    shares = (parts == 1).mean(axis=0)
    for mine in (sample.is_positive, ~sample.is_positive):
        count = int(mine.sum())
        assert shares[mine] == pytest.approx(len(range(1, count, 4)) / count, abs=0.05)


def test_clusters_are_dealt_by_lot_too():
    # Clusters of unlike sizes have one order by size; each split is another one all the same.
    cluster = np.repeat(np.arange(8), np.arange(3, 11))
    sample = placed(drawn(2, 52, cluster=cluster))
    parts = dealt(sample, folds=2, repeats=40)
    assert len({tuple(part) for part in parts}) > 10
    assert np.mean(np.array(parts) == 0, axis=0) == pytest.approx(0.5, abs=0.25)


def test_given_folds_are_dealt_once_as_they_are():
    fold = np.arange(40) % 4 + 10
    sample = placed(drawn(2, fold=fold))
    (part,) = dealt(sample, folds=7, repeats=9)
    assert part.tolist() == (fold - 10).tolist()


def test_there_are_no_more_folds_than_records_of_the_rarer_class():
    few = cc.Tally.from_confusion(tp=2, fn=1, fp=3, tn=50)
    assert Splits(5).within(Placed.of_tally(few)) == Splits(3)
    assert Splits(2).within(Placed.of_tally(few)) == Splits(2)
    clusters = cc.Records.read([1, 1, 1, 0, 0, 0], {"m": range(6)}, cluster=[0, 0, 1, 1, 2, 3])
    assert Splits(5).within(placed(clusters)) == Splits(2)


@pytest.mark.parametrize(
    ("columns", "text"),
    [({}, "two or more records of each class; got 1"), ({"cluster": [0, 0, 0]}, "clusters of each class; got 1")],
)  # fmt: skip
def test_one_of_a_class_cannot_be_dealt(columns, text):
    records = cc.Records.read([1, 0, 0], {"m": [1, 2, 3]}, **columns)
    assert text in refusal(lambda: Splits().within(placed(records)), cc.UndefinedError)


# ---- refusals and seeds ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((1,), "folds must be a whole number, 2 or more; got 1"),
        ((2.0,), "folds must be a whole number, 2 or more; got 2.0"),
        ((True,), "folds must be a whole number, 2 or more; got True"),
        ((2, 0), "repeats must be a whole number, 1 or more; got 0"),
        ((2, 1, -1), "a seed must be a whole number, 0 or more; got -1"),
        ((2, 1, 0.5), "a seed must be a whole number, 0 or more; got 0.5"),
        ((2, 1, True), "a seed must be a whole number, 0 or more; got True"),
        ((2, 1, None), "a seed must be a whole number, 0 or more; got None"),
    ],
)
def test_what_is_no_split(arguments, text):
    assert refusal(lambda: loose(*arguments)) == text


def test_splits_name_themselves():
    assert Splits(5, 10).title == "10 × 5 folds"


def test_generators_are_independent_and_the_same_for_a_seed():
    draws = [rng.random(3).tolist() for rng in generators(7, 4)]
    assert draws == [rng.random(3).tolist() for rng in generators(np.int64(7), 4)]
    assert len({tuple(row) for row in draws}) == 4
    # On every machine: numbers of this seed, written down.
    assert [int(rng.integers(1_000_000)) for rng in generators(7, 3)] == [305369, 681396, 396636]
