"""What rates cost under a condition, in words, against flagging nobody and flagging everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.wording import short

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition

__all__ = ["cost_sentence", "is_at_a_loss"]

#: Costs that differ by less, relatively, differ by rounding.
_ROUNDING = 1e-9


def cost_sentence(condition: OperatingCondition, fpr: float, tpr: float) -> str:
    """Say what a case costs or brings; in normalised expected cost where no money is known."""
    rates = ((fpr, tpr), (0.0, 0.0), (1.0, 1.0))
    if condition.relative:
        own, nobody, everybody = (float(condition.nec(*each)) for each in rates)
        sign, lead, worse = 1, "Its normalised expected cost is {}", "more"
    else:
        own, nobody, everybody = (float(condition.expected_cost(*each)) for each in rates)
        benefits = condition.costs.stated_as_benefits
        sign, lead, worse = (
            (-1, "It brings {} a case", "less") if benefits else (1, "It costs {} a case", "more")
        )
    return (
        f"{lead.format(short(sign * own))}, against {short(sign * nobody)} for flagging nobody "
        f"and {short(sign * everybody)} for flagging everybody{_loss(own, nobody, everybody, worse)}."
    )


def is_at_a_loss(own: float, nobody: float, everybody: float) -> bool:
    """Tell whether a decision costs more than the better trivial one, beyond rounding."""
    return own - min(nobody, everybody) > _ROUNDING * max(map(abs, (own, nobody, everybody)))


def _loss(own: float, nobody: float, everybody: float, worse: str) -> str:
    """Say that a decision, which meets another goal, is dearer than a trivial one."""
    if not is_at_a_loss(own, nobody, everybody):
        return ""
    if own > max(nobody, everybody):
        return f"; that is {worse} than either"
    return f"; that is {worse} than flagging {'nobody' if nobody <= everybody else 'everybody'}"
