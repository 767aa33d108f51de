"""Every rule: costs in range, never below the best, weights, order, prevalence."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves.rules.driven_rules import RULES
from costcurves.rules.rule import Optimal
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed

TUNING = SAMPLES["no ties, weighted"].tally()
#: One instance or more of every rule.
INSTANCES = {
    "optimal": cc.rules.optimal,
    "score_driven": cc.rules.score_driven(),
    "score_driven ½": cc.rules.score_driven(0.5),
    "score_uniform": cc.rules.score_uniform(),
    "rate_uniform": cc.rules.rate_uniform(),
    "rate_driven": cc.rules.rate_driven(),
    "rate_driven ½": cc.rules.rate_driven(0.5),
    "fixed": cc.rules.fixed(0.5),
    "tuned_on": cc.rules.tuned_on(TUNING),
    "optimal_without_trivial": cc.rules.optimal_without_trivial,
}
EVERY = pytest.mark.parametrize("rule", INSTANCES.values(), ids=INSTANCES.keys())
EACH = each("name", [name for name in SAMPLES if name != "one shared cell"])
PLACES = np.linspace(0, 1, 33)


def costs(curve):
    """NEC on a grid that no jump falls on (scores are fractions of powers of two)."""
    return curve(np.clip(PLACES + 1 / 997, 0, 1))


def test_every_rule_has_an_instance():
    assert {type(rule) for rule in INSTANCES.values()} == set(RULES)


@EVERY
@EACH
def test_costs_lie_between_the_best_and_one(rule, name):
    tally = SAMPLES[name].tally()
    curve = rule(tally)
    values = costs(curve)
    assert np.all(values <= 1 + 1e-14)
    assert np.all(values >= costs(cc.rules.optimal(tally)) - 1e-14)
    assert (curve.edges[0], curve.edges[-1]) == (0, 1)
    assert np.all(np.diff(curve.edges) > 0)
    assert np.all((curve.fpr >= 0) & (curve.fpr <= 1) & (curve.fnr >= 0) & (curve.fnr <= 1))


@EVERY
def test_a_curve_remembers_its_rule(rule):
    curve = rule(SAMPLES["alternating"].tally())
    assert curve.rule == rule.title
    assert curve.optimistic == rule.optimistic == isinstance(rule, Optimal)
    assert rule.key in {kind.key for kind in RULES}


@pytest.mark.parametrize("rule", [rule for rule in INSTANCES.values() if "uniform" not in rule.key], ids=str)
@EACH
def test_the_served_rates_are_points_of_the_curve(rule, name):
    tally = SAMPLES[name].tally()
    curve, roc = rule(tally), cc.RocCurve.of(tally)
    points = set(zip(roc.fpr.round(9).tolist(), roc.tpr.round(9).tolist(), strict=True))
    served = zip(curve.fpr.ravel().round(9).tolist(), (1 - curve.fnr.ravel()).round(9).tolist(), strict=True)
    assert set(served) <= points


@EVERY
@EACH
@each("change", CHANGES.values(), ids=CHANGES.keys())
def test_order_and_repetition_change_nothing(rule, name, change):
    s = SAMPLES[name]
    one, other = rule(s.tally()), rule(change(s).tally())
    assert np.allclose(costs(one), costs(other), rtol=1e-12, atol=1e-14)
    assert other.area == pytest.approx(one.area, rel=1e-12)


@EVERY
@EACH
@each("prevalence", STATED)
def test_a_stated_prevalence_is_that_of_a_sample(rule, name, prevalence):
    s = SAMPLES[name]
    one = rule(s.tally().at_prevalence(prevalence))
    other = rule(reweighed(s, prevalence).tally())
    assert one.prevalence == pytest.approx(other.prevalence)
    # Away from the jumps, whose places the reweighing rounds.
    assert np.allclose(costs(one), costs(other), rtol=1e-9, atol=1e-12)
    assert one.area == pytest.approx(other.area, rel=1e-9, abs=1e-12)


@EVERY
def test_one_score_for_all_is_a_trivial_classifier(rule):
    tally = SAMPLES["one shared cell"].tally()
    if rule is cc.rules.optimal_without_trivial:
        with pytest.raises(cc.UndefinedError):
            rule(tally)
    elif rule is cc.rules.optimal:
        x = np.clip(PLACES + 1 / 997, 0, 1)
        assert costs(rule(tally)) == pytest.approx(np.minimum(x, 1 - x))
    else:
        assert np.all(costs(rule(tally)) >= costs(cc.rules.optimal(tally)) - 1e-14)


@EVERY
def test_one_class_is_undefined(rule):
    for labels in ([1, 1], [0, 0]):
        with pytest.raises(cc.UndefinedError, match="needs records of both classes"):
            rule(cc.Tally.from_scores(labels, [0.2, 0.1]))
