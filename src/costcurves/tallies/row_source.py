"""Which rows of the caller's columns records are, so that columns given later find theirs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.row_indexes import places_in, row_index

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class RowSource:
    """The rows of the columns that records were read from.

    Attributes
    ----------
    count : int
        How many rows these columns had.
    rows : ndarray of int or None
        Which of them the records are; None where all are.
    index : object
        The labels of the rows, where they had some.
    """

    count: int
    rows: NDArray[np.intp] | None = None
    index: Any = None

    @classmethod
    def of(cls, y_true: Any, read: int, complete: NDArray[np.intp] | None, kept: Any) -> RowSource:
        """Say which rows are left of so many that were read, perhaps only complete ones, and of them kept."""
        count = read if complete is None else len(y_true)
        places = np.arange(read) if complete is None else complete
        rows = None if complete is None and isinstance(kept, slice) else places[kept]
        return cls(count, rows, row_index(y_true))

    def column(self, values: Floats, index: Any, name: str) -> Floats:
        """Return the values of the records of a column that has a row for each that was read.

        Parameters
        ----------
        values : ndarray
        index : object
            Labels of its rows, or None.
        name : str
            What it is called in messages.

        Raises
        ------
        InputError
            If it has another length, or other labels.
        """
        arrays.check_length(values, self.count, name)
        if index is not None and self.index is not None and not index.equals(self.index):
            values = values[places_in(index, self.index, name)]
        return values if self.rows is None else values[self.rows]

    def take(self, rows: NDArray[Any]) -> RowSource:
        """Return the source of some of the records."""
        own = np.arange(self.count) if self.rows is None else self.rows
        return dataclasses.replace(self, rows=own[rows])
