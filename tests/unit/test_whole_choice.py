"""The cost of the whole choice: by counting record after record, and what follows from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.errors import UndefinedError
from costcurves.inference.costs.gaps import gaps
from costcurves.inference.costs.left_out import WORTH_OF_ONE_SPLIT
from costcurves.inference.costs.whole_choice import WholeChoice
from costcurves.inference.counts.cost_intervals import nec_ends
from costcurves.inference.resampling import Placed, Splits

NOBODY, EVERYBODY = float("inf"), -float("inf")


def made(size: int = 60, models: int = 3, seed: int = 0, *, whole: bool = True) -> tuple[Any, dict[str, Any]]:
    """Labels and scores of models of which none is much better."""
    draw = np.random.default_rng(seed)
    label = np.arange(size) % 3 == 0
    score = {f"m{i}": draw.normal(size=size) + label for i in range(models)}
    return label, {name: np.round(2 * one) for name, one in score.items()} if whole else score


def placed(label: Any, score: dict[str, Any], **columns: Any) -> Placed:
    """Records as they are resampled."""
    records = cc.Records.read(label, score, **columns)
    return Placed.of_records(records, {model: records.tally(model) for model in score})


def counted(label: Any, score: dict[str, Any], part: Any, pc: Fraction) -> tuple[Fraction, Fraction]:
    """(FNR, FPR) of the cheapest model and threshold of the other folds, by trying all of them on each."""
    misses = alarms = 0
    for fold in np.unique(part):
        here = part == fold
        p, n = int(label[~here].sum()), int((~label[~here]).sum())
        tried = []
        for number, one in enumerate(score.values()):
            for threshold in sorted({*one.tolist(), NOBODY}, reverse=True):
                flagged = (one >= threshold)[~here]
                fnr = Fraction(int((~flagged & label[~here]).sum()), p)
                fpr = Fraction(int((flagged & ~label[~here]).sum()), n)
                # Thresholds that only records of this fold tell apart are alike: the highest is taken, but
                # everybody is everybody.
                tried.append((pc * fnr + (1 - pc) * fpr, number, -threshold))
                if fpr == 1 and fnr == 0:
                    tried[-1] = (*tried[-1][:2], EVERYBODY)
        _, number, negated = min(tried)
        threshold = -negated if negated != EVERYBODY else EVERYBODY
        flagged = (list(score.values())[number] >= threshold)[here]
        misses += int((~flagged & label[here]).sum())
        alarms += int((flagged & ~label[here]).sum())
    return Fraction(misses, int(label.sum())), Fraction(alarms, int((~label).sum()))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("pc", [Fraction(43177, 100000), Fraction(1373, 10000), Fraction(9171, 10000)])
def test_each_fold_is_judged_by_what_was_cheapest_on_the_others(pc: Fraction, seed: int) -> None:
    label, score = made(seed=seed)
    choice = WholeChoice.of(
        placed(label, score), list(score), Splits(folds=4, repeats=3, seed=seed), float(pc)
    )
    each = [counted(label, score, part, pc) for part in choice.rules[0].parts]
    fnr, fpr = (sum(rates) / len(each) for rates in zip(*each, strict=True))
    assert 1 - choice.left_out.tpr == pytest.approx(float(fnr))
    assert choice.left_out.fpr == pytest.approx(float(fpr))
    assert choice.cost().estimate == pytest.approx(float(pc * fnr + (1 - pc) * fpr))
    assert sum(choice.picked.values()) == pytest.approx(1)


def test_errors_of_records_add_up_to_the_rates() -> None:
    label, score = made(whole=False)
    choice = WholeChoice.of(placed(label, score), list(score), Splits(seed=3), 0.4)
    assert choice.left_out.errors[label].mean() == pytest.approx(1 - choice.left_out.tpr)
    assert choice.left_out.errors[~label].mean() == pytest.approx(choice.left_out.fpr)


def test_of_one_model_it_is_the_cost_of_cross_fitted_thresholds() -> None:
    label, score = made(models=1)
    ev = cc.evaluate(label, score)
    cost = WholeChoice.of(placed(label, score), ["m0"], Splits(), 0.4).cost()
    assert cost.estimate == pytest.approx(ev.uncertainty().cost("m0", 0.4).estimate)


def test_weights_count_as_copies_do() -> None:
    label, score = made()
    folds = np.arange(60) // 3 % 4
    weight = 1 + np.arange(60) // 7 % 3
    one = WholeChoice.of(placed(label, score, sample_weight=weight, fold=folds), list(score), Splits(), 0.4)
    copied = {name: np.repeat(column, weight) for name, column in score.items()}
    other = placed(np.repeat(label, weight), copied, fold=np.repeat(folds, weight))
    assert one.cost().estimate == pytest.approx(
        WholeChoice.of(other, list(score), Splits(), 0.4).cost().estimate
    )


def test_where_the_classes_part_nothing_is_lost() -> None:
    label, _ = made()
    choice = WholeChoice.of(placed(label, {"m": 2.0 * label}), ["m"], Splits(), 0.4)
    cost = choice.cost()
    assert (cost.estimate, cost.low) == (0.0, 0.0)
    assert choice.picked == pytest.approx({"m": 1})
    assert 0 < cost.high < 0.2


def test_noise_is_seen_to_be_worth_less_than_nobody() -> None:
    draw = np.random.default_rng(4)
    label = np.arange(300) % 3 == 0
    score = {f"m{i}": draw.random(300) for i in range(20)}
    ev = cc.evaluate(label, score)
    choice = WholeChoice.of(placed(label, score), list(score), Splits(), 0.4)
    seems = ev.decide(0.4).nec
    assert seems is not None
    assert seems < 0.4 < choice.cost().estimate


def test_splits_that_differ_make_the_interval_wider() -> None:
    label, score = made()
    choice = WholeChoice.of(placed(label, score), list(score), Splits(), 0.4)
    p, n = label.sum(), (~label).sum()
    _, low, high = nec_ends((1 - choice.left_out.tpr) * p, p, choice.left_out.fpr * n, n, 0.4, 0.95)
    cost = choice.cost()
    assert cost.low < low
    assert high < cost.high


def test_one_split_does_not_tell_how_splits_differ() -> None:
    label, score = made()
    choice = WholeChoice.of(placed(label, score, fold=np.arange(60) // 3 % 4), list(score), Splits(), 0.4)
    p, n = WORTH_OF_ONE_SPLIT * label.sum(), WORTH_OF_ONE_SPLIT * (~label).sum()
    ends = nec_ends((1 - choice.left_out.tpr) * p, p, choice.left_out.fpr * n, n, 0.4, 0.95)
    cost = choice.cost()
    assert [cost.estimate, cost.low, cost.high] == pytest.approx([float(end) for end in ends])


def test_one_record_of_a_class_chooses_nothing() -> None:
    label = np.arange(9) == 0
    with pytest.raises(UndefinedError, match="two or more records of each class"):
        WholeChoice.of(placed(label, {"m": np.arange(9.0)}), ["m"], Splits(), 0.4)


# ---- gaps -----------------------------------------------------------------------------------


def test_gaps_are_differences_of_cross_fitted_costs_and_keep_to_tests_of_pairs() -> None:
    label, score = made(200, whole=False)
    label[:] = np.arange(200) % 2 == 0
    score["good"] = score["m0"] + 2 * label
    sure = cc.evaluate(label, score).uncertainty()
    names = list(score)
    choice = WholeChoice.of(sure._whole, names, Splits(), 0.4)
    costs = {name: sure.cost(name, 0.4).estimate for name in names}
    ranked = sorted(names, key=lambda name: costs[name])
    found = dict(
        zip(ranked[1:], gaps([choice.rules[names.index(name)] for name in ranked], 0.4), strict=True)
    )
    pairs = {frozenset((one.a, one.b)): one for one in sure.pairwise(0.4).tested}
    assert any(gap.excludes(0) for gap in found.values())
    for name, gap in found.items():
        assert gap.estimate == pytest.approx(costs[name] - costs[ranked[0]])
        if gap.excludes(0):
            assert pairs[frozenset((name, ranked[0]))].winner == ranked[0]


def test_few_records_differ_by_whole_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """That one of five positives is found in some splits only says little of how other positives differ."""
    rng, label = np.random.default_rng(38), np.arange(100) < 5
    ev = cc.evaluate(label, {f"m{i}": rng.normal(size=100) + 1.3 * label for i in range(30)})
    apart = [row.model for row in ev.uncertainty().recommendation(0.5).rows if row.told_apart]
    monkeypatch.setattr("costcurves.inference.costs.gaps.FEW", 0)
    chance = [row.model for row in ev.uncertainty().recommendation(0.5).rows if row.told_apart]
    assert (apart, chance) == ([], ["m13"])  # all thirty are equally good
