"""Files whose columns have types: Parquet, Arrow, xlsx."""

from __future__ import annotations

import datetime as dt
import decimal
from functools import partial

import duckdb
import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from costcurves.io import read
from tests.unit.io.looking import cells, kinds, refusal, refused, written

DAY = dt.datetime(2024, 2, 29, 12, 30)  # noqa: DTZ001 - files have no zones
BIG = 2**64 - 1

# Arrow column, kind, values, remark.
TYPES = {
    "int64": (pa.array([2**53 + 1, None]), "int", [2**53 + 1, None], ""),
    "int8": (pa.array([-1, 2], pa.int8()), "int", [-1, 2], ""),
    "uint8": (pa.array([1, 255], pa.uint8()), "int", [1, 255], ""),
    "uint64": (pa.array([1, None], pa.uint64()), "int", [1, None], ""),
    "large uint64": (
        pa.array([BIG, None], pa.uint64()),
        "text",
        [str(BIG), None],
        "whole numbers beyond 64 bits",
    ),
    "double": (pa.array([0.1, None]), "float", [0.1, None], ""),
    "double with NaN": (pa.array([float("nan"), float("-inf")]), "float", [None, -np.inf], ""),
    "float": (pa.array([0.1, 2.0], pa.float32()), "float", [float(np.float32(0.1)), 2.0], ""),
    "half": (pa.array(np.array([0.1, 2.0], np.float16)), "float", [float(np.float16(0.1)), 2.0], ""),
    "decimal": (
        pa.array([decimal.Decimal("0.1"), decimal.Decimal("123456789012345678.9")], pa.decimal128(38, 10)),
        "float",
        [0.1, 123456789012345678.9],
        "",
    ),
    "whole decimal": (
        pa.array([decimal.Decimal(2**53 + 1), None], pa.decimal128(38, 0)),
        "int",
        [2**53 + 1, None],
        "",
    ),
    "large decimal": (
        pa.array([decimal.Decimal(10**30), decimal.Decimal(1)], pa.decimal128(38, 0)),
        "text",
        [str(10**30), "1"],
        "whole numbers beyond 64 bits",
    ),
    "bool": (pa.array([True, None]), "bool", [True, None], ""),
    "text": (pa.array(["NA", None]), "text", ["NA", None], ""),
    "dictionary": (pa.array(["b", "a"]).dictionary_encode(), "text", ["b", "a"], ""),
    "date": (pa.array([dt.date(2024, 2, 29), None]), "date", [DAY.replace(hour=0, minute=0), None], ""),
    "timestamp": (pa.array([DAY, None]), "date", [DAY, None], ""),
    "timestamp in a zone": (
        pa.array([DAY, None], pa.timestamp("us", tz="Asia/Tokyo")),
        "date",
        [DAY, None],
        "",
    ),
}


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows", "feather"])
@pytest.mark.parametrize("case", TYPES)
def test_columns_keep_their_types(tmp_path, case, suffix):
    array, kind, values, remark = TYPES[case]
    path = tmp_path / f"a.{suffix}"
    table = pa.table({"c": array, "filler": [1.5, 2.5]})
    if suffix == "parquet":
        pq.write_table(table, path)
    elif suffix == "feather":
        feather.write_feather(table, path)
    else:
        new = pa.ipc.new_stream if suffix == "arrows" else pa.ipc.new_file
        with new(path, table.schema) as writer:
            writer.write_table(table)
    columns = read(path)
    assert kinds(columns) == [kind, "float"]
    assert cells(columns) == {"c": values, "filler": [1.5, 2.5]}
    assert columns["c"].remark == remark


def test_columns_of_nothing(tmp_path):
    table = pa.table({"c": pa.nulls(2), "s": [1.5, 2.5]})
    pq.write_table(table, tmp_path / "a.parquet")
    with pa.ipc.new_file(tmp_path / "a.arrow", table.schema) as writer:
        writer.write_table(table)
    for name in ("a.parquet", "a.arrow"):
        columns = read(tmp_path / name)
        assert columns["c"].kind in {"int", "float"}
        assert cells(columns) == {"c": [None, None], "s": [1.5, 2.5]}


