"""What a figure is drawn of, and what figures draw alike: curves, references, the marks of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.lettering import rates_text
from costcurves.charts.marks import Line, Points, Spans
from costcurves.charts.paths import simplified
from costcurves.charts.scales import Axis
from costcurves.tallies.probabilities import moved
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.charts.part_shown import PartShown
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.decision_member import DecisionMember
    from costcurves.curves.curve import Curve
    from costcurves.curves.kind import Reference

Axes: TypeAlias = tuple[Axis, Axis]

#: Places along an axis that a reader can tell apart.
RESOLUTION = 1000
#: What a decision is called on a picture.
LABEL = "this decision"
#: What the members of a mixture are called on a picture.
MEMBERS = "its two members"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure is drawn of.

    Parameters
    ----------
    models : mapping of str to Tally
        Or to ValueTally, of figures of values.
    decision : Decision, optional
        Marked where the figure has its axes.
    condition : OperatingCondition, optional
        Gives costs, and the place of the decision; by default that of the decision.
    resolution : float
        Places along an axis that can be told apart: long curves keep no more vertices than that shows.
    part : PartShown, optional
        The part of the records that the models are judged on, where the figure is of a part.
    """

    models: Mapping[str, Any]
    decision: Decision | None = None
    condition: OperatingCondition | None = None
    resolution: float = RESOLUTION
    part: PartShown | None = None

    def __post_init__(self) -> None:
        if self.condition is None and self.decision is not None:
            object.__setattr__(self, "condition", self.decision.condition)

    @property
    def first(self) -> Any:
        """The tally of the first model, whose prevalence references are drawn at."""
        return next(iter(self.models.values()))

    @property
    def decided(self) -> str:
        """The model that was decided for, where it is drawn; else the first."""
        chosen = "" if self.decision is None else self.decision.model
        return chosen if chosen in self.models else next(iter(self.models))

    @property
    def prevalence_text(self) -> str:
        """At which prevalence the figure is drawn."""
        if self.part is not None and self.part.prevalence is not None:
            return self.part.at
        tallies = [one for one in self.models.values() if isinstance(one, Tally)]
        known = [one for one in tallies if one.counted or one.stated_prevalence is not None]
        if not known:
            return ""
        text = " or ".join(percent(share) for share in sorted({round(one.prevalence, 12) for one in known}))
        stated = any(one.stated_prevalence not in (None, _sampled(one)) for one in known)
        return f"at a stated prevalence of {text}" if stated else f"at the prevalence of the records, {text}"

    @property
    def condition_source(self) -> str:
        """That the condition has the prevalence of the records, where costs were stated alone."""
        place = self.condition
        if place is None or place.relative or not place.placed:
            return ""
        if self.part is not None:
            return self.part.at
        known = place.prevalence in map(_sampled, self.models.values())
        return f"at the prevalence of the records, {percent(place.prevalence)}" if known else ""

    def lines(self, curves: Mapping[str, Curve], axes: Axes) -> list[Mark]:
        """Draw one curve a model."""
        return [self.line(name, curve, series, axes) for series, (name, curve) in enumerate(curves.items())]

    def line(self, name: str, curve: Curve, series: int, axes: Axes, role: str = "model") -> Line:
        """Draw a curve; of a long one only the vertices that can be told apart on these axes."""
        x, y = curve.drawn()
        known = np.isfinite(y)
        x, y = x[known], y[known]
        # Far beyond the axes nothing can be told apart.
        across, up = (
            np.clip((values - axis.low) / (axis.high - axis.low), -1, 2)
            for values, axis in zip((x, y), axes, strict=True)
        )
        kept = simplified(across, up, self.resolution)
        hover = [f"{name}: {short(a)}, {short(b)}" for a, b in zip(x[kept], y[kept], strict=True)]
        shown = name if role == "model" else ""
        return Line(x[kept], y[kept], label=shown, series=series, role=role, hover=hover)

    def decision_point(self, x: float, y: float) -> list[Mark]:
        """Mark the decision, if there is one, by a point."""
        if self.decision is None:
            return []
        hover = f"{decision_text(self.decision)}, {rates_text(self.decision.fpr, self.decision.tpr)}"
        return [Points([x], [y], label=LABEL, role="decision", hover=(hover,))]

    def decision_members(self) -> list[DecisionMember]:
        """Return both members of a mixture whose rates are known; of any other decision none."""
        members = () if self.decision is None or self.decision.other is None else self.decision.members
        return [one for one in members if np.isfinite(one.fpr)]

    def decision_probabilities(self, y_axis: Axis) -> list[Mark]:
        """Mark the same where scores are taken as probabilities, which may be recalibrated ones."""
        odds = {tally.odds for tally in self.models.values()}
        return self.decision_thresholds(y_axis, max(odds))

    def decision_thresholds(self, y_axis: Axis, odds: float = 1.0) -> list[Mark]:
        """Mark the threshold of the decision, both of a mixture; flagging nobody or everybody has none."""
        both = (self.decision.thresholds, self.decision.other) if self.decision is not None else ()
        some = [one.threshold for one in both if one is not None and one.flags == "some"]
        places = [place if odds == 1 else float(moved(place, odds)) for place in some if np.isfinite(place)]
        return [upright(place, y_axis, LABEL if i == 0 else "") for i, place in enumerate(places)]


def _sampled(tally: Any) -> Any:
    """Share of positives among the records; None where that is not known."""
    if not isinstance(tally, Tally) or not tally.counted:
        return None
    return tally.total_positive / (tally.total_positive + tally.total_negative)


def decision_text(decision: Decision) -> str:
    """Name the model of a decision and what it flags."""
    if decision.other is not None:
        if len(decision.models) > 1:
            return " and ".join(f"{percent(one.share)} by {one.model}" for one in decision.members)
        return f"{decision.model}: a mixture of two thresholds"
    return f"{decision.model}: {decision.thresholds.rule}"


def member_text(member: DecisionMember) -> str:
    """Name a member of a mixture, whom it flags, and its share of the cases."""
    rule = member.thresholds.rule
    return f"{percent(member.share)} by {member.model}: {rule}, {rates_text(member.fpr, member.tpr)}"


def upright(x: float, y_axis: Axis, label: str = "") -> Line:
    """Mark where a decision lies on the x axis: its threshold, its depth, its condition."""
    return Line([x, x], [y_axis.low, y_axis.high], label=label, role="decision", dash="dotted")


def strip(ranges: Iterable[tuple[float, float, str, int | None]], label: str) -> Spans:
    """Name ranges of the x axis, each given by its ends, what it is called and its series."""
    low, high, names, serieses = zip(*ranges, strict=True)
    return Spans(low, high, names=names, serieses=serieses, label=label)


def reference_lines(references: Sequence[Reference]) -> list[Mark]:
    """Draw what a picture is read against."""
    return [Line(one.x, one.y, label=one.label, role="trivial") for one in references if len(one.x) > 1]


def curve_axis(title: str, curves: Sequence[Curve], better: str) -> Axis:
    """Choose a y axis that holds the curves; what is below 0 only in part, where high values are better."""
    values = np.concatenate([curve.y[np.isfinite(curve.y)] for curve in curves])
    top, low = float(values.max(initial=0.0)), float(values.min(initial=0.0))
    if better == "high" and top > 0:
        low = max(low, -top / 4)
    if low == 0:
        return Axis.around(title, [1.05 * top if top > 0 else 1.0], low=0)
    return Axis.around(title, [low, 1.05 * top])
