"""Figures of single curves: one a model, worded as a chart, with references and a decision."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import share
from costcurves._ground.wording import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.decision_marks import decision_curve, decision_place, decision_point
from costcurves.charts.figures.surface_figures import isometric_lines
from costcurves.charts.marks import Axis, Line
from costcurves.charts.paths import simplified
from costcurves.curves.kind import CurveOptions, Family
from costcurves.curves.over_threshold import coordinate, outcomes_at_thresholds
from costcurves.curves.registry import CURVES
from costcurves.errors import InputError
from costcurves.rules.rule import optimal, pc_of
from costcurves.tallies.confusion import Confusion
from costcurves.tallies.values import ValueTally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import Costs, OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.curves.kind import AnyTally, Reference
    from costcurves.curves.over_condition import OverConditions
    from costcurves.curves.over_depth import OverDepth
    from costcurves.curves.over_threshold import OverMeasure
    from costcurves.measures.confusion_measures import Measure
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally

#: Places along an axis that a reader can tell apart.
RESOLUTION = 1000
#: Ends of a log-odds axis.
LOGIT = (0.01, 0.99)
#: Rates that a probit axis shows at least and at most.
PROBIT = (1e-4, 0.02)


# ---- lines ----------------------------------------------------------------------------------


def curve_line(
    name: str, curve: Curve, series: int, x_axis: Axis, y_axis: Axis, resolution: float, role: str = "model"
) -> Line:
    """Draw a curve; of a long one only the vertices that can be told apart on these axes."""
    x, y = curve.drawn()
    known = np.isfinite(y)
    x, y = x[known], y[known]
    # Far beyond the axis nothing can be told apart.
    across = np.clip((x - x_axis.low) / (x_axis.high - x_axis.low), -1, 2)
    up = np.clip((y - y_axis.low) / (y_axis.high - y_axis.low), -1, 2)
    kept = simplified(across, up, resolution)
    hover = [f"{name}: {short(a)}, {short(b)}" for a, b in zip(x[kept], y[kept], strict=True)]
    shown = name if role == "model" else ""
    return Line(x[kept], y[kept], label=shown, series=series, role=role, hover=hover)


def reference_lines(references: Sequence[Reference], role: str = "trivial") -> list[Mark]:
    """Draw what a picture is read against."""
    return [Line(one.x, one.y, label=one.label, role=role) for one in references if len(one.x) > 1]


def curve_axis(title: str, curves: Sequence[Curve], better: str) -> Axis:
    """Choose a y axis that holds the curves; what is below 0 only in part, where high values are better."""
    values = np.concatenate([curve.y[np.isfinite(curve.y)] for curve in curves])
    top = float(max(values.max(initial=0.0), 0.0))
    low = float(min(values.min(initial=0.0), 0.0))
    if better == "high" and top > 0:
        low = max(low, -top / 4)
    if low == 0:
        return Axis.around(title, [1.05 * top if top > 0 else 1.0], low=0)
    return Axis.around(title, [low, 1.05 * top])


def prevalence_text(models: Mapping[str, Any]) -> str:
    """Say at which prevalence a picture is drawn."""
    tallies = [t for t in models.values() if not isinstance(t, ValueTally)]
    known = [t for t in tallies if t.counted or t.stated_prevalence is not None]
    if not known:
        return ""
    shares = sorted({round(t.prevalence, 12) for t in known})
    stated = any(t.stated_prevalence not in (None, _sampled(t)) for t in known)
    text = " or ".join(percent(share) for share in shares)
    return f"at a stated prevalence of {text}" if stated else f"at the prevalence of the records, {text}"


def _sampled(tally: Any) -> float | None:
    """Share of positives among the records; None where that is not known."""
    return tally.total_positive / (tally.total_positive + tally.total_negative) if tally.counted else None


# ---- over thresholds ------------------------------------------------------------------------


def threshold_figure(
    kind: OverMeasure,
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
    isometrics: str | Measure | None = None,
    levels: Sequence[float] | None = None,
) -> Chart:
    """Draw a curve of two measures, with the image of the ROC hull; a decision is a point.

    Parameters
    ----------
    isometrics : str or Measure, optional
        Of coverage space: a measure whose lines of one value are drawn.
    levels : sequence of float, optional
        Its values.
    """
    curves = {name: kind.of(tally) for name, tally in models.items()}
    first = next(iter(models.values()))
    x_axis, y_axis = _threshold_axes(kind, curves)
    if isometrics is not None and kind.key != "coverage":
        raise InputError(
            "isometrics can only be drawn in coverage and in ROC space", kind.key, "leave them out"
        )
    sizes = float(x_axis.high), float(y_axis.high)
    lines, level_notes = isometric_lines(isometrics, levels, first, sizes)
    marks = [*lines, *reference_lines(kind.references(first))]
    for series, (name, curve) in enumerate(curves.items()):
        marks.append(curve_line(name, curve, series, x_axis, y_axis, resolution))
        marks.append(curve_line(name, kind.hull(models[name]), series, x_axis, y_axis, resolution, "hull"))
    if decision is not None:
        tally = models.get(decision.model, first)
        whole = outcomes_at_thresholds(tally, {kind.across, kind.up})
        outcome = outcomes(decision, float(whole.positives[0]), float(whole.negatives[0]))
        place = [float(coordinate(name)(outcome)) for name in (kind.across, kind.up)]
        if np.all(np.isfinite(place)):
            marks.append(decision_point(decision, *place))
    subtitle = prevalence_text(models) if kind.moved_by_prevalence else ""
    square = kind.key != "coverage"
    notes = ("Dotted: what mixtures of the best thresholds achieve.", *level_notes)
    return Chart(kind.key, kind.title, x_axis, y_axis, marks, subtitle=subtitle, notes=notes, square=square)


def outcomes(decision: Decision, positives: float, negatives: float) -> Confusion:
    """Return the outcomes of a decision among so many records of each class."""
    tp, fp = decision.tpr * positives, decision.fpr * negatives
    return Confusion(tp, positives - tp, fp, negatives - fp)


def _threshold_axes(kind: OverMeasure, curves: Mapping[str, Curve]) -> tuple[Axis, Axis]:
    """Choose both axes: shares from 0 to 1, counts up to the class sizes, rates on a probit scale."""
    if kind.key == "coverage":
        ends = ((curve.x[-1], curve.y[-1]) for curve in curves.values())
        right, top = (max(values) for values in zip(*ends, strict=True))
        return Axis(kind.x_title, 0, right), Axis(kind.y_title, 0, top)
    if kind.axis_scale == "linear":
        return Axis(kind.x_title, 0, 1), Axis(kind.y_title, 0, 1)
    rates = np.concatenate([np.concatenate([c.x, c.y, 1 - c.x, 1 - c.y]) for c in curves.values()])
    least = float(np.clip(rates[rates > 0].min(initial=PROBIT[1]), *PROBIT)) / 2
    return tuple(Axis(title, least, 1 - least, scale="probit") for title in (kind.x_title, kind.y_title))  # type: ignore[return-value]  # two of them


# ---- over depth -----------------------------------------------------------------------------


def depth_figure(
    kind: OverDepth,
    models: Mapping[str, AnyTally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
    capacity: float | None = None,
) -> Chart:
    """Draw a curve over depth with the random and the perfect order; a decision is a point and its depth.

    Parameters
    ----------
    capacity : float, optional
        Share of the records that can be handled, marked by an upright line.
    """
    place = decision.condition if condition is None and decision is not None else condition
    options = CurveOptions(condition=place).of_weighed
    curves = {name: kind.of(tally, options) for name, tally in models.items()}
    first = next(iter(models.values()))
    perfect = kind.perfect(first, options)
    y_axis = curve_axis(kind.y_title, [*curves.values(), perfect], "low")
    x_axis = Axis(kind.x_title, 0, 1)
    marks = reference_lines(kind.references(first, options))
    line = curve_line("perfect order", perfect, 0, x_axis, y_axis, resolution, "reference")
    marks.append(Line(line.x, line.y, label="perfect order", role="reference"))
    marks += [
        curve_line(name, curve, series, x_axis, y_axis, resolution)
        for series, (name, curve) in enumerate(curves.items())
    ]
    if capacity is not None:
        if share(capacity, "a capacity") == 0:
            raise InputError("a capacity must be a share of the records above 0", repr(capacity))
        marks.append(Line([capacity] * 2, [y_axis.low, y_axis.high], label="capacity", role="reference"))
    if decision is not None and decision.model in curves and np.isfinite(decision.flagged):
        depth = float(decision.flagged)
        marks.append(decision_place(depth, y_axis.low, y_axis.high))
        marks.append(decision_point(decision, depth, float(curves[decision.model](depth))))
    notes = _highest(curves) if kind.needs_costs else ()
    subtitle = prevalence_text(models)
    return Chart(kind.key, kind.title, x_axis, y_axis, marks, subtitle=subtitle, notes=notes)


def _highest(curves: Mapping[str, Curve]) -> tuple[str, ...]:
    """Say where profit is highest."""
    found = {name: curve.extreme(highest=True) for name, curve in curves.items()}
    return tuple(f"{name}: highest, {short(y)}, at {percent(x)} flagged." for name, (x, y) in found.items())


# ---- over conditions ------------------------------------------------------------------------


def condition_figure(
    kind: OverConditions,
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
    rule: Rule | None = None,
    test_cost: float = 0.0,
) -> Chart:
    """Draw a curve over conditions with the trivial classifiers; a decision is a curve of its own.

    Parameters
    ----------
    rule : Rule, optional
        How thresholds follow the condition; by default that of the kind.
    test_cost : float
        What one use of a classifier costs, in the unit of y.
    """
    place = decision.condition if condition is None and decision is not None else condition
    options = CurveOptions(condition=place, rule=rule, test_cost=test_cost).of_weighed
    curves = {name: kind.of(tally, options) for name, tally in models.items()}
    first = next(iter(models.values()))
    low, high = LOGIT if kind.axis_scale == "logit" else (0.0, 1.0)
    x_axis = Axis(kind.x_title, low, high, scale=kind.axis_scale)
    y_axis = curve_axis(kind.y_title, list(curves.values()), kind.better)
    marks = reference_lines(kind.references(first, options))
    by_best = dataclasses.replace(options, rule=optimal)
    for series, (name, one) in enumerate(curves.items()):
        if kind.beside_best:
            best = kind.of(models[name], by_best)
            marks.append(curve_line(name, best, series, x_axis, y_axis, resolution, "hull"))
        marks.append(curve_line(name, one, series, x_axis, y_axis, resolution))
    if decision is not None:
        known = condition or decision.condition
        marks += _decision_marks(kind, decision, known, models.get(decision.model, first), y_axis)
    said = [prevalence_text(models)] if kind.moved_by_prevalence else []
    if kind.axis_scale == "logit":
        said.append(f"scores taken as calibrated {prevalence_text(models)}")
    said += [f"thresholds: {rule.title}"] if rule is not None else []
    said += (
        [_costs_text(options.stated_costs)] if options.stated_costs is not None and kind.uses_costs else []
    )
    notes = ("Dotted: the best threshold everywhere.",) if kind.beside_best else ()
    return Chart(kind.key, kind.title, x_axis, y_axis, marks, subtitle="; ".join(said), notes=notes)


def _costs_text(costs: Costs) -> str:
    """Say what the errors cost."""
    fp, fn = short(costs.effective_fp), short(costs.effective_fn)
    return f"cost of a false positive {fp}, of a false negative {fn}"


def _decision_marks(
    kind: OverConditions, decision: Decision, condition: OperatingCondition | None, tally: Tally, y_axis: Axis
) -> list[Mark]:
    """Mark a decision by its own curve and, where its condition lies on the axis, by a point there."""
    options = CurveOptions(condition=condition).of_weighed
    line = kind.line(decision.fpr, decision.tpr, tally, options)
    marks: list[Mark] = [decision_curve(line.x, line.y)]
    if condition is None:
        return marks
    fixed = kind.fixed(tally, options)
    place = _place(kind, condition, fixed)
    value = kind.value(place, np.array([decision.fpr]), np.array([1 - decision.tpr]), fixed)
    if np.isfinite(value[0]):
        marks.append(decision_place(float(place[0]), y_axis.low, y_axis.high))
        marks.append(decision_point(decision, float(place[0]), float(value[0])))
    return marks


def _place(
    kind: OverConditions, condition: OperatingCondition, fixed: OperatingCondition
) -> NDArray[np.float64]:
    """Where a condition lies on the axis; of an axis with a prevalence of its own, by its costs."""
    errors = float(condition.costs.effective_fp), float(condition.costs.effective_fn)
    p = fixed.prevalence if kind.axis.at_prevalence and condition.placed else condition.prevalence
    pc = condition.pc if not condition.placed else float(pc_of(np.array(p), *errors))
    return np.atleast_1d(kind.axis.place(np.array([pc]), fixed))


#: How a kind of curve is drawn, by what lies along x.
FAMILIES: dict[Family, Callable[..., Chart]] = {
    Family.MEASURES: threshold_figure,
    Family.DEPTH: depth_figure,
    Family.CONDITION: condition_figure,
}
#: Figures of single curves by name.
CURVE_FIGURES: dict[str, Callable[..., Chart]] = {
    kind.key: partial(FAMILIES[kind.family], kind) for kind in CURVES
}
