"""Laws of the point-line duality between ROC space and cost space."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurves.space.duality import CostLine, CostPoint, RocLine, RocPoint, operating_range
from tests import exact
from tests.laws import strategies as some

slopes = st.floats(-50, 50, allow_subnormal=False).filter(lambda s: abs(s + 1) > 1e-3)
intercepts = st.floats(-3, 3, allow_subnormal=False)


@given(some.roc_points)
def test_a_point_returns_from_its_cost_line(point):
    assert RocPoint(*point).cost_line().roc_point() == RocPoint(*point)


@given(some.roc_points)
def test_a_cost_line_returns_from_its_point(ends):
    assert CostLine(*ends).roc_point().cost_line() == CostLine(*ends)


@given(slopes, intercepts)
def test_a_line_returns_from_its_cost_point_also_with_negative_slope(slope, intercept):
    point = RocLine(slope, intercept).cost_point()
    assert (0 <= point.pc <= 1) == (slope >= 0) or abs(slope) < 1e-15
    back = point.roc_line()
    assert back.slope == pytest.approx(slope, rel=1e-9, abs=1e-9)
    assert back.intercept == pytest.approx(intercept, rel=1e-9, abs=1e-9)


@given(
    st.floats(-5, 5, allow_subnormal=False).filter(lambda x: abs(x) > 1e-3),
    st.floats(-2, 2, allow_subnormal=False),
)
def test_a_cost_point_returns_from_its_line(pc, nec):
    assume(abs(pc) < 5)
    back = CostPoint(pc, nec).roc_line().cost_point()
    assert back.pc == pytest.approx(pc, rel=1e-9)
    assert back.nec == pytest.approx(nec, rel=1e-9, abs=1e-9)


@given(some.roc_points, some.roc_points)
def test_the_line_through_two_points_is_the_crossing_of_their_cost_lines(one, other):
    meeting = RocPoint(*one).cost_line().crossing(RocPoint(*other).cost_line())
    expected = exact.crossing((Fraction(one[0]), Fraction(one[1])), (Fraction(other[0]), Fraction(other[1])))
    assert (meeting is None) == (expected is None)
    if meeting and expected is not None:
        assert meeting.pc == pytest.approx(float(expected), rel=1e-12, abs=1e-12)
    if meeting and one[0] != other[0]:
        dual = RocPoint(*one).line_to(RocPoint(*other)).cost_point()
        assert dual.pc == pytest.approx(meeting.pc, rel=1e-12, abs=1e-12)
        assert dual.nec == pytest.approx(meeting.nec, rel=1e-12, abs=1e-12)


@given(some.roc_points, some.roc_points, some.rates)
def test_a_point_on_a_roc_line_is_a_cost_line_through_its_dual(one, other, share):
    assume(one[0] != other[0])
    through = RocPoint(*one).line_to(RocPoint(*other))
    assume(abs(through.slope + 1) > 1e-9)
    dual = through.cost_point()
    on_it = RocPoint(*(share * a + (1 - share) * b for a, b in zip(one, other, strict=True)))
    assert on_it.cost_line()(dual.pc) == pytest.approx(dual.nec, rel=1e-9, abs=1e-9)


@given(some.roc_points, some.roc_points)
def test_dominance_is_a_cost_line_that_is_never_above(one, other):
    lines = [RocPoint(*point).cost_line() for point in (one, other)]
    never_above = lines[0].at_zero <= lines[1].at_zero and lines[0].at_one <= lines[1].at_one
    assert RocPoint(*one).dominates(RocPoint(*other)) == (never_above and one != other)


@given(some.roc_points)
def test_inverted_predictions_mirror_the_cost_line(point):
    line, mirrored = (RocPoint(*p).cost_line() for p in (point, (1 - point[0], 1 - point[1])))
    for x in (0, 0.25, 0.5, 1):
        assert mirrored(x) == pytest.approx(1 - line(x), abs=1e-15)


@given(some.roc_points)
def test_operating_range_is_where_the_line_is_below_both_trivial_lines(point):
    fpr, tpr = map(Fraction, point)
    found = operating_range(*point)
    expected = exact.operating_range([(fpr, tpr)])
    assert (found is None) == (expected is None) == (tpr <= fpr)
    if found and expected:
        low, high = found
        line = RocPoint(*point).cost_line()
        for x in (low, high):
            assert line(x) == pytest.approx(min(x, 1 - x), abs=1e-15)
        middle = (low + high) / 2
        assert line(middle) < min(middle, 1 - middle)
        assert found == pytest.approx((float(expected[0]), float(expected[1])), abs=1e-15)
