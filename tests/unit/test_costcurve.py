"""Cost curves: reading, integrating, comparing."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad

import costcurves as cc
from costcurves import ConditionPrior, CostCurve, Tally, UndefinedError, examples
from costcurves.space import cost_curve
from costcurves.space.cost_curve import combined, trivial_curve
from tests.unit.refusals import refusal

RECORDS = Tally.from_scores(*examples.records24())
ENVELOPE = cc.rules.optimal(RECORDS)
NAN = float("nan")


# --- reading ---


def test_an_envelope_is_read_anywhere():
    # Shmueli, Patel & Bruce (2010), table 5.2: corners (FP, TP) (0, 7), (1, 10), (2, 11), (4, 12) of 12.
    assert ENVELOPE.knots.tolist() == pytest.approx([0, 1 / 4, 1 / 2, 2 / 3, 1])
    assert ENVELOPE.values.tolist() == pytest.approx([0, 5 / 48, 1 / 8, 1 / 9, 0])
    assert ENVELOPE(0.1) == pytest.approx(5 / 12 * 0.1)
    assert ENVELOPE([0.1, 0.9]).tolist() == pytest.approx([0.5 / 12, 4 / 12 * 0.1])
    assert ENVELOPE(np.zeros((2, 0))).shape == (2, 0)
    assert type(ENVELOPE(0.5)) is float
    assert ENVELOPE.rates(0.1) == pytest.approx((0, 7 / 12))
    assert ENVELOPE.point.tolist() == [1, 2, 3, 4]
    assert (ENVELOPE.rule, ENVELOPE.optimistic, ENVELOPE.is_linear) == ("best threshold", True, True)
    # Each segment of the hull adds ½·ΔT·ΔF/(ΔT + ΔF): exact rational arithmetic gives 23/288.
    assert ENVELOPE.area == pytest.approx(23 / 288)


def test_a_line_is_straight():
    # Drummond & Holte (2000), figure 8.
    line = CostCurve.line(0.09, 0.36, rule="C4.5")
    assert (line(0.0), line(1.0), line(0.5)) == pytest.approx((0.09, 0.64, 0.365))
    assert line.area == pytest.approx(0.365)
    assert repr(line) == "CostCurve(C4.5, 1 pieces, area 0.365)"
    assert repr(CostCurve.line(0, 1)) == "CostCurve(1 pieces, area 0)"


def test_a_jump_stands_twice_and_is_read_from_the_right():
    curve = CostCurve.serving([0, 0.5, 1], [0.2, 0.0], [0.2, 0.0])
    assert curve.knots.tolist() == [0, 0.5, 0.5, 1]
    assert curve.values.tolist() == pytest.approx([0.2, 0.2, 0, 0])
    assert curve(0.5) == 0.0


def test_pieces_without_width_vanish():
    curve = CostCurve.serving([0, 0.5, 0.5, 1], [0.1, 0.9, 0.3], [0.1, 0.9, 0.3], [5, 6, 7])
    assert curve.point.tolist() == [5, 7]
    assert curve.edges.tolist() == [0, 0.5, 1]


@pytest.mark.parametrize("value", [-0.1, 1.1, NAN, None, "0.5", [0.5, 2.0]])
def test_conditions_outside_are_refused(value):
    assert refusal(lambda: ENVELOPE(value)) == f"PC(+) must lie in [0, 1]; got {value!r}"
    assert refusal(lambda: ENVELOPE.rates(value)) == f"PC(+) must lie in [0, 1]; got {value!r}"
    assert refusal(lambda: ENVELOPE.loss(value)) == f"the cost proportion must lie in [0, 1]; got {value!r}"


def test_lines_of_no_rate_are_refused():
    assert refusal(lambda: CostCurve.line(2, 0.5)) == "fpr must lie in [0, 1]; got 2"
    assert refusal(lambda: CostCurve.line(0.5, NAN)) == "tpr must be a finite number; got nan"
    assert refusal(lambda: CostCurve.line(0.1, 0.5, prevalence=7)) == (
        "the prevalence of an axis must lie strictly between 0 and 1; got 7"
    )


# --- the axis of another prevalence ---


@pytest.mark.parametrize("prevalence", [0.5, 0.02, 0.7])
def test_the_axis_is_the_cost_proportion_at_a_prevalence(prevalence):
    curve = ENVELOPE.at_prevalence(prevalence)
    for kappa in (0.0, 0.1, 0.5, 0.93, 1.0):
        weights = kappa * prevalence, (1 - kappa) * (1 - prevalence)
        pc = weights[0] / sum(weights)
        # The loss is the cost at fn + fp = 2, the curve itself stays NEC by PC.
        assert curve.loss(kappa) == pytest.approx(2 * sum(weights) * ENVELOPE(pc))
        assert curve(pc) == pytest.approx(ENVELOPE(pc))
        assert curve.conditions_of(np.array([kappa]))[0] == pytest.approx(pc)
    want = quad(curve.loss, 0, 1, limit=200, points=curve.edges[1:-1].tolist())[0]
    assert curve.area == pytest.approx(want)
    assert curve.knots.tolist() == pytest.approx(ENVELOPE.knots.tolist())
    assert curve.values.tolist() == pytest.approx(ENVELOPE.values.tolist())
    assert curve.at_prevalence(prevalence) is curve


@pytest.mark.parametrize("value", [1e-10, 1 - 1e-10, 1e-300])
def test_prevalences_too_near_the_ends_are_no_axis(value):
    assert refusal(lambda: ENVELOPE.at_prevalence(value), UndefinedError) == (
        f"a prevalence must be at least 1e-09 away from 0 and 1 to change the axis; got {value!r}"
    )


def test_breakpoints_that_coincide_on_another_axis_are_one():
    # On the axis of prevalence 1e-9 everything up to PC 0.9999 lies within 1e-13 of 1, below it nothing does.
    close = CostCurve.serving([0, 0.25, 0.25 + 1e-9, 1], [0.0, 0.1, 0.2], [0.5, 0.3, 0.2])
    curve = close.at_prevalence(1e-9)
    assert len(curve.point) == 2
    assert np.all(np.diff(curve.edges) > 0)
    assert curve(0.5) == pytest.approx(close(0.5))


@pytest.mark.parametrize("value", [0, 1, -1, NAN, "a"])
def test_odd_prevalences_are_refused(value):
    loose: Any = ENVELOPE
    assert refusal(lambda: loose.at_prevalence(value)).startswith("prevalence ")
    assert refusal(lambda: trivial_curve(value)).startswith("prevalence ")


def test_moving_rates_bend_on_another_axis():
    curve = cc.rules.rate_driven()(RECORDS)
    assert not curve.is_linear
    assert refusal(lambda: curve.at_prevalence(0.1), UndefinedError) == (
        "a curve can only change its axis if every piece is served by one point; got the rule 'share flagged set by costs': give the rule the prevalence instead"
    )


# --- integrals ---

BELIEFS = {
    "uniform": ConditionPrior.uniform(),
    "part": ConditionPrior.uniform(0.2, 0.6),
    "Beta": ConditionPrior.beta(2, 5),
    "triangular": ConditionPrior.triangular(0.1, 0.3, 0.8),
    "scenarios": ConditionPrior.samples([0.2, 0.5, 0.8], [0.5, 0.3, 0.2]),
    "end": ConditionPrior.samples([0, 1], [1, 3]),
}


@pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS.keys())
@pytest.mark.parametrize(
    "curve",
    [
        ENVELOPE,
        cc.rules.rate_driven()(RECORDS),
        cc.rules.score_driven(0.2)(RECORDS),
        CostCurve.line(0.1, 0.7),
    ],
    ids=["optimal", "rate-driven", "score-driven", "line"],
)
def test_expected_loss_is_the_mean_under_the_belief(curve, belief):
    # By steps of a fine partition: mass times loss at the mean place of each step.
    edges = np.union1d(np.linspace(0, 1, 4001), curve.edges)
    mass, first = (np.diff(np.append(belief.moments(edges, k), belief.total(k))) for k in (0, 1))
    held = mass > 1e-15
    places = np.clip(first[held] / mass[held], edges[held], np.append(edges[1:], 1)[held])
    assert curve.expected(belief) == pytest.approx(float(mass[held] @ curve.loss(places)), abs=2e-7)


def test_expected_loss_of_a_line_needs_the_mean_only():
    line = CostCurve.line(0.1, 0.7)
    for belief in BELIEFS.values():
        assert line.expected(belief) == pytest.approx(line(belief.mean))
    assert line.expected(BELIEFS["uniform"]) == pytest.approx(line.area)


def test_skill_is_measured_from_the_better_trivial_classifier():
    assert trivial_curve().area == 0.25
    assert ENVELOPE.skill() == pytest.approx(1 - 23 / 72)
    assert ENVELOPE.skill(BELIEFS["uniform"]) == pytest.approx(ENVELOPE.skill())
    assert cc.rules.optimal(Tally.from_scores([1, 0], [2, 1])).skill() == 1.0
    assert cc.rules.optimal(Tally.from_scores([1, 0], [1, 1])).skill() == 0.0
    assert trivial_curve(0.2).skill(ConditionPrior.beta(2, 2)) == 0.0
    assert refusal(lambda: ENVELOPE.skill(ConditionPrior.point(0)), UndefinedError) == (
        "skill needs trivial classifiers that cost something; got a belief in PC(+) = 0 or 1"
    )


def test_the_value_of_learning():
    # Uniform belief over the trivial classifiers: ½ at the mean, ¼ if PC is learnt first.
    assert trivial_curve().value_of_learning(ConditionPrior.uniform()) == pytest.approx(0.25)
    assert ENVELOPE.value_of_learning(ConditionPrior.point(0.3)) == pytest.approx(0)
    assert CostCurve.line(0.1, 0.7).value_of_learning(BELIEFS["Beta"]) == pytest.approx(0)


@pytest.mark.parametrize("value", [0.2, None, "uniform"])
def test_beliefs_are_priors(value):
    loose: Any = ENVELOPE
    text = f"a belief must be a ConditionPrior; got an object of type {type(value).__name__}: use ConditionPrior.point(…)"
    assert refusal(lambda: loose.expected(value)) == text
    assert refusal(lambda: loose.value_of_learning(value)) == text
    if value is not None:
        assert refusal(lambda: loose.skill(value)) == text


# --- two curves ---


def test_differences_are_read_like_curves():
    a, b = CostCurve.line(0.2, 0.7, rule="a"), CostCurve.line(0.05, 0.5, rule="b")
    difference = a.minus(b)
    assert difference.rule == "a − b"
    assert difference(0.5) == pytest.approx(a(0.5) - b(0.5))
    # Lines cross where 0.15·(1 − x) = 0.2·x.
    assert a.crossings(b) == pytest.approx([3 / 7])
    assert difference.signs() == [(0.0, pytest.approx(3 / 7), 1), (pytest.approx(3 / 7), 1.0, -1)]
    assert difference.largest_gap() == pytest.approx((1.0, -0.2))
    assert a.crossings(a) == []
    assert a.minus(a).signs() == [(0.0, 1.0, 0)]


def test_a_change_across_a_stretch_of_ties_is_reported_at_its_left_end():
    # a is cheaper below ⅓, both flag nobody up to ½ …, b is cheaper above.
    a = CostCurve.serving([0, 0.25, 0.5, 1], [0.0, 0.25, 0.5], [0.0, 0.25, 0.5])
    b = CostCurve.serving([0, 0.25, 0.5, 1], [0.5, 0.25, 0.0], [0.5, 0.25, 0.0])
    assert a.minus(b).signs() == [(0.0, 0.25, -1), (0.25, 0.5, 0), (0.5, 1.0, 1)]
    assert a.crossings(b) == [0.25]


def test_curves_that_touch_do_not_cross():
    a = CostCurve.line(0.2, 0.8)
    b = CostCurve.serving([0, 0.5, 1], [0.2, 0.3], [0.2, 0.3])
    assert a.crossings(b) == []


def test_crossings_of_bent_curves_are_solved():
    curve, line = cc.rules.rate_driven()(RECORDS), CostCurve.line(0.1, 0.9)
    places = curve.crossings(line)
    assert places
    for place in places:
        assert curve(place) == pytest.approx(line(place), abs=1e-12)
    signs = np.sign([curve(x) - line(x) for x in np.linspace(0.001, 0.999, 999)])
    assert len(places) == np.count_nonzero(np.diff(signs))


def test_curves_of_another_axis_are_brought_to_the_first():
    a = cc.rules.score_driven(0.2)(RECORDS)
    difference = a.minus(ENVELOPE)
    assert difference.prevalence == 0.2
    for x in (0.05, 0.4, 0.77):
        assert difference(x) == pytest.approx(a(x) - ENVELOPE(x))
    assert difference.crossings(trivial_curve(0.2).minus(trivial_curve(0.2))) == []


def test_weighted_sums():
    mean = combined([CostCurve.line(0.2, 0.7), CostCurve.line(0.0, 0.5)], [0.5, 0.5], rule="mean")
    assert mean(0.25) == pytest.approx((0.2 * 0.75 + 0.3 * 0.25 + 0.5 * 0.25) / 2)
    assert not mean.optimistic
    assert combined([ENVELOPE], [1.0]).optimistic


def test_breakpoints_that_differ_by_rounding_leave_no_sliver():
    up = 0.5 + 2.0**-53 * 2
    a = CostCurve.serving([0, 0.5, 1], [0.1, 0.3], [0.3, 0.1])
    b = CostCurve.serving([0, up, 1], [0.2, 0.2], [0.2, 0.2])
    assert len(a.minus(b).point) == 2


# --- a value ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_copies_are_equal_and_read_only(how):
    other = how(ENVELOPE)
    assert other == ENVELOPE
    for name in ("edges", "fpr", "fnr", "point"):
        assert not getattr(other, name).flags.writeable
    assert other != dataclasses.replace(other, rule="another")


def test_documents_and_frames():
    for curve in (ENVELOPE, cc.rules.rate_driven()(RECORDS), cc.rules.score_driven()(RECORDS)):
        assert CostCurve.from_json(curve.to_json()) == curve
        frame = curve.to_frame("pandas")
        assert frame["pc"].tolist() == curve.knots.tolist()
        assert frame["nec"].tolist() == curve.values.tolist()


def test_only_a_concave_curve_has_a_value_of_learning():
    tuning, other = (
        Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]),
        Tally.from_scores([0, 1, 1, 0], [4, 3, 2, 1]),
    )
    tuned = cc.rules.tuned_on(tuning)(other)
    assert not tuned.is_concave
    assert refusal(lambda: tuned.value_of_learning(ConditionPrior.uniform()), UndefinedError) == (
        "learning the condition only has a value for a concave curve; got the rule 'thresholds tuned on other records': use the curve of optimal"
    )
    assert not cc.rules.rate_driven()(tuning).is_concave
    curves = (
        cc.rules.optimal(tuning),
        cc.rules.optimal_without_trivial(tuning),
        cc.rules.fixed(2)(tuning),
        ENVELOPE,
    )
    assert all(curve.is_concave for curve in curves)
    # An average of concave curves is concave, on any axis.
    assert cc.rules.optimal(tuning).at_prevalence(0.2).is_concave


def test_the_price_of_a_policy():
    # The three classifiers and what selection by the nearest condition costs above the envelope:
    # exact rational arithmetic over the pieces.
    fpr, tpr = [0.02, 0.15, 0.40], [0.20, 0.60, 0.85]
    chosen = cc.rules.parameter_based(fpr, tpr, pc=[1 / 12, 1 / 6.1, 0.5])
    best = cc.rules.optimal(Tally.from_points(fpr, tpr))
    assert chosen.excess_over(best) == pytest.approx(0.0268895, abs=5e-8)
    assert chosen.excess_over(best) == pytest.approx(chosen.area - best.area)
    belief = ConditionPrior.uniform(0.1, 0.4)
    assert chosen.excess_over(best, belief) == pytest.approx(chosen.expected(belief) - best.expected(belief))


@pytest.mark.parametrize("method", ["minus", "crossings", "excess_over"])
def test_curves_are_compared_with_curves(method):
    loose: Any = ENVELOPE
    assert refusal(lambda: getattr(loose, method)(3)) == (
        "only cost curves can be compared; got an object of type int"
    )


SCORES = np.array([0.9, 0.8, 0.8, 0.4, 0.1])
BRIER = cc.rules.score_driven()(cc.tally([1, 1, 0, 1, 0], SCORES))


@pytest.mark.parametrize("curve", [BRIER, BRIER.at_prevalence(0.2)], ids=["as made", "on another axis"])
def test_rates_that_stand_still_take_one_column_of_memory(curve):
    pieces = len(curve.point)
    for rate in (curve.fpr, curve.fnr):
        assert rate.shape == (pieces, 2)
        assert rate.strides == (8, 0)
        assert not rate.flags.writeable
    full = dataclasses.replace(curve, fpr=curve.fpr.copy(), fnr=curve.fnr.copy())
    assert full.fpr.strides == (16, 8)
    assert full == curve == pickle.loads(pickle.dumps(curve)) == CostCurve.from_json(curve.to_json())
    assert full.to_json() == curve.to_json()
    assert (full.area, full.is_linear, full.is_concave) == (curve.area, curve.is_linear, curve.is_concave)
    assert full.knots.tolist() == curve.knots.tolist()


def test_rates_that_move_share_the_ends_of_pieces():
    tally = cc.tally([1, 1, 0, 1, 0], SCORES)
    curve = cc.rules.rate_driven()(tally)
    assert curve.fpr.strides == curve.fnr.strides == (8, 8)
    assert curve.fpr[1:, 0].tolist() == curve.fpr[:-1, 1].tolist()
    assert curve == pickle.loads(pickle.dumps(curve))


def test_a_curve_keeps_what_it_was_given():
    edges, rates, point = np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0]), np.array([4, 7])
    curve = CostCurve.serving(edges, rates, 1 - rates, point)
    edges[1], rates[:], point[:] = 0.7, 0.5, 0
    assert (curve.edges.tolist(), curve.fpr.tolist()) == ([0, 0.5, 1], [[0, 0], [1, 1]])
    assert (curve.fnr.tolist(), curve.point.tolist()) == ([[1, 1], [0, 0]], [4, 7])


def test_areas_are_added_block_by_block(monkeypatch):
    # Powers of two: nothing rounds.
    edges = np.arange(9) / 8
    curve = CostCurve.serving(edges, np.arange(8) / 8, 1 - np.arange(8) / 16)
    whole = curve.area
    for size in (1, 3, 8):
        monkeypatch.setattr(cost_curve, "BLOCK", size)
        assert curve.area == pytest.approx(whole, rel=1e-15)
