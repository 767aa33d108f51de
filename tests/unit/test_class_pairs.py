"""Pairs of models of many classes: their intervals and p-values hold together, and agree."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

import costcurves as cc
from costcurves import InputError, UndefinedError
from costcurves.evaluation.class_comparing import COMPARED
from costcurves.inference.classes.class_differences import measure_difference
from costcurves.inference.counts.cost_intervals import nec_difference_interval
from costcurves.inference.counts.paired_rates import tango
from costcurves.inference.targets import Scope
from costcurves.measures.class_measures import class_measure

COSTS = [[0, 1, 3], [1, 0, 2], [4, 1, 0]]
EVERY = (
    "expected_cost", *COMPARED, "accuracy", "balanced_accuracy", "macro_f1", "weighted_mcc", "kappa",
    "provost_domingos_auc", "ordered_vus",
)  # fmt: skip


@functools.cache
def judged(costs: bool = True, weighted: bool = False) -> cc.ClassEvaluation:
    """Four models of 90 records: two alike, one worse, one of labels alone."""
    rng = np.random.default_rng(12)
    codes = np.repeat([0, 1, 2], [45, 30, 15])
    noise = rng.normal(size=(3, 90, 3))
    noise[1] = 0.8 * noise[0] + 0.6 * noise[1]
    raw = np.exp(noise + np.array([1.8, 1.2, 0.8])[:, None, None] * np.eye(3)[codes])
    a, b, c = raw / raw.sum(axis=2, keepdims=True)
    models = {"a": a, "b": b, "c": c, "rule": np.where(rng.random(90) < 0.6, codes, (codes + 1) % 3)}
    weight = rng.integers(1, 4, 90) if weighted else None
    return cc.evaluate_classes(
        codes, models, sample_weight=weight, ordered=True, costs=COSTS if costs else None
    )


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("measure", EVERY)
def test_intervals_and_pvalues_of_all_pairs_agree(measure: str, weighted: bool) -> None:
    ev = judged(weighted=weighted)
    pairs = ev.pairwise(measures=[measure])
    assert len(pairs) == math.comb(4, 2)
    for pair in pairs:
        alone = ev.compare(pair.a, pair.b, measures=[measure]) if pair.row(measure) else None
        if alone is None:
            assert "rule" in {pair.a, pair.b}
            continue
        (row,), (one,) = pair.rows, alone.rows
        assert (row.a, row.b, row.test.pvalue) == pytest.approx((one.a, one.b, one.test.pvalue), rel=1e-6)
        assert row.pvalue == pytest.approx(min(1.0, 6 * row.test.pvalue))
        assert (row.pvalue < 0.05) == row.difference.excludes(0) == bool(row.winner)
        assert row.difference.low <= one.difference.low <= one.difference.high <= row.difference.high
        assert (row.difference.scope, one.difference.scope) == (Scope.PAIRS, Scope.ALONE)
        assert row.difference.estimate == pytest.approx(row.a - row.b, abs=1e-12)


def test_an_interval_of_the_adjusted_level_ends_at_0() -> None:
    """The p-value of a pair is the error rate of all pairs at which its interval ends at 0."""
    for measure in ("expected_cost", "error", "hand_till_m", "macro_f1"):
        unsure = [
            pair for pair in judged().pairwise(measures=[measure]) if pair.rows and pair.rows[0].pvalue > 1e-7
        ]
        pair = min(unsure, key=lambda one: abs(one.rows[0].pvalue - 0.01))
        level = 1 - pair.rows[0].pvalue
        found = judged().pairwise(measures=[measure], level=level).pair(pair.b, pair.a).rows[0].difference
        assert min(abs(found.low), abs(found.high)) == pytest.approx(0, abs=1e-6)


def test_one_pair_is_a_comparison() -> None:
    ev = judged()
    pairs = ev.pairwise(models=["a", "b"])
    assert pairs.pairs == (ev.compare("a", "b"),)
    assert "by themselves" in str(pairs.table())
    assert ev.compare("a", "b").table().notes[0] == "Each interval and each p-value by itself."


def test_accuracy_is_the_rest_of_the_error_rate() -> None:
    pair = judged(costs=False).compare("a", "c", measures=["error", "accuracy"])
    error, accuracy = pair.rows
    assert (accuracy.a, accuracy.b) == (1 - error.a, 1 - error.b)
    ends = accuracy.difference
    assert (ends.low, ends.high) == (-error.difference.high, -error.difference.low)
    assert pair.winner(error) == pair.winner(accuracy) == "a"


def test_measures_of_right_and_wrong_have_the_interval_of_paired_rates() -> None:
    """The delta method gives Tango's interval where a measure is a mean over records."""
    ev = judged(costs=False)
    codes = ev.records.codes
    right = [ev.records.labels(name) == codes for name in ("a", "c")]
    counts = (int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum()))
    low, high = tango(counts[0], counts[1], len(codes), 0.95)
    found = measure_difference(class_measure("accuracy"), ev.model("a"), ev.model("c")).estimate
    assert found is not None
    assert (found.low, found.high) == pytest.approx((float(low), float(high)), abs=1e-6)


