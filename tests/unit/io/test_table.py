"""Columns: values, missing cells, names."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from costcurves.io import Columns, FileColumn
from tests.unit.io.looking import refusal


def column(name="s", values=(0.5, 0.25)):
    return FileColumn(name, "float", np.array(values))


def test_nan_is_missing_and_missing_is_nan():
    read = FileColumn("s", "float", np.array([1.0, np.nan, 3.0]), np.array([True, False, False]))
    assert read.missing_rows == [1, 2]
    assert np.array_equal(read.values, [np.nan, np.nan, 3.0], equal_nan=True)


def test_nothing_missing_means_no_mask():
    assert FileColumn("n", "int", np.array([1, 2]), np.array([False, False])).missing is None
    assert FileColumn("n", "int", np.array([1, 2])).missing_rows == []


def test_arrays_are_read_only_also_from_a_pickle():
    for read in (column(), pickle.loads(pickle.dumps(column()))):
        assert not read.values.flags.writeable
        assert read == column()


def test_columns_are_found_by_name():
    table = Columns((column("a"), column("b")), "a.csv")
    assert table.names == ("a", "b")
    assert table.rows == 2
    assert "a" in table
    assert "c" not in table
    assert table["b"].name == "b"
    assert table == Columns((column("a"), column("b")), "a.csv")


@pytest.mark.parametrize(
    ("name", "role", "message"),
    [
        (
            "lable",
            "the label",
            "no column 'lable' in a.csv (the label); did you mean 'label'?",
        ),
        ("RF", "a score", "no column 'RF' in a.csv (a score); did you mean 'rf'?"),
        (
            "zzz",
            "a score",
            "no column 'zzz' in a.csv (a score); the columns are 'label', 'rf'",
        ),
    ],
)
def test_names_that_are_not_there(name, role, message):
    table = Columns((column("label"), column("rf")), "a.csv")
    assert refusal(lambda: table.column(name, role)) == message


def test_long_lists_of_names_are_cut():
    table = Columns(tuple(column(f"c{i:02}") for i in range(20)), "a.csv")
    assert refusal(lambda: table["zzz"]).endswith("'c10', 'c11' … (20 in all)")


def test_tables_have_rows_and_different_names():
    assert refusal(lambda: Columns((), "a.csv")) == ("'a.csv' has a header but no rows; export it again")
    assert refusal(lambda: Columns((column("a"), column("b"), column("a")), "a.csv")) == (
        "column names must differ; got 'a' more than once (a.csv): rename these columns"
    )
