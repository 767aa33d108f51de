"""What fills a plane: lines of one value of a measure in ROC space, and the surface of least cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.wording import short
from costcurves.charts.chart import Chart
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Axis, Line, Points
from costcurves.curves.planes import cost_surface, cost_volume, isometrics
from costcurves.errors import InputError
from costcurves.measures.confusion_measures import Measure, measure
from costcurves.rules.rule import optimal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally

#: Levels that are drawn of a measure between 0 and 1.
LEVELS = tuple(k / 10 for k in range(1, 10))


def isometric_lines(
    what: str | Measure | None,
    levels: Sequence[float] | None,
    tally: Tally,
    sizes: tuple[float, float] = (1.0, 1.0),
) -> tuple[list[Mark], tuple[str, ...]]:
    """Draw the lines along which a measure has one value, and say which.

    Parameters
    ----------
    what : str or Measure or None
        None draws nothing.
    levels : sequence of float or None
        By default 0.1, 0.2, …, 0.9, for measures between 0 and 1.
    tally : Tally
        Gives the prevalence.
    sizes : (float, float)
        Weights of the negatives and of the positives, where the axes are counts.
    """
    if what is None:
        return [], ()
    row = measure(what)
    if levels is None and (row.low, row.high) != (0.0, 1.0):
        raise InputError("a measure that leaves [0, 1] needs stated levels", row.key, "give levels=[…]")
    found = isometrics(row, LEVELS if levels is None else levels, tally.prevalence)
    marks: list[Mark] = [
        Line(
            line.fpr * sizes[0],
            line.tpr * sizes[1],
            role="reference",
            dash="dotted",
            hover=[f"{row.title} {short(line.level)}"] * len(line.fpr),
        )
        for line in found
    ]
    levels_text = ", ".join(short(line.level) for line in found) or "none in the square"
    return marks, (f"Dotted grey: {row.title} {levels_text}.",)


def value_surface(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,
    resolution: float = 60,
    rule: Rule = optimal,
) -> Chart:
    """Draw the least cost over prevalence and unit costs (prevalence–value–accuracy) of one model.

    Parameters
    ----------
    resolution : float
        Cells along each side, at most 60.
    """
    condition = condition or (decision.condition if decision is not None else None)
    name = decision.model if decision is not None and decision.model in models else next(iter(models))
    side = int(min(resolution, 60))
    edges = np.linspace(0, 1, side + 1)
    middle = (edges[1:] + edges[:-1]) / 2
    surface = cost_surface(models[name], rule=rule, prevalence=middle, proportion=middle)
    hover = [
        f"prevalence {short(p)}, cost ratio {short(u)}: cost {short(c)}"
        for u, line in zip(middle.tolist(), surface.cost.tolist(), strict=True)
        for p, c in zip(middle.tolist(), line, strict=True)
    ]
    marks: list[Any] = [
        Grid(edges, edges, surface.cost, low=0, label="Expected cost of a record", hover=hover)
    ]
    if condition is not None and condition.placed:
        fp, fn = condition.costs.effective_fp, condition.costs.effective_fn
        marks.append(
            Points([condition.prevalence], [fp / (fp + fn)], label="your condition", role="decision")
        )
    notes: tuple[str, ...] = ()
    if rule == optimal:
        volume = cost_volume(models[name])
        notes = (f"Mean over the square: {short(volume)}, {short(12 * volume)} of the trivial classifiers'.",)
    return Chart(
        "value_surface",
        f"Prevalence, value and accuracy: {name}",
        Axis("Prevalence", 0, 1),
        Axis("Unit cost ratio fp/(fp + fn)", 0, 1),
        marks,
        subtitle="expected cost of a record, costs scaled to fp + fn = 1",
        notes=notes,
        square=True,
    )


#: Figures of planes by name.
PLANE_FIGURES: dict[str, Callable[..., Chart]] = {"value_surface": value_surface}
