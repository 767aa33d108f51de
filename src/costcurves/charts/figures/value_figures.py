"""Pictures of single values, which a notebook shows above their tables: decisions, curves, bands, studies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.class_figures import matrix_chart
from costcurves.charts.figures.group_figures import rank_chart, segment_chart
from costcurves.charts.figures.numeric_figures import loss_curve_figure, regression_roc_figure
from costcurves.charts.figures.region_figures import region_chart
from costcurves.charts.figures.roc_and_cost_figures import NEC, PC, RANDOM, ROC_AXES, TRIVIAL
from costcurves.charts.figures.subject import LABEL, decision_text, reference_lines, upright
from costcurves.charts.lettering import rates_text
from costcurves.charts.marks import Line, Points, Ribbon
from costcurves.charts.paths import simplified
from costcurves.charts.scales import Axis
from costcurves.curves.registry import curve_kind
from costcurves.errors import CostCurvesError, InputError

#: Places along an axis that lines keep apart, and ends of axes that are not linear.
_FINE, _ENDS = 400.0, (0.005, 0.995)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.curves.kind import CurveKind, Reference
    from costcurves.inference.estimate import Band
    from costcurves.space.cost_curve import CostCurve
    from costcurves.space.roc import RocCurve


def decision_figure(decision: Decision) -> Chart | None:
    """Draw what a decision costs over all conditions, beside nobody and everybody; None of unknown rates."""
    fpr, fnr = decision.fpr, 1 - decision.tpr
    if not math.isfinite(fpr + fnr):
        return None
    text = f"{decision_text(decision)}, {rates_text(decision.fpr, decision.tpr)}"
    marks: list[Mark] = [*TRIVIAL, Line([0, 1], [fpr, fnr], label=LABEL, role="decision", hover=(text, text))]
    most = max(fpr, fnr)
    top = min(max(0.5, 1.05 * most), max(0.1, 4 * most))  # nearer to low lines than trivial classifiers reach
    y_axis, said = Axis.around(NEC, [top], low=0), decision_text(decision)
    if decision.condition is not None:
        pc = decision.condition.pc
        marks.append(upright(pc, y_axis))
        marks.append(Points([pc], [pc * fnr + (1 - pc) * fpr], role="decision", hover=(text,)))
        said = f"{said}; vertical line: PC(+) = {short(pc)}"
    return Chart("decision", "Cost of the decision", PC, y_axis, marks, subtitle=said)


def cost_curve_figure(curve: CostCurve) -> Chart:
    """Draw a cost curve beside flagging nobody and everybody."""
    x = curve.knots if curve.is_linear else np.linspace(0, 1, 201)
    line = Line(x, curve(x), label="cost", series=0)
    marks: list[Mark] = [*TRIVIAL, line]
    return Chart("cost", "Cost curve", PC, Axis(NEC, 0, max(0.5, 1.05 * float(line.y.max()))), marks)


def roc_figure(curve: RocCurve) -> Chart:
    """Draw a ROC curve, or a hull, beside a random ranking."""
    kept = simplified(curve.fpr, curve.tpr, 400)
    line = Line(curve.fpr[kept], curve.tpr[kept], label=f"AUC {short(curve.auc)}", series=0)
    return Chart("roc", "ROC curve", *ROC_AXES, [RANDOM, line], square=True)


def curve_figure(curve: Curve) -> Chart | None:
    """Draw any curve over what its kind has along x; None where it is known nowhere."""
    try:
        return curves_figure(curve_kind(curve.key), [curve], [""])
    except InputError:  # made by hand, of no kind
        return None


def curves_figure(
    kind: CurveKind, curves: Sequence[Curve], labels: Sequence[str], references: Sequence[Reference] = ()
) -> Chart | None:
    """Draw curves of a kind beside what chance or trivial classifiers reach; None where none is known."""
    drawn = [curve.drawn() for curve in curves]
    known = [np.isfinite(x) & np.isfinite(y) for x, y in drawn]
    points = [(x[kept], y[kept]) for (x, y), kept in zip(drawn, known, strict=True) if kept.any()]
    if not points:
        return None
    x_axis = _holding(kind.x_title, [x for x, _ in points], kind.axis_scale)
    y_axis = _holding(kind.y_title, [y for _, y in points], kind.axis_scale)
    marks = reference_lines(references)
    for series, (label, (x, y)) in enumerate(zip(labels, points, strict=False)):
        kept = simplified(x_axis.places(x), y_axis.places(y), _FINE)
        marks.append(Line(x[kept], y[kept], label=label, series=series))
    return Chart(kind.key, kind.title, x_axis, y_axis, marks)


def _holding(title: str, columns: Sequence[Any], scale: str) -> Axis:
    """Choose an axis that holds all values; one of rates or odds has its usual ends."""
    if scale in {"probit", "logit"}:
        return Axis(title, *_ENDS, scale)
    values = np.concatenate(columns)
    return Axis.around(title, [float(values.min()), float(values.max())])


def band_figure(band: Band) -> Chart | None:
    """Draw a band and what it lies around; None where it is open everywhere."""
    known = np.isfinite(band.estimate) & np.isfinite(band.low) & np.isfinite(band.high)
    if not known.any():
        return None
    x, estimate, low, high = (one[known] for one in (band.x, band.estimate, band.low, band.high))
    label = f"{percent(band.level)} band"
    marks: list[Mark] = [Ribbon(x, low, high, label=label, series=0), Line(x, estimate, series=0)]
    x_axis = Axis.around(band.x_name or "x", [float(x.min()), float(x.max())])
    y_axis = Axis.around(band.y_name or "y", [float(low.min()), float(high.max())])
    return Chart("band", label, x_axis, y_axis, marks)


#: Pictures of values by the names of their classes.
VALUE_FIGURES: dict[str, Callable[[Any], Chart | None]] = {
    "Band": band_figure,
    "ClassCounts": matrix_chart,
    "CostCurve": cost_curve_figure,
    "Curve": curve_figure,
    "Decision": decision_figure,
    "LossCurve": loss_curve_figure,
    "MeanRanks": rank_chart,
    "RegressionRoc": regression_roc_figure,
    "RegionMap": region_chart,
    "RocCurve": roc_figure,
    "RocHull": roc_figure,
    "Segments": segment_chart,
    "Study": rank_chart,
}


def picture_of(value: Any) -> Chart | None:
    """Draw a value; None of classes that have no picture, and of values that cannot be drawn."""
    draw = VALUE_FIGURES.get(type(value).__name__)
    try:
        return None if draw is None else draw(value)
    except CostCurvesError:
        return None
