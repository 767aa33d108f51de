"""Shifts chosen on other folds, the whole choice, gaps, bands, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves import InputError, UndefinedError, UnitCosts, evaluate_numeric
from costcurves.inference.numbers.shift_choice import CONSTANT, ShiftChoice
from costcurves.inference.numbers.shift_losses import PinballLoss
from costcurves.stats import Splits, Target

RNG = np.random.default_rng(5)
Y = RNG.lognormal(3, 0.4, 60)
MODELS = {"near": Y + RNG.normal(0, 1, 60), "far": Y + RNG.normal(4, 6, 60), "low": Y - 2.5}
FOLD = np.arange(60) % 3


def middle_quantile(values, weight, kappa):
    """The middle of all κ-quantiles, by trying every value and every middle of two."""
    whole = sorted(set(values.tolist()))
    tried = {
        s: np.sum(weight * np.where(values > s, kappa * (values - s), (kappa - 1) * (values - s)))
        for s in whole
    }
    least = min(tried.values())
    best = [s for s, loss in tried.items() if loss <= least + 1e-9]
    return (best[0] + best[-1]) / 2


def test_shifts_and_whole_choice_by_brute_force():
    weight = RNG.integers(1, 4, 60)
    records = evaluate_numeric(Y, MODELS, sample_weight=weight, fold=FOLD).records
    choice, kappa = ShiftChoice.of(records, tuple(MODELS), Splits(), PinballLoss(0.7)), 0.7
    errors = {name: Y - p for name, p in MODELS.items()} | {CONSTANT: Y}
    judged = np.empty(60)
    by_model = {name: np.empty(60) for name in errors}
    for fold in range(3):
        here, there = fold == FOLD, fold != FOLD
        learned = {}
        for name, e in errors.items():
            shift = middle_quantile(e[there], weight[there], kappa)
            assert choice.shifts[name][0, fold] == pytest.approx(shift)
            loss = np.where(e > shift, kappa * (e - shift), (kappa - 1) * (e - shift))
            learned[name] = np.average(loss[there], weights=weight[there])
            by_model[name][here] = loss[here]
        judged[here] = by_model[min(learned, key=learned.__getitem__)][here]
    assert choice.cost().estimate == pytest.approx(np.average(judged, weights=weight))
    for name, loss in by_model.items():
        assert choice.loss(name).estimate == pytest.approx(np.average(loss, weights=weight))
    assert choice.cost().target is Target.WHOLE_CHOICE
    assert sum(choice.picked.values()) == pytest.approx(1)


def test_the_recommendation():
    found = evaluate_numeric(Y, MODELS).decide(UnitCosts(3, 1, "EUR"))
    assert found.model == "low"
    assert found.shift == pytest.approx(2.5)
    assert found.headline.covers == "model+shift"
    assert found.headline.basis == "cross-fitted"
    assert found.headline.measure == "cost"
    assert [row.model for row in found.rows] == ["low", "near", "far"]
    first, second, _ = (row.gap for row in found.rows)
    assert first is not None
    assert second is not None
    assert first.estimate == -second.estimate
    assert [row.told_apart for row in found.rows] == [True, True, True]
    assert found.pays
    assert found.sentence.startswith(
        "Use low and raise its predictions by 2.5, the best shift on all 60 records"
    )
    assert "low loses less than the other 2 models by more than chance." in found.sentence
    assert found.to_json()["verdict"] == "model"
    assert repr(found) == "ShiftRecommendation(low: 2.5)"
    rows = found.table().rows
    assert [row[0] for row in rows] == ["low", "near", "far", "best constant"]
    assert found.to_columns()["model"] == ["low", "near", "far"]


def test_kappa_is_taken_wherever_costs_are():
    ev = evaluate_numeric(Y, MODELS)
    by_kappa, by_costs = ev.decide(0.75), ev.decide(UnitCosts(3, 1))
    assert by_kappa.headline.measure == "loss"
    assert 4 * by_kappa.headline.estimate == pytest.approx(by_costs.headline.estimate)
    assert by_kappa.shift == by_costs.shift


def test_a_constant_is_recommended_where_no_model_loses_less():
    noise = RNG.normal(0, 50, 60)
    found = evaluate_numeric(Y, {"noise": noise}).decide(0.5)
    assert (found.pays, found.model) == (False, "")
    assert found.shift == pytest.approx(np.median(Y))
    assert found.sentence.startswith("Predict ")
    assert "noise does not lose less, judged on records left out of the choice" in found.sentence
    assert found.to_json()["verdict"] == "constant"
    assert found.headline.covers == "shift"


def test_shifts_that_do_not_pay_are_said_to():
    rng = np.random.default_rng(2)
    noise = rng.normal(0, 1, 40)
    found = evaluate_numeric(Y[:40], {"m": Y[:40] - noise + np.median(noise) + 0.02}).decide(0.5)
    assert found.rows[0].unshifted.estimate <= found.rows[0].loss.estimate
    assert found.pays
    assert not found.shift_pays
    assert "So on new records shifting m does not pay: as it is it costs no more." in found.sentence
    assert found.to_json()["shift_pays"] is False
    assert evaluate_numeric(Y, MODELS).decide(0.5).shift_pays


def test_models_that_cannot_be_told_apart_are_named():
    e = RNG.normal(0, 1, 60)
    found = evaluate_numeric(Y, {"a": Y + e, "b": Y - e}).decide(0.5)
    assert found.not_told_apart
    assert "may lead by chance: it cannot be told apart from" in found.sentence


def test_options_of_deciding():
    ev = evaluate_numeric(Y, MODELS)
    assert ev.decide(0.5, model="near").model == "near"
    plain = ev.decide(0.5, level=None)
    assert (plain.headline.low, plain.headline.level, plain.rows[0].gap) == (None, None, None)
    assert "low" not in plain.to_json()["rows"][0]["loss"]
    assert "is not tested" in plain.sentence
    by_seed = [ev.decide(0.5, model="near", seed=seed).headline.estimate for seed in (1, 1, 2)]
    assert by_seed[0] == by_seed[1] != by_seed[2]
    assert ev.decide(0.5, splits=Splits(folds=2, repeats=1)).headline.repeats == 1
    with pytest.raises(InputError, match="no such model 'best'"):
        ev.decide(0.5, model="best")
    with pytest.raises(InputError, match="kappa must lie strictly between 0 and 1"):
        ev.decide(1)


def test_clusters_are_dealt_whole_and_folds_taken_as_given():
    cluster = np.repeat(np.arange(20), 3)
    ev = evaluate_numeric(Y, MODELS, cluster=cluster)
    dealt = ShiftChoice.of(ev.records, ("near",), Splits(), PinballLoss(0.5)).dealt
    assert all(len(set(part[cluster == one])) == 1 for part in dealt.parts for one in range(20))
    given = evaluate_numeric(Y, MODELS, fold=FOLD).decide(0.5)
    assert (given.headline.folds, given.headline.repeats) == (None, None)
    with pytest.raises(UndefinedError, match="two or more folds"):
        evaluate_numeric(Y, MODELS, fold=np.zeros(60)).decide(0.5)
    with pytest.raises(UndefinedError, match="two or more clusters"):
        evaluate_numeric(Y, MODELS, cluster=np.zeros(60)).decide(0.5)
    with pytest.raises(UndefinedError, match="two or more records"):
        evaluate_numeric([1.0], [2.0]).decide(0.5)


def test_bands():
    ev = evaluate_numeric(Y, MODELS)
    band, together, fixed = (
        ev.loss_band("near"), ev.loss_band("near", simultaneous=True), ev.loss_band("near", shifted=False),
    )  # fmt: skip
    assert np.all(together.high >= band.high)
    assert np.all((band.low <= band.estimate) & (band.estimate <= band.high))
    assert np.allclose(fixed.estimate, ev.loss_curve("near", shifted=False)(fixed.x))
    assert np.all(band.estimate >= ev.loss_curve("near")(band.x) - 1e-12)  # best on the same records
    assert band.at(0.7).estimate == pytest.approx(ev.decide(0.7, model="near").rows[0].loss.estimate)


def test_intervals_of_the_whole_choice_cover():
    """A loose check on 200 samples; the study of intervals tells more."""
    rng, held = np.random.default_rng(8), 0
    big = rng.normal(0, 1, 200_000)
    truth = cc.space.LossCurve.best_shift(cc.space.ErrorTally.of(big, np.zeros(len(big))))(0.8)
    for seed in range(200):
        e = rng.normal(0, 1, 80)
        y = rng.normal(0, 5, 80)
        found = evaluate_numeric(y, {"m": y - e}).decide(0.8, splits=Splits(repeats=3, seed=seed))
        held += found.headline.low <= truth <= found.headline.high
    assert held >= 180


def test_equal_models_that_err_on_different_records_keep_the_spread_of_any_of_them() -> None:
    """Averaged over splits that choose other models, losses would seem to vary less than those of any."""
    rng = np.random.default_rng(3)
    y = rng.normal(scale=3, size=200)
    models = {name: y + rng.normal(size=200) for name in "abcdef"}
    decision = evaluate_numeric(y, models).decide(0.5)
    assert len(decision.picked) > 2
    whole = decision.headline
    assert whole.low is not None
    assert whole.high is not None
    alone = evaluate_numeric(y, models[decision.model]).decide(0.5).headline
    assert alone.low is not None
    assert alone.high is not None
    assert whole.high - whole.low >= alone.high - alone.low


def test_a_lead_over_the_best_constant_may_be_chance() -> None:
    rng = np.random.default_rng(1)
    y = rng.normal(size=40)
    ev = evaluate_numeric(y, {"noise": 0.3 * y + rng.normal(scale=0.75, size=40)})
    decision = ev.decide(0.5)
    assert decision.pays
    assert decision.constant.told_apart is False
    assert "That noise loses less than the best constant may be chance." in decision.sentence
    good = evaluate_numeric(y, {"good": y + rng.normal(scale=0.1, size=40)}).decide(0.5)
    assert good.constant.told_apart is True
    assert "best constant may be chance" not in good.sentence
    assert [row[-1] for row in good.table().rows] == ["", "yes"]


def test_models_that_predict_alike_are_said_to() -> None:
    rng = np.random.default_rng(6)
    y = rng.normal(scale=3, size=50)
    predicted = y + rng.normal(size=50)
    decision = evaluate_numeric(y, {"a": predicted, "b": predicted.copy()}).decide(0.5)
    assert "a and b cost the same for every record." in decision.sentence
    assert "may lead by chance" not in decision.sentence


def test_few_records_have_loss_curves_without_bands() -> None:
    rng = np.random.default_rng(7)
    ev = evaluate_numeric(rng.normal(size=12), rng.normal(size=12))
    assert len(ev.chart("loss", level=0.95).marks) == len(ev.chart("loss").marks)


def test_an_interval_without_width_is_explained() -> None:
    sentence = evaluate_numeric([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).decide(0.5).sentence
    assert (
        "The interval has no width: all records add the same, so that their spread tells nothing." in sentence
    )


def test_a_band_of_shifts_ends_where_few_records_lie_beyond() -> None:
    rng = np.random.default_rng(2)
    ev = evaluate_numeric(np.zeros(100), rng.normal(size=100))
    kappa = ev.loss_band("model").x
    assert (kappa.min(), kappa.max()) == pytest.approx((0.08, 0.92), abs=0.011)
    assert ev.loss_band("model", shifted=False).x.min() < 0.02
    with pytest.raises(UndefinedError, match="a band of shifts needs 16 records or more; got 12"):
        evaluate_numeric(np.zeros(12), rng.normal(size=12)).loss_band("model")
