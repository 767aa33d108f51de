"""Places on the axis of PC(+): conditions and beliefs, ranges, and what NEC there is on other scales."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, share
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.rules.rule import pc_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.curves.axes import Setting
    from costcurves.curves.over_condition import ConditionCurve
    from costcurves.inference.estimate import Band, Estimate

__all__ = ["CheaperRange", "CostScale", "Place", "in_money", "place_of"]

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
class CheaperRange(ByValue):
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


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class CostScale(ByValue):
    """What a curve over conditions makes of NEC at places of its axis: base + stake·NEC.

    Attributes
    ----------
    row : ConditionCurve
    x, pc : ndarray, shape (places,)
        Places, and PC(+) there; without places at which the curve is infinite.
    base, stake : ndarray, shape (places,)
    """

    row: ConditionCurve
    x: Floats
    pc: Floats
    base: Floats
    stake: Floats

    @classmethod
    def of(cls, row: ConditionCurve, x: Floats, setting: Setting) -> CostScale:
        """Read the scale of a row."""
        condition = row.axis.condition(x, setting)
        offset, per_fpr, per_fnr = row.scale(*condition)
        # The factors of the rates are as 1 − PC to PC: together they are what a unit of NEC is worth.
        stake = np.broadcast_to(np.add(per_fpr, per_fnr), x.shape)
        base = np.broadcast_to(offset, x.shape) + (-1 if row.better == "high" else 1) * setting.test_cost
        pc = np.broadcast_to(pc_of(*condition), x.shape)
        known = np.isfinite(stake) & np.isfinite(base)
        return cls(row, x[known], pc[known], base[known], stake[known])

    def put(self, banded: Callable[[Floats], Band]) -> Band:
        """Put the band of NEC that a function gives for ascending PC(+) on this scale."""
        pc, index = np.unique(self.pc, return_inverse=True)
        band = banded(pc)
        centre, one, other = (
            self.base + self.stake * end[index] for end in (band.estimate, band.low, band.high)
        )
        return dataclasses.replace(
            band,
            x=self.x,
            estimate=centre,
            low=np.minimum(one, other),
            high=np.maximum(one, other),
            x_name=self.row.x_title,
            y_name=self.row.y_title,
        )


def in_money(nec: Estimate, condition: OperatingCondition) -> Estimate:
    """Return an interval of NEC at a condition with costs as one of the expected cost of a record."""
    stake = condition.weight_positive + condition.weight_negative
    ends = {name: condition.offset + stake * getattr(nec, name) for name in ("estimate", "low", "high")}
    return dataclasses.replace(nec, **ends)
