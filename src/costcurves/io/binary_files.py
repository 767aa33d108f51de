"""Binary files, whose cells have types: Parquet, Arrow and Feather, workbooks in the xlsx format."""

from __future__ import annotations

import datetime as dt
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import CostCurvesError, MissingExtraError, listed, no_such
from costcurves.io import complaints
from costcurves.io.duckdb_engine import arrays, connection, failures, first_cell, first_line
from costcurves.io.file_column import FileColumn, Kind
from costcurves.io.kinds import BIG_WHOLE, from_values
from costcurves.io.literals import NUMBER, matches, quoted, sql_matches
from costcurves.io.row_places import RowPlaces
from costcurves.io.table import Columns, named, naming_note, refuse_duplicates
from costcurves.io.title_lines import note_above, rows_above

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from costcurves.io.input_sources import Source

#: Rows that are looked at to find the header.
_SAMPLE = 50
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
            columns = _columns(engine, table, names, [row[1] for row in described])
            found = Columns(tuple(columns), source.name, "parquet", source.notes)
            return found.placed(RowPlaces(source=source.name))
    except failures() as error:
        reason = first_line(error)
        if "magic" in reason or "too small" in reason:
            reason = "it is cut short"
        raise complaints.damaged(source.name, "Parquet", reason) from None


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
            is_number = sql_matches(f"c{place}::VARCHAR", NUMBER)
            count = first_cell(engine, f"SELECT count_if({is_number}) FROM {table}")  # noqa: S608
            column = FileColumn(names[place], "text", *_filled(values, mask), numbers=count)
        elif _BIG_WHOLE.fullmatch(types[place]):
            nulls = first_cell(engine, f"SELECT count(*) - count(c{place}) FROM {table}")  # noqa: S608
            if len(column.missing_rows) > nulls:
                text = _filled(*arrays(engine, [f"c{place}::VARCHAR"], table)[0])
                column = FileColumn(names[place], "text", *text, numbers=len(values), remark=BIG_WHOLE)
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


