"""The labels of a table: which values there are, and which of them is the positive class."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.label_spellings import (
    against_the_rest,
    classes_of,
    refuse_other_spellings,
    stated_class,
    united,
)
from costcurves.errors import Code, InputError, listed, no_such
from costcurves.io.label_values import LabelValues, label_values, spelled
from costcurves.io.table import parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn
    from costcurves.io.table import Columns

#: Pairs of labels whose second one is the positive class beyond doubt.
CONVENTIONAL = (
    ("0", "1"), ("-1", "1"), ("-1", "+1"), ("false", "true"), ("f", "t"), ("no", "yes"), ("n", "y"),
    ("negative", "positive"), ("neg", "pos"), ("-", "+"), ("absent", "present"),
    ("tested_negative", "tested_positive"),
)  # fmt: skip


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


def classes(
    column: FileColumn, positive: Any = None, order: Sequence[str] = (), *, told: bool = False
) -> Classes:
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
    told : bool
        Whether the positive class of more than two must be told, even where the table has an order.

    Raises
    ------
    InputError
        If the positive class is unclear or does not occur, or if all rows are of one class.
    """
    found = label_values(column)
    values = list(found.values)
    notes = [united(found.classes)]
    if positive is not None:
        chosen = _stated(column, positive, found)
    elif len(values) == 1:
        chosen = values[0]
    else:
        chosen = conventional(values)
        if not chosen and not (told and len(values) > 2):
            chosen = next((name for name in reversed(order) if name in values), "")
            more = ", and `costcurves classes` judges all" if len(values) > 2 else ""
            notes.append(
                f"positive class {chosen!r}, the last of the classes; --positive names another{more}"
            )
        if not chosen:
            raise InputError(
                f"the labels {listed(values)} do not say which class is positive",
                fix="name it, e.g.",
                where=f"column {column.name!r}",
                ways=[("--positive", value) for value in values[:2]],
                code=_code_of(column, values, order),
            )
    if len(values) == 1:
        only = f"{len(column.values)} × {chosen}"
        raise InputError(
            f"column {column.name!r} holds only one class ({only})", fix="give records of both classes"
        )
    refuse_other_spellings(chosen, found.classes, f"column {column.name!r}")
    others = [name for name in values if name != chosen]
    notes.append(against_the_rest(chosen, found.counts))
    is_positive = np.zeros(len(column.values), dtype=bool)
    for value in found.values[chosen]:
        is_positive |= np.asarray(column.values == value, dtype=bool)
    negative = others[0] if len(others) == 1 else "the rest"
    return Classes(is_positive, chosen, negative, tuple(filter(None, notes)))


def _code_of(column: FileColumn, values: Sequence[str], order: Sequence[str]) -> Code | None:
    """Tell programs what labels may be that do not say which class is positive."""
    if len(values) <= 2:
        return None
    if set(values) <= set(order):
        return Code.SCORES_BY_CLASS
    return Code.CLASSES_OR_NUMBERS if column.kind in {"int", "float"} else Code.SEVERAL_CLASSES


def predicted_labels(columns: Columns, name: str, truth: FileColumn, positive: str) -> NDArray[np.float64]:
    """Read a column of predicted labels: 1 where it says the positive class, and 0.

    Raises
    ------
    InputError
        If there is no such column, a cell is missing, or one is spelled as no label is.
    """
    known = label_values(truth)
    texts = _texts(columns, name)
    named = {text: known.classes.get(text, "") for text in set(texts)}
    odd = next((row for row, text in enumerate(texts) if not named[text]), None)
    if odd is not None:
        raise InputError(
            f"predicted labels must be spelled as the labels in {truth.name!r} are",
            f"{texts[odd]!r} where the labels are {listed(list(known.classes))}",
            "write them the same way",
            where=f"column {name!r}, {columns[name].places.said([odd])}",
        )
    return np.array([named[text] == positive for text in texts], dtype=float)


def labelled(columns: Columns, name: str, positive: str) -> NDArray[np.float64]:
    """Read predicted labels of a table without true ones: 1 where they are the positive class, and 0."""
    texts = _texts(columns, name)
    named = classes_of(Counter(texts), f"column {name!r}")
    flagged = stated_class(positive, named)
    return np.array([bool(flagged) and named[text] == flagged for text in texts], dtype=float)


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


def _stated(column: FileColumn, positive: Any, found: LabelValues) -> str:
    """The class that the caller meant: as spelled, in another case, or another spelling of the number."""
    given = spelled(positive)
    chosen = stated_class(given, found.classes)
    alike = [value for value in found.values if _number(value) == _number(given) is not None]
    if not chosen and len(alike) == 1:
        chosen = alike[0]
    if not chosen:
        where = f"--positive, in column {column.name!r}"
        raise no_such(given, list(found.values), what="label", where=where, other="the labels are")
    return chosen


def _number(text: str) -> float | None:
    """The number that a text or truth value stands for."""
    try:
        return float({"true": "1", "false": "0"}.get(text.lower(), text))
    except ValueError:
        return None
