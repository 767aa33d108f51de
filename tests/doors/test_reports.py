"""Report pages with intervals: what they say is what `decide`, `evaluate` and `compare` say."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurves.examples.literature import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

RNG = np.random.default_rng(21)
LABELS = (RNG.random(300) < 0.4).astype(int)
SIGNAL = (RNG.normal(size=300) + 1.5 * LABELS).round(2)
COSTS = ("--cost-fp", "1", "--cost-fn", "3")
QUICK = ("--level", "90%", "--bootstrap", "50", "-q")
PARTED = ("--partition", "part", "--choose-on", "chosen")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Two models on two parts."""
    path = tmp_path / "scores.csv"
    poor = (SIGNAL + RNG.normal(size=300)).round(2)
    parts = ["chosen" if i % 2 else "judged" for i in range(300)]
    rows = zip(LABELS.tolist(), SIGNAL.tolist(), poor.tolist(), parts, strict=True)
    path.write_text(
        "label,good,poor,part\n" + "\n".join(f"{a},{b!r},{c!r},{d}" for a, b, c, d in rows), "utf-8"
    )
    return path


def page(cli: Cli, scored: Path, *arguments: Any) -> str:
    """What the page says, on one line."""
    outcome = cli("report", scored, *arguments, *QUICK, "-o", "page.html")
    assert outcome.code == 0, outcome.err
    text = (scored.parent / "page.html").read_text(encoding="utf-8")
    text = re.sub(r"<(svg|style).*?</\1>", "", text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (COSTS, {"tpr", "fpr", "threshold"}),
        ((*COSTS, "--prevalence", "5%"), {"tpr", "fpr", "threshold"}),
        (("--capacity", "30%", "--prevalence", "20%"), {"tpr", "fpr", "flagged", "threshold"}),
        ((*COSTS, "--capacity", "30%", "--randomised"), {"tpr", "fpr", "flagged"}),
        ((*COSTS, *PARTED), {"tpr", "fpr"}),
        (("--best", "f1"), {"tpr", "fpr", "f1", "threshold"}),
    ],
    ids=["costs", "prevalence", "capacity", "mixture", "elsewhere", "best"],
)
def test_pages_say_of_a_decision_what_decide_says(
    cli: Cli, scored: Path, arguments: tuple[str, ...], told: set[str]
) -> None:
    decided = json.loads(cli("decide", scored, *arguments, *QUICK, "--json").out)["uncertainty"]
    priced = "cost" in decided
    assert set(decided) - {"cost", "optimism", "plateau", "sentences"} == told
    sentences = decided["sentences"][1:] if priced else decided["sentences"]
    text = page(cli, scored, *arguments)
    for sentence in sentences:
        assert " ".join(sentence.split()) in text
    if priced:
        low, high = (f"{decided['cost'][end]:.4g}" for end in ("low", "high"))
        assert f"90 % interval {low} to {high}" in text


def test_pages_end_with_the_verdicts_of_compare(cli: Cli, scored: Path) -> None:
    for arguments in (COSTS, ()):
        verdict = (
            cli("compare", scored, "good", "poor", *arguments, "--level", "90%", "-q")
            .out.strip()
            .split("\n")[-1]
        )
        assert "good" in verdict
        assert verdict in page(cli, scored, *arguments)


def test_differences_are_of_the_thresholds_they_are_of(cli: Cli, scored: Path) -> None:
    assert "thresholds tuned on other records" in page(cli, scored, *COSTS, *PARTED)
    alone = page(cli, scored, *COSTS)
    assert "tuned on other records" not in alone
    assert "judged on records left out of the choice" in alone


def test_pages_say_which_parts_intervals_are_of(cli: Cli, scored: Path) -> None:
    assert "90 % intervals on judged, at its prevalence of" in page(cli, scored, *PARTED)
    assert "all parts together" not in page(cli, scored, *PARTED)


def test_who_flags_nobody_has_nothing_more_to_say(cli: Cli, scored: Path) -> None:
    rules = shipped("credit_rules.csv")
    outcome = cli("report", rules, "--cost-fp", "1", "--cost-fn", "1", "--prevalence", "0.1%", *QUICK)
    assert outcome.out.startswith("Flag nobody: no model costs less")
    assert outcome.out.count("No interval") == 1
    text = (scored.parent / "report.html").read_text(encoding="utf-8")
    assert text.count("No interval") == 1
