"""How sure the numbers of an evaluation are: what is asked, what was found, and what that holds for."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

from costcurves.charts.phrases import owned, scope
from costcurves.charts.tables import Column, Table
from costcurves.errors import InputError, UndefinedError
from costcurves.sureness import in_unit
from costcurves.tasks.steps import silent
from costcurves.wording import percent, short

if TYPE_CHECKING:
    from costcurves.conditions import OperatingCondition
    from costcurves.inference.estimate import Estimate
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request
    from costcurves.tasks.steps import Step
    from costcurves.uncertainty import Uncertainty

__all__ = [
    "Held", "evaluated", "evaluated_json", "evaluated_table", "questioned", "uncertainty",
]  # fmt: skip

#: What whoever waits is told.
ASKING = "asking how sure that is"
#: Numbers of a model whose intervals `evaluate` shows.
SHOWN = ("auc", "h_measure", "brier")


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Held:
    """An estimate, and what its interval holds for at its level.

    Attributes
    ----------
    estimate : Estimate
    scope : str
        As :func:`costcurves.charts.phrases.scope` words it.
    """

    estimate: Estimate
    scope: str = scope()

    @property
    def interval(self) -> str:
        """The level, and what the interval holds for."""
        return f"{percent(self.estimate.level)} interval, {self.scope}"

    def to_json(self) -> dict[str, Any]:
        """Return what documents carry."""
        names = ("estimate", "low", "high", "level", "method", "target")
        found = {name: getattr(self.estimate, name) for name in names} | {"scope": self.scope}
        return found | ({"notes": list(self.estimate.notes)} if self.estimate.notes else {})


def uncertainty(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty | None:
    """Return what answers how sure things are, or None if nobody asked; see :func:`questioned`."""
    if not request.sureness.is_asked:
        return None
    step(ASKING)
    return questioned(loaded, request, step)


def questioned(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty:
    """Return what answers how sure things are.

    Parameters
    ----------
    loaded : Loaded
    request : Request
    step : callable
        Told how many replicates are drawn.

    Raises
    ------
    UndefinedError
        If the file does not tell how many records there are.
    """
    if not all(tally.counted for tally in loaded.evaluation.models.values()):
        raise UndefinedError.because(
            must="intervals need the number of records of each class",
            came="operating points without class sizes", where=loaded.evaluation.name,
            fix="give tp, fn, fp and tn, or leave out --level and its like",
        )  # fmt: skip
    chosen_on = "cross-fitted" if loaded.chosen_on is None else loaded.chosen_on
    watch = functools.partial(step, ASKING)
    return loaded.evaluation.uncertainty(chosen_on=chosen_on, progress=watch, **request.sureness.stated())


def evaluated(asked: Uncertainty, condition: OperatingCondition | None) -> dict[str, dict[str, Held]]:
    """Return main numbers of all models: cost (at a condition, else on average), AUC, H and Brier score."""
    found: dict[str, dict[str, Held]] = {}
    held = scope(conditions=asked.simultaneous and condition is not None)
    for model in asked.models:
        key = "cost" if condition is not None else "area"
        cost = asked.cost(model, condition)
        found[model] = {key: Held(cost, held)}
        if condition is not None and not condition.relative:
            found[model]["money"] = Held(in_unit(cost, condition), held)
        for number in SHOWN:
            try:
                one = asked.auc(model) if number == "auc" else asked.summary(model, number)
                found[model][number] = Held(one)
            except (InputError, UndefinedError):  # as in the table of summaries, where the reason stands
                continue
    return found


def evaluated_json(found: dict[str, dict[str, Held]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the intervals of all models as documents carry them."""
    return {model: {key: one.to_json() for key, one in own.items()} for model, own in found.items()}


def evaluated_table(
    found: dict[str, dict[str, Held]],
    condition: OperatingCondition | None,
    *,
    chosen_among: bool,
    of: str = "",
) -> Table:
    """Show the intervals of all models, one row a number.

    Parameters
    ----------
    found : dict
        As :func:`evaluated` returns it.
    condition : OperatingCondition or None
    chosen_among : bool
        Whether `decide` would choose among the models on the same records.
    of : str
        Which records they are of, for the heading.
    """
    columns = [
        Column("model", "model", align="left"),
        Column("number", "number", align="left"),
        Column("estimate", "estimate", decimals=4),
        Column("low", "from", decimals=4),
        Column("high", "to", decimals=4),
    ]
    names = _names(condition)
    rows, level = [], 0.0
    targets: dict[str, None] = {}
    for model, own in found.items():
        for key, held in own.items():
            one, level = held.estimate, held.estimate.level
            rows.append((model, names[key], one.estimate, one.low, one.high))
            if key in COSTS:  # of all others it says what they are called
                targets[f"{names[key]}: {one.target}"] = None
    where = "" if condition is None else f"; NEC at PC(+) = {short(condition.pc)}"
    title = f"{percent(level)} intervals{of}{_each(found)}{where}"
    notes = (*targets, *_beside_decide(found, chosen_among=chosen_among), *_owned(found, names))
    return Table("sureness", title, columns, rows, notes=notes)


def _names(condition: OperatingCondition | None) -> dict[str, str]:
    """Return what the numbers are called in tables."""
    brings = condition is not None and condition.costs.stated_as_benefits
    return NAMES | {"money": "brings a case" if brings else "cost a case"}


def _each(found: dict[str, dict[str, Held]]) -> str:
    """Say what the intervals of a table hold for."""
    cost = next(iter(next(iter(found.values())).values()))
    if cost.scope == scope():
        return f", each {scope()}"
    return f": costs {cost.scope}, all else {scope()}, each for its model"


def _owned(found: dict[str, dict[str, Held]], names: dict[str, str]) -> list[str]:
    """Write what there is to note of every number, after whose it is."""
    return owned(
        (f"{model}, {names[key]}", note)
        for model, own in found.items()
        for key, held in own.items()
        if key != "money"  # which repeats NEC
        for note in held.estimate.notes
    )


def _beside_decide(found: dict[str, dict[str, Held]], *, chosen_among: bool) -> list[str]:
    """Say why `decide` gives another interval of the cost."""
    own = next(iter(found.values()))
    if "cost" not in own or len(found) == 1 or not chosen_among:
        return []
    alone = own["cost"].scope == scope()
    wider = "and" if alone else "and with the same --band"
    held = scope(models=len(found))
    return [f"`decide` chooses among the models: its interval of the cost holds {held}, {wider} is wider"]


#: Numbers that are costs.
COSTS = ("cost", "area")
#: What the numbers are called in tables; how money is, depends on the condition.
NAMES = {
    "cost": "NEC",
    "area": "NEC, average over PC(+)",
    "auc": "AUC",
    "h_measure": "H",
    "brier": "Brier score",
}
