"""Tables whose columns are separated by runs of blanks, as programs print them and R writes them."""

from __future__ import annotations

import csv
import dataclasses
import re
from typing import TYPE_CHECKING

from costcurves.io.title_lines import rows_above

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

_CELL = re.compile(r'"((?:[^"]|"")*)"(?!\S)|(\S+)')
#: At least so many of the lines are as wide as the header.
_MOST = 0.5


def cells(line: str) -> list[str]:
    """Part a line at runs of blanks outside quotes.

    Examples
    --------
    >>> cells('  1   "a b" .5 ')
    ['1', 'a b', '.5']
    """
    return [
        found[2] if found[2] is not None else found[1].replace('""', '"') for found in _CELL.finditer(line)
    ]


@dataclasses.dataclass(frozen=True, slots=True)
class BlankLayout:
    """Where the header of a table stands, and whether it lacks the name of the first column."""

    header: int
    has_row_names: bool


def blank_layout(lines: Sequence[str], *, look_above: bool = True) -> BlankLayout | None:
    """Find out how a table is laid out whose lines have no other separator; None if blanks are none.

    Most lines are as wide as the header; or all are wider by one, as R gives the names of rows none.

    Examples
    --------
    >>> blank_layout(["label m", "1   .5", "0  .25"]), blank_layout(["my label", "1", "0"])
    (BlankLayout(header=0, has_row_names=False), None)
    >>> blank_layout(["label", "1 0", "2 1"])
    BlankLayout(header=0, has_row_names=True)
    """
    rows = {place: row for place, row in enumerate(map(cells, lines)) if row}
    above = rows_above(list(rows.values())) if look_above else 0
    places = list(rows)[above:]
    if len(places) < 2:
        return None
    header, *others = (len(rows[place]) for place in places)
    has_row_names = all(width == header + 1 for width in others)
    if has_row_names or (header > 1 and others.count(header) >= _MOST * len(others)):
        return BlankLayout(places[0], has_row_names)
    return None


def with_tabs(lines: Iterable[str], layout: BlankLayout, copy: TextIO) -> None:
    """Write every line with one tab between its cells, so that lines keep their numbers."""
    writer = csv.writer(copy, delimiter="\t", lineterminator="\n")
    for place, line in enumerate(lines):
        row = cells(line)
        if place == layout.header and layout.has_row_names:
            row.insert(0, "")
        if row:
            writer.writerow(row)
        else:
            copy.write("\n")
