"""CSV, TSV and their like: dialects, kinds of columns, malformed files."""

from __future__ import annotations

import csv
import struct
from typing import Any

import duckdb
import numpy as np
import pytest

from costcurves.io import read, text
from costcurves.io.duckdb_engine import TextTable
from tests.unit.io.looking import cells, kinds, refused, written

# Content, cells of every column, notes.
READ: dict[str, tuple[str | bytes, dict[str, list[Any]], tuple[str, ...]]] = {
    "plain": ("y,s\n1,0.5\n0,0.25\n", {"y": [1, 0], "s": [0.5, 0.25]}, ()),
    "no line end at the end": ("y,s\n1,0.5", {"y": [1], "s": [0.5]}, ()),
    "byte order mark": (b"\xef\xbb\xbfy,s\n1,0.5\n", {"y": [1], "s": [0.5]}, ()),
    "CRLF": ("y,s\r\n1,0.5\r\n0,1.5\r\n", {"y": [1, 0], "s": [0.5, 1.5]}, ()),
    "CR": ("y,s\r1,0.5\r0,1.5\r", {"y": [1, 0], "s": [0.5, 1.5]}, ()),
    "LF, then CRLF": (
        "y,s\n1,0.5\r\n0,1.5\n",
        {"y": [1, 0], "s": [0.5, 1.5]},
        ("lines end in several ways",),
    ),
    "CRLF, then LF": ("y,s\r\n1,2\r\n0,1\n", {"y": [1, 0], "s": [2, 1]}, ("lines end in several ways",)),
    "blank lines": (
        "\n\r\n y , s \n\n1,2\n\n\n0,1\n\n",
        {"y": [1, 0], "s": [2, 1]},
        ("lines end in several ways",),
    ),
    "semicolons, decimal commas": (
        "y;s;t\n1;0,5;a,b\n0;-1,25e-3;c\n",
        {"y": [1, 0], "s": [0.5, -0.00125], "t": ["a,b", "c"]},
        ("separated by semicolons", "decimal commas in s"),
    ),
    "decimal commas with gaps": (
        "y;s\n1;0,5\n0;\n1;inf\n",
        {"y": [1, 0, 1], "s": [0.5, None, np.inf]},
        ("separated by semicolons", "decimal commas in s"),
    ),
    "semicolons, decimal points": (
        "y;s\n1;0.5\n0;0.25\n",
        {"y": [1, 0], "s": [0.5, 0.25]},
        ("separated by semicolons",),
    ),
    "points here and commas there": (
        "s;t\n0.5;1,5\n.;2,5\n",
        {"s": [0.5, None], "t": [1.5, 2.5]},
        ("separated by semicolons", "decimal commas in t"),
    ),
    "bars": ("y|s\n1|0,5\n", {"y": [1], "s": [0.5]}, ("separated by bars", "decimal commas in s")),
    "tabs in a CSV": ("y\ts\n1\t0.5\n", {"y": [1], "s": [0.5]}, ("separated by tabs",)),
    "sep= line": ("sep=;\r\ny;s\r\n1;2\r\n", {"y": [1], "s": [2]}, ("separated by semicolons",)),
    "sep= any": ("sep=#\ny#s\n1#2\n", {"y": [1], "s": [2]}, ("separated by '#'",)),
    "quotes": ('y,"a, ""b"""\n1,"x,\ny"\n0, "z"\n', {"y": [1, 0], 'a, "b"': ["x,\ny", "z"]}, ()),
    "header over two lines": ('"y\nz",s\n1,2\n', {"y\nz": [1], "s": [2]}, ()),
    "quote in the middle": ('y,t\n1,5" disk\n', {"y": [1], "t": ['5" disk']}, ()),
    "backslash": ('y,t\n1,"a\\"\n', {"y": [1], "t": ["a\\"]}, ()),
    "separator at line ends": ("y,s\n1,2,\n0,1,\n", {"y": [1, 0], "s": [2, 1]}, ()),
    "column without a name": (
        ",s\n0,5\n1,7\n",
        {"column_1": [0, 1], "s": [5, 7]},
        ("columns without a name are called column_1",),
    ),
    "one column": ("s\n1\n2\n", {"s": [1, 2]}, ()),
    "names a spreadsheet or a browser would run": (
        "=cmd|'/C calc'!A0,<script>alert(1)</script>\n1,2\n",
        {"=cmd|'/C calc'!A0": [1], "<script>alert(1)</script>": [2]},
        (),
    ),
    "names that differ in case": ("A,a\n1,2\n", {"A": [1], "a": [2]}, ()),
    "comment signs are text": ("y,t\n1,#x\n0,%y\n", {"y": [1, 0], "t": ["#x", "%y"]}, ()),
    "missing": (
        "a,b,c\n1,0.5,x\nNA,nan,\n3,,N/A\n,NaN,None\n-5,null,z\n",
        {
            "a": [1, None, 3, None, -5],
            "b": [0.5, None, None, None, None],
            "c": ["x", None, None, "None", "z"],
        },
        (),
    ),
    "missing words of numbers only": (
        "a,t\n?,?\n.,.\nNone,x\n7,y\n",
        {"a": [None, None, None, 7], "t": ["?", ".", "x", "y"]},
        (),
    ),
    "nothing at all": ('a,b\n"",\n,\n', {"a": [None, None], "b": [None, None]}, ()),
    "infinities": ("s\ninf\n-Infinity\n+INF\n1e3\n", {"s": [np.inf, -np.inf, np.inf, 1000.0]}, ()),
    "truth values": ('b\nTRUE\nfalse\nTrue\n""\n', {"b": [True, False, True, None]}, ()),
    "space around numbers": ("a,b\n 1 , 0.5\n+2,\t3 \n", {"a": [1, 2], "b": [0.5, 3.0]}, ()),
    "leading zeros": ("a\n007\n1\n", {"a": ["007", "1"]}, ()),
    "what other readers take for numbers": (
        "a,b,c\n1_000,+-5,0x10\n2,3,4\n",
        {"a": ["1_000", "2"], "b": ["+-5", "3"], "c": ["0x10", "4"]},
        (),
    ),
    "UTF-16": ("y,t\n1,é\n".encode("utf-16"), {"y": [1], "t": ["é"]}, ("decoded from UTF-16",)),
    "UTF-32": ("y,t\n1,é\n".encode("utf-32"), {"y": [1], "t": ["é"]}, ("decoded from UTF-32",)),
}


