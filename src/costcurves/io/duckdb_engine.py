"""The embedded engine that reads and writes files, and tables of text read by it as what they hold.

One connection per file, no network, no globbing.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.io import literals
from costcurves.io.file_column import FileColumn, Kind
from costcurves.io.kinds import BIG_WHOLE, Evidence, evidence, loss
from costcurves.io.number_marks import Marks, marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import duckdb
    from numpy.typing import NDArray

# Nothing is fetched from a network, no Python variable is taken for a table, and rows keep their order.
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "preserve_insertion_order": "true",
    "python_enable_replacements": "false",
    "temp_directory": "",
}


@contextlib.contextmanager
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an engine in memory and close it in the end."""
    import duckdb

    with duckdb.connect(":memory:", config=SETTINGS) as engine:
        engine.execute("SET enable_progress_bar = false")
        yield engine


def failures() -> type[Exception]:
    """Whatever the engine raises."""
    import duckdb

    return duckdb.Error


def first_line(error: Exception) -> str:
    """The first sentence of an engine's message, without its kind and without advice."""
    line = next(iter(str(error).strip().splitlines()), "")
    kind, _, rest = line.partition(": ")
    return (rest if kind.endswith("Error") else line)[:200].strip(" .:") or "content that cannot be read"


def arrays(
    engine: duckdb.DuckDBPyConnection, select: list[str], source: str
) -> list[tuple[NDArray[Any], NDArray[np.bool_] | None]]:
    """Values and missing cells of each selected expression, in row order."""
    named = ", ".join(f"{expression} AS v{place}" for place, expression in enumerate(select))
    found = engine.execute(f"SELECT {named} FROM {source}").fetchnumpy()  # noqa: S608 - built from literals
    return [split(found[f"v{place}"]) for place in range(len(select))]


def first_cell(engine: duckdb.DuckDBPyConnection, query: str) -> int:
    """The count in the first cell of an answer; 0 where nothing was counted."""
    found = engine.execute(query).fetchone()
    return int(found[0] or 0) if found else 0


