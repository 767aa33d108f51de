"""ROC space and cost space: points with their hulls, lines with their envelopes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.wording import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.decision_marks import decision_text
from costcurves.charts.figures.surface_figures import isometric_lines
from costcurves.charts.lettering import corner_ranges, corner_texts, range_text, rates_text
from costcurves.charts.marks import Axis, Line, Points, Ribbon, Spans
from costcurves.charts.paths import simplified
from costcurves.rules.rule import Rule, optimal
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.winners import winner_ranges

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.measures.confusion_measures import Measure
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.tally import Tally

#: Points drawn for a piece of a curve that bends.
BEND = 9

#: Places along an axis that a reader can tell apart.
RESOLUTION = 1000

#: Markers on one curve from which on those that overlap are left out.
MARKERS = 60

PC = "PC(+): prevalence weighted by the costs of errors"
NEC = "Normalised expected cost (NEC)"


# ---- ROC space ------------------------------------------------------------------------------


def roc(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
    isometrics: str | Measure | None = None,
    levels: Sequence[float] | None = None,
) -> Chart:
    """ROC curves with their hulls; a decision is marked by its point and its line of equal cost.

    Parameters
    ----------
    models : mapping of str to Tally
    decision : Decision, optional
        What to mark.
    condition : OperatingCondition, optional
        Gives the slope of the line of equal cost; by default that of the decision.
    resolution : float
        Places along an axis that can be told apart: long curves keep no more vertices than that shows.
    isometrics : str or Measure, optional
        A measure whose lines of one value are drawn, at the prevalence of the first model.
    levels : sequence of float, optional
        Its values.
    """
    lines, level_notes = isometric_lines(isometrics, levels, next(iter(models.values())))
    marks: list[Mark] = [
        *lines,
        Line([0, 1], [0, 1], label="random ranking", role="trivial"),
        Points([0, 1], [0, 1], role="trivial", hover=("flag nobody", "flag everybody")),
    ]
    for series, (name, tally) in enumerate(models.items()):
        marks += _ranking(name, tally, series, resolution)
    if decision is not None:
        marks += _decision_in_roc(decision, condition or decision.condition)
    return Chart(
        "roc",
        "ROC curves and their hulls",
        Axis("False positive rate (FPR)", 0, 1),
        Axis("True positive rate (TPR)", 0, 1),
        marks,
        square=True,
        subtitle="markers: thresholds that are best under some operating condition; dotted: the hull",
        notes=level_notes,
    )


def _ranking(name: str, tally: Tally, series: int, resolution: float) -> list[Mark]:
    """Draw one model: all thresholds, the hull, and a marker at each corner of the hull."""
    hull, curve = RocHull.of(tally), RocCurve.ranked(tally)
    # Cumulated weights rise from point to point, so their sums find the corners again.
    corners = np.searchsorted(curve.fp + curve.tp, hull.fp + hull.tp)
    kept = simplified(curve.fpr, curve.tpr, resolution, corners.tolist())
    marks: list[Mark] = [Line(curve.fpr[kept], curve.tpr[kept], label=name, series=series)]
    if len(kept) > len(hull):
        marks.append(Line(hull.fpr, hull.tpr, series=series, role="hull"))
    hover = [
        f"{name}: {rule}, {rates_text(fpr, tpr)}; best for PC(+) {range_text(low, high)}"
        for rule, fpr, tpr, (low, high) in zip(
            corner_texts(hull),
            hull.fpr.tolist(),
            hull.tpr.tolist(),
            corner_ranges(hull),
            strict=True,
        )
    ]
    shown = _apart(hull.fpr, hull.tpr)
    if len(shown):
        texts = [hover[i] for i in shown.tolist()]
        marks.append(Points(hull.fpr[shown], hull.tpr[shown], series=series, role="hull", hover=texts))
    return marks


def _apart(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Choose the corners that get a marker: all but the trivial ones; of a crowd those that stand apart."""
    inner = np.arange(1, len(x) - 1)
    if len(inner) <= MARKERS:
        return inner
    kept = [0]
    for i in inner.tolist():
        if max(x[i] - x[kept[-1]], y[i] - y[kept[-1]]) >= 1 / MARKERS:
            kept.append(i)
    return np.array(kept[1:], dtype=np.intp)


