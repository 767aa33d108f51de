"""The columns of a file as they were read; and as numbers: exactly, completely, or not at all."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from costcurves._ground.arrays import ByValue, frozen, inexact
from costcurves.errors import Code, InputError, exact, listed, meant
from costcurves.io.complaints import no_rows
from costcurves.io.literals import NUMBER, is_missing, matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: How many columns a message lists.
MOST_COLUMNS = 12

#: What a column holds: int64, float64, bool, str or datetime64 values.
Kind = Literal["int", "float", "bool", "text", "date"]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class FileColumn(ByValue):
    """One column of a file: its values, and which of them are missing.

    Attributes
    ----------
    name : str
        Its name in the file.
    kind : str
        "int", "float", "bool", "text" or "date".
    values : ndarray, shape (rows,)
        int64, float64, bool, object (of str) or datetime64[us]. At missing cells: NaN in floats, the
        text as written in texts, anything in the others.
    missing : ndarray of bool, shape (rows,), or None
        Where cells are empty or say so (NA, NaN, null …); None if nowhere.
    numbers : int
        How many cells of a text column read as numbers.
    remark : str
        Why a column of numbers had to stay text, such as "whole numbers beyond 64 bits"; else empty.
    first_line : int
        The line of the file on which the first row stands, where every row takes one line; else 0.
    """

    name: str
    kind: Kind
    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None
    numbers: int = 0
    remark: str = ""
    first_line: int = 0

    def __post_init__(self) -> None:
        """Freeze the arrays. NaN is missing and missing is NaN; a mask without a missing cell is no mask."""
        values, missing = self.values, self.missing
        if self.kind == "float" and values.size and np.isnan(np.min(values)):
            missing = np.isnan(values) if missing is None else missing | np.isnan(values)
        if missing is not None and not missing.any():
            missing = None
        if self.kind == "float" and missing is not None:
            values = np.where(missing, np.nan, values)
        object.__setattr__(self, "values", frozen(values))
        object.__setattr__(self, "missing", None if missing is None else frozen(missing))

    @property
    def missing_rows(self) -> list[int]:
        """The rows with missing cells, counted from 1."""
        return [] if self.missing is None else (np.flatnonzero(self.missing) + 1).tolist()


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Columns(ByValue):
    """The columns of a file, in its order.

    Attributes
    ----------
    columns : tuple of FileColumn
        At least one, all of one length, with different names.
    source : str
        The name of the file, for messages.
    format : str
        Its format, such as "csv".
    notes : tuple of str
        What the user should be told of the reading, such as "separated by semicolons".
    nameless : tuple of str
        The columns to which the file gives no name, as they are called here.

    Raises
    ------
    InputError
        If there are no rows, or if names repeat.
    """

    columns: tuple[FileColumn, ...]
    source: str
    format: str = "csv"
    notes: tuple[str, ...] = ()
    nameless: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse tables without rows and names that repeat."""
        refuse_duplicates(self.names, self.source)
        if not self.columns or not self.rows:
            raise no_rows(self.source)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in file order."""
        return tuple(column.name for column in self.columns)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a column of this name."""
        return name in self.names

    def __getitem__(self, name: str) -> FileColumn:
        """Return a column by its name."""
        return self.column(name)

    def column(self, name: str, role: str = "the column") -> FileColumn:
        """Return a column by its name.

        Parameters
        ----------
        name : str
        role : str, default "the column"
            What the column is asked for, in the words of the error.

        Raises
        ------
        InputError
            If there is none; the message says which names are near.
        """
        for column in self.columns:
            if column.name == name:
                return column
        fix = meant(name, self.names) or f"the columns are {listed(self.names, most=MOST_COLUMNS)}"
        raise InputError(f"no column {name!r} in {self.source}", fix=fix, where=role, code=Code.NO_SUCH_NAME)


