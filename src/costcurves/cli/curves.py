"""Commands for one picture: `curve` writes its numbers, `plot` draws it."""

from __future__ import annotations

import dataclasses
import functools
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from costcurves.cli import console
from costcurves.cli.class_options import CLASS_COSTS, target_with
from costcurves.cli.commands import Need, any_file, command, is_file, misused, needing, refuse_swapped
from costcurves.cli.helping import SectionedCommand
from costcurves.cli.numeric_options import also_numeric
from costcurves.cli.options import NUMBER, SEGMENT, SHARE, files_argument, quiet_option, request_options
from costcurves.cli.target_kinds import TargetKind, by_target

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from click.shell_completion import CompletionItem

    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step
    from costcurves.cli.numeric_options import NumericAsked
    from costcurves.cli.picture_options import PictureOptions
    from costcurves.cli.request import Request


def _pictures(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from costcurves.cli.picture_options import names

    return [CompletionItem(name) for name in names() if name.startswith(begun)]


_name_argument = click.argument("name", metavar="NAME", shell_complete=_pictures)
_RULE = (
    "How thresholds follow the condition: best, scores (as probabilities), share, or a threshold; by default "
    "that of the curve."
)
#: Options of a picture, by the names that `PictureOptions` has for them: type, value and help.
_LOOK: dict[str, tuple[Any, str, str]] = {
    "rule": (str, "RULE", _RULE),
    "test_cost": (NUMBER, "COST", "What one use of the classifier costs."),
    "measures": (str, "MEASURE", "For threshold: measure to draw (repeatable)."),
    "parts": (int, "NUMBER", "For deciles: number of equal parts."),
    "of": (str, "CURVE", "For difference: the curve to compare; by default cost."),
    "isometrics": (str, "MEASURE", "For roc and coverage: draw lines of equal value of a measure."),
    "bins": (int, "NUMBER", "For binned_reliability and histogram: number of bins."),
    "capacity": (SHARE, "SHARE", "For gains, lift and profit: share of records that can be handled."),
    "population": (NUMBER, "CASES", "For gains, lift and profit: axes in this many cases, not shares."),
    "lines": (bool, "", "For cost: also draw the cost line of every threshold (some if many)."),
    "joint_hull": (bool, "", "For roc and cost: also draw the joint hull of all models, or its cost curve."),
    "features": (str, "A,B", "For separation: two columns to plot as x and y."),
    "line": (str, "LINE", "For separation: line between classes, COLUMN=VALUE, or A,B,C for A·x + B·y ≥ C."),
}


def _look_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(**given: Any) -> Any:
            from costcurves.cli.picture_options import PictureOptions

            options = PictureOptions(**{name: given.pop(name) for name in names})
            return function(**given, options=options)

        found: Callable[..., Any] = run
        for name in reversed(names):
            (kind, value, text), several = _LOOK[name], name == "measures"
            typed = "--measure" if several else f"--{name.replace('_', '-')}"
            takes = {"is_flag": True} if kind is bool else {"type": kind, "metavar": value}
            found = click.option(typed, name, multiple=several, help=text, **takes)(found)
        return found

    return decorated


def _list_pictures(ctx: click.Context, _: click.Parameter, given: bool) -> None:  # noqa: FBT001 - click's
    if given and not ctx.resilient_parsing:
        from costcurves.cli.picture_options import catalogue

        console.write_text(catalogue())
        ctx.exit()


_list_option = click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_pictures,
    help="List all names, what they show and how they map to the cost curve, and exit.",
)


def _draws(given: Mapping[str, Any]) -> bool:
    from costcurves.cli.curve_columns import draws

    return draws(given["name"], given["options"])


#: Curves of costs over conditions have bands without replicates.
REPLICATES = Need(
    options=("--bootstrap",),
    holds=_draws,
    must="needs a band that is drawn from replicates, such as that of roc",
    came="for a curve whose band needs none",
)


class _OfName(SectionedCommand):
    """A command of a picture and files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; a file alone lacks the picture, not a file."""
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter:
            typed = ctx.params.get("name")
            if typed is None or not is_file(typed):
                raise
            fix = f"write `{ctx.command_path} cost {shlex.quote(typed)}`, or another name from --list"
            raise misused(wrong="the name of a curve or picture is missing", fix=fix, ctx=ctx) from None


