"""Pictures of an evaluation with bands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.band_figures import banded, cheaper_over
from costcurves.charts.figures.pair_figures import pair_of
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.over_depth import DepthCurve
from costcurves.curves.registry import ROWS, row
from costcurves.errors import InputError, kind_of
from costcurves.evaluation.uncertainty import Uncertainty
from costcurves.evaluation.views import chart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.evaluation.views import Wish
    from costcurves.report.page_tables import Evaluated

__all__ = [
    "asked_of",
    "banded_chart",
    "has_bands",
    "require_same_models",
]

#: Pictures with bands: those of one curve a model, and the difference of two.
BANDED = (*(one.key for one in ROWS), "lift_by_threshold", "difference")


# ---- pictures -------------------------------------------------------------------------------


def banded_chart(
    name: str,
    evaluation: Evaluated,
    decision: Any,
    wish: Wish,
    options: Mapping[str, Any],
    uncertainty: Uncertainty | None,
) -> Chart:
    """Return a picture as data, with the band of every model where an uncertainty is given."""
    models = dict(evaluation.models)
    made = chart(name, models, decision, wish, options, evaluation.records)
    if uncertainty is None:
        return made
    require_same_models(uncertainty, evaluation)
    if made.key not in BANDED:
        raise InputError.because(
            must="bands can only be drawn for pictures of one curve per model, and for the difference of two",
            came=name,
            fix=f"leave the uncertainty out, or draw one of {', '.join(BANDED)}",
        )  # fmt: skip
    wish = wish.beside(decision)
    if made.key == "difference":
        return _difference(made, models, wish, options, uncertainty)
    bands = {model: uncertainty.band(model, made.key, **asked_of(made.key, wish)) for model in models}
    return banded(made, bands)


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
    names = {alias: one.key for one in ROWS for alias in one.aliases}
    return names.get(name, name) in BANDED


def asked_of(key: str, wish: Wish) -> dict[str, Any]:
    """What a band is asked for, so that it is one of the curve that is drawn."""
    found: Any = row(key)
    asked: dict[str, Any] = {"prevalence": wish.share}
    costs = None if wish.condition is None else wish.condition.costs
    if isinstance(found, ConditionCurve):
        asked |= {"rule": wish.rule, "costs": costs, "test_cost": wish.test_cost}
    elif isinstance(found, DepthCurve) and found.priced:
        if costs is None:
            raise InputError.because(
                must=f"a band of {found.key} needs costs that all records share",
                came="costs by record", fix="give condition=, or leave the uncertainty out",
            )  # fmt: skip
        asked["costs"] = costs
    return asked


def _difference(
    made: Chart, models: Mapping[str, Any], wish: Wish, options: Mapping[str, Any], uncertainty: Uncertainty
) -> Chart:
    """Draw the band of the difference of two models; of cost, also where one is cheaper, not by chance."""
    of = row(options.get("of", "cost")).key
    a, b = pair_of(models, options.get("pair"))
    asked = {"rule": wish.rule} if of == "cost" else asked_of(of, wish)
    band = uncertainty.difference_band(a, b, name=of, **asked)
    shown = banded(made, {f"{a} minus {b}": band}, growth=math.inf)  # it may be far wider than its line
    if of != "cost":
        return shown
    return cheaper_over(shown, uncertainty.compare(a, b, rule=wish.rule).cheaper, (a, b), uncertainty.level)
