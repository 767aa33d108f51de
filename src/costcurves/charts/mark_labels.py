"""Which names stand beside their marks and which go to the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves.charts.layout import SMALL, Plan, legend_entries, plan_chart
from costcurves.charts.lettering import printable, shorten, text_width
from costcurves.charts.marks import Line, Note, Points
from costcurves.charts.paths import Box, clip_polyline, sample
from costcurves.charts.placing import LabelRequest, place_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.charts.marks import Chart, Mark

__all__ = ["Label", "plan_with_labels", "within"]

#: More models than this are told apart in a legend.
_MOST_NAMED = 6

_LONGEST = {"line": 170.0, "points": 170.0, "note": 260.0}
_SPACING = 4.0
_ANCHORS = 40


class Label(NamedTuple):
    """A text that found its place beside a mark."""

    box: Box
    text: str
    mark: Line | Points | Note


def plan_with_labels(chart: Chart, width: float, height: float) -> tuple[Plan, list[Label]]:
    """Lay a chart out with as many names beside their marks as fit; the legend takes the rest.

    The names of models are treated alike: all beside their lines or all in the legend.
    """
    entries = legend_entries(chart.marks)
    named = {entry.label for entry in entries if _may_stand_alone(entry.marks)}
    models = {e.label for e in entries if any(isinstance(m, Line) and m.role == "model" for m in e.marks)}
    if len(models) > _MOST_NAMED or not models <= named:
        named -= models
    while True:
        plan = plan_chart(chart, width, height, frozenset(named))
        labels, failed = _find(plan, named)
        if not failed:
            return plan, labels
        named -= failed | (models if failed & models else set())


def within(plan: Plan, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which places in pixels lie on the plot (up to rounding)."""
    plot = plan.plot
    across = (x >= plot.left - 1e-6) & (x <= plot.right + 1e-6)
    return np.asarray(across & (y >= plot.top - 1e-6) & (y <= plot.bottom + 1e-6))


def _may_stand_alone(marks: tuple[Mark, ...]) -> bool:
    """Whether a name can stand beside what it names: one line (with its markers), or one point."""
    lines = [mark for mark in marks if isinstance(mark, Line)]
    points = [mark for mark in marks if isinstance(mark, Points)]
    if len(lines) + len(points) < len(marks):
        return False
    return len(lines) == 1 or (not lines and len(points) == 1 and len(points[0].x) == 1)


def _find(plan: Plan, named: set[str]) -> tuple[list[Label], set[str]]:
    """Place labels and notes; return them, and the names for which there was no room."""
    obstacles: list[NDArray[np.float64]] = []
    wanted: list[tuple[LabelRequest, Line | Points | Note]] = []
    drawn: list[Line | Points] = []
    open_names = set(named)
    for mark in plan.chart.marks:
        if not isinstance(mark, (Line, Points, Note)) or mark.role == "detail":
            continue
        places = _drawn_places(plan, mark)
        text = mark.text if isinstance(mark, Note) else mark.label
        own = -1
        if not isinstance(mark, Note):
            obstacles.append(places)
            drawn.append(mark)
            own = len(obstacles) - 1
            if text not in open_names or (isinstance(mark, Points) and len(mark.x) != 1):
                continue
            open_names.discard(text)
        anchors = places[:: max(1, len(places) // _ANCHORS)]
        width = min(text_width(printable(text), SMALL), _LONGEST[mark.kind], 0.7 * plan.plot.width)
        request = LabelRequest(width, SMALL * 1.3, anchors, own, insists=isinstance(mark, Note))
        wanted.append((request, mark))
    requests = [request._replace(kin=_kin(mark, drawn)) for request, mark in wanted]
    boxes = place_labels(requests, obstacles, plan.plot)
    labels, failed = [], set[str]()
    for (request, mark), box in zip(wanted, boxes, strict=True):
        text = mark.text if isinstance(mark, Note) else mark.label
        if box is not None:
            labels.append(Label(box, shorten(printable(text), request.width + 0.01, SMALL), mark))
        elif not isinstance(mark, Note):
            failed.add(text)
    return labels, failed


def _kin(mark: Line | Points | Note, drawn: list[Line | Points]) -> frozenset[int]:
    """Which drawn marks a name may be taken to name too: for a line, its series; for a point, the lines."""
    if isinstance(mark, Line):
        return frozenset(
            i for i, other in enumerate(drawn) if mark.series is not None and other.series == mark.series
        )
    return frozenset(i for i, other in enumerate(drawn) if isinstance(other, Line))


def _drawn_places(plan: Plan, mark: Line | Points | Note) -> NDArray[np.float64]:
    """Points of the visible part of a mark, in pixels, of shape (n, 2)."""
    x, y = plan.x_places(np.atleast_1d(mark.x)), plan.y_places(np.atleast_1d(mark.y))
    if isinstance(mark, Line):
        return sample(clip_polyline(x, y, plan.plot), _SPACING)
    shown = np.column_stack([x, y])[within(plan, x, y)]
    if len(shown) > _ANCHORS:  # a crowd keeps labels away as well by every fourth pixel
        shown = np.unique(np.round(shown / _SPACING), axis=0) * _SPACING
    return shown
