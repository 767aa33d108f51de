"""Ranges of PC(+), and what NEC there is on the scales of other curves and in money."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, shares
from costcurves.inference.estimate import Band, Estimate, ascending
from costcurves.rules.driven_rules import ScoreDriven
from costcurves.rules.rule import Rule, optimal, pc_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.curves.kind import CurveOptions
    from costcurves.curves.over_condition import OverConditions
    from costcurves.tallies.tally import Tally


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
    kind : OverConditions
    x, pc : ndarray, shape (places,)
        Places, and PC(+) there; without places at which the curve is infinite.
    base, stake : ndarray, shape (places,)
    rule : Rule or None
        The rule that the curve is of; None for the best threshold, wherever it is chosen.
    """

    kind: OverConditions
    x: Floats
    pc: Floats
    base: Floats
    stake: Floats
    rule: Rule | None = None

    @classmethod
    def of(
        cls, kind: OverConditions, tally: Tally, options: CurveOptions, x: ArrayLike | None = None
    ) -> CostScale:
        """Read the scale of a kind of curve; the tally is at the prevalence of the picture."""
        kind.check(options)
        fixed = kind.fixed(tally, options)
        rule = rule_at(kind.rule(fixed, options), tally.prevalence)
        places = kind.axis.grid() if x is None else shares(ascending(x), "x")
        condition = kind.axis.condition(places, fixed)
        offset, per_fpr, per_fnr = kind.scale(*condition)
        # The factors of the rates are as 1 − PC to PC: together they are what a unit of NEC is worth.
        stake = np.broadcast_to(np.add(per_fpr, per_fnr), places.shape)
        harm = -options.test_cost if kind.better == "high" else options.test_cost
        base = np.broadcast_to(offset, places.shape) + harm
        pc = np.broadcast_to(pc_of(*condition), places.shape)
        known = np.isfinite(stake) & np.isfinite(base)
        anywhere = options.rule is None and rule is optimal
        return cls(kind, places[known], pc[known], base[known], stake[known], None if anywhere else rule)

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
            x_name=self.kind.x_title,
            y_name=self.kind.y_title,
        )

    def difference(self, banded: Callable[[Floats], Band]) -> Band:
        """Put the band of a difference of NEC on this scale: what both models share falls away."""
        apart = dataclasses.replace(self, base=np.zeros_like(self.base)).put(banded)
        return dataclasses.replace(apart, y_name=f"{apart.y_name}: difference")


def rule_at(rule: Rule, prevalence: float | None) -> Rule:
    """Return a rule at the prevalence of a picture, where it needs one and states none."""
    if isinstance(rule, ScoreDriven) and rule.prevalence is None:
        return dataclasses.replace(rule, prevalence=prevalence)
    return rule


def in_money(nec: Estimate, condition: OperatingCondition) -> Estimate:
    """Return an interval of NEC at a condition with costs as one of the expected cost of a record."""
    stake = condition.weight_positive + condition.weight_negative
    ends = {name: condition.offset + stake * getattr(nec, name) for name in ("estimate", "low", "high")}
    return dataclasses.replace(nec, **ends)
