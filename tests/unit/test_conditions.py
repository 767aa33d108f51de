"""Costs and operating conditions."""

from __future__ import annotations

import copy
import dataclasses
import math
import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

import costcurves as cc
from costcurves import UndefinedError
from tests.unit.refusals import refusal

# Untyped: tests hand in what no type allows.
Costs: Any = cc.Costs
OperatingCondition: Any = cc.OperatingCondition
INF, NAN = float("inf"), float("nan")


# --- costs ---


def test_costs_are_plain_floats():
    costs = Costs(np.int64(1), np.float32(2), tp=-3)
    assert dataclasses.astuple(costs) == (1.0, 2.0, -3.0, 0.0, False, "")
    assert all(type(value) is float for value in dataclasses.astuple(costs)[:4])


def test_effective_costs_leave_out_the_diagonal():
    # A caught positive brings 20, a flagged negative costs 5, a missed positive 30 (5/55 is the threshold).
    costs = Costs(fp=5, fn=30, tp=-20, tn=0)
    assert (costs.effective_fp, costs.effective_fn) == (5.0, 50.0)
    assert OperatingCondition(0.5, costs).threshold == 5 / 55


def test_benefits_are_negative_costs_and_remembered():
    costs = Costs.from_benefits(tp=24.35, fp=-0.65)
    assert costs == dataclasses.replace(Costs(fp=0.65, fn=0, tp=-24.35), stated_as_benefits=True)
    assert str(costs.fn) == "0.0"  # no negative zero


@pytest.mark.parametrize(
    "matrix",
    [[[0, 99], [1, 2]], np.array([[0, 99], [1, 2]]), pd.DataFrame([[0, 99], [1, 2]]), ((0, 99), (1, 2))],
)
def test_a_cost_matrix_has_actual_rows_and_predicted_columns(matrix):
    assert Costs.from_matrix(matrix) == Costs(tn=0, fp=99, fn=1, tp=2)


@pytest.mark.parametrize("name", ["fp", "fn", "tp", "tn"])
@pytest.mark.parametrize("value", [NAN, INF, -INF, "1", None, True, [1], 10**400])
def test_costs_are_finite_numbers(name, value):
    text = refusal(lambda: Costs(**{"fp": 1, "fn": 1, name: value}))
    assert text.startswith(f"cost {name} must be a finite number; got ")


def test_benefits_are_finite_numbers():
    assert refusal(lambda: Costs.from_benefits(tp=1, fp=INF)) == "benefit fp must be a finite number; got inf"


@pytest.mark.parametrize(
    ("matrix", "shape"), [(np.zeros((3, 3)), "(3, 3)"), ([1, 2], "(2,)"), ([[1], [2, 3]], "(2,)")]
)
def test_other_matrices_are_refused(matrix, shape):
    assert refusal(lambda: Costs.from_matrix(matrix)) == (
        f"a cost matrix must be 2×2 (rows = actual, columns = predicted, negative first); got shape {shape}"
    )


def test_a_matrix_of_text_is_refused():
    assert (
        refusal(lambda: Costs.from_matrix([["a", 1], [1, 2]])) == "cost tn must be a finite number; got 'a'"
    )


# --- conditions ---


@pytest.mark.parametrize(
    ("condition", "pc", "slope", "threshold"),
    [
        # Spam: a lost letter costs 99 times a read advertisement.
        (OperatingCondition(0.5, Costs(fp=99, fn=1)), 0.01, 99.0, 0.99),
        # Four times as many positives as negatives at equal costs, and the reverse.
        (OperatingCondition.from_ratio(0.25, prevalence=0.5), 0.8, 0.25, 0.2),
        (OperatingCondition(0.8, Costs(fp=1, fn=1)), 0.8, 0.25, 0.5),
        (OperatingCondition.from_ratio(4, prevalence=0.5), 0.2, 4.0, 0.8),
        (OperatingCondition.from_pc(0.2), 0.2, 4.0, 0.8),
        (OperatingCondition.from_threshold(0.99, prevalence=0.5), 0.01, 99.0, 0.99),
        # fp : fn = 0.8/0.9 : 0.2/0.1 = 4 : 9.
        (OperatingCondition.from_pc(0.2, prevalence=0.1), 0.2, 4.0, 4 / 13),
        (OperatingCondition.from_pc(0), 0.0, INF, 1.0),
        (OperatingCondition.from_pc(1), 1.0, 0.0, 0.0),
        (OperatingCondition(0.0, Costs(fp=1, fn=1)), 0.0, INF, 0.5),
        (OperatingCondition(1.0, Costs(fp=1, fn=1)), 1.0, 0.0, 0.5),
        (OperatingCondition(0.5, Costs(fp=0, fn=1)), 1.0, 0.0, 0.0),
        (OperatingCondition(0.5, Costs(fp=1, fn=0)), 0.0, INF, 1.0),
        (OperatingCondition.from_matrix([[0, 1], [3, 0]], prevalence=0.25), 0.5, 1.0, 0.25),
        (OperatingCondition.from_benefits(tp=3, fp=-1, prevalence=0.25), 0.5, 1.0, 0.25),
    ],
)
def test_forms_of_a_condition(condition, pc, slope, threshold):
    assert condition.pc == pytest.approx(pc, rel=1e-15, abs=0)
    assert condition.slope == pytest.approx(slope, rel=1e-14)
    assert condition.threshold == pytest.approx(threshold, rel=1e-15, abs=0)


