"""Choosing model and threshold on one table and judging them on another."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves.errors import InputError
from costcurves.evaluation.evaluation import Evaluation
from costcurves.rules.rule import optimal
from costcurves.tasks.remarks import few_flagged, positives_named
from costcurves.tasks.total_costs import by_bayes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.decisions.decision import Decision
    from costcurves.decisions.total_cost import TotalCost
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request

__all__ = [
    "Verdict", "at_prevalence", "condition_of", "elsewhere", "sample_prevalence", "stated", "verdict",
    "weighed",
]  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and what becomes of it elsewhere.

    Attributes
    ----------
    decision : Decision
        Judged on the records in question.
    judged : dict of str to Decision
        The same decision judged on each part of the table, by the name of the part.
    best : dict of str to float
        What the best threshold of the same model would cost there, as NEC; empty without a condition.
    remarks : tuple of str
        Sentences to add to that of the decision.
    totals : tuple of TotalCost
        Where every record has costs of its own: what the decision comes to and, where the scores are
        probabilities, what Bayes' rule case by case does.
    """

    decision: Decision
    judged: dict[str, Decision]
    best: dict[str, float]
    remarks: tuple[str, ...] = ()
    totals: tuple[TotalCost, ...] = ()

    @property
    def sentence(self) -> str:
        """The decision in words, with what it and Bayes' rule come to, and all remarks."""
        own, bayes = self.totals[:1], self.totals[1:]
        money = [*(total.money for total in own), *(total.sentence for total in bayes)]
        return " ".join([self.decision.sentence, *money, *self.remarks])


def sample_prevalence(evaluation: Evaluation) -> float | None:
    """Share of positives in the records, where all models agree on one."""
    if not all(tally.counted for tally in evaluation.models.values()):
        return None
    shares = [tally.prevalence for tally in evaluation.models.values()]
    # Fractional weights add up to rounding only, model by model.
    return shares[0] if math.isclose(min(shares), max(shares), rel_tol=1e-9) else None


def condition_of(loaded: Loaded, request: Request) -> OperatingCondition | None:
    """Return the condition that was asked for, None where costs were not stated.

    Without a prevalence that of the records that choose thresholds counts, so that whatever is said
    of a decision is said under the condition it was made for.
    """
    chooser = loaded.chosen_on or loaded.evaluation
    return request.asked.condition(sample_prevalence(chooser)) if request.asked.is_priced else None


def at_prevalence(evaluation: Evaluation, prevalence: float | None) -> Evaluation:
    """Return the evaluation with its tallies at a stated prevalence, which is neither 0 nor 1."""
    if prevalence is None:
        return evaluation
    models = {name: tally.at_prevalence(prevalence) for name, tally in evaluation.models.items()}
    return dataclasses.replace(evaluation, models=models)


def stated(loaded: Loaded, prevalence: float | None) -> Loaded:
    """Return evaluations and parts at a stated prevalence, for the measures that depend on it."""
    if prevalence is None:
        return loaded
    parts = {name: at_prevalence(part, prevalence) for name, part in loaded.parts.items()}
    return dataclasses.replace(loaded, evaluation=at_prevalence(loaded.evaluation, prevalence), parts=parts)


def verdict(loaded: Loaded, request: Request) -> Verdict:
    """Choose where thresholds are chosen, and judge on the records in question and on every part.

    Parameters
    ----------
    loaded : Loaded
    request : Request
        Condition, goal and model. Without a prevalence, that of the records that choose counts: those that
        judge must not take part in the choice.

    Raises
    ------
    InputError, UndefinedError
        If nothing is asked for, the model is unknown, or no threshold meets the goal.
    """
    if request.is_priced_by_row:
        return _by_row(loaded, request)
    main, asked = loaded.evaluation, request.asked
    chooser = loaded.chosen_on or main
    condition = condition_of(loaded, request)
    criterion = request.goal.criterion(condition)
    parts = loaded.parts
    if condition is None:  # which has a prevalence of its own; without one the goal takes that of the tallies
        main, chooser = (at_prevalence(evaluation, asked.prevalence) for evaluation in (main, chooser))
        parts = stated(loaded, asked.prevalence).parts
    decision = chooser.choose(criterion, request.model)
    few = few_flagged(decision, loaded.chosen_on or loaded.evaluation)
    if loaded.chosen_on is not None:
        decision = main.judge(decision)
    known = decision.prevalence == decision.prevalence  # not NaN
    decision = dataclasses.replace(decision, sample_prevalence=known and asked.prevalence is None)
    said = (positives_named(loaded.positive), criterion.reached(decision, main.models), few)
    remarks = tuple(remark for remark in said if remark)
    return dataclasses.replace(elsewhere(decision, parts, condition), remarks=remarks)


def _by_row(loaded: Loaded, request: Request) -> Verdict:
    """Choose by the least total of per-row costs, or for a goal, and add up on the records that judge."""
    main, chooser = (
        weighed(one, request.asked.prevalence)
        for one in (loaded.evaluation, loaded.chosen_on or loaded.evaluation)
    )
    if request.goal.is_stated:
        decision = chooser.choose(request.goal.criterion(None), request.model)
    else:
        chosen = chooser.least_total_cost(request.model).decision
        assert chosen is not None  # a threshold
        decision = chosen
    few = few_flagged(decision, loaded.chosen_on or loaded.evaluation)
    total = main.total_cost(decision)
    if loaded.chosen_on is not None and total.decision is not None:
        decision = total.decision
    decision = dataclasses.replace(decision, sample_prevalence=request.asked.prevalence is None)
    parts = stated(loaded, request.asked.prevalence).parts
    remarks = tuple(remark for remark in (positives_named(loaded.positive), few) if remark)
    totals = (dataclasses.replace(total, decision=decision), *by_bayes(main, decision.model))
    return dataclasses.replace(elsewhere(decision, parts, None), remarks=remarks, totals=totals)


def weighed(evaluation: Evaluation, prevalence: float | None) -> Evaluation:
    """Return the evaluation with its rows weighed to a stated prevalence."""
    if evaluation.records is None:
        raise InputError.because(
            must="costs of every record are added up on one part of the table",
            came=evaluation.name,
            fix="call one part test, or judge on a file of its own with --choose-on FILE",
        )
    if prevalence is None:
        return evaluation
    return Evaluation.of_records(evaluation.records.at_prevalence(prevalence), evaluation.name)


def elsewhere(
    decision: Decision, parts: Mapping[str, Evaluation], condition: OperatingCondition | None
) -> Verdict:
    """Judge a decision on every part of a table."""
    judged = {name: part.judge(decision) for name, part in parts.items()}
    best = {}
    if condition is not None:
        best = {
            name: float(optimal(part.tally(decision.model))(condition.pc)) for name, part in parts.items()
        }
    return Verdict(decision, judged, best)
