"""Records, counts and costs of many classes: what is read, and what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import costcurves as cc
from costcurves.conditions import useful_actions
from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.conditions.useful_actions import never_worth_taking
from costcurves.tallies.class_counts import ClassCounts, class_shares
from costcurves.tallies.class_records import ClassRecords
from tests.unit.refusals import refusal

# Untyped: tests hand in what no type allows.
read: Any = ClassRecords.read
evaluate: Any = cc.evaluate_classes

Y = ["a", "b", "c", "a"]
P = np.eye(3)[[0, 1, 1, 0]]
NAN = float("nan")

SAME = {
    "array": P,
    "rows": P.tolist(),
    "mapping": {"m": P},
    "by class": {"m": {"c": P[:, 2], "a": P[:, 0], "b": P[:, 1]}},
    "pandas": {"m": pd.DataFrame(P[:, ::-1], columns=["c", "b", "a"])},
    "polars": {"m": pl.DataFrame({"b": P[:, 1], "a": P[:, 0], "c": P[:, 2]})},
    "frame without classes": pd.DataFrame(P, columns=["x", "y", "z"]),
}


@pytest.mark.parametrize("given", SAME.values(), ids=SAME.keys())
def test_scores_of_every_make(given: Any) -> None:
    records = read(Y, given)
    assert records.classes == ("a", "b", "c")
    assert np.array_equal(records.scores[records.models[0]], P)


def test_columns_of_numbers_are_put_in_order() -> None:
    frame = pd.DataFrame(np.eye(3)[[0, 1, 2]], columns=[10, 2, 1])
    records = read([10, 2.0, 1], {"m": frame})
    assert records.classes == ("1", "2", "10")
    assert records.scores["m"].tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]


def test_labels_alone_and_in_a_frame() -> None:
    frame = pd.DataFrame({"one": ["a", "b", "b", "a"], "two": ["c", "c", "c", "a"]})
    records = read(Y, frame)
    assert records.models == ("one", "two")
    assert records.counts("two").weight.tolist() == [[1, 0, 1], [0, 0, 1], [0, 0, 1]]
    assert read([1, 2, 3], ["1", 2.0, "3.0"]).predicted["model"].tolist() == [0, 1, 2]


def test_stated_classes_order_columns() -> None:
    records = read(Y, P, classes=["c", "b", "a"])
    assert (records.classes, records.codes.tolist()) == (("c", "b", "a"), [2, 1, 0, 2])


def test_ties_go_to_the_later_class() -> None:
    assert read(["a", "b"], [[0.5, 0.5], [0.6, 0.4]]).labels("model").tolist() == [1, 0]


def test_rows_are_put_into_the_order_of_the_index() -> None:
    y = pd.Series(Y, index=[3, 1, 2, 0])
    moved = pd.DataFrame(P, columns=list("abc"), index=y.index).sort_index()
    assert np.array_equal(read(y, {"m": moved}).scores["m"], P)


def test_missing_values_are_dropped_and_counted() -> None:
    records = read(Y, {"m": [*P[:3].tolist(), [NAN, 1, 0]], "r": ["a", "b", "c", "a"]}, missing="drop")
    assert len(records) == 3
    assert records.notes == ("1 of 4 records left out for missing values (1 in m)",)
    assert len(read(Y, ["a", "b", "c", None], missing="drop", sample_weight=[1, 2, 3, 4], fold=Y)) == 3


def test_values_equal_themselves_and_stay_as_they_are() -> None:
    for value in (read(Y, P), ClassCounts([[1, 2], [3, 4]], "ab"), CostMatrix([[0, 1], [2, 0]], "ab")):
        assert value == copy.deepcopy(value) == pickle.loads(pickle.dumps(value))
        assert repr(value)
        assert value._repr_html_()
    with pytest.raises(ValueError, match="read-only"):
        read(Y, P).codes[0] = 1


WRONG = [
    (lambda: read(Y, np.eye(4)), "must have a column for each class; got 4 columns"),
    (lambda: read(Y, {"m": {"a": P[:, 0], "b": P[:, 1]}}), "must have a column for each class; got none of 'c'"),
    (lambda: read(Y, {"m": pd.DataFrame(np.eye(4), columns=list("abcd"))}), "no such class 'd'"),
    (lambda: read(Y, P[:3]), "must have one value per record; got 3 values for 4 records"),
    (lambda: read(Y, [[1, 0, 0], [1, 0]] * 2), "must have rows of equal length"),
    (lambda: read(Y, {"m": P * NAN}), "must have no missing values; got 4 missing values"),
    (lambda: read(Y, [["x", 0, 1]] * 4), "must hold numbers"),
    (lambda: read(Y, ["a", "b", "d", "a"]), "no such class 'd' (the labels of 'model', row 3"),
    (lambda: read(Y, ["a", "b", None, "a"]), "must have no missing values"),
    (lambda: read(Y, ["a"]), "must have one value per record"),
    (lambda: read(Y, {}), "there must be at least one model"),
    (lambda: read(Y, None), "there must be scores by class or predicted labels"),
    (lambda: read(Y, {3: P}), "model names must be strings"),
    (lambda: read([], []), "at least one record is needed"),
    (lambda: read(Y, P, classes="abc"), "classes must be listed"),
    (lambda: read(Y, P, classes=["a", "b", "b"]), "there must be two classes or more, all different"),
    (lambda: read(Y, P, classes=["a", "b"]), "no such class 'c' (y_true, row 3"),
    (lambda: read(Y, P, sample_weight=[1, 2, -1, 1]), "sample_weight must be finite and not negative"),
    (lambda: read(Y, P, fold=[1, 2]), "fold must have one value per record"),
    (lambda: read(Y, P, missing="fill"), "no such way with missing values 'fill'"),
    (lambda: read(Y, 2 * P).probabilities("model"), "must be probabilities, from 0 to 1 and adding up to 1"),
    (lambda: read(Y, P).labels("x"), "no such model 'x'"),
    (lambda: evaluate(Y, P, actions=["x"]), "actions need costs"),
    (lambda: evaluate(Y, P, costs=[[0, 1], [1, 0]]), "costs must have 3 rows (true classes) and 3 columns"),
    (lambda: evaluate(Y, P, prevalence=[0.5, 0.5]), "prevalence must have 3 shares that add up to 1"),
    (lambda: evaluate(Y, P, level=2), "a confidence level must lie between 0 and 1"),
    (lambda: evaluate(Y, P).measure("model", "macro_x"), "no such measure 'x'"),
    (lambda: evaluate(Y, P).measure("model", "sharpness"), "no such measure of many classes 'sharpness'"),
    (lambda: evaluate(Y, P).one_vs_rest("d"), "no such class 'd'; choose from 'a', 'b', 'c'"),
    (lambda: evaluate(Y, P).pair("a", "a"), "a pair must be of two classes; got 'a' twice"),
    (lambda: CostMatrix([[0, NAN], [1, 0]], "ab"), "costs must be finite numbers"),
    (lambda: CostMatrix([[0, 1], [1]], "ab"), "costs must hold numbers in equal rows"),
    (lambda: CostMatrix([[0, 1], [1, 0]], "ab", "xx"), "actions must have different names"),
    (lambda: CostMatrix.read({("a", "b"): 1}, ["a", "b"]), "no cost of 'a' is stated where the class is 'b'"),
    (lambda: CostMatrix.read({"a": 1}, ["a", "b"]), "costs must be stated by true class and action; got 'a'"),
    (lambda: CostMatrix.read({("z", "b"): 1}, ["a", "b"]), "no such class 'z' (costs)"),
    (lambda: ClassCounts([[1, 2]], "ab"), "counts must have 2 rows (classes) and 2 columns (actions)"),
    (lambda: ClassCounts([[1, -2], [1, 1]], "ab"), "counts must be finite and not negative"),
    (lambda: ClassCounts([[1, 2], [1, 1]], "ab").normalised("row"), "no such normalisation 'row'"),
    (lambda: ClassCounts([[1, 2], [1, 1]], "ab") + ClassCounts([[1, 2], [1, 1]], "xy"), "tables that are added"),
    (lambda: class_shares({"a": 1}, "ab"), "prevalence must state the share of every class"),
    (lambda: class_shares([1, 0], "ab"), "prevalence must be above 0 for every class; got 0 for 'b'"),
    (lambda: class_shares({"a": 0.5, "z": 0.5}, "ab"), "no such class 'z'"),
    (lambda: cc.stats.ordered_volume(["a", "b"], [1, 2], order=["a", "b"]), "needs three classes in order; got 2"),
    (lambda: cc.stats.ordered_volume(Y, [1, 2, 3], order=list("abc")), "y_score must have one value per record"),
]  # fmt: skip


@pytest.mark.parametrize(("use", "text"), WRONG)
def test_what_cannot_be_is_refused(use: Any, text: str) -> None:
    assert text in refusal(use)


UNDEFINED = [
    (lambda: read(Y, P, classes=["a", "b", "c", "d"]), "every class needs a record; got none of 'd'"),
    (lambda: read(Y, P, sample_weight=[1, 0, 1, 1]), "every class needs a record; got none of 'b'"),
    (lambda: read(["a", "a"], ["a", "a"]), "there must be two classes or more; got only 'a'"),
    (lambda: evaluate(Y, Y).measure("model", "hand_till_m"), "needs scores by class; got labels alone of 'model'"),
    (lambda: evaluate(Y, Y).measure("model", "log_loss"), "needs scores by class; got labels alone of 'model'"),
    (lambda: evaluate(Y, ["a"] * 4).measure("model", "macro_precision"), "macro precision is undefined"),
    (lambda: evaluate(Y, ["a"] * 4).measure("model", "mcc"), "Matthews correlation is undefined"),
    (lambda: evaluate(Y, P).measure("model", "log_loss"), "log loss is infinite"),
    (lambda: ClassCounts([[1, 0], [1, 0]], "ab").normalised("action"), "shares need records; got no records of 'b'"),
]  # fmt: skip


@pytest.mark.parametrize(("use", "text"), UNDEFINED)
def test_what_has_no_value_is_said(use: Any, text: str) -> None:
    assert text in refusal(use, cc.UndefinedError)


@pytest.mark.parametrize(
    "costs", [[[0, 1, 0.9], [5, 0, 0.9]], np.ones((3, 4)), np.arange(12.0).reshape(4, 3)]
)
def test_floats_and_fractions_find_the_same_actions(costs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = never_worth_taking(np.array(costs, float))
    monkeypatch.setattr(useful_actions, "EXACT_UP_TO", 0)
    assert never_worth_taking(np.array(costs, float)) == exact


def test_costs_are_read_in_any_of_their_forms() -> None:
    want = CostMatrix([[0, 1, 0.3], [5, 0, 0.3]], ["n", "p"], ["n", "p", "ask"])
    pairs = {("n", "p"): 1, ("p", "n"): 5, ("n", "ask"): 0.3, ("p", "ask"): 0.3}
    nested = {"n": {"p": 1, "ask": 0.3}, "p": {"n": 5, "ask": 0.3}}
    assert CostMatrix.read(pairs, ["n", "p"]) == CostMatrix.read(nested, ["n", "p"]) == want
    assert want.in_order(["p", "n"]).costs.tolist() == [[0, 5, 0.3], [1, 0, 0.3]]
    assert want.in_order(["p", "n"]).actions == ("p", "n", "ask")
    assert CostMatrix.from_json(want.to_json()) == want


def test_probabilities_are_moved_to_other_shares() -> None:
    """Half and half to nine in ten: what was as likely is nine times as likely."""
    ev = evaluate(
        ["a", "b"] * 4, [[0.5, 0.5], [0.4, 0.6]] * 4, prevalence={"a": 0.9, "b": 0.1}, costs=1 - np.eye(2)
    )
    assert ev.decide().rows[0].taken == {"a": 1.0, "b": 0.0}


def test_labels_are_given_their_best_action() -> None:
    y = ["a"] * 10 + ["b"] * 10
    labels = ["b"] * 8 + ["a"] * 2 + ["a"] * 9 + ["b"]
    row = evaluate(y, labels, costs=[[0, 1], [1, 0]]).decide().rows[0]
    assert row.actions == {"a": "b", "b": "a"}
    assert row.way == "labels"
    assert row.seems == pytest.approx(0.15)


def test_one_action_for_all_is_among_the_choices() -> None:
    found = evaluate(Y * 5, ["b", "c", "a", "b"] * 5, costs=1 - np.eye(3)).decide()
    assert found.picked
    certain = evaluate(["a"] * 18 + ["b"] * 2, ["a", "b"] * 10).decide()
    assert certain.verdict == "always"
    assert "Always take a: model does not cost less." in certain.sentence


def test_weights_and_clusters_widen_intervals() -> None:
    y, p = np.repeat(Y, 10), np.repeat(P, 10, axis=0)
    p = 0.9 * p + 0.1 / 3
    p[::7] = p[::7][:, ::-1]
    plain = evaluate(y, p).measure("model", "accuracy")
    doubled = evaluate(np.tile(y, 2), np.tile(p, (2, 1)), cluster=np.tile(np.arange(40), 2)).measure(
        "model", "accuracy"
    )
    assert doubled.width == pytest.approx(plain.width, rel=0.03)
    ranked = [
        evaluate(np.tile(y, 2), np.tile(p, (2, 1)), cluster=one).measure("model", "hand_till_m").width
        for one in (None, np.tile(np.arange(40), 2))
    ]
    assert ranked[0] < ranked[1]


def test_rows_of_weight_0_are_left_out() -> None:
    weighed = evaluate(Y * 3, np.tile(P, (3, 1)), sample_weight=[1] * 8 + [0] * 4)
    assert (
        weighed.decide().to_json()
        == evaluate(Y * 2, np.tile(P, (2, 1)), sample_weight=[1] * 8).decide().to_json()
    )


def test_two_class_views_have_everything() -> None:
    ev = evaluate(Y * 5, {"m": np.tile(0.8 * P + 0.2 / 3, (5, 1)), "r": ["a", "b", "b", "a"] * 5})
    rest = ev.one_vs_rest("a")
    assert list(rest.models) == ["m", "r"]
    assert rest.records is not None
    assert rest.records.predicted == {"r"}
    assert rest.roc("m").auc == ev.model("m").areas_against_rest()[0].estimate
    assert len(ev.pair("a", "b").records) == 15
