"""`decide` where every record has costs of its own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import examples
from costcurves.criteria.total_cost import TotalCost
from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

LETTERS = shipped("fundraising.csv")
#: A gift that is missed costs the gift; every letter costs 0.68.
COSTS = ("--row-fn", "gift", "--row-fp", 0.68, "--row-tp", 0.68)

# Fawcett's weights: cost of getting each record wrong.
SIX = "label,m,wrong\n1,.9,10\n1,.8,2\n0,.7,5\n1,.6,4\n0,.4,1\n0,.2,3\n"
WRONG = ("--row-fn", "wrong", "--row-fp", "wrong")


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """The worked example of six records."""
    path = tmp_path / "six.csv"
    path.write_text(SIX, encoding="utf-8")
    return path


def test_the_worked_example(cli: Cli, six: Path) -> None:
    outcome = cli("decide", six, *WRONG)
    assert "For the least total cost: use m and flag a case when its score is at least 0.8" in outcome.out
    money = (
        "In all it costs 4, against 16 for flagging nobody and 9 for flagging everybody; that saves 55.6 %"
    )
    assert money in outcome.out
    # From 1/2 on it pays to act, at whatever the record costs: four of the six records.
    assert "By Bayes' rule case by case: use m as the probability of a positive" in outcome.out
    assert "this threshold" in outcome.out
    found = json.loads(cli("decide", six, *WRONG, "--json").out)
    total = TotalCost.from_json(found["total_cost"])
    assert (total.cost, total.of_nobody, total.of_everybody) == (4, 16, 9)
    assert found["bayes_by_record"]["cost"] == 5
    assert found["threshold"] == {"low": 0.7, "high": 0.8}
    assert "wrong" not in [total.model, found["model"]]


def test_letters_at_their_true_prevalence(cli: Cli) -> None:
    found = json.loads(cli("decide", LETTERS, *COSTS, "--prevalence", "5.1%", "--json").out)
    labels, gifts, scores = examples.fundraising()
    weight = np.where(labels == 1, 0.051, 0.949) * 2
    worth = np.where(labels == 1, gifts - 0.68, -0.68) * weight
    best = max(worth[score >= t].sum() for score in scores.values() for t in {*score.tolist(), np.inf})
    assert found["total_cost"]["profit"] == pytest.approx(best)
    assert found["total_cost"]["of_nobody"] == pytest.approx((gifts * weight).sum())
    assert (found["prevalence"], found["sample_prevalence"]) == (pytest.approx(0.051), False)


def test_all_intervals_are_of_records_weighed_to_a_stated_prevalence(cli: Cli, six: Path) -> None:
    options = (*WRONG, "--capacity", "50%", "--level", "90%", "--bootstrap", 50)
    found = json.loads(cli("decide", six, *options, "--prevalence", "20%", "--json").out)
    # Of six records at 20 %, a positive weighs 0.4 and a negative 1.6.
    weights = {1: 0.4, 0: 1.6}
    weighed = six.with_name("weighed.csv")
    lines = [f"{line},{weights[int(line[0])]}" for line in SIX.splitlines()[1:]]
    weighed.write_text("label,m,wrong,w\n" + "\n".join(lines) + "\n", encoding="utf-8")
    other = json.loads(cli("decide", weighed, *options, "--weight", "w", "--json").out)
    for name in ("total", "tpr", "fpr", "threshold"):
        for end in ("estimate", "low", "high"):
            assert found["uncertainty"][name][end] == pytest.approx(other["uncertainty"][name][end]), name


def test_costs_that_are_known_afterwards_are_remarked(cli: Cli, six: Path) -> None:
    said = cli("decide", LETTERS, *COSTS).err
    assert (
        "the costs of fn and tp vary, but not among the negatives: if they are known only afterwards" in said
    )
    assert "known only afterwards" not in cli("decide", six, *WRONG).err


def test_a_decision_by_row_is_saved_and_applied(cli: Cli, six: Path) -> None:
    cli("decide", six, *WRONG, "-o", "d.json", "-q")
    cli("apply", "d.json", six, "-o", "out.csv")
    with Path("out.csv").open(encoding="utf-8") as lines:
        assert [row["decision"] for row in csv.DictReader(lines)] == ["1", "1", "0", "0", "0", "0"]


def test_chosen_elsewhere_and_by_part(cli: Cli, six: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("label,m,wrong\n1,.75,3\n0,.85,2\n", encoding="utf-8")
    found = json.loads(cli("decide", other, *WRONG, "--choose-on", six, "--json").out)
    assert (found["threshold"]["high"], found["total_cost"]["cost"]) == (0.8, 5)
    assert (found["chosen_on"], found["judged_on"]) == ("six.csv", "other.csv")
    parted = tmp_path / "parted.csv"
    lines = [f"{line},train" for line in SIX.splitlines()[1:]] + ["1,.75,3,test", "0,.85,2,test"]
    parted.write_text("label,m,wrong,part\n" + "\n".join(lines) + "\n", encoding="utf-8")
    arguments = ("--partition", "part", "--choose-on", "train", "--json")
    assert json.loads(cli("decide", parted, *WRONG, *arguments).out)["total_cost"]["cost"] == 5


def test_another_goal_is_added_up_too(cli: Cli, six: Path) -> None:
    found = json.loads(cli("decide", six, *WRONG, "--capacity", "50%", "--json").out)
    # Of the three best, one is negative and finds nobody: two are flagged.
    assert found["criterion"] == cc.criteria.capacity(0.5).title
    assert found["total_cost"]["cost"] == 4


def test_a_number_times_a_column(cli: Cli, six: Path) -> None:
    found = json.loads(cli("decide", six, "--row-fn", "2*wrong", "--row-fp", "0.5 * wrong", "--json").out)
    assert (found["total_cost"]["of_nobody"], found["total_cost"]["of_everybody"]) == (32, 4.5)


def test_help_says_what_is_taken(cli: Cli) -> None:
    said = " ".join(cli("decide", "--help", "all").out.split())
    assert "Costs by record: a column, a number, or a number times a column (0.1*amount):" in said
    assert "--row-fn COLUMN|COST What a false negative costs, record by record; by default nothing." in said


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ["--row-fn", "wrnog"],
            "no column 'wrnog' in six.csv (the cost of fn); did you mean 'wrong'?",
        ),
        (["--row-fn", "nan"], "cost fn must be a finite number; got nan"),
        (
            [*WRONG, "--cost-fp", 1, "--cost-fn", 2],
            "costs must be stated once for all records, or for each; got --cost-fp and --row-fp: leave out one of them",
        ),
        (
            [*WRONG, "--points"],
            "--row-fp belongs to tables of records; got --points: leave out one of them",
        ),
        ([*WRONG, "--prevalence", "0"], "prevalence"),
    ],
)
def test_wrong_costs_are_refused(cli: Cli, six: Path, arguments: list[Any], text: str) -> None:
    outcome = cli("decide", six.name, *arguments)
    assert outcome.code == 2
    assert text in outcome.error


def test_a_cell_without_a_cost_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "gap.csv").write_text("label,m,wrong\n1,.9,10\n0,.8,\n", encoding="utf-8")
    outcome = cli("decide", "gap.csv", *WRONG)
    assert outcome.code == 2
    assert "'wrong' must have a value in every row; got 1 missing value (gap.csv, line 3)" in outcome.error


def test_several_parts_that_judge_are_no_rows(cli: Cli, tmp_path: Path) -> None:
    lines = [f"{y},{s},1,{part}" for part in "abc" for y, s in ((1, 0.9), (0, 0.1))]
    (tmp_path / "parts.csv").write_text("label,m,wrong,part\n" + "\n".join(lines) + "\n", encoding="utf-8")
    outcome = cli("decide", "parts.csv", *WRONG, "--partition", "part", "--choose-on", "a")
    assert outcome.code == 2
    assert outcome.error.startswith("costs by record can only be added up on one part of the table; got")
