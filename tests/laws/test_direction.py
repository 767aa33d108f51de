"""Negated scores of which low ones mean positive say the same, with every threshold turned round."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

import costcurves as cc
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.curves.over_threshold import OverThreshold
from costcurves.inference.bootstrap.chosen import cost_plateau
from costcurves.measures.isotonic import IsotonicFit
from costcurves.tallies.cells import Direction
from tests.laws import strategies as some
from tests.members import each

CRITERIA = [
    cc.criteria.least_cost(cc.OperatingCondition(0.3, cc.Costs(fp=1, fn=2))),
    cc.criteria.max_fpr(0.2),
    cc.criteria.capacity(0.4, randomised=True),
]


def both(records: some.Scored) -> tuple[cc.Tally, cc.Tally]:
    """The records as given, and with negated scores of which low ones mean positive."""
    low = cc.Tally.from_scores(records.labels, -records.scores, records.weights, lower_is_positive=True)
    return records.tally(), low


def same(one: object, other: object) -> bool:
    """Whether numbers are equal, and none of the others is −0."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    return np.array_equal(a, b, equal_nan=True) and not np.signbit(b[b == 0]).any()


@given(some.whole_scored())
def test_points_and_hulls_have_their_thresholds_turned(records):
    high, low = both(records)
    assert low.cells == high.cells
    assert same(-high.low, low.high)
    for one, other in (
        (cc.RocCurve.of(high), cc.RocCurve.of(low)),
        (cc.RocHull.of(high), cc.RocHull.of(low)),
    ):
        assert same(one.fp, other.fp)
        assert same(one.tp, other.tp)
        assert same(0.0 - one.low, other.high)
        assert same(0.0 - one.high, other.low)
        assert same(0.0 - one.thresholds, other.thresholds)
        assert type(other).from_json(other.to_json()) == other


@given(some.whole_scored())
def test_intervals_flag_the_same_records_at_both_ends(records):
    high, low = both(records)
    for point in range(len(cc.RocCurve.of(high))):
        one, other = (ThresholdInterval.at(cc.RocCurve.of(tally), point) for tally in (high, low))
        assert one.apply(records.scores).tolist() == other.apply(-records.scores).tolist()
        if other.flags == "some":
            # The end that belongs to the interval serves the point, the other end no longer does.
            served = low.cells_flagged(np.array([other.threshold, other.high]))
            assert served[0] == point
            assert served[1] != point


@given(records=some.whole_scored())
@each("criterion", CRITERIA, ids=lambda one: one.key)
def test_decisions_are_the_same(criterion, records):
    one, other = (criterion(tally) for tally in both(records))
    assert (one.fpr, one.tpr, one.flags, one.other_share) == (
        other.fpr,
        other.tpr,
        other.flags,
        other.other_share,
    )
    assert (one.flagged_if, other.flagged_if) == (">=", "<=")
    assert same(
        [0.0 - one.high, 0.0 - one.low, 0.0 - one.threshold], [other.low, other.high, other.threshold]
    )
    again = cc.Decision.from_json(other.to_json())
    assert again == other
    assert one.apply(records.scores, seed=3).tolist() == again.apply(-records.scores, seed=3).tolist()
    judged = again.judged(both(records)[1], "again")
    assert (judged.fpr, judged.tpr) == pytest.approx((other.fpr, other.tpr))


@given(some.whole_scored())
def test_what_is_read_at_thresholds_is_the_same(records):
    high, low = both(records)
    at = np.concatenate([records.scores, [0.0, -math.inf, math.inf]])
    kind = OverThreshold.of_measure("tpr")
    if np.isfinite(records.scores).any():
        curve, turned = kind.of(high), kind.of(low)
        assert same(0.0 - curve.x[::-1], turned.x)
        assert same(curve.y[::-1], turned.y)
        assert same(curve(at), turned(-at))
    for threshold in at.tolist():
        one, other = cc.rules.fixed(threshold)(high), cc.rules.fixed(-threshold)(low)
        assert same([one(0.0), one(1.0)], [other(0.0), other(1.0)])
    assert same(IsotonicFit.of(high).apply(at), IsotonicFit.of(low).apply(-at))
    condition = cc.OperatingCondition.from_pc(0.4)
    plateau, other_plateau = (cost_plateau(tally, condition) for tally in (high, low))
    assert same([0.0 - plateau.high, 0.0 - plateau.low], [other_plateau.low, other_plateau.high])


@given(some.whole_scored(), some.whole_scored())
def test_operations_keep_the_direction(records, others):
    pairs = both(records), both(others)
    (high, low), (more_high, more_low) = pairs
    assert (low + more_low).cells == (high + more_high).cells
    stack = cc.Tally.stack([low, more_low])
    made = [low + more_low, stack, stack.pooled(), *stack.members(), low.at_prevalence(0.2), low.compact()]
    assert {one.direction for one in made} == {Direction.LOW}
    assert cc.Tally.from_json(low.to_json()) == low
    assert low != high
    assert same(cc.rules.tuned_on(low)(more_low).fpr, cc.rules.tuned_on(high)(more_high).fpr)
    for mixed in (lambda: high + more_low, lambda: cc.Tally.stack([low, high])):
        with pytest.raises(cc.InputError, match="positives at the same end of the scores"):
            mixed()
    with pytest.raises(cc.InputError, match="mean positive at the same end"):
        cc.rules.tuned_on(high)(low)
