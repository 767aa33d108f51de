"""One condition in every command: the stated prevalence, else that of the records that choose thresholds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurves import Costs, OperatingCondition

if TYPE_CHECKING:
    from pathlib import Path

    from tests.doors.conftest import Cli

RNG = np.random.default_rng(5)
PARTS = np.repeat(["chosen", "judged"], [200, 300])
LABELS = (RNG.random(500) < np.where(PARTS == "chosen", 0.2, 0.5)).astype(int)
SIGNAL = RNG.normal(size=500) + 1.5 * LABELS
COSTS = ("--cost-fp", "1.1", "--cost-fn", "3.7")  # no two thresholds cost the same
CHOSEN = ("--partition", "part", "--choose-on", "chosen", "--level", "95%", "-q")
QUICK = (*CHOSEN, "--bootstrap", "40")
OF_CHOSEN = OperatingCondition(float(LABELS[PARTS == "chosen"].mean()), Costs(fp=1.1, fn=3.7))
OF_JUDGED = OperatingCondition(float(LABELS[PARTS == "judged"].mean()), Costs(fp=1.1, fn=3.7))


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    """Two models on two parts, one with few positives, the other with many."""
    path = tmp_path / "parted.csv"
    poor = SIGNAL + RNG.normal(size=500)
    lines = [
        f"{label},{good!r},{bad!r},{part}"
        for label, good, bad, part in zip(LABELS.tolist(), SIGNAL.tolist(), poor.tolist(), PARTS, strict=True)
    ]
    path.write_text("label,good,poor,part\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_without_a_prevalence_that_of_the_choosing_records_counts_everywhere(cli: Cli, parted: Path) -> None:
    assert abs(OF_CHOSEN.pc - OF_JUDGED.pc) > 0.1
    decided = json.loads(cli("decide", parted, *COSTS, *QUICK, "--json").out)
    assert decided["pc"] == pytest.approx(OF_CHOSEN.pc)
    tested = json.loads(cli("test", parted, "good", "poor", *COSTS, *CHOSEN, "--json").out)
    assert tested["pc"] == pytest.approx(OF_CHOSEN.pc)
    found = json.loads(cli("evaluate", parted, *COSTS, *QUICK, "--json").out)
    assert found["uncertainty"]["good"]["cost"]["estimate"] == pytest.approx(decided["nec"])
    assert f"PC(+) = {OF_CHOSEN.pc:.4f}" in cli("evaluate", parted, *COSTS, *QUICK).out
    cli("report", parted, *COSTS, *QUICK, "-o", "page.html")
    page = (parted.parent / "page.html").read_text(encoding="utf-8")
    assert f"at PC(+) = {OF_CHOSEN.pc:.4f}" in page


@pytest.mark.parametrize("goal", [COSTS, ("--capacity", "20%"), ()], ids=["costs", "capacity", "neither"])
def test_reports_at_a_stated_prevalence_say_how_sure_they_are(
    cli: Cli, parted: Path, goal: tuple[str, ...]
) -> None:
    arguments = (*goal, "--prevalence", "5%", "--level", "95%", "--bootstrap", "40", "-o", "page.html")
    outcome = cli("report", parted, *arguments)
    assert outcome.code == 0, outcome.err
    assert 'data-kind="ribbon"' in (parted.parent / "page.html").read_text(encoding="utf-8")
    if goal == COSTS:
        decided = json.loads(cli("decide", parted, *arguments[:-2], "-q", "--json").out)["uncertainty"]
        low, high = (decided["cost"][end] for end in ("low", "high"))
        assert f"95 % interval {low:.4g} to {high:.4g}" in outcome.out
