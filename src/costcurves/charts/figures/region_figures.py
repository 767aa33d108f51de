"""The picture of a region map: which candidate is cheapest at which conditions of three classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.areas import Areas, within
from costcurves.charts.chart import Chart
from costcurves.charts.marks import Line, Note
from costcurves.charts.scales import Axis

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.charts.marks import Mark
    from costcurves.space.region_map import RegionMap

#: Name of the picture.
KEY = "regions"
#: Smaller shares of the triangle hold no name.
LEAST_NAMED = 0.01
#: Places along an edge that are tried for a name.
PLACES = 48
#: How the two axes are called, by what the shares of the corners are.
AXES = {"condition": "PC({})", "prevalence": "Share of {}"}


def region_chart(regions: RegionMap) -> Chart:
    """Draw who is cheapest where: the second and third class along the axes, the first at the origin."""
    first, second, third = regions.classes
    marks: list[Mark] = []
    names: list[Mark] = []
    columns = regions.names, regions.share.tolist(), regions.share_texts, regions.series.tolist()
    for name, share, text, series in zip(*columns, strict=True):
        rings = regions.rings(name)
        number, role = (None, "trivial") if series < 0 else (series, "model")
        x, y = np.concatenate(rings)[:, 1:].T
        ring = np.repeat(np.arange(len(rings)), [len(one) for one in rings])
        marks.append(Areas(x, y, ring, label=f"{name} ({text})", series=number, role=role))
        if share >= LEAST_NAMED:
            names.append(Note(*_middle_of(rings), name, series=number, role=role))
    marks.append(Line([0, 1, 0, 0], [0, 0, 1, 0], role="detail"))
    axis = AXES[regions.axis]
    return Chart(
        KEY,
        "Cheapest by region",
        Axis(axis.format(second), 0, 1),
        Axis(axis.format(third), 0, 1),
        [*marks, *names],
        subtitle=f"{axis.format(first)} is 1 at the origin. Percentages are shares of the triangle.",
        notes=(regions.method, *regions.notes),
        square=True,
    )


def _middle_of(rings: list[Floats]) -> tuple[float, float]:
    """Find a place within rings that is far from all of them."""
    places = (np.arange(PLACES) + 0.5) / PLACES
    x, y = (one.ravel() for one in np.meshgrid(places, places))
    inside = within(x, y, ((ring[:, 1], ring[:, 2]) for ring in rings))
    if not inside.any():
        return float(rings[0][:, 1].mean()), float(rings[0][:, 2].mean())
    x, y = x[inside], y[inside]
    farthest = np.full(len(x), np.inf)
    for ring in rings:
        for start, end in zip(ring[:, 1:], np.roll(ring, -1, axis=0)[:, 1:], strict=True):
            step = end - start
            at = np.clip(((x - start[0]) * step[0] + (y - start[1]) * step[1]) / (step @ step), 0, 1)
            away = np.hypot(x - start[0] - at * step[0], y - start[1] - at * step[1])
            farthest = np.minimum(farthest, away)
    best = int(np.argmax(farthest))
    return float(x[best]), float(y[best])
