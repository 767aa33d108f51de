"""What is said when a file cannot be read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.refusals import listed, meant, no_such
from costcurves.errors import Code, InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# ---- files ----------------------------------------------------------------------------------


def no_such_file(name: str) -> InputError:
    """Word that there is no file, and which one beside it may have been meant."""
    from pathlib import Path

    folder = Path(name).parent
    near = meant(Path(name).name, [one.name for one in folder.iterdir()] if folder.is_dir() else [])
    wrong = f"no such file: {name!r}" if folder.is_dir() else f"no such file: {name!r}, nor such a folder"
    return InputError(wrong, fix=near or "check the path", code=Code.NO_SUCH_FILE)


def not_a_file(name: str) -> InputError:
    """Word that the path is a folder."""
    return InputError(f"{name!r} is a folder", fix="name one file in it")


def not_readable(name: str, reason: str) -> InputError:
    """Word that the system refuses to open the file."""
    return InputError(f"cannot open {name!r}: {reason.lower()}", fix="check its permissions")


def not_writable(name: str, reason: str) -> InputError:
    """Word that the system refuses to write the file."""
    return InputError(f"cannot write {name!r}: {reason.lower()}", fix="check the folder and its permissions")


def unequal_columns(name: str, lengths: Mapping[str, int]) -> InputError:
    """Word that the columns of a table to be written differ in length."""
    shown = ", ".join(f"{length} in {column!r}" for column, length in list(lengths.items())[:6])
    return InputError("columns must have equal length", shown, "write one value a row and column", where=name)


def empty_file(name: str) -> InputError:
    """Word that the file has no bytes, or only blank lines."""
    return InputError(f"{name!r} is empty", fix="export it again, with a header and rows")


def no_rows(name: str) -> InputError:
    """Word that a table has a header and nothing else."""
    return InputError(f"{name!r} has a header but no rows", fix="export it again")


def damaged(name: str, title: str, reason: str) -> InputError:
    """Word that a file is broken or of another format."""
    return InputError(f"the file must be valid {title}", reason, "export it again", where=name)


def unknown_format(name: str, known: Iterable[str]) -> InputError:
    """Word that neither the ending nor the content of a file tells its format."""
    return InputError(
        f"cannot tell the format of {name!r}", fix=f"export the table as CSV, or as one of {', '.join(known)}"
    )


def unknown_format_name(given: str, known: Sequence[str]) -> InputError:
    """Word that a format was stated that does not exist."""
    return no_such(given, known, what="format")


def not_utf8(name: str, byte: int, offset: int, line: int) -> InputError:
    """Word that a text file is in another encoding."""
    return InputError(
        "text must be UTF-8",
        f"byte 0x{byte:02X} at offset {offset}",
        "save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`",
        where=f"{name}, line {line}",
    )


def needs_pyarrow() -> MissingExtraError:
    """Word that Arrow files need an extra."""
    return MissingExtraError.for_extra("reading Arrow files", "arrow")


def needs_openpyxl() -> MissingExtraError:
    """Word that workbooks need an extra."""
    return MissingExtraError.for_extra("reading xlsx files", "xlsx")


# ---- lines of text --------------------------------------------------------------------------


def ragged(name: str, line: int, found: int, expected: int) -> InputError:
    """Word that a line has too many or too few fields."""
    return InputError(
        f"every line must have {expected} fields, as the header has",
        f"{found}",
        "correct that line, or quote fields that hold the separator",
        where=f"{name}, line {line}",
    )


def no_header(name: str, first: Sequence[str]) -> InputError:
    """Word that the first line of a table holds values."""
    return InputError(
        "the first line must hold the names of the columns",
        f"values: {listed(first)}",
        "add a header",
        where=name,
    )


def bad_line(name: str, title: str, line: int, reason: str) -> InputError:
    """Word what is wrong with a line of a file."""
    return InputError(
        f"every line must be valid {title}", reason, "correct that line", where=f"{name}, line {line}"
    )
