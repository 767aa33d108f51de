"""An evaluation is asked how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurves import (
    ROWS,
    ConditionPrior,
    Costs,
    OperatingCondition,
    Tally,
    evaluate,
    evaluate_counts,
    fixed,
    least_cost,
    optimal,
    tuned_on,
)
from costcurves.errors import CostCurvesError
from costcurves.inference.resampling import Splits
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
CONDITION = OperatingCondition(0.1, Costs(fp=1, fn=9))


def test_costs_are_asked_at_places_of_all_kinds():
    asked = EVALUATION.uncertainty()
    at_pc, at_condition = asked.cost("good", 0.5), asked.cost("good", CONDITION)
    assert at_pc == at_condition  # 0.1 · 9 against 0.9 · 1
    everywhere = asked.cost("good", None)
    assert everywhere == asked.cost("good", ConditionPrior.uniform())
    assert everywhere.low < everywhere.estimate < everywhere.high


def test_money_is_nec_in_another_unit():
    asked = EVALUATION.uncertainty()
    nec, money = asked.cost("good", CONDITION), asked.money("good", CONDITION)
    # At PC = ½ NEC 1 is both errors always: 0.1 · 9 + 0.9 · 1.
    assert money.estimate == pytest.approx(1.8 * nec.estimate)
    assert (money.low, money.high) == pytest.approx((1.8 * nec.low, 1.8 * nec.high))


@pytest.mark.parametrize("row", [row.key for row in ROWS])
@pytest.mark.parametrize("simultaneous", [False, True])
def test_every_row_has_a_band_around_its_own_curve(row, simultaneous):
    asked = EVALUATION.uncertainty(bootstrap=60, simultaneous=simultaneous)
    more: dict[str, Any] = {"costs": Costs.from_benefits(tp=10, fp=-1)} if row == "profit" else {}
    band = asked.band("good", row, **more)
    assert band.simultaneous is simultaneous
    known = np.isfinite(band.estimate)
    assert known.all()
    assert np.all(band.low <= band.high)
    assert np.mean((band.low <= band.estimate + 1e-9) & (band.estimate <= band.high + 1e-9)) > 0.9
    assert band.x_name
    assert band.y_name
    assert band.target


def test_bands_over_conditions_agree_with_their_curves_under_a_given_rule():
    asked = EVALUATION.uncertainty()
    x = np.array([0.1, 0.3, 0.6])
    for name in ("cost", "net_benefit", "error_by_prevalence", "brier"):
        band = asked.band("good", name, x, rule=fixed(0.4))
        curve = EVALUATION.curve(name, "good", rule=fixed(0.4))
        assert band.estimate == pytest.approx(curve(x))


def test_thresholds_chosen_elsewhere_are_judged_here():
    half = np.arange(600) < 300
    here, there = (evaluate(LABELS[rows], {"good": SCORES["good"][rows]}) for rows in (half, ~half))
    found = here.uncertainty(chosen_on=there).cost("good", 0.4)
    assert found.target == "thresholds chosen on other records"
    same = here.uncertainty(chosen_on="same").cost("good", 0.4)
    anew = here.uncertainty().cost("good", 0.4)
    assert float(optimal(here.tally("good"))(0.4)) < same.estimate < anew.estimate


def test_tests_find_what_is_there():
    result = EVALUATION.test("good", "poor", 0.4)
    assert result.significant()
    assert result.estimate is not None
    assert result.estimate.high < 0
    assert EVALUATION.test("good", "poor").significant()
    assert EVALUATION.test("good", "poor", 0.4, alternative="greater").pvalue > 0.5
    assert EVALUATION.test("good", "good", 0.4).pvalue == 1
    assert EVALUATION.test("good", "fair", 0.4, margin=0.5).significant()


def test_ranges_in_which_a_model_is_better_name_the_winner():
    ranges = EVALUATION.uncertainty().better("poor", "good")
    assert ranges
    assert {one.winner for one in ranges} == {"good"}
    # Where flagging nobody or everybody is cheaper than both nothing is said.
    assert ranges[0].low > 0.02
    assert ranges[-1].high < 0.98
    assert EVALUATION.uncertainty().better("good", "good") == ()


def test_all_pairs_are_adjusted_for_each_other():
    found = EVALUATION.uncertainty().tests(0.4)
    assert list(found) == [("good", "poor"), ("good", "fair"), ("poor", "fair")]
    least = min(result.pvalue for result in found.values())
    adjusted = [1.0 if result.adjusted is None else result.adjusted for result in found.values()]
    assert min(adjusted) == pytest.approx(min(1, 3 * least))
    assert all(p >= result.pvalue for p, result in zip(adjusted, found.values(), strict=True))


def test_the_winner_stays_honest_among_several():
    asked = EVALUATION.uncertainty()
    together, alone = asked.costs(0.4)["good"], asked.cost("good", 0.4)
    assert together.estimate == alone.estimate
    assert together.low < alone.low
    assert together.high > alone.high
    assert "together" in together.target
    assert set(asked.costs()) == set(SCORES)


def test_intervals_can_hold_at_all_conditions_together():
    plain, together = EVALUATION.uncertainty(), EVALUATION.uncertainty(simultaneous=True)
    asks: list[Callable[[Uncertainty], Estimate | None]] = [
        lambda asked: asked.cost("good", CONDITION),
        lambda asked: asked.difference("good", "poor", CONDITION),
        lambda asked: asked.test("good", "poor", CONDITION).estimate,
        lambda asked: asked.costs(CONDITION)["good"],
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
            EVALUATION.uncertainty().cost("good", 0.4, fixed(0.5)),
            turned.uncertainty().cost("good", 0.4, fixed(-0.5)),
        ),
    ):
        assert (one.low, one.high) == pytest.approx((other.low, other.high))
    chosen = turned.uncertainty(bootstrap=50).threshold("good", least_cost(CONDITION)).threshold
    mirrored = EVALUATION.uncertainty(bootstrap=50).threshold("good", least_cost(CONDITION)).threshold
    assert chosen.estimate == pytest.approx(-mirrored.estimate)


def test_the_same_seed_gives_the_same_numbers():
    one, other = (EVALUATION.uncertainty(seed=3, bootstrap=50) for _ in range(2))
    assert one.cost("good", 0.4) == other.cost("good", 0.4)
    assert one.band("good", "roc") == other.band("good", "roc")
    assert one.cost("good", 0.4) != EVALUATION.uncertainty(seed=4).cost("good", 0.4)


def test_counts_have_intervals_and_no_pairs():
    counts = evaluate_counts({"m": ([1, 2, 3], [2, 5, 30], [40, 9, 3])})
    found = counts.uncertainty().cost("m", 0.5)
    assert found.low < found.estimate < found.high
    assert "the same records" in refusal(lambda: counts.test("m", "m", 0.5))


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


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda ev: ev.uncertainty(level=95), "a confidence level lies between 0 and 1; got 95"),
        (lambda ev: ev.uncertainty(chosen_on="elsewhere"), 'write "cross-fitted", "same"'),
        (lambda ev: ev.uncertainty(levels=0.9), "uncertainty takes level"),
        (lambda ev: ev.uncertainty().cost("none", 0.5), "the model is one of the evaluation"),
        (lambda ev: ev.uncertainty().cost("good", 2), "at lies in [0, 1]"),
        (lambda ev: ev.uncertainty().money("good", 0.5), "money needs a condition with costs"),
        (
            lambda ev: ev.uncertainty().band("good", "net_benefit", method="bca"),
            "a band over conditions takes",
        ),
        (lambda ev: ev.test("good", "poor", margin=0.1), "a margin is for one condition"),
        (lambda ev: ev.uncertainty(chosen_on=evaluate(LABELS, {"x": SIGNAL})).cost("good", 0.5), "no 'good'"),
        (lambda ev: ev.uncertainty(seed=-1).cost("good", 0.5), "a seed is a whole number from 0 on"),
    ],
)
def test_refusals(ask, said):
    with pytest.raises(CostCurvesError) as problem:
        ask(EVALUATION)
    assert said in str(problem.value)
