"""CSV, TSV and other text with separators."""

from __future__ import annotations

import csv
import itertools
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.io import complaints
from costcurves.io.engine import connection, failures, first_line
from costcurves.io.literals import quoted
from costcurves.io.sniffing import SEPARATORS, sniff
from costcurves.io.table import Columns
from costcurves.io.typed import TextTable

if TYPE_CHECKING:
    from costcurves.errors import InputError
    from costcurves.io.sniffing import Dialect
    from costcurves.io.sources import Source
    from costcurves.io.table import FileColumn

_FAULT = re.compile(r"Expected Number of Columns|unterminated quote")


def read_csv(source: Source) -> Columns:
    """Read a delimited file; its separator is found out."""
    return _read(source, "csv", sniff(source))


def read_tsv(source: Source) -> Columns:
    """Read a file separated by tabs."""
    return _read(source, "tsv", sniff(source, "\t"))


def _read(source: Source, form: str, dialect: Dialect) -> Columns:
    """Read a file of a known dialect."""
    source.refuse_nul()
    notes = [*source.notes]
    if dialect.delimiter != {"csv": ",", "tsv": "\t"}[form] and len(dialect.names) > 1:
        notes.append(f"separated by {SEPARATORS.get(dialect.delimiter, repr(dialect.delimiter))}")
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        path = source.path
        is_mixed = source.has_mixed_ends()
        if is_mixed or dialect.before:
            path = _evened(source, Path(folder, "even"), dialect.before)
        if is_mixed:
            notes.append("lines end in several ways")
        try:
            columns, commas = _in_any_order(path, dialect)
        except failures() as error:
            raise _explained(source, dialect, error) from None
    if commas:
        notes.append(f"decimal commas in {', '.join(commas)}")
    return Columns(tuple(columns), source.name, form, (*notes, *dialect.notes))


def _evened(source: Source, even: Path, before: int) -> Path:
    r"""Copy a text from its header on, with every line ending in \n.

    Left to itself, the engine loses rows where lines to be skipped end in different ways.
    """
    try:
        with source.path.open(encoding="utf-8-sig", newline=None) as text, even.open("wb") as copy:
            copy.writelines(line.encode() for line in itertools.islice(text, before, None))
    except UnicodeDecodeError:
        raise source.not_utf8() from None
    return even


def _in_any_order(path: Path, dialect: Dialect) -> tuple[list[FileColumn], list[str]]:
    """Read a file on several threads or, where the engine cannot, on one."""
    try:
        return _from_engine(path, dialect, parallel=True)
    except failures() as error:
        # Line breaks inside quotes can keep a thread from seeing where its part begins.
        if "Parallel CSV Reader" not in str(error):
            raise
    return _from_engine(path, dialect, parallel=False)


def _from_engine(path: Path, dialect: Dialect, *, parallel: bool) -> tuple[list[FileColumn], list[str]]:
    """Read a file; nothing about it is left to the engine to find out."""
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(len(dialect.names)))
    scan = (
        f"read_csv({quoted(str(path))}, auto_detect=false, header=true, parallel={parallel}, "
        f"delim={quoted(dialect.delimiter)}, quote='\"', escape='\"', comment='', strict_mode=true, "
        f"hive_partitioning=false, columns={{{columns}}})"
    )
    with connection() as engine:
        return TextTable(engine, scan, dialect.names, commas=dialect.has_commas).read(dialect.sample)


def _explained(source: Source, dialect: Dialect, error: Exception) -> InputError:
    """Word what is wrong with a text file. The engine sees that something is; where, is looked up here."""
    message = str(error)
    if "unicode" in message.lower():
        return source.not_utf8()
    if "Maximum line size" in message:
        return complaints.long_line(source.name)
    if _FAULT.search(message):
        line, found = _first_fault(source, dialect)
        if found is not None:
            return complaints.ragged(source.name, line, found, len(dialect.names))
        if line:
            return complaints.bad_quotes(source.name, line)
    return complaints.damaged(source.name, "delimited text", first_line(error))


def _first_fault(source: Source, dialect: Dialect) -> tuple[int, int | None]:
    """The line where the first record begins that is not as wide as the header, and its width.

    The width is None if its quotes are wrong, and the line 0 if there is no such record.
    """
    width = len(dialect.names)
    with source.path.open(encoding="utf-8-sig", newline="") as text:
        records = csv.reader(text, delimiter=dialect.delimiter, skipinitialspace=True, strict=True)
        line = 1
        try:
            for place, record in enumerate(records):
                # A separator at the end of a line makes no field.
                found = len(record) - (len(record) == width + 1 and not record[-1])
                if record and found != width and place >= dialect.before:
                    return line, found
                line = records.line_num + 1
        except csv.Error:
            return line, None
    return 0, None
