"""Commands that print: `evaluate` and `compare`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import CONDITION, any_file, command, is_file, misused, needing, refuse_swapped
from costcurves.cli.options import (
    BOOTSTRAP,
    DECIDED,
    SEGMENT,
    file_argument,
    files_argument,
    quiet_option,
    request_options,
)
from costcurves.errors import InputError, UndefinedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from costcurves._ground.tables import Table
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.part_results import FoldResults
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.results.given_classifiers import GivenClassifiers
    from costcurves.results.interval_tables import Numbers
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.pairwise_comparisons import PairwiseComparisons


@command(
    """
    evaluate scores.csv
    evaluate scores.csv --label outcome --positive bad --cost-fp 1 --cost-fn 20 --prevalence 2%
    evaluate scores.csv --all-measures
    evaluate scores.csv --partition part --json
    evaluate scores.csv --segment region --cost-fp 1 --cost-fn 20
    evaluate scores.csv --level 95% --bootstrap 5000
    """,
    main="--json",
)
@files_argument
@click.option(
    "--all-measures", is_flag=True, help="Show every measure, not only the main ones; --json has them all."
)
@click.option("--json", "as_json", is_flag=True, help="Print all numbers and curves as JSON.")
@click.option(
    "-o",
    "--output",
    metavar="SAVED.json",
    shell_complete=any_file,
    help="Save the evaluation, to use as FILE or --baseline.",
)
@quiet_option
@request_options("reading", "condition", *DECIDED)
def evaluate(
    *, files: tuple[str, ...], all_measures: bool, as_json: bool, output: str | None, request: Request
) -> None:
    """Print measures and cost curves of all models in FILE; with costs, the decision too.

    A stated prevalence also enters measures that depend on it, such as H, Brier score and least error rate.
    """
    from costcurves.cli import decision_screen, judged_request  # on use, as below: --help is quick without
    from costcurves.cli.several_files import load_files
    from costcurves.results.decision_tables import winners_table

    console.check_output(output, files, [".json"])
    prevalence = request.condition.prevalence
    with console.watched() as step:
        loaded = load_files(files, request, step, choosing=request.is_chosen_unsaid)
        loaded = loaded.remarked(prevalence)
        step("evaluating")
        found, stated = judged_request.answers_with_labels(loaded, request, step)
        condition = judged_request.condition_of(loaded, request)
        shown = loaded.at(prevalence)
        uncertainty = judged_request.uncertainty(shown, request, step)
        with judged_request.cross_fitting(loaded.evaluation):
            estimates = None if uncertainty is None else uncertainty.numbers(condition)
        apart = judged_request.in_segments(loaded, found, request, step)
        folds = _over_folds(shown.evaluation, condition)
        document = _evaluation_json(shown, found, stated, folds) if as_json else {}
    console.state([*loaded.statements, loaded.data_sentence])
    if output is not None:
        loaded.evaluation.save(output)
        console.remark(f"wrote {output}")
    if as_json:
        document["prevalence"] = loaded.evaluation.prevalence if prevalence is None else prevalence
        if estimates is not None and uncertainty is not None:
            document["uncertainty"] = _estimates_json(estimates, condition)
            document |= {"seed": uncertainty.seed, **_noted(loaded)}
        document |= loaded.part_json(prevalence)
        console.write_json(document | judged_request.segments_json(apart))
        return
    part, of = loaded.part(prevalence), _of(loaded, prevalence)
    summary = shown.evaluation.summary(full=all_measures)
    decision = None if found is None else found.decision
    model = request.model if decision is None else decision.model
    console.show_all(
        *decision_screen.lead(found, stated),
        summary.of(of),
        None if estimates is None else _estimates_table(estimates, condition, loaded, request),
        shown.compared.table() if loaded.parts else None,
        *(shown.evaluation.parts(column).table_by(column).of(of) for column in _parted_by(shown.evaluation)),
        folds if folds is None or isinstance(folds, str) else folds.table().of(of),
        *judged_request.shown_segments(apart, loaded.part(prevalence, decision=decision)),
        winners_table(shown.evaluation.winners()).of("" if part is None else part.title),
        *_selection(shown.evaluation, of),
        shown.evaluation.chart("cost", prevalence=prevalence, decision=decision, part=loaded.shown_part),
        loaded.part_results.chart(model) if loaded.parts else None,
        decision_screen.last(found, stated),
        screens=2,
    )


def _of(loaded: Loaded, prevalence: float | None) -> str:
    """Say which part tables are of, or at which prevalence, for their titles."""
    from costcurves._ground.number_words import percent

    part = loaded.part(prevalence)
    if part is not None:
        return part.title
    return "" if prevalence is None else f" at a prevalence of {percent(prevalence)}"


def _evaluation_json(
    loaded: Loaded,
    found: JudgedDecision | None,
    stated: GivenClassifiers | None,
    folds: FoldResults | str | None,
) -> dict[str, Any]:
    """Document of an evaluation, its parts and their gaps."""
    from costcurves.cli import decision_screen

    evaluation = loaded.evaluation
    document = evaluation.to_json() | {"records": evaluation.name, "read": list(map(str, loaded.statements))}
    document["data"] = loaded.data
    if loaded.parts:
        document["parts"] = {name: part.to_json() for name, part in loaded.parts.items()}
        document |= {"reference": loaded.reference, "gaps": loaded.part_results.gaps}
        document["compared"] = loaded.compared.comparison()
    document |= {f"{column}s": evaluation.parts(column).by_part for column in _parted_by(evaluation)}
    if folds is not None:
        document["over_folds"] = {"sentence": folds} if isinstance(folds, str) else folds.to_json()
    if evaluation.trained:
        document["selection"] = evaluation.selection().to_json()
    if found is not None:
        document["decision"] = decision_screen.document_of(found, parts=False)
    if stated is not None and (found is None or found.given is None):
        document |= stated.to_json()
    return document


def _estimates_table(
    found: Numbers, condition: OperatingCondition | None, loaded: Loaded, request: Request
) -> Table:
    """Return the table of intervals; a note says why `decide` gives others, where it does."""
    from costcurves.results.interval_tables import beside_decide, numbers_table

    among = request.model is None and loaded.chosen_on is None and loaded.evaluation.records is not None
    notes = beside_decide(found) if among else ()
    part = loaded.part(request.condition.prevalence)
    return numbers_table(found, condition, notes, of="" if part is None else part.title)


def _estimates_json(found: Numbers, condition: OperatingCondition | None) -> dict[str, dict[str, Any]]:
    """Return the intervals of all models as documents carry them; costs with the PC(+) that they are at."""
    at = {} if condition is None else {key: {"pc": condition.pc} for key in ("cost", "money")}
    return {
        model: {key: one.to_json() | at.get(key, {}) for key, one in own.items()}
        for model, own in found.items()
    }


def _noted(loaded: Loaded) -> dict[str, str]:
    """Say in a document which of several parts intervals are of."""
    return {"uncertainty_of": loaded.shown_part} if loaded.parts else {}


def _selection(evaluation: Evaluation, of: str) -> list[str | Table]:
    """Return what selecting classifiers by their training condition costs, where that is known."""
    if not evaluation.trained:
        return []
    found = evaluation.selection()
    return [found.sentence, found.table().of(of)]


def _parted_by(evaluation: Evaluation) -> list[str]:
    """The columns by which records are shown apart."""
    return [name for name in ("fold", "segment") if getattr(evaluation.records, name, None) is not None]


def _over_folds(evaluation: Evaluation, condition: OperatingCondition | None) -> FoldResults | str | None:
    """Return what models cost over folds, or why that is not summarised; None without folds."""
    if "fold" not in _parted_by(evaluation):
        return None
    try:
        return evaluation.folds(condition)
    except (InputError, UndefinedError) as problem:
        return f"Folds are not summarised: {problem}."


@command(
    """
    compare scores.csv
    compare scores.csv forest boosting
    compare scores.csv forest boosting --cost-fp 1 --cost-fn 20 --json
    compare scores.csv --level 95%
    """,
    main="--level --json",
)
@file_argument
@click.argument("models", nargs=-1, metavar="[A B]")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@quiet_option
@request_options("reading", "condition", "choose_on", "judge_on", "intervals", without=(BOOTSTRAP, SEGMENT))
@needing(*CONDITION)
def compare(*, file: str, models: tuple[str, ...], as_json: bool, request: Request) -> None:
    """Show where each of two models is cheaper, and by how much; without names, for all pairs in FILE."""
    from costcurves.cli import judged_request
    from costcurves.cli.loaded import beside_other_intervals
    from costcurves.cli.loading import load_asked

    refuse_swapped(is_file, file, *models, rule="the file belongs")
    if len(models) not in {0, 2}:
        raise misused(wrong=f"compare takes two models, or none for all pairs; got {len(models)}")
    with console.watched() as step:
        loaded = load_asked(file, request, step)
        names = models or tuple(loaded.evaluation.models)
        if len(names) == 1:
            fix = f"use `costcurves evaluate {shlex.quote(file)}`"
            raise misused(wrong=f"nothing to compare: one model, {names[0]!r}", fix=fix)
        loaded.require_models(*names)
        condition = judged_request.condition_of(loaded, request)
        pairs = loaded.evaluation.pairwise(condition, models=names)
        uncertainty = judged_request.uncertainty(loaded, request, step)
        tests: list[dict[str, Any]] = []
        if uncertainty is not None and loaded.evaluation.records is None:
            _show_counted(loaded, names, condition, uncertainty, as_json=as_json)
            return
        if uncertainty is not None:
            step("testing")
            pairs = uncertainty.pairwise(condition, models=names)
            with judged_request.cross_fitting(loaded.evaluation):
                tests = pairs.tests_json()
    console.state(loaded.statements)
    beside = "" if uncertainty is None else beside_other_intervals(uncertainty, condition)
    if as_json:
        document = _comparison_json(loaded, pairs, condition)
        if uncertainty is not None:
            document |= {"seed": uncertainty.seed, "uncertainty": tests, "notes": [*pairs.notes, beside]}
            document |= _noted(loaded)
        console.write_json(document | loaded.part_json(request.condition.prevalence, condition))
        return
    tested: list[str | Table] = []
    part = loaded.part(request.condition.prevalence)
    of = "" if part is None else part.title
    if uncertainty is not None:
        tested = [pairs.tests_table(notes=[beside], of=of), "\n".join(pairs.verdicts)]
    console.show_all(*_comparison(loaded, pairs, condition, of), *tested)


def _show_counted(
    loaded: Loaded,
    names: tuple[str, ...],
    condition: OperatingCondition | None,
    uncertainty: Uncertainty,
    *,
    as_json: bool,
) -> None:
    """Print what counts alone tell of published points in pairs."""
    if condition is None:
        raise InputError(
            "intervals by counts need one condition", "none", "state --pc, or --cost-fp and --cost-fn"
        )
    found = uncertainty.pairs_by_counts(names, condition)
    pairs = loaded.evaluation.pairwise(condition, models=names)
    console.state(loaded.statements)
    if as_json:
        console.write_json(_comparison_json(loaded, pairs, condition) | {"by_counts": found.to_json()})
        return
    console.show_all(*_comparison(loaded, pairs, condition, ""), found.table(), found.sentence)


def _comparison(
    loaded: Loaded, pairs: PairwiseComparisons, condition: OperatingCondition | None, of: str
) -> Iterator[str | Table]:
    """Yield the sentence of two models, ranges, pairs by part, and costs at the condition."""
    from costcurves.evaluation.shown_parts import part_shown
    from costcurves.results.decision_tables import winners_table
    from costcurves.results.pairwise_comparisons import control_of_many

    evaluation, names = loaded.evaluation, pairs.models
    first, *others = pairs
    if not others:
        yield first.sentence
    yield winners_table(evaluation.winners() if others else first.ranges).of(of)
    own = {} if evaluation.name in loaded.parts else {evaluation.name: evaluation}
    for name, part in {**own, **loaded.parts}.items():
        control = control_of_many({model: part.cost_curve(model) for model in names})
        title = part_shown(name, part.models).title if loaded.parts else ""
        yield part.pairwise(models=names, control=control).costs_table().of(title)
    if condition is not None:
        place = loaded.part(condition=condition)
        yield _models_table(evaluation, names, condition).of("" if place is None else place.title)


def _comparison_json(
    loaded: Loaded, pairs: PairwiseComparisons, condition: OperatingCondition | None
) -> dict[str, Any]:
    """Document of a comparison: of two models flat, of more by pairs."""
    evaluation, names = loaded.evaluation, pairs.models
    costs = pairs.costs_json()
    winners = [{"low": r.low, "high": r.high, "winner": r.winner} for r in evaluation.winners()]
    document: dict[str, Any] = costs[0] if len(names) == 2 else {"winners": winners, "pairs": costs}
    for title, part in loaded.parts.items():
        document.setdefault("parts", {})[title] = part.pairwise(models=names).costs_json()
    if condition is not None:
        table = _models_table(evaluation, names, condition)
        document["at_condition"] = {"pc": condition.pc, "models": table.to_json()["rows"]}
    return document


def _models_table(evaluation: Evaluation, names: Iterable[str], condition: OperatingCondition) -> Table:
    """What each model costs at a condition, with the threshold that is cheapest on these records."""
    from costcurves.criteria.cheapest import least_cost
    from costcurves.results.decision_tables import models_table

    cheapest = least_cost(condition)
    return models_table([evaluation.decide(criterion=cheapest, model=name) for name in names], condition)