@pytest.mark.parametrize("case", READ)
def test_files_are_read_as_they_are_meant(tmp_path, case):
    content, expected, notes = READ[case]
    columns = read(written(tmp_path, "a.csv", content))
    assert cells(columns) == expected
    assert columns.notes == notes
    assert columns.format == "csv"


# Content and the whole message.
REFUSED: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "'a.csv' is empty; export it again, with a header and rows"),
    "blank": ("\n \n\n", "'a.csv' is empty; export it again, with a header and rows"),
    "header only": (
        "y,s\n",
        "'a.csv' has a header but no rows; export it again",
    ),
    "header without line end": (
        "y,s",
        "'a.csv' has a header but no rows; export it again",
    ),
    "short line": (
        "y,s\n1,2\n3\n",
        (
            "every line must have 2 fields, like the header; got 1 (a.csv, line 3): correct that line, or quote fields that hold the separator"
        ),
    ),
    "long line": (
        'y,s\n1,"2\n"\n\n3,4,5\n',
        (
            "every line must have 2 fields, like the header; got 3 (a.csv, line 5): correct that line, or quote fields that hold the separator"
        ),
    ),
    "short line after sep=": (
        "sep=;\ny;s\n1;2\n3\n",
        (
            "every line must have 2 fields, like the header; got 1 (a.csv, line 4): correct that line, or quote fields that hold the separator"
        ),
    ),
    "open quote": (
        'y,s\n1,2\n3,"4\n5,6\n',
        (
            'a field opens with " but does not close with " (a.csv, line 3); correct that line: inside quotes, write " twice'
        ),
    ),
    "text after a quote": (
        'y,s\n1,"2"x\n',
        (
            'a field opens with " but does not close with " (a.csv, line 2); correct that line: inside quotes, write " twice'
        ),
    ),
    "duplicate names": (
        "s,y,s\n1,2,3\n",
        "column names must differ; got 's' more than once (a.csv): rename these columns",
    ),
    "no header": (
        "1,0.3\n0,0.4\n",
        "the first line holds values, '1', '0.3', not names of columns (a.csv); add a header",
    ),
    "no header, labels of text": (
        "yes,0.3\nno,0.4\nyes,0.2\n",
        "the first line holds values, 'yes', '0.3', not names of columns (a.csv); add a header",
    ),
    "Latin-1": (
        b"y,t\n1,caf\xe9\n",
        (
            "text must be UTF-8; got byte 0xE9 at offset 9 (a.csv, line 2): save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`"
        ),
    ),
    "Latin-1 after a mark": (
        b"\xef\xbb\xbfy,t\n1,\xe9\n",
        (
            "text must be UTF-8; got byte 0xE9 at offset 9 (a.csv, line 2): save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`"
        ),
    ),
    "UTF-16 without a mark": (
        "y,s\n1,2\n".encode("utf-16-le"),
        (
            "text must have no NUL bytes; got one at offset 1 (a.csv): export it again; if it is UTF-16, save "
            "it as UTF-8"
        ),
    ),
    "broken UTF-16": (
        "y,s\n1,2\n".encode("utf-16")[:-1],
        "'a.csv' is not valid UTF-16: it has invalid bytes; export it again",
    ),
    "NUL byte": (
        b"y,s\n1,2\n3,\x004\n",
        (
            "text must have no NUL bytes; got one at offset 10 (a.csv): export it again; if it is UTF-16, save "
            "it as UTF-8"
        ),
    ),
    "endless line": (
        "y,t\n1," + 2_100_000 * "x" + "\n",
        "a line is longer than 2,000,000 bytes (a.csv); check its quotes",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_files_that_cannot_be_read_are_refused_in_one_sentence(tmp_path, case):
    content, message = REFUSED[case]
    assert refused(tmp_path, "a.csv", content) == message


def test_late_bytes_that_are_no_utf8_are_named(tmp_path):
    content = b"y,s,t\n" + 50_000 * b"1,0.5,x\n" + b"1,0.5,\xff\n"
    assert refused(tmp_path, "a.csv", content).startswith(
        "text must be UTF-8; got byte 0xFF at offset 400012 (a.csv, line 50002)"
    )


def test_late_bytes_that_are_no_utf8_are_named_in_mixed_files_too(tmp_path):
    content = b"y,s,t\r\n" + 50_000 * b"1,0.5,x\n" + b"1,0.5,\xff\n"
    assert refused(tmp_path, "a.csv", content).startswith(
        "text must be UTF-8; got byte 0xFF at offset 400013 (a.csv, line 50002)"
    )


@pytest.mark.parametrize("shift", range(7))
def test_the_sample_may_end_inside_a_character(tmp_path, shift):
    # The sample is 256 KiB long, and a line of seven bytes has two letters of two.
    content = f"{'h' * (shift + 1)},t\n" + 40_000 * "1,éé\n"
    columns = read(written(tmp_path, "a.csv", content))
    assert columns.rows == 40_000
    assert set(columns["t"].values.tolist()) == {"éé"}


def test_a_field_longer_than_the_sample_reader_allows(tmp_path):
    content = 'y,t\n1,"' + 140_000 * "x" + '"\n0,z\n'
    columns = read(written(tmp_path, "a.csv", content))
    assert cells(columns)["y"] == [1, 0]


def test_what_comes_late_in_a_file_counts(tmp_path):
    head = "a,b,c,d,e,f\n" + 1000 * "1,0.5,x,true,1,q\n"
    columns = read(written(tmp_path, "a.csv", head + "0.5,oops,new,7,,q\n"))
    assert kinds(columns) == ["float", "text", "text", "text", "int", "text"]
    assert columns["b"].numbers == 1000
    assert columns["e"].missing_rows == [1001]
    assert columns["c"].values[1000] == "new"


def test_whole_numbers_stay_exact(tmp_path):
    columns = read(
        written(tmp_path, "a.csv", "a,b\n9007199254740993,9223372036854775807\n-1,-9223372036854775808\n")
    )
    assert cells(columns) == {"a": [9007199254740993, -1], "b": [2**63 - 1, -(2**63)]}


@pytest.mark.parametrize(
    ("values", "remark"),
    [
        (["9223372036854775808", "1"], "whole numbers beyond 64 bits"),
        (["9007199254740993", "0.5"], "a whole number that float64 cannot hold, 9007199254740993"),
        (
            ["0.5", "9007199254740993.0"],
            "a whole number that float64 cannot hold, 9007199254740993.0",
        ),
        (["0.5", "-1e400"], "a number too large for float64, -1e400"),
        (
            ["0.5", "9921202480012726001"],
            "a whole number that float64 cannot hold, 9921202480012726001",
        ),
        (
            ["0.5", "-26665444837487550"],
            "a whole number that float64 cannot hold, -26665444837487550",
        ),
        (["007", "8"], "numbers with leading zeros"),
        (['"1,5"', '"2,5"'], "numbers with commas, see --decimal"),
    ],
)
def test_numbers_that_would_change_stay_text(tmp_path, values, remark):
    column = read(written(tmp_path, "a.csv", "\n".join(["a", *values])))["a"]
    assert column.kind == "text"
    assert column.remark == remark
    assert column.values.tolist() == [value.strip('"') for value in values]


def test_large_numbers_that_do_not_change_are_numbers(tmp_path):
    values = [
        "9007199254740992",
        "-1e300",
        "1.5e17",
        "inf",
        "9007199254740994.0",
        "NA",
        "9921202480012726000.0",
    ]
    column = read(written(tmp_path, "a.csv", "\n".join(["a", *values])))["a"]
    assert column.values[:5].tolist() == [2.0**53, -1e300, 1.5e17, np.inf, 2.0**53 + 2]
    assert column.missing_rows == [6]
    assert column.values[6] == 9.921202480012726e18  # floats are written so in their shortest digits


def test_every_decimal_becomes_the_nearest_double(tmp_path):
    """Python's float() rounds correctly (Gay 1990); hard cases are decimals half-way between two doubles."""
    rng = np.random.default_rng(7)
    doubles = rng.integers(0, 2**64, 3000, dtype=np.uint64).view(np.float64)
    doubles = doubles[np.isfinite(doubles)]
    texts = [repr(x) for x in doubles.tolist()]
    texts += [
        "0.3",
        "0.30000000000000004",
        "0.29999999999999999",
        "4.9e-324",
        "2.4703282292062327e-324",
        "1e-400",
    ]
    # Halves between neighbours, exactly and one digit beyond.
    for x in rng.random(300).tolist():
        low, high = (struct.unpack("<q", struct.pack("<d", v))[0] for v in (x, np.nextafter(x, 1)))
        assert high == low + 1
        half = f"{(int(x * 2**60) * 2 + int(np.nextafter(x, 1) * 2**60) - int(x * 2**60)) * 5**61}".rjust(
            61, "0"
        )
        texts += [f"0.{half}", f"0.{half}1"]
    columns = read(written(tmp_path, "a.csv", "\n".join(["a", *texts])))
    assert columns["a"].kind == "float"
    assert columns["a"].values.tolist() == [float(text) for text in texts]


def test_rows_keep_their_order_when_lines_break_inside_quotes(tmp_path):
    rows = 20_000
    path = tmp_path / "a.csv"
    text = "a\n5,x" + 2000 * "b"
    with path.open("w", newline="") as file:
        file.write("i,t,s\n")
        file.writelines(f'{i},"{text}",{i / 7}\n' for i in range(rows))
    columns = read(path)
    assert np.array_equal(columns["i"].values, np.arange(rows))
    assert np.array_equal(columns["s"].values, np.arange(rows) / 7)
    assert set(columns["t"].values.tolist()) == {text}


def test_a_file_that_only_one_thread_can_read(tmp_path, monkeypatch):
    """The engine says so of some files above 64 MB; here it is made to say so of a small one."""
    read_table = TextTable.read

    def read_on_one_thread(table, sample):
        if "parallel=True" in table.source:
            message = "The Parallel CSV Reader currently does not support a full read on this file."
            raise duckdb.InvalidInputException(message)
        return read_table(table, sample)

    monkeypatch.setattr(TextTable, "read", read_on_one_thread)
    assert cells(read(written(tmp_path, "a.csv", "y,s\n1,2\n"))) == {"y": [1], "s": [2]}


@pytest.mark.parametrize("says", ["Expected Number of Columns: 7, or something like it", "another thing"])
def test_whatever_else_the_engine_says_is_passed_on(tmp_path, monkeypatch, says):
    def from_engine(*_, **__):
        message = f"Invalid Input Error: {says}.\nMore of it."
        raise duckdb.InvalidInputException(message)

    monkeypatch.setattr(text, "_from_engine", from_engine)
    assert refused(tmp_path, "a.csv", "y,s\n1,2\n") == (
        f"'a.csv' is not valid delimited text: {says}; export it again"
    )


def test_text_of_few_values_may_meet_new_ones(tmp_path):
    lines = ["t,u", *(f"{'ab'[i % 2]},x{i}" for i in range(500)), "NA,last", ",y"]
    columns = read(written(tmp_path, "a.csv", "\n".join(lines)))
    assert columns["t"].values[[0, 1, 500, 501]].tolist() == ["a", "b", "NA", ""]
    assert columns["t"].missing_rows == [501, 502]
    assert columns["u"].values[500] == "last"


def test_tsv_is_separated_by_tabs_only(tmp_path):
    columns = read(written(tmp_path, "a.tsv", "y\tt\n1\ta,b\n"))
    assert (columns.format, cells(columns)) == ("tsv", {"y": [1], "t": ["a,b"]})
    assert cells(read(written(tmp_path, "b.tsv", "y\ts\n1\t0,5\n"))) == {"y": [1], "s": [0.5]}
    assert cells(read(written(tmp_path, "b.txt", "a,b\nx,y\n"), format="tsv")) == {"a,b": ["x,y"]}


def test_real_files_of_other_writers_come_back(tmp_path):
    """Python's own csv module writes; what it wrote is read back."""
    rows = [["x\ty", 'q"q', "0.1"], ["", "a;b", "2.5"], ["lines\r\nbreak", "ü", "-3e-7"]]
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["a", "b", "c"], *rows])
    assert cells(read(path)) == {
        "a": ["x\ty", None, "lines\r\nbreak"],
        "b": ['q"q', "a;b", "ü"],
        "c": [0.1, 2.5, -3e-7],
    }
