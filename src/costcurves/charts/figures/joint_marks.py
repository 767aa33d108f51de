"""The joint hull of several models in ROC space, and their joint lower envelope in cost space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.charts.lettering import corner_ranges, corner_texts, range_text, rates_text
from costcurves.charts.marks import Line
from costcurves.charts.paths import simplified
from costcurves.errors import InputError
from costcurves.rules.rule import Rule, optimal
from costcurves.space.joint_hull import JointHull

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.figures.subject import Subject
    from costcurves.charts.marks import Mark


def joint_hull_line(subject: Subject) -> list[Mark]:
    """Draw the joint hull of all models behind their curves; its corners say who serves where."""
    hull = JointHull.of_models(subject.models)
    kept = simplified(hull.fpr, hull.tpr, subject.resolution)
    texts = _corners(hull)
    hover = [texts[corner] for corner in kept.tolist()]
    return [Line(hull.fpr[kept], hull.tpr[kept], label="joint hull", role="joint", hover=hover)]


def joint_envelope_line(subject: Subject, rule: Rule = optimal) -> list[Mark]:
    """Draw the lower envelope of the cost curves of all models behind these."""
    if rule != optimal:
        raise InputError(
            "a joint envelope must be that of the best thresholds", rule.title, "leave out one of the two"
        )
    hull = JointHull.of_models(subject.models)
    curve = hull.cost_curve()
    x, y = curve.knots, curve.values
    kept = simplified(x, y, subject.resolution)
    served = [_corners(hull)[corner] for corner in curve.point.tolist()]
    # A knot of a concave curve lies between two pieces; the last one ends the last piece.
    hover = [served[min(knot, len(served) - 1)] for knot in kept.tolist()]
    return [Line(x[kept], y[kept], label="joint envelope", role="joint", hover=hover)]


def _corners(hull: JointHull) -> Sequence[str]:
    """Say of each corner which models have it, and where it is the best of all."""
    corners = zip(corner_texts(hull), hull.fpr.tolist(), hull.tpr.tolist(), corner_ranges(hull), strict=True)
    found = []
    for corner, (rule, fpr, tpr, ends) in enumerate(corners):
        whose = ": ".join(filter(None, (" = ".join(hull.models_at(corner)), rule)))
        found.append(f"{whose}, {rates_text(fpr, tpr)}; best of all for PC(+) {range_text(*ends)}")
    return found