@command(
    """
    curve cost scores.csv --csv -o cost.csv
    curve roc scores.csv --json
    curve net_benefit scores.csv --prevalence 2%
    curve cost scores.csv --level 95% --band simultaneous
    curve --list
    """,
    main="--list --csv",
    cls=_OfName,
)
@_name_argument
@files_argument
@_list_option
@_look_options("rule", "test_cost")
@click.option("--csv", "as_csv", is_flag=True, help="One row per point (the default).")
@click.option("--json", "as_json", is_flag=True, help="One object per model, with columns as lists.")
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    shell_complete=any_file,
    help="Where to write; by default standard output.",
)
@quiet_option
@request_options("reading", "condition", "recalibrate_to", "intervals", without=(SEGMENT,))
@needing(REPLICATES)
def curve(
    *,
    name: str,
    files: tuple[str, ...],
    as_csv: bool,
    as_json: bool,
    output: str | None,
    options: PictureOptions,
    request: Request,
) -> None:
    """Write the numbers of a curve of every model in FILE: cost, roc, net_benefit, gains, … (see --list).

    With --level and the like: the curve for thresholds chosen on other records (cross-fitted) and its
    band, at 101 or more places.
    """
    from costcurves._ground.documents import write_text  # here and below on use: --help is quick without
    from costcurves.cli.curve_columns import curves
    from costcurves.cli.picture_options import check_curve, is_curve
    from costcurves.cli.several_files import load_files

    if as_csv and as_json:
        raise misused(wrong="--csv and --json exclude each other", fix="leave out one of them")
    refuse_swapped(is_curve, name, *files, rule="the name of a curve belongs")
    console.check_output(output, files)
    check_curve(name)
    with console.watched() as step:
        loaded = load_files(files, request, step, every_part=True)
        found = curves(name, loaded, request, options, step)
    console.state([*loaded.statements, *found.remarks])
    text = console.json_text(found.to_json()) if as_json else console.csv_text(found.columns)
    if output is None or output == "-":
        console.write_text(text)
        return
    write_text(output, text)
    console.remark(f"wrote {output}")


@command(
    """
    plot cost scores.csv
    plot cost scores.csv --cost-fp 1 --cost-fn 20 -o cost.svg
    plot roc scores.csv --score forest --score boosting -o roc.png
    plot threshold scores.csv --measure f1 --measure recall
    plot profit scores.csv --cost-fp 1 --benefit-tp 25 --capacity 10%
    plot separation customers.csv --features income,age --line income=60
    plot segments scores.csv --segment region --cost-fp 1 --cost-fn 20
    plot loss prices.csv --label price --under 3 --over 1 --baseline train.csv
    plot regions wine.csv --label cultivar
    plot matrix wine.csv --label cultivar --model forest -o matrix.png
    plot costs wine.csv --label cultivar --costs costs.csv
    """,
    main="--list",
    cls=_OfName,
)
@_name_argument
@files_argument
@_list_option
@_look_options(*_LOOK)
@click.option(
    "-o",
    "--output",
    metavar="PICTURE",
    shell_complete=any_file,
    help="An svg, png or pdf file; by default the terminal.",
)
@click.option("--width", type=click.IntRange(160, 4000), default=640, show_default=True, help="In pixels.")
@click.option("--height", type=click.IntRange(120, 4000), default=480, show_default=True, help="In pixels.")
@quiet_option
@also_numeric
@CLASS_COSTS
@request_options("reading", "condition", "recalibrate_to", "model", "choose_on", "judge_on", "intervals")
@needing(REPLICATES)
def plot(
    *,
    name: str,
    files: tuple[str, ...],
    output: str | None,
    options: PictureOptions,
    request: Request,
    target: str | None,
    asked: NumericAsked,
    class_costs: tuple[str, ...],
    **size: int,
) -> None:
    """Draw a picture of every model in FILE: cost, roc, net_benefit, gains, … (see --list).

    With costs, the decision is marked too.
    """
    from costcurves.cli.class_outputs import class_picture
    from costcurves.cli.numeric_outputs import numeric_picture
    from costcurves.cli.picture_options import (
        check_picture,
        choice_of_classes,
        is_numeric,
        is_of_classes,
        is_picture,
    )

    refuse_swapped(is_picture, name, *files, rule="the name of a picture belongs")
    console.check_output(output, files, [".svg", ".png", ".pdf"])
    check_picture(name, options)
    wanted = dataclasses.replace(request, reading=options.reading(request.reading))
    is_written = output is not None and output != "-"
    kind = (
        TargetKind.NUMERIC.value if is_numeric(name) and not class_costs else target_with(class_costs, target)
    )
    if is_of_classes(name):
        kind = TargetKind.CLASSES.value
    elif kind == TargetKind.CLASSES:
        raise misused(
            wrong=f"{name!r} is no picture of many classes",
            fix=choice_of_classes(),
        )
    with console.watched() as step:
        chart, statements, remarks = by_target(
            kind,
            files,
            lambda: _of_classes(name, files, wanted, asked, options, step, written=is_written),
            lambda: (*numeric_picture(name, files, wanted, asked, options, step), []),
            (lambda: (*class_picture(name, files, wanted, step, class_costs), []))
            if is_of_classes(name)
            else None,
        )
    if output is None or not is_written:
        console.state(statements)
        console.show_all(chart)
        return
    from costcurves.charts.render import matplotlib

    matplotlib.save(chart, Path(output), **size)
    console.state([*statements, *remarks])
    console.remark(f"wrote {output}")


def _of_classes(
    name: str,
    files: tuple[str, ...],
    wanted: Request,
    asked: NumericAsked,
    options: PictureOptions,
    step: Step,
    *,
    written: bool,
) -> tuple[Chart, Sequence[object], list[str]]:
    """Return a picture of two classes, what was read, and remarks on it where it is written to a file."""
    from costcurves.cli.picture_options import curve_options, is_by_part, of_probabilities, picture
    from costcurves.cli.several_files import load_files

    loaded = load_files(files, wanted, step, every_part=is_by_part(name, wanted, options))
    asked.refuse()
    chart = picture(name, loaded, wanted, options, step)
    if not written:
        return chart, loaded.statements, []
    remarks = of_probabilities(name, loaded.evaluation, curve_options(loaded, wanted, options))[1]
    return chart, loaded.statements, remarks
