"""`evaluate`, `compare`, `curve`, `plot`: numbers against exact arithmetic, and what is printed."""

from __future__ import annotations

import csv
import io
import json
import sys
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import costcurves as cc
from costcurves import Evaluation
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.figures.numeric_figures import NUMERIC_FIGURES
from costcurves.cli import console
from costcurves.evaluation.class_pictures import CLASS_PICTURES
from costcurves.examples.literature import shipped
from tests import exact

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

RECORDS24 = shipped("records24.csv")
LOANS = shipped("personal_loans.csv")
RULES = shipped("credit_rules.csv")
SONAR = shipped("sonar_hulls.csv")


def rows(path: Any) -> list[dict[str, str]]:
    """Rows of a shipped table."""
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def outcomes(path: Any, model: str) -> list[exact.Point]:
    """Operating points of a model of a shipped table of points, with both trivial ones."""
    found = [row for row in rows(path) if row["model"] == model]
    counts = [{key: Fraction(row[key]) for key in ("tp", "fn", "fp", "tn")} for row in found]
    points = [(c["fp"] / (c["fp"] + c["tn"]), c["tp"] / (c["tp"] + c["fn"])) for c in counts]
    return [exact.NOBODY, *points, exact.EVERYBODY]


# ---- evaluate -------------------------------------------------------------------------------


def test_evaluate_json_has_the_numbers_and_keys(cli: Cli) -> None:
    outcome = cli("evaluate", RECORDS24, "--json")
    found = json.loads(outcome.out)
    assert outcome.code == 0
    assert {"positives": 12, "negatives": 12}.items() <= found.items()
    model = found["models"]["score"]
    assert set(model) >= {"auc", "area", "h_measure", "h_convention", "hull", "cost_curve"}
    assert set(model["hull"]) >= {"fpr", "tpr", "thresholds"}
    assert set(model["cost_curve"]) >= {"pc", "nec"}
    table = exact.cells(
        [row["label"] == "1" for row in rows(RECORDS24)], [float(row["score"]) for row in rows(RECORDS24)]
    )
    assert exact.auc(table) == Fraction(15, 16)
    assert exact.area(exact.points(table)) == Fraction(23, 288)
    assert model["auc"] == 0.9375
    assert model["area"] == pytest.approx(23 / 288, abs=1e-15)
    assert model["hull"]["thresholds"][0] == "inf"
    assert "Beta(2, 2)" in model["h_convention"]


def test_evaluate_prints_tables_and_a_chart_and_says_what_it_read(cli: Cli) -> None:
    outcome = cli("evaluate", LOANS)
    assert outcome.code == 0
    for words in (
        "Summary measures",
        "Cheapest choice by operating condition",
        "Cost curves",
        "boosting",
        "0.9977*",
    ):
        assert words in outcome.out
    for words in (
        "2,000 rows (CSV)",
        "192 × 1 (9.6 %, positive), 1,808 × 0",
        "3 models: logistic, forest, boosting",
        "thresholds chosen and judged on the same records",
    ):
        assert words in outcome.err


def test_all_measures_are_shown_when_asked_for(cli: Cli) -> None:
    few, all_of_them = cli("evaluate", RECORDS24), cli("evaluate", RECORDS24, "--all-measures")
    for number in ("0.3228", "0.4657", "0.9386"):  # log loss, Cllr, precision–recall area
        assert number in all_of_them.out
        assert number not in few.out
    model = json.loads(cli("evaluate", RECORDS24, "--json").out)["models"]["score"]
    assert model["log_loss"] == pytest.approx(0.3227785, abs=5e-8)


