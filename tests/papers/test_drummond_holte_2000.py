"""Drummond, Holte: Explicitly representing expected cost: an alternative to ROC representation. KDD 2000."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import costcurves as cc
from costcurves.examples import (
    crossing_classifiers,
    figure_points,
    nested_classifiers,
    sonar_trees,
)
from costcurves.rules.averages import AVERAGES, cost_average

GRID = np.linspace(0, 1, 1001)


def tallies(figure: str) -> dict[str, cc.Tally]:
    """The classifiers of a figure."""
    return {name: cc.Tally.from_points(*points) for name, points in figure_points(figure).items()}


def curves(figure: str) -> dict[str, cc.CostCurve]:
    """Their envelopes."""
    return {name: cc.rules.optimal(tally) for name, tally in tallies(figure).items()}


# --- section 2: PC(+), lines, operating ranges ---


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_pc_is_the_share_of_positives_when_costs_are_equal(share):
    assert cc.OperatingCondition(share, cc.Costs(fp=3, fn=3)).pc == pytest.approx(share, abs=1e-15)


@pytest.mark.parametrize(("ratio", "pc"), [(11, 0.08333), (5.1, 0.16393), (2.1, 0.32258), (2.3, 0.30303)])
def test_ratio_of_costs_as_pc(ratio, pc):
    assert cc.OperatingCondition.from_ratio(ratio, prevalence=0.5).pc == pytest.approx(pc, abs=5e-6)


def test_equation_2_with_its_sign_put_right():
    """The paper prints TP₁ − TP₂ where the difference of two expected costs needs TP₂ − TP₁."""
    condition = cc.OperatingCondition(0.3, cc.Costs(fp=1, fn=1))
    difference = condition.expected_cost(0.1, 0.6) - condition.expected_cost(0.2, 0.5)
    assert difference == pytest.approx(-0.10, abs=1e-15)


def test_figure_1_nested_curves_have_nested_envelopes():
    one, other = (cc.Tally.from_points(*points) for points in nested_classifiers().values())
    a, b = cc.rules.optimal(one), cc.rules.optimal(other)
    assert cc.RocCurve.of(one).dominates(cc.RocCurve.of(other))
    assert np.all(a(GRID) <= b(GRID))
    assert a.crossings(b) == []


def test_figures_3_and_4_operating_range_of_b():
    assert cc.space.operating_range(0.3, 0.7) == pytest.approx((0.3, 0.7), abs=1e-15)
    hull = cc.RocHull.of(tallies("two hulls")["solid"])
    assert hull.slopes == pytest.approx([7 / 3, 3 / 7])
    line = cc.CostCurve.line(0.3, 0.7)
    assert line(GRID) == pytest.approx(np.full(len(GRID), 0.3), abs=1e-15)


def test_figure_4_solid_curve_becomes_trivial_only_above_ratio_seven_thirds():
    """The text says so of 2.3 and of the dashed curve; B's own range is [0.3, 0.7]."""
    solid = tallies("two hulls")["solid"]
    flags = [
        cc.criteria.least_cost(cc.OperatingCondition.from_ratio(ratio, prevalence=0.5))(solid).flags
        for ratio in (2.1, 2.3, 2.34)
    ]
    assert flags == ["some", "some", "nobody"]


def test_figure_4_largest_difference():
    both = curves("two hulls")
    gap = both["solid"].minus(both["dashed"])
    for place in (0.3, 0.7):
        assert gap(place) == pytest.approx(0.05, abs=1e-15)
    assert both["dashed"](0.3) == pytest.approx(0.25)
    assert both["solid"](0.3) == pytest.approx(0.30)
    assert gap.largest_gap() == pytest.approx((0.3, 0.05))
    # "About 20 %": of the better curve.
    assert 0.05 / both["dashed"](0.3) == pytest.approx(0.2)


def test_figure_4_curves_agree_in_the_middle_and_at_the_ends():
    both = curves("two hulls")
    same = (GRID <= 0.2) | (GRID >= 0.8) | (GRID == 0.5)
    assert both["solid"](GRID[same]) == pytest.approx(both["dashed"](GRID[same]), abs=1e-15)
    assert both["dashed"].knots == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert (both["solid"].area, both["dashed"].area) == pytest.approx((0.21, 0.20), abs=1e-15)


