"""Tables: how values are worded, which are best, and how they leave as frames and JSON."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import numpy as np
import pytest

from costcurves._ground.number_words import format_value
from costcurves._ground.tables import Column, Table, to_frame
from costcurves.errors import InputError, MissingExtraError

TABLE = Table(
    "measures",
    "Measures of three models",
    [
        Column("model", "Model", align="left"),
        Column("auc", "AUC", best="high", decimals=4, hint="area under the ROC curve"),
        Column("n", "Records"),
        Column("cost", "Expected cost", best="low"),
    ],
    [("1R", 0.91234, 1200, math.inf), ("C4.5", 0.91231, 12, 0.5), ("none", math.nan, None, -0.25)],
    notes=["Made numbers."],
)


@pytest.mark.parametrize(
    ("value", "how", "text"),
    [
        (None, {}, "–"),
        (math.nan, {}, "–"),
        (np.float32("nan"), {"decimals": 2}, "–"),
        (math.inf, {}, "∞"),
        (-math.inf, {"decimals": 2}, "−∞"),
        (True, {}, "yes"),
        (np.False_, {}, "no"),
        ("=cmd", {}, "=cmd"),
        (0, {}, "0"),
        (-1234567, {}, "−1,234,567"),
        (np.int64(12), {"decimals": 1}, "12.0"),
        (0.0, {}, "0.000"),
        (-0.0, {"decimals": 2}, "0.00"),
        (-0.001, {"decimals": 2}, "0.00"),
        (0.123456, {}, "0.1235"),
        (0.99996, {}, "1.000"),
        (0.000123456, {}, "0.0001235"),
        (-1.5e-7, {}, "−1.5e−7"),
        (9.9996e-5, {}, "1e−4"),
        (123456.789, {}, "123,457"),
        (1.25e15, {}, "1.25e15"),
        (1234.5678, {"decimals": 2}, "1,234.57"),
        (0.4449282, {"digits": 6}, "0.444928"),
    ],
)
def test_values_are_worded_in_one_way(value, how, text) -> None:
    assert format_value(value, **how) == text


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.1, 0.08, 0.0], ["0.1000", "0.0800", "0.0000"]),
        ([12.5, 0.08, 3], ["12.50", "0.08", "3"]),
        ([0.5, 1e-7, math.nan], ["0.5000", "1e−7", "–"]),
        ([1e13, 0.5], ["1e13", "0.5000"]),
        (["a", None], ["a", "–"]),
        ([math.inf], ["∞"]),
    ],
)
def test_a_column_has_one_number_of_decimals(values, texts) -> None:
    assert Column("x", "x").words(values) == texts


def test_rows_are_texts() -> None:
    assert TABLE.to_rows() == [
        ["1R", "0.9123", "1,200", "∞"],
        ["C4.5", "0.9123", "12", "0.5000"],
        ["none", "–", "–", "−0.2500"],
    ]


def test_the_best_are_those_that_read_like_the_best() -> None:
    assert TABLE.best_rows() == {"auc": frozenset({0, 1}), "cost": frozenset({2})}


def test_one_value_is_not_the_best() -> None:
    table = Table("t", "t", [Column("x", "x", best="high")], [[0.5], [None]])
    assert table.best_rows() == {}


def test_json_has_values_not_texts() -> None:
    found = json.loads(json.dumps(TABLE.to_json(), allow_nan=False))
    assert found["rows"][0] == {"model": "1R", "auc": 0.91234, "n": 1200, "cost": "inf"}
    assert found["rows"][2]["auc"] is None
    assert found["columns"][1] == {
        "key": "auc",
        "title": "AUC",
        "best": "high",
        "hint": "area under the ROC curve",
    }
    assert found["notes"] == ["Made numbers."]


def test_numpy_values_reach_json() -> None:
    table = Table("t", "t", [Column("x", "x")], [[np.float64(-math.inf)], [np.int64(3)]])
    assert [row["x"] for row in json.loads(json.dumps(table.to_json()))["rows"]] == ["-inf", 3]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_frames_of_every_library(backend) -> None:
    frame = TABLE.to_frame(backend)
    assert type(frame).__module__.partition(".")[0] == backend
    columns = {name: list(np.asarray(frame[name])) for name in ("model", "auc", "n", "cost")}
    assert columns["model"] == ["1R", "C4.5", "none"]
    assert columns["auc"][:2] == [0.91234, 0.91231]
    assert math.isnan(columns["auc"][2])
    assert columns["n"][:2] == [1200, 12]
    assert math.isnan(columns["n"][2])
    assert columns["cost"] == [math.inf, 0.5, -0.25]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_columns_of_every_make_become_frames(backend) -> None:
    given: dict[str, Any] = {
        "floats": np.arange(6.0)[::2],
        "whole": np.array([1, 2, 3]),
        "texts": np.array(["a", "b", "c"]),
        "objects": np.array(["a", None, "c"], dtype=object),
        "list": [True, False, True],
    }
    frame = to_frame(given, backend)
    assert list(np.asarray(frame["floats"])) == [0, 2, 4]
    assert list(np.asarray(frame["whole"])) == [1, 2, 3]
    assert list(np.asarray(frame["texts"])) == ["a", "b", "c"]
    assert list(np.asarray(frame["list"])) == [True, False, True]


def test_whole_numbers_and_truth_values_stay_what_they_are() -> None:
    table = Table("t", "t", [Column("n", "n"), Column("b", "b"), Column("e", "e")], [[1, True, None]] * 2)
    frame = table.to_frame("polars")
    assert [str(kind) for kind in frame.dtypes] == ["Int64", "Boolean", "Null"]


def test_the_first_library_that_is_there_is_taken(monkeypatch) -> None:
    assert type(TABLE.to_frame()).__module__.startswith("pandas")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert type(TABLE.to_frame()).__module__.startswith("polars")
    monkeypatch.setitem(sys.modules, "polars", None)
    assert type(TABLE.to_frame()).__module__.startswith("pyarrow")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError) as caught:
        TABLE.to_frame()
    assert str(caught.value) == (
        "a data frame needs pandas, polars or pyarrow, which is not installed; use to_columns(), or pip install pandas"
    )
    with pytest.raises(MissingExtraError, match=r"a data frame needs polars, .*, or pip install polars"):
        TABLE.to_frame("polars")


def bad_backend() -> object:
    """Ask for a library that is none of the three."""
    return TABLE.to_frame("dask")


BAD = {
    "no such backend 'dask'; choose from 'pandas', 'polars', 'pyarrow'": bad_backend,
    "no such align 'centre' (column 'x'); choose from 'left', 'right'": lambda: Column(
        "x", "x", align="centre"
    ),
    "no such best 'max' (column 'x'); choose from 'high', 'low', 'None'": lambda: Column(
        "x", "x", best="max"
    ),
    "columns must have different keys; got x, x (table 't')": lambda: Table(
        "t", "t", [Column("x", "x")] * 2, []
    ),
    "every row must have 1 values; got 2 (table 't', row 1, counted from 1)": lambda: Table(
        "t", "t", [Column("x", "x")], [[1, 2]]
    ),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_tables_are_refused(message: str) -> None:
    with pytest.raises(InputError) as caught:
        BAD[message]()
    assert str(caught.value) == message