def test_infinite_losses_are_written_and_have_no_gap(cli: Cli, tmp_path: Path) -> None:
    rows = "".join(
        f"{label},{score},{part}\n"
        for part in ("train", "test")
        for label, score in ((1, 0), (1, 0.7), (0, 0.2))
    )
    (tmp_path / "sure.csv").write_text("label,m,part\n" + rows, encoding="utf-8")
    document = json.loads(cli("evaluate", "sure.csv", "--partition", "part", "--json").out)
    assert document["models"]["m"]["log_loss"] == "inf"
    assert document["models"]["m"]["deviance_r_squared"] == "-inf"
    assert {gaps["log_loss"] for gaps in document["gaps"]["m"].values()} == {None}
    assert "∞" in cli("evaluate", "sure.csv", "--all-measures").out


def test_quiet_says_nothing_beside_the_result(cli: Cli) -> None:
    loud, quiet = cli("evaluate", LOANS, "--json"), cli("evaluate", LOANS, "--json", "-q")
    assert quiet.err == ""
    assert quiet.out == loud.out


def test_columns_left_out_are_named_with_the_reason(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(
        "id,label,m,amount,c_fp,c_fn,flat\n1,1,.9,5,1,2,3\n2,0,.1,6,2,1,3\n", encoding="utf-8"
    )
    err = cli("evaluate", "f.csv").err
    assert "left out: id (named like an identifier); amount (named like an amount)" in err
    assert "c_fp, c_fn (named like a cost); flat (constant, 3 in every row)" in err


def test_costs_add_the_decision(cli: Cli) -> None:
    outcome = cli("evaluate", LOANS, "--cost-fp", 1, "--cost-fn", 20)
    assert outcome.out.startswith("Use boosting and flag a case when its score is at least 0.044868")
    document = json.loads(cli("evaluate", LOANS, "--cost-fp", 1, "--cost-fn", 20, "--json").out)
    decided = json.loads(cli("decide", LOANS, "--cost-fp", 1, "--cost-fn", 20, "--json").out)
    assert document["decision"] | {"positive": "1", "data": document["data"]} == decided


def test_a_stated_prevalence_counts_in_the_measures(cli: Cli, five: Path) -> None:
    numbers = json.loads(cli("evaluate", five, "--json", "--prevalence", "20%").out)["models"]["m"]
    assert numbers["least_error"] == pytest.approx(
        0.2 / 3
    )  # flag the two best: a third of the positives missed
    assert numbers["auc"] == pytest.approx(5 / 6)
    assert "Beta(2, 5)" in numbers["h_convention"]


def test_a_saved_evaluation_is_read_again(cli: Cli, five: Path) -> None:
    first = json.loads(cli("evaluate", five, "-o", "saved.json", "--json").out)
    assert Evaluation.load("saved.json").roc("m").auc == pytest.approx(5 / 6)
    outcome = cli("evaluate", "saved.json", "--json")
    assert "saved.json: saved evaluation" in outcome.err
    assert json.loads(outcome.out)["models"] == first["models"]
    assert "--label belongs to tables of records" in cli("evaluate", "saved.json", "--label", "x").error


def test_low_scores_may_mean_positive(cli: Cli, five: Path, tmp_path: Path) -> None:
    lines = five.read_text(encoding="utf-8").splitlines()[1:]
    turned = "".join(f"{line.replace(',', ',-')},{line.split(',')[1]}\n" for line in lines)
    (tmp_path / "turned.csv").write_text("label,low,high\n" + turned, encoding="utf-8")
    found = json.loads(cli("evaluate", "turned.csv", "--lower", "low", "--json").out)["models"]
    assert found["low"]["auc"] == found["high"]["auc"] == pytest.approx(5 / 6)
    assert [found[name]["lower_is_positive"] for name in ("low", "high")] == [True, False]
    assert found["low"]["hull"]["thresholds"][0] == "-inf"
    all_low = json.loads(cli("evaluate", "turned.csv", "--lower-is-positive", "--json").out)["models"]
    assert all_low["high"]["auc"] == pytest.approx(1 / 6)
    outcome = cli("decide", "turned.csv", "--lower", "low", "--model", "low", "--pc", 0.5)
    assert "flag a case when its score is at most −0.8" in outcome.out
    assert "low scores mean positive in low" in outcome.err


def test_low_scores_may_mean_positive_in_counts(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("score,positives,negatives\n1,9,1\n2,4,5\n3,0,8\n", encoding="utf-8")
    found = json.loads(cli("evaluate", "f.csv", "--lower-is-positive", "--json").out)["models"]["f"]
    assert found["auc"] == pytest.approx(1 - (4 * 1 + 9 * 0.5 + 4 * 2.5) / (13 * 14))
    assert "no such model 'x' (--lower)" in cli("evaluate", "f.csv", "--lower", "x").error


def test_weights_count(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,m,w\n1,.9,2\n1,.2,1\n0,.5,4\n", encoding="utf-8")
    outcome = cli("evaluate", "f.csv", "--weight", "w", "--json")
    assert json.loads(outcome.out)["models"]["m"]["auc"] == pytest.approx(2 / 3)
    assert "weighted: 7 in all, 42.9 % of it positive" in outcome.err


def test_standard_input_is_a_file(cli: Cli, monkeypatch: pytest.MonkeyPatch, five: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(five.read_bytes())))
    outcome = cli("evaluate", "-", "--json")
    assert json.loads(outcome.out)["models"]["m"]["auc"] == pytest.approx(5 / 6)
    assert outcome.err.startswith("standard input: 5 rows")


def test_folds_and_segments_are_shown_apart(cli: Cli, tmp_path: Path) -> None:
    lines = [f"{i % 2},{i % 7},{i // 4},{'a' if i < 60 else 'b'}" for i in range(100)]
    (tmp_path / "f.csv").write_text("label,m,fold,region\n" + "\n".join(lines), encoding="utf-8")
    arguments = ("evaluate", "f.csv", "--fold", "fold", "--segment", "region", "--score", "m")
    outcome = cli(*arguments)
    assert "By segment" in outcome.out
    assert "By fold" in outcome.out
    assert "5 more are in --json" in outcome.out
    assert "segment: a 60, b 40" in outcome.err
    assert "fold: 25 values" in outcome.err
    found = json.loads(cli(*arguments, "--json").out)
    assert len(found["folds"]) == 25
    positive, negative = ([i % 7 for i in range(60) if i % 2 == label] for label in (1, 0))
    wins = sum((p > n) + (p == n) / 2 for p in positive for n in negative)
    assert found["segments"]["a"]["m"]["auc"] == pytest.approx(wins / 900)
    assert found["segments"]["b"]["m"]["positives"] == 20


def test_a_segment_of_one_class_has_no_numbers(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,m,s\n1,.9,a\n0,.1,a\n1,.5,b\n", encoding="utf-8")
    found = json.loads(cli("evaluate", "f.csv", "--segment", "s", "--json").out)["segments"]
    assert found["a"]["m"]["auc"] == 1.0
    assert found["b"]["m"]["auc"] is None


# ---- compare --------------------------------------------------------------------------------


def test_compare_two_rules_of_a_table_of_points(cli: Cli) -> None:
    # Counts of two rules on the Japanese credit data; their lines cross at the share of positives.
    found = json.loads(cli("compare", RULES, "1R", "C4.5", "--json").out)
    assert found["crossings"] == [pytest.approx(307 / 690, abs=1e-12)]
    assert "curve_a" not in found
    assert found["sentence"].startswith("Cheapest: flag nobody for PC(+) from 0 to 0.133; C4.5 ")
    for model in ("1R", "C4.5"):
        assert found["area"][model] == pytest.approx(float(exact.area(outcomes(RULES, model))), abs=1e-15)


def test_compare_two_hulls(cli: Cli) -> None:
    found = json.loads(cli("compare", SONAR, "--json").out)
    hulls = [outcomes(SONAR, model) for model in ("naive Bayes", "tree")]
    changes = [float(low) for low, _, who in exact.winners(*hulls) if who != "tie"][1:]
    assert found["crossings"] == [pytest.approx(change, abs=1e-12) for change in changes]
    assert found["crossings"][0] == pytest.approx(0.7016914, abs=5e-8)


def test_compare_says_it_in_words(cli: Cli) -> None:
    outcome = cli("compare", LOANS, "forest", "boosting", "--cost-fp", 1, "--cost-fn", 20)
    assert outcome.out.startswith(
        "Cheapest: forest for PC(+) from 0 to 0.2355; boosting for PC(+) from 0.2355 to 1."
    )
    assert "At PC(+) = 0.6799, each with its best threshold" in outcome.out
    assert "0.044868" in outcome.out


def test_compare_all_pairs(cli: Cli) -> None:
    assert "Models in pairs" in cli("compare", LOANS).out
    found = json.loads(cli("compare", LOANS, "--json", "--pc", 0.5).out)
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [
        ("logistic", "forest"), ("logistic", "boosting"), ("forest", "boosting"),
    ]  # fmt: skip
    assert [row["model"] for row in found["at_condition"]["models"]] == ["logistic", "forest", "boosting"]


def test_of_many_models_each_is_compared_with_the_best(cli: Cli, tmp_path: Path) -> None:
    names = [f"m{i}" for i in range(9)]
    table = [[1, *range(9)], [0, *[4] * 9], [1, *[5.5] * 9]]
    text = "\n".join(",".join(map(str, row)) for row in [["label", *names], *table])
    (tmp_path / "f.csv").write_text(text, encoding="utf-8")
    out = cli("compare", "f.csv").out
    assert out.count("m5  m") == 8


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["m"], "compare takes two models, or none for all pairs; got 1"),
        ([], "nothing to compare: one model, 'm'; use `costcurves evaluate"),
        (["m", "x"], "no such model 'x'"),
    ],
)
def test_compare_needs_two(cli: Cli, five: Path, arguments: list[str], error: str) -> None:
    assert error in cli("compare", five, *arguments).error


