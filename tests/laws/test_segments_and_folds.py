"""Laws of segments and folds: parts add up to the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import costcurves as cc
from costcurves import Records
from costcurves.stats import corrected_t_test, fold_summary, segment_costs
from tests.laws import strategies as some

if TYPE_CHECKING:
    from tests.laws.strategies import Scored

folds = st.lists(some.any_scored(max_size=6), min_size=2, max_size=4)
shares = st.floats(0.01, 0.99)
whole = st.integers(-1000, 1000)


def parted(parts: list[Scored], column: str) -> Records:
    """Records of several parts."""
    weights = [np.ones(len(one)) if one.weights is None else one.weights for one in parts]
    belongs: dict[str, Any] = {column: np.repeat(np.arange(len(parts)), [len(one) for one in parts])}
    return Records.read(
        np.concatenate([one.labels for one in parts]),
        {"m": np.concatenate([one.scores for one in parts])},
        sample_weight=np.concatenate(weights),
        **belongs,
    )


@given(st.lists(some.whole_scored(max_size=6), min_size=1, max_size=4), shares, st.data())
def test_costs_of_segments_add_up_to_those_of_all(parts, prevalence, data):
    records = parted(parts, "segment")
    threshold = data.draw(st.sampled_from(records.scores["m"].tolist()))
    condition = cc.OperatingCondition(prevalence, cc.Costs(fp=2, fn=7, tp=-1, tn=0.5))
    found = segment_costs(records, condition, rule=cc.rules.fixed(threshold), repeats=1)
    assert not found.refused
    assert sum(one.share for one in found.segments) == pytest.approx(1)
    costs = [one.share * one.cost.estimate for one in found.segments if one.cost is not None]
    assert found.overall.cost is not None
    assert sum(costs) == pytest.approx(found.overall.cost.estimate, abs=1e-9)
    assert sum(one.share * one.prevalence for one in found.segments) == pytest.approx(prevalence)
    assert found.overall.prevalence == pytest.approx(prevalence)
    for one in (found.overall, *found.segments):
        for rate in (one.tpr, one.fpr, one.nec):
            assert 0 <= rate.low <= rate.estimate <= rate.high <= 1
        for gap in (one.difference, one.loss):
            assert gap is None or gap.low <= gap.estimate <= gap.high


@given(st.lists(some.whole_scored(max_size=6), min_size=2, max_size=3), shares, st.data())
def test_row_order_changes_no_segment(parts, prevalence, data):
    records = parted(parts, "segment")
    order = np.array(data.draw(st.permutations(range(len(records)))))
    condition = cc.OperatingCondition(prevalence, cc.Costs(fp=1, fn=3))
    one, other = (
        segment_costs(rows, condition, rule=cc.rules.optimal, repeats=1)
        for rows in (records, records.take(order))
    )
    for mine, its in zip(one.segments, other.segments, strict=True):
        assert (mine.name, mine.pc, mine.flag) == (its.name, its.pc, its.flag)
        assert (mine.nec.estimate, mine.nec.low) == pytest.approx((its.nec.estimate, its.nec.low))


@given(folds, shares)
def test_own_best_thresholds_cost_no_more_than_any_others(parts, pc):
    records = parted(parts, "fold")
    best, honest = (fold_summary(records, pc=pc, rule=rule) for rule in (cc.rules.optimal, None))
    assert np.all(best.values <= honest.values + 1e-9)
    tallies = [rows.tally("m") for rows in records.parts("fold").values()]
    # The mean weighs folds alike, the pool weighs them by their records.
    alike = len({(tally.total_positive, tally.total_negative) for tally in tallies}) == 1
    assert best.mean <= best.pooled + 1e-9 or not alike
    assert honest.low - 1e-12 <= honest.mean <= honest.high + 1e-12
    assert honest.mean == pytest.approx(float(honest.mean_curve(pc)))


@given(st.lists(whole, min_size=2, max_size=12), whole, st.integers(1, 9))
def test_tests_over_folds_follow_shifts_and_scales(values, shift, scale):
    assume(len(set(values)) > 1)
    result = corrected_t_test(values)
    moved = corrected_t_test([scale * value + shift for value in values])
    assert result.estimate is not None
    assert moved.estimate is not None
    for end in ("estimate", "low", "high"):
        there = scale * getattr(result.estimate, end) + shift
        assert getattr(moved.estimate, end) == pytest.approx(there, rel=1e-9, abs=1e-6)
    turned = corrected_t_test([-value for value in values])
    assert turned.statistic == pytest.approx(-result.statistic)  # type: ignore[operator]  # a t test has one
    assert turned.pvalue == pytest.approx(result.pvalue)
    # Without the correction every difference looks surer than it is.
    assert corrected_t_test(values, test_to_train=0).pvalue <= result.pvalue + 1e-12
