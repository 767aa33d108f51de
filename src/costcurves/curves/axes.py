"""Axes of conditions along x, and scales of cost along y: what a picture over conditions is made of."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.conditions.operating_condition import Costs
from costcurves.errors import UndefinedError
from costcurves.rules.rule import pc_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.space.cost_curve import CostCurve

#: Places of a grid over an axis, on which references that bend are drawn.
GRID = 201

#: Both errors cost the same.
EQUAL = Costs(fp=1.0, fn=1.0)

#: Prevalence, and the costs of a false positive and of a false negative, at places of an axis.
Conditions = tuple["Floats", "Floats", "Floats"]


@dataclasses.dataclass(frozen=True, slots=True)
class ConditionAxis:
    """One way to lay operating conditions along x, from 0 to 1.

    Attributes
    ----------
    key, title : str
        Name in tables, and for people.
    condition : callable
        Maps places, and the condition that holds where the axis moves nothing, to prevalence and costs.
    place : callable
        Maps PC(+) and that condition to places.
    at_prevalence : bool
        Whether the prevalence of that condition matters.
    falls : bool
        Whether x falls as PC(+) rises.
    scale : str
        Scale on which the axis is drawn.
    """

    key: str
    title: str
    condition: Callable[[Floats, OperatingCondition], Conditions]
    place: Callable[[Floats, OperatingCondition], Floats]
    at_prevalence: bool = False
    falls: bool = False
    scale: str = "linear"

    def places(self, curve: CostCurve, fixed: OperatingCondition) -> Floats:
        """Lay the ends of the pieces of a cost curve along the axis."""
        if self.at_prevalence and curve.prevalence == fixed.prevalence:
            # Both speak of the cost proportion at one prevalence: no detour over PC(+).
            return np.asarray(1 - curve.edges if self.falls else curve.edges)
        pc = curve.edges if curve.prevalence == 0.5 else curve.conditions_of(curve.edges)
        return self.place(pc, fixed)

    def grid(self) -> Floats:
        """Return places over the whole axis, dense at its ends."""
        return np.asarray((1 - np.cos(np.linspace(0, np.pi, GRID))) / 2)


def _by_pc(x: Floats, fixed: OperatingCondition) -> Conditions:  # noqa: ARG001 - PC(+) holds all
    """Any prevalence and costs with that PC(+) do: the even prevalence needs no rounding."""
    return np.full(x.shape, 0.5), 1 - x, x


def _by_proportion(x: Floats, fixed: OperatingCondition) -> Conditions:
    """Cost proportion fn/(fp + fn)."""
    return np.full(x.shape, fixed.prevalence), 1 - x, x


def _by_threshold(x: Floats, fixed: OperatingCondition) -> Conditions:
    """Threshold probability fp/(fp + fn)."""
    return np.full(x.shape, fixed.prevalence), x, 1 - x


def _by_prevalence(x: Floats, fixed: OperatingCondition) -> Conditions:
    """Prevalence, at fixed costs."""
    fp, fn = _errors(fixed.costs)
    return x, np.full(x.shape, fp), np.full(x.shape, fn)


def _errors(costs: Costs) -> tuple[float, float]:
    """Return the costs of both errors; over the prevalence each must cost something."""
    fp, fn = float(costs.effective_fp), float(costs.effective_fn)
    if fp <= 0 or fn <= 0:
        raise UndefinedError(
            "a picture over the prevalence needs both errors to cost something",
            f"fp − tn = {fp:g}, fn − tp = {fn:g}",
            "state both costs",
        )
    return fp, fn


def _proportion_of(pc: Floats, fixed: OperatingCondition) -> Floats:
    """Cost proportion of PC(+)."""
    p = fixed.prevalence
    return np.asarray(pc * (1 - p) / (pc * (1 - p) + (1 - pc) * p))


def _prevalence_of(pc: Floats, fixed: OperatingCondition) -> Floats:
    """Prevalence of PC(+)."""
    fp, fn = _errors(fixed.costs)
    return np.asarray(pc * fp / (pc * fp + (1 - pc) * fn))


def _same(pc: Floats, fixed: OperatingCondition) -> Floats:  # noqa: ARG001 - one signature
    return pc


PC_TITLE = "PC(+): prevalence weighted by the costs of errors"
OVER_PC = ConditionAxis("pc", PC_TITLE, _by_pc, _same)
OVER_LOG_ODDS = ConditionAxis("pc", f"{PC_TITLE}, log-odds", _by_pc, _same, scale="logit")
OVER_PROPORTION = ConditionAxis(
    "cost_proportion", "Cost proportion fn/(fp + fn)", _by_proportion, _proportion_of, at_prevalence=True
)
OVER_THRESHOLD = ConditionAxis(
    "threshold",
    "Threshold probability fp/(fp + fn)",
    _by_threshold,
    lambda pc, fixed: 1 - _proportion_of(pc, fixed),
    at_prevalence=True,
    falls=True,
)
OVER_PREVALENCE = ConditionAxis("prevalence", "Prevalence", _by_prevalence, _prevalence_of)


# Each scale takes the prevalence p and the costs fp and fn of the errors, of one shape, and returns what a
# picture shows as offset + a·FPR + b·FNR. Each is affine in NEC too; by rates it keeps its value where PC(+)
# is 0 or 1, and is infinite only where an error that costs infinitely more is made.

#: Offset, factor of FPR, factor of FNR.
Affine = tuple["Floats | float", "Floats | float", "Floats | float"]


def as_it_is(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """NEC itself."""
    pc = pc_of(p, fp, fn)
    return 0.0, 1 - pc, pc


def by_proportion(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Loss with costs scaled to fn + fp = 2."""
    _, per_fpr, per_fnr = in_money(p, fp, fn)
    return 0.0, 2 * per_fpr / (fp + fn), 2 * per_fnr / (fp + fn)


def in_money(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Expected cost of a record, EC."""
    return 0.0, (1 - p) * fp, p * fn


def net_benefit(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """P − EC/fn: true positives a record, false ones taken off at the exchange rate."""
    return p, -(1 - p) * _ratio(fp, fn), -p


def standardised(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """Net benefit as a share of the greatest, p."""
    return 1.0, -(1 - p) / p * _ratio(fp, fn), -1.0


def interventions_avoided(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """(1 − p) − EC/fp: what is won against flagging everybody, in false positives avoided a record."""
    return 1 - p, -(1 - p), -p * _ratio(fn, fp)


def skill(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """1 − NEC/min(PC, 1 − PC)."""
    _, per_fpr, per_fnr = normalised(p, fp, fn)
    return 1.0, -per_fpr, -per_fnr


def normalised(p: Floats, fp: Floats, fn: Floats) -> Affine:
    """NEC/min(PC, 1 − PC)."""
    negative, positive = (1 - p) * fp, p * fn
    least = np.minimum(negative, positive)
    # The smaller weight over itself is 1, also where it is 0.
    return (
        0.0,
        np.where(negative <= positive, 1.0, _ratio(negative, least)),
        np.where(positive <= negative, 1.0, _ratio(positive, least)),
    )


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Divide, giving infinity for a part of nothing."""
    return np.asarray(
        np.divide(part, whole, out=np.full(np.shape(part), np.inf), where=np.asarray(whole) > 0)
    )
