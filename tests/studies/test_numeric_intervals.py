"""The study of intervals of numeric predictions: what the guide claims is read off its results."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from studies.numeric_intervals import LAWS, RESULTS, SIZES, coverage

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "numbers.md"
with RESULTS.open(encoding="utf-8") as file:
    ROWS = {(row["errors"], int(row["records"])): (row["rmse"], row["mae"]) for row in csv.DictReader(file)}


def test_the_guide_prints_the_results():
    lines = GUIDE.read_text(encoding="utf-8").splitlines()
    for law in LAWS:
        found = [ROWS[law, size] for size in SIZES]
        cells = [rmse for rmse, _ in found] + [mae for _, mae in found]
        assert any(line.endswith(f"| {' | '.join(cells)} |") for line in lines), (law, cells)


def test_a_population_again():
    rmse, mae = coverage("normal", 30, 300)
    assert (rmse, mae) == pytest.approx(tuple(map(float, ROWS["normal", 30])), abs=0.04)
