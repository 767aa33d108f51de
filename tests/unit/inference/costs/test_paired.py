"""Two models on the same records: counted by hand, compared with McNemar's test, turned round."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurves import ConditionPrior, Records, Tally
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.resampling import Placed, Splits
from costcurves.rules import fixed, optimal, tuned_on
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
    first, second = one.expected_test(prior), other.expected_test(prior)
    assert first.estimate is not None
    assert second.estimate is not None
    assert second.estimate.low == pytest.approx(-first.estimate.high)
    assert first.pvalue == pytest.approx(second.pvalue)
    assert one.expected_test(prior, "less").pvalue == pytest.approx(
        other.expected_test(prior, "greater").pvalue
    )


def test_expected_differences_average_those_at_conditions():
    x = (np.arange(2000) + 0.5) / 2000
    both = given()
    assert both.expected_interval(ConditionPrior.uniform()).estimate == pytest.approx(
        both.ends(x, 0.95)[0].mean(), abs=1e-6
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
    assert best.ends(x, 0.95)[0] == pytest.approx(optimal(tallies["a"])(x) - optimal(tallies["b"])(x))
    assert np.all(best.moments_at(x).bias >= 0)
    assert np.any(best.moments_at(x).bias > 0)
    assert np.all(given().moments_at(x).bias == 0)


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
    wide, narrow = pairs.test(0.4).estimate, given().test(0.4).estimate
    assert wide is not None
    assert narrow is not None
    # Eight hundred records in pairs tell what four hundred do, and a little less by Student's t.
    assert wide.high - wide.low == pytest.approx(narrow.high - narrow.low, rel=0.03)


BELIEF = ConditionPrior.uniform()


@pytest.mark.parametrize("way", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("columns", [{}, {"cluster": np.arange(400) // 4}])
def test_tests_agree_with_their_intervals(columns, way):
    """At the level 1 − p (two-sided) an end of the interval is at 0."""
    best = PairedCosts.of_best(placed(**columns), "a", "b", Splits())
    asked = {
        "condition": (lambda: best.test(0.4, way), lambda level: best.band([0.4], level).at(0.4)),
        "belief": (
            lambda: best.expected_test(BELIEF, way),
            lambda level: best.expected_interval(BELIEF, level),
        ),
    }
    for test, interval in asked.values():
        result = test()
        assert result.estimate is not None
        outside = {
            "two-sided": result.pvalue,
            "less": 2 * min(result.pvalue, 1 - result.pvalue),
            "greater": 2 * min(result.pvalue, 1 - result.pvalue),
        }[way]
        end = interval(1 - outside)
        near = end.low if result.estimate.estimate > 0 else end.high
        assert near == pytest.approx(0, abs=1e-6)


def test_nobody_differs_and_still_the_interval_has_a_width():
    """Twelve records say little, also where both models are right about all of them."""
    labels = [1] * 6 + [0] * 6
    records = Records.read(labels, {"a": labels, "b": labels})
    same = Placed.of_records(records, {name: records.tally(name) for name in "ab"})
    paired = PairedCosts.given(same, "a", "b", fixed(0.5), fixed(0.5))
    for estimate in (paired.expected_interval(BELIEF), paired.band([0.3]).at(0.3)):
        assert estimate.estimate == 0
        assert estimate.low < -0.05
        assert estimate.high > 0.05


def test_what_learning_without_a_fold_tells_of_the_spread():
    """The grouped jackknife, from the lower envelopes of the other folds, averaged with what records tell."""
    x = np.array([0.3, 0.5, 0.7])
    splits = Splits(folds=4, repeats=5)
    best = PairedCosts.of_best(placed(), "a", "b", splits)
    variances = []
    for part in splits.deal(placed()):
        left_out = []
        for fold in range(4):
            rest = part != fold
            one, other = (optimal(Tally.from_scores(LABELS[rest], SCORES[m][rest]))(x) for m in "ab")
            left_out.append(one - other)
        variances.append(3 / 4 * np.sum((left_out - np.mean(left_out, axis=0)) ** 2, axis=0))
    found = best.moments_at(x)
    # The records' own variance is here over n, there over n − 1.
    spread = found.spread.variances
    whole = x**2 * spread[0] + (1 - x) ** 2 * spread[1]
    assert whole == pytest.approx(best.means(x).variance, rel=0.01)
    assert found.worth_more == pytest.approx(whole / ((np.mean(variances, axis=0) + whole) / 2))


def test_few_folds_do_not_tell_of_the_spread():
    twofold = PairedCosts.of_best(placed(fold=np.arange(400) % 2), "a", "b", Splits())
    assert twofold.moments_at(np.array([0.3, 0.7])).worth_more.tolist() == [1, 1]


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
    assert both.ends(x, 0.95)[0] == pytest.approx(wanted)


def test_refusals():
    assert refusal(lambda: given().equivalence(0.4, 0.0)) == "a margin must lie above 0; got 0.0"
    assert "alternative" in refusal(lambda: given().test(0.4, "more"))
    assert "pc" in refusal(lambda: given().test(1.4))


@pytest.mark.parametrize("columns", [{}, {"cluster": np.arange(400) // 4}, {"sample_weight": 1 + LABELS}])
@pytest.mark.parametrize("pc", [0.0, 0.3, 1.0])
def test_a_belief_in_one_condition_is_that_condition(columns, pc):
    best = PairedCosts.of_best(placed(**columns), "a", "b", Splits())
    for paired in (given(**columns), best):
        there, belief = paired.band([pc]).at(pc), paired.expected_interval(ConditionPrior.point(pc))
        for end in ("estimate", "low", "high"):
            assert getattr(belief, end) == pytest.approx(getattr(there, end), abs=1e-9)
        if paired is best:
            assert paired.expected_test(ConditionPrior.point(pc)).pvalue == pytest.approx(
                paired.test(pc).pvalue, abs=1e-6
            )


def test_best_thresholds_differ_by_no_more_than_the_trivial_classifiers_cost():
    best = PairedCosts.of_best(placed(), "a", "b", Splits())
    x = np.array([0.02, 0.3, 0.99])
    band = best.band(x, 0.9999)
    assert np.all(np.abs([band.low, band.high]) <= np.minimum(x, 1 - x) + 1e-12)
    belief = best.expected_interval(BELIEF, 0.9999)
    assert max(abs(belief.low), abs(belief.high)) <= 0.25


@pytest.mark.parametrize("clusters", range(2, 12))
def test_any_number_of_clusters_has_a_p_value(clusters):
    cluster = np.arange(400) % clusters
    for paired in (given(cluster=cluster), PairedCosts.of_best(placed(cluster=cluster), "a", "b", Splits())):
        result = paired.test(0.4)
        assert 0 < result.pvalue <= 1
        assert result.estimate is not None
        assert result.estimate.low < result.estimate.high


def test_weights_of_one_are_no_weights():
    ones, none = given(sample_weight=np.ones(400)), given()
    assert ones.test(0.4) == none.test(0.4)
