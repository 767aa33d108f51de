"""One column of a file, as it was read."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from costcurves._ground.arrays import ByValue, frozen
from costcurves.errors import InputError
from costcurves.io.row_places import RowPlaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What a column holds: int64, float64, bool, str or datetime64 values.
Kind = Literal["int", "float", "bool", "text", "date"]


@dataclasses.dataclass(frozen=True, slots=True)
class Doubt:
    """Why a column that looks like numbers cannot be read as such, as an error words it once it is used.

    Attributes
    ----------
    must, came, fix : str
    row : int
        Where, from 0 on.
    ways : tuple of tuples of str
        Options that would read it.
    """

    must: str
    came: str
    fix: str
    row: int
    ways: tuple[tuple[str, ...], ...] = ()


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
    remark_row : int
        The row that the remark is about, counted from 0; −1 if it is about all.
    places : RowPlaces
        Where the rows stand in the file.
    doubt : Doubt or None
        Why it cannot be read as numbers though its cells look like such.
    """

    name: str
    kind: Kind
    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None
    numbers: int = 0
    remark: str = ""
    remark_row: int = -1
    places: RowPlaces = dataclasses.field(default_factory=RowPlaces, compare=False)
    doubt: Doubt | None = None

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

    @property
    def why(self) -> str:
        """The remark, with the row that it is about."""
        return f"{self.remark} in {self.places.one(self.remark_row)}" if self.remark_row >= 0 else self.remark

    def refuse_doubt(self) -> None:
        """Refuse the use of a column that looks like numbers and cannot be read as such."""
        found = self.doubt
        if found is not None:
            where = f"column {self.name!r} of {self.places.said([found.row])}"
            raise InputError(found.must, found.came, found.fix, where=where, ways=found.ways)

    def take(self, kept: NDArray[np.bool_]) -> FileColumn:
        """The column with some of its rows."""
        missing = None if self.missing is None else self.missing[kept]
        # A remark about a row that is not kept is about the column.
        is_kept = self.remark_row >= 0 and bool(kept[self.remark_row])
        doubt = self.doubt and dataclasses.replace(
            self.doubt, row=min(int(np.count_nonzero(kept[: self.doubt.row])), int(kept.sum()) - 1)
        )
        return dataclasses.replace(
            self,
            doubt=doubt,
            values=self.values[kept],
            missing=missing,
            places=self.places.take(kept),
            remark_row=int(np.count_nonzero(kept[: self.remark_row])) if is_kept else -1,
        )
