"""Segments and folds on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from costcurves.cli.loading import load
from costcurves.cli.request import ReadingOptions

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

COSTS = ("--cost-fp", 1, "--cost-fn", 4)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Two regions whose best thresholds differ, and one of a single class."""
    lines = ["label,m,k,region,wave"]
    for i in range(120):
        y, region = int(i % 3 == 0), "north" if i % 2 else "south"
        score = (i * 37 % 50) / 50 + y / 2 + (0 if region == "north" else 1)
        lines.append(f"{y},{score},{i * 11 % 17},{region},{'train' if i % 5 < 2 else 'test'}")
    lines += ["0,0.5,1,sea,train", "0,0.7,1,sea,test"]
    path = tmp_path / "regions.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_costs_are_shown_by_segment_and_overall(cli: Cli, table: Path) -> None:
    out = cli("evaluate", table, "--segment", "region", *COSTS).out
    assert "One threshold of m for all segments costs " in out
    assert "Not judged, as one class is missing: sea." in out
    assert "m by segment at PC(+) = " in out
    rows = [line.split() for line in out.splitlines()]
    shown = [row[0] for row in rows if row and row[0] in {"all", "north", "south"}]
    assert shown[:1] == ["all"]
    assert {"north", "south"} <= set(shown)
    assert "sea (2 records) is not judged: no positive records." in out
    assert "m: cost by segment" in out
    assert "● one threshold for all" in out


def test_segments_as_json_are_those_of_the_library(cli: Cli, table: Path) -> None:
    found = json.loads(cli("evaluate", table, "--segment", "region", *COSTS, "--json").out)["segment_costs"]
    loaded = load(str(table), ReadingOptions(segment="region"))
    condition = cc.OperatingCondition(40 / 122, cc.Costs(fp=1, fn=4))
    own = loaded.evaluation.segments(condition)
    assert found.pop("sentence") == own.sentence
    assert cc.stats.Segments.from_json(found) == own
    again = json.loads(
        cli(
            "evaluate", table, "--segment", "region", *COSTS, "--level", "90%", "--bootstrap", 20, "--json"
        ).out
    )["segment_costs"]
    assert again["level"] == 0.9


def test_a_stated_prevalence_and_another_model(cli: Cli, table: Path) -> None:
    arguments = ("evaluate", table, "--segment", "region", *COSTS, "--prevalence", "10%", "--model", "k")
    found = json.loads(cli(*arguments, "--json").out)["segment_costs"]
    assert found["model"] == "k"
    assert found["overall"]["prevalence"] == pytest.approx(0.1)


def test_thresholds_of_another_part(cli: Cli, table: Path) -> None:
    arguments = ("--partition", "wave", "--choose-on", "train")
    found = json.loads(cli("evaluate", table, "--segment", "region", *COSTS, *arguments, "--json").out)
    loaded = load(str(table), ReadingOptions(segment="region", partition="wave"), choose_on="train")
    assert loaded.chosen_on is not None
    condition = cc.OperatingCondition(found["decision"]["prevalence"], cc.Costs(fp=1, fn=4))
    own = loaded.evaluation.segments(condition, model="m", chosen_on=loaded.chosen_on.records)
    assert found["segment_costs"]["overall"]["nec"]["estimate"] == own.overall.nec.estimate
    assert own.overall.nec.estimate == pytest.approx(found["decision"]["nec"])


