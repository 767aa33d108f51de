"""What a decision says: whom to flag, what happens then, and on which records that stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.number_words import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.criteria.criterion_spec import CriterionSpec
    from costcurves.criteria.decision_member import DecisionMember


def action_words(criterion: CriterionSpec, members: Sequence[DecisionMember], flags: str) -> str:
    """Say what to do for a criterion, by one member or by two of which one is drawn for every case."""
    goal, (first, *others) = f"For {criterion}", members
    if criterion.is_given:
        return criterion.as_given(first.model, first.thresholds.action)
    if others:
        return f"{goal}: {_drawn(first, others[0])}."
    if flags != "some" and criterion.is_least_cost:
        return f"{goal}: flag {flags}; no threshold pays here."
    if flags != "some":
        return f"{goal}: flag {flags}, whatever {first.model} says."
    if math.isnan(first.thresholds.high):
        return f"{goal}: use {first.model} at this operating point (its threshold is not known)."
    return f"{goal}: use {first.model} and {first.thresholds.action}{first.thresholds.alike}."


def _drawn(one: DecisionMember, other: DecisionMember) -> str:
    """Say what each of two members does, and for which share of the cases."""
    first, second = percent(one.share), percent(other.share)
    if one.model == other.model:
        both = f"{one.action} for {first} of the cases and {other.action} for the other {second}"
        return f"use {one.model}; {both}, drawn at random"
    return (
        f"decide {first} of the cases by {one.model} ({one.action}) and the other {second}, drawn at random, "
        f"by {other.model} ({other.action})"
    )
