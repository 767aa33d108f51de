"""`apply` with the scores of both members of a mixture, and what it refuses: other models, swapped files."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from costcurves.criteria import max_fpr
from costcurves.examples import personal_loans
from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

LOANS = Path(str(shipped("personal_loans.csv")))
#: Forest and boosting are mixed.
GOAL = ("--max-fpr", "1%", "--randomised")


@pytest.fixture
def both(cli: Cli) -> Cli:
    """A folder with decisions about two models and about one."""
    cli("decide", LOANS, *GOAL, "-o", "two.json")
    cli("decide", LOANS, "--cost-fp", 1, "--cost-fn", 20, "--model", "forest", "-o", "one.json")
    table = LOANS.read_text(encoding="utf-8")
    Path("renamed.csv").write_text(
        table.replace("forest", "a b", 1).replace("boosting", "x=y", 1), encoding="utf-8"
    )
    return cli


def decisions(table: str) -> list[str]:
    """The column of decisions."""
    return [row["decision"] for row in csv.DictReader(table.splitlines())]


def test_both_columns_decide_as_python_does(both: Cli) -> None:
    labels, scores = personal_loans()
    found = cc.evaluate(labels, scores).decide(criterion=max_fpr(0.01, randomised=True))
    assert found.models == ("forest", "boosting")
    outcome = both("apply", "two.json", LOANS, "--seed", 3)
    assert decisions(outcome.out) == [str(int(one)) for one in found.apply(scores, seed=3)]
    assert "rank" not in outcome.out.splitlines()[0]  # both rank the records, each in its way
    saved = cc.Decision.load("two.json")
    assert (saved.members, saved.sentence) == (found.members, both("decide", LOANS, *GOAL).out.split("\n")[0])


def test_columns_of_other_names_are_named(both: Cli) -> None:
    named = ("--score", "forest=a b", "--score", "boosting=x=y")
    outcome = both("apply", "two.json", "renamed.csv", "--seed", 3, *named)
    assert decisions(outcome.out) == decisions(both("apply", "two.json", LOANS, "--seed", 3).out)
    alone = both("apply", "one.json", "renamed.csv", "--score", "a b").out
    assert decisions(alone) == decisions(both("apply", "one.json", LOANS).out)
    assert both("apply", "one.json", "renamed.csv", "--score", "forest=a b").out == alone


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ("one.json", "renamed.csv"),
            (
                "no column 'forest' in renamed.csv, and scores of other models mean something else; if another "
                "column holds the scores of 'forest', write --score COLUMN; the columns are 'label', "
                "'logistic', 'a b', 'x=y'"
            ),
        ),
        (
            ("two.json", "renamed.csv", "--seed", 1, "--score", "forest=a b"),
            (
                "no column 'boosting' in renamed.csv, and scores of other models mean something else; if another "
                "column holds the scores of 'boosting', write --score boosting=COLUMN; the columns are "
                "'label', 'logistic', 'a b', 'x=y'"
            ),
        ),
        (
            ("two.json", "renamed.csv", "--seed", 1, "--score", "logistic"),
            (
                "a decision about two models needs the column of each; got logistic: write --score forest=COLUMN "
                "--score boosting=COLUMN"
            ),
        ),
        (
            ("one.json", LOANS, "--score", "forest", "--score", "boosting"),
            "--score must name one column for 'forest'; got forest and boosting",
        ),
        (
            ("one.json", LOANS, "--score", "forset"),
            (
                f"no column 'forset' in {LOANS}, and scores of other models mean something else; did you mean "
                "'forest'? if another column holds the scores of 'forest', write --score COLUMN; the columns are "
                "'label', 'logistic', 'forest', 'boosting'"
            ),
        ),
        (
            ("two.json", LOANS),
            (
                "a decision that mixes two models needs a seed; give e.g. --seed 1 (see costcurves apply --help)"
            ),
        ),
        (
            ("renamed.csv", "two.json", "--seed", 1, "--score", "forest=a b", "-o", "o.csv"),
            (
                "'renamed.csv' is where the decision belongs; write `costcurves apply two.json renamed.csv "
                "--seed 1 --score 'forest=a b' -o o.csv` (see costcurves apply --help)"
            ),
        ),
        (
            ("-", "one.json"),
            (
                "'-' is where the decision belongs; write `costcurves apply one.json -` "
                "(see costcurves apply --help)"
            ),
        ),
    ],
)
def test_other_scores_and_swapped_files_are_refused(
    both: Cli, arguments: tuple[object, ...], error: str
) -> None:
    outcome = both("apply", *arguments)
    assert (outcome.code, outcome.error) == (2, error)
    assert not Path("o.csv").exists()


def test_a_swapped_command_works_as_it_is_pasted(both: Cli) -> None:
    error = both("apply", LOANS, "one.json").error
    *_, decision, table = error.split("`")[1].split()
    assert decisions(both("apply", decision, table).out) == decisions(both("apply", "one.json", LOANS).out)


def test_a_saved_mixture_is_checked_and_shown(both: Cli) -> None:
    outcome = both("check", LOANS, "--decision", "two.json", "--pc", 0.5, "--max-nec", 0.1)
    assert (outcome.code, "decide 44.6 % of the cases by forest" in outcome.out) == (0, True)
    document = json.loads(both("decide", LOANS, *GOAL, "--json", "--model", "boosting").out)
    assert [one["model"] for one in document["members"]] == ["boosting", "boosting"]
    both("report", LOANS, *GOAL, "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "of the cases by forest</small>" in page
    assert "forest and boosting" in page
