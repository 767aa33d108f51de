"""Figures over the threshold: any measure, threshold by threshold, of every model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.wording import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.curve_figures import RESOLUTION, curve_axis, curve_line, prevalence_text
from costcurves.charts.figures.decision_marks import decision_place
from costcurves.charts.marks import Axis, Line, Points
from costcurves.curves.over_threshold import OverThreshold
from costcurves.errors import InputError, UndefinedError
from costcurves.measures.confusion_measures import Measure
from costcurves.measures.cost_measures import cost_measure, skill_measure, skill_test
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.tallies.tally import Tally


def threshold(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
    measures: Sequence[str | Measure] = ("accuracy", "error"),
    key: str = "threshold",
    title: str = "Measures by threshold",
    y_title: str = "",
) -> Chart:
    """Draw measures against the threshold; a decision is an upright line at its threshold.

    Parameters
    ----------
    measures : sequence of str or Measure
        What is drawn, of every model.
    key, title, y_title : str
        Of the chart.
    """
    names = [measures] if isinstance(measures, (str, Measure)) else list(measures)
    kinds = [OverThreshold.of_measure(one) for one in names]
    if not kinds:
        raise InputError("a measure to draw must be named", "none")
    curves: dict[str, Curve] = {}
    for model, tally in models.items():
        for kind in kinds:
            # One model: lines are told apart by measure; else by model, and by measure if there are several.
            parts = ([model] if len(models) > 1 or len(kinds) == 1 else []) + (
                [kind.y_title] if len(kinds) > 1 else []
            )
            curves[": ".join(parts)] = kind.of(tally)
    x_axis = Axis.around(_x_title(models), *[(c.x[0], c.x[-1]) for c in curves.values()])
    y_axis = curve_axis(y_title or _y_title(kinds), list(curves.values()), "high")
    marks: list[Mark] = [
        curve_line(name, curve, series, x_axis, y_axis, resolution)
        for series, (name, curve) in enumerate(curves.items())
    ]
    if decision is not None:
        marks += threshold_marks(decision, y_axis)
    moved = any(kind.moved_by_prevalence for kind in kinds)
    subtitle = prevalence_text(models) if moved else ""
    return Chart(key, title, x_axis, y_axis, marks, subtitle=subtitle)


def threshold_marks(decision: Decision, y_axis: Axis) -> list[Mark]:
    """Mark a decision by its threshold, both of a mixture; flagging nobody or everybody has none."""
    both = [decision.thresholds] + ([decision.other] if decision.other is not None else [])
    places = [one.threshold for one in both if one.flags == "some" and np.isfinite(one.threshold)]
    return [
        decision_place(place, y_axis.low, y_axis.high, "this decision" if i == 0 else "")
        for i, place in enumerate(places)
    ]


def _x_title(models: Mapping[str, Tally]) -> str:
    """Say which side of a threshold is flagged."""
    low = {name for name, tally in models.items() if tally.direction is Direction.LOW}
    if low == set(models):
        return "Threshold: flagged if the score is at or below it"
    if low:
        below = ", ".join(sorted(low))
        return f"Threshold: flagged if the score is at or above it (of {below}: at or below)"
    return "Threshold: flagged if the score is at or above it"


def _y_title(kinds: Sequence[OverThreshold]) -> str:
    """Name what is drawn."""
    return ", ".join(kind.y_title for kind in kinds).capitalize()


def lift_by_threshold(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw the lift against the threshold."""
    return threshold(
        models,
        decision=decision,
        resolution=resolution,
        measures=["lift"],
        key="lift_by_threshold",
        title="Lift by threshold",
    )


def cost_by_threshold(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw the mean cost of a record against the threshold, at the costs of a condition."""
    known = _condition(condition, decision, "cost by threshold")
    unit = " (relative)" if known.relative else ""
    return threshold(
        models,
        decision=decision,
        measures=[cost_measure(known.costs)],
        key="cost_by_threshold",
        title="Cost by threshold",
        y_title=f"Mean cost of a record{unit}",
        resolution=resolution,
    )


def skill(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw the skill against the threshold at the threshold probability θ of a condition, and test it.

    Without a condition both errors cost the same, θ = ½. Each model's greatest skill is tested for
    being more than chance; the note says that its threshold was chosen on the same records. At a
    stated prevalence, which is not that of a sample, there is no test.
    """
    known = condition or (decision.condition if decision is not None else None)
    theta = known.costs.effective_fp / (known.costs.effective_fp + known.costs.effective_fn) if known else 0.5
    measure = skill_measure(theta)
    notes = []
    for name, tally in models.items():
        outcomes = tally.confusion()
        values = measure(outcomes)
        best = int(np.nanargmax(values))
        notes.append(f"{name}: greatest skill {short(float(values[best]))}{_tested(tally, best, theta)}.")
    chart = threshold(
        models,
        decision=decision,
        resolution=resolution,
        measures=[measure],
        y_title="Skill",
    )
    y_axis = Axis.around(chart.y.label, [-0.25, 1.0])
    said = f"threshold probability θ = {short(theta)}; {chart.subtitle}"
    return Chart("skill", "Skill by threshold", chart.x, y_axis, chart.marks, subtitle=said, notes=notes)


def _tested(tally: Tally, point: int, theta: float) -> str:
    """Say how likely skill is by chance; counts reweighed to a stated prevalence are no sample of it."""
    if tally.stated_prevalence is not None:
        return ""
    try:
        p_value = skill_test(tally.confusion()[point], theta).p_value
    except UndefinedError:
        return ""
    return f", p = {short(p_value)} (threshold chosen on the same records)"


def _condition(
    condition: OperatingCondition | None, decision: Decision | None, what: str
) -> OperatingCondition:
    """Return the condition of a picture, or that of its decision."""
    known = condition or (decision.condition if decision is not None else None)
    if known is None:
        raise InputError(
            f"a picture of {what} needs costs",
            "none",
            "give condition=OperatingCondition(prevalence, Costs(fp=…, fn=…))",
        )
    return known


def ks(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw TPR and FPR against the threshold, and where they are farthest apart (Kolmogorov–Smirnov)."""
    chart = threshold(
        models,
        decision=decision,
        resolution=resolution,
        measures=["tpr", "fpr"],
        y_title="Share of the class that is flagged",
    )
    marks, notes = list(chart.marks), []
    for name, tally in models.items():
        roc = RocCurve.of(tally)
        gap = roc.tpr - roc.fpr
        best = int(np.argmax(gap))
        at = float(roc.thresholds[best])
        notes.append(f"{name}: KS = {short(float(gap[best]))}.")
        if np.isfinite(at):
            ends = [float(roc.fpr[best]), float(roc.tpr[best])]
            marks.append(Line([at, at], ends, role="detail"))
            text = f"{name}: largest gap {short(float(gap[best]))} at threshold {short(at)}"
            marks.append(Points([at, at], ends, role="detail", hover=(text, text)))
    y_axis = Axis(chart.y.label, 0, 1)
    return Chart("ks", "Kolmogorov–Smirnov", chart.x, y_axis, marks, notes=notes)


#: Figures over the threshold by name.
STEP_FIGURES: dict[str, Callable[..., Chart]] = {
    "threshold": threshold,
    "lift_by_threshold": lift_by_threshold,
    "cost_by_threshold": cost_by_threshold,
    "skill": skill,
    "ks": ks,
}
