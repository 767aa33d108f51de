"""Marks in columns of numbers: points and commas that may part thousands, and percent signs."""

from __future__ import annotations

import dataclasses
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError
from costcurves.io.file_column import Doubt, FileColumn
from costcurves.io.literals import COMMA_NUMBER, NUMBER, is_missing, matches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

#: Marks of thousands and of decimals: the other one, and what several are called.
MARKS = {",": (".", "commas"), ".": (",", "points")}
_PERCENTAGE = rf"({NUMBER}|{COMMA_NUMBER})\s*%"
#: The whole part of a number whose thousands are parted.
_GROUPED = {mark: re.compile(rf"[1-9][0-9]{{0,2}}({re.escape(mark)}[0-9]{{3}})+") for mark in MARKS}
_WHOLE = re.compile("0|[1-9][0-9]*")
#: What is worth a look among texts.
_LIKE_NUMBER = re.compile(r"[+-]?[0-9.,]*[0-9][0-9.,]*(e[+-]?[0-9]+)?\s*%?", re.ASCII | re.IGNORECASE)
#: A look at so many values saves reading the rest of most columns.
_FIRST = 1000


@dataclasses.dataclass(frozen=True, slots=True)
class Marks:
    """What options say of the marks in numbers.

    Attributes
    ----------
    thousands, decimal : str or None
        "," or "."; None where it is to be found out.
    separator : str
        What separates columns.
    """

    thousands: str | None = None
    decimal: str | None = None
    separator: str = ","

    def __post_init__(self) -> None:
        """Refuse other marks, and one for both."""
        for option in ("thousands", "decimal"):
            mark = getattr(self, option)
            if mark is not None and mark not in MARKS:
                raise InputError("must be a comma or a point", repr(mark), argument=f"--{option}")
        if self.thousands is not None and self.thousands == self.decimal:
            raise InputError(
                "--thousands and --decimal must differ", repr(self.decimal), "leave out one of them"
            )

    @property
    def stated(self) -> str | None:
        """The mark of thousands that is stated, or that is not the one of decimals."""
        return self.thousands or (MARKS[self.decimal][0] if self.decimal else None)

    @property
    def commas(self) -> bool:
        """Whether commas may mark decimals: not where they separate columns, unless that is stated."""
        return self.separator != "," if self.stated is None else self.stated == "."


@dataclasses.dataclass(frozen=True, slots=True)
class Marked:
    """A column as its marks have it read, and what is to be said of that."""

    column: FileColumn
    note: str = ""


def marked(
    column: FileColumn, head: Sequence[str], texts: Callable[[], NDArray[Any]], marks: Marks, decimal: str
) -> Marked:
    """Read a column by the marks in its numbers, where these leave something to decide.

    Parameters
    ----------
    column : FileColumn
        As it was read without thought of marks.
    head : sequence of str
        Some first cells as written.
    texts : callable
        Gives all of them; asked only where it matters.
    marks : Marks
    decimal : str
        The mark that was taken for that of decimals.
    """
    few = [text.strip() for text in head if not is_missing(text, number=True)]
    found = None
    if column.kind == "float":
        parted = _counted(few, decimal) is not None or all(map(_WHOLE.fullmatch, few))
        if marks.stated == decimal or (marks.stated is None and parted and _may_be_parted(column.values)):
            found = _by_thousands(column, texts(), marks)
    elif column.kind == "text" and all(map(_LIKE_NUMBER.fullmatch, few)):
        cells = column.values
        found = (
            _percentages(column, cells)
            or _by_thousands(column, cells, marks)
            or _by_commas(column, cells, marks)
        )
    return found or Marked(column)


def _may_be_parted(values: NDArray[np.float64]) -> bool:
    """Tell whether numbers read with decimals may be thousands: 1 to 1,000 with three decimals, or whole."""
    for some in (values[:_FIRST], values):
        known = some[np.isfinite(some)]
        broken = known[known != np.floor(known)]
        if np.any(known < 0) or np.any((broken < 1) | (broken > 1000)):
            return False
        if np.any(np.abs(broken * 1000 - np.round(broken * 1000)) > _OFF):
            return False
    return True


#: Three decimals of numbers up to 1,000, in thousandths, are whole but for rounding.
_OFF = 1e-6


def _by_thousands(column: FileColumn, texts: NDArray[Any], marks: Marks) -> Marked | None:
    """Read a column whose points or commas may part thousands; None where they do not."""
    cells = texts.tolist()
    here = [text.strip() for text in cells if not is_missing(text, number=True)]
    if marks.stated is not None:
        return _as_stated(column, cells, marks.stated)
    for mark, (_, called) in MARKS.items():
        shares = _counted(here, mark)
        if shares is None:
            continue
        whole, certain = shares
        if certain:
            return Marked(_floats(column, cells, mark), f"{called} part thousands in {column.name}")
        if whole or (mark == marks.separator):
            return Marked(_ambiguous(column, cells, mark))
        if mark == ".":
            every = f"points mark decimals in {column.name}, since every value has three of them"
            return Marked(column, every)
    return None


