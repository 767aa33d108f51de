"""Reading users' columns and numbers; freezing, comparing, copying."""

from __future__ import annotations

import copy
import dataclasses
import enum
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from costcurves._ground import arrays
from costcurves._ground.arrays import (
    ByValue,
    frozen,
    number,
    numbers,
    required_weights,
    scores,
    share,
    weights,
    whole,
)
from costcurves._ground.containers import is_missing, plain
from costcurves._ground.threads import RECORDS_FOR_THREADS
from tests.unit.refusals import refusal

#: Strings of any length, where numpy has them (from 2.0).
TEXT = "T" if hasattr(np.dtypes, "StringDType") else "U"

INF, NAN = float("inf"), float("nan")
ALIKE = "give columns of equal length"
ONE_EACH = "give one value per record"
RATIO, LOGS = "the ratio f₊/f₋ of y_score must fit float64", "give log f₊ − log f₋ as one score"
DROP = "drop or fill these records first"


# --- columns of any make ---

MAKES = {
    "list": [1, 0, 1],
    "tuple": (1, 0, 1),
    "range": range(3),
    "array": np.array([1, 0, 1]),
    "column of a matrix": np.array([[1], [0], [1]]),
    "np.matrix": np.matrix([[1], [0], [1]]),
    "masked array without masks": np.ma.array([1, 0, 1], mask=False),
    "pandas": pd.Series([1, 0, 1], index=[7, 8, 9]),
    "pandas nullable": pd.Series([1, 0, 1], dtype="Int64"),
    "pandas extension array": pd.array([1, 0, 1]),
    "pandas index": pd.Index([1, 0, 1]),
    "pandas frame of one column": pd.DataFrame({"y": [1, 0, 1]}),
    "pandas categorical": pd.Categorical([1, 0, 1]),
    "polars": pl.Series([1, 0, 1]),
    "polars frame of one column": pl.DataFrame({"y": [1, 0, 1]}),
    "arrow array": pa.array([1, 0, 1]),
    "arrow column": pa.chunked_array([[1], [0, 1]]),
    "arrow table of one column": pa.table({"y": [1, 0, 1]}),
}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES.keys())
def test_columns_of_every_make_are_read_alike(make):
    want = [0, 1, 2] if isinstance(make, range) else [1, 0, 1]
    assert numbers(make, "x").tolist() == want
    assert plain(make, "x").shape == (3,)


@pytest.mark.parametrize(
    "name", ["float16", "float32", "float64", "int8", "uint8", "int64", "uint64", "bool"]
)
def test_numbers_of_every_width_are_float64(name):
    read = numbers(np.array([0, 1, 1], dtype=name), "x")
    assert read.dtype == np.float64
    assert read.tolist() == [0.0, 1.0, 1.0]


def test_float64_is_not_copied():
    array = np.array([1.0, 2.0])
    assert numbers(array, "x") is array


def test_infinities_are_numbers_and_nan_is_left_to_the_caller():
    assert numbers([INF, -INF], "x").tolist() == [INF, -INF]
    assert np.isnan(numbers([NAN], "x")[0])


def test_python_objects_that_are_numbers_are_read():
    assert numbers([Decimal("0.5"), Fraction(1, 4), 2], "x").tolist() == [0.5, 0.25, 2.0]
    assert numbers(np.array([1, 2], dtype=object), "x").tolist() == [1.0, 2.0]
    assert numbers(np.array([0.5, INF], np.longdouble), "x").tolist() == [0.5, INF]


@pytest.mark.parametrize(
    ("values", "came", "fix"),
    [
        (None, "an object of type NoneType", ONE_EACH),
        (0.5, "an object of type float", ONE_EACH),
        ("101", "an object of type str", ONE_EACH),
        ({1, 0}, "an object of type set", ONE_EACH),
        ((i for i in range(3)), "an object of type generator", ONE_EACH),
        ({"a": 1}.values(), "an object of type dict_values", ONE_EACH),
        (np.array(3), "an object of type ndarray", ONE_EACH),
        ([[1], [2, 3]], "rows of unequal length", ONE_EACH),
        ([[1, 2, 3]], "an array of shape (1, 3)", ONE_EACH),
        (np.zeros((2, 3, 1)), "an array of shape (2, 3, 1)", ONE_EACH),
        (np.zeros((4, 2)), "an array of shape (4, 2)", ONE_EACH),
    ],
)
def test_what_is_no_column_is_refused(values, came, fix):
    assert refusal(lambda: plain(values, "fold")) == f"fold must have one dimension; got {came}: {fix}"


