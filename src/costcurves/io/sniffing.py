"""The dialect of a delimited text file, found out from its beginning."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
from typing import TYPE_CHECKING

from costcurves.io import complaints, literals
from costcurves.io.table import named, refuse_duplicates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.io.sources import Source

#: Separators in the order in which they are tried, and what they are called.
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_SAMPLE = 200


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
    notes : tuple of str
        What was done to the header.
    """

    delimiter: str
    names: tuple[str, ...]
    before: int
    sample: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def has_commas(self) -> bool:
        """Whether numbers may have decimal commas: not where commas separate."""
        return self.delimiter != ","


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
    hint = ""
    if text[:4].lower() == "sep=" and text[5:6] in {"\r", "\n"}:  # written by and for spreadsheets
        hint, delimiter = text[4], text[4]
    chosen = delimiter or _separator(text, is_whole=is_whole)
    records = _records(text, chosen, is_whole=is_whole)
    first = 1 if hint else 0
    while first < len(records) and not any(cell.strip() for cell in records[first]):
        first += 1
    if first == len(records):
        raise complaints.empty_file(source.name)
    header, rows = records[first], [record for record in records[first + 1 :] if record]
    if _is_row(header, rows):
        raise complaints.no_header(source.name, header)
    names, notes = named(header)
    refuse_duplicates(names, source.name)
    return Dialect(chosen, names, first, tuple(map(tuple, rows)), notes)


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


def _separator(text: str, *, is_whole: bool) -> str:
    """The separator that splits the header and suits most records."""
    best, chosen = 0.0, ","
    for delimiter in SEPARATORS:
        records = [r for r in _records(text, delimiter, is_whole=is_whole) if any(cell.strip() for cell in r)]
        width = len(records[0]) if records else 0
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
