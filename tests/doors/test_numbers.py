"""Marks in numbers: thousands, decimals and percent signs in files, and amounts as they are typed."""

from __future__ import annotations

import csv
import json
import shlex
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurves import io
from costcurves.cli import main
from costcurves.cli.condition_options import ConditionOptions
from costcurves.errors import InputError
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.doors.conftest import Cli

WHOLE_FILE = "thousands must be parted by points into groups of three digits, as stated"
EITHER = "may part thousands or mark decimals"
EVERY = "since every value has three of them"
MIXED = "percent signs must stand in every row or in none"
SHARES = "percentages in m are read as shares"


def table(path: Path, cells: Sequence[str], separator: str = ",") -> Path:
    """Write a table of labels and one column of numbers."""
    with path.open("w", encoding="utf-8", newline="") as text:
        out = csv.writer(text, delimiter=separator)
        out.writerow(["y", "m"])
        out.writerows([place % 2, cell] for place, cell in enumerate(cells))
    return path


#: Separator, cells, options, and the values with what is said of them, or what is wrong.
CASES: list[tuple[str, list[str], dict[str, str], list[float] | None, str]] = [
    # A value such as 0.910, or three decimals everywhere, means decimals.
    (",", ["0.910", "1.234"], {}, [0.91, 1.234], ""),
    (",", ["1.234", "2.345"], {}, [1.234, 2.345], f"points mark decimals in m, {EVERY}"),
    (",", ["1.000", "2.000"], {}, [1, 2], f"points mark decimals in m, {EVERY}"),
    (";", ["1,234", "2,345"], {}, [1.234, 2.345], "decimal commas in m"),
    (",", ["1.5", "2"], {}, [1.5, 2], ""),
    (",", ["1.0", "2.0"], {}, [1, 2], ""),
    (",", ["-1.234", "950"], {}, [-1.234, 950], ""),
    (",", ["1.234", "1e-3"], {}, [1.234, 0.001], ""),
    (",", ["1000.123", "5"], {}, [1000.123, 5], ""),
    # Two groups, and a group before decimals, part thousands.
    (",", ["1.234.567", "950"], {}, [1_234_567, 950], "points part thousands in m"),
    (",", ["1,234,567", "950"], {}, [1_234_567, 950], "commas part thousands in m"),
    (",", ["1.234", "950", "1.234.567"], {}, [1234, 950, 1_234_567], "points part thousands in m"),
    (",", ["1,234.50", "950"], {}, [1234.5, 950], "commas part thousands in m"),
    (";", ["1.234,50", "950"], {}, [1234.5, 950], "points part thousands in m"),
    # A mix with whole numbers can be either, and so can commas where commas separate.
    (",", ["1.234", "950"], {}, None, f"the point in '1.234' {EITHER}"),
    (",", ["5", "1.000", "7"], {}, None, f"the point in '1.000' {EITHER} (column 'm' of "),
    (";", ["1.234", "0"], {}, None, f"the point in '1.234' {EITHER}"),
    (";", ["1,234", "950"], {}, None, f"the comma in '1,234' {EITHER}"),
    (",", ["1,234", "2,345"], {}, None, f"the comma in '1,234' {EITHER}"),
    # What is stated wins.
    (",", ["1.234", "950"], {"thousands": "."}, [1234, 950], "points part thousands in m"),
    (",", ["1.234", "950"], {"decimal": "."}, [1.234, 950], ""),
    (";", ["1,234", "950"], {"thousands": ","}, [1234, 950], "commas part thousands in m"),
    (";", ["1,234", "950"], {"decimal": ","}, [1.234, 950], "decimal commas in m"),
    (",", ["1,234", "950"], {"decimal": ","}, [1.234, 950], "decimal commas in m"),
    (";", ["1.234", "0,5"], {"thousands": "."}, [1234, 0.5], "points part thousands in m"),
    (",", ["1.234", "2.345"], {"thousands": "."}, [1234, 2345], "points part thousands in m"),
    (",", ["0.910", "1.234"], {"thousands": "."}, None, f"{WHOLE_FILE}; got '0.910'"),
    (",", ["1.5", "2.5"], {"thousands": ","}, [1.5, 2.5], ""),
    (",", ["1.5"], {"thousands": ",", "decimal": ","}, None, "--thousands and --decimal must differ"),
    (",", ["1.5"], {"thousands": " "}, None, "--thousands must be a comma or a point; got ' '"),
    # Percent signs: the whole column or none.
    (",", ["95%", "3 %", "0.1%"], {}, [0.95, 0.03, 0.001], SHARES),
    (";", ["12,5%", "3%"], {}, [0.125, 0.03], SHARES),
    (",", ["95%", "0.3"], {}, None, f"{MIXED}; got '0.3', and percent signs in other rows (column 'm' of "),
    (",", ["0.5", "0.3", "7%"], {}, None, f"{MIXED}; got '0.5', and percent signs in other rows (column 'm' of "),
    (",", ["95%", "x"], {}, None, "must hold numbers; got the texts '95%', 'x'"),
]  # fmt: skip


