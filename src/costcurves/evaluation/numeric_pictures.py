"""Pictures of numeric predictions: what a figure is drawn of is gathered here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.numeric_figures import numeric_figure
from costcurves.charts.figures.numeric_subject import NumericSubject
from costcurves.charts.figures.shift_figures import KEY as SHIFT_COST
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.errors import Code, InputError, UndefinedError
from costcurves.inference.numbers.shift_costs import CostsByShift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.inference.estimate import Band
    from costcurves.space.loss_curve import LossCurve


def numeric_chart(
    evaluation: Any,
    name: str,
    models: Sequence[str],
    *,
    kappa: float | None,
    bins: int,
    parts: int,
    costs: UnitCosts | float | None,
    level: float | None,
    simultaneous: bool,
) -> Chart:
    """Return a picture; see :meth:`costcurves.NumericEvaluation.chart`."""
    draw, records = numeric_figure(name), evaluation.records
    of = {model: records.predicted(model) for model in models}
    if name == "double_lift" and len(of) < 2:
        raise InputError("a double lift compares two models", f"{len(of)}", "give two models")
    bands, baseline, shifts = {}, {}, None
    if name == "loss":
        baseline = _baseline(evaluation)
        if level is not None:
            bands = _bands(evaluation, models, level, simultaneous=simultaneous)
    if name == SHIFT_COST and costs is not None:
        shifts = CostsByShift.of(records, costs, models)
    mark = UnitCosts.kappa_if_known(costs) if kappa is None else kappa
    return draw(NumericSubject(of, bins, parts, mark, bands, baseline, shifts))


def _bands(evaluation: Any, models: Sequence[str], level: float, *, simultaneous: bool) -> dict[str, Band]:
    """Return the bands of loss curves; none where records are too few for any κ."""
    try:
        return {m: evaluation.loss_band(m, level=level, simultaneous=simultaneous) for m in models}
    except UndefinedError as error:
        if error.code is not Code.TOO_FEW:
            raise
        return {}


def _baseline(evaluation: Any) -> dict[str, LossCurve]:
    """Return what a constant of the training records loses, by its name; nothing where none is known."""
    curve = evaluation.baseline_curve
    name = "training mean" if evaluation.records.constants.outcomes is None else "best training constant"
    return {} if curve is None else {name: curve}
