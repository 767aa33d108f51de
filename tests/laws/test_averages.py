"""Laws of averages over folds: cost space against ROC space."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.rules.averages import (
    AVERAGES,
    cost_average,
    horizontal_average,
    pooled,
    threshold_average,
    vertical_average,
)
from tests import exact
from tests.laws import strategies as some

if TYPE_CHECKING:
    from fractions import Fraction

GRID = np.linspace(0, 1, 33)
folds = st.lists(some.any_scored(max_size=6), min_size=1, max_size=4)
whole_folds = st.lists(some.whole_scored(max_size=6), min_size=1, max_size=4)


def envelope_of(roc: cc.RocCurve) -> Any:
    """Least cost over the points of a curve, on the grid."""
    return (roc.fpr[:, None] * (1 - GRID) + (1 - roc.tpr)[:, None] * GRID).min(axis=0)


def ends_over(served: list[exact.Point], x: Fraction) -> tuple[Fraction, Fraction]:
    """Lowest and highest TPR of a curve at one FPR."""
    reached = [
        value
        for a, b in pairwise(served)
        if a[0] <= x <= b[0]
        for value in ((a[1], b[1]) if a[0] == b[0] else (exact.height(a, b, x),))
    ]
    return min(reached), max(reached)


@pytest.mark.parametrize("name", AVERAGES)
@given(parts=folds)
def test_cost_average_is_at_most_every_average_in_roc_space(name, parts):
    tallies = [part.tally() for part in parts]
    if name == "pooled":
        # Pooling weighs folds by size: only the other averages weigh folds alike.
        sizes = [(tally.total_positive, tally.total_negative) for tally in tallies]
        tallies = [tally for tally, size in zip(tallies, sizes, strict=True) if size == sizes[0]]
    assert np.all(cost_average(tallies)(GRID) <= envelope_of(AVERAGES[name](tallies)) + 1e-12)


@given(folds)
def test_cost_average_is_the_mean_of_the_curves(parts):
    tallies = [part.tally() for part in parts]
    curves = [cc.rules.optimal(tally) for tally in tallies]
    mean = np.mean([curve(GRID) for curve in curves], axis=0)
    assert cost_average(tallies)(GRID) == pytest.approx(mean, abs=1e-14)
    assert cost_average(tallies).area == pytest.approx(np.mean([curve.area for curve in curves]), abs=1e-14)


@given(folds)
def test_cost_average_is_concave_and_zero_at_the_ends(parts):
    value = cost_average([part.tally() for part in parts])(GRID)
    assert value[[0, -1]] == pytest.approx([0, 0], abs=1e-15)
    assert np.all(value[1:-1] >= (value[:-2] + value[2:]) / 2 - 1e-14)


@given(folds)
def test_vertical_average_is_the_mean_tpr_at_equal_fpr(parts):
    curves = [exact.points(part.cells()) for part in parts]
    average = vertical_average([part.tally() for part in parts])
    places = sorted({f for curve in curves for f, _ in curve})
    between = [(a + b) / 2 for a, b in pairwise(places)]
    for x in [*places, *between]:
        low, high = (
            float(sum(ends) / len(curves)) for ends in zip(*(ends_over(c, x) for c in curves), strict=True)
        )
        at = np.isclose(average.fpr, float(x), rtol=0, atol=1e-15)
        if at.any():
            assert (average.tpr[at].min(), average.tpr[at].max()) == pytest.approx((low, high), abs=1e-12)
        else:
            assert np.interp(float(x), average.fpr, average.tpr) == pytest.approx(high, abs=1e-12)


@given(folds)
def test_horizontal_average_is_the_vertical_one_of_the_mirrored_records(parts):
    across = horizontal_average([part.tally() for part in parts])
    mirrored = vertical_average([part.mirrored().tally() for part in parts])
    assert across.auc == pytest.approx(mirrored.auc, abs=1e-12)
    assert envelope_of(across) == pytest.approx(envelope_of(mirrored)[::-1], abs=1e-12)


@given(some.any_scored(max_size=6), st.integers(1, 3))
def test_average_of_equal_folds_is_the_fold(part, times):
    tally = part.tally()
    roc = cc.RocCurve.of(tally)
    for average in AVERAGES.values():
        found = average([tally] * times)
        assert found.auc == pytest.approx(roc.auc, abs=1e-12)
        assert envelope_of(found) == pytest.approx(envelope_of(roc), abs=1e-12)


@given(whole_folds)
def test_pooling_is_adding_the_tallies(parts):
    tallies = [part.tally() for part in parts]
    total = tallies[0]
    for tally in tallies[1:]:
        total = total + tally
    assert pooled(tallies) == cc.RocCurve.of(total)


@given(folds, st.data())
def test_threshold_average_is_the_mean_of_rates_at_equal_threshold(parts, data):
    average = threshold_average([part.tally() for part in parts])
    i = data.draw(st.integers(1, len(average) - 1))
    rates = []
    for part in parts:
        weights = np.ones(len(part)) if part.weights is None else part.weights
        flagged = part.scores >= average.high[i]
        rates.append([np.average(flagged[of], weights=weights[of]) for of in (~part.labels, part.labels)])
    assert (average.fpr[i], average.tpr[i]) == pytest.approx(tuple(np.mean(rates, axis=0)), abs=1e-14)
