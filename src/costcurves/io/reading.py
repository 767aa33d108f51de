"""Reading a table from a file of any known format."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.errors import InputError, no_such
from costcurves.io.arff import read_arff
from costcurves.io.binary_files import read_arrow, read_parquet, read_xlsx
from costcurves.io.input_sources import Source, opened
from costcurves.io.json_files import read_json, read_jsonl
from costcurves.io.text import read_csv, read_tsv
from costcurves.io.weka import is_weka, read_weka

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from costcurves.io.table import Columns


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    Attributes
    ----------
    key : str
        What it is called in options and messages.
    suffixes : tuple of str
        The endings of file names that mean it.
    starts : tuple of bytes
        The first bytes that no other format has; they count for more than the ending.
    read : callable
        Source → Columns.
    """

    key: str
    suffixes: tuple[str, ...]
    starts: tuple[bytes, ...]
    read: Callable[[Source], Columns]


#: Every format, in the order in which they are listed to users.
FORMATS: tuple[Format, ...] = (
    Format("csv", (".csv", ".txt", ".data", ".dat"), (), read_csv),
    Format("tsv", (".tsv", ".tab"), (), read_tsv),
    Format("parquet", (".parquet", ".pq", ".parq"), (b"PAR1",), read_parquet),
    Format("jsonl", (".jsonl", ".ndjson"), (), read_jsonl),
    Format("json", (".json",), (), read_json),
    Format("arff", (".arff",), (), read_arff),
    Format("weka", (), (), read_weka),
    Format(
        "arrow",
        (".arrow", ".feather", ".ipc", ".arrows"),
        (b"ARROW1", b"FEA1", b"\xff\xff\xff\xff"),
        read_arrow,
    ),
    Format("xlsx", (".xlsx", ".xlsm"), (b"PK\x03\x04",), read_xlsx),
)

# Excel before 2007, and workbooks with a password.
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the word users know
    sheet: str | None = None,
    skip_rows: int | None = None,
    thousands: str | None = None,
    decimal: str | None = None,
) -> Columns:
    """Read the columns of a file.

    Parameters
    ----------
    path : path-like
        A file, compressed with gzip or not; "-" is standard input.
    format : str, optional
        One of the keys of `FORMATS`; else found out from content and ending.
    sheet : str, optional
        The sheet of a workbook; else the first one that holds a table.
    skip_rows : int, optional
        How many rows stand above the header of a text file or a sheet; else titles and comments are found.
    thousands, decimal : {",", "."}, optional
        The mark that parts thousands in the numbers of a text file, and the one before decimals; else they
        are found out, or a column that can be read in two ways is refused where it is used.

    Returns
    -------
    Columns

    Raises
    ------
    InputError
        If the file cannot be read as a table; the message says what is wrong, where, and what to do.
    MissingExtraError
        If the format needs a package that is not installed.
    """
    known = {row.key: row for row in FORMATS}
    if format is not None and format not in known:
        raise no_such(format, list(known), what="format")
    with opened(path) as source:
        form = known[format or _recognised(source)]
        stated: dict[str, Any] = {"sheet": sheet, "skip": skip_rows}
        stated |= {"thousands": thousands, "decimal": decimal}
        _refuse_for(form, stated, source.name)
        return form.read(dataclasses.replace(source, **stated))


#: Options that only some formats know: what they are typed as, and the formats.
_KNOWN_BY = {
    "sheet": ("--sheet", ("xlsx",)),
    "skip": ("--skip-rows", ("csv", "tsv", "xlsx")),
    "thousands": ("--thousands", ("csv", "tsv")),
    "decimal": ("--decimal", ("csv", "tsv")),
}


def _refuse_for(form: Format, stated: Mapping[str, Any], name: str) -> None:
    """Refuse options that have no meaning in a format."""
    for key, (option, formats) in _KNOWN_BY.items():
        if stated[key] is not None and form.key not in formats:
            wrong = f"{option} belongs to files in the formats {', '.join(formats)}"
            raise InputError(wrong, form.key, "leave it out", where=name)


def _recognised(source: Source) -> str:
    """The format of a file: by its first bytes, by its ending, by its first words."""
    head = source.head()
    if head.startswith(_OLD_WORKBOOK):
        raise InputError(
            f"{source.name!r} is an old .xls workbook or a locked one", fix="save it as xlsx or CSV"
        )
    text = head.decode("utf-8-sig", errors="replace")
    by_start = [row.key for row in FORMATS if head.startswith(row.starts)]
    by_words = ["weka"] if is_weka(text) else []
    by_suffix = [row.key for row in FORMATS if source.suffix in row.suffixes]
    return next(iter(by_start + by_words + by_suffix), "") or _by_first_line(source, text)


def _by_first_line(source: Source, text: str) -> str:
    if "\0" in text:
        known = ", ".join(row.key for row in FORMATS)
        raise InputError(
            f"cannot tell the format of {source.name!r}", fix=f"export the table as CSV, or as one of {known}"
        )
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("%")]
    first = lines[0].lower() if lines else ""
    if first.startswith("@relation"):
        return "arff"
    if first.startswith(("[{", "[")):
        return "json"
    return "jsonl" if first.startswith("{") else "csv"
