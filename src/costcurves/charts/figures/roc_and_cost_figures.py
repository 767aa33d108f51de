"""ROC space and cost space: points with their hulls, lines with their envelopes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.joint_marks import joint_envelope_line, joint_hull_line
from costcurves.charts.figures.subject import (
    LABEL,
    MEMBERS,
    RESOLUTION,
    Subject,
    decision_text,
    member_text,
    strip,
    upright,
)
from costcurves.charts.figures.threshold_lines import corners_on, threshold_lines
from costcurves.charts.lettering import corner_ranges, corner_texts, range_text, rates_text
from costcurves.charts.marks import Line, Points, Ribbon, Spans
from costcurves.charts.paths import simplified
from costcurves.charts.scales import Axis
from costcurves.curves.planes import isometrics as isometrics_of
from costcurves.errors import InputError
from costcurves.measures.confusion_measures import Measure, measure
from costcurves.rules.rule import Rule, optimal
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.winners import winner_ranges

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.charts.marks import Mark
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.tally import Tally

#: Points drawn for a piece of a curve that bends.
BEND = 9

#: Markers on one curve from which on those that overlap are left out.
MARKERS = 60

#: Levels that are drawn of a measure between 0 and 1.
LEVELS = tuple(k / 10 for k in range(1, 10))

ROC_AXES = Axis("False positive rate (FPR)", 0, 1), Axis("True positive rate (TPR)", 0, 1)
RANDOM = Line([0, 1], [0, 1], label="random ranking", role="trivial")

PC = Axis("PC(+): prevalence weighted by the costs of errors", 0, 1)
NEC = "Normalised expected cost (NEC)"
#: The two classifiers that ignore the record, in cost space.
TRIVIAL = (
    Line([0, 1], [0, 1], label="flag nobody", role="trivial"),
    Line([0, 1], [1, 0], label="flag everybody", role="trivial"),
)
#: Where thresholds that are the best were chosen; a decision may be chosen elsewhere.
CHOSEN_HERE = "Thresholds are chosen and judged on the same records: optimistic."
CHOSEN_ELSEWHERE = "Curves: each threshold is the best on these records."


# ---- ROC space ------------------------------------------------------------------------------


def roc(
    subject: Subject,
    *,
    isometrics: str | Measure | None = None,
    levels: Sequence[float] | None = None,
    joint_hull: bool = False,
) -> Chart:
    """ROC curves with their hulls; a decision is marked by its point and its line of equal cost.

    Parameters
    ----------
    subject : Subject
        Its condition gives the slope of the line of equal cost.
    isometrics : str or Measure, optional
        A measure whose lines of one value are drawn, at the prevalence of the first model.
    levels : sequence of float, optional
        Its values.
    joint_hull : bool
        Whether the joint hull of all models is drawn, too.
    """
    lines, level_notes = isometric_lines(isometrics, levels, subject.first)
    trivial = Points([0, 1], [0, 1], role="trivial", hover=("flag nobody", "flag everybody"))
    marks: list[Mark] = [*lines, RANDOM, trivial, *(joint_hull_line(subject) if joint_hull else ())]
    for series, (name, tally) in enumerate(subject.models.items()):
        marks += _ranking(name, tally, series, subject.resolution)
    if subject.decision is not None:
        rates = subject.decision.fpr, subject.decision.tpr
        marks += [*_mixed_edge(subject), *_equal_cost(subject), *subject.decision_point(*rates)]
    return Chart(
        "roc",
        "ROC curves and their hulls",
        *ROC_AXES,
        marks,
        square=True,
        subtitle="markers: thresholds that are best under some operating condition; dotted: the hull",
        notes=level_notes,
    )


def _ranking(name: str, tally: Tally, series: int, resolution: float) -> list[Mark]:
    """Draw one model: all thresholds, the hull, and a marker at each corner of the hull."""
    hull, curve = RocHull.of(tally), RocCurve.ranked(tally)
    kept = simplified(curve.fpr, curve.tpr, resolution, corners_on(curve, hull))
    marks: list[Mark] = [Line(curve.fpr[kept], curve.tpr[kept], label=name, series=series)]
    if len(kept) > len(hull):
        marks.append(Line(hull.fpr, hull.tpr, series=series, role="hull"))
    rates = zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)
    hover = [
        f"{name}: {rule}, {rates_text(*rate)}; best for PC(+) {range_text(*ends)}"
        for rule, rate, ends in zip(corner_texts(hull), rates, corner_ranges(hull), strict=True)
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


def _mixed_edge(subject: Subject) -> list[Mark]:
    """Draw the edge between both members of a mixture: it lies there, by their shares."""
    members = subject.decision_members()
    x, y = [one.fpr for one in members], [one.tpr for one in members]
    hover = [member_text(one) for one in members]
    return [Line(x, y, label=MEMBERS, role="decision", dash="dashed", hover=hover)] if members else []


def _equal_cost(subject: Subject) -> list[Mark]:
    """Draw, where costs are known, what costs as much as the decision."""
    decision, condition = subject.decision, subject.condition
    if decision is None or condition is None or not 0 < condition.pc < 1:
        return []
    slope = condition.slope
    ends = np.array([decision.fpr - decision.tpr / slope, decision.fpr + (1 - decision.tpr) / slope])
    x = np.clip(ends, 0, 1)
    y = np.clip(decision.tpr + slope * (x - decision.fpr), 0, 1)
    return [Line(x, y, label="equal cost", role="decision", dash="dotted")]


def isometric_lines(
    what: str | Measure | None,
    levels: Sequence[float] | None,
    tally: Tally,
    sizes: tuple[float, float] = (1.0, 1.0),
) -> tuple[list[Mark], tuple[str, ...]]:
    """Draw the lines along which a measure has one value, and say which.

    Parameters
    ----------
    what : str or Measure or None
        None draws nothing.
    levels : sequence of float or None
        By default 0.1, 0.2, …, 0.9, for measures between 0 and 1.
    tally : Tally
        Gives the prevalence.
    sizes : (float, float)
        Weights of the negatives and of the positives, where the axes are counts.
    """
    if what is None:
        return [], ()
    row = measure(what)
    if levels is None and (row.low, row.high) != (0.0, 1.0):
        raise InputError("a measure that leaves [0, 1] needs stated levels", row.key, "give levels=[…]")
    found = isometrics_of(row, LEVELS if levels is None else levels, tally.prevalence)
    marks: list[Mark] = [
        Line(
            line.fpr * sizes[0],
            line.tpr * sizes[1],
            role="reference",
            dash="dotted",
            hover=[f"{row.title} {short(line.level)}"] * len(line.fpr),
        )
        for line in found
    ]
    levels_text = ", ".join(short(line.level) for line in found) or "none in the square"
    return marks, (f"Dotted grey: {row.title} {levels_text}.",)


# ---- cost space -----------------------------------------------------------------------------


def cost(subject: Subject, *, rule: Rule = optimal, joint_hull: bool = False, lines: bool = False) -> Chart:
    """Cost curves with the trivial classifiers and a strip that names the cheapest model by range.

    A model with one operating point is drawn with its whole cost line (dotted); its curve leaves
    that line where flagging nobody or everybody is cheaper.

    Parameters
    ----------
    subject : Subject
        Its decision is marked by its cost line, and by its cost at the condition.
    rule : Rule
        How the threshold follows the condition; by default the best threshold everywhere.
    joint_hull : bool
        Whether the cost curve of the joint hull is drawn, too: the lower envelope of all models.
    lines : bool
        Whether the cost line of every threshold is drawn, too; of many, those on the hull and some others.
    """
    each, told = threshold_lines(subject.models) if lines else ([], ())
    curves = {name: rule(tally) for name, tally in subject.models.items()}
    marks: list[Mark] = [*TRIVIAL, *each, *(joint_envelope_line(subject, rule) if joint_hull else ())]
    for series, (name, curve) in enumerate(curves.items()):
        tally = subject.models[name]
        texts = _changes(curve, tally) if rule == optimal else None
        marks += _single(curve, tally, series) if rule == optimal else []
        marks.append(_curve(name, curve, series, subject.resolution, texts))
    marks.append(_strip(curves))
    y_axis = _cost_axis(marks)
    marks += _decision_in_cost(subject, y_axis)
    elsewhere = subject.decision is not None and not subject.decision.optimistic
    chosen = CHOSEN_ELSEWHERE if elsewhere else CHOSEN_HERE
    notes = [chosen] if any(curve.optimistic for curve in curves.values()) else []
    said = _subtitle(rule, curves, subject)
    return Chart("cost", "Cost curves", PC, y_axis, marks, subtitle=said, notes=(*told, *notes))


def cost_by_part(parts: Mapping[str, Tally], model: str = "", *, reference: str = "") -> Chart:
    """Cost curves of one model on several parts of the records, and the gap between two of them.

    Parameters
    ----------
    parts : mapping of str to Tally
        The model's tally on each part, such as train, validation, test.
    model : str
        Name of the model, for the title.
    reference : str
        The part that others are compared with, by default the first; the gap is from it to the last other.
    """
    curves = {part: optimal(tally) for part, tally in parts.items()}
    marks: list[Mark] = list(TRIVIAL)
    reference = reference or next(iter(curves))
    others = [part for part in curves if part != reference]
    subtitle = ""
    if others:
        base, other = curves[reference], curves[others[-1]]
        marks.append(_gap(base, other))
        pc, gap = other.minus(base).largest_gap()
        subtitle = f"largest gap, {others[-1]} minus {reference}: {short(gap)} at PC(+) {short(pc)}"
    marks += [_curve(part, curve, i, RESOLUTION) for i, (part, curve) in enumerate(curves.items())]
    title = f"{model}: cost by part" if model else "Cost by part"
    return Chart("cost", title, PC, _cost_axis(marks), marks, subtitle=subtitle)


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
    order = {name: i for i, name in enumerate(curves)}
    ranges = (
        (one.low, one.high, one.winner, order[one.models[0]] if len(one.models) == 1 else None)
        for one in winner_ranges(curves)
    )
    return strip(ranges, "cheapest choice")


def _cost_axis(marks: list[Mark]) -> Axis:
    """Choose an axis up to 0.5, where trivial classifiers cost most, or nearer to low curves."""
    highest = max(float(np.max(mark.y)) for mark in marks if isinstance(mark, Line) and mark.role == "model")
    if highest > 0.3:
        return Axis(NEC, 0, max(0.5, float(np.ceil(round(highest * 10, 9)) / 10)))
    return Axis.around(NEC, [1.3 * highest if highest > 0 else 0.5], low=0)


def _decision_in_cost(subject: Subject, y_axis: Axis) -> list[Mark]:
    """Mark a decision by its cost line and, where costs are known, by its cost at the condition."""
    decision, condition = subject.decision, subject.condition
    if decision is None:
        return []
    text = decision_text(decision)
    ends = (f"{text}: costs FPR at PC(+) 0", f"{text}: costs 1 − TPR at PC(+) 1")
    y = [decision.fpr, 1 - decision.tpr]
    line = Line([0, 1], y, label=LABEL, role="decision", dash="dashed", hover=ends)
    mixed = [
        Line([0, 1], [one.fpr, 1 - one.tpr], label=MEMBERS, role="decision", dash="dotted", hover=[text] * 2)
        for one in subject.decision_members()
        for text in [member_text(one)]
    ]
    if condition is None:
        return [*mixed, line]
    nec = float(condition.nec(decision.fpr, decision.tpr))
    hover = f"{text}, PC(+) {short(condition.pc)}, NEC {short(nec)}"
    point = Points([condition.pc], [nec], label=LABEL, role="decision", hover=(hover,))
    return [upright(condition.pc, y_axis), *mixed, line, point]


def _gap(first: CostCurve, last: CostCurve) -> Ribbon:
    """Shade what lies between two curves, exactly where both are piecewise linear."""
    ends = [_polyline(curve)[0] for curve in (first, last)]
    x = np.unique(np.concatenate([*ends, first.crossings(last)]))
    y = np.array([first(x), last(x)])
    kept = np.union1d(simplified(x, y[0]), simplified(x, y[1]))
    return Ribbon(x[kept], y.min(axis=0)[kept], y.max(axis=0)[kept], label="gap")


def _subtitle(rule: Rule, curves: Mapping[str, CostCurve], subject: Subject) -> str:
    """Say how thresholds were chosen and at which prevalence."""
    said = []
    if rule != optimal:
        said.append(f"thresholds: {rule.title}")
        used = sorted({curve.prevalence for curve in curves.values()} - {0.5})
        said += [f"at a prevalence of {' or '.join(map(percent, used))}"] if used else []
    if subject.condition is not None:
        place = f"vertical line: your condition, PC(+) = {short(subject.condition.pc)}"
        said.append(", ".join(filter(None, [place, subject.condition_source])))
    return "; ".join(said)
