"""Laws of the joint hull of several models: of records, of counts, of points, with ties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.rules import optimal
from costcurves.space import JointHull
from tests import exact
from tests.laws import strategies as some


@st.composite
def models(draw: st.DrawFn) -> dict[str, cc.Tally]:
    """One to three models on the same records, low scores meaning positive in some."""
    records = draw(some.whole_scored(some.tied))
    found = {"a": records.tally()}
    for name in draw(st.sampled_from([(), ("b",), ("b", "c")])):
        scores = draw(st.lists(some.tied, min_size=len(records), max_size=len(records)))
        low = draw(st.booleans())
        found[name] = cc.Tally.from_scores(
            records.labels, np.array(scores), records.weights, lower_is_positive=low
        )
    return found


@st.composite
def published(draw: st.DrawFn) -> dict[str, cc.Tally]:
    """Models known by operating points, or by counts of records of their own."""
    found: dict[str, cc.Tally] = {}
    for name in ("a", "b", "c"):
        if draw(st.booleans()):
            rates = draw(some.tables_of_points)
            found[name] = cc.Tally.from_points(*zip(*rates, strict=True))
        else:
            found[name] = draw(some.any_scored(some.tied)).tally()
    return found


def exactly(tallies: dict[str, cc.Tally]) -> list[exact.Point]:
    """Corners of the hull of all points of all models, in rational arithmetic."""
    points = set()
    for tally in tallies.values():
        roc = cc.RocCurve.of(tally)
        p, n = int(roc.positives), int(roc.negatives)
        points |= {
            (Fraction(int(fp), n), Fraction(int(tp), p)) for fp, tp in zip(roc.fp, roc.tp, strict=True)
        }
    return exact.hull(points)


@given(models())
def test_corners_are_those_of_all_points_of_all_models(tallies):
    hull = JointHull.of_models(tallies)
    rates = zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)
    assert list(rates) == [(float(f), float(t)) for f, t in exactly(tallies)]


@given(models(), st.lists(some.conditions_pc, max_size=5))
def test_the_envelope_is_exactly_the_least_of_all(tallies, places):
    joint = JointHull.of_models(tallies).cost_curve()
    lines = [(f, 1 - t) for f, t in exactly(tallies)]
    own = [optimal(tally) for tally in tallies.values()]
    ends = np.concatenate([curve.edges for curve in [joint, *own]])
    for x in {*ends.tolist(), *((ends[1:] + ends[:-1]) / 2).tolist(), *places}:
        least = min(f * (1 - Fraction(x)) + m * Fraction(x) for f, m in lines)
        assert abs(Fraction(joint(x)) - least) <= Fraction(1, 2**50)
        assert abs(joint(x) - min(curve(x) for curve in own)) <= 2**-50


@given(published(), st.lists(some.conditions_pc, max_size=5))
def test_points_and_counts_of_any_size_have_a_joint_envelope(tallies, places):
    hull = JointHull.of_models(tallies)
    joint, own = hull.cost_curve(), [optimal(tally) for tally in tallies.values()]
    ends = np.concatenate([curve.edges for curve in [joint, *own]])
    for x in [*ends.tolist(), *((ends[1:] + ends[:-1]) / 2).tolist(), *places]:
        assert abs(joint(x) - min(curve(x) for curve in own)) <= 1e-12
    assert hull.area <= min(hull.areas.values()) + 1e-12
    assert JointHull.from_json(hull.to_json()) == hull


@given(models())
def test_every_corner_is_a_point_of_the_models_that_have_it(tallies):
    hull = JointHull.of_models(tallies)
    for corner, having in enumerate(hull.serving):
        assert having, corner
        for one in having:
            own = cc.RocHull.of(tallies[one.model])
            place = np.flatnonzero((own.low == one.low) & (own.high == one.high))
            assert (hull.fpr[corner], hull.tpr[corner]) in zip(own.fpr[place], own.tpr[place], strict=True)
        # Whoever has the point is named.
        for model, tally in tallies.items():
            own = cc.RocHull.of(tally)
            has = np.any((own.fpr == hull.fpr[corner]) & (own.tpr == hull.tpr[corner]))
            assert has == (hull.of_model(corner, model) is not None)


@given(models())
def test_the_hull_of_one_model_is_its_own(tallies):
    name, tally = next(iter(tallies.items()))
    joint, own = JointHull.of_models({name: tally}), cc.RocHull.of(tally)
    for column in ("fp", "tp", "low", "high", "thresholds", "beyond", "ranges", "breakpoints"):
        assert np.array_equal(getattr(joint, column), getattr(own, column)), column
    assert joint.auc == own.auc
    assert joint.area == optimal(tally).area == joint.areas[name]


@given(models())
def test_the_order_of_the_models_changes_names_only(tallies):
    one = JointHull.of_models(tallies)
    other = JointHull.of_models(dict(reversed(tallies.items())))
    assert np.array_equal(one.fp, other.fp)
    assert np.array_equal(one.tp, other.tp)
    for first, second in zip(one.serving, other.serving, strict=True):
        assert {one.model for one in first} == {one.model for one in second}
        assert all(one in second for one in first)


@given(models())
def test_ranges_are_those_of_the_cheapest_models(tallies):
    ev = cc.Evaluation(tallies)
    ours, theirs = ev.hull().winners, ev.winners()
    assert [one.winner for one in ours] == [one.winner for one in theirs]
    np.testing.assert_allclose([one.low for one in ours], [one.low for one in theirs], atol=1e-12)
    assert ours[0].low == 0
    assert ours[-1].high == 1
