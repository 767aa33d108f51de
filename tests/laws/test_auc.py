"""Laws of inference about the AUC."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.inference.auc.delong import Placements
from tests.laws import strategies


@st.composite
def compared(draw, models=3, weights=True) -> cc.Records:
    """Records of at least two of each class, scored by several models with many ties."""
    sides = [draw(st.integers(2, 8)) for _ in range(2)]
    labels = [True] * sides[0] + [False] * sides[1]
    column = st.lists(strategies.any_score, min_size=len(labels), max_size=len(labels))
    scores = {f"m{i}": draw(column) for i in range(models)}
    positive = st.floats(0.125, 8).map(lambda w: round(w * 8) / 8)
    whole = st.integers(1, 5).map(float)
    held = draw(st.sampled_from([None, whole, positive] if weights else [None]))
    weight = None if held is None else draw(st.lists(held, min_size=len(labels), max_size=len(labels)))
    order = draw(strategies.orders(len(labels)))
    return cc.Records.read(labels, scores, sample_weight=weight).take(np.asarray(order))


def naive(records: cc.Records) -> tuple[list[float], np.ndarray]:
    """AUCs and covariances from every pair of records, by the definition for weights."""
    weight = np.ones(len(records)) if records.weight is None else records.weight.astype(float)
    sides = [records.is_positive, ~records.is_positive]
    p, n = (weight[side] / weight[side].sum() for side in sides)
    areas, deviations = [], []
    for score in records.scores.values():
        mine, other = score[sides[0]], score[sides[1]]
        won = (mine[:, None] > other) + 0.5 * (mine[:, None] == other)
        areas.append(float(p @ won @ n))
        deviations.append([p * (won @ n - areas[-1]), n * (p @ won - areas[-1])])
    covariance = 0.0
    for side in (0, 1):
        held = np.array([pair[side] for pair in deviations])
        covariance = covariance + held @ held.T * held.shape[1] / (held.shape[1] - 1)
    return areas, np.asarray(covariance)


@given(compared())
def test_fast_is_naive(records):
    areas, covariance = naive(records)
    assert Placements.of(records).auc == pytest.approx(areas, abs=1e-13)
    assert cc.stats.auc_covariance(records) == pytest.approx(covariance, abs=1e-13)


@given(compared())
def test_covariances_are_those_of_something(records):
    covariance = cc.stats.auc_covariance(records)
    assert np.array_equal(covariance, covariance.T)
    assert np.linalg.eigvalsh(covariance).min() >= -1e-15
    assert np.all(np.diag(covariance) <= 0.5)


@given(compared())
def test_the_area_is_that_of_the_curve_to_the_last_digit(records):
    for name, auc in zip(records.scores, Placements.of(records).auc, strict=True):
        assert auc == cc.RocCurve.of(records.tally(name)).auc


@given(compared(models=2), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(records, random):
    order = list(range(len(records)))
    random.shuffle(order)
    shuffled = records.take(np.array(order))
    assert cc.stats.auc_covariance(shuffled) == pytest.approx(cc.stats.auc_covariance(records), abs=1e-14)


@given(compared(models=2))
def test_only_the_ranking_matters(records):
    """A rising function of the scores leaves all but rounding as it is, and p = 1 against the scores."""
    ranked = {name: np.unique(score, return_inverse=True)[1] ** 3.0 for name, score in records.scores.items()}
    weight = records.weight
    other = cc.Records.read(records.is_positive, ranked, sample_weight=weight)
    assert cc.stats.auc_covariance(other) == pytest.approx(cc.stats.auc_covariance(records), abs=1e-14)
    both = {"before": records.scores["m0"], "after": ranked["m0"]}
    alike = cc.stats.delong_test(
        cc.Records.read(records.is_positive, both, sample_weight=weight), "before", "after"
    )
    assert (alike.statistic, alike.pvalue) == (0, 1)


@given(compared(models=1, weights=False))
def test_cells_tell_what_rows_tell(records):
    by_cells = cc.stats.auc_error(records.tally("m0"))
    assert cc.stats.auc_covariance(records)[0, 0] == pytest.approx(by_cells**2, abs=1e-14)


@given(compared(models=1), st.sampled_from(["score", "newcombe", "logit", "wald", "hanley-mcneil"]))
def test_intervals_hold_the_estimate(records, method):
    found = cc.stats.auc_interval(records, method=method)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.low < found.high


@given(compared(models=1), st.floats(0.02, 0.98))
def test_score_intervals_hold_newcombes(records, level):
    wide, narrow = (
        cc.stats.auc_interval(records, level=level, method=word) for word in ("score", "newcombe")
    )
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@given(compared(models=2, weights=False))
def test_two_whole_weights_are_two_records_of_a_tally(records):
    """A tally counts; rows weigh: twice the weight everywhere leaves rows as they are, not counts."""
    doubled = cc.Records.read(records.is_positive, records.scores, sample_weight=[2] * len(records))
    assert cc.stats.auc_covariance(doubled) == pytest.approx(cc.stats.auc_covariance(records), abs=1e-14)
    once, twice = (cc.stats.auc_error(one.tally("m0")) ** 2 for one in (records, doubled))
    assert twice <= once
