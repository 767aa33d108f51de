"""The study of Brier scores: one population run again, and what is claimed of the intervals read off its results."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from studies.brier import RESULTS, every_population, run

from costcurves.inference.costs.mean_losses import mean_loss_interval

with RESULTS.open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file))


def shares(method: str) -> list[float]:
    """Coverage of a method over all populations."""
    return [float(row["coverage"]) for row in ROWS if row["method"] == method]


def test_every_population_is_there():
    assert {row["positives"] for row in ROWS} == {str(one.positives) for one in every_population()}
    assert len(shares("closed form")) == len(list(every_population())) == 54


def test_the_closed_form_holds_more_often_than_the_bootstrap():
    said = (mean_loss_interval.__doc__ or "").split()
    for method in ("closed form", "bca"):
        found = shares(method)
        assert f"{np.mean(found):.3f}" in said
        assert {f"{min(found):.3f};", f"{min(found):.3f}."} & set(said)
    assert min(shares("closed form")) > min(shares("bca"))
    assert np.mean(shares("closed form")) > np.mean(shares("bca"))


def test_with_hundreds_of_records_both_agree():
    widths = {
        method: [
            float(row["mean_width"]) for row in ROWS if (row["positives"], row["method"]) == ("500", method)
        ]
        for method in ("closed form", "bca")
    }
    assert np.divide(widths["closed form"], widths["bca"]) == pytest.approx(1.05, abs=0.05)


def test_a_population_run_again_gives_the_same():
    population = next(one for one in every_population() if (one.positives, one.negatives) == (50, 50))
    again = {str(row["method"]): float(str(row["coverage"])) for row in run(population, simulations=60)}
    facts = [str(value) for value in (50, 50, population.distance, population.confidence)]
    for row in ROWS:
        if [row[name] for name in ("positives", "negatives", "distance", "confidence")] == facts:
            scatter = np.sqrt(0.05 * 0.95 / 60)
            assert again[row["method"]] == pytest.approx(float(row["coverage"]), abs=4 * scatter)
