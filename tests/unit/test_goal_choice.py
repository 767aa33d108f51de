"""Goals judged on records left out of the choice: by trying every model and threshold on each fold's others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import criteria
from costcurves.errors import InputError
from costcurves.inference.costs.goal_choice import GoalChoice
from costcurves.inference.resampling import Placed, Splits


def made(size: int = 90, seed: int = 1) -> tuple[Any, dict[str, Any]]:
    """Labels, and the scores of two models."""
    draw = np.random.default_rng(seed)
    label = np.arange(size) % 3 == 0
    return label, {name: np.round(3 * (draw.normal(size=size) + label)) for name in "ab"}


def tried(label: Any, score: dict[str, Any], part: Any, criterion: Any) -> tuple[int, int]:
    """(TP, FP) over the folds of what meets the criterion best on the others of each."""
    tp = fp = 0
    for fold in np.unique(part):
        here = part == fold
        ev = cc.evaluate(label[~here], {name: one[~here] for name, one in score.items()})
        decision = ev.decide(criterion=criterion)
        flagged = decision.apply(score[decision.model][here])
        tp += int((flagged & label[here]).sum())
        fp += int((flagged & ~label[here]).sum())
    return tp, fp


@pytest.mark.parametrize(
    "criterion",
    [
        criteria.max_fpr(0.2), criteria.capacity(0.3), criteria.best("f1"), criteria.equal_errors(),
        criteria.best_given("precision", "recall", 0.5), criteria.minimax(0.2, 0.6),
    ],
    ids=lambda criterion: criterion.key,
)  # fmt: skip
def test_each_fold_is_judged_by_what_met_the_goal_on_the_others(criterion: Any) -> None:
    label, score = made()
    records = cc.Records.read(label, score)
    placed = Placed.of_records(records, {model: records.tally(model) for model in score})
    choice = GoalChoice.of(placed, list(score), Splits(folds=3, repeats=2, seed=5), criterion)
    expected = [tried(label, score, part, criterion) for part in choice.splits.deal(placed)]
    p, n = label.sum(), (~label).sum()
    rates = [[1 - tp / p, fp / n] for tp, fp in expected]
    assert choice.left_out.rates_of_error == pytest.approx(np.array(rates))
    assert choice.left_out.tpr == pytest.approx(np.mean([tp for tp, _ in expected]) / p)
    assert choice.left_out.fpr == pytest.approx(np.mean([fp for _, fp in expected]) / n)


def test_measures_are_of_pooled_outcomes_and_averaged_over_splits() -> None:
    label, score = made()
    ev = cc.evaluate(label, score)
    found = ev.uncertainty().left_out(ev.decide(criterion=criteria.best("f1")))
    choice = GoalChoice.of(ev.uncertainty()._whole, list(score), Splits(), criteria.best("f1"))
    fnr, fpr = choice.left_out.rates_of_error.T
    tp, fp = (1 - fnr) * label.sum(), fpr * (~label).sum()
    f1 = 2 * tp / (tp + fp + label.sum())
    assert found.headline.measure == "f1"
    assert found.headline.estimate == pytest.approx(f1.mean())
    assert found.headline.low is None
    assert found.headline.reason
    assert f"F1 is about {f1.mean():.4g}" in found.sentence


def test_a_limit_is_held_against_what_new_records_do() -> None:
    label, score = made(300)
    ev = cc.evaluate(label, score)
    decision = ev.decide(criterion=criteria.max_fpr(0.1))
    found = ev.uncertainty().left_out(decision)
    headline = found.headline
    assert (headline.measure, headline.basis, headline.covers) == ("tpr", "cross-fitted", "model+threshold")
    assert headline.low is not None
    assert headline.high is not None
    assert headline.low < headline.estimate < headline.high
    assert found.sentence.endswith("judged on records left out of the choice; a limit of 10 % was asked for.")
    assert "interval" not in found.without_intervals().sentence
    assert set(found.to_json()["left_out"]) == {"tpr", "fpr"}


def test_what_cannot_be_judged_so_is_refused() -> None:
    label, score = made()
    ev = cc.evaluate(label, score)
    mixed = ev.decide(criterion=criteria.max_fpr(0.1, randomised=True))
    elsewhere = cc.Evaluation(ev.models, ev.records, "others").judge(
        ev.decide(criterion=criteria.max_fpr(0.1))
    )
    for decision in (mixed, elsewhere):
        with pytest.raises(
            InputError, match="judged on records left out if its threshold was chosen on these records"
        ):
            ev.uncertainty().left_out(decision)
    few = cc.evaluate([1, 0, 0, 0], {"m": [4, 3, 2, 1]})
    found = few.decide(criterion=criteria.max_fpr(0.5))
    judged = few.uncertainty().left_out(found)
    assert (judged.headline.basis, judged.headline.estimate, judged.rates) == ("same-records", found.tpr, {})
    assert "two or more records" in judged.headline.reason
    assert judged.sentence.startswith("It is not judged on records left out of the choice: ")
    assert judged.sentence in str(found)


def test_clusters_widen_the_intervals() -> None:
    label, score = made(300)
    once = cc.evaluate(label, score)
    patient = np.concatenate([np.arange(300)] * 4)
    copied = {name: np.tile(one, 4) for name, one in score.items()}
    repeated = cc.evaluate(np.tile(label, 4), copied, cluster=patient)
    goal = criteria.max_fpr(0.2)
    found, again = (ev.uncertainty().left_out(ev.decide(criterion=goal)) for ev in (once, repeated))
    naive = cc.evaluate(np.tile(label, 4), copied)
    narrow = naive.uncertainty().left_out(naive.decide(criterion=goal)).rates["tpr"].width
    assert again.rates["tpr"].width == pytest.approx(found.rates["tpr"].width, rel=0.15)
    assert narrow < 0.7 * again.rates["tpr"].width


def test_folds_beside_which_one_class_is_left_are_named() -> None:
    label = np.arange(20) < 10
    for fold in (np.zeros(20, int), np.where(label, "early", "late")):
        ev = cc.evaluate(label, {"m": np.arange(20.0)}, fold=fold)
        found = ev.decide(criterion=criteria.max_fpr(0.5)).headline
        assert found.basis == "same-records"
        assert "the other folds must hold both classes" in found.reason
        assert f"(beside fold {fold[0]})" in found.reason
