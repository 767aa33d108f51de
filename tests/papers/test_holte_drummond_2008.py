"""Holte and Drummond, "Cost-sensitive classifier evaluation using cost curves", PAKDD 2008, Figure 1.

1R and C4.5 on the Japanese credit data, as counts of a rerun in which both make 100 errors.
"""

from __future__ import annotations

import pytest

import costcurves as cc
from costcurves.examples import credit_rules


@pytest.fixture(scope="module")
def evaluation() -> cc.Evaluation:
    """Both rules by their operating points."""
    points = {
        name: ((c.fp / c.negatives).tolist(), (c.tp / c.positives).tolist())
        for name, c in credit_rules().items()
    }
    return cc.evaluate_points(points, positives=307, negatives=383)


@pytest.fixture(scope="module")
def lines() -> dict[str, cc.CostCurve]:
    """Their cost lines."""
    return {
        name: cc.CostCurve.line(float((c.fp / c.negatives)[0]), float((c.tp / c.positives)[0]))
        for name, c in credit_rules().items()
    }


def test_both_make_one_hundred_errors():
    assert {name: (c.fp + c.fn).tolist() for name, c in credit_rules().items()} == {
        "1R": [100],
        "C4.5": [100],
    }


def test_lines_cross_at_0_445_the_share_of_positives(lines):
    (place,) = lines["1R"].crossings(lines["C4.5"])
    assert place == pytest.approx(0.445, abs=5e-4)
    assert place == pytest.approx(307 / 690, abs=1e-14)


def test_1r_is_cheaper_right_of_the_crossing_and_c45_left_of_it(lines):
    assert lines["1R"](0.7) < lines["C4.5"](0.7)
    assert lines["C4.5"](0.2) < lines["1R"](0.2)


def test_winners_with_trivial_classifiers(evaluation):
    assert [part.winner for part in evaluation.winners()] == ["flag nobody", "C4.5", "1R", "flag everybody"]
    ends = [part.high for part in evaluation.winners()]
    assert ends == pytest.approx([0.1330, 0.444928, 0.9143, 1], abs=5e-5)


@pytest.mark.parametrize(("name", "area"), [("1R", 0.137981), ("C4.5", 0.147031)])
def test_areas_of_the_lines(lines, name, area):
    assert lines[name].area == pytest.approx(area, abs=5e-7)


@pytest.mark.parametrize(
    ("name", "pc", "nec"),
    [("1R", 0.2, 0.17582), ("C4.5", 0.2, 0.13557), ("1R", 0.7, 0.11276), ("C4.5", 0.7, 0.15467)],
)
def test_costs_at_two_conditions(lines, name, pc, nec):
    assert lines[name](pc) == pytest.approx(nec, abs=5e-6)


@pytest.mark.parametrize(("name", "low", "high"), [("1R", 0.1785, 0.9143), ("C4.5", 0.1330, 0.8400)])
def test_operating_ranges(name, low, high):
    c = credit_rules()[name]
    found = cc.space.operating_range(float((c.fp / c.negatives)[0]), float((c.tp / c.positives)[0]))
    assert found == pytest.approx((low, high), abs=5e-5)


def test_a_pair_with_the_printed_crossing():
    """Any two such lines cross at 0.445; the figure's end values are not printed."""
    first = cc.space.CostLine(at_zero=0.20, at_one=0.30)
    meeting = first.crossing(cc.space.CostLine(at_zero=0.05, at_one=0.05 + 0.1945 / 0.445))
    assert meeting is not None
    assert meeting.pc == pytest.approx(0.445)
