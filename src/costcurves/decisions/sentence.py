"""A decision in words that a manager can act on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.thresholds import inward, negated
from costcurves._ground.wording import percent, short

if TYPE_CHECKING:
    from costcurves.decisions.decision import Cut, Decision

__all__ = ["decision_sentence", "is_at_a_loss", "prevalence_source"]

#: Costs that differ by less, relatively, differ by rounding.
_TIE = 1e-9

#: What the criteria of least cost are called: for all cases alike, and for cases with costs of their own.
_LEAST_COST = ("the least expected cost", "the least total cost")


def decision_sentence(decision: Decision) -> str:
    """Word a decision: what to do, what happens then, what it costs, and on which records that stands."""
    parts = [_action(decision), _outcome(decision), _money(decision), _records(decision)]
    return " ".join(part for part in parts if part)


def _action(decision: Decision) -> str:
    """Say what to do."""
    goal = f"For {decision.criterion}"
    if decision.other is not None:
        one, other = (_threshold(decision, cut) for cut in (decision.cut, decision.other))
        drawn, rest = percent(decision.other_share), percent(1 - decision.other_share)
        return (
            f"{goal}: use {decision.model}; {one} for {rest} of the cases and {other} for the other {drawn}, "
            "drawn at random."
        )
    if decision.flags != "some" and decision.criterion in _LEAST_COST:
        return f"{goal}: flag {decision.flags}; no threshold pays here."
    if decision.flags != "some":
        return f"{goal}: flag {decision.flags}, whatever {decision.model} says."
    if math.isnan(decision.cut.high):
        return f"{goal}: use {decision.model} at this operating point (its threshold is not known)."
    return f"{goal}: use {decision.model} and {_threshold(decision, decision.cut)}{_alike(decision)}."


def _threshold(decision: Decision, cut: Cut) -> str:
    """Word one cut."""
    if cut.flags != "some":
        return f"flag {cut.flags}"
    if math.isnan(cut.high):
        return "use one operating point"
    above = inward(cut.low, cut.high)[1]
    if decision.lower_is_positive:
        return f"flag a case when its score is at most {negated(above)}"
    return f"flag a case when its score is at least {above}"


def _alike(decision: Decision) -> str:
    """Word the interval of equivalent thresholds."""
    if math.nextafter(decision.cut.high, -math.inf) == decision.cut.low:  # as of a published point
        return ""
    below, above = inward(decision.cut.low, decision.cut.high)
    if decision.lower_is_positive:
        return f" (any threshold from {negated(above)} to just below {negated(below)} decides alike)"
    return f" (any threshold above {below} up to {above} decides alike)"


def _outcome(decision: Decision) -> str:
    """Say who is flagged then."""
    caught = f"finds {percent(decision.tpr)} of the positives"
    caught += f" and flags {percent(decision.fpr)} of the negatives by mistake"
    if math.isnan(decision.prevalence):
        return f"This {caught}."
    source = f", the share in {prevalence_source(decision)}" if decision.sample_prevalence else ""
    return (
        f"At a prevalence of {percent(decision.prevalence)}{source}, this flags {percent(decision.flagged)} "
        f"of all cases, {caught}."
    )


def prevalence_source(decision: Decision) -> str:
    """Name the records whose share of positives is spoken of."""
    if decision.optimistic:
        return "these records"
    belongs = decision.condition is not None and decision.condition.placed
    return decision.chosen_on if belongs else decision.judged_on


def _money(decision: Decision) -> str:
    """Say what it costs or brings, against the two trivial classifiers."""
    condition = decision.condition
    if condition is None:
        return ""
    if condition.relative:
        own, nobody, everybody = (
            condition.nec(*rates) for rates in ((decision.fpr, decision.tpr), (0, 0), (1, 1))
        )
        return (
            f"Its normalised expected cost is {short(own)}, against {short(nobody)} for flagging nobody "
            f"and {short(everybody)} for flagging everybody{_loss(own, nobody, everybody, 'more')}."
        )
    costs = (decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody)
    benefits = condition.costs.stated_as_benefits
    sign, verb, worse = (-1, "brings", "less") if benefits else (1, "costs", "more")
    own, nobody, everybody = (cost for cost in costs if cost is not None)
    return (
        f"It {verb} {short(sign * own)} a case, against {short(sign * nobody)} for flagging nobody "
        f"and {short(sign * everybody)} for flagging everybody{_loss(own, nobody, everybody, worse)}."
    )


def is_at_a_loss(own: float, nobody: float, everybody: float) -> bool:
    """Tell whether a decision costs more than the better trivial one, beyond rounding."""
    return own - min(nobody, everybody) > _TIE * max(map(abs, (own, nobody, everybody)))


def _loss(own: float, nobody: float, everybody: float, worse: str) -> str:
    """Say that a decision, which meets another goal, is dearer than a trivial one."""
    if not is_at_a_loss(own, nobody, everybody):
        return ""
    if own > max(nobody, everybody):
        return f"; that is {worse} than either"
    return f"; that is {worse} than flagging {'nobody' if nobody <= everybody else 'everybody'}"


def _records(decision: Decision) -> str:
    """Say on which records this was chosen and judged; without a threshold nothing can be worse elsewhere."""
    if decision.optimistic and decision.flags != "some":
        return ""
    if decision.optimistic:
        return (
            "The threshold was chosen and judged on the same records, so expect somewhat worse on new ones."
        )
    return f"Chosen on {decision.chosen_on}, judged on {decision.judged_on}."
