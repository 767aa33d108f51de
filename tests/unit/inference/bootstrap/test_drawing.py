"""How replicates are drawn for intervals, and where that says too little."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.bootstrap.bands import curve_band, curve_difference_band
from costcurves.inference.bootstrap.drawing import Drawing, without_width
from costcurves.inference.bootstrap.sample import Sample
from costcurves.inference.bootstrap.statistics import interval
from tests.unit.refusals import refusal

TALLY = cc.Tally.from_counts([1, 2, 3, 4], positives=[1, 4, 20, 25], negatives=[25, 20, 4, 1])
PERFECT = cc.Tally.from_counts([1, 2, 3, 4], positives=[0, 0, 20, 25], negatives=[25, 20, 0, 0])
PAIR = Sample.of_records(cc.Records.read([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]}))
CONDITION = cc.OperatingCondition.from_pc(0.5)


@pytest.mark.parametrize(
    "ask",
    [
        lambda count: curve_band(TALLY, "roc", [0.5], replicates=count),
        lambda count: curve_difference_band(PAIR, "roc", "a", "b", [0.5], replicates=count),
        lambda count: interval(TALLY, "auc", replicates=count),
        lambda count: cc.stats.crossing_intervals(PAIR, "a", "b", replicates=count),
        lambda count: cc.stats.operating_range_interval(TALLY, replicates=count),
        lambda count: cc.stats.chosen_threshold(
            TALLY, criterion=cc.criteria.least_cost(CONDITION), replicates=count
        ),
    ],
)
def test_few_replicates_make_no_interval(ask: Any):
    assert refusal(lambda: ask(19)) == "a bootstrap must have 20 replicates or more; got 19: 2000 is usual"
    assert "must be a whole number, 1 or more; got 0" in refusal(lambda: ask(0))
    ask(20)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"seed": -1}, "a seed must be a whole number, 0 or more; got -1"),
        ({"n_jobs": 0}, "n_jobs must be a whole number, 1 or more; got 0"),
        (
            {"progress": 3},
            "progress must be callable, with replicates done and in all; got an object of type int",
        ),
    ],
)
def test_refusals(options: dict[str, Any], error: str):
    assert refusal(lambda: Drawing(**options)).startswith(error)


def test_intervals_without_width_are_counted_where_there_is_something_to_estimate():
    low, high = np.array([0.0, 0.2, 1.0, 1.0]), np.array([0.0, 0.5, 1.0, 1.0])
    assert "at 3 of 4 places" in without_width(low, high)[0]
    assert "at 1 of 4 places" in without_width(low, high, np.array([True, False, False, True]))[0]
    assert without_width(low[1:2], high[1:2]) == ()
    assert without_width(low[:1], high[:1]) == (
        "no replicate differs: the interval there has no width and holds too rarely",
    )


def test_perfect_separation_has_no_width_and_says_so():
    assert "no replicate differs" in interval(PERFECT, "auc", replicates=50).notes[-1]
    assert "no replicate differs" in curve_band(PERFECT, "roc", replicates=50).notes[-1]
    assert "no replicate differs" in curve_band(PERFECT, "roc", [0.5], replicates=50).notes[-1]
    assert curve_band(TALLY, "roc", [0.0, 0.1, 1.0], replicates=200).notes == ()


def test_curves_over_thresholds_say_where_nobody_errs():
    # Nobody flagged at or above 5, whatever is drawn; at 2 some positives are missed.
    band = curve_band(TALLY, "fpr_by_threshold", [2.0, 5.0], replicates=100)
    assert "at 1 of 2 places" in band.notes[-1]


def test_one_rule_by_model_and_one_for_both_agree():
    one = cc.stats.crossing_intervals(PAIR, "a", "b", rule=cc.rules.fixed(3), replicates=20)
    assert (
        cc.stats.crossing_intervals(
            PAIR, "a", "b", rule={"a": cc.rules.fixed(3), "b": cc.rules.fixed(3)}, replicates=20
        )
        == one
    )
    assert "a rule must choose thresholds" in refusal(
        lambda: cc.stats.crossing_intervals(PAIR, "a", "b", rule={"a": 3, "b": 4}, replicates=20)  # type: ignore[dict-item]
    )


def test_together_is_said_with_true_or_false():
    odd: Any = "pointwise"
    assert refusal(lambda: curve_band(TALLY, "roc", [0.5], replicates=20, simultaneous=odd)) == (
        "simultaneous must be True or False; got 'pointwise'"
    )
