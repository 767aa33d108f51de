"""Pictures and tables made of characters: a canvas of dots, and columns packed into blocks that fit."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves.charts.lettering import ascii_text, cell_width, printable, shorten_cells
from costcurves.charts.paths import Box, clip_polyline, sample, thin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    from costcurves._ground.tables import Table

    Pieces = list[tuple[str, str]]

_GAP = "  "
_LEAST_TEXT = 8
_BEST = "*"


class _TextColumn(NamedTuple):
    """Texts of one column, ready to be set."""

    head: list[str]
    cells: list[str]
    best: frozenset[int]
    right: bool
    width: int


def table_lines(table: Table, width: int, *, ascii_only: bool) -> list[Pieces]:
    """Lay a table out as (text, style) pieces, line by line.

    Where it is wider than `width`, the first column is repeated beside the columns that did not fit.
    """
    columns = _columns(table, ascii_only=ascii_only)
    lines: list[Pieces] = [[(text, "bold")] for text in _wrapped(table.title, width)]
    for number, block in enumerate(_blocks(columns, width)):
        if number:
            lines.append([("", "")])
        lines += _block_lines(block, ascii_only=ascii_only)
    notes = list(table.notes)
    if any(column.best for column in columns):
        notes.insert(0, f"{_BEST} best of its column")
    lines += [[(text, "dim")] for note in notes for text in _wrapped(note, width)]
    return [[(ascii_text(text), style) for text, style in line] for line in lines] if ascii_only else lines


def _glued(text: str) -> str:
    """Tie the sign of a percentage to its number."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines, but not between a number and its sign."""
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(_glued(printable(text)), width)]


def _columns(table: Table, *, ascii_only: bool) -> list[_TextColumn]:
    """Word all cells and measure the columns."""
    rows = table.to_rows()
    found = []
    best_rows = table.best_rows()
    for place, column in enumerate(table.columns):
        best = best_rows.get(column.key, frozenset())
        cells = [printable(row[place]) for row in rows]
        if ascii_only and column.align == "right":
            cells = [cell.replace("∞", "inf") for cell in cells]
        if best:
            cells = [cell + (_BEST if i in best else " ") for i, cell in enumerate(cells)]
        widest = max(map(cell_width, cells), default=0)
        # A heading may take more lines than a number, but no word of it is cut.
        title = printable(column.title)
        longest = max(map(cell_width, _glued(title).split(" ")), default=0)
        head = _wrapped(title, max(widest, longest, 1)) or [""]
        total = max(widest, *map(cell_width, head))
        found.append(_TextColumn(head, cells, best, column.align == "right", total))
    return found


def _blocks(columns: list[_TextColumn], width: int) -> list[list[_TextColumn]]:
    """Pack columns into blocks of at most `width`, each led by the first column."""
    if not columns:
        return []
    first, *rest = columns
    total = sum(column.width + len(_GAP) for column in columns) - len(_GAP)
    if total > width and not first.right:
        widest = max((column.width + len(_GAP) for column in rest), default=0)
        spare = width - (total - first.width)  # what the other columns leave
        first = _narrow(first, max(_LEAST_TEXT, spare, min(width // 3, width - widest)))
    blocks = [[first]]
    used = first.width
    for given in rest:
        column = given
        if not given.right:
            column = _narrow(given, max(_LEAST_TEXT, width - first.width - len(_GAP)))
        needed = len(_GAP) + column.width
        if used + needed > width and len(blocks[-1]) > 1:
            blocks.append([first])
            used = first.width
        blocks[-1].append(column)
        used += needed
    return blocks


def _narrow(column: _TextColumn, width: int) -> _TextColumn:
    if column.width <= width:
        return column
    head, cells = ([shorten_cells(text, width) for text in texts] for texts in (column.head, column.cells))
    return column._replace(head=head, cells=cells, width=width)


def _block_lines(block: list[_TextColumn], *, ascii_only: bool) -> list[Pieces]:
    lines: list[Pieces] = []
    deepest = max(len(column.head) for column in block)
    for level in range(deepest):
        heads = [([""] * (deepest - len(c.head)) + c.head)[level] for c in block]
        lines.append([(_GAP.join(map(_pad, heads, block)), "bold")])
    rule = "-" if ascii_only else "─"
    lines.append([(rule * (sum(c.width for c in block) + len(_GAP) * (len(block) - 1)), "dim")])
    for row in range(len(block[0].cells)):
        pieces: Pieces = []
        for number, column in enumerate(block):
            cell = _pad(column.cells[row], column)
            pieces.append(((_GAP if number else "") + cell, "bold" if row in column.best else ""))
        lines.append(pieces)
    return lines


def _pad(text: str, column: _TextColumn) -> str:
    """Fill a text up to the width of its column."""
    spare = " " * (column.width - cell_width(text))
    return spare + text if column.right else text + spare


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
