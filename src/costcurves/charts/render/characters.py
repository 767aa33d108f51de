"""Pictures made of characters: a canvas of dots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.areas import within
from costcurves.charts.lettering import cell_width
from costcurves.charts.paths import Box, clip_polyline, sample, thin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Bits of the dots of a Braille cell, by row and column.
_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_BLANK = 0x2800


class _Layer:
    """Dots or texts in the cells of a canvas, with a style each."""

    def __init__(self, rows: int, columns: int) -> None:
        self.bits = np.zeros((rows, columns), dtype=np.int64)
        self.texts = np.full((rows, columns), "", dtype=object)
        self.styles = np.full((rows, columns), "", dtype=object)


class Canvas:
    """Characters with a style each.

    Coordinates are shares of the canvas: x from left (0) to right (1), y from bottom (0) to top (1).

    Parameters
    ----------
    columns, rows : int
        Size in cells.
    ascii_only : bool
        Whether each cell is one plain character instead of eight dots.
    """

    def __init__(self, columns: int, rows: int, *, ascii_only: bool) -> None:
        self.columns, self.rows = columns, rows
        self.ascii_only = ascii_only
        self._across, self._down = (1, 1) if ascii_only else (2, 4)
        # The last dot of each direction.
        self._right, self._bottom = columns * self._across - 1, rows * self._down - 1
        self._front, self._back = _Layer(rows, columns), _Layer(rows, columns)
        self._shades = np.full((rows, columns), "", dtype=object)

    def column(self, x: float) -> int:
        """Return the column of a place."""
        return int(np.floor(x * self._right + 0.5)) // self._across

    def row(self, y: float) -> int:
        """Return the row of a place, counted from the top."""
        return int(np.floor((1 - y) * self._bottom + 0.5)) // self._down

    def trace(self, x: Floats, y: Floats) -> Floats:
        """Return places along a polyline, one a dot, as far as they are on the canvas; shape (n, 2)."""
        right, bottom = self._right, self._bottom
        dots_x, dots_y = x * right, (1 - y) * bottom
        kept = thin(dots_x, dots_y)
        dots = sample(clip_polyline(dots_x[kept], dots_y[kept], Box(0, 0, right, bottom)), 0.5)
        return np.column_stack([dots[:, 0] / max(right, 1), 1 - dots[:, 1] / max(bottom, 1)])

    def draw(self, places: Floats, style: str, character: str, *, sparse: bool = False) -> None:
        """Set the dots (or the ASCII `character`) at some places of a line."""
        columns = np.floor(places[:, 0] * self._right + 0.5).astype(np.int64)
        rows = np.floor((1 - places[:, 1]) * self._bottom + 0.5).astype(np.int64)
        if sparse:
            # Runs of dots and gaps, counted along the line.
            moved = np.abs(np.diff(columns, prepend=columns[:1])) + np.abs(np.diff(rows, prepend=rows[:1]))
            shown = np.cumsum(np.minimum(moved, 1)) // self._across % 2 == 0
            columns, rows = columns[shown], rows[shown]
        for column, row in zip(columns.tolist(), rows.tolist(), strict=True):
            self._set(self._front, column, row, style, character)

    def fill(self, x: Floats, low: Floats, high: Floats, style: str, *, sparse: bool) -> None:
        """Fill the area between two lines over the same ascending x; a sparse one lies behind all else."""
        right, bottom = self._right, self._bottom
        if not len(x):
            return
        for column in range(max(0, int(np.ceil(x[0] * right))), min(right, int(np.floor(x[-1] * right))) + 1):
            ends = [np.interp(column / max(right, 1), x, edge) for edge in (high, low)]
            top, base = (int(np.floor((1 - np.clip(end, 0, 1)) * bottom + 0.5)) for end in ends)
            for row in range(top, base + 1):
                if not sparse:
                    self._set(self._front, column, row, style, "=")
                elif (column + row) % 3 == 0:
                    self._set(self._back, column, row, style, ":")

    def shade(self, x: Floats, y: Floats, steps: NDArray[np.intp], signs: str) -> None:
        """Give every character the sign of the cell that it lies in, behind all dots and texts.

        `x` and `y` are the edges of cells, ascending; `steps` says which sign each cell has.
        """
        across = (np.arange(self.columns) + 0.5) / self.columns
        for row in range(self.rows):
            up = 1 - (row + 0.5) / self.rows
            line = int(np.searchsorted(y, up, side="right")) - 1
            columns = np.searchsorted(x, across, side="right") - 1
            for column, cell in enumerate(columns.tolist()):
                if 0 <= line < len(y) - 1 and 0 <= cell < len(x) - 1:
                    self._shades[row, column] = signs[steps[line, cell]]

    def cover(self, rings: Sequence[tuple[Floats, Floats]], character: str, style: str) -> None:
        """Write a character into every cell whose middle lies within some rings."""
        across = (np.arange(self.columns) + 0.5) / self.columns
        up = 1 - (np.arange(self.rows) + 0.5) / self.rows
        inside = within(*np.meshgrid(across, up), iter(rings))
        self._back.texts[inside], self._back.styles[inside] = character, style

    def put(self, x: float, y: float, text: str, style: str, *, only_free: bool = False) -> bool:
        """Write a text from a place to the right, as far as it fits; tell whether there was room."""
        column, row = self.column(x), self.row(y)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return False
        if only_free and self._front.texts[row, column]:
            return False
        for character in text:
            width = max(cell_width(character), 1)
            if column + width > self.columns:
                break
            self._front.texts[row, column] = character
            self._front.styles[row, column] = style
            if width == 2:
                self._front.texts[row, column + 1] = "\0"  # the right half of a wide character
            column += width
        return True

    def lines(self) -> Iterator[list[tuple[str, str]]]:
        """Yield the rows from the top as (text, style) pieces."""
        for row in range(self.rows):
            pieces: list[tuple[str, str]] = []
            for column in range(self.columns):
                text, style = self._shown(row, column)
                if text == "\0":
                    continue
                if pieces and (pieces[-1][1] == style or text == " "):
                    pieces[-1] = (pieces[-1][0] + text, pieces[-1][1])
                else:
                    pieces.append((text, style))
            yield pieces

    def _shown(self, row: int, column: int) -> tuple[str, str]:
        """Return the character of a cell and its style: what is in front hides what is behind."""
        cell = row, column
        for layer in (self._front, self._back):
            if layer.texts[cell] or layer.bits[cell]:
                return layer.texts[cell] or chr(_BLANK + int(layer.bits[cell])), layer.styles[cell]
        return self._shades[cell] or " ", ""

    def _set(self, layer: _Layer, column: int, row: int, style: str, character: str) -> None:
        """Set one dot, or the ASCII character of its cell."""
        cell = row // self._down, column // self._across
        if self.ascii_only:
            layer.texts[cell] = character
        else:
            layer.bits[cell] |= _BITS[row % 4, column % 2]
        layer.styles[cell] = style
