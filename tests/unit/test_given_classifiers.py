"""Classifiers as given: counted, measured, with the intervals of rates, and saved as decisions."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves.criteria import given
from tests.unit.refusals import refusal

RNG = np.random.default_rng(11)
Y = np.repeat([1, 0], [60, 90])
SCORE = np.round(RNG.random(150) + 0.35 * Y, 2)
EV = cc.evaluate(Y, {"m": SCORE, "k": RNG.random(150)})
#: What are no predictions by model.
ODD: Any = ([1, 0], {1: [1, 0]})
CONDITION = cc.OperatingCondition(prevalence=0.1, costs=cc.Costs(fp=1, fn=7))


def counted(threshold: float) -> tuple[int, int, int, int]:
    """Outcomes by counting."""
    flagged = threshold <= SCORE
    return tuple(int((flagged == a)[b == Y].sum()) for a, b in ((1, 1), (0, 1), (1, 0), (0, 0)))  # type: ignore[return-value]


@pytest.mark.parametrize("threshold", [-1, 0.3, 0.5, float(SCORE[7]), 2])
def test_outcomes_and_measures_are_counted(threshold: float) -> None:
    (row,) = EV.given(threshold, model="m").rows
    assert row.counts is not None
    assert tuple(int(getattr(row.counts, name)) for name in ("tp", "fn", "fp", "tn")) == counted(threshold)
    tp, fn, fp, _tn = counted(threshold)
    assert row.measures["error"] == (fp + fn) / 150
    if tp + fp:
        assert row.measures["ppv"] == tp / (tp + fp)
        assert row.measures["f1"] == 2 * tp / (2 * tp + fp + fn)
    else:
        assert np.isnan(row.measures["ppv"])
        assert row.to_json()["measures"]["ppv"] is None
    json.dumps(row.to_json(), allow_nan=False)


def test_intervals_are_those_of_a_given_classifier() -> None:
    """The NEC interval of the counts, and at PC(+) = p and ½ what follows from it."""
    row = EV.given(0.6, CONDITION, model="m").rows[0]
    tp, fn, fp, tn = counted(0.6)
    counts = {"fn": fn, "positives": 60, "fp": fp, "negatives": 90}
    expected = cc.stats.nec_interval(**counts, pc=CONDITION.pc)
    assert row.nec is not None
    assert (row.nec.estimate, row.nec.low, row.nec.high) == pytest.approx(
        (expected.estimate, expected.low, expected.high)
    )
    error = cc.stats.nec_interval(**counts, pc=0.1)
    assert (row.intervals["error"].low, row.intervals["error"].high) == pytest.approx((error.low, error.high))
    half = cc.stats.nec_interval(**counts, pc=0.5)
    found = row.intervals["youden"]
    assert (found.low, found.high) == pytest.approx((1 - 2 * half.high, 1 - 2 * half.low))
    assert row.intervals["tpr"].estimate == tp / 60
    assert row.intervals["tnr"].estimate == pytest.approx(tn / 90)
    for key, one in row.intervals.items():
        assert one.estimate == pytest.approx(row.measures[key]), key
        assert one.low <= one.estimate <= one.high


def test_shares_of_the_flagged_have_intervals_at_the_share_of_the_records_alone() -> None:
    """Elsewhere a precision mixes two rates in other shares than they were counted in."""
    own, elsewhere = EV.given(0.6, model="m").rows[0], EV.given(0.6, CONDITION, model="m").rows[0]
    tp, _, fp, _ = counted(0.6)
    expected = cc.stats.rate_interval(tp, tp + fp, method="wilson")
    assert (own.intervals["ppv"].low, own.intervals["ppv"].high) == pytest.approx(
        (expected.low, expected.high)
    )
    assert own.intervals["fdr"].estimate == pytest.approx(fp / (tp + fp))
    assert not {"ppv", "fdr", "npv", "for"} & elsewhere.intervals.keys()
    p, n = 0.1 * tp / 60, 0.9 * fp / 90
    assert elsewhere.measures["ppv"] == pytest.approx(p / (p + n))


def test_nothing_was_chosen() -> None:
    found = EV.given({"m": 0.6}, CONDITION)
    head = found.rows[0].headline
    assert (head.basis, head.covers, head.measure) == ("given", "nothing", "cost")
    assert head.estimate == pytest.approx(0.1 * 7 * (1 - found.decision.tpr) + 0.9 * found.decision.fpr)
    assert not found.decision.optimistic
    assert "expect somewhat worse" not in found.decision.sentence
    assert found.best == EV.uncertainty().recommendation(CONDITION)
    assert found.decision.headline == head
    assert str(found.decision) == " ".join(found.sentences)
    assert found.decision.to_json()["given"] == found.to_json()["given"]


def test_a_decision_keeps_the_stated_threshold() -> None:
    """Thresholds that decide these records alike do not decide new ones alike."""
    decision = EV.given({"m": 0.555}, CONDITION).decision
    assert decision.threshold == 0.555
    assert decision.apply([0.5549, 0.555, 0.5551]).tolist() == [False, True, True]
    assert cc.Decision.from_json(decision.to_json()) == decision
    other = cc.evaluate([1, 0], {"m": [0.555, 0.554]}, pos_label=1)
    judged = other.judge(decision)
    assert (judged.fpr, judged.tpr, judged.optimistic) == (0, 1, False)
    parts = EV.judge_parts(decision, {"other": other})
    assert parts.parts["other"].tpr == 1


def test_low_scores_may_mean_positive() -> None:
    ev = cc.evaluate(Y, {"m": -SCORE}, lower_is_positive=True)
    found = ev.given(-0.6).rows[0]
    assert tuple(int(getattr(found.counts, name)) for name in ("tp", "fn", "fp", "tn")) == counted(0.6)
    assert found.rule == "≤ −0.6"


def test_weights_count() -> None:
    weight = RNG.integers(1, 5, 150)
    weighed = cc.evaluate(Y, {"m": SCORE}, sample_weight=weight).given(0.6).rows[0]
    repeated = cc.evaluate(np.repeat(Y, weight), {"m": np.repeat(SCORE, weight)}).given(0.6).rows[0]
    assert weighed.counts == repeated.counts
    assert weighed.measures == repeated.measures
    assert weighed.intervals["tpr"].width > repeated.intervals["tpr"].width
    assert "ppv" not in weighed.intervals


def test_many_are_counted_not_shown() -> None:
    found = EV.given(np.linspace(0.1, 0.9, 15).tolist(), CONDITION, model="m")
    assert [len(table.rows) for table in (found.table(), found.counts_table())] == [14, 12]
    assert found.table().notes[1] == "3 more are left out."
    assert len(found.measures_table().columns) == 13
    assert len(found.to_json()["given"]) == 15


def test_labels_are_read_as_they_are_spelled() -> None:
    said = np.where(SCORE >= 0.6, "yes", "no")
    truth = np.where(Y == 1, "yes", "no")
    ev = cc.evaluate(truth, {"m": SCORE}, predictions={"rule": said}, pos_label="yes")
    assert ev.records is not None
    assert ev.records.predicted == {"rule"}
    assert ev.given().rows[0].counts == EV.given(0.6, model="m").rows[0].counts
    # A threshold is one of scores; labels stay what they are.
    assert [row.rule for row in ev.given(0.9).rows] == ["≥ 0.9", "label yes"]
    # The same classifier twice: no record tells them apart.
    assert ev.compare("m", "rule", 0.5, rule=cc.rules.fixed(0.6)) is not None


@pytest.mark.parametrize(
    ("truth", "said"),
    [([1, 0, 1], [1.0, 0.0, 0.0]), ([True, False, True], [True, False, False]), ([1, -1, 1], [1, -1, -1])],
)
def test_numbers_and_truth_values_are_labels(truth: list[int], said: list[float]) -> None:
    row = cc.evaluate(truth, predictions={"m": said}).given().rows[0]
    assert row.decision.tpr == 0.5


def test_several_classes_are_flagged_or_not() -> None:
    truth, said = ["a", "b", "c", "a"], ["a", "c", "a", "b"]
    row = cc.evaluate(truth, predictions={"m": said}, pos_label="a").given().rows[0]
    assert (row.decision.tpr, row.decision.fpr) == (0.5, 0.5)


def test_matrices_and_points_are_given() -> None:
    ev = cc.Evaluation({"m": cc.Tally.from_confusion(tp=30, fn=32, fp=58, tn=920)})
    assert ev.given().rows[0].measures["error"] == 90 / 1040
    nobody = cc.Evaluation({"m": cc.Tally.from_confusion(tp=0, fn=3, fp=0, tn=5)}).given(model="m").rows[0]
    assert (nobody.decision.tpr, nobody.decision.fpr) == (0, 0)
    points = cc.evaluate_points({"p": (0.2, 0.9)}, positives=10, negatives=20).given().rows[0]
    assert points.counts is not None
    assert (int(points.counts.tp), int(points.counts.fp)) == (9, 4)
    rates = cc.evaluate_points({"p": (0.2, 0.9)}).given(condition=CONDITION)
    assert (rates.rows[0].counts, rates.rows[0].level, rates.best) == (None, None, None)
    assert rates.rows[0].headline.reason == "as published, no sample size"
    unknown = cc.evaluate_points({"p": (0.2, 0.9)}).given().rows[0]
    assert (unknown.headline.measure, unknown.headline.estimate, unknown.measures) == ("tpr", 0.9, {})


def test_the_choice_of_other_records_stands_beside() -> None:
    rows = slice(0, 150, 2)
    other = dataclasses.replace(cc.evaluate(Y[rows], {"m": SCORE[rows]}), name="validation")
    found = EV.given(0.6, cc.Costs(fp=1, fn=3), chosen_on=other, model="m")
    assert found.best is not None
    assert (found.best.decision.chosen_on, found.best.headline.basis) == ("validation", "held-out")
    assert found.best.condition == found.decision.condition
    assert found.best.sentences[0] in found.sentence


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (EV.given, ("a classifier must be given by a threshold, by predicted labels or by a confusion "
                             "matrix; got scores alone: state the threshold")),
        (lambda: EV.given([]), "at least one threshold must be stated; got none: write 0.5"),
        (lambda: EV.given(float("inf")), "a stated threshold must be finite; got inf: state a score"),
        (lambda: EV.given({"z": 1}), "no such model 'z'; choose from 'm', 'k'"),
        (lambda: EV.given(model="m"), ("a classifier as given must have one operating point; got "
                                      f"{len(set(SCORE)) - 1} thresholds: state the threshold")),
        (lambda: EV.given(0.5).decision, ("2 classifiers are given, and one makes a decision; got 'm ≥ 0.5', "
                                         "'k ≥ 0.5': state one threshold of one model")),
        (lambda: cc.evaluate([1, 0]), "there must be scores or predicted labels; got neither: give y_score="),
        (lambda: cc.evaluate([1, 0], predictions={}),
         "there must be scores or predicted labels; got neither: give y_score="),
        (lambda: cc.evaluate([1, 0], predictions=ODD[0]),
         'predictions must be given by model; got an object of type list: write {"model": …}'),
        (lambda: cc.evaluate([1, 0], predictions=ODD[1]), "model names must be strings; got 1"),
        (lambda: cc.evaluate([1, 0], {"m": [1, 2]}, predictions={"m": [1, 0]}),
         "a model must have scores or predicted labels; got both of 'm'"),
        (lambda: cc.evaluate(["a", "b"], predictions={"m": ["a", "B"]}, pos_label="a"),
         ("the predictions of 'm' must be spelled like the labels; got 'B' where the labels are 'a', 'b': "
         "write them the same way")),
    ],
)  # fmt: skip
def test_what_is_refused(call: object, message: str) -> None:
    assert refusal(call) == message  # type: ignore[arg-type]


def test_a_compact_tally_hides_thresholds() -> None:
    tally = cc.Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1]).compact()
    assert "within a cell" in refusal(lambda: given.at_threshold(tally, 3.5))
