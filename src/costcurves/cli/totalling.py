"""Command for costs that differ by record: `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.options import APART, INTERVALS, file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.cli.request import Request

__all__ = ["totals"]

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
