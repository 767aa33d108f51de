"""Numbers of several models with their intervals, one row each; and what two models differ by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costcurves._ground.number_words import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.roc_and_cost_figures import NEC, PC, TRIVIAL
from costcurves.charts.figures.subject import strip
from costcurves.charts.lettering import shorten
from costcurves.charts.marks import Bars, Line, Points
from costcurves.charts.scales import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.space.cost_curve import CostCurve
    from costcurves.space.winners import WinnerRange

#: Room of a name beside the axis, in pixels at this size of text; thickness of a whisker, in rows.
_NAME, _SIZE, _WHISKER = 150.0, 11.0, 0.06


class IntervalRow(NamedTuple):
    """A number of one model, with the ends of its interval, or with its value twice."""

    name: str
    value: float
    low: float
    high: float


def interval_figure(
    rows: Sequence[IntervalRow], x_title: str, title: str, references: Mapping[str, float]
) -> Chart:
    """Draw one dot a model with its interval, the first at the top, beside upright lines of reference.

    Parameters
    ----------
    rows : sequence of IntervalRow
    x_title, title : str
    references : mapping of str to float
        Such as what flagging nobody costs.

    Examples
    --------
    >>> rows = [IntervalRow("a", 0.2, 0.1, 0.3), IntervalRow("b", 0.4, 0.3, 0.6)]
    >>> interval_figure(rows, "cost a case", "Every model", {"flag nobody": 0.5}).y.tick_labels
    ('a', 'b')
    """
    count = len(rows)
    marks: list[Mark] = [
        Line([place, place], [0.5, count + 0.5], label=name, role="trivial")
        for name, place in references.items()
    ]
    for number, row in enumerate(rows):
        y = float(count - number)
        if row.low < row.high:
            half = _WHISKER / 2
            marks.append(Bars([row.low], [row.high], [y + half], base=y - half, series=0))
        hover = f"{row.name}: {short(row.value)} ({short(row.low)} to {short(row.high)})"
        marks.append(Points([row.value], [y], series=0, role="decision", hover=[hover]))
    ends = [end for row in rows for end in (row.low, row.high)]
    names = [shorten(row.name, _NAME, _SIZE) for row in rows]
    y_axis = Axis("", 0.5, count + 0.5, ticks=list(range(count, 0, -1)), tick_labels=names)
    return Chart("intervals", title, Axis.around(x_title, [*ends, *references.values()]), y_axis, marks)


def cost_curves_figure(curves: Mapping[str, CostCurve], ranges: Sequence[WinnerRange]) -> Chart:
    """Draw cost curves beside flagging nobody and everybody, and name the cheapest model by range."""
    names = list(curves)
    lines = [
        Line(curve.knots, curve(curve.knots), label=name, series=series)
        for series, (name, curve) in enumerate(curves.items())
    ]
    known = [(r.low, r.high, r.winner, names.index(r.winner) if r.winner in names else None) for r in ranges]
    top = max(0.1, *(1.05 * float(line.y.max()) for line in lines))
    marks: list[Mark] = [*TRIVIAL, *lines, *([strip(known, "cheapest choice")] if known else [])]
    return Chart("cost", "Cost curves", PC, Axis.around(NEC, [min(top, 0.5)], low=0), marks)
