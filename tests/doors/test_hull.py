"""`hull`, and the joint hull in pictures and on pages, on the command line as in Python."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

import costcurves as cc


@pytest.fixture
def points(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("model,fpr,tpr\nC4.5,0.2,0.8\nCN2,0.05,0.6\n", encoding="utf-8")
    return path


@pytest.fixture
def ev():
    return cc.evaluate_points({"C4.5": (0.2, 0.8), "CN2": (0.05, 0.6)})


def test_it_says_what_python_says(cli, points, ev):
    hull = ev.hull()
    assert cli("hull", points).out.startswith(f"{hull.sentence}\n")
    assert json.loads(cli("hull", points, "--json").out) == hull.to_json()
    rows = [*csv.DictReader(io.StringIO(cli("hull", points, "--csv").out))]
    assert [row["model"] for row in rows] == hull.to_columns()["model"]
    assert json.loads(cli("hull", points, "CN2", "--json").out) == ev.hull(models=["CN2"]).to_json()
    assert json.loads(cli("evaluate", points, "--json").out)["hull"] == hull.to_json()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--csv", "--json"), "--csv and --json exclude each other"),
        (("CN3",), "no such model 'CN3'; did you mean 'CN2'?"),
        (("--segment", "region"), "no such option '--segment'"),
    ],
)
def test_wrong_requests(cli, points, arguments, error):
    outcome = cli("hull", points, *arguments)
    assert outcome.code == 2
    assert error in outcome.error


def test_it_is_drawn_on_request(cli, points, tmp_path):
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    for name, label in (("roc", "joint hull"), ("cost", "joint envelope")):
        assert label in cli("plot", name, points, "--joint-hull").out
        assert label not in cli("plot", name, points).out
        cli("plot", name, points, "--joint-hull", "-o", picture)
        assert label in picture.read_text(encoding="utf-8")
    cli("report", points, "--joint-hull", "-o", page)
    assert {"joint hull", "joint envelope"} <= set(re.findall('data-label="([^"]*)"', page.read_text()))
    cli("report", points, "-o", page)
    assert "joint" not in page.read_text(encoding="utf-8")


def test_pictures_that_cannot_have_it(cli, points, tmp_path):
    assert (
        "unknown option of a picture; got joint_hull (det)"
        in cli("plot", "det", points, "--joint-hull").error
    )
    scored = tmp_path / "scored.csv"
    rows = [f"{i % 2},{(i * 7) % 20 / 2},{'train' if i < 10 else 'test'}" for i in range(20)]
    scored.write_text("\n".join(["label,m,part", *rows]), encoding="utf-8")
    assert "Part shown: test, at its prevalence of 50 %." in cli("plot", "cost", scored, "--joint-hull").out
    whole = tmp_path / "whole.csv"
    whole.write_text("label,m\n1,3\n0,2\n1,1\n", encoding="utf-8")
    assert (
        "a joint envelope must be that of the best thresholds"
        in cli("plot", "cost", whole, "--joint-hull", "--rule", "share").error
    )