def test_two_columns_of_scores_are_refused_with_the_likely_remedy():
    assert refusal(lambda: scores(np.zeros((4, 2)))) == (
        "y_score must have one dimension; got an array of shape (4, 2): give one value per record, e.g. the column of the positive class, scores[:, 1], or the classes of the columns to costcurves.evaluate, classes=model.classes_"
    )


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": [1], "b": [2]}),
        pl.DataFrame({"a": [1], "b": [2]}),
        pl.LazyFrame({"a": [1]}),
        pa.table({"a": [1], "b": [2]}),
    ],
)
def test_a_frame_of_several_columns_is_no_column(frame):
    kind = type(frame).__name__
    assert refusal(lambda: plain(frame, "y_true")) == (
        f"y_true must be one column; got an object of type {kind}: select the column first"
    )


MISSING = {
    "None in a list": [1, None, 0],
    "NA in a list": [1, pd.NA, 0],
    "NaT in a list": [1, pd.NaT, 0],
    "quiet NaN of decimal": [Decimal(1), Decimal("NaN"), Decimal(0)],
    "signalling NaN of decimal": [Decimal(1), Decimal("sNaN"), Decimal(0)],
    "masked array": np.ma.array([1, 5, 0], mask=[False, True, False]),
    "pandas nullable": pd.Series([1, None, 0], dtype="Int64"),
    "pandas nullable float": pd.Series([1, None, 0], dtype="Float64"),
    "pandas nullable bool": pd.Series([True, None, False], dtype="boolean"),
    "pandas extension array": pd.array([1, None, 0], dtype="Int64"),
    "pandas categorical": pd.Categorical([1, None, 0]),
    "pandas index": pd.Index([1, None, 0], dtype=object),
    "polars": pl.Series([1, None, 0]),
    "arrow array": pa.array([1, None, 0]),
    "arrow column": pa.chunked_array([[1, None, 0]]),
}


@pytest.mark.parametrize("values", MISSING.values(), ids=MISSING.keys())
def test_missing_values_of_every_make_are_refused(values):
    assert (
        refusal(lambda: numbers(values, "x"))
        == f"x must have no missing values; got a missing value at row 2, counted from 1: {DROP}"
    )


def test_several_missing_values_are_counted():
    text = f"x must have no missing values; got 2 missing values, first at row 2, counted from 1: {DROP}"
    assert refusal(lambda: numbers([1, None, None], "x")) == text
    assert refusal(lambda: arrays.refuse_nan(np.array([1, NAN, NAN]), "x")) == text
    assert refusal(lambda: numbers(pl.Series([1, None, None]), "x")) == text
    assert refusal(lambda: numbers(np.ma.array([1, 2, 3], mask=[False, True, True]), "x")) == text


def test_missing_is_told_from_odd():
    assert all(
        map(is_missing, (None, NAN, np.nan, pd.NA, pd.NaT, np.datetime64("NaT", "s"), Decimal("sNaN")))
    )
    assert not any(map(is_missing, (0, "", False, np.array([1, 2]), [], enum.Enum)))


def test_nan_check_of_nothing_passes():
    arrays.refuse_nan(np.array([]), "x")


@pytest.mark.parametrize(
    ("values", "came", "fix"),
    [
        (["1", "2"], "the text '1' (row 1, counted from 1)", "convert the column to numbers"),
        (
            [1.5, "b"],
            "the text '1.5' (row 1, counted from 1)",
            "convert the column to numbers",
        ),  # numpy spells both
        (
            np.array([1.5, "b"], dtype=object),
            "the text 'b' (row 2, counted from 1)",
            "convert the column to numbers",
        ),
        (
            np.array([1, b"2"], dtype=object),
            "the text \"b'2'\" (row 2, counted from 1)",
            "convert the column to numbers",
        ),
        (
            np.array(["1"], dtype=TEXT),
            "the text '1' (row 1, counted from 1)",
            "convert the column to numbers",
        ),
        (pd.Series(["a"]), "the text 'a' (row 1, counted from 1)", "convert the column to numbers"),
        ([1j], "values of type complex128", "convert the column to numbers"),
        (np.array(["2020-01-01"], "M8[D]"), "values of type datetime64[D]", "convert the column to numbers"),
        (np.zeros(1, [("a", "f8")]), "values of type [('a', '<f8')]", "convert the column to numbers"),
    ],
)
def test_what_is_no_number_is_refused(values, came, fix):
    assert refusal(lambda: numbers(values, "x")) == f"x must hold numbers; got {came}: {fix}"


