"""Sentences that a manager can act on."""

from __future__ import annotations

import dataclasses

import pytest

import costcurves as cc
from costcurves import Costs, OperatingCondition, Tally
from costcurves._ground.number_words import percent, short

SMALL = Tally.from_scores([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05])
SAME = "The threshold was chosen and judged on the same records, so expect worse results on new ones."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.123456, "0.1235"),
        (-2.5, "−2.5"),
        (-0.0, "0"),
        (1e-5, "1e−05"),
        (12345.6, "1.235e+04"),
        (100, "100"),
        (float("inf"), "inf"),
    ],
)
def test_short_numbers(value, text):
    assert short(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.0961, "9.61 %"),
        (0.00004, "0.004 %"),
        (0.9996, "99.96 %"),
        (0.999999999, "99.9999999 %"),
        (0.9994, "99.9 %"),
        (1 / 3, "33.3 %"),
    ],
)
def test_percentages_are_never_none_or_all_by_rounding(share, text):
    assert percent(share) == text


def test_money():
    decision = cc.criteria.least_cost(OperatingCondition(0.25, Costs(fp=2, fn=10)))(SMALL)
    assert (
        str(decision)
        == decision.sentence
        == (
            "For the least expected cost: use model and flag a case when its score is at least 0.7 "
            "(any threshold above 0.1 up to 0.7 gives the same decisions). "
            "At a prevalence of 25 %, this flags 50 % of all cases, finds 100 % of the positives "
            "and flags 33.3 % of the negatives by mistake. "
            "It costs 0.5 a case, against 2.5 for flagging nobody and 1.5 for flagging everybody. " + SAME
        )
    )


def test_benefits_bring_something():
    decision = cc.criteria.least_cost(OperatingCondition.from_benefits(tp=9, fp=-1, prevalence=0.4))(SMALL)
    assert (
        "It brings 3.4 a case, against 0 for flagging nobody and 3 for flagging everybody."
        in decision.sentence
    )


def test_ratios_cost_no_money():
    decision = cc.criteria.least_cost(OperatingCondition.from_pc(0.3))(SMALL)
    assert (
        "Its normalised expected cost is 0.15, against 0.3 for flagging nobody and 0.7 for flagging everybody."
        in decision.sentence
    )


def test_the_prevalence_of_the_sample_is_said_to_be_so():
    decision = cc.criteria.max_fpr(0)(SMALL)
    assert (
        "At a prevalence of 40 %, the share in these records, this flags 20 % of all cases"
        in decision.sentence
    )


@pytest.mark.parametrize(
    ("decision", "start"),
    [
        (
            cc.criteria.max_fpr(0)(Tally.from_scores([0, 1], [2, 1])),
            (
                "For the most positives found at a false positive rate of at most 0 %: "
                "flag nobody, whatever model says. "
            ),
        ),
        (
            cc.criteria.max_fpr(1)(Tally.from_scores([0, 1], [2, 1])),
            (
                "For the most positives found at a false positive rate of at most 100 %: "
                "flag everybody, whatever model says. "
            ),
        ),
        (
            cc.criteria.max_fpr(0.2)(Tally.from_points([0.1], [0.5])),
            (
                "For the most positives found at a false positive rate of at most 20 %: "
                "use model at this operating point (its threshold is not known). "
                "This finds 50 % of the positives and flags 10 % of the negatives by mistake. "
            ),
        ),
        (
            cc.criteria.max_fpr(0.25, randomised=True)(Tally.from_scores([0, 1], [2, 1])),
            (
                "For the most positives found at a false positive rate of at most 25 %: use model; "
                "flag nobody for 75 % of the cases and flag everybody for the other 25 %, drawn at random. "
            ),
        ),
        (
            cc.criteria.max_fpr(0.25, randomised=True)(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])),
            (
                "For the most positives found at a false positive rate of at most 25 %: use model; "
                "flag a case when its score is at least 4 for 50 % of the cases and "
                "flag a case when its score is at least 2 for the other 50 %, drawn at random. "
            ),
        ),
        (
            cc.criteria.max_fpr(0.15, randomised=True)(Tally.from_points([0.1, 0.2], [0.5, 0.6])),
            (
                "For the most positives found at a false positive rate of at most 15 %: use model; "
                "use the operating point with FPR 10 % and TPR 50 % for 50 % of the cases and use the operating "
                "point with FPR 20 % and TPR 60 % for the other 50 %, drawn at random. "
            ),
        ),
    ],
)
def test_actions(decision, start):
    assert decision.sentence.startswith(start)
    # Without a threshold there is nothing that could be worse on new records.
    assert decision.sentence.endswith(SAME) == (decision.flags == "some")


