"""How sure it is what a goal was to reach: a share flagged, a measure, a limit that is kept."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.wording import percent, short
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

#: The measure whose interval follows from those of both rates.
FLAGGED = "flagged"


def answered(
    decision: Decision, criterion: Criterion, rates: dict[str, Estimate], asked: Uncertainty
) -> tuple[dict[str, Estimate], list[str]]:
    """Return the intervals of what a criterion was to reach, by name, and sentences about it."""
    found: dict[str, Estimate] = {}
    said: list[str] = []
    for row in criterion.reported:
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
        said.append(_sentence(row, one, decision))
    bound = criterion.bound
    known = (rates | found).get("" if bound is None else bound.measure.key)
    if bound is not None and known is not None and bound.excludes(known.low, known.high):
        said.append(bound.warning)
    if criterion.conditions is not None:
        said.append("No interval is given for the worst case over a range of PC(+).")
    return found, said


def _sentence(row: Measure, found: Estimate, decision: Decision) -> str:
    """Word a measure with its interval, and what that holds for."""
    interval = f"{percent(found.level)} interval, {found.scope_words}"
    if row.key == FLAGGED:
        own, low, high = map(percent, (found.estimate, found.low, found.high))
        at = f"At a prevalence of {percent(decision.prevalence)}"
        return f"{at} this flags {own} of all cases ({interval}: {low} to {high})."
    own, low, high = map(short, (found.estimate, found.low, found.high))
    return f"The {row.title} is {own} ({interval}: {low} to {high})."


def _flagged(decision: Decision, rates: dict[str, Estimate], asked: Uncertainty) -> Estimate:
    """Share flagged at the prevalence of the decision: a sum of both rates, as a cost is."""
    p, (tpr, fpr) = decision.prevalence, (rates["tpr"], rates["fpr"])
    # Clusters may hold both classes, whose rates then go together, at most as one.
    clustered = asked.records is not None and asked.records.cluster is not None
    below = [p * (tpr.estimate - tpr.low), (1 - p) * (fpr.estimate - fpr.low)]
    above = [p * (tpr.high - tpr.estimate), (1 - p) * (fpr.high - fpr.estimate)]
    down, up = (sum(ends) if clustered else math.hypot(*ends) for ends in (below, above))
    share = decision.flagged
    return dataclasses.replace(tpr, estimate=share, low=share - down, high=share + up, method=METHOD)


def _of(row: Measure, decision: Decision, rates: dict[str, Estimate], asked: Uncertainty) -> Estimate:
    """Return a measure of a decision as given: a rate as it is, all others drawn anew from the records."""
    if row.key in rates:
        return rates[row.key]
    if row.key == FLAGGED:
        return _flagged(decision, rates, asked)
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
