"""The study of headlines of many classes: what the guide claims is read off its results."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from studies.class_headline import (
    CLASSES,
    COMMON,
    COUNTS,
    DISTANCE,
    RESULTS,
    SIZES,
    coverage,
    error_rate,
)
from studies.class_intervals import SHARES

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "many-classes.md"
with RESULTS.open(encoding="utf-8") as file:
    ROWS = {
        (int(row["models"]), float(row["common"]), int(row["records"])): (row["held"], row["told_apart"])
        for row in csv.DictReader(file)
    }
CASES = [(count, common) for count in COUNTS for common in (COMMON if count > 1 else COMMON[:1])]


def test_every_case_was_run():
    assert set(ROWS) == {(*case, size) for case in CASES for size in SIZES}


@pytest.mark.parametrize("case", CASES)
def test_the_guide_prints_the_results(case):
    found = [ROWS[(*case, size)] for size in SIZES]
    cells = [held for held, _ in found] + [apart for _, apart in found]
    err = "–" if case[0] == 1 else {0.8: "mostly the same", 0.0: "different ones"}[case[1]]
    row = f"| {case[0]} | {err} | {' | '.join(cells)} |"
    assert row in GUIDE.read_text(encoding="utf-8").splitlines()


def test_headlines_hold_and_equal_models_are_seldom_told_apart():
    assert min(float(held) for held, _ in ROWS.values()) >= 0.93
    assert max(float(apart) for _, apart in ROWS.values()) <= 0.05


def test_a_case_again():
    held, apart = coverage(100, 3, 0.8, 100)
    wanted = [float(one) for one in ROWS[3, 0.8, 100]]
    assert [held, apart] == pytest.approx(wanted, abs=0.08)


def test_the_error_rate_is_that_of_neighbouring_classes():
    """Thresholds lie halfway between 0, d and 2d where shares count alike: Φ(−d/2) a side."""
    side = math.erfc(DISTANCE / 2 / math.sqrt(2)) / 2
    first, middle, last = SHARES[CLASSES]
    assert error_rate() == pytest.approx((first + 2 * middle + last) * side, abs=0.002)
