"""Labels beside what they name: a greedy search for places where they touch nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves.charts.paths import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["LabelRequest", "place_labels"]

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
    taken: list[Box] = []
    found: list[Box | None] = []
    for request in requests:
        box = _place(request, obstacles, area, taken)
        found.append(box)
        if box is not None:
            taken.append(box)
    return found


def _place(request: LabelRequest, obstacles: Sequence[Floats], area: Box, taken: list[Box]) -> Box | None:
    """Find the box of one label."""
    boxes = _candidates(request)
    inside = (
        (boxes[:, 0] >= area.left)
        & (boxes[:, 1] >= area.top)
        & (boxes[:, 2] <= area.right)
        & (boxes[:, 3] <= area.bottom)
    )
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
