"""Criteria: what a threshold is chosen for."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Costs, OperatingCondition, Tally, UndefinedError, examples
from costcurves.criteria.optima import Best
from costcurves.measures.confusion_measures import f_measure
from tests.unit.refusals import refusal

INF, NAN = float("inf"), float("nan")
# Untyped: tests hand in what no type allows.
loose: Any = cc
RECORDS = Tally.from_scores(*examples.records24())
#: A point on no corner: (0.05, 0.5) lies below the chord from (0.02, 0.4) to (0.1, 0.7).
POINTS = Tally.from_points([0.02, 0.05, 0.1, 0.3], [0.4, 0.5, 0.7, 0.9], positives=100, negatives=400)
#: Two positives and three negatives.
SMALL = Tally.from_scores([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.1, 0.05])

#: The highest score is a negative's.
INVERTED = Tally.from_scores([0, 1], [0.9, 0.1])


def rates(decision):
    """The point decided for."""
    return decision.fpr, decision.tpr


# --- least cost ---


@pytest.mark.parametrize(
    ("pc", "point", "flags"),
    [
        # Corners (FP, TP) of 12 with breakpoints ¼, ½, ⅔: Shmueli, Patel & Bruce (2010), table 5.2.
        (0.1, (0, 7), "some"),
        (0.3, (1, 10), "some"),
        (0.6, (2, 11), "some"),
        (0.9, (4, 12), "some"),
        (0.25, (0, 7), "some"),  # of equals the fewer false alarms
        (0.0, (0, 7), "some"),  # no false alarms, and then as many found as possible
        (1.0, (4, 12), "some"),  # nobody missed, and then as few alarms as possible
    ],
)
def test_least_cost(pc, point, flags):
    decision = cc.criteria.least_cost(OperatingCondition.from_pc(pc))(RECORDS)
    assert rates(decision) == (point[0] / 12, point[1] / 12)
    assert decision.flags == flags


def test_least_cost_where_the_trivial_classifiers_are_best():
    assert (
        cc.criteria.least_cost(OperatingCondition.from_pc(0.01))(Tally.from_confusion(5, 5, 3, 7)).flags
        == "nobody"
    )
    assert (
        cc.criteria.least_cost(OperatingCondition.from_pc(0.99))(Tally.from_confusion(5, 5, 3, 7)).flags
        == "everybody"
    )


def test_tiny_costs_are_no_tie():
    tally = Tally.from_scores([1, 1, 0], [0.9, 0.8, 0.1])
    decision = cc.criteria.least_cost(OperatingCondition(1e-13, Costs(1, 1)))(tally)
    assert rates(decision) == (0, 1)


# --- constraints ---


@pytest.mark.parametrize(
    ("limit", "point"),
    [
        (0.05, (0.05, 0.5)),  # best of all points, though no corner of the hull
        (0.04, (0.02, 0.4)),
        (0.0, (0, 0)),
        (0.3, (0.3, 0.9)),
        (1.0, (1, 1)),
        (1 - 0.7, (0.3, 0.9)),  # 0.30000000000000004
        (1 - 0.9, (0.1, 0.7)),  # 0.09999999999999998: rounding of the limit is forgiven
    ],
)
def test_max_fpr(limit, point):
    assert rates(cc.criteria.max_fpr(limit)(POINTS)) == pytest.approx(point)


@pytest.mark.parametrize(
    ("limit", "point"),
    [
        # Three eighths of the way from (0.02, 0.4) to (0.1, 0.7).
        (0.05, (0.05, 0.5125)),
        (0.0, (0, 0)),
        (0.02, (0.02, 0.4)),
        (0.2, (0.2, 0.8)),
    ],
)
def test_max_fpr_by_lot(limit, point):
    decision = cc.criteria.max_fpr(limit, randomised=True)(POINTS)
    assert rates(decision) == pytest.approx(point)
    assert (decision.other is None) == (limit in {0.0, 0.02})


@pytest.mark.parametrize(
    ("share", "prevalence", "point"),
    [
        # Loads at 100 positives of 500: 0, 48, 70, 110, 210, 500 cases.
        (0.1, None, (0.02, 0.4)),
        (0.14, None, (0.05, 0.5)),
        (120 / 500, None, (0.1, 0.7)),
        (0.0, None, (0, 0)),
        (1.0, None, (1, 1)),
        # At 2 % positives the same points load 0.0276, 0.059, 0.112, 0.312.
        (0.1, 0.02, (0.05, 0.5)),
    ],
)
def test_capacity(share, prevalence, point):
    decision = cc.criteria.capacity(share, prevalence=prevalence)(POINTS)
    assert rates(decision) == pytest.approx(point)
    assert decision.flagged <= share + 1e-12
    assert decision.prevalence == (0.2 if prevalence is None else prevalence)
    assert decision.sample_prevalence is (prevalence is None)


def test_capacity_by_lot():
    # A tenth of the way from the load 110 to 210.
    decision = cc.criteria.capacity(120 / 500, randomised=True)(POINTS)
    assert rates(decision) == pytest.approx((0.12, 0.72))
    assert decision.other_share == pytest.approx(0.1)
    assert decision.flagged == pytest.approx(120 / 500)


def test_capacity_takes_the_prevalence_of_the_condition():
    condition = OperatingCondition(0.02, Costs(1, 10))
    decision = cc.criteria.capacity(0.1, condition=condition)(POINTS)
    assert rates(decision) == pytest.approx((0.05, 0.5))
    assert decision.prevalence == 0.02
    assert decision.expected_cost == pytest.approx(0.02 * 10 * 0.5 + 0.98 * 0.05)
    assert cc.criteria.capacity(0.1, prevalence=0.02, condition=condition)(POINTS) == decision
    ratio = OperatingCondition.from_pc(0.3)  # of no place
    assert cc.criteria.capacity(0.1, prevalence=0.2, condition=ratio)(POINTS).prevalence == 0.2


def test_a_budget_is_a_capacity():
    budget = cc.criteria.budget(600, price=5, cases=500)
    assert rates(budget(POINTS)) == rates(cc.criteria.capacity(120 / 500)(POINTS))
    assert budget.title == "the most positives found by spending at most 600 at 5 a flagged case on 500 cases"
    assert rates(cc.criteria.budget(1e9, price=1, cases=10)(POINTS)) == (1, 1)
    assert rates(cc.criteria.budget(0, price=1, cases=10)(POINTS)) == (0, 0)


def test_equal_errors():
    # FPR − FNR at the points: −1, −0.58, −0.45, −0.2, 0.2, 1; the first of equals is taken.
    assert rates(cc.criteria.equal_errors()(POINTS)) == pytest.approx((0.1, 0.7))
    mixed = cc.criteria.equal_errors(randomised=True)(POINTS)
    assert mixed.fpr == pytest.approx(1 - mixed.tpr)
    # Halfway: the equal error rate of the hull, which is the top of the envelope.
    assert mixed.fpr == pytest.approx(0.2)
    assert mixed.fpr == pytest.approx(float(cc.rules.optimal(POINTS).values.max()))


# --- measures ---


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("accuracy", (0, 0.5)),
        ("error", (0, 0.5)),
        ("youden", (1 / 3, 1)),
        ("recall", (1 / 3, 1)),
        ("fpr", (0, 0)),
        ("ppv", (0, 0.5)),
        ("lr_positive", (0, 0.5)),  # infinite
        ("odds_ratio", (0, 0.5)),
        ("lr_negative", (1 / 3, 1)),
        ("mcc", (1 / 3, 1)),
    ],
)
def test_best_of_a_measure(name, point):
    assert rates(cc.criteria.best(name)(SMALL)) == pytest.approx(point)


def test_best_of_a_measure_at_another_prevalence():
    # Accuracy at 90 % positives asks for recall.
    condition = OperatingCondition(0.9, Costs(1, 1))
    assert cc.criteria.best("accuracy", condition=condition)(SMALL).tpr == 1
    assert rates(cc.criteria.best("accuracy")(SMALL.at_prevalence(0.9))) == pytest.approx((1 / 3, 1))


def test_best_given_a_floor():
    # Precision with recall at least 0.6: 2 of 3.
    assert rates(cc.criteria.best_given("precision", "recall", 0.6)(SMALL)) == pytest.approx((1 / 3, 1))
    assert rates(cc.criteria.best_given("precision", "recall", 0.5)(SMALL)) == (0, 0.5)
    assert rates(cc.criteria.best_given("recall", "tnr", 0)(SMALL)) == pytest.approx((1 / 3, 1))


def test_a_bound_on_what_is_better_low_is_a_ceiling():
    criterion = cc.criteria.best_given("recall", "fpr", 0.05)
    assert criterion.title == "the best true positive rate with false positive rate at most 0.05"
    assert rates(criterion(POINTS)) == rates(cc.criteria.max_fpr(0.05)(POINTS)) == (0.05, 0.5)
    assert rates(cc.criteria.best_given("ppv", "fnr", 0.3)(POINTS)) == (0.1, 0.7)


def test_measures_may_come_as_they_are():
    assert cc.criteria.best(f_measure(1))(SMALL) == cc.criteria.best("f1")(SMALL)
    assert cc.criteria.best(f_measure(3)).title == "the best F3"
    assert cc.criteria.best(f_measure(3)) == cc.criteria.best(f_measure(3)) != cc.criteria.best(f_measure(4))
    assert cc.criteria.best_given(f_measure(3), cc.measures.measure("tpr"), 0.5)(SMALL).tpr == 1


COMPACT = Tally.from_scores([1, 1, 1, 0, 0], [5, 4, 3, 2, 1]).compact()


@pytest.mark.parametrize(
    "criterion",
    [
        cc.criteria.capacity(0.2),
        cc.criteria.max_fpr(0.1),
        cc.criteria.best("f1"),
        cc.criteria.equal_errors(),
        cc.criteria.minimax(),
        cc.criteria.minimax_regret(),
    ],
    ids=lambda criterion: criterion.title,
)
def test_a_compact_tally_hides_thresholds(criterion):
    assert refusal(lambda: criterion(COMPACT)) == (
        f"{criterion.title} needs every threshold; got a compact tally, whose merged cells hide some: "
        "use the tally before compact()"
    )


def test_corners_of_the_hull_need_not_every_threshold():
    whole = Tally.from_scores([1, 1, 1, 0, 0], [5, 4, 3, 2, 1])
    condition = OperatingCondition.from_pc(0.5)
    assert (
        rates(cc.criteria.least_cost(condition)(COMPACT))
        == rates(cc.criteria.least_cost(condition)(whole))
        == (0, 1)
    )
    mixed = cc.criteria.capacity(0.2, randomised=True)
    assert rates(mixed(COMPACT)) == rates(mixed(whole)) == pytest.approx((0, 1 / 3))


def test_operating_points_show_all_there_is():
    stated = Tally.from_points([0.0, 0.2], [0.3, 0.3 + 0.4], threshold=[0.9, 0.5], positives=10, negatives=10)
    assert stated.compact() == stated
    for tally in (stated, Tally.from_points([0.0, 0.2], [0.3, 0.7], positives=10, negatives=10)):
        assert rates(cc.criteria.max_fpr(0.1)(tally)) == (0, 0.3)


def test_a_measure_that_is_undefined_everywhere_chooses_nothing():
    condition = OperatingCondition(0.0, Costs(1, 1))
    assert refusal(lambda: cc.criteria.best("recall", condition=condition)(SMALL), UndefinedError) == (
        "no threshold meets the criterion (the best true positive rate); relax the constraint"
    )


# --- minimax ---


@pytest.mark.parametrize(
    ("low", "high", "point"),
    [
        # Worst costs of the six corners over [0.2, 0.7]: .7, .291667, .141667, .15, .266667, .8.
        (0.2, 0.7, (1 / 12, 10 / 12)),
        (0.0, 0.0, (0, 0)),
        (1.0, 1.0, (4 / 12, 1)),
        (0.3, 0.3, (1 / 12, 10 / 12)),
    ],
)
def test_minimax(low, high, point):
    assert rates(cc.criteria.minimax(low, high)(RECORDS)) == pytest.approx(point)


def test_minimax_regret():
    # Regrets at the ends of [0.2, 0.7]: .6, .191667, .041667, .066667, .183333, .716667.
    assert rates(cc.criteria.minimax_regret(0.2, 0.7)(RECORDS)) == pytest.approx((1 / 12, 10 / 12))


@pytest.mark.parametrize("make", [cc.criteria.minimax, cc.criteria.minimax_regret])
@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (0.2, 0.7), (0.3, 0.3), (0.0, 0.0), (1.0, 1.0), (0.4, 0.41)]
)
def test_minimax_by_lot_is_at_least_as_good(make, low, high):
    certain, mixed = make(low, high), make(low, high, randomised=True)
    for tally in (RECORDS, POINTS, SMALL):
        losses = [float(c.loss(*rates(c(tally)), tally)) for c in (certain, mixed)]
        assert losses[1] <= losses[0] + 1e-12
        if make is cc.criteria.minimax and low == high:
            assert losses[1] == pytest.approx(cc.rules.optimal(tally)(low), abs=1e-12)


def test_minimax_over_all_conditions_by_lot_is_the_top_of_the_envelope():
    decision = cc.criteria.minimax(randomised=True)(RECORDS)
    assert decision.fpr == pytest.approx(1 - decision.tpr) == pytest.approx(0.125)


# --- titles ---


@pytest.mark.parametrize(
    ("criterion", "title"),
    [
        (cc.criteria.least_cost(OperatingCondition.from_pc(0.5)), "the least expected cost"),
        (cc.criteria.max_fpr(0.05), "the most positives found at a false positive rate of at most 5 %"),
        (cc.criteria.capacity(0.1), "the most positives found by flagging at most 10 % of the cases"),
        (cc.criteria.equal_errors(), "equal error rates of both classes"),
        (cc.criteria.best("f1"), "the best F1"),
        (
            cc.criteria.best_given("ppv", "tpr", 0.8),
            "the best precision with true positive rate at least 0.8",
        ),
        (cc.criteria.minimax(), "the least worst-case normalised cost over PC(+) from 0 to 1"),
        (cc.criteria.minimax_regret(0.2, 0.7), "the least worst-case regret over PC(+) from 0.2 to 0.7"),
    ],
)
def test_titles(criterion, title):
    assert criterion.title == title
    assert criterion(SMALL).criterion.title == title


# --- refusals ---


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: loose.criteria.max_fpr(1.5), "the limit on FPR must lie in [0, 1]; got 1.5"),
        (lambda: loose.criteria.max_fpr("a"), "the limit on FPR must be a finite number; got 'a'"),
        (lambda: loose.criteria.max_fpr(NAN), "the limit on FPR must be a finite number; got nan"),
        (lambda: loose.criteria.capacity(-0.1), "the capacity must lie in [0, 1]; got -0.1"),
        (lambda: loose.criteria.capacity(0.1, prevalence=2), "prevalence must lie in [0, 1]; got 2"),
        (
            lambda: loose.criteria.capacity(
                0.1, prevalence=0.2, condition=OperatingCondition(0.02, Costs(1, 1))
            ),
            "a capacity and its condition must have one prevalence; got 0.2 and 0.02: leave out prevalence=",
        ),
        (
            lambda: loose.criteria.budget(-1, 1, 1),
            "price and cases of a budget must be above 0, and its amount 0 or more; got amount = -1",
        ),
        (
            lambda: loose.criteria.budget(1, 0, 1),
            "price and cases of a budget must be above 0, and its amount 0 or more; got price = 0",
        ),
        (
            lambda: loose.criteria.budget(1, 1, 0),
            "price and cases of a budget must be above 0, and its amount 0 or more; got cases = 0",
        ),
        (lambda: loose.criteria.budget(INF, 1, 1), "amount must be a finite number; got inf"),
        (lambda: loose.criteria.budget(1, "a", 1), "price must be a finite number; got 'a'"),
        (lambda: loose.criteria.budget(1, 1, 1, prevalence=-1), "prevalence must lie in [0, 1]; got -1"),
        (lambda: loose.criteria.best_given("ppv", "tpr", NAN), "a floor must be a number; got NaN"),
        (lambda: loose.criteria.best_given("ppv", "tpr", "a"), "a floor must be a finite number; got 'a'"),
        (lambda: loose.criteria.minimax(0.5, 0.2), "a range of PC(+) must ascend; got 0.5 to 0.2"),
        (lambda: loose.criteria.minimax(0, 2), "an end of a range of PC(+) must lie in [0, 1]; got 2"),
        (
            lambda: loose.criteria.minimax_regret("a", 1),
            "an end of a range of PC(+) must be a finite number; got 'a'",
        ),
        (
            lambda: loose.criteria.least_cost(Costs(1, 1)),
            (
                "a condition must be an OperatingCondition; got an object of type Costs: write OperatingCondition(prevalence, costs)"
            ),
        ),
        (
            lambda: loose.criteria.max_fpr(0.1, condition=0.5),
            (
                "a condition must be an OperatingCondition; got an object of type float: write OperatingCondition(prevalence, costs)"
            ),
        ),
        (
            lambda: loose.criteria.least_cost(None)(SMALL),
            "the least cost needs an operating condition; got none",
        ),
        (
            lambda: cc.criteria.best("flagged")(SMALL),
            "the best of a measure needs a measure with a direction; got share flagged: use another measure",
        ),
        (
            lambda: cc.criteria.best_given("ppv", "flagged", 0.1),
            "a bound on a measure needs a measure with a direction; got share flagged: use another measure",
        ),
        (
            lambda: cc.criteria.best_given("ppv", "tpr", 2),
            "a bound on true positive rate must lie in [0, 1]; got 2.0",
        ),
        (
            lambda: cc.criteria.best_given("ppv", "mcc", -INF),
            "a bound on Matthews correlation must lie in [-1, 1]; got -inf",
        ),
        (
            lambda: Best(cc.measures.measure("f1"), randomised=True)(SMALL),
            "only constraints and minimax criteria can be met by a mixture; got the best F1: leave out randomised",
        ),
    ],
)
def test_criteria_that_mean_nothing_are_refused(make, text):
    assert refusal(make) == text


def test_unknown_measures_are_refused():
    assert refusal(lambda: cc.criteria.best("foo")).startswith("no such measure 'foo'")
    assert refusal(lambda: loose.criteria.best(5)).startswith("no such measure 5")


def test_a_floor_that_nothing_reaches_is_undefined():
    assert refusal(lambda: cc.criteria.best_given("tpr", "ppv", 0.9)(INVERTED), UndefinedError) == (
        "no threshold meets the criterion (the best true positive rate with precision at least 0.9); relax the constraint"
    )


def test_rates_alone_need_a_prevalence():
    bare = Tally.from_points([0.1], [0.5])
    assert "the prevalence must be known" in refusal(lambda: cc.criteria.capacity(0.1)(bare), UndefinedError)
    assert rates(cc.criteria.capacity(0.2, prevalence=0.25)(bare)) == (0.1, 0.5)
    # A constraint on rates needs none.
    assert math.isnan(cc.criteria.max_fpr(0.2)(bare).prevalence)


# --- values ---


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_criteria_are_values(how):
    condition = OperatingCondition(0.1, Costs(1, 9))
    for criterion in (
        cc.criteria.least_cost(condition),
        cc.criteria.max_fpr(0.1, condition=condition),
        cc.criteria.capacity(0.1, randomised=True),
        cc.criteria.equal_errors(),
        cc.criteria.best("f1"),
        cc.criteria.minimax(0.1, 0.2),
    ):
        assert how(criterion) == criterion
        assert how(criterion)(SMALL) == criterion(SMALL)
    assert cc.criteria.minimax() != cc.criteria.minimax_regret()


def test_thresholds_are_intervals():
    decision = cc.criteria.max_fpr(0.0)(SMALL)
    assert (decision.low, decision.high) == (0.8, 0.9)
    scores = np.array([0.9, 0.8, 0.7, 0.1, 0.05])
    for threshold in (np.nextafter(0.8, 1), 0.85, 0.9):
        assert np.array_equal(scores >= threshold, decision.apply(scores))


def test_a_stated_prevalence_is_not_the_sample_s():
    # Two of five: the share is equal, but somebody stated it.
    stated = OperatingCondition(0.4, Costs(fp=1, fn=1))
    for criterion in (
        cc.criteria.least_cost(stated),
        cc.criteria.capacity(0.4, prevalence=0.4),
        cc.criteria.max_fpr(0.5, condition=stated),
    ):
        decision = criterion(SMALL)
        assert (decision.prevalence, decision.sample_prevalence) == (0.4, False)
        assert "the share in" not in decision.sentence
    for criterion in (
        cc.criteria.max_fpr(0.5),
        cc.criteria.capacity(0.4),
        cc.criteria.least_cost(OperatingCondition.from_pc(0.4)),
    ):
        decision = criterion(SMALL)
        assert (decision.prevalence, decision.sample_prevalence) == (0.4, True)
        assert "the share in these records" in decision.sentence
