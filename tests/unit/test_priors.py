"""Beliefs about the operating condition, against numerical integration of their densities."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

import costcurves as cc
from costcurves import ConditionPrior, Costs
from tests.members import each
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")
# Untyped: tests hand in what no type allows.
Prior: Any = ConditionPrior


def triangle(low, mode, high):
    """Density of a triangular law, straight from its definition."""

    def density(t):
        if t < mode:
            return 2 * (t - low) / ((high - low) * (mode - low))
        return 2 * (high - t) / ((high - low) * (high - mode)) if high > mode else 0.0

    return density


def log_odds(low, high):
    """Density that is uniform in the log-odds."""
    width = np.log(high / (1 - high)) - np.log(low / (1 - low))
    return lambda t: 1 / (t * (1 - t)) / width


def cut_beta(a, b, low, high):
    """Density of a truncated Beta law."""
    law = stats.beta(a, b)
    # By the tail that is not all but 1.
    mass = law.sf(low) - law.sf(high) if low > law.mean() else law.cdf(high) - law.cdf(low)
    return lambda t: law.pdf(t) / mass


LAWS: dict[str, tuple[ConditionPrior, Any, tuple[float, float], list[float]]] = {
    "uniform": (Prior.uniform(), lambda _: 1.0, (0, 1), []),
    "uniform on a part": (Prior.uniform(0.2, 0.6), lambda _: 2.5, (0.2, 0.6), []),
    "histogram": (
        Prior.histogram([0, 0.1, 0.5], [3, 1]),
        lambda t: 7.5 if t < 0.1 else 0.625,
        (0, 0.5),
        [0.1],
    ),
    "Beta": (Prior.beta(2, 5), stats.beta(2, 5).pdf, (0, 1), []),
    "flat Beta": (Prior.beta(1, 1), lambda _: 1.0, (0, 1), []),
    "truncated Beta": (Prior.beta(2, 5, 0.1, 0.4), cut_beta(2, 5, 0.1, 0.4), (0.1, 0.4), []),
    "Beta, lower tail": (Prior.beta(5, 2, 0, 0.01), cut_beta(5, 2, 0, 0.01), (0, 0.01), []),
    "Beta, upper tail": (Prior.beta(2, 50, 0.9, 1), cut_beta(2, 50, 0.9, 1), (0.9, 1), []),
    "triangular": (Prior.triangular(0.1, 0.3, 0.8), triangle(0.1, 0.3, 0.8), (0.1, 0.8), [0.3]),
    "rising": (Prior.triangular(0.2, 0.6, 0.6), triangle(0.2, 0.6, 0.6), (0.2, 0.6), []),
    "falling": (Prior.triangular(0.2, 0.2, 0.6), triangle(0.2, 0.2, 0.6), (0.2, 0.6), []),
    "narrow": (Prior.triangular(0.3, 0.3001, 0.3003), triangle(0.3, 0.3001, 0.3003), (0.3, 0.3003), [0.3001]),
    "log-odds": (Prior.log_odds_uniform(0.05, 0.5), log_odds(0.05, 0.5), (0.05, 0.5), []),
}


@pytest.mark.parametrize(("prior", "density", "ends", "bends"), LAWS.values(), ids=LAWS.keys())
@each("k", [0, 1, 2])
def test_moments_are_integrals_of_the_density(prior, density, ends, bends, k):
    low, high = ends
    places = np.linspace(low, high, 6)
    for x in places[1:]:
        points = [bend for bend in bends if bend < x] or None
        want = quad(lambda t: t**k * density(t), low, x, points=points, epsabs=1e-13, epsrel=1e-11)[0]
        assert prior.moments(x, k) == pytest.approx(want, rel=1e-8, abs=1e-12)
    beyond = prior.moments(np.array([0.0, low, high, 1.0, INF]), k)
    assert beyond[0] == beyond[1] == 0
    assert beyond[2] == pytest.approx(prior.total(k), rel=1e-12)
    assert beyond[2] == beyond[3] == beyond[4]
    assert prior.moments(0.5, k).shape == ()
    assert prior.moments(np.zeros((2, 3)), k).shape == (2, 3)


@pytest.mark.parametrize(("prior", "density", "ends", "bends"), LAWS.values(), ids=LAWS.keys())
def test_the_whole_is_one(prior, density, ends, bends):
    assert prior.total(0) == pytest.approx(1, rel=1e-12)
    assert prior.probability(-0.5, 1.5) == pytest.approx(1, rel=1e-12)
    assert ends[0] < prior.mean < ends[1]


def test_a_very_narrow_law_is_its_mode():
    # Differences of powers would leave noise here.
    law = ConditionPrior.triangular(0.5, 0.5 + 1e-9, 0.5 + 2e-9)
    assert law.mean == pytest.approx(0.5 + 1e-9, rel=1e-12)
    assert law.probability(0, 0.5 + 1e-9) == pytest.approx(0.5, rel=1e-6)


def test_scenarios():
    law = Prior.samples([0.8, 0.2, 0.5], [0.2, 0.5, 0.3])
    assert law.mean == pytest.approx(0.41)
    assert law.moments(np.array([0.2, 0.5, 0.50001, INF]), 0).tolist() == pytest.approx([0, 0.5, 0.8, 1])
    assert Prior.samples([1, 0]).mean == 0.5
    assert Prior.point(1).moments(np.array([1.0, INF]), 0).tolist() == [0, 1]
    assert Prior.point(0.25) == Prior.samples([0.25], [7])


def test_the_caller_s_arrays_may_change_later():
    edges, weights, values = np.array([0, 0.5, 1.0]), np.array([1.0, 1.0]), np.array([0.1, 0.9])
    laws = Prior.histogram(edges, weights), Prior.samples(values, weights)
    edges[1], values[0], weights[:] = 0.9, 0.8, 0
    assert laws[0].mean == laws[1].mean == 0.5


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
@each("name", LAWS)
def test_laws_are_values(how, name):
    law = LAWS[name][0]
    assert how(law) == law
    assert law != Prior.point(0.123)


# --- separate beliefs about prevalence and costs ---


def test_known_prevalence_and_unknown_costs():
    # κ uniform: P(PC < x) = x(1 − p)/(x(1 − p) + (1 − x)p).
    beliefs = Prior.from_beliefs(prevalence=0.2, costs=Prior.uniform())
    for x in (0.0, 0.1, 0.5, 0.9):
        assert beliefs.moments(x, 0) == pytest.approx(x * 0.8 / (x * 0.8 + (1 - x) * 0.2))
    density = quad(lambda x: x * 0.2 * 0.8 / (0.2 * (1 - x) + 0.8 * x) ** 2, 0, 1)[0]
    assert beliefs.mean == pytest.approx(density, abs=1e-6)


def test_known_costs_and_unknown_prevalence():
    beliefs = Prior.from_beliefs(prevalence=Prior.samples([0.1, 0.5]), costs=Costs(fp=1, fn=3))
    # PC = 3p/(3p + (1 − p)): 0.25 and 0.75.
    assert beliefs.mean == pytest.approx(0.5)
    assert beliefs.stake == 4.0
    assert beliefs.probability(0.2, 0.3) == pytest.approx(0.5)


def test_certain_classes_have_certain_conditions():
    beliefs = Prior.from_beliefs(prevalence=Prior.samples([0, 1]), costs=Prior.uniform())
    places = np.array([0, 0.5, 1, INF])
    assert beliefs.moments(places, 0).tolist() == [0, 0.5, 0.5, 1]
    assert beliefs.moments(places, 1).tolist() == [0, 0, 0, 0.5]
    line = cc.CostCurve.line(0.1, 0.8)
    # Half the time every record is negative at κ = ½ on average, half the time positive.
    assert beliefs.expected_cost(line) == pytest.approx(0.5 * 0.5 * 0.1 + 0.5 * 0.5 * 0.2)


def test_tiny_prevalences_are_as_good_as_none():
    line = cc.CostCurve.line(0.1, 0.8)
    for p in (1e-300, 1e-10, 0.0):
        beliefs = Prior.from_beliefs(prevalence=p, costs=Prior.uniform())
        assert beliefs.expected_cost(line) == pytest.approx(0.05, rel=1e-8)
        beliefs = Prior.from_beliefs(prevalence=1 - p, costs=Prior.uniform())
        assert beliefs.expected_cost(line) == pytest.approx(0.1, rel=1e-8)


def test_expected_money_of_a_line_needs_the_means_only():
    # E[p·κ]·FNR + E[(1 − p)(1 − κ)]·FPR for independent p and κ, times fp + fn.
    line = cc.CostCurve.line(0.1, 0.8)
    beliefs = Prior.from_beliefs(prevalence=Prior.uniform(0.2, 0.6), costs=Prior.beta(2, 3))
    assert beliefs.expected_cost(line) == pytest.approx(0.4 * 0.4 * 0.2 + 0.6 * 0.6 * 0.1, rel=1e-9)
    known = Prior.from_beliefs(prevalence=0.25, costs=Costs(fp=2, fn=10))
    condition = cc.OperatingCondition(0.25, Costs(fp=2, fn=10))
    assert known.expected_cost(line) == pytest.approx(condition.expected_cost(0.1, 0.8))


def test_expected_money_counts_what_correct_decisions_bring():
    costs, line = Costs(fp=1, fn=5, tp=-3, tn=0.5), cc.CostCurve.line(0.1, 0.8)
    beliefs = Prior.from_beliefs(prevalence=Prior.samples([0.1, 0.3]), costs=costs)
    each = [cc.OperatingCondition(p, costs).expected_cost(0.1, 0.8) for p in (0.1, 0.3)]
    assert beliefs.expected_cost(line) == pytest.approx(sum(each) / 2)


def test_a_law_of_the_costs_speaks_money_by_its_stake():
    line = cc.CostCurve.line(0.1, 0.8)
    one, many = (
        Prior.from_beliefs(prevalence=0.2, costs=Prior.uniform(), stake=stake) for stake in (None, 200)
    )
    assert many.expected_cost(line) == pytest.approx(200 * one.expected_cost(line))


# --- refusals ---

SCENARIOS = "scenarios must lie in [0, 1] and have a positive total weight; got "
BINS = "a histogram must have ascending edges in [0, 1] and a weight ≥ 0 for each interval; got "


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Prior.point(1.5), "a known value must lie in [0, 1]; got 1.5"),
        (lambda: Prior.point(NAN), "a known value must be a finite number; got nan"),
        (lambda: Prior.point("a"), "a known value must be a finite number; got 'a'"),
        (lambda: Prior.samples([]), f"{SCENARIOS}values [], weights []"),
        (lambda: Prior.samples([2.0]), f"{SCENARIOS}values [2.0], weights [1.0]"),
        (lambda: Prior.samples([0.5], [0]), f"{SCENARIOS}values [0.5], weights [0.0]"),
        (
            lambda: Prior.samples([0.5], [-1]),
            "weights must be finite and not negative; got -1.0 (row 1, counted from 1): correct the weight or drop the record",
        ),
        (lambda: Prior.uniform(0.5, 0.5), "a uniform law must have low < high; got 0.5, 0.5"),
        (lambda: Prior.uniform("a"), "the low end must be a finite number; got 'a'"),
        (lambda: Prior.uniform(0, 2), "the high end must lie in [0, 1]; got 2"),
        (lambda: Prior.histogram([0, 0.5, 0.2], [1, 1]), f"{BINS}edges [0.0, 0.5, 0.2], weights [1.0, 1.0]"),
        (lambda: Prior.histogram([0, NAN, 1], [1, 1]), f"{BINS}edges [0.0, nan, 1.0], weights [1.0, 1.0]"),
        (lambda: Prior.histogram([0, 1], [1, 1]), f"{BINS}edges [0.0, 1.0], weights [1.0, 1.0]"),
        (lambda: Prior.histogram([0], []), f"{BINS}edges [0.0], weights []"),
        (lambda: Prior.histogram([0, 0.5, 1], [-1, 2]), f"{BINS}edges [0.0, 0.5, 1.0], weights [-1.0, 2.0]"),
        (lambda: Prior.histogram([0, 1], [0]), f"{BINS}edges [0.0, 1.0], weights [0.0]"),
        (lambda: Prior.histogram([0, 1], [INF]), "weights must be finite; got inf (row 1, counted from 1)"),
        (lambda: Prior.beta(0, 1), "both parameters of a Beta law must be above 0; got 0.0, 1.0"),
        (lambda: Prior.beta(1, NAN), "b of a Beta law must be a finite number; got nan"),
        (lambda: Prior.beta("a", 1), "a of a Beta law must be a finite number; got 'a'"),
        (
            lambda: Prior.beta(1, 1, 0.5, 0.5),
            "the parameters of a truncated Beta law must ascend within [0, 1]; got 0.5, 0.5",
        ),
        (
            lambda: Prior.beta(1000, 1, 0, 1e-3),
            (
                "a truncated Beta law must have some probability between its ends; got none of Beta(1000, 1) from 0 to 0.001"
            ),
        ),
        (
            lambda: Prior.triangular(0.5, 0.2, 0.8),
            "the parameters of a triangular law must ascend within [0, 1]; got 0.5, 0.2, 0.8",
        ),
        (
            lambda: Prior.triangular(0.5, 0.5, 0.5),
            "the parameters of a triangular law must ascend within [0, 1]; got 0.5, 0.5, 0.5",
        ),
        (lambda: Prior.triangular(0, None, 1), "mode of a triangular law must be a finite number; got None"),
        (
            lambda: Prior.log_odds_uniform(0, 0.5),
            "a log-odds uniform law must have 0 < low, high < 1; got 0.0, 0.5",
        ),
        (
            lambda: Prior.log_odds_uniform(0.5, 1),
            "a log-odds uniform law must have 0 < low, high < 1; got 0.5, 1.0",
        ),
        (
            lambda: Prior.log_odds_uniform(0.5, 0.1),
            "the parameters of a log-odds uniform law must ascend within [0, 1]; got 0.5, 0.1",
        ),
        (
            lambda: Prior.from_beliefs(prevalence=0.1, costs=(1, 1)),
            "beliefs about costs must be Costs or a law of the cost proportion fn/(fn + fp); got (1, 1)",
        ),
        (
            lambda: Prior.from_beliefs(prevalence=0.1, costs=Costs(-1, 2)),
            "errors must cost more than correct decisions; got Costs(fp=-1.0, fn=2.0, tp=0.0, tn=0.0)",
        ),
        (
            lambda: Prior.from_beliefs(prevalence=0.1, costs=Costs(1, 2), stake=3),
            "a stake needs a law of the costs; got Costs(fp=1.0, fn=2.0, tp=0.0, tn=0.0)",
        ),
        (
            lambda: Prior.from_beliefs(prevalence=0.1, costs=Prior.uniform(), stake=0),
            "the stake fp + fn must be above 0; got 0",
        ),
        (
            lambda: Prior.from_beliefs(prevalence=0.1, costs=Prior.uniform()).expected_cost(0.3),
            "an expected cost needs a cost curve; got an object of type float",
        ),
        (lambda: Prior.uniform().probability(0.5, 0.1), "an interval must ascend; got 0.5 to 0.1"),
        (lambda: Prior.uniform().probability(NAN, 0.1), "an interval must ascend; got nan to 0.1"),
        (
            lambda: Prior.from_beliefs(prevalence=2, costs=Costs(1, 2)),
            "a known value must lie in [0, 1]; got 2",
        ),
    ],
)
def test_laws_that_mean_nothing_are_refused(make, text):
    assert refusal(make) == text


def test_a_prior_is_made_by_a_classmethod():
    with pytest.raises(TypeError, match="abstract"):
        Prior()
