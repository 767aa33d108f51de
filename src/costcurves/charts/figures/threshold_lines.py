"""The cost lines of the thresholds of models: the lines that a cost curve is the lower envelope of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.lettering import rates_text
from costcurves.charts.marks import Line
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.rules.rule import every_threshold
from costcurves.space.roc import RocCurve, RocHull

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurves.charts.marks import Mark
    from costcurves.tallies.tally import Tally

#: So many lines of a model are drawn, or as many as its hull has corners.
MOST = 100


def threshold_lines(models: Mapping[str, Tally]) -> tuple[list[Mark], tuple[str, ...]]:
    """Draw the cost line of every threshold, from its FPR at PC(+) 0 to its FNR at 1, and say which ones.

    Of more than :data:`MOST` thresholds of a model those on its hull are drawn, and of the others so many
    that there are :data:`MOST`, in even steps of their order.
    """
    marks: list[Mark] = []
    said = []
    for series, (name, tally) in enumerate(models.items()):
        roc = every_threshold(tally, "a picture of the lines of thresholds")
        shown = drawn_thresholds(roc, corners_on(roc, RocHull.of(tally)))
        for point in shown.tolist():
            fpr, tpr = float(roc.fpr[point]), float(roc.tpr[point])
            text = f"{name}: {ThresholdInterval.at(roc, point).rule}, {rates_text(fpr, tpr)}"
            marks.append(Line([0, 1], [fpr, 1 - tpr], series=series, role="detail", hover=(text, text)))
        said.append(f"{len(shown):,} of {len(roc) - 2:,} of {name}")
    rule = f"; if a model has more than {MOST}, those on its hull and others at even steps"
    thinned = any(len(RocCurve.of(tally)) - 2 > MOST for tally in models.values())
    return marks, (f"Thin lines: one per threshold, {', '.join(said)}{rule if thinned else ''}.",)


def drawn_thresholds(roc: RocCurve, corners: NDArray[np.intp], most: int = MOST) -> NDArray[np.intp]:
    """Choose the points whose lines are drawn: all, or those on the hull and others in even steps.

    Flagging nobody and flagging everybody are left out: they are drawn anyway.
    """
    inner = np.arange(1, len(roc) - 1)
    if len(inner) <= most:
        return inner
    others = np.setdiff1d(inner, corners)
    room = max(0, most - len(np.intersect1d(inner, corners)))
    places = np.linspace(0, len(others) - 1, room).round().astype(np.intp)
    found: NDArray[np.intp] = np.union1d(np.intersect1d(inner, corners), others[places])
    return found


def corners_on(curve: RocCurve, hull: RocHull) -> NDArray[np.intp]:
    """Find the corners of a hull again: cumulated weights rise from point to point, and so do their sums."""
    return np.searchsorted(curve.fp + curve.tp, hull.fp + hull.tp)
