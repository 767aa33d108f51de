"""What a page of numeric predictions shows, gathered once for Python and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.numeric_figures import NUMERIC_FIGURES
from costcurves.charts.figures.shift_figures import KEY as SHIFT_COST
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.errors import CostCurvesError
from costcurves.report.numeric_page import NumericReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.tables import Table


def numeric_report_of(
    evaluation: Any,
    costs: UnitCosts | float | None = None,
    *,
    level: float | None = 0.95,
    seed: int = 0,
    parts: Table | None = None,
    title: str = "",
    statements: Iterable[str] = (),
) -> NumericReport:
    """Gather what the page of a numeric evaluation shows.

    Parameters
    ----------
    evaluation : NumericEvaluation
    costs : UnitCosts or float, optional
        Of a unit too low and a unit too high, or κ; without them nothing is decided.
    level : float or None
        Of confidence; None for no intervals.
    seed : int
        Deals the folds.
    parts : Table, optional
        Every model by part.
    title : str
        By default the names of the models.
    statements : iterable of str
        What was read.
    """
    mark = UnitCosts.kappa_if_known(costs)
    charts, undrawn = {}, {}
    several = len(evaluation.models) > 1
    for name in NUMERIC_FIGURES:
        if (name == "double_lift" and not several) or (name == SHIFT_COST and costs is None):
            continue
        try:
            charts[name] = evaluation.chart(name, costs=costs, level=level if name == "loss" else None)
        except CostCurvesError as problem:
            undrawn[name] = f"{problem}"
    return NumericReport(
        evaluation.summary(level=level, kappa=0.5 if mark is None else mark),
        charts,
        undrawn,
        None if level is None else evaluation.comparisons(level=level),
        None if costs is None else evaluation.decide(costs, level=level, seed=seed),
        parts,
        title,
        tuple(statements),
    )