def test_figures_5_and_6_crossing_of_real_envelopes():
    """Naive Bayes and a tree on the sonar data, as counts at the hull vertices."""
    a, b = (
        cc.Tally.from_points(c.fp / 97, c.tp / 111, positives=111, negatives=97)
        for c in crossing_classifiers().values()
    )
    (place,) = cc.rules.optimal(a).crossings(cc.rules.optimal(b))
    assert place == pytest.approx(0.7016914, abs=5e-8)
    assert cc.rules.optimal(a)(place) == pytest.approx(0.1814454, abs=5e-8)
    assert (cc.rules.optimal(a).area, cc.rules.optimal(b).area) == pytest.approx((0.17111, 0.13591), abs=5e-6)


def test_figures_5_and_6_the_common_tangent_is_dual_to_the_crossing():
    hulls = [
        cc.RocHull.of(cc.Tally.from_points(c.fp / 97, c.tp / 111)) for c in crossing_classifiers().values()
    ]
    envelopes = [
        cc.rules.optimal(cc.Tally.from_points(c.fp / 97, c.tp / 111)) for c in crossing_classifiers().values()
    ]
    (place,) = envelopes[0].crossings(envelopes[1])
    tangent = cc.space.CostPoint(place, envelopes[0](place)).roc_line()
    assert (tangent.slope, tangent.intercept) == pytest.approx((0.425128, 0.741417), abs=5e-7)
    for hull in hulls:  # it touches both hulls
        above = hull.tpr - (tangent.slope * hull.fpr + tangent.intercept)
        assert above.max() == pytest.approx(0, abs=1e-12)


def test_figures_5_and_6_curves_do_not_cross_where_preference_changes():
    a, b = (
        cc.RocHull.of(cc.Tally.from_points(c.fp / 97, c.tp / 111)) for c in crossing_classifiers().values()
    )
    gap = a.tpr_at(GRID) - b.tpr_at(GRID)
    (crossing,) = GRID[1:][(gap[:-1] < 0) & (gap[1:] > 0)]
    assert crossing == pytest.approx(0.486, abs=1e-3)
    # There both curves have edges of other slopes than the common tangent.
    assert b.tpr_at(0.486) == pytest.approx(a.tpr_at(0.486), abs=1e-3)
    tangent_touches = [0.402, 0.608]
    assert not any(abs(crossing - touch) < 0.05 for touch in tangent_touches)


def test_figure_7_extreme_classifiers():
    lines = {
        name: cc.CostCurve.line(fpr.item(), tpr.item())
        for name, (fpr, tpr) in figure_points("extremes").items()
    }
    assert lines["perfect"](GRID) == pytest.approx(0 * GRID, abs=0)
    assert lines["always wrong"](GRID) == pytest.approx(1 + 0 * GRID, abs=0)
    assert lines["nobody"](GRID) == pytest.approx(GRID, abs=0)
    assert lines["everybody"](GRID) == pytest.approx(1 - GRID, abs=0)


def test_figure_8_line_of_one_classifier():
    fpr, tpr = figure_points("single line")["classifier"]
    line = cc.space.RocPoint(float(fpr[0]), float(tpr[0])).cost_line()
    assert (line.at_zero, line.at_one) == pytest.approx((0.09, 0.64))
    assert line(0.5) == pytest.approx(0.365)
    assert cc.space.operating_range(0.09, 0.36) == pytest.approx((0.2, 0.587097), abs=5e-7)
    assert cc.CostCurve.line(0.09, 0.36).area == pytest.approx(0.365)


def test_figure_9_dashed_envelope_is_dual_to_the_hull():
    both = tallies("two hulls")
    for tally in both.values():
        hull = cc.RocHull.of(tally)
        corners = [cc.space.RocPoint(f, t) for f, t in zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)]
        duals = [a.line_to(b).cost_point() for a, b in pairwise(corners)]
        curve = cc.rules.optimal(tally)
        assert curve.knots[1:-1] == pytest.approx([point.pc for point in duals])
        assert curve.values[1:-1] == pytest.approx([point.nec for point in duals])