def test_only_ratios_are_relative():
    assert not OperatingCondition(0.5, Costs(1, 1)).relative
    assert not OperatingCondition.from_matrix([[0, 1], [1, 0]], prevalence=0.5).relative
    assert not OperatingCondition.from_benefits(tp=1, fp=-1, prevalence=0.5).relative
    assert OperatingCondition.from_pc(0.5).relative
    assert OperatingCondition.from_ratio(1, prevalence=0.5).relative
    assert OperatingCondition.from_threshold(0.5, prevalence=0.5).relative


def test_thresholds_near_the_ends_keep_a_cost():
    assert OperatingCondition.from_threshold(1 - 2**-53, prevalence=0.5).pc == 2**-53
    assert OperatingCondition.from_threshold(0, prevalence=0.5).pc == 1.0
    assert OperatingCondition.from_threshold(1, prevalence=0.5).pc == 0.0
    assert OperatingCondition.from_threshold(1e-17, prevalence=0.5).pc == 1.0


def test_costs_of_a_classifier():
    # 1,000 records: 100 positives of which 2 are missed, 900 negatives of which 20 are flagged.
    condition = OperatingCondition(0.1, Costs(fp=1, fn=10))
    assert condition.expected_cost(20 / 900, 0.98) == pytest.approx(0.04)
    assert condition.nec(20 / 900, 0.98) == pytest.approx(0.04 / 1.9)
    assert condition.cost_of_nobody == 1.0
    assert condition.cost_of_everybody == pytest.approx(0.9)
    assert (condition.weight_positive, condition.weight_negative) == (1.0, 0.9)


def test_the_diagonal_is_a_constant():
    condition = OperatingCondition(0.25, Costs(fp=5, fn=30, tp=-20, tn=1))
    assert condition.offset == pytest.approx(0.25 * -20 + 0.75 * 1)
    assert condition.expected_cost(0.0, 1.0) == condition.offset
    # All four outcomes spelled out.
    assert condition.expected_cost(0.2, 0.6) == pytest.approx(
        0.25 * (0.6 * -20 + 0.4 * 30) + 0.75 * (0.2 * 5 + 0.8 * 1)
    )


def test_costs_of_many_points():
    condition = OperatingCondition.from_pc(0.25)
    assert condition.nec(np.array([0, 0.5, 1]), np.array([0, 1, 1])).tolist() == [0.25, 0.375, 0.75]


BOTH = "swap the predictions, or check the signs: costs are positive, benefits negative"


@pytest.mark.parametrize(
    ("costs", "prevalence", "text"),
    [
        (Costs(0, 0), 0.5, "fp − tn = 0, fn − tp = 0: state a cost above 0 for the class that occurs"),
        (Costs(0, 1), 0.0, "fp − tn = 0, fn − tp = 1: state a cost above 0 for the class that occurs"),
        (Costs(1, 0), 1.0, "fp − tn = 1, fn − tp = 0: state a cost above 0 for the class that occurs"),
    ],
)
def test_conditions_without_any_cost_are_undefined(costs, prevalence, text):
    assert refusal(lambda: OperatingCondition(prevalence, costs), UndefinedError) == (
        f"at least one kind of error must cost something; got prevalence {prevalence:g} with {text}"
    )


