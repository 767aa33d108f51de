"""JSON: lines of objects, arrays of objects."""

from __future__ import annotations

import json

import numpy as np
import pytest

from costcurves.io import read
from tests.unit.io.looking import cells, refused, written

LINES = {
    "plain": ('{"y": 1, "s": 0.1}\n{"y": 0, "s": 2e-1}\n', {"y": [1, 0], "s": [0.1, 0.2]}),
    "no line end": ('{"y": 1}', {"y": [1]}),
    "CRLF, blank lines, mark": ('\ufeff{"y": 1}\r\n\r\n{"y": 0}\r\n', {"y": [1, 0]}),
    "keys that come and go": (
        '{"b": 1}\n{"a": "x", "b": null}\n{}\n',
        {"b": [1, None, None], "a": [None, "x", None]},
    ),
    "numbers as text": ('{"s": "0.5"}\n{"s": "NA"}\n', {"s": [0.5, None]}),
    "bare NaN and Infinity, as Python writes them": (
        json.dumps({"s": float("nan")}) + "\n" + json.dumps({"s": float("-inf")}),
        {"s": [None, -np.inf]},
    ),
    "truth": ('{"b": true}\n{"b": false}\n', {"b": [True, False]}),
    "nested": ('{"l": [1, 2], "o": {"p": "q"}}\n', {"l": ["[1,2]"], "o": ['{"p":"q"}']}),
    "odd keys": (
        '{"a/b~c": 1, "$.x": 2, "a\\"b": 3, "": 4, "A": 5, "a": 6}\n',
        {"a/b~c": [1], "$.x": [2], 'a"b': [3], "column_4": [4], "A": [5], "a": [6]},
    ),
    "escapes": ('{"t": "\\u00e9\\n\\"<script>"}\n', {"t": ['é\n"<script>']}),
    "int64": ('{"n": 9007199254740993}\n', {"n": [2**53 + 1]}),
    "beyond": ('{"n": 12345678901234567890123}\n', {"n": ["12345678901234567890123"]}),
    "too large": ('{"n": 1e400}\n', {"n": ["1e400"]}),
}


def test_texts_and_numbers_of_many_rows_stay_together(tmp_path):
    """Columns are read in several passes, each of which must keep the order of the rows."""
    rows = [{"label": f"t{place % 97}", "score": place / 8} for place in range(3000)]
    columns = read(written(tmp_path, "a.jsonl", "\n".join(map(json.dumps, rows))))
    assert cells(columns) == {name: [row[name] for row in rows] for name in ("label", "score")}


@pytest.mark.parametrize("case", LINES)
def test_lines(tmp_path, case):
    content, expected = LINES[case]
    columns = read(written(tmp_path, "a.jsonl", content))
    assert cells(columns) == expected
    assert columns.format == "jsonl"


def test_remarks_on_numbers_that_do_not_fit(tmp_path):
    columns = read(written(tmp_path, "a.jsonl", '{"a": 12345678901234567890123, "b": 1e400}\n'))
    assert [column.remark for column in columns.columns] == [
        "whole numbers beyond 64 bits",
        "a number too large for float64, 1e400",
    ]


@pytest.mark.parametrize(
    "content", ['[{"y": 1}, {"y": 0}]', '\ufeff [\n{"y": 1},\n{"y": 0}\n]\n', '{"y": 1}\n{"y": 0}\n']
)
def test_arrays_or_lines_in_a_json_file(tmp_path, content):
    columns = read(written(tmp_path, "a.json", content))
    assert (columns.format, cells(columns)) == ("json", {"y": [1, 0]})


REFUSED: dict[str, tuple[str, str | bytes, str]] = {
    "broken line": (
        "a.jsonl",
        '{"y": 1}\n\n{"y": 0,\n{"y": 1}\n',
        (
            "every line must be valid JSON; got expecting property name enclosed in double quotes at character 9 (a.jsonl, line 3): correct that line"
        ),
    ),
    "two objects a line": (
        "a.jsonl",
        '{"y": 1} {"y": 0}\n',
        "every line must be valid JSON; got extra data at character 10 (a.jsonl, line 1): correct that line",
    ),
    "no objects": (
        "a.jsonl",
        "1\n2\n",
        (
            'a row is not a JSON object such as {"label": 1, "score": 0.7} (a.jsonl, row 1); write one object per row'
        ),
    ),
    "an array among objects": (
        "a.json",
        '[{"y": 1}, [2]]',
        (
            'a row is not a JSON object such as {"label": 1, "score": 0.7} (a.json, row 2); write one object per row'
        ),
    ),
    "double keys": (
        "a.jsonl",
        '{"y": 1, "y": 2}\n',
        "column names must differ; got 'y' more than once (a.jsonl): rename these columns",
    ),
    "empty array": (
        "a.json",
        "[]",
        "'a.json' has a header but no rows; export it again",
    ),
    "empty objects": (
        "a.jsonl",
        "{}\n{}\n",
        "'a.jsonl' has a header but no rows; export it again",
    ),
    "broken array": (
        "a.json",
        '[{"y": 1}, {"y": 0}',
        ("'a.json' is not valid JSON: expecting ',' delimiter at character 20; export it again"),
    ),
    "Latin-1": (
        "a.jsonl",
        b'{"t": "caf\xe9"}\n',
        (
            "text must be UTF-8; got byte 0xE9 at offset 10 (a.jsonl, line 1): save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`"
        ),
    ),
    "NUL": (
        "a.jsonl",
        b'{"t": 1}\0\n',
        (
            "text must have no NUL bytes; got one at offset 8 "
            "(a.jsonl): export "
            "it again; "
            "if it is "
            "UTF-16, save "
            "it as UTF-8"
        ),
    ),
    "columns of an object": (
        "a.json",
        '{"y": [1, 0]\n}',
        (
            "every line must be valid JSON; got expecting ',' delimiter at character 13 (a.json, line 1): correct that line"
        ),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_json_that_is_no_table(tmp_path, case):
    name, content, message = REFUSED[case]
    assert refused(tmp_path, name, content) == message


def test_json_that_only_the_engine_refuses(tmp_path):
    """Half a surrogate pair is no character; Python lets it pass."""
    assert refused(tmp_path, "a.jsonl", '{"t": "\\ud800"}\n').startswith("'a.jsonl' is not valid JSON: ")


def test_large_objects(tmp_path):
    content = json.dumps([{"y": 1, "t": 17_000_000 * "x"}])
    assert read(written(tmp_path, "a.json", content)).rows == 1
