"""Commands of the day's decisions: `decide`, `apply` and `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.console import check_output, write_file
from costcurves.cli.needs import Need, needing
from costcurves.cli.options import APART, INTERVALS, Whole, file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.cli.judging import InSegments
    from costcurves.cli.loaded import Loaded
    from costcurves.cli.request import Request
    from costcurves.results.decision_uncertainty import DecisionUncertainty
    from costcurves.results.judged_decision import JudgedDecision


def _draws(given: Mapping[str, Any]) -> bool:
    """Whether replicates or folds are drawn: totals by record need none, a goal's threshold does."""
    request = given["request"]
    return not request.is_priced_by_row or request.goal.is_stated


#: What options of intervals need to have an effect.
NEEDS = (
    Need(
        options=("--band",),
        holds=lambda given: given["request"].condition.is_priced,
        must="needs the interval of a cost at a condition",
        came="and no costs that all records share",
        fix="state --pc, or --cost-fp and --cost-fn",
    ),
    Need(
        options=("--bootstrap", "--seed"),
        holds=_draws,
        must="needs intervals that are drawn from replicates",
        came="and costs by record, whose totals need none",
    ),
)


@command(
    """
    decide scores.csv --prevalence 2% --cost-fp 1 --cost-fn 20 -o decision.json
    decide scores.csv --benefit-tp 24.35 --cost-fp 0.65
    decide scores.csv --capacity 10% --model forest
    decide scores.csv --best precision --given recall --floor 0.8
    decide test.csv --choose-on validation.csv --cost-fp 1 --cost-fn 20 --json
    decide loans.csv --row-fn amount --row-fp 0.1*amount
    decide scores.csv --cost-fp 1 --cost-fn 20 --level 95%
    """
)
@file_argument
@click.option("-o", "--output", metavar="DECISION.json", help="Save the decision, for `apply` and `check`.")
@click.option("--json", "as_json", is_flag=True, help="Print the decision as JSON.")
@quiet_option
@request_options("row_costs", "reading", "condition", "goal", "model", "choose_on", "intervals")
@needing(*NEEDS)
def decide(*, file: str, output: str | None, as_json: bool, quiet: bool, request: Request) -> None:
    """Choose model and threshold for FILE: by costs, or under a constraint.

    Costs are those of all records alike, or, with --row-fn and its like, of every record.
    """
    from costcurves._ground import documents  # here and below on use: --help is quick without
    from costcurves.cli import intervals
    from costcurves.cli.judging import decision_uncertainty, in_question, in_segments, verdict
    from costcurves.cli.loading import load

    check_output(output, [file, request.choose_on or ""], [".json"])
    _check(request)
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, choose_on=request.choose_on, step=step)
        step("choosing")
        found = verdict(loaded, request)
        uncertainty = intervals.uncertainty(in_question(loaded, request), request, step)
        uncertain = None
        if uncertainty is not None:
            with intervals.cross_fitting(loaded.evaluation):
                uncertain = decision_uncertainty(found, loaded, request, uncertainty)
        apart = in_segments(loaded, found, request, step)
    console.state(loaded.statements, quiet=quiet)
    seed = {} if uncertainty is None else {"seed": uncertainty.seed}
    text = documents.dumps(_document(found, loaded, uncertain, apart) | seed) + "\n"
    if output is not None:
        write_file(output, text)
        console.remark(f"wrote {output}", quiet=quiet)
    if as_json:
        console.write_text(text)
    else:
        _print(found, uncertain, apart)


def _check(request: Request) -> None:
    """Refuse what nothing can be decided by, and segments that cannot be told apart, before reading."""
    from costcurves.errors import InputError

    if not (request.condition.is_priced or request.is_priced_by_row):
        request.goal.criterion(None)
    if request.reading.segment is not None and not request.condition.is_priced:
        raise InputError(
            "--segment needs costs, to show what the decision costs in each",
            "costs by record" if request.is_priced_by_row else "no costs",
            "state --cost-fp and --cost-fn, or leave out --segment",
        )


def _document(
    found: JudgedDecision, loaded: Loaded, uncertain: DecisionUncertainty | None, apart: InSegments | None
) -> dict[str, Any]:
    """Document of a decision: as it is saved, with what becomes of it elsewhere and its uncertainty."""
    from costcurves.cli.applying import saved_decision

    document = saved_decision(found.decision, loaded.positive)
    if found.parts:
        document["parts"] = {name: judged.to_json() for name, judged in found.parts.items()}
    document["remarks"] = list(map(str, found.remarks))
    for name, total in zip(("total_cost", "bayes_by_record"), found.totals, strict=False):
        document[name] = total.to_json()
    if uncertain is not None:
        document["uncertainty"] = uncertain.to_json()
    if apart is not None:
        document["segment_costs"] = apart.to_json()
    return document