@pytest.mark.parametrize(
    ("values", "shown"),
    [([2**80], "1208925819614629174706176"), ([[], 1], "[]"), ([1j, Decimal(1)], "1j")],
    ids=str,
)
def test_objects_that_are_no_numbers_are_refused(values, shown):
    column = np.empty(len(values), dtype=object)
    column[:] = values
    assert refusal(lambda: numbers(column, "x")) == (
        f"x must hold numbers that fit 64 bits; got values such as {shown}: convert the column to floats"
    )


def test_whole_numbers_that_float64_would_round_are_refused():
    assert numbers(np.array([2**53, -(2**53)]), "x").tolist() == [2.0**53, -(2.0**53)]
    assert numbers(np.array([2**60]), "x").tolist() == [2.0**60]  # a power of two is exact
    assert refusal(lambda: numbers(np.array([1, 2**53 + 1]), "x")) == (
        "whole numbers in x must be exact in float64 (up to 2^53); got 9007199254740993 (row 2, counted from 1): subtract a constant or use ranks; only the order of scores matters"
    )
    assert "18446744073709551615 (row 1, counted from 1)" in refusal(
        lambda: numbers(np.array([2**64 - 1], np.uint64), "x")
    )


@pytest.mark.skipif(np.finfo(np.longdouble).eps == np.finfo(float).eps, reason="long floats are float64 here")
@pytest.mark.parametrize("odd", ["1e400", "0.99999999999999999995"])
def test_long_floats_that_float64_would_unite_are_refused(odd):
    kind = np.dtype(np.longdouble)
    values = np.array([1, np.longdouble(odd)], dtype=kind)
    assert refusal(lambda: numbers(values, "x")) == (
        f"x must fit float64; got {kind} values that become equal or infinite there: scale them, or use ranks"
    )


def test_length_is_checked():
    assert refusal(lambda: arrays.check_length(np.zeros(3), 4, "x")) == (
        f"x must have one value per record; got 3 values for 4 records: {ALIKE}"
    )


# --- scores ---


@pytest.mark.parametrize(
    "pair",
    [
        ([1.0, 3.0, 0.0, 2.0], [2.0, 1.0, 5.0, 0.0]),
        (np.array([1.0, 3.0, 0.0, 2.0]), pl.Series([2.0, 1.0, 5.0, 0.0])),
        (pd.Series([1.0, 3.0, 0.0, 2.0]), pa.array([2.0, 1.0, 5.0, 0.0])),
    ],
)
def test_a_pair_of_scores_is_ranked_by_its_ratio(pair):
    assert scores(pair).tolist() == [0.5, 3.0, 0.0, INF]


def test_two_records_are_no_pair():
    assert scores((0.25, 0.75)).tolist() == [0.25, 0.75]
    assert refusal(lambda: scores(("a", "b"))).startswith("y_score must hold numbers; got the text 'a'")


