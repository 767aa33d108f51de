"""Intervals, bands and tests of an evaluation."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurves import ConditionPrior, Costs, OperatingCondition, Records, Tally, evaluate, evaluate_counts
from costcurves.criteria import capacity, least_cost, max_fpr
from costcurves.curves import CURVES
from costcurves.errors import CostCurvesError
from costcurves.evaluation.decision_intervals import rates_of
from costcurves.inference.resampling import Splits
from costcurves.inference.targets import Scope, Target
from costcurves.rules import fixed, optimal, tuned_on
from costcurves.stats import cost_plateau
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves import Estimate, Uncertainty

RNG = np.random.default_rng(9)
LABELS = (RNG.random(600) < 0.3).astype(int)
SIGNAL = RNG.normal(size=600) + 1.5 * LABELS
SCORES = {
    "good": 1 / (1 + np.exp(-SIGNAL)),
    "poor": 1 / (1 + np.exp(-SIGNAL - 2 * RNG.normal(size=600))),
    "fair": 1 / (1 + np.exp(-SIGNAL - RNG.normal(size=600))),
}
EVALUATION = evaluate(LABELS, SCORES)
TWINS = evaluate(LABELS, {"good": SCORES["good"], "twin": SCORES["good"]})
CONDITION = OperatingCondition(0.1, Costs(fp=1, fn=9))


def test_costs_are_asked_at_places_of_all_kinds():
    uncertainty = EVALUATION.uncertainty()
    at_pc, at_condition = uncertainty.cost("good", 0.5), uncertainty.cost("good", CONDITION)
    assert at_pc == at_condition  # 0.1 · 9 against 0.9 · 1
    everywhere = uncertainty.cost("good", None)
    assert everywhere == uncertainty.cost("good", ConditionPrior.uniform())
    assert everywhere.low < everywhere.estimate < everywhere.high


def test_money_is_nec_in_another_unit():
    uncertainty = EVALUATION.uncertainty()
    nec, money = uncertainty.cost("good", CONDITION), uncertainty.money("good", CONDITION)
    # At PC = ½ NEC 1 is both errors always: 0.1 · 9 + 0.9 · 1.
    assert money.estimate == pytest.approx(1.8 * nec.estimate)
    assert (money.low, money.high) == pytest.approx((1.8 * nec.low, 1.8 * nec.high))


@pytest.mark.parametrize("kind", [kind.key for kind in CURVES])
@pytest.mark.parametrize("simultaneous", [False, True])
def test_every_curve_has_a_band_around_itself(kind, simultaneous):
    uncertainty = EVALUATION.uncertainty(bootstrap=60, simultaneous=simultaneous)
    more: dict[str, Any] = {"costs": Costs.from_benefits(tp=10, fp=-1)} if kind == "profit" else {}
    band = uncertainty.band(kind, "good", **more)
    assert band.simultaneous is simultaneous
    known = np.isfinite(band.estimate)
    assert known.all()
    assert np.all(band.low <= band.high)
    assert np.mean((band.low <= band.estimate + 1e-9) & (band.estimate <= band.high + 1e-9)) > 0.9
    assert band.x_name
    assert band.y_name
    assert band.target_words


def test_bands_over_conditions_agree_with_their_curves_under_a_given_rule():
    uncertainty = EVALUATION.uncertainty()
    x = np.array([0.1, 0.3, 0.6])
    for name in ("cost", "net_benefit", "error_by_prevalence", "brier"):
        band = uncertainty.band(name, "good", x=x, rule=fixed(0.4))
        curve = EVALUATION.curve(name, "good", rule=fixed(0.4))
        assert band.estimate == pytest.approx(curve(x))


def test_thresholds_chosen_elsewhere_are_judged_here():
    half = np.arange(600) < 300
    here, there = (evaluate(LABELS[rows], {"good": SCORES["good"][rows]}) for rows in (half, ~half))
    found = here.uncertainty(chosen_on=there).cost("good", 0.4)
    assert found.target is Target.OTHER_RECORDS
    same = here.uncertainty(chosen_on="same").cost("good", 0.4)
    anew = here.uncertainty().cost("good", 0.4)
    assert float(optimal(here.tally("good"))(0.4)) < same.estimate < anew.estimate


def test_tests_find_what_is_there():
    result = EVALUATION.compare("good", "poor", 0.4).test
    assert result.significant()
    assert result.estimate is not None
    assert result.estimate.high < 0
    assert EVALUATION.compare("good", "poor").test.significant()
    assert EVALUATION.compare("good", "poor", 0.4, alternative="greater").test.pvalue > 0.5
    assert TWINS.compare("good", "twin", 0.4).test.pvalue == 1
    assert EVALUATION.compare("good", "fair", 0.4, margin=0.5).test.significant()


def test_ranges_in_which_a_model_is_better_name_the_winner():
    ranges = EVALUATION.uncertainty().compare("poor", "good").cheaper
    assert ranges
    assert {one.winner for one in ranges} == {"good"}
    # Where flagging nobody or everybody is cheaper than both nothing is said.
    assert ranges[0].low > 0.02
    assert ranges[-1].high < 0.98
    assert TWINS.compare("good", "twin").cheaper == ()


def test_all_pairs_are_adjusted_for_each_other():
    found = EVALUATION.uncertainty().pairwise(0.4).tested
    assert [(one.a, one.b) for one in found] == [("good", "poor"), ("good", "fair"), ("poor", "fair")]
    least = min(one.test.pvalue for one in found)
    assert min(one.pvalue for one in found) == pytest.approx(min(1, 3 * least))
    assert all(one.pvalue == one.test.adjusted and one.pvalue >= one.test.pvalue for one in found)


def test_the_winner_stays_honest_among_several():
    uncertainty = EVALUATION.uncertainty()
    together, alone = uncertainty.costs(0.4)["good"], uncertainty.cost("good", 0.4)
    assert together.estimate == alone.estimate
    assert together.low < alone.low
    assert together.high > alone.high
    assert (together.scope, together.models) == (Scope.MODELS, 3)
    assert set(uncertainty.costs()) == set(SCORES)


def test_intervals_can_hold_at_all_conditions_together():
    plain, together = EVALUATION.uncertainty(), EVALUATION.uncertainty(simultaneous=True)
    asks: list[Callable[[Uncertainty], Estimate | None]] = [
        lambda uncertainty: uncertainty.cost("good", CONDITION),
        lambda uncertainty: uncertainty.compare("good", "poor", CONDITION).interval,
        lambda uncertainty: uncertainty.costs(CONDITION)["good"],
    ]
    for ask in asks:
        narrow, wide = ask(plain), ask(together)
        assert narrow is not None
        assert wide is not None
        assert (wide.estimate, wide.level) == pytest.approx((narrow.estimate, 0.95))
        assert wide.low < narrow.low < narrow.high < wide.high


def test_optimism_is_the_gap_of_both_curves():
    curve = EVALUATION.uncertainty().optimism("good")
    assert curve.area > 0


def test_low_scores_that_mean_positive_change_nothing():
    turned = evaluate(LABELS, {name: -score for name, score in SCORES.items()}, lower_is_positive=True)
    for one, other in (
        (EVALUATION.uncertainty().cost("good", 0.4), turned.uncertainty().cost("good", 0.4)),
        (
            EVALUATION.uncertainty().cost("good", 0.4, rule=fixed(0.5)),
            turned.uncertainty().cost("good", 0.4, rule=fixed(-0.5)),
        ),
    ):
        assert (one.low, one.high) == pytest.approx((other.low, other.high))
    chosen = turned.uncertainty(bootstrap=50).threshold("good", criterion=least_cost(CONDITION)).threshold
    mirrored = (
        EVALUATION.uncertainty(bootstrap=50).threshold("good", criterion=least_cost(CONDITION)).threshold
    )
    assert chosen.estimate == pytest.approx(-mirrored.estimate)


def test_the_same_seed_gives_the_same_numbers():
    one, other = (EVALUATION.uncertainty(seed=3, bootstrap=50) for _ in range(2))
    assert one.cost("good", 0.4) == other.cost("good", 0.4)
    assert one.band("roc", "good") == other.band("roc", "good")
    assert one.cost("good", 0.4) != EVALUATION.uncertainty(seed=4).cost("good", 0.4)


def test_counts_have_intervals_and_no_pairs():
    counts = evaluate_counts(dict.fromkeys("mk", ([1, 2, 3], [2, 5, 30], [40, 9, 3])))
    found = counts.uncertainty().cost("m", 0.5)
    assert found.low < found.estimate < found.high
    assert "the same records" in refusal(lambda: counts.compare("m", "k", 0.5).test)


def test_given_folds_are_used():
    folded = evaluate(LABELS, {"good": SCORES["good"]}, fold=np.arange(600) % 3)
    stack = Tally.stack([part.tally("good") for part in folded.by("fold").values()])
    total = {"fp": 0.0, "fn": 0.0}
    for one in range(3):
        members = stack.members()
        others = Tally.stack(members[:one] + members[one + 1 :]).pooled()
        rates = tuned_on(others)(members[one]).rates(np.array([0.4]))
        total["fp"] += rates[0][0] * members[one].total_negative
        total["fn"] += (1 - rates[1][0]) * members[one].total_positive
    wanted = 0.4 * total["fn"] / LABELS.sum() + 0.6 * total["fp"] / (600 - LABELS.sum())
    assert folded.uncertainty().cost("good", 0.4).estimate == pytest.approx(wanted)


def test_other_splits_give_other_numbers():
    few = EVALUATION.uncertainty(splits=Splits(folds=2, repeats=1)).cost("good", 0.4)
    assert few != EVALUATION.uncertainty().cost("good", 0.4)


def halves(**options):
    """Evaluate the first and the second half of the records."""
    half = np.arange(600) < 300
    return [
        evaluate(LABELS[rows], {m: score[rows] for m, score in SCORES.items()}, **options)
        for rows in (half, ~half)
    ]


# ---- several models -------------------------------------------------------------------------


HERE, THERE = halves()


@pytest.mark.parametrize("at", [0.4, None])
@pytest.mark.parametrize(
    ("options", "rule"),
    [({}, None), ({}, fixed(0.5)), ({"chosen_on": THERE}, None), ({"level": 0.8}, None)],
    ids=["cross-fitted", "a rule", "chosen elsewhere", "a level"],
)
def test_all_pairs_are_tested_as_one_pair_is(options, rule, at):
    uncertainty = HERE.uncertainty(**options)
    for one in uncertainty.pairwise(at, rule=rule).tested:
        alone = uncertainty.compare(one.a, one.b, at, rule=rule)
        assert (one.test.pvalue, one.interval) == (alone.pvalue, alone.interval)
        assert one.interval.level == uncertainty.level


@pytest.mark.parametrize("at", [0.4, None])
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({}, None),
        ({}, fixed(0.5)),
        ({"chosen_on": THERE}, None),
        ({"chosen_on": "same"}, None),
        ({"level": 0.8}, None),
    ],
    ids=["cross-fitted", "a rule", "chosen elsewhere", "same", "a level"],
)
def test_costs_of_all_models_are_those_of_single_ones_but_wider(options, rule, at):
    uncertainty = HERE.uncertainty(**options)
    for model, cost in uncertainty.costs(at, rule=rule).items():
        alone = uncertainty.cost(model, at, rule=rule)
        assert (cost.estimate, cost.level) == (alone.estimate, uncertainty.level)
        assert cost.low <= alone.low < alone.high <= cost.high
        assert cost.high - cost.low > alone.high - alone.low
        assert cost.target is alone.target
        assert cost.scope_words == "for all 3 models together"


def test_one_model_alone_has_its_own_interval():
    counts = evaluate_counts({"m": ([1, 2, 3], [2, 5, 30], [40, 9, 3])}).uncertainty()
    assert counts.costs(0.4) == {"m": counts.cost("m", 0.4)}
    assert "in pairs; got fewer than two models" in refusal(lambda: counts.pairwise(0.4))


def test_models_that_move_as_one_need_no_wider_intervals():
    twins = evaluate(LABELS, {"one": SCORES["good"], "two": SCORES["good"] / 2})
    uncertainty = twins.uncertainty(chosen_on=twins)
    assert uncertainty.costs(0.4)["one"].low == pytest.approx(uncertainty.cost("one", 0.4).low, rel=1e-9)
    # Two scorers that flag the same records at one threshold, and are strangers else.
    good, noise = SCORES["good"], np.random.default_rng(1).random(600)
    alike = evaluate(LABELS, {"one": good, "two": np.where(good >= 0.5, 1 + noise, -good)})
    uncertainty = alike.uncertainty()
    given, alone = uncertainty.costs(0.4, rule=fixed(0.5)), uncertainty.cost("one", 0.4, rule=fixed(0.5))
    assert given["one"].low == pytest.approx(alone.low, rel=1e-9)
    assert uncertainty.costs(0.4)["one"].low < uncertainty.cost("one", 0.4).low


# ---- thresholds of other records ------------------------------------------------------------


def test_other_records_may_be_given_in_three_ways():
    wanted = HERE.uncertainty(chosen_on=THERE).cost("good", 0.4)
    assert THERE.records is not None
    for given in (THERE.records, {"good": THERE.tally("good")}):
        assert HERE.uncertainty(chosen_on=given).cost("good", 0.4) == wanted


def test_scores_of_other_records_point_the_same_way():
    """Negated scores with low ones positive are the same records; a mix of both is refused."""
    half = np.arange(600) >= 300
    negated = {m: -score for m, score in SCORES.items()}
    turned = [
        evaluate(LABELS[rows], {m: s[rows] for m, s in negated.items()}, lower_is_positive=True)
        for rows in (~half, half)
    ]
    wanted = HERE.uncertainty(chosen_on=THERE).cost("good", 0.4)
    assert turned[1].records is not None
    there: Any
    for there in (turned[1], turned[1].records):
        assert turned[0].uncertainty(chosen_on=there).cost("good", 0.4) == wanted
    astray = Records.read(LABELS[half], {"good": negated["good"][half]})
    assert refusal(lambda: turned[0].uncertainty(chosen_on=astray)) == (
        "scores must point the same way where thresholds are chosen and where they are judged; got low scores of 'good' mean positive here only (chosen_on): give lower_is_positive= to both, or to neither"
    )
    assert "'fair' mean positive there only" in refusal(lambda: HERE.uncertainty(chosen_on=turned[1]))


# ---- more of one model ----------------------------------------------------------------------


def test_the_auc_has_an_interval_where_the_bootstrap_has_none():
    perfect = evaluate([1] * 12 + [0] * 12, {"a": range(24, 0, -1)}).uncertainty(bootstrap=60)
    assert perfect.auc("a").low < 0.95
    drawn = perfect.summary("a", "auc", method="bca")
    assert drawn.width == 0
    still = "no replicate differs: the interval there has no width and holds too rarely"
    assert drawn.notes[-1] == still
    roc = perfect.band("roc", "a")
    # At an FPR of 1 everybody is flagged, whatever the records say; above 0 nothing errs here.
    assert roc.notes[-1].startswith("no replicate differs at 99 of 101 places")
    usual = EVALUATION.uncertainty(bootstrap=60)
    assert usual.summary("good", "auc", method="bca").notes == ()
    assert usual.summary("good", "auc") == usual.auc("good")
    assert usual.auc("good", method="logit").estimate == usual.summary("good", "auc").estimate


def test_the_operating_range_is_that_of_the_cost_curve():
    found = EVALUATION.uncertainty(bootstrap=100).operating_range("good")
    hull = EVALUATION.roc("good").hull()
    assert hull.operating_range is not None
    low, high = hull.operating_range
    assert (found.low.estimate, found.high.estimate) == pytest.approx((low, high))
    assert found.low.low <= low <= found.low.high


def test_plateaus_are_as_wide_as_asked():
    uncertainty = EVALUATION.uncertainty(bootstrap=40)
    narrow, wide = (uncertainty.plateau("good", CONDITION, within=share) for share in (0.01, 0.3))
    assert wide.low < narrow.low <= narrow.high <= wide.high
    assert (
        narrow == uncertainty.plateau("good", CONDITION) == cost_plateau(EVALUATION.tally("good"), CONDITION)
    )
    chosen = uncertainty.threshold("good", criterion=least_cost(CONDITION), within=0.3)
    assert chosen.plateau == wide
    assert "within needs the least cost" in refusal(
        lambda: uncertainty.threshold("good", criterion=max_fpr(0.1), within=0.3)
    )


def test_a_curve_of_a_rule_of_its_own_takes_another_rule():
    band = EVALUATION.uncertainty(bootstrap=40).band("kendall", "good", x=[0.2, 0.6], rule=fixed(0.4))
    curve = EVALUATION.curve("kendall", "good", rule=fixed(0.4))
    assert band.estimate == pytest.approx(curve(np.array([0.2, 0.6])))


def test_thresholds_are_those_of_scores_as_given():
    turned = evaluate(LABELS, {"m": -SIGNAL}, lower_is_positive=True)
    band = turned.uncertainty(bootstrap=40).band("recall_by_threshold", "m", x=[-0.5])
    assert band.estimate[0] == np.mean(SIGNAL[LABELS == 1] >= 0.5)


# ---- more of two models ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["roc", "gains", "precision_recall", "recall_by_threshold"])
def test_bands_of_differences_lie_around_differences_of_curves(name):
    x = np.array([0.3, 0.6])
    band = EVALUATION.uncertainty(bootstrap=60).difference_band(name, "good", "poor", x=x)
    one, other = (EVALUATION.curve(name, model)(x) for model in ("good", "poor"))
    assert band.estimate == pytest.approx(one - other)
    assert np.all(band.low <= band.estimate)
    assert np.all(band.estimate <= band.high)


@pytest.mark.parametrize("name", ["net_benefit", "error_by_prevalence", "brier", "value_slice"])
def test_bands_of_differences_over_conditions_are_on_their_scale(name):
    x, uncertainty = np.array([0.1, 0.3, 0.6]), EVALUATION.uncertainty()
    band = uncertainty.difference_band(name, "good", "poor", x=x, rule=fixed(0.4))
    one, other = (EVALUATION.curve(name, model, rule=fixed(0.4))(x) for model in ("good", "poor"))
    assert band.estimate == pytest.approx(one - other)
    assert band.y_name.endswith("difference")


def test_net_benefit_and_cost_differ_alike():
    """The difference of net benefits is minus that of costs, by the worth of a unit of NEC."""
    uncertainty, threshold = EVALUATION.uncertainty(), 0.2
    prevalence = float(LABELS.mean())
    odds = threshold / (1 - threshold)
    pc = prevalence / (prevalence + (1 - prevalence) * odds)
    cost = uncertainty.difference_band("cost", "good", "poor", x=pc, rule=fixed(0.4))
    benefit = uncertainty.difference_band("net_benefit", "good", "poor", x=threshold, rule=fixed(0.4))
    worth = prevalence + (1 - prevalence) * odds
    assert benefit.estimate == pytest.approx(-worth * cost.estimate)
    assert benefit.low == pytest.approx(-worth * cost.high)
    assert benefit.high == pytest.approx(-worth * cost.low)


def test_summaries_differ_on_the_same_replicates():
    uncertainty = EVALUATION.uncertainty(bootstrap=100)
    found = uncertainty.summary_difference("good", "poor", "auc", method="percentile")
    one, other = (EVALUATION.roc(model).auc for model in ("good", "poor"))
    assert found.estimate == pytest.approx(one - other)
    assert found.excludes(0)
    apart = [uncertainty.summary(model, "auc", method="percentile") for model in ("good", "poor")]
    assert found.width < sum(one.width for one in apart)


def test_crossings_are_those_of_the_comparison():
    """Of a scorer that is best with few false alarms and one that is best with few misses."""
    moved = np.where(np.random.default_rng(1).random(600) < 0.5, 4, -2)
    early = np.where(LABELS == 1, SIGNAL + moved, SIGNAL)
    late = np.where(LABELS == 0, SIGNAL - moved, SIGNAL)
    both = evaluate(LABELS, {"early": early, "late": late})
    (found,) = both.uncertainty(bootstrap=60).crossings("early", "late")
    assert found.pc.estimate == pytest.approx(both.compare("early", "late").crossings[0])
    assert (found.before, found.after) == ("early", "late")
    assert found.share > 0.9
    turned = evaluate(LABELS, {"early": -early, "late": late}, lower_is_positive=["early"])
    assert turned.uncertainty(bootstrap=60).crossings("early", "late")[0] == found
    fixed_ones = both.uncertainty(bootstrap=60).crossings("early", "late", rule=fixed(1.0))
    curves = [fixed(1.0)(both.tally(model)) for model in ("early", "late")]
    assert [one.pc.estimate for one in fixed_ones] == pytest.approx(curves[0].minus(curves[1]).sign_changes())


def test_crossings_follow_thresholds_of_other_records():
    uncertainty = HERE.uncertainty(chosen_on=THERE, bootstrap=40)
    curves = [tuned_on(THERE.tally(model))(HERE.tally(model)) for model in ("good", "fair")]
    found = [one.pc.estimate for one in uncertainty.crossings("good", "fair")]
    assert found == pytest.approx(curves[0].minus(curves[1]).sign_changes())


# ---- how replicates are drawn ---------------------------------------------------------------


def test_threads_change_nothing_and_progress_is_told():
    calls: list[tuple[int, int]] = []
    plain = EVALUATION.uncertainty(bootstrap=250)
    watched = EVALUATION.uncertainty(bootstrap=250, n_jobs=2, progress=lambda *done: calls.append(done))
    asks: list[Callable[[Uncertainty], Any]] = [
        lambda uncertainty: uncertainty.band("roc", "good", x=[0.2]),
        lambda uncertainty: uncertainty.difference_band("roc", "good", "poor", x=[0.2]),
        lambda uncertainty: uncertainty.summary("good", "auc", method="percentile"),
        lambda uncertainty: uncertainty.summary_difference("good", "poor", "auc", method="percentile"),
        lambda uncertainty: uncertainty.threshold("good", criterion=least_cost(CONDITION)),
        lambda uncertainty: uncertainty.operating_range("good"),
    ]
    for ask in asks:
        calls.clear()
        assert ask(watched) == ask(plain)
        assert calls == [(100, 250), (200, 250), (250, 250)]


def test_places_may_come_bare_and_in_any_order():
    uncertainty = EVALUATION.uncertainty(bootstrap=40)
    for found in (
        uncertainty.band("cost", "good", x=[0.6, 0.2]),
        uncertainty.band("roc", "good", x=[0.6, 0.2]),
        uncertainty.difference_band("cost", "good", "poor", x=[0.6, 0.2]),
    ):
        assert found.x.tolist() == [0.2, 0.6]
    one = uncertainty.difference_band("cost", "good", "poor", x=0.4)
    assert one.at(0.4) == dataclasses.replace(
        uncertainty.compare("good", "poor", 0.4).interval,
        target=one.target,
        target_words=one.target_words,
        method=one.method,
    )


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda ev: ev.uncertainty(level=95), "a confidence level must lie between 0 and 1; got 95"),
        (lambda ev: ev.uncertainty(chosen_on="elsewhere"), 'write "cross-fitted", "same"'),
        (lambda ev: ev.uncertainty().cost("none", 0.5), "no such model"),
        (lambda ev: ev.uncertainty().cost("good", 2), "PC(+) must lie in [0, 1]; got 2"),
        (lambda ev: ev.uncertainty().money("good", 0.5), "money needs a condition with costs"),
        (
            lambda ev: ev.uncertainty().band("net_benefit", "good", method="bca"),
            "must not be drawn by a method",
        ),
        (lambda ev: ev.compare("good", "poor", margin=0.1).test, "a margin needs one condition"),
        (lambda ev: ev.uncertainty(chosen_on=evaluate(LABELS, {"x": SIGNAL})).cost("good", 0.5), "no 'good'"),
        (lambda ev: ev.uncertainty(seed=-1).cost("good", 0.5), "a seed must be a whole number, 0 or more"),
        (lambda ev: ev.uncertainty(chosen_on=None), "or another evaluation; got None"),
        (lambda ev: ev.uncertainty(chosen_on=5), "or another evaluation; got an object of type int"),
        (lambda ev: ev.uncertainty(chosen_on=ev.tally("good")), "got an object of type Tally"),
        (lambda ev: ev.uncertainty(chosen_on={"good": 3}), "chosen_on for 'good'"),
        (lambda ev: ev.uncertainty(splits=5), "write Splits(folds=5, repeats=10)"),
        (
            lambda _: evaluate([1, 0, 1, 0], {"a": [4, 3, 2, 1]}, fold=[1, 1, 2, 2]).uncertainty(
                splits=Splits()
            ),
            "folds can be given or drawn at random, but not both",
        ),
        (
            lambda ev: ev.uncertainty(simultaneous="pointwise"),
            "simultaneous must be True or False; got 'pointwise'",
        ),
        (lambda ev: ev.uncertainty(simultaneous=1), "simultaneous must be True or False; got 1"),
        (lambda ev: ev.uncertainty(bootstrap=1), "a bootstrap must have 20 replicates or more; got 1"),
        (lambda ev: ev.uncertainty(bootstrap="many"), "the number of replicates must be a whole number"),
        (lambda ev: ev.uncertainty(n_jobs=0), "n_jobs must be a whole number, 1 or more"),
        (lambda ev: ev.uncertainty(progress=True), "progress must be callable"),
        (
            lambda ev: ev.uncertainty().band("roc", "good", rule=optimal),
            "'roc' does not take rule; it takes neither a rule nor costs",
        ),
        (
            lambda ev: ev.uncertainty().band("roc", "good", costs=Costs(fp=1, fn=2)),
            "'roc' does not take costs",
        ),
        (lambda ev: ev.uncertainty().band("gains", "good", test_cost=1), "'gains' does not take test_cost"),
        (
            lambda ev: ev.uncertainty().band("profit", "good", rule=optimal, costs=Costs(fp=1, fn=2)),
            "'profit' does not take rule; it takes costs",
        ),
        (lambda ev: ev.uncertainty().band("roc", "good", method="magic"), "no such method 'magic'"),
        (
            lambda ev: ev.uncertainty(simultaneous=True).band("roc", "good", method="bca"),
            "no such method 'bca'; choose from 'percentile', 'normal'",
        ),
        (lambda ev: ev.uncertainty().band("cost", "good", x=[]), "a band needs at least one place"),
        (lambda ev: ev.uncertainty().band("cost", "good", x=[0.2, 1.2]), "x must lie in [0, 1]"),
        (lambda ev: ev.uncertainty().difference_band("cost", "good", "poor", x="x"), "x "),
        (lambda ev: ev.uncertainty().rates("good", rule=optimal), "rates must be those of one threshold"),
        (
            lambda ev: ev.uncertainty().rates("good", rule=tuned_on(ev.tally("good"))),
            "write fixed(threshold)",
        ),
        (lambda ev: ev.uncertainty().rates("good", rule=0.5), "a rule must choose thresholds"),
        (
            lambda ev: ev.uncertainty().summary("good", "auc", method="magic"),
            "no such method 'magic'",
        ),
        (
            lambda ev: ev.compare("good", "poor", 0.5, margin="x").test,
            "margin must be a finite number; got 'x'",
        ),
        (lambda ev: ev.compare("good", "poor", 0.5, margin=-0.1).test, "a margin must lie above 0"),
        (
            lambda ev: ev.compare("good", "poor", 0.5, margin=0.1, alternative="greater"),
            'swap the models, and write alternative="less"',
        ),
        (
            lambda ev: ev.compare("good", "poor", 0.5, margin=0.1, alternative="foo").test,
            "no such alternative 'foo'",
        ),
        (lambda ev: ev.compare("good", "good", 0.5, alternative="foo").test, "no such alternative 'foo'"),
        (
            lambda ev: ev.compare("good", "poor", 0.5, margin=0.1, level=0.5).test,
            "the level must lie above 0.5; got 0.5",
        ),
        (
            lambda _: (
                evaluate(LABELS, {"a": SIGNAL, "b": -SIGNAL}, lower_is_positive=["b"])
                .uncertainty()
                .difference_band("recall_by_threshold", "a", "b")
            ),
            "scores point the same way",
        ),
    ],
)
def test_refusals(ask, said):
    with pytest.raises(CostCurvesError) as problem:
        ask(EVALUATION)
    assert said in str(problem.value)


def test_nobody_is_no_threshold_for_a_score_may_be_infinite():
    """Of a mixture with nobody only the other part flags a record whose score is +inf."""
    scores = [math.inf] * 10 + [0.6] * 6 + [0.2] * 4 + [math.inf] * 2 + [0.6] * 3 + [0.2] * 15
    ev = evaluate([1] * 20 + [0] * 20, {"m": scores})
    nobody, some = ev.decide(criterion=capacity(0.2, randomised=True)).mixed
    assert (nobody.flags, some.flags) == ("nobody", "some")
    assert rates_of(ev.tally("m"), nobody) == (0.0, 0.0)
    assert rates_of(ev.tally("m"), some) == (0.1, 0.5)
