"""Points and lines of both spaces."""

from __future__ import annotations

from typing import Any

import pytest

from costcurves import UndefinedError
from costcurves.space import CostLine, CostPoint, RocLine, RocPoint, operating_range
from tests.unit.refusals import refusal


@pytest.mark.parametrize(
    ("point", "line"),
    [
        (RocPoint(0.0, 1.0), CostLine(0.0, 0.0)),  # perfect
        (RocPoint(1.0, 0.0), CostLine(1.0, 1.0)),  # always wrong
        (RocPoint(0.0, 0.0), CostLine(0.0, 1.0)),  # nobody
        (RocPoint(1.0, 1.0), CostLine(1.0, 0.0)),  # everybody
        (RocPoint(0.25, 0.5), CostLine(0.25, 0.5)),
    ],
)
def test_points_are_lines(point, line):
    assert point.cost_line() == line
    assert line.roc_point() == point


def test_a_line_of_cost_space_is_read_anywhere():
    # Drummond & Holte (2000), figure 8: FPR 0.09 and TPR 0.36.
    line = RocPoint(0.09, 0.36).cost_line()
    assert [line(0.0), line(1.0)] == [0.09, 0.64]
    assert line(0.5) == pytest.approx(0.365)


def test_the_line_through_two_points_is_the_crossing_of_their_lines():
    a, b = RocPoint(0.1, 0.4), RocPoint(0.3, 0.7)
    crossing = a.cost_line().crossing(b.cost_line())
    assert crossing is not None
    dual = a.line_to(b).cost_point()
    assert (crossing.pc, crossing.nec) == pytest.approx((dual.pc, dual.nec))
    # Slope 3/2, so PC = 1/(1 + 3/2).
    assert crossing.pc == pytest.approx(0.4)
    back = dual.roc_line()
    assert (back.slope, back.intercept) == pytest.approx((1.5, 0.25))


def test_falling_lines_have_their_points_outside():
    assert RocLine(slope=-0.5, intercept=1.0).cost_point() == CostPoint(pc=2.0, nec=0.0)
    assert RocLine(slope=-2, intercept=1.5).cost_point() == CostPoint(pc=-1.0, nec=0.5)
    a, b = CostLine(0.1, 0.2), CostLine(0.2, 0.4)
    crossing = a.crossing(b)
    assert crossing is not None
    assert (crossing.pc, crossing.nec) == pytest.approx((-1.0, 0.0))


def test_parallel_lines_do_not_cross():
    assert CostLine(0.1, 0.2).crossing(CostLine(0.2, 0.3)) is None
    assert CostLine(0.1, 0.2).crossing(CostLine(0.1, 0.2)) is None


def test_dominance_is_in_both_rates():
    good, bad = RocPoint(0.1, 0.6), RocPoint(0.2, 0.5)
    assert good.dominates(bad)
    assert not bad.dominates(good)
    assert not good.dominates(good)
    assert RocPoint(0.1, 0.6).dominates(RocPoint(0.1, 0.5))
    assert not RocPoint(0.1, 0.6).dominates(RocPoint(0.0, 0.5))


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda: RocPoint(0.1, 0.2).line_to(RocPoint(0.1, 0.4)),
            (
                "a line with a slope needs points of different FPR; got FPR 0.1 twice: use PC(+) = 0, the dual of a vertical line"
            ),
        ),
        (
            lambda: RocLine(slope=-1, intercept=0).cost_point(),
            "a ROC line of slope −1 has no dual point: it is at infinity",
        ),
        (
            lambda: CostPoint(pc=0.0, nec=0.2).roc_line(),
            "a cost point at PC = 0 has no dual line with a slope",
        ),
    ],
)
def test_what_has_no_dual_is_undefined(make, text):
    assert refusal(make, UndefinedError) == text


@pytest.mark.parametrize(
    ("fpr", "tpr", "want"),
    [
        (0.3, 0.7, (0.3, 0.7)),  # Drummond & Holte (2000): slopes 7/3 and 3/7
        (0.0, 0.5, (0.0, 2 / 3)),
        (0.5, 1.0, (1 / 3, 1.0)),
        (0.0, 1.0, (0.0, 1.0)),
        (0.5, 0.5, None),
        (0.6, 0.5, None),
        (0.0, 0.0, None),
        (1.0, 1.0, None),
    ],
)
def test_operating_range(fpr, tpr, want):
    found = operating_range(fpr, tpr)
    assert found == (None if want is None else pytest.approx(want))


@pytest.mark.parametrize(
    ("fpr", "tpr", "text"),
    [
        (1.5, 0.5, "fpr must lie in [0, 1]; got 1.5"),
        (0.5, -1, "tpr must lie in [0, 1]; got -1"),
        (float("nan"), 0.5, "fpr must be a finite number; got nan"),
        ("a", 0.5, "fpr must be a finite number; got 'a'"),
    ],
)
def test_rates_are_checked(fpr, tpr, text):
    assert refusal(lambda: operating_range(fpr, tpr)) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "a", None])
@pytest.mark.parametrize(("kind", "name"), [(RocPoint, "tpr"), (CostLine, "at_one")])
def test_coordinates_are_numbers(kind, name, value):
    assert refusal(lambda: kind(0.1, value)) == f"{name} must be a finite number; got {value!r}"


def test_points_dominate_points():
    point = RocPoint(0.1, 0.5)
    loose: Any = point
    assert (
        refusal(lambda: loose.dominates(3))
        == "a ROC point can only dominate ROC points; got an object of type int"
    )
