"""Every average: between the curves, blind to order and repetition."""

from __future__ import annotations

import numpy as np
import pytest

import costcurves as cc
from costcurves.rules.averages import AVERAGES, cost_average
from tests.members import each
from tests.registry.samples import CHANGES, SAMPLES

EVERY = pytest.mark.parametrize("average", AVERAGES.values(), ids=AVERAGES.keys())
TALLIES = [s.tally() for s in SAMPLES.values()]
PLACES = np.linspace(0, 1, 21)


@EVERY
def test_averages_run_from_nobody_to_everybody(average):
    mean = average(TALLIES)
    assert (mean.fpr[0], mean.tpr[0]) == (0, 0)
    assert (mean.fpr[-1], mean.tpr[-1]) == pytest.approx((1, 1))
    assert np.all(np.diff(mean.fpr) >= 0)
    assert np.all(np.diff(mean.tpr) >= 0)


@EVERY
def test_the_order_of_curves_does_not_matter(average):
    one, other = average(TALLIES), average(TALLIES[::-1])
    for at in PLACES:
        assert other.tpr_at(at) == pytest.approx(one.tpr_at(at))


@EVERY
@each("change", CHANGES.values(), ids=CHANGES.keys())
def test_order_and_repetition_of_rows_change_nothing(average, change):
    one = average(TALLIES)
    other = average([change(s).tally() for s in SAMPLES.values()])
    assert [one.tpr_at(at) for at in PLACES] == pytest.approx([other.tpr_at(at) for at in PLACES])


@EVERY
def test_an_average_of_one_curve_is_the_curve(average):
    for tally in TALLIES:
        mean, curve = average([tally]), cc.RocCurve.of(tally)
        assert [mean.tpr_at(at) for at in PLACES] == pytest.approx([curve.tpr_at(at) for at in PLACES])


def test_vertical_and_horizontal_averages_are_means():
    curves = [cc.RocCurve.of(tally) for tally in TALLIES]
    vertical, horizontal = AVERAGES["vertical"](TALLIES), AVERAGES["horizontal"](TALLIES)
    for at in PLACES[:-1] + 1 / 997:
        assert vertical.tpr_at(at) == pytest.approx(np.mean([curve.tpr_at(at) for curve in curves]))
        assert horizontal.fpr_at(at) == pytest.approx(np.mean([curve.fpr_at(at) for curve in curves]))


@pytest.mark.parametrize("name", sorted(set(AVERAGES) - {"pooled"}))
def test_a_threshold_for_each_condition_costs_no_more_than_any_average_of_curves(name):
    # The mean of minima is at most the minimum of means (not so where the records are pooled).
    average, mean = AVERAGES[name], cost_average(TALLIES)
    roc = average(TALLIES)
    for pc in PLACES:
        best = np.min(roc.fpr * (1 - pc) + (1 - roc.tpr) * pc)
        assert mean(pc) <= best + 1e-12
