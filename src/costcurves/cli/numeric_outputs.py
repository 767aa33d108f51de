"""Pictures and pages of numeric predictions, as `plot` and `report` ask for them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.cli.commands import misused
from costcurves.cli.file_statements import FileRead
from costcurves.cli.numeric_loading import NumericLoaded, load_numeric
from costcurves.cli.numeric_options import unit_costs
from costcurves.cli.target_kinds import refuse_all_but
from costcurves.errors import InputError
from costcurves.evaluation.numeric_reports import numeric_report_of
from costcurves.report.numeric_page import write_numeric_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step
    from costcurves.cli.picture_options import PictureOptions
    from costcurves.cli.request import Request

USUAL = 0.95
#: Options of columns that numbers have, too, and those of commands that write something.
COLUMNS = frozenset({
    "files", "label", "score", "weight", "fold", "cluster", "partition", "sheet", "skip_rows", "drop_missing",
    "thousands", "decimal", "target", "output", "level", "seed", "quiet",
})  # fmt: skip
PLOTTED = COLUMNS | {"name", "parts", "bins", "width", "height", "band"}
REPORTED = COLUMNS | {"title", "baseline", "ordered", "under", "over", "kappa"}
NUMBERS = "a number is predicted"


def _loaded(files: Sequence[str], request: Request, step: Step, **naive: Any) -> NumericLoaded:
    """Read one file of numeric outcomes."""
    if len(files) > 1:
        raise InputError(
            "numeric outcomes must be read from one file",
            f"{len(files)} files",
            "put them into one, with a column of parts",
        )
    return load_numeric(files[0], request.reading, **{"baseline": None, "ordered": False, **naive}, step=step)


def numeric_picture(
    name: str, files: Sequence[str], request: Request, options: PictureOptions, step: Step
) -> tuple[Chart, Sequence[object]]:
    """Return a picture of numeric predictions, and what was read."""
    refuse_all_but(PLOTTED, NUMBERS)
    loaded, intervals = _loaded(files, request, step), request.intervals
    level = (intervals.level or USUAL) if intervals.is_stated else None
    counts = {key: value for key in ("bins", "parts") if (value := getattr(options, key)) is not None}
    chart = loaded.evaluation.chart(
        name, level=level, simultaneous=intervals.band == "simultaneous", **counts
    )
    if loaded.parts is None:
        return chart, loaded.statements
    said = f"Part shown: {loaded.parts.judged}."
    return dataclasses.replace(chart, notes=(said, *chart.notes)), loaded.statements


def write_numeric_report(
    files: Sequence[str], output: str, request: Request, step: Step, *, title: str, **stated: Any
) -> tuple[list[str], Sequence[object]]:
    """Write the page of numeric predictions; return what was found, and what was read."""
    refuse_all_but(REPORTED, NUMBERS)
    costs = unit_costs(stated["under"], stated["over"], stated["kappa"], None)
    loaded = _loaded(files, request, step, baseline=stated["baseline"], ordered=stated["ordered"])
    level = None if request.intervals.is_off else request.intervals.level or USUAL
    read = [one.without_folder if isinstance(one, FileRead) else one for one in loaded.statements]
    parts = None if loaded.parts is None else loaded.parts.table()
    page = numeric_report_of(
        loaded.evaluation, costs, level=level, seed=request.intervals.seed or 0, parts=parts, title=title,
        statements=read,
    )  # fmt: skip
    step(f"writing {output}")
    write_numeric_page(page, output)
    return list(page.sentences), loaded.statements


def refuse_unit_costs(stated: dict[str, Any]) -> None:
    """Refuse options of numeric outcomes where labels are classes."""
    for name, value in stated.items():
        if value is not None and value is not False:
            raise misused(wrong=f"--{name} means nothing where labels are classes", fix="leave it out")
