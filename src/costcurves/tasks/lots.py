"""Rates and cost of a decision as it is given, also by lot or at a published operating point."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves.inference.counts.cost_intervals import RATES, nec_interval
from costcurves.inference.estimate import Estimate
from costcurves.rules.rule import fixed

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.decisions.decision import Decision
    from costcurves.decisions.threshold_interval import ThresholdInterval
    from costcurves.evaluation.uncertainty import Uncertainty

__all__ = ["given_cost", "given_rates", "has_thresholds"]

#: How ends of two cuts make those of a lot between them.
MIXED = "{}; ends of both thresholds, mixed as the lot does"


def has_thresholds(decision: Decision) -> bool:
    """Whether it is known at which scores records are flagged."""
    return not any(math.isnan(cut.high) for cut in _cuts(decision) if cut.flags == "some")


def given_rates(decision: Decision, asked: Uncertainty) -> dict[str, Estimate]:
    """Return tpr and fpr of a decision as given, with their intervals.

    Of a lot the rates of both cuts are mixed, and so are the ends of their intervals: a weighted sum
    deviates by no more than the weighted deviations of its parts. At a published operating point
    the counts tell.
    """
    if not has_thresholds(decision):
        return _counted_rates(decision, asked)
    each = [_rates(decision, cut, asked) for cut in _cuts(decision)]
    if decision.other is None:
        return each[0]
    return {name: _mixed([one[name] for one in each], decision.other_share) for name in ("tpr", "fpr")}


def given_cost(decision: Decision, condition: OperatingCondition, asked: Uncertainty) -> Estimate:
    """Return NEC of a decision as given, with its interval at the condition; mixed as its rates are."""
    if not has_thresholds(decision):
        return _counted(decision, asked, condition.pc)
    here = dataclasses.replace(asked, simultaneous=False)
    each = []
    for cut in _cuts(decision):
        if cut.flags == "some":
            each.append(here.cost(decision.model, condition, fixed(_threshold(decision, cut))))
        else:
            nec = condition.pc if cut.flags == "nobody" else 1 - condition.pc
            each.append(Estimate(nec, nec, nec, asked.level))
    return each[0] if decision.other is None else _mixed(each, decision.other_share)


def _cuts(decision: Decision) -> list[ThresholdInterval]:
    """Return the one cut, or both."""
    return [decision.thresholds, *([] if decision.other is None else [decision.other])]


def _threshold(decision: Decision, cut: ThresholdInterval) -> float:
    """Return the threshold of a cut in the model's own scores."""
    return 0.0 - cut.high if decision.lower_is_positive else cut.high


def _rates(decision: Decision, cut: ThresholdInterval, asked: Uncertainty) -> dict[str, Estimate]:
    """Return the rates of one cut; whoever flags nobody or everybody is sure of them."""
    if cut.flags == "some":
        return asked.rates(decision.model, fixed(_threshold(decision, cut)))
    rate = 0.0 if cut.flags == "nobody" else 1.0
    return dict.fromkeys(("tpr", "fpr"), Estimate(rate, rate, rate, asked.level))


def _mixed(both: list[Estimate], share: float) -> Estimate:
    """Mix two estimates; one that is sure has no method and no target."""
    one, other = both
    told = max(both, key=lambda found: found.width)
    ends = {
        name: (1 - share) * getattr(one, name) + share * getattr(other, name)
        for name in ("estimate", "low", "high")
    }
    return dataclasses.replace(told, **ends, method=MIXED.format(told.method))


def _counted(decision: Decision, asked: Uncertainty, pc: float) -> Estimate:
    """Return NEC of a published operating point by its counts.

    Of a lot between two points a case is flagged as if by one coin, whose binomial law varies most.
    """
    tally = asked.models[decision.model]
    p, n = float(tally.total_positive), float(tally.total_negative)
    missed, flagged = (1 - decision.tpr) * p, decision.fpr * n
    return nec_interval(fn=missed, positives=p, fp=flagged, negatives=n, pc=pc, level=asked.level)


def _counted_rates(decision: Decision, asked: Uncertainty) -> dict[str, Estimate]:
    """Return rates by counts: where one class alone counts, NEC is its error rate."""
    fnr, fpr = (dataclasses.replace(_counted(decision, asked, pc), method=RATES) for pc in (1.0, 0.0))
    tpr = dataclasses.replace(fnr, estimate=decision.tpr, low=1 - fnr.high, high=1 - fnr.low)
    return {"tpr": tpr, "fpr": fpr}
