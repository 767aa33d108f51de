"""Records: rows that belong together."""

from __future__ import annotations

import copy
import datetime as dt
import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import costcurves as cc
from costcurves import Records, Tally
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")
LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05]
# Untyped: tests hand in what no type allows.
read: Any = Records.read


# --- scores by model ---

FRAMES = {
    "mapping": {"a": SCORES, "b": [1, 2, 3, 4, 5]},
    "mapping of arrays": {"a": np.array(SCORES), "b": np.array([1, 2, 3, 4, 5], np.int8)},
    "mapping of series": {"a": pd.Series(SCORES), "b": pl.Series([1, 2, 3, 4, 5])},
    "pandas": pd.DataFrame({"a": SCORES, "b": [1, 2, 3, 4, 5]}),
    "polars": pl.DataFrame({"a": SCORES, "b": [1, 2, 3, 4, 5]}),
    "arrow": pa.table({"a": SCORES, "b": [1, 2, 3, 4, 5]}),
}


@pytest.mark.parametrize("scores", FRAMES.values(), ids=FRAMES.keys())
def test_models_of_every_make(scores):
    records = read(LABELS, scores)
    assert list(records.scores) == ["a", "b"]
    assert records.scores["a"].tolist() == SCORES
    assert records.scores["b"].tolist() == [1, 2, 3, 4, 5]
    assert records.scores["b"].dtype == np.float64
    assert repr(records) == "Records(5 × a, b)"
    assert len(records) == 5


@pytest.mark.parametrize("scores", [SCORES, np.array(SCORES), pd.Series(SCORES, name="z"), pa.array(SCORES)])
def test_one_model_is_called_model(scores):
    assert list(read(LABELS, scores).scores) == ["model"]


def test_a_pair_of_scores_is_one_model():
    assert read(LABELS, (SCORES, [2] * 5)).scores["model"].tolist() == [s / 2 for s in SCORES]
    assert read(LABELS, {"m": (SCORES, [2] * 5)}).scores["m"].tolist() == [s / 2 for s in SCORES]


FRAME = (
    "scores must be a data frame of pandas, polars or arrow, with one column per model; got an object of type"
)
COLLECT = "collect() a lazy one, rename columns of one name, or give a dict"
NOT_MISSING = "must have no missing values; got a missing value"
DROP = "drop or fill these records first"
FILL = 'fill them, or leave these records out with missing="drop"'


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ({}, "there must be at least one column of scores; got none"),
        ({1: SCORES}, "model names must be strings; got 1"),
        (pd.DataFrame({0: SCORES}), "model names must be strings; got 0"),
        (pd.DataFrame([[1, 2]] * 5, columns=["a", "a"]), f"{FRAME} DataFrame: {COLLECT}"),
        (pl.LazyFrame({"a": SCORES}), f"{FRAME} LazyFrame: {COLLECT}"),
        (pa.record_batch({"a": SCORES}), f"{FRAME} RecordBatch: {COLLECT}"),
        (
            {"a": SCORES[:2]},
            "the scores of 'a' must have one value per record; got 2 values for 5 records: give columns of equal length",
        ),
        (
            {"a": [NAN, *SCORES[1:]]},
            f"the scores of 'a' {NOT_MISSING} at row 1, counted from 1: {FILL}",
        ),
        (
            [NAN, *SCORES[1:]],
            f"y_score must have no missing values; got a missing value at row 1, counted from 1: {FILL}",
        ),
        (
            {"a": list("abcde")},
            "the scores of 'a' must hold numbers; got the text 'a' (row 1, counted from 1): convert the column to numbers",
        ),
        (
            pl.DataFrame({"a": [0.1, None, 0.2, 0.3, 0.4]}),
            f"the scores of 'a' must have no missing values; got a missing value at row 2, counted from 1: {FILL}",
        ),
    ],
)
def test_odd_scores_are_refused(scores, text):
    assert refusal(lambda: read(LABELS, scores)) == text


# --- orientation ---


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (True, {"a", "b"}),
        (np.True_, {"a", "b"}),
        (False, set()),
        (None, set()),
        ((), set()),
        ("a", {"a"}),
        (["b"], {"b"}),
        ({"a", "b"}, {"a", "b"}),
        ((name for name in ["a"]), {"a"}),
    ],
)
def test_low_scores_may_mean_positive(given, names):
    records = read(LABELS, FRAMES["mapping"], lower_is_positive=given)
    assert records.lower_is_positive == names
    for name in "ab":
        factor = -1 if name in names else 1
        assert records.ranked(name).tolist() == (records.scores[name] * factor).tolist()
        tally = Tally.from_scores(LABELS, records.scores[name], lower_is_positive=name in names)
        assert records.tally(name) == tally
        assert tally.cells == Tally.from_scores(LABELS, records.scores[name] * factor).cells


