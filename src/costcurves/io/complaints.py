"""What several readers and writers say of a file that they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.errors import Code, InputError, listed, meant

if TYPE_CHECKING:
    from collections.abc import Sequence


# ---- files ----------------------------------------------------------------------------------


def no_such_file(name: str) -> InputError:
    """Word that there is no file, and which one beside it may have been meant."""
    folder = Path(name).parent
    near = meant(Path(name).name, [one.name for one in folder.iterdir()] if folder.is_dir() else [])
    wrong = f"no such file: {name!r}" if folder.is_dir() else f"no such file or folder: {name!r}"
    return InputError(wrong, fix=near or "check the path", code=Code.NO_SUCH_FILE)


def not_a_file(name: str) -> InputError:
    """Word that the path is a folder."""
    return InputError(f"{name!r} is a folder", fix="name one file in it")


def empty_file(name: str) -> InputError:
    """Word that the file has no bytes, or only blank lines."""
    return InputError(f"{name!r} is empty", fix="export it again, with a header and rows")


def no_rows(name: str) -> InputError:
    """Word that a table has a header and nothing else."""
    return InputError(f"{name!r} has a header but no rows", fix="export it again")


def damaged(name: str, title: str, reason: str) -> InputError:
    """Word that a file is broken or of another format."""
    return InputError(f"{name!r} is not valid {title}: {reason}", fix="export it again")


# ---- lines of text --------------------------------------------------------------------------


def ragged(name: str, line: int, found: int, expected: int) -> InputError:
    """Word that a line has too many or too few fields."""
    must = f"every line must have {expected} fields, like the header"
    fix = "correct that line, or quote fields that hold the separator"
    return InputError(must, f"{found}", fix, where=f"{name}, line {line}")


def no_header(name: str, first: Sequence[str]) -> InputError:
    """Word that the first line of a table holds values."""
    return InputError(
        f"the first line holds values, {listed(first)}, not names of columns", fix="add a header", where=name
    )


def bad_line(name: str, title: str, line: int, reason: str) -> InputError:
    """Word what is wrong with a line of a file."""
    return InputError(
        f"every line must be valid {title}", reason, "correct that line", where=f"{name}, line {line}"
    )


def not_utf8(name: str, content: bytes) -> InputError:
    """Say where a file is not UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
        line = content.count(b"\n", 0, start) + 1
        came = f"byte 0x{content[start]:02X} at offset {start}"
        fix = "save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`"
        return InputError("text must be UTF-8", came, fix, where=f"{name}, line {line}")
    return damaged(name, "UTF-8", "it has invalid bytes")
