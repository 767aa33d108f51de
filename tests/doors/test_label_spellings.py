"""Spellings of one label are united where that leaves no doubt; the command line and Python say the same."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from costcurves.cli import main
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.doors.conftest import Cli

FILE = Path(__file__).with_name("data") / "spellings.csv"
NOTE = "spellings of one label: ' No', 'No' are No; 'Yes', 'Yes ', 'yes' are Yes"
#: Pairs counted by hand, blanks stripped and case folded.
AUC = 27 / 32


def rows() -> tuple[list[str], list[float]]:
    """Labels and scores of the file."""
    with FILE.open(encoding="utf-8", newline="") as text:
        found = list(csv.DictReader(text))
    return [row["churn"] for row in found], [float(row["score"]) for row in found]


def written(path: Path, labels: Sequence[str]) -> Path:
    """A table of labels beside scores."""
    lines = "".join(f'"{label}",{place}.5\n' for place, label in enumerate(labels))
    path.write_text(f"label,m\n{lines}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "options", [[], ["--positive", "Yes"], ["--positive", "yes"], ["--positive", "YES "]]
)
def test_case_and_outer_blanks_make_no_class(cli: Cli, options: list[str]) -> None:
    found = cli("evaluate", FILE, "--label", "churn", "--json", "--level", "none", *options)
    assert json.loads(found.out)["models"]["score"]["auc"] == AUC
    assert "label churn: 4 × Yes (50 %, positive), 4 × No" in found.err
    assert NOTE in found.err


@pytest.mark.parametrize("pos_label", ["Yes", "yes", "YES "])
def test_python_follows_the_same_rules(pos_label: str) -> None:
    labels, scores = rows()
    evaluation = cc.evaluate(labels, scores, pos_label=pos_label)
    (tally,) = evaluation.models.values()
    assert (evaluation.roc("model").auc, tally.total_positive, tally.total_negative) == (AUC, 4, 4)
    assert evaluation.notes == (NOTE,)


@pytest.mark.parametrize(
    ("labels", "options", "said"),
    [
        (["1", "1.0", "0", "x"], ["--positive", "1"], "3 classes: 1 against the rest (0 1, x 1)"),
        (["a", "b", "c", "c"], ["--positive", "a"], "3 classes: a against the rest (c 2, b 1)"),
        (["A", "a", "b"], ["--positive", "b"], "'A', 'a' are A"),
        (["A", "a"], ["--positive", "a"], "1 × a (50 %, positive), 1 × A"),
        (["yes ", "no"], [], "1 × yes (50 %, positive), 1 × no"),
        (["total", "good", "total"], ["--positive", "good"], "1 × good (33.3 %, positive), 2 × total"),
    ],
)
def test_labels_that_are_read(
    cli: Cli, tmp_path: Path, labels: list[str], options: list[str], said: str
) -> None:
    found = cli("evaluate", written(tmp_path / "f.csv", labels), "--level", "none", *options)
    assert found.code == 0
    assert said in found.err


@pytest.mark.parametrize(
    ("labels", "options", "said"),
    [
        (["1", "true", "0", "false"], [], "labels must be either numbers or truth values, not both; got '0' beside 'false'"),
        (["1", "TRUE", "0"], ["--positive", "1"], "got '0' beside 'TRUE'"),
        (["Yes", "Yes ", "No", "maybe"], ["--positive", "Yes"], "got 'Yes', 'Yes ', which differ only in case or surrounding spaces"),
        (["Yes", "Yes ", "No", "maybe"], ["--positive", "yes"], "no such label 'yes'"),
        (["Yes", "Yes "], [], "column 'label' holds only one class (2 × Yes)"),
        (["yes", "no", "Total"], [], "every row must be a record, but the last one is a total; got 'Total' (column 'label', "),
        (["1", "0", "Grand total"], [], "f.csv, line 4): delete that row"),
        (["yes", "no"], ["--positive", "y"], "no such label 'y'"),
        (["yes", "no"], ["--positive", " "], "no such label ' '"),
        (["yes", " "], ["--positive", "yes"], "label 'label' must have a value in every row"),
    ],
)  # fmt: skip
def test_labels_that_are_refused(
    cli: Cli, tmp_path: Path, labels: list[str], options: list[str], said: str
) -> None:
    assert said in cli("evaluate", written(tmp_path / "f.csv", labels), *options).error


def test_both_commands_of_a_question_run(cli: Cli, tmp_path: Path) -> None:
    written(tmp_path / "a b.csv", ["not good", "very bad", "very bad "])
    error = cli("evaluate", "a b.csv", "--level", "none").error
    commands = re.findall("`costcurves (.*?)`", error)
    assert commands == [
        "evaluate 'a b.csv' --level none --positive 'not good'",
        "evaluate 'a b.csv' --level none --positive 'very bad'",
    ]
    for command in commands:
        assert main(shlex.split(command)) == 0


def test_predicted_labels_are_united_as_labels_are(cli: Cli, tmp_path: Path) -> None:
    lines = ["bad,Bad,.5", "good ,good,.4", "Bad,good ,.2", "good,bad,.1"]
    (tmp_path / "f.csv").write_text("\n".join(["label,rule,m", *lines]) + "\n", encoding="utf-8")
    asked = ("f.csv", "--positive", "bad", "--predicted", "rule", "--level", "none")
    counts = json.loads(cli("decide", *asked, "--json").out)["given"][0]["counts"]
    assert [counts[name] for name in ("tp", "fn", "fp", "tn")] == [1, 1, 1, 1]
    truth, rule = (list(column) for column in zip(*(line.split(",")[:2] for line in lines), strict=True))
    (given,) = cc.evaluate(truth, predictions={"rule": rule}, pos_label="bad").models.values()
    assert (given.total_positive, given.total_negative) == (2, 2)
    (tmp_path / "f.csv").write_text("label,rule,m\nbad,bad,.5\ngood,GOOD,.4\n", encoding="utf-8")
    assert "got 'GOOD' where the labels are 'bad', 'good'" in cli("decide", *asked).error


@pytest.mark.parametrize(
    ("labels", "pos_label", "said"),
    [
        (["1", "true", "0"], "1", "got '0' beside 'true' (y_true)"),
        (["Yes", "Yes ", "No", "maybe"], "Yes", "got 'Yes', 'Yes ', which differ only in case"),
        (["Yes", "No"], "Ye", "the positive label must occur in y_true; got 'Ye'"),
    ],
)
def test_labels_that_python_refuses(labels: list[str], pos_label: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        cc.evaluate(labels, list(range(len(labels))), pos_label=pos_label)
