"""Files that are written: checked before long work, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["check_output", "write_file"]


def check_output(path: str | None, inputs: Sequence[str] = (), suffixes: Sequence[str] = ()) -> None:
    """Refuse an output that cannot be written, or that would replace an input.

    Parameters
    ----------
    path : str or None
        None and "-" are standard output.
    inputs : sequence of str
        Files that are read.
    suffixes : sequence of str
        Endings of names that are known; empty if any will do.

    Raises
    ------
    InputError
        Saying what is wrong with it.
    """
    if path is None or path == "-":
        return
    target = Path(path)
    if suffixes and target.suffix.lower() not in suffixes:
        raise InputError.because(
            must=f"the output must end in {', '.join(suffixes)}",
            came=repr(path),
            fix="change the end of its name",
        )
    if target.is_dir():
        raise InputError.because(
            must="the output must be a file", came=f"the folder {path!r}", fix="name a file in it"
        )
    if not target.absolute().parent.is_dir():
        raise InputError.because(
            must="the folder of the output must exist",
            came=f"no folder {str(target.parent)!r}",
            fix="make it first",
        )
    if not os.access(target if target.exists() else target.absolute().parent, os.W_OK):
        raise InputError.because(
            must="the output cannot be written", came="no permission", where=path, fix="choose another place"
        )
    for name in inputs:
        with contextlib.suppress(OSError):
            if target.exists() and target.samefile(name):
                raise InputError.because(
                    must="the output must be another file than the input",
                    came=repr(path),
                    fix="choose another name",
                )


def write_file(path: str, text: str) -> None:
    """Write a text file, whole or not at all."""
    target = Path(path)
    if target.exists() and not target.is_file():  # such as /dev/null
        target.write_text(text, encoding="utf-8", newline="")
        return
    beside = target.with_name(f"{target.name}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
