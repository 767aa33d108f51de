"""Figures of single curves: one a model, worded as a chart, with references and a decision."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import number, share
from costcurves._ground.number_words import amount, percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.roc_and_cost_figures import isometric_lines
from costcurves.charts.figures.subject import LABEL, Axes, Subject, curve_axis, reference_lines, upright
from costcurves.charts.marks import Line
from costcurves.charts.scales import Axis
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
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.curves.over_condition import OverConditions
    from costcurves.curves.over_depth import OverDepth
    from costcurves.curves.over_threshold import OverMeasure
    from costcurves.measures.confusion_measures import Measure
    from costcurves.rules.rule import Rule

#: Ends of a log-odds axis.
LOGIT = (0.01, 0.99)
#: Rates that a probit axis shows at least and at most.
PROBIT = (1e-4, 0.02)


# ---- over thresholds ------------------------------------------------------------------------


def threshold_figure(
    kind: OverMeasure,
    subject: Subject,
    *,
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
    if isometrics is not None and kind.key != "coverage":
        raise InputError(
            "isometrics can only be drawn in coverage and in ROC space", kind.key, "leave them out"
        )
    curves = {name: kind.of(tally) for name, tally in subject.models.items()}
    axes = _threshold_axes(kind, curves)
    lines, level_notes = isometric_lines(isometrics, levels, subject.first, (axes[0].high, axes[1].high))
    marks = [*lines, *reference_lines(kind.references(subject.first))]
    for series, (name, curve) in enumerate(curves.items()):
        marks.append(subject.line(name, curve, series, axes))
        marks.append(subject.line(name, kind.hull(subject.models[name]), series, axes, "hull"))
    if subject.decision is not None:
        whole = outcomes_at_thresholds(subject.models[subject.decided], {kind.across, kind.up})
        outcome = outcomes(subject.decision, float(whole.positives[0]), float(whole.negatives[0]))
        x, y = (float(coordinate(name)(outcome)) for name in (kind.across, kind.up))
        marks += subject.decision_point(x, y) if np.isfinite([x, y]).all() else []
    return Chart(
        kind.key,
        kind.title,
        *axes,
        marks,
        subtitle=subject.prevalence_text if kind.moved_by_prevalence else "",
        notes=("Dotted: what mixtures of the best thresholds achieve.", *level_notes),
        square=kind.key != "coverage",
    )


def outcomes(decision: Decision, positives: float, negatives: float) -> Confusion:
    """Return the outcomes of a decision among so many records of each class."""
    tp, fp = decision.tpr * positives, decision.fpr * negatives
    return Confusion(tp, positives - tp, fp, negatives - fp)


def _threshold_axes(kind: OverMeasure, curves: Mapping[str, Curve]) -> Axes:
    """Choose both axes: shares from 0 to 1, counts up to the class sizes, rates on a probit scale."""
    low, right, top, scale = 0.0, 1.0, 1.0, "linear"
    if kind.key == "coverage":
        right, top = (max(float(getattr(curve, name)[-1]) for curve in curves.values()) for name in "xy")
    elif kind.axis_scale != "linear":
        rates = np.concatenate([np.concatenate([c.x, c.y, 1 - c.x, 1 - c.y]) for c in curves.values()])
        low = float(np.clip(rates[rates > 0].min(initial=PROBIT[1]), *PROBIT)) / 2
        right, top, scale = 1 - low, 1 - low, "probit"
    return Axis(kind.x_title, low, right, scale), Axis(kind.y_title, low, top, scale)


# ---- over depth -----------------------------------------------------------------------------


def depth_figure(
    kind: OverDepth, subject: Subject, *, capacity: float | None = None, population: float | None = None
) -> Chart:
    """Draw a curve over depth with the random and the perfect order; a decision is a point and its depth.

    Parameters
    ----------
    capacity : float, optional
        Share of the records that can be handled, marked by an upright line.
    population : float, optional
        How many cases there are: axes count these, and what they bring.
    """
    options = CurveOptions(condition=subject.condition).of_weighed
    curves = {name: kind.of(tally, options) for name, tally in subject.models.items()}
    perfect = kind.perfect(subject.first, options)
    y_axis = curve_axis(kind.y_title, [*curves.values(), perfect], "low")
    axes = Axis(kind.x_title, 0, 1), y_axis
    marks = reference_lines(kind.references(subject.first, options))
    line = subject.line("perfect order", perfect, 0, axes)
    marks.append(Line(line.x, line.y, label="perfect order", role="reference"))
    marks += subject.lines(curves, axes)
    if capacity is not None:
        if share(capacity, "a capacity") == 0:
            raise InputError("a capacity must be a share of the records above 0", repr(capacity))
        marks.append(Line([capacity] * 2, [y_axis.low, y_axis.high], label="capacity", role="reference"))
    decision = subject.decision
    if decision is not None and decision.model in curves and np.isfinite(decision.flagged):
        depth = float(decision.flagged)
        marks.append(upright(depth, y_axis))
        if len(decision.models) == 1:  # a mixture of two models lies on the curve of neither
            marks += subject.decision_point(depth, float(curves[decision.model](depth)))
    scale = 1.0
    if population is not None:
        of = ValueTally.require(kind.valued(options.weighed(subject.first), options), kind.title)
        scale = population / float(of.running()[0][-1])
        axes = _in_cases(kind, axes, population, scale)
    notes = _highest(curves, scale) if kind.needs_costs else ()
    return Chart(kind.key, kind.title, *axes, marks, subtitle=subject.prevalence_text, notes=notes)


def _in_cases(kind: OverDepth, axes: tuple[Axis, Axis], population: float, scale: float) -> tuple[Axis, Axis]:
    """Write axes in cases, and money as that of all of them."""
    if not number(population, "a population") > 0:
        raise InputError("a population must have cases", f"{population:g}", "state how many there are")
    x, y = axes
    cases = f"{population:,.0f} cases"
    x = x.in_unit(population, f"How many of {cases} are flagged, best scores first")
    return (x, y.in_unit(scale, f"{kind.y_title}, of {cases}")) if kind.needs_costs else (x, y)


def _highest(curves: Mapping[str, Curve], scale: float) -> tuple[str, ...]:
    """Say where profit is highest."""
    found = {name: curve.extreme(highest=True) for name, curve in curves.items()}
    written = short if scale == 1 else amount
    return tuple(
        f"{name}: highest, {written(scale * y)}, at {percent(x)} flagged." for name, (x, y) in found.items()
    )


# ---- over conditions ------------------------------------------------------------------------


def condition_figure(
    kind: OverConditions, subject: Subject, *, rule: Rule | None = None, test_cost: float = 0.0
) -> Chart:
    """Draw a curve over conditions with the trivial classifiers; a decision is a curve of its own.

    Parameters
    ----------
    rule : Rule, optional
        How thresholds follow the condition; by default that of the kind.
    test_cost : float
        What one use of a classifier costs, in the unit of y.
    """
    options = CurveOptions(condition=subject.condition, rule=rule, test_cost=test_cost).of_weighed
    curves = {name: kind.of(tally, options) for name, tally in subject.models.items()}
    ends = LOGIT if kind.axis_scale == "logit" else (0.0, 1.0)
    axes = (
        Axis(kind.x_title, *ends, scale=kind.axis_scale),
        curve_axis(kind.y_title, list(curves.values()), kind.better),
    )
    marks = reference_lines(kind.references(subject.first, options))
    by_best = dataclasses.replace(options, rule=optimal)
    for series, (name, one) in enumerate(curves.items()):
        if kind.beside_best:
            marks.append(subject.line(name, kind.of(subject.models[name], by_best), series, axes, "hull"))
        marks.append(subject.line(name, one, series, axes))
    marks += _decision_marks(kind, subject, axes[1])
    said = [subject.prevalence_text] if kind.moved_by_prevalence else []
    if kind.axis_scale == "logit":
        said.append(f"scores taken as calibrated {subject.prevalence_text}")
    said += [f"thresholds: {rule.title}"] if rule is not None else []
    if options.stated_costs is not None and kind.uses_costs:
        fp, fn = short(options.stated_costs.effective_fp), short(options.stated_costs.effective_fn)
        said.append(f"cost of a false positive {fp}, of a false negative {fn}")
    told = kind.moved_by_prevalence or kind.axis_scale == "logit"
    if subject.decision is not None and subject.condition_source and not told:
        said.append(f"decision: {subject.condition_source}")
    notes = ("Dotted: the best threshold everywhere.",) if kind.beside_best else ()
    return Chart(kind.key, kind.title, *axes, marks, subtitle="; ".join(said), notes=notes)


def _decision_marks(kind: OverConditions, subject: Subject, y_axis: Axis) -> list[Mark]:
    """Mark a decision by its own curve and, where its condition lies on the axis, by a point there."""
    decision, condition = subject.decision, subject.condition
    if decision is None:
        return []
    tally = subject.models[subject.decided]
    options = CurveOptions(condition=condition).of_weighed
    line = kind.line(decision.fpr, decision.tpr, tally, options)
    marks: list[Mark] = [Line(line.x, line.y, label=LABEL, role="decision", dash="dashed")]
    if condition is None:
        return marks
    fixed = kind.fixed(tally, options)
    place = _place(kind, condition, fixed)
    value = kind.value(place, np.array([decision.fpr]), np.array([1 - decision.tpr]), fixed)
    if np.isfinite(value[0]):
        marks.append(upright(float(place[0]), y_axis))
        marks += subject.decision_point(float(place[0]), float(value[0]))
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
