"""The values of a column of labels, and the classes that they spell."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import labels
from costcurves._ground.label_spellings import classes_of
from costcurves.errors import Code, InputError
from costcurves.io.table import parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.io.file_column import FileColumn

#: What the last row of a table is called that adds the others up.
_TOTALS = frozenset({"total", "totals", "grand total", "subtotal", "sum"})

#: More different numbers than this are measurements, not classes.
MOST_CLASSES = 100


@dataclasses.dataclass(frozen=True, slots=True)
class LabelValues:
    """The classes of a column of labels.

    Attributes
    ----------
    values : dict of str to list
        The values of each class, by how the class is spelled; smaller ones first.
    classes : dict of str to str
        The class of each spelling.
    counts : dict of str to int
        The records of each class.
    """

    values: dict[str, list[Any]]
    classes: dict[str, str]
    counts: dict[str, int]


def label_values(column: FileColumn) -> LabelValues:
    """Find the classes of a column of labels.

    Raises
    ------
    InputError
        If cells are missing, the last row is a total, the numbers are measurements, or 1 stands beside true.
    """
    cells = parts(column, "label")
    if column.kind in {"text", "date"}:
        sizes = Counter(cells.tolist())
        raw = {value: sizes[value] for value in sorted(sizes)}
        _refuse_total(column, sizes)
    else:
        found, numbers = np.unique(cells, return_counts=True)
        if len(found) > MOST_CLASSES or (column.kind == "float" and np.any(found != np.floor(found))):
            raise InputError(
                f"the label {column.name!r} holds {len(found)} different numbers, which are not classes",
                fix="name a column of classes with --label, or judge predictions of a number with "
                "`costcurves numeric`",
                code=Code.MEASUREMENTS,
            )
        raw = dict(zip(found.tolist(), numbers.tolist(), strict=True))
    classes = classes_of({spelled(value): size for value, size in raw.items()}, f"column {column.name!r}")
    values: dict[str, list[Any]] = {}
    counts: dict[str, int] = {}
    for value, size in raw.items():
        name = classes[spelled(value)]
        values.setdefault(name, []).append(value)
        counts[name] = counts.get(name, 0) + size
    return LabelValues(values, classes, counts)


def _refuse_total(column: FileColumn, sizes: Mapping[Any, int]) -> None:
    """Refuse a last row that adds the others up."""
    last = str(column.values[-1])
    if len(sizes) > 1 and sizes[column.values[-1]] == 1 and last.strip().casefold() in _TOTALS:
        raise InputError(
            "every row must be a record, but the last one is a total",
            repr(last),
            "delete that row",
            where=f"column {column.name!r}, {column.places.said([len(column.values) - 1])}",
        )


def spelled(value: Any) -> str:
    """Spell a label as it looks in a file: 1 for 1.0, true for True."""
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else labels.spelled(value)
