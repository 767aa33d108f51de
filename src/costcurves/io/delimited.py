"""CSV, TSV and other text with separators."""

from __future__ import annotations

import csv
import dataclasses
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

_FAULT = re.compile(r"Expected Number of Columns|unterminated quote")


def read_csv(source: Source) -> Columns:
    """Read a delimited file; its separator is found out."""
    return _read(source, "csv", sniff(source))


def read_tsv(source: Source) -> Columns:
    """Read a file separated by tabs."""
    return _read(source, "tsv", sniff(source, "\t"))


def _read(source: Source, form: str, dialect: Dialect) -> Columns:
    """Read a file of a known dialect; where the engine gives up, go about it in another way, once each."""
    source.refuse_nul()
    is_even, parallel = False, True
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        while True:
            try:
                return _from_engine(source, form, dialect, parallel=parallel)
            except failures() as error:
                message = str(error)
                if parallel and "Parallel CSV Reader" in message:
                    # Line breaks inside quotes can keep a thread from seeing where its part begins.
                    parallel = False
                elif not is_even and "invalid state" in message:
                    notes = (*source.notes, "lines end in several ways")
                    source = dataclasses.replace(source, path=_evened(source.path, Path(folder)), notes=notes)
                    is_even = True
                else:
                    raise _explained(source, dialect, error) from None


def _from_engine(source: Source, form: str, dialect: Dialect, *, parallel: bool) -> Columns:
    """Read a file of a known dialect."""
    with connection() as engine:
        scan = _scan(source.path, dialect, parallel=parallel)
        table = TextTable(engine, scan, dialect.names, commas=dialect.has_commas)
        columns, commas = table.read(dialect.sample)
    notes = [*source.notes]
    if dialect.delimiter != {"csv": ",", "tsv": "\t"}[form] and len(dialect.names) > 1:
        notes.append(f"separated by {SEPARATORS.get(dialect.delimiter, repr(dialect.delimiter))}")
    if commas:
        notes.append(f"decimal commas in {', '.join(commas)}")
    return Columns(tuple(columns), source.name, form, (*notes, *dialect.notes))


def _scan(path: Path, dialect: Dialect, *, parallel: bool) -> str:
    """SQL of the file as a table of text; nothing is left to the engine to find out."""
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(len(dialect.names)))
    return (
        f"read_csv({quoted(str(path))}, auto_detect=false, header=false, skip={dialect.skip}, "
        f"delim={quoted(dialect.delimiter)}, quote='\"', escape='\"', comment='', parallel={parallel}, "
        f"strict_mode=true, hive_partitioning=false, columns={{{columns}}})"
    )


def _evened(path: Path, folder: Path) -> Path:
    r"""Copy a text into a folder, with every line ending in \\n."""
    even = folder / "even"
    with (
        path.open(encoding="utf-8", newline=None) as text,
        even.open("w", encoding="utf-8", newline="\n") as copy,
    ):
        copy.writelines(text)
    return even


def _explained(source: Source, dialect: Dialect, error: Exception) -> InputError:
    """Word what is wrong with a text file. The engine sees that something is; where, is looked up here."""
    message = str(error)
    if "unicode" in message.lower():
        source.text()  # raises, and knows the byte
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
                if record and found != width and place >= dialect.skip:
                    return line, found
                line = records.line_num + 1
        except csv.Error:
            return line, None
    return 0, None