@pytest.mark.parametrize(
    ("costs", "text"),
    [
        (Costs(-1, -2), f"both less (fp − tn = -1, fn − tp = -2) (costs): {BOTH}"),
        (
            Costs(-1, 2),
            (
                "fp − tn = -1 and fn − tp = 2, so flagging everybody is never worse (costs): "
                "check the signs, or use no classifier"
            ),
        ),
        (
            Costs(1, 2, tp=5),
            (
                "fp − tn = 1 and fn − tp = -3, so flagging nobody is never worse (costs): "
                "check the signs, or use no classifier"
            ),
        ),
    ],
)
def test_unreasonable_costs_are_undefined(costs, text):
    assert refusal(lambda: OperatingCondition(0.5, costs), UndefinedError) == (
        f"errors must cost more than correct decisions; got {text}"
    )


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: OperatingCondition(1.5, Costs(1, 1)), "prevalence must lie in [0, 1]; got 1.5"),
        (lambda: OperatingCondition(NAN, Costs(1, 1)), "prevalence must be a finite number; got nan"),
        (lambda: OperatingCondition("a", Costs(1, 1)), "prevalence must be a finite number; got 'a'"),
        (
            lambda: OperatingCondition(0.5, (1, 5)),
            "costs must be a Costs; got (1, 5): write Costs(fp=…, fn=…)",
        ),
        (
            lambda: OperatingCondition(0.5, Costs(1e308, 1e308)),
            "the sum of the costs must be finite; got Costs(fp=1e+308, fn=1e+308, tp=0.0, tn=0.0)",
        ),
        (lambda: OperatingCondition.from_pc(1.1), "PC(+) must lie in [0, 1]; got 1.1"),
        (
            lambda: OperatingCondition.from_pc(0.2, prevalence=0),
            "prevalence must lie strictly between 0 and 1; got 0",
        ),
        (
            lambda: OperatingCondition.from_ratio(-1, prevalence=0.5),
            "the cost ratio fp/fn must not be negative; got -1",
        ),
        (
            lambda: OperatingCondition.from_ratio("a", prevalence=0.5),
            "the cost ratio fp/fn must be a finite number; got 'a'",
        ),
        (
            lambda: OperatingCondition.from_threshold(2, prevalence=0.5),
            "threshold probability must lie in [0, 1]; got 2",
        ),
    ],
)
def test_conditions_that_mean_nothing_are_refused(make, text):
    assert refusal(make) == text


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_conditions_are_values(how):
    condition = OperatingCondition.from_benefits(tp=1, fp=-1, prevalence=0.25)
    assert how(condition) == condition
    assert hash(how(condition)) == hash(condition)
    assert condition != OperatingCondition.from_benefits(tp=1, fp=-1, prevalence=0.5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        condition.prevalence = 0.5


def test_the_ratio_and_the_threshold_say_the_same():
    for share in (0.1, 0.3, 0.99):
        ratio = share / (1 - share)
        one = OperatingCondition.from_threshold(share, prevalence=0.3)
        assert one.pc == pytest.approx(OperatingCondition.from_ratio(ratio, prevalence=0.3).pc)
        # logit PC = logit prevalence − logit threshold
        assert math.log(one.pc / (1 - one.pc)) == pytest.approx(math.log(0.3 / 0.7) - math.log(ratio))


@pytest.mark.parametrize(
    "value",
    [
        cc.Costs(fp=1, fn=5, tp=-2),
        cc.Costs.from_benefits(tp=24.35, fp=-0.65),
        cc.OperatingCondition(0.02, cc.Costs(fp=1, fn=50)),
        cc.OperatingCondition.from_pc(0.3),
        cc.OperatingCondition.from_benefits(tp=24.35, fp=-0.65, prevalence=0.1),
    ],
    ids=repr,
)
def test_documents_of_conditions_read_back_equal(value, tmp_path):
    assert type(value).from_json(value.to_json()) == value
    value.save(tmp_path / "value.json")
    again = type(value).load(tmp_path / "value.json")
    assert again == value
    assert hash(again) == hash(value)
    assert repr(again) == repr(value)


def test_conditions_as_rows():
    row = cc.OperatingCondition(0.5, cc.Costs(fp=99, fn=1)).to_frame("pandas")
    assert row.loc[0].to_dict() == {
        "prevalence": 0.5, "pc": 0.01, "slope": 99, "threshold": 0.99, "fp": 99, "fn": 1, "tp": 0, "tn": 0,
    }  # fmt: skip
    assert cc.Costs(1, 2).to_frame("pandas").loc[0].to_dict() == {"fp": 1, "fn": 2, "tp": 0, "tn": 0}


def test_a_condition_that_is_not_whole_is_refused():
    document = cc.OperatingCondition.from_pc(0.3).to_json()
    assert refusal(lambda: cc.OperatingCondition.from_json(document | {"costs": None})) == (
        "a document must be complete; got InputError: the document must be a costcurves costs; got 'NoneType': write one with save() or --json (operating_condition)"
    )
