"""Cross-fitted thresholds: against thresholds tuned fold by fold through tallies of rows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import costcurves as cc
from costcurves.inference.costs.crossfit import CrossFitted, cross_fitted, optimism
from costcurves.inference.resampling import Placed, Splits
from tests.unit.inference.placing import drawn, placed, some_clusters, some_weights
from tests.unit.refusals import refusal

#: Conditions at which no threshold changes.
X = (np.arange(97) + 0.4142) / 97.3


def of_rows(records: cc.Records, rows: np.ndarray, model: str = "a") -> cc.Tally:
    """The tally of some rows, from scores."""
    weight = None if records.weight is None else records.weight[rows]
    return cc.Tally.from_scores(records.is_positive[rows], records.scores[model][rows], weight)


def by_folds(records: cc.Records, parts: list[np.ndarray], model: str = "a") -> np.ndarray:
    """Errors of thresholds tuned on the other folds, added up over folds and averaged over splits."""
    weight = np.ones(len(records)) if records.weight is None else records.weight
    positive = records.is_positive
    total = {mine: weight[positive == mine].sum() for mine in (True, False)}
    cost = np.zeros(len(X))
    for part in parts:
        for fold in np.unique(part):
            tuned = cc.rules.tuned_on(of_rows(records, part != fold, model))
            own = part == fold
            for mine, share in ((True, X), (False, 1 - X)):
                rows = own & (positive == mine)
                if not rows.any():
                    continue
                # A tally of both classes needs both: records of the other class do not count here.
                one = cc.Tally.from_scores(
                    np.append(positive[rows], not mine), np.append(records.scores[model][rows], 0.0),
                    np.append(weight[rows], 1.0),
                )  # fmt: skip
                fpr, tpr = tuned(one).rates(X)
                cost += share * (1 - tpr if mine else fpr) * weight[rows].sum() / total[mine]
    return cost / len(parts)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("columns", ["plain", "weights", "clusters"])
def test_the_curve_adds_up_what_the_other_folds_thresholds_do(seed, columns):
    weights = some_weights(seed) if columns == "weights" else None
    clusters = some_clusters(seed, 40, 12) if columns == "clusters" else None
    records = drawn(seed, sample_weight=weights, cluster=clusters)
    sample = placed(records)
    rule = CrossFitted(sample, "a", Splits(3, 2, seed).within(sample))
    found = rule(records.tally("a"))(X)
    assert found == pytest.approx(by_folds(records, rule.parts), abs=1e-12)


def test_given_folds_are_used_whatever_is_asked():
    fold = np.tile(["u", "v", "w", "x"], 10)
    records = drawn(4, fold=fold)
    rule = CrossFitted(placed(records), "b", Splits(9, 7, 3))
    assert rule.folds == 4
    assert rule.title == "cross-fitted thresholds (the given folds)"
    assert rule(records.tally("b"))(X) == pytest.approx(by_folds(records, [fold], "b"), abs=1e-12)


def test_a_tally_is_cross_fitted_as_its_records_are():
    records = drawn(4)
    tally = records.tally("a")
    order = np.lexsort((-records.scores["a"], ~records.is_positive))
    rows = cc.Records.read(records.is_positive[order], {"a": records.scores["a"][order]})
    sample = Placed.of_records(rows, {"a": rows.tally("a")})
    one = cross_fitted(tally, folds=4, repeats=3, seed=5)(tally)
    assert one(X) == pytest.approx(CrossFitted(sample, "a", Splits(4, 3, 5))(tally)(X), abs=1e-15)


def test_by_hand():
    # Fold 0: scores 4 (+), 1 (−); fold 1: 3 (−), 2 (+). Each fold's thresholds are tuned on the other.
    records = cc.Records.read([1, 0, 0, 1], {"m": [4, 1, 3, 2]}, fold=[0, 0, 1, 1])
    curve = CrossFitted(placed(records), "m", Splits())(records.tally("m"))
    # Tuned on fold 0 (perfect at 4): fold 1 misses its positive and raises no alarm, at any condition.
    # Tuned on fold 1 (useless): nobody up to ½, everybody from there on.
    for x in (Fraction(1, 4), Fraction(3, 4)):
        fnr, fpr = (Fraction(2, 2), Fraction(0)) if x < Fraction(1, 2) else (Fraction(1, 2), Fraction(1, 2))
        assert curve(float(x)) == pytest.approx(float(x * fnr + (1 - x) * fpr), abs=1e-15)


def test_the_same_seed_gives_the_same_curve():
    tally = drawn(8).tally("a")
    one, same, other = (cross_fitted(tally, seed=seed)(tally) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_whole_weights_stay_exact():
    records = drawn(2, sample_weight=np.full(40, 3))
    plain, thrice = drawn(2), placed(records)
    rule = CrossFitted(thrice, "a", Splits(4, 2))
    want = CrossFitted(placed(plain), "a", Splits(4, 2))(plain.tally("a"))
    assert rule(records.tally("a"))(X).tolist() == want(X).tolist()


def test_a_prior_is_followed():
    # Rates do not depend on the prevalence, nor does NEC at a condition.
    tally = drawn(8).tally("a")
    rule = cross_fitted(tally)
    assert rule(tally.at_prevalence(0.02))(X) == pytest.approx(rule(tally)(X), abs=1e-15)


def test_useless_scores_cost_what_the_better_trivial_classifier_does():
    tally = cc.Tally.from_scores([1, 0] * 20, [1.0] * 40)
    curve = cross_fitted(tally)(tally)
    assert curve(X) == pytest.approx(np.minimum(X, 1 - X), abs=1e-15)


def test_separated_classes_cost_nothing_where_thresholds_are_between_them():
    tally = cc.Tally.from_scores([1] * 20 + [0] * 20, [2.0] * 20 + [1.0] * 20)
    assert cross_fitted(tally)(tally).area == 0
    assert optimism(tally, cross_fitted(tally)).area == 0


def test_optimism_is_the_gap_to_the_lower_envelope():
    tally = drawn(8).tally("a")
    rule = cross_fitted(tally)
    gap = optimism(tally, rule)
    assert gap(X) == pytest.approx(rule(tally)(X) - cc.rules.optimal(tally)(X), abs=1e-15)
    # Thresholds of others are never better on a record set than its own best ones.
    assert np.all(gap(X) >= -1e-15)
    assert gap.area > 0


def test_what_is_refused():
    tally, other = drawn(8).tally("a"), drawn(9).tally("a")
    rule = cross_fitted(tally)
    assert "judged on the records that they were fitted on" in refusal(lambda: rule(other))
    assert "fractional weights" in refusal(
        lambda: cross_fitted(cc.Tally.from_scores([1, 1, 0, 0], [1, 2, 3, 4], [0.5, 1, 1, 1]))
    )
    assert "two or more records of each class; got 1" in refusal(
        lambda: cross_fitted(cc.Tally.from_scores([1, 0, 0], [1, 2, 3])), cc.UndefinedError
    )
    assert "folds must be a whole number, 2 or more" in refusal(lambda: cross_fitted(tally, folds=1))


def test_every_rest_of_folds_holds_both_classes():
    records = cc.Records.read([1, 1, 0, 0], {"m": [4, 3, 2, 1]}, fold=["x", "x", "y", "y"])
    rule = CrossFitted(placed(records), "m", Splits())
    assert refusal(lambda: rule(records.tally("m")), cc.UndefinedError) == (
        "the other folds must hold both classes; got no positive (beside fold x): use fewer folds, or stratified ones"
    )
