"""Scales and their ticks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves.charts.scales import SCALES, round_range, scale_of, tick_texts


@pytest.mark.parametrize(
    ("key", "low", "high", "count", "texts"),
    [
        ("linear", 0, 1, 5, "0 0.2 0.4 0.6 0.8 1"),
        ("linear", 0, 0.5, 5, "0 0.1 0.2 0.3 0.4 0.5"),
        ("linear", 0, 0.5, 2, "0 0.25 0.5"),
        ("linear", 0, 2280, 5, "0 500 1,000 1,500 2,000"),
        ("linear", -0.3, 0.3, 6, "−0.3 −0.2 −0.1 0 0.1 0.2 0.3"),
        ("linear", 0, 3e-7, 3, "0 1e−7 2e−7 3e−7"),
        ("linear", 0, 2.5e10, 5, "0 5e9 1e10 1.5e10 2e10 2.5e10"),
        ("log", 0.01, 100, 6, "0.01 0.1 1 10 100"),
        ("log", 1, 20, 6, "1 2 5 10 20"),
        ("log", 1, 100, 6, "1 3 10 30 100"),
        ("log", 1, 100, 2, "1 100"),
        ("log", 1, 5, 5, "1 2 3 4 5"),
        ("log", 1e-9, 1e9, 5, "1e−9 1e−5 0.1 1,000 10,000,000"),
        ("logit", 0.01, 0.99, 5, "0.01 0.1 0.5 0.9 0.99"),
        ("probit", 0.0005, 0.6, 7, "0.001 0.01 0.02 0.05 0.1 0.2 0.5"),
        ("probit", 0.51, 0.56, 5, "0.51 0.52 0.53 0.54 0.55 0.56"),
    ],
)  # fmt: skip
def test_ticks_are_round(key, low, high, count, texts) -> None:
    assert tick_texts(scale_of(key).ticks(low, high, count)) == tuple(texts.split())


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 12))
def test_linear_ticks_lie_on_the_axis_and_are_few(low, span, count) -> None:
    high = low + span
    ticks = scale_of("linear").ticks(low, high, count)
    assert len(ticks) <= count + 1
    slack = 1e-6 * span + 4 * math.ulp(low)
    assert all(low - slack <= tick <= high + slack for tick in ticks)
    # The step is the smallest of 1, 2, 2.5, 5 times a power of ten, so that at least half the count is used.
    assert len(ticks) >= max(1, count // 2 - 1)


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.key)
def test_scales_run_from_0_to_1_and_rise(scale) -> None:
    low, high = 0.02, 0.9
    places = scale.fractions(np.linspace(low, high, 50), low, high)
    assert places[0] == 0
    assert places[-1] == 1
    assert (np.diff(places) > 0).all()


@pytest.mark.parametrize("scale", SCALES[1:], ids=lambda scale: scale.key)
def test_infinite_places_lie_on_the_ends(scale) -> None:
    assert scale.fractions(np.array([0.0]), 0.1, 0.9).tolist() == [0.0]
    if math.isfinite(scale.domain[1]):
        assert scale.fractions(np.array([1.0]), 0.1, 0.9).tolist() == [1.0]


def test_logit_and_probit_are_what_they_say() -> None:
    half = [0.5, 0.9, 0.99]
    assert scale_of("logit").forward(np.array(half)) == pytest.approx([0, math.log(9), math.log(99)])
    # Quantiles of the normal distribution to four decimals, as printed in any table of it.
    assert scale_of("probit").forward(np.array(half)) == pytest.approx([0, 1.2816, 2.3263], abs=5e-5)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_round_ranges_hold_what_they_round(low, span) -> None:
    high = low + span
    found = round_range(low, high)
    # A tick is a decimal: written as a float it may lie a rounding inside the range.
    slack = 1e-6 * span + 2 * max(math.ulp(low), math.ulp(high))
    assert found[0] <= low + slack
    assert found[1] >= high - slack
    assert found[1] - found[0] <= 2.5 * span
