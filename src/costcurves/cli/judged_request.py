"""From a request to a decision, its uncertainty, and what becomes of it in every segment."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.charts.figures.group_figures import segment_chart
from costcurves.cli.given_options import by_model
from costcurves.cli.loaded import silent
from costcurves.errors import Code, InputError, UndefinedError
from costcurves.results.interval_tables import segments_table
from costcurves.rules.rule import fixed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.charts.part_shown import PartShown
    from costcurves.cli.loaded import Loaded, Step
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.folds.segments import Segments
    from costcurves.results.given_classifiers import GivenClassifiers
    from costcurves.results.goal_judged import GoalJudged
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.recommendation import Recommendation

#: The step that whoever waits sees.
STEP = "making intervals"
#: More segments are not drawn.
MOST_DRAWN = 12
#: What is advised where intervals may be left out.
LEAVE_OUT = "leave out --level and the like"


def condition_of(loaded: Loaded, request: Request) -> OperatingCondition | None:
    """Return the condition that was asked for, None where costs were not stated.

    Without a prevalence that of the records that choose thresholds counts, so that whatever is said
    of a decision is said under the condition it was made for.
    """
    return request.condition.known((loaded.chosen_on or loaded.evaluation).prevalence)


def in_question(loaded: Loaded, request: Request) -> Loaded:
    """Return the records of a decision at the stated prevalence, weighed where each has costs of its own.

    Costs that all records share have a prevalence themselves.
    """
    by_row = request.is_priced_by_row
    if by_row and loaded.evaluation.records is None:
        raise InputError(
            "costs by record can only be added up on one part of the table",
            loaded.evaluation.name,
            "call one part test, or judge on a file of its own with --choose-on FILE",
        )
    return loaded if request.condition.is_priced else loaded.at(request.condition.prevalence, weighed=by_row)


def given(loaded: Loaded, request: Request, step: Step = silent) -> GivenClassifiers | None:
    """Judge what is stated and not chosen: thresholds, or models of predicted labels; None without."""
    here = in_question(loaded, request)
    evaluation, records = here.evaluation, here.evaluation.records
    labels = records is not None and set(evaluation.models) == records.predicted
    if not request.is_given and not (labels and request.is_recommended):
        return None
    step("judging what is given")
    options = request.intervals.options()
    found = evaluation.given(
        by_model(request.thresholds, list(evaluation.models), request.model),
        request.condition.stated,
        model=request.model,
        chosen_on=here.chosen_on,
        **{name: options[name] for name in ("level", "seed") if name in options},
    )
    return found.without_intervals() if request.intervals.is_off else found


def answers(
    loaded: Loaded, request: Request, step: Step = silent
) -> tuple[JudgedDecision | None, GivenClassifiers | None]:
    """Return the verdict, None where nothing asks for one or several classifiers are given; and these."""
    stated = given(loaded, request, step)
    several = stated is not None and len(stated.rows) > 1
    found = verdict(loaded, request, step, stated) if request.is_decided and not several else None
    return found, stated


def answers_with_labels(
    loaded: Loaded, request: Request, step: Step = silent
) -> tuple[JudgedDecision | None, GivenClassifiers | None]:
    """Return the same, with all models of predicted labels as given where costs choose among models."""
    found, stated = answers(loaded, request, step)
    here = loaded.at(request.condition.prevalence).evaluation
    if stated is None and here.records is not None and here.records.predicted:
        step("judging predicted labels")
        stated = here.given()
        stated = stated.without_intervals() if request.intervals.is_off else stated
    return found, stated


def verdict(
    loaded: Loaded, request: Request, step: Step = silent, stated: GivenClassifiers | None = None
) -> JudgedDecision:
    """Choose where thresholds are chosen, and judge on the records in question and on every part.

    Raises
    ------
    InputError, UndefinedError
        If the model is unknown, or no threshold meets the goal.
    """
    stated = given(loaded, request, step) if stated is None else stated
    if stated is None:
        found = _verdict(loaded, request, step)
    else:
        here = in_question(loaded, request)
        found = here.evaluation.judge_parts(stated.decision, here.parts).with_judgement(stated)
    return dataclasses.replace(found, population=request.population)


def _verdict(loaded: Loaded, request: Request, step: Step) -> JudgedDecision:
    """Choose and judge, whatever the number of cases."""
    here, goal = in_question(loaded, request), request.goal.criterion
    if request.is_recommended and here.chosen_on is None:
        recommended = recommendation(loaded, request, step)
        found = here.evaluation.judge_parts(recommended.decision, here.parts)
        return dataclasses.replace(found, recommended=recommended)
    choice: dict[str, Any] = {"model": request.model, "chosen_on": here.chosen_on}
    if request.is_priced_by_row and goal is None:
        decision = here.evaluation.least_total_cost(**choice).decision
        assert decision is not None  # a threshold
    else:
        choice |= {"criterion": goal, "champion": request.champion}
        decision = here.evaluation.decide(request.condition.stated, **choice)
    plain = dataclasses.replace(decision, judging=None)  # judged below, with the stated options
    judged = here.evaluation.judge_parts(plain, here.parts)
    return _with_judgement(judged, here, request)


def recommendation(loaded: Loaded, request: Request, step: Step = silent) -> Recommendation:
    """Choose by costs that all records share, judged on records left out of the choice."""
    _require_folds(loaded.evaluation, request)
    options = request.intervals.options() | {"simultaneous": False}
    uncertainty = loaded.evaluation.uncertainty(**options)
    step("judging the choice")
    stated = request.condition.stated
    assert stated is not None  # it is priced
    found = uncertainty.recommendation(stated, model=request.model, champion=request.champion)
    return found.without_intervals() if request.intervals.is_off else found


def _with_judgement(judged: JudgedDecision, here: Loaded, request: Request) -> JudgedDecision:
    """Add what is known of the choice: by costs beside the other models, or how well a goal is met."""
    options = request.intervals.options() | {"simultaneous": False}
    if here.chosen_on is not None:
        options["chosen_on"] = here.chosen_on.models
    asked = here.evaluation.uncertainty(**options)
    if request.is_priced_by_row and request.goal.criterion is None:
        total = asked.judged_total(judged.decision)
        return judged.with_judgement(total.without_intervals() if request.intervals.is_off else total)
    if not asked.can_judge(judged.decision):
        return judged
    if here.chosen_on is None:
        found: Recommendation | GoalJudged = asked.left_out(judged.decision)
    else:
        found = asked.held_out(judged.decision, champion=request.champion)
    return judged.with_judgement(found.without_intervals() if request.intervals.is_off else found)


# ---- uncertainty ----------------------------------------------------------------------------


def uncertainty(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty | None:
    """Return the uncertainty of the evaluation, or None without a request for it; see :func:`questioned`."""
    if not request.intervals.is_stated:
        return None
    step(STEP)
    return questioned(loaded, request, step)


def questioned(loaded: Loaded, request: Request, step: Step = silent) -> Uncertainty:
    """Return the uncertainty of the evaluation; `step` is told how many replicates are drawn."""
    if not all(tally.counted for tally in loaded.evaluation.models.values()):
        raise UndefinedError(
            "intervals need the number of records of each class",
            "operating points without class sizes",
            f"give tp, fn, fp and tn, or {LEAVE_OUT}",
            where=loaded.evaluation.name,
        )
    if loaded.chosen_on is None:
        _require_folds(loaded.evaluation, request)
    chosen_on = "cross-fitted" if loaded.chosen_on is None else loaded.chosen_on
    watch = functools.partial(step, STEP)
    return loaded.evaluation.uncertainty(chosen_on=chosen_on, progress=watch, **request.intervals.options())


def _require_folds(evaluation: Evaluation, request: Request) -> None:
    """Refuse a single fold: it leaves no others that could choose thresholds."""
    fold = None if evaluation.records is None else evaluation.records.fold
    if fold is not None and len(np.unique(fold)) == 1:
        raise InputError(
            "thresholds for a fold must be chosen on the others, so there must be two or more",
            f"{fold[0]} in all rows of the column {request.reading.fold!r}",
            "leave out --fold: records are then split into folds at random",
            where=evaluation.name,
        )


@contextlib.contextmanager
def cross_fitting(evaluation: Evaluation, fix: str = LEAVE_OUT) -> Iterator[None]:
    """Name file, class and options where there are too few records to choose thresholds and judge them."""
    try:
        yield
    except UndefinedError as problem:
        if problem.code is not Code.TOO_FEW:
            raise
        fix = f"give more records, or {fix}"
        raise problem.but(came=rarer(evaluation), where=evaluation.name, fix=fix) from None


def rarer(evaluation: Evaluation) -> str:
    """Say which class has fewer records (or clusters), and how many."""
    records = evaluation.records
    if records is None:
        tally = next(iter(evaluation.models.values()))
        counts = {"positive": float(tally.total_positive), "negative": float(tally.total_negative)}
        name = min(counts, key=lambda name: counts[name])
        return f"{counts[name]:g} {name}"
    classes = {records.positive: records.is_positive, records.negative: ~records.is_positive}
    units = np.arange(len(records.is_positive)) if records.cluster is None else records.cluster
    found = {name: len(np.unique(units[rows])) for name, rows in classes.items()}
    name = min(found, key=lambda name: found[name])
    return f"{found[name]} of class {name!r}"


# ---- segments -------------------------------------------------------------------------------


def in_segments(
    loaded: Loaded, verdict: JudgedDecision | None, request: Request, step: Step = silent
) -> Segments | UndefinedError | None:
    """Judge the decided model in every segment, or say why not; None without segments, or without costs.

    Thresholds are chosen where the decision was; without other records they are cross-fitted.
    """
    records = loaded.evaluation.records
    condition = None if verdict is None else verdict.decision.condition
    if records is None or records.segment is None or verdict is None or condition is None:
        return None
    step("judging segments")
    stated = request.intervals
    known = {name: value for name in ("level", "seed") if (value := getattr(stated, name)) is not None}
    if verdict.given is not None:
        known["rule"] = fixed(verdict.decision.threshold)
    try:
        return loaded.evaluation.segments(
            condition, model=verdict.decision.model, chosen_on=loaded.chosen_on, **known
        )
    except UndefinedError as problem:
        return problem


def shown_segments(
    found: Segments | UndefinedError | None, part: PartShown | None = None
) -> list[str | Table | Chart]:
    """Return what is printed of segments: a sentence, table and picture, or why they are not judged.

    Nothing is drawn of a single segment, nor of so many that their rows would run into each other.
    """
    if found is None:
        return []
    if isinstance(found, UndefinedError):
        return [_not_judged(found)]
    drawn = 1 < len(found) <= MOST_DRAWN
    table = segments_table(found).of("" if part is None else part.title)
    return [found.sentence, table, *([drawn_segments(found, part)] if drawn else [])]


def drawn_segments(found: Segments, part: PartShown | None) -> Chart:
    """Draw segments, and say of which part of the table they are."""
    return segment_chart(found) if part is None else segment_chart(found).of_part(part)


def segments_json(found: Segments | UndefinedError | None) -> dict[str, Any]:
    """Return what a document says of segments, or why they are not judged."""
    if found is None:
        return {}
    if isinstance(found, UndefinedError):
        return {"segment_costs": {"sentence": _not_judged(found)}}
    return {"segment_costs": {**found.to_json(), "sentence": found.sentence}}


def _not_judged(why: UndefinedError) -> str:
    """Word why segments are not judged."""
    return f"Segments are not judged: {why}."
