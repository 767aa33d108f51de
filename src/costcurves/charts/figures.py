"""Figures: tallies worded as charts. Here numbers become marks; to the right of here nothing is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from costcurves.charts.marks import Axis, Chart, Line, Points, Spans
from costcurves.conditions import OperatingCondition
from costcurves.decisions import Decision
from costcurves.roc import RocCurve, RocHull
from costcurves.selection import Rule, optimal
from costcurves.tally import Tally
from costcurves.winners import winner_ranges
from costcurves.wording import short

__all__ = ["FIGURES", "cost", "roc"]

#: Points drawn for a piece of a curve that bends.
BEND = 9


def roc(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
) -> Chart:
    """ROC curves with their hulls; a decision is marked by its point and iso-performance line."""
    marks: list[Any] = []
    for series, (name, tally) in enumerate(models.items()):
        hull = RocHull.of(tally)
        curve = RocCurve.ranked(tally)
        hover = tuple(_point_text(name, hull, i) for i in range(len(hull)))
        marks.append(Line(curve.fpr, curve.tpr, label=name, series=series))
        marks.append(Line(hull.fpr, hull.tpr, series=series, role="hull"))
        marks.append(Points(hull.fpr, hull.tpr, series=series, role="hull", hover=hover))
    marks.append(Line([0, 1], [0, 1], label="random ranking", role="trivial"))
    if decision is not None:
        if condition is None:
            condition = decision.condition
        if condition is not None and 0 < condition.pc < 1:
            marks.append(_iso_performance(condition, decision))
        text = f"{decision.model}: FPR {short(decision.fpr)}, TPR {short(decision.tpr)}"
        marks.append(Points([decision.fpr], [decision.tpr], label="decision", role="decision", hover=(text,)))
    return Chart(
        "roc",
        "ROC curves and their hulls",
        Axis("False positive rate", 0, 1),
        Axis("True positive rate", 0, 1),
        marks,
        square=True,
        subtitle="thin: all thresholds; bold corners: thresholds that some condition makes best",
    )


def _iso_performance(condition: OperatingCondition, decision: Decision) -> Line:
    """Line of equal cost through a decision, cut to the unit square."""
    slope = condition.slope
    start = max(0.0, decision.fpr - decision.tpr / slope)
    stop = min(1.0, decision.fpr + (1 - decision.tpr) / slope)
    x = np.array([start, stop])
    y = np.clip(decision.tpr + slope * (x - decision.fpr), 0, 1)
    return Line(x, y, label="equal cost", role="decision", dash="dotted")


def _point_text(name: str, curve: RocCurve, i: int) -> str:
    """Say what a point of a curve is."""
    rates = f"FPR {short(curve.fpr[i])}, TPR {short(curve.tpr[i])}"
    if curve.flags(i) != "some":
        return f"{name}: flag {curve.flags(i)}, {rates}"
    threshold = "" if np.isnan(curve.high[i]) else f"threshold {short(curve.high[i])}, "
    return f"{name}: {threshold}{rates}"


def cost(
    models: Mapping[str, Tally],
    *,
    rule: Rule = optimal,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
) -> Chart:
    """Cost curves with the trivial classifiers and a strip of the cheapest model by range."""
    curves = {name: rule(tally) for name, tally in models.items()}
    marks: list[Any] = [
        Line([0, 1], [0, 1], label="flag nobody", role="trivial"),
        Line([0, 1], [1, 0], label="flag everybody", role="trivial"),
    ]
    for series, (name, curve) in enumerate(curves.items()):
        x, y = _polyline(curve)
        marks.append(Line(x, y, label=name, series=series, hover=_knot_texts(name, x, y)))
    ranges = winner_ranges(curves)
    order = {name: i for i, name in enumerate(curves)}
    serieses = [order[r.models[0]] if len(r.models) == 1 else None for r in ranges]
    marks.append(
        Spans(
            [r.low for r in ranges],
            [r.high for r in ranges],
            names=[r.winner for r in ranges],
            serieses=serieses,
        )
    )
    condition = condition or (decision.condition if decision is not None else None)
    if decision is not None:
        marks.append(
            Line([0, 1], [decision.fpr, 1 - decision.tpr], label="decision", role="decision", dash="dashed")
        )
    if condition is not None and decision is not None:
        nec = float(condition.nec(decision.fpr, decision.tpr))
        text = f"PC(+) {short(condition.pc)}, NEC {short(nec)}"
        marks.append(Points([condition.pc], [nec], role="decision", hover=(text,)))
    top = max([0.55, *(float(np.max(m.y)) for m in marks if isinstance(m, Line) and m.role == "model")])
    optimistic = any(curve.optimistic for curve in curves.values())
    return Chart(
        "cost",
        "Cost curves",
        Axis("PC(+): prevalence weighed by the cost of errors", 0, 1),
        Axis("Normalised expected cost", 0, min(1.0, float(np.ceil(top * 10) / 10))),
        marks,
        subtitle="below: the cheapest choice at each operating condition",
        notes=("Thresholds are chosen and judged on the same records: optimistic.",) if optimistic else (),
    )


def _polyline(curve: Any) -> tuple[Any, Any]:
    """Vertices of a cost curve; pieces that bend are cut finely."""
    if curve.is_linear:
        return curve.knots, curve.values
    share = np.linspace(0, 1, BEND)[:-1]
    x = np.append((curve.edges[:-1, None] + share * np.diff(curve.edges)[:, None]).ravel(), 1.0)
    if curve.prevalence != 0.5:  # noqa: PLR2004 - there the axis is PC(+)
        x = curve.conditions_of(x)
    return x, curve(x)


def _knot_texts(name: str, x: Any, y: Any) -> tuple[str, ...]:
    """Hover texts of the vertices of a cost curve."""
    return tuple(f"{name}: PC(+) {short(a)}, NEC {short(b)}" for a, b in zip(x, y, strict=True))


#: Figures by name: each maps {model: tally} to a chart.
FIGURES: dict[str, Callable[..., Chart]] = {"roc": roc, "cost": cost}