# ---- curve and plot -------------------------------------------------------------------------


def test_every_figure_is_listed(cli: Cli) -> None:
    listed = [line.partition(":")[0] for line in cli("plot", "--list").out.splitlines() if line[:1] != " "]
    numeric = [name for name in NUMERIC_FIGURES if name not in FIGURES]
    assert listed == [*FIGURES, "separation", "segments", "selection", *numeric, *CLASS_PICTURES]


def test_curve_as_csv(cli: Cli, five: Path) -> None:
    outcome = cli("curve", "roc", five)
    found = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(float(row["fpr"]), round(float(row["tpr"]) * 3)) for row in found] == [
        (0, 0), (0, 1), (0, 2), (0.5, 2), (0.5, 3), (1, 3),
    ]  # fmt: skip
    assert {row["model"] for row in found} == {"m"}


def test_curve_as_json(cli: Cli, five: Path) -> None:
    assert cli("curve", "cost", five, "--json", "-o", "cost.json").out == ""
    found = json.loads(Path("cost.json").read_text(encoding="utf-8"))
    assert found["curve"] == "cost"
    # (FPR, FNR) of the corners: (0, 1/3) and (1/2, 0) meet at 3/5; everybody meets the latter at 1.
    assert found["models"]["m"]["pc"] == pytest.approx([0, 3 / 5, 1])
    assert found["models"]["m"]["nec"] == pytest.approx([0, 1 / 5, 0])


