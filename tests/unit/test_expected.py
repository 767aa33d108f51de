"""Costs, profits and net benefits on average over a belief."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import ConditionPrior, Costs, Tally, UndefinedError, examples
from costcurves.measures import expected_cost, expected_profit
from tests.unit.refusals import refusal

#: These are also given what they refuse.
expected_nec: Any = cc.measures.expected_nec
net_benefit_area: Any = cc.measures.net_benefit_area

RECORDS = Tally.from_scores(*examples.records24())
FEW = Tally.from_scores([1, 0, 1, 0, 0, 0, 1, 0, 0, 0], [0.9, 0.9, 0.6, 0.6, 0.6, 0.4, 0.4, 0.2, 0.2, 0.1])
TALLIES = pytest.mark.parametrize("tally", [RECORDS, FEW, FEW.at_prevalence(0.05)], ids=["24", "few", "rare"])


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        (ConditionPrior.uniform(), 23 / 288),
        (ConditionPrior.beta(2, 2), 0.0971017),
        (ConditionPrior.beta(2, 5), 0.0895679),
        (ConditionPrior.beta(1, 3), 0.0744237),
        (ConditionPrior.uniform(0.2, 0.6), 0.1135417),
        (ConditionPrior.triangular(0.1, 0.3, 0.8), 0.1091380),
        (ConditionPrior.log_odds_uniform(0.05, 0.5), 0.0760196),
        (ConditionPrior.beta(2, 5, 0.1, 0.4), 0.0904386),
        (ConditionPrior.samples([0.2, 0.5, 0.8], [0.5, 0.3, 0.2]), 0.0925),
    ],
)
def test_the_24_records_under_every_law(prior, expected):
    assert expected_nec(RECORDS, prior) == pytest.approx(expected, abs=5e-8)


def test_other_rules_cost_what_their_thresholds_do():
    assert expected_nec(RECORDS, ConditionPrior.uniform(), rule=cc.rules.score_driven()) == pytest.approx(
        0.1072165, abs=5e-8
    )
    assert expected_nec(RECORDS, ConditionPrior.beta(2, 2), rule=cc.rules.score_driven()) == pytest.approx(
        0.1295909, abs=5e-8
    )
    line = cc.rules.fixed(0.5)
    assert expected_nec(FEW, ConditionPrior.beta(2, 5), rule=line) == pytest.approx(line(FEW)(2 / 7))


def test_known_conditions_have_the_cost_of_a_condition():
    costs = Costs(fp=1, fn=9, tp=-2, tn=0.5)
    beliefs = ConditionPrior.from_beliefs(prevalence=0.2, costs=costs)
    condition = cc.OperatingCondition(0.2, costs)
    fpr, tpr = cc.rules.optimal(FEW).rates(condition.pc)
    assert expected_cost(FEW, beliefs) == pytest.approx(condition.expected_cost(fpr, tpr))
    profit = condition.cost_of_nobody - condition.expected_cost(fpr, tpr)
    assert expected_profit(FEW, beliefs) == pytest.approx(profit)


def test_uniform_prevalence_and_costs_have_a_closed_form():
    # Volume under the prevalence–value–accuracy surface of the 24 records.
    beliefs = ConditionPrior.from_beliefs(prevalence=ConditionPrior.uniform(), costs=ConditionPrior.uniform())
    assert expected_cost(RECORDS, beliefs) == pytest.approx(0.0274225, abs=1e-6)


def test_benefits_make_the_profit_of_the_list():
    # +9 for a response, −6 for none: at best 87 of the 24 records.
    beliefs = ConditionPrior.from_beliefs(prevalence=0.5, costs=Costs.from_benefits(tp=9, fp=-6))
    assert 24 * expected_profit(RECORDS, beliefs) == pytest.approx(87)
    assert 24 * expected_cost(RECORDS, beliefs) == pytest.approx(-87)
    everybody = cc.rules.fixed(-math.inf)
    assert 24 * expected_profit(RECORDS, beliefs, rule=everybody) == pytest.approx(36)
    assert expected_profit(RECORDS, beliefs, rule=cc.rules.fixed(2.0)) == pytest.approx(0)


def test_the_best_threshold_never_loses_on_average():
    beliefs = ConditionPrior.from_beliefs(prevalence=0.1, costs=ConditionPrior.beta(2, 5), stake=20)
    best = expected_profit(FEW, beliefs)
    assert best >= max(0, expected_profit(FEW, beliefs, rule=cc.rules.score_driven(0.3)))


def net_benefit(tally, t, rule):
    """Net benefit at threshold probabilities."""
    p = tally.prevalence
    fpr, tpr = rule.served(tally, p, t, 1 - t)
    return p * tpr - (1 - p) * fpr * t / (1 - t)


@TALLIES
@pytest.mark.parametrize("ends", [(0, 0.5), (0.1, 0.3), (0.55, 0.95)])
@pytest.mark.parametrize(
    "rule", [cc.rules.score_driven(), cc.rules.optimal, cc.rules.fixed(0.5)], ids=["scores", "best", "one"]
)
def test_areas_under_net_benefit_are_integrals(tally, ends, rule):
    cuts = np.concatenate([tally.low, 1 - rule(tally).at_prevalence(tally.prevalence).edges])
    places = np.unique(np.clip(np.append(cuts, ends), *ends))
    node, weight = np.polynomial.legendre.leggauss(16)
    width = np.diff(places)
    t = places[:-1, None] + width[:, None] * (node + 1) / 2
    expected = np.dot(width / 2, net_benefit(tally, t, rule) @ weight)
    assert net_benefit_area(tally, *ends, rule=rule) == pytest.approx(expected, abs=1e-9)


@TALLIES
def test_an_area_is_a_sum_over_records(tally):
    # Each positive brings the stretch below its score, each negative takes ∫ t/(1 − t) over it.
    low, high, p = 0.15, 0.55, tally.prevalence
    until = np.clip(tally.low, low, high)
    taken = (-until - np.log1p(-until)) - (-low - math.log1p(-low))
    positive = np.average(until - low, weights=tally.positives)
    negative = np.average(taken, weights=tally.negatives)
    expected = p * positive - (1 - p) * negative
    assert net_benefit_area(tally, low, high) == pytest.approx(expected, abs=1e-14)
    assert net_benefit_area(tally, low, high, rule=cc.rules.optimal) >= expected - 1e-15


def test_the_net_benefit_of_everybody_and_nobody():
    everybody, nobody = cc.rules.fixed(0.0), cc.rules.fixed(2.0)
    expected = 0.5 * 0.5 - 0.5 * (math.log(2) - 0.5)
    assert net_benefit_area(RECORDS, 0, 0.5, rule=everybody) == pytest.approx(expected)
    assert net_benefit_area(RECORDS, 0, 0.5, rule=nobody) == 0


def test_the_brier_score_is_an_area_under_net_benefit():
    # BS = 2·∫ (1 − t)·(p − NB) dt.
    places = np.append(FEW.low[::-1], [0.0, 1.0])
    places.sort()
    node, weight = np.polynomial.legendre.leggauss(16)
    width = np.diff(places)
    t = places[:-1, None] + width[:, None] * (node + 1) / 2
    lost = (1 - t) * (FEW.prevalence - net_benefit(FEW, t, cc.rules.score_driven()))
    assert 2 * np.dot(width / 2, lost @ weight) == pytest.approx(cc.rules.score_driven()(FEW).area)


def test_refusals():
    use: Any
    for use in (expected_cost, expected_profit):
        text = refusal(partial(use, FEW, ConditionPrior.uniform()))
        assert text.startswith("a cost in money needs separate beliefs about prevalence and costs; got")
        assert text.endswith("use ConditionPrior.from_beliefs, or expected_nec")
    assert "a belief must be a ConditionPrior" in refusal(lambda: expected_nec(FEW, 0.3))
    assert "a rule must choose thresholds" in refusal(
        lambda: expected_nec(FEW, ConditionPrior.uniform(), rule=0.5)
    )
    assert "an expected cost needs a single tally" in refusal(
        lambda: expected_nec([0.3], ConditionPrior.uniform())
    )
    for low, high in ((0.5, 0.5), (0.5, 1)):
        text = refusal(partial(net_benefit_area, FEW, low, high))
        assert text.startswith("a range of threshold probabilities must ascend and end below 1; got 0.5 to")
    assert "the low end must lie in [0, 1]; got -1" in refusal(lambda: net_benefit_area(FEW, -1, 0.5))
    text = refusal(lambda: net_benefit_area(FEW, 0, 0.5, rule=cc.rules.rate_driven()), UndefinedError)
    assert text.startswith("the area under a net benefit needs a rule with constant rates")
    assert "scores taken as probabilities" in refusal(
        lambda: net_benefit_area(Tally.from_scores([1, 0], [3, 1]), 0, 0.5)
    )