@pytest.mark.parametrize(
    ("given", "shown"),
    [("z", "'z'"), (["a", "z"], "'z'"), (1, "1"), ([3], "3"), (np.array(0.5), "array(0.5)")],
)
def test_unknown_models_are_refused(given, shown):
    records = read(LABELS, FRAMES["mapping"])
    assert refusal(lambda: read(LABELS, FRAMES["mapping"], lower_is_positive=given)) == (
        f"no such model {shown} (lower_is_positive); choose from 'a', 'b'"
    )
    assert refusal(lambda: records.tally("z")) == "no such model 'z'; choose from 'a', 'b'"


# --- parts ---

DAYS = [dt.date(2020, 1, 1), dt.date(2020, 1, 2)]
PARTS = {
    "numbers": ([2, 1, 2, 1, 2], {1: 2, 2: 3}),
    "texts": (["x", "y", "x", "y", "x"], {"x": 3, "y": 2}),
    "booleans": ([True, False, True, False, True], {False: 2, True: 3}),
    "objects of several types": (np.array([1, "a", 1, "a", 2.5], object), {1: 2, "a": 2, 2.5: 1}),
    "days": (np.array([DAYS[0], DAYS[1], DAYS[0], DAYS[1], DAYS[0]], "M8[D]"), {DAYS[0]: 3, DAYS[1]: 2}),
    "nanoseconds": (
        np.array(["2020-01-01", "2020-01-02"] * 2 + ["2020-01-01"], "M8[ns]"),
        {"2020-01-01T00:00:00.000000000": 3, "2020-01-02T00:00:00.000000000": 2},
    ),
    "pandas": (pd.Series(["x", "y", "x", "y", "x"], dtype="category"), {"x": 3, "y": 2}),
    "polars": (pl.Series([2, 1, 2, 1, 2]), {1: 2, 2: 3}),
}


@pytest.mark.parametrize(("values", "sizes"), PARTS.values(), ids=PARTS.keys())
@pytest.mark.parametrize("column", ["fold", "cluster", "segment"])
def test_records_are_parted(values, sizes, column):
    records = read(LABELS, SCORES, sample_weight=[1, 2, 3, 4, 5], **{column: values})
    parts = records.parts(column)
    assert {key: len(part) for key, part in parts.items()} == sizes
    assert list(parts) == list(sizes)
    together = parts[next(iter(parts))].tally("model")
    for part in list(parts.values())[1:]:
        together = together + part.tally("model")
    assert together == records.tally("model")


@pytest.mark.parametrize(
    ("arguments", "use", "text"),
    [
        (
            {},
            lambda r: r.parts("day"),
            "no such column of parts 'day'; choose from 'fold', 'cluster', 'segment'",
        ),
        ({}, lambda r: r.parts("fold"), "the records must have a fold; got none: give fold="),
        (
            {"fold": [1, None, 1, 2, 2]},
            None,
            f"fold must have no missing values; got a missing value at row 2, counted from 1: {DROP}",
        ),
        (
            {"fold": [1, pd.NA, 1, 2, 2]},
            None,
            f"fold must have no missing values; got a missing value at row 2, counted from 1: {DROP}",
        ),
        (
            {"segment": [1, NAN, NAN, 2, 2]},
            None,
            f"segment must have no missing values; got 2 missing values, first at row 2, counted from 1: {DROP}",
        ),
        (
            {"fold": np.array(["NaT"] + ["2020-01-01"] * 4, "M8[ns]")},
            None,
            f"fold must have no missing values; got a missing value at row 1, counted from 1: {DROP}",
        ),
        (
            {"cluster": [1]},
            None,
            "cluster must have one value per record; got 1 values for 5 records: give columns of equal length",
        ),
        (
            {"fold": np.array([{}, 1, 1, 2, 2], object)},
            None,
            "fold must hold single values; got an object of type dict",
        ),
        (
            {"fold": 5},
            None,
            "fold must have one dimension; got an object of type int: give one value per record",
        ),
        (
            {"fold": [(1, 2)] * 5},
            None,
            "fold must have one dimension; got an array of shape (5, 2): give one value per record",
        ),
    ],
)
def test_odd_parts_are_refused(arguments, use, text):
    assert refusal(lambda: (use or (lambda r: r))(read(LABELS, SCORES, **arguments))) == text


