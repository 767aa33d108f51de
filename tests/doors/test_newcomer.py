"""The path of a newcomer: three models, every command, and the words that are written down."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

import costcurves as cc
from costcurves.cli.program import COMMANDS as KNOWN
from tests.doors.newcomer import path
from tests.doors.newcomer.train import SCORES, predictions

if TYPE_CHECKING:
    from pathlib import Path


def test_every_command_is_tried() -> None:
    # What `completion` prints is a library's, of one version or another.
    assert {line.partition(" ")[0] for line in path.COMMANDS} == KNOWN.keys() - {"completion"}


def test_every_command_says_what_is_written_down(tmp_path: Path) -> None:
    wanted = path.SAID.read_text(encoding="utf-8").split(f"{'=' * 80}\n")
    for found, written in zip(path.walk(tmp_path), wanted, strict=True):
        assert found == written
    files = ("demo.html", "decision.json", "decided.csv", "roc.svg", "net_benefit.csv", "report.html")
    assert all((tmp_path / name).stat().st_size > 0 for name in files)
    words = path.page_text(tmp_path / "report.html").splitlines()
    assert words == path.PAGE.read_text(encoding="utf-8").splitlines()


def test_models_trained_today_are_like_those_of_the_shipped_scores() -> None:
    pytest.importorskip("sklearn")
    with SCORES.open(encoding="utf-8", newline="") as file:
        shipped = list(csv.DictReader(file))
    today = predictions()
    assert list(today) == list(shipped[0])
    labels = [int(row["label"]) for row in shipped]
    assert labels == today["label"]
    test = [row for row, name in enumerate(today["part"]) if name == "test"]
    for model in ("logistic", "forest", "bayes"):
        areas = [
            cc.roc_curve([labels[row] for row in test], [float(scores[row]) for row in test]).auc
            for scores in ([row[model] for row in shipped], today[model])
        ]
        assert areas[0] == pytest.approx(areas[1], abs=0.02)
