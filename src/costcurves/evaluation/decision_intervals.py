"""The uncertainty of a decision: of its cost, its rates, what its criterion bounds, and its threshold."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import short
from costcurves.criteria import total_cost
from costcurves.criteria.cheapest import LeastCost
from costcurves.criteria.criterion_table import criterion_of
from costcurves.criteria.decision import Decision
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.evaluation.models_on_records import rows_of
from costcurves.evaluation.one_model import OneModel, in_unit
from costcurves.inference.counts.cost_intervals import METHOD, RATES, nec_interval
from costcurves.inference.estimate import Estimate
from costcurves.results.decision_uncertainty import DecisionUncertainty, GoalInterval
from costcurves.results.money_totals import TotalUncertainty, bayes_totals
from costcurves.rules.rule import fixed, rates_at
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision_member import DecisionMember
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.measures.confusion_measures import Measure
    from costcurves.tallies.tally import Tally

#: The measure whose interval follows from those of both rates.
FLAGGED = "flagged"
#: How ends of two thresholds make those of a mixture of them.
MIXED = "{}; ends of both thresholds, mixed in their shares"


class OneDecision(OneModel):
    """Questions about a decision."""

    def decision(self, decision: Decision) -> DecisionUncertainty:
        """Return the uncertainty of a decision: of its cost, rates, goal, threshold, or totals by record.

        Its cost is that of its way to choose a threshold where it is the cheapest on these very
        records, and of the threshold as given otherwise. Where the model was chosen among several,
        the interval of that cost holds for all of them together.

        Parameters
        ----------
        decision : Decision
            Made on these records, or on others: then it is judged on these.

        Returns
        -------
        DecisionUncertainty

        Raises
        ------
        InputError
            If it is no decision about a model of this evaluation.
        UndefinedError
            If there are too few records to choose thresholds on some and judge them on others.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1] * 20 + [0] * 20, {"m": [*range(8, 28), *range(20)]})
        >>> found = ev.uncertainty(level=0.9).decision(ev.decide(0.5))
        >>> found.rates["tpr"].estimate == found.decision.tpr
        True
        """
        if not isinstance(decision, Decision):
            raise InputError("decision must be a Decision", kind_of(decision), "e.g. ev.decide(0.5)")
        tallies = {model: self._tally(model) for model in decision.models}
        if decision.judged_on != self.name:
            decision = decision.judged(tallies, self.name)
        by_record = decision.condition is None and self.records is not None and self.records.costs is not None
        found = DecisionUncertainty(
            decision,
            self.level,
            cost=_cost_of(self, decision),
            candidates=_candidates(self, decision),
            totals=self.totals(decision) if by_record else (),
            criterion=criterion_of(decision.criterion, decision.condition),
        )
        if decision.flags != "some":
            return found
        rates = given_rates(self, decision)
        reported = () if found.criterion is None else found.criterion.reported
        goal = tuple(_goal(self, decision, row, rates) for row in reported)
        found = dataclasses.replace(found, rates=rates, goal=goal)
        return _with_threshold(self, found) if decision.optimistic else found

    def totals(self, decision: Decision) -> tuple[TotalUncertainty, ...]:
        """Return what a decision comes to at costs by record and, of probabilities, what Bayes' rule does.

        Raises
        ------
        InputError
            If the records have no costs.
        """
        records = rows_of(self.records, "totals")
        own = total_cost.judged_total(records, decision, self.name)
        ways = [own, *bayes_totals(records, decision.model, self.name)]
        return tuple(TotalUncertainty.of(way, records, self.level) for way in ways)


# ---- its cost -------------------------------------------------------------------------------


def chosen_anew(decision: Decision) -> bool:
    """Whether the way to choose a threshold is judged, and not the threshold: least cost, same records."""
    cheapest = decision.condition is not None and decision.criterion.key == LeastCost.key
    return cheapest and decision.optimistic


def _candidates(uncertainty: OneDecision, decision: Decision) -> int:
    """Count the models among which that of a decision was chosen on these records."""
    if not decision.optimistic:
        return 1
    return len(decision.candidates) if decision.candidates else len(uncertainty.models)


def decision_cost(uncertainty: OneDecision, decision: Decision) -> Estimate | None:
    """Return what a decision costs: with its way to choose a threshold, or else with the threshold it has.

    None where nothing is estimated (nobody or everybody is flagged), nothing is known of costs, or the
    records are others. Where the cheapest of several models was chosen, the interval holds for all.
    """
    condition, model = decision.condition, decision.model
    here = decision.judged_on == uncertainty.name and model in uncertainty.models
    if condition is None or not here or decision.flags != "some" or decision.other is not None:
        return None
    if chosen_anew(decision):
        several = uncertainty.records is not None and _candidates(uncertainty, decision) > 1
        found = uncertainty.costs(condition)[model] if several else uncertainty.cost(model, condition)
    elif math.isnan(decision.threshold):
        return None
    else:
        found = uncertainty.cost(model, condition, rule=fixed(decision.threshold))
    return in_unit(found, condition)


def _cost_of(uncertainty: OneDecision, decision: Decision) -> Estimate | None:
    """Return the cost of a decision, of a mixture and at published points, too."""
    condition = decision.condition
    if condition is None or decision.flags != "some":
        return None
    cost = decision_cost(uncertainty, decision)
    if cost is None:
        cost = in_unit(given_cost(uncertainty, decision, condition), condition)
    elif not decision.has_thresholds:  # the counts at published points were dealt into folds
        cost = dataclasses.replace(cost, target_words=cost.target.words("operating point"))
    return cost


# ---- the decision as given ------------------------------------------------------------------


def given_rates(uncertainty: OneDecision, decision: Decision) -> dict[str, Estimate]:
    """Return tpr and fpr of a decision as given, with their intervals.

    Of a mixture the rates of both thresholds are mixed, and so are the ends of their intervals: a
    weighted sum deviates by no more than the weighted deviations of its parts. At a published
    operating point the counts tell.
    """
    if not decision.has_thresholds and len(decision.models) == 1:
        return _counted_rates(uncertainty, decision)
    each = [_member_rates(uncertainty, decision, one) for one in decision.members]
    return {name: _mixed([one[name] for one in each], decision.other_share) for name in ("tpr", "fpr")}


def _member_rates(
    uncertainty: OneDecision, decision: Decision, member: DecisionMember
) -> dict[str, Estimate]:
    """Return tpr and fpr of one member with their intervals."""
    thresholds = member.thresholds
    if thresholds.flags != "some":
        return dict.fromkeys(("tpr", "fpr"), known(float(thresholds.flags == "everybody"), uncertainty.level))
    if math.isnan(thresholds.high):
        return _counted_rates(uncertainty, _alone(decision, member))
    return uncertainty.rates(member.model, rule=fixed(thresholds.threshold))


def _alone(decision: Decision, member: DecisionMember) -> Decision:
    """Return one member of a decision as the decision about all cases."""
    return dataclasses.replace(
        decision, model=member.model, thresholds=member.thresholds, fpr=member.fpr, tpr=member.tpr,
        other=None, other_share=0.0, other_model="", member_rates=(),
    )  # fmt: skip


def given_cost(uncertainty: OneDecision, decision: Decision, condition: OperatingCondition) -> Estimate:
    """Return NEC of a decision as given, with its interval at the condition; mixed as its rates are."""
    if not decision.has_thresholds and len(decision.models) == 1:
        return _counted(uncertainty, decision, condition.pc)
    each = [_member_cost(uncertainty, decision, one, condition) for one in decision.members]
    return _mixed(each, decision.other_share)


def _member_cost(
    uncertainty: OneDecision, decision: Decision, member: DecisionMember, condition: OperatingCondition
) -> Estimate:
    """Return NEC of one member with its interval."""
    thresholds = member.thresholds
    if thresholds.flags != "some":
        value = condition.pc if thresholds.flags == "nobody" else 1 - condition.pc
        return known(value, uncertainty.level)
    if math.isnan(thresholds.high):
        return _counted(uncertainty, _alone(decision, member), condition.pc)
    alone = dataclasses.replace(uncertainty, simultaneous=False)
    return alone.cost(member.model, condition, rule=fixed(thresholds.threshold))


def known(value: float, level: float) -> Estimate:
    """Return what is known of flagging nobody or everybody, without width."""
    return Estimate(value, value, value, level)


def _mixed(both: list[Estimate], share: float) -> Estimate:
    """Mix two estimates, or return the only one; one without width has no method and no target."""
    if len(both) == 1:
        return both[0]
    one, other = both
    wider = max(both, key=lambda found: found.width)
    ends = {
        name: (1 - share) * getattr(one, name) + share * getattr(other, name)
        for name in ("estimate", "low", "high")
    }
    return dataclasses.replace(wider, **ends, method=MIXED.format(wider.method))


def _counted(uncertainty: OneDecision, decision: Decision, pc: float) -> Estimate:
    """Return NEC of a published operating point by its counts.

    Of a mixture of two points a case is flagged as if by one coin, whose binomial law varies most.
    """
    tally = uncertainty.models[decision.model]
    p, n = float(tally.total_positive), float(tally.total_negative)
    missed, flagged = (1 - decision.tpr) * p, decision.fpr * n
    return nec_interval(fn=missed, positives=p, fp=flagged, negatives=n, pc=pc, level=uncertainty.level)


def _counted_rates(uncertainty: OneDecision, decision: Decision) -> dict[str, Estimate]:
    """Return rates by counts: where one class alone counts, NEC is its error rate."""
    fnr, fpr = (dataclasses.replace(_counted(uncertainty, decision, pc), method=RATES) for pc in (1.0, 0.0))
    tpr = dataclasses.replace(fnr, estimate=decision.tpr, low=1 - fnr.high, high=1 - fnr.low)
    return {"tpr": tpr, "fpr": fpr}


# ---- what its criterion bounds --------------------------------------------------------------


def flagged_share(uncertainty: OneDecision, decision: Decision, rates: Mapping[str, Estimate]) -> Estimate:
    """Share flagged at the prevalence of the decision: a sum of both rates, as a cost is."""
    p, (tpr, fpr) = decision.prevalence, (rates["tpr"], rates["fpr"])
    # Clusters may hold both classes, whose rates then go together, at most as one.
    clustered = uncertainty.records is not None and uncertainty.records.cluster is not None
    below = [p * (tpr.estimate - tpr.low), (1 - p) * (fpr.estimate - fpr.low)]
    above = [p * (tpr.high - tpr.estimate), (1 - p) * (fpr.high - fpr.estimate)]
    down, up = (sum(ends) if clustered else math.hypot(*ends) for ends in (below, above))
    share = decision.flagged
    return dataclasses.replace(tpr, estimate=share, low=share - down, high=share + up, method=METHOD)


def _goal(
    uncertainty: OneDecision, decision: Decision, row: Measure, rates: Mapping[str, Estimate]
) -> GoalInterval:
    """Return a measure that a criterion bounds or makes best with its interval, or why there is none."""
    try:
        found = _measure(uncertainty, decision, row, rates)
    except (InputError, UndefinedError) as problem:
        return GoalInterval(row, absent=str(problem))
    if not found.width:
        return GoalInterval(row, absent=f"it is {short(found.estimate)} in all replicates")
    return GoalInterval(row, found)


def _measure(
    uncertainty: OneDecision, decision: Decision, row: Measure, rates: Mapping[str, Estimate]
) -> Estimate:
    """Return a measure of a decision as given: a rate as it is, all others drawn anew from the records."""
    if row.key in rates:
        return rates[row.key]
    if row.key == FLAGGED:
        return flagged_share(uncertainty, decision, rates)
    if not decision.has_thresholds:
        raise UndefinedError(
            "records can only be resampled with their scores", "an operating point without a threshold"
        )
    if math.isnan(decision.prevalence):
        raise UndefinedError("the prevalence must be known", "none")
    if len(decision.models) > 1:
        raise UndefinedError(
            "records are resampled with the scores of one model", " and ".join(decision.models)
        )
    shares = np.array([1 - decision.other_share, decision.other_share])[: len(decision.mixed)]
    p = decision.prevalence

    def measured(tally: Tally) -> float:
        rates = np.array([rates_of(tally, part) for part in decision.mixed])
        fpr, tpr = (float(shares @ each) for each in rates.T)
        return float(row(Confusion.of_rates(fpr, tpr, p)))

    measured.__name__ = row.title  # what the interval is called
    return uncertainty.summary(decision.model, measured)


def rates_of(tally: Tally, part: ThresholdInterval) -> tuple[float, float]:
    """Return (fpr, tpr) of one threshold; nobody is no threshold, for a score may be infinite, too."""
    if part.flags != "some":
        return (0.0, 0.0) if part.flags == "nobody" else (1.0, 1.0)
    fpr, tpr = rates_at(tally, np.asarray(part.threshold))
    return float(fpr), float(tpr)


# ---- its threshold --------------------------------------------------------------------------


def _with_threshold(uncertainty: OneDecision, found: DecisionUncertainty) -> DecisionUncertainty:
    """Add the interval of the threshold, or why there is none."""
    decision = found.decision
    if decision.other is not None:
        absent = "a mixture has two, and the share decided by each"
    elif not decision.has_thresholds:
        absent = "published operating points give rates, but not the scores at which they are reached"
    elif found.criterion is None:
        absent = "it was chosen by totals of costs that differ by record" if found.totals else ""
    else:
        try:
            chosen = uncertainty.threshold(decision.model, criterion=found.criterion)
        except UndefinedError as problem:
            return dataclasses.replace(found, absent=str(problem))
        return dataclasses.replace(found, threshold=chosen)
    return dataclasses.replace(found, absent=absent)
