"""The command for numeric outcomes: errors of every model, and the shift that costs least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.commands import as_typed, command, misused
from costcurves.cli.numeric_options import numeric_options
from costcurves.cli.options import (
    BAND,
    BOOTSTRAP,
    CELLS,
    LABELLED,
    SEGMENT,
    files_argument,
    quiet_option,
    request_options,
)

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.cli.numeric_loading import NumericLoaded
    from costcurves.cli.numeric_options import NumericAsked
    from costcurves.cli.request import Request
    from costcurves.results.error_pairs import ErrorPairs
    from costcurves.results.error_summary import ErrorSummary
    from costcurves.results.shift_recommendation import ShiftRecommendation

#: Options of reading that mean nothing where a number is predicted, and of intervals in closed form.
OF_CLASSES = (*LABELLED, SEGMENT, *CELLS, BOOTSTRAP, BAND)
USUAL = 0.95


@command(
    """
    numeric prices.csv --label price
    numeric prices.csv --label price --score forest --baseline train.csv
    numeric prices.csv --label price --partition part --under 3 --over 1
    numeric train.csv test.csv --label price --kappa 0.3 --model forest
    numeric stock.csv --label demand --under margin --over 0.1*price --over-cap 500
    numeric prices.csv --label price --kappa 0.75 --json
    """,
    main="--label --score --baseline --under --over --kappa --json",
)
@files_argument
@click.option("--all-measures", is_flag=True, help="Show every measure; --json has them all.")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON.")
@quiet_option
@numeric_options
@request_options("reading", "model", "intervals", without=OF_CLASSES)
def numeric(
    *,
    files: tuple[str, ...],
    all_measures: bool,
    as_json: bool,
    asked: NumericAsked,
    request: Request,
) -> None:
    """Judge predictions of a number: errors with intervals; with costs of a unit, model and shift to use."""
    from costcurves.cli.numeric_loading import load_numeric
    from costcurves.cli.unit_cost_options import NAMES
    from costcurves.conditions.unit_costs import UnitCosts

    if request.model is not None and not asked.costs.typed:
        raise misused(wrong="--model needs costs at which to use it", fix="state --under and --over")
    level = None if request.intervals.is_off else request.intervals.level or USUAL
    seed = request.intervals.seed or 0
    with console.watched() as step:
        with as_typed("baseline", "ordered"):
            loaded = load_numeric(files, request.reading, asked, step)
        evaluation, mark = loaded.evaluation, UnitCosts.kappa_if_known(loaded.costs)
        summary = evaluation.summary(level=level, kappa=0.5 if mark is None else mark)
        pairs = None if level is None else evaluation.comparisons(level=level)
        step("choosing")
        with as_typed(*NAMES):
            found = (
                None
                if loaded.costs is None
                else evaluation.decide(loaded.costs, model=request.model, level=level, seed=seed)
            )
    console.state(loaded.statements)
    if as_json:
        console.write_json(_document(loaded, summary, pairs, found))
        return
    shown = _shown(loaded, summary, pairs, found, all_measures=all_measures)
    console.show_all(*shown, evaluation.picture(loaded.costs), screens=2)


def _shown(
    loaded: NumericLoaded,
    summary: ErrorSummary,
    pairs: ErrorPairs | None,
    found: ShiftRecommendation | None,
    *,
    all_measures: bool,
) -> list[str | Table | Chart | None]:
    """Return what is printed: what to do first, then how large errors are."""
    lead: list[str | Table | Chart | None] = (
        [] if found is None else ["\n\n".join(found.sentences), found.table()]
    )
    lead += [summary.sentence, summary.full_table() if all_measures else summary.table()]
    intervals = summary.intervals_table()
    lead += [intervals if intervals.rows else None]
    lead += [None if pairs is None else pairs.of_leading().table()]
    return [*lead, None if loaded.parts is None else loaded.parts.table()]


def _document(
    loaded: NumericLoaded,
    summary: ErrorSummary,
    pairs: ErrorPairs | None,
    found: ShiftRecommendation | None,
) -> dict[str, Any]:
    """Return all numbers: measures by model and key, pairs, areas and winners over κ, parts, the decision."""
    evaluation = loaded.evaluation
    document = summary.to_json() | {"read": list(map(str, loaded.statements))}
    document["loss_areas"] = {
        model: {
            "unshifted": evaluation.loss_curve(model, shifted=False).area,
            "best_shift": evaluation.loss_curve(model).area,
        }
        for model in evaluation.models
    }
    document["winners"] = [
        {"low": one.low, "high": one.high, "winner": one.winner} for one in evaluation.winners()
    ]
    if pairs is not None:
        document |= pairs.to_json()
    if loaded.parts is not None:
        document["parts"] = loaded.parts.to_json()
    if found is not None:
        document["decision"] = found.to_json()
    return document
