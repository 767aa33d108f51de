"""Expected costs of the 24 records in closed form, against adaptive quadrature (SciPy 1.17, to 1e-12)."""

from __future__ import annotations

import pytest

import costcurves as cc
from costcurves.conditions.beliefs import Beliefs
from costcurves.examples import records24

Prior = cc.ConditionPrior


@pytest.fixture(scope="module")
def tally() -> cc.Tally:
    """Table 5.2 of Shmueli, Patel, Bruce, 2010."""
    return cc.tally(*records24())


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        (Prior.beta(2, 2), 0.09710165895061729),
        (Prior.beta(2, 5), 0.08956793360803897),
        (Prior.beta(0.5, 0.5), 0.05912080580537507),
        (Prior.beta(1, 3), 0.07442370756172839),
        (Prior.uniform(0.2, 0.6), 0.11354166666666668),
        (Prior.triangular(0.1, 0.3, 0.8), 0.10913800705467365),
        (Prior.log_odds_uniform(0.05, 0.5), 0.07601961149199489),
        (Prior.beta(2, 5, 0.1, 0.4), 0.09043857242617716),
        (Prior.samples([0.2, 0.5, 0.8], [0.5, 0.3, 0.2]), 0.0925),
        (Prior.histogram([0.2, 0.4, 0.6], [1, 1]), 0.11354166666666668),
    ],
    ids=str,
)
def test_expected_envelope(tally, prior, expected):
    assert cc.rules.optimal(tally).expected(prior) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        (Prior.beta(2, 2), 0.3125),
        (Prior.beta(2, 5), 0.265625),
        (Prior.beta(0.5, 0.5), 0.18169011381620925),
        (Prior.beta(1, 3), 0.21875),
    ],
    ids=str,
)
def test_expected_cost_of_the_better_trivial_classifier(prior, expected):
    useless = cc.tally([1, 0], [0, 0])
    assert cc.rules.optimal(useless).expected(prior) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        (Prior.beta(2, 2), 0.12959092945601972),
        (Prior.beta(2, 5), 0.1157475141378658),
        (Prior.beta(2, 3), 0.12986426186273498),
    ],
    ids=str,
)
def test_expected_score_driven_cost(tally, prior, expected):
    assert cc.rules.score_driven()(tally).expected(prior) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("low", "high", "area"), [(0.2, 0.6, 0.0592432), (0.1, 0.5, 0.0514644)])
def test_partial_area_of_the_score_driven_curve(tally, low, high, area):
    found = cc.rules.score_driven()(tally).expected(Prior.uniform(low, high)) * (high - low)
    assert found == pytest.approx(area, abs=5e-8)


@pytest.mark.parametrize(
    ("pc", "score", "rate"),
    [
        (0.1, 0.058333, 0.08),
        (0.25, 0.166667, 0.125),
        (0.5, 0.125, 0.166667),
        (0.75, 0.145833, 0.125),
        (0.9, 0.05, 0.08),
    ],
)
def test_score_and_rate_driven_cost_at_a_condition(tally, pc, score, rate):
    assert cc.rules.score_driven()(tally)(pc) == pytest.approx(score, abs=5e-7)
    assert cc.rules.rate_driven()(tally)(pc) == pytest.approx(rate, abs=5e-7)


def test_areas_of_the_rules(tally):
    assert cc.rules.score_driven()(tally).area == pytest.approx(0.10721650854547939, abs=1e-15)
    assert cc.rules.rate_driven()(tally).area == pytest.approx(11 / 96, abs=1e-15)
    assert cc.rules.fixed(0.5)(tally).area == pytest.approx(0.125, abs=1e-15)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (2, 2, 0.6892746913580247),
        (1.5, 1.5, 0.6853166921366334),
        (1, 1, 49 / 72),
        (2, 5, 0.6912917280252293),
    ],
)
def test_h_measure(tally, a, b, expected):
    assert cc.measures.h_measure(tally, a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("prior", "worth"), [(Prior.beta(2, 5), 0.017575), (Prior.beta(0.7, 3), 0.019151)], ids=str
)
def test_worth_of_learning_the_condition_before_choosing(tally, prior, worth):
    curve = cc.rules.optimal(tally)
    assert curve(prior.mean) - curve.expected(prior) == pytest.approx(worth, abs=5e-7)


def test_expected_cost_in_money_when_prevalence_and_costs_are_uniform(tally):
    """The volume under the prevalence-value-accuracy surface; the trivial one is 1/12."""
    beliefs = Beliefs.of(prevalence=Prior.uniform(), costs=Prior.uniform())
    assert beliefs.expected_cost(cc.rules.optimal(tally)) == pytest.approx(0.0274225, abs=5e-8)
    useless = cc.tally([1, 0], [0, 0])
    assert beliefs.expected_cost(cc.rules.optimal(useless)) == pytest.approx(1 / 12, abs=1e-6)
