"""Command for costs that differ by record: `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.options import file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.tasks.request import Request

__all__ = ["totals"]


@command(
    """
    totals loans.csv --row-fn amount --row-fp interest
    totals fraud.csv --row-fn amount --row-fp 5 --row-tp 5 --json
    """
)
@file_argument
@click.option("--row-fp", metavar="COLUMN|COST", help="What a false positive costs, by record or always.")
@click.option("--row-fn", metavar="COLUMN|COST", help="What a false negative costs.")
@click.option("--row-tp", metavar="COLUMN|COST", help="What a true positive costs; by default nothing.")
@click.option("--row-tn", metavar="COLUMN|COST", help="What a true negative costs; by default nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the totals as JSON.")
@quiet_option
@request_options("reading", "model")
def totals(
    *,
    file: str,
    row_fp: str | None,
    row_fn: str | None,
    row_tp: str | None,
    row_tn: str | None,
    as_json: bool,
    quiet: bool,
    request: Request,
) -> None:
    """Add up what decisions about FILE cost where every record has costs of its own."""
    import dataclasses

    from costcurves import _json  # here and below on use: --help is quick without
    from costcurves.tasks.loading import load
    from costcurves.tasks.totalling import totals as totalled
    from costcurves.tasks.totalling import totals_json, totals_table

    given = {"fp": row_fp, "fn": row_fn, "tp": row_tp, "tn": row_tn}
    stated = {outcome: text for outcome, text in given.items() if text is not None}
    if not stated:
        text = "totals need the costs of records; got none: state --row-fn and --row-fp"
        raise click.UsageError(text)
    with console.watched(quiet=quiet) as step:
        loaded = load(file, dataclasses.replace(request.reading, row_costs=stated), step=step)
        step("adding up")
        found = totalled(loaded.evaluation, request.model)
    console.state(loaded.statements, quiet=quiet)
    if as_json:
        console.write_text(_json.dumps(totals_json(found)) + "\n")
        return
    best = min((way for ways in found.values() for way in ways), key=lambda way: way.cost)
    console.show(f"{best}\n")
    console.show_table(totals_table(found))
