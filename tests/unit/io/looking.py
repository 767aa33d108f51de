"""What the tests of readers look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costcurves.errors import InputError
from costcurves.io import read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from costcurves.io import Columns


def written(folder: Path, name: str, content: str | bytes) -> Path:
    """A file of this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def cells(columns: Columns) -> dict[str, list[Any]]:
    """The values of every column as a list, None where they are missing."""
    found = {}
    for column in columns.columns:
        gone = set(column.missing_rows)
        found[column.name] = [
            None if row in gone else value for row, value in enumerate(column.values.tolist(), start=1)
        ]
    return found


def kinds(columns: Columns) -> list[str]:
    """The kind of every column."""
    return [column.kind for column in columns.columns]


def refusal(call: Callable[[], Any], folder: Path | None = None) -> str:
    """What an input error says, paths without their folder."""
    with pytest.raises(InputError) as caught:
        call()
    text = str(caught.value)
    return text if folder is None else text.replace(f"{folder}/", "")


def refused(folder: Path, name: str, content: str | bytes, **options: Any) -> str:
    """What is said when a file of this content is read."""
    path = written(folder, name, content)
    return refusal(lambda: read(path, **options), folder)
