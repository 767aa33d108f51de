"""Totals in money where costs differ by record: the worked example, edges, words, documents."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import examples
from costcurves._ground.number_words import amount
from costcurves.criteria.total_cost import TotalCost, cheapest_thresholds
from tests.unit.refusals import refusal

# Fawcett's weights on six records: cost of getting each wrong.
LABELS, SCORES = [1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2]
WRONG = [10, 2, 5, 4, 1, 3]
evaluate: Any = cc.evaluate


def six(**more: Any) -> Any:
    """The worked example."""
    return evaluate(LABELS, {"m": SCORES}, costs={"fp": WRONG, "fn": WRONG}, **more)


# --- curves from stakes ---


def test_curves_of_the_worked_example():
    staked = six().staked()
    roc = staked.roc("m")
    # Points (0, .625), (0, .75), (.5556, .75), (.5556, 1), (.6667, 1), (1, 1); area .861111.
    assert roc.fpr.tolist() == pytest.approx([0, 0, 0, 5 / 9, 5 / 9, 6 / 9, 1])
    assert roc.tpr.tolist() == pytest.approx([0, 10 / 16, 12 / 16, 12 / 16, 1, 1, 1])
    assert roc.auc == pytest.approx(0.861111, abs=5e-7)
    assert six().roc("m").auc == pytest.approx(0.888889, abs=5e-7)
    assert staked.tally("m").prevalence == 16 / 25
    assert 25 * staked.cost_curve("m")(16 / 25) == 4
    assert staked.notes == ("records are weighted by what is at stake; positives are those worth acting on",)


def test_the_cheapest_threshold_of_the_worked_example():
    found = six().least_total_cost()
    assert (found.cost, found.of_nobody, found.of_everybody) == (4, 16, 9)
    assert (found.savings, found.profit, found.mean) == (5 / 9, 12, 4 / 6)
    assert (found.decision.low, found.decision.high) == (0.7, 0.8)
    assert (found.decision.fpr, found.decision.tpr, found.model) == (0, 2 / 3, "m")
    assert found.sentence == (
        "For the least total cost: use m and flag a case when its score is at least 0.8 (any threshold above 0.7 "
        "up to 0.8 gives the same decisions). At a prevalence of 50 %, the share in these records, this flags 33.3 % of all "
        "cases, finds 66.7 % of the positives and flags 0 % of the negatives by mistake. The threshold was chosen "
        "and judged on the same records, so expect worse results on new ones. In all it costs 4, against 16 for "
        "flagging nobody and 9 for flagging everybody; that saves 55.6 % of what flagging everybody costs."
    )


def test_chosen_on_other_records():
    read = evaluate([1, 0], {"m": [0.75, 0.85]}, costs={"fp": [3, 2], "fn": [3, 2]})
    other = dataclasses.replace(read, name="other")
    found = other.least_total_cost(chosen_on=six())
    # From 0.8 on: the positive at 0.75 is missed, the negative at 0.85 is flagged.
    assert (found.cost, found.decision.high, found.judged_on) == (3 + 2, 0.8, "other")
    assert not found.decision.optimistic
    assert other.judge_parts(found.decision).totals[0].cost == 5


def test_records_weighed_to_a_prevalence():
    ev = six()
    found = ev.weighed(0.25).least_total_cost()
    # Positives weigh a half, negatives one and a half: the one positive that is missed costs 4.
    assert (found.cost, found.of_nobody, found.of_everybody) == pytest.approx((2, 8, 13.5))
    assert (found.decision.prevalence, found.decision.sample_prevalence) == (pytest.approx(0.25), False)
    totals = ev.weighed(0.25).uncertainty(level=0.9).decision(found.decision).totals
    assert totals[0].total.estimate == pytest.approx(2)
    assert refusal(lambda: ev.staked().weighed(0.25)).startswith("weights need records")


def test_only_scores_that_are_no_probabilities_are_passed_over():
    assert refusal(lambda: six().least_total_cost("x")).startswith("no such model 'x'")
    assert refusal(lambda: six().bayes_total_cost("x")).startswith("no such model 'x'")


def test_profit_over_depth():
    curve = six().profit_by_row("m")
    assert curve.y.tolist() == [0, 10, 12, 7, 11, 10, 7]
    assert curve(0.5) == 7


# --- Bayes' rule case by case ---


def test_every_case_has_its_own_threshold():
    # Flag iff p·fn ≥ (1 − p)·fp: from 1/2 on, from 1/6, from 10/11.
    ev = evaluate([1, 0, 0], {"p": [0.5, 0.2, 0.9]}, costs={"fn": [7, 5, 1], "fp": [7, 1, 10]})
    found = ev.bayes_total_cost()
    assert (found.cost, found.of_nobody, found.of_everybody, found.flagged) == (1, 7, 11, 2)
    assert found.decision is None
    assert str(found) == (
        "By Bayes' rule case by case: use p as the probability of a positive and flag a case when its expected "
        "benefit is at least 0. This flags 66.7 % of all cases. In all it costs 1, against 7 for flagging nobody "
        "and 11 for flagging everybody; that saves 85.7 % of what flagging nobody costs."
    )


def test_bayes_with_all_four_costs():
    costs = {"fp": [3.0, 3.0], "fn": [9.0, 9.0], "tp": [1.0, 5.0], "tn": [1.0, -1.0]}
    # Expected benefits at p = 1/4: 2 − 1.5 ≥ 0; 1 − 3 < 0.
    ev = evaluate([0, 1], {"p": [0.25, 0.25]}, costs=costs)
    assert ev.records.expected_benefit("p").tolist() == [0.5, -2]
    assert ev.bayes_total_cost("p").cost == 3 + 9


def test_bayes_takes_models_that_are_probabilities():
    scores = {"margin": [3.0, -3.0], "down": [0.1, 0.9], "up": [0.1, 0.9]}
    ev = evaluate([1, 0], scores, costs={"fp": 1, "fn": 1}, lower_is_positive="down")
    assert (ev.bayes_total_cost().model, ev.bayes_total_cost().cost) == ("down", 0)
    assert ev.bayes_total_cost("up").cost == 2
    said = "the scores of 'margin' must be probabilities, from 0 to 1; got 3 (row 1, counted from 1)"
    assert refusal(lambda: ev.bayes_total_cost("margin")).startswith(said)
    alone = evaluate([1, 0], {"margin": [3.0, -3.0]}, costs={"fp": 1, "fn": 1})
    assert refusal(alone.bayes_total_cost).startswith(said)


# --- any decision ---


def test_any_decision_has_a_total():
    ev = six()
    condition = cc.OperatingCondition(0.5, cc.Costs(1, 1))
    assert ev.total_cost(ev.decide(condition)).cost == 4
    assert ev.total_cost(np.zeros(6, bool)).cost == 16
    assert ev.total_cost([1] * 6).cost == 9
    given = ev.total_cost([True, False, True, True, False, False])
    assert (given.cost, given.flagged, given.model) == (2 + 5, 3, "")
    assert given.sentence == (
        "Flags as given. This flags 50 % of all cases. In all it costs 7, against 16 for flagging nobody and 9 "
        "for flagging everybody; that saves 22.2 % of what flagging everybody costs."
    )


def test_a_decision_by_lot_has_an_expected_total():
    ev = six()
    decision = ev.decide(criterion=cc.criteria.max_fpr(1 / 6, randomised=True))
    # Hull from (0, 2/3) to (1/3, 1): half of the cases by each of two thresholds, of 4 and of 5 in all.
    assert decision.other_share == pytest.approx(0.5)
    assert ev.total_cost(decision).cost == pytest.approx((4 + 5) / 2)
    assert ev.total_cost(decision).flagged == pytest.approx(3)


def test_chosen_here_judged_there():
    found = six().least_total_cost().decision
    other = evaluate([1, 0], {"m": [0.75, 0.85]}, costs={"fp": 2, "fn": [3, 0]})
    total = other.total_cost(found)
    assert (total.cost, total.savings, total.judged_on) == (5, (2 - 5) / 2, "these records")
    assert (total.decision.fpr, total.decision.tpr) == (1, 0)
    assert total.money.endswith("; that loses 150 % of what flagging everybody costs.")


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (
            [1, 0],
            "flags must have one value per record; got 2 values for 6 records: give columns of equal length",
        ),
        (
            SCORES,
            "flags must be true or false; got 0.9 (row 1, counted from 1): compare scores with a threshold first",
        ),
        (
            list("ababab"),
            "flags must hold numbers; got the text 'a' (row 1, counted from 1): convert the column to numbers",
        ),
    ],
)
def test_odd_flags_are_refused(flags, text):
    assert refusal(lambda: six().total_cost(flags)) == text


# --- edges ---


def test_nobody_where_nothing_is_worth_it():
    ev = evaluate(LABELS, {"m": SCORES}, costs={"fp": 2, "fn": 1, "tp": 1})
    found = ev.least_total_cost()
    assert (found.cost, found.of_nobody, found.decision.flags) == (3, 3, "nobody")
    assert found.sentence.startswith("For the least total cost: flag nobody; no threshold pays here.")
    assert found.money == "In all it costs 3, against 3 for flagging nobody and 9 for flagging everybody."
    with pytest.raises(cc.UndefinedError):
        _ = ev.staked().roc("m").auc


def test_everybody_where_all_is_worth_it():
    found = evaluate(LABELS, {"m": SCORES}, costs={"fn": 1, "tn": 1}).least_total_cost()
    assert (found.cost, found.of_nobody, found.decision.flags, found.savings) == (0, 6, "everybody", None)


def test_nothing_at_stake():
    ev = evaluate(LABELS, {"m": SCORES}, costs={"fp": 3, "tn": 3, "fn": 2, "tp": 2})
    found = ev.least_total_cost()
    assert (found.cost, found.of_everybody, found.decision.flags, found.savings) == (15, 15, "nobody", 0)
    assert ev.staked().tally("m").total_positive == 0


def test_low_scores_that_mean_positive():
    ev = evaluate(
        LABELS, {"m": [-s for s in SCORES]}, costs={"fp": WRONG, "fn": WRONG}, lower_is_positive=True
    )
    found = ev.least_total_cost()
    assert (found.cost, found.decision.threshold, found.decision.flagged_if) == (4, -0.8, "<=")
    assert ev.total_cost(found.decision).cost == 4
    assert ev.staked().roc("m").auc == pytest.approx(0.861111, abs=5e-7)


def test_infinite_scores_are_flagged_like_others():
    ev = evaluate([1, 0, 1], {"m": [math.inf, -math.inf, -math.inf]}, costs={"fp": 5, "fn": 2})
    found = ev.least_total_cost()
    assert (found.cost, found.decision.high, found.decision.low) == (2, math.inf, -math.inf)
    assert found.decision.flags == "some"


def test_of_equal_models_the_first():
    ev = evaluate(LABELS, {"a": SCORES, "b": SCORES, "c": LABELS}, costs={"fp": WRONG, "fn": WRONG})
    assert ev.least_total_cost().model == "c"
    assert evaluate(LABELS, {"b": SCORES, "a": SCORES}, costs={"fn": WRONG}).least_total_cost().model == "b"
    assert ev.least_total_cost("b").model == "b"


def test_rounding_does_not_flag_more():
    # 0.1 + 0.2 − 0.3 is above 0 in floats: no reason to flag two more records.
    found = cheapest_thresholds(
        cc.ValueTally.from_values([1.0, 0.1, 0.2, -0.3, 0.1, 0.2, -0.3 + 1e-17], [7, 6, 5, 4, 3, 2, 1])
    )
    assert found.high == 5


def test_totals_beyond_floats_are_refused():
    ev = evaluate([1, 0], {"m": [0.5, 0.1]}, costs={"fn": 1e200}, sample_weight=[1e200, 1])
    assert refusal(lambda: ev.total_cost([0, 0])) == (
        "costs times weights must add up to at most 1e+300; got more: state them in a larger unit of money"
    )


@pytest.mark.parametrize(
    "use",
    [
        lambda ev: ev.least_total_cost(),
        lambda ev: ev.bayes_total_cost(),
        lambda ev: ev.total_cost([1, 0]),
        lambda ev: ev.staked(),
        lambda ev: ev.profit_by_row("m"),
    ],
)
def test_money_needs_rows_and_costs(use):
    counts = cc.evaluate_counts({"m": ([1, 2], [0, 1], [1, 0])})
    assert "need records; got counts or operating points" in refusal(lambda: use(counts))
    assert "need the costs of every record; got none" in refusal(lambda: use(evaluate([1, 0], {"m": [1, 0]})))


# --- real data ---


def test_a_mailing_to_donors_at_its_true_prevalence():
    labels, gifts, scores = examples.fundraising()
    rows = evaluate(labels, scores, costs={"tp": 0.68 - gifts, "fp": 0.68}).records.at_prevalence(0.051)
    ev = cc.Evaluation.of_records(rows)
    everybody = ev.total_cost(np.ones(len(labels)))
    # 1,248 letters; 5.1 % of them bring 8250/624 on average.
    assert everybody.profit == pytest.approx(1248 * (0.051 * 8250 / 624 - 0.68))
    best = ev.least_total_cost("logistic")
    # By hand: the best of all thresholds, summed up one by one.
    worth = np.where(labels == 1, (gifts - 0.68) * 0.051, -0.68 * 0.949) * 2
    byhand = max(worth[scores["logistic"] >= t].sum() for t in scores["logistic"])
    assert best.profit == pytest.approx(byhand)
    assert best.savings is None
    assert (
        best.money
        == "In all it brings 18.88, against 0 for flagging nobody and −7.14 for flagging everybody."
    )
    assert everybody.money.endswith(" −7.14 for flagging everybody; that is less than flagging nobody.")


# --- words and documents ---


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (4, "4"),
        (100, "100"),
        (1234567, "1,234,567"),
        (198668.5, "198,668.5"),
        (12495.82, "12,495.82"),
        (-20010, "−20,010"),
        (0.5, "0.5"),
        (0.999999, "1"),
        (1.005e15, "1,005,000,000,000,000"),
    ],
)
def test_amounts(value, text):
    assert amount(value) == text


@pytest.mark.parametrize("found", [six().least_total_cost(), six().total_cost([0, 1, 0, 1, 0, 1])])
def test_totals_as_documents(found, tmp_path):
    document = json.loads(json.dumps(found.to_json()))
    assert document["savings"] == found.savings
    assert document["sentence"] == found.sentence
    assert TotalCost.from_json(document) == found
    found.save(tmp_path / "total.json")
    assert TotalCost.load(tmp_path / "total.json") == found
    assert found.to_columns()["cost"] == [found.cost]
    frame = found.to_frame()
    assert len(frame) == 1
    del document["weight"]
    assert refusal(lambda: TotalCost.from_json(document)).startswith(
        "a document must be complete; got KeyError"
    )
