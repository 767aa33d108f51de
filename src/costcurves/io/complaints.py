"""What several readers and writers say of a file, a column or a table that they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.errors import Code, InputError, listed, meant

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How many columns are listed.
MOST_COLUMNS = 12

# ---- files ----------------------------------------------------------------------------------


def no_such_file(name: str) -> InputError:
    """Word that there is no file, and which one beside it may have been meant."""
    folder = Path(name).parent
    near = meant(Path(name).name, [one.name for one in folder.iterdir()] if folder.is_dir() else [])
    wrong = f"no such file: {name!r}" if folder.is_dir() else f"no such file: {name!r}, nor such a folder"
    return InputError(wrong, fix=near or "check the path", code=Code.NO_SUCH_FILE)


def not_a_file(name: str) -> InputError:
    """Word that the path is a folder."""
    return InputError(f"{name!r} is a folder", fix="name one file in it")


def empty_file(name: str) -> InputError:
    """Word that the file has no bytes, or only blank lines."""
    return InputError(f"{name!r} is empty", fix="export it again, with a header and rows")


def no_rows(name: str) -> InputError:
    """Word that a table has a header and nothing else."""
    return InputError(f"{name!r} has a header but no rows", fix="export it again")


def damaged(name: str, title: str, reason: str) -> InputError:
    """Word that a file is broken or of another format."""
    return InputError(f"{name!r} is not valid {title}: {reason}", fix="export it again")


# ---- lines of text --------------------------------------------------------------------------


def ragged(name: str, line: int, found: int, expected: int) -> InputError:
    """Word that a line has too many or too few fields."""
    return InputError(
        f"every line must have {expected} fields, as the header has",
        f"{found}",
        "correct that line, or quote fields that hold the separator",
        where=f"{name}, line {line}",
    )


def no_header(name: str, first: Sequence[str]) -> InputError:
    """Word that the first line of a table holds values."""
    return InputError(
        f"the first line holds values, {listed(first)}, not names of columns", fix="add a header", where=name
    )


def bad_line(name: str, title: str, line: int, reason: str) -> InputError:
    """Word what is wrong with a line of a file."""
    return InputError(
        f"every line must be valid {title}", reason, "correct that line", where=f"{name}, line {line}"
    )


# ---- columns --------------------------------------------------------------------------------


def missing_cells(column: str, rows: Sequence[int], role: str) -> InputError:
    """Word that a column has empty cells where every record needs a value."""
    many = f"{len(rows)} missing values, first" if len(rows) > 1 else "1 missing value,"
    return InputError(
        f"{role} {column!r} must have a value in every row",
        f"{many} at row {rows[0]}",
        "fill or drop these rows",
    )


def text_in_numbers(role: str, column: str, row: int, value: str) -> InputError:
    """Word that a cell that should hold a number holds text."""
    return InputError(
        f"{role} {column!r} must hold numbers",
        f"the text {value!r}",
        "correct or drop it",
        where=f"row {row}",
    )


def unusable_numbers(role: str, column: str, remark: str) -> InputError:
    """Word why a column of numbers cannot be read exactly."""
    return InputError(
        f"{role} {column!r} must hold numbers that float64 holds exactly",
        remark,
        "write plain numbers; of scores only the order matters",
    )


def missing_columns(name: str, kind: str, needed: str, known: Sequence[str]) -> InputError:
    """Word that a table of points or counts lacks columns."""
    there = listed(known, most=MOST_COLUMNS)
    return InputError(
        f"a table of {kind} needs the columns {needed}",
        fix=f"rename or add columns; those of {name!r} are {there}",
    )
