"""A study of many data sets from a table: what its columns hold says which of them names the data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError, listed
from costcurves.inference.studies.study import Study
from costcurves.io.cell_faults import Wanted
from costcurves.io.fault_messages import refuse_faults
from costcurves.io.naming import other_meaning, words
from costcurves.io.reading import read
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from costcurves.io.file_column import FileColumn
    from costcurves.io.table import Columns

#: Last words of the names of columns of numbers that name data sets.
_NAMES = frozenset({"dataset", "datasets", "data", "set", "task", "problem"})


def read_study(path: str, better: str, *, thousands: str | None = None, decimal: str | None = None) -> Study:
    """Read a table of results: a row for each data set, a column for each algorithm.

    A column of texts names the data sets, wherever it stands; of numbers only one that is named like data
    sets or identifiers, or an index without a name. Without either, data sets are numbered.

    Raises
    ------
    InputError
        If there are fewer than two algorithms, several columns could name the data sets, or a cell is no
        number.
    """
    columns = read(path, thousands=thousands, decimal=decimal)
    named = _column_of_names(columns)
    others = [column for column in columns.columns if column is not named]
    if len(others) < 2:
        raise InputError(
            "a study must have a column of results for each of at least two algorithms",
            ", ".join(columns.names),
            where=path,
        )
    refuse_faults(Wanted(column, "the column") for column in others)
    table = np.column_stack([numbers(column, "the column") for column in others])
    rows = range(1, columns.rows + 1) if named is None else named.values.tolist()
    return Study(table, tuple(column.name for column in others), tuple(map(str, rows)), better=better)


def _column_of_names(columns: Columns) -> FileColumn | None:
    """The column that names the data sets; None where they have no names."""
    texts = [column for column in columns.columns if _is_text(column)]
    if len(texts) > 1:
        raise InputError(
            "one column must name the data sets",
            f"texts in {listed([column.name for column in texts])}",
            "leave out the others, or write numbers",
            where=columns.source,
        )
    if texts:
        return texts[0]
    first = columns.columns[0]
    if first.name in columns.nameless:
        return first
    return next((column for column in columns.columns if _is_named_so(column.name)), None)


def _is_text(column: FileColumn) -> bool:
    """Whether a column holds texts or dates."""
    present = len(column.values) - len(column.missing_rows)
    return (
        column.kind == "date"
        or (column.kind == "text" and 2 * column.numbers < present)
        or bool(column.remark)
    )


def _is_named_so(name: str) -> bool:
    """Whether a column of numbers is named like data sets or identifiers."""
    return other_meaning(name) == "an identifier" or (words(name) or [""])[-1] in _NAMES


def statement_of_study(study: Study, path: str) -> str:
    """Say what was read."""
    direction = "larger" if study.better == "high" else "smaller"
    names = ", ".join(study.algorithms)
    counted = f"{len(study)} data {'set' if len(study) == 1 else 'sets'}"
    return f"{path}: {counted}; {names}; {direction} results are better"