def test_balanced_accuracy_of_two_classes_is_as_ever() -> None:
    rng = np.random.default_rng(3)
    codes = np.repeat([0, 1], [40, 20])
    a, b = (np.where(rng.random(60) < share, codes, 1 - codes) for share in (0.9, 0.7))
    pair = cc.evaluate_classes(codes, {"a": a, "b": b}).compare("a", "b", measures=["balanced_accuracy"])
    wrong = [a != codes, b != codes]
    alone = [wrong[0] & ~wrong[1], wrong[1] & ~wrong[0]]
    fn, fp = ((int(alone[0][codes == k].sum()), int(alone[1][codes == k].sum())) for k in (1, 0))
    want = nec_difference_interval(fn=fn, positives=20, fp=fp, negatives=40, pc=0.5)
    found = pair.rows[0].difference
    assert (found.estimate, found.low, found.high) == pytest.approx((-want.estimate, -want.high, -want.low))


def test_models_that_say_the_same_differ_by_nothing() -> None:
    codes = np.repeat([0, 1, 2], 10)
    said = np.where(np.arange(30) % 5, codes, 0)
    pair = cc.evaluate_classes(codes, {"a": said, "b": said.copy()}).compare(
        "a", "b", measures=list(EVERY[1:])
    )
    for row in pair.rows:
        assert row.difference.estimate == 0.0
        assert row.difference.low < 0 < row.difference.high, row.key
        assert row.pvalue == 1.0
    assert any("Hand and Till's M" in note for note in pair.notes)


def test_clusters_widen_differences() -> None:
    codes, rng = np.tile(np.repeat([0, 1, 2], 10), 4), np.random.default_rng(5)
    said = [np.tile(np.where(rng.random(30) < share, codes[:30], 0), 4) for share in (0.9, 0.6)]
    models = dict(zip("ab", said, strict=True))
    widths = [
        cc.evaluate_classes(codes, models, cluster=cluster).compare("a", "b", measures=["macro_f1"]).rows[0]
        for cluster in (None, np.tile(np.arange(30), 4))
    ]
    assert widths[1].difference.width > 1.5 * widths[0].difference.width


def test_a_class_of_one_record_leaves_out_what_cannot_be_told() -> None:
    score = np.eye(3)[[0, 0, 1, 1, 2]] * 0.7 + 0.1
    models = {"a": score, "b": np.roll(score, 1, axis=0), "c": np.roll(score, 2, axis=0)}
    ev = cc.evaluate_classes([0, 0, 1, 1, 2], models, costs=COSTS)
    pairs = ev.pairwise()
    assert list(pairs.measures) == ["error"]
    assert {note.partition(":")[0] for note in pairs.pairs[0].notes} == {
        "cost a case", "Hand and Till's M", "log loss", "Brier score of all classes",
    }  # fmt: skip
    with pytest.raises(UndefinedError, match="no measure that both models have: Hand and Till's M: a paired"):
        ev.pairwise(measures=["hand_till_m"])


def test_many_pairs_are_counted() -> None:
    codes, rng = np.repeat([0, 1, 2], 40), np.random.default_rng(8)
    shares = (0.95, 0.9, 0.6, 0.55, 0.5)
    models = {
        f"m{k}": np.where(rng.random(120) < one, codes, (codes + 1) % 3) for k, one in enumerate(shares)
    }
    pairs = cc.evaluate_classes(codes, models).pairwise()
    differ = sum(bool(pair.rows[0].winner) for pair in pairs)
    assert 3 < differ < 10
    assert pairs.sentence == f"{differ} of 10 pairs of models differ in error rate by more than chance."
    assert len(pairs.to_columns()["a"]) == 10
    assert pairs.picture().x.label == "difference in error rate"


def test_what_is_refused() -> None:
    ev = judged()
    with pytest.raises(InputError, match="no such measure of many classes 'sharpness'"):
        ev.pairwise(measures=["sharpness"])
    with pytest.raises(InputError, match="measures must be a list of names; got 'accuracy'"):
        ev.compare("a", "b", measures="accuracy")
    with pytest.raises(InputError, match="models must be compared in pairs; got one model"):
        ev.pairwise(models=["a"])
    with pytest.raises(InputError, match="no such model 'z'"):
        ev.pairwise(models=["a", "z"])
    with pytest.raises(InputError, match="must be a pair; got 'a' and 'z': there are a and b"):
        ev.pairwise().pair("a", "z")
    with pytest.raises(InputError, match="no such measure 'macro_f1'"):
        ev.pairwise().table("macro_f1")
    with pytest.raises(UndefinedError):
        measure_difference(
            class_measure("mcc"), *(cc.evaluate_classes([0, 1], {"a": [0, 0]}).model("a"),) * 2
        )