def test_text_that_reads_as_numbers_is_counted(tmp_path):
    table = pa.table({"t": ["1", "x", "2.5", None], "n": ["1", "2", "3", "4"]})
    pq.write_table(table, tmp_path / "a.parquet")
    feather.write_feather(table, tmp_path / "a.feather")
    for name in ("a.parquet", "a.feather"):
        columns = read(tmp_path / name)
        assert [column.numbers for column in columns.columns] == [2, 4]


def test_parquet_names_are_those_of_the_file(tmp_path):
    path = tmp_path / "a.parquet"
    nested = pa.array([{"x": 1, "y": {"z": [1, 2]}}])
    pq.write_table(
        pa.table([[1.0], nested, [2.0], [[3]], ["t"]], names=["A", "n", "a", "l", 'it\'s "t"']), path
    )
    columns = read(path)
    assert columns.names == ("A", "n", "a", "l", 'it\'s "t"')
    assert kinds(columns) == ["float", "text", "float", "text", "text"]
    assert columns["a"].values.tolist() == [2.0]
    assert columns["l"].values.tolist() == ["[3]"]


def test_other_types_of_parquet_are_text(tmp_path):
    path = tmp_path / "a.parquet"
    select = (
        "SELECT TIME '12:00' a, 'x'::BLOB b, INTERVAL 1 DAY c, '00000000-0000-0000-0000-000000000001'::UUID d"
    )
    duckdb.sql(f"COPY ({select}) TO '{path}' (FORMAT parquet)")
    assert cells(read(path)) == {
        "a": ["12:00:00"],
        "b": ["x"],
        "c": ["1 day"],
        "d": ["00000000-0000-0000-0000-000000000001"],
    }


@pytest.mark.parametrize(
    ("cut", "reason"),
    [(slice(0, -8), "it is cut short"), (slice(0, 6), "it is cut short")],
)
def test_broken_parquet(tmp_path, cut, reason):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1, 2]}), path)
    message = f"'b.parquet' is not valid Parquet: {reason}; export it again"
    assert refused(tmp_path, "b.parquet", path.read_bytes()[cut]) == message


def test_parquet_without_sense(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1, 2]}), path)
    content = bytearray(path.read_bytes())
    content[-60:-10] = 50 * b"\xff"
    assert refused(tmp_path, "b.parquet", bytes(content)).startswith("'b.parquet' is not valid Parquet: ")
    assert refused(tmp_path, "c.parquet", "y,s\n1,2\n").startswith("'c.parquet' is not valid Parquet: ")
    assert refused(tmp_path, "d.parquet", b"") == (
        "'d.parquet' is empty; export it again, with a header and rows"
    )


def test_parquet_without_rows_or_columns_or_with_double_names(tmp_path):
    empty, none, double = (tmp_path / f"{name}.parquet" for name in ("empty", "none", "double"))
    pq.write_table(pa.table({"a": pa.array([], pa.float64())}), empty)
    pq.write_table(pa.table({}), none)
    pq.write_table(pa.table([[1.0], [2.0]], names=["a", "a"]), double)
    assert refusal(lambda: read(empty), tmp_path) == (
        "'empty.parquet' has a header but no rows; export it again"
    )
    assert refusal(lambda: read(none), tmp_path).startswith("'none.parquet' is not valid Parquet: ")
    assert refusal(lambda: read(double), tmp_path) == (
        "column names must differ; got 'a' more than once (double.parquet): rename these columns"
    )


