"""Command for costs that differ by record: `totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.options import APART, SURENESS, file_argument, quiet_option, request_options
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.tasks.request import Request

__all__ = ["totals"]


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
@request_options("row_costs", "reading", "model", "sureness", without=(*APART, *SURENESS[1:]))
def totals(*, file: str, as_json: bool, quiet: bool, request: Request) -> None:
    """Add up what decisions about FILE cost where every record has costs of its own."""
    from costcurves._ground import json  # here and below on use: --help is quick without
    from costcurves.tasks.loading import load
    from costcurves.tasks.total_costs import held_table, totals_held, totals_json, totals_table
    from costcurves.tasks.total_costs import totals as totalled

    if not request.reading.row_costs:
        text = "totals need the costs of records; got none: state --row-fn and --row-fp"
        raise click.UsageError(text)
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, step=step)
        step("adding up")
        found = totalled(loaded.evaluation, request.model)
        level, records = request.sureness.level, loaded.evaluation.records
        held = {}
        if level is not None and records is not None:
            held = {model: totals_held(ways, records, level)[0] for model, ways in found.items()}
    console.state(loaded.statements, quiet=quiet)
    if as_json:
        document = totals_json(found)
        for model, own in held.items():
            document[model]["uncertainty"] = {name: one.to_json() for name, one in own.items()}
        console.write_text(json.dumps(document) + "\n")
        return
    best = min((way for ways in found.values() for way in ways), key=lambda way: way.cost)
    console.show(f"{best}\n")
    console.show_table(totals_table(found))
    if held:
        console.show("")
        console.show_table(held_table(held))
