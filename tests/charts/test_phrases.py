"""Thresholds in words: intervals rounded inward, so that what is written decides as it says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves import Tally
from costcurves._ground.thresholds import interval, rule_text
from costcurves.charts.phrases import corner_ranges, corner_texts, range_text, rates_text
from costcurves.space.roc import RocHull

floats = st.floats(allow_nan=False, allow_infinity=False)
#: Two different numbers, the lower first.
intervals = st.tuples(floats, floats).map(sorted).filter(lambda ends: ends[0] < ends[1])


def read(text: str) -> float:
    """Read a number as it is written on a page."""
    return float(text.strip("()[] ").replace("−", "-").replace("∞", "inf"))


@given(intervals)
def test_a_written_interval_lies_within_the_true_one(ends) -> None:
    low, high = ends
    written = interval(low, high)
    if math.nextafter(high, -math.inf) == low:
        assert read(written) == high
    else:
        below, above = map(read, written.split(", "))
        assert low <= below < above <= high
        assert low < read(rule_text(low, high).removeprefix("score ≥ ")) <= high


@given(intervals)
def test_low_scores_are_worded_by_their_own_sign(ends) -> None:
    low, high = ends
    written = rule_text(low, high, lower_is_positive=True).removeprefix("score ≤ ")
    assert -high <= read(written) < -low
    assert interval(low, high, lower_is_positive=True).startswith(("[", written))


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
        (0.7, 0.7, "(0.7, 0.7]"),
    ],
)
def test_intervals(low, high, said) -> None:
    assert interval(low, high) == said


def test_who_is_flagged() -> None:
    assert rule_text(0.9, math.inf, "nobody") == "flag nobody"
    assert rule_text(-math.inf, 0.1, "everybody") == "flag everybody"
    assert rule_text(math.nan, math.nan) == "threshold not known"
    assert rule_text(2, math.inf) == "score ≥ ∞"  # a score may be infinite
    assert rates_text(0.0, 1.0) == "FPR 0 %, TPR 100 %"
    assert range_text(1 / 3, 1) == "0.3333 to 1"


def test_corners_have_texts_and_ranges() -> None:
    hull = RocHull.of(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.2]))
    assert corner_texts(hull) == ["flag nobody", "score ≥ 0.9", "score ≥ 0.6", "flag everybody"]
    ranges = corner_ranges(hull)
    assert [low for low, _ in ranges] == [0.0, *hull.breakpoints.tolist()]
    assert np.diff([end for _, end in ranges]).min() >= 0
