"""Selection by training condition: from a column of points files to the figures of Drummond and Holte (2000)."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import sonar_trees
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from tests.doors.conftest import Cli

# The worked example of section 2.3 (reference formulas, 11.5).
FPR, TPR, TRAINED = [0.02, 0.15, 0.40], [0.20, 0.60, 0.85], [1 / 12, 1 / 6.1, 0.5]


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """The worked example, and a second family."""
    rows = [f"tree,{x},{y},{pc}" for x, y, pc in zip(FPR, TPR, TRAINED, strict=True)]
    path = tmp_path / "three.csv"
    path.write_text(
        "\n".join(["model,fpr,tpr,trained_for", *rows, "rule,0.1,0.5,0.2", "rule,0.3,0.8,0.6"]) + "\n",
        "utf-8",
    )
    return path


def test_the_worked_example(cli: Cli, three: Path) -> None:
    outcome = cli("evaluate", three, "--json")
    found = json.loads(outcome.out)["selection"]["models"]["tree"]
    assert found["switches"] == pytest.approx([0.123634, 0.331967], abs=5e-7)
    assert (found["area"], found["best"]) == pytest.approx((0.2075370, 0.1806475), abs=5e-8)
    assert found["excess"] == pytest.approx(0.0268895, abs=5e-8)
    assert found["classifiers"] == 3


def test_figure_18_of_33_trees(cli: Cli, tmp_path: Path) -> None:
    """Each was trained for its own ratio; the area between is 0.038389 in a rerun on the sonar data."""
    ratio, trees = sonar_trees()
    counts = zip(*(getattr(trees, name).tolist() for name in ("tp", "fn", "fp", "tn")), strict=True)
    rows = [
        f"sonar,{','.join(map(str, row))},{1 / (1 + r)!r}"
        for row, r in zip(counts, ratio.tolist(), strict=True)
    ]
    (tmp_path / "sonar.csv").write_text("\n".join(["model,tp,fn,fp,tn,trained_for", *rows]) + "\n", "utf-8")
    found = json.loads(cli("evaluate", "sonar.csv", "--json").out)["selection"]["models"]["sonar"]
    assert (found["area"], found["best"]) == pytest.approx((0.218329, 0.179940), abs=5e-7)
    assert found["excess"] == pytest.approx(0.038389, abs=5e-7)
    assert "the excess is 0.03839, at most 0.1096 at PC(+) 0.219" in cli("evaluate", "sonar.csv").out
    outcome = cli("plot", "selection", "sonar.csv", "-o", "figure.svg")
    assert outcome.code == 0
    assert "area between: sonar 0.03839" in Path("figure.svg").read_text(encoding="utf-8")
    assert "area between: sonar 0.03839" in cli("plot", "selection", "sonar.csv").out


def test_two_families_are_compared_as_they_are_selected(cli: Cli, three: Path) -> None:
    found = json.loads(cli("evaluate", three, "--json").out)["selection"]
    # By hand: rule switches at 0.4; the lines of tree and rule cross at 2/3, where 0.4 − 0.25 x = 0.3 − 0.1 x.
    assert found["models"]["rule"]["switches"] == [0.4]
    winners = {(round(one["low"], 4), round(one["high"], 4)): one["winner"] for one in found["cheapest"]}
    assert winners[0.1667, 0.6667] == "rule"
    assert winners[0.6667, 0.8] == "tree"
    out = cli("evaluate", three).out
    assert "rule from 0.1667 to 0.6667; tree from 0.6667 to 0.8; flag everybody from 0.8 to 1." in out
    assert "Selection by training condition, NEC over PC(+)" in out


def test_columns_hold_both_curves_where_one_jumps_from_both_sides(cli: Cli, three: Path) -> None:
    rows = list(csv.DictReader(cli("curve", "selection", three).out.splitlines()))
    tree = [
        (float(row["pc"]), float(row["nec"]), float(row["best"])) for row in rows if row["model"] == "tree"
    ]
    x, policy, best = np.array(tree).T
    assert np.all(np.diff(x) >= 0)
    assert np.all(best <= policy + 1e-12)
    excess = policy - best
    area = float(
        ((excess[1:] + excess[:-1]) / 2 * np.diff(x)).sum()
    )  # numpy's own has another name before 2.0
    assert area == pytest.approx(0.0268895, abs=5e-8)
    assert x.tolist().count(x[np.argmin(np.abs(x - 0.123634))]) == 2


def test_python_says_the_same(cli: Cli, three: Path) -> None:
    points = {"tree": (FPR, TPR), "rule": ([0.1, 0.3], [0.5, 0.8])}
    ev = cc.evaluate_points(points, trained_for={"tree": TRAINED, "rule": [0.2, 0.6]})
    found = ev.selection()
    assert found.sentence in " ".join(cli("evaluate", three).out.split())
    assert (
        json.loads(json.dumps(found.to_json()))
        == json.loads(cli("evaluate", three, "--json").out)["selection"]
    )
    assert repr(found) == "TrainingSelection(tree, rule)"
    assert str(found) == found.sentence
    assert found.chart().key == "selection"
    with_one = cc.evaluate_points({"a": (0.2, 0.8), "b": (0.1, 0.5)}, trained_for={"a": 0.5}).selection()
    assert with_one.excess == {
        "a": pytest.approx(0.2 - cc.rules.optimal(cc.Tally.from_points([0.2], [0.8])).area)
    }


def test_pages_show_it(cli: Cli, three: Path) -> None:
    cli("report", three)
    text = Path("report.html").read_text(encoding="utf-8")
    assert 'id="selection"' in text
    assert "area between: tree 0.02689, rule 0.03056" in text
    cc.evaluate_points({"a": (0.2, 0.8)}).report("plain.html")
    assert 'id="selection"' not in Path("plain.html").read_text(encoding="utf-8")


def test_saved_evaluations_keep_it(cli: Cli, three: Path) -> None:
    cli("evaluate", three, "-o", "saved.json")
    saved, own = (
        json.loads(cli("evaluate", path, "--json").out)["selection"] for path in ("saved.json", three)
    )
    assert saved == own
    ev = cc.evaluate_points({"tree": (FPR, TPR)}, trained_for={"tree": TRAINED})
    assert cc.Evaluation.from_json(json.loads(Path("saved.json").read_text())) != ev
    ev.save("own.json")
    assert cc.Evaluation.load("own.json") == ev


def test_some_models_may_have_none(cli: Cli, three: Path) -> None:
    three.write_text(three.read_text() + "plain,0.2,0.7,\n", encoding="utf-8")
    found = json.loads(cli("evaluate", three, "--json").out)["selection"]
    assert list(found["models"]) == ["tree", "rule"]


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (
            ["a,0.1,0.5,1.2"],
            "three.csv, line 2, model 'a'): correct it, or leave the column out",
        ),
        (["a,0.1,0.5,0.2", "a,0.2,0.8,"], "three.csv, line 3, model 'a'): correct it"),
        (["a,0.1,0.5,0.2", "a,0.2,0.8,0.2"], "must be trained for a PC(+) of its own; got 0.2 twice"),
        (["a,0.1,0.5,often"], "three.csv, line 2): correct that cell"),
        (["a,0.1,0.5,-0.1"], "three.csv, line 2, model 'a')"),
    ],
)
def test_columns_that_do_not_fit(cli: Cli, three: Path, rows: list[str], error: str) -> None:
    three.write_text("\n".join(["model,fpr,tpr,trained_for", *rows]) + "\n", encoding="utf-8")
    outcome = cli("evaluate", three)
    assert (outcome.code, outcome.out) == (2, "")
    assert error in outcome.error


def test_what_cannot_be_selected_is_refused(cli: Cli, three: Path) -> None:
    (three.parent / "bare.csv").write_text("model,fpr,tpr\na,0.1,0.5\n", encoding="utf-8")
    for command in ("plot", "curve"):
        outcome = cli(command, "selection", "bare.csv")
        assert outcome.code == 2
        assert "give operating points with a column trained_for" in outcome.error
    assert "a picture of selection" in cli("plot", "selection", three, "--level", "95%").error
    points = {"a": (0.2, 0.8)}
    assert refusal(lambda: cc.evaluate_points(points, trained_for={"b": 0.5})).startswith("no such model 'b'")
    no_mapping: Any = "a"
    assert refusal(lambda: cc.evaluate_points(points, trained_for=no_mapping)).startswith(
        "trained_for must be given by model; got an object of type str"
    )
    said = refusal(lambda: cc.evaluate_points(points, trained_for={"a": [0.1, 0.5]}))
    assert said.startswith(
        "fpr must have one value per record; got 1 values for 2 records (trained_for of 'a')"
    )
    assert refusal(lambda: cc.evaluate_points(points, trained_for={"a": 1.5})).startswith(
        "pc must lie in [0, 1]; got [1.5]"
    )
