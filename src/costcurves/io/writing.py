"""Writing tables: CSV, TSV, JSON lines or Parquet, whole or not at all."""

from __future__ import annotations

import contextlib
import csv
import os
import shutil
import sys
import tempfile
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError, no_such, not_written
from costcurves.io import complaints
from costcurves.io.duckdb_engine import connection, failures, first_cell, first_line
from costcurves.io.literals import quoted
from costcurves.io.table import Columns, refuse_duplicates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import duckdb

    from costcurves.io.file_column import FileColumn

#: Formats that can be written, with the endings that mean them; other endings mean CSV.
FORMATS: dict[str, tuple[str, ...]] = {
    "csv": (".csv", ".txt"),
    "tsv": (".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet", ".pq"),
}


def write(
    path: str | os.PathLike[str],
    table: Columns | Mapping[str, Any],
    *,
    format: str | None = None,  # noqa: A002 - the word users know
) -> tuple[str, ...]:
    """Write a table into a file, or to standard output if the path is "-".

    The file appears when it is complete; until then one that was there stays as it is. Numbers are written
    in the fewest digits that give them back exactly. Missing cells are empty (null in JSON), infinities
    inf and -inf (text in JSON). Text is written as it is, also where a spreadsheet would take it for a
    formula: changing it would falsify the data, so a note says which columns hold such text.

    Parameters
    ----------
    path : path-like
    table : Columns, or mapping of str to array_like
        Columns of equal length; masked cells, None and NaN are missing.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        Else what the ending says, or CSV.

    Returns
    -------
    tuple of str
        What the user should be told.

    Raises
    ------
    InputError
        If names repeat, if the format is unknown, or if the file cannot be written.
    """
    destination = os.fspath(path)
    arrays = _arrays_of(table)
    suffix = Path(destination).suffix.lower()
    form = format or next((key for key, endings in FORMATS.items() if suffix in endings), "csv")
    if form not in FORMATS:
        raise no_such(form, list(FORMATS), what="format")
    delimiter = {"csv": ",", "tsv": "\t"}.get(form)
    # Only CSV can have names that differ in nothing but case: the engine would rename them.
    refuse_duplicates(list(arrays) if delimiter else [name.lower() for name in arrays], destination)
    if len({len(array) for array in arrays.values()}) > 1:
        lengths = ", ".join(f"{len(array)} in {name!r}" for name, array in list(arrays.items())[:6])
        fix = "write one value per row and column"
        raise InputError("columns must have equal length", lengths, fix, where=destination)
    with _replacing(destination) as part, connection() as engine:
        _register(engine, arrays.values())
        if delimiter is None:
            engine.execute(_copy(form, arrays, part))
            return ()
        _write_delimited(engine, list(arrays), part, delimiter)
        return tuple(_formulas(engine, arrays))


def _arrays_of(table: Columns | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(table, Columns):
        return {column.name: _masked(column) for column in table.columns}
    arrays = {}
    for name, values in table.items():
        array = values if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
        arrays[name] = array.astype(object) if array.dtype.kind == "U" else array
    return arrays


def _masked(column: FileColumn) -> Any:
    """The array of a column; what said NA in the file says so again, what was empty is empty again."""
    if column.missing is None:
        return column.values
    if column.kind == "text":
        return np.where(column.missing & (column.values == ""), np.array(None), column.values)
    return np.ma.MaskedArray(column.values, column.missing)


def _register(engine: duckdb.DuckDBPyConnection, arrays: Iterable[Any]) -> None:
    """Make the arrays the table "written" with columns c0, c1, …; older engines would overlook masks."""
    parts, cells = {}, []
    for place, array in enumerate(arrays):
        parts[f"v{place}"] = np.ma.getdata(array)
        if np.ma.is_masked(array):
            parts[f"m{place}"] = np.ma.getmaskarray(array)
            cells.append(f"CASE WHEN NOT m{place} THEN v{place} END AS c{place}")
        else:
            cells.append(f"v{place} AS c{place}")
    engine.register("parts", parts)
    engine.execute(f"CREATE VIEW written AS SELECT {', '.join(cells)} FROM parts")  # noqa: S608 - from literals


def _write_delimited(
    engine: duckdb.DuckDBPyConnection, names: Sequence[str], part: Path, delimiter: str
) -> None:
    """Write the header, then the rows: the engine would rename columns that differ in case only."""
    rows = part.with_suffix(".rows")
    try:
        options = f"FORMAT csv, DELIM {quoted(delimiter)}, HEADER false"
        engine.execute(f"COPY written TO {quoted(str(rows))} ({options})")
        with part.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, delimiter=delimiter, lineterminator="\n").writerow(names)
        with part.open("ab") as file, rows.open("rb") as content:
            shutil.copyfileobj(content, file)
    finally:
        rows.unlink(missing_ok=True)


def _copy(form: str, arrays: Mapping[str, Any], part: Path) -> str:
    """SQL that writes the table as JSON lines or Parquet; JSON knows no infinities."""
    cells = []
    for place, (name, array) in enumerate(arrays.items()):
        cell, called = f"c{place}", name.replace('"', '""')
        if form == "jsonl" and array.dtype.kind == "f":
            cell = f"CASE WHEN isinf({cell}) THEN to_json({cell}::VARCHAR) ELSE to_json({cell}) END"
        cells.append(f'{cell} AS "{called}"')
    options = "FORMAT json" if form == "jsonl" else "FORMAT parquet"
    return f"COPY (SELECT {', '.join(cells)} FROM written) TO {quoted(str(part))} ({options})"  # noqa: S608 - from literals


def _formulas(engine: duckdb.DuckDBPyConnection, arrays: Mapping[str, Any]) -> Iterator[str]:
    """Say which columns hold text that spreadsheets run."""
    for place, (name, array) in enumerate(arrays.items()):
        if array.dtype.kind == "O":
            cell = f"c{place}::VARCHAR"
            starts = f"left({cell}, 1) IN ('=', '+', '-', '@')"
            runs = f"{starts} AND strlen({cell}) > 1 AND TRY_CAST({cell} AS DOUBLE) IS NULL"
            count = first_cell(engine, f"SELECT count_if({runs}) FROM written")  # noqa: S608 - from literals
            if count:
                yield (
                    f"{count} cells of {name!r} begin with = + - or @; a spreadsheet may run them as formulas"
                )


@contextlib.contextmanager
def _replacing(destination: str) -> Iterator[Path]:
    """Give a path to write to, and put what was written in its place in the end."""
    # A link stays a link; the file that it names is replaced.
    final = Path(destination).resolve()
    if final.is_dir():
        raise complaints.not_a_file(destination)
    try:
        if destination == "-" or (final.exists() and not final.is_file()):
            with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
                part = Path(folder, "table")
                yield part
                _pour(part, destination)
            return
        part = final.with_name(f".{uuid.uuid4().hex}.part")
        try:
            part.touch()  # says whether it can be written, in the words of the system
            yield part
            if final.exists():
                shutil.copymode(final, part)
            part.replace(final)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, failures()) as error:
        reason = error.strerror or "it cannot be written" if isinstance(error, OSError) else first_line(error)
        raise not_written(destination, reason) from None


def _pour(part: Path, destination: str) -> None:
    """Copy a file into standard output or a device."""
    with part.open("rb") as content, contextlib.ExitStack() as left:
        device = sys.stdout.buffer if destination == "-" else left.enter_context(Path(destination).open("wb"))
        shutil.copyfileobj(content, device)
        device.flush()
