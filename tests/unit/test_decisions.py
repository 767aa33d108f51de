"""Decisions: numbers, use on new records, documents."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import costcurves as cc
from costcurves import Costs, Decision, OperatingCondition, Tally, UndefinedError
from costcurves._ground.documents import plain_json
from costcurves.criteria.criterion_spec import CriterionSpec
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.tallies.cells import Direction
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")
CONDITION = OperatingCondition(0.25, Costs(fp=2, fn=10))
#: Two positives and three negatives; points (0, ½), (⅓, ½), (⅓, 1), (⅔, 1).
SMALL = Tally.from_scores([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05])
DECISION = cc.criteria.max_fpr(0.4, condition=CONDITION)(SMALL)
MIXED = cc.criteria.capacity(0.5, randomised=True)(SMALL)
NOBODY = cc.criteria.max_fpr(0)(Tally.from_scores([0, 1], [0.9, 0.1]))
EVERYBODY = cc.criteria.max_fpr(1)(Tally.from_scores([0, 1], [0.9, 0.1]))
UNSCORED = cc.criteria.max_fpr(0.2)(Tally.from_points([0.1], [0.5]))
INFINITE = cc.criteria.max_fpr(0)(Tally.from_scores([1, 0], [INF, -INF]))
ALL = {
    "costs": DECISION,
    "mixed": MIXED,
    "nobody": NOBODY,
    "everybody": EVERYBODY,
    "unscored": UNSCORED,
    "infinite": INFINITE,
    "benefits": cc.criteria.least_cost(OperatingCondition.from_benefits(tp=9, fp=-1, prevalence=0.1))(SMALL),
    "relative": cc.criteria.least_cost(OperatingCondition.from_pc(0.3))(SMALL),
    "low": dataclasses.replace(
        DECISION, thresholds=dataclasses.replace(DECISION.thresholds, direction=Direction.LOW), model="low"
    ),
}


# --- numbers ---


def test_what_a_decision_costs():
    assert (DECISION.fpr, DECISION.tpr) == pytest.approx((1 / 3, 1))
    assert DECISION.pc == pytest.approx(2.5 / 4)
    assert DECISION.nec == pytest.approx((1 - 2.5 / 4) / 3)
    assert DECISION.expected_cost == pytest.approx(0.75 * 2 / 3)
    assert (DECISION.cost_of_nobody, DECISION.cost_of_everybody) == (2.5, 1.5)
    assert DECISION.flagged == pytest.approx(0.25 + 0.75 / 3)
    assert (DECISION.prevalence, DECISION.sample_prevalence) == (0.25, False)
    assert DECISION.optimistic


def test_outcomes_of_so_many_records():
    table = DECISION.confusion(1200)
    assert (table.tp, table.fn, table.fp, table.tn) == pytest.approx((300, 0, 300, 600))
    assert DECISION.confusion().total == pytest.approx(1)
    assert refusal(UNSCORED.confusion, UndefinedError) == (
        "the prevalence must be known; got none: decide under a condition"
    )


def test_ratios_and_constraints_know_no_money():
    for name in ("relative", "mixed", "nobody"):
        decision = ALL[name]
        assert decision.expected_cost is decision.cost_of_nobody is decision.cost_of_everybody is None
    assert ALL["relative"].nec == pytest.approx(0.3 * 0.5)
    assert (MIXED.pc, MIXED.nec) == (None, None)


def test_rates_alone():
    assert math.isnan(UNSCORED.prevalence)
    assert math.isnan(UNSCORED.flagged)
    assert not UNSCORED.sample_prevalence


# --- use ---


@pytest.mark.parametrize("make", [list, np.array, pd.Series, pl.Series, tuple])
def test_decisions_are_applied_to_columns_of_any_make(make):
    assert DECISION.apply(make([0.7, 0.69999, 5.0])).tolist() == [True, False, True]


def test_every_equivalent_threshold_decides_alike():
    scores = np.array([0.9, 0.8, 0.7, 0.1, 0.05])
    flagged = DECISION.apply(scores)
    assert flagged.tolist() == [True, True, True, False, False]
    assert (DECISION.low, DECISION.high, DECISION.flags) == (0.1, 0.7, "some")
    assert np.array_equal(flagged, scores >= np.nextafter(DECISION.low, 1))


def test_nobody_is_flagged_whatever_the_score():
    assert NOBODY.flags == "nobody"
    assert NOBODY.apply([INF, -INF, 0.0]).tolist() == [False] * 3
    assert (NOBODY.low, NOBODY.high) == (0.9, INF)


def test_everybody_is_flagged_whatever_the_score():
    assert EVERYBODY.flags == "everybody"
    assert EVERYBODY.apply([INF, -INF, 0.0]).tolist() == [True] * 3


def test_an_infinite_threshold_flags_infinite_scores():
    assert (INFINITE.flags, INFINITE.high) == ("some", INF)
    assert INFINITE.apply([INF, 1e308]).tolist() == [True, False]


def test_low_scores_may_mean_positive():
    low = cc.evaluate([1, 0, 0], {"m": [1.0, 2.0, 3.0]}, lower_is_positive=True)
    decision = low.decide(OperatingCondition(0.5, Costs(1, 1)))
    assert decision.thresholds.direction is Direction.LOW
    assert decision.apply([0.0, 1.0, 1.5, 2.0]).tolist() == [True, True, False, False]
    # Flagged if score ≤ t for every t with 1 ≤ t < 2, in the scores as given.
    assert (decision.low, decision.high, decision.threshold, decision.flagged_if) == (1, 2, 1, "<=")
    document = decision.to_json()
    assert (document["threshold"], document["flagged_if"]) == ({"low": 1.0, "high": 2.0}, "<=")
    assert Decision.from_json(document) == decision
    assert Decision.from_json(document).apply([1.0, 1.5]).tolist() == [True, False]


def test_lots_where_low_scores_mean_positive():
    low = cc.evaluate([1, 0, 1, 0, 0], {"m": [-9, -8, -7, -1, 0]}, lower_is_positive=True)
    decision = low.decide(criterion=cc.criteria.capacity(0.5, randomised=True))
    document = decision.to_json()
    assert document["threshold"] == {"low": -9.0, "high": -8.0}
    assert document["mixture"]["threshold"] == {"low": -7.0, "high": -1.0}
    assert Decision.from_json(document) == decision


def test_the_threshold_to_use():
    assert (DECISION.threshold, DECISION.flagged_if) == (0.7, ">=")
    assert math.isnan(UNSCORED.threshold)


def test_lots_are_drawn_from_a_seed():
    scores = np.full(20_000, 0.85)
    low, high = sorted([MIXED.thresholds.high, MIXED.other.high]) if MIXED.other else (0, 0)
    assert low <= 0.85 < high or MIXED.other is not None
    drawn = MIXED.apply(scores, seed=1)
    assert np.array_equal(drawn, MIXED.apply(scores, seed=1))
    assert not np.array_equal(drawn, MIXED.apply(scores, seed=2))
    # By one of the two thresholds a score of 0.85 is flagged, by the other it is not.
    assert drawn.mean() == pytest.approx(MIXED.other_share, abs=0.02)
    assert MIXED.apply([2.0, -1.0], seed=0).tolist() == [True, False]


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (
            lambda: DECISION.apply([NAN]),
            "scores must have no missing values; got a missing value at row 1, counted from 1: drop or fill these records first",
        ),
        (
            lambda: DECISION.apply(0.5),
            "scores must have one dimension; got an object of type float: give one value per record",
        ),
        (
            lambda: DECISION.apply(["a"]),
            "scores must hold numbers; got the text 'a' (row 1, counted from 1): convert the column to numbers",
        ),
        (lambda: MIXED.apply([0.5]), "a randomised decision needs a seed; got none: give seed=, e.g. seed=0"),
    ],
)
def test_what_cannot_be_decided_is_refused(use, text):
    assert refusal(use) == text


def test_no_records_are_decided_at_once():
    assert DECISION.apply([]).tolist() == []


def test_points_without_thresholds_decide_nothing_new():
    assert refusal(lambda: UNSCORED.apply([1.0]), UndefinedError) == (
        "a decision can only be applied by its threshold; got an operating point without one: decide from scores, or give the table of points a threshold column"
    )


# --- judging elsewhere ---


def test_a_decision_is_judged_on_other_records():
    other = Tally.from_scores([1, 1, 0, 0], [0.75, 0.3, 0.71, 0.2])
    judged = DECISION.judged(other, "test")
    assert (judged.fpr, judged.tpr) == (0.5, 0.5)
    assert (judged.thresholds, judged.chosen_on, judged.judged_on) == (
        DECISION.thresholds,
        "these records",
        "test",
    )
    assert not judged.optimistic
    assert judged.expected_cost == pytest.approx(0.25 * 10 / 2 + 0.75 * 2 / 2)
    # By index, whatever the scores.
    assert NOBODY.judged(Tally.from_scores([1, 0], [INF, 1]), "x").flagged == 0
    assert EVERYBODY.judged(Tally.from_scores([1, 0], [-INF, 1]), "x").flagged == 1
    mixed = MIXED.judged(SMALL, "itself")
    assert (mixed.fpr, mixed.tpr) == pytest.approx((MIXED.fpr, MIXED.tpr))


def test_points_judge_no_threshold():
    assert refusal(lambda: DECISION.judged(Tally.from_points([0.1], [0.5]), "x")) == (
        "a threshold needs scores; got operating points without thresholds"
    )


# --- documents ---


@pytest.mark.parametrize("name", ALL)
def test_documents_read_back_equal(name, tmp_path):
    decision = ALL[name]
    text = json.dumps(decision.to_json(), allow_nan=False)
    assert Decision.from_json(json.loads(text)) == decision
    decision.save(tmp_path / "decision.json")
    again = Decision.load(tmp_path / "decision.json")
    assert again == decision
    assert again.sentence == decision.sentence


def test_what_a_document_says():
    document = DECISION.to_json()
    assert document["threshold"] == {"low": 0.1, "high": 0.7}
    assert (document["flags"], document["flagged_if"]) == ("some", ">=")
    assert document["mixture"] is None
    assert document["expected_cost"] == pytest.approx(0.5)
    assert document["sentence"] == DECISION.sentence
    assert NOBODY.to_json()["threshold"] == {"low": 0.9, "high": "inf"}
    assert EVERYBODY.to_json()["threshold"] == {"low": "-inf", "high": 0.1}
    assert UNSCORED.to_json()["threshold"] is None
    assert UNSCORED.to_json()["prevalence"] is None
    assert MIXED.to_json()["mixture"]["share"] == MIXED.other_share


NEEDED = [
    "model", "criterion", "chosen_on", "judged_on", "threshold", "cut_flags", "lower_is_positive", "mixture",
    "prevalence", "sample_prevalence", "condition", "fpr", "tpr",
]  # fmt: skip


@pytest.mark.parametrize("name", NEEDED)
def test_a_field_that_is_missing_is_named(name):
    document = DECISION.to_json()
    del document[name]
    assert (
        refusal(lambda: Decision.from_json(document))
        == f"a decision document must be complete; got no '{name}'"
    )


@pytest.mark.parametrize(
    ("name", "value", "came"),
    [
        (
            "cut_flags",
            "some of them",
            "no such group to flag 'some of them'; choose from 'nobody', 'some', 'everybody'",
        ),
        ("threshold", 5, "'int' object is not subscriptable"),
        ("threshold", {"low": 1}, "no 'high'"),
        ("threshold", {"low": 5, "high": 1}, "a threshold interval must ascend; got 5.0 to 1.0"),
        ("prevalence", 10**400, "prevalence must be a finite number; got a whole number beyond float64"),
        ("prevalence", 7, "prevalence must lie in [0, 1]; got 7"),
        ("threshold", {"low": "a", "high": 1}, "could not convert string to float: 'a'"),
        ("condition", {"prevalence": 2, "costs": {"fp": 1, "fn": 1}}, "prevalence must lie in [0, 1]; got 2"),
        ("condition", 5, "'int' object is not a mapping"),
        ("mixture", {"share": 2, "threshold": None, "flags": "some"}, "share must lie in [0, 1]; got 2"),
        ("fpr", "a", "fpr must be a finite number; got 'a'"),
        ("tpr", None, "tpr must be a finite number; got None"),
        ("prevalence", "a", "prevalence must be a finite number; got 'a'"),
        ("model", 5, "model = 5"),
        ("lower_is_positive", "yes", "lower_is_positive = 'yes'"),
        ("sample_prevalence", 1, "sample_prevalence = 1"),
        ("criterion_spec", {"key": 5, "parameters": {}}, "key of the criterion = 5"),
        ("criterion_spec", {"key": "capacity"}, "no 'parameters'"),
    ],
)
def test_fields_that_mean_nothing_are_refused(name, value, came):
    document = DECISION.to_json() | {name: value}
    assert (
        refusal(lambda: Decision.from_json(document)) == f"a decision document must be complete; got {came}"
    )


def test_documents_without_the_key_of_the_criterion_know_its_words():
    document = DECISION.to_json()
    assert document.pop("criterion_spec") == {
        "key": "max_fpr",
        "parameters": {"limit": 0.4, "randomised": False},
    }
    read = Decision.from_json(document)
    assert (read.criterion.key, read.criterion.title) == ("", DECISION.criterion.title)
    assert dataclasses.replace(read, criterion=DECISION.criterion) == DECISION


def test_infinite_parameters_of_a_criterion_are_read_back():
    criterion = cc.criteria.best_given("tpr", "lr_positive", INF)
    assert CriterionSpec.from_json(criterion.title, plain_json(criterion.spec.to_json())) == criterion.spec


def test_other_documents_are_refused():
    loose: Any = Decision
    write = "write one with save() or --json"
    assert (
        refusal(lambda: loose.from_json([1]))
        == f"the document must be a costcurves decision; got 'list': {write}"
    )
    assert refusal(lambda: loose.from_json({"kind": "evaluation"})) == (
        f"the document must be a costcurves decision; got 'evaluation': {write}"
    )
    assert refusal(lambda: loose.from_json(DECISION.to_json() | {"version": 2})) == (
        "the document must have version 1; got 2: write it again with this version of costcurves"
    )


def test_thresholds_flag_somebody():
    assert (
        refusal(lambda: ThresholdInterval(0.0, 1.0, "x"))
        == "no such group to flag 'x'; choose from 'nobody', 'some', 'everybody'"
    )


# --- a value ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
@pytest.mark.parametrize("name", ALL)
def test_decisions_are_values(how, name):
    assert how(ALL[name]) == ALL[name]
    assert how(ALL[name]) != dataclasses.replace(ALL[name], model="another")


# --- frames ---


def test_a_decision_is_a_row():
    row = DECISION.to_frame("pandas")
    assert len(row) == 1
    assert row.loc[0, ["threshold_low", "threshold_high", "flagged_if"]].tolist() == [0.1, 0.7, ">="]
    assert row.loc[0, "expected_cost"] == pytest.approx(0.5)
    assert math.isnan(UNSCORED.to_frame("pandas").loc[0, "nec"])
    assert len(DECISION.to_frame("polars")) == len(DECISION.to_frame("arrow")) == 1


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True])
def test_a_seed_is_a_whole_number(seed):
    assert refusal(lambda: MIXED.apply([0.5], seed=seed)) == (
        f"a randomised decision needs a seed, not below 0; got {seed!r}: give seed=, e.g. seed=0"
    )
