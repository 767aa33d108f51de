"""Columns of forty makes: each gives what plain arrays of numpy give, or the error that is written beside it."""

from __future__ import annotations

import array
import collections
import dataclasses
import decimal
import fractions
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import costcurves as cc

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TRUTH = np.array([1, 0, 1, 1, 0, 0])
SCORE = np.array([0.9, 0.75, 0.5, 0.25, 0.125, 0.0625])
OTHER = np.array([0.5, 0.25, 0.75, 1.0, 0.0, 0.125])
WANTED = cc.evaluate(TRUTH, SCORE)
INDEX = [7, 3, 9, 1, 4, 8]
ORDER = [5, 2, 0, 3, 1, 4]
MISSING = (
    "must have no missing values; got a missing value at row 2, counted from 1: fill them, or leave these "
)
MISSING += 'records out with missing="drop"'


class WithArray:
    """What numpy reads."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        return SCORE.astype(dtype or float)


@dataclasses.dataclass
class Offered:
    """What other libraries read in one form only."""

    held: Any


class Stream(Offered):
    """A stream of arrow."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.held.__arrow_c_stream__(requested_schema)


class Single(Offered):
    """An array of arrow."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.held.__arrow_c_array__(requested_schema)


class Interchange(Offered):
    """The protocol of data frames."""

    def __dataframe__(self, **options: Any) -> Any:
        return self.held.__dataframe__(**options)


def mapped(folder: Path) -> Any:
    """A file that is read only as far as it is needed."""
    np.save(folder / "scores.npy", SCORE)
    return np.load(folder / "scores.npy", mmap_mode="r")


def frozen() -> Any:
    """An array that nobody can write to."""
    score = SCORE.copy()
    score.flags.writeable = False
    return score


def series(values: Any = SCORE, index: Any = INDEX, **options: Any) -> Any:
    """A series with an index."""
    return pd.Series(values, index=index, **options)


GAP = [0.9, None, 0.5, 0.25, 0.125, 0.0625]
MASKED = np.ma.masked_array(SCORE, [False, True, False, False, False, False])
PAIRS = np.column_stack([1 - SCORE, SCORE])
SHUFFLED = series().iloc[ORDER]
FRAME = pd.DataFrame({"model": SCORE}, index=INDEX)

# By name: labels, scores and options of `evaluate`, or a function of a folder that gives the scores.
SAME: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "list": (TRUTH.tolist(), SCORE.tolist(), {}),
    "tuple": (tuple(TRUTH.tolist()), tuple(SCORE.tolist()), {}),
    "array of the standard library": (array.array("b", TRUTH.tolist()), array.array("d", SCORE), {}),
    "deque": (TRUTH, collections.deque(SCORE.tolist()), {}),
    "memory view": (TRUTH, memoryview(array.array("d", SCORE.tolist())), {}),
    "column of a matrix": (TRUTH[:, None], SCORE[:, None], {}),
    "strides": (np.repeat(TRUTH, 2)[::2], np.repeat(SCORE, 2)[::2], {}),
    "other byte order": (TRUTH.astype(">i4"), SCORE.astype(">f8"), {}),
    "read only": (TRUTH, frozen(), {}),
    "memory map": (TRUTH, mapped, {}),
    "objects": (TRUTH.astype(object), SCORE.astype(object), {}),
    "fractions": (TRUTH, [fractions.Fraction(value) for value in SCORE], {}),
    "decimals": (TRUTH, [decimal.Decimal(float(value)) for value in SCORE], {}),
    "nothing masked": (TRUTH, np.ma.masked_array(SCORE), {}),
    "object with __array__": (TRUTH, WithArray(), {}),
    "truth values": (TRUTH.astype(bool), SCORE, {}),
    "labels of numpy": (np.array(["no", "yes"])[TRUTH], SCORE, {"pos_label": "yes"}),
    "pandas, one index": (series(TRUTH), series(), {}),
    "pandas, another order": (series(TRUTH), SHUFFLED, {}),
    "pandas, another order in a frame": (series(TRUTH), FRAME.iloc[ORDER], {}),
    "pandas labels, plain scores": (series(TRUTH), SCORE, {}),
    "plain labels, pandas scores": (TRUTH, series(), {}),
    "pandas, nullable": (series(TRUTH, dtype="Int64"), series(dtype="Float64"), {}),
    "pandas, of arrow": (series(TRUTH, dtype="int64[pyarrow]"), series(dtype="double[pyarrow]"), {}),
    "pandas, categories": (series(np.array(["n", "y"])[TRUTH], dtype="category"), series(), {"pos_label": "y"}),
    "pandas, sparse": (series(pd.arrays.SparseArray(TRUTH)), series(pd.arrays.SparseArray(SCORE)), {}),
    "pandas, index of labels": (pd.Index(TRUTH), pd.Index(SCORE), {}),
    "pandas, strings": (series(np.array(["n", "y"])[TRUTH], dtype="string"), series(), {"pos_label": "y"}),
    "polars": (pl.Series(TRUTH), pl.Series(SCORE), {}),
    "polars, frame": (pl.Series(TRUTH), pl.DataFrame({"model": SCORE}), {}),
    "polars, categories": (pl.Series(np.array(["n", "y"])[TRUTH]).cast(pl.Categorical), SCORE, {"pos_label": "y"}),
    "arrow, array": (pa.array(TRUTH), pa.array(SCORE), {}),
    "arrow, chunks": (pa.chunked_array([TRUTH[:2], TRUTH[2:]]), pa.chunked_array([SCORE[:4], SCORE[4:]]), {}),
    "arrow, table": (TRUTH, pa.table({"model": SCORE}), {}),
    "stream of arrow": (TRUTH, Stream(pa.chunked_array([SCORE])), {}),
    "stream of a table": (TRUTH, Stream(pa.table({"model": SCORE})), {}),
    "array of arrow by its form": (TRUTH, Single(pa.array(SCORE)), {}),
    "frame by the protocol": (TRUTH, Interchange(pa.table({"model": SCORE})), {}),
    "probabilities of both classes": (TRUTH, PAIRS, {"classes": [0, 1]}),
    "probabilities, classes in words": (
        np.array(["no", "yes"])[TRUTH], PAIRS[:, ::-1], {"classes": np.array(["yes", "no"]), "pos_label": "yes"}
    ),
    "probabilities in a dict, of a frame": (TRUTH, {"model": pd.DataFrame(PAIRS)}, {"classes": [0, 1]}),
    "probabilities of polars": (TRUTH, {"model": pl.DataFrame({"a": 1 - SCORE, "b": SCORE})}, {"classes": [0, 1]}),
    "probabilities of arrow": (TRUTH, {"model": pa.table({"a": 1 - SCORE, "b": SCORE})}, {"classes": [0, 1]}),
    "probabilities in lists": (TRUTH, {"model": PAIRS.tolist()}, {"classes": [0, 1]}),
    "categories of numbers": (TRUTH, series(dtype="category"), {}),
    "truth values and their classes": (TRUTH.astype(bool), PAIRS, {"classes": np.array([False, True])}),
    "pandas, missing dropped": (
        series([1, 0, None, 1, 1, 0, 0], [0, 1, 2, 3, 4, 5, 6], dtype="Int64"),
        series([0.9, 0.75, 0.3, 0.5, 0.25, 0.125, 0.0625], [0, 1, 2, 3, 4, 5, 6]),
        {"missing": "drop"},
    ),
}  # fmt: skip

# By name: labels, scores, options, and what is said.
REFUSED: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "masked": (TRUTH, MASKED, {}, f"y_score {MISSING}"),
    "None in a list": (TRUTH, GAP, {}, f"y_score {MISSING}"),
    "NaN": (TRUTH, np.array(GAP, float), {}, f"y_score {MISSING}"),
    "pandas, NA": (TRUTH, pd.array(GAP, dtype="Float64"), {}, f"y_score {MISSING}"),
    "polars, null": (TRUTH, pl.Series(GAP), {}, f"y_score {MISSING}"),
    "arrow, null": (TRUTH, pa.array(GAP), {}, f"y_score {MISSING}"),
    "sparse": (TRUTH, sp.csr_matrix(SCORE[:, None]), {}, ("y_score must be a dense column; got a sparse one of shape "
               "(6, 1): make it dense with .toarray().ravel()")),
    "sparse labels": (sp.csc_matrix(TRUTH), SCORE, {}, ("y_true must be a dense column; got a sparse one of shape "
                      "(1, 6): make it dense with .toarray().ravel()")),
    "other index": (series(TRUTH), series(index=range(6)), {}, ("y_score must have the index of y_true; got an index "
                    "without 3 of its labels, such as 7: give .to_numpy() of columns whose rows stand in one order, "
                    "or reindex them")),
    "labels that repeat": (series(TRUTH, [1, 1, 2, 3, 4, 5]), series(index=[5, 1, 1, 2, 3, 4]), {}, ("y_score must have "
                           "the index of y_true; got labels in another order, some of which repeat: give .to_numpy() of "
                           "columns whose rows stand in one order, or reindex them")),
    "two orders and none": (TRUTH, {"a": series(), "b": SHUFFLED}, {}, ("the scores of 'b' must have the same index as "
                            "other columns, since y_true has none; got another one: give y_true with its index, or "
                            ".to_numpy() of all columns")),
    "two columns": (TRUTH, PAIRS, {}, ("y_score must have one dimension; got an array of shape (6, 2): give one value per "
                    "record, e.g. the column of the positive class, scores[:, 1], or the classes of the columns to "
                    "costcurves.evaluate, classes=model.classes_")),
    "no such class": (TRUTH, PAIRS, {"classes": ["a", "b"]}, "no such positive class '1' (classes); choose from 'a', 'b'"),
    "three classes of two": (TRUTH, PAIRS, {"classes": [0, 1, 2]}, ("y_score must have a column for each class; got 2 "
                             "columns for the classes '0', '1', '2': give the classes in the order of the columns, such "
                             "as model.classes_")),
    "pairs of arrow": (TRUTH, {"m": pa.table({"a": SCORE, "b": SCORE})}, {"classes": [0, 2]}, ("no such positive class '1' "
                       "(classes); choose from '0', '2'")),
    "lazy": (TRUTH, pl.LazyFrame({"model": SCORE}), {}, ("scores must be a data frame of pandas, polars or arrow, with one "
             "column per model; got an object of type LazyFrame: collect() a lazy one, rename columns of one name, or give "
             "a dict")),
    "unknown": (TRUTH, object(), {}, ("y_score must have one dimension; got an object of type object: give one value per "
                "record")),
    "unknown way": (TRUTH, SCORE, {"missing": "dropp"}, ("no such way with missing values 'dropp' (missing); did you mean "
                    "'drop'?")),
    "nothing left": (TRUTH, [np.nan] * 6, {"missing": "drop"}, ("no record has a label and all scores; got missing values: "
                     "6 in y_score")),
}  # fmt: skip


def test_the_table_is_long_enough() -> None:
    assert len(SAME) >= 40
    assert len(REFUSED) >= 15


@pytest.mark.parametrize("name", SAME)
def test_containers_are_read_as_plain_arrays_are(name: str, tmp_path: Path) -> None:
    truth, score, options = SAME[name]
    made: Callable[[Path], Any] | None = score if callable(score) else None
    found = cc.evaluate(truth, made(tmp_path) if made else score, **options)
    assert found.models == WANTED.models
    assert found.records is not None
    assert WANTED.records is not None
    assert found.records.is_positive.tolist() == WANTED.records.is_positive.tolist()
    assert found.records.scores["model"].tolist() == SCORE.tolist()


@pytest.mark.parametrize("name", REFUSED)
def test_containers_that_are_refused(name: str) -> None:
    truth, score, options, message = REFUSED[name]
    with pytest.raises(cc.InputError) as caught:
        cc.evaluate(truth, score, **options)
    assert str(caught.value) == message


def test_what_was_aligned_or_left_out_is_noted_once() -> None:
    weight = series([1, 2, 3, 4, 5, 6]).iloc[ORDER]
    found = cc.evaluate(series(TRUTH), {"a": SHUFFLED, "b": OTHER}, sample_weight=weight)
    plain = cc.evaluate(TRUTH, {"a": SCORE, "b": OTHER}, sample_weight=[1, 2, 3, 4, 5, 6])
    assert found.models == plain.models
    assert found.notes == ("aligned with y_true by index: the scores of 'a', sample_weight",)
    truth = [1, 0, None, 1, 0, 1]
    columns: dict[str, Any] = {
        "fold": [1, 1, 1, 2, 2, 2],
        "sample_weight": [1, 2, 3, 4, 5, 6],
        "costs": {"fn": [1, 2, 3, 4, 5, 6]},
    }
    dropped = cc.evaluate(truth, {"a": GAP, "b": OTHER}, missing="drop", **columns)
    kept = [0, 3, 4, 5]
    whole = cc.evaluate(
        [1, 1, 0, 1],
        {"a": SCORE[kept], "b": OTHER[kept]},
        fold=[1, 2, 2, 2], sample_weight=[1, 4, 5, 6], costs={"fn": [1, 4, 5, 6]},
    )  # fmt: skip
    said = "2 of 6 records left out for missing values (1 in y_true, 1 in the scores of 'a')"
    assert dropped.notes == (said,)
    assert dropped.records is not None
    assert dataclasses.replace(dropped.records, notes=()) == whole.records


def test_a_missing_weight_is_refused_where_others_are_dropped() -> None:
    with pytest.raises(cc.InputError, match=r"^sample_weight must have no missing values"):
        cc.evaluate(TRUTH, GAP, sample_weight=[1, 1, 1, 1, None, 1], missing="drop")


def test_single_functions_align_too() -> None:
    for function in (cc.tally, cc.roc_curve, cc.cost_curve):
        assert function(series(TRUTH), SHUFFLED) == function(TRUTH, SCORE)
    flags = series(SCORE > 0.3)
    expected = cc.Tally.from_predictions(TRUTH, SCORE > 0.3)
    assert cc.Tally.from_predictions(series(TRUTH), flags.iloc[ORDER]) == expected


def test_rows_are_those_of_the_caller_where_some_are_left_out() -> None:
    found = cc.evaluate([1, 0, None, 1, 0], [0.9, 0.1, 0.2, 3, 0.3], missing="drop")
    assert found.records is not None
    with pytest.raises(cc.InputError, match=r"row 4, counted from 1"):
        found.records.probability("model")
