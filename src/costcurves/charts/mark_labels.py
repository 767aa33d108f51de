"""Which names stand beside their marks, where they touch nothing, and which go to the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves.charts.layout import SMALL, Plan, legend_entries, plan_chart
from costcurves.charts.lettering import printable, shorten, text_width
from costcurves.charts.marks import ChartData, Line, Mark, Note, Points
from costcurves.charts.paths import Box, clip_polyline, sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Gaps in pixels: between a label and what it names, between it and anything else.
_GAP = 5.0
_CLEAR = 4.0

#: How far away other things stop to matter.
_FAR = 50.0

#: Directions from a place to its label, as shares of the label's width and height, most wanted first.
_SIDES = np.array([(0, -1), (-1, -1), (0, 0), (-1, 0), (0, -0.5), (-1, -0.5), (-0.5, -1), (-0.5, 0)])


class LabelRequest(NamedTuple):
    """A label that looks for a place.

    Parameters
    ----------
    width, height : float
        Its size in pixels.
    anchors : ndarray, shape (k, 2)
        Places it may stand beside.
    own : int
        Which of the obstacles it names; -1 for none.
    kin : frozenset of int
        Obstacles that it may be taken to name as well, e.g. the hull of its curve: it must not touch them,
        that is all.
    insists : bool
        Whether it takes the least bad place when no good one is left.
    """

    width: float
    height: float
    anchors: Floats
    own: int = -1
    kin: frozenset[int] = frozenset()
    insists: bool = False


def place_labels(
    requests: Sequence[LabelRequest], obstacles: Sequence[Floats], area: Box
) -> list[Box | None]:
    """Find boxes for labels, one after another.

    A label stands beside one of its anchors, within `area`, clear of all obstacles and of earlier labels,
    and nearer to what it names than to anything else. Of such places the one with most air is taken.

    Parameters
    ----------
    requests : sequence of LabelRequest
        Labels, the most important first.
    obstacles : sequence of ndarray, shape (n, 2)
        Points of the drawn marks.
    area : Box
        Where labels may be.

    Returns
    -------
    list of Box or None
        None where nothing fits.
    """
    found: list[Box | None] = []
    for request in requests:
        found.append(_place(request, obstacles, area, [box for box in found if box is not None]))
    return found


def _place(request: LabelRequest, obstacles: Sequence[Floats], area: Box, taken: list[Box]) -> Box | None:
    boxes = _candidates(request)
    inside = (boxes[:, :2] >= area[:2]).all(axis=1) & (boxes[:, 2:] <= area[2:]).all(axis=1)
    boxes = boxes[inside]
    if not len(boxes):
        return None
    free = np.ones(len(boxes), dtype=bool)
    for other in taken:
        free &= ~(
            (boxes[:, 0] < other.right + _CLEAR)
            & (boxes[:, 2] > other.left - _CLEAR)
            & (boxes[:, 1] < other.bottom)
            & (boxes[:, 3] > other.top)
        )
    own, others, kin = (np.full(len(boxes), distance) for distance in (0.0, _FAR, _FAR))
    for number, points in enumerate(obstacles):
        distance = _distances(boxes, points)
        if number == request.own:
            own = distance
            kin = np.minimum(kin, distance)
        elif number in request.kin:
            kin = np.minimum(kin, distance)
        else:
            others = np.minimum(others, distance)
    good = free & (kin >= _CLEAR / 2) & (others >= _CLEAR) & (others > 1.5 * own)
    if not good.any() and not request.insists:
        return None
    air = others - own + np.where(good, 1e3, 0.0) + np.where(free, 1e2, 0.0)
    return Box(*boxes[int(np.argmax(air))].tolist())


def _candidates(request: LabelRequest) -> Floats:
    """Boxes on all sides of all anchors, of shape (n, 4)."""
    size = np.array([request.width, request.height])
    # Away from the anchor on the side where the label lies: -1, 0 or 1 in each direction.
    push = np.sign(_SIDES + 0.5) * _GAP
    corners = request.anchors[:, None, :] + (_SIDES * size + push)[None, :, :]
    corners = corners.reshape(-1, 2)
    return np.hstack([corners, corners + size])


def _distances(boxes: Floats, points: Floats) -> Floats:
    """Distance of each box from the nearest of some points."""
    if not len(points):
        return np.full(len(boxes), _FAR)
    across = np.maximum(boxes[:, None, 0] - points[None, :, 0], points[None, :, 0] - boxes[:, None, 2])
    down = np.maximum(boxes[:, None, 1] - points[None, :, 1], points[None, :, 1] - boxes[:, None, 3])
    gaps = np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0))
    return np.asarray(gaps.min(axis=1))


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


def plan_with_labels(chart: ChartData, width: float, height: float) -> tuple[Plan, list[Label]]:
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
