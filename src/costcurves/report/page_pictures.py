"""Sections of a page that show pictures: costs, ROC curves, gains, calibration."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.figures import roc_and_cost_figures as figures
from costcurves.charts.figures.band_figures import banded
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.figures.subject import Subject
from costcurves.charts.marks import Line
from costcurves.charts.scales import Axis
from costcurves.errors import InputError, UndefinedError
from costcurves.report.elements import WIDE, Html, figure, folded, section, tag
from costcurves.report.page_tables import (
    abridged,
    corners_table,
    examples_table,
    operating_table,
    thresholds_table,
    winners_block,
    with_ratios,
)
from costcurves.report.table_blocks import table_block
from costcurves.results.remarks import no_probabilities
from costcurves.tallies.probabilities import probabilities_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.report.contents import Report
    from costcurves.tallies.tally import Tally

#: What the axis of cost curves is called where there is no room for what it means.
SHORT_PC = "PC(+)"
#: Width and height of pictures that stand beside each other, and how finely they are drawn.
_HALF, _HALF_HEIGHT, _COARSE = 540.0, 400.0, 220.0
#: Scores that span so many times those of the model decided for are on another scale.
_SCALES = 3.0

_BY_THRESHOLD = "What a case costs on average, by threshold. A flat curve forgives an inexact threshold."
_COST = (
    "Lower is better. On the left positives are rare or cheap to miss, on the right common or costly to "
    "miss. Dashed grey: flagging nobody, flagging everybody. A model is useful where its curve is below both."
)
_ROC = (
    "Nearer to the upper left corner is better. Each point of a curve is a threshold; only those on "
    "the dotted hull are ever worth using. The diagonal is what a random ranking would do."
)
_GAINS = "Cases are flagged from the best score down: how many of the positives are found so far."
_DECILES = (
    "Cases in ten equal parts, the best scores first: how many positives each part holds, 1 being average."
)
_PROFIT = "What is gained against flagging nobody, so far."
_CALIBRATION = (
    "Scores are calibrated where the share of positives is what the score says: on the dashed diagonal. "
    "Thresholds chosen on records need no calibration; costs reckoned from scores alone do."
)


def cost_section(report: Report) -> Html:
    """Draw cost by threshold beside the cost curves, with the ranges of the cheapest models and of use."""
    uncertainty, decision = report.uncertainty, report.decision
    curves = report.captioned(figures.cost(_subject(report), joint_hull=report.joint_hull))
    curves = curves if uncertainty is None else banded(curves, uncertainty.cost_bands)
    by_threshold = _by_threshold(report)
    if by_threshold is None:
        drawn = figure(curves, _COST, short_x=SHORT_PC)
    else:
        drawn = _beside(_half(by_threshold, _BY_THRESHOLD), _half(curves, _COST, short_x=SHORT_PC))
    thresholds = thresholds_table(report.models)
    tables = []
    if decision is not None:  # without one, these ranges are the answer and stand there
        tables.append(winners_block(report))
    elif report.prevalence is not None:
        tables.append(table_block(examples_table(thresholds, report.prevalence), series=report.series))
    ranges = with_ratios(operating_table(report.models), report.prevalence, explained=not tables)
    tables.append(table_block(ranges, series=report.series, remark=False))
    every = folded(
        f"Model and threshold for every PC(+) ({len(thresholds.rows)} ranges)",
        table_block(abridged(thresholds), series=report.series, caption=False),
        unfolded=decision is None,
        class_="printed",
    )
    title = "Cost curves: which model is cheapest where"
    return section("cost", title, drawn, _beside(*(tag("div", table) for table in tables)), every)


def roc_section(report: Report) -> Html:
    """Draw the ROC curves, with the thresholds at the corners of their hulls."""
    chart = report.captioned(figures.roc(_subject(report), joint_hull=report.joint_hull))
    chart = chart if report.uncertainty is None else banded(chart, report.uncertainty.roc_bands)
    corners = [corners_table(name, tally) for name, tally in report.models.items()]
    tables = [
        folded(f"{table.title} ({len(table.rows)} ranges)", table_block(abridged(table), caption=False))
        for table in corners
    ]
    drawn = figure(chart, _ROC, height=500)
    return section("roc", "ROC curves: which errors a threshold trades off", drawn, *tables)


def gains_section(report: Report) -> Html:
    """Draw gains, deciles and, where amounts are stated, profit; nothing where scores give no order."""
    condition = None if report.decision is None else report.decision.condition
    wanted = {"gains": _GAINS, "deciles": _DECILES}
    if condition is not None and not condition.relative:
        wanted["profit"] = _PROFIT
    charts = {name: _drawn(name, report) for name in wanted}
    drawn = [_half(chart, wanted[name]) for name, chart in charts.items() if chart is not None]
    return section("gains", "Gains: the best scores first", _beside(*drawn)) if drawn else Html("")


def calibration_section(report: Report) -> Html:
    """Draw how far scores are the shares of positives they are taken for; nothing without any such scores."""
    some, others = {}, []
    for model, tally in report.models.items():
        try:
            probabilities_of(tally, "a picture of probabilities")
            some[model] = tally
        except InputError as problem:
            others.append(str(no_probabilities(model, problem)))
    chart = _drawn("binned_reliability", report, some) if some else None
    if chart is None:
        return Html("")
    if others:
        chart = chart.remarked(others, [report.series[model] for model in some])
    return section("calibration", "Calibration", figure(chart, _CALIBRATION, height=500))


def _subject(report: Report, resolution: float = WIDE, models: Mapping[str, Tally] | None = None) -> Subject:
    """Gather what pictures of all models are drawn of, or of some."""
    shown = report.models if models is None else models
    return Subject(shown, report.decision, resolution=resolution, part=report.part)


def _drawn(name: str, report: Report, models: Mapping[str, Tally] | None = None) -> Chart | None:
    """Draw one of the pictures by name, coarsely; None where these models have none."""
    try:
        return report.captioned(FIGURES[name](_subject(report, _COARSE, models))).without_hover()
    except (InputError, UndefinedError):
        return None


def _by_threshold(report: Report) -> Chart | None:
    """Draw cost by threshold, at those of the model decided for where others have scores of another scale."""
    if report.decision is None or report.decision.condition is None:
        return None
    chart = _drawn("cost_by_threshold", report)
    if chart is None:
        return None
    own = [mark.x for mark in chart.marks if isinstance(mark, Line) and mark.label == report.decision.model]
    if not own or chart.x.high - chart.x.low <= _SCALES * np.ptp(own[0]):
        return chart
    return dataclasses.replace(chart, x=Axis.around(chart.x.label, [own[0].min(), own[0].max()]))


def _half(chart: Chart, caption: str, *, short_x: str = "") -> Html:
    """Write a picture that stands beside another."""
    return figure(chart, caption, width=_HALF, height=_HALF_HEIGHT, short_x=short_x)


def _beside(*blocks: str) -> Html:
    """Set blocks beside each other where there is room."""
    return tag("div", *blocks, class_="two")
