"""Every row of the table of curves: order and weights, ties, stated prevalence, one cell a class."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally
from costcurves.curves.curve import Curve, Row
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.over_depth import DepthCurve
from costcurves.curves.over_threshold import RATES, ThresholdCurve
from costcurves.curves.registry import ROWS, row
from costcurves.tallies.values import ValueTally
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed
from tests.unit.refusals import refusal

EVERY = pytest.mark.parametrize("one", ROWS, ids=lambda one: one.key)
EACH = each("name", SAMPLES)
COSTS = cc.Costs(fp=1, fn=4)
SHARES = np.linspace(0, 1, 41)


def made(one: Any, tally: Tally) -> Curve:
    """The curve of a row, with costs where it needs any."""
    if isinstance(one, ConditionCurve):
        return one(tally, costs=COSTS, test_cost=0.01)
    if isinstance(one, DepthCurve) and one.priced:
        # Per record: the total weight is no part of the question.
        values = ValueTally.of_costs(tally, COSTS)
        curve = one(values)
        return Curve(curve.key, curve.x, curve.y / float(values.total_weight))
    return one(tally)  # type: ignore[no-any-return]  # a row is called on a tally


def readings(curve: Curve) -> list[float]:
    """Values between the ends of a curve, at places that no knot of these samples falls on."""
    low, high = curve.x[0], curve.x[-1]
    at = low + (high - low) * np.clip(SHARES + 1 / 997, 0, 1)
    left, right = curve.limits(at)
    return [*left.tolist(), *right.tolist()]


@EVERY
def test_a_row_says_what_it_is(one):
    assert one.title
    assert one.x_title
    assert one.y_title
    assert one.formula
    assert one.cost_space
    assert one.better in {"high", "low", ""}
    assert len(set(one.columns)) == 2
    assert row(one.key) is one
    assert all(row(alias) is one for alias in one.aliases)


def test_names_are_used_once():
    names = [name for one in ROWS for name in (one.key, *one.aliases)]
    assert len(names) == len(set(names))
    assert refusal(lambda: row("pie")).startswith("a curve must be named by its key or an alias; got 'pie'")


@EVERY
@EACH
def test_x_ascends_and_ends_are_kept(one, name):
    curve = made(one, SAMPLES[name].tally())
    assert np.all(np.diff(curve.x) >= 0)
    assert curve.key == one.key
    x, y = curve.drawn()
    assert np.all(np.diff(x) >= 0)
    assert (x[0], x[-1], y[0], y[-1]) == (curve.x[0], curve.x[-1], curve.y[0], curve.y[-1])


@EVERY
@EACH
@each("change", CHANGES.values(), ids=CHANGES.keys())
def test_order_and_repetition_change_nothing(one, name, change):
    s = SAMPLES[name]
    first, second = made(one, s.tally()), made(one, change(s).tally())
    if one.key == "coverage":
        scale = second.x[-1] / first.x[-1]
        second = Curve(second.key, second.x / scale, second.y / scale)
    assert readings(second) == pytest.approx(readings(first), rel=1e-9, abs=1e-12, nan_ok=True)


@EVERY
@EACH
@each("prevalence", STATED)
def test_a_stated_prevalence_is_that_of_reweighed_records(one, name, prevalence):
    s = SAMPLES[name]
    stated = made(one, s.tally().at_prevalence(prevalence))
    records = made(one, reweighed(s, prevalence).tally())
    if one.key == "coverage":
        stated, records = (Curve(c.key, c.x / c.x[-1], c.y / c.y[-1]) for c in (stated, records))
    assert readings(stated) == pytest.approx(readings(records), rel=1e-7, abs=1e-9, nan_ok=True)


@EVERY
def test_ties_are_taken_evenly_or_whole(one):
    # A cell of both classes: whole for thresholds, evenly for depth; never in the order of the rows.
    tally = Tally.from_scores([1, 0, 1, 0], [0.75, 0.75, 0.75, 0.25])
    other = Tally.from_scores([0, 1, 0, 1], [0.75, 0.75, 0.25, 0.75])
    assert made(one, tally) == made(one, other)


@EVERY
def test_infinite_scores_are_scores(one):
    ranked = Tally.from_scores([1, 0, 1, 0], [np.inf, 3.0, 2.0, -np.inf])
    plain = Tally.from_scores([1, 0, 1, 0], [0.9, 0.75, 0.5, 0.0])
    try:
        curve = made(one, ranked)
    except cc.InputError as problem:
        assert "[0, 1]" in str(problem)  # noqa: PT017 - which rows refuse is the question
    else:
        assert curve == made(one, plain)


@EVERY
def test_one_class_is_refused(one):
    with pytest.raises(cc.UndefinedError, match="needs records of both classes"):
        made(one, Tally.from_scores([1, 1], [0.5, 0.25]))


@EVERY
def test_curves_show_columns_that_nobody_can_write_to(one):
    curve = made(one, SAMPLES["alternating"].tally())
    assert curve.to_columns().keys() == {"x", "y"}
    assert not curve.x.flags.writeable


#: Rules of curves over conditions are functions without a name.
@pytest.mark.parametrize(
    "one", [one for one in ROWS if not isinstance(one, ConditionCurve)], ids=lambda one: one.key
)
def test_curves_are_the_same_after_pickling(one):
    curve = made(one, SAMPLES["alternating"].tally())
    again = pickle.loads(pickle.dumps(curve))
    assert again == curve
    assert readings(again) == pytest.approx(readings(curve), nan_ok=True)


def test_every_row_of_a_kind_is_listed():
    assert {type(one) for one in ROWS} == {ThresholdCurve, DepthCurve, ConditionCurve}
    assert all(isinstance(one, Row) for one in ROWS)


@pytest.mark.parametrize(
    "one", [one for one in ROWS if isinstance(one, ThresholdCurve)], ids=lambda one: one.key
)
def test_rates_need_no_class_sizes(one):
    tally = Tally.from_points([0.1, 0.4], [0.6, 0.9])
    if {one.across, one.up} <= RATES:
        known, other = one(tally), one(tally.at_prevalence(0.3))
        assert np.allclose(known.x, other.x)
        assert np.allclose(known.y, other.y)
    else:
        with pytest.raises(cc.UndefinedError, match="the prevalence must be known"):
            one(tally)
