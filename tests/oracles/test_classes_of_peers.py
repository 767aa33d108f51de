"""Many classes as R, WEKA and scikit-learn answer, frozen: ties, weights, a lone record, permuted classes."""

from __future__ import annotations

import csv
import json
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import UndefinedError
from costcurves.measures.partial_areas import average_precision
from tests.oracles.cases import HERE

R, WEKA, SKLEARN = (
    json.loads((HERE / "answers" / "many_classes" / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    for name in ("R", "weka", "scikit-learn")
)
CLOSE = 1e-12
WEIGHTS = ("records", "weighted")
#: Nobody is put into one class of this case.
NEVER_PREDICTED = "classes_5_lone"


@cache
def columns(case: str) -> tuple[list[str], list[str], Any, Any]:
    """Classes, labels, probabilities, weights."""
    with (HERE / "data" / f"{case}.csv").open(encoding="utf-8", newline="") as lines:
        (_, _, *names), *rows = list(csv.reader(lines))
    scores = np.array([[float(value) for value in row[2:]] for row in rows])
    return names, [row[0] for row in rows], scores, np.array([int(row[1]) for row in rows])


def judged(case: str, weights: str = "records") -> cc.ClassEvaluation:
    """Probabilities, and beside them the labels that the peers take: the first of equal scores."""
    names, labels, scores, weight = columns(case)
    first = [names[place] for place in scores.argmax(axis=1)]
    return cc.evaluate_classes(
        labels, {"scores": scores, "first": first}, classes=names,
        sample_weight=weight if weights == "weighted" else None,
    )  # fmt: skip


@pytest.mark.parametrize("case", R)
def test_hand_and_till_as_in_r(case: str) -> None:
    model = judged(case).model("scores")
    assert model.hand_till().estimate == pytest.approx(R[case]["hand_till"], abs=CLOSE)
    assert R[case]["multiclass_roc"] == pytest.approx(R[case]["hand_till"], abs=CLOSE)
    pairs = np.array(R[case]["pairs"], dtype=float)
    assert np.allclose(model.ranks.areas.area, pairs, atol=CLOSE, rtol=0, equal_nan=True)
    rests = [one.estimate for one in model.areas_against_rest()]
    assert rests == pytest.approx(R[case]["against_rest"], abs=CLOSE)


@pytest.mark.parametrize("case", R)
def test_classes_in_another_order_have_the_same_m(case: str) -> None:
    names, labels, scores, _ = columns(case)
    ev = cc.evaluate_classes(labels, scores[:, ::-1], classes=names[::-1])
    assert (
        ev.measure("model", "hand_till_m").estimate == judged(case).measure("scores", "hand_till_m").estimate
    )
    assert R[case]["hand_till_permuted"] == pytest.approx(R[case]["hand_till"], abs=CLOSE)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("case", SKLEARN)
def test_scikit_learn_agrees(case: str, weights: str) -> None:
    answer, ev = SKLEARN[case][weights], judged(case, weights)
    assert ev.counts("first").weight.tolist() == answer["confusion"]
    whole = {"accuracy", "balanced_accuracy", "kappa", "mcc"}
    ways = {f"{way}_{key}" for way in ("macro", "micro", "weighted")
            for key in ("precision", "recall", "f1", "jaccard")}  # fmt: skip
    for key in sorted(whole | ways - _undefined(case)):
        assert ev.measure("first", key).estimate == pytest.approx(answer[key], abs=CLOSE), key
    for key in ("log_loss", "brier"):
        assert ev.measure("scores", key).estimate == pytest.approx(answer[key], abs=CLOSE), key
    model = ev.model("scores")
    rests = [one.estimate for one in model.areas_against_rest()]
    assert rests == pytest.approx(answer["against_rest"], abs=CLOSE)
    assert float(np.mean(rests)) == pytest.approx(answer["ovr_macro"], abs=CLOSE)
    assert model.provost_domingos().estimate == pytest.approx(answer["ovr_weighted"], abs=CLOSE)
    if weights == "records":
        assert model.hand_till().estimate == pytest.approx(answer["hand_till"], abs=CLOSE)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("case", WEKA)
def test_weka_agrees(case: str, weights: str) -> None:
    answer, ev = WEKA[case][weights], judged(case, weights)
    assert ev.counts("first").weight.tolist() == answer["confusion"]
    ours = {"accuracy": answer["percent_correct"] / 100} | {
        key: answer[key]
        for key in ("kappa", "micro_f1", "macro_f1", "weighted_f1", "weighted_precision", "weighted_recall",
                    "weighted_specificity", "weighted_mcc")
    }  # fmt: skip
    for key, value in ours.items():
        if value != "NaN":
            assert ev.measure("first", key).estimate == pytest.approx(value, abs=CLOSE), key
    model = ev.model("scores")
    assert [one.estimate for one in model.areas_against_rest()] == pytest.approx(answer["auc"], abs=CLOSE)
    assert model.provost_domingos().estimate == pytest.approx(answer["weighted_auc"], abs=CLOSE)
    # Its squared errors are means over classes, too; its entropy is in bits.
    brier = len(ev.classes) * answer["rmse"] ** 2
    assert ev.measure("scores", "brier").estimate == pytest.approx(brier, abs=CLOSE)
    lost = answer["scheme_entropy_bits"] * math.log(2)
    assert ev.measure("scores", "log_loss").estimate == pytest.approx(lost, abs=CLOSE)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("case", WEKA)
def test_one_class_against_the_rest_as_others_have_it(case: str, weights: str) -> None:
    ev, weka, sklearn = judged(case, weights), WEKA[case][weights], SKLEARN[case][weights]
    counts = ev.counts("first")
    keys = {"f1": "f1", "precision": "ppv", "recall": "tpr", "specificity": "tnr", "mcc_by_class": "mcc"}
    for place, name in enumerate(ev.classes):
        table = counts.one_against_rest(name)
        for theirs, key in keys.items():
            if weka[theirs][place] != "NaN":
                value = float(cc.measures.measure(key)(table))
                assert value == pytest.approx(weka[theirs][place], abs=CLOSE), (name, key)
        tally = ev.one_vs_rest(name).tally("scores")
        precision = average_precision(tally)
        for answer in (weka, sklearn):
            assert precision == pytest.approx(answer["average_precision"][place], abs=CLOSE), name


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("case", WEKA)
def test_costs_as_in_weka(case: str, weights: str) -> None:
    names, labels, scores, _ = columns(case)
    size = range(len(names))
    costs = [[0 if i == j else 1 + (2 * i + j) % 4 for j in size] for i in size]
    matrix = cc.stats.CostMatrix(costs, names)
    counts = judged(case, weights).counts("first")
    average = float((counts.weight * matrix.costs).sum() / counts.total)
    assert average == pytest.approx(WEKA[case][weights]["average_cost"], abs=CLOSE)
    expected = scores @ matrix.costs
    theirs, ours = np.array(WEKA[case][weights]["least_expected_cost"]), matrix.decide(scores)
    rows = np.arange(len(labels))
    # Of equal costs WEKA takes the first class, we the later one, so that two classes are flagged at ≥ t.
    assert np.allclose(expected[rows, theirs], expected[rows, ours], atol=CLOSE, rtol=0)
    assert np.all(ours[ours != theirs] > theirs[ours != theirs])
    assert np.any(ours != theirs) == (case == "classes_4_ties")


def test_of_equal_scores_the_later_class_is_predicted() -> None:
    """scikit-learn's argmax and WEKA take the first: tables differ by records that are tied, no others."""
    _, _, scores, _ = columns("classes_4_ties")
    ev = judged("classes_4_ties")
    last, first = ev.records.labels("scores"), ev.records.labels("first")
    highest = np.sort(scores, axis=1)
    tied = highest[:, -1] == highest[:, -2]
    assert tied.sum() == 12
    assert np.array_equal(last != first, tied)
    assert np.all(last[tied] > first[tied])


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_class_that_is_never_predicted_has_no_precision(weights: str) -> None:
    """scikit-learn leaves it out of the mean, or counts 0, with a warning; WEKA says NaN, also of F1.

    F1 = 2TP/(2TP + FP + FN) has a value wherever the class has records, here 0, and so has its mean.
    """
    ev = judged(NEVER_PREDICTED, weights)
    answer, weka = SKLEARN[NEVER_PREDICTED][weights], WEKA[NEVER_PREDICTED][weights]
    never = ev.counts("first").weight.sum(axis=0).tolist().index(0)
    for key in ("macro_precision", "weighted_precision"):
        with pytest.raises(UndefinedError, match=r"precision is undefined: a class is never predicted"):
            ev.measure("first", key)
    others = [value for value in answer["precision_by_class"] if value != "NaN"]
    assert answer["macro_precision"] == pytest.approx(float(np.mean(others)))
    assert weka["weighted_precision"] == weka["precision"][never] == weka["f1"][never] == "NaN"
    assert answer["f1_by_class"][never] == 0
    assert ev.measure("first", "macro_f1").estimate == pytest.approx(answer["macro_f1"], abs=CLOSE)
    assert ev.measure("first", "weighted_f1").estimate == pytest.approx(answer["weighted_f1"], abs=CLOSE)


def _undefined(case: str) -> set[str]:
    return {"macro_precision", "weighted_precision"} if case == NEVER_PREDICTED else set()
