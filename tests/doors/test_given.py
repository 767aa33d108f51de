"""Stated thresholds, columns of predicted labels, and confusion matrices: nothing is chosen."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import personal_loans, records24
from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

LOANS, BOOK = shipped("personal_loans.csv"), shipped("records24.csv")
COSTS = ("--cost-fp", 1, "--cost-fn", 20)
OUTCOMES = ("tp", "fn", "fp", "tn")


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Forty records with one model of scores and one of labels, in words."""
    rng = np.random.default_rng(3)
    path = tmp_path / "labelled.csv"
    rows = []
    for place in range(40):
        truth = "bad" if place % 4 == 0 else "good"
        said = truth if rng.random() < 0.8 else ("good" if truth == "bad" else "bad")
        rows.append(f"{truth},{rng.random() + (truth == 'bad') * 0.4:.3f},{said}\n")
    path.write_text(f"label,m,rule\n{''.join(rows)}", encoding="utf-8")
    return path


def columns_of(path: Path) -> dict[str, list[str]]:
    """Read a file by columns."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def given(cli: Cli, *typed: object) -> list[dict[str, Any]]:
    """What a command says of classifiers as given."""
    outcome = cli(*typed, "--json")
    assert outcome.code == 0, outcome.err
    found: list[dict[str, Any]] = json.loads(outcome.out)["given"]
    return found


# ---- the book, by one command each --------------------------------------------------------------


def test_cutoffs_of_the_24_records(cli: Cli) -> None:
    """Shmueli, Patel, Bruce (2010), section 5.2: cutoffs 0.5, 0.25 and 0.75 of the records of Table 5.2."""
    found = given(cli, "decide", BOOK, *("--threshold=.5", "--threshold=.25", "--threshold=.75"))
    counted = {one["threshold"]: tuple(one["counts"][name] for name in OUTCOMES) for one in found}
    assert counted == {0.5: (11, 1, 2, 10), 0.25: (11, 1, 4, 8), 0.75: (7, 5, 1, 11)}
    assert [one["measures"]["error"] for one in found] == [3 / 24, 5 / 24, 6 / 24]


@pytest.mark.parametrize(
    ("typed", "error", "flagged"),
    [
        ("30 32 58 920", 90 / 1040, 88 / 1040),
        # The book prints 21.4 % for the share flagged: 5,810 of 25,000.
        ("420 80 110 390 --prevalence 2%", 0.2188, 0.2324),
        ("310 90 130 270 --prevalence 1%", 0.324, 0.3295),
    ],
    ids=["problem 5.1", "section 5.4, oversampled", "problem 5.4"],
)
def test_matrices_of_the_book(cli: Cli, typed: str, error: float, flagged: float) -> None:
    """Shmueli, Patel, Bruce (2010), Problem 5.1 (8.654 %), section 5.4 and Problem 5.4, at the true share."""
    (one,) = given(cli, "matrix", *typed.split())
    assert one["measures"]["error"] == pytest.approx(error, rel=1e-12)
    assert one["measures"]["flagged"] == pytest.approx(flagged, rel=1e-12)
    assert one["headline"]["measure"] == "error"
    assert one["headline"]["estimate"] == pytest.approx(error, rel=1e-12)
    assert one["headline"]["low"] < error < one["headline"]["high"]


def test_a_matrix_costs_what_its_rates_cost(cli: Cli) -> None:
    """.02·.16·50 + .98·.22·1 for rates of 84 % and 22 % at 2 %, where a miss costs 50."""
    (one,) = given(cli, "matrix", 420, 80, 110, 390, "--prevalence", "2%", "--cost-fp", 1, "--cost-fn", 50)
    assert one["headline"]["estimate"] == pytest.approx(0.02 * 0.16 * 50 + 0.98 * 0.22)
    assert (one["headline"]["basis"], one["headline"]["covers"]) == ("given", "nothing")
    assert one["counts"] == {"tp": 420, "fn": 80, "fp": 110, "tn": 390}


# ---- one answer from Python and the command line ------------------------------------------------


def test_the_command_says_what_python_says(cli: Cli) -> None:
    ev = cc.evaluate(*personal_loans())
    condition = cc.Costs(fp=1, fn=20)
    typed = ("decide", LOANS, "--threshold", "forest=.3", *COSTS)
    document = json.loads(cli(*typed, "--json").out)
    found = ev.given({"forest": 0.3}, condition)
    own = json.loads(json.dumps(found.to_json()).replace("these records", "personal_loans.csv"))
    assert document["given"] == own["given"]
    assert document["best"]["headline"] == own["best"]["headline"]
    assert document["headline"] == own["headline"]
    printed = cli(*typed).out
    for sentence in found.sentences:
        assert sentence.replace("these records, it", "personal_loans.csv, it") in printed


def test_several_stand_side_by_side(cli: Cli) -> None:
    """A threshold without a model is that of all models without one of their own."""
    typed = (LOANS, "--threshold", ".5", "--threshold", "forest=.3", "--threshold", "forest=.4")
    found = given(cli, "decide", *typed)
    named = [(one["model"], one["threshold"]) for one in found]
    assert named == [("logistic", 0.5), ("boosting", 0.5), ("forest", 0.3), ("forest", 0.4)]
    assert given(cli, "evaluate", *typed) == found
    printed = cli("decide", *typed).out
    assert printed.startswith("4 classifiers as given; nothing was chosen.\n")
    error = cli("decide", *typed, "-o", "decision.json").error
    assert error.startswith("4 classifiers are given, and one makes a decision; got 'logistic ≥ 0.5', ")


def test_evaluate_and_report_show_it(cli: Cli, tmp_path: Path) -> None:
    typed = (LOANS, "--threshold", ".3", "--model", "forest", *COSTS)
    sentence = cc.evaluate(*personal_loans()).given(0.3, cc.Costs(fp=1, fn=20), model="forest").sentences[0]
    printed = cli("evaluate", *typed).out
    assert printed.startswith(sentence)
    assert "Measures of forest ≥ 0.3 on personal_loans.csv at a prevalence of 9.6 % [95 %]\n" in printed
    cli("report", *typed, "-o", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert sentence in page
    assert "Thresholds chosen and judged on the same records" not in page


def test_no_intervals_leave_the_numbers(cli: Cli) -> None:
    (one,) = given(cli, "decide", BOOK, "--threshold", ".5", "--pc", ".4", "--level", "none")
    (other,) = given(cli, "decide", BOOK, "--threshold", ".5", "--pc", ".4")
    assert one["headline"]["low"] is one["nec"] is None
    assert (one["measures"], one["headline"]["estimate"]) == (
        other["measures"],
        other["headline"]["estimate"],
    )
    assert one["intervals"] == {}


# ---- saved, applied, checked, judged on parts ---------------------------------------------------


def test_it_is_saved_applied_and_checked(cli: Cli, tmp_path: Path) -> None:
    assert cli("decide", BOOK, "--threshold", ".6", *COSTS, "-o", "d.json").code == 0
    (tmp_path / "new.csv").write_text("score\n0.599\n0.6\n0.61\n", encoding="utf-8")
    cli("apply", "d.json", "new.csv", "-o", "out.csv")
    # Whatever scores the records had, the threshold is the one that was stated.
    assert columns_of(tmp_path / "out.csv")["decision"] == ["0", "1", "1"]
    outcome = cli("check", BOOK, "--decision", "d.json", "--max-nec", ".5")
    assert (outcome.code, "chosen on a table" in outcome.err) == (0, False)


@pytest.mark.parametrize(
    ("limit", "demand", "code"), [(2, "estimate", 0), (2, "upper", 1), (1, "estimate", 1)]
)
def test_check_judges_it_as_given(cli: Cli, limit: float, demand: str, code: int) -> None:
    """Of 24 records 1 of 12 is missed and 2 of 12 are flagged: (1·20 + 2·1)/24 a case."""
    typed = ("check", BOOK, "--threshold", ".5", *COSTS, "--demand", demand)
    outcome = cli(*typed, "--max-cost", limit if limit != 1 else 0.9)
    assert outcome.code == code
    found = json.loads(cli(*typed, "--max-cost", limit, "--json").out)
    assert found["gates"][0]["value"] == pytest.approx(22 / 24)
    assert found["decision"]["headline"]["basis"] == "given"


def test_a_baseline_is_judged_at_the_same_threshold(cli: Cli) -> None:
    outcome = cli("check", BOOK, "--threshold", ".7", *COSTS, "--baseline", BOOK, "--json")
    (gate,) = json.loads(outcome.out)["gates"]
    assert (outcome.code, gate["value"]) == (0, gate["limit"])


def test_parts_show_it_beside_what_the_validation_part_chooses(cli: Cli, tmp_path: Path) -> None:
    y, score = records24()
    rows = [
        f"{a},{b},{('train', 'valid', 'test')[place % 3]}\n"
        for place, (a, b) in enumerate(zip(y, score, strict=True))
    ]
    (tmp_path / "parts.csv").write_text(f"label,score,part\n{''.join(rows)}", encoding="utf-8")
    document = json.loads(cli("decide", "parts.csv", "--threshold", ".5", *COSTS, "--json").out)
    assert {name: one["fpr"] for name, one in document["parts"].items()}.keys() == {"train", "valid", "test"}
    assert document["given"][0]["tpr"] == document["parts"]["test"]["tpr"]
    assert (document["best"]["chosen_on"], document["best"]["judged_on"]) == ("valid", "test")


# ---- predicted labels ---------------------------------------------------------------------------


def test_labels_in_words_are_a_classifier(cli: Cli, labelled: Path) -> None:
    columns = columns_of(labelled)
    truth, said = (np.array(columns[name]) for name in ("label", "rule"))
    typed = ("decide", labelled, "--positive", "bad", "--predicted", "rule")
    (one,) = given(cli, *typed)
    assert one["counts"] == {
        "tp": int(((truth == "bad") & (said == "bad")).sum()),
        "fn": int(((truth == "bad") & (said == "good")).sum()),
        "fp": int(((truth == "good") & (said == "bad")).sum()),
        "tn": int(((truth == "good") & (said == "good")).sum()),
    }
    ev = cc.evaluate(truth, predictions={"rule": said}, pos_label="bad")
    assert ev.given().rows[0].to_json()["intervals"] == one["intervals"]
    assert cli(*typed).out.startswith("As given: flag the cases that rule labels 'bad'. Nothing was chosen.")
    assert given(cli, *typed, "--model", "rule", *COSTS)[0]["counts"] == one["counts"]


def test_labels_are_one_model_among_others_where_costs_choose(cli: Cli, labelled: Path) -> None:
    typed = (labelled, "--positive", "bad", "--predicted", "rule")
    costs = ("--cost-fp", 1, "--cost-fn", 3)
    document = json.loads(cli("decide", *typed, *costs, "--json").out)
    assert {row["model"] for row in document["rows"]} == {"m", "rule"}
    printed = cli("decide", *typed, *costs).out
    assert "label bad" in printed
    assert cli("compare", *typed, "m", "rule").code == 0
    assert cli("test", labelled, "m", "rule", *typed[1:], "--pc", ".5").code == 0


def test_evaluate_shows_labels_as_given_beside_the_choice(cli: Cli, labelled: Path) -> None:
    typed = (labelled, "--positive", "bad", "--predicted", "rule", "--cost-fp", 1, "--cost-fn", 3)
    document = json.loads(cli("evaluate", *typed, "--json").out)
    assert {row["model"] for row in document["decision"]["rows"]} == {"m", "rule"}
    assert document["given"][0]["counts"] == given(cli, "decide", *typed, "--model", "rule")[0]["counts"]
    assert "Measures of rule label bad on labelled.csv" in cli("evaluate", *typed).out


def test_saved_labels_are_applied_to_a_column_of_labels(cli: Cli, labelled: Path, tmp_path: Path) -> None:
    typed = (labelled, "--positive", "bad", "--predicted", "rule")
    cli("decide", *typed, "--model", "rule", "-o", "d.json")
    cli("apply", "d.json", labelled, "-o", "out.csv")
    found = columns_of(tmp_path / "out.csv")
    assert [one == "1" for one in found["decision"]] == [one == "bad" for one in found["rule"]]


# ---- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("--threshold x", "--threshold must be a finite number, or a model and a number; got 'x': write 0.5 or model=0.5"),
        ("--threshold =1", "--threshold must be a finite number, or a model and a number; got '=1': write 0.5 or model=0.5"),
        ("--threshold inf", "--threshold must be a finite number, or a model and a number; got 'inf': write 0.5 or model=0.5"),
        ("--threshold no=1", "no such model 'no'; choose from 'm', 'rule'"),
        (
            "--threshold m=1 --model rule",
            ("thresholds must be those of the model to use; got --threshold of 'm' and --model rule: "
            "leave out one of them"),
        ),
        (
            "--threshold .5 --capacity 10%",
            "a stated threshold leaves nothing to choose; got --threshold and --capacity: leave out one of them",
        ),
        (
            "--threshold .5 --champion m --pc .3",
            "a stated threshold leaves nothing to choose; got --threshold and --champion: leave out one of them",
        ),
        (
            "--predicted m",
            ("predicted labels must be spelled as the labels in 'label' are; got '0.637' where the labels are "
            "'bad', 'good' (column 'm', FILE, line 2): write them the same way"),
        ),
        ("--predicted label", "a column must have one role; got 'label' as label and as predicted label: name different columns"),
        ("--predicted rule --score rule", "a column must have one role; got 'rule' as score and as predicted label: name different columns"),
    ],
)  # fmt: skip
def test_what_is_refused(cli: Cli, labelled: Path, typed: str, message: str) -> None:
    predicted = () if "--predicted" in typed else ("--predicted", "rule")
    outcome = cli("decide", labelled, "--positive", "bad", *predicted, *typed.split())
    assert (outcome.code, outcome.error.replace(str(labelled), "FILE")) == (2, message)


def test_a_decision_has_its_own_threshold(cli: Cli) -> None:
    outcome = cli("check", BOOK, "--decision", "d.json", "--threshold", ".5", "--max-nec", 1)
    assert outcome.code == 2
    assert outcome.error.startswith("--decision has its own threshold; leave out --threshold")


def test_points_have_no_thresholds(cli: Cli) -> None:
    outcome = cli("decide", shipped("credit_rules.csv"), "--threshold", ".5", "--pc", ".5")
    assert outcome.error == "a threshold needs scores; got operating points without thresholds"


@pytest.mark.parametrize(
    "typed", ["0 0 3 4", "nan 1 2 3", "1 2 3", "1 2 3 4 --prevalence 0", "1 2 3 4 --cost-fp 1"]
)
def test_matrices_that_tell_nothing_are_refused(cli: Cli, typed: str) -> None:
    outcome = cli("matrix", *typed.split())
    assert outcome.code == 2
    assert outcome.error
