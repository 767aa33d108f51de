"""Axes of conditions: each maps its places to a prevalence and the costs of both errors, and back."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.conditions.operating_condition import Costs
from costcurves.errors import UndefinedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.space.cost_curve import CostCurve

__all__ = [
    "EQUAL",
    "OVER_LOG_ODDS",
    "OVER_PC",
    "OVER_PREVALENCE",
    "OVER_PROPORTION",
    "OVER_THRESHOLD",
    "ConditionAxis",
    "Setting",
]

#: Places of a grid over an axis, on which references that bend are drawn.
GRID = 201

#: Both errors cost the same.
EQUAL = Costs(fp=1.0, fn=1.0)


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What a picture over conditions holds fixed.

    Attributes
    ----------
    prevalence : float
        Share of positives, where the axis does not move it.
    costs : Costs
        Costs of errors, where the axis does not move them.
    test_cost : float
        What one use of the classifier costs, in the unit of y: the harm or the price of a test.
    """

    prevalence: float = 0.5
    costs: Costs = EQUAL
    test_cost: float = 0.0


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
        Maps places and the setting to prevalence and the costs fp and fn.
    place : callable
        Maps PC(+) and the setting to places.
    at_prevalence : bool
        Whether the prevalence of the setting matters.
    falls : bool
        Whether x falls as PC(+) rises.
    scale : str
        Scale on which the axis is drawn.
    """

    key: str
    title: str
    condition: Callable[[Floats, Setting], Conditions]
    place: Callable[[Floats, Setting], Floats]
    at_prevalence: bool = False
    falls: bool = False
    scale: str = "linear"

    def places(self, curve: CostCurve, setting: Setting) -> Floats:
        """Lay the ends of the pieces of a cost curve along the axis."""
        if self.at_prevalence and curve.prevalence == setting.prevalence:
            # Both speak of the cost proportion at one prevalence: no detour over PC(+).
            return np.asarray(1 - curve.edges if self.falls else curve.edges)
        pc = curve.edges if curve.prevalence == 0.5 else curve.conditions_of(curve.edges)
        return self.place(pc, setting)

    def grid(self) -> Floats:
        """Return places over the whole axis, dense at its ends."""
        return np.asarray((1 - np.cos(np.linspace(0, np.pi, GRID))) / 2)


def _by_pc(x: Floats, setting: Setting) -> Conditions:  # noqa: ARG001 - PC(+) holds all
    """Any prevalence and costs with that PC(+) do: the even prevalence needs no rounding."""
    return np.full(x.shape, 0.5), 1 - x, x


def _by_proportion(x: Floats, setting: Setting) -> Conditions:
    """Cost proportion fn/(fp + fn)."""
    return np.full(x.shape, setting.prevalence), 1 - x, x


def _by_threshold(x: Floats, setting: Setting) -> Conditions:
    """Threshold probability fp/(fp + fn)."""
    return np.full(x.shape, setting.prevalence), x, 1 - x


def _by_prevalence(x: Floats, setting: Setting) -> Conditions:
    """Prevalence, at fixed costs."""
    fp, fn = _errors(setting.costs)
    return x, np.full(x.shape, fp), np.full(x.shape, fn)


def _errors(costs: Costs) -> tuple[float, float]:
    """Return the costs of both errors; over the prevalence each must cost something."""
    fp, fn = float(costs.effective_fp), float(costs.effective_fn)
    if fp <= 0 or fn <= 0:
        raise UndefinedError.because(
            must="a picture over the prevalence needs both errors to cost something",
            came=f"fp − tn = {fp:g}, fn − tp = {fn:g}",
            fix="state both costs",
        )
    return fp, fn


def _proportion_of(pc: Floats, setting: Setting) -> Floats:
    """Cost proportion of PC(+)."""
    p = setting.prevalence
    return np.asarray(pc * (1 - p) / (pc * (1 - p) + (1 - pc) * p))


def _prevalence_of(pc: Floats, setting: Setting) -> Floats:
    """Prevalence of PC(+)."""
    fp, fn = _errors(setting.costs)
    return np.asarray(pc * fp / (pc * fp + (1 - pc) * fn))


def _same(pc: Floats, setting: Setting) -> Floats:  # noqa: ARG001 - one signature
    """PC(+) itself."""
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
    lambda pc, setting: 1 - _proportion_of(pc, setting),
    at_prevalence=True,
    falls=True,
)
OVER_PREVALENCE = ConditionAxis("prevalence", "Prevalence", _by_prevalence, _prevalence_of)
