"""Rules: how the threshold follows the condition."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally, UndefinedError, examples
from costcurves.rules.rule import points_at
from tests.unit.refusals import refusal

SHARES = "scores taken as probabilities must lie in [0, 1];"
CALIBRATE = "calibrate them, or use another rule"
INF, NAN = float("inf"), float("nan")
LABELS, SCORES = examples.records24()
RECORDS = Tally.from_scores(LABELS, SCORES)
loose: Any = cc.rules.fixed
#: Imbalanced on purpose: with as many of each class a swap of the two is not seen.
FEW = Tally.from_scores([1, 0, 0, 0, 1], [0.9, 0.6, 0.3, 0.1, 0.4])


def costs(curve):
    """NEC at ends and middles of all pieces."""
    x = np.union1d(curve.knots, (curve.knots[1:] + curve.knots[:-1]) / 2)
    return x, curve(x)


# --- optimal ---


def test_no_rule_is_below_the_best_threshold():
    best = cc.rules.optimal(FEW)
    other = Tally.from_scores([1, 0], [0.5, 0.2])
    for rule in (
        cc.rules.optimal_without_trivial,
        cc.rules.score_driven(),
        cc.rules.score_driven(0.5),
        cc.rules.rate_driven(),
        cc.rules.fixed(0.5),
        cc.rules.tuned_on(other),
    ):
        x, values = costs(rule(FEW))
        assert np.all(values >= best(x) - 1e-12)


def test_without_trivial_classifiers_the_ends_cost_something():
    curve = cc.rules.optimal_without_trivial(FEW)
    # Points (0, ½), (⅓, ½), (⅓, 1), (⅔, 1): at the ends the least FPR and the least FNR.
    assert (curve(0.0), curve(1.0)) == (0.0, 0.0)
    tied = cc.rules.optimal_without_trivial(Tally.from_scores([1, 0, 1, 0], [3, 3, 2, 1]))
    # Points (½, ½), (½, 1): the first is dominated.
    assert (tied(0.0), tied(0.5), tied(1.0)) == (0.5, 0.25, 0.0)
    assert tied.point.tolist() == [2]


def test_without_trivial_classifiers_the_least_fpr_may_not_be_zero():
    curve = cc.rules.optimal_without_trivial(
        Tally.from_points([0.2, 0.4], [0.5, 0.6], positives=10, negatives=10)
    )
    # Lines 0.2 → 0.5 and 0.4 → 0.4 cross where 0.2·(1 − x) = 0.1·x.
    assert curve.knots.tolist() == pytest.approx([0, 2 / 3, 1])
    assert (curve(0.0), curve(1.0)) == pytest.approx((0.2, 0.4))


def test_one_score_has_no_threshold_but_the_trivial_ones():
    assert refusal(
        lambda: cc.rules.optimal_without_trivial(Tally.from_scores([1, 0], [1, 1])), UndefinedError
    ) == ("an envelope without trivial classifiers needs another threshold; got one score for all records")


# --- scores as probabilities ---


def test_the_area_by_cost_proportion_is_the_brier_score():
    scores = np.array([0.9, 0.6, 0.3, 0.1, 0.4])
    positive = np.array([1, 0, 0, 0, 1])
    assert cc.rules.score_driven()(FEW).area == pytest.approx(np.mean((scores - positive) ** 2))
    # At prevalence ½ both classes count alike.
    halves = [np.mean((scores - positive)[positive == k] ** 2) for k in (0, 1)]
    assert cc.rules.score_driven(0.5)(FEW).area == pytest.approx(np.mean(halves))
    assert cc.rules.score_driven()(FEW.at_prevalence(0.5)).area == pytest.approx(np.mean(halves))


def test_brier_curves_jump_at_one_minus_the_score():
    curve = cc.rules.score_driven(0.5)(FEW)
    for x in (0.05, 0.2, 0.45, 0.65, 0.95):
        flagged = np.array([0.9, 0.6, 0.3, 0.1, 0.4]) >= 1 - x
        positive = np.array([True, False, False, False, True])
        fpr, fnr = flagged[~positive].mean(), 1 - flagged[positive].mean()
        assert curve(x) == pytest.approx(fpr * (1 - x) + fnr * x)
    assert not curve.optimistic


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (
            Tally.from_scores([1, 0], [1.5, 0]),
            f"{SHARES} got scores from 0 to 1.5: {CALIBRATE}",
        ),
        (
            Tally.from_scores([1, 0], [INF, -INF]),
            f"{SHARES} got scores from -inf to inf: {CALIBRATE}",
        ),
        (
            Tally.from_points([0.1], [0.2], positives=5, negatives=5),
            f"{SHARES} got no scores: {CALIBRATE}",
        ),
        (
            Tally.from_scores([1, 1, 0], [0.9, 0.8, 0.1]).compact(),
            "a Brier curve needs every score; got a compact tally: use the tally before compact()",
        ),
    ],
)
def test_what_is_no_probability_is_refused(tally, text):
    assert refusal(lambda: cc.rules.score_driven()(tally)) == text


# --- rates ---


@pytest.mark.parametrize("tally", [RECORDS, FEW, Tally.from_scores([1, 0, 0], [2, 2, 1])], ids=str)
def test_the_area_by_cost_proportion_follows_from_auc(tally):
    p, auc = tally.prevalence, cc.RocCurve.of(tally).auc
    assert cc.rules.rate_driven()(tally).area == pytest.approx(p * (1 - p) * (1 - 2 * auc) + 1 / 3)
    assert cc.rules.rate_driven(0.5)(tally).area == pytest.approx((1 - 2 * auc) / 4 + 1 / 3)


def test_the_share_flagged_is_the_cost_proportion():
    curve = cc.rules.rate_driven()(FEW)
    x = np.linspace(0, 1, 21)
    fpr, tpr = curve.rates(curve.conditions_of(x))
    assert (0.4 * tpr + 0.6 * fpr).tolist() == pytest.approx(x.tolist())


@pytest.mark.parametrize("rule", [cc.rules.score_driven, cc.rules.rate_driven])
@pytest.mark.parametrize("value", [0, 1, 2, NAN, "a"])
def test_odd_prevalences_are_refused(rule, value):
    assert refusal(lambda: rule(value)).startswith("prevalence ")


def test_rates_alone_need_a_prevalence():
    bare = Tally.from_points([0.1], [0.5])
    for rule in (cc.rules.rate_driven(), cc.rules.score_driven()):
        with pytest.raises((UndefinedError, cc.InputError)):
            rule(bare)
    assert cc.rules.rate_driven(0.3)(bare).prevalence == 0.3


# --- fixed and tuned thresholds ---


@pytest.mark.parametrize(
    ("threshold", "fpr", "tpr"),
    [
        (0.9, 0, 0.5),
        (0.5, 1 / 3, 0.5),
        (0.4, 1 / 3, 1),
        (INF, 0, 0),
        (-INF, 1, 1),
        (0.91, 0, 0),
        (0.05, 1, 1),
    ],
)
def test_one_threshold_is_a_line(threshold, fpr, tpr):
    curve = cc.rules.fixed(threshold)(FEW)
    assert curve.rates(0.5) == pytest.approx((fpr, tpr))
    assert curve.rule == f"threshold {threshold:g}"
    assert len(curve.point) == 1


def test_an_infinite_score_is_flagged_by_an_infinite_threshold():
    tally = Tally.from_scores([1, 0], [INF, 1])
    assert cc.rules.fixed(INF)(tally).rates(0.5) == (0.0, 1.0)


def test_thresholds_tuned_elsewhere_serve_here():
    tuning = Tally.from_scores([1, 0, 1, 0], [0.8, 0.5, 0.35, 0.2])
    curve = cc.rules.tuned_on(tuning)(FEW)
    # Hull of the tuning records: 0.8 up to PC ½, 0.35 from there, neither end trivial.
    assert curve.edges.tolist() == [0, 0.5, 1]
    assert curve.rates([0.25, 0.75])[0].tolist() == pytest.approx([0, 1 / 3])
    assert curve.rates([0.25, 0.75])[1].tolist() == [0.5, 1]
    assert not curve.optimistic
    # On its own records tuning is the best.
    assert cc.rules.tuned_on(tuning)(tuning).area == cc.rules.optimal(tuning).area


def test_tuned_thresholds_are_looked_up_among_the_records_judged():
    # 0.35 parts the two tuning records; here it flags 0.9, 0.6 and 0.4: both positives, a negative of three.
    curve = cc.rules.tuned_on(Tally.from_scores([1, 0], [0.35, 0.2]))(FEW)
    assert curve.rates([0.1, 0.9])[0].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert curve.rates([0.1, 0.9])[1].tolist() == [1, 1]
    assert curve(0.25) == pytest.approx(0.75 / 3)


def test_flagging_nobody_and_everybody_is_carried_over_whatever_the_scores():
    tuning = Tally.from_scores([1, 0], [1, 1])
    curve = cc.rules.tuned_on(tuning)(Tally.from_scores([1, 0], [INF, -INF]))
    assert (curve(0.25), curve(0.75)) == (0.25, 0.25)


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (lambda: cc.rules.fixed(NAN), "a threshold must be a number; got NaN"),
        (lambda: loose("a"), "a threshold must be a finite number; got 'a'"),
        (
            lambda: cc.rules.fixed(0.5)(Tally.from_points([0.1], [0.2])),
            "a threshold needs scores; got operating points without thresholds",
        ),
        (
            lambda: cc.rules.fixed(0.85)(Tally.from_scores([1, 1, 0], [0.9, 0.8, 0.1]).compact()),
            (
                "a threshold must not fall within a cell of several scores; got 0.85 (a compact tally): use the tally before compact()"
            ),
        ),
        (
            lambda: points_at(FEW, np.array([NAN])),
            "a threshold must be a number; got NaN",
        ),
        (
            lambda: cc.rules.tuned_on(Tally.from_points([0.1], [0.5]))(FEW),
            "thresholds can only be tuned on scores; got operating points without thresholds",
        ),
        (
            lambda: cc.rules.tuned_on(FEW)(Tally.from_points([0.1], [0.5])),
            "a threshold needs scores; got operating points without thresholds",
        ),
    ],
)
def test_thresholds_that_serve_nothing_are_refused(use, text):
    assert refusal(use) == text


def test_a_threshold_between_merged_cells_is_fine():
    small = Tally.from_scores([1, 1, 0], [0.9, 0.8, 0.1]).compact()
    assert cc.rules.fixed(0.5)(small).rates(0.5) == (0.0, 1.0)


def test_thresholds_of_published_points():
    tally = Tally.from_points([0.1, 0.2], [0.5, 0.6], threshold=[0.5, 0.4])
    assert cc.rules.fixed(0.5)(tally).rates(0.5) == pytest.approx((0.1, 0.5))
    # Only the stated threshold is known to serve a point.
    assert "must not fall within" in refusal(lambda: cc.rules.fixed(0.45)(tally))


# --- parameters ---


def test_the_classifier_trained_nearest_is_used():
    curve = cc.rules.parameter_based([0.4, 0.02, 0.15], [0.85, 0.2, 0.6], pc=[0.5, 1 / 12, 1 / 6.1])
    # Halfway between 1/12, 1/6.1 and ½.
    assert curve.edges.tolist() == pytest.approx([0, (1 / 12 + 1 / 6.1) / 2, (1 / 6.1 + 0.5) / 2, 1])
    assert curve.point.tolist() == [1, 2, 0]
    assert curve(0.0) == pytest.approx(0.02)
    assert curve(1.0) == pytest.approx(0.15)
    assert cc.rules.parameter_based([0.1], [0.9], pc=[0.3]).area == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("fpr", "tpr", "pc", "text"),
    [
        ([], [], [], "there must be at least one classifier; got none (pc)"),
        ([0.1, 0.2], [0.5, 0.6], [0.3, 0.3], "each classifier must have a PC(+) of its own; got [0.3, 0.3]"),
        ([1.2], [0.5], [0.3], "fpr must lie in [0, 1]; got [1.2]"),
        ([0.2], [NAN], [0.3], "tpr must lie in [0, 1]; got [nan]"),
        ([0.2], [0.5], [-1], "pc must lie in [0, 1]; got [-1.0]"),
        (
            [0.2],
            [0.5, 0.6],
            [0.3],
            "tpr must have one value per record; got 2 values for 1 records: give columns of equal length",
        ),
        (0.2, 0.5, 0.3, "pc must have one dimension; got an object of type float: give one value per record"),
    ],
)
def test_odd_policies_are_refused(fpr, tpr, pc, text):
    assert refusal(lambda: cc.rules.parameter_based(fpr, tpr, pc=pc)) == text


# --- values ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_rules_are_values(how):
    for rule in (
        cc.rules.optimal,
        cc.rules.optimal_without_trivial,
        cc.rules.score_driven(0.2),
        cc.rules.fixed(0.5),
        cc.rules.tuned_on(FEW),
    ):
        assert how(rule) == rule
        assert how(rule)(FEW) == rule(FEW)
    assert cc.rules.fixed(0.5) != cc.rules.fixed(0.6)
    assert cc.rules.score_driven() != cc.rules.rate_driven()


def test_envelopes_have_names_of_their_own():
    rules = cc.rules.optimal, cc.rules.optimal_without_trivial
    assert [rule.key for rule in rules] == ["optimal", "optimal_without_trivial"]
    assert [rule.title for rule in rules] == ["best threshold", "best threshold, trivial ones left out"]