def test_figure_10_mixing_two_classifiers_mixes_their_lines():
    lines = [cc.CostCurve.line(0.1, 0.4), cc.CostCurve.line(0.6, 0.9)]
    mixed = cc.CostCurve.line(0.3 * 0.1 + 0.7 * 0.6, 0.3 * 0.4 + 0.7 * 0.9)
    assert mixed(GRID) == pytest.approx(0.3 * lines[0](GRID) + 0.7 * lines[1](GRID), abs=1e-15)
    meeting = cc.space.CostLine(0.1, 0.6).crossing(cc.space.CostLine(0.6, 0.1))
    assert meeting is not None
    assert mixed(meeting.pc) == pytest.approx(meeting.nec)


# --- constraints ---


def test_figures_11_and_12_neyman_pearson():
    hull = tallies("constraints")["hull"]
    decision = cc.criteria.max_fpr(0.05, randomised=True)(hull)
    assert (decision.fpr, decision.tpr) == pytest.approx((0.05, 0.5125))
    # In cost space: the line from (0, 0.05) through the corner of the two neighbouring lines.
    corner = cc.rules.optimal(hull)
    x, y = corner.knots[2], corner.values[2]
    assert (x, y) == pytest.approx((0.210526, 0.142105), abs=5e-7)
    assert 0.05 + (y - 0.05) / x == pytest.approx(1 - decision.tpr) == pytest.approx(0.4875)


def test_figure_11_the_best_single_point_is_often_no_vertex():
    points = cc.Tally.from_points([0.02, 0.05, 0.1], [0.4, 0.5, 0.7])
    assert cc.criteria.max_fpr(0.05)(points).tpr == 0.5
    assert 0.05 not in cc.RocHull.of(points).fpr


@pytest.mark.parametrize(("limit", "point"), [(0, (0, 0)), (1, (1, 1))])
def test_figure_11_at_its_ends(limit, point):
    decision = cc.criteria.max_fpr(limit, randomised=True)(tallies("constraints")["hull"])
    assert (decision.fpr, decision.tpr) == point


def test_figures_13_and_14_workforce():
    """100 positives and 400 negatives, of which 120 can be handled."""
    fpr, tpr = figure_points("constraints")["hull"]
    hull = cc.Tally.from_points(fpr, tpr, positives=100, negatives=400)
    decision = cc.criteria.capacity(120 / 500, randomised=True)(hull)
    assert (decision.fpr, decision.tpr) == pytest.approx((0.12, 0.72))
    assert decision.flagged * 500 == pytest.approx(120)
    virtual = cc.space.RocLine(slope=-400 / 100, intercept=120 / 100).cost_point()
    assert (virtual.pc, virtual.nec) == pytest.approx((-1 / 3, 0.0666667), abs=5e-8)
    line = cc.space.RocPoint(decision.fpr, decision.tpr).cost_line()
    assert line(virtual.pc) == pytest.approx(virtual.nec)
    assert line(0.5) == pytest.approx(0.2)  # the corner of the edge


@pytest.mark.parametrize("pc", [0.0, 0.3, 1.0])
def test_equation_14_line_of_every_saturating_classifier(pc):
    fpr = 0.12
    expected = (1 - 120 / 100 + (400 / 100 - 1) * fpr) * pc + fpr
    assert cc.CostCurve.line(fpr, -4 * fpr + 1.2)(pc) == pytest.approx(expected)


# --- averages ---


def test_figures_15_and_16_cost_average_is_at_most_every_roc_average():
    both = list(tallies("averages").values())
    average = cost_average(both)
    for name in ("vertical", "horizontal"):
        roc = AVERAGES[name](both)
        image = (roc.fpr[:, None] * (1 - GRID) + (1 - roc.tpr)[:, None] * GRID).min(axis=0)
        assert np.all(average(GRID) <= image + 1e-15)


def test_figures_15_and_16_areas():
    both = list(tallies("averages").values())
    areas = [cc.rules.optimal(tally).area for tally in both]
    assert areas == pytest.approx([0.170238, 0.21], abs=5e-7)
    assert cost_average(both).area == pytest.approx(0.190119, abs=5e-7)
    assert cost_average(both).area == pytest.approx(sum(areas) / 2, abs=1e-15)


