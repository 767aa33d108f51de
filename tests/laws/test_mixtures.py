"""Mixtures over several models meet a constraint on their joint hull, and nothing does better."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from tests import exact
from tests.laws import strategies as some

limits = st.integers(0, 32).map(lambda k: k / 32)


@st.composite
def evaluations(draw: st.DrawFn) -> tuple[cc.Evaluation, list[exact.Point]]:
    """Two models on the same records, and all points of both."""
    one, other = draw(some.two_models(some.tied))
    ev = cc.Evaluation({"a": one.tally(), "b": other.tally()})
    return ev, [*exact.points(one.cells()), *exact.points(other.cells())]


def is_made_of_its_members(ev: cc.Evaluation, found: cc.Decision) -> bool:
    """Whether rates are those of the members by their shares, and members are points of their models."""
    assert sum(one.share for one in found.members) == pytest.approx(1)
    for name in ("fpr", "tpr"):
        mixed = sum(one.share * getattr(one, name) for one in found.members)
        assert getattr(found, name) == pytest.approx(mixed, abs=1e-12)
    judged = ev.judge(found)
    assert (judged.fpr, judged.tpr) == pytest.approx((found.fpr, found.tpr), abs=1e-12)
    return len(found.models) <= len(found.members) <= 2


@given(evaluations(), limits)
def test_most_positives_within_a_false_positive_rate(models, limit):
    ev, points = models
    found = ev.decide(criterion=cc.criteria.max_fpr(limit, randomised=True))
    assert found.fpr <= limit + 1e-12
    assert found.tpr == pytest.approx(float(exact.best_mixture(points, lambda p: p[0], limit)), abs=1e-10)
    assert is_made_of_its_members(ev, found)


@given(evaluations(), limits, st.sampled_from([0.02, 0.25, 0.75]))
def test_most_positives_within_a_capacity(models, limit, prevalence):
    ev, points = models
    found = ev.decide(criterion=cc.criteria.capacity(limit, prevalence=prevalence, randomised=True))
    p = Fraction(prevalence)
    best = exact.best_mixture(points, lambda one: p * one[1] + (1 - p) * one[0], limit)
    assert found.tpr == pytest.approx(float(best), abs=1e-10)
    assert is_made_of_its_members(ev, found)


@given(evaluations())
def test_equal_errors_are_the_top_of_the_joint_envelope(models):
    ev, points = models
    found = ev.decide(criterion=cc.criteria.equal_errors(randomised=True))
    assert found.fpr == pytest.approx(1 - found.tpr, abs=1e-12)
    assert found.fpr == pytest.approx(float(exact.highest(points)), abs=1e-12)
    assert is_made_of_its_members(ev, found)


@given(evaluations(), some.ranges())
def test_the_worst_case_is_least(models, ends):
    ev, points = models
    corners = exact.hull(points)
    for criterion, base in (
        (cc.criteria.minimax, dict.fromkeys(ends, Fraction(0))),
        (cc.criteria.minimax_regret, {x: exact.envelope(corners, x) for x in ends}),
    ):
        costs = [[exact.cost(p, Fraction(x)) - base[x] for x in ends] for p in corners]
        least = exact.least_worst(costs)
        found = ev.decide(criterion=criterion(*ends, randomised=True))
        worst = max(found.fpr * (1 - x) + (1 - found.tpr) * x - float(base[x]) for x in ends)
        assert worst == pytest.approx(float(least), abs=1e-12)
        assert is_made_of_its_members(ev, found)


@given(evaluations(), limits)
def test_one_model_is_preferred_where_it_does_as_well(models, limit):
    ev, _ = models
    criterion = cc.criteria.max_fpr(limit, randomised=True)
    alone = max(ev.decide(criterion=criterion, model=model).tpr for model in ev.models)
    found = ev.decide(criterion=criterion)
    assert (len(found.models) == 2) == (found.tpr > alone + 1e-12)