def _by_commas(column: FileColumn, texts: NDArray[Any], marks: Marks) -> Marked | None:
    """Read a column whose decimals are marked by commas in a file where points mark those of another."""
    cells = texts.tolist()
    known = [text for text in cells if not is_missing(text, number=True)]
    if marks.stated is not None or not marks.commas or not all(matches(t, COMMA_NUMBER) for t in known):
        return None
    return Marked(_floats(column, cells, "."), f"decimal commas in {column.name}")


def _counted(texts: Sequence[str], mark: str) -> tuple[int, int] | None:
    """Count whole numbers, and those whose marks can only part thousands; None where a value is neither.

    Nor where none has a mark. Two groups part thousands for certain, and so does one before decimals.
    """
    whole = certain = single = 0
    for text in texts:
        head, point, tail = text.partition(MARKS[mark][0])
        if not (_GROUPED[mark].fullmatch(head) and (not point or tail.isdecimal())):
            if not _WHOLE.fullmatch(text):
                return None
            whole += 1
        elif point or head.count(mark) > 1:
            certain += 1
        else:
            single += 1
    return (whole, certain) if certain or single else None


def _as_stated(column: FileColumn, cells: Sequence[str], mark: str) -> Marked | None:
    """Read a column by the stated mark; refuse its use where a number does not have it so."""
    odd = None
    for row, text in enumerate(cells):
        if is_missing(text, number=True) or _plain(text, mark) is not None:
            continue
        if not matches(text, rf"{NUMBER}|{COMMA_NUMBER}"):
            return None
        odd = row if odd is None else odd
    if odd is None:
        is_parted = any(mark in text for text in cells)
        note = f"{MARKS[mark][1]} part thousands in {column.name}" if is_parted else ""
        return Marked(_floats(column, cells, mark), note)
    must = f"thousands must be parted by {MARKS[mark][1]} into groups of three digits, as stated"
    doubt = Doubt(must, repr(cells[odd]), "correct that cell, or leave out the option", odd)
    return Marked(dataclasses.replace(column, doubt=doubt))


def _ambiguous(column: FileColumn, cells: Sequence[str], mark: str) -> FileColumn:
    """Refuse the use of a column whose marks may be either."""
    row = next(row for row, text in enumerate(cells) if mark in text)
    one = MARKS[mark][1].removesuffix("s")
    must = f"the {one} in {cells[row].strip()!r} may part thousands or mark decimals"
    ways = (("--thousands", mark), ("--decimal", mark))
    return dataclasses.replace(column, doubt=Doubt(must, "", "write", row, ways))


def _plain(text: str, mark: str) -> str | None:
    """The number without the marks of its thousands, decimals after a point; None of another text."""
    head, point, tail = text.strip().partition(MARKS[mark][0])
    if mark in tail or (mark in head and not _GROUPED[mark].fullmatch(head.lstrip("+-"))):
        return None
    plain = head.replace(mark, "") + ("." if point else "") + tail
    return plain if matches(plain, NUMBER) else None


def _floats(column: FileColumn, cells: Sequence[str], mark: str) -> FileColumn:
    """Read the cells of a column without the marks of thousands."""
    missing = np.array([is_missing(text, number=True) for text in cells])
    values = [
        np.nan if gone else float(_plain(text, mark) or "nan")
        for text, gone in zip(cells, missing, strict=True)
    ]
    return FileColumn(column.name, "float", np.array(values), missing)


# ---- percentages ----------------------------------------------------------------------------


def _percentages(column: FileColumn, texts: NDArray[Any]) -> Marked | None:
    """Read a column of percentages as shares; refuse its use where only some values are; None of others."""
    cells = texts.tolist()
    here = [(row, text.strip()) for row, text in enumerate(cells) if not is_missing(text, number=True)]
    if not any(text.endswith("%") for _, text in here):
        return None
    if not all(matches(text, rf"{_PERCENTAGE}|{NUMBER}|{COMMA_NUMBER}") for _, text in here):
        return None
    without = [row for row, text in here if not text.endswith("%")]
    if without:
        row = without[0]
        came = f"{cells[row]!r}, and percent signs in other rows"
        doubt = Doubt("percent signs must stand in every row or in none", came, "write all values alike", row)
        return Marked(dataclasses.replace(column, doubt=doubt))
    values = np.full(len(cells), np.nan)
    values[[row for row, _ in here]] = [_share(text) for _, text in here]
    found = FileColumn(column.name, "float", values, np.isnan(values))
    return Marked(found, f"percentages in {column.name} are read as shares")


def _share(text: str) -> float:
    """A percentage as a share, rounded once."""
    number = text.removesuffix("%").strip().replace(",", ".")
    return float(Decimal(number).scaleb(-2))