CASE = ("separator", "cells", "options", "values", "said")


@pytest.mark.parametrize(CASE, [case for case in CASES if case[3] is not None])
def test_marks_that_leave_no_doubt_are_read_and_said(
    tmp_path: Path, separator: str, cells: list[str], options: dict[str, Any], values: list[float], said: str
) -> None:
    columns = io.read(table(tmp_path / "f.csv", cells, separator), **options)
    assert numbers(columns["m"], "score").tolist() == values
    assert [note for note in columns.notes if "semicolons" not in note] == ([said] if said else [])


@pytest.mark.parametrize(CASE, [case for case in CASES if case[3] is None])
def test_marks_that_can_be_either_are_refused(
    tmp_path: Path, separator: str, cells: list[str], options: dict[str, Any], values: None, said: str
) -> None:
    path = table(tmp_path / "f.csv", cells, separator)
    with pytest.raises(InputError) as caught:
        numbers(io.read(path, **options)["m"], "score")
    assert (values, said in str(caught.value)) == (None, True)


def test_marks_are_looked_at_in_every_row(tmp_path: Path) -> None:
    whole = [str(place) for place in range(1, 400)]
    path = table(tmp_path / "f.csv", [*whole, "1.234"])
    with pytest.raises(InputError, match=r"the point in '1.234' .*line 401\)"):
        numbers(io.read(path)["m"], "score")
    path = table(tmp_path / "f.csv", [*whole, "1.234", "0.5"])
    assert numbers(io.read(path)["m"], "score")[-2:].tolist() == [1.234, 0.5]
    path = table(tmp_path / "f.csv", [*(f"{place}%" for place in range(300)), "NA"])
    found = numbers(io.read(path)["m"], "score", may_miss=True)
    assert found[1] == 0.01
    assert np.isnan(found[-1])


def test_both_commands_run_as_they_are_printed(cli: Cli, tmp_path: Path) -> None:
    cells = ["1.234", "950", "2.500", "12", "7", "3.100"]
    path = table(tmp_path / "my scores.csv", cells)
    found = cli("evaluate", path, "--json")
    assert found.code == 2
    commands = [shlex.split(text) for text in found.err.split("`")[1::2]]
    assert [command[-2:] for command in commands] == [["--thousands", "."], ["--decimal", "."]]
    areas = []
    for command in commands:
        ran = cli(*command[1:], "--level", "none")
        areas.append(json.loads(ran.out)["models"]["m"]["auc"])
        assert ran.code == 0
    assert areas == [5 / 9, 8 / 9]  # counted by hand
    # A column that is not used may be either.
    path.write_text(
        "y,s,m\n" + "".join(f"{i % 2},{i / 7},{c}\n" for i, c in enumerate(cells)), encoding="utf-8"
    )
    assert cli("evaluate", path, "--score", "s", "--level", "none").code == 0


