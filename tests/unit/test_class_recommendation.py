"""Recommendations among models of many classes as tables: totals, what is done, and actions taken for all."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import InputError
from costcurves.results.class_recommendation import FEW_ALWAYS, MOST_ACTIONS, MOST_ALWAYS
from costcurves.tallies.class_counts import ClassCounts


def labelled(classes: int, *, costs: bool = True) -> cc.ClassEvaluation:
    """Two models of labels; classes are the rarer the later, and errors cost 1 to 3."""
    codes = np.repeat(np.arange(classes), [40 - 2 * k for k in range(classes)])
    said = {
        "a": np.where(np.arange(len(codes)) % 5, codes, 0),
        "b": np.where(np.arange(len(codes)) % 3, codes, 0),
    }
    matrix = (1 - np.eye(classes)) * (1 + np.arange(classes)[:, None] % 3)
    return cc.evaluate_classes(codes, said, costs=matrix if costs else None)


def test_totals_are_costs_a_case_times_records() -> None:
    ev = labelled(3)
    found = ev.decide()
    table, size = found.totals_table(), len(ev.records)
    first = found.rows[0]
    want = [end * size for end in (first.cost.estimate, first.cost.low, first.cost.high)]
    text = table.rows[0][1]
    assert [float(part.strip("[],")) for part in text.split()] == pytest.approx(want, rel=5e-3)
    assert sum(table.rows[0][2:]) == pytest.approx(100)
    assert table.rows[0][2:] == pytest.approx([100 * share for share in first.taken.values()])
    assert table.notes[0] == f"Totals are of {size} records."
    assert found.to_json()["total"] == pytest.approx(found.headline.estimate * size)
    bare = found.without_intervals().totals_table()
    assert bare.columns[1].title == "total"
    assert " " not in bare.rows[0][1]


def test_of_many_actions_the_cheapest_for_all_are_shown() -> None:
    few, many = labelled(MOST_ALWAYS).decide(), labelled(MOST_ALWAYS + 4).decide()
    assert sum("always" in row[0] for row in few.table().rows) == MOST_ALWAYS
    shown = [row[0].removeprefix("always ") for row in many.table().rows if "always" in row[0]]
    assert len(shown) == FEW_ALWAYS
    assert many.constant in shown
    left = [cost for name, cost in many.always.items() if name not in shown]
    assert max(many.always[name] for name in shown) <= min(left)
    assert (
        f"Of {len(many.always)} actions taken for all 7 are left out, which cost more." in many.table().notes
    )
    assert len(many.to_json()["always"]) == MOST_ALWAYS + 4
    assert len(many.totals_table().columns) == 2 < MOST_ACTIONS


def test_costs_are_shown_with_as_many_decimals_as_they_have() -> None:
    matrix = cc.stats.CostMatrix([[0, 1.5], [20, 0]], ["a", "b"])
    assert str(matrix).splitlines()[2:] == ["a            0.0  1.5", "b           20.0  0.0"]
    assert "1.235" in str(cc.stats.CostMatrix([[0, 1.23456], [20, 0]], ["a", "b"]))
    assert cc.stats.CostMatrix([[0, 2], [1, 0]], ["a", "b"]).table().columns[1].decimals == 0


def test_the_most_common_errors_come_first() -> None:
    counts = ClassCounts([[8, 2, 1], [1, 9, 0], [4, 0, 0]], "abc")
    table = counts.confusions(3)
    assert [list(row) for row in table.rows] == [
        ["c", "a", 4, 100.0],
        ["a", "b", 2, pytest.approx(200 / 11)],
        ["a", "c", 1, pytest.approx(100 / 11)],
    ]
    assert table.notes == ("1 more kinds of errors have no more records each.",)
    assert counts.confusions().notes == ()
    asked = ClassCounts([[8, 2], [1, 9]], "ab", ["a", "ask"])
    assert [" ".join(row[:2]) for row in asked.confusions().rows] == ["b ask", "a ask", "b a"]


def test_nearly_a_class_is_no_action() -> None:
    with pytest.raises(
        InputError, match="no cost of 'hgh' is stated where the class is 'high'; 'hgh' is no class: did"
    ):
        cc.stats.CostMatrix.read({("low", "hgh"): 1, ("high", "low"): 2}, ["low", "high"])
    with pytest.raises(
        InputError, match="no cost of 'ask' is stated where the class is 'high'; write high:ask="
    ):
        cc.stats.CostMatrix.read({("low", "high"): 1, ("high", "low"): 2, ("low", "ask"): 1}, ["low", "high"])