def test_infinite_parts_of_a_pair():
    assert scores(([INF, 1.0], [1.0, INF])).tolist() == [INF, 0.0]


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        (
            ([0.0], [0.0]),
            "y_score given as a pair (f₊, f₋) must not be negative, nor 0/0; got (0.0, 0.0) (row 1, counted from 1)",
        ),
        (
            ([-1.0], [1.0]),
            "y_score given as a pair (f₊, f₋) must not be negative, nor 0/0; got (-1.0, 1.0) (row 1, counted from 1)",
        ),
        (
            ([1.0], [-1.0]),
            "y_score given as a pair (f₊, f₋) must not be negative, nor 0/0; got (1.0, -1.0) (row 1, counted from 1)",
        ),
        (
            ([INF], [INF]),
            "y_score given as a pair (f₊, f₋) must not be negative, nor 0/0; got (inf, inf) (row 1, counted from 1)",
        ),
        (
            ([NAN], [1.0]),
            f"y_score (f₊) must have no missing values; got a missing value at row 1, counted from 1: {DROP}",
        ),
        (
            ([1.0], [NAN]),
            f"y_score (f₋) must have no missing values; got a missing value at row 1, counted from 1: {DROP}",
        ),
        (
            ([1.0, 2.0], [1.0]),
            f"y_score[1] must have one value per record; got 1 values for 2 records: {ALIKE}",
        ),
        (
            (["a"], [1.0]),
            "y_score[0] must hold numbers; got the text 'a' (row 1, counted from 1): convert the column to numbers",
        ),
        (
            ([1, [2]], [1, 2]),
            "y_score[0] must have one dimension; got rows of unequal length: give one value per record",
        ),
        (
            ([1.0, 1e308], [1.0, 1e-308]),
            f"{RATIO}; got 1e+308/1e-308 (row 2, counted from 1): {LOGS}",
        ),
        (
            ([1e-320], [1e308]),
            f"{RATIO}; got 1e-320/1e+308 (row 1, counted from 1): {LOGS}",
        ),
    ],
)
def test_pairs_that_rank_nothing_are_refused(pair, text):
    assert refusal(lambda: scores(pair)) == text


# --- weights ---


def test_whole_weights_are_int64_and_others_float64():
    assert weights(None, 3) is None
    whole_ones, others = (required_weights(column, 3, "w") for column in ([1.0, 2.0, 0.0], [0.5, 1.0, 1.0]))
    assert whole_ones.dtype == np.int64
    assert others.dtype == np.float64
    assert required_weights([True, False], 2, "w").tolist() == [1, 0]
    # Above 2^53 a sum of floats is no longer sure to be the sum of the whole numbers.
    assert required_weights([2.0**52, 2.0**52], 2, "w").dtype == np.float64
    # One that differs is found wherever it stands.
    many = np.ones(RECORDS_FOR_THREADS)
    assert required_weights(many, len(many), "w").dtype == np.int64
    many[-1] = 0.5
    assert required_weights(many, len(many), "w").dtype == np.float64


@pytest.mark.parametrize("wrong", [-1.0, INF, NAN, 1e301])
@pytest.mark.parametrize("row", [0, RECORDS_FOR_THREADS // 2, RECORDS_FOR_THREADS - 1])
def test_a_wrong_weight_among_many_is_found_by_any_thread(wrong, row):
    many = np.ones(RECORDS_FOR_THREADS)
    many[row] = wrong
    message = refusal(lambda: weights(many, len(many)))
    assert f"row {row + 1}, counted" in message or message.startswith(
        "sample_weight must add up to at most 1e+300"
    )


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (
            [1.0, -1.0],
            "must be finite and not negative; got -1.0 (row 2, counted from 1): correct the weight or drop the record",
        ),
        (
            [INF, 1.0],
            "must be finite and not negative; got inf (row 1, counted from 1): correct the weight or drop the record",
        ),
        ([NAN, 1.0], f"must have no missing values; got a missing value at row 1, counted from 1: {DROP}"),
        ([1.0], f"must have one value per record; got 1 values for 2 records: {ALIKE}"),
        ([1e308, 1e308], "must add up to at most 1e+300; got inf: divide all by the same number"),
        ([1e300, 1e300], "must add up to at most 1e+300; got 2e+300: divide all by the same number"),
        (
            ["1", "2"],
            "must hold numbers; got the text '1' (row 1, counted from 1): convert the column to numbers",
        ),
    ],
)
def test_weights_that_mean_nothing_are_refused(values, text):
    assert refusal(lambda: weights(values, 2)) == f"sample_weight {text}"


def test_required_weights_are_asked_for():
    assert refusal(lambda: required_weights(None, 2, "positives")).startswith("positives ")


def test_whole_numbers_too_many_for_int64_become_floats():
    assert whole(np.array([2**61, 2**60])).dtype == np.int64
    assert whole(np.array([2**61, 2**61])).dtype == np.float64
    assert whole(np.array([2**63], np.uint64)).tolist() == [2.0**63]
    assert whole(np.array([1, 2], np.uint8)).dtype == np.int64


# --- single numbers ---


