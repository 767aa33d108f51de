"""A table as data, how numbers are worded in it, and data frames of whichever library the user has."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, replace
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from costcurves._ground.number_words import LARGE, MISSING, digits_after_point, format_value
from costcurves.errors import InputError, MissingExtraError, no_such, nth_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

#: Cells of a table that a notebook shows.
MOST_CELLS = 300
#: Frame libraries, in the order in which they are tried.
BACKENDS = ("pandas", "polars", "pyarrow")
#: Other names of them.
ALIASES = {"arrow": "pyarrow"}


def to_frame(columns: Mapping[str, Sequence[Any] | NDArray[Any]], backend: str | None = None) -> Any:
    """Data frame of the user's own library with the given columns.

    Parameters
    ----------
    columns : mapping of str to array-like
        Columns of equal length, in order.
    backend : {"pandas", "polars", "pyarrow"}, optional
        The library ("arrow" is another name of the last). By default the first of these that is installed.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame or pyarrow.Table

    Raises
    ------
    InputError
        If `backend` is none of the three.
    MissingExtraError
        If the library (by default: each of them) is not installed.
    """
    backend = ALIASES.get(backend, backend) if isinstance(backend, str) else backend
    if backend is not None and backend not in BACKENDS:
        raise no_such(backend, BACKENDS, what="backend")
    found = next((name for name in BACKENDS if backend in (None, name) and find_spec(name)), None)
    if found is None:
        needed = backend or "pandas, polars or pyarrow"
        raise MissingExtraError(
            f"a data frame needs {needed}, which is not installed",
            fix=f"use to_columns(), or pip install {backend or BACKENDS[0]}",
        )
    import narwhals.stable.v2 as nw

    data = {name: _column(values) for name, values in columns.items()}
    return nw.from_dict(data, backend=cast("Any", found)).to_native()


def _column(values: Sequence[Any] | NDArray[Any]) -> Any:
    """Make a column of any make one that all three libraries read alike."""
    if not hasattr(values, "dtype"):
        return list(values)
    # Arrow takes no arrays of texts, of Python objects or with strides; lists it takes.
    array = np.asarray(values)
    return array.tolist() if array.dtype.kind in "UO" else array.copy()


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    key : str
        Name in frames and JSON.
    title : str
        Heading for readers.
    align : str
        ``"right"`` (numbers) or ``"left"`` (texts).
    decimals : int, optional
        Fixed decimal places; by default `digits` significant digits.
    digits : int
        Significant digits.
    best : str, optional
        ``"high"`` or ``"low"``: which values are better; None: neither.
    least : float, optional
        Values below are written as "< least": p-values are never 0.
    hint : str
        What the column means, for tooltips and footnotes.

    Raises
    ------
    InputError
        If `align` or `best` is unknown.
    """

    key: str
    title: str
    _: KW_ONLY
    align: str = "right"
    decimals: int | None = None
    digits: int = 4
    best: str | None = None
    least: float | None = None
    hint: str = ""

    def __post_init__(self) -> None:
        for name, known in (("align", ("left", "right")), ("best", ("high", "low", None))):
            if (given := getattr(self, name)) not in known:
                raise no_such(given, known, what=name, where=f"column {self.key!r}")

    def words(self, values: Iterable[Any]) -> list[str]:
        """Word the values of this column, with equally many decimal places.

        Where `decimals` is not given, the largest value gets `digits` significant digits; a smaller one
        that this would change by more than a twentieth keeps its own.
        """
        values = list(values)
        decimals = self.decimals
        if decimals is None:
            sizes = [abs(float(v)) for v in values if isinstance(v, (float, np.floating))]
            sizes = [size for size in sizes if size and math.isfinite(size)]
            if sizes and max(sizes) < LARGE:
                decimals = digits_after_point(max(sizes), self.digits)
        found = []
        for value in values:
            text = format_value(value, decimals=decimals, digits=self.digits)
            if self.decimals is None and (_is_lost(value, decimals) or isinstance(value, (int, np.integer))):
                text = format_value(value, digits=self.digits)
            if self.least is not None and isinstance(value, float) and value < self.least:
                text = f"< {format_value(self.least, decimals=decimals, digits=self.digits)}"
            found.append(text)
        return found