@pytest.mark.parametrize(("name", "area"), [("vertical", 0.197840), ("horizontal", 0.196217)])
def test_figure_16_area_of_the_image_of_a_roc_average(name, area):
    hull = AVERAGES[name](list(tallies("averages").values())).hull()
    assert cc.rules.optimal(cc.Tally.from_points(hull.fpr, hull.tpr)).area == pytest.approx(area, abs=5e-7)


def test_figure_16_largest_gap_to_the_vertical_average():
    both = list(tallies("averages").values())
    hull = AVERAGES["vertical"](both).hull()
    image = cc.rules.optimal(cc.Tally.from_points(hull.fpr, hull.tpr))
    place, gap = image.minus(cost_average(both)).largest_gap()
    assert (place, gap) == pytest.approx((0.3935, 0.03114), abs=1e-4)


# --- section 2.3: selection by the training ratio ---


def test_selection_switches_at_the_midpoint_of_the_training_conditions():
    trained = [1 / 12, 1 / 6.1]
    assert trained == pytest.approx([0.0833, 0.1639], abs=5e-5)
    curve = cc.rules.parameter_based([0.02, 0.15], [0.2, 0.6], pc=trained)
    jump = curve.knots[1:-1]
    assert jump == pytest.approx([0.1236, 0.1236], abs=5e-5)


def test_selection_by_training_ratio_costs_more_than_the_envelope():
    fpr, tpr = [0.02, 0.15, 0.40], [0.20, 0.60, 0.85]
    policy = cc.rules.parameter_based(fpr, tpr, pc=[1 / 12, 1 / 6.1, 0.5])
    points = cc.Tally.from_points(fpr, tpr)
    assert sorted(set(policy.knots[1:-1].round(6))) == [0.123634, 0.331967]
    assert policy.area == pytest.approx(0.2075370, abs=5e-8)
    assert cc.rules.optimal(points).area == pytest.approx(0.1806475, abs=5e-8)
    assert policy.area - cc.rules.optimal(points).area == pytest.approx(0.0268895, abs=5e-8)
    assert cc.rules.optimal_without_trivial(points).area == pytest.approx(0.1965566, abs=5e-8)


def test_figures_17_and_18_trees_trained_at_33_ratios():
    """Counts of a rerun on the sonar data; several trees share a training condition's point."""
    ratio, trees = sonar_trees()
    fpr, tpr = trees.fp / trees.negatives, trees.tp / trees.positives
    policy = cc.rules.parameter_based(fpr, tpr, pc=1 / (1 + ratio))
    envelope = cc.rules.optimal(cc.Tally.from_points(fpr, tpr))
    assert policy.area == pytest.approx(0.218329, abs=5e-7)
    assert envelope.area == pytest.approx(0.179940, abs=5e-7)
    assert policy.area - envelope.area == pytest.approx(0.038389, abs=5e-7)


def test_figure_18_selection_by_training_ratio_is_useless_towards_both_ends():
    """From 0.279 to 0.738 it beats the trivial classifiers; outside only on two short stretches."""
    ratio, trees = sonar_trees()
    policy = cc.rules.parameter_based(
        trees.fp / trees.negatives, trees.tp / trees.positives, pc=1 / (1 + ratio)
    )
    trivial = cc.CostCurve.serving([0, 0.5, 1], [0, 1], [1, 0])
    useful = [(low, high) for low, high, sign in policy.minus(trivial).signs() if sign < 0]
    assert max(useful, key=lambda ends: ends[1] - ends[0]) == pytest.approx((0.2787, 0.7377), abs=5e-5)
    assert [high - low < 0.04 for low, high in useful] == [True, False, True]


def test_figure_17_points_a_and_b():
    ratio, trees = sonar_trees()
    counts = {
        r: (fp, fn) for r, fp, fn in zip(ratio.tolist(), trees.fp.tolist(), trees.fn.tolist(), strict=True)
    }
    assert counts[11] == (9, 59)
    assert counts[5.1] == (19, 39)
