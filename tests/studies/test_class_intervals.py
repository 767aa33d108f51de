"""The study of intervals of many classes: what the guide claims is read off its results."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from studies.class_intervals import DISTANCES, RESULTS, SHARES, SIZES, Population, coverage, names_of

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "many-classes.md"
with RESULTS.open(encoding="utf-8") as file:
    ROWS = {
        (int(row["classes"]), float(row["distance"]), int(row["records"]), row["measure"]): row["coverage"]
        for row in csv.DictReader(file)
    }
#: Measures as the guide calls them.
CALLED = {
    "accuracy": "accuracy", "macro_recall": "macro recall", "macro_f1": "macro F1", "kappa": "Cohen's κ",
    "mcc": "Matthews correlation", "brier": "Brier score", "log_loss": "log loss",
    "hand_till_m": "Hand and Till's M", "provost_domingos_auc": "mean AUC against the rest",
    "ordered_vus": "ordered VUS",
}  # fmt: skip


def test_every_population_was_run():
    wanted = {
        (classes, distance, size, name)
        for classes in SHARES
        for distance in DISTANCES
        for size in SIZES
        for name in names_of(Population(classes, distance))
    }
    assert set(ROWS) == wanted


@pytest.mark.parametrize("name", CALLED)
def test_the_guide_prints_the_least_of_the_populations(name):
    least = [min(float(v) for key, v in ROWS.items() if key[2:] == (size, name)) for size in SIZES]
    cells = " | ".join(f"{one:.3f}" for one in least)
    assert f"| {CALLED[name]} | {cells} |" in GUIDE.read_text(encoding="utf-8").splitlines()


def test_a_population_again():
    found = coverage(Population(3, 2.5), 100, 200)
    wanted = {name: float(ROWS[3, 2.5, 100, name]) for name in found}
    assert found == pytest.approx(wanted, abs=0.06)


def test_truths_are_those_of_the_classes():
    """Far apart, classes are told apart; the losses of the population add up by class."""
    near, far = Population(3, 1.0).truth, Population(3, 5.0).truth
    assert near.tables["accuracy"] < 0.7
    assert far.tables["accuracy"] > 0.98
    shares = np.array(SHARES[3])
    assert near.of_measure("brier", shares) == pytest.approx(float(near.losses["brier"] @ shares))
    assert 0.5 < near.of_measure("hand_till_m", shares) < far.of_measure("hand_till_m", shares) < 1
