"""Where the rows of a table stand in its file; lines and rows are counted from 1, as editors count them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class RowPlaces(ByValue):
    """Where the rows of a table stand.

    Attributes
    ----------
    word : str
        What a place is called: "line" in texts, where the header and all that stands above it count;
        "row" elsewhere.
    first : int
        The place of the first row, where all others follow one by one.
    each : ndarray of int64, shape (rows,), or None
        The place of every row, where some take several lines, or blank ones lie between them.
    source : str
        The file; empty if there is none.

    Examples
    --------
    >>> RowPlaces("line", 2, source="a.csv").said([0, 3, 4]), RowPlaces().said([6])
    ('a.csv, lines 2, 5, 6', 'row 7')
    """

    word: str = "row"
    first: int = 1
    each: NDArray[np.int64] | None = None
    source: str = ""

    def of(self, row: int) -> int:
        """The place of a row of the table, which is counted from 0."""
        return self.first + row if self.each is None else int(self.each[row])

    def one(self, row: int) -> str:
        """The place of one row without its file, such as "line 7"."""
        return f"{self.word} {self.of(row)}"

    def said(self, rows: Sequence[int]) -> str:
        """The places of some rows in words."""
        word = self.word if len(rows) == 1 else f"{self.word}s"
        listed = f"{word} {', '.join(str(self.of(row)) for row in rows)}"
        return f"{self.source}, {listed}" if self.source else listed

    def take(self, kept: NDArray[np.bool_]) -> RowPlaces:
        """The places of some of the rows."""
        each = np.arange(self.first, self.first + len(kept)) if self.each is None else self.each
        return dataclasses.replace(self, each=each[kept])
