"""Conditions and goals as far as they were stated: every contradiction has its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from costcurves import InputError, OperatingCondition, criteria
from costcurves.cli.condition_options import ConditionOptions
from costcurves.cli.goal_options import GoalOptions
from costcurves.cli.request import Request


def goal(*, randomised: bool = False, **options: Any) -> GoalOptions:
    """A goal by its options."""
    return GoalOptions(options=options, randomised=randomised)


@pytest.mark.parametrize(
    ("stated", "error"),
    [
        (
            {"prevalence": 1.5},
            r"prevalence must lie in \[0, 1\]; got 1.5 \(--prevalence\): write 1.5% for a percentage",
        ),
        ({"prevalence": -1}, r"prevalence must lie in \[0, 1\]; got -1 \(--prevalence\)$"),
        ({"pc": 0.5, "ratio": 1.0}, "stated in one way only; got --pc and --ratio: leave out all but one"),
        (
            {"benefits": {"tp": 1.0}, "threshold_probability": 0.5},
            "got --benefit-tp and --threshold-probability",
        ),
        ({"costs": {"fp": 1.0}}, r"got nothing for fn: state --cost-fn \(or --benefit-tp\)"),
        ({"benefits": {"tp": 1.0}}, r"got nothing for fp: state --cost-fp \(or --benefit-tn\)"),
        ({"pc": 1.2, "prevalence": 0.5}, r"PC\(\+\) must lie in \[0, 1\]"),
        ({"pc": 0.2, "prevalence": 0.0}, "prevalence must lie strictly between 0 and 1; got 0"),
        ({"ratio": -1.0, "prevalence": 0.5}, "the cost ratio fp/fn must not be negative; got -1.0"),
    ],
)
def test_conditions_that_contradict_themselves(stated: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError, match=error):
        ConditionOptions(**stated)


def test_a_condition_takes_the_prevalence_of_the_records_for_want_of_another() -> None:
    stated = ConditionOptions(costs={"fp": 1.0, "fn": 2.0})
    assert stated.is_priced
    assert stated.at(0.25) == OperatingCondition.from_matrix([[0, 1], [2, 0]], prevalence=0.25)
    with pytest.raises(InputError, match="the prevalence must be known; state it with --prevalence"):
        stated.at(None)
    assert not ConditionOptions(prevalence=0.5).is_priced


def test_of_an_outcome_with_both_the_difference_counts() -> None:
    # A mailing costs 0.68 whoever gets it, and whoever answers gives 13.
    condition = ConditionOptions(benefits={"tp": 13.0}, costs={"tp": 0.68, "fp": 0.68}).at(0.051)
    assert condition == OperatingCondition.from_benefits(tp=13 - 0.68, fp=-0.68, prevalence=0.051)


def test_pc_keeps_the_prevalence() -> None:
    condition = ConditionOptions(pc=0.3).at(0.1)
    assert condition.relative
    assert condition.prevalence == 0.1
    assert condition.pc == pytest.approx(0.3, abs=1e-15)


@pytest.mark.parametrize(
    ("stated", "error"),
    [
        ({"max_fpr": 0.1, "best": "f1"}, "got --max-fpr and --best: leave out all but one"),
        ({"price": 1.0}, "--price belongs to --budget; got --price alone"),
        ({"budget": 1.0, "cases": 5.0}, "--budget, --price, --cases must be stated together; got no --price"),
        ({"given": "recall"}, "--given belongs to --best; got --given alone"),
        ({"best": "precision", "given": "recall"}, "--given, --floor must be stated together; got no --floor"),
        ({"best": "ppv", "given": "tpr", "floor": float("inf")}, r"must lie in \[0, 1\]; got inf"),
        ({"best": "nothing"}, "no such measure 'nothing'"),
        ({"best": "f1", "randomised": True}, "a constraint or a worst case; got --randomised with --best"),
        ({"max_fpr": 2.0}, r"must lie in \[0, 1\]"),
        ({"minimax": (0.8, 0.2)}, r"a range of PC\(\+\) must ascend; got 0.8 to 0.2"),
    ],
)  # fmt: skip
def test_goals_that_contradict_themselves(stated: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError, match=error):
        goal(**stated)


def test_a_limit_of_nought_is_stated() -> None:
    assert goal(max_fpr=0.0).criterion == criteria.max_fpr(0)
    assert goal(minimax=(0.0, 0.0)).criterion == criteria.minimax(0, 0)
    assert not goal(max_fpr=None, equal_errors=False).is_stated


def test_a_goal_or_a_condition_is_needed() -> None:
    assert not GoalOptions().is_stated
    assert GoalOptions().criterion is None
    with pytest.raises(InputError, match="a decision needs costs or a constraint; state"):
        Request().require_decided()
    with pytest.raises(InputError, match="got --randomised with the least cost: leave it out"):
        goal(randomised=True)