def _print(found: JudgedDecision, uncertain: DecisionUncertainty | None, apart: InSegments | None) -> None:
    """Print the decision, its uncertainty, its tables, and its segments."""
    from costcurves.cli.evaluating import print_segments
    from costcurves.results import judged_decision
    from costcurves.results.total_uncertainty import CHOSEN, totals_table

    for sentence in (found.sentence, *(() if uncertain is None else uncertain.sentences)):
        console.show(f"{sentence}\n")
    ways = {found.decision.model: list(found.totals)}
    console.show_table(
        totals_table(ways, CHOSEN) if found.totals else judged_decision.choices_table(found.decision)
    )
    if found.parts:
        console.show("")
        console.show_table(found.table())
    if apart is not None:
        print_segments(apart)


@command(
    """
    apply decision.json new.csv -o out.csv
    apply decision.json new.parquet --seed 7 -o out.csv
    """
)
@click.argument("decision_file", metavar="DECISION.json")
@click.argument("file", metavar="NEW")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="CSV, TSV, JSON lines or Parquet, by its ending; by default CSV to standard output.",
)
@click.option(
    "--score", metavar="COLUMN", help="The model's scores in NEW, if they are called otherwise there."
)
@click.option(
    "--seed", type=Whole(0), metavar="NUMBER", help="Seed for a decision that mixes two thresholds."
)
@quiet_option
def apply(
    *, decision_file: str, file: str, output: str, score: str | None, seed: int | None, quiet: bool
) -> None:
    """Decide about the records of NEW: keep its columns and add decision, rank and expected cost.

    NEW needs the column of the model's scores, and no labels.
    """
    from costcurves import io
    from costcurves.cli.applying import apply_decision, cost_note, load_decision

    check_output(output, [file, decision_file], [".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"])
    decision, positive = load_decision(decision_file)
    if decision.other is not None and seed is None:
        text = "a decision that mixes two thresholds needs a seed; give e.g. --seed 1"
        raise click.UsageError(text)
    with console.watched(quiet=quiet) as step:
        step(f"reading {file}")
        columns = io.read(file)
        step("deciding")
        done = apply_decision(columns, decision, positive, score=score, seed=seed)
    notes = io.write(output, done.columns)
    if seed is not None and decision.other is None:
        notes = (*notes, "--seed is not needed: this decision has one threshold")
    console.state([f"{columns.source}: {columns.rows:,} rows", *columns.notes], quiet=quiet)
    if output != "-":
        console.remark(f"wrote {output}", quiet=quiet)
    console.state([done.sentence, cost_note(decision), *notes], quiet=quiet)


#: Ways to decide, as documents name them.
WAYS = ("cheapest_threshold", "bayes_by_record")


@command(
    """
    totals loans.csv --row-fn amount --row-fp 0.1*amount
    totals fraud.csv --row-fn amount --row-fp 5 --row-tp 5 --json
    totals loans.csv --row-fn amount --row-fp 0.1*amount --level 95%
    """
)
@file_argument
@click.option("--json", "as_json", is_flag=True, help="Print the totals as JSON.")
@quiet_option
@request_options("row_costs", "reading", "model", "intervals", without=(*APART, *INTERVALS[1:]))
def totals(*, file: str, as_json: bool, quiet: bool, request: Request) -> None:
    """Add up what decisions about FILE cost where every record has costs of its own."""
    from costcurves._ground import documents  # here and below on use: --help is quick without
    from costcurves.cli.loading import load
    from costcurves.results.total_uncertainty import (
        TotalUncertainty,
        total_intervals_json,
        total_intervals_table,
        totals_table,
    )  # fmt: skip

    if not request.reading.row_costs:
        text = "totals need the costs of records; state --row-fn and --row-fp"
        raise click.UsageError(text)
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, step=step)
        step("adding up")
        found = loaded.evaluation.totals(request.model)
        level, records = request.intervals.level, loaded.evaluation.records
        intervals: dict[str, list[TotalUncertainty]] = {}
        if level is not None and records is not None:
            for model, ways in found.items():
                intervals[model] = [TotalUncertainty.of(way, records, level) for way in ways]
    console.state(loaded.statements, quiet=quiet)
    if as_json:
        document: dict[str, Any] = {
            model: {name: way.to_json() for name, way in zip(WAYS, ways, strict=False)}
            for model, ways in found.items()
        }
        for model, own in intervals.items():
            document[model]["uncertainty"] = total_intervals_json(own)
        console.write_text(documents.dumps(document) + "\n")
        return
    best = min((way for ways in found.values() for way in ways), key=lambda way: way.cost)
    console.show(f"{best}\n")
    console.show_table(totals_table(found))
    if intervals:
        console.show("")
        console.show_table(total_intervals_table(intervals))
