"""How sure it is what a goal was to reach: a share flagged, a measure, a limit that is kept."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.wording import percent, short
from costcurves.decisions.goals import Best, Capacity, MaxFpr, Minimax
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.counts.cost_intervals import METHOD
from costcurves.rules.rule import rates_at
from costcurves.tallies.confusion import Confusion
from costcurves.tasks.lots import has_thresholds

if TYPE_CHECKING:
    from costcurves.decisions.criterion import Criterion
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.estimate import Estimate
    from costcurves.measures.confusion_measures import Measure
    from costcurves.tallies.tally import Tally

__all__ = ["answered"]

#: What is said where the end of an interval lies beyond what was asked for.
MAY_BE_EXCEEDED = "The limit of {} may be exceeded on new records."
MAY_BE_MISSED = "The bound of {} on {} may be missed on new records."


def answered(
    decision: Decision, criterion: Criterion, rates: dict[str, Estimate], asked: Uncertainty
) -> tuple[dict[str, Estimate], list[str]]:
    """Return the intervals of what a goal was to reach, by name, and sentences about it."""
    if isinstance(criterion, MaxFpr):
        over = rates["fpr"].high > criterion.limit
        return {}, [MAY_BE_EXCEEDED.format(percent(criterion.limit))] if over else []
    if isinstance(criterion, Capacity):
        return _flagged(decision, criterion.share, rates, asked)
    if isinstance(criterion, Best):
        return _measured(decision, criterion, rates, asked)
    if isinstance(criterion, Minimax):
        return {}, ["No interval is given for the worst case over a range of PC(+)."]
    return {}, []


def _flagged(
    decision: Decision, limit: float, rates: dict[str, Estimate], asked: Uncertainty
) -> tuple[dict[str, Estimate], list[str]]:
    """Share flagged at the prevalence of the decision: a sum of both rates, as a cost is."""
    p, (tpr, fpr) = decision.prevalence, (rates["tpr"], rates["fpr"])
    # Clusters may hold both classes, whose rates then go together, at most as one.
    clustered = asked.records is not None and asked.records.cluster is not None
    below = [p * (tpr.estimate - tpr.low), (1 - p) * (fpr.estimate - fpr.low)]
    above = [p * (tpr.high - tpr.estimate), (1 - p) * (fpr.high - fpr.estimate)]
    down, up = (sum(ends) if clustered else math.hypot(*ends) for ends in (below, above))
    share = decision.flagged
    found = dataclasses.replace(tpr, estimate=share, low=share - down, high=share + up, method=METHOD)
    low, high = percent(found.low), percent(found.high)
    at = f"At a prevalence of {percent(p)}"
    said = [f"{at} this flags {percent(share)} of all cases ({_interval(found)}: {low} to {high})."]
    if found.high > limit:
        said.append(MAY_BE_EXCEEDED.format(percent(limit)))
    return {"flagged": found}, said


def _interval(found: Estimate) -> str:
    """Name an interval by its level, and by what it holds for."""
    return f"{percent(found.level)} interval, {found.scope_words}"


def _measured(
    decision: Decision, criterion: Best, rates: dict[str, Estimate], asked: Uncertainty
) -> tuple[dict[str, Estimate], list[str]]:
    """Measure that was made best and, where there is one, the measure that was bound."""
    found, said = {}, []
    for row in (criterion.measure, criterion.given):
        if row is None:
            continue
        try:
            one = _of(row, decision, rates, asked)
        except (InputError, UndefinedError) as problem:
            said.append(f"No interval is given for {row.title}: {problem}.")
            continue
        if not one.width:
            said.append(
                f"No interval is given for {row.title}: it is {short(one.estimate)} in all replicates."
            )
            continue
        found[row.key] = one
        ends = f"{short(one.low)} to {short(one.high)}"
        said.append(f"The {row.title} is {short(one.estimate)} ({_interval(one)}: {ends}).")
    bound = criterion.given
    if bound is not None and bound.key in found:
        one = found[bound.key]
        missed = one.high > criterion.bound if bound.better == "low" else one.low < criterion.bound
        said += [MAY_BE_MISSED.format(short(criterion.bound), bound.title)] if missed else []
    return found, said


def _of(row: Measure, decision: Decision, rates: dict[str, Estimate], asked: Uncertainty) -> Estimate:
    """Return a measure of a decision as given: a rate as it is, all others drawn anew from the records."""
    if row.key in rates:
        return rates[row.key]
    if not has_thresholds(decision):
        raise UndefinedError.because(
            must="records are drawn anew by their scores", came="an operating point without a threshold"
        )
    if math.isnan(decision.prevalence):
        raise UndefinedError.because(must="the share of positives is known", came="none")
    cuts = [decision.thresholds, *([] if decision.other is None else [decision.other])]
    ends = {"nobody": math.inf, "everybody": -math.inf}
    thresholds = np.array([ends.get(cut.flags, cut.high) for cut in cuts])
    shares = np.array([1 - decision.other_share, decision.other_share])[: len(cuts)]
    p = decision.prevalence

    def measured(tally: Tally) -> float:
        fpr, tpr = (float(shares @ each) for each in rates_at(tally, thresholds))
        flags = {"tp": p * tpr, "fn": p * (1 - tpr), "fp": (1 - p) * fpr, "tn": (1 - p) * (1 - fpr)}
        return float(row(Confusion(**{name: np.asarray(value) for name, value in flags.items()})))

    measured.__name__ = row.title  # what the interval is called
    return asked.summary(decision.model, measured)
