"""Intervals of measures of errors: by hand, clusters and weights, order of rows, pairs of models."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from costcurves import InputError, UndefinedError, evaluate_numeric
from costcurves.inference.numbers.error_intervals import error_interval
from costcurves.inference.numbers.median_intervals import median_interval, order_rank
from costcurves.inference.numbers.unit_spread import UnitSpread, numbered
from costcurves.inference.targets import Scope
from costcurves.measures.error_measures import ERROR_MEASURES, error_measure
from tests.members import each

RNG = np.random.default_rng(1)
Y = RNG.lognormal(3, 0.5, 80)
MODELS = {"a": Y + RNG.normal(0, 3, 80), "b": Y + RNG.normal(1, 5, 80), "c": Y + RNG.laplace(0, 4, 80)}


def test_without_skewness_it_is_the_interval_of_student():
    e = np.array([-3.0, -1.0, 0.0, 1.0, 3.0])
    found = evaluate_numeric(e, np.zeros(5)).interval("mean_error", "model")
    want = stats.t.interval(0.95, 4, 0, stats.sem(e))
    assert (found.low, found.high) == pytest.approx(want)


def test_hall_undoes_its_own_transformation():
    """The ends T solve T + aT²/3 + a²T³/27 + a/6 = ±t."""
    spread = UnitSpread(2.0, 1.5, 40)
    low, high = spread.ends(10.0, 0.9)
    bent, t = 1.5 / math.sqrt(40), stats.t.ppf(0.95, 39)
    for end, want in ((low, t), (high, -t)):
        x = (10.0 - end) / 2.0
        assert x + bent * x**2 / 3 + bent**2 * x**3 / 27 + bent / 6 == pytest.approx(want)


def test_ends_of_rmse_are_those_of_the_mean_square():
    ev = evaluate_numeric(Y, MODELS)
    rmse, sse = ev.interval("rmse", "a"), ev.interval("sse", "a")
    assert np.array([rmse.low, rmse.high]) ** 2 * 80 == pytest.approx([sse.low, sse.high])


@each("row", [row for row in ERROR_MEASURES if row.key != "max_error"], ids=lambda row: row.key)
def test_intervals_hold_the_estimate_grow_with_the_level_and_know_no_order(row):
    weight = RNG.uniform(0.5, 2, 80)
    order = RNG.permutation(80)
    ev = evaluate_numeric(Y, MODELS, sample_weight=weight, baseline=20)
    again = evaluate_numeric(
        Y[order], {n: p[order] for n, p in MODELS.items()}, sample_weight=weight[order], baseline=20
    )
    narrow, wide = (ev.interval(row.key, "a", level=level) for level in (0.8, 0.99))
    assert row.low <= wide.low <= narrow.low <= narrow.estimate <= narrow.high <= wide.high <= row.high
    found = again.interval(row.key, "a", level=0.8)
    if row.key in {"median_error", "median_absolute_error"}:
        assert (found.low, found.high) == pytest.approx((narrow.low, narrow.high))
    else:
        assert (found.low, found.high) == (narrow.low, narrow.high)


@each("row", [row for row in ERROR_MEASURES if row.key != "max_error"], ids=lambda row: row.key)
def test_repeating_every_record_in_clusters_adds_nothing(row):
    once = evaluate_numeric(Y, MODELS, baseline=20, cluster=np.arange(80))
    twice = evaluate_numeric(
        np.repeat(Y, 2), {n: np.repeat(p, 2) for n, p in MODELS.items()}, baseline=20,
        cluster=np.repeat(np.arange(80), 2),
    )  # fmt: skip
    one, other = (ev.interval(row.key, "a") for ev in (once, twice))
    if row.key == "sse":
        assert np.array([other.low, other.high]) == pytest.approx([2 * one.low, 2 * one.high])
    else:
        assert (other.low, other.high) == pytest.approx((one.low, one.high))


def test_medians_have_order_statistics():
    """Of 10 values at 95 % the second and the ninth: P(Bin(10, ½) ≤ 1) = 11/1024; of 5 none."""
    assert [order_rank(n, 0.95) for n in (5, 6, 10, 20)] == [0, 1, 2, 6]
    values = np.arange(1.0, 6.0)
    assert median_interval(values, None, None, 0.95)[:2] == (-math.inf, math.inf)
    found = evaluate_numeric(values, np.zeros(5)).interval("median_absolute_error", "model")
    assert (found.low, found.high) == (0, math.inf)


def test_what_has_no_interval_says_why():
    ev = evaluate_numeric(Y, MODELS)
    with pytest.raises(UndefinedError, match="a greatest error has no interval"):
        ev.interval("max_error", "a")
    one = evaluate_numeric([1.0], [2.0])
    with pytest.raises(UndefinedError, match="an interval needs two or more records; got 1"):
        one.interval("mae", "model")
    assert one.summary()["model"]["mae"].interval is None
    assert "No intervals: an interval needs two or more records" in str(one.summary().table())
    clustered = evaluate_numeric(Y, MODELS, cluster=np.zeros(80))
    with pytest.raises(UndefinedError, match="two or more clusters"):
        clustered.interval("mae", "a")
    alike = evaluate_numeric([1, 2, 3], [0, 1, 2]).interval("mae", "model")
    assert (alike.low, alike.high) == (1, 1)
    assert "their spread tells nothing" in alike.notes[0]
    with pytest.raises(InputError, match="a confidence level must lie between 0 and 1"):
        ev.interval("mae", "a", level=95)
    with pytest.raises(InputError, match="no such measure 'mase'"):
        ev.interval("mase", "a")


def test_clusters_of_several_types_are_numbered():
    for values, want in ((["b", "a", "b"], [1, 0, 1]), ([1, "a", 1], [0, 1, 0])):
        found = numbered(np.array(values, dtype=object))
        assert found is not None
        assert found.tolist() == want
    assert numbered(None) is None


def test_pairs_are_paired_and_hold_together():
    ev = evaluate_numeric(Y, MODELS, baseline=20)
    alone, pairs = ev.compare("a", "b"), ev.pairwise()
    loss = np.abs(Y - MODELS["a"]) - np.abs(Y - MODELS["b"])
    assert alone.difference.estimate == pytest.approx(loss.mean())
    spread = UnitSpread.of((loss - loss.mean()) / 80)
    assert (alone.difference.low, alone.difference.high) == pytest.approx(spread.ends(loss.mean(), 0.95))
    together = next(pair for pair in pairs if (pair.a, pair.b) == ("a", "b"))
    assert together.difference.width > alone.difference.width
    assert [pair.difference.scope for pair in pairs] == [Scope.PAIRS] * 3
    assert (together.better, together.told_apart) == ("a", True)
    assert together.sentence.startswith("a is better by more than chance. MAE of a minus that of b: ")
    assert len(pairs) == 3
    with pytest.raises(UndefinedError, match="the difference of two models in Median"):
        ev.compare("a", "b", measure="median_absolute_error")
    with pytest.raises(InputError, match="models must be compared in pairs"):
        evaluate_numeric(Y, MODELS["a"]).pairwise()


@each("key", ["rmse", "sse", "wape", "r2", "r2_training", "mape", "smape", "pinball", "mean_error"])
def test_differences_agree_with_resampling(key):
    """The standard error behind the ends is near that of 600 bootstrap samples."""
    ev = evaluate_numeric(Y, MODELS, baseline=20)
    found = ev.compare("a", "c", measure=key, level=0.6826895)
    rng, drawn = np.random.default_rng(2), []
    for _ in range(600):
        rows = rng.integers(0, 80, 80)
        part = ev.records.take(rows)
        drawn.append(error_measure(key)(part.predicted("a")) - error_measure(key)(part.predicted("c")))
    assert found.difference.width / 2 == pytest.approx(np.std(drawn), rel=0.2)
    assert found.difference.estimate == pytest.approx(np.mean(drawn), abs=float(np.std(drawn)) / 2)


def test_differences_of_the_same_predictions_are_none():
    found = evaluate_numeric(Y, {"a": MODELS["a"], "b": MODELS["a"]}).compare("a", "b")
    assert (found.difference.low, found.difference.high, found.told_apart, found.better) == (0, 0, False, "")
    assert "cannot be told apart" in found.sentence


def test_a_hundred_thousand_errors_are_quick_and_right():
    e = np.random.default_rng(3).normal(size=100_000)
    found = evaluate_numeric(e, np.zeros(100_000)).interval("rmse", "model")
    assert found.low < 1 < found.high
    assert found.width == pytest.approx(2 * 1.96 / math.sqrt(200_000), rel=0.02)


def test_functions_are_public():
    from costcurves import stats as public

    assert public.error_interval is error_interval


@each("key", ["rmse", "mae", "mean_error", "r2_training", "wape", "sse"])
def test_pvalues_are_below_what_is_left_of_the_level_where_intervals_exclude_0(key):
    for names in (("a", "b"), ("a", "c"), ("b", "c"), ("c", "training mean")):
        records = evaluate_numeric(Y, MODELS, baseline=30, cluster=np.arange(80) // 2)
        pvalue = records.compare(*names, measure=key).pvalue
        assert records.compare(*names[::-1], measure=key).pvalue == pytest.approx(pvalue)
        for level in (1 - 0.999 * pvalue, 1 - 1.001 * pvalue, 0.5, 0.95, 0.999):
            if 1e-6 < level < 1 - 1e-6:
                found = records.compare(*names, measure=key, level=level)
                assert found.told_apart == (found.pvalue < 1 - level)


def test_pvalues_of_pairs_hold_together_as_intervals_do():
    ev = evaluate_numeric(Y, MODELS, baseline=Y[:30] + 1)
    for level in (0.9, 0.95, 0.99, 0.999):
        found = ev.pairwise(level=level)
        assert len(found) == len(found.against) == 3
        for pair in (*found, *found.against):
            assert pair.told_apart == (pair.pvalue < 1 - level)
            alone = ev.compare(pair.a, pair.b, level=level)
            assert pair.pvalue == min(1, 3 * alone.pvalue)
    assert [pair.difference.scope for pair in found.against] == [Scope.MODELS] * 3
    own = evaluate_numeric(Y, MODELS)
    best = {
        key: own.against_benchmark(measure=key).against[0].b for key in ("mae", "rmse", "r2", "mean_error")
    }
    middle, mean = "median of these records", "mean of these records"
    assert best == {"mae": middle, "rmse": mean, "r2": mean, "mean_error": mean}


@pytest.mark.parametrize("power", [-390, 390])
def test_intervals_of_very_great_and_very_small_errors_are_those_of_usual_ones(power):
    unit = 2.0**power
    usual, scaled = (evaluate_numeric(Y * u, {n: m * u for n, m in MODELS.items()}) for u in (1.0, unit))
    for key in ("mae", "mean_error", "r2", "rmse"):
        of = 1.0 if key == "r2" else unit
        a, b = (ev.interval(key, "b") for ev in (usual, scaled))
        assert [of * getattr(a, end) for end in ("estimate", "low", "high")] == pytest.approx(
            [getattr(b, end) for end in ("estimate", "low", "high")], rel=1e-9, abs=0
        )
        pair = scaled.compare("a", "b", measure=key)
        assert usual.compare("a", "b", measure=key).pvalue == pytest.approx(pair.pvalue, rel=1e-9)


def test_without_skewness_the_pvalue_is_that_of_student():
    e = np.array([-3.0, -1.0, 1.0, 3.0, 5.0])
    want = stats.ttest_1samp(e - np.mean(e) + 1, 0).pvalue
    spread = UnitSpread.of((e - e.mean()) / 5)
    assert spread.pvalue(1.0) == pytest.approx(want)
    assert spread.pvalue(0.0) == pytest.approx(1)


def test_of_many_pairs_those_of_the_best_model_are_shown():
    rng = np.random.default_rng(6)
    ev = evaluate_numeric(Y, {f"m{k}": Y + rng.normal(0, 1 + abs(k - 4), 80) for k in range(12)}, baseline=30)
    for key, best in (("mae", "m4"), ("rmse", "m4"), ("r2_training", "m4"), ("mean_error", "")):
        pairs = ev.pairwise(measure=key)
        assert (len(pairs), pairs.leading) == (66, best)
        shown = pairs.of_leading()
        assert len(shown) == (11 if best else 66)
        assert shown.leading == best
        assert all("m4" in {pair.a, pair.b} and pair in pairs.pairs for pair in shown) or not best
        assert len(shown.table().rows) == len(shown) + 12
        assert ("Of 66 pairs those of m4, the best by" in str(shown.table())) == bool(best)
        apart = sum(pair.told_apart for pair in pairs)
        assert pairs.verdicts[0].startswith(f"{apart} of 66 pairs of models differ in ")
        assert " of 12 models differ from the training mean in " in pairs.verdicts[1]
    few = evaluate_numeric(Y, MODELS).pairwise()
    assert few.of_leading() is few
    assert len(few.verdicts) == 6
    assert evaluate_numeric(Y, MODELS).against_benchmark().leading == ""
    assert len(ev.summary().intervals_table().rows) == 2 * 13


def test_models_beside_naive_benchmarks():
    one = evaluate_numeric(Y, {"a": MODELS["a"]})
    found = one.comparisons()
    assert found is not None
    assert (len(found), len(found.against)) == (0, 1)
    assert "It knows these outcomes, so it looks too good" in str(found.table())
    assert found.to_json()["pairs"] == []
    (row,) = found.to_json()["against_benchmark"]
    assert (row["b"], row["told_apart"]) == ("median of these records", True)
    assert "p < 0.0001" in found.sentence
    assert evaluate_numeric([1.0], [2.0]).comparisons() is None
    with pytest.raises(InputError, match="no such model 'mode'"):
        one.compare("a", "mode")
    alike = evaluate_numeric([1.0, 2.0, 3.0], {"low": [0.0, 1, 2], "as": [1.0, 2, 3]}).compare("low", "as")
    assert (alike.pvalue, alike.told_apart) == (0, True)


def test_a_record_that_outweighs_all_others_tells_little() -> None:
    """One weight of 200 among 40: worth 1.4 records, whose spread tells next to nothing."""
    rng = np.random.default_rng(4)
    error, weight = rng.normal(size=41), np.r_[200.0, np.ones(40)]
    found = evaluate_numeric(error, np.zeros(41), sample_weight=weight).interval("mae", "model")
    alone = evaluate_numeric(error, np.zeros(41)).interval("mae", "model")
    assert found.high - found.low > 5 * (alone.high - alone.low)


def test_equal_weights_change_nothing() -> None:
    error = np.random.default_rng(5).normal(size=30)
    alone, *others = (
        evaluate_numeric(error, np.zeros(30), sample_weight=weight).interval("rmse", "model")
        for weight in (None, np.full(30, 3), np.full(30, 0.1))
    )
    for one in others:
        assert (one.low, one.high) == pytest.approx((alone.low, alone.high), rel=1e-12)
