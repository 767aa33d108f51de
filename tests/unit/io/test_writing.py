"""Writing tables: what is written comes back, and a file is there whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import sys
from functools import partial
from pathlib import Path

import duckdb
import numpy as np
import pytest

from costcurves.io import read, write, writing
from tests.unit.io.looking import cells, refusal, written

SOURCE = (
    'A,a,t,"x""y,z",b,n\n1,0.1,NA,1.5,true,9007199254740993\n2,inf,=cmd|x,,false,1\n3,nan,"q""r, s",-0.0,,\n'
)


@pytest.mark.parametrize("name", ["b.csv", "b.tsv", "b.txt", "b"])
def test_what_is_written_comes_back(tmp_path, name):
    columns = read(written(tmp_path, "a.csv", SOURCE))
    notes = write(tmp_path / name, columns)
    assert notes == ("1 cells of 't' begin with = + - or @; a spreadsheet may run them as formulas",)
    back = read(tmp_path / name)
    assert back.columns == columns.columns
    assert str(back['x"y,z'].values[2]) == "-0.0"


def test_text_is_written_as_it_was(tmp_path):
    path = tmp_path / "b.csv"
    write(path, read(written(tmp_path, "a.csv", SOURCE)))
    assert path.read_text() == (
        'A,a,t,"x""y,z",b,n\n1,0.1,NA,1.5,true,9007199254740993\n2,inf,=cmd|x,,false,1\n3,,"q""r, s",-0.0,,\n'
    )


TABLE = {
    "s": [0.5, np.inf, np.nan, -np.inf],
    "t": ["a", "-x", None, ""],
    "n": np.ma.MaskedArray([1, 2, 3, 4], mask=[False, True, False, False]),
    "d": np.array(["2024-02-29", "2024-02-29T01:02:03", "NaT", "2024-03-01"], dtype="datetime64[us]"),
    "b": np.array([True, False, True, True]),
}


def test_json_lines_know_no_infinities(tmp_path):
    path = tmp_path / "a.jsonl"
    assert write(path, TABLE) == ()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines == [
        {"s": 0.5, "t": "a", "n": 1, "d": "2024-02-29 00:00:00", "b": True},
        {"s": "inf", "t": "-x", "n": None, "d": "2024-02-29 01:02:03", "b": False},
        {"s": None, "t": None, "n": 3, "d": None, "b": True},
        {"s": "-inf", "t": "", "n": 4, "d": "2024-03-01 00:00:00", "b": True},
    ]
    assert cells(read(path))["s"] == [0.5, np.inf, None, -np.inf]


def test_parquet_keeps_types(tmp_path):
    path = tmp_path / "a.parquet"
    write(path, TABLE)
    back = read(path)
    assert [column.kind for column in back.columns] == ["float", "text", "int", "date", "bool"]
    assert [column.missing_rows for column in back.columns] == [[3], [3], [2], [3], []]
    assert cells(back)["n"] == [1, None, 3, 4]


def test_a_stated_format_counts(tmp_path):
    write(tmp_path / "a.out", {"a": [1]}, format="jsonl")
    assert (tmp_path / "a.out").read_text() == '{"a":1}\n'
    assert refusal(lambda: write(tmp_path / "a.out", {"a": [1]}, format="xlsx")) == (
        "no such format 'xlsx'; choose from 'csv', 'tsv', 'jsonl', 'parquet'"
    )


def test_every_double_comes_back(tmp_path):
    values = np.random.default_rng(3).integers(0, 2**64, 5000, dtype=np.uint64).view(np.float64)
    values = values[np.isfinite(values)]
    for name in ("a.csv", "a.jsonl", "a.parquet"):
        write(tmp_path / name, {"v": values})
        assert np.array_equal(read(tmp_path / name)["v"].values, values)


def test_tables_without_rows(tmp_path):
    write(tmp_path / "a.csv", {"s": np.array([]), "t": np.array([], dtype=object)})
    assert (tmp_path / "a.csv").read_text() == "s,t\n"


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        (["+", "-", "=", "@"], 0),
        (["-1", "+2.5"], 0),
        (["-x", "@y", "+1+1", "=1"], 4),
        (["a=b", " =x", ""], 0),
    ],
)
def test_texts_that_spreadsheets_run_are_counted(tmp_path, texts, count):
    notes = write(tmp_path / "a.csv", {"t": texts})
    assert [int(note.split()[0]) for note in notes] == ([count] if count else [])
    with (tmp_path / "a.csv").open(newline="") as file:
        assert [row[0] for row in csv.reader(file)] == ["t", *texts]


def test_names_that_clash(tmp_path):
    table = {"A": [1], "a": [2]}
    write(tmp_path / "a.csv", table)
    assert (tmp_path / "a.csv").read_text() == "A,a\n1,2\n"
    for name in ("a.jsonl", "a.parquet"):
        assert refusal(partial(write, tmp_path / name, table), tmp_path) == (
            f"column names must differ; got 'a' more than once ({name}): rename these columns"
        )
        assert not (tmp_path / name).exists()


def test_columns_of_different_length(tmp_path):
    assert refusal(lambda: write(tmp_path / "a.csv", {"a": [1, 2], "b": [3]}), tmp_path) == (
        "columns must have equal length; got 2 in 'a', 1 in 'b' (a.csv): write one value per row and column"
    )


@pytest.mark.parametrize("name", ["it's.csv", "star*.csv", 'quo"te.csv', "sp ace.csv", "a[1].jsonl"])
def test_strange_names(tmp_path, name):
    write(tmp_path / name, {"a": [1]})
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert cells(read(tmp_path / name)) == {"a": [1]}


def test_standard_output(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    write("-", {"a": [1], "t": ["ü"]})
    assert out.buffer.getvalue().decode() == "a,t\n1,ü\n"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_devices():
    write("/dev/null", {"a": [1]})
    assert not Path("/dev/null").is_file()


def test_a_file_stays_as_it_is_until_the_new_one_is_complete(tmp_path, monkeypatch):
    path = written(tmp_path, "a.csv", "old")

    def fail(*_: object) -> None:
        message = "disk full"
        raise duckdb.IOException(message)

    monkeypatch.setattr(writing, "_write_delimited", fail)
    assert refusal(lambda: write(path, {"a": [1]}), tmp_path) == (
        "cannot write 'a.csv': disk full; check the folder and its permissions"
    )
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_replaced_file_keeps_its_permissions_and_its_links(tmp_path):
    path = written(tmp_path, "a.csv", "old")
    path.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    write(link, {"a": [1]})
    assert link.is_symlink()
    assert path.read_text() == "a\n1\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_places_that_cannot_be_written(tmp_path):
    assert refusal(lambda: write(tmp_path, {"a": [1]}), tmp_path.parent) == (
        f"'{tmp_path.name}' is a folder; name one file in it"
    )
    assert refusal(lambda: write(tmp_path / "no" / "a.csv", {"a": [1]}), tmp_path) == (
        "cannot write 'no/a.csv': no such file or directory; check the folder and its permissions"
    )
