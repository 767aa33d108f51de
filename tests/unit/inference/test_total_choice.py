"""Totals of the whole choice: each record is decided by the model and threshold that other folds chose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.costs.total_choice import TotalChoice
from costcurves.inference.costs.totals import spread_total, total_interval
from costcurves.inference.resampling import Splits
from costcurves.tallies.records import Records


def made(count: int = 120, seed: int = 2, **columns: Any) -> Records:
    """Whole-number costs, so that sums have no rounding."""
    rng = np.random.default_rng(seed)
    label = np.arange(count) % 3 == 0
    scores = {
        name: np.round(rng.normal(size=count) + shift * label, 1) for name, shift in (("a", 1.2), ("b", 1.0))
    }
    costs = {"fp": rng.integers(1, 9, count), "fn": rng.integers(1, 40, count), "tp": 1, "tn": 0}
    return Records.read(label, scores, costs=costs, **columns)


def by_hand(records: Records, fold: Any) -> float:
    """Total of the cheapest of all models and thresholds on the other folds, of those with fewest flagged."""
    assert records.costs is not None
    left, acted = records.costs.left(records.is_positive), records.costs.acted(records.is_positive)
    weight = np.ones(len(records)) if records.weight is None else records.weight
    total = 0.0
    for number in np.unique(fold):
        others, mine = fold != number, fold == number
        choices = []
        for model, score in records.scores.items():
            cuts = [np.inf, *np.unique(score)[::-1]]
            costs = [(weight * np.where(score >= cut, acted, left))[others].sum() for cut in cuts]
            choices.append((min(costs), model, cuts[int(np.argmin(costs))]))
        _, model, cut = min(choices, key=lambda one: one[0])
        total += float((weight * np.where(records.scores[model] >= cut, acted, left))[mine].sum())
    return total


@pytest.mark.parametrize("weighted", [False, True])
def test_given_folds_are_judged_as_by_hand(*, weighted: bool) -> None:
    fold = np.arange(120) * 7 % 4
    records = made(fold=fold, sample_weight=np.arange(120) // 5 % 4 if weighted else None)
    choice = TotalChoice.of(records, ("a", "b"), Splits())
    assert choice.folds == 4
    assert choice.total().estimate == pytest.approx(by_hand(records, fold))


def test_splits_are_averaged_and_widen_the_interval() -> None:
    records, splits = made(), Splits(folds=4, repeats=6, seed=1)
    choice = TotalChoice.of(records, ("a", "b"), splits)
    parts = [*splits.within(choice.placed).deal(choice.placed)]
    totals = [by_hand(records, part) for part in parts]
    found = choice.total(0.9)
    assert found.estimate == pytest.approx(np.mean(totals))
    assert found.low < found.estimate < found.high


def test_splits_that_agree_are_given_flags_and_others_widen_the_interval() -> None:
    records = made()
    flags = records.scores["a"] > 0.5
    found, given = spread_total(records, np.tile(flags, (4, 1)), 0.9), total_interval(records, flags, 0.9)
    assert (found.estimate, found.low, found.high) == (given.estimate, given.low, given.high)
    few = spread_total(records, np.tile(flags, (2, 1)), 0.9)
    assert few.width > found.width  # two splits do not tell how much they differ
    other = records.scores["b"] > 0.5
    money = [total_interval(records, one, 0.9).estimate for one in (flags, other)]
    differ = spread_total(records, np.array([flags, other, flags, other]), 0.9)
    assert differ.estimate == pytest.approx(np.mean(money))


def test_headlines_of_totals() -> None:
    records = made()
    ev = cc.Evaluation.of_records(records)
    found = ev.least_total_cost().decision
    assert found is not None
    assert (found.headline.measure, found.headline.basis) == ("total", "cross-fitted")
    assert (found.headline.covers, found.headline.repeats) == ("model+threshold", 10)
    assert found.headline.estimate == pytest.approx(
        TotalChoice.of(records, ("a", "b"), Splits()).total().estimate
    )
    assert "on the records used for the choice, it looks like" in str(found)
    single = ev.least_total_cost("a").decision
    assert single is not None
    assert single.headline.covers == "threshold"
    other = cc.Evaluation.of_records(made(seed=3))
    judged = other.least_total_cost(chosen_on=ev)
    assert judged.decision is not None
    assert judged.decision.headline.basis == "held-out"
    assert judged.decision.headline.estimate == pytest.approx(judged.cost)


def test_too_few_records_are_said() -> None:
    ev = cc.evaluate([1, 0, 0], {"m": [3, 2, 1]}, costs={"fp": 1, "fn": 2})
    found = ev.least_total_cost().decision
    assert found is not None
    assert (found.headline.basis, found.headline.low) == ("same-records", None)
    assert "It is not judged on records left out of the choice: " in str(found)


def test_a_currency_names_the_unit_of_totals() -> None:
    label, costs = [1] * 20 + [0] * 20, {"fp": 1.0, "fn": [9.0, 5.0] * 20, "currency": "EUR"}
    ev = cc.evaluate(label, {"m": [*range(10, 30), *range(20)]}, costs=costs)
    found = ev.least_total_cost()
    assert found.decision is not None
    assert "In all it costs 10 EUR, against " in found.sentence
    assert " EUR (95 % interval " in str(found.decision)
    assert " EUR in all (95 % interval " in ev.uncertainty().totals(found.decision)[0].sentence
    assert ev.records is not None
    assert ev.records.take(np.arange(30)).require_costs("totals").currency == "EUR"
    for wrong in ({"currency": "EUR"}, {"fp": 1, "currency": 3}):
        with pytest.raises(cc.InputError):
            cc.evaluate(label, [*range(40)], costs=wrong)
