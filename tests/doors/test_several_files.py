"""Several files as the parts of one table: the same answers as of one file with a column of parts."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costcurves.io.naming import file_role

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

COSTS = ("--cost-fp", 1, "--cost-fn", 4)
PARTS = ("train", "validation", "test")
FILES = tuple(f"{part}.csv" for part in PARTS)


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> Path:
    """One table with parts, and each part as a file."""
    rows = [
        f"{part},{int(place % 3 == 0)},{place * 7 % 30 + 9 * (place % 3 == 0)},{place * 11 % 30 / 2}"
        for number, part in enumerate(PARTS)
        for place in range(number, number + 30)
    ]
    (tmp_path / "whole.csv").write_text("\n".join(["part,label,m,k", *rows]) + "\n", encoding="utf-8")
    for part in PARTS:
        kept = [row.partition(",")[2] for row in rows if row.startswith(part)]
        (tmp_path / f"{part}.csv").write_text("\n".join(["label,m,k", *kept]) + "\n", encoding="utf-8")
    return tmp_path


def renamed(text: str) -> str:
    """Call parts as files are called."""
    for part in PARTS:
        text = text.replace(f"{part}.csv", part)
    return text


@pytest.mark.parametrize("command", ["decide", "evaluate"])
def test_answers_are_those_of_one_file_with_parts(cli: Cli, command: str) -> None:
    one = json.loads(cli(command, "whole.csv", *COSTS, "--json").out)
    several = json.loads(renamed(cli(command, *FILES, *COSTS, "--json").out))
    for document in (one, several):
        document.pop("read", None)
    assert one == several


def test_the_order_of_the_files_does_not_matter(cli: Cli) -> None:
    one, other = (cli("decide", *given, *COSTS, "--json").out for given in (FILES, FILES[::-1]))
    assert one == other


def test_a_single_held_out_file_does_both(cli: Cli) -> None:
    found = json.loads(cli("decide", "train.csv", "test.csv", *COSTS, "--json").out)
    assert found["headline"] == json.loads(cli("decide", "test.csv", *COSTS, "--json").out)["headline"]
    assert set(found["parts"]) == {"train.csv", "test.csv"}


def test_pages_pictures_and_curves_take_them(cli: Cli) -> None:
    outcome = cli("report", *FILES, *COSTS, "-o", "page.html")
    assert outcome.code == 0
    assert "thresholds chosen on part 'validation.csv', judged on 'test.csv'" in outcome.err
    assert "and validation.csv: 30 rows" in outcome.err
    text = Path("page.html").read_text(encoding="utf-8")
    assert "Part shown: test.csv, at" in text
    assert "train.csv, at" not in text
    assert "Part shown: test.csv, at" in cli("plot", "roc", *FILES).out
    assert "train.csv (prevalence 33.3 %), validation.csv" in " ".join(
        cli("plot", "cost", *FILES).out.split()
    )
    rows = list(csv.DictReader(cli("curve", "gains", *FILES).out.splitlines()))
    assert {row["part"] for row in rows} == set(FILES)
    assert "Part shown: test.csv" in cli("plot", "separation", *FILES, "--features", "m,k").out


def test_files_of_other_names_are_told_what_they_are_for(cli: Cli, files: Path) -> None:
    for old, new in (("validation", "may"), ("test", "june")):
        (files / f"{old}.csv").rename(files / f"{new}.csv")
    given = ("may.csv", "june.csv")
    outcome = cli("decide", *given, *COSTS)
    assert outcome.code == 2
    assert "got the parts 'may.csv', 'june.csv' (2 files): state --choose-on PART and --judge-on PART" in (
        outcome.error
    )
    stated = ("--choose-on", "./may.csv", "--judge-on", "june.csv")
    found = json.loads(cli("decide", *given, *stated, *COSTS, "--json").out)
    assert (found["chosen_on"], found["judged_on"]) == ("may.csv", "june.csv")
    assert "--judge-on needs --choose-on" in cli("decide", *given, *stated[2:], *COSTS).error


def test_files_of_one_name_are_told_apart_by_their_folders(cli: Cli, files: Path) -> None:
    for part in PARTS[1:]:
        (files / part).mkdir()
        (files / f"{part}.csv").rename(files / part / "scores.csv")
    found = json.loads(cli("decide", "validation/scores.csv", "test/scores.csv", *COSTS, "--json").out)
    assert (found["chosen_on"], found["judged_on"]) == ("validation/scores.csv", "test/scores.csv")


def test_models_and_saved_evaluations(cli: Cli, files: Path) -> None:
    path = files / "validation.csv"
    path.write_text(path.read_text().replace("label,m,k", "label,m,other"), encoding="utf-8")
    outcome = cli("decide", *FILES, *COSTS)
    assert "models that only some of the tables have are left out: k, other" in outcome.err
    cli("evaluate", "validation.csv", "-o", "valid.json")
    found = json.loads(cli("decide", "valid.json", "test.csv", *COSTS, "--json").out)
    assert (found["chosen_on"], found["judged_on"]) == ("valid.json", "test.csv")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (("test.csv", "./test.csv"), "every file must be given only once; got './test.csv'"),
        (("-", "-"), "every file must be given only once; got '-'"),
        (("test.csv", "nope.csv"), "no such file: 'nope.csv'"),
        (
            ("test.csv", "train.csv", "--partition", "m"),
            "--partition names the parts of one table; got 2 files",
        ),
        (("test.csv", "train.csv", "--choose-on", "x"), "no such file among those given 'x' (--choose-on)"),
        (("test.csv", "train.csv", "--judge-on", "x"), "no such file among those given 'x' (--judge-on)"),
        (
            ("test.csv", "yes_valid.csv"),
            "got '1' in test.csv and 'yes' in yes_valid.csv: name it with --positive",
        ),
        (
            ("test.csv", "other_valid.csv"),
            "the files must have a model in common; got 'm', 'k' in test.csv and",
        ),
        (("train.csv", "training.csv"), "thresholds must not be chosen or judged on training records"),
        ((), "missing FILE"),
    ],
)
def test_files_that_do_not_fit(cli: Cli, files: Path, given: tuple[str, ...], error: str) -> None:
    (files / "yes_valid.csv").write_text("label,m\nyes,.9\nno,.1\n", encoding="utf-8")
    (files / "other_valid.csv").write_text("label,other\n1,.9\n0,.1\n", encoding="utf-8")
    (files / "training.csv").write_text((files / "train.csv").read_text(), encoding="utf-8")
    outcome = cli("evaluate", *given)
    assert (outcome.code, outcome.out) == (2, "")
    assert error in outcome.error


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("train.csv", "train"), ("2024-dev.parquet", "train"), ("churn_valid.csv.gz", "validation"),
        ("test.csv", "test"), ("hold_out.csv", "test"), ("bank-OOT.csv", "test"), ("holdoutScores.json", "test"),
        ("out-of-time.csv", "test"), ("latest.csv", ""), ("train_test.csv", ""), ("standard input", ""),
    ],
)  # fmt: skip
def test_names_of_files_say_what_they_are_for(name: str, role: str) -> None:
    assert file_role(name) == role
