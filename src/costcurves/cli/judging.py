"""From a request to a decision, judged on the records in question, also in every segment."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.charts.figures.group_figures import segment_chart
from costcurves.cli.loaded import silent
from costcurves.errors import InputError, UndefinedError
from costcurves.evaluation.evaluation import Evaluation
from costcurves.results.interval_tables import segments_table
from costcurves.results.total_uncertainty import bayes_totals
from costcurves.rules.rule import tuned_on

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.folds.segments import Segments
    from costcurves.results.decision_uncertainty import DecisionUncertainty
    from costcurves.results.judged_decision import JudgedDecision


def condition_of(loaded: Loaded, request: Request) -> OperatingCondition | None:
    """Return the condition that was asked for, None where costs were not stated.

    Without a prevalence that of the records that choose thresholds counts, so that whatever is said
    of a decision is said under the condition it was made for.
    """
    chooser = loaded.chosen_on or loaded.evaluation
    return request.condition.at(chooser.prevalence) if request.condition.is_priced else None


def stated(loaded: Loaded, prevalence: float | None) -> Loaded:
    """Return evaluations and parts at a stated prevalence, for the measures that depend on it."""
    if prevalence is None:
        return loaded
    parts = {name: part.at_prevalence(prevalence) for name, part in loaded.parts.items()}
    chosen_on = None if loaded.chosen_on is None else loaded.chosen_on.at_prevalence(prevalence)
    evaluation = loaded.evaluation.at_prevalence(prevalence)
    return dataclasses.replace(loaded, evaluation=evaluation, parts=parts, chosen_on=chosen_on)


def in_question(loaded: Loaded, request: Request) -> Loaded:
    """Return the records of a decision: without costs, which have a prevalence, at the stated one."""
    priced = request.condition.is_priced or request.is_priced_by_row
    return loaded if priced else stated(loaded, request.condition.prevalence)


def verdict(loaded: Loaded, request: Request) -> JudgedDecision:
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
    criterion = request.goal.criterion(condition_of(loaded, request))
    here = in_question(loaded, request)
    decision = here.evaluation.decide(criterion=criterion, model=request.model, chosen_on=here.chosen_on)
    known = decision.prevalence == decision.prevalence  # not NaN
    decision = dataclasses.replace(decision, sample_prevalence=known and request.condition.prevalence is None)
    return here.evaluation.judge_parts(decision, here.parts)


def _by_row(loaded: Loaded, request: Request) -> JudgedDecision:
    """Choose by the least total of per-row costs, or for a goal, and add up on the records that judge."""
    main, chooser = (
        _weighed(one, request.condition.prevalence)
        for one in (loaded.evaluation, loaded.chosen_on or loaded.evaluation)
    )
    if request.goal.is_stated:
        decision = chooser.decide(criterion=request.goal.criterion(None), model=request.model)
    else:
        chosen = chooser.least_total_cost(request.model).decision
        assert chosen is not None  # a threshold
        decision = chosen
    total = main.total_cost(decision)
    if loaded.chosen_on is not None and total.decision is not None:
        decision = total.decision
    decision = dataclasses.replace(decision, sample_prevalence=request.condition.prevalence is None)
    parts = stated(loaded, request.condition.prevalence).parts
    found = loaded.evaluation.judge_parts(decision, parts)
    bayes = [] if main.records is None else bayes_totals(main.records, decision.model, main.name)
    return dataclasses.replace(found, totals=(dataclasses.replace(total, decision=decision), *bayes))


def _weighed(evaluation: Evaluation, prevalence: float | None) -> Evaluation:
    """Return the evaluation with its rows weighed to a stated prevalence."""
    if evaluation.records is None:
        raise InputError(
            "costs of every record can only be added up on one part of the table",
            evaluation.name,
            "call one part test, or judge on a file of its own with --choose-on FILE",
        )
    if prevalence is None:
        return evaluation
    return Evaluation.of_records(evaluation.records.at_prevalence(prevalence), evaluation.name)


def decision_uncertainty(
    found: JudgedDecision, loaded: Loaded, request: Request, uncertainty: Uncertainty
) -> DecisionUncertainty:
    """Return the uncertainty of the decision that was asked for."""
    uncertain = uncertainty.decision(found.decision)
    if not found.totals or request.condition.prevalence is None:
        return uncertain
    weighed = _weighed(loaded.evaluation, request.condition.prevalence)
    totals = weighed.uncertainty(level=uncertainty.level).totals(found.decision)
    return dataclasses.replace(uncertain, totals=totals)


#: More segments are not drawn: their rows would run into each other.
MOST_DRAWN = 12


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class InSegments:
    """The decided model in every segment, or why there is none.

    Attributes
    ----------
    sentence : str
        What was found, or why nothing was.
    found : Segments or None
    """

    sentence: str
    found: Segments | None = None

    @property
    def tables(self) -> list[Table]:
        """One row a segment; nothing where there are no findings."""
        return [] if self.found is None else [segments_table(self.found)]

    @property
    def charts(self) -> list[Chart]:
        """Costs by segment, unless there are too many to tell apart, or but one."""
        drawn = self.found is not None and 1 < len(self.found) <= MOST_DRAWN
        return [segment_chart(self.found)] if drawn and self.found is not None else []

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        return {**({} if self.found is None else self.found.to_json()), "sentence": self.sentence}


def in_segments(
    loaded: Loaded, verdict: JudgedDecision | None, request: Request, step: Step = silent
) -> InSegments | None:
    """Judge the decided model in every segment; None without segments, or without costs.

    Thresholds are chosen where the decision was; without other records they are cross-fitted.
    """
    records = loaded.evaluation.records
    condition = None if verdict is None else verdict.decision.condition
    if records is None or records.segment is None or verdict is None or condition is None:
        return None
    step("judging segments")
    stated, model = request.intervals, verdict.decision.model
    known = {name: value for name in ("level", "seed") if (value := getattr(stated, name)) is not None}
    try:
        found = loaded.evaluation.segments(condition, model=model, **_chosen_by(loaded, model), **known)
    except UndefinedError as problem:
        return InSegments(f"Segments are not judged: {problem}.")
    return InSegments(found.sentence, found)


def _chosen_by(loaded: Loaded, model: str) -> dict[str, Any]:
    """Which records choose thresholds: others, if the decision was made there."""
    if loaded.chosen_on is None:
        return {}
    others = loaded.chosen_on.records
    if others is not None and others.segment is not None:
        return {"chosen_on": others}
    return {"rule": tuned_on(loaded.chosen_on.tally(model))}
