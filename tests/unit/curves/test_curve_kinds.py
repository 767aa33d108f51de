"""Worked numbers of the pictures of the field."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally, examples
from costcurves.curves.kind import CurveOptions
from costcurves.curves.over_depth import deciles
from costcurves.curves.over_threshold import OverThreshold, coordinate
from costcurves.curves.planes import cost_surface
from costcurves.curves.registry import curve_kind
from costcurves.tallies.values import ValueTally
from tests.unit.refusals import refusal

#: Table 5.2 of Shmueli, Patel & Bruce (2010).
RECORDS = Tally.from_scores(*examples.records24())
loose: Any = curve_kind
odd_options: Any = CurveOptions


# ---- over conditions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "at", "values"),
    [
        ("brier", [0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9],
         [0.058333, 0.166667, 0.166667, 0.125, 0.15, 0.145833, 0.05]),
        ("rate_driven", [0.1, 0.25, 0.5, 0.75, 0.9], [0.08, 0.125, 0.166667, 0.125, 0.08]),
        ("net_benefit", [0.1, 0.25, 0.5, 0.75], [0.472222, 0.402778, 0.375, 0.166667]),
        ("relative_utility", [0.1, 0.25, 0.5, 0.75], [0.5, 0.416667, 0.75, 0.333333]),
    ],
)  # fmt: skip
def test_values_of_24_records(name, at, values):
    assert loose(name).of(RECORDS)(at) == pytest.approx(values, abs=5e-7)


def test_ends_of_decision_curves():
    curve = loose("net_benefit").of(RECORDS)
    assert (curve(0.0), curve(1.0)) == (0.5, 0.0)
    wrong = loose("net_benefit").of(Tally.from_scores([0, 1], [1.0, 0.5]))
    # A false positive has an infinite price at t = 1.
    assert wrong(1.0) == -np.inf
    assert wrong(0.75) == pytest.approx(-0.5 * 3)


def test_regret_of_a_test():
    # B = 10, C = 2, sensitivity 0.8, specificity 0.9, price 0.15: the test pays between 0.042683 and 0.434211.
    tally = Tally.from_confusion(tp=8, fn=2, fp=1, tn=9)
    costs = cc.Costs(fp=2, fn=10)
    line = loose("regret").of(tally, CurveOptions(rule=cc.rules.fixed(1), costs=costs, test_cost=0.15))
    for p, other in ((0.0426829, 10 * 0.0426829), (0.4342105, 2 * (1 - 0.4342105))):
        assert line(p) == pytest.approx(other, abs=1e-6)
    nobody, everybody = loose("regret").references(tally, CurveOptions(costs=costs))
    assert np.interp(1 / 6, nobody.x, nobody.y) == pytest.approx(10 / 6, abs=1e-4)
    assert np.interp(1 / 6, everybody.x, everybody.y) == pytest.approx(10 / 6, abs=1e-4)


def test_the_harm_of_a_test_lowers_a_benefit_and_raises_a_cost():
    for name, sign in (("net_benefit", -1), ("regret", 1), ("cost", 1)):
        plain, harmed = loose(name).of(RECORDS), loose(name).of(RECORDS, CurveOptions(test_cost=0.02))
        assert harmed(0.4) - plain(0.4) == pytest.approx(sign * 0.02)


def test_relative_value_is_greatest_where_costs_meet_the_prevalence():
    curve = loose("relative_value").of(RECORDS)
    assert curve.extreme(highest=True) == (0.5, pytest.approx(0.75))


def test_costs_and_rules_are_checked():
    regret, options = loose("regret").of, odd_options
    assert refusal(lambda: options(costs=(1, 2))).startswith("costs must be a Costs; got ")
    assert refusal(lambda: options(rule="best")).startswith("a rule must choose thresholds; got ")
    assert refusal(lambda: regret(RECORDS, CurveOptions(costs=cc.Costs(fp=0, fn=1))), cc.UndefinedError) == (
        "a picture over the prevalence needs both errors to cost something; "
        "got fp − tn = 0, fn − tp = 1: state both costs"
    )


def test_a_model_whose_low_scores_mean_positive():
    turned = Tally.from_scores([1, 0, 0, 1], [0.1, 0.6, 0.8, 0.7], lower_is_positive=True)
    curve = loose("cost").of(turned, CurveOptions(rule=cc.rules.fixed(0.65)))
    # Flagged: 0.1 and 0.6, at or below the threshold.
    assert (curve(0.0), curve(1.0)) == (0.5, 0.5)
    assert "low scores mean positive" in refusal(lambda: loose("brier").of(turned))


# ---- over thresholds ------------------------------------------------------------------------


def test_precision_recall_of_24_records():
    one = loose("precision_recall")
    assert one.of(RECORDS).area == pytest.approx(0.9386089, abs=5e-8)
    assert one.hull(RECORDS).area == pytest.approx(0.9594880, abs=5e-8)


def test_precision_between_two_thresholds():
    # P = 20; from 5 true and 5 false positives to 10 and 30 (Davis & Goadrich 2006).
    tally = Tally.from_counts([3, 2, 1], [5, 5, 10], [5, 25, 70])
    at = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
    expected = [0.5, 6 / 16, 7 / 22, 8 / 28, 9 / 34, 0.25]
    assert loose("precision_recall").of(tally)(at) == pytest.approx(expected)


def test_the_cutoff_table():
    # Errors of the 24 records at cutoffs 0, 0.05, …, 1 (figure 5.4 of the book).
    errors = [12, 6, 6, 5, 4, 5, 5, 4, 4, 4, 3, 4, 4, 3, 5, 6, 5, 6, 7, 8, 12]
    found = OverThreshold.of_measure("error").of(RECORDS)(np.arange(21) / 20)
    assert (found * 24).round(9).tolist() == errors


def test_outcomes_and_measures_are_coordinates():
    assert coordinate("tp").key == "tp"
    assert coordinate("recall").key == "tpr"
    assert OverThreshold.of_measure("fp").of(RECORDS)(0.5) == 2
    assert "no such measure 'pie'" in refusal(lambda: coordinate("pie"))


def test_thresholds_need_scores():
    points = Tally.from_points([0.1], [0.5], positives=10, negatives=10)
    assert refusal(lambda: OverThreshold.of_measure("accuracy").of(points)) == (
        "Accuracy by threshold needs scores; got operating points without thresholds"
    )
    infinite = Tally.from_scores([1, 0], [np.inf, -np.inf])
    assert refusal(lambda: OverThreshold.of_measure("accuracy").of(infinite)) == (
        "Accuracy by threshold needs a finite score; got none"
    )


# ---- over depth -----------------------------------------------------------------------------


def test_gains_and_lift_of_24_records():
    gains = loose("gains").of(RECORDS)
    assert gains.area == pytest.approx(0.71875)
    assert gains(10 / 24) * 12 == pytest.approx(9)
    assert loose("lift").of(RECORDS)(10 / 24) == pytest.approx(1.8)
    assert loose("lift").of(RECORDS)(0.0) == 2.0


def test_decile_bars():
    lifts = [round(part.lift, 4) for part in deciles(RECORDS)]
    assert lifts == [2, 2, 1.8333, 1.3333, 1.1667, 0.8333, 0.8333, 0, 0, 0]
    assert [part.part for part in deciles(RECORDS, 4)] == [1, 2, 3, 4]
    for wrong in (0, 2.5, True, "ten"):
        assert refusal(partial(deciles, RECORDS, wrong)).startswith(
            "the number of parts must be a whole number, 1 or more; got "
        )


def test_profit_of_24_records():
    # +9 and −6: greatest 87 at 13 records, 36 in all.
    curve = loose("profit").of(ValueTally.of_classes(RECORDS, tp=9, fp=-6))
    assert curve.extreme(highest=True) == (pytest.approx(13 / 24), 87)
    assert curve(1.0) == 36
    (line,) = loose("profit").references(ValueTally.of_classes(RECORDS, tp=9, fp=-6))
    assert line.y == (0.0, 36.0)


def test_values_that_add_up_to_nothing_have_no_gains():
    tally = ValueTally.from_values([1.0, -1.0], [2.0, 1.0])
    for call in (lambda: loose("gains").of(tally), lambda: deciles(tally)):
        assert refusal(call, cc.UndefinedError) == (
            "gains must be shares of a total; got values that add up to 0: draw the profit instead"
        )
    assert loose("profit").of(tally)(0.5) == 1


def test_lift_of_a_numeric_response():
    # Actual 10, 12, 8, 15, 20 by prediction 11, 10, 9, 15, 16: at two records 35 against 26.
    tally = ValueTally.from_values([10, 12, 8, 15, 20], [11, 10, 9, 15, 16])
    assert loose("lift").of(tally)(0.4) == pytest.approx(35 / 26)


# ---- the surface ----------------------------------------------------------------------------


def test_a_surface_has_prevalence_along_and_costs_up():
    surface = cost_surface(RECORDS, prevalence=[0.0, 0.5, 1.0], proportion=[0.25, 0.5])
    assert surface.cost.shape == (2, 3)
    assert surface.cost[1].tolist() == pytest.approx([0, 0.5 * 0.125, 0])
    assert cost_surface(RECORDS).cost.shape == (101, 101)


def test_values_at_places_are_those_of_the_curve():
    x = np.linspace(0.05, 0.95, 19)
    for name in ("net_benefit", "kendall", "excess", "cost_by_proportion"):
        one = loose(name)
        assert one.at(RECORDS, x) == pytest.approx(one.of(RECORDS)(x), abs=1e-12)
    assert "x must lie in [0, 1]" in refusal(lambda: loose("net_benefit").at(RECORDS, [1.5]))


def test_hulls_at_a_stated_prevalence():
    stated = loose("precision_recall").hull(RECORDS.at_prevalence(0.1))
    # The first corner has TPR 7/12 and no false positive, the next TPR 10/12 and FPR 1/12.
    assert stated(7 / 12) == pytest.approx(1.0)
    assert stated(10 / 12) == pytest.approx((0.1 * 10 / 12) / (0.1 * 10 / 12 + 0.9 / 12))


def test_a_curve_without_a_point_is_refused():
    nobody_found = Tally.from_scores([0, 1], [2.0, 1.0])
    assert len(loose("precision_recall_gain").of(nobody_found).x) == 1
