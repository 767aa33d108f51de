"""Marks of a decision, the same on every picture that has its axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.charts.lettering import rates_text
from costcurves.charts.marks import Line, Points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.marks import Mark
    from costcurves.criteria.decision import Decision

#: What a decision is called on a picture.
LABEL = "this decision"


def decision_text(decision: Decision) -> str:
    """Name the model of a decision and what it flags."""
    if decision.other is not None:
        return f"{decision.model}: a mixture of two thresholds"
    return f"{decision.model}: {decision.thresholds.rule}"


def decision_point(decision: Decision, x: float, y: float) -> Mark:
    """Mark a decision by a point."""
    hover = f"{decision_text(decision)}, {rates_text(decision.fpr, decision.tpr)}"
    return Points([x], [y], label=LABEL, role="decision", hover=(hover,))


def decision_place(x: float, low: float, high: float, label: str = "") -> Mark:
    """Mark a place of the x axis, such as a threshold, a depth or a condition, from one end to the other."""
    return Line([x, x], [low, high], label=label, role="decision", dash="dotted")


def decision_curve(x: Sequence[float], y: Sequence[float]) -> Mark:
    """Mark a decision by what it costs or brings at every condition."""
    return Line(x, y, label=LABEL, role="decision", dash="dashed")
