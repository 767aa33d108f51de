"""The figure of what predictions cost after shifts of every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.number_words import amount
from costcurves.charts.chart import Chart
from costcurves.charts.marks import Line, Points
from costcurves.charts.scales import Axis
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.charts.figures.numeric_subject import NumericSubject
    from costcurves.charts.marks import Mark

KEY = "shift_cost"
#: Costs so many times as great as without a shift, or with the best constant, are beyond the picture.
ABOVE = 1.6


def shift_cost(subject: NumericSubject) -> Chart:
    """Draw what a record costs after every shift of each model, at stated costs; points: the best shifts."""
    found = subject.shifts
    if found is None:
        fix = "give costs=, or state --under and --over"
        raise InputError("a picture of shifts needs what a unit of error costs", fix=fix)
    curves = list(found.models.values())
    most = max(float(curve.cost.max()) for curve in curves)
    near = [found.constant, *(curve.as_is[1] for curve in curves)]
    y_axis = Axis.around(found.title, [min(1.05 * most, ABOVE * max(near)) or 1.0], low=0)
    ends = min(float(curve.shift[0]) for curve in curves), max(float(curve.shift[-1]) for curve in curves)
    marks: list[Mark] = []
    if found.constant <= y_axis.high:
        marks.append(Line(ends, [found.constant] * 2, label="best constant", role="trivial"))
    marks.append(Line([0, 0], [0, y_axis.high], label="no shift", role="reference"))
    for series, (name, curve) in enumerate(found.models.items()):
        (best, cost), said = curve.best, f"{name}: best shift {amount(curve.best[0])}"
        marks.append(Line(curve.shift, curve.cost, label=name, series=series))
        marks.append(Points([best], [cost], series=series, role="decision", hover=[said]))
    x_axis = Axis("Shift: what is added to every prediction", *ends)
    said = f"at {found.at}, on these records; points: the best shifts"
    return Chart(KEY, "Cost by shift", x_axis, y_axis, marks, subtitle=said)
