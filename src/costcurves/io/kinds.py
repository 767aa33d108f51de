"""What a column of text holds: whole numbers, numbers, truth values or text. All of its cells decide."""

from __future__ import annotations

import dataclasses
import decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import EXACT_WHOLE
from costcurves.io import literals
from costcurves.io.file_column import FileColumn, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

#: Why a column of whole numbers stays text.
BIG_WHOLE = "whole numbers beyond 64 bits"


@dataclasses.dataclass(frozen=True, slots=True)
class Evidence:
    """How many cells of a column read as what.

    Attributes
    ----------
    rows, missing : int
        All cells, and those that are empty or say so.
    counts : mapping of str to int
        Cells that read as each of `literals.KINDS`: a whole number, a number, a number with a decimal
        comma, a truth value, a whole number with leading zeros.
    """

    rows: int
    missing: int
    counts: Mapping[str, int]

    @property
    def kind(self) -> str:
        """What all cells agree on, a key of `literals.KINDS` or else "text"."""
        present = self.rows - self.missing
        if not present:
            return "number"
        if self.counts["padded"] and self.counts["whole"] + self.counts["padded"] == present:
            return "padded"
        return next((kind for kind, count in self.counts.items() if count == present), "text")

    @property
    def numbers(self) -> int:
        """How many cells read as numbers."""
        return self.counts["number"]

    @property
    def remark(self) -> str:
        """Why a column of numbers stays text; empty unless it does."""
        return {"padded": "numbers with leading zeros", "comma": "numbers with commas, see --decimal"}.get(
            self.kind, ""
        )


def evidence(cells: Sequence[str | None]) -> Evidence:
    """Count what the cells of a column read as."""
    texts = [cell for cell in cells if cell is not None and not literals.is_missing(cell, number=True)]
    counts = {
        kind: sum(literals.matches(text, pattern) for text in texts)
        for kind, pattern in literals.KINDS.items()
    }
    return Evidence(len(cells), len(cells) - len(texts), counts)


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
        return _whole_numbers(name, texts, missing)
    if found.kind == "number":
        floats = np.array([np.nan if gone else float(t) for t, gone in zip(texts, missing, strict=True)])
        remark, row = loss(floats, lambda: texts)
        kind: Kind = "text" if remark else "float"
        return FileColumn(name, kind, texts if remark else floats, missing, found.numbers, remark, row)
    if found.kind == "truth":
        return FileColumn(name, "bool", np.array([t.strip().lower() == "true" for t in texts]), missing)
    return FileColumn(name, "text", texts, missing, found.numbers, found.remark)


def loss(values: NDArray[np.float64], texts: Callable[[], NDArray[Any]]) -> tuple[str, int]:
    """What was lost when texts were read as float64, if two different numbers may have become one.

    Parameters
    ----------
    values : ndarray of float64
    texts : callable
        Gives the texts of all rows; asked only if there are very large values.

    Returns
    -------
    str, int
        A remark with the first number that did not fit, and its row; empty and −1 if there is none.
    """
    if not values.size or np.fmax.reduce(np.abs(values)) < EXACT_WHOLE:
        return "", -1
    written = texts()
    for row in np.flatnonzero(np.abs(values) >= EXACT_WHOLE).tolist():
        text, value = written[row].strip(), float(values[row])
        if np.isinf(value):
            if not literals.matches(text, literals.INFINITE):
                return f"a number too large for float64, {text}", row
        elif literals.matches(text, r"[+-]?[0-9]+(\.0*)?") and _is_lost(text, value):
            return f"a whole number that float64 cannot hold, {text}", row
    return "", -1


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
        return _whole_numbers(name, texts, missing)
    if types <= {int, float}:
        floats = [np.nan if gone else float(c) for c, gone in zip(cells, missing, strict=True)]
        return FileColumn(name, "float", np.array(floats), missing)
    if types == {np.datetime64}:
        dates = [np.datetime64("NaT", "us") if gone else c for c, gone in zip(cells, missing, strict=True)]
        return FileColumn(name, "date", np.array(dates, dtype="datetime64[us]"), missing)
    numbers = sum(literals.matches(str(cell), literals.NUMBER) for cell in present)
    return FileColumn(name, "text", texts, missing, numbers=numbers)


def _whole_numbers(name: str, texts: NDArray[Any], missing: NDArray[np.bool_]) -> FileColumn:
    """Read whole numbers as int64, or leave them text if one does not fit."""
    try:
        values = [0 if gone else int(text) for text, gone in zip(texts, missing, strict=True)]
        return FileColumn(name, "int", np.array(values, dtype=np.int64), missing)
    except (OverflowError, ValueError):  # the latter of thousands of digits, which Python does not read
        return FileColumn(name, "text", texts, missing, int((~missing).sum()), BIG_WHOLE)
