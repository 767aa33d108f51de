"""Detection costs, actual and least, and equal error rates by each definition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Costs, InputError, OperatingCondition, Tally, UndefinedError, examples
from costcurves.measures.equal_errors import (
    equal_error_rate,
    fvc_equal_error_rate,
    interpolated_equal_error_rate,
    nearest_equal_error_rate,
)
from tests.unit.refusals import refusal

#: It is also given what it refuses.
dcf: Any = cc.measures.dcf

LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
FEW = Tally.from_scores([1, 0, 0, 1, 0, 0, 0, 0], [0.9, 0.7, 0.6, 0.4, 0.3, 0.3, 0.2, 0.1])
SRE = OperatingCondition(0.01, Costs(fp=1, fn=10))
EERS = [
    equal_error_rate, fvc_equal_error_rate, interpolated_equal_error_rate, nearest_equal_error_rate,
]  # fmt: skip


@pytest.mark.parametrize("pc", [0.1, 0.25, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("tally", [RECORDS, FEW], ids=["24 records", "few"])
def test_costs_follow_the_curves(tally, pc):
    condition = OperatingCondition.from_pc(pc)
    trivial = min(pc, 1 - pc)
    least = dcf(tally, condition, rule=cc.rules.optimal, normalised=True)
    assert least == pytest.approx(cc.rules.optimal(tally)(pc) / trivial)
    # At the prevalence of the scores a threshold is that of the costs.
    at_home = OperatingCondition.from_threshold(1 - pc, prevalence=tally.prevalence)
    actual = dcf(tally, at_home, normalised=True)
    flagged = tally.confusion()[int(np.sum(tally.low >= 1 - pc))]
    fpr, tpr = flagged.fp / flagged.negatives, flagged.tp / flagged.positives
    assert actual == pytest.approx(at_home.nec(fpr, tpr) / min(at_home.pc, 1 - at_home.pc))
    assert actual >= dcf(tally, at_home, rule=cc.rules.optimal, normalised=True) - 1e-15


def test_scores_are_carried_to_the_prevalence_of_the_condition():
    # Odds of flagging: score odds · (1/99)/(2/6) ≥ 1/10, so score odds ≥ 3.3: the first record alone.
    assert dcf(FEW, SRE) == pytest.approx(0.01 * 10 * 0.5)
    assert dcf(FEW, SRE, normalised=True) == pytest.approx(0.5)
    # Calibrated for ½ instead: odds ≥ 9.9, nobody.
    assert dcf(FEW, SRE, rule=cc.rules.score_driven(0.5)) == pytest.approx(0.01 * 10)
    assert dcf(FEW, SRE, rule=cc.rules.score_driven(0.5), normalised=True) == pytest.approx(1)
    assert dcf(FEW, SRE, rule=cc.rules.fixed(0.65)) == pytest.approx(0.01 * 10 * 0.5 + 0.99 / 6)


def test_log_likelihood_ratios_have_the_threshold_of_the_slope():
    llr = Tally.from_scores([1, 1, 0, 0], [4.0, 1.0, 2.6, -1.0])
    probability = 1 / (1 + np.exp(-np.array([4.0, 1.0, 2.6, -1.0])))
    same = Tally.from_scores([1, 1, 0, 0], probability)
    assert math.log(SRE.slope) == pytest.approx(math.log(9.9))
    assert dcf(llr, SRE, rule=cc.rules.fixed(math.log(SRE.slope))) == pytest.approx(dcf(same, SRE))


def test_errors_are_charged_beyond_correct_decisions():
    benefits = OperatingCondition.from_benefits(tp=9, fp=-6, prevalence=0.5)
    costs = OperatingCondition(0.5, Costs(fp=6, fn=9))
    for rule in (None, cc.rules.optimal):
        assert dcf(RECORDS, benefits, rule=rule) == pytest.approx(dcf(RECORDS, costs, rule=rule))


def test_scores_may_be_worse_than_none():
    wrong = Tally.from_scores([1, 0], [0.1, 0.9])
    equal = OperatingCondition(0.5, Costs(fp=1, fn=1))
    assert dcf(wrong, equal, normalised=True) == 2
    assert dcf(wrong, equal, rule=cc.rules.optimal, normalised=True) == 1


def test_refusals_of_costs():
    assert refusal(lambda: dcf(RECORDS, 0.5)).startswith("a detection cost needs an OperatingCondition")
    assert "a rule must choose thresholds" in refusal(lambda: dcf(RECORDS, SRE, rule="optimal"))
    assert "a detection cost needs a single tally" in refusal(lambda: dcf([1], SRE))
    one_sided = OperatingCondition(0.5, Costs(fp=0, fn=1))
    text = refusal(lambda: dcf(RECORDS, one_sided, normalised=True), UndefinedError)
    assert text.startswith(
        "a detection cost must be normalised by trivial decisions that cost something; got PC(+) = 1"
    )
    assert dcf(RECORDS, one_sided) == 0
    text = refusal(lambda: dcf(RECORDS, OperatingCondition.from_pc(0.2)), UndefinedError)
    assert text.startswith("a detection cost needs costs in a unit; got a condition of which only")
    with pytest.raises(InputError, match="scores taken as probabilities"):
        dcf(Tally.from_scores([1, 0], [3, 1]), SRE)


# ---- equal error rates ----------------------------------------------------------------------


def test_the_24_records():
    assert equal_error_rate(RECORDS) == pytest.approx(1 / 8)
    for definition in (interpolated_equal_error_rate, nearest_equal_error_rate, fvc_equal_error_rate):
        assert definition(RECORDS) == pytest.approx(2 / 12)


def test_four_definitions_differ():
    # (FPR, FNR) twelfths from nobody: (0,12) (0,6) (2,6) (4,6) (4,0) (6,0) (6,0) … of 2 positives, 6 negatives.
    points = {(0.0, 1.0), (0.0, 0.5), (1 / 6, 0.5), (1 / 3, 0.5), (1 / 3, 0.0)}
    roc = cc.RocCurve.of(FEW)
    assert points <= {(float(f), 1 - float(t)) for f, t in zip(roc.fpr, roc.tpr, strict=True)}
    # Straight up at FPR = ⅓ the two are equal.
    assert interpolated_equal_error_rate(FEW) == pytest.approx(1 / 3)
    # |⅓ − ½| is least.
    assert nearest_equal_error_rate(FEW) == pytest.approx((1 / 3 + 1 / 2) / 2)
    # The next threshold has ⅓ + 0, less than ⅓ + ½.
    assert fvc_equal_error_rate(FEW) == pytest.approx(1 / 6)
    # The hull goes from (0, ½) to (⅓, 1): FPR = 1 − TPR where f = ½ − 1.5·f.
    assert equal_error_rate(FEW) == pytest.approx(0.2)


def test_of_equally_near_thresholds_the_better_counts():
    # (½, 0) and (0, ½) differ by the same.
    tally = Tally.from_scores([1, 1, 0, 0], [5, 4, 4, 3])
    assert nearest_equal_error_rate(tally) == 0.25
    # (0, ½), then (½, ¼): both are ¼ … ½ apart.
    assert nearest_equal_error_rate(Tally.from_scores([1, 0], [1, 1])) == 0.5


@pytest.mark.parametrize("definition", EERS)
def test_what_no_definition_minds(definition):
    mirror = Tally.from_scores(np.asarray(LABELS) == 0, -SCORES)
    assert definition(mirror) == pytest.approx(definition(RECORDS))
    assert definition(RECORDS.at_prevalence(0.01)) == definition(RECORDS)
    assert definition(Tally.from_scores([1, 0], [1, 1])) == 0.5
    assert definition(Tally.from_scores([1, 0], [2, 1])) == 0
    wrong = 0.5 if definition is equal_error_rate else 1.0
    assert definition(Tally.from_scores([1, 0], [1, 2])) == wrong
    with pytest.raises(UndefinedError, match="needs records of both classes"):
        definition(Tally.from_scores([1, 1], [1, 2]))
    with pytest.raises(InputError, match="needs a single tally"):
        definition(Tally.stack([FEW, FEW]))


@pytest.mark.parametrize("definition", [fvc_equal_error_rate, nearest_equal_error_rate])
def test_merged_cells_hide_thresholds(definition):
    assert "needs every threshold; got a compact tally" in refusal(lambda: definition(RECORDS.compact()))


def test_equal_errors_of_rounded_rates_are_equal():
    # 1 − 2/3 is not 1/3 in float64.
    tally = Tally.from_scores([1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1])
    third = Tally.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    for definition in EERS[1:]:
        assert definition(third) == pytest.approx(1 / 3)
    assert interpolated_equal_error_rate(tally) == pytest.approx(1 / 3)