def test_arrow_files_with_double_names_or_without_sense(tmp_path):
    table = pa.table([[1.0], [2.0]], names=["a", "a"])
    with pa.ipc.new_file(tmp_path / "a.arrow", table.schema) as writer:
        writer.write_table(table)
    assert refusal(lambda: read(tmp_path / "a.arrow"), tmp_path) == (
        "column names must differ; got 'a' more than once (a.arrow): rename these columns"
    )
    content = (tmp_path / "a.arrow").read_bytes()
    for name, broken in (
        ("b.arrow", content[:-20]),
        ("c.arrow", content[8:40]),
        ("d.arrow", b"\xff\xff\xff\xff"),
    ):
        assert refused(tmp_path, name, broken).startswith(f"{name!r} is not valid Arrow: ")


def test_arrow_columns_in_several_chunks(tmp_path):
    table = pa.table({"a": pa.chunked_array([[1, 2], [None, 4]])})
    with pa.ipc.new_file(tmp_path / "a.arrow", table.schema) as writer:
        writer.write_table(table)
    assert cells(read(tmp_path / "a.arrow")) == {"a": [1, 2, None, 4]}


def workbook(path, *sheets):
    """A workbook of sheets, each a title and rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_workbooks(tmp_path):
    rows = [
        [],
        [" y ", "s", "t", None, "day", "b", "mixed"],
        [1, 0.5, "=1+1", None, DAY, True, 1],
        [],
        [0, 2, "x", None, None, False, "oops"],
        [1, None, "NA", None, DAY, None, 3],
        [None],
    ]
    columns = read(workbook(tmp_path / "a.xlsx", ("empty", []), ("scores", rows), ("more", [["z"], [1]])))
    assert cells(columns) == {
        "y": [1, 0, 1],
        "s": [0.5, 2.0, None],
        "t": [None, "x", None],  # a formula that no spreadsheet has worked out has no value
        "column_4": [None, None, None],
        "day": [DAY, None, DAY],
        "b": [True, False, None],
        "mixed": ["1", "oops", "3"],
    }
    assert columns.notes == (
        "sheet 'scores' of 3; --sheet reads 'empty', 'more'",
        "columns without a name are called column_4",
    )
    assert columns["mixed"].numbers == 2


def test_a_workbook_of_one_sheet_and_other_types(tmp_path):
    rows = [["y", "day", "time"], [1, dt.date(2024, 2, 29), dt.time(12, 30)]]
    columns = read(workbook(tmp_path / "a.xlsx", ("s", rows)))
    assert columns.notes == ()
    assert cells(columns) == {"y": [1], "day": [DAY.replace(hour=0, minute=0)], "time": ["12:30:00"]}


def test_workbooks_that_hold_no_table(tmp_path):
    messages = {
        "empty": ([], "'empty.xlsx' is empty; export it again, with a header and rows"),
        "header": (
            [["y", "s"]],
            "'header.xlsx' has a header but no rows; export it again",
        ),
        "double": (
            [["y", "y"], [1, 2]],
            "column names must differ; got 'y' more than once (double.xlsx): rename these columns",
        ),
        "bare": (
            [[1, 0.5], [0, 0.25]],
            "the first line holds values, '1', '0.5', not names of columns (bare.xlsx); add a header",
        ),
    }
    for name, (rows, message) in messages.items():
        path = workbook(tmp_path / f"{name}.xlsx", ("s", rows))
        assert refusal(partial(read, path), tmp_path) == message
    assert refused(tmp_path, "zip.xlsx", b"PK\x03\x04nonsense") == (
        "'zip.xlsx' is not valid xlsx: it is cut short or broken; export it again"
    )
    content = (tmp_path / "bare.xlsx").read_bytes()
    assert refused(tmp_path, "cut.xlsx", content[:-50]).startswith("'cut.xlsx' is not valid xlsx: ")


def test_csv_called_xlsx(tmp_path):
    assert refused(tmp_path, "a.xlsx", "y,s\n1,2\n").startswith("'a.xlsx' is not valid xlsx: ")
    assert read(written(tmp_path, "a.xlsx", "y,s\n1,2\n"), format="csv").rows == 1
