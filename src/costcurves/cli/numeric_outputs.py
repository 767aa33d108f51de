"""Pictures and pages of numeric predictions, as `plot` and `report` ask for them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.cli.commands import as_typed
from costcurves.cli.file_statements import FileRead
from costcurves.cli.numeric_loading import NumericLoaded, load_numeric
from costcurves.cli.target_kinds import refuse_all_but
from costcurves.cli.unit_cost_options import NAMES
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.errors import InputError
from costcurves.evaluation.numeric_reports import numeric_report_of
from costcurves.report.numeric_page import write_numeric_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step
    from costcurves.cli.numeric_options import NumericAsked
    from costcurves.cli.picture_options import PictureOptions
    from costcurves.cli.request import Request

USUAL = 0.95
#: Options of columns that numbers have, too, and those of commands that write something.
COLUMNS = frozenset({
    "files", "label", "score", "weight", "fold", "cluster", "partition", "sheet", "skip_rows", "drop_missing",
    "thousands", "decimal", "target", "output", "level", "seed", "quiet",
})  # fmt: skip
#: Benchmarks and costs of a unit of error.
ASKED = frozenset({"baseline", "ordered", *NAMES})
PLOTTED = COLUMNS | ASKED | {"name", "parts", "bins", "width", "height", "band"}
REPORTED = COLUMNS | ASKED | {"title"}
NUMBERS = "a number is predicted"


def _loaded(files: Sequence[str], request: Request, asked: NumericAsked, step: Step) -> NumericLoaded:
    """Read one file of numeric outcomes, or several as parts."""
    with as_typed("baseline", "ordered"):
        return load_numeric(files, request.reading, asked, step)


def numeric_picture(
    name: str,
    files: Sequence[str],
    request: Request,
    asked: NumericAsked,
    options: PictureOptions,
    step: Step,
) -> tuple[Chart, Sequence[object]]:
    """Return a picture of numeric predictions, and what was read."""
    refuse_all_but(PLOTTED, NUMBERS)
    loaded, intervals = _loaded(files, request, asked, step), request.intervals
    level = (intervals.level or USUAL) if intervals.is_stated else None
    counts = {key: value for key in ("bins", "parts") if (value := getattr(options, key)) is not None}
    together, costs = intervals.band == "simultaneous", loaded.costs
    if name == "loss" and isinstance(costs, UnitCosts) and not costs.is_plain:
        raise InputError(
            "the loss over κ is of costs that are the same for every record and have no limit", costs.title,
            "draw shift_cost, or leave the costs out",
        )  # fmt: skip
    with as_typed(*NAMES):
        chart = loaded.evaluation.chart(name, costs=costs, level=level, simultaneous=together, **counts)
    if loaded.parts is None:
        return chart, loaded.statements
    said = f"Part shown: {loaded.parts.judged}."
    return dataclasses.replace(chart, notes=(said, *chart.notes)), loaded.statements


def write_numeric_report(
    files: Sequence[str], output: str, request: Request, asked: NumericAsked, step: Step, *, title: str
) -> tuple[list[str], Sequence[object]]:
    """Write the page of numeric predictions; return what was found, and what was read."""
    refuse_all_but(REPORTED, NUMBERS)
    loaded = _loaded(files, request, asked, step)
    level = None if request.intervals.is_off else request.intervals.level or USUAL
    read = [one.without_folder if isinstance(one, FileRead) else one for one in loaded.statements]
    parts = None if loaded.parts is None else loaded.parts.table()
    seed = request.intervals.seed or 0
    with as_typed(*NAMES):
        page = numeric_report_of(
            loaded.evaluation, loaded.costs, level=level, seed=seed, parts=parts, title=title, statements=read
        )
    step(f"writing {output}")
    write_numeric_page(page, output)
    return list(page.sentences), loaded.statements
