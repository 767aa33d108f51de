"""Whatever shows one part of a table says which one, and at which prevalence: every picture, curve and table."""

from __future__ import annotations

import csv
import json
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.charts.figures.by_name import FIGURES
from costcurves.curves.registry import CURVES
from costcurves.measures.proper_scores import brier
from tests.doors.newcomer.path import page_text
from tests.members import each
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

COSTS = ("--cost-fp", 1, "--cost-fn", 4)
#: Positives and records of each part, which hold other shares of positives.
SIZES = {"train": (20, 40), "validation": (12, 40), "test": (8, 40)}
PICTURES = [*FIGURES, "separation", "segments"]
NAMED_CURVES = [*(one.key for one in CURVES), "deciles"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Two models, a predictor and two segments in three parts."""
    rng = np.random.default_rng(8)
    rows = []
    for part, (positives, records) in SIZES.items():
        for place in range(records):
            label = int(place < positives)
            scores = 1 / (1 + np.exp(-(2 * label - 1 + rng.normal(size=2))))
            rows.append(f"{part},{label},{scores[0]:.4f},{scores[1]:.4f},{'ns'[place % 2]}")
    path = tmp_path / "parts.csv"
    path.write_text("part,label,a,b,region\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def drawn_by(name: str) -> tuple[str, ...]:
    """Options without which a picture is nothing."""
    more = {"separation": ("--features", "a,b"), "segments": ("--segment", "region")}
    return (*more.get(name, ()), *COSTS)


@each("name", PICTURES)
def test_every_picture_says_which_part_it_shows(cli: Cli, table: Path, name: str) -> None:
    outcome = cli("plot", name, table, *drawn_by(name), "-o", "picture.svg")
    assert outcome.code == 0, outcome.err
    svg = unescape(re.sub(r"<[^>]*>", " ", Path("picture.svg").read_text(encoding="utf-8")))
    shown = " ".join(cli("plot", name, table, *drawn_by(name)).out.split())
    for text in (" ".join(svg.split()), shown):
        if name == "cost":
            parts = ("train (prevalence 50 %)", "validation (prevalence 30 %)", "test (prevalence 20 %)")
            assert all(part in text for part in parts)
        else:
            at = "its prevalence of 20 %" if name == "separation" else "a prevalence of 30 %, the share in"
            assert f"Part shown: test, at {at}" in text


@each("name", NAMED_CURVES)
def test_every_curve_has_columns_of_part_and_prevalence(cli: Cli, table: Path, name: str) -> None:
    outcome = cli("curve", name, table, *COSTS)
    rows = list(csv.DictReader(outcome.out.splitlines()))
    column = "partition" if name == "deciles" else "part"
    share = "part_prevalence" if name in {"error_by_prevalence", "regret"} else "prevalence"
    assert {(row[column], row[share]) for row in rows} == {(part, "0.3") for part in SIZES}


def test_a_stated_prevalence_has_a_column_without_parts_too(cli: Cli, table: Path) -> None:
    table.write_text(table.read_text().replace("part,", "phase,"), encoding="utf-8")
    rows = list(
        csv.DictReader(cli("curve", "precision_recall", table, "--prevalence", "2%").out.splitlines())
    )
    assert {row["prevalence"] for row in rows} == {"0.02"}
    rows = list(csv.DictReader(cli("curve", "net_benefit", table, *COSTS).out.splitlines()))
    assert {row["prevalence"] for row in rows} == {str(40 / 120)}
    assert "prevalence" not in cli("curve", "precision_recall", table).out


def test_without_costs_each_part_of_a_curve_has_its_own_prevalence(cli: Cli, table: Path) -> None:
    rows = list(csv.DictReader(cli("curve", "precision_recall", table).out.splitlines()))
    wanted = {(part, str(positives / records)) for part, (positives, records) in SIZES.items()}
    assert {(row["part"], row["prevalence"]) for row in rows} == wanted
    rows = list(csv.DictReader(cli("curve", "roc", table, "--prevalence", "2%").out.splitlines()))
    assert {row["prevalence"] for row in rows} == {"0.02"}
    table.write_text(table.read_text().replace("train", "2022").replace("validation", "2023"), "utf-8")
    rows = list(csv.DictReader(cli("curve", "gains", table, "--partition", "part", *COSTS).out.splitlines()))
    assert {(row["part"], row["prevalence"]) for row in rows} == {
        ("2022", "0.5"), ("2023", "0.3"), ("test", "0.2"),
    }  # fmt: skip


def test_python_draws_the_same(cli: Cli, table: Path) -> None:
    parts = {name: evaluation(table, name) for name in SIZES}
    test, costs = parts["test"], cc.Costs(fp=1, fn=4)
    decision = test.decide(costs, chosen_on=parts["validation"])
    chart = test.chart("precision_recall", decision=decision, part="test")
    assert chart.subtitle == "at a prevalence of 30 %, the share in validation"
    assert chart.notes[0] == "Part shown: test, at a prevalence of 30 %, the share in validation."
    assert chart.notes[0] in " ".join(cli("plot", "precision_recall", table, *COSTS).out.split())
    columns = chart.to_columns()
    assert (set(columns["part"]), set(columns["prevalence"])) == ({"test"}, {0.3})
    no_name: Any = 3
    assert refusal(lambda: test.chart("roc", part=no_name)).startswith(
        "the part that is shown must be a name"
    )
    own = test.chart("roc", part="test")
    assert own.notes[0] == "Part shown: test, at its prevalence of 20 %."
    assert test.chart("roc", prevalence=0.02, part="test").notes[0].endswith("at a stated prevalence of 2 %.")
    assert "part" not in test.chart("roc").to_columns()
    columns = parts["train"].beside({"test": test}).chart("a").to_columns()
    assert {("these records", 0.5), ("test", 0.2)} < set(
        zip(columns["part"], columns["prevalence"], strict=True)
    )


def test_python_writes_the_same_page(cli: Cli, table: Path) -> None:
    parts = {name: evaluation(table, name, called=name) for name in ("validation", "train", "test")}
    decision = parts["test"].decide(cc.Costs(fp=1, fn=4), chosen_on=parts["validation"])
    parts["test"].report("python.html", decision=decision, parts=parts)
    cli("report", table, *COSTS, "-o", "command.html")
    python, command = (page_text(Path(name)).splitlines() for name in ("python.html", "command.html"))
    read = cli("evaluate", table).err.splitlines()  # what a file says of itself is all that differs
    lines = {line.strip().replace(f"{table.parent}/", "") for line in read}
    assert [line for line in command if line not in lines] == python


def evaluation(table: Path, part: str, *, called: str = "") -> cc.Evaluation:
    """One part of the table, under its name; the training part by default without one."""
    rows = [row for row in csv.DictReader(table.read_text().splitlines()) if row["part"] == part]
    scores = {model: [float(row[model]) for row in rows] for model in "ab"}
    found = cc.evaluate([int(row["label"]) for row in rows], scores)
    name = called or ("" if part == "train" else part)
    return cc.Evaluation(found.models, found.records, name) if name else found


def test_tables_compare_parts_at_one_prevalence(cli: Cli, table: Path) -> None:
    said = "at a prevalence of 30 %, the share in validation"
    outcome = cli("evaluate", table, *COSTS)
    assert f"Every part, and its gap to the reference part, {said}" in outcome.out
    assert "Summary measures on test, at its prevalence of 20 %" in outcome.out
    assert f"The same decision on every part, {said}" in cli("decide", table, *COSTS).out
    document = json.loads(cli("evaluate", table, *COSTS, "--json").out)
    found = document["compared"]
    assert (found["prevalence"], found["prevalence_of"]) == (0.3, "validation")
    test = evaluation(table, "test")
    assert found["numbers"]["a"]["test"]["brier"] == brier(test.at_prevalence(0.3).tally("a"))
    assert document["parts"]["test"]["models"]["a"]["brier"] == brier(test.tally("a"))
    stated = json.loads(cli("evaluate", table, "--prevalence", "5%", "--json").out)["compared"]
    assert (stated["prevalence"], stated["prevalence_of"]) == (0.05, "stated")


def test_goals_compare_shares_flagged_at_one_prevalence(cli: Cli, table: Path) -> None:
    outcome = cli("decide", table, "--capacity", "30%")
    assert "The same decision on every part, at a prevalence of 30 %, the share in validation" in outcome.out
    document = json.loads(cli("decide", table, "--capacity", "30%", "--json").out)
    test = document["parts"]["test"]
    flagged = 100 * (0.3 * test["tpr"] + 0.7 * test["fpr"])
    last = outcome.out.rstrip().splitlines()[-1].split()
    assert last == ["test", f"{test['fpr']:.4f}", f"{test['tpr']:.4f}", f"{flagged:.2f}"]


def test_one_held_out_part_gives_its_prevalence(cli: Cli, table: Path) -> None:
    kept = [line for line in table.read_text().splitlines() if not line.startswith("validation")]
    table.write_text("\n".join(kept) + "\n", encoding="utf-8")
    said = "at a prevalence of 20 %, the share in test"
    assert f"gap to the reference part, {said}" in cli("evaluate", table).out
    assert f"The same decision on every part, {said}" in cli("decide", table, *COSTS).out


def test_commands_name_the_part_that_they_show(cli: Cli, table: Path) -> None:
    said = " on test, at its prevalence of 20 %"
    assert f"over PC(+), 95 % intervals{said}" in cli("test", table, "a", "b").out
    assert f"Cheapest choice by operating condition{said}" in cli("compare", table).out
    assert "Models in pairs on train, at its prevalence of 50 %" in cli("compare", table).out
    page = Path("report.html")
    cli("report", table, *COSTS)
    text = unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8"))).replace("\xa0", " ")
    assert f"Summary measures{said}." in text
    assert text.count("Part shown: test, at its prevalence of 20 %") >= 4  # two pictures, each drawn twice


def test_totals_choose_on_one_part_and_judge_on_another(cli: Cli, table: Path) -> None:
    costs = ("--row-fn", 4, "--row-fp", 1)
    out = cli("totals", table, *costs).out
    assert "Totals at the costs of each record on test, at its prevalence of 20 %" in out
    assert "threshold of validation" in out
    assert "chosen on these records" not in out
    assert "Chosen on validation, judged on test." in out
    document = json.loads(cli("totals", table, *costs, "--json").out)
    decision = evaluation(table, "validation").decide(cc.Costs(fp=1, fn=4), model="a")
    flagged = evaluation(table, "test").judge(decision)
    # With costs that all records share the cheapest threshold is that of the least cost.
    wanted = 4 * 8 * (1 - flagged.tpr) + 32 * flagged.fpr
    assert document["a"]["cheapest_threshold"]["cost"] == pytest.approx(wanted)


def test_documents_name_the_part_that_they_are_of(cli: Cli, table: Path) -> None:
    own = {"name": "test", "prevalence": 0.2, "source": ""}
    for command in (("evaluate", table), ("compare", table), ("test", table, "a", "b"), ("hull", table)):
        assert json.loads(cli(*command, "--json").out)["part"] == own
    document = json.loads(cli("test", table, "a", "b", *COSTS, "--json").out)
    assert document["part"] == {"name": "test", "prevalence": 0.3, "source": "validation"}
    said = " on test, at a prevalence of 30 %, the share in validation"
    assert said in " ".join(cli("test", table, "a", "b", *COSTS).out.split())
    table.write_text(table.read_text().replace("part,", "phase,"), encoding="utf-8")
    assert "part" not in json.loads(cli("evaluate", table, "--json").out)


def test_lines_of_thresholds_are_of_one_part(cli: Cli, table: Path) -> None:
    out = " ".join(cli("plot", "cost", table, "--lines").out.split())
    assert "Part shown: test, at its prevalence of 20 %." in out
    assert "Thin lines: one per threshold, 39 of 39 of a, 38 of 38 of b." in out


def test_pictures_and_comparisons_take_parts_of_other_names(cli: Cli, table: Path) -> None:
    names = {"train": "2021", "validation": "2022", "test": "2023"}
    text = table.read_text()
    for old, new in names.items():
        text = text.replace(old, new)
    table.write_text(text, encoding="utf-8")
    asked = (table, "--partition", "part")
    assert "state --choose-on PART and --judge-on PART" in cli("plot", "roc", *asked).error
    stated = ("--choose-on", "2022", "--judge-on", "2023")
    assert "Part shown: 2023" in cli("plot", "roc", *asked, *stated).out
    assert " on 2023, at its prevalence of 20 %" in cli("compare", *asked, *stated).out
    assert "no such model 'nope'" in cli("plot", "cost", *asked, "--model", "nope").error
    assert "Part shown: 2023" in cli("plot", "cost", *asked, *stated).out
