"""The critical-difference diagram, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from matplotlib.figure import Figure

import costcurves as cc
from costcurves.charts.layout import SMALL, axis_ticks, plan_chart
from costcurves.charts.lettering import text_width
from costcurves.charts.marks import Bars, Line, Points, Ribbon
from costcurves.charts.render import svg, terminal
from costcurves.inference.studies.mean_ranks import groups
from tests.charts.sample_charts import HOSTILE

if TYPE_CHECKING:
    from costcurves.charts.chart import Chart

RANKS = cc.studies.MeanRanks(("a", "b", "c", "d"), [1.25, 3.75, 2.0, 3.0], 12)


def made(count: int) -> cc.studies.Study:
    """A study of so many algorithms, from alike to apart."""
    table = np.random.default_rng(count).normal(size=(30, count)) + np.linspace(0, 1.8, count)
    return cc.studies.Study(table, tuple(f"algorithm number {i}" for i in range(count)), better="low")


def of(chart: Chart, kind: type) -> list:
    """The marks of a kind."""
    return [mark for mark in chart.marks if isinstance(mark, kind)]


def test_rows_from_the_best_rank_down():
    chart = cc.studies.rank_chart(RANKS)
    dots = [(float(dot.x[0]), float(dot.y[0])) for dot in of(chart, Points)]
    assert dots == [(1.25, 4), (2, 3), (3, 2), (3.75, 1)]
    texts = {tick.value: tick.text for tick in axis_ticks(chart.y, 1)}
    assert texts == {5: "critical difference", 4: "a  1.25", 3: "c  2.00", 2: "d  3.00", 1: "b  3.75"}


@pytest.mark.parametrize("count", range(2, 13))
def test_bars_join_groups(count):
    study = made(count)
    chart = cc.studies.rank_chart(study)
    reach = cc.studies.nemenyi_test(study).critical_difference
    assert reach is not None
    ranks = dict(zip(study.algorithms, study.ranks.mean(axis=0).tolist(), strict=True))
    want = sorted((ranks[group[0]], ranks[group[-1]]) for group in groups(study, reach))
    bars = [(a, b) for mark in of(chart, Bars) for a, b in zip(mark.left, mark.right, strict=True)]
    assert np.array(sorted(bars)).reshape(-1, 2) == pytest.approx(np.array(want).reshape(-1, 2), abs=0.06)
    for mark in of(chart, Bars):
        assert np.all(mark.left[1:] > mark.right[:-1])
        assert chart.y.low <= mark.base < mark.y[0] < 1


def test_the_critical_difference_is_as_long_as_it_is():
    chart = cc.studies.rank_chart(RANKS, alpha=0.1)
    scale = next(line for line in of(chart, Line) if line.role == "model")
    assert np.ptp(scale.x) == pytest.approx(cc.studies.nemenyi_test(RANKS, alpha=0.1).critical_difference)
    assert "by Nemenyi at 10 %" in chart.subtitle


def test_a_control_has_a_band_and_no_bars():
    chart = cc.studies.rank_chart(RANKS, control="c")
    (band,) = of(chart, Ribbon)
    reach = cc.studies.bonferroni_dunn_test(RANKS, "c").critical_difference
    assert reach is not None
    assert band.x.tolist() == pytest.approx([2 - reach, 2 + reach])
    assert of(chart, Bars) == []
    assert [dot.role for dot in of(chart, Points)] == ["model", "decision", "model", "model"]


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("control", [None, "algorithm number 1"])
def test_no_names_overlap(count, control):
    chart = cc.studies.rank_chart(made(count), control=control)
    plan = plan_chart(chart, 640, 480, frozenset())
    places = sorted(plan.plot.bottom - tick.at * plan.plot.height for tick in plan.y_ticks)
    assert len(places) == count + 1
    assert np.diff(places).min() >= SMALL
    assert all(text_width(tick.text, SMALL) < plan.plot.left for tick in plan.y_ticks)
    assert plan.plot.width > 300
    text = terminal.render(chart, width=100)
    assert all(f" {tick.text} ┤" in text or text.startswith(tick.text) or f"\n{tick.text} ┤" in text
               for tick in plan.y_ticks)  # fmt: skip


def test_names_are_drawn_as_they_are():
    ranks = cc.studies.MeanRanks(HOSTILE, np.arange(1, len(HOSTILE) + 1), 9)
    for control in (None, HOSTILE[0]):
        chart = cc.studies.rank_chart(ranks, control=control)
        drawn = svg.render(chart)
        assert "<script" not in drawn
        axes = cc.studies.rank_chart(ranks, control=control).plot(Figure().subplots())
        axes.figure.canvas.draw()
        assert terminal.render(chart, ascii_only=True).isascii()


def test_a_difference_beyond_all_ranks_stays_on_the_axis():
    chart = cc.studies.rank_chart(cc.studies.MeanRanks(("a", "b"), [1, 2], 1))
    assert chart.x.high > 1 + 1.96
    assert [tick.text for tick in axis_ticks(chart.x, 5)] == ["1", "2"]