def refuse_duplicates(names: Sequence[str], source: str) -> None:
    """Refuse column names that occur twice."""
    doubles = sorted({name for name in names if names.count(name) > 1})
    if doubles:
        raise InputError(
            "column names must differ",
            f"{listed(doubles)} more than once",
            "rename these columns",
            where=source,
        )


def named(header: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """FileColumn names without the space around them, those without a name numbered; and which these are."""
    stripped = [name.strip() for name in header]
    names = tuple(name or f"column_{place}" for place, name in enumerate(stripped, start=1))
    given = tuple(name for name, written in zip(names, stripped, strict=True) if not written)
    return names, given


def naming_note(nameless: Sequence[str]) -> tuple[str, ...]:
    """Say what columns without a name are called."""
    return (f"columns without a name are called {', '.join(nameless)}",) if nameless else ()


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
        raise _unusable(column, role, column.remark)
    row = first_text(column)
    if row is not None:
        must, came = f"{role} {column.name!r} must hold numbers", f"the text {str(column.values[row])!r}"
        raise InputError(must, came, "correct or drop it", where=f"row {row + 1}")
    # Among numbers, more texts mean a missing value than among texts.
    gone = column.missing
    if column.kind == "text":
        gone = np.array([is_missing(text, number=True) for text in column.values.tolist()])
    if gone is not None and not may_miss:
        _refuse_missing(column, role, gone)
    if column.kind == "float":
        return column.values
    if gone is not None and column.kind == "text":
        found = [np.nan if skip else float(text) for text, skip in zip(column.values, gone, strict=True)]
        return np.array(found, dtype=np.float64)
    floats = column.values.astype(np.float64)
    lost = inexact_row(column)
    if lost is not None:
        remark = f"a whole number that float64 cannot hold, {column.values[lost]} in row {lost + 1}"
        raise _unusable(column, role, remark)
    return floats if column.missing is None else np.where(column.missing, np.nan, floats)


def _unusable(column: FileColumn, role: str, remark: str) -> InputError:
    """Word why a column of numbers cannot be read exactly."""
    must = f"{role} {column.name!r} must hold numbers that float64 holds exactly"
    return InputError(must, remark, "write plain numbers; of scores only the order matters")


def _refuse_missing(column: FileColumn, role: str, missing: NDArray[np.bool_]) -> None:
    """Refuse empty cells where every record needs a value."""
    rows = np.flatnonzero(missing) + 1
    if rows.size:
        many = f"{len(rows)} missing values, first" if len(rows) > 1 else "1 missing value,"
        must = f"{role} {column.name!r} must have a value in every row"
        raise InputError(must, f"{many} at row {rows[0]}", "fill or drop these rows")


def first_text(column: FileColumn) -> int | None:
    """The first row of a column of texts or dates that holds neither a number nor nothing."""
    if column.kind == "date":
        return 0
    if column.kind != "text":
        return None
    for row, text in enumerate(column.values.tolist()):
        if not matches(text, NUMBER) and not is_missing(text, number=True):
            return row
    return None


def inexact_row(column: FileColumn) -> int | None:
    """The first row of a column of whole numbers whose number float64 cannot hold."""
    rows = np.flatnonzero(inexact(column.values)) if column.kind == "int" else np.empty(0)
    return int(rows[0]) if rows.size else None


def amounts(column: FileColumn, role: str, most: float = np.inf) -> NDArray[np.float64]:
    """Read finite numbers from 0 to a greatest one."""
    values = numbers(column, role)
    bad = np.flatnonzero((values < 0) | (values > most) | np.isinf(values))
    if bad.size:
        bounds = "finite and at least 0" if np.isinf(most) else f"between 0 and {most:g}"
        must, where = f"{role} {column.name!r} must be {bounds}", f"row {bad[0] + 1}"
        raise InputError(must, exact(values[bad[0]]), "correct that row", where=where)
    return values


def parts(column: FileColumn, role: str) -> NDArray[Any]:
    """Read what each row belongs to: values of any kind, in every row."""
    if column.missing is not None:
        _refuse_missing(column, role, column.missing)
    return column.values
