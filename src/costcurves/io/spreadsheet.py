"""Workbooks in the xlsx format."""

from __future__ import annotations

import datetime as dt
import warnings
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.io import complaints
from costcurves.io.kinds import from_values
from costcurves.io.table import Columns, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.io.sources import Source


def read_xlsx(source: Source) -> Columns:
    """Read the first sheet of a workbook that has cells; formulas count by their last value.

    Raises
    ------
    MissingExtraError
        If openpyxl is not installed.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise complaints.needs_openpyxl() from None
    notes = list(source.notes)
    try:
        with warnings.catch_warnings(), source.path.open("rb") as file:
            warnings.simplefilter("ignore")  # of styles and drawings, which are not read
            book = load_workbook(file, read_only=True, data_only=True)
            for sheet in book.worksheets:
                rows = _rows(sheet)
                if rows:
                    break
            else:
                raise complaints.empty_file(source.name)
            if len(book.worksheets) > 1:
                notes.append(f"sheet {sheet.title!r} of {len(book.worksheets)}")
    except (zipfile.BadZipFile, KeyError, OSError, SyntaxError):
        raise complaints.damaged(source.name, "xlsx", "a file that is cut short or broken") from None
    header, *body = rows
    if not body:
        raise complaints.no_rows(source.name)
    if not any(isinstance(name, str) for name in header):
        raise complaints.no_header(source.name, [str(name) for name in header if name is not None])
    names, given = named(["" if name is None else str(name) for name in header])
    columns = tuple(
        from_values(name, cells) for name, cells in zip(names, zip(*body, strict=True), strict=True)
    )
    return Columns(columns, source.name, "xlsx", (*notes, *given))


def _rows(sheet: Any) -> list[list[Any]]:
    """The rows of a sheet that have cells, as wide as its last column that has one."""
    rows = [[_value(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    rows = [row for row in rows if any(cell is not None for cell in row)]
    width = max((_width(row) for row in rows), default=0)
    return [row[:width] + [None] * (width - len(row)) for row in rows]


def _width(row: Sequence[Any]) -> int:
    """The place behind the last cell of a row that is not empty."""
    return max(place for place, cell in enumerate(row, start=1) if cell is not None)


def _value(cell: Any) -> Any:
    """A cell as one of the types that columns know."""
    if isinstance(cell, dt.datetime | dt.date):
        return np.datetime64(cell, "us")
    return cell if cell is None or isinstance(cell, bool | int | float) else str(cell)
