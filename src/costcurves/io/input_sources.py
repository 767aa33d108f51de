"""Where bytes come from: a file, a compressed or UTF-16 file, standard input."""

from __future__ import annotations

import codecs
import contextlib
import dataclasses
import gzip
import mmap
import os
import shutil
import stat
import sys
import tempfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO, cast

from costcurves.errors import InputError
from costcurves.io import complaints

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How much of a file is looked at to find out what it is.
HEAD = 1 << 18
_CHUNK = 1 << 20

# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = {
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A file that is there, can be opened and is not empty.

    Attributes
    ----------
    path : pathlib.Path
        A regular file whose name has no pattern characters; may be a stand-in for what was asked for.
    name : str
        What the user called it.
    notes : tuple of str
        What was done to it before reading.
    sheet : str or None
        The sheet of a workbook to read; else the first one with a table.
    skip : int or None
        How many rows stand above the header; else they are found.
    thousands, decimal : str or None
        The marks in numbers, "," or "."; else they are found out.
    """

    path: Path
    name: str
    notes: tuple[str, ...] = ()
    sheet: str | None = None
    skip: int | None = None
    thousands: str | None = None
    decimal: str | None = None

    def replaced(self, stand_in: Path, note: str) -> Source:
        """The same file as a stand-in holds it."""
        return dataclasses.replace(self, path=stand_in, notes=(*self.notes, note))

    def head(self, size: int = HEAD) -> bytes:
        """The first bytes."""
        with self.path.open("rb") as file:
            return file.read(size)

    @property
    def suffix(self) -> str:
        """The ending of the name in lower case, without one for compression."""
        return Path(self.name.lower().removesuffix(".gz")).suffix

    def text(self) -> str:
        """The whole file as text, without a byte order mark.

        Raises
        ------
        InputError
            If it is not UTF-8.
        """
        try:
            return self.path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise self.not_utf8() from None

    @contextlib.contextmanager
    def utf8(self) -> Iterator[TextIO]:
        """Open the file as text whose lines end in one way.

        Raises
        ------
        InputError
            If it is not UTF-8.
        """
        try:
            with self.path.open(encoding="utf-8-sig", newline=None) as text:
                yield text
        except UnicodeDecodeError:
            raise self.not_utf8() from None

    def not_utf8(self) -> InputError:
        """Say where the file is not UTF-8."""
        return complaints.not_utf8(self.name, self.path.read_bytes())

    def refuse_nul(self) -> None:
        """Refuse a text file with NUL bytes: it is binary, cut short or in another encoding."""
        with self._mapped() as content:
            place = content.find(b"\0")
        if place >= 0:
            fix = "export it again; if it is UTF-16, save it as UTF-8"
            raise InputError("text must have no NUL bytes", f"one at offset {place}", fix, where=self.name)

    def lines(self) -> int:
        """The number of lines, the last of which need not end."""
        with self._mapped() as content:
            ends = sum(content[at : at + _CHUNK].count(b"\n") for at in range(0, len(content), _CHUNK))
            return ends + (content[-1:] != b"\n")

    def has_mixed_ends(self) -> bool:
        """Tell whether lines end in more than one of CR, LF, and CR LF."""
        with self._mapped() as content:
            if content.find(b"\r") < 0:
                return False
            pairs = returns = feeds = 0
            last = b""
            for start in range(0, len(content), _CHUNK):
                chunk = last + content[start : start + _CHUNK]
                pairs += chunk.count(b"\r\n")
                returns += chunk.count(b"\r") - last.count(b"\r")
                feeds += chunk.count(b"\n")
                last = b"\r" if chunk.endswith(b"\r") else b""
        return (returns > pairs) + (feeds > pairs) + (pairs > 0) > 1

    @contextlib.contextmanager
    def _mapped(self) -> Iterator[mmap.mmap]:
        with self.path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            yield content


@contextlib.contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[Source]:
    """Find a file, whatever way its bytes come, and keep any stand-in until the end.

    Parameters
    ----------
    path : path-like
        "-" is standard input.

    Yields
    ------
    Source

    Raises
    ------
    InputError
        If there is no such file, if it is a folder, cannot be opened or is empty.
    """
    name = os.fspath(path)
    with tempfile.TemporaryDirectory(prefix="costcurves-") as folder:
        if name == "-":
            source = Source(_copied(sys.stdin.buffer, Path(folder, "input")), "standard input")
        else:
            source = _found(name, Path(folder, "table"))
        if not source.path.stat().st_size:
            raise complaints.empty_file(source.name)
        yield _decoded(_decompressed(source, Path(folder, "unpacked")), Path(folder, "decoded"))


def _found(name: str, stand_in: Path) -> Source:
    # One that is no regular file, or has a strange name, gets a stand-in.
    path = Path(name).absolute()
    try:
        mode = path.stat().st_mode
        # A folder opens on no system, and says so in a different way on each.
        file = None if stat.S_ISDIR(mode) else path.open("rb")
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise complaints.no_such_file(name) from None
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise InputError(f"cannot open {name!r}: {reason}", fix="check its permissions") from None
    if file is None:
        raise complaints.not_a_file(name)
    with file:
        if not stat.S_ISREG(mode):
            return Source(_copied(file, stand_in), name)
        # The engine takes these for patterns, and has no way to say that they are none.
        if not set(str(path)) & set("*?[]\\"):
            return Source(path, name)
        try:
            stand_in.symlink_to(path)
        except OSError:
            _copied(file, stand_in)
        return Source(stand_in, name)


def _copied(content: IO[bytes], stand_in: Path) -> Path:
    with stand_in.open("wb") as copy:
        shutil.copyfileobj(content, copy)
    return stand_in


def _decompressed(source: Source, stand_in: Path) -> Source:
    if source.head(2) != b"\x1f\x8b":
        return source
    try:
        with gzip.open(source.path) as content:
            _copied(cast("IO[bytes]", content), stand_in)
    except (OSError, EOFError, zlib.error):
        raise complaints.damaged(source.name, "gzip", "it is cut short or broken") from None
    if not stand_in.stat().st_size:
        raise complaints.empty_file(source.name)
    return source.replaced(stand_in, "unpacked with gzip")


def _decoded(source: Source, stand_in: Path) -> Source:
    start = source.head(4)
    encoding = next((name for name, marks in _MARKS.items() if start.startswith(marks)), None)
    if encoding is None:
        return source
    try:
        with source.path.open(encoding=encoding, newline="") as content, stand_in.open("wb") as copy:
            copy.writelines(line.encode() for line in content)
    except UnicodeError:
        raise complaints.damaged(source.name, encoding.upper(), "it has invalid bytes") from None
    return source.replaced(stand_in, f"decoded from {encoding.upper()}")
