"""Figures over the threshold: any measure, threshold by threshold, of every model."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.subject import Subject, curve_axis
from costcurves.charts.marks import Line, Points
from costcurves.charts.scales import Axis
from costcurves.curves.over_threshold import OverThreshold
from costcurves.errors import InputError, UndefinedError
from costcurves.measures.confusion_measures import Measure
from costcurves.measures.cost_measures import cost_measure, skill_measure, skill_test
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.tallies.tally import Tally


#: How measures of one model are told apart where several models are drawn.
_DASHES = ("solid", "dashed", "dotted", "dashdot")


def threshold(subject: Subject, *, measures: Sequence[str | Measure] = ("accuracy", "error")) -> Chart:
    """Draw measures against the threshold; a decision is a vertical line at its threshold.

    Parameters
    ----------
    measures : sequence of str or Measure
        What is drawn, of every model.
    """
    names = [measures] if isinstance(measures, (str, Measure)) else list(measures)
    if not names:
        raise InputError("a measure to draw must be named", "none")
    return _measured(subject, names, "threshold", "Measures by threshold")


def _measured(
    subject: Subject, measures: Sequence[str | Measure], key: str, title: str, y_title: str = ""
) -> Chart:
    """Draw measures against the threshold under the key and the titles of a figure."""
    kinds = [OverThreshold.of_measure(one) for one in measures]
    # One model: lines are told apart by measure; several by colour, and their measures by dash.
    by_model, by_measure = len(subject.models) > 1 or len(kinds) == 1, len(kinds) > 1
    looks: dict[str, tuple[int, str | None]] = {}
    curves = {}
    for place, (model, tally) in enumerate(subject.models.items()):
        for which, kind in enumerate(kinds):
            name = ": ".join([model] * by_model + [kind.y_title] * by_measure)
            curves[name] = kind.of(tally)
            looks[name] = (place, _DASHES[which % len(_DASHES)] if by_measure else None)
            looks[name] = looks[name] if by_model else (which, None)
    axes = (
        Axis.around(_x_title(subject.models), *[(c.x[0], c.x[-1]) for c in curves.values()]),
        curve_axis(
            y_title or ", ".join(kind.y_title for kind in kinds).capitalize(), list(curves.values()), "high"
        ),
    )
    marks: list[Mark] = []
    for name, (series, dash) in looks.items():
        marks.append(dataclasses.replace(subject.line(name, curves[name], series, axes), dash=dash))
    marks += subject.decision_thresholds(axes[1])
    moved = any(kind.moved_by_prevalence for kind in kinds)
    return Chart(key, title, *axes, marks, subtitle=subject.prevalence_text if moved else "")


def _x_title(models: Mapping[str, Tally]) -> str:
    """Say which side of a threshold is flagged."""
    low = {name for name, tally in models.items() if tally.direction is Direction.LOW}
    if low == set(models):
        return "Threshold: flagged if the score is at or below it"
    if low:
        below = ", ".join(sorted(low))
        return f"Threshold: flagged if the score is at or above it (of {below}: at or below)"
    return "Threshold: flagged if the score is at or above it"


def lift_by_threshold(subject: Subject) -> Chart:
    """Draw the lift against the threshold."""
    return _measured(subject, ["lift"], "lift_by_threshold", "Lift by threshold")


def cost_by_threshold(subject: Subject) -> Chart:
    """Draw the mean cost of a record against the threshold, at the costs of a condition."""
    known = subject.condition
    if known is None:
        raise InputError(
            "a picture of cost by threshold needs costs",
            "none",
            "give condition=OperatingCondition(prevalence, Costs(fp=…, fn=…))",
        )
    y_title = "Mean cost of a record" + (" (relative)" if known.relative else "")
    return _measured(subject, [cost_measure(known.costs)], "cost_by_threshold", "Cost by threshold", y_title)


def skill(subject: Subject) -> Chart:
    """Draw the skill against the threshold at the threshold probability θ of a condition, and test it.

    Without a condition both errors cost the same, θ = ½. Each model's greatest skill is tested for
    being more than chance; the note says that its threshold was chosen on the same records. At a
    stated prevalence, which is not that of a sample, there is no test.
    """
    theta, notes = 0.5, []
    if subject.condition is not None:
        errors = subject.condition.costs.effective_fp, subject.condition.costs.effective_fn
        theta = errors[0] / sum(errors)
    measure = skill_measure(theta)
    for name, tally in subject.models.items():
        values = measure(tally.confusion())
        best = int(np.nanargmax(values))
        notes.append(f"{name}: greatest skill {short(float(values[best]))}{_tested(tally, best, theta)}.")
    chart = _measured(subject, [measure], "skill", "Skill by threshold", "Skill")
    said = f"threshold probability θ = {short(theta)}; {chart.subtitle}"
    y_axis = Axis.around(chart.y.label, [-0.25, 1.0])
    return dataclasses.replace(chart, y=y_axis, subtitle=said, notes=notes)


def _tested(tally: Tally, point: int, theta: float) -> str:
    """Say how likely skill is by chance; counts reweighed to a stated prevalence are no sample of it."""
    if tally.stated_prevalence is not None:
        return ""
    try:
        p_value = skill_test(tally.confusion()[point], theta).p_value
    except UndefinedError:
        return ""
    return f", p = {short(p_value)} (threshold chosen on the same records)"


def ks(subject: Subject) -> Chart:
    """Draw TPR and FPR against the threshold, and where they are farthest apart (Kolmogorov–Smirnov)."""
    title = "Share of the class that is flagged"
    chart = _measured(subject, ["tpr", "fpr"], "ks", "Kolmogorov–Smirnov", title)
    marks, notes = list(chart.marks), []
    for name, tally in subject.models.items():
        roc = RocCurve.of(tally)
        gap = roc.tpr - roc.fpr
        best = int(np.argmax(gap))
        largest, at = short(float(gap[best])), float(roc.thresholds[best])
        notes.append(f"{name}: KS = {largest}.")
        if np.isfinite(at):
            ends = [float(roc.fpr[best]), float(roc.tpr[best])]
            marks.append(Line([at, at], ends, role="detail"))
            text = f"{name}: largest gap {largest} at threshold {short(at)}"
            marks.append(Points([at, at], ends, role="detail", hover=(text, text)))
    return dataclasses.replace(chart, y=Axis(title, 0, 1), marks=marks, subtitle="", notes=notes)


#: Figures over the threshold by name.
STEP_FIGURES: dict[str, Callable[..., Chart]] = {
    "threshold": threshold,
    "lift_by_threshold": lift_by_threshold,
    "cost_by_threshold": cost_by_threshold,
    "skill": skill,
    "ks": ks,
}
