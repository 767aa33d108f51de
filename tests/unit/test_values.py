"""Value tallies: sums by score, the perfect order, adding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.tallies.values import ValueTally
from tests.unit.refusals import refusal

VALUES = ValueTally.from_values([9.0, -6.0, 9.0, 1.0], [0.9, 0.5, 0.5, 0.1], [1, 2, 1, 3])
loose: Any = ValueTally


def test_values_are_summed_by_score():
    assert VALUES.high.tolist() == [0.9, 0.5, 0.1]
    assert VALUES.weight.tolist() == [1, 3, 3]
    assert VALUES.value.tolist() == [9.0, -3.0, 3.0]
    assert (VALUES.total, VALUES.total_weight, len(VALUES)) == (9.0, 7, 3)
    weight, value = VALUES.running()
    assert (weight.tolist(), value.tolist()) == ([0, 1, 4, 7], [0, 9, 6, 9])


def test_the_perfect_order_is_by_value():
    weight, value = VALUES.perfect()
    assert (weight.tolist(), value.tolist()) == ([0, 2, 5, 7], [0, 18, 21, 9])


def test_row_order_leaves_no_trace():
    order = np.array([2, 0, 3, 1])
    value, score, weight = (np.array(c) for c in ([0.1, 0.2, 0.3, 0.7], [1, 1, 1, 1], [1.5, 2.5, 3.5, 0.25]))
    assert ValueTally.from_values(value, score, weight) == ValueTally.from_values(
        value[order], score[order], weight[order]
    )


def test_adding():
    one = ValueTally.from_values([9.0, -6.0], [0.9, 0.5], [1, 2])
    other = ValueTally.from_values([9.0, 1.0], [0.5, 0.1], [1, 3])
    both = one + other
    assert both.to_columns()["value"].tolist() == VALUES.value.tolist()
    assert both.perfect()[1].tolist()[-1] == VALUES.total
    with pytest.raises(TypeError):
        loose.__add__(one, 1) + 1
    merged = ValueTally.of_classes(cc.Tally.from_scores([1, 1, 0], [3, 2, 1]).compact())
    assert "merged cells" in refusal(lambda: merged + merged)


def test_class_values_at_a_stated_prevalence():
    tally = cc.Tally.from_scores([1, 0, 0, 0], [4, 3, 2, 1])
    assert ValueTally.of_classes(tally, tp=8, fp=-1).total == 5
    half = ValueTally.of_classes(tally.at_prevalence(0.5), tp=8, fp=-1)
    assert (half.total, half.total_weight) == pytest.approx((14, 4))
    saved = ValueTally.of_costs(tally, cc.Costs(fp=2, fn=10, tp=1, tn=0))
    assert saved.value.tolist() == [9, -2, -2, -2]
    backwards = ValueTally.of_classes(tally, tp=-1, fp=2)
    assert backwards.perfect()[1].tolist() == [0, 6, 5]


def test_a_tally_counts_its_positives():
    tally = cc.Tally.from_scores([1, 0], [2, 1])
    assert ValueTally.require(tally, "gains").value.tolist() == [1, 0]
    assert ValueTally.require(VALUES, "gains") is VALUES
    assert refusal(lambda: ValueTally.require([1], "gains")).startswith("gains needs a tally; got ")


def test_documents(tmp_path):
    path = tmp_path / "values.json"
    VALUES.save(path)
    assert ValueTally.load(path) == VALUES
    assert repr(VALUES) == "ValueTally(weight 7, value 9, 3 cells)"


def test_bad_columns():
    assert "score" in refusal(lambda: ValueTally.from_values([1.0], [1.0, 2.0]))
    assert "score must have no missing values" in refusal(lambda: ValueTally.from_values([1.0], [np.nan]))
    assert refusal(lambda: ValueTally.from_values([1.0], [1.0], [0.0])) == (
        "at least one record must have a weight above 0; got none"
    )
