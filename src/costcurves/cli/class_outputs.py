"""Pictures and pages of many classes, as `plot` and `report` ask for them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.cli.class_loading import LoadedClasses, load_classes
from costcurves.cli.file_statements import FileRead
from costcurves.cli.target_kinds import refuse_all_but
from costcurves.errors import InputError
from costcurves.evaluation.class_parts import parts_table
from costcurves.evaluation.class_reports import class_report_of
from costcurves.io.cost_tables import stated_costs
from costcurves.report.class_page import ClassReport, write_class_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.cli.loaded import Step
    from costcurves.cli.request import Request

USUAL = 0.95
#: Options of columns that many classes have, too, and those of commands that write something.
COLUMNS = frozenset({
    "files", "label", "score", "predicted", "weight", "fold", "cluster", "partition", "sheet", "skip_rows",
    "drop_missing", "thousands", "decimal", "target", "output", "level", "seed", "quiet",
})  # fmt: skip
PLOTTED = COLUMNS | {"name", "width", "height", "model", "class_costs"}
REPORTED = COLUMNS | {"title", "class_costs"}
CLASSES = "labels are of many classes"


def _loaded(files: Sequence[str], request: Request, step: Step, costs: tuple[str, ...]) -> LoadedClasses:
    """Read one file of many classes."""
    if len(files) > 1:
        raise InputError(
            "records of many classes must be read from one file",
            f"{len(files)} files",
            "put them into one, with a column of parts",
        )
    step(f"reading {files[0]}")
    intervals = request.intervals
    return load_classes(
        files[0], request.reading, costs=stated_costs(costs), level=intervals.level or USUAL,
        seed=intervals.seed or 0,
    )  # fmt: skip


def page_of(loaded: LoadedClasses, *, title: str = "", with_intervals: bool = True) -> ClassReport:
    """Gather the page of the records in question."""
    read = [one.without_folder if isinstance(one, FileRead) else one for one in loaded.statements]
    parts = parts_table(loaded.parts) if loaded.parts else None
    return class_report_of(
        loaded.evaluation, parts=parts, title=title, statements=read, with_intervals=with_intervals
    )


def class_picture(
    name: str, files: Sequence[str], request: Request, step: Step, costs: tuple[str, ...] = ()
) -> tuple[Chart, Sequence[object]]:
    """Return a picture of many classes, and what was read."""
    refuse_all_but(PLOTTED, CLASSES)
    loaded = _loaded(files, request, step, costs)
    step("drawing")
    chart = loaded.evaluation.chart(name, model=request.model)
    if not loaded.parts:
        return chart, loaded.statements
    said = f"Part shown: {loaded.evaluation.name}."
    return dataclasses.replace(chart, notes=(said, *chart.notes)), loaded.statements


def write_class_report(
    files: Sequence[str],
    output: str,
    request: Request,
    step: Step,
    *,
    title: str,
    costs: tuple[str, ...] = (),
) -> tuple[list[str], Sequence[object]]:
    """Write the page of many classes; return what was found, and what was read."""
    refuse_all_but(REPORTED, CLASSES)
    loaded = _loaded(files, request, step, costs)
    step("judging")
    page = page_of(loaded, title=title, with_intervals=not request.intervals.is_off)
    step(f"writing {output}")
    write_class_page(page, output)
    return [page.recommended.sentence], loaded.statements