def _decision_in_roc(decision: Decision, condition: OperatingCondition | None) -> list[Mark]:
    """Mark a decision by its point and, where costs are known, by the line of equal cost."""
    marks: list[Mark] = []
    if condition is not None and 0 < condition.pc < 1:
        slope = condition.slope
        ends = np.array([decision.fpr - decision.tpr / slope, decision.fpr + (1 - decision.tpr) / slope])
        x = np.clip(ends, 0, 1)
        y = np.clip(decision.tpr + slope * (x - decision.fpr), 0, 1)
        marks.append(Line(x, y, label="equal cost", role="decision", dash="dotted"))
    text = f"{decision_text(decision)}, {rates_text(decision.fpr, decision.tpr)}"
    marks.append(
        Points([decision.fpr], [decision.tpr], label="this decision", role="decision", hover=(text,))
    )
    return marks


# ---- cost space -----------------------------------------------------------------------------


def cost(
    models: Mapping[str, Tally],
    *,
    rule: Rule = optimal,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
) -> Chart:
    """Cost curves with the trivial classifiers and a strip that names the cheapest model by range.

    A model with one operating point is drawn with its whole cost line (dotted); its curve leaves
    that line where flagging nobody or everybody is cheaper.

    Parameters
    ----------
    models : mapping of str to Tally
    rule : Rule
        How the threshold follows the condition; by default the best threshold everywhere.
    decision : Decision, optional
        Marked by its cost line, and by its cost at the condition.
    condition : OperatingCondition, optional
        Where the decision is marked; by default its own condition.
    resolution
        As in :func:`roc`.
    """
    curves = {name: rule(tally) for name, tally in models.items()}
    marks: list[Mark] = _trivial()
    for series, (name, curve) in enumerate(curves.items()):
        tally = models[name]
        texts = _changes(curve, tally) if rule == optimal else None
        marks += _single(curve, tally, series) if rule == optimal else []
        marks.append(_curve(name, curve, series, resolution, texts))
    marks.append(_strip(curves))
    top = _top(marks)
    condition = condition or (decision.condition if decision is not None else None)
    if decision is not None:
        marks += _decision_in_cost(decision, condition, top)
    optimistic = any(curve.optimistic for curve in curves.values())
    return Chart(
        "cost",
        "Cost curves",
        Axis(PC, 0, 1),
        Axis(NEC, 0, top),
        marks,
        subtitle=_subtitle(rule, curves, condition),
        notes=_chosen_where(decision) if optimistic else (),
    )


def _chosen_where(decision: Decision | None) -> tuple[str]:
    """Say of curves of best thresholds where those were chosen; a decision may be chosen elsewhere."""
    if decision is not None and not decision.optimistic:
        return ("Curves: each threshold is the best on these records.",)
    return ("Thresholds are chosen and judged on the same records: optimistic.",)


def cost_by_part(
    parts: Mapping[str, Tally],
    model: str = "",
    *,
    reference: str = "",
    rule: Rule = optimal,
    resolution: float = RESOLUTION,
) -> Chart:
    """Cost curves of one model on several parts of the records, and the gap between two of them.

    Parameters
    ----------
    parts : mapping of str to Tally
        The model's tally on each part, such as train, validation, test.
    model : str
        Name of the model, for the title.
    reference : str
        The part that others are compared with, by default the first; the gap is from it to the last other.
    rule, resolution
        As in :func:`cost`.
    """
    curves = {part: rule(tally) for part, tally in parts.items()}
    marks: list[Mark] = _trivial()
    reference = reference or next(iter(curves))
    others = [part for part in curves if part != reference]
    subtitle = ""
    if others:
        base, other = curves[reference], curves[others[-1]]
        marks.append(_gap(base, other, resolution))
        pc, gap = other.minus(base).largest_gap()
        subtitle = f"largest gap, {others[-1]} minus {reference}: {short(gap)} at PC(+) {short(pc)}"
    marks += [_curve(part, curve, i, resolution) for i, (part, curve) in enumerate(curves.items())]
    title = f"{model}: cost by part" if model else "Cost by part"
    return Chart("cost", title, Axis(PC, 0, 1), Axis(NEC, 0, _top(marks)), marks, subtitle=subtitle)


def _trivial() -> list[Mark]:
    """Draw the two classifiers that ignore the record."""
    return [
        Line([0, 1], [0, 1], label="flag nobody", role="trivial"),
        Line([0, 1], [1, 0], label="flag everybody", role="trivial"),
    ]


def _curve(
    name: str, curve: CostCurve, series: int, resolution: float, changes: list[str] | None = None
) -> Line:
    """Draw a cost curve; texts say the cost at each vertex and which threshold gives way to which."""
    x, y = _polyline(curve)
    kept = simplified(x, y, resolution)
    texts = [f"{name}: PC(+) {short(a)}, NEC {short(b)}" for a, b in zip(x[kept], y[kept], strict=True)]
    if changes is not None:
        texts = [f"{text}; {changes[i]}" for text, i in zip(texts, kept.tolist(), strict=True)]
    return Line(x[kept], y[kept], label=name, series=series, hover=texts)