@pytest.mark.parametrize("value", [1, 1.0, np.float32(1), np.int8(1), np.float64(1)])
def test_a_number_of_any_make_is_read(value):
    read = number(value, "x")
    assert (type(read), read) == (float, 1.0)


@pytest.mark.parametrize(
    ("value", "came"),
    [
        (NAN, "nan"),
        (INF, "inf"),
        (None, "None"),
        ("1", "'1'"),
        (True, "True"),
        (np.True_, repr(np.True_)),
        (1j, "1j"),
        (np.complex128(1), repr(np.complex128(1))),
        (Decimal(1), "Decimal('1')"),
        ([1], "[1]"),
        (np.array(1.0), "array(1.)"),
        (10**400, "a whole number beyond float64"),
        (10**5000, "a whole number beyond float64"),
    ],
    ids=[*"abcdefghijklm"],
)
def test_what_is_no_finite_number_is_refused(value, came):
    assert refusal(lambda: number(value, "x")) == f"x must be a finite number; got {came}"
    assert refusal(lambda: share(value, "x")) == f"x must be a finite number; got {came}"
    assert refusal(lambda: arrays.inner_share(value, "x")) == f"x must be a finite number; got {came}"


def test_shares():
    assert (share(0, "x"), share(1, "x"), arrays.inner_share(0.5, "x")) == (0.0, 1.0, 0.5)
    assert refusal(lambda: share(-0.1, "x")) == "x must lie in [0, 1]; got -0.1"
    assert refusal(lambda: share(1.1, "x")) == "x must lie in [0, 1]; got 1.1"
    assert refusal(lambda: arrays.inner_share(0, "x")) == "x must lie strictly between 0 and 1; got 0"
    assert refusal(lambda: arrays.inner_share(1.0, "x")) == "x must lie strictly between 0 and 1; got 1.0"


# --- values ---


def test_frozen_leaves_the_caller_s_array_writeable():
    mine = np.array([1.0])
    ours = frozen(mine)
    assert mine.flags.writeable
    assert not ours.flags.writeable
    assert frozen(ours) is ours
    with pytest.raises(ValueError, match="read-only"):
        ours[0] = 2


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Slotted(ByValue):
    """A value with a field of each kind."""

    array: Any
    table: Any = None
    number: float = 0.0
    ignored: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True, eq=False)
class Open(ByValue):
    """The same without slots."""

    array: Any


COPIES = [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]


@pytest.mark.parametrize("how", COPIES, ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize(
    "value",
    [Slotted(frozen([1.0, NAN]), {"a": frozen([1]), "b": {"c": frozen([2.0])}}, NAN), Open(frozen([1]))],
    ids=["slotted", "open"],
)
def test_copies_are_equal_and_read_only(value, how):
    other = how(value)
    assert other == value
    assert not other.array.flags.writeable
    if isinstance(other, Slotted):
        assert not other.table["a"].flags.writeable
        assert not other.table["b"]["c"].flags.writeable


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (Slotted(np.array([1, 2])), Slotted(np.array([1, 2])), True),
        (Slotted(np.array([1, 2])), Slotted(np.array([1.0, 2.0])), True),
        (Slotted(np.array([1, 2])), Slotted(np.array([1, 3])), False),
        (Slotted(np.array([1])), Slotted([1]), False),
        (Slotted([1]), Slotted(np.array([1])), False),
        (Slotted(np.array([1])), Open(np.array([1])), False),
        (Slotted(None, {"a": np.array([1])}), Slotted(None, {"a": np.array([1])}), True),
        (Slotted(None, {"a": 1, "b": 2}), Slotted(None, {"b": 2, "a": 1}), False),
        (Slotted((1, np.array([2]))), Slotted((1, np.array([2]))), True),
        (Slotted((1,)), Slotted((1, 2)), False),
        (Slotted(None, number=NAN), Slotted(None, number=NAN), True),
        (Slotted(None, number=NAN), Slotted(None, number=1.0), False),
        (Slotted(None, ignored=1), Slotted(None, ignored=2), True),
        (Slotted(np.array(["a"])), Slotted(np.array(["a"])), True),
    ],
)
def test_equality_is_by_value(one, other, equal):
    assert (one == other) is equal
    assert arrays.same_value(one, other) is equal


def test_values_with_arrays_have_no_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open(np.array([1])))
