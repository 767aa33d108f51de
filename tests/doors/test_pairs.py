"""Two models and more on the command line: tests in words, what intervals hold for, wrong wishes."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from costcurves.inference.estimate import TestResult
from tests.doors.running import no_such
from tests.doors.test_interval_options import COSTS, MODELS, scored

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

__all__ = ["scored"]  # the fixture

BY_ROW = ("--row-fn", "3", "--row-fp", "1")


def one_line(text: str) -> str:
    """Undo the breaks of lines."""
    return " ".join(text.split())


def test_pairs_say_what_intervals_and_p_values_hold_for(cli: Cli, scored: Path) -> None:
    every = ("--score", "good", "--score", "poor", "--score", "patient")
    out = one_line(cli("compare", scored, *every, *COSTS, "--level", "90%").out)
    assert "Every interval holds for its pair alone; p-values are adjusted for all 3 pairs together" in out
    assert "decide` one that holds for all 3 models together" in out
    assert "simultaneous" in out
    assert "surely" not in out
    found = json.loads(cli("compare", scored, *every, *COSTS, "--level", "90%", "--json", "-q").out)
    assert [pair["scope"] for pair in found["uncertainty"]] == ["by itself"] * 3
    assert {pair["cheaper"]["scope"] for pair in found["uncertainty"]} == {"at all conditions together"}
    assert all(pair["adjusted"] >= pair["pvalue"] for pair in found["uncertainty"])
    assert any("Holm" in note for note in found["notes"])


def test_a_simultaneous_interval_says_so_and_is_wider(cli: Cli, scored: Path) -> None:
    arguments = ("test", scored, "good", "poor", "--pc", "0.4", "--json", "-q")
    alone, together = (
        json.loads(cli(*arguments, "--band", band).out) for band in ("pointwise", "simultaneous")
    )
    assert (alone["scope"], together["scope"]) == ("by itself", "at all conditions together")
    assert together["estimate"]["low"] < alone["estimate"]["low"]
    assert together["pvalue"] == alone["pvalue"]


@pytest.mark.parametrize(
    ("arguments", "null"),
    [
        (("--pc", "0.4"), "both models cost the same at this condition"),
        (("--alternative", "less"), "good costs as much as poor or more (one-sided)"),
        (("--alternative", "greater", "--pc", "0.4"), "good costs as much as poor or less (one-sided)"),
        (("--margin", "0.02", "--pc", "0.4"), "the costs differ by 0.02 or more"),
        (
            ("--margin", "0.02", "--pc", "0.4", "--alternative", "less"),
            "good costs 0.02 or more above poor (one-sided)",
        ),
    ],
)
def test_a_test_says_what_it_tests(cli: Cli, scored: Path, arguments: tuple[str, ...], null: str) -> None:
    out = cli("test", scored, "good", "poor", *arguments, "-q").out
    assert f"Tested: {null}." in out
    found = json.loads(cli("test", scored, "good", "poor", *arguments, "--json", "-q").out)
    assert found["null"] == null
    one_sided = "--alternative" in arguments and "--margin" not in arguments
    assert ("The interval is two-sided, the test one-sided." in found["notes"]) == one_sided
    assert ("the one-sided interval ends at 0" in found["method"]) == one_sided


def test_the_p_value_beside_a_simultaneous_interval_is_of_one_condition(cli: Cli, scored: Path) -> None:
    arguments = ("test", scored, "good", "poor", "--pc", "0.4", "-q", "--band")
    together, alone = (one_line(cli(*arguments, band).out) for band in ("simultaneous", "pointwise"))
    assert "The interval holds at all conditions together; p is for this condition alone." in together
    assert "error rate at which the interval ends at 0" in together
    assert "The interval holds by itself. Interval: " in alone
    assert "error rate at which the interval ends at 0" in alone
    several = cli("compare", scored, "--score", "good", "--score", "poor", "--score", "patient", *arguments[4:6],
                  "--band", "simultaneous", "-q").out  # fmt: skip
    assert "p-values are for this condition alone, and adjusted for all 3 pairs together" in one_line(several)


def test_nothing_is_said_three_times(cli: Cli, scored: Path) -> None:
    out = one_line(cli("test", scored, "good", "poor", "--pc", "0.4", "-q").out)
    assert out.count("square-and-add") == 1
    assert out.count("good is cheaper over PC(+)") == 1
    assert out.count("difference in cost at the best possible thresholds".capitalize()) == 1


def test_models_that_decide_alike_are_not_left_open(cli: Cli, tmp_path: Path) -> None:
    lines = [
        f"{int(i % 3 == 0)},{(i * 7) % 40 / 2},{(i * 7) % 40 + 1.5},{(i * 11) % 40 / 2}" for i in range(40)
    ]
    (tmp_path / "same.csv").write_text("label,m,k,other\n" + "\n".join(lines) + "\n", encoding="utf-8")
    for arguments, where in (((), "at every PC(+)"), (("--pc", "0.4"), "at PC(+) = 0.4")):
        asked = (*arguments, "--level", "90%", "-q")
        out = cli("compare", "same.csv", "m", "k", *asked).out
        assert out.endswith(f"\n\nm and k decide every record alike {where}: nothing tells them apart.\n")
    out = cli("test", "same.csv", "m", "k", "--pc", "0.4", "-q").out
    assert "left open" not in out
    assert "decide every record alike" in out
    assert "alike" not in cli("test", "same.csv", "m", "other", "--score", "m", "--score", "other", "-q").out


def test_the_document_of_a_test_is_one_of_the_library(cli: Cli, scored: Path) -> None:
    arguments = ("--pc", "0.4", "--margin", "0.02", "--alternative", "less", "--seed", "3", "--json", "-q")
    found = json.loads(cli("test", scored, "good", "poor", *arguments).out)
    assert found["pc"] == pytest.approx(0.4)
    assert (found["margin"], found["seed"], found["level"]) == (0.02, 3, 0.95)
    assert (found["a"], found["b"], found["alternative"]) == ("good", "poor", "less")
    assert found["verdict"].startswith("good costs less than 0.02 in NEC above poor at PC(+) = 0.4 (p")
    assert any("against a margin at 5 % goes with an interval of 90 %" in note for note in found["notes"])
    own = {name: found[name] for name in TestResult("", 1, "").to_json()}
    assert TestResult.from_json(own).estimate is not None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("good", "poor"), "good is cheaper than poor on average over PC(+) (p < 0.0001)."),
        (("poor", "good", "--alternative", "less"), "It is not shown that poor is cheaper than good on"),
        (("poor", "good", "--alternative", "greater"), "good is cheaper than poor on average over PC(+) (p"),
        (
            ("good", "poor", "--pc", "0.4", "--margin", "0.001"),
            "It is not shown that good and poor differ by",
        ),
        (
            ("good", "patient", "--score", "good", "--score", "patient", "--pc", "0.999"),
            "That does not show that they cost the same.",
        ),
    ],
)
def test_tests_end_with_a_verdict(cli: Cli, scored: Path, arguments: tuple[str, ...], said: str) -> None:
    out = cli("test", scored, *arguments, "-q").out
    assert said in out.rstrip("\n").rpartition("\n")[2]
    assert "0.0000" not in out.replace("0.0000 ", "")


def test_ranges_are_said_with_their_level(cli: Cli, scored: Path) -> None:
    out = cli("test", scored, "good", "poor", "--level", "90%", "-q").out
    assert "good is cheaper over PC(+) " in out
    assert "(90 % simultaneous)." in out
    nowhere = cli("test", scored, "good", "poor", "--level", "99.99999%", "-q").out
    assert "At no PC(+) is good or poor cheaper by more than chance" in nowhere


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("test", "{}", "good", "good"), "two different models must be compared; got good twice"),
        (("compare", "{}", "good", "good"), "two different models must be compared; got good twice"),
        (("test", "{}", "good", "poor", "--margin", "90%", "--pc", "0.4"), "write it without %"),
        (("test", "{}", "good", "poor", "--margin", "1", "--pc", "0.4"), "above 0 and below 1"),
        (
            ("test", "{}", "good", "poor", "--margin", "0.1"),
            "got --margin without a condition: state --pc, or",
        ),
        (
            ("test", "{}", "good", "poor", "--margin", "0.1", "--pc", "0.4", "--alternative", "greater"),
            "swap A and B",
        ),
        (("test", "{}", "good", "poor", "--segment", "part"), no_such("--segment")),
        (("test", "{}", "good", "poor", "--bootstrap", "100"), no_such("--bootstrap")),
        (("test", "{}", "good", "poor", "--points"), no_such("--points")),
        (
            ("test", "{}", "good", "poor", "--prevalence", "50%"),
            (
                "--prevalence needs costs to make a condition; got --prevalence without costs, which compares "
                "at all PC(+): also state --cost-fp and --cost-fn, or leave out --prevalence"
            ),
        ),
        (
            ("test", "{}", "good", "poor", "--band", "simultaneous"),
            (
                "--band needs one condition, at which there is an interval; got --band simultaneous without a condition: state "
                "--pc, or --cost-fp and --cost-fn, or leave out --band"
            ),
        ),
        (
            ("test", "{}", "good", "poor", "--band", "simultaneous", "--pc", "0.4", "--margin", "0.1"),
            "got --band simultaneous and --margin, beside which an interval holds by itself: leave out --band",
        ),
        (("compare", "{}", "--bootstrap", "100"), no_such("--bootstrap")),
        (("compare", "{}", "--segment", "part"), no_such("--segment")),
        (("compare", "{}", "--prevalence", "50%"), "got --prevalence without costs"),
        (("compare", "{}", "--level", "90%", "--band", "simultaneous"), "without a condition"),
        (("curve", "cost", "{}", "--segment", "part"), no_such("--segment")),
        (
            ("curve", "cost", "{}", "--bootstrap", "100"),
            (
                "--bootstrap needs a band that is drawn from replicates, such as that of roc; got --bootstrap for "
                "a curve whose band needs none: leave out --bootstrap"
            ),
        ),
        (("curve", "dca", "{}", "--bootstrap", "100"), "for a curve whose band needs none"),
        (("plot", "difference", "{}", "--bootstrap", "100"), "for a curve whose band needs none"),
        (
            ("decide", "{}", *BY_ROW, "--level", "90%", "--band", "pointwise"),
            "got --band without costs that all",
        ),
        (
            ("decide", "{}", *BY_ROW, "--bootstrap", "100"),
            "got --bootstrap with costs by record, whose totals",
        ),
        (("decide", "{}", *BY_ROW, "--level", "90%", "--seed", "1"), "got --seed with costs by record"),
        (("totals", "{}", *BY_ROW, "--fold", "part"), no_such("--fold")),
        (("totals", "{}", *BY_ROW, "--segment", "part"), no_such("--segment")),
        (("totals", "{}", *BY_ROW, "--partition", "part"), no_such("--partition")),
        (("study", "table", "{}", "--larger", "--seed", "1"), "got --seed without --rope: state --rope"),
    ],
)
def test_what_has_no_effect_is_refused(cli: Cli, scored: Path, arguments: tuple[str, ...], said: str) -> None:
    outcome = cli(*(scored if one == "{}" else one for one in arguments))
    assert outcome.code == 2
    assert said in outcome.error


@pytest.mark.parametrize(
    "arguments",
    [
        ("test", "{}", "good", "poor", "--pc", "0.4", "--band", "simultaneous"),
        ("test", "{}", "good", "poor", "--band", "pointwise"),
        ("curve", "roc", "{}", *MODELS, "--bootstrap", "40"),
        ("plot", "difference", "{}", *MODELS, "--of", "roc", "--bootstrap", "40"),
        ("decide", "{}", *MODELS, *BY_ROW, "--capacity", "10%", "--bootstrap", "40", "--seed", "1"),
    ],
)
def test_what_has_an_effect_is_not_refused(cli: Cli, scored: Path, arguments: tuple[str, ...]) -> None:
    assert cli(*(scored if one == "{}" else one for one in arguments), "-q").code == 0


def test_documents_of_curves_say_what_their_bands_are(cli: Cli, scored: Path) -> None:
    arguments = ("curve", "cost", scored, *MODELS, "--band", "simultaneous", "--seed", "2", "--json", "-q")
    found = json.loads(cli(*arguments).out)
    assert (found["kind"], found["version"], found["curve"], found["seed"]) == ("curve", 1, "cost", 2)
    assert set(found["models"]) == set(found["bands"]) == {"good", "poor"}
    for band in found["bands"].values():
        assert (band["level"], band["band"]) == (0.95, "simultaneous")
        assert "cross-fitted" in band["target"]
        assert band["method"]
    plain = json.loads(cli("curve", "cost", scored, *MODELS, "--json", "-q").out)
    assert "bands" not in plain


def test_parts_have_bands_of_their_own(cli: Cli, scored: Path) -> None:
    arguments = ("curve", "cost", scored, *MODELS, "--partition", "wave", "--level", "95%", "-q")
    found = json.loads(cli(*arguments, "--json").out)
    assert set(found["parts"]) == set(found["bands"]) == {"train", "test"}
    rows = list(csv.DictReader(io.StringIO(cli(*arguments).out)))
    assert {row["part"] for row in rows} == {"train", "test"}
    train, test = (found["parts"][part]["good"]["cost_low"] for part in ("train", "test"))
    assert train != test


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("curve", "profit", "{}", "--level", "95%"),
            "the same for all records; state --cost-fp and --cost-fn",
        ),
        (("plot", "histogram", "{}", "--level", "95%"), "got a picture of histogram: leave out --level"),
        (("plot", "murphy", "{}", "--level", "95%"), "got a picture of murphy: leave out --level"),
    ],
)
def test_bands_are_refused_by_what_was_typed(
    cli: Cli, scored: Path, arguments: tuple[str, ...], said: str
) -> None:
    error = cli(*(scored if one == "{}" else one for one in arguments)).error
    assert said in error
    assert "uncertainty" not in error


def test_pictures_by_another_name_have_bands_too(cli: Cli, scored: Path) -> None:
    outcome = cli("plot", "pr", scored, *MODELS, "--level", "95%", "--bootstrap", "60")
    assert outcome.code == 0
    assert "95 % band, pointwise" in outcome.out


def test_a_prevalence_of_the_records_is_not_said_to_be_stated(cli: Cli, scored: Path) -> None:
    drawn = ("plot", "profit", scored, *MODELS, *COSTS, "-q")
    assert "at the prevalence of the records" in cli(*drawn).out
    assert "at a stated prevalence of 2" in cli(*drawn, "--prevalence", "2%").out


@pytest.fixture
def rare(tmp_path: Path) -> Path:
    """One positive; a column that counts the rows; one fold."""
    path = tmp_path / "rare.csv"
    lines = [f"{int(i == 0)},{i},{(i * 7 + 11) % 24 / 2},{(i * 5 + 20) % 24 / 2},0" for i in range(24)]
    path.write_text("label,m,k,j,fold\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


K = ("--score", "k", "--score", "j")


@pytest.mark.parametrize(
    ("arguments", "fix"),
    [
        (("evaluate", "{}", "--level", "90%"), "leave out --level and the like"),
        (("decide", "{}", "--cost-fp", "1", "--cost-fn", "20", "--level", "90%"), "leave out --level"),
        (("compare", "{}", "--level", "90%"), "leave out --level and the like"),
        (("curve", "cost", "{}", "--level", "90%"), "leave out --level and the like"),
        (("plot", "cost", "{}", "--level", "90%"), "leave out --level and the like"),
        (("report", "{}", "--level", "90%", "-o", "page.html"), "leave out --level and the like"),
        (("test", "{}", "k", "j"), "choose thresholds elsewhere with --choose-on"),
    ],
)
def test_a_class_of_one_is_named(cli: Cli, rare: Path, arguments: tuple[str, ...], fix: str) -> None:
    error = cli(*(rare if one == "{}" else one for one in arguments), *K).error
    assert f"of each class; got 1 of class '1' (rare.csv): give more records, or {fix}" in error


def test_one_fold_leaves_nothing_to_choose_on(cli: Cli, scored: Path) -> None:
    lines = scored.read_text(encoding="utf-8").splitlines()
    one = scored.with_name("one.csv")
    one.write_text("\n".join([f"{lines[0]},round", *(f"{line},3" for line in lines[1:])]), encoding="utf-8")
    error = cli("evaluate", one, *MODELS, "--fold", "round", "--level", "90%").error
    assert (
        "so there must be two or more; got 3 in all rows of the column 'round' (one.csv): leave out" in error
    )


def test_a_column_that_was_left_out_is_no_unknown_model(cli: Cli, rare: Path) -> None:
    for command in ("test", "compare"):
        error = cli(command, rare, "m", "k").error
        assert "got 'm' (rare.csv)" in error
        assert "left out: m (counts the rows)" in error
        assert "name every model that you mean with --score" in error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("sample-size", "--fpr", "2", "--fnr", "0.2"),
            "--fpr must be a share, at most 1 or 100%; got '2'",
        ),
        (("decide", "{}", "--pc", "2"), "got '2': write 2% for a percentage"),
        (("decide", "{}", "--max-fpr", "500"), "must be a share, at most 1 or 100%; got '500'"),
        (("decide", "{}", "--capacity", "120%"), "must be a share, at most 1 or 100%; got '120%'"),
        (("decide", "{}", "--level", "abc"), "must be a share; got 'abc': write it like 0.95 or 95%"),
    ],
)
def test_shares_are_written_as_shares(cli: Cli, scored: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in cli(*(scored if one == "{}" else one for one in arguments)).error


def test_help_of_a_test_does_not_say_that_intervals_must_be_asked_for(cli: Cli) -> None:
    assert "adds intervals" not in cli("test", "--help").out


def test_high_levels_are_written_in_full(cli: Cli, scored: Path) -> None:
    out = cli("test", scored, "good", "poor", "--level", "99.99%", "-q").out
    assert "99.99 % interval" in out
    assert "over 99.9" not in out
