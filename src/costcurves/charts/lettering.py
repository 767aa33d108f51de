"""Text on charts: phrases, how wide a text is, where it breaks, and which characters cannot be shown."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from costcurves._ground.number_words import percent, short
from costcurves.criteria.threshold_interval import ThresholdInterval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.space.roc import RocHull

#: Widths of characters in a sans-serif face, as shares of the size: the rest is 0.6.
_WIDTHS = (
    ("iIjl.,:;'!|", 0.32),
    ("ftr()[]{}/\\- ", 0.40),
    ('csJ"*^', 0.55),
    ("mwMWQO@%—", 0.95),
    ("ABCDEGHKNRSUVXYPZ+=<>~&−", 0.72),
)
_WIDTH = {character: width for characters, width in _WIDTHS for character in characters}

_BOLD = 1.08

_ASCII = {"−": "-", "–": "-", "…": "~"}

#: What no XML document may hold, and controls that would tear a line or a terminal.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


#: Where a text may be broken.
_BLANKS = re.compile(r"\s+(?!%)")


def printable(text: str) -> str:
    r"""Replace white space by blanks and what cannot be shown by U+FFFD.

    Examples
    --------
    >>> printable("two\nlines")
    'two lines'
    """
    return _UNSHOWN.sub(lambda found: " " if found[0].isspace() else "\ufffd", text)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text in pixels, rather too wide than too narrow."""
    shares = (_WIDTH.get(c) or (1.0 if unicodedata.east_asian_width(c) in "WF" else 0.62) for c in text)
    return sum(shares) * size * (_BOLD if bold else 1.0)


def shorten(text: str, width: float, size: float) -> str:
    """Shorten a text in its middle until it fits: names often differ at their ends.

    Examples
    --------
    >>> shorten("gradient_boosting_monday", 90, 12)
    'gradie…onday'
    >>> shorten("flag everybody", 75, 12), shorten("flag everybody", 40, 12), shorten("flag nobody", 40, 12)
    ('everybody', 'ev…dy', 'no…dy')
    """
    return _shortened(text, 2, lambda shorter: text_width(shorter, size) <= width)


def _shortened(text: str, least: int, fits: Callable[[str], bool]) -> str:
    if fits(text):
        return text
    # "flag nobody" and "flag everybody" differ in their middle.
    text = text.removeprefix("flag ")
    if fits(text):
        return text
    for kept in range(len(text) - 1, least - 1, -1):
        shorter = f"{text[: (kept + 1) // 2]}…{text[len(text) - kept // 2 :]}"
        if fits(shorter):
            return shorter
    return "…"


#: Sizes of what stands in cells; whole texts are no smaller than the last but one. Room around it, in pixels.
_CELL_SIZES, _CELL_PAD, _CELL_LEADING = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0), 1.5, 1.2


def in_cells(texts: Sequence[str], rooms: Sequence[tuple[float, float]]) -> list[tuple[list[str], float]]:
    r"""Return the lines that are written in each of several cells, and their size.

    All lines are written if every cell has room for its own; else only first lines are.

    Parameters
    ----------
    texts : sequence of str
    rooms : sequence of (float, float)
        Width and height of each cell.

    Examples
    --------
    >>> in_cells(["146\n76 %", "0\n"], [(40, 40)] * 2)
    [(['146', '76 %'], 12.0), (['0', ''], 12.0)]
    >>> in_cells(["1,460\n76 %", "9\n1 %"], [(19, 40)] * 2)
    [(['1460'], 7.0), (['9'], 8.0)]
    """
    lines = [text.split("\n") for text in texts]
    whole = [_largest(one, *room) for one, room in zip(lines, rooms, strict=True)]
    least = min(whole, default=0.0)
    if least >= _CELL_SIZES[-2]:
        return [(one, least) for one in lines]
    found = []
    for (first, *_), room in zip(lines, rooms, strict=True):
        bare = [first.replace(",", "")]
        kept = [first] if _largest([first], *room) else bare if _largest(bare, *room) else []
        found.append((kept, _largest(kept, *room)))
    least = max(min((size for kept, size in found if kept), default=0.0), _CELL_SIZES[-2])
    return [(kept, min(size, least)) for kept, size in found]


def _largest(lines: Sequence[str], width: float, height: float) -> float:
    """Return the largest size at which lines fit into a cell; 0 where none does."""
    for size in _CELL_SIZES:
        wide = max((text_width(line, size) for line in lines), default=0.0)
        if wide <= width - _CELL_PAD and len(lines) * size * _CELL_LEADING <= height - _CELL_PAD:
            return size
    return 0.0


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Break a text at blanks into lines of at most `width` pixels; per cent signs stay with their numbers."""
    lines: list[str] = []
    for word in filter(None, _BLANKS.split(text.strip())):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, width / (_BOLD if bold else 1.0), size))
    return lines


def cell_width(text: str) -> int:
    """Count the cells of a terminal that a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def shorten_cells(text: str, cells: int) -> str:
    """Shorten a text in its middle until it fits into so many cells of a terminal."""
    return _shortened(text, 1, lambda shorter: cell_width(shorter) <= cells) if cells > 0 else ""


def ascii_text(text: str) -> str:
    """Replace what is not ASCII by characters that take as many cells.

    Examples
    --------
    >>> ascii_text("−0.5 … naïve")
    '-0.5 ~ na?ve'
    """
    return "".join(c if c < "\x80" else _ASCII.get(c, "?" * cell_width(c)) for c in text)


def range_text(low: float, high: float) -> str:
    """Write a range of PC(+).

    Examples
    --------
    >>> range_text(0, 0.235453)
    '0 to 0.2355'
    """
    return f"{short(low)} to {short(high)}"


def rates_text(fpr: float, tpr: float) -> str:
    """Write the two rates of a classifier.

    Examples
    --------
    >>> rates_text(0.02987, 0.984375)
    'FPR 2.99 %, TPR 98.4 %'
    """
    return f"FPR {percent(fpr)}, TPR {percent(tpr)}"


def corner_ranges(hull: RocHull) -> list[tuple[float, float]]:
    """Ranges of PC(+) in which each corner of a hull is the best choice."""
    return [(low, high) for low, high in hull.ranges.tolist()]


def corner_texts(hull: RocHull) -> list[str]:
    """Say what each corner of a hull flags.

    Examples
    --------
    >>> from costcurves import roc_curve
    >>> corner_texts(roc_curve([1, 0], [0.7, 0.2]).hull())
    ['flag nobody', 'score ≥ 0.7', 'flag everybody']
    """
    return [ThresholdInterval.at(hull, corner).rule for corner in range(len(hull))]
