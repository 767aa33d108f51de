"""Curves: calls, limits, differences, areas, stretches of one sign."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from costcurves.curves.curve import Curve
from tests.unit.refusals import refusal

STEP = Curve("gains", [0.0, 0.5, 0.5, 1.0], [0.0, 0.25, 0.75, 1.0])
loose: Any = STEP


def test_a_call_takes_what_holds_after_a_jump():
    assert STEP(0.5) == 0.75
    assert STEP([0.0, 0.25, 0.5, 1.0]).tolist() == [0.0, 0.125, 0.75, 1.0]
    left, right = STEP.limits(np.array([0.0, 0.5, 1.0]))
    assert (left.tolist(), right.tolist()) == ([0.0, 0.25, 1.0], [0.0, 0.75, 1.0])


def test_a_threshold_flags_up_to_itself():
    curve = Curve("accuracy", [2.0, 2.0, 3.0, 3.0], [0.1, 0.4, 0.4, 0.9], upto=True, endless=True)
    # At 2 and below everybody is flagged, at 3 still the middle threshold; beyond, nobody.
    assert curve([1.0, 2.0, 2.5, 3.0, 4.0]).tolist() == [0.1, 0.1, 0.4, 0.4, 0.9]


def test_upright_ends():
    curve = Curve("roc", [0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.5, 1.0])
    left, right = curve.limits(np.array([0.0, 1.0]))
    assert (left.tolist(), right.tolist()) == ([0.0, 0.5], [0.5, 1.0])
    assert Curve("roc", [0.5], [0.25])(0.5) == 0.25


def test_places_beyond_the_curve_are_refused():
    assert refusal(lambda: STEP([0.5, 1.5])) == "x must lie on the curve, from 0 to 1; got 1.5 (gains)"
    assert "x must have no missing values" in refusal(lambda: STEP(math.nan))


def test_area_of_straight_and_bent_pieces():
    assert STEP.area == pytest.approx(0.5 * 0.125 + 0.5 * 0.875)
    bent = Curve("lift", [0.0, 1.0], [0.0, 1.0], inside=lambda x, piece: x**3)  # noqa: ARG005 - of any piece
    assert bent.area == pytest.approx(0.25, abs=1e-12)
    assert bent(0.5) == 0.125
    x, y = bent.drawn()
    assert len(x) == 9
    assert np.allclose(y, x**3)
    assert Curve("net_benefit", [0.0, 1.0], [0.5, -np.inf]).area == -np.inf


def test_extremes_are_finite_and_the_leftmost():
    curve = Curve("net_benefit", [0.0, 0.4, 0.6, 1.0], [0.1, 0.3, 0.3, -np.inf])
    assert curve.extreme(highest=True) == (0.4, 0.3)
    assert curve.extreme(highest=False) == (0.0, 0.1)


# ---- differences ----------------------------------------------------------------------------


def test_a_difference_keeps_the_jumps_of_both():
    other = Curve("gains", [0.0, 0.25, 0.25, 1.0], [0.0, 0.0, 0.5, 1.0])
    gap = STEP.minus(other)
    left, right = gap.limits(np.array([0.25, 0.5]))
    assert left == pytest.approx([0.125, 0.25 - 2 / 3])
    assert right == pytest.approx([-0.375, 0.75 - 2 / 3])
    assert gap.area == pytest.approx(STEP.area - other.area)


def test_a_difference_of_bent_curves_is_exact_between_knots():
    one = Curve("lift", [0.0, 1.0], [0.0, 1.0], inside=lambda x, piece: x**2)  # noqa: ARG005
    other = Curve("lift", [0.0, 0.5, 1.0], [0.0, 0.5, 1.0])
    gap = one.minus(other)
    assert gap([0.25, 0.75]) == pytest.approx([0.0625 - 0.25, 0.5625 - 0.75])
    assert gap.area == pytest.approx(1 / 3 - 0.5, abs=1e-12)


def test_a_difference_over_thresholds_reaches_over_both():
    one = Curve("accuracy", [1.0, 1.0], [0.0, 1.0], upto=True, endless=True)
    other = Curve("accuracy", [3.0, 3.0], [0.25, 0.5], upto=True, endless=True)
    gap = one.minus(other)
    assert gap([0.0, 1.0, 2.0, 3.0, 4.0]).tolist() == [-0.25, -0.25, 0.75, 0.75, 0.5]


def test_differences_where_both_are_defined():
    short = Curve("gains", [0.25, 1.0], [0.5, 1.0])
    gap = STEP.minus(short)
    assert (gap.x[0], gap.x[-1]) == (0.25, 1.0)
    far = Curve("gains", [2.0, 3.0], [0.5, 1.0])
    assert (
        refusal(lambda: STEP.minus(far))
        == "two curves must share some stretch of x; got none between 2 and 1"
    )


def test_what_is_not_compared():
    assert refusal(lambda: STEP.minus(Curve("lift", [0, 1], [0, 1]))) == (
        "only curves of one kind can be compared; got gains and lift"
    )
    assert refusal(lambda: loose.minus(0.5)).startswith(
        "only curves of one kind can be compared; got gains and "
    )


def test_exact_values_are_subtracted():
    one = Curve("net_benefit", [0.0, 1.0], [1.0, 1.0], exact=lambda x: 2 * x)
    other = Curve("net_benefit", [0.0, 1.0], [0.0, 0.0])
    assert one.minus(other)(0.25) == 0.5


def test_stretches_of_one_sign():
    curve = Curve("cost", [0.0, 0.2, 0.4, 0.8, 1.0], [0.0, 0.0, 0.2, -0.2, 0.0])
    assert curve.signs() == [(0.0, 0.2, 0), (0.2, pytest.approx(0.6), 1), (pytest.approx(0.6), 1.0, -1)]
    undefined = Curve("cost", [0.0, 0.5, 1.0], [np.nan, 1.0, 1.0])
    assert undefined.signs() == [(0.0, 0.5, 0), (0.5, 1.0, 1)]


def test_tables():
    assert STEP.to_frame("pandas").columns.tolist() == ["x", "y"]
    assert repr(STEP) == "Curve(gains, 4 knots)"
