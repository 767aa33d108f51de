"""Commands that print: `evaluate` and `compare`."""

from __future__ import annotations

import dataclasses
import shlex
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.console import check_output
from costcurves.cli.loaded import beside_other_intervals, require_models
from costcurves.cli.needs import CONDITION, needing
from costcurves.cli.options import BOOTSTRAP, SEGMENT, file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.tables import Table
    from costcurves.cli.judging import InSegments
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.evaluation.part_results import FoldResults
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
    """
)
@file_argument
@click.option(
    "--all-measures", is_flag=True, help="Show every measure, not the main ones only; --json has them all."
)
@click.option("--json", "as_json", is_flag=True, help="Print all numbers and curves as JSON.")
@click.option(
    "-o", "--output", metavar="SAVED.json", help="Save the evaluation: later it is FILE, or --baseline."
)
@quiet_option
@request_options("reading", "condition", "model", "choose_on", "intervals")
def evaluate(
    *, file: str, all_measures: bool, as_json: bool, output: str | None, quiet: bool, request: Request
) -> None:
    """Print measures and cost curves of all models in FILE; with costs, the decision too.

    A stated prevalence also counts in the measures that depend on it, such as H, Brier score and least error.
    """
    from costcurves._ground import documents  # here and below on use: --help is quick without
    from costcurves.cli import intervals
    from costcurves.cli.judging import condition_of, in_segments, stated, verdict
    from costcurves.cli.loading import load
    from costcurves.cli.parts import which_part
    from costcurves.results.interval_tables import beside_decide, numbers_table

    check_output(output, [file], [".json"])
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, choose_on=request.choose_on, step=step)
        step("evaluating")
        found = verdict(loaded, request) if request.is_decided else None
        shown = stated(loaded, request.condition.prevalence)
        share = request.condition.prevalence
        share = loaded.evaluation.prevalence if share is None else share
        uncertainty = intervals.uncertainty(shown, request, step)
        condition = condition_of(loaded, request)
        with intervals.cross_fitting(loaded.evaluation):
            estimates = None if uncertainty is None else uncertainty.numbers(condition)
        apart = in_segments(loaded, found, request, step)
        document = _evaluation_json(shown, found, share) if as_json else {}
    console.state(loaded.statements, quiet=quiet)
    if output is not None:
        loaded.evaluation.save(output)
        console.remark(f"wrote {output}", quiet=quiet)
    if as_json:
        if estimates is not None and uncertainty is not None:
            document["uncertainty"] = intervals.evaluated_json(estimates, condition)
            document |= {"seed": uncertainty.seed, **_noted(loaded)}
        if apart is not None:
            document["segment_costs"] = apart.to_json()
        console.write_text(documents.dumps(document) + "\n")
        return
    table, among = None, loaded.chosen_on is None and loaded.evaluation.records is not None
    if estimates is not None:
        notes = beside_decide(estimates) if among and request.model is None else ()
        table = numbers_table(estimates, condition, notes, of=which_part(loaded))
    _print_evaluation(shown, found, request, table, apart, all_measures=all_measures)


def _evaluation_json(
    loaded: Loaded, found: JudgedDecision | None, prevalence: float | None
) -> dict[str, Any]:
    """Document of an evaluation, its parts and their gaps."""
    document = loaded.evaluation.to_json()
    document |= {"records": loaded.evaluation.name, "read": loaded.statements, "prevalence": prevalence}
    if loaded.parts:
        document["parts"] = {name: part.to_json() for name, part in loaded.parts.items()}
        document["reference"] = loaded.reference
        document["gaps"] = loaded.part_results.gaps
    for column in _parted_by(loaded):
        document[f"{column}s"] = loaded.evaluation.parts(column).by_part
    if "fold" in _parted_by(loaded):
        folds = _over_folds(loaded, found)
        document["over_folds"] = {"sentence": folds} if isinstance(folds, str) else folds.to_json()
    if found is not None:
        document["decision"] = found.decision.to_json() | {"remarks": list(map(str, found.remarks))}
    return document


def _noted(loaded: Loaded) -> dict[str, str]:
    """Say in a document which of several parts intervals are of."""
    from costcurves.cli.parts import which_part

    of = which_part(loaded).removeprefix(" of ").removeprefix(" on ")
    return {"uncertainty_of": of} if of else {}


def _over_folds(loaded: Loaded, found: JudgedDecision | None) -> FoldResults | str:
    """Return what models cost over folds, or why that is not summarised."""
    from costcurves.errors import InputError, UndefinedError

    try:
        return loaded.evaluation.folds(None if found is None else found.decision.condition)
    except (InputError, UndefinedError) as problem:
        return f"Folds are not summarised: {problem}."


def _parted_by(loaded: Loaded) -> list[str]:
    """The columns by which records are shown apart."""
    records = loaded.evaluation.records
    return [
        name for name in ("fold", "segment") if records is not None and getattr(records, name) is not None
    ]


def _print_evaluation(
    loaded: Loaded,
    found: JudgedDecision | None,
    request: Request,
    intervals: Table | None,
    apart: InSegments | None,
    *,
    all_measures: bool,
) -> None:
    """Print the decision, tables and charts."""
    from costcurves._ground.wording import percent
    from costcurves.cli.parts import which_part
    from costcurves.results import judged_decision

    decision = None if found is None else found.decision
    if found is not None:
        console.show(f"{found.sentence}\n")
    summary, prevalence = loaded.evaluation.summary(full=all_measures), request.condition.prevalence
    at = "" if prevalence is None else f" at a prevalence of {percent(prevalence)}"
    console.show_table(dataclasses.replace(summary, title=f"{summary.title}{which_part(loaded)}{at}"))
    if intervals is not None:
        console.show("")
        console.show_table(intervals)
    if loaded.parts:
        console.show("")
        console.show_table(loaded.part_results.table())
    for column in _parted_by(loaded):
        console.show("")
        console.show_table(loaded.evaluation.parts(column).table_by(column))
    if "fold" in _parted_by(loaded):
        folds = _over_folds(loaded, found)
        if isinstance(folds, str):
            console.show(f"\n{folds}")
        else:
            console.show("")
            console.show_table(folds.table())
    if apart is not None:
        print_segments(apart)
    console.show("")
    console.show_table(judged_decision.winners_table(loaded.evaluation.winners()))
    console.show("")
    console.show_chart(loaded.evaluation.chart("cost", decision=decision))
    if loaded.parts:
        console.show("")
        model = decision.model if decision is not None else request.model
        console.show_chart(loaded.part_results.chart(model))


def print_segments(apart: InSegments) -> None:
    """Print what the decided model costs in every segment."""
    console.show(f"\n{apart.sentence}")
    for table in apart.tables:
        console.show("")
        console.show_table(table)
    for chart in apart.charts:
        console.show("")
        console.show_chart(chart, height=3 * len(chart.y.ticks or ()))


@command(
    """
    compare scores.csv
    compare scores.csv forest boosting
    compare scores.csv forest boosting --cost-fp 1 --cost-fn 20 --json
    compare scores.csv --level 95%
    """
)
@file_argument
@click.argument("models", nargs=-1, metavar="[A B]")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@quiet_option
@request_options("reading", "condition", "intervals", without=(BOOTSTRAP, SEGMENT))
@needing(*CONDITION)
def compare(*, file: str, models: tuple[str, ...], as_json: bool, quiet: bool, request: Request) -> None:
    """Say where which of two models is cheaper, and by how much; without names, for all pairs in FILE."""
    from costcurves._ground import documents
    from costcurves.cli import intervals
    from costcurves.cli.judging import condition_of
    from costcurves.cli.loading import load
    from costcurves.cli.parts import which_part

    if len(models) not in {0, 2}:
        text = f"compare takes two models, or none for all pairs; got {len(models)}"
        raise click.UsageError(text)
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, step=step)
        names = models or tuple(loaded.evaluation.models)
        if len(names) == 1:
            text = (
                f"nothing to compare: one model, {names[0]!r}; use `costcurves evaluate {shlex.quote(file)}`"
            )
            raise click.UsageError(text)
        require_models(loaded, *names)
        condition = condition_of(loaded, request)
        pairs = loaded.evaluation.pairwise(condition, models=names)
        uncertainty = intervals.uncertainty(loaded, request, step)
        tests: list[dict[str, Any]] = []
        if uncertainty is not None:
            step("testing")
            pairs = uncertainty.pairwise(condition, models=names)
            with intervals.cross_fitting(loaded.evaluation):
                tests = pairs.tests_json()
    console.state(loaded.statements, quiet=quiet)
    beside = "" if uncertainty is None else beside_other_intervals(uncertainty, condition)
    if as_json:
        document = _comparison_json(loaded, pairs, condition)
        if uncertainty is not None:
            document |= {"seed": uncertainty.seed, "uncertainty": tests, "notes": [*pairs.notes, beside]}
            document |= _noted(loaded)
        console.write_text(documents.dumps(document) + "\n")
        return
    _print_comparison(loaded, pairs, condition)
    if uncertainty is not None:
        console.show("")
        console.show_table(pairs.tests_table(notes=[beside], of=which_part(loaded)))
        console.show("\n" + "\n".join(pairs.verdicts))


def _print_comparison(
    loaded: Loaded, pairs: PairwiseComparisons, condition: OperatingCondition | None
) -> None:
    """Print the sentence of two models, ranges, pairs by part, and costs at the condition."""
    from costcurves.results import judged_decision
    from costcurves.results.pairwise_comparisons import control_of_many

    evaluation, names = loaded.evaluation, pairs.models
    first, *others = pairs
    if not others:
        console.show(f"{first.sentence}\n")
    ranges = evaluation.winners() if others else first.ranges
    console.show_table(judged_decision.winners_table(ranges))
    for title, part in {"": evaluation, **loaded.parts}.items():
        console.show("")
        control = control_of_many({name: part.cost_curve(name) for name in names})
        console.show_table(part.pairwise(models=names, control=control).costs_table(title))
    if condition is not None:
        console.show("")
        console.show_table(_models_table(evaluation, names, condition))


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
    """What each model costs at a condition."""
    from costcurves.results.judged_decision import models_table

    return models_table([evaluation.decide(condition, model=name) for name in names], condition)