def _is_lost(value: Any, decimals: int | None) -> bool:
    """Whether so few decimals would say another value: 1 for 0.54, or 0 for 0.0004."""
    if decimals is None or not isinstance(value, (float, np.floating)) or not math.isfinite(value):
        return False
    exact = float(value)
    return abs(round(exact, decimals) - exact) > abs(exact) / 20


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table as data: values, not texts.

    Parameters
    ----------
    key, title : str
        Short name, and what it shows.
    columns : sequence of Column
        Headings and formats.
    rows : sequence of sequences
        Values, one a column; None and NaN are missing.
    notes : sequence of str
        Remarks below the table.

    Raises
    ------
    InputError
        If two columns share a key or a row has not one value a column.
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    _: KW_ONLY
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        contents = {"columns": self.columns, "rows": map(tuple, self.rows), "notes": self.notes}
        for name, values in contents.items():
            object.__setattr__(self, name, tuple(values))
        where = f"table {self.key!r}"
        keys = [column.key for column in self.columns]
        if len(set(keys)) < len(keys):
            raise InputError("columns must have different keys", ", ".join(keys), where=where)
        for number, row in enumerate(self.rows):
            if len(row) != len(keys):
                raise InputError(
                    f"every row must have {len(keys)} values",
                    str(len(row)),
                    where=f"{where}, {nth_row(number)}",
                )

    def of(self, words: str) -> Self:
        """Return the table with what it is of at the end of its title, such as " on test"."""
        return replace(self, title=f"{self.title}{words}")

    def to_rows(self) -> list[list[str]]:
        """Return the rows as texts, worded by their columns."""
        columns = [column.words(row[i] for row in self.rows) for i, column in enumerate(self.columns)]
        return [[texts[row] for texts in columns] for row in range(len(self.rows))]

    def to_columns(self) -> dict[str, list[Any]]:
        """Return the values of every column, by its key."""
        return {column.key: [row[i] for row in self.rows] for i, column in enumerate(self.columns)}

    def best_rows(self) -> dict[str, frozenset[int]]:
        """Rows that hold the best value of each column that has a direction.

        Rows whose text equals that of the best are best too: a reader sees no difference. A column
        with fewer than two values names none.
        """
        found: dict[str, frozenset[int]] = {}
        for place, column in enumerate(self.columns):
            values = [row[place] for row in self.rows]
            texts = column.words(values)
            present = [i for i, text in enumerate(texts) if text != MISSING]
            if column.best is None or len(present) < 2:
                continue
            winner = (max if column.best == "high" else min)(present, key=values.__getitem__)
            found[column.key] = frozenset(i for i in present if texts[i] == texts[winner])
        return found

    def __str__(self) -> str:
        texts = [[column.title for column in self.columns], *self.to_rows()]
        widths = [max(len(row[place]) for row in texts) for place in range(len(self.columns))]
        lines = [
            "  ".join(
                text.ljust(width) if column.align == "left" else text.rjust(width)
                for text, width, column in zip(row, widths, self.columns, strict=True)
            ).rstrip()
            for row in texts
        ]
        return "\n".join([self.title, *lines, *self.notes])

    def _repr_html_(self) -> str:
        return table_html(self, self.title)

    def __repr__(self) -> str:
        return f"Table({self.title!r}, {len(self.rows)} × {len(self.columns)})"

    def to_json(self) -> dict[str, Any]:
        """Return the table ready for JSON: NaN as None, infinities as ``"inf"`` and ``"-inf"``."""
        keys = [column.key for column in self.columns]
        return {
            "key": self.key,
            "title": self.title,
            "columns": [
                {"key": c.key, "title": c.title, "best": c.best, "hint": c.hint} for c in self.columns
            ],
            "rows": [dict(zip(keys, map(plain_scalar, row), strict=True)) for row in self.rows],
            "notes": list(self.notes),
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the table as a data frame: see `costcurves.Evaluation.to_frame`.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library; by default the first that is installed.
        """
        return to_frame({key: _for_frame(values) for key, values in self.to_columns().items()}, backend)


def plain_scalar(value: Any) -> Any:
    """Turn a numpy number or an infinity into what JSON knows; NaN becomes null."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    return value


def _for_frame(values: list[Any]) -> list[Any] | NDArray[Any]:
    """Return a column of one type: numbers with gaps become floats with NaN."""
    present = [value for value in values if value is not None]
    numeric = all(isinstance(v, (int, float, np.number)) and not isinstance(v, bool) for v in present)
    if not present or not numeric:
        return values
    if len(present) == len(values) and all(isinstance(v, (int, np.integer)) for v in values):
        return np.array(values, dtype=np.int64)
    return np.array([math.nan if v is None else v for v in values], dtype=np.float64)


def table_html(table: Table, sentence: str) -> str:
    """Write a sentence and a table in HTML that takes the colours of the page around it, light or dark."""
    table = shown_rows(table)
    titles = [column.title for column in table.columns]
    head = f"<thead>{_html_row(table, 'th', titles)}</thead>" if any(titles) else ""
    rows = "".join(_html_row(table, "td", texts) for texts in table.to_rows())
    said = escape(sentence).replace("\n", "<br>")
    notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in table.notes)
    return (
        f'<div style="overflow-x:auto"><p>{said}</p>'
        f'<table style="border-collapse:collapse;background:none">{head}'
        f"<tbody>{rows}</tbody></table>{notes}</div>"
    )


def shown_rows(table: Table, most: int = MOST_CELLS) -> Table:
    """Keep the ends of a table of too many cells for a notebook, and say how many rows are left out."""
    kept = max(most // max(len(table.columns), 1), 2)
    if len(table.rows) <= kept:
        return table
    first, last = table.rows[: kept // 2], table.rows[len(table.rows) - kept // 2 :]
    left = len(table.rows) - len(first) - len(last)
    return replace(
        table, rows=(*first, *last), notes=(*table.notes, f"{left:,} rows between them are left out.")
    )


def _html_row(table: Table, tag: str, texts: Sequence[str]) -> str:
    style = "padding:0.15em 0.8em;border-bottom:1px solid rgba(128,128,128,0.35);text-align:"
    cells = [
        f'<{tag} style="{style}{column.align}">{escape(text)}</{tag}>'
        for column, text in zip(table.columns, texts, strict=True)
    ]
    return f"<tr>{''.join(cells)}</tr>"
