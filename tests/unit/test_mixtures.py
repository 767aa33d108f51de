"""Mixtures of two models: worked examples, what they say, save, and need to be applied and judged."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

import costcurves as cc
from costcurves import Costs, Decision, OperatingCondition, Tally
from costcurves.charts.marks import Line, Points
from costcurves.criteria import budget, capacity, max_fpr
from tests.unit.refusals import refusal

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

POINTS = cc.evaluate_points({"C4.5": (0.2, 0.8), "CN2": (0.05, 0.6)})
LABELS = [1] * 10 + [0] * 10
#: "steep" finds half without a false alarm, "flat" (low scores mean positive) all with two of ten.
STEEP = [9.0] * 5 + [1.0] * 5 + [1.0] * 10
FLAT = [-4.0] * 10 + [-4.0] * 2 + [3.0] * 8
EV = cc.evaluate(LABELS, {"steep": STEEP, "flat": FLAT}, lower_is_positive="flat")
AT_MOST = max_fpr(0.1, randomised=True)
MIXED = EV.decide(criterion=AT_MOST)


def test_two_published_models_find_more_together():
    # Of C4.5 (.2, .8) and CN2 (.05, .6) at 10 %: .6 + ⅓·.2 on the edge between them; CN2 alone .6 + .05/.95·.4.
    found = POINTS.decide(criterion=AT_MOST)
    assert found.tpr == pytest.approx(2 / 3)
    assert found.fpr == pytest.approx(0.1)
    assert [(one.model, one.fpr, one.tpr) for one in found.members] == [
        ("CN2", 0.05, 0.6),
        ("C4.5", 0.2, 0.8),
    ]
    assert [one.share for one in found.members] == pytest.approx([2 / 3, 1 / 3])
    assert found.models == ("CN2", "C4.5")
    assert found.sentence.startswith(
        "For the most positives found at a false positive rate of at most 10 %: decide 66.7 % of the cases by "
        "CN2 (use the operating point with FPR 5 % and TPR 60 %) and the other 33.3 %, drawn at random, by "
        "C4.5 (use the operating point with FPR 20 % and TPR 80 %). This finds 66.7 % of the positives"
    )
    alone = POINTS.decide(criterion=AT_MOST, model="CN2")
    assert alone.tpr == pytest.approx(0.6 + 0.4 * 0.05 / 0.95)
    assert alone.models == ("CN2",)


def test_points_of_one_hull_spread_over_two_models():
    # Formulas 11.3 and 11.4: hull (.02, .4), (.1, .7), (.3, .9); at FPR .05 TPR .5125; of 100 + 400 cases with
    # room for 120 the mixture of the second and the third edge's ends has FPR .12 and TPR .72.
    ev = cc.evaluate_points({"one": ([0.02, 0.3], [0.4, 0.9]), "two": ([0.1], [0.7])})
    found = ev.decide(criterion=max_fpr(0.05, randomised=True))
    assert found.tpr == pytest.approx(0.5125)
    assert found.models == ("one", "two")
    room = ev.decide(criterion=capacity(120 / 500, prevalence=0.2, randomised=True))
    assert (room.fpr, room.tpr) == pytest.approx((0.12, 0.72))
    assert room.models == ("two", "one")
    assert room.other_share == pytest.approx(0.1)
    money = ev.decide(criterion=budget(240, 2, 500, prevalence=0.2, randomised=True))
    assert money.members == room.members


def test_one_threshold_has_one_member():
    found = EV.decide(OperatingCondition(0.5, Costs(fp=1, fn=1)))
    (only,) = found.members
    assert (only.model, only.share, only.thresholds) == (found.model, 1.0, found.thresholds)
    assert (only.fpr, only.tpr) == (found.fpr, found.tpr)
    assert found.to_json()["members"] == [only.to_json()]
    assert found.to_json()["mixture"] is None


def test_models_with_prevalences_of_their_own_are_mixed_where_rates_are_limited():
    one = Tally.from_counts([2, 1], positives=[4, 6], negatives=[1, 99])
    two = Tally.from_counts([2, 1], positives=[8, 2], negatives=[10, 40])
    ev = cc.Evaluation({"one": one, "two": two})
    mixed = ev.decide(criterion=max_fpr(0.1, randomised=True))
    assert mixed.models == ("one", "two")
    assert math.isnan(mixed.prevalence)
    # A share of the cases is another one at each prevalence; at a stated one it is the same.
    assert len(ev.decide(criterion=capacity(0.1, randomised=True)).models) == 1
    assert len(ev.decide(criterion=capacity(0.15, prevalence=0.1, randomised=True)).models) == 2


def test_one_model_is_taken_where_two_do_no_better():
    # All on one line: the joint hull has no corner at (.2, .5), which one model has by itself.
    ev = cc.evaluate_points({"two": ([0.3], [0.6]), "one": ([0.1, 0.2], [0.4, 0.5])})
    assert [ev.hull().models_at(corner) for corner in (1, 2)] == [("one",), ("two",)]
    found = ev.decide(criterion=max_fpr(0.15, randomised=True))
    assert found.tpr == pytest.approx(0.45)
    assert found.models == ("one",)
    assert [(one.fpr, one.tpr) for one in found.members] == [(0.1, 0.4), (0.2, 0.5)]


def test_a_share_of_all_but_rounding_is_no_mixture():
    found = POINTS.decide(criterion=cc.criteria.equal_errors(randomised=True))
    assert (found.model, found.other, found.fpr, found.tpr) == ("C4.5", None, 0.2, 0.8)


# --- documents ---


def test_documents_keep_the_members():
    document = json.loads(json.dumps(MIXED.to_json()))
    assert document["members"] == [
        {
            "model": "steep", "share": 0.5, "threshold": {"low": 1, "high": 9}, "flagged_if": ">=",
            "flags": "some", "fpr": 0, "tpr": 0.5,
        },
        {
            "model": "flat", "share": 0.5, "threshold": {"low": -4, "high": 3}, "flagged_if": "<=",
            "flags": "some", "fpr": 0.2, "tpr": 1,
        },
    ]  # fmt: skip
    assert Decision.from_json(document) == MIXED
    # Older versions read `mixture` alone; of another model they find no threshold there, and refuse it.
    assert document["mixture"] == {"share": 0.5, "model": "flat"}
    assert MIXED.to_frame("pandas").loc[0, ["model", "other_model", "other_threshold"]].tolist() == [
        "steep", "flat", -4,
    ]  # fmt: skip


def test_a_mixture_of_one_model_is_written_as_ever():
    one = EV.decide(criterion=AT_MOST, model="flat")
    document = one.to_json()
    assert document["mixture"] == {"share": 0.5, "threshold": {"low": -4.0, "high": 3.0}, "flags": "some"}
    assert [member["model"] for member in document["members"]] == ["flat", "flat"]
    assert Decision.from_json(document) == one
    del document["members"]
    old = Decision.from_json(document)
    assert (old.thresholds, old.other, old.other_share) == (one.thresholds, one.other, one.other_share)
    assert all(math.isnan(member.fpr) for member in old.members)
    assert Decision.from_json(old.to_json()) == old
    assert EV.judge(old).members == one.members


@pytest.mark.parametrize(
    ("change", "came"),
    [
        ({"members": []}, "not enough values to unpack (expected 2, got 0)"),
        ({"members": [{}, {}]}, "no 'flagged_if'"),
        ({"members": 5}, "'int' object is not iterable"),
        ({"members": ["a", "b"]}, "string indices must be integers, not 'str'"),
        ({"mixture": {}}, "no 'threshold'"),
    ],
)
def test_members_that_mean_nothing_are_refused(change, came):
    document = MIXED.to_json() | change
    assert (
        refusal(lambda: Decision.from_json(document)) == f"a decision document must be complete; got {came}"
    )


@pytest.mark.parametrize("name", ["model", "share", "flagged_if", "flags", "threshold", "fpr"])
def test_odd_values_of_a_member_are_refused(name):
    document = MIXED.to_json()
    document["members"][1][name] = {"odd": 1}
    assert refusal(lambda: Decision.from_json(document)).startswith(
        "a decision document must be complete; got"
    )


# --- use ---


@pytest.mark.parametrize("make", [dict, lambda scores: {**scores, "more": [0.0] * 20}])
def test_it_is_applied_to_the_scores_of_both(make):
    scores = make({"steep": STEEP, "flat": FLAT})
    flagged = MIXED.apply(scores, seed=3)
    assert np.array_equal(flagged, MIXED.apply(scores, seed=3))
    by_flat = np.random.default_rng(3).random(20) < 0.5
    assert np.array_equal(flagged, np.where(by_flat, np.array(FLAT) <= -4, np.array(STEEP) >= 9))


def test_cases_fall_to_the_members_by_their_shares():
    many = {"steep": np.full(20_000, 9.0), "flat": np.full(20_000, 5.0)}
    assert MIXED.apply(many, seed=0).mean() == pytest.approx(0.5, abs=0.01)


def test_one_model_takes_its_own_of_several_columns():
    one = EV.decide(0.5, model="steep")
    assert one.apply({"steep": STEEP, "flat": FLAT}).sum() == one.apply(STEEP).sum() == 5
    assert one.apply({"steep": pl.Series(STEEP)}).sum() == 5


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (
            lambda: MIXED.apply(STEEP, seed=1),
            (
                "a decision that draws among models needs the scores of each; got one column: write {'steep': …, "
                "'flat': …}"
            ),
        ),
        (
            lambda: MIXED.apply({"steep": STEEP, "flta": FLAT}, seed=1),
            "no such model 'flat' (scores); did you mean 'flta'?",
        ),
        (lambda: MIXED.apply({}, seed=1), "no such model 'steep' (scores); write {'steep': …, 'flat': …}"),
        (
            lambda: MIXED.apply({"steep": STEEP, "flat": FLAT}),
            "a randomised decision needs a seed; got none: give seed=, e.g. seed=0",
        ),
        (
            lambda: MIXED.apply({"steep": STEEP, "flat": FLAT[:5]}, seed=1),
            (
                "scores of 'flat' must have one value per record; got 5 values for 20 records: give columns of "
                "equal length"
            ),
        ),
        (
            lambda: MIXED.apply({"steep": STEEP, "flat": [math.nan, *FLAT[1:]]}, seed=1),
            (
                "scores of 'flat' must have no missing values; got a missing value at row 1, counted from 1: drop or fill these "
                "records first"
            ),
        ),
        (
            lambda: MIXED.judged(EV.tally("steep"), "there"),
            (
                "a decision that draws among models must be judged on the tallies of each; got one tally: give them "
                "by name, or use ev.judge(decision)"
            ),
        ),
        (
            lambda: MIXED.judged({"steep": EV.tally("steep")}, "there"),
            "no such model 'flat'; choose from 'steep'",
        ),
        (
            lambda: cc.evaluate(LABELS, {"steep": STEEP, "flat": FLAT}).judge(MIXED),
            (
                "a decision must be judged on scores that mean positive at the same end; got scores flagged if >= t, "
                "for a decision by <= t: read both with the same lower_is_positive"
            ),
        ),
    ],
)
def test_what_cannot_be_decided_or_judged_is_refused(use, text):
    assert refusal(use) == text


# --- judged elsewhere ---


def test_it_is_judged_on_other_records_and_parts():
    other = cc.evaluate(
        [1, 1, 0, 0], {"steep": [9, 1, 9, 1], "flat": [-4, 3, 3, 3]}, lower_is_positive="flat"
    )
    judged = other.judge(MIXED)
    assert (judged.fpr, judged.tpr) == (0.25, 0.5)
    assert [(one.fpr, one.tpr) for one in judged.members] == [(0.5, 0.5), (0.0, 0.5)]
    priced = EV.decide(0.4, criterion=AT_MOST)
    found = EV.judge_parts(priced, {"here": EV, "there": other})
    assert found.parts["there"].members[1].tpr == 0.5
    # The better of both models there: steep flags one of each class, flat one positive.
    assert found.best == pytest.approx({"here": EV.hull().cost_curve()(0.4), "there": 0.2})


def test_totals_are_those_of_the_shares():
    ev = cc.evaluate(
        LABELS,
        {"steep": STEEP, "flat": FLAT},
        lower_is_positive="flat",
        costs={"fp": [1.0] * 20, "fn": [8.0] * 20},
    )
    total = ev.total_cost(ev.decide(criterion=AT_MOST))
    # Half by steep (5 missed), half by flat (2 false alarms).
    assert total.cost == pytest.approx((5 * 8 + 2 * 1) / 2)
    assert total.flagged == pytest.approx((5 + 12) / 2)


def test_its_intervals_are_mixed():
    found = EV.uncertainty().decision(EV.decide(0.4, criterion=AT_MOST))
    own = EV.uncertainty()
    for name in ("tpr", "fpr"):
        both = [
            own.rates("steep", rule=cc.rules.fixed(9))[name],
            own.rates("flat", rule=cc.rules.fixed(-4))[name],
        ]
        assert found.rates[name].low == pytest.approx(np.mean([one.low for one in both]))
        assert found.rates[name].high == pytest.approx(np.mean([one.high for one in both]))
    assert found.cost is not None
    assert "With this mixture" in str(found)
    assert "this ignores that steep and flat were chosen among 2 models" in str(found)
    counted = cc.evaluate_points({"C4.5": (0.2, 0.8), "CN2": (0.05, 0.6)}, positives=100, negatives=400)
    published = counted.uncertainty().decision(counted.decide(0.4, criterion=AT_MOST))
    assert published.rates["tpr"].low < 2 / 3 < published.rates["tpr"].high
    assert published.cost is not None
    assert published.cost.low < published.cost.estimate < published.cost.high


# --- pictures ---


def decided(chart: Chart, kind: type[Line | Points]) -> list[Any]:
    """Marks of one kind that show the decision."""
    return [mark for mark in chart.marks if mark.role == "decision" and isinstance(mark, kind)]


def test_pictures_show_the_edge_and_both_lines():
    decision = EV.decide(0.4, criterion=AT_MOST)
    roc, cost = (EV.chart(name, decision=decision) for name in ("roc", "cost"))
    edge = decided(roc, Line)[0]
    assert (edge.x.tolist(), edge.y.tolist()) == ([0, 0.2], [0.5, 1])
    assert edge.hover[0] == "50 % by steep: score ≥ 9, FPR 0 %, TPR 50 %"
    (point,) = decided(roc, Points)
    assert (point.x.tolist(), point.y.tolist()) == ([0.1], [0.75])
    assert point.hover[0] == "50 % by steep and 50 % by flat, FPR 10 %, TPR 75 %"
    assert [line.y.tolist() for line in decided(cost, Line)][1:] == [[0, 0.5], [0.2, 0], [0.1, 0.25]]
    assert not decided(EV.chart("gains", decision=decision), Points)
