"""Pictures of an evaluation with bands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.band_figures import banded, cheaper_over
from costcurves.charts.figures.pair_figures import pair_of
from costcurves.curves.kind import CurveOptions
from costcurves.curves.registry import CURVES, curve_kind
from costcurves.errors import InputError, kind_of
from costcurves.evaluation.uncertainty import Uncertainty
from costcurves.evaluation.views import chart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.curves.kind import CurveKind
    from costcurves.report.page_tables import Evaluated

__all__ = [
    "banded_chart",
    "has_bands",
    "require_same_models",
    "shared_costs",
]

#: Pictures with bands: those of one curve a model, and the difference of two.
BANDED = (*(one.key for one in CURVES), "lift_by_threshold", "difference")


# ---- pictures -------------------------------------------------------------------------------


def banded_chart(
    name: str,
    evaluation: Evaluated,
    decision: Any,
    options: CurveOptions,
    own: Mapping[str, Any],
    uncertainty: Uncertainty | None,
) -> Chart:
    """Return a picture as data, with the band of every model where an uncertainty is given."""
    models = dict(evaluation.models)
    made = chart(name, models, decision, options, own, evaluation.records)
    if uncertainty is None:
        return made
    require_same_models(uncertainty, evaluation)
    if made.key not in BANDED:
        raise InputError.because(
            must="bands can only be drawn for pictures of one curve per model, and for the difference of two",
            came=name,
            fix=f"leave the uncertainty out, or draw one of {', '.join(BANDED)}",
        )  # fmt: skip
    options = options.beside(decision)
    if made.key == "difference":
        return _difference(made, models, options, own, uncertainty)
    kind = shared_costs(made.key, options)
    return banded(made, {model: uncertainty.curve_band(model, kind, options) for model in models})


def require_same_models(uncertainty: Any, evaluation: Evaluated) -> None:
    """Refuse what is no uncertainty of these models."""
    if not isinstance(uncertainty, Uncertainty):
        raise InputError.because(
            must="uncertainty must come from Evaluation.uncertainty",
            came=kind_of(uncertainty),
            fix="write uncertainty=ev.uncertainty(level=0.95)",
        )  # fmt: skip
    if any(uncertainty.models.get(model) != tally for model, tally in evaluation.models.items()):
        raise InputError.because(
            must="uncertainty must be of the models that are shown",
            came="one of another evaluation",
            fix="write uncertainty=ev.uncertainty(…) of the same evaluation",
        )  # fmt: skip


def has_bands(name: str) -> bool:
    """Tell whether a picture, by any of its names, has bands."""
    names = {alias: one.key for one in CURVES for alias in one.aliases}
    return names.get(name, name) in BANDED


def shared_costs(name: str, options: CurveOptions) -> CurveKind:
    """Return a kind of curve; refuse bands of money at costs that differ by record."""
    kind = curve_kind(name)
    if kind.needs_costs and options.stated_costs is None:
        raise InputError.because(
            must=f"a band of {kind.key} needs costs that all records share",
            came="costs by record", fix="give condition=, or leave the uncertainty out",
        )  # fmt: skip
    return kind


def _difference(
    made: Chart,
    models: Mapping[str, Any],
    options: CurveOptions,
    own: Mapping[str, Any],
    uncertainty: Uncertainty,
) -> Chart:
    """Draw the band of the difference of two models; of cost, also where one is cheaper, not by chance."""
    kind = shared_costs(own.get("of", "cost"), options)
    if kind.key == "cost":  # over PC(+): the same at every prevalence, and the cost of a test falls away
        options = CurveOptions(rule=options.rule)
    a, b = pair_of(models, own.get("pair"))
    band = uncertainty.curve_difference_band(a, b, kind, options)
    shown = banded(made, {f"{a} minus {b}": band}, growth=math.inf)  # it may be far wider than its line
    if kind.key != "cost":
        return shown
    return cheaper_over(
        shown, uncertainty.compare(a, b, rule=options.rule).cheaper, (a, b), uncertainty.level
    )
