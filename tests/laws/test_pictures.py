"""What holds between the pictures of the field, for every input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import dblquad, quad

import costcurves as cc
from costcurves import examples
from costcurves.curves.kind import CurveOptions
from costcurves.curves.over_depth import deciles
from costcurves.curves.over_threshold import OverThreshold
from costcurves.curves.planes import cost_surface, cost_volume, isometrics
from costcurves.curves.registry import curve_kind
from costcurves.measures.confusion_measures import MEASURES, measure
from costcurves.measures.cost_measures import cost_measure, skill_measure
from costcurves.tallies.confusion import Confusion
from costcurves.tallies.values import ValueTally

loose: Any = curve_kind


@st.composite
def probabilities(draw: Any) -> cc.Tally:
    """Tallies of both classes whose scores lie in [0, 1], with ties and weights."""
    count = draw(st.integers(2, 24))
    labels = draw(
        st.lists(st.booleans(), min_size=count, max_size=count).filter(lambda drawn: len(set(drawn)) == 2)
    )
    scores = draw(st.lists(st.integers(0, 16), min_size=count, max_size=count))
    weights = draw(st.lists(st.integers(1, 5), min_size=count, max_size=count))
    return cc.Tally.from_scores(labels, np.array(scores) / 16, weights)


inner = st.floats(0.03, 0.97)


@given(probabilities(), inner, inner)
def test_maps_between_pictures_of_one_decision(tally, theta, p):
    # All from one matrix: net benefit, its standard form, skill, value, utility, regret and cost (law 10).
    tally = tally.at_prevalence(p)
    condition = cc.OperatingCondition.from_threshold(theta, prevalence=p)
    pc = condition.pc
    outcomes = tally.confusion()
    fpr, tpr = measure("fpr")(outcomes), measure("tpr")(outcomes)
    nec = fpr * (1 - pc) + (1 - tpr) * pc
    benefit = (outcomes.tp - outcomes.fp * theta / (1 - theta)) / outcomes.total
    assert np.allclose(benefit, p * (1 - nec / pc), atol=1e-9)
    skill = 1 - nec / min(pc, 1 - pc)
    assert np.allclose(skill_measure(theta)(outcomes), skill, atol=1e-9)
    richardson = (min(theta, p) - fpr * theta * (1 - p) + tpr * p * (1 - theta) - p) / (
        min(theta, p) - p * theta
    )
    assert np.allclose(richardson, skill, atol=1e-9)
    mean = cost_measure(cc.Costs(fp=theta, fn=1 - theta))(outcomes)
    assert np.allclose(mean, nec * (p * (1 - theta) + (1 - p) * theta), atol=1e-9)
    assert np.allclose(benefit, p - mean / (1 - theta), atol=1e-9)


@given(probabilities(), inner, inner)
def test_curves_agree_at_a_condition(tally, theta, p):
    tally = tally.at_prevalence(p)
    pc = cc.OperatingCondition.from_threshold(theta, prevalence=p).pc
    fpr, tpr = cc.rules.score_driven().served(tally, p, theta, 1 - theta)
    nec = float(fpr * (1 - pc) + (1 - tpr) * pc)
    values = {name: loose(name).of(tally)(theta) for name in ("net_benefit", "standardised_net_benefit")}
    assert values["net_benefit"] == pytest.approx(p * (1 - nec / pc), abs=1e-9)
    assert values["standardised_net_benefit"] == pytest.approx(1 - nec / pc, abs=1e-9)
    assert loose("relative_utility").of(tally)(theta) == pytest.approx(1 - nec / min(pc, 1 - pc), abs=1e-9)
    avoided = loose("interventions_avoided").of(tally)(theta)
    assert avoided == pytest.approx((1 - p) * (1 - nec / (1 - pc)), abs=1e-9)
    everybody = p - (1 - p) * theta / (1 - theta)
    assert avoided == pytest.approx((values["net_benefit"] - everybody) / (theta / (1 - theta)), abs=1e-9)


@given(probabilities(), inner, inner)
def test_curves_of_the_best_threshold_are_the_envelope(tally, x, p):
    tally = tally.at_prevalence(p)
    envelope = cc.rules.optimal(tally)
    assert loose("cost").of(tally)(x) == pytest.approx(envelope(x), abs=1e-12)
    assert loose("error_by_prevalence").of(tally)(x) == pytest.approx(envelope(x), abs=1e-12)
    assert loose("cost_by_proportion").of(tally)(x) == pytest.approx(
        envelope.at_prevalence(p).loss(x), abs=1e-12
    )
    costs = cc.Costs(fp=2, fn=5)
    pc = 5 * x / (5 * x + 2 * (1 - x))
    regret = loose("regret").of(tally, CurveOptions(costs=costs, test_cost=0.1))(x)
    assert regret == pytest.approx(envelope(pc) * (5 * x + 2 * (1 - x)) + 0.1, abs=1e-9)
    pc = p * (1 - x) / (p * (1 - x) + (1 - p) * x)
    value = loose("relative_value").of(tally)(x)
    assert value == pytest.approx(1 - envelope(pc) / min(pc, 1 - pc), abs=1e-9)
    surface = cost_surface(tally, prevalence=[p], proportion=[x]).cost[0, 0]
    assert surface == pytest.approx(envelope(pc) * (p * (1 - x) + (1 - p) * x), abs=1e-12)
    assert loose("value_slice").of(tally)(x) == pytest.approx(surface, abs=1e-12)


@given(probabilities())
def test_areas_by_cost_proportion(tally):
    p, auc = tally.prevalence, cc.RocCurve.of(tally).auc
    square = (np.dot(tally.positives, (1 - tally.low) ** 2) + np.dot(tally.negatives, tally.low**2)) / (
        tally.total_positive + tally.total_negative
    )
    assert loose("brier_by_proportion").of(tally).area == pytest.approx(square, abs=1e-12)
    assert loose("rate_driven").of(tally).area == pytest.approx(
        p * (1 - p) * (1 - 2 * auc) + 1 / 3, abs=1e-12
    )
    assert loose("kendall").of(tally).area == pytest.approx(2 * p * (1 - p) * (1 - auc), abs=1e-12)
    assert loose("excess").of(tally).area >= -1e-12
    x = np.linspace(0, 1, 101)
    for name in ("brier", "brier_by_proportion", "rate_driven", "score_uniform"):
        assert np.all(
            loose(name).of(tally)(x) >= loose(name).of(tally, CurveOptions(rule=cc.rules.optimal))(x) - 1e-12
        )


@given(probabilities())
def test_the_decision_curve_is_the_brier_curve(tally):
    # BS = 2·∫ (1 − t)·(p − NB(t)) dt.
    curve, p = loose("net_benefit").of(tally), tally.prevalence
    total = 0.0
    for low, high in zip(curve.x[:-1], curve.x[1:], strict=True):
        if high > low:
            total += quad(lambda t: 2 * (1 - t) * (p - curve(t)), low, high)[0]
    assert total == pytest.approx(cc.rules.score_driven()(tally).area, abs=1e-7)


# ---- gains, lift, profit --------------------------------------------------------------------


@given(probabilities(), inner)
def test_area_of_gains(tally, p):
    tally = tally.at_prevalence(p)
    auc = cc.RocCurve.of(tally).auc
    gains = loose("gains").of(tally)
    assert gains.area == pytest.approx(p / 2 + (1 - p) * auc, abs=1e-12)
    assert loose("gains").perfect(tally).area == pytest.approx(1 - p / 2, abs=1e-12)
    x = np.linspace(0.01, 1, 50)
    assert np.allclose(loose("lift").of(tally)(x), gains(x) / x)


@given(probabilities(), inner, st.integers(1, 30), st.integers(0, 30))
def test_greatest_profit(tally, p, gain, loss):
    # max profit = value tp · P − n·(weights of both errors)·env(PC), at the stated prevalence (law 18).
    tally = tally.at_prevalence(p)
    values = ValueTally.of_classes(tally, tp=gain, fp=-loss)
    total = float(values.total_weight)
    positive, negative = p * gain, (1 - p) * loss
    pc = positive / (positive + negative)
    greatest = loose("profit").of(values).extreme(highest=True)[1]
    expected = total * (positive - (positive + negative) * cc.rules.optimal(tally)(pc))
    assert greatest == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(probabilities(), st.integers(1, 12))
def test_parts_average_to_one(tally, parts):
    found = deciles(tally, parts)
    assert np.mean([part.lift for part in found]) == pytest.approx(1)
    assert found[-1].cumulative_lift == pytest.approx(1)
    assert sum(part.value for part in found) == pytest.approx(tally.total_positive)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 4), st.integers(1, 3)), min_size=1, max_size=12))
def test_profit_by_record_is_a_sum_over_the_best(rows):
    value, score, weight = (np.array(column) for column in zip(*rows, strict=True))
    curve = loose("profit").of(ValueTally.from_values(value, score, weight))
    for threshold in set(score.tolist()):
        chosen = score >= threshold
        share = weight[chosen].sum() / weight.sum()
        assert curve(share) == pytest.approx(float((value * weight)[chosen].sum()), abs=1e-9)


# ---- precision, recall, gain ----------------------------------------------------------------


@given(probabilities(), inner, inner)
def test_between_thresholds_outcomes_are_mixed(tally, share, p):
    tally = tally.at_prevalence(p)
    outcomes = tally.confusion()
    for i in range(1, len(outcomes.tp) - 1):
        mixed = Confusion(
            *(
                getattr(outcomes, name)[i] * (1 - share) + getattr(outcomes, name)[i + 1] * share
                for name in ("tp", "fn", "fp", "tn")
            )
        )
        if outcomes.tp[i + 1] > outcomes.tp[i] > 0:
            recall = float(measure("tpr")(mixed))
            precision = loose("precision_recall").of(tally)(recall)
            assert precision == pytest.approx(float(measure("ppv")(mixed)), abs=1e-9)
            gain = loose("precision_recall_gain").of(tally)
            at = float(measure("recall_gain")(mixed))
            # In gains mixtures lie on straight lines, to the digits that huge negative gains leave.
            close = pytest.approx(float(measure("precision_gain")(mixed)), rel=1e-6, abs=1e-6)
            assert gain(np.clip(at, gain.x[0], gain.x[-1])) == close


@given(probabilities())
def test_the_hull_is_achievable_and_never_below(tally):
    for name in ("roc", "coverage", "precision_recall"):
        one = loose(name)
        curve, hull = one.of(tally), one.hull(tally)
        x = np.linspace(0, curve.x[-1], 41)
        assert np.all(hull(x) >= curve(x) - 1e-9)
    assert loose("roc").hull(tally).area == pytest.approx(cc.RocHull.of(tally).auc, abs=1e-12)


@given(probabilities(), st.sampled_from([row.key for row in MEASURES]), st.floats(-0.1, 1.1))
def test_measures_by_threshold(tally, key, threshold):
    what = measure(key)
    curve = OverThreshold.of_measure(what).of(tally)
    flagged = tally.low >= threshold
    tp, fp = tally.positives[flagged].sum(), tally.negatives[flagged].sum()
    outcome = Confusion(tp, tally.total_positive - tp, fp, tally.total_negative - fp)
    inside = min(max(threshold, 0.0), 1.0)
    if inside == threshold:
        assert curve(threshold) == pytest.approx(float(what(outcome)), nan_ok=True)


def test_normal_scores_give_a_straight_det_curve():
    from scipy.special import ndtr, ndtri

    # Negatives N(0, 1), positives N(2, 1.5): probit FNR = −(1/1.5)·probit FPR − 2/1.5.
    at = np.linspace(-4, 6, 400)[::-1]
    tally = cc.Tally.from_points(ndtr(-at), ndtr(-(at - 2) / 1.5))
    x = np.linspace(0.02, 0.9, 30)
    fnr = loose("det").of(tally)(x)
    assert np.allclose(ndtri(fnr), -ndtri(x) / 1.5 - 2 / 1.5, atol=2e-3)


# ---- surface and isometrics -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_volume_below_the_surface(seed):
    rng = np.random.default_rng(seed)
    labels = rng.random(12) < 0.4
    labels[:2] = True, False
    tally = cc.Tally.from_scores(labels, rng.integers(0, 6, 12))
    envelope = cc.rules.optimal(tally)

    def cost(p: float, u: float) -> float:
        stake = p * (1 - u) + (1 - p) * u
        return stake * envelope(p * (1 - u) / stake) if stake else 0.0

    assert cost_volume(tally) == pytest.approx(dblquad(cost, 0, 1, 0, 1, epsabs=1e-7)[0], abs=1e-5)


def test_volume_of_24_records():
    tally = cc.Tally.from_scores(*examples.records24())
    assert cost_volume(tally) == pytest.approx(0.0274225, abs=5e-8)
    assert cost_volume(tally) * 12 == pytest.approx(0.32907, abs=5e-6)


@given(st.sampled_from(MEASURES), st.floats(0.05, 0.95), inner)
def test_isometrics_have_their_value(what, level, p):
    for line in isometrics(what, [level], p):
        outcomes = Confusion(p * line.tpr, p * (1 - line.tpr), (1 - p) * line.fpr, (1 - p) * (1 - line.fpr))
        values = what(outcomes)
        inside = (line.tpr > 1e-9) & (line.tpr < 1 - 1e-9) & (line.fpr > 1e-9) & (line.fpr < 1 - 1e-9)
        assert np.allclose(values[inside], level, atol=1e-6, rtol=1e-6)
