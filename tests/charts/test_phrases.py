"""Thresholds in words: intervals rounded inward, so that what is written decides as it says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves import Tally
from costcurves.charts.lettering import corner_ranges, corner_texts, range_text, rates_text
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.space.roc import RocHull
from costcurves.tallies.cells import Direction

floats = st.floats(allow_nan=False, allow_infinity=False)
#: Two different numbers, the lower first.
intervals = st.tuples(floats, floats).map(sorted).filter(lambda ends: ends[0] < ends[1])


def read(text: str) -> float:
    """Read a number as it is written on a page."""
    return float(text.strip("()[] ").replace("−", "-").replace("∞", "inf"))


@given(intervals)
def test_a_written_interval_lies_within_the_true_one(ends) -> None:
    low, high = ends
    written = ThresholdInterval(low, high).interval
    if math.nextafter(high, -math.inf) == low:
        assert read(written) == high
    else:
        below, above = map(read, written.split(", "))
        assert low <= below < above <= high
        assert low < read(ThresholdInterval(low, high).rule.removeprefix("score ≥ ")) <= high


@given(intervals)
def test_low_scores_are_worded_by_their_own_sign(ends) -> None:
    low, high = ends
    written = ThresholdInterval(low, high, direction=Direction.LOW).rule.removeprefix("score ≤ ")
    assert low <= read(written) < high
    assert ThresholdInterval(low, high, direction=Direction.LOW).interval.startswith(("[", written))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.25, 0.5, "(0.25, 0.5]"),
        (-math.inf, 0.0, "(−∞, 0]"),
        (3, math.inf, "(3, ∞]"),
        (1e-9, 2e-9, "(1e−9, 2e−9]"),
        (1e15, 2e15, "(1e15, 2e15]"),
        (120000, 340000, "(120000, 340000]"),
        (math.nan, math.nan, ""),
    ],
)
def test_intervals(low, high, said) -> None:
    assert ThresholdInterval(low, high).interval == said


def test_who_is_flagged() -> None:
    assert ThresholdInterval(0.9, math.inf, "nobody").rule == "flag nobody"
    assert ThresholdInterval(-math.inf, 0.1, "everybody").rule == "flag everybody"
    assert ThresholdInterval(math.nan, math.nan).rule == "threshold not known"
    assert ThresholdInterval(2, math.inf).rule == "score ≥ ∞"  # a score may be infinite
    assert rates_text(0.0, 1.0) == "FPR 0 %, TPR 100 %"
    assert range_text(1 / 3, 1) == "0.3333 to 1"


def test_corners_have_texts_and_ranges() -> None:
    hull = RocHull.of(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.2]))
    assert corner_texts(hull) == ["flag nobody", "score ≥ 0.9", "score ≥ 0.6", "flag everybody"]
    ranges = corner_ranges(hull)
    assert [low for low, _ in ranges] == [0.0, *hull.breakpoints.tolist()]
    assert np.diff([end for _, end in ranges]).min() >= 0
