"""Parquet files, whose columns have types."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import numpy as np

from costcurves.io import complaints
from costcurves.io.engine import arrays, connection, failures, first_line
from costcurves.io.kinds import BIG_WHOLE
from costcurves.io.literals import NUMBER, quoted, sql_matches
from costcurves.io.table import Columns, FileColumn, refuse_duplicates

if TYPE_CHECKING:
    import duckdb

    from costcurves.io.sources import Source
    from costcurves.io.table import Kind

_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")
#: Types of whole numbers that may not fit 64 bits.
_BIG_WHOLE = re.compile(r"U?HUGEINT|UBIGINT|DECIMAL\(\d+,0\)")


def read_parquet(source: Source) -> Columns:
    """Read a Parquet file; decimals become the nearest float64, nested columns their text."""
    try:
        with connection() as engine:
            names = _names(engine, source)
            refuse_duplicates(names, source.name)
            # Columns are called by their place: the engine takes names that differ in case for the same.
            places = ", ".join(f"c{place}" for place in range(len(names)))
            table = f"read_parquet({quoted(str(source.path))}, hive_partitioning=false) AS t({places})"
            described = engine.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()  # noqa: S608 - from literals
            return Columns(tuple(_columns(engine, table, names, [row[1] for row in described])), source.name,
                           "parquet", source.notes)  # fmt: skip
    except failures() as error:
        reason = first_line(error)
        is_short = "magic" in reason or "too small" in reason
        raise complaints.damaged(
            source.name, "Parquet", "a file that is cut short" if is_short else reason
        ) from None


def _names(engine: duckdb.DuckDBPyConnection, source: Source) -> tuple[str, ...]:
    """The names of the columns as the file has them; the engine renames doubles."""
    path = quoted(str(source.path))
    schema = engine.execute(f"SELECT name, num_children FROM parquet_schema({path})").fetchall()  # noqa: S608
    names = []
    left = iter(schema)
    for _ in range(next(left)[1] or 0):
        name, children = next(left)
        names.append(name)
        # The parts of a nested column follow it, depth first.
        open_parts = children or 0
        while open_parts:
            open_parts += (next(left)[1] or 0) - 1
    return tuple(names)


def _columns(
    engine: duckdb.DuckDBPyConnection, table: str, names: tuple[str, ...], types: list[str]
) -> list[FileColumn]:
    """Read every column by its type, in one pass."""
    plans = [_plan(f"c{place}", kind) for place, kind in enumerate(types)]
    found = arrays(engine, [select for _, select in plans], table)
    columns = []
    for place, ((kind, _), (values, mask)) in enumerate(zip(plans, found, strict=True)):
        column = FileColumn(names[place], kind, values, mask)
        if kind == "text":
            column = _text(engine, table, place, column)
        elif _BIG_WHOLE.fullmatch(types[place]) and len(column.missing_rows) > _nulls(engine, table, place):
            text = arrays(engine, [f"c{place}::VARCHAR"], table)[0]
            column = FileColumn(names[place], "text", *_filled(*text), numbers=len(values), remark=BIG_WHOLE)
        columns.append(column)
    return columns


def _plan(cell: str, kind: str) -> tuple[Kind, str]:
    """What a column of some type is read as, and the SQL for it."""
    if kind in _WHOLE or _BIG_WHOLE.fullmatch(kind):
        return "int", f"TRY_CAST({cell} AS BIGINT)"
    if kind in {"FLOAT", "DOUBLE", '"NULL"'}:
        return "float", f"{cell}::DOUBLE"
    if kind.startswith("DECIMAL"):
        # By way of text: dividing by a power of ten rounds twice.
        return "float", f"{cell}::VARCHAR::DOUBLE"
    if kind == "BOOLEAN":
        return "bool", cell
    if kind == "TIMESTAMP WITH TIME ZONE":
        # In UTC, whatever the time zone of the machine.
        return "date", f"make_timestamp(epoch_us({cell}))"
    if kind == "DATE" or kind.startswith("TIMESTAMP"):
        return "date", f"{cell}::TIMESTAMP"
    return "text", f"{cell}::VARCHAR"


def _nulls(engine: duckdb.DuckDBPyConnection, table: str, place: int) -> int:
    """How many cells of a column are empty in the file."""
    found = engine.execute(f"SELECT count(*) - count(c{place}) FROM {table}").fetchone()  # noqa: S608
    return int(found[0]) if found else 0


def _text(engine: duckdb.DuckDBPyConnection, table: str, place: int, column: FileColumn) -> FileColumn:
    """A column of text without holes, and how many of its cells read as numbers."""
    test = sql_matches(f"c{place}::VARCHAR", NUMBER)
    found = engine.execute(f"SELECT count_if({test}) FROM {table}").fetchone()  # noqa: S608 - from literals
    values, missing = _filled(column.values, column.missing)
    return dataclasses.replace(column, values=values, missing=missing, numbers=int(found[0]) if found else 0)


def _filled(values: np.ndarray, missing: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """Texts with "" at missing cells."""
    return (values if missing is None else np.where(missing, "", values)), missing