def test_curve_by_part(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("label,m,part\n1,.9,a\n0,.1,a\n1,.2,b\n0,.3,b\n", encoding="utf-8")
    found = json.loads(cli("curve", "cost", "f.csv", "--partition", "part", "--json").out)
    assert found["parts"]["a"]["m"]["nec"] == [0, 0]
    assert found["parts"]["b"]["m"]["nec"] == [0, 0.5, 0]
    assert cli("curve", "cost", "f.csv", "--partition", "part").out.startswith(
        "part,prevalence,model,pc,nec\na,0.5,m,0.0,0.0\n"
    )


def test_curve_is_csv_or_json(cli: Cli, five: Path) -> None:
    assert "--csv and --json exclude each other" in cli("curve", "roc", five, "--csv", "--json").error
    assert "no such curve 'pie'" in cli("curve", "pie", five).error


def test_plot_as_svg_and_in_the_terminal(cli: Cli, five: Path) -> None:
    outcome = cli("plot", "cost", five, "--cost-fp", 1, "--cost-fn", 1, "-o", "cost.svg")
    assert (outcome.code, outcome.out) == (0, "")
    assert "wrote cost.svg" in outcome.err
    assert Path("cost.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "ROC" in cli("plot", "roc", five).out


def test_plot_by_part(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(
        "label,m,k,part\n1,.9,1,a\n0,.1,3,a\n1,.2,2,b\n0,.3,4,b\n", encoding="utf-8"
    )
    assert "m: cost by part" in cli("plot", "cost", "f.csv", "--partition", "part").out
    assert "k: cost by part" in cli("plot", "cost", "f.csv", "--partition", "part", "--model", "k").out


@pytest.mark.parametrize("condition", [[], ["--cost-fp", 1, "--cost-fn", 20]])
def test_all_of_it_fits_two_screens(cli: Cli, condition: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = cli("evaluate", LOANS, *condition, "-q").out
    assert sum(len(textwrap.wrap(line, 80)) or 1 for line in out.splitlines()) <= 2 * 40
    assert "not drawn" not in out


def test_charts_take_the_lines_that_the_rest_leaves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chart = cc.evaluate([1, 0, 1, 0], {"m": [0.9, 0.8, 0.7, 0.1]}).chart("cost")
    monkeypatch.setenv("FORCE_COLOR", "1")  # as a terminal
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "40")
    for lines, is_drawn in ((10, True), (40, True), (50, True), (70, False)):
        console.show_all("line\n" * lines, chart, screens=2)
        out = capsys.readouterr().out
        assert out.count("\n") <= 2 * 40
        assert ("not drawn, since the window has too few lines" in out) == (not is_drawn)
    console.show_all("line\n" * 70, chart)
    monkeypatch.delenv("FORCE_COLOR")
    console.show_all("line\n" * 70, chart, screens=2)
    assert "not drawn" not in capsys.readouterr().out


def test_a_missing_extra_is_one_line(cli: Cli, five: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert (
        'save the picture as .svg, or pip install matplotlib (extra "plot")'
        in cli("plot", "roc", five, "-o", "roc.png").error
    )


@pytest.mark.parametrize("rule", ["best", "scores", "share", "0.5"])
def test_rules_of_a_curve(cli: Cli, five: Path, rule: str) -> None:
    columns = list(
        csv.DictReader(io.StringIO(cli("curve", "cost_by_proportion", five, "--rule", rule, "-q").out))
    )
    assert {"model", "cost_proportion", "cost_by_proportion"} == set(columns[0])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["brier", "--rule", "worst"],
            "no such rule 'worst' (--rule); write best, scores, share, or a threshold",
        ),
        (["profit"], "profit needs costs or benefits of outcomes, the same for all records; state --cost-fp"),
        (["gains", "--measure", "f1"], "unknown option of a picture; got measures"),
        (["gains", "--features", "a,b"], "--features belongs to the picture of the separation; got 'gains'"),
        (["pie"], "no such picture 'pie'"),
        (["roc", "--isometrics", "lift"], "a measure that leaves [0, 1] needs stated levels"),
    ],
)
def test_what_pictures_refuse(cli: Cli, five: Path, arguments: list[str], error: str) -> None:
    assert error in cli("plot", arguments[0], five, "-q", *arguments[1:]).error


def test_pictures_at_a_stated_prevalence(cli: Cli, five: Path) -> None:
    assert "at a stated prevalence of 2 %" in cli("plot", "gains", five, "--prevalence", "2%", "-q").out
    assert (
        "Profit"
        in cli("plot", "profit", five, "--cost-fp", "1", "--benefit-tp", "9", "--capacity", "40%", "-q").out
    )
