"""Cells that cannot be used."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import inexact
from costcurves.errors import exact
from costcurves.io.literals import NUMBER, is_missing, matches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """A column, and what its cells must be.

    Attributes
    ----------
    column : FileColumn
    role : str
        What the column is, for messages: "score", "weight" …
    is_number : bool
        Whether numbers are needed, or any value.
    most : float or None
        Numbers lie between 0 and this one; None if they may be any.
    may_miss : bool
        Whether cells may be missing.
    can_drop : bool
        Whether --drop-missing leaves out rows with missing cells.
    is_found : bool
        Whether nobody named the column, but its numbers did.
    """

    column: FileColumn
    role: str
    is_number: bool = True
    most: float | None = None
    may_miss: bool = False
    can_drop: bool = False
    is_found: bool = False

    @property
    def must(self) -> str:
        """The column as the subject of what must hold."""
        return f"{self.role} {self.column.name!r} must"


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """Cells of one column that cannot be used for one reason; no rows, if that is the whole column."""

    kind: str
    wanted: Wanted
    rows: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many cells there are; of a whole column, 1."""
        return len(self.rows) or 1

    def shown(self, row: int) -> str:
        """A cell as it stands in the file; empty where nothing stands there."""
        value = self.wanted.column.values[row]
        if self.kind == "missing":
            return ""
        return (
            repr(str(value)) if self.kind == "text" else exact(value) if self.kind != "lost" else str(value)
        )

    def example(self, row: int) -> str:
        """A cell with its place, in the message about several columns."""
        column = f"{self.wanted.role} {self.wanted.column.name!r}"
        if self.kind == "unusable":
            return f"{column}: {self.wanted.column.why}"
        place = f"{column}, {self.wanted.column.places.one(row)}"
        return f"{self.shown(row)} in {place}" if self.shown(row) else place


def missing_cells(wanted: Wanted) -> NDArray[np.bool_] | None:
    """Where cells are missing; among numbers, more texts mean that than among texts."""
    column = wanted.column
    if column.kind == "text" and wanted.is_number:
        return np.array([is_missing(text, number=True) for text in column.values.tolist()], dtype=bool)
    return column.missing


def faults_of(wanted: Wanted) -> list[Fault]:
    """All that is wrong with the cells of a column."""
    column, gone = wanted.column, missing_cells(wanted)
    if wanted.is_number and column.remark:
        return [Fault("unusable", wanted)]
    found: dict[str, NDArray[np.int64]] = {}
    if gone is not None and not wanted.may_miss:
        found["missing"] = np.flatnonzero(gone)
    if wanted.is_number:
        found["text"] = texts(column)
        if column.kind == "int":
            found["lost"] = lost_numbers(column)
    if wanted.most is not None and not found["text"].size:
        found |= _out_of_range(column, gone, wanted.most)
    return [Fault(kind, wanted, tuple(rows.tolist())) for kind, rows in found.items() if rows.size]


def _out_of_range(
    column: FileColumn, gone: NDArray[np.bool_] | None, most: float
) -> dict[str, NDArray[np.int64]]:
    """Numbers that are infinite, or lie elsewhere than between 0 and a greatest one."""
    values = (column.values if gone is None else np.where(gone, 0, column.values)).astype(np.float64)
    infinite = np.isinf(values)
    beyond = ~infinite & ((values < 0) | (values > most))
    return {"infinite": np.flatnonzero(infinite), "range": np.flatnonzero(beyond)}


def lost_numbers(column: FileColumn) -> NDArray[np.int64]:
    """The rows of a column of whole numbers whose number float64 cannot hold."""
    lost = inexact(column.values) if column.kind == "int" else np.zeros(len(column.values), dtype=bool)
    return np.flatnonzero(lost if column.missing is None else lost & ~column.missing)


def texts(column: FileColumn) -> NDArray[np.int64]:
    """The rows of a column of texts or dates that hold neither a number nor nothing."""
    if column.kind == "date":
        return np.arange(len(column.values))
    if column.kind != "text":
        return np.empty(0, dtype=np.int64)
    return np.array(
        [
            row
            for row, text in enumerate(column.values.tolist())
            if not matches(text, NUMBER) and not is_missing(text, number=True)
        ],
        dtype=np.int64,
    )
