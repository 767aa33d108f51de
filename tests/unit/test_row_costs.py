"""Costs of every record: reading them, and what they say of acting and leaving alone."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from costcurves import Records, UndefinedError, ValueTally
from costcurves.conditions.row_costs import RowCosts
from tests.unit.refusals import refusal

LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05]
COSTS = {"fp": [1, 2, 3, 4, 5], "fn": [10, 20, 30, 40, 50], "tp": 1, "tn": [0, 0, 0, 0, -6]}
POSITIVE = np.array(LABELS, bool)
read: Any = Records.read


def test_left_alone_or_acted_on():
    costs = RowCosts.read(COSTS, 5)
    assert costs.left(POSITIVE).tolist() == [10, 0, 30, 0, -6]
    assert costs.acted(POSITIVE).tolist() == [1, 2, 1, 4, 5]
    assert costs.benefit(POSITIVE).tolist() == [9, -2, 29, -4, -11]


def test_expected_benefit_weighs_both_outcomes():
    # p·(fn − tp) + (1 − p)·(tn − fp)
    found = RowCosts.read(COSTS, 5).expected_benefit(np.array([0, 1, 0.5, 0.25, 0.5]))
    assert found.tolist() == [-1, 19, 0.5 * 29 - 1.5, 0.25 * 39 - 3, 0.5 * 49 - 5.5]


def test_a_loss_too_large_to_add_up_is_refused():
    assert refusal(lambda: RowCosts.read({"fn": [1e300, 1e300]}, 2)) == (
        "cost fn must add up to at most 1e+300; got 2e+300: state it in a larger unit of money"
    )


@pytest.mark.parametrize("how", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_records_with_costs_copy_and_compare_by_value(how):
    records = read(LABELS, SCORES, costs=COSTS)
    assert how(records) == records
    assert not how(records).costs.fn.flags.writeable
    assert records != read(LABELS, SCORES)
    # Same benefits, other totals: the costs themselves count.
    moved = {"fp": [2, 3, 4, 5, 6], "fn": COSTS["fn"], "tp": 1, "tn": [1, 1, 1, 1, -5]}
    other = read(LABELS, SCORES, costs=moved)
    assert other.benefit.tolist() == records.benefit.tolist()
    assert other != records


def test_costs_go_with_their_rows():
    records = read(LABELS, SCORES, costs=COSTS, fold=[1, 2, 1, 2, 2])
    assert records.take(np.array([4, 0])).benefit.tolist() == [-11, 9]
    assert {fold: part.benefit.tolist() for fold, part in records.parts("fold").items()} == {
        1: [9, 29],
        2: [-2, -4, -11],
    }


def test_values_of_acting():
    records = read(LABELS, SCORES, costs=COSTS, sample_weight=[1, 1, 2, 1, 0])
    assert records.valued("model") == ValueTally.from_values([9, -2, 29, -4, 0], SCORES, [1, 1, 2, 1, 0])
    assert records.valued("model").running()[1].tolist() == [0, 9, 7, 65, 61]


def test_probabilities():
    given = {"up": SCORES, "down": [0.1, 0.2, 0.3, 0.9, 1.0], "margin": [2, 1, 0, -1, -2]}
    records = read(LABELS, given, costs=COSTS, lower_is_positive="down")
    assert records.probability("up").tolist() == SCORES
    assert records.probability("down").tolist() == [0.9, 0.8, 0.7, 1 - 0.9, 0]
    assert refusal(lambda: records.probability("margin")) == (
        "the scores of 'margin' must be probabilities, from 0 to 1; got 2 (row 1, counted from 1): calibrate them, or choose a threshold instead"
    )
    assert (
        refusal(lambda: records.probability("z")) == "no such model 'z'; choose from 'up', 'down', 'margin'"
    )


@pytest.mark.parametrize(
    ("use", "what"),
    [
        (lambda r: r.stakes("model"), "stakes"),
        (lambda r: r.valued("model"), "values"),
        (lambda r: r.expected_benefit("model"), "expected benefits"),
    ],
)
def test_money_needs_costs(use, what):
    assert refusal(lambda: use(read(LABELS, SCORES))) == (
        f'{what} need the costs of every record; got none: give costs={{"fp": …, "fn": …}}'
    )


def test_weighed_to_a_prevalence():
    records = read(LABELS, SCORES, sample_weight=[1, 2, 1, 2, 2]).at_prevalence(0.5)
    assert records.weight.tolist() == pytest.approx([2, 4 / 3, 2, 4 / 3, 4 / 3], rel=1e-15)
    assert records.tally("model").prevalence == pytest.approx(0.5)
    assert read(LABELS, SCORES).at_prevalence(0.1).weight.sum() == pytest.approx(5)


@pytest.mark.parametrize(
    ("weight", "share", "kind", "text"),
    [
        (None, 0, None, "prevalence must lie strictly between 0 and 1; got 0"),
        (
            [1, 0, 1, 0, 0],
            0.5,
            UndefinedError,
            "a stated prevalence needs records of both classes; got no negative",
        ),
        (
            [0, 1, 0, 1, 1],
            0.5,
            UndefinedError,
            "a stated prevalence needs records of both classes; got no positive",
        ),
    ],
)
def test_prevalences_that_cannot_be_stated(weight, share, kind, text):
    records = read(LABELS, SCORES, sample_weight=weight)
    said = refusal(lambda: records.at_prevalence(share), *([kind] if kind else []))
    assert said.startswith(text)
