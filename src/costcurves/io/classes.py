"""The labels of a table: which values there are, and which of them is the positive class."""

from __future__ import annotations

import dataclasses
import re
import shlex
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import labels
from costcurves._ground.arrays import ByValue
from costcurves.errors import InputError, listed, no_such
from costcurves.io.table import parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from costcurves.io.table import Columns, FileColumn

#: Pairs of labels whose second one is the positive class beyond doubt.
CONVENTIONAL = (
    ("0", "1"), ("-1", "1"), ("-1", "+1"), ("false", "true"), ("f", "t"), ("no", "yes"), ("n", "y"),
    ("negative", "positive"), ("neg", "pos"), ("-", "+"), ("absent", "present"),
    ("tested_negative", "tested_positive"),
)  # fmt: skip

#: More different numbers than this are measurements, not classes.
_MOST_CLASSES = 100


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Classes(ByValue):
    """Which rows are positive.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (rows,)
    positive, negative : str
        How the classes are spelled; "the rest" if there are several others.
    notes : tuple of str
        What the user should be told.
    """

    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    notes: tuple[str, ...] = ()


def class_values(column: FileColumn) -> dict[str, Any]:
    """The values of a label column by their spelling, smaller ones first.

    Raises
    ------
    InputError
        If cells are missing, or if the numbers are measurements.
    """
    cells = parts(column, "label")
    if column.kind in {"text", "date"}:
        return {str(value): value for value in sorted(set(cells.tolist()))}
    values = np.unique(cells)
    if len(values) > _MOST_CLASSES or (column.kind == "float" and np.any(values != np.floor(values))):
        raise InputError(
            f"the label {column.name!r} holds {len(values)} different numbers, which are no classes",
            fix="name a column of classes with --label",
        )
    return {spelled(value): value for value in values.tolist()}


def classes(column: FileColumn, positive: Any = None, order: Sequence[str] = ()) -> Classes:
    """Tell which rows are positive.

    Parameters
    ----------
    column : FileColumn
        The label.
    positive : optional
        The positive class; else the one that convention makes the positive one of two.
    order : sequence of str, optional
        Classes in an order that the table has; the last one that occurs is positive if neither the
        caller nor convention says.

    Raises
    ------
    InputError
        If the positive class is unclear or does not occur, or if all rows are of one class.
    """
    values = class_values(column)
    notes = []
    if positive is not None:
        chosen = _stated(column, positive, list(values))
    elif len(values) == 1:
        chosen = next(iter(values))
    else:
        chosen = conventional(values)
        if not chosen:
            chosen = next((name for name in reversed(order) if name in values), "")
            notes.append(f"positive class {chosen!r}, the last of the classes; --positive names another")
        if not chosen:
            proposed = " or ".join(f"--positive {shlex.quote(value)}" for value in list(values)[:2])
            raise InputError(
                f"the labels {listed(list(values))} do not say which class is positive",
                fix=f"name it, e.g. {proposed}",
                where=f"column {column.name!r}",
            )
    if len(values) == 1:
        only = f"{len(column.values)} × {chosen}"
        raise InputError(
            f"column {column.name!r} holds one class only ({only})", fix="give records of both classes"
        )
    others = [name for name in values if name != chosen]
    if len(others) > 1:
        notes.append(f"{len(values)} classes: {chosen} against the rest")
    is_positive = np.asarray(column.values == values[chosen], dtype=bool)
    return Classes(is_positive, chosen, others[0] if len(others) == 1 else "the rest", tuple(notes))


def predicted_labels(columns: Columns, name: str, truth: FileColumn, positive: str) -> NDArray[np.float64]:
    """Read a column of predicted labels: 1 where it says the positive class, and 0.

    Raises
    ------
    InputError
        If there is no such column, a cell is missing, or one is spelled as no label is.
    """
    known = list(class_values(truth))
    texts = _texts(columns, name)
    odd = next((row for row, text in enumerate(texts) if text not in known), None)
    if odd is not None:
        raise InputError(
            f"predicted labels must be spelled as the labels in {truth.name!r} are",
            f"{texts[odd]!r} where the labels are {listed(known)}",
            "write them alike",
            where=f"column {name!r}, row {odd + 1}",
        )
    return np.array([text == positive for text in texts], dtype=float)


def labelled(columns: Columns, name: str, positive: str) -> NDArray[np.float64]:
    """Read predicted labels of a table without true ones: 1 where they are the positive class, and 0."""
    return np.array([text == positive for text in _texts(columns, name)], dtype=float)


def _texts(columns: Columns, name: str) -> list[str]:
    """Predicted labels as they are spelled."""
    cells = parts(columns.column(name, "a predicted label"), "predicted label")
    return [spelled(value) for value in cells.tolist()]


def conventional(values: Iterable[str]) -> str:
    """The positive one of two labels whose meaning is agreed; empty if it is not.

    Examples
    --------
    >>> conventional(["yes", "no"]), conventional(["fraud", "non-fraud"]), conventional(["good", "bad"])
    ('yes', 'fraud', '')
    """
    pair = list(values)
    if len(pair) != 2:
        return ""
    for negative, positive in (pair, pair[::-1]):
        low, high = negative.lower(), positive.lower()
        if (low, high) in CONVENTIONAL or re.fullmatch(rf"(no|non|not)[\W_]*{re.escape(high)}", low):
            return positive
    return ""


def spelled(value: Any) -> str:
    """Spell a label as it looks in a file: 1 for 1.0, true for True."""
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else labels.spelled(value)


def _stated(column: FileColumn, positive: Any, values: Sequence[str]) -> str:
    """The value that the caller meant: as spelled, in another case, or another spelling of the number."""
    given = spelled(positive)
    if given in values:
        return given
    alike = [value for value in values if value.lower() == given.lower()]
    alike = alike or [value for value in values if _number(value) == _number(given) is not None]
    if len(alike) != 1:
        where = f"--positive, in column {column.name!r}"
        raise no_such(given, values, what="label", where=where, other="the labels are")
    return alike[0]


def _number(text: str) -> float | None:
    """The number that a text or truth value stands for."""
    try:
        return float({"true": "1", "false": "0"}.get(text.lower(), text))
    except ValueError:
        return None
