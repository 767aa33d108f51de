"""The columns of a file as they were read; and as numbers: exactly, completely, or not at all."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves.errors import Code, InputError, listed, meant
from costcurves.io.cell_faults import Wanted, missing_cells
from costcurves.io.complaints import no_rows
from costcurves.io.fault_messages import refuse_faults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn
    from costcurves.io.row_places import RowPlaces

#: How many columns a message lists.
MOST_COLUMNS = 12


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

    def placed(self, places: RowPlaces) -> Columns:
        """Return the table with the places of its rows in the file."""
        columns = tuple(dataclasses.replace(one, places=places) for one in self.columns)
        return dataclasses.replace(self, columns=columns)

    def take(self, kept: NDArray[np.bool_]) -> Columns:
        """Return the table with some of its rows, at least one."""
        return dataclasses.replace(self, columns=tuple(column.take(kept) for column in self.columns))

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
        Naming the first rows that hold no such number.
    """
    wanted = Wanted(column, role, may_miss=may_miss)
    refuse_faults([wanted])
    if column.kind == "float":
        return column.values
    gone = missing_cells(wanted)
    if column.kind == "text":
        cells = zip(column.values, gone if gone is not None else (), strict=True)
        return np.array([np.nan if skip else float(text) for text, skip in cells], dtype=np.float64)
    floats = column.values.astype(np.float64)
    return floats if gone is None else np.where(gone, np.nan, floats)


def present_numbers(column: FileColumn) -> NDArray[np.float64]:
    """The numbers of the cells of a column that are not missing."""
    values = numbers(column, "column", may_miss=True)
    return values[~np.isnan(values)]


def amounts(column: FileColumn, role: str, most: float = np.inf) -> NDArray[np.float64]:
    """Read finite numbers from 0 to a greatest one."""
    refuse_faults([Wanted(column, role, most=most)])
    return numbers(column, role)


def parts(column: FileColumn, role: str) -> NDArray[Any]:
    """Read what each row belongs to: values of any kind, in every row."""
    refuse_faults([Wanted(column, role, is_number=False)])
    return column.values
