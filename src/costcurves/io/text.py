"""Text files: CSV, TSV and others with separators, of any dialect."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.io import complaints, literals
from costcurves.io.blank_separated import blank_layout, with_tabs
from costcurves.io.duckdb_engine import TextTable, connection, failures, first_line
from costcurves.io.literals import quoted
from costcurves.io.number_marks import Marks
from costcurves.io.row_places import RowPlaces
from costcurves.io.table import Columns, named, naming_note, refuse_duplicates
from costcurves.io.title_lines import note_above, rows_above

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurves.io.file_column import FileColumn
    from costcurves.io.input_sources import Source

#: Separators in the order in which they are tried, and what they are called.
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_BLANK = " "
_SAMPLE = 200
#: Longer lines are refused by the engine.
_LONGEST_LINE = 2_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class Dialect:
    """How a delimited file is written.

    Attributes
    ----------
    delimiter : str
    names : tuple of str
        The header.
    before : int
        Lines before the header, which are blank or name the separator.
    sample : tuple of rows
        Some first rows.
    nameless : tuple of str
        The columns without a name, as they are called here.
    notes : tuple of str
        What stands above the header.
    written : str
        What separates columns in the file itself, if it is read from a copy with another separator.
    """

    delimiter: str
    names: tuple[str, ...]
    before: int
    sample: tuple[tuple[str, ...], ...]
    nameless: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    written: str = ""


def sniff(source: Source, delimiter: str | None = None) -> Dialect:
    r"""Find out how a delimited file is written.

    Parameters
    ----------
    source : Source
    delimiter : str, optional
        The separator, if it is known; else the one among ``, ; \\t |`` that splits the header and most
        often gives as many fields as the header has.

    Raises
    ------
    InputError
        If the file is not UTF-8, is blank, has no header, or repeats a name.
    """
    text, is_whole = _beginning(source)
    skip = source.skip or 0
    text = "".join(text.splitlines(keepends=True)[skip:])
    hint = ""
    if text[:4].lower() == "sep=" and text[5:6] in {"\r", "\n"}:  # written by and for spreadsheets
        hint, delimiter = text[4], text[4]
    chosen = delimiter or _separator(text, is_whole=is_whole, skip=source.skip) or ","
    records = _records(text, chosen, is_whole=is_whole)
    first = 1 if hint else 0
    while first < len(records) and not any(cell.strip() for cell in records[first]):
        first += 1
    if first == len(records):
        raise complaints.empty_file(source.name)
    above = rows_above(records[first:]) if source.skip is None else 0
    if any("\n" in cell for record in records[first : first + above] for cell in record):
        above = 0  # lines could not be counted by records
    note = note_above(records[first : first + above])
    first += above
    header, rows = records[first], [record for record in records[first + 1 :] if record]
    if _is_row(header, rows):
        raise complaints.no_header(source.name, header)
    names, nameless = named(header)
    refuse_duplicates(names, source.name)
    return Dialect(chosen, names, skip + first, tuple(map(tuple, rows)), nameless, note)


def _beginning(source: Source) -> tuple[str, bool]:
    """The first part of a file as text, and whether it is all of it."""
    head = source.head()
    is_whole = len(head) == source.path.stat().st_size
    try:
        return head.decode("utf-8-sig"), is_whole
    except UnicodeDecodeError as error:
        # The head may end inside a character.
        if is_whole or error.start < len(head) - 4:
            raise source.not_utf8() from None
        return head[: error.start].decode("utf-8-sig"), is_whole


def _records(text: str, delimiter: str, *, is_whole: bool) -> list[list[str]]:
    """The first records of a text, blank ones as empty lists; not one that the text cuts short."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    records: list[list[str]] = []
    try:
        records.extend(itertools.islice(reader, _SAMPLE + 1))
    except csv.Error:  # a field of more than 128 KiB: the quotes are wrong, which the engine will word
        return records
    if len(records) > 1 and (len(records) > _SAMPLE or not is_whole):
        records.pop()
    return records


def _separator(text: str, *, is_whole: bool, skip: int | None = None) -> str:
    """The separator that splits the header and suits most records; empty if none does."""
    best, chosen = 0.0, ""
    for delimiter in SEPARATORS:
        records = [r for r in _records(text, delimiter, is_whole=is_whole) if any(cell.strip() for cell in r)]
        above = rows_above(records) if skip is None else 0
        width = len(records[above]) if records else 0
        if width > 1:
            share = sum(len(record) == width for record in records) / len(records)
            # Of separators that suit equally well, the one that splits more.
            if share + width / 1e6 > best:
                best, chosen = share + width / 1e6, delimiter
    return chosen


