"""Folds and clusters on the command line: what models cost over folds, and folds that part clusters."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurves import Records, roc_curve
from costcurves.stats import fold_summary

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

RNG = np.random.default_rng(5)
LABELS = np.tile([1, 0, 0, 1, 0, 0], 20)
FOLDS = np.repeat(["a", "b", "c"], 40)
SCORES = RNG.normal(size=120) + LABELS


@pytest.fixture
def folded(tmp_path: Path) -> Path:
    """Three folds of forty records; clusters of two lie within folds, those of three do not."""
    path = tmp_path / "folded.csv"
    lines = [
        f"{label},{score!r},{fold},{i // 2},{i // 3}"
        for i, (label, score, fold) in enumerate(
            zip(LABELS.tolist(), SCORES.tolist(), FOLDS.tolist(), strict=True)
        )
    ]
    path.write_text("label,m,part,two,three\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_costs_over_folds_are_averaged_and_pooled(cli: Cli, folded: Path) -> None:
    arguments = ("evaluate", folded, "--score", "m", "--fold", "part")
    found = json.loads(cli(*arguments, "--pc", "0.4", "--json", "-q").out)["over_folds"]
    records = Records.read(LABELS, {"m": SCORES}, fold=FOLDS)
    pc = json.loads(cli(*arguments, "--pc", "0.4", "--json", "-q").out)["decision"]["pc"]
    wanted = fold_summary(records, "m", pc=pc)
    cost = found["models"]["m"]["cost"]
    assert (cost["mean"], cost["sd"], cost["pooled"]) == pytest.approx(
        (wanted.mean, wanted.sd, wanted.pooled)
    )
    aucs = [roc_curve(LABELS[fold == FOLDS], SCORES[fold == FOLDS]).auc for fold in "abc"]
    auc = found["models"]["m"]["auc"]
    assert auc["mean"] == pytest.approx(np.mean(aucs))
    assert auc["sd"] == pytest.approx(np.std(aucs, ddof=1))
    out = " ".join(cli(*arguments, "--pc", "0.4").out.split())
    assert "Over 3 folds at PC(+) = 0.4" in out
    assert f"{wanted.mean:.4f}" in out
    assert all(note in out for note in found["notes"])


def test_without_costs_the_area_is_told(cli: Cli, folded: Path) -> None:
    out = cli("evaluate", folded, "--score", "m", "--fold", "part").out
    assert "Over 3 folds" in out
    assert "cost curve area" in out
    assert "Over" not in cli("evaluate", folded, "--score", "m").out


def test_folds_of_one_class_are_not_summarised(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("label,m,fold\n1,3,a\n0,2,a\n1,1,b\n1,5,b\n", encoding="utf-8")
    out = cli("evaluate", path, "--fold", "fold").out
    assert "Folds are not summarised: " in out
    found = json.loads(cli("evaluate", path, "--fold", "fold", "--json", "-q").out)["over_folds"]
    assert found["sentence"].startswith("Folds are not summarised: ")


@pytest.mark.parametrize(("column", "warned"), [("two", False), ("three", True)])
def test_folds_that_part_clusters_are_warned_of(cli: Cli, folded: Path, column: str, *, warned: bool) -> None:
    outcome = cli("evaluate", folded, "--score", "m", "--fold", "part", "--cluster", column)
    assert outcome.code == 0
    # Of clusters of three, 39 to 41 and 78 to 80 straddle: the first of them begins in one fold.
    assert ("in more than one fold" in outcome.err) is warned
    counted = len({(i // 3, fold) for i, fold in enumerate(FOLDS.tolist())}) - 40
    assert not warned or f"{counted} clusters lie in more than one fold" in outcome.err
