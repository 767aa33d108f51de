"""Columns read as numbers: exactly, completely, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.io import misfits
from costcurves.io.literals import NUMBER, is_missing, matches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.io.table import FileColumn

_EXACT_WHOLE = 2**53


def numbers(column: FileColumn, role: str, *, may_miss: bool = False) -> NDArray[np.float64]:
    """Read a column as float64.

    Parameters
    ----------
    column : FileColumn
        Whole numbers must be exact in float64; text must consist of numbers; truth values are 0 and 1.
    role : str
        What the column is, for messages: "score", "weight" …
    may_miss : bool, default False
        Whether missing cells are NaN instead of an error.

    Raises
    ------
    InputError
        Naming the first row that holds no such number.
    """
    if column.remark:
        raise misfits.unusable_numbers(role, column.name, column.remark)
    if column.kind == "text":
        row = first_text(column)
        if row is not None:
            raise misfits.text_in_numbers(role, column.name, row + 1, str(column.values[row]))
    if column.kind == "date":
        raise misfits.text_in_numbers(role, column.name, 1, str(column.values[0]))
    # Among numbers, more texts mean a missing value than among texts.
    gone = column.missing
    if column.kind == "text":
        gone = np.array([is_missing(text, number=True) for text in column.values.tolist()])
    if gone is not None and gone.any() and not may_miss:
        raise misfits.missing_cells(column.name, (np.flatnonzero(gone) + 1).tolist(), role)
    if column.kind == "float":
        return column.values
    if gone is not None and column.kind == "text":
        found = [np.nan if skip else float(text) for text, skip in zip(column.values, gone, strict=True)]
        return np.array(found, dtype=np.float64)
    floats = column.values.astype(np.float64)
    lost = inexact_row(column)
    if lost is not None:
        remark = f"a whole number that float64 cannot hold, {column.values[lost]} in row {lost + 1}"
        raise misfits.unusable_numbers(role, column.name, remark)
    return floats if column.missing is None else np.where(column.missing, np.nan, floats)


def first_text(column: FileColumn) -> int | None:
    """The first row of a text column that holds neither a number nor nothing."""
    for row, text in enumerate(column.values.tolist()):
        if not matches(text, NUMBER) and not is_missing(text, number=True):
            return row
    return None


def inexact_row(column: FileColumn) -> int | None:
    """The first row of a column of whole numbers whose number float64 cannot hold."""
    if column.kind != "int" or not len(column.values):
        return None
    low, high = int(column.values.min()), int(column.values.max())
    if max(abs(low), abs(high)) <= _EXACT_WHOLE:
        return None
    large = np.flatnonzero((column.values > _EXACT_WHOLE) | (column.values < -_EXACT_WHOLE))
    return next(
        (row for row in large.tolist() if int(float(column.values[row])) != int(column.values[row])), None
    )


def within(
    column: FileColumn, role: str, values: NDArray[np.float64], low: float, high: float
) -> NDArray[np.float64]:
    """Check that numbers are finite and lie between two bounds."""
    bad = np.flatnonzero((values < low) | (values > high) | np.isinf(values))
    if bad.size:
        bounds = f"finite and at least {low:g}" if np.isinf(high) else f"between {low:g} and {high:g}"
        raise misfits.wrong_range(role, column.name, int(bad[0]) + 1, float(values[bad[0]]), bounds)
    return values


def parts(column: FileColumn, role: str) -> NDArray[Any]:
    """Read what each row belongs to: values of any kind, in every row."""
    if column.missing is not None:
        raise misfits.missing_cells(column.name, column.missing_rows, role)
    return column.values