@pytest.mark.parametrize(("pc", "flags"), [(0.05, "nobody"), (0.95, "everybody")])
def test_where_no_threshold_pays_that_is_the_answer(pc, flags):
    tally = Tally.from_scores([0, 1, 0, 1], [0.9, 0.8, 0.7, 0.1])
    decision = cc.criteria.least_cost(OperatingCondition.from_pc(pc))(tally)
    assert decision.flags == flags
    assert decision.sentence.startswith(
        f"For the least expected cost: flag {flags}; no threshold pays here. At"
    )
    assert decision.sentence.endswith(" for flagging everybody.")  # neither a loss nor a warning


@pytest.mark.parametrize(
    ("condition", "end"),
    [
        # All positives of SMALL are found with one of three false alarms.
        (
            OperatingCondition(0.1, Costs(fp=5, fn=1)),
            (
                "It costs 1.5 a case, against 0.1 for flagging nobody and 4.5 for flagging everybody; "
                "that is more than flagging nobody. "
            ),
        ),
        (
            OperatingCondition.from_benefits(tp=1, fp=-9, prevalence=0.5),
            (
                "It brings −1 a case, against 0 for flagging nobody and −4 for flagging everybody; "
                "that is less than flagging nobody. "
            ),
        ),
        (
            OperatingCondition.from_pc(0.1),
            (
                "cost is 0.3, against 0.1 for flagging nobody and 0.9 for flagging everybody; "
                "that is more than flagging nobody. "
            ),
        ),
    ],
)
def test_a_goal_met_at_a_loss_is_called_so(condition, end):
    assert end + SAME in cc.criteria.max_fpr(0.4, condition=condition)(SMALL).sentence


def test_a_goal_may_cost_more_than_either_trivial_answer():
    decision = cc.criteria.max_fpr(0.5, condition=OperatingCondition.from_pc(0.5))(SMALL)
    decision = dataclasses.replace(decision, fpr=0.5, tpr=0.0)  # as other records may judge it
    said = (
        "is 0.75, against 0.5 for flagging nobody and 0.5 for flagging everybody; that is more than either."
    )
    assert said in decision.sentence


def test_low_scores_are_worded_as_they_are():
    ev = cc.evaluate([1, 0, 0], {"age": [0.0, 1.0, 2.0]}, lower_is_positive="age")
    sentence = ev.decide(OperatingCondition(0.5, Costs(1, 1))).sentence
    assert (
        "use age and flag a case when its score is at most 0 "
        "(any threshold from 0 to just below 1 gives the same decisions)" in sentence
    )


def test_chosen_here_judged_there():
    decision = dataclasses.replace(cc.criteria.max_fpr(0)(SMALL), chosen_on="train.csv", judged_on="test.csv")
    assert decision.sentence.endswith("Chosen on train.csv, judged on test.csv.")


def test_a_published_threshold_stands_alone():
    tally = Tally.from_points([0.1], [0.5], threshold=[0.4], positives=10, negatives=10)
    assert (
        "use model and flag a case when its score is at least 0.4. At"
        in cc.criteria.max_fpr(0.2)(tally).sentence
    )
