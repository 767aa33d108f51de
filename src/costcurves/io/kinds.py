"""What a column of text holds: whole numbers, numbers, truth values or text. All of its cells decide."""

from __future__ import annotations

import dataclasses
import decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.io import literals
from costcurves.io.table import EXACT_WHOLE, FileColumn, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

#: Remarks on columns of numbers that stay text.
BIG_WHOLE = "whole numbers beyond 64 bits"
PADDED = "numbers with leading zeros"
COMMAS = "numbers with commas"


@dataclasses.dataclass(frozen=True, slots=True)
class Evidence:
    """How many cells of a column read as what.

    Attributes
    ----------
    rows, missing : int
        All cells, and those that are empty or say so.
    whole, number, comma, padded, truth : int
        Cells that read as a whole number, a number, a number with a decimal comma, a whole number
        with leading zeros, a truth value.
    """

    rows: int
    missing: int
    whole: int
    number: int
    comma: int
    padded: int
    truth: int

    @property
    def kind(self) -> str:
        """What all cells agree on: "whole", "number", "comma", "truth", "padded" or else "text"."""
        present = self.rows - self.missing
        if not present:
            return "number"
        if self.padded and self.whole + self.padded == present:
            return "padded"
        agreed = (
            ("whole", self.whole),
            ("number", self.number),
            ("comma", self.comma),
            ("truth", self.truth),
        )
        return next((kind for kind, count in agreed if count == present), "text")


def evidence(cells: Sequence[str | None]) -> Evidence:
    """Count what the cells of a column read as."""
    texts = [cell for cell in cells if cell is not None and not literals.is_missing(cell, number=True)]

    def count(pattern: str) -> int:
        return sum(literals.matches(text, pattern) for text in texts)

    return Evidence(
        rows=len(cells),
        missing=len(cells) - len(texts),
        whole=count(literals.WHOLE),
        number=count(literals.NUMBER),
        comma=count(literals.COMMA_NUMBER),
        padded=count(literals.LEADING_ZEROS),
        truth=count(literals.TRUTH),
    )


def from_text(name: str, cells: Sequence[str | None]) -> FileColumn:
    """Read a column of texts as what all of its cells hold.

    Examples
    --------
    >>> from_text("score", ["1", "2.5", "NA"]).values
    array([1. , 2.5, nan])
    """
    found = evidence(cells)
    is_text = found.kind in {"text", "comma", "padded"}
    missing = np.array([literals.is_missing(cell, number=not is_text) for cell in cells], dtype=bool)
    texts = np.array(["" if cell is None else cell for cell in cells], dtype=object)
    if found.kind == "whole":
        return whole_numbers(
            name, [0 if gone else int(t) for t, gone in zip(texts, missing, strict=True)], missing, texts
        )
    if found.kind == "number":
        floats = [np.nan if gone else float(t) for t, gone in zip(texts, missing, strict=True)]
        remark = loss(np.array(floats), lambda: texts)
        kind: Kind = "text" if remark else "float"
        return FileColumn(name, kind, texts if remark else np.array(floats), missing, found.number, remark)
    if found.kind == "truth":
        return FileColumn(name, "bool", np.array([t.strip().lower() == "true" for t in texts]), missing)
    remark = {"padded": PADDED, "comma": COMMAS}.get(found.kind, "")
    return FileColumn(name, "text", texts, missing, found.number, remark)


def loss(values: NDArray[np.float64], texts: Callable[[], NDArray[Any]]) -> str:
    """What was lost when texts were read as float64, if two different numbers may have become one.

    Parameters
    ----------
    values : ndarray of float64
    texts : callable
        Gives the texts of all rows; asked only if there are very large values.

    Returns
    -------
    str
        A remark with the first number that did not fit and its row; empty if there is none.
    """
    if not values.size or np.fmax.reduce(np.abs(values)) < EXACT_WHOLE:
        return ""
    written = texts()
    for row in np.flatnonzero(np.abs(values) >= EXACT_WHOLE).tolist():
        text, value = written[row].strip(), float(values[row])
        place = f"{text} in row {row + 1}"
        if np.isinf(value):
            if not literals.matches(text, literals.INFINITE):
                return f"a number too large for float64, {place}"
        elif literals.matches(text, r"[+-]?[0-9]+(\.0*)?") and _is_lost(text, value):
            return f"a whole number that float64 cannot hold, {place}"
    return ""


def _is_lost(text: str, value: float) -> bool:
    """Whether a whole number is not the float; with a point, its shortest digits stand for the float too."""
    number = decimal.Decimal(text)
    is_float = "." in text and number == decimal.Decimal(repr(value))
    return number != decimal.Decimal(value) and not is_float


def from_values(name: str, cells: Sequence[Any]) -> FileColumn:
    """Read a column of Python values (texts, numbers, dates, None) to which the file gave their types.

    Examples
    --------
    >>> from_values("score", [1, 2.5, None]).values
    array([1. , 2.5, nan])
    """
    missing = np.array(
        [c is None or (isinstance(c, str) and literals.is_missing(c, number=False)) for c in cells]
    )
    present = [cell for cell, gone in zip(cells, missing, strict=True) if not gone]
    types = {type(cell) for cell in present}
    texts = np.array(["" if cell is None else str(cell) for cell in cells], dtype=object)
    if types == {bool}:
        return FileColumn(name, "bool", np.array([cell is True for cell in cells]), missing)
    if types == {int}:
        return whole_numbers(
            name, [0 if gone else c for c, gone in zip(cells, missing, strict=True)], missing, texts
        )
    if types <= {int, float}:
        floats = [np.nan if gone else float(c) for c, gone in zip(cells, missing, strict=True)]
        return FileColumn(name, "float", np.array(floats), missing)
    if types == {np.datetime64}:
        dates = [np.datetime64("NaT", "us") if gone else c for c, gone in zip(cells, missing, strict=True)]
        return FileColumn(name, "date", np.array(dates, dtype="datetime64[us]"), missing)
    numbers = sum(literals.matches(str(cell), literals.NUMBER) for cell in present)
    return FileColumn(name, "text", texts, missing, numbers=numbers)


def whole_numbers(
    name: str, values: Sequence[int], missing: NDArray[np.bool_], texts: NDArray[Any]
) -> FileColumn:
    """Read whole numbers as int64, or leave them text if one does not fit."""
    try:
        return FileColumn(name, "int", np.array(values, dtype=np.int64), missing)
    except OverflowError:
        return FileColumn(
            name, "text", texts, missing, numbers=len(values) - int(missing.sum()), remark=BIG_WHOLE
        )
