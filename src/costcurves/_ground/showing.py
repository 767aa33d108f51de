"""Values that show themselves: a sentence, a short line, a table in a notebook, a data frame."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.json import plain_json
from costcurves._ground.tables import Column, Table, format_value, table_html, to_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rows that a notebook shows of a long value, half of them from each end.
MOST_ROWS = 12
#: Characters of a short line.
MOST_CHARACTERS = 100


class Shown:
    """A value that anybody can look at.

    ``print`` gives its sentence, the prompt one short line, a notebook its table, :meth:`to_frame` columns.
    """

    __slots__ = ()

    def to_columns(self) -> dict[str, Any]:
        """Return the value as columns of equal length: its arrays, or one row of its numbers and texts."""
        return _arrays(self) or {
            name: [str(value) if isinstance(value, Shown) else value] for name, value in _facts(self).items()
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the value as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library; by default the first that is installed.
        """
        return to_frame(self.to_columns(), backend)

    def to_json(self) -> dict[str, Any]:
        """Return the columns as plain JSON; infinities are "inf" and "-inf", what is undefined is null."""
        return {name: plain_json(list(column)) for name, column in self.to_columns().items()}

    def table(self) -> Table:
        """Return the value as the table that a notebook shows: long ones with their ends only."""
        columns = self.to_columns()
        columns.pop("sentence", None)  # it stands above the table
        return table_of(type(self).__name__, columns)

    def __repr__(self) -> str:
        """Name the value in one short line."""
        arrays = _arrays(self)
        facts = [f"{len(next(iter(arrays.values())))} rows"] if arrays else []
        facts += [f"{name}={_short(value)}" for name, value in _facts(self).items()]
        line = f"{type(self).__name__}({', '.join(facts)})"
        return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 2]}…)"

    def _repr_html_(self) -> str:
        """Show the value in a notebook: what it says, and its table."""
        return table_html(self.table(), str(self))


def _facts(value: Any) -> dict[str, Any]:
    """Collect the fields of a value that fit into a cell: numbers, texts, and what shows itself."""
    plain = (str, int, float, np.integer, np.floating, Shown)
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return {name: item for name, item in fields.items() if isinstance(item, plain) and item != ""}


def _arrays(value: Any) -> dict[str, Any]:
    """Collect the fields of a value that are columns, if they have one length."""
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    found = {name: item for name, item in fields.items() if isinstance(item, np.ndarray) and item.ndim == 1}
    return found if len({len(item) for item in found.values()}) == 1 else {}


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else repr(value)


def table_of(title: str, columns: Mapping[str, Any]) -> Table:
    """Make a table of columns: of one row as facts below each other, of many rows with their ends only."""
    count = max((len(column) for column in columns.values()), default=0)
    if count == 1:
        facts = [(name.replace("_", " "), format_value(column[0])) for name, column in columns.items()]
        return Table(
            "facts", title, (Column("fact", "", align="left"), Column("value", "", align="left")), facts
        )
    half = MOST_ROWS // 2
    places = range(count) if count <= MOST_ROWS else (*range(half), *range(count - half, count))
    heads = [
        Column(name, name.replace("_", " "), align="right" if _is_numeric(column) else "left")
        for name, column in columns.items()
    ]
    rows = [[column[place] for column in columns.values()] for place in places]
    left = count - len(rows)
    return Table(
        "columns", title, heads, rows, notes=[f"{left:,} rows between them are left out."] if left else ()
    )


def _is_numeric(column: Any) -> bool:
    return np.asarray(column).dtype.kind in "bifu"