def split(values: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Part the engine's masked arrays into values and mask."""
    mask = np.ma.getmask(values)
    return np.asarray(np.ma.getdata(values)), None if mask is np.ma.nomask else np.asarray(mask)


#: Ways to read a column, with the SQL for its values; "plain" and "few" are the fast ones that may not fit.
_WAYS: dict[str, tuple[Kind, Callable[[str], str]]] = {
    "plain": ("int", literals.sql_plain_whole),
    "whole": ("int", literals.sql_whole),
    "number": ("float", literals.sql_number),
    "comma": ("float", literals.sql_comma_number),
    "truth": ("bool", literals.sql_truth),
    "text": ("text", "coalesce({}, '')".format),
}
#: Up to so many different texts of so many letters in the sample, a column is read as places in their list.
_FEW, _SHORT = 64, 4096


@dataclasses.dataclass(frozen=True, slots=True)
class ColumnPlan:
    """A way to read a column; for "few", with the texts that it may hold."""

    way: str
    choices: tuple[str, ...] = ()

    def select(self, cell: str) -> list[str]:
        """SQL for the values of a column, and for text also for its missing cells."""
        if self.way == "few":
            return [literals.sql_place(cell, self.choices)]
        missing = [literals.sql_missing(cell, number=False)] if self.way == "text" else []
        return [_WAYS[self.way][1](cell), *missing]

    def column(self, name: str, found: list[tuple[Any, Any]]) -> FileColumn | None:
        """The column of what was selected; None if a text was not among the few."""
        values, mask = found[0]
        if self.way == "few":
            if mask is not None and mask.any():
                return None
            missing = np.array([literals.is_missing(text, number=False) for text in self.choices])
            return FileColumn(name, "text", np.array(self.choices, dtype=object)[values], missing[values])
        return FileColumn(name, _WAYS[self.way][0], values, found[1][0] if self.way == "text" else mask)


@dataclasses.dataclass(frozen=True, slots=True)
class TextTable:
    """A table in the engine all of whose columns are text.

    Attributes
    ----------
    engine : duckdb connection
    source : str
        SQL of the table; its columns are called c0, c1, …
    names : tuple of str
        What they are called in the file.
    commas : bool
        Whether its numbers may have decimal commas.
    marks : Marks or None
        What is known of the marks in its numbers; None where they are not to be looked at.
    """

    engine: duckdb.DuckDBPyConnection
    source: str
    names: tuple[str, ...]
    commas: bool = False
    marks: Marks | None = None

    def read(self, sample: Sequence[Sequence[str | None]]) -> tuple[list[FileColumn], list[str], list[str]]:
        """Read every column as what all of its cells hold.

        The sample says what to try, and one pass tries it on all columns. Only columns in which a cell
        did not fit are counted through and, if they turn out to be something else, read again.

        Parameters
        ----------
        sample : sequence of rows
            Some first rows.

        Returns
        -------
        columns : list of FileColumn
        commas : list of str
            The names of the columns that had decimal commas.
        notes : list of str
            What was decided of other marks.
        """
        if self.commas and _has_points(sample):
            return dataclasses.replace(self, commas=False).read(sample)
        plans = self._plans(sample)
        columns = self._fetch(plans)
        again = {place: ColumnPlan("text") for place, column in columns.items() if column is None}
        counts = self._count(
            [p for p in range(len(self.names)) if p not in again and not _fits(columns.get(p))]
        )
        for place, found in counts.items():
            column = columns.get(place)
            plan = ColumnPlan(self._way(found.kind))
            if (
                column is None
                or column.kind != _WAYS[plan.way][0]
                or len(column.missing_rows) != found.missing
            ):
                again[place] = plan
        plans |= again
        columns |= self._fetch(again)
        done = [self._settled(place, columns[place], counts.get(place)) for place in range(len(self.names))]
        commas = [self.names[place] for place, plan in plans.items() if plan.way == "comma"]
        if self.marks is None:
            return done, commas, []
        new = []
        for place, column in enumerate(done):
            decimal = "," if column.name in commas else "."
            head = [row[place] or "" for row in sample if place < len(row)]
            read = functools.partial(self._cells, place)
            new.append(marked(column, head, read, self.marks, decimal))
        same = [old.name for old, one in zip(done, new, strict=True) if one.column is old]
        notes = [one.note for one in new if one.note]
        return [one.column for one in new], [name for name in commas if name in same], notes

    def _plans(self, sample: Sequence[Sequence[str | None]]) -> dict[int, ColumnPlan]:
        """What to try for each column; nothing where the sample disagrees with itself."""
        plans = {}
        for place in range(len(self.names)):
            cells = [row[place] for row in sample if place < len(row)]
            found = evidence(cells)
            choices = tuple(sorted({cell or "" for cell in cells}))
            if found.kind == "text":
                # Numbers among text may be text among numbers: count before reading.
                if not found.numbers:
                    is_few = len(choices) <= _FEW and sum(map(len, choices)) <= _SHORT
                    plans[place] = ColumnPlan("few", choices) if is_few else ColumnPlan("text")
            elif self._way(found.kind) == found.kind:
                plans[place] = ColumnPlan("plain" if found.kind == "whole" else found.kind)
        return plans

    def _way(self, kind: str) -> str:
        """How to read what the cells are; numbers with leading zeros and undue commas are text."""
        return "text" if kind == "padded" or (kind == "comma" and not self.commas) else kind

    def _fetch(self, plans: dict[int, ColumnPlan]) -> dict[int, FileColumn | None]:
        """Read columns by their plans, in one pass; cells that do not fit are missing."""
        select = {place: plan.select(f"c{place}") for place, plan in plans.items()}
        found = iter(arrays(self.engine, [*itertools.chain(*select.values())], self.source) if select else [])
        parts = {place: [next(found) for _ in select[place]] for place in plans}
        return {place: plan.column(self.names[place], parts[place]) for place, plan in plans.items()}

    def _count(self, places: Sequence[int]) -> dict[int, Evidence]:
        """Count in one pass what the cells of some columns read as."""
        tests = []
        for cell in (f"c{place}" for place in places):
            missing = literals.sql_missing(cell, number=True)
            is_a = [literals.sql_matches(cell, pattern) for pattern in literals.KINDS.values()]
            tests += [missing, *(f"NOT {missing} AND {test}" for test in is_a)]
        if not tests:
            return {}
        counts = ", ".join(f"count_if({test})" for test in tests)
        found = self.engine.execute(f"SELECT count(*), {counts} FROM {self.source}").fetchone()  # noqa: S608
        rows, *rest = found or (0,) * (len(tests) + 1)
        counted = (count or 0 for count in rest)  # of no rows, the engine counts nothing
        return {
            place: Evidence(rows, next(counted), {kind: next(counted) for kind in literals.KINDS})
            for place in places
        }

    def _settled(self, place: int, column: FileColumn | None, found: Evidence | None) -> FileColumn:
        """A column with what counting has shown; as text if numbers in it would be lost."""
        assert column is not None, "every column was read in the end"
        if column.kind == "float":
            remark, row = loss(column.values, lambda: self._text(place, "", 0).values)
            if not remark:
                return column
            numbers = len(column.values) - len(column.missing_rows)
            return dataclasses.replace(self._text(place, remark, numbers), remark_row=row)
        if found is not None and column.kind == "int" and len(column.missing_rows) > found.missing:
            return self._text(place, BIG_WHOLE, found.numbers)
        if found is not None and column.kind == "text":
            return dataclasses.replace(column, numbers=found.numbers, remark=found.remark)
        return column

    def _cells(self, place: int) -> NDArray[Any]:
        """The cells of a column as written."""
        return self._text(place, "", 0).values

    def _text(self, place: int, remark: str, numbers: int) -> FileColumn:
        """A column of numbers left as text."""
        column = self._fetch({place: ColumnPlan("text")})[place]
        assert column is not None, "text always fits"
        return dataclasses.replace(column, numbers=numbers, remark=remark)


def _fits(column: FileColumn | None) -> bool:
    """Whether every cell was what it was taken for."""
    return column is not None and (column.kind == "text" or column.missing is None)


def _has_points(sample: Sequence[Sequence[str | None]]) -> bool:
    """Whether some column of a sample holds numbers with decimal points."""
    for cells in zip(*sample, strict=False):
        found = evidence(cells)
        if found.kind == "number" and any("." in cell for cell in cells if cell and cell.strip() != "."):
            return True
    return False
