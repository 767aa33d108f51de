"""Titles and comments above the header of a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from costcurves.io import literals

if TYPE_CHECKING:
    from collections.abc import Sequence


def rows_above(rows: Sequence[Sequence[str]]) -> int:
    """Count the rows above the header that are titles, comments or blank; 0 where that is not clear.

    A title fills one cell of a table that is wider; a comment begins with ``#`` and is not as wide as the
    table. What follows them must be names, not numbers.

    Examples
    --------
    >>> rows_above([["Scores of May"], [], ["y", "s"], ["1", "0.5"]])
    2
    >>> rows_above([["# by hand", " in May", " twice"], ["y", "s"], ["1", "0.5"]])
    1
    >>> rows_above([["y"], ["1", "0.5"]]), rows_above([["#id", "s"], ["1", "0.5"]])
    (0, 0)
    """
    filled = [[cell for cell in row if cell.strip()] for row in rows]
    widths = Counter(len(row) for row in filled if row)
    width = max(widths, key=lambda one: widths[one], default=0)
    for place, cells in enumerate(filled):
        is_comment = bool(cells) and cells[0].strip().startswith("#") and len(cells) != width
        if not cells or is_comment or (len(cells) == 1 and width > 1):
            continue
        return 0 if any(literals.matches(cell, literals.NUMBER) for cell in cells) else place
    return 0


def note_above(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Say what stands above the header; nothing where all of it is blank."""
    lines = [" ".join(cell.strip() for cell in row if cell.strip()) for row in rows]
    texts = [line for line in lines if line]
    if not texts:
        return ()
    counted = "1 line" if len(texts) == 1 else f"{len(texts)} lines"
    return (f"{counted} above the header left out, {texts[0][:60]!r}; --skip-rows sets how many",)