def test_other_formats_have_no_marks(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    rows = [{"y": place % 2, "m": value} for place, value in enumerate([1.234, 950, 2.5, 12])]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert cli("evaluate", path, "--level", "none").code == 0
    found = cli("evaluate", path, "--thousands", ".")
    assert (found.code, "--thousands belongs to files in the formats csv, tsv" in found.err) == (2, True)


def test_decisions_are_applied_to_numbers_with_marks(cli: Cli, tmp_path: Path) -> None:
    path = table(tmp_path / "f.csv", ["1.234", "950", "2.500", "12", "7", "3.100"])
    decision = tmp_path / "d.json"
    assert cli("decide", path, "--pc", "0.5", "--thousands", ".", "-o", decision, "--level", "none").code == 0
    found = cli("apply", decision, path)
    assert (found.code, "--thousands . `" in found.err or "--thousands ." in found.err) == (2, True)
    assert cli("apply", decision, path, "--thousands", ".").code == 0


# ---- typed amounts --------------------------------------------------------------------------


def cost_of_a_miss(document: str) -> float:
    """What a false negative costs, of a matrix of 32 false negatives and 58 false positives that cost 1 each."""
    (row,) = json.loads(document)["given"]
    return float((row["headline"]["estimate"] * 1040 - 58) / 32)


LEAVE = "leave the currency out, and name it with --currency; unquoted, a shell turns $50 into 0"
POINT = "--cost-fn must be a finite number, with a decimal point"


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("5k", 5000), ("5K", 5000), ("1.5k", 1500), ("2M", 2e6), ("1,000.50", 1000.5), ("1,000,000", 1e6),
        ("12,345,678.9", 12_345_678.9), ("1e3", 1000), ("1.000", 1), ("1,000k", 1e6), (".5k", 500),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_write_them(cli: Cli, typed: str, means: float) -> None:
    found = cli("matrix", "30", "32", "58", "920", "--cost-fp", "1", "--cost-fn", typed, "--json")
    assert cost_of_a_miss(found.out) == pytest.approx(means)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("$50", f"{POINT}; got '$50': {LEAVE}"),
        ("50€", f"{POINT}; got '50€': {LEAVE}"),
        ("EUR 50", f"{POINT}; got 'EUR 50': {LEAVE}"),
        ("50USD", f"{POINT}; got '50USD': {LEAVE}"),
        ("0,5", f"{POINT}; got '0,5'"),
        ("1,00", f"{POINT}; got '1,00'"),
        ("5m", f"{POINT}; got '5m'"),
        ("k", f"{POINT}; got 'k'"),
        ("5%", "write it without %, as it is not a share"),
        ("0", "a false negative must cost more than 0; got --cost-fn 0: leave out currency signs"),
        ("0.0", "a false negative must cost more than 0"),
        ("0k", "a false negative must cost more than 0"),
    ],
)
def test_amounts_that_are_none_are_refused(cli: Cli, typed: str, said: str) -> None:
    found = cli("matrix", "30", "32", "58", "920", "--cost-fp", "1", "--cost-fn", typed)
    assert (found.code, said in found.err) == (2, True), found.err


@pytest.mark.parametrize("given", [["--cost-fn", "1,000"], ["--cost-fn=1,000"]])
def test_one_group_after_a_comma_stops_with_two_commands(cli: Cli, given: list[str]) -> None:
    found = cli("matrix", "30", "32", "58", "920", "--cost-fp", "1", *given, "--json")
    assert found.code == 2
    assert "the comma in '1,000' may part thousands or stand before decimals (--cost-fn)" in found.err
    commands = [shlex.split(text) for text in found.err.split("`")[1::2]]
    assert all("1,000" not in word for command in commands for word in command)
    answers = [cost_of_a_miss(cli(*command[1:]).out) for command in commands]
    assert answers == pytest.approx([1000, 1])


def test_arguments_have_no_options_to_paste(cli: Cli) -> None:
    found = cli("matrix", "1,000", "32", "58", "920")
    assert (found.code, "write 1000 or 1.000" in found.err) == (2, True)


def test_errors_cost_nothing_only_where_that_is_said(cli: Cli) -> None:
    matrix = ["matrix", "30", "32", "58", "920", "--cost-fp", "0", "--cost-fn", "5"]
    found = cli(*matrix)
    assert found.code == 2
    command = shlex.split(found.err.split("`")[1])
    assert command == ["costcurves", *matrix, "--free-errors"]
    assert cli(*command[1:]).code == 0
    with pytest.raises(InputError, match="--free-errors goes with an error that costs 0; got none"):
        ConditionOptions(costs={"fp": 1.0, "fn": 2.0}, free_errors=True)
    # What being right costs may be 0, and an error may cost nothing beside a benefit of being right.
    assert main([*matrix[:6], "1", *matrix[7:], "--cost-tn", "0"]) == 0


def test_costs_of_records_may_be_typed_so_too(cli: Cli, tmp_path: Path) -> None:
    path = table(tmp_path / "f.csv", ["0.1", "0.9", "0.4", "0.8", "0.3", "0.2"])
    asked = ("totals", path, "--row-fp", "1", "--json")
    found = [json.loads(cli(*asked, "--row-fn", typed).out) for typed in ("5k", "5000")]
    assert found[0] == found[1]


def test_commas_mark_decimals_beside_points_of_another_column(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("y;price;p\n1;1.5;0,9\n0;950.5;,2\n1;2.25;0,8\n0;3;1\n", encoding="utf-8")
    found = cli("evaluate", "f.csv", "--score", "p", "--json")
    assert json.loads(found.out)["models"]["p"]["auc"] == 0.5
    assert "decimal commas in p" in found.err
    (tmp_path / "g.csv").write_text('y,m\n1,"0,9"\n0,"0,2"\n', encoding="utf-8")
    assert "(m: numbers with commas, see --decimal)" in cli("evaluate", "g.csv").error
    assert cli("evaluate", "g.csv", "--decimal", ",").code == 0