def _filled(values: np.ndarray, missing: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """Texts with "" at missing cells."""
    return (values if missing is None else np.where(missing, "", values)), missing


def read_arrow(source: Source) -> Columns:
    """Read an Arrow IPC file or stream, or a Feather file.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import feather
    except ImportError:
        raise MissingExtraError.for_extra(
            "reading Arrow files", "pyarrow", extra="arrow", instead="save the table as Parquet or CSV"
        ) from None
    try:
        if source.head(4) == b"FEA1" or source.head(6) == b"ARROW1":
            table = feather.read_table(source.path, memory_map=False)
        else:
            table = pa.ipc.open_stream(source.path.read_bytes()).read_all()
        # What lies beyond the buffers of a damaged file would be read, too.
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise complaints.damaged(source.name, "Arrow", first_line(error)) from None
    refuse_duplicates(table.column_names, source.name)
    columns = [
        _arrow_column(name, part) for name, part in zip(table.column_names, table.columns, strict=True)
    ]
    found = Columns(tuple(columns), source.name, "arrow", source.notes)
    return found.placed(RowPlaces(source=source.name))


def _arrow_column(name: str, chunks: Any) -> FileColumn:
    import pyarrow as pa

    column = chunks.combine_chunks() if isinstance(chunks, pa.ChunkedArray) else chunks
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    missing = np.asarray(column.is_null().to_numpy(zero_copy_only=False))
    remark = ""
    if pa.types.is_integer(kind) or (pa.types.is_decimal(kind) and not kind.scale):
        try:
            whole = column.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
            return FileColumn(name, "int", whole, missing)
        except pa.ArrowInvalid:
            remark = BIG_WHOLE
    if pa.types.is_floating(kind) or pa.types.is_null(kind):
        floats = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
        return FileColumn(name, "float", floats, missing)
    if pa.types.is_decimal(kind) and not remark:
        floats = np.array([np.nan if v is None else float(v) for v in column.to_pylist()])
        return FileColumn(name, "float", floats, missing)
    if pa.types.is_boolean(kind):
        return FileColumn(name, "bool", column.fill_null(False).to_numpy(zero_copy_only=False), missing)  # noqa: FBT003
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        dates = column.cast(pa.timestamp("us")).to_numpy(zero_copy_only=False)
        return FileColumn(name, "date", dates.astype("datetime64[us]"), missing)
    texts = ["" if value is None else str(value) for value in column.to_pylist()]
    numbers = sum(matches(text, NUMBER) for text in texts)
    return FileColumn(name, "text", np.array(texts, dtype=object), missing, numbers, remark)


def read_xlsx(source: Source) -> Columns:
    """Read the first sheet of a workbook that has cells; formulas count by their last value.

    Raises
    ------
    MissingExtraError
        If openpyxl is not installed.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise MissingExtraError.for_extra(
            "reading xlsx files", "openpyxl", extra="xlsx", instead="save the sheet as CSV"
        ) from None
    notes = list(source.notes)
    try:
        with warnings.catch_warnings(), source.path.open("rb") as file:
            warnings.simplefilter("ignore")  # of styles and drawings, which are not read
            book = load_workbook(file, read_only=True, data_only=True)
            title, numbered, others = _chosen_sheet(book, source)
            if others:
                notes.append(f"sheet {title!r} of {len(others) + 1}; --sheet reads {listed(others)}")
    except CostCurvesError:
        raise
    except Exception:  # noqa: BLE001 - openpyxl raises whatever its parts do: of zlib, XML, numbers, names
        raise complaints.damaged(source.name, "xlsx", "it is cut short or broken") from None
    rows = list(numbered.values())
    above = rows_above([["" if cell is None else str(cell) for cell in row] for row in rows[:_SAMPLE]])
    above = above if source.skip is None else 0
    notes += note_above([["" if cell is None else str(cell) for cell in row] for row in rows[:above]])
    header, *body = rows[above:]
    if not body:
        raise complaints.no_rows(source.name)
    if not any(isinstance(name, str) for name in header):
        raise complaints.no_header(source.name, [str(name) for name in header if name is not None])
    names, given = named(["" if name is None else str(name) for name in header])
    columns = tuple(
        from_values(name, cells) for name, cells in zip(names, zip(*body, strict=True), strict=True)
    )
    found = Columns(columns, source.name, "xlsx", (*notes, *naming_note(given)), given)
    places = np.array(list(numbered)[above + 1 :])
    return found.placed(RowPlaces(each=places, source=f"{source.name}, sheet {title!r}"))


def _chosen_sheet(book: Any, source: Source) -> tuple[str, dict[int, list[Any]], list[str]]:
    """The sheet that is asked for, else the first that holds a table, or a cell; its rows, the others."""
    sheets = {sheet.title: sheet for sheet in book.worksheets}
    if source.sheet is not None and source.sheet not in sheets:
        raise no_such(source.sheet, sheets, what="sheet", where=source.name, other="the sheets are")
    found: dict[str, dict[int, list[Any]]] = {}
    wide = []
    for name in sheets if source.sheet is None else [source.sheet]:
        rows = found[name] = _rows(sheets[name], source.skip or 0)
        if len(rows) > 1 and len(next(iter(rows.values()))) > 1:
            wide.append(name)
            break
    chosen = next(iter(wide or [name for name, rows in found.items() if rows]), None)
    if chosen is None:
        raise complaints.empty_file(source.name)
    return chosen, found[chosen], [name for name in sheets if name != chosen]


def _rows(sheet: Any, skip: int = 0) -> dict[int, list[Any]]:
    """The rows of a sheet that have cells by their number, as wide as its last column that has one."""
    cells = sheet.iter_rows(min_row=skip + 1, values_only=True)
    numbered = {place: [_value(cell) for cell in row] for place, row in enumerate(cells, start=skip + 1)}
    rows = {place: row for place, row in numbered.items() if any(cell is not None for cell in row)}
    width = max(map(_width, rows.values()), default=0)
    return {place: row[:width] + [None] * (width - len(row)) for place, row in rows.items()}


def _width(row: Sequence[Any]) -> int:
    """The place behind the last cell of a row that is not empty."""
    return max(place for place, cell in enumerate(row, start=1) if cell is not None)


def _value(cell: Any) -> Any:
    """A cell as one of the types that columns know."""
    if isinstance(cell, dt.datetime | dt.date):
        return np.datetime64(cell, "us")
    return cell if cell is None or isinstance(cell, bool | int | float) else str(cell)
