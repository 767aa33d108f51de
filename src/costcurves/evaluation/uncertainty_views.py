"""What an uncertainty gives to pictures and to the report page: bands, intervals, tests."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.band_figures import banded, cheaper_over
from costcurves.charts.figures.pair_figures import pair_of
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.over_depth import DepthCurve
from costcurves.curves.registry import ROWS, row
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.evaluation.one_decision import chosen_anew, decision_cost, in_unit
from costcurves.evaluation.uncertainty import Uncertainty
from costcurves.evaluation.views import chart
from costcurves.report.uncertainty_section import Sureness

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.chart import Chart
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.views import Wish
    from costcurves.inference.estimate import Estimate
    from costcurves.report.page_tables import Evaluated
    from costcurves.results.interval_tables import Numbers

__all__ = [
    "asked_of",
    "banded_chart",
    "evaluated",
    "has_bands",
    "sureness",
]

#: Pictures with bands: those of one curve a model, and the difference of two.
BANDED = (*(one.key for one in ROWS), "lift_by_threshold", "difference")

#: Numbers of a model whose intervals are shown.
SHOWN = ("auc", "h_measure", "brier")


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
    _require(uncertainty, evaluation)
    if made.key not in BANDED:
        raise InputError.because(
            must="bands are for pictures of one curve a model, and for the difference of two", came=name,
            fix=f"leave the uncertainty out, or draw one of {', '.join(BANDED)}",
        )  # fmt: skip
    wish = wish.beside(decision)
    if made.key == "difference":
        return _difference(made, models, wish, options, uncertainty)
    bands = {model: uncertainty.band(model, made.key, **asked_of(made.key, wish)) for model in models}
    return banded(made, bands)


def _require(uncertainty: Any, evaluation: Evaluated) -> None:
    """Refuse what is no uncertainty of these models."""
    if not isinstance(uncertainty, Uncertainty):
        raise InputError.because(
            must="an uncertainty is made by an evaluation", came=kind_of(uncertainty),
            fix="write uncertainty=ev.uncertainty(level=0.95)",
        )  # fmt: skip
    if any(uncertainty.models.get(model) != tally for model, tally in evaluation.models.items()):
        raise InputError.because(
            must="an uncertainty is of the models that are shown", came="one of another evaluation",
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


# ---- the page -------------------------------------------------------------------------------


def sureness(
    evaluation: Evaluated, decision: Decision | None, uncertainty: Uncertainty | None
) -> Sureness | None:
    """Return how sure a report page may be: bands, its numbers, its answer, its models in pairs.

    Models are tested at the condition of the decision, without one over all PC(+) alike; only where
    there are rows, for counts do not tell which records two models share.

    Parameters
    ----------
    evaluation : Evaluated
    decision : Decision or None
    uncertainty : Uncertainty or None
        Without one nothing is said of it.
    """
    if uncertainty is None:
        return None
    _require(uncertainty, evaluation)
    models = list(evaluation.models)
    condition = None if decision is None else decision.condition
    tested = len(models) > 1 and evaluation.records is not None
    over_conditions, over_thresholds = (
        {model: uncertainty.band(model, name) for model in models} for name in ("cost", "roc")
    )
    cost = None if decision is None else decision_cost(uncertainty, decision)
    given = decision is not None and not chosen_anew(decision)
    return Sureness(
        uncertainty.level, over_conditions, over_thresholds, cost,
        pairs=uncertainty.pairwise(condition) if tested else None,
        cost_as_given=given,
        numbers=evaluated(uncertainty, condition),
    )  # fmt: skip


def evaluated(asked: Uncertainty, condition: OperatingCondition | None) -> Numbers:
    """Return main numbers of all models: cost (at a condition, else on average), AUC, H and Brier score."""
    found: dict[str, dict[str, Estimate]] = {}
    for model in asked.models:
        key = "cost" if condition is not None else "area"
        cost = asked.cost(model, condition)
        found[model] = {key: cost}
        if condition is not None and not condition.relative:
            found[model]["money"] = in_unit(cost, condition)
        for number in SHOWN:
            try:
                one = asked.auc(model) if number == "auc" else asked.summary(model, number)
                found[model][number] = one
            except (InputError, UndefinedError):  # as in the table of summaries, where the reason stands
                continue
    return found
