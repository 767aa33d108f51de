"""Ends of intervals from replicates."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from scipy import stats

from costcurves import UndefinedError
from costcurves.inference.bootstrap.drawing import METHODS, Replicated, acceleration, max_t_level, quantiles
from tests.unit.refusals import refusal

RNG = np.random.default_rng(6)


def test_quantiles_are_values_that_are_reached():
    values = np.arange(1.0, 2001.0)[:, None]
    assert [quantiles(values, q)[0] for q in (0.0, 0.025, 0.0251, 0.975, 1.0)] == [1, 50, 51, 1950, 2000]
    wanted = np.quantile(RNG.normal(size=(37, 3)), 0.3, axis=0, method="inverted_cdf")
    assert quantiles(np.random.default_rng(6).normal(size=(37, 3)), 0.3) == pytest.approx(wanted)


def test_undefined_replicates_are_left_out():
    values = np.array([[1.0, np.nan], [2.0, np.nan], [np.nan, np.nan]])
    assert quantiles(values, 1.0) == pytest.approx([2.0, np.nan], nan_ok=True)
    found = Replicated.of([1.5, 1.0], values)
    assert found.undefined == pytest.approx([1 / 3, 1.0])
    assert found.known.tolist() == [False, False]
    assert "nearly all replicates" in refusal(lambda: found.require("it"), UndefinedError)
    few = Replicated.of(1.0, [1.0] * 9 + [np.nan])
    assert few.notes == ("up to 10 % of the replicates have no value",)


def test_ends_by_hand():
    found = Replicated.of(10.0, np.arange(1.0, 21.0))
    assert [end.tolist() for end in found.ends(0.9)] == [[1.0], [19.0]]
    assert [end.tolist() for end in found.ends(0.9, "basic")] == [[1.0], [19.0]]
    sd, z = np.std(np.arange(1, 21), ddof=1), stats.norm.ppf(0.95)
    assert np.ravel(found.ends(0.9, "normal")) == pytest.approx([10 - z * sd, 10 + z * sd])
    assert "no such method of intervals" in refusal(lambda: found.ends(0.9, "exact"))
    assert set(METHODS) == {"percentile", "bca", "basic", "normal"}


def test_bca_agrees_with_scipy():
    """Of the same draws; scipy means two of them, we take one."""
    data = RNG.exponential(size=40)
    known = inspect.signature(stats.bootstrap).parameters
    seed = {"rng" if "rng" in known else "random_state": np.random.default_rng(1)}  # named anew in scipy 1.15
    theirs = stats.bootstrap((data,), np.mean, n_resamples=9999, method="BCa", **seed)
    without = (data.sum() - data[:, None]) / 39
    skew = acceleration([without], [np.ones(40, np.int64)])
    low, high = Replicated.of(data.mean(), theirs.bootstrap_distribution, skew).ends(0.95, "bca")
    wanted = theirs.confidence_interval
    assert (low[0], high[0]) == pytest.approx((wanted.low, wanted.high), abs=2e-3)
    percentile = np.ravel(Replicated.of(data.mean(), theirs.bootstrap_distribution).ends(0.95))
    assert np.all(np.abs(percentile - [wanted.low, wanted.high]) > 5e-3)


def test_acceleration_counts_like_units_and_strata():
    values = np.array([[1.0], [2.0], [6.0]])
    once = acceleration([np.repeat(values, [2, 1, 1], axis=0)], [np.ones(4, np.int64)])
    assert acceleration([values], [np.array([2, 1, 1])]) == pytest.approx(once)
    alone = (np.array([[5.0]]), np.array([1]))
    assert acceleration([values, alone[0]], [np.ones(3, np.int64), alone[1]]) == pytest.approx(
        acceleration([values], [np.ones(3, np.int64)])
    )
    assert acceleration([np.ones((3, 1))], [np.ones(3, np.int64)]).tolist() == [0.0]


def test_an_estimate_beyond_its_replicates_is_moved_by_its_bias():
    values = RNG.normal(size=4000) + 5
    found = Replicated.of(0.0, values)
    low, high = found.ends(0.95, "bca")
    assert (low[0], high[0]) == pytest.approx((-5 - 1.96, -5 + 1.96), abs=0.1)
    assert found.notes == ("the estimate lies beyond 95 % of its replicates: more bias than spread",)


def test_all_places_together_need_a_higher_level():
    draws = RNG.normal(size=(40_000, 2))
    assert max_t_level(draws, [0, 0], [1, 1]) == pytest.approx(np.sqrt(0.95), abs=2e-3)
    same = draws[:, [0, 0]]
    assert max_t_level(same, [0, 0], [1, 1]) == pytest.approx(0.95, abs=2e-3)


def test_places_that_stand_still_take_no_part():
    draws = np.column_stack([RNG.normal(size=500), np.full(500, 3.0)])
    alone = max_t_level(draws[:, :1], [0.0], [1.0], 0.9)
    assert max_t_level(draws, [0.0, 2.0], [1.0, 0.0], 0.9) == alone
    assert max_t_level(draws[:, 1:], [3.0], [0.0], 0.9) == 0.9
    assert max_t_level(draws * 1e9, [0.0, 0.0], [1.0, 0.0], 0.9) < 1.0
    assert Replicated.of([0.0, 3.0], draws).spread[1] == 0.0
