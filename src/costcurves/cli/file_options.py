"""Options of what is read of a file: which sheet, which rows, which models the other way round."""

from __future__ import annotations

from costcurves.cli.commands import in_section

_file = in_section("Columns of FILE")
SHEET = _file("--sheet", metavar="NAME", help="The sheet of a workbook; by default the first with a table.")
LOWER = _file(
    "--lower",
    multiple=True,
    metavar="MODEL",
    help="Low scores mean positive for MODEL (repeatable, or a,b).",
)
DROP_MISSING = _file(
    "--drop-missing",
    is_flag=True,
    help="Leave out rows without a label or a score of any model, the same for all models.",
)
