"""Thresholds in words."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal

import numpy as np
import pytest

from costcurves._ground.number_words import inward
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.tallies.cells import Direction
from tests.members import each

INF, NAN = math.inf, math.nan


def number(text: str) -> Decimal:
    """Read a written number as a person would."""
    return Decimal(text.replace("−", "-").replace("∞", "Infinity"))


AWKWARD = [
    -INF, -1.7976931348623157e308, -1e16, -1.5, -1.0, -0.1, -1e-7, -5e-324, 0.0,
    5e-324, 1e-320, 1e-7, 0.1, math.nextafter(0.1, 1), 0.12345678, 0.12345679, 1.0, math.nextafter(1.0, 2), 2.5,
    999999.5, 1e6, 123456789.0, 1e12, 1e16, 1e16 + 2, 1e300, 1.7976931348623157e308,
]  # fmt: skip


@each(("low", "high"), itertools.combinations(AWKWARD, 2))
def test_every_threshold_in_the_interval_as_written_decides_as_stated(low, high):
    below, above = (number(text) for text in inward(low, high))
    exact = Decimal(repr(low)), Decimal(repr(high))
    assert exact[0] <= below < above <= exact[1]
    # A person may also type the upper end: as a float it still lies in the interval.
    assert low < float(above) <= high


def test_random_intervals_too():
    rng = np.random.default_rng(5)
    for low, high in np.sort(
        rng.normal(size=(500, 2)) * 10.0 ** rng.integers(-8, 12, (500, 1)), axis=1
    ).tolist():
        below, above = (number(text) for text in inward(low, high))
        assert Decimal(repr(low)) <= below < above <= Decimal(repr(high))
        assert low < float(above) <= high


@pytest.mark.parametrize(
    ("low", "high", "flags", "text"),
    [
        (0.25, 0.3, "some", "score ≥ 0.3"),
        (0.1, 0.123456789, "some", "score ≥ 0.123456"),
        (-INF, -2.0, "some", "score ≥ −2"),
        (1.0, INF, "some", "score ≥ ∞"),
        (NAN, NAN, "some", "threshold not known"),
        (0.9, INF, "nobody", "flag nobody"),
        (-INF, 0.1, "everybody", "flag everybody"),
        (1e15, 2e15, "some", "score ≥ 2e15"),
        (1e-9, 2e-9, "some", "score ≥ 2e−9"),
    ],
)
def test_rules(low, high, flags, text):
    assert ThresholdInterval(low, high, flags).rule == text


def test_rules_of_low_scores():
    assert ThresholdInterval(0.25, 0.3, direction=Direction.LOW).rule == "score ≤ 0.25"
    assert ThresholdInterval(0.0, 1.0, direction=Direction.LOW).rule == "score ≤ 0"
    assert ThresholdInterval(-2.0, -0.5, direction=Direction.LOW).rule == "score ≤ −2"


@pytest.mark.parametrize(
    ("low", "high", "up", "down"),
    [
        (0.25, 0.5, "(0.25, 0.5]", "[−0.5, −0.25)"),
        (-INF, 2.0, "(−∞, 2]", "[−2, ∞)"),
        (math.nextafter(0.4, 0), 0.4, "0.4", "−0.4"),
        (NAN, NAN, "", ""),
        (-1.0, 0.0, "(−1, 0]", "[0, 1)"),
    ],
)
def test_intervals(low, high, up, down):
    assert ThresholdInterval(low, high).interval == up
    assert ThresholdInterval(0 - high, 0 - low, direction=Direction.LOW).interval == down
