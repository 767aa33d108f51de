"""An index is no model: by its name, its place or its pattern; what cannot be told stops with two commands."""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costcurves.cli import main

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

DATA = Path(__file__).with_name("data")
COSTS = ("--cost-fp", "1", "--cost-fn", "3")

Table = Callable[..., Path]


def models(cli: Cli, file: Path, *options: str) -> list[str]:
    """The models of a table, by the documents of `evaluate`."""
    return list(json.loads(cli("evaluate", file, "--json", "--level", "none", *options).out)["models"])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Write a table of a column beside labels and fractions; labels part the column where `perfect`."""

    def write(name: str, values: list[float], *, perfect: bool = False) -> Path:
        middle = sorted(values)[len(values) // 2]
        lines = [
            f"{int(value >= middle) if perfect else place % 2},{value},{place * 7 % 31 / 31:.4f}"
            for place, value in enumerate(values)
        ]
        path = tmp_path / "made.csv"
        path.write_text(f"label,{name},m\n" + "\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def shuffled(values: range, count: int | None = None) -> list[float]:
    """Some of these numbers in an order that has nothing to do with the labels."""
    return random.Random(7).sample(list(values), count or len(values))


@pytest.mark.parametrize("header", ["", "Unnamed: 0", "__index_level_0__", "index", "id", "level_0"])
def test_the_saved_index_of_a_frame_is_no_model(cli: Cli, tmp_path: Path, header: str) -> None:
    text = (DATA / "index.csv").read_text(encoding="utf-8")
    path = tmp_path / "test.csv"
    path.write_text(header + text, encoding="utf-8")
    decision = json.loads(cli("decide", path, *COSTS, "--json", "--level", "none").out)
    # 4/15: all thresholds tried on the records without their index.
    assert (decision["model"], decision["expected_cost"]) == ("score", pytest.approx(4 / 15, abs=1e-15))


def test_the_index_of_a_parquet_file_is_no_model(cli: Cli, tmp_path: Path) -> None:
    shutil.copy(DATA / "index.parquet", tmp_path)
    assert models(cli, tmp_path / "index.parquet") == ["score"]
    # An option that is given wins.
    assert models(cli, tmp_path / "index.parquet", "--score", "__index_level_0__") == ["__index_level_0__"]


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("x", [5, 6, 7, 8, 9, 10], "left out: x (counts the rows)"),
        ("x", list(range(0, 300, 10)), "left out: x (counts in steps of 10)"),
        ("x", shuffled(range(40)), "left out: x (every whole number from 0 to 39 once, like an index)"),
        ("x", shuffled(range(1000), 40), "left out: x (whole numbers that all differ and lie far apart"),
        ("x", shuffled(range(1000), 19), "2 models: x, m"),
        ("x", shuffled(range(200), 40), "2 models: x, m"),
        ("x", [*shuffled(range(40)), 3], "2 models: x, m"),
        ("x", [value / 2 for value in range(40)], "2 models: x, m"),
        ("x", list(range(40, 30, -1)), "2 models: x, m"),
        ("risk_rank", shuffled(range(40)), "risk_rank: every whole number from 0 to 39 once, like an index; taken for scores because of its name"),
        ("rank", [5, 6, 7, 8, 9, 10], "rank: counts the rows; taken for scores because of its name"),
        ("x", shuffled(range(300, 340)), "x: every whole number from 300 to 339 once, like an index; taken for scores as credit scores lie between 300 and 850"),
        ("x", list(range(300, 340)), "left out: x (counts the rows)"),
    ],
)  # fmt: skip
def test_patterns_of_an_index(cli: Cli, table: Table, name: str, values: list[float], said: str) -> None:
    found = cli("evaluate", table(name, values), "--level", "none")
    assert found.code == 0
    assert said in found.err
    assert f"--score {name}" not in found.err
    assert "2 models: " in cli("evaluate", "made.csv", "--score", name, "--score", "m", "--level", "none").err


def test_perfect_whole_numbers_are_left_to_the_caller(cli: Cli, table: Table) -> None:
    """Both commands of the message run as they stand."""
    path = table("a b", shuffled(range(200), 40), perfect=True)
    error = cli("decide", path.name, *COSTS).error
    assert error.startswith("column 'a b' holds whole numbers that all differ and separate the classes")
    commands = re.findall("`costcurves (.*?)`", error)
    assert commands == [
        "decide made.csv --cost-fp 1 --cost-fn 3 --score m",
        "decide made.csv --cost-fp 1 --cost-fn 3 --score 'a b' --score m",
    ]
    for command in commands:
        assert main(shlex.split(command)) == 0


@pytest.mark.parametrize(
    ("name", "values"),
    [("score", shuffled(range(200), 40)), ("x", shuffled(range(200), 19)), ("x", [*range(0, 80, 2), 78])],
)
def test_other_perfect_columns_stay(cli: Cli, table: Table, name: str, values: list[float]) -> None:
    assert models(cli, table(name, values, perfect=True)) == [name, "m"]


def test_a_lone_perfect_column_asks_for_its_name(cli: Cli, tmp_path: Path) -> None:
    rows = "".join(f"{int(value > 50)},{value}\n" for value in shuffled(range(100), 30))
    (tmp_path / "one.csv").write_text(f"label,x\n{rows}", encoding="utf-8")
    assert cli("evaluate", "one.csv").error.endswith("write `costcurves evaluate one.csv --score x`")
    assert cli("evaluate", "one.csv", "--score", "x").code == 0


def test_a_first_column_of_fractions_without_a_name_is_a_model(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(",label\n0.4,1\n0.2,0\n0.7,1\n0.5,0\n", encoding="utf-8")
    assert models(cli, tmp_path / "one.csv") == ["column_1"]


def test_nothing_but_an_index_is_no_table_of_scores(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(",label\n4,1\n2,0\n7,1\n5,0\n", encoding="utf-8")
    error = cli("evaluate", "one.csv").error
    assert "no column of one.csv holds scores (column_1: without a name, like an index" in error