# --- costs of every record ---


def test_costs_become_what_acting_saves():
    costs = {"fp": [1, 2, 3, 4, 5], "fn": 10, "tp": np.float32(1)}
    records = read(LABELS, SCORES, costs=costs)
    # Positives: fn − tp; negatives: tn − fp.
    assert records.benefit.tolist() == [9, -2, 9, -4, -5]
    assert records.stakes("model") == Tally.from_stakes([9, -2, 9, -4, -5], SCORES)
    weighted = read(LABELS, SCORES, costs=costs, sample_weight=[1, 1, 2, 1, 1])
    assert weighted.stakes("model") == Tally.from_stakes([9, -2, 18, -4, -5], SCORES)


COSTS = "costs of every record must be given by outcome (fp, fn, tp, tn); got"
WRITE = 'write costs={"fp": …, "fn": …}, each a number or a column'


@pytest.mark.parametrize(
    ("costs", "text"),
    [
        ({}, f"{COSTS} none: {WRITE}"),
        ({"x": 1, 3: 2}, f"{COSTS} 'x', 3: {WRITE}"),
        (5, f"{COSTS} an object of type int: {WRITE}"),
        (cc.Costs(1, 5), f"{COSTS} an object of type Costs: {WRITE}"),
        (
            {"fp": None},
            "cost fp must have one dimension; got an object of type NoneType: give one value per record",
        ),
        (
            {"fp": "a"},
            "cost fp must have one dimension; got an object of type str: give one value per record",
        ),
        ({"fp": INF}, "cost fp must be a finite number; got inf"),
        ({"fn": [1, 1, 1, 1, INF]}, "cost fn must be finite; got inf (row 5, counted from 1)"),
        (
            {"fn": [1, 1, NAN, 1, 1]},
            f"cost fn must have no missing values; got a missing value at row 3, counted from 1: {DROP}",
        ),
        (
            {"tn": [1]},
            "cost tn must have one value per record; got 1 values for 5 records: give columns of equal length",
        ),
    ],
)
def test_odd_costs_are_refused(costs, text):
    assert refusal(lambda: read(LABELS, SCORES, costs=costs)) == text


def test_stakes_need_costs():
    assert refusal(lambda: read(LABELS, SCORES).stakes("model")) == (
        'stakes need the costs of every record; got none: give costs={"fp": …, "fn": …}'
    )


# --- what records remember ---


def test_spelling_and_notes():
    records = read(["a", "b", "c", "b", "a"], SCORES, pos_label="a")
    assert (records.positive, records.negative, records.notes) == (
        "a",
        "the rest",
        ("3 classes: a against the rest (b 2, c 1)",),
    )
    assert read(LABELS, SCORES).notes == ()


def test_the_caller_s_arrays_may_change_later():
    labels, scores, weights = np.array([True, False]), np.array([1.0, 0.0]), np.array([1.0, 2.0])
    folds, costs = np.array([1, 2]), np.array([3.0, 4.0])
    records = read(labels, {"m": scores}, sample_weight=weights, fold=folds, costs={"fp": costs, "fn": costs})
    before = copy.deepcopy(records)
    tally = records.tally("m")
    for array in (labels, scores, weights, folds, costs):
        array[:] = 0
    assert records == before
    assert records.tally("m") == tally
    for array in (records.is_positive, records.weight, records.fold, records.benefit, records.scores["m"]):
        assert not array.flags.writeable


def test_a_read_only_view_does_not_follow_its_base():
    base = np.array([1.0, 0.0])
    view = base.view()
    view.flags.writeable = False
    records = read([1, 0], view)
    base[:] = 5
    assert records.scores["model"].tolist() == [1, 0]


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_copies_are_equal_and_read_only(how):
    records = read(LABELS, FRAMES["mapping"], sample_weight=[1, 2, 3, 4, 5], fold=[1, 1, 2, 2, 2])
    other = how(records)
    assert other == records
    assert not other.is_positive.flags.writeable
    assert not other.scores["a"].flags.writeable
    assert other != read(LABELS, FRAMES["mapping"])


def test_some_of_the_records():
    records = read(LABELS, FRAMES["mapping"], sample_weight=[1, 2, 3, 4, 5], segment=list("vwxyz"))
    some = records.take(np.array([4, 0]))
    assert some.is_positive.tolist() == [False, True]
    assert some.scores["b"].tolist() == [5, 1]
    assert (some.weight.tolist(), some.segment.tolist(), some.fold) == ([5, 1], ["z", "v"], None)
