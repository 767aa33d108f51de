"""Bands of curves by the bootstrap, against exact laws where there are any."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.curves.kind import CurveOptions
from costcurves.curves.registry import curve_kind
from costcurves.inference.bootstrap.bands import curve_band, curve_difference_band
from costcurves.inference.bootstrap.sample import Sample
from tests.oracles.cases import case
from tests.unit.refusals import refusal

E24 = case("t52_24").tally
RNG = np.random.default_rng(8)
LABELS = (RNG.random(400) < 0.4).astype(int)
SCORES = 1 / (1 + np.exp(-RNG.normal(size=400) - LABELS))
ODD: Any = 3
NOISY = np.clip(SCORES + 0.3 * RNG.normal(size=400), 0, 1)
TALLY = cc.tally(LABELS, SCORES)
PAIR = Sample.of_records(cc.Records.read(LABELS, {"a": SCORES, "b": NOISY}))


@pytest.mark.parametrize(
    ("pc", "low", "high"),
    [(0.25, 0.020833, 0.291667), (0.5, 0.041667, 0.25), (0.75, 0.020833, 0.229167)],
)
def test_percentiles_are_those_of_the_exact_law_of_two_binomials(pc, low, high):
    """One miss of 12 and two false alarms of 12; ends of the exact law, found by adding up its atoms."""
    band = curve_band(E24, "cost", [pc], rule=cc.rules.fixed(0.5), level=0.9, replicates=20_000)
    assert band.at(pc).low == pytest.approx(low, abs=1e-6)
    assert band.at(pc).high == pytest.approx(high, abs=1e-6)


def test_percentiles_of_a_rate_are_those_of_its_binomial():
    band = curve_band(E24, "fnr_by_threshold", [0.5], level=0.95, replicates=20_000)
    wanted = stats.binom.ppf([0.025, 0.975], 12, 1 / 12) / 12
    assert (band.low[0], band.high[0]) == pytest.approx(tuple(wanted))


def test_choosing_anew_looks_cheaper_a_given_threshold_does_not():
    """The mean over replicates is .125 with the threshold as given, about .095 with the best of each."""
    sample, count = Sample.of_tally(E24), 20_000

    def means(rule):
        from costcurves.inference.bootstrap.curve_readings import reading

        read = reading(curve_kind("cost"), E24, np.array([0.5]), CurveOptions(rule=rule))
        values, _ = sample.map(lambda one: read(one["model"]), replicates=count)
        return float(values.mean())

    assert means(cc.rules.fixed(0.5)) == pytest.approx(0.125, abs=4 * 0.067 / np.sqrt(count))
    assert means(None) == pytest.approx(0.095, abs=0.002)
    band = curve_band(E24, "cost", [0.5], replicates=100)
    assert "too cheap on average" in band.target_words


@pytest.mark.parametrize(
    "key", ["roc", "gains", "lift", "cost", "net_benefit", "precision_recall", "recall_by_threshold"]
)
def test_simultaneous_bands_hold_more(key):
    one, all_at_once = (
        curve_band(TALLY, key, replicates=400, simultaneous=both, method="normal") for both in (False, True)
    )
    assert np.all(all_at_once.low <= one.low + 1e-12)
    assert np.all(all_at_once.high >= one.high - 1e-12)
    assert np.any(all_at_once.high > one.high)
    assert all_at_once.estimate == pytest.approx(curve_kind(key).of(TALLY)(one.x), abs=1e-12)
    assert all_at_once.simultaneous
    assert "studentised maximum" in all_at_once.method


@pytest.mark.parametrize("method", ["percentile", "bca", "basic", "normal"])
def test_bands_of_a_binomial_share_come_near_each_other(method):
    band = curve_band(TALLY, "tpr_by_threshold", [0.6], method=method)
    size, share = LABELS.sum(), band.estimate[0]
    sd = np.sqrt(share * (1 - share) / size)
    assert (band.low[0], band.high[0]) == pytest.approx((share - 1.96 * sd, share + 1.96 * sd), abs=0.02)


def test_profit_follows_costs():
    costs = cc.Costs(fp=1, fn=5)
    band = curve_band(TALLY, "profit", [0.0, 0.3, 1.0], costs=costs, replicates=200)
    assert band.estimate == pytest.approx(
        curve_kind("profit").of(cc.ValueTally.of_costs(TALLY, costs))([0.0, 0.3, 1.0])
    )
    # Class sizes stay, so that acting on everybody brings the same in every replicate.
    assert band.low[2] == band.high[2] == band.estimate[2]
    assert "needs what outcomes are worth" in refusal(lambda: curve_band(TALLY, "profit"))


def test_places_without_a_value_are_left_out_and_told():
    band = curve_band(TALLY, "precision_by_threshold", [0.5, 0.999999], replicates=200)
    assert band.x.tolist() == [0.5]
    assert "left out: 1 places" in band.notes[0]
    only = lambda: curve_band(TALLY, "precision_by_threshold", [0.999999], replicates=200)  # noqa: E731 - one call
    assert "must have a value somewhere" in refusal(only, cc.UndefinedError)


def test_low_scores_that_mean_positive_are_read_as_they_are():
    turned = cc.Tally.from_scores(LABELS, -np.asarray(SCORES), lower_is_positive=True)
    band = curve_band(turned, "recall_by_threshold", [-0.6], replicates=200)
    wanted = curve_band(cc.tally(LABELS, SCORES), "recall_by_threshold", [0.6], replicates=200)
    assert band.estimate == wanted.estimate
    assert band.low == wanted.low
    grid = curve_band(turned, "recall_by_threshold", replicates=100)
    assert grid.x[-1] < 0


def test_a_model_does_not_differ_from_itself():
    same = Sample.of_records(cc.Records.read(LABELS, {"a": SCORES, "b": SCORES**3}))
    for key in ("roc", "cost", "gains"):
        band = curve_difference_band(same, key, "a", "b", replicates=100)
        assert not np.any(band.low)
        assert not np.any(band.high)


def test_differences_are_of_the_same_draws():
    band = curve_difference_band(PAIR, "cost", "a", "b", [0.3, 0.5], replicates=500)
    apart = [curve_band(PAIR, "cost", [0.3, 0.5], model=name, replicates=500) for name in ("a", "b")]
    assert band.estimate == pytest.approx(apart[0].estimate - apart[1].estimate)
    widths = [np.hypot(*(one.high[i] - one.low[i] for one in apart)) for i in (0, 1)]
    assert np.all(band.high - band.low < widths)
    assert band.y_name.endswith("difference")
    assert band.away_from(0.0)
    assert "one model must be named" in refusal(lambda: curve_band(PAIR, "cost"))


def test_many_scores_are_merged_and_that_is_told():
    label = RNG.random(20_000) < 0.5
    tally = cc.tally(label, RNG.normal(size=20_000) + label)
    one, two = (curve_band(tally, "roc", [0.1, 0.5], replicates=200, n_jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert "merged scores" in one.notes[0]
    # What stands still is exact all the same.
    assert curve_band(tally, "recall_by_threshold", [0.5], replicates=200).notes == ()
    sd = np.sqrt(one.estimate * (1 - one.estimate) / label.sum())
    assert np.all(one.high - one.low > 2 * 1.7 * sd)


def test_odd_kinds_are_refused():
    assert "no such curve" in refusal(lambda: curve_band(TALLY, "spectrum"))
    assert "no such curve" in refusal(lambda: curve_band(TALLY, ODD))
