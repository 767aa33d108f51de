"""Curves over conditions: a rule for the threshold, an axis of conditions, and a scale of cost."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import number, shares
from costcurves.conditions.operating_condition import Costs
from costcurves.curves.axes import EQUAL, OVER_PREVALENCE, Setting
from costcurves.curves.curve import Curve, Reference, Row
from costcurves.errors import InputError, kind_of
from costcurves.rules.rule import Rule, optimal, pc_of
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.curves.axes import ConditionAxis
    from costcurves.curves.cost_scales import Affine
    from costcurves.space.cost_curve import CostCurve

__all__ = ["ConditionCurve", "Served"]

#: A rule, or whatever else maps a tally to a cost curve.
Policy = Any


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ConditionCurve(Row):
    """An affine scale of NEC over an axis of conditions, under a rule for the threshold.

    Call it on a :class:`~costcurves.Tally` to get a :class:`~costcurves.curves.curve.Curve`.

    Attributes
    ----------
    axis : ConditionAxis
        Maps x to prevalence and costs.
    scale : callable
        Maps prevalence and the costs fp and fn to an affine function of the error rates.
    policy : callable
        Maps the prevalence of the picture to the rule that is used unless another is given.
    trivial : bool
        Whether flagging nobody and everybody are drawn as references.
    fixed_costs : Costs or None
        Costs that the picture is about, whatever is asked.
    beside_best : bool
        Whether it is drawn beside the best threshold.
    """

    axis: ConditionAxis
    scale: Callable[[Floats, Floats, Floats], Affine]
    policy: Callable[[float], Policy] = lambda _: optimal
    trivial: bool = True
    fixed_costs: Costs | None = None
    beside_best: bool = False

    @property
    def columns(self) -> tuple[str, str]:
        """Names of x and y in tables."""
        return self.axis.key, self.key

    @property
    def uses_costs(self) -> bool:
        """Whether stated costs change the picture: its axis does not run over them."""
        return self.axis is OVER_PREVALENCE and self.fixed_costs is None

    def __call__(
        self,
        tally: Tally,
        *,
        rule: Rule | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
    ) -> Curve:
        """Return the curve of a scorer.

        Parameters
        ----------
        tally : Tally
            At the prevalence of the picture.
        rule : Rule, optional
            How thresholds follow the condition; by default that of the row.
        costs : Costs, optional
            Costs of errors, for pictures over the prevalence; by default both errors cost 1.
        test_cost : float
            What one use of the classifier costs, in the unit of y.
        """
        served = self._served(tally, rule, costs, test_cost)
        return served.curve()

    def at(
        self,
        tally: Tally,
        x: ArrayLike,
        *,
        rule: Rule | None = None,
        costs: Costs | None = None,
        test_cost: float = 0.0,
    ) -> Floats:
        """Return y at places of the axis, in [0, 1], without laying out the whole curve."""
        served = self._served(tally, rule, costs, test_cost)
        return served.exact(shares(x, "x"))

    def _served(
        self,
        tally: Tally,
        rule: Rule | None,
        costs: Costs | None,
        test_cost: float,
    ) -> Served:
        """Put the row to work on a tally."""
        Tally.require(tally, self.title).require_both_classes(self.title)
        setting = self.setting(tally, costs, test_cost)
        policy = self.policy(setting.prevalence) if rule is None else Rule.require(rule)
        return Served(self, setting, tally, policy)

    def setting(self, tally: Tally, costs: Costs | None = None, test_cost: float = 0.0) -> Setting:
        """Gather what the picture holds fixed."""
        if costs is not None and not isinstance(costs, Costs):
            raise InputError.because(
                must="costs must be a Costs", came=kind_of(costs), fix="write Costs(fp=1, fn=10)"
            )
        found = self.fixed_costs or costs or EQUAL
        prevalence = tally.prevalence if self.axis.at_prevalence else 0.5
        return Setting(prevalence, found, number(test_cost, "the cost of a test"))

    def value(self, x: Floats, fpr: Any, fnr: Any, setting: Setting, *, tested: bool = True) -> Floats:
        """Turn rates served at places of the axis into y; the trivial classifiers need no test."""
        offset, per_fpr, per_fnr = self.scale(*self.axis.condition(x, setting))
        harm = setting.test_cost if tested else 0.0
        # A benefit falls by what the test costs, a cost rises.
        total = offset + (-harm if self.better == "high" else harm)
        return np.asarray(total + _times(per_fpr, fpr) + _times(per_fnr, fnr))

    def references(self, tally: Tally, costs: Costs | None = None) -> tuple[Reference, ...]:
        """Return the curves of flagging nobody and flagging everybody."""
        if not self.trivial:
            return ()
        setting = self.setting(tally, costs)
        ends = (("flag nobody", 0.0, 1.0), ("flag everybody", 1.0, 0.0))
        return tuple(self._line(label, fpr, fnr, setting, tested=False) for label, fpr, fnr in ends)

    def line(self, fpr: float, tpr: float, tally: Tally, costs: Costs | None = None) -> Reference:
        """Return the curve of one hard classifier, such as a decision."""
        return self._line("", fpr, 1 - tpr, self.setting(tally, costs))

    def _line(
        self, label: str, fpr: float, fnr: float, setting: Setting, *, tested: bool = True
    ) -> Reference:
        """Return the curve of rates that stand still, without the ends at which it is infinite."""
        x = self.axis.grid()
        y = self.value(x, fpr, fnr, setting, tested=tested)
        known = np.isfinite(y)
        return Reference(label, tuple(x[known].tolist()), tuple(y[known].tolist()))


def _times(factor: Any, rate: Any) -> Floats:
    """Multiply; an error that is never made costs nothing, whatever its price."""
    some = np.asarray(rate) != 0
    return np.asarray(np.multiply(factor, rate, out=np.zeros(np.broadcast(factor, rate).shape), where=some))


@dataclasses.dataclass(frozen=True, slots=True)
class Served:
    """A row at work: one scorer, one rule, one setting."""

    row: ConditionCurve
    setting: Setting
    tally: Tally
    policy: Policy

    def curve(self) -> Curve:
        """Lay out the ends of all pieces of the cost curve along the axis of the row."""
        axis, curve = self.row.axis, self.policy(self.tally)
        edges = axis.places(curve, self.setting)
        x = np.column_stack([edges[:-1], edges[1:]])
        y = self.row.value(x.ravel(), curve.fpr.ravel(), curve.fnr.ravel(), self.setting)
        at, level = x.ravel(), y
        if axis.falls:
            at, level = at[::-1], level[::-1]
        again = np.concatenate([[False], (at[1:] == at[:-1]) & (level[1:] == level[:-1])])
        inside = Inside(self.row, self.setting, curve)
        return Curve(self.row.key, at[~again], level[~again], inside=inside, exact=self.exact)

    def exact(self, x: Floats) -> Floats:
        """Return y by the definition: rates served at the condition itself."""
        p, fp, fn = self.row.axis.condition(x, self.setting)
        if isinstance(self.policy, Rule):
            fpr, tpr = self.policy.served(self.tally, p, fp, fn)
        else:
            fpr, tpr = self.policy(self.tally).rates(pc_of(p, fp, fn))
        return self.row.value(x, fpr, 1 - tpr, self.setting)


@dataclasses.dataclass(frozen=True, slots=True)
class Inside:
    """The y of a row inside the pieces of a cost curve, where nothing jumps."""

    row: ConditionCurve
    setting: Setting
    served: CostCurve

    def __call__(self, x: Floats, piece: NDArray[np.intp]) -> Floats:  # noqa: ARG002 - the cost curve knows its own
        """Weigh the rates that serve each place."""
        fpr, tpr = self.served.rates(pc_of(*self.row.axis.condition(x, self.setting)))
        return self.row.value(x, fpr, 1 - tpr, self.setting)
