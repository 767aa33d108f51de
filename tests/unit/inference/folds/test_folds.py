"""Costs over folds."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Records, Tally, UndefinedError
from costcurves.rules.averages import cost_average
from costcurves.stats import FoldSummary, fold_differences, fold_summary
from tests.unit.refusals import refusal

loose: Any = cc
PC = 0.3719


def sample(seed: int = 0, **more: Any) -> Records:
    """Two models on 90 records in folds of 30."""
    rng = np.random.default_rng(seed)
    y = np.arange(90) % 3 == 0
    scores = {"a": np.round(rng.normal(size=90) + y, 1), "b": np.round(rng.normal(size=90) + 2 * y, 1)}
    return Records.read(y, scores, fold=rng.permutation(np.repeat(["u", "v", "w"], 30)), **more)


def errors(records: Records, model: str, rows: Any, threshold: float) -> tuple[int, int]:
    """Misses and false alarms of a threshold, counted one by one."""
    flagged, y = records.scores[model][rows] >= threshold, records.is_positive[rows]
    return int((y & ~flagged).sum()), int((~y & flagged).sum())


def by_hand(records: Records, model: str, pc: float) -> tuple[list[float], float]:
    """NEC of each fold with the threshold that costs least on the others, and that of all errors together."""
    values, missed, alarmed = [], 0, 0
    for fold in sorted(set(records.fold.tolist())):  # type: ignore[union-attr]  # there are folds
        inside = records.fold == fold
        p, n = ((records.is_positive[~inside] == label).sum() for label in (True, False))
        candidates = [np.inf, *np.unique(records.scores[model][~inside])]

        def cost(t: float, rest: Any = ~inside, p: int = p, n: int = n) -> float:
            fn, fp = errors(records, model, rest, t)
            return pc * fn / p + (1 - pc) * fp / n

        fn, fp = errors(records, model, inside, min(candidates, key=cost))
        missed, alarmed = missed + fn, alarmed + fp
        y = records.is_positive[inside]
        values.append(pc * fn / y.sum() + (1 - pc) * fp / (~y).sum())
    y = records.is_positive
    return values, pc * missed / y.sum() + (1 - pc) * alarmed / (~y).sum()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("model", ["a", "b"])
def test_thresholds_are_those_of_the_other_folds(seed, model):
    records = sample(seed)
    found = fold_summary(records, model, pc=PC)
    values, pooled = by_hand(records, model, PC)
    assert found.values == pytest.approx(values)
    assert found.pooled == pytest.approx(pooled)
    assert found.folds == ("u", "v", "w")
    assert (found.mean, found.sd) == pytest.approx((mean(values), stdev(values)))
    assert (found.low, found.high) == (min(found.values), max(found.values))
    assert found.standard_error == pytest.approx(stdev(values) * (1 / 3 + 1 / 2) ** 0.5)
    assert found.interval(level=0.9).estimate == found.mean
    assert found.mean_curve(PC) == pytest.approx(found.mean)
    assert found.pooled_curve(PC) == pytest.approx(found.pooled)


def test_under_a_belief_and_over_all_conditions():
    records = sample()
    belief = cc.ConditionPrior.beta(2, 5)
    under, over = fold_summary(records, "a", prior=belief), fold_summary(records, "a")
    grid = (np.arange(4000) + 0.5) / 4000
    density = grid * (1 - grid) ** 4 * 30
    for place, rows in enumerate(records.rows_by("fold").values()):
        others = np.setdiff1d(np.arange(90), rows)
        curve = cc.rules.tuned_on(records.take(others).tally("a"))(records.take(rows).tally("a"))
        assert over.values[place] == pytest.approx(float(curve(grid).mean()), abs=1e-3)
        assert under.values[place] == pytest.approx(float((curve(grid) * density).mean()), abs=1e-3)
    assert over.mean == pytest.approx(over.mean_curve.area)
    assert under.mean == pytest.approx(under.mean_curve.expected(belief))
    assert over.quantity == "area under the cost curve"


def test_any_rule_is_averaged_in_cost_space_and_pooled():
    records = sample()
    tallies = [rows.tally("a") for rows in records.parts("fold").values()]
    for rule in (cc.rules.optimal, cc.rules.fixed(0.5), cc.rules.rate_driven()):
        found = fold_summary(records, "a", pc=PC, rule=rule)
        assert found.mean == pytest.approx(cost_average(tallies, rule)(PC))
        assert found.mean_curve.area == pytest.approx(cost_average(tallies, rule).area)
        assert found.pooled == pytest.approx(rule(records.tally("a"))(PC))


def test_folds_of_every_make():
    records = sample()
    parts = {fold: rows.tally("a") for fold, rows in records.parts("fold").items()}
    found = fold_summary(records, "a", pc=PC)
    assert fold_summary(parts, pc=PC) == found
    numbered = fold_summary(list(parts.values()), pc=PC)
    assert numbered.folds == ("0", "1", "2")
    assert fold_summary(Tally.stack(parts.values()), pc=PC) == numbered
    assert numbered.values.tolist() == found.values.tolist()


def test_weights_count_and_low_scores_may_mean_positive():
    weight = np.random.default_rng(3).integers(0, 4, 90)
    records = sample()
    weighted = sample(sample_weight=weight)
    repeated = records.take(np.repeat(np.arange(90), weight))
    found = fold_summary(weighted, "a", pc=PC)
    assert found.values.tolist() == fold_summary(repeated, "a", pc=PC).values.tolist()
    turned = Records.read(
        records.is_positive, {"a": -records.scores["a"]}, fold=records.fold, lower_is_positive=True
    )
    for rule, same in ((None, None), (cc.rules.fixed(-0.5), cc.rules.fixed(0.5))):
        one, other = fold_summary(turned, pc=PC, rule=rule), fold_summary(records, "a", pc=PC, rule=same)
        assert one.values.tolist() == other.values.tolist()
        assert one.pooled == other.pooled


def test_differences_of_two_models():
    records = sample()
    found = fold_differences(records, "a", "b", pc=PC)
    one, other = (np.array(by_hand(records, model, PC)[0]) for model in ("a", "b"))
    assert found == pytest.approx(one - other)
    assert fold_differences(records, "b", "a", pc=PC).tolist() == (-found).tolist()
    assert cc.stats.corrected_t_test(found).estimate.estimate == pytest.approx(found.mean())  # type: ignore[union-attr]  # has one


def test_a_summary_is_a_document():
    found = fold_summary(sample(), "a", pc=0.25, test_to_train=0.1)
    assert FoldSummary.from_json(found.to_json()) == found
    assert found.to_columns()["fold"] == ["u", "v", "w"]
    assert repr(found).startswith("NEC at PC(+) = 0.25: ")
    assert "pooled; thresholds chosen on the other folds" in repr(found)
    assert found.standard_error == pytest.approx(found.sd * (1 / 3 + 0.1) ** 0.5)


ONE = Tally.from_scores([1, 1], [1, 2])
BOTH = Tally.from_scores([1, 0], [1, 2])


@pytest.mark.parametrize(
    ("use", "kind", "text"),
    [
        (lambda: fold_summary([BOTH]), cc.InputError, "there must be two folds or more; got 1"),
        (
            lambda: fold_summary({"jan": BOTH, "feb": ONE}),
            UndefinedError,
            (
                "fold feb needs records of both classes; got no negative ones (2 × positive): "
                "give records of both classes"
            ),
        ),
        (
            lambda: fold_summary(BOTH),
            cc.InputError,
            "folds must be records with a fold, or tallies; got an object of type Tally: give one tally per fold",
        ),
        (
            lambda: fold_summary([BOTH, BOTH], pc=0.5, prior=cc.ConditionPrior.uniform()),
            cc.InputError,
            "statistic must give one number for each fold; got both pc and prior",
        ),
        (
            lambda: loose.stats.fold_summary([BOTH, BOTH], prior=0.5),
            cc.InputError,
            "a belief must be a ConditionPrior; got an object of type float: e.g. ConditionPrior.beta(2, 8)",
        ),
        (
            lambda: fold_summary(sample()),
            cc.InputError,
            "folds are summarised one model at a time; got no model: name one of a, b",
        ),
        (
            lambda: fold_summary(Records.read([1, 0], [1, 2])),
            cc.InputError,
            "the records must have a fold; got none: give fold=",
        ),
        (
            lambda: fold_summary([BOTH, 5]),
            cc.InputError,
            "fold 1 needs a single tally; got an object of type int: make one with Tally.from_scores",
        ),
        (
            lambda: loose.stats.fold_differences([BOTH, BOTH], "a", "b"),
            cc.InputError,
            (
                "two models must be compared fold by fold on records; got an object of type list: make them with Records.read(…, fold=…), or give your own differences to the test"
            ),
        ),
        (
            lambda: fold_differences(sample(), "a", "c"),
            cc.InputError,
            "no such model 'c'; choose from 'a', 'b'",
        ),
    ],
)
def test_what_is_no_set_of_folds_is_refused(use, kind, text):
    assert refusal(use, kind) == text
