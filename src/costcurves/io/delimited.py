"""CSV, TSV and other text with separators."""

from __future__ import annotations

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

_LINE = re.compile(r"CSV Error on Line: (\d+)")
_WIDTHS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")


def read_csv(source: Source) -> Columns:
    """Read a delimited file; its separator is found out."""
    return _read(source, "csv", sniff(source))


def read_tsv(source: Source) -> Columns:
    """Read a file separated by tabs."""
    return _read(source, "tsv", sniff(source, "\t"))


def _read(source: Source, form: str, dialect: Dialect) -> Columns:
    """Read a file of a known dialect; one whose lines end in several ways is first made even."""
    source.refuse_nul()
    try:
        return _from_engine(source, form, dialect)
    except failures() as error:
        if "invalid state" not in str(error):
            raise _explained(source, error) from None
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        even = Path(folder, "table")
        _make_even(source.path, even)
        stand_in = dataclasses.replace(source, path=even, notes=(*source.notes, "lines end in several ways"))
        try:
            return _from_engine(stand_in, form, dialect)
        except failures() as error:
            raise _explained(stand_in, error) from None


def _from_engine(source: Source, form: str, dialect: Dialect) -> Columns:
    """Read a file of a known dialect."""
    with connection() as engine:
        table = TextTable(engine, _scan(source.path, dialect), dialect.names, commas=dialect.has_commas)
        columns, commas = table.read(dialect.sample)
    notes = [*source.notes]
    if dialect.delimiter != {"csv": ",", "tsv": "\t"}[form] and len(dialect.names) > 1:
        notes.append(f"separated by {SEPARATORS.get(dialect.delimiter, repr(dialect.delimiter))}")
    if commas:
        notes.append(f"decimal commas in {', '.join(commas)}")
    return Columns(tuple(columns), source.name, form, (*notes, *dialect.notes))


def _scan(path: Path, dialect: Dialect) -> str:
    """SQL of the file as a table of text; nothing is left to the engine to find out."""
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(len(dialect.names)))
    return (
        f"read_csv({quoted(str(path))}, auto_detect=false, header=false, skip={dialect.skip}, "
        f"delim={quoted(dialect.delimiter)}, quote='\"', escape='\"', comment='', "
        f"strict_mode=true, hive_partitioning=false, columns={{{columns}}})"
    )


def _make_even(path: Path, even: Path) -> None:
    r"""Copy a text with every line ending in \\n."""
    with (
        path.open(encoding="utf-8", newline=None) as text,
        even.open("w", encoding="utf-8", newline="\n") as copy,
    ):
        copy.writelines(text)


def _explained(source: Source, error: Exception) -> InputError:
    """Word what the engine found wrong with a text file."""
    message = str(error)
    found = _LINE.search(message)
    line = int(found.group(1)) if found else 0
    widths = _WIDTHS.search(message)
    if "unicode" in message.lower():
        source.text()  # knows the byte
    if widths:
        return complaints.ragged(source.name, line, int(widths.group(2)), int(widths.group(1)))
    if "unterminated quote" in message:
        return complaints.bad_quotes(source.name, line)
    if "Maximum line size" in message:
        return complaints.long_line(source.name, line)
    return complaints.damaged(source.name, "delimited text", first_line(error))
