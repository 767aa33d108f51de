"""What texts and Python values are read as; SQL and Python agree on it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pytest

from costcurves.io import literals
from costcurves.io.kinds import evidence, from_text, from_values

if TYPE_CHECKING:
    from collections.abc import Callable

# Texts, kind, values (None: missing), count of numbers, remark.
TEXTS = [
    (["1", " -2 ", "+3"], "int", [1, -2, 3], 0, ""),
    (["1", "", "NA"], "int", [1, None, None], 0, ""),
    (["1", "2.5", ".5", "5.", "1e-3"], "float", [1.0, 2.5, 0.5, 5.0, 0.001], 0, ""),
    (["-inf", "Infinity", "nan"], "float", [-np.inf, np.inf, None], 0, ""),
    ([None, "", "?"], "float", [None, None, None], 0, ""),
    (["true", "FALSE", None], "bool", [True, False, None], 0, ""),
    (["a", "1", "NA", None], "text", ["a", "1", None, None], 1, ""),
    (["1,5", "2,5"], "text", ["1,5", "2,5"], 0, "numbers with commas, see --decimal"),
    (["01", "2"], "text", ["01", "2"], 2, "numbers with leading zeros"),
    (["9223372036854775808", "1"], "text", ["9223372036854775808", "1"], 2, "whole numbers beyond 64 bits"),
    (["1e999", "2.5"], "text", ["1e999", "2.5"], 2, "a number too large for float64, 1e999"),
    (["0x1F", "2"], "text", ["0x1F", "2"], 1, ""),
]


@pytest.mark.parametrize(("texts", "kind", "values", "numbers", "remark"), TEXTS)
def test_texts_become_what_all_of_them_are(texts, kind, values, numbers, remark):
    column = from_text("c", texts)
    gone = set(column.missing_rows)
    found = [None if row in gone else value for row, value in enumerate(column.values.tolist(), start=1)]
    assert (column.kind, found, column.remark) == (kind, values, remark)
    assert column.numbers == (numbers if kind == "text" else column.numbers)


DAY = np.datetime64("2024-02-29", "us")
VALUES = [
    ([1, 2], "int", [1, 2]),
    ([1, None], "int", [1, None]),
    ([1, 2.5, None], "float", [1.0, 2.5, None]),
    ([None, ""], "float", [None, None]),
    ([True, None], "bool", [True, None]),
    ([DAY, None], "date", [dt.datetime(2024, 2, 29), None]),  # noqa: DTZ001 - files have no zones
    (["a", 1, None, "NA"], "text", ["a", "1", None, None]),
    ([True, 1], "text", ["True", "1"]),
    ([2**63, 1], "text", ["9223372036854775808", "1"]),
]


@pytest.mark.parametrize(("cells", "kind", "values"), VALUES)
def test_values_that_have_types_keep_them(cells, kind, values):
    column = from_values("c", cells)
    gone = set(column.missing_rows)
    found = [None if row in gone else value for row, value in enumerate(column.values.tolist(), start=1)]
    assert (column.kind, found) == (kind, values)


def test_numbers_among_texts_are_counted():
    assert from_values("c", ["a", 1, 2.5, "3", None]).numbers == 3
    assert from_values("c", [2**63, 1]).remark == "whole numbers beyond 64 bits"


STRANGE = [
    "1",
    "-1",
    "+1",
    "--1",
    "+-1",
    "-+1",
    "007",
    "0",
    "-0",
    "1.",
    ".5",
    ".",
    "1..2",
    "1e5",
    "1E+05",
    "1e",
    "e5",
    "1e5.5",
    "1_000",
    "1,5",
    "1,",
    ",5",
    "1,5,5",
    "1.5,5",
    "0x10",
    "0b1",
    "1f",
    "1d5",
    "1%",
    "$1",
    "1 2",
    " 1",
    "1 ",
    "\t1",
    "1\n",
    "inf",
    "-INF",
    "+Infinity",
    "infi",
    "infinityx",
    "nan",
    "-NaN",
    "+nan",
    "nan(1)",
    "NA",
    " na ",
    "null",
    "None",
    "?",
    "true",
    "False ",
    "tru",
    "t",
    "yes",
    "",
    " ",
    "\u0661",
    "²",
    "1e400",
    "-1e-400",
    "1.0",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "<NA>",
    "#N/A",
    "n/a",
    "\u0131nf",
]


def test_the_engine_and_python_read_the_same_numbers():
    engine = duckdb.connect()
    engine.register("t", {"c": np.array(STRANGE, dtype=object)})
    rules: dict[str, tuple[str, str, Callable[[str], Any]]] = {
        "number": (literals.sql_number("c"), literals.NUMBER, float),
        "whole": (literals.sql_whole("c"), literals.WHOLE, int),
        "comma": (
            literals.sql_comma_number("c"),
            literals.COMMA_NUMBER,
            lambda text: float(text.replace(",", ".")),
        ),
        "truth": (literals.sql_truth("c"), literals.TRUTH, lambda text: text.strip().lower() == "true"),
    }
    for name, (sql, pattern, convert) in rules.items():
        found = [row[0] for row in engine.execute(f"SELECT {sql} FROM t").fetchall()]
        found = [None if value is not None and value != value else value for value in found]  # noqa: PLR0124
        expected = [convert(text) if literals.matches(text, pattern) else None for text in STRANGE]
        if name == "whole":
            expected = [v if v is None or -(2**63) <= v < 2**63 else None for v in expected]
        assert found == expected, name
        matched = engine.execute(f"SELECT {literals.sql_matches('c', pattern)} FROM t").fetchall()
        assert [row[0] for row in matched] == [literals.matches(text, pattern) for text in STRANGE], name
    plain = [row[0] for row in engine.execute(f"SELECT {literals.sql_plain_whole('c')} FROM t").fetchall()]
    assert [text for text, value in zip(STRANGE, plain, strict=True) if value is not None] == [
        "1",
        "-1",
        "0",
        "9223372036854775807",
        "-9223372036854775808",
    ]
    for number in (True, False):
        gone = engine.execute(f"SELECT {literals.sql_missing('c', number=number)} FROM t").fetchall()
        assert [row[0] for row in gone] == [literals.is_missing(text, number=number) for text in STRANGE]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1", "2"], "whole"),
        (["1", "2.5"], "number"),
        (["1,5", "2"], "comma"),
        (["01", "2"], "padded"),
        (["01", "2.5"], "number"),
        (["true"], "truth"),
        (["a"], "text"),
        ([None, "na"], "number"),
        ([], "number"),
    ],
)
def test_evidence_decides_only_when_all_cells_agree(cells, kind):
    assert evidence(cells).kind == kind
