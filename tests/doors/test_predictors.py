"""`plot separation`: two predictors of a file, and what is said when they are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurves.cli.loading import load
from costcurves.cli.request import ReadingOptions
from costcurves.curves.separation import DecisionLine
from costcurves.io.predictors import line_between, predictors
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

CUSTOMERS = """\
bought,income,age,region,m,w
yes,60,30,north,0.9,1
yes,80,41,south,0.8,2
no,40,35,north,0.3,1
no,55,,south,0.4,1
no,20,28,north,0.1,1
"""


@pytest.fixture
def customers(tmp_path: Path) -> Path:
    """Five customers: a model, two predictors, one of them with a gap, and a text."""
    path = tmp_path / "customers.csv"
    path.write_text(CUSTOMERS, encoding="utf-8")
    return path


def test_two_columns_come_with_their_classes(customers: Path) -> None:
    reading = ReadingOptions(label="bought", score=("m",), weight="w", features=("income", "m"))
    found = load(str(customers), reading).separation
    assert found is not None
    assert found.names == ("income", "m")
    assert found.x.tolist() == [60, 80, 40, 55, 20]
    assert found.is_positive.tolist() == [True, True, False, False, False]
    assert found.weight is not None
    assert found.weight.tolist() == [1, 2, 1, 1, 1]
    assert (found.positive, found.negative) == ("yes", "no")


def test_nothing_is_read_unless_it_is_asked_for(customers: Path) -> None:
    assert load(str(customers), ReadingOptions(label="bought", score=("m",))).separation is None


def test_lines() -> None:
    names = ("income", "net worth")
    assert line_between("income=60", names) == DecisionLine(1, 0, 60)
    assert line_between(" net worth = -1.5 ", names) == DecisionLine(0, 1, -1.5)
    assert line_between("1, 2, 3", names) == DecisionLine(1, 2, 3)


FORMS = "a line must be A,B,C (flagged where A·x + B·y ≥ C) or COLUMN=VALUE; got {} (--line): write income=1, or 1,2,3"


@pytest.mark.parametrize("text", ["60", "1,2", "1,2,3,4", "income=", "income=1,2", "income=much", ""])
def test_what_is_no_line(text: str) -> None:
    assert refusal(lambda: line_between(text, ("income", "age"))) == FORMS.format(repr(text))


def test_a_line_at_another_column() -> None:
    assert refusal(lambda: line_between("wealth=3", ("income", "age"))) == (
        "no such predictor 'wealth' (--line); they are 'income', 'age'"
    )


@pytest.mark.parametrize("text", ["income", "income,", "income,age,m", "income,income", " , "])
def test_what_are_not_two_predictors(text: str) -> None:
    assert refusal(lambda: predictors(text)) == (
        f"two predictors must be drawn against each other; got {text!r} (--features): name two columns, such as --features income,age"
    )


#: Options, and the error that they meet.
ERRORS = {
    "--features income,wealth": "no column 'wealth' in",
    "--features income,region": "feature 'region' must hold numbers; got the texts 'north', 'south', 'north' (",
    "--features income,age": "customers.csv, line 5): fill that cell",
    "--features income": "two predictors must be drawn against each other; got 'income'",
    "": "a picture of the separation needs two predictors; name two columns",
    "--line m=1": "a picture of the separation needs two predictors; name two columns",
    "--features income,m --line age=1": "no such predictor 'age' (--line)",
}


@pytest.mark.parametrize("options", ERRORS)
def test_errors(cli: Cli, customers: Path, options: str) -> None:
    base = ("--label", "bought", "--score", "m")
    error = cli("plot", "separation", customers, *base, *options.split()).error
    assert ERRORS[options] in error


def test_other_pictures_take_no_predictors(cli: Cli, customers: Path) -> None:
    base = ("plot", "roc", customers, "--label", "bought", "--score", "m")
    error = cli(*base, "--features", "income,m").error
    assert "--features belongs to the picture of the separation; got 'roc'" in error
    assert "--line belongs to the picture of the separation; got 'roc'" in cli(*base, "--line", "m=1").error


def test_only_records_have_predictors(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "points.csv").write_text("fpr,tpr\n0.1,0.6\n", encoding="utf-8")
    error = cli("plot", "separation", "points.csv", "--features", "fpr,tpr").error
    assert "--features belongs to tables of records; got a table of points" in error


def test_a_picture_with_a_line(cli: Cli, customers: Path) -> None:
    columns = ("--label", "bought", "--score", "m", "--features", "income,m")
    outcome = cli("plot", "separation", customers, *columns, "--line", "income=50", "-o", "two.svg")
    assert outcome.code == 0, outcome.err
    drawn = (customers.parent / "two.svg").read_text(encoding="utf-8")
    assert 'data-label="class yes"' in drawn
    assert 'data-x="60.0 80.0"' in drawn
    assert "flagged where income ≥ 50: 2 of 2 of class yes, 1 of 3 of class no" in drawn
    assert "income and m by class" in cli("plot", "separation", customers, *columns).out


def test_the_picture_is_listed(cli: Cli) -> None:
    assert "\nseparation\n" in cli("plot", "--list").out
