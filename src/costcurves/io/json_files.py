"""JSON files: objects by lines or as an array."""

from __future__ import annotations

import codecs
import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.errors import InputError
from costcurves.io import complaints
from costcurves.io.duckdb_engine import TextTable, connection, failures, first_line
from costcurves.io.literals import quoted
from costcurves.io.row_places import RowPlaces
from costcurves.io.table import Columns, named, naming_note, refuse_duplicates

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from costcurves.io.input_sources import Source

#: Rows that are looked at to find out what columns hold.
_SAMPLE = 200


def read_jsonl(source: Source) -> Columns:
    """Read JSON lines; keys that a line lacks are missing there, nested values are read as text."""
    return _read_objects(source, "jsonl", "newline_delimited")


def read_json(source: Source) -> Columns:
    """Read an array of JSON objects, or lines of them if it is none."""
    start = source.head(4096).decode("utf-8-sig", errors="ignore").lstrip()
    return _read_objects(source, "json", "array" if start.startswith("[") else "newline_delimited")


def _read_objects(source: Source, form: str, layout: str) -> Columns:
    source.refuse_nul()
    try:
        with _without_mark(source.path) as path, connection() as engine:
            objects = f"read_json_objects({quoted(str(path))}, format={quoted(layout)})"
            keys = _keys(engine, objects, source)
            names, given = named(keys)
            # Keys are asked for as JSON pointers, in which / and ~ are written ~1 and ~0.
            pointers = ["/" + name.replace("~", "~0").replace("/", "~1") for name in keys]
            asked = ", ".join(map(quoted, pointers))
            cells = ", ".join(f"v[{place + 1}] AS c{place}" for place in range(len(names)))
            values = f"SELECT json_extract_string(json, [{asked}]) AS v FROM {objects}"  # noqa: S608
            table = f"(SELECT {cells} FROM ({values}))"  # noqa: S608 - from literals
            sample = engine.execute(f"SELECT * FROM {table} LIMIT {_SAMPLE}").fetchall()  # noqa: S608
            columns, *_ = TextTable(engine, table, names).read(sample)
    except failures() as error:
        raise _explained_object(source, layout, error) from None
    notes = (*source.notes, *naming_note(given))
    found = Columns(tuple(columns), source.name, form, notes, given)
    # Objects may take several lines, or blank ones lie between them.
    is_by_line = layout == "newline_delimited" and source.lines() == found.rows
    return found.placed(RowPlaces("line" if is_by_line else "row", source=source.name))


@contextlib.contextmanager
def _without_mark(path: Path) -> Iterator[Path]:
    """Give a path to the text without its byte order mark, which older engines do not know in JSON."""
    with path.open("rb") as content, tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        if content.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
            yield path
            return
        plain = Path(folder, "table")
        with plain.open("wb") as copy:
            shutil.copyfileobj(content, copy)
        yield plain


def _keys(engine: duckdb.DuckDBPyConnection, objects: str, source: Source) -> tuple[str, ...]:
    """All keys, in the order in which they first occur."""
    found = engine.execute(
        f"SELECT json_type(json), json_keys(json), min(place) FROM "  # noqa: S608 - from literals
        f"(SELECT json, row_number() OVER () AS place FROM {objects}) GROUP BY ALL ORDER BY 3"
    ).fetchall()
    if not found:
        raise complaints.no_rows(source.name)
    keys: dict[str, None] = {}
    for kind, names, place in found:
        if kind != "OBJECT":
            wrong = 'a row is not a JSON object such as {"label": 1, "score": 0.7}'
            raise InputError(wrong, fix="write one object per row", where=f"{source.name}, row {place}")
        refuse_duplicates(names, source.name)
        keys |= dict.fromkeys(names)
    if not keys:
        raise complaints.no_rows(source.name)
    return tuple(keys)


def _explained_object(source: Source, layout: str, error: Exception) -> Exception:
    """Word what is wrong with JSON; the line is found anew, since the engine counts lines in its own way."""
    text = source.text()
    lines = text.split("\n") if layout == "newline_delimited" else ()
    for place, line in enumerate(lines, start=1):
        if line.strip() and (reason := _fault(line)):
            return complaints.bad_line(source.name, "JSON", place, reason)
    return complaints.damaged(source.name, "JSON", _fault(text) or first_line(error))


def _fault(text: str) -> str:
    """What is wrong with a JSON text; empty if nothing is."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error.msg.lower()} at character {error.colno}"
    except (ValueError, RecursionError):
        return "a number of too many digits, or lists in lists too deep"
    return ""
