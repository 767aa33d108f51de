"""Figures beside single curves: decile bars, and the difference of two models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.wording import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.curve_figures import RESOLUTION, curve_line, prevalence_text
from costcurves.charts.marks import Axis, Bars, Line, Spans
from costcurves.curves.kind import CurveOptions
from costcurves.curves.over_depth import deciles
from costcurves.curves.registry import curve_kind
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.curve import Curve
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally
    from costcurves.tallies.values import ValueTally

#: Share of a part's width that its bars fill.
FILLED = 0.8


def decile(
    models: Mapping[str, Tally | ValueTally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,  # noqa: ARG001 - few marks
    parts: int = 10,
) -> Chart:
    """Draw the lift of each tenth of the records, the best scores first; ties are split evenly.

    Parameters
    ----------
    parts : int
        10 for deciles.
    """
    marks: list[Mark] = []
    width = FILLED / len(models)
    top = 0.0
    for series, (name, tally) in enumerate(models.items()):
        found = deciles(tally, parts)
        left = np.arange(1, len(found) + 1) - FILLED / 2 + series * width
        lifts = np.array([part.lift for part in found])
        hover = [
            f"{name}, part {part.part}: lift {short(part.lift)}, cumulative {short(part.cumulative_lift)}"
            for part in found
        ]
        marks.append(Bars(left, left + width, lifts, label=name, series=series, hover=hover))
        top = max(top, float(lifts.max()))
    marks.append(Line([0.5, parts + 0.5], [1, 1], label="average", role="reference"))
    if decision is not None and np.isfinite(decision.flagged):
        depth = 0.5 + parts * float(decision.flagged)
        marks.append(Line([depth, depth], [0, 1.05 * top], label="this decision", role="decision"))
    ticks = tuple(range(1, parts + 1)) if parts <= 20 else None
    x_axis = Axis("Part of the records, best scores first", 0.5, parts + 0.5, ticks=ticks)
    y_axis = Axis.around("Lift: value of the part against the average", [1.05 * top], low=0)
    title = "Decile chart" if parts == 10 else f"Lift of {parts} equal parts"
    return Chart("deciles", title, x_axis, y_axis, marks, subtitle=prevalence_text(models))


def difference(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,  # noqa: ARG001 - a decision is of one model
    condition: OperatingCondition | None = None,
    resolution: float = RESOLUTION,
    of: str = "cost",
    pair: Any = None,
    rule: Rule | None = None,
    test_cost: float = 0.0,
) -> Chart:
    """Draw what one model has more than another in any curve, and name the better one by range.

    Parameters
    ----------
    of : str
        The curve that is subtracted.
    pair : (str, str), optional
        The two models, the first minus the second; by default the first two.
    rule, test_cost
        As in :func:`costcurves.charts.figures.curve_figures.condition_figure`.
    """
    names = pair_of(models, pair)
    kind = curve_kind(of)
    options = CurveOptions(condition=condition, rule=rule, test_cost=test_cost).of_weighed
    first, second = (kind.of(models[name], options) for name in names)
    gap = first.minus(second)
    x_axis, y_axis = Axis(kind.x_title, 0, 1), _around_zero(f"{kind.y_title}: difference", gap)
    if kind.key == "coverage":
        x_axis = Axis(kind.x_title, 0, float(gap.x[-1]))
    label = f"{names[0]} minus {names[1]}"
    marks: list[Mark] = [Line([x_axis.low, x_axis.high], [0, 0], label="no difference", role="reference")]
    marks.append(curve_line(label, gap, 0, x_axis, y_axis, resolution))
    marks += _better(gap, names, kind.better)
    x, y = gap.extreme(highest=abs(gap.extreme(highest=True)[1]) >= abs(gap.extreme(highest=False)[1]))
    said = [prevalence_text(models)] if kind.moved_by_prevalence else []
    said.append(f"largest difference {short(y)} at {short(x)}")
    title = f"{kind.title}: {label}"
    return Chart("difference", title, x_axis, y_axis, marks, subtitle="; ".join(said))


def pair_of(models: Collection[str], pair: Any = None) -> tuple[str, str]:
    """Return the two models of a difference, by default the first two."""
    names = tuple(models)[:2] if pair is None else tuple(pair) if isinstance(pair, (tuple, list)) else (pair,)
    if len(names) != 2 or not set(names) <= set(models):
        raise InputError(
            "a difference must be of two models of the evaluation",
            ", ".join(map(repr, names)) or "none",
            "name two of " + ", ".join(models),
        )
    return names[0], names[1]


def _around_zero(title: str, gap: Curve) -> Axis:
    """Choose an axis that shows both signs."""
    ends = [gap.extreme(highest=side)[1] for side in (False, True)]
    most = max(abs(end) for end in ends) or 1.0
    return Axis.around(title, [min(ends[0], -0.1 * most), max(ends[1], 0.1 * most)])


def _better(gap: Curve, names: tuple[str, ...], better: str) -> list[Mark]:
    """Name the better model by stretch of x; where both are equal, none."""
    stretches = [stretch for stretch in gap.signs() if stretch[2]]
    if not stretches or better not in {"high", "low"}:
        return []
    first = [(sign > 0) == (better == "high") for _, _, sign in stretches]
    return [
        Spans(
            [low for low, _, _ in stretches],
            [high for _, high, _ in stretches],
            names=[names[0] if one else names[1] for one in first],
            serieses=[0 if one else 1 for one in first],
            label="better model",
        )
    ]


#: Figures beside single curves by name.
PAIR_FIGURES: dict[str, Callable[..., Chart]] = {"deciles": decile, "difference": difference}
