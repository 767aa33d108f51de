"""Commands of the day's decisions: `decide`, `apply` and `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import Need, any_file, command, is_priced, misused, needing, refuse_swapped
from costcurves.cli.option_types import Whole
from costcurves.cli.options import (
    APART,
    DECIDED,
    INTERVALS,
    file_argument,
    files_argument,
    mark_options,
    quiet_option,
    request_options,
)
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.cli.request import Request


#: What options of intervals need to have an effect.
NEEDS = (
    Need(
        options=("--band",),
        holds=is_priced,
        must="needs the interval of a cost at a condition",
        came="without costs that all records share",
        fix="state --pc, or --cost-fp and --cost-fn",
    ),
    Need(
        options=("--bootstrap", "--seed"),
        # Totals by record need no replicates; the threshold of a goal does.
        holds=lambda given: not given["request"].is_priced_by_row or given["request"].goal.is_stated,
        must="needs intervals that are drawn from replicates",
        came="with costs by record, whose totals need none",
    ),
)


@command(
    """
    decide scores.csv --prevalence 2% --cost-fp 1 --cost-fn 20 -o decision.json
    decide scores.csv --benefit-tp 24.35 --cost-fp 0.65
    decide scores.csv --capacity 10% --model forest
    decide scores.csv --best precision --given recall --floor 0.8
    decide test.csv --choose-on validation.csv --cost-fp 1 --cost-fn 20 --json
    decide train.csv validation.csv test.csv --cost-fp 1 --cost-fn 20
    decide scores.csv --threshold 0.5 --model forest --cost-fp 1 --cost-fn 20
    decide loans.csv --row-fn amount --row-fp 0.1*amount
    decide scores.csv --cost-fp 1 --cost-fn 20 --level 95%
    """,
    main="--capacity",
)
@files_argument
@click.option(
    "-o",
    "--output",
    metavar="DECISION.json",
    shell_complete=any_file,
    help="Save the decision, for `apply` and `check`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the decision as JSON.")
@quiet_option
@request_options("row_costs", "reading", "condition", "goal", *DECIDED)
@needing(*NEEDS)
def decide(*, files: tuple[str, ...], output: str | None, as_json: bool, request: Request) -> None:
    """Choose model and threshold for FILE: by costs, or under a constraint.

    Costs are the same for all records or, with --row-fn and the like, differ by record.
    """
    from costcurves._ground.documents import write_text  # here and below on use: --help is quick without
    from costcurves.cli import decision_screen, judged_request
    from costcurves.cli.several_files import load_files

    console.check_output(output, [*files, request.choose_on or ""], [".json"])
    request.require_decided()
    if request.reading.segment is not None and not request.condition.is_priced:
        raise InputError(
            "--segment needs costs, to show what the decision costs in each",
            "costs by record" if request.is_priced_by_row else "no costs",
            "state --cost-fp and --cost-fn, or leave out --segment",
        )
    with console.watched() as step:
        loaded = load_files(files, request, step, choosing=request.is_chosen_unsaid)
        loaded = loaded.remarked(request.condition.prevalence)
        step("choosing")
        found, stated = judged_request.answers(loaded, request, step)
        if found is None:
            decision_screen.show_given(stated, loaded, as_json=as_json, saved=output is not None)
            return
        uncertainty = judged_request.uncertainty(judged_request.in_question(loaded, request), request, step)
        with judged_request.cross_fitting(loaded.evaluation):
            uncertain = None if uncertainty is None else uncertainty.decision(found.decision)
        apart = judged_request.in_segments(loaded, found, request, step)
    console.state([*loaded.statements, loaded.data_sentence])
    document = decision_screen.document_of(found)
    document["positive"] = loaded.positive or None  # to find scores elsewhere
    document["data"] = loaded.data
    if uncertainty is not None and uncertain is not None:
        document |= {"uncertainty": uncertain.to_json(), "seed": uncertainty.seed}
    document |= judged_request.segments_json(apart)
    if output is not None:
        write_text(output, console.json_text(document))
        console.remark(f"wrote {output}")
    if as_json:
        console.write_json(document)
        return
    part = loaded.part(request.condition.prevalence, decision=found.decision)
    console.show_all(
        *decision_screen.first(found),
        *(() if uncertain is None or stated is not None else uncertain.sentences),
        *decision_screen.tables(found),
        *judged_request.shown_segments(apart, part),
    )


@command(
    """
    apply decision.json new.csv -o out.csv
    apply decision.json new.parquet --seed 7 -o out.csv
    apply mixed.json new.csv --seed 7 --score forest=score_2026
    """
)
@click.argument("decision_file", metavar="DECISION.json", shell_complete=any_file)
@click.argument("file", metavar="NEW", shell_complete=any_file)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    shell_complete=any_file,
    default="-",
    help="CSV, TSV, JSON lines or Parquet, by extension; by default CSV to standard output.",
)
@click.option(
    "--score",
    multiple=True,
    metavar="[MODEL=]COLUMN",
    help="The model's scores in NEW, if named differently there; for two models, MODEL=COLUMN each.",
)
@click.option("--seed", type=Whole(0), metavar="NUMBER", help="Seed of a mixture, to draw cases at random.")
@mark_options
@quiet_option
def apply(
    *,
    decision_file: str,
    file: str,
    output: str,
    score: tuple[str, ...],
    seed: int | None,
    thousands: str | None,
    decimal: str | None,
) -> None:
    """Apply a decision to the records of NEW: keep its columns; add decision, rank, expected cost.

    NEW needs the column of the model's scores (both columns for a mixture of two), but no labels.
    """
    from costcurves import io
    from costcurves.cli.applying import apply_decision, cost_note, is_decision, load_decision

    console.check_output(output, [file, decision_file], [".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"])
    try:
        decision, positive = load_decision(decision_file)
    except InputError:
        refuse_swapped(is_decision, decision_file, file, rule="the decision belongs")
        raise
    if decision.other is not None and seed is None:
        what = "thresholds" if len(decision.models) == 1 else "models"
        raise misused(wrong=f"a decision that mixes two {what} needs a seed", fix="give e.g. --seed 1")
    with console.watched() as step:
        step(f"reading {file}")
        columns = io.read(file, thousands=thousands, decimal=decimal)
        step("deciding")
        done = apply_decision(columns, decision, positive, score=score, seed=seed)
    notes = io.write(output, done.columns)
    if seed is not None and decision.other is None:
        notes = (*notes, "--seed is not needed: this decision has one threshold")
    console.state([f"{columns.source}: {columns.rows:,} rows", *columns.notes])
    if output != "-":
        console.remark(f"wrote {output}")
    console.state([done.sentence, cost_note(decision), *notes])


#: Ways to decide, as documents name them.
WAYS = ("cheapest_threshold", "bayes_by_record")


@command(
    """
    totals loans.csv --row-fn amount --row-fp 0.1*amount
    totals fraud.csv --row-fn amount --row-fp 5 --row-tp 5 --json
    totals loans.csv --row-fn amount --row-fp 0.1*amount --level 95%
    """,
    main="--row-fp --row-fn",
)
@file_argument
@click.option("--json", "as_json", is_flag=True, help="Print the totals as JSON.")
@quiet_option
@request_options("row_costs", "currency", "reading", "model", "intervals", without=(*APART, *INTERVALS[1:]))
def totals(*, file: str, as_json: bool, request: Request) -> None:
    """Add up what decisions on FILE cost when every record has its own costs."""
    from costcurves.cli.loading import load  # here on use: --help is quick without
    from costcurves.results import money_totals

    if not request.reading.row_costs:
        raise misused(wrong="totals need the costs of records", fix="state --row-fn and --row-fp")
    with console.watched() as step:
        loaded = load(file, request.reading, step=step)
        step("adding up")
        elsewhere = loaded.chosen_on
        found = loaded.evaluation.totals(request.model, chosen_on=elsewhere)
        uncertainty = loaded.evaluation.uncertainty(level=request.intervals.level or 0.95)
        chosen = {model: one for model, ways in found.items() if (one := ways[0].decision) is not None}
        judged, whole = {}, None
        if elsewhere is None:  # else no record that chose judges
            judged = {model: uncertainty.judged_total(one) for model, one in chosen.items()}
            least = loaded.evaluation.least_total_cost(request.model).decision
            whole = None if least is None else uncertainty.judged_total(least).sentence
        intervals = {}
        if request.intervals.level is not None:
            intervals = {model: uncertainty.totals(one) for model, one in chosen.items()}
    console.state(loaded.statements)
    if as_json:
        document: dict[str, Any] = {
            model: {name: way.to_json() for name, way in zip(WAYS, ways, strict=False)}
            for model, ways in found.items()
        }
        for model, told in judged.items():
            document[model] |= told.to_json()
        for model, own in intervals.items():
            document[model]["uncertainty"] = money_totals.total_intervals_json(own)
        console.write_json(document)
        return
    part = loaded.part()
    of = "" if part is None else part.title
    how = money_totals.CHEAPEST if elsewhere is None else f"threshold of {elsewhere.name}"
    console.show_all(
        str(min((way for ways in found.values() for way in ways), key=lambda way: way.cost)),
        whole,
        money_totals.totals_table(found, how, judged).of(of),
        money_totals.total_intervals_table(intervals).of(of) if intervals else None,
    )