def _is_row(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether what stands for a header is a row: numbers, and texts that come again below."""
    numbers = [literals.matches(cell, literals.NUMBER) for cell in header]
    again = [
        any(place < len(row) and row[place] == cell for row in rows) for place, cell in enumerate(header)
    ]
    return any(numbers) and all(is_number or seen for is_number, seen in zip(numbers, again, strict=True))


_FAULT = re.compile(r"Expected Number of Columns|unterminated quote")


def read_csv(source: Source) -> Columns:
    """Read a delimited file; its separator is found out."""
    text, is_whole = _beginning(source)
    lines = text.splitlines() if is_whole else text.splitlines()[:-1]
    lines = lines[source.skip or 0 :][:_SAMPLE]
    layout = None
    if not _separator("\n".join(lines), is_whole=True, skip=source.skip):
        layout = blank_layout(lines, look_above=source.skip is None)
    if layout is None:
        return _read(source, "csv", sniff(source))
    layout = dataclasses.replace(layout, header=layout.header + (source.skip or 0))
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        copy = Path(folder, "tabs")
        with source.utf8() as content, copy.open("w", encoding="utf-8", newline="") as file:
            with_tabs(content, layout, file)
        plain = dataclasses.replace(source, path=copy)
        return _read(plain, "csv", dataclasses.replace(sniff(plain, "\t"), written=_BLANK))


def read_tsv(source: Source) -> Columns:
    """Read a file separated by tabs."""
    return _read(source, "tsv", sniff(source, "\t"))


def _read(source: Source, form: str, dialect: Dialect) -> Columns:
    source.refuse_nul()
    notes = [*source.notes]
    separator = dialect.written or dialect.delimiter
    if separator != {"csv": ",", "tsv": "\t"}[form] and len(dialect.names) > 1:
        called = {**SEPARATORS, _BLANK: "blanks"}
        notes.append(f"separated by {called.get(separator, repr(separator))}")
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        path = source.path
        is_mixed = source.has_mixed_ends()
        if is_mixed or dialect.before:
            path = _evened(source, Path(folder, "even"), dialect.before)
        if is_mixed:
            notes.append("lines end in several ways")
        try:
            marks = Marks(source.thousands, source.decimal, dialect.delimiter)
            columns, commas, marked = _from_engine(path, dialect, marks)
        except failures() as error:
            raise _explained(source, dialect, error) from None
    if commas:
        notes.append(f"decimal commas in {', '.join(commas)}")
    notes += marked
    notes += dialect.notes
    notes += naming_note(dialect.nameless)
    found = Columns(tuple(columns), source.name, form, tuple(notes), dialect.nameless)
    return found.placed(_places(source, dialect, found.rows))


def _places(source: Source, dialect: Dialect, rows: int) -> RowPlaces:
    """On which lines the rows stand; which rows they are, where records are not what the engine sees."""
    first = dialect.before + 2
    if source.lines() == first - 1 + rows:
        return RowPlaces("line", first, source=source.name)
    records = itertools.islice(_record_starts(source, dialect), 1, None)
    starts = [line for line, record in records if record is not None]
    if len(starts) != rows:
        return RowPlaces(source=source.name)
    return RowPlaces("line", each=np.array(starts), source=source.name)


def _record_starts(source: Source, dialect: Dialect) -> Iterator[tuple[int, list[str] | None]]:
    """The header and the records that are not blank, with the line on which each begins.

    A record whose quotes are wrong is the last, and None.
    """
    with source.path.open(encoding="utf-8-sig", newline="") as text:
        below = itertools.islice(text, dialect.before, None)
        records = csv.reader(below, delimiter=dialect.delimiter, skipinitialspace=True, strict=True)
        line = dialect.before + 1
        try:
            for record in records:
                if record:
                    yield line, record
                line = dialect.before + records.line_num + 1
        except csv.Error:
            yield line, None


def _evened(source: Source, even: Path, before: int) -> Path:
    r"""Copy a text from its header on, with every line ending in \n.

    Left to itself, the engine loses rows where lines to be skipped end in different ways.
    """
    with source.utf8() as text, even.open("wb") as copy:
        copy.writelines(line.encode() for line in itertools.islice(text, before, None))
    return even


def _from_engine(
    path: Path, dialect: Dialect, marks: Marks, *, parallel: bool = True
) -> tuple[list[FileColumn], list[str], list[str]]:
    """Read a file, on several threads or, where the engine cannot, on one.

    Nothing about it is left to the engine to find out.
    """
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(len(dialect.names)))
    scan = (
        f"read_csv({quoted(str(path))}, auto_detect=false, header=true, parallel={parallel}, "
        f"delim={quoted(dialect.delimiter)}, quote='\"', escape='\"', comment='', strict_mode=true, "
        f"hive_partitioning=false, columns={{{columns}}})"
    )
    try:
        with connection() as engine:
            # Numbers have no decimal commas where commas separate.
            table = TextTable(engine, scan, dialect.names, commas=marks.commas, marks=marks)
            return table.read(dialect.sample)
    except failures() as error:
        # Line breaks inside quotes can keep a thread from seeing where its part begins.
        if not parallel or "Parallel CSV Reader" not in str(error):
            raise
    return _from_engine(path, dialect, marks, parallel=False)


def _explained(source: Source, dialect: Dialect, error: Exception) -> InputError:
    """Word what is wrong with a text file. The engine sees that something is; where, is looked up here."""
    message = str(error)
    if "unicode" in message.lower():
        return source.not_utf8()
    if "Maximum line size" in message:
        return InputError(
            f"a line is longer than {_LONGEST_LINE:,} bytes", fix="check its quotes", where=source.name
        )
    if _FAULT.search(message):
        line, found = _first_fault(source, dialect)
        if found is not None:
            return complaints.ragged(source.name, line, found, len(dialect.names))
        if line:
            wrong = 'a field opens with " but does not close with "'
            fix = 'correct that line: inside quotes, write " twice'
            return InputError(wrong, fix=fix, where=f"{source.name}, line {line}")
    return complaints.damaged(source.name, "delimited text", first_line(error))


def _first_fault(source: Source, dialect: Dialect) -> tuple[int, int | None]:
    """The line where the first record begins that is not as wide as the header, and its width.

    The width is None if its quotes are wrong, and the line 0 if there is no such record.
    """
    width = len(dialect.names)
    usual = csv.field_size_limit(_LONGEST_LINE)  # a long field has no wrong quotes
    try:
        for line, record in _record_starts(source, dialect):
            if record is None:
                return line, None
            # A separator at the end of a line makes no field.
            found = len(record) - (len(record) == width + 1 and not record[-1])
            if found != width:
                return line, found
        return 0, None
    finally:
        csv.field_size_limit(usual)
