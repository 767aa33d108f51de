"""Two models on the same records: counted by hand, compared with McNemar's test, turned round."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import ConditionPrior, Records, fixed, optimal, tuned_on
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.resampling import Placed, Splits
from tests.unit.refusals import refusal

RNG = np.random.default_rng(4)
LABELS = (RNG.random(400) < 0.3).astype(int)
SCORES = {"a": RNG.normal(size=400) + 1.5 * LABELS, "b": RNG.normal(size=400) + LABELS}


def placed(**more) -> Placed:
    """The records of both models."""
    records = Records.read(LABELS, SCORES, **more)
    return Placed.of_records(records, {name: records.tally(name) for name in "ab"})


def given(**more) -> PairedCosts:
    """Both models at the threshold 0.5."""
    return PairedCosts.given(placed(**more), "a", "b", fixed(0.5), fixed(0.5))


def wrong(name: str) -> np.ndarray:
    """What a model gets wrong at 0.5."""
    return np.asarray((SCORES[name] >= 0.5) != LABELS)


def test_differences_are_those_of_the_error_rates():
    positive = LABELS == 1
    for pc in (0.0, 0.3, 1.0):
        found = given().band([pc]).at(pc)
        gap = wrong("a").astype(int) - wrong("b")
        assert found.estimate == pytest.approx(pc * gap[positive].mean() + (1 - pc) * gap[~positive].mean())
        assert found.low < found.estimate < found.high


def test_at_unit_costs_it_is_mcnemars_test():
    # The condition at which both kinds of errors weigh alike, record by record.
    prevalence = LABELS.mean()
    only_a, only_b = (wrong("a") & ~wrong("b")).sum(), (wrong("b") & ~wrong("a")).sum()
    law = stats.binom(only_a + only_b, 0.5)
    below = law.cdf(only_a) - law.pmf(only_a) / 2
    assert given().test(prevalence).pvalue == pytest.approx(2 * min(below, 1 - below))
    assert given().test(prevalence, "less").pvalue == pytest.approx(below)


def test_turned_round_everything_changes_its_sign():
    one = PairedCosts.of_best(placed(), "a", "b", Splits())
    other = PairedCosts.of_best(placed(), "b", "a", Splits())
    x = np.linspace(0, 1, 11)
    band, turned = one.band(x, simultaneous=True), other.band(x, simultaneous=True)
    assert band.estimate == pytest.approx(-turned.estimate)
    assert band.low == pytest.approx(-turned.high, abs=1e-9)
    assert one.test(0.4).pvalue == pytest.approx(other.test(0.4).pvalue)
    prior = ConditionPrior.uniform()
    first, second = one.expected_test(prior).statistic, other.expected_test(prior).statistic
    assert first is not None
    assert second == pytest.approx(-first)


def test_expected_differences_average_those_at_conditions():
    x = (np.arange(2000) + 0.5) / 2000
    both = given()
    assert both.expected_interval(ConditionPrior.uniform()).estimate == pytest.approx(
        both.centre(x).mean(), abs=1e-6
    )


def test_models_that_say_the_same_never_differ():
    records = Records.read(LABELS, {"a": SCORES["a"], "b": SCORES["a"]})
    same = Placed.of_records(records, {name: records.tally(name) for name in "ab"})
    for paired in (
        PairedCosts.of_best(same, "a", "b", Splits()),
        PairedCosts.given(same, "a", "b", *[fixed(0.5)] * 2),
    ):
        assert paired.test(0.4).pvalue == 1
        assert paired.expected_test(ConditionPrior.uniform()).pvalue == 1
        assert paired.band(np.linspace(0, 1, 5), simultaneous=True).away_from(0) == []


def test_best_thresholds_are_compared_by_their_envelopes_and_with_more_doubt():
    best = PairedCosts.of_best(placed(), "a", "b", Splits())
    x = np.array([0.2, 0.5, 0.8])
    tallies = placed().tallies
    assert best.centre(x) == pytest.approx(optimal(tallies["a"])(x) - optimal(tallies["b"])(x))
    assert np.all(best.bias(x) >= 0)
    assert np.any(best.bias(x) > 0)
    assert np.all(given().bias(x) == 0)


def test_weights_and_clusters_are_judged_by_their_spread():
    x = np.array([0.4])
    whole = given().means(x)
    ones = given(sample_weight=np.ones(400)).means(x)
    apart = given(cluster=np.arange(400)).means(x)
    assert ones.centre == pytest.approx(whole.centre)
    assert ones.variance == pytest.approx(whole.variance)
    assert apart.variance == pytest.approx(whole.variance, rel=0.02)
    doubled = Records.read(
        np.repeat(LABELS, 2),
        {k: np.repeat(v, 2) for k, v in SCORES.items()},
        cluster=np.repeat(np.arange(400), 2),
    )
    twice = Placed.of_records(doubled, {name: doubled.tally(name) for name in "ab"})
    pairs = PairedCosts.given(twice, "a", "b", fixed(0.5), fixed(0.5))
    assert pairs.means(x).variance == pytest.approx(apart.variance)
    assert "clusters" in pairs.test(0.4).method


@pytest.mark.parametrize("margin", [0.01, 0.05, 0.2])
def test_margins_agree_with_the_interval_beside_them(margin):
    both = given()
    result, one_sided = both.equivalence(0.4, margin), both.non_inferiority(0.4, margin)
    assert result.estimate is not None
    assert one_sided.estimate is not None
    inside = -margin < result.estimate.low and result.estimate.high < margin
    assert result.estimate.level == pytest.approx(0.9)
    assert result.significant() is inside
    assert one_sided.significant() is (one_sided.estimate.high < margin)
    assert one_sided.pvalue <= result.pvalue + 1e-9


def test_tuned_thresholds_are_given_ones():
    half = np.arange(400) < 200
    tuning = Records.read(LABELS[half], {k: v[half] for k, v in SCORES.items()})
    rest = Records.read(LABELS[~half], {k: v[~half] for k, v in SCORES.items()})
    tallies = {name: rest.tally(name) for name in "ab"}
    rules = [tuned_on(tuning.tally(name)) for name in "ab"]
    both = PairedCosts.given(Placed.of_records(rest, tallies), "a", "b", *rules)
    x = np.array([0.15, 0.5, 0.85])
    wanted = rules[0](tallies["a"])(x) - rules[1](tallies["b"])(x)
    assert both.centre(x) == pytest.approx(wanted)


def test_refusals():
    assert refusal(lambda: given().equivalence(0.4, 0.0)) == "a margin lies above 0; got 0.0"
    assert "alternative" in refusal(lambda: given().test(0.4, "more"))
    assert "pc" in refusal(lambda: given().test(1.4))
