"""Every kind of curve: order and weights, ties, stated prevalence, one cell a class."""

from __future__ import annotations

import dataclasses
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Tally
from costcurves.curves.curve import Curve
from costcurves.curves.kind import CurveKind, CurveOptions, Family
from costcurves.curves.over_condition import OverConditions
from costcurves.curves.over_depth import OverDepth
from costcurves.curves.over_threshold import MEASURE_CURVES, RATES, OverMeasure
from costcurves.curves.registry import CURVES, curve_kind
from costcurves.tallies.values import ValueTally
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES, STATED, reweighed
from tests.unit.refusals import refusal

EVERY = pytest.mark.parametrize("one", CURVES, ids=lambda one: one.key)
EACH = each("name", SAMPLES)
COSTS = cc.Costs(fp=1, fn=4)
SHARES = np.linspace(0, 1, 41)


#: What is stated of everything that can be stated.
STATED_OPTIONS: dict[str, Any] = {"costs": COSTS, "test_cost": 0.01, "rule": cc.rules.fixed(0.4)}


def options_of(one: CurveKind, *names: str) -> CurveOptions:
    """What a kind takes of these."""
    return CurveOptions(**{name: STATED_OPTIONS[name] for name in names if name in one.takes})


def made(one: CurveKind, tally: Tally) -> Curve:
    """The curve of a kind, with costs where it takes any."""
    curve = one.of(tally, options_of(one, "costs", "test_cost"))
    if one.needs_costs:
        # Per record: the total weight is no part of the question.
        total = float(ValueTally.of_costs(tally, COSTS).total_weight)
        return Curve(curve.key, curve.x, curve.y / total)
    return curve


def readings(curve: Curve) -> list[float]:
    """Values between the ends of a curve, at places that no knot of these samples falls on."""
    low, high = curve.x[0], curve.x[-1]
    at = low + (high - low) * np.clip(SHARES + 1 / 997, 0, 1)
    left, right = curve.limits(at)
    return [*left.tolist(), *right.tolist()]


@EVERY
def test_a_kind_says_what_it_is(one):
    assert one.title
    assert one.x_title
    assert one.y_title
    assert one.formula
    assert one.cost_space
    assert one.better in {"high", "low", ""}
    assert len(set(one.columns)) == 2
    assert curve_kind(one.key) is curve_kind(one) is one
    assert all(curve_kind(alias) is one for alias in one.aliases)


def test_names_are_used_once():
    names = [name for one in CURVES for name in (one.key, *one.aliases)]
    assert len(names) == len(set(names))
    assert refusal(lambda: curve_kind("pie")).startswith("no such curve 'pie'")


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
        assert "[0, 1]" in str(problem)  # noqa: PT017 - which kinds refuse is the question
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
    "one", [one for one in CURVES if one.family is not Family.CONDITION], ids=lambda one: one.key
)
def test_curves_are_the_same_after_pickling(one):
    curve = made(one, SAMPLES["alternating"].tally())
    again = pickle.loads(pickle.dumps(curve))
    assert again == curve
    assert readings(again) == pytest.approx(readings(curve), nan_ok=True)


def test_every_family_is_listed():
    assert {type(one) for one in CURVES} == {OverMeasure, OverDepth, OverConditions}


@EVERY
def test_what_changes_nothing_is_refused(one):
    tally = SAMPLES["alternating"].tally()
    for name, value in STATED_OPTIONS.items():
        options = CurveOptions(**{name: value})
        if name not in one.takes:
            for ask in (partial(one.of, tally), partial(one.at, tally, [0.5]), partial(one.grid, tally)):
                assert f"does not take {name}; it takes " in refusal(partial(ask, options)), name
        elif not one.needs_costs:  # without any there is no curve to compare with
            assert one.of(tally, options) != one.of(tally), name


@EVERY
@EACH
def test_values_at_places_are_those_of_the_curve(one, name):
    tally, options = SAMPLES[name].tally(), options_of(one, "costs", "rule")
    curve, x = one.of(tally, options), one.grid(tally, options)
    assert np.all(np.diff(x) > 0)
    inside = (x >= curve.x[0]) & (x <= curve.x[-1])
    found = one.at(tally, x, options)
    assert found[inside] == pytest.approx(curve(x[inside]), rel=1e-9, abs=1e-12, nan_ok=True)
    assert np.all(np.isnan(found[~inside]))
    low, high = one.limits
    known = found[np.isfinite(found)]
    assert np.all((known >= low - 1e-12) & (known <= high + 1e-12))
    settled = one.settled(tally, x, options)
    assert settled.tolist() == [place in {x[0], x[-1]} for place in x]


@EVERY
def test_only_some_curves_move_with_the_prevalence(one):
    tally = Tally.from_scores([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    # Under a rule that looks at rates alone.
    options = dataclasses.replace(
        options_of(one, "costs"), rule=cc.rules.optimal if "rule" in one.takes else None
    )
    here, there = (one.of(tally.at_prevalence(p), options) for p in (0.25, 0.75))
    if one.moved_by_prevalence:
        assert here != there
    elif one.key != "coverage":  # whose counts are those of the stated prevalence
        assert readings(here) == pytest.approx(readings(there), nan_ok=True)


@pytest.mark.parametrize("one", MEASURE_CURVES, ids=lambda one: one.key)
def test_rates_need_no_class_sizes(one):
    tally = Tally.from_points([0.1, 0.4], [0.6, 0.9])
    if {one.across, one.up} <= RATES:
        known, other = one.of(tally), one.of(tally.at_prevalence(0.3))
        assert np.allclose(known.x, other.x)
        assert np.allclose(known.y, other.y)
    else:
        with pytest.raises(cc.UndefinedError, match="the prevalence must be known"):
            one.of(tally)
