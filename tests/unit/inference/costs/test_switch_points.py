"""Where records turn: at every condition they make the rates that the rule serves, and its costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.costs.crossfit import CrossFitted, losses, switch_points
from costcurves.inference.resampling import Placed, Splits
from tests.unit.inference.placing import drawn, placed, some_clusters, some_weights
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from costcurves.rules.rule import Rule

#: Conditions between which rules do not change: nothing turns exactly at an irrational place.
X = np.sqrt(2) * np.arange(1, 140) / 200
COLUMNS = {
    "plain": {},
    "weights": {"sample_weight": some_weights(1)},
    "whole weights": {"sample_weight": np.arange(40) % 4 + 1},
    "clusters": {"cluster": some_clusters(1)},
}
RULES = {
    "fixed": cc.rules.fixed(0.45),
    "nobody": cc.rules.fixed(2.0),
    "everybody": cc.rules.fixed(-1.0),
    "optimal": cc.rules.optimal,
    "tuned": cc.rules.tuned_on(drawn(99, 60).tally("a")),
    "score": cc.rules.score_driven(),
    "score at another prevalence": cc.rules.score_driven(0.2),
}


def rates(sample: Placed, turn: np.ndarray, x: float) -> tuple[float, float]:
    """(fpr, tpr) of records that are flagged from their switch points on, averaged over splits."""
    weight = np.ones(len(sample)) if sample.weight is None else np.asarray(sample.weight, float)
    flagged = (turn <= x).mean(axis=0)
    shares = [
        float(flagged[rows] @ weight[rows] / weight[rows].sum())
        for rows in (~sample.is_positive, sample.is_positive)
    ]
    return shares[0], shares[1]


def check(sample: Placed, rule: Rule) -> np.ndarray:
    """Hold the rates of switch points against those of the rule."""
    turn = switch_points(sample, "a", rule)
    curve = rule(sample.tallies["a"])
    fpr, tpr = curve.rates(X)
    for i, x in enumerate(X.tolist()):
        assert rates(sample, turn, x) == pytest.approx((fpr[i], tpr[i])), x
    return turn


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_switch_points_make_the_rates_of_the_rule(rule, columns):
    for seed in range(3):
        assert check(placed(drawn(seed, **columns)), rule).shape == (1, 40)


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
def test_cross_fitted_thresholds_turn_records_once_a_split(columns):
    sample = placed(drawn(5, **columns))
    rule = CrossFitted(sample, "a", Splits(3, 4).within(sample))
    assert check(sample, rule).shape == (4, 40)


def test_a_fixed_threshold_turns_at_once_or_never():
    sample = placed(drawn(6))
    turn = switch_points(sample, "a", cc.rules.fixed(0.45))[0]
    flagged = drawn(6).scores["a"] >= 0.45
    assert turn.tolist() == [0.0 if flag else np.inf for flag in flagged]


def test_records_of_one_cell_turn_together_and_better_ones_earlier():
    sample = placed(drawn(7))
    for rule in RULES.values():
        turn = switch_points(sample, "a", rule)[0]
        order = np.argsort(sample.cell["a"], kind="stable")
        assert np.all(turn[order][1:] >= turn[order][:-1])


PRIORS = {
    "uniform": cc.ConditionPrior.uniform(),
    "part": cc.ConditionPrior.uniform(0.2, 0.55),
    "beta": cc.ConditionPrior.beta(2, 5),
    "one place": cc.ConditionPrior.point(float(X[40])),
    "places": cc.ConditionPrior.samples(X[[3, 50, 51, 120]]),
}


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("prior", PRIORS.values(), ids=PRIORS)
def test_losses_average_to_the_expected_cost(prior, columns):
    sample = placed(drawn(8, **columns))
    anew = CrossFitted(sample, "a", Splits(4, 3).within(sample))
    weight = np.ones(40) if sample.weight is None else np.asarray(sample.weight, float)
    for rule in (*RULES.values(), anew):
        each = losses(sample, switch_points(sample, "a", rule), prior)
        cost = sum(
            np.average(each[rows], weights=weight[rows]) for rows in (sample.is_positive, ~sample.is_positive)
        )
        assert cost == pytest.approx(cc.measures.expected_nec(sample.tallies["a"], prior, rule=rule))
        assert np.all(each >= -1e-12)


def test_losses_at_a_place_are_errors():
    sample = placed(drawn(9))
    x = 0.37
    turn = switch_points(sample, "a", cc.rules.optimal)
    each = losses(sample, turn, cc.ConditionPrior.point(x))
    wrong = (turn[0] <= x) != sample.is_positive
    assert each == pytest.approx(np.where(sample.is_positive, x, 1 - x) * wrong)


@pytest.mark.parametrize("rule", [cc.rules.score_uniform(), cc.rules.rate_uniform()], ids=["score", "rate"])
def test_rules_of_chance_are_refused(rule):
    sample = placed(drawn(10))
    assert refusal(lambda: switch_points(sample, "a", rule)) == (
        f"the rule must flag each record at all PC(+) above some value; got {rule.title}: e.g. cross-fitted thresholds, tuned_on(…), fixed(…) or score_driven(…)"
    )


def test_cross_fitted_rules_of_other_records_are_refused():
    tally = cc.Tally.from_scores([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    rule = cc.stats.cross_fitted(tally, folds=2)
    assert "the records that they were fitted on" in refusal(
        lambda: switch_points(Placed.of_tally(tally), "model", rule)
    )
