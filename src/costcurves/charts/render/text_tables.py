"""Tables as text, for terminals, logs and mails: columns packed into blocks that fit."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from costcurves.charts.lettering import ascii_text, cell_width, printable, shorten_cells
from costcurves.charts.render.terminal import joined, print_lines

if TYPE_CHECKING:
    from rich.console import Console

    from costcurves._ground.tables import Table

    Pieces = list[tuple[str, str]]

_GAP = "  "
_LEAST_TEXT = 8
_BEST = "*"


def table_text(table: Table, *, width: int = 78, ascii_only: bool = False) -> str:
    """Table as plain text; too wide tables come in several blocks, and numbers are never cut.

    Parameters
    ----------
    table : Table
        What is shown.
    width : int
        Most characters a line, where one number does not need more.
    ascii_only : bool
        Whether to do without the characters of rules and signs that are not ASCII.
    """
    return joined(table_lines(table, width, ascii_only=ascii_only))


def render_table(table: Table, console: Console) -> None:
    """Print a table on a rich console.

    Parameters
    ----------
    table : Table
        What is shown.
    console : rich.console.Console
        Where; gives the width.
    """
    print_lines(table_lines(table, console.width, ascii_only=console.options.ascii_only), console)


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
