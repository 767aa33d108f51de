"""The command `hull`: the joint hull of several models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from costcurves.cli import console
from costcurves.cli.commands import command, is_file, misused, refuse_swapped
from costcurves.cli.options import SEGMENT, file_argument, quiet_option, request_options

if TYPE_CHECKING:
    from costcurves.cli.request import Request


@command(
    """
    hull scores.csv
    hull scores.csv forest boosting
    hull points.csv --points --json
    hull scores.csv --csv > hull.csv
    """,
    main="--csv --json",
)
@file_argument
@click.argument("models", nargs=-1, metavar="[MODEL …]")
@click.option("--csv", "as_csv", is_flag=True, help="Write one row per corner and model that has it.")
@click.option("--json", "as_json", is_flag=True, help="Print the hull as JSON.")
@quiet_option
@request_options("reading", "choose_on", "judge_on", without=(SEGMENT,))
def hull(*, file: str, models: tuple[str, ...], as_csv: bool, as_json: bool, request: Request) -> None:
    """Show the joint hull of all models in FILE, or of some: the best model and threshold for every PC(+).

    Its cost curve is the lower envelope of all curves. Goals met by a mixture (--randomised) use it.
    """
    import dataclasses  # here and below on use: --help is quick without

    from costcurves.cli.loading import load_asked

    if as_csv and as_json:
        raise misused(wrong="--csv and --json exclude each other", fix="leave out one of them")
    refuse_swapped(is_file, file, *models, rule="the file belongs")
    with console.watched() as step:
        loaded = load_asked(file, request, step)
        loaded.require_models(*models)
        names = models or tuple(loaded.evaluation.models)
        found = loaded.evaluation.hull(models=names)
        shown = dataclasses.replace(
            loaded.evaluation, models={name: loaded.evaluation.tally(name) for name in names}
        )
    console.state(loaded.statements)
    if as_json:
        console.write_json(found.to_json() | loaded.part_json())
        return
    if as_csv:
        console.write_text(console.csv_text({key: list(one) for key, one in found.to_columns().items()}))
        return
    part = loaded.part()
    console.show_all(
        found.sentence,
        found.table().of("" if part is None else part.title),
        shown.chart("roc", joint_hull=True, part=loaded.shown_part),
    )
