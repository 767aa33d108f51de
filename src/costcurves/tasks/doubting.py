"""How sure a decision is: what it costs, whom it flags, what it reaches, and its threshold."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.wording import percent, short
from costcurves.errors import UndefinedError
from costcurves.evaluation.uncertainty_views import decision_cost, in_unit, one_of_several
from costcurves.inference.meaning import Scope
from costcurves.tasks.answers import answered
from costcurves.tasks.judging import stated, weighed
from costcurves.tasks.lots import given_cost, given_rates, has_thresholds
from costcurves.tasks.total_costs import totals_held

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.bootstrap.chosen import CostPlateau
    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.records import Records
    from costcurves.tasks.judging import Verdict
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request

__all__ = ["Doubt", "decided", "deciding"]

#: What becomes of an interval that was made on the records that chose the threshold.
LEFT_OUT = "that it was chosen on the same records is left out of account"
#: What intervals hold for that are not said to hold together.
ALONE = Scope.ALONE.words()
#: Costs that differ by less, relatively, are one.
ROUNDING = 1e-9


@dataclasses.dataclass(frozen=True, slots=True)
class Doubt:
    """How sure a decision is.

    Attributes
    ----------
    held : dict of str to Estimate
        What was asked of it: "cost" (in the unit of the condition), "tpr", "fpr", "flagged" or a
        measure, "threshold"; of costs by record "total", "savings" and those of Bayes' rule.
    sentences : tuple of str
    optimism : float or None
        How much too cheap the decision looks on the records that chose it.
    plateau : CostPlateau or None
        Thresholds that cost nearly as little.
    """

    held: Mapping[str, Estimate] = dataclasses.field(default_factory=dict)
    sentences: tuple[str, ...] = ()
    optimism: float | None = None
    plateau: CostPlateau | None = None

    def and_then(self, other: Doubt) -> Doubt:
        """Add what else there is to say."""
        optimism = self.optimism if other.optimism is None else other.optimism
        plateau = self.plateau or other.plateau
        return Doubt({**self.held, **other.held}, (*self.sentences, *other.sentences), optimism, plateau)

    def to_json(self) -> dict[str, Any]:
        """Return what documents carry."""
        found: dict[str, Any] = {name: held.to_json() for name, held in self.held.items()}
        found |= {"sentences": list(self.sentences)}
        if self.plateau is not None:
            found["plateau"] = self.plateau.to_json()
        return found if self.optimism is None else found | {"optimism": self.optimism}


def deciding(loaded: Loaded, request: Request) -> Loaded:
    """Return the records that say how sure a decision is: without costs, at the stated prevalence."""
    priced = request.asked.is_priced or request.is_priced_by_row
    return loaded if priced else stated(loaded, request.asked.prevalence)


def decided(found: Verdict, loaded: Loaded, request: Request, asked: Uncertainty) -> Doubt:
    """Say how sure a decision is: its cost, its rates, what its goal reaches, its threshold."""
    decision = found.decision
    if found.totals:
        money = _totals(found, loaded, request, asked)
    else:
        money = _cost(decision, loaded.evaluation, request, asked)
    if decision.flags != "some":
        return money.and_then(_trivial(decision, priced=decision.condition is not None))
    parts = [
        money,
        _rates(decision, request, asked, same=loaded.chosen_on is None),
        *([_threshold(decision, request, asked)] if loaded.chosen_on is None else []),
    ]
    return functools.reduce(Doubt.and_then, parts)


def _records(loaded: Loaded, request: Request) -> Records:
    """Return the records as they were weighed for their totals."""
    records = weighed(loaded.evaluation, request.asked.prevalence).records
    assert records is not None  # totals are of records
    return records


def _totals(found: Verdict, loaded: Loaded, request: Request, asked: Uncertainty) -> Doubt:
    """Say what costs by record add up to, and what the intervals of that hold for."""
    held, (said,) = totals_held(found.totals, _records(loaded, request), asked.level)
    models = len(loaded.evaluation.models) if request.model is None and loaded.chosen_on is None else 1
    return Doubt(held, (f"{said} Each interval holds {ALONE}{_among(found.decision, models)}.",))


def _among(decision: Decision, models: int) -> str:
    """Say that an interval does not allow for the choice among models, where there was one."""
    if models < 2:
        return ""
    return f"; that {decision.model} was chosen among {models} models is left out of account"


def _trivial(decision: Decision, *, priced: bool) -> Doubt:
    """Say why there is nothing to be unsure of."""
    follows = "; what that costs follows from the condition" if priced else ""
    said = f"Flagging {decision.flags} takes no threshold, and its rates are no estimates{follows}."
    said += " No interval is given."
    return Doubt(sentences=(said,))


# ---- its cost -------------------------------------------------------------------------------


def _cost(decision: Decision, evaluation: Evaluation, request: Request, asked: Uncertainty) -> Doubt:
    """Say what a decision costs where a condition is stated."""
    condition = decision.condition
    if condition is None or decision.flags != "some":
        return Doubt()
    if request.model is not None:  # then no model was chosen among others
        model = {request.model: evaluation.tally(request.model)}
        evaluation = dataclasses.replace(evaluation, models=model)
    cost = decision_cost(evaluation, decision, asked)
    if cost is None:
        cost = in_unit(given_cost(decision, condition, asked), condition)
    elif not has_thresholds(decision):  # the counts at operating points were dealt into folds
        cost = dataclasses.replace(cost, target_words=cost.target.words("operating point"))
    together = one_of_several(evaluation, decision)
    optimism = _optimism(decision, cost)
    models = len(evaluation.models) if decision.optimistic else 1
    said = _cost_sentence(decision, condition, cost, models, together=together)
    if optimism is not None and optimism > 0:
        said += f" Chosen and judged on the same records it looks {short(optimism)} better."
    said += "".join(f" Note: {note}." for note in cost.notes)
    return Doubt({"cost": cost}, (said,), optimism)


def _brings(condition: OperatingCondition) -> bool:
    """Whether amounts are what a case brings, not what it costs."""
    return condition.costs.stated_as_benefits


def _optimism(decision: Decision, cost: Estimate) -> float | None:
    """Return how much better a decision looks on the records that chose it than on others."""
    own = decision.nec if decision.expected_cost is None else decision.expected_cost
    if own is None or decision.condition is None or not decision.optimistic:
        return None
    gap = -own - cost.estimate if _brings(decision.condition) else cost.estimate - own
    # A threshold that is taken as given costs what it costs here, up to rounding.
    return None if abs(gap) <= ROUNDING * abs(own) else gap


def _cost_sentence(
    decision: Decision,
    condition: OperatingCondition,
    cost: Estimate,
    models: int,
    *,
    together: bool,
) -> str:
    """Word the cost with its interval, what that is for, and what it holds for."""
    what = "A case brings" if _brings(condition) else "A case costs"
    what = "NEC is" if condition.relative else what
    own, low, high = (short(value) for value in (cost.estimate, cost.low, cost.high))
    said = (
        f"{what} {own} ({percent(cost.level)} interval {low} to {high}): {cost.target_words}. "
        f"The interval holds {cost.scope_words}"
    )
    if together:
        return (
            f"{said}, as {decision.model} was chosen among the models; `evaluate` gives one for each model "
            "alone, which is narrower."
        )
    return f"{said}{_among(decision, models)}."


# ---- whom it flags, and what that reaches ---------------------------------------------------


def _rates(decision: Decision, request: Request, asked: Uncertainty, *, same: bool) -> Doubt:
    """Say how sure the rates are, and what the goal was to reach."""
    rates = given_rates(decision, asked)
    tpr, fpr = (f"{percent(r.estimate)} ({percent(r.low)} to {percent(r.high)})" for r in rates.values())
    where = "At this threshold" if decision.other is None else "With this lot"
    where = where if has_thresholds(decision) else "At this operating point"
    said = f"{where} {tpr} of the positives and {fpr} of the negatives are flagged"
    said += f" ({percent(asked.level)} intervals, each {ALONE})"
    said += f"; {LEFT_OUT}." if same else "."
    reached: dict[str, Estimate] = {}
    more: list[str] = []
    if request.goal.is_stated:
        reached, more = answered(decision, request.goal.criterion(decision.condition), rates, asked)
    held = rates | reached
    return Doubt(held, (" ".join([said, *more]),))


# ---- its threshold --------------------------------------------------------------------------


def _threshold(decision: Decision, request: Request, asked: Uncertainty) -> Doubt:
    """Say where else the threshold might lie, or why that is not said."""
    why = _why_none(decision, request)
    if why:
        return Doubt(sentences=(f"No interval is given for the threshold: {why}.",))
    try:
        chosen = asked.threshold(decision.model, request.goal.criterion(decision.condition))
    except UndefinedError as problem:
        return Doubt(sentences=(f"No interval is given for the threshold: {problem}.",))
    said = dataclasses.replace(chosen, plateau=None).sentence
    if chosen.plateau is not None and decision.condition is not None:
        said = f"{said} {_plateau_sentence(chosen.plateau, decision.condition)}"
    said += "".join(f" Note: {note}." for note in chosen.threshold.notes)
    return Doubt({"threshold": chosen.threshold}, (said,), plateau=chosen.plateau)


def _why_none(decision: Decision, request: Request) -> str:
    """Say why the threshold has no interval; nothing if it has one."""
    if decision.other is not None:
        return "a lot has two, and the share decided by each"
    if not has_thresholds(decision):
        return "published operating points tell rates, not at which scores they are reached"
    if request.is_priced_by_row and not request.goal.is_stated:
        return "it was chosen by totals of costs that differ by record"
    return ""


def _plateau_sentence(plateau: CostPlateau, condition: OperatingCondition) -> str:
    """Say which thresholds cost nearly as little, and by how much more, in money where that is known."""
    extra = max(plateau.slack, plateau.between)
    least, most = map(percent, plateau.flagged)
    flagged = least if least == most else f"{least} to {most}"
    if math.isinf(plateau.low) and math.isinf(plateau.high):
        said = "All thresholds"
    elif math.isinf(plateau.low):
        said = f"Thresholds up to {short(plateau.high)}"
    elif math.isinf(plateau.high):
        said = f"Thresholds from {short(plateau.low)} on"
    else:
        said = f"Thresholds from {short(plateau.low)} to {short(plateau.high)}"
    said = f"{said}, which flag {flagged} of these records"
    if not extra:
        return f"{said}, cost the same."
    stake = 1.0 if condition.relative else condition.weight_positive + condition.weight_negative
    more, unit = short(stake * extra), "in NEC" if condition.relative else "a case"
    money = not condition.relative and bool(_brings(condition) or condition.offset)
    share = f" ({percent(extra / plateau.nec)} {'of NEC' if money else 'more'})" if plateau.nec else ""
    cost, than = ("bring", "less than the most") if _brings(condition) else ("cost", "more than the least")
    if plateau.between <= plateau.slack:
        return f"{said}, {cost} at most {more} {unit} {than}{share}."
    return f"{said}, {cost} about the same at their ends, and between them up to {more} {unit} {than}{share}."