def test_thresholds_of_a_file_without_segments(cli: Cli, table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("label,m\n" + "1,1.4\n0,0.9\n1,0.8\n0,0.2\n" * 9, encoding="utf-8")
    saved = tmp_path / "saved.json"
    assert cli("evaluate", other, "-o", saved).code == 0
    found = json.loads(
        cli("evaluate", table, "--segment", "region", *COSTS, "--choose-on", saved, "--json").out
    )
    assert found["segment_costs"]["rule"] == "thresholds tuned on other records"
    assert found["segment_costs"]["overall"]["nec"]["estimate"] == pytest.approx(found["decision"]["nec"])


def test_without_costs_only_rankings_are_shown(cli: Cli, table: Path) -> None:
    outcome = cli("evaluate", table, "--segment", "region", "--score", "m")
    assert "all records, m" in outcome.out
    assert "One threshold" not in outcome.out
    assert "segment_costs" not in json.loads(cli("evaluate", table, "--segment", "region", "--json").out)


def test_many_segments_have_a_table_and_no_picture(cli: Cli, tmp_path: Path) -> None:
    lines = [f"{i % 2},{i % 7},{i % 28 // 2}" for i in range(112)]
    (tmp_path / "f.csv").write_text("label,m,s\n" + "\n".join(lines), encoding="utf-8")
    out = cli("evaluate", "f.csv", "--segment", "s", "--score", "m", *COSTS).out
    assert "m by segment" in out
    assert "m: cost by segment" not in out


@pytest.mark.parametrize(
    ("lines", "arguments", "text"),
    [
        (
            ["1,5,a", "0,4,a", "0,3,a"],
            (),
            (
                "Segments are not judged: cross-fitted thresholds need two or more records of each class; "
                "got 1: give more records, or a threshold."
            ),
        ),
        (
            ["1,5,a", "1,4,a", "0,3,b", "0,6,b"],
            (),
            (
                "Segments are not judged: a segment needs records of both classes; got one class in every one of 2 segments: give more records, or wider segments."
            ),
        ),
    ],
)
def test_what_cannot_be_judged_apart_is_said(
    cli: Cli, tmp_path: Path, lines: list[str], arguments: tuple[str, ...], text: str
) -> None:
    (tmp_path / "f.csv").write_text("label,m,s\n" + "\n".join(lines), encoding="utf-8")
    outcome = cli("evaluate", "f.csv", "--segment", "s", "--score", "m", *COSTS, *arguments)
    assert outcome.code == 0
    assert text in " ".join(outcome.out.split())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--segment", "land"), "land"),
        (("--segment", "region", "--points"), "--segment belongs to tables of records; got --points"),
        (("--segment", "region", "--cost-fn", "4"), "the costs of both kinds of error must be stated"),
    ],
)
def test_wrong_inputs_give_one_sentence(cli: Cli, table: Path, arguments: tuple[str, ...], text: str) -> None:
    outcome = cli("evaluate", table, *arguments)
    assert outcome.code == 2
    assert text in outcome.error


def test_segments_are_a_picture_of_their_own(cli: Cli, table: Path, tmp_path: Path) -> None:
    arguments = ("plot", "segments", table, "--segment", "region", *COSTS)
    out = cli(*arguments, "--level", "90%").out
    assert "m: cost by segment" in out
    assert "90 % intervals" in out
    assert "● one threshold for all" in out
    drawn = tmp_path / "segments.svg"
    assert cli(*arguments, "-o", drawn).code == 0
    assert "north" in drawn.read_text(encoding="utf-8")
    assert "\nsegments\n" in cli("plot", "--list").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (COSTS, "needs the column of segments; name it, such as --segment region"),
        (("--segment", "region"), "needs a decision and its costs; state --cost-fp and --cost-fn, or --pc"),
        (("--segment", "region", *COSTS, "--features", "m,k"), "--features belongs to the picture of the"),
        (("--segment", "planet", *COSTS), "planet"),
    ],
)
def test_a_picture_of_segments_needs_segments_and_costs(
    cli: Cli, table: Path, arguments: tuple[object, ...], said: str
) -> None:
    assert said in cli("plot", "segments", table, *arguments).error


def test_decisions_are_judged_by_segment(cli: Cli, table: Path) -> None:
    arguments = ("decide", table, "--segment", "region", *COSTS)
    assert "m by segment at PC(+) = " in cli(*arguments).out
    found, evaluated = (
        json.loads(cli(command, *arguments[1:], "--json").out)["segment_costs"]
        for command in ("decide", "evaluate")
    )
    assert found == evaluated
    error = cli("decide", table, "--segment", "region", "--max-fpr", "10%").error
    assert "--segment needs costs, to show what the decision costs in each; got no costs" in error
