"""The table of figures: tallies worded as charts. Right of here nothing is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.charts.figures.calibration_figures import CALIBRATION_FIGURES
from costcurves.charts.figures.curve_figures import CURVE_FIGURES
from costcurves.charts.figures.difference_figures import PAIR_FIGURES
from costcurves.charts.figures.roc_and_cost_figures import cost, roc
from costcurves.charts.figures.threshold_figures import STEP_FIGURES
from costcurves.curves.registry import CURVES
from costcurves.errors import no_such

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.charts.chart import Chart

#: Figures by name: each maps {model: tally} to a chart.
FIGURES: dict[str, Callable[..., Chart]] = {
    **CURVE_FIGURES,
    **STEP_FIGURES,
    **PAIR_FIGURES,
    **CALIBRATION_FIGURES,
    # These two have more to show than their curves: hulls with ranges, and who is cheapest where.
    "roc": roc,
    "cost": cost,
}


def figure(name: str) -> Callable[..., Chart]:
    """Find a figure by its name, or by another name of its curve.

    Examples
    --------
    >>> figure("pr") is FIGURES["precision_recall"]
    True
    """
    names = {alias: kind.key for kind in CURVES for alias in kind.aliases}
    found = FIGURES.get(names.get(str(name), str(name)))
    if found is None:
        raise no_such(name, FIGURES, what="picture")
    return found
