"""Commands for one curve: `curve` writes its numbers, `plot` draws it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.options import file_argument, quiet_option, request_options
from costcurves.cli.outputs import check_output, write_file
from costcurves.cli.sections import command

if TYPE_CHECKING:
    from costcurves.tasks.loaded import Loaded
    from costcurves.tasks.request import Request

__all__ = ["curve", "plot"]

#: The curves there are, as in the table of figures.
NAMES = ("roc", "cost")
_name_argument = click.argument("name", metavar="NAME", type=click.Choice(NAMES))


@command(
    """
    curve cost scores.csv --csv -o cost.csv
    curve roc scores.csv --json
    """
)
@_name_argument
@file_argument
@click.option("--csv", "as_csv", is_flag=True, help="One row a point (this is the default).")
@click.option("--json", "as_json", is_flag=True, help="One object a model, with the columns as lists.")
@click.option("-o", "--output", metavar="PATH", help="Where to write; by default to standard output.")
@quiet_option
@request_options("reading")
def curve(
    *,
    name: str,
    file: str,
    as_csv: bool,
    as_json: bool,
    output: str | None,
    quiet: bool,
    request: Request,
) -> None:
    """Write the numbers of a curve, one of roc and cost, of every model in FILE."""
    from costcurves import _json  # here and below on use: --help is quick without
    from costcurves.tasks.loading import load

    if as_csv and as_json:
        text = "numbers are written as CSV or JSON; got --csv and --json: leave out one of them"
        raise click.UsageError(text)
    check_output(output, [file])
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, step=step)
    console.state(loaded.statements, quiet=quiet)
    columns = _columns(loaded, name)
    text = _json.dumps(_by_model(columns, name)) + "\n" if as_json else _csv_text(columns)
    if output is None or output == "-":
        console.write_text(text)
        return
    write_file(output, text)
    console.remark(f"wrote {output}", quiet=quiet)


def _columns(loaded: Loaded, name: str) -> dict[str, list[Any]]:
    """Columns of a curve, led by the part where there are parts."""
    if not loaded.parts:
        return loaded.evaluation.curve_columns(name)
    columns: dict[str, list[Any]] = {}
    for part, evaluation in loaded.parts.items():
        found = evaluation.curve_columns(name)
        columns.setdefault("part", []).extend([part] * len(found["model"]))
        for key, values in found.items():
            columns.setdefault(key, []).extend(values)
    return columns


def _by_model(columns: dict[str, list[Any]], name: str) -> dict[str, Any]:
    """Gather the columns of each model, in each part if there are parts."""
    keys: list[str] = [key for key in ("part", "model") if key in columns]
    found: dict[str, Any] = {}
    for row in zip(*columns.values(), strict=True):
        values = dict(zip(columns, row, strict=True))
        place = found
        for key in keys:
            place = place.setdefault(values.pop(key), {})
        for key, value in values.items():
            place.setdefault(key, []).append(value)
    return {"curve": name, keys[0] + "s": found}


def _csv_text(columns: dict[str, list[Any]]) -> str:
    """Write columns as CSV; every number round-trips."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


@command(
    """
    plot cost scores.csv
    plot cost scores.csv --cost-fp 1 --cost-fn 20 -o cost.svg
    plot roc scores.csv --score forest --score boosting -o roc.png
    """
)
@_name_argument
@file_argument
@click.option("-o", "--output", metavar="PICTURE", help="An svg, png or pdf file; by default the terminal.")
@click.option("--width", type=click.IntRange(160, 4000), default=640, show_default=True, help="In pixels.")
@click.option("--height", type=click.IntRange(120, 4000), default=480, show_default=True, help="In pixels.")
@quiet_option
@request_options("reading", "asked", "model")
def plot(
    *,
    name: str,
    file: str,
    output: str | None,
    width: int,
    height: int,
    quiet: bool,
    request: Request,
) -> None:
    """Draw a curve, one of roc and cost, of every model in FILE; with costs, the decision too."""
    from costcurves.tasks import tables
    from costcurves.tasks.judging import verdict
    from costcurves.tasks.loading import load

    check_output(output, [file], [".svg", ".png", ".pdf"])
    with console.watched(quiet=quiet) as step:
        loaded = load(file, request.reading, step=step)
    decision = verdict(loaded, request).decision if request.is_decided else None
    chart = loaded.evaluation.chart(name, decision=decision)
    if name == "cost" and loaded.parts:
        chart = tables.part_chart(loaded, request.model)
    if output is not None and output != "-":
        from costcurves.charts import matplotlib

        matplotlib.save(chart, Path(output), width=width, height=height)
    console.state(loaded.statements, quiet=quiet)
    if output is None or output == "-":
        console.show_chart(chart)
    else:
        console.remark(f"wrote {output}", quiet=quiet)
