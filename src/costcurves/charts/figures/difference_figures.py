"""Figures beside single curves: decile bars, the difference of two models, the surface of least cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.subject import LABEL, Subject, strip
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Bars, Line, Points
from costcurves.charts.scales import Axis
from costcurves.curves.kind import CurveOptions
from costcurves.curves.over_depth import deciles
from costcurves.curves.planes import cost_surface, cost_volume
from costcurves.curves.registry import curve_kind
from costcurves.errors import InputError
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.curves.curve import Curve

#: Share of a part's width that its bars fill.
FILLED = 0.8


def decile(subject: Subject, *, parts: int = 10) -> Chart:
    """Draw the lift of each tenth of the records, the best scores first; ties are split evenly.

    Parameters
    ----------
    parts : int
        10 for deciles.
    """
    marks: list[Mark] = []
    width = FILLED / len(subject.models)
    top = 0.0
    for series, (name, tally) in enumerate(subject.models.items()):
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
    if subject.decision is not None and np.isfinite(subject.decision.flagged):
        depth = 0.5 + parts * float(subject.decision.flagged)
        marks.append(Line([depth, depth], [0, 1.05 * top], label=LABEL, role="decision"))
    ticks = tuple(range(1, parts + 1)) if parts <= 20 else None
    x_axis = Axis("Part of the records, best scores first", 0.5, parts + 0.5, ticks=ticks)
    y_axis = Axis.around("Lift: value of the part against the average", [1.05 * top], low=0)
    title = "Decile chart" if parts == 10 else f"Lift of {parts} equal parts"
    return Chart("deciles", title, x_axis, y_axis, marks, subtitle=subject.prevalence_text)


def difference(
    subject: Subject,
    *,
    of: str = "cost",
    pair: Any = None,
    rule: Rule | None = None,
    test_cost: float = 0.0,
) -> Chart:
    """Draw the difference between two models in any curve, and name the better one by range.

    Parameters
    ----------
    of : str
        The curve that is subtracted.
    pair : (str, str), optional
        The two models, the first minus the second; by default the first two.
    rule, test_cost
        As in :func:`costcurves.charts.figures.curve_figures.condition_figure`.
    """
    names = pair_of(subject.models, pair)
    kind = curve_kind(of)
    options = CurveOptions(condition=subject.condition, rule=rule, test_cost=test_cost).of_weighed
    first, second = (kind.of(subject.models[name], options) for name in names)
    gap = first.minus(second)
    right = float(gap.x[-1]) if kind.key == "coverage" else 1.0
    axes = Axis(kind.x_title, 0, right), _around_zero(f"{kind.y_title}: difference", gap)
    label = f"{names[0]} minus {names[1]}"
    series = [list(subject.models).index(name) for name in names]
    marks: list[Mark] = [
        Line([0, right], [0, 0], label="no difference", role="reference"),
        subject.line(label, gap, series[0], axes),
        *_better(gap, names, series, kind.better),
    ]
    x, y = gap.extreme(highest=abs(gap.extreme(highest=True)[1]) >= abs(gap.extreme(highest=False)[1]))
    said = [subject.prevalence_text] if kind.moved_by_prevalence else []
    said.append(f"largest difference {short(y)} at {short(x)}")
    title = f"{kind.title}: {label}"
    return Chart("difference", title, *axes, marks, subtitle="; ".join(said))


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


def _better(gap: Curve, names: Sequence[str], series: Sequence[int], better: str) -> list[Mark]:
    """Name the better model by stretch of x; where both are equal, none."""
    if better not in {"high", "low"}:
        return []
    ranges = []
    for low, high, sign in gap.signs():
        if sign:
            winner = 0 if (sign > 0) == (better == "high") else 1
            ranges.append((low, high, names[winner], series[winner]))
    return [strip(ranges, "better model")] if ranges else []


def value_surface(subject: Subject, *, rule: Rule = optimal) -> Chart:
    """Draw the least cost over prevalence and unit costs (prevalence–value–accuracy) of one model.

    Parameters
    ----------
    subject : Subject
        Its resolution gives the cells along each side, at most 60.
    """
    name, tally = subject.decided, subject.models[subject.decided]
    condition, side = subject.condition, int(min(subject.resolution, 60))
    edges = np.linspace(0, 1, side + 1)
    middle = (edges[1:] + edges[:-1]) / 2
    surface = cost_surface(tally, rule=rule, prevalence=middle, proportion=middle)
    hover = [
        f"prevalence {short(p)}, cost ratio {short(u)}: cost {short(c)}"
        for u, line in zip(middle.tolist(), surface.cost.tolist(), strict=True)
        for p, c in zip(middle.tolist(), line, strict=True)
    ]
    marks: list[Any] = [
        Grid(edges, edges, surface.cost, low=0, label="Expected cost of a record", hover=hover)
    ]
    said = "expected cost of a record, costs scaled to fp + fn = 1"
    if condition is not None and condition.placed:
        fp, fn = condition.costs.effective_fp, condition.costs.effective_fn
        marks.append(
            Points([condition.prevalence], [fp / (fp + fn)], label="your condition", role="decision")
        )
        said += f"; your condition: {subject.condition_source}" if subject.condition_source else ""
    notes: tuple[str, ...] = ()
    if rule == optimal:
        volume = cost_volume(tally)
        notes = (f"Mean over the square: {short(volume)}, {short(12 * volume)} of the trivial classifiers'.",)
    return Chart(
        "value_surface",
        f"Prevalence, value and accuracy: {name}",
        Axis("Prevalence", 0, 1),
        Axis("Unit cost ratio fp/(fp + fn)", 0, 1),
        marks,
        subtitle=said,
        notes=notes,
        square=True,
    )


#: Figures beside single curves by name.
PAIR_FIGURES: dict[str, Callable[..., Chart]] = {
    "deciles": decile,
    "difference": difference,
    "value_surface": value_surface,
}
