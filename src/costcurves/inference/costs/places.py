"""Where something is asked: at a condition or under a belief; and where one model is surely cheaper."""

from __future__ import annotations

import dataclasses
from typing import Any

from costcurves._ground.arrays import ByValue, share
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.conditions.operating_condition import OperatingCondition

__all__ = ["Place", "SureRange", "place_of"]

#: A place: PC(+), a condition, a belief about PC(+), or None for all PC(+) alike.
Place = Any


def place_of(at: Place) -> float | ConditionPrior:
    """Return PC(+) of a condition, or a belief; without anything all PC(+) alike.

    Examples
    --------
    >>> place_of(0.2)
    0.2
    """
    if at is None:
        return ConditionPrior.uniform()
    if isinstance(at, ConditionPrior):
        return at
    return at.pc if isinstance(at, OperatingCondition) else share(at, "at")


@dataclasses.dataclass(frozen=True, slots=True)
class SureRange(ByValue):
    """A range of PC(+) in which one model is cheaper, at a level of confidence for all ranges together.

    Attributes
    ----------
    low, high : float
    winner : str
    level : float
    """

    low: float
    high: float
    winner: str
    level: float
