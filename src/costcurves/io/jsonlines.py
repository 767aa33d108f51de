"""JSON: one object a line, or one array of objects."""

from __future__ import annotations

import codecs
import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.io import complaints
from costcurves.io.engine import TextTable, connection, failures, first_line
from costcurves.io.literals import quoted
from costcurves.io.table import Columns, named, refuse_duplicates

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

    from costcurves.io.sources import Source

_SAMPLE = 200


def read_jsonl(source: Source) -> Columns:
    """Read JSON lines; keys that a line lacks are missing there, nested values are read as text."""
    return _read(source, "jsonl", "newline_delimited")


def read_json(source: Source) -> Columns:
    """Read an array of JSON objects, or lines of them if it is none."""
    start = source.head(4096).decode("utf-8-sig", errors="ignore").lstrip()
    return _read(source, "json", "array" if start.startswith("[") else "newline_delimited")


def _read(source: Source, form: str, layout: str) -> Columns:
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
            columns, _ = TextTable(engine, table, names).read(sample)
    except failures() as error:
        raise _explained(source, layout, error) from None
    return Columns(tuple(columns), source.name, form, (*source.notes, *given))


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
            raise complaints.not_an_object(source.name, place)
        refuse_duplicates(names, source.name)
        keys |= dict.fromkeys(names)
    if not keys:
        raise complaints.no_rows(source.name)
    return tuple(keys)


def _explained(source: Source, layout: str, error: Exception) -> Exception:
    """Word what is wrong with JSON; the line is found anew, since the engine counts lines in its own way."""
    text = source.text()
    if layout == "newline_delimited":
        for place, line in enumerate(text.split("\n"), start=1):
            reason = _fault(line) if line.strip() else ""
            if reason:
                return complaints.bad_line(source.name, "JSON", place, reason)
    reason = _fault(text)
    return complaints.damaged(source.name, "JSON", reason or first_line(error))


def _fault(text: str) -> str:
    """What is wrong with a JSON text; empty if nothing is."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error.msg.lower()} at character {error.colno}"
    return ""
