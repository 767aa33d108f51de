"""Where bytes come from, and how their format is recognised."""

from __future__ import annotations

import gzip
import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from costcurves.errors import MissingExtraError
from costcurves.io import FORMATS, input_sources, read
from tests.unit.io.looking import cells, refusal, refused, written

CSV = "y,s\n1,0.5\n0,0.25\n"
TABLE = {"y": [1, 0], "s": [0.5, 0.25]}

NAMES = [
    "plain.csv",
    "with space.csv",
    "it's.csv",
    'quote".csv',
    "star*.csv",
    "a[1].csv",
    "what?.csv",
    "back\\slash.csv",
    "back\\*slash.csv",
    "semi;colon.csv",
    "ünïcode.csv",
    "-dash.csv",
    "line\nbreak.csv",
    "a=b.csv",
    "%41.csv",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_name_is_a_pattern_or_a_command(tmp_path, name):
    # A neighbour that a pattern would match too.
    for other in ("star_.csv", "a1.csv", "whatx.csv", "starx.csv"):
        written(tmp_path, other, "y,s\n7,7\n")
    columns = read(written(tmp_path, name, CSV))
    assert cells(columns) == TABLE
    assert columns.source == str(tmp_path / name)


def test_folders_that_look_like_partitions_add_no_columns(tmp_path):
    folder = tmp_path / "split=test[1]"
    folder.mkdir()
    assert cells(read(written(folder, "a.csv", CSV))) == TABLE


def test_names_are_relative_to_where_one_stands(tmp_path, monkeypatch):
    written(tmp_path, "a.csv", CSV)
    monkeypatch.chdir(tmp_path)
    assert read("a.csv").source == "a.csv"
    assert cells(read(Path("./a.csv"))) == TABLE
    (tmp_path / "http:").mkdir()
    written(tmp_path / "http:", "a.csv", CSV)
    assert cells(read("http://a.csv")) == TABLE


def test_a_strange_name_is_copied_where_links_are_not_allowed(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "symlink_to", refuse)
    assert cells(read(written(tmp_path, "star*.csv", CSV))) == TABLE


def test_gzip_and_pipes(tmp_path):
    packed = written(tmp_path, "a.csv.gz", gzip.compress(CSV.encode()))
    assert cells(read(packed)) == TABLE
    assert read(packed).notes == ("unpacked with gzip",)
    lines = gzip.compress(b'{"y": 1}\n')
    assert read(written(tmp_path, "a.jsonl.gz", lines)).format == "jsonl"
    assert refused(tmp_path, "b.csv.gz", gzip.compress(CSV.encode() * 100)[:-20]) == (
        "'b.csv.gz' is not valid gzip: it is cut short or broken; export it again"
    )
    assert refused(tmp_path, "c.csv.gz", gzip.compress(b"")) == (
        "'c.csv.gz' is empty; export it again, with a header and rows"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_named_pipes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    with subprocess.Popen([sys.executable, "-c", code, str(pipe), CSV]):
        assert cells(read(pipe)) == TABLE


@pytest.mark.parametrize(
    ("content", "form", "expected"),
    [
        (CSV, "csv", TABLE),
        ("y\ts\n1\t0.5\n", "csv", {"y": [1], "s": [0.5]}),
        ('{"y": 1}\n', "jsonl", {"y": [1]}),
    ],
)
def test_standard_input(monkeypatch, content, form, expected):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    columns = read("-")
    assert (columns.source, columns.format, cells(columns)) == ("standard input", form, expected)


def test_empty_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert refusal(lambda: read("-")) == (
        "'standard input' is empty; export it again, with a header and rows"
    )


def test_files_that_cannot_be_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(lambda: read("none.csv")) == "no such file: 'none.csv'; check the path"
    assert refusal(lambda: read("a\0b.csv")).startswith("no such file: 'a\\x00b.csv'")
    written(tmp_path, "a.csv", CSV)
    assert refusal(lambda: read("a.csv/b.csv")) == "no such file or folder: 'a.csv/b.csv'; check the path"
    (tmp_path / "folder.csv").mkdir()
    assert refusal(lambda: read("folder.csv")) == ("'folder.csv' is a folder; name one file in it")


def test_files_that_one_may_not_read(tmp_path, monkeypatch):
    path = written(tmp_path, "secret.csv", CSV)
    path.chmod(0)
    if os.access(path, os.R_OK):  # the superuser may

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    assert refusal(lambda: read(path), tmp_path) == (
        "cannot open 'secret.csv': permission denied; check its permissions"
    )
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)


# Name, content, format.
RECOGNISED = [
    ("a.txt", CSV, "csv"),
    ("a", CSV, "csv"),
    ("a.CSV", CSV, "csv"),
    ("a.unknown", '  {"y": 1}\n', "jsonl"),
    ("a", '[{"y": 1}]', "json"),
    ("a.json", '{"y": 1}\n{"y": 2}\n', "json"),
    ("a", "% c\n@RELATION r\n@attribute y numeric\n@data\n1\n", "arff"),
    (
        "a.csv",
        "\n=== x ===\n\ninst#,actual,predicted,error,prediction\n1,1:a,1:a,,0.9\n2,2:b,1:a,+,0.8\n",
        "weka",
    ),
    ("a.tab", "y\ts\n1\t2\n", "tsv"),
]


@pytest.mark.parametrize(("name", "content", "form"), RECOGNISED)
def test_formats_are_recognised(tmp_path, name, content, form):
    assert read(written(tmp_path, name, content)).format == form


def test_formats_that_nobody_knows(tmp_path):
    assert refused(tmp_path, "a.bin", bytes(range(256))) == (
        "cannot tell the format of 'a.bin'; export the table as CSV, or as one of csv, tsv, parquet, jsonl, json, arff, weka, arrow, xlsx"
    )
    assert refused(tmp_path, "a.xls", b"\xd0\xcf\x11\xe0rest") == (
        "'a.xls' is an old .xls workbook or a locked one; save it as xlsx or CSV"
    )
    assert refused(tmp_path, "a.csv", CSV, format="cvs") == ("no such format 'cvs'; did you mean 'csv'?")
    assert refused(tmp_path, "a.csv", CSV, format="sas7bdat").startswith(
        "no such format 'sas7bdat'; choose from 'csv', 'tsv'"
    )


def test_a_stated_format_counts(tmp_path):
    assert read(written(tmp_path, "a.jsonl", CSV), format="csv").format == "csv"
    assert [row.key for row in FORMATS][:2] == ["csv", "tsv"]


@pytest.mark.parametrize(
    ("module", "name", "content", "message"),
    [
        (
            "pyarrow",
            "a.arrow",
            b"ARROW1\0\0",
            (
                "reading Arrow files needs pyarrow, which is not installed; save the table as Parquet or CSV, "
                'or pip install pyarrow (extra "arrow")'
            ),
        ),
        (
            "openpyxl",
            "a.xlsx",
            b"PK\x03\x04",
            (
                "reading xlsx files needs openpyxl, which is not installed; save the sheet as CSV, "
                'or pip install openpyxl (extra "xlsx")'
            ),
        ),
    ],
)
def test_formats_whose_package_is_not_there(tmp_path, monkeypatch, module, name, content, message):
    monkeypatch.setitem(sys.modules, module, None)
    path = written(tmp_path, name, content)
    with pytest.raises(MissingExtraError) as caught:
        read(path)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("content", "mixed"),
    [
        (b"a\nb\n", False),
        (b"a\r\nb\r\n", False),
        (b"a\rb\r", False),
        (b"a\r\nb\n", True),
        (b"a\rb\n", True),
        (b"a\r\nb\r", True),
        (b"a\n\rb", True),
        (b"\r\r\n", True),
    ],
)
@pytest.mark.parametrize("chunk", [1, 2, 3, 1000])
def test_mixed_line_ends_are_seen_across_chunks(tmp_path, monkeypatch, content, mixed, chunk):
    monkeypatch.setattr(input_sources, "_CHUNK", chunk)
    with input_sources.opened(written(tmp_path, "a.csv", content)) as source:
        assert source.has_mixed_ends() is mixed


def test_reading_needs_no_network_and_loads_the_engine_late():
    code = (
        "import sys, costcurves.io; sys.exit(any(m in "
        "sys.modules "
        "for m in "
        "('duckdb', "
        "'pyarrow', "
        "'openpyxl')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, env=dict(os.environ)).returncode == 0


def test_a_file_that_is_utf8_after_all(tmp_path):
    with input_sources.opened(written(tmp_path, "a.csv", CSV)) as source:
        assert source.text() == CSV
        assert str(source.not_utf8()) == (
            f"'{source.name}' is not valid UTF-8: it has invalid bytes; export it again"
        )
