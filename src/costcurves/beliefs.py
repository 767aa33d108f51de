"""Separate beliefs about prevalence and costs: the law of PC(+) they imply, and money."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._arrays import ByValue, Floats
from costcurves.conditions import Costs
from costcurves.errors import InputError
from costcurves.priors import ConditionPrior, Samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from costcurves.costcurve import CostCurve

__all__ = ["Beliefs"]

#: Intervals into which a continuous law is cut, each replaced by two values with its first three moments.
CUTS = 256


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Beliefs(ByValue, ConditionPrior):
    """Independent beliefs about prevalence and about the cost proportion κ = fn/(fn + fp).

    As a prior it is the law of PC(+) = pκ/(pκ + (1 − p)(1 − κ)); :meth:`expected_cost` gives
    money, which the law of PC(+) alone does not determine.

    Parameters
    ----------
    prevalence : ConditionPrior
        Law of the share of positives.
    proportion : ConditionPrior
        Law of κ.
    stake : float
        What a false positive and a false negative cost together, fp + fn.

    Examples
    --------
    >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.2, costs=ConditionPrior.uniform())
    >>> round(beliefs.probability(0, 0.5), 6)  # x(1 − p)/(x(1 − p) + (1 − x)p) at x = ½
    0.8
    """

    prevalence: ConditionPrior
    proportion: ConditionPrior
    stake: float = 1.0

    @classmethod
    def of(cls, *, prevalence: float | ConditionPrior, costs: Any) -> Beliefs:
        """Read beliefs: a number or a law for the prevalence; Costs, or a law of κ, for the costs."""
        share = prevalence if isinstance(prevalence, ConditionPrior) else ConditionPrior.point(prevalence)
        if isinstance(costs, Costs):
            total = costs.effective_fp + costs.effective_fn
            if min(costs.effective_fp, costs.effective_fn) < 0 or total <= 0:
                raise InputError.because(must="errors cost more than correct decisions", came=repr(costs))
            return cls(share, ConditionPrior.point(costs.effective_fn / total), total)
        if not isinstance(costs, ConditionPrior):
            raise InputError.because(
                must="beliefs about costs are Costs or a law of the cost proportion fn/(fn + fp)",
                came=repr(costs),
            )
        return cls(share, costs)

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Integrate over κ for each value of the prevalence (error below 1e-5 for smooth laws)."""
        ends = np.asarray(x, float)
        inside = np.clip(ends, 0, 1)
        total = np.zeros_like(ends)
        for p, weight in _values(self.prevalence):
            if k == 0:
                # P(PC < x) is the law of κ at the κ that PC = x stands for; exact.
                odds = np.where(inside < 1, inside * (1 - p), 1.0)
                limit = odds / (odds + np.where(inside < 1, (1 - inside) * p, 0.0))
                total += weight * self.proportion.moments(np.where(ends > 1, np.inf, limit), 0)
                continue
            pcs, masses = self._given(p)
            running = np.concatenate([[0.0], np.cumsum(masses * pcs**k)])
            total += weight * running[np.searchsorted(pcs, ends, side="left")]
        return total

    def _given(self, p: float) -> tuple[Floats, Floats]:
        """Values and weights of PC(+) at one prevalence, ascending."""
        kappa, mass = (np.array(column) for column in zip(*_values(self.proportion), strict=True))
        weight = p * kappa + (1 - p) * (1 - kappa)
        pcs = np.divide(p * kappa, weight, out=np.zeros_like(kappa), where=weight > 0)
        return pcs, mass

    def expected_cost(self, curve: CostCurve) -> float:
        """Expected cost a record, in the unit of the costs, of following a cost curve.

        E[(pκ + (1 − p)(1 − κ))·NEC(PC(p, κ))]·(fp + fn); exact over κ, by fine intervals over p.

        Examples
        --------
        >>> from costcurves import CostCurve
        >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.5, costs=Costs(fp=1, fn=3))
        >>> round(beliefs.expected_cost(CostCurve.line(fpr=0.1, tpr=0.8)), 6)
        0.35
        """
        return float(self.stake * sum(w * self._loss(curve, p) for p, w in _values(self.prevalence)))

    def _loss(self, curve: CostCurve, p: float) -> float:
        """Expected cost at one prevalence, for fp + fn = 1."""
        if p == 0:
            return float(curve(0.0)) * (1 - self.proportion.mean)
        if p == 1:
            return float(curve(1.0)) * self.proportion.mean
        return curve.at_prevalence(p).expected(self.proportion) / 2


def _values(law: ConditionPrior) -> Iterator[tuple[float, float]]:
    """Replace a law by values with weights, keeping mass, mean and spread of every short interval."""
    if isinstance(law, Samples):
        yield from zip(law.values.tolist(), law.weights.tolist(), strict=True)
        return
    ends = np.linspace(0, 1, CUTS + 1)
    mass, first, second = (np.diff(law.moments(ends, k)) for k in range(3))
    for m, f, s in zip(mass.tolist(), first.tolist(), second.tolist(), strict=True):
        if m > 0:
            mean = f / m
            spread = max(s / m - mean * mean, 0.0) ** 0.5
            yield max(mean - spread, 0.0), m / 2
            yield min(mean + spread, 1.0), m / 2
