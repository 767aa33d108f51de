"""Curves over conditions: a rule for the threshold, an axis of conditions, and a scale of cost."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import shares
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.curves import axes
from costcurves.curves.curve import Curve
from costcurves.curves.kind import AS_IT_IS, PLACES, CurveKind, Family, Reference
from costcurves.rules.rule import Rule, optimal, pc_of
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.curves.kind import AnyTally, CurveOptions
    from costcurves.space.cost_curve import CostCurve

#: A rule, or whatever else maps a tally to a cost curve.
Policy = Any


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class OverConditions(CurveKind):
    """An affine scale of NEC over an axis of conditions, under a rule for the threshold.

    Attributes
    ----------
    axis : ConditionAxis
        Maps x to prevalence and costs; its title is that of x unless another is stated.
    scale : callable
        Maps prevalence and the costs fp and fn to an affine function of the error rates.
    policy : callable
        Maps the prevalence of the picture to the rule that is used unless another is given.
    trivial : bool
        Whether flagging nobody and everybody are drawn as references.
    fixed_costs : Costs or None
        Costs that the picture is about, whatever others are stated.
    beside_best : bool
        Whether it is drawn beside the best threshold.
    """

    family: ClassVar[Family] = Family.CONDITION

    x_title: str = ""
    better: str = "low"
    axis: axes.ConditionAxis
    scale: Callable[[Floats, Floats, Floats], axes.Affine]
    policy: Callable[[float], Policy] = lambda _: optimal
    trivial: bool = True
    fixed_costs: Costs | None = None
    beside_best: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "x_title", self.x_title or self.axis.title)

    @property
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""
        return self.axis.key, self.key

    @property
    def uses_costs(self) -> bool:
        """Whether stated costs change the picture: its axis does not run over them."""
        return self.axis is axes.OVER_PREVALENCE and self.fixed_costs is None

    @property
    def takes(self) -> frozenset[str]:
        """A rule and the cost of a test; costs where the axis does not run over them."""
        return frozenset({"rule", "test_cost", "costs"} if self.uses_costs else {"rule", "test_cost"})

    @property
    def limits(self) -> tuple[float, float]:
        """NEC lies in [0, 1]."""
        return (0.0, 1.0) if self.scale is axes.as_it_is else (-np.inf, np.inf)

    @property
    def moved_by_prevalence(self) -> bool:
        """Whether the axis runs over costs at one prevalence."""
        return self.axis.at_prevalence

    @property
    def axis_scale(self) -> str:
        """Scale on which x is drawn."""
        return self.axis.scale

    def is_of_rule(self, rule: Rule | None = None) -> bool:
        """Whether y at each condition is what records cost under one rule, this one or its own."""
        return rule is not None or isinstance(self.policy(0.5), Rule)

    # ---- what it makes of a tally -----------------------------------------------------------

    def grid(self, tally: AnyTally, options: CurveOptions = AS_IT_IS) -> Floats:  # noqa: ARG002 - the same of all
        """Return evenly spaced places over the whole axis."""
        self.check(options)
        return np.linspace(0.0, 1.0, PLACES)

    def fixed(self, tally: Tally, options: CurveOptions = AS_IT_IS) -> OperatingCondition:
        """Return the prevalence and the costs that hold wherever the axis does not move them."""
        costs = self.fixed_costs or (options.stated_costs if self.uses_costs else None) or axes.EQUAL
        return OperatingCondition(tally.prevalence if self.axis.at_prevalence else 0.5, costs)

    def rule(self, fixed: OperatingCondition, options: CurveOptions = AS_IT_IS) -> Policy:
        """Return the stated rule, or that of the kind at the prevalence of the picture."""
        return self.policy(fixed.prevalence) if options.rule is None else options.rule

    def value(
        self, x: Floats, fpr: Any, fnr: Any, fixed: OperatingCondition, test_cost: float = 0.0
    ) -> Floats:
        """Turn rates served at places of the axis into y."""
        offset, per_fpr, per_fnr = self.scale(*self.axis.condition(x, fixed))
        # A benefit falls by what the test costs, a cost rises.
        total = offset + (-test_cost if self.better == "high" else test_cost)
        return np.asarray(total + _times(per_fpr, fpr) + _times(per_fnr, fnr))

    def line(self, fpr: float, tpr: float, tally: Tally, options: CurveOptions = AS_IT_IS) -> Reference:
        """Return the curve of one hard classifier, such as a decision, that needs no test."""
        return self._line("", fpr, 1 - tpr, self.fixed(tally, options))

    def _curve(self, tally: Any, options: CurveOptions) -> Curve:
        """Lay the cost curve of the rule along the axis."""
        return self._applied(tally, options).curve()

    def _at(self, tally: Any, x: Floats, options: CurveOptions) -> Floats:
        """Find the rates served at the conditions themselves, without laying out the whole curve."""
        return self._applied(tally, options).exact(shares(x, "x"))

    def _applied(self, tally: Any, options: CurveOptions) -> AppliedRule:
        """Put a rule to work on a tally."""
        Tally.require(tally, self.title).require_both_classes(self.title)
        fixed = self.fixed(tally, options)
        return AppliedRule(self, fixed, tally, self.rule(fixed, options), options.test_cost)

    def _references(self, tally: Any, options: CurveOptions) -> tuple[Reference, ...]:
        """Make the curves of flagging nobody and flagging everybody, which need no test."""
        if not self.trivial:
            return ()
        fixed = self.fixed(tally, options)
        ends = (("flag nobody", 0.0, 1.0), ("flag everybody", 1.0, 0.0))
        return tuple(self._line(label, fpr, fnr, fixed) for label, fpr, fnr in ends)

    def _line(self, label: str, fpr: float, fnr: float, fixed: OperatingCondition) -> Reference:
        """Make the curve of rates that stand still, without the ends at which it is infinite."""
        x = self.axis.grid()
        y = self.value(x, fpr, fnr, fixed)
        known = np.isfinite(y)
        return Reference(label, tuple(x[known].tolist()), tuple(y[known].tolist()))


def _times(factor: Any, rate: Any) -> Floats:
    """Multiply; an error that is never made costs nothing, whatever its price."""
    some = np.asarray(rate) != 0
    return np.asarray(np.multiply(factor, rate, out=np.zeros(np.broadcast(factor, rate).shape), where=some))


@dataclasses.dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule at work on one scorer, for one kind of curve."""

    kind: OverConditions
    fixed: OperatingCondition
    tally: Tally
    rule: Policy
    test_cost: float

    def curve(self) -> Curve:
        """Lay out the ends of all pieces of the cost curve along the axis."""
        axis, served = self.kind.axis, self.rule(self.tally)
        edges = axis.places(served, self.fixed)
        x = np.column_stack([edges[:-1], edges[1:]]).ravel()
        y = self.kind.value(x, served.fpr.ravel(), served.fnr.ravel(), self.fixed, self.test_cost)
        if axis.falls:
            x, y = x[::-1], y[::-1]
        again = np.concatenate([[False], (x[1:] == x[:-1]) & (y[1:] == y[:-1])])
        inside = partial(_inside, self, served)
        return Curve(self.kind.key, x[~again], y[~again], inside=inside, exact=self.exact)

    def exact(self, x: Floats) -> Floats:
        """Return y by the definition: rates served at the condition itself."""
        p, fp, fn = self.kind.axis.condition(x, self.fixed)
        if isinstance(self.rule, Rule):
            fpr, tpr = self.rule.served(self.tally, p, fp, fn)
        else:
            fpr, tpr = self.rule(self.tally).rates(pc_of(p, fp, fn))
        return self.kind.value(x, fpr, 1 - tpr, self.fixed, self.test_cost)


def _inside(one: AppliedRule, served: CostCurve, x: Floats, piece: NDArray[np.intp]) -> Floats:  # noqa: ARG001 - the cost curve knows its own
    """Weigh the rates that serve places inside the pieces of a cost curve, where nothing jumps."""
    fpr, tpr = served.rates(pc_of(*one.kind.axis.condition(x, one.fixed)))
    return one.kind.value(x, fpr, 1 - tpr, one.fixed, one.test_cost)