def _polyline(curve: CostCurve) -> tuple[Any, Any]:
    """Vertices of a cost curve; pieces that bend are cut finely."""
    if curve.is_linear:
        return curve.knots, curve.values
    share = np.linspace(0, 1, BEND)[:-1]
    x = np.append((curve.edges[:-1, None] + share * np.diff(curve.edges)[:, None]).ravel(), 1.0)
    if curve.prevalence != 0.5:
        x = curve.conditions_of(x)
    return x, curve(x)


def _changes(curve: CostCurve, tally: Tally) -> list[str]:
    """Say at each knot of an envelope which threshold is best on its left and on its right."""
    rules = corner_texts(RocHull.of(tally))
    served = [rules[corner] for corner in curve.point.tolist()]
    between = [f"below, {a}; above, {b}" for a, b in itertools.pairwise(served)]
    return [f"above, {served[0]}", *between, f"below, {served[-1]}"]


def _single(curve: CostCurve, tally: Tally, series: int) -> list[Mark]:
    """Draw the whole cost line of a model that has one operating point besides the trivial ones."""
    points = RocCurve.ranked(tally)
    if len(points) != 3 or len(curve.point) == 1:
        return []
    return [Line([0, 1], [points.fpr[1], 1 - points.tpr[1]], series=series, role="hull")]


def _strip(curves: Mapping[str, CostCurve]) -> Spans:
    """Name the cheapest choice in each range of PC(+)."""
    ranges = winner_ranges(curves)
    order = {name: i for i, name in enumerate(curves)}
    return Spans(
        [r.low for r in ranges],
        [r.high for r in ranges],
        names=[r.winner for r in ranges],
        serieses=[order[r.models[0]] if len(r.models) == 1 else None for r in ranges],
        label="cheapest choice",
    )


def _top(marks: list[Mark]) -> float:
    """Choose the end of the cost axis: 0.5, where trivial classifiers cost most, or nearer to low curves."""
    highest = max(float(np.max(mark.y)) for mark in marks if isinstance(mark, Line) and mark.role == "model")
    if highest > 0.3:
        return max(0.5, float(np.ceil(round(highest * 10, 9)) / 10))
    return Axis.around("", [1.3 * highest], low=0).high if highest > 0 else 0.5


def _decision_in_cost(decision: Decision, condition: OperatingCondition | None, top: float) -> list[Mark]:
    """Mark a decision by its cost line and, where costs are known, by its cost at the condition."""
    text = decision_text(decision)
    marks: list[Mark] = []
    if condition is not None:
        marks.append(Line([condition.pc] * 2, [0, top], role="decision", dash="dotted"))
    marks.append(
        Line(
            [0, 1],
            [decision.fpr, 1 - decision.tpr],
            label="this decision",
            role="decision",
            dash="dashed",
            hover=(f"{text}: costs FPR at PC(+) 0", f"{text}: costs 1 − TPR at PC(+) 1"),
        )
    )
    if condition is not None:
        nec = float(condition.nec(decision.fpr, decision.tpr))
        hover = f"{text}, PC(+) {short(condition.pc)}, NEC {short(nec)}"
        marks.append(Points([condition.pc], [nec], label="this decision", role="decision", hover=(hover,)))
    return marks


def _gap(first: CostCurve, last: CostCurve, resolution: float) -> Ribbon:
    """Shade what lies between two curves, exactly where both are piecewise linear."""
    ends = [_polyline(curve)[0] for curve in (first, last)]
    x = np.unique(np.concatenate([*ends, first.crossings(last)]))
    y = np.array([first(x), last(x)])
    kept = np.union1d(simplified(x, y[0], resolution), simplified(x, y[1], resolution))
    return Ribbon(x[kept], y.min(axis=0)[kept], y.max(axis=0)[kept], label="gap")


def _subtitle(rule: Rule, curves: Mapping[str, CostCurve], condition: OperatingCondition | None) -> str:
    """Say how thresholds were chosen and at which prevalence."""
    said = []
    if rule != optimal:
        said.append(f"thresholds: {rule.title}")
        used = sorted({curve.prevalence for curve in curves.values()} - {0.5})
        said += [f"at a prevalence of {' or '.join(map(percent, used))}"] if used else []
    if condition is not None:
        said.append(f"vertical line: your condition, PC(+) = {short(condition.pc)}")
    return "; ".join(said)
