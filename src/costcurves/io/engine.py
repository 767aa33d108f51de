"""The embedded engine that reads and writes files: one connection per file, no network, no globbing."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb
    from numpy.typing import NDArray

# Nothing is fetched from a network, no Python variable is taken for a table, and rows keep their order.
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "preserve_insertion_order": "true",
    "python_enable_replacements": "false",
    "temp_directory": "",
}


@contextlib.contextmanager
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an engine in memory and close it in the end."""
    import duckdb

    with duckdb.connect(":memory:", config=SETTINGS) as engine:
        engine.execute("SET enable_progress_bar = false")
        yield engine


def failures() -> type[Exception]:
    """Whatever the engine raises."""
    import duckdb

    return duckdb.Error


def first_line(error: Exception) -> str:
    """The first sentence of an engine's message, without its kind and without advice."""
    line = next(iter(str(error).strip().splitlines()), "")
    kind, _, rest = line.partition(": ")
    return (rest if kind.endswith("Error") else line)[:200].strip(" .:") or "content that cannot be read"


def arrays(
    engine: duckdb.DuckDBPyConnection, select: list[str], source: str
) -> list[tuple[NDArray[Any], NDArray[np.bool_] | None]]:
    """Values and missing cells of each selected expression, in row order."""
    named = ", ".join(f"{expression} AS v{place}" for place, expression in enumerate(select))
    found = engine.execute(f"SELECT {named} FROM {source}").fetchnumpy()  # noqa: S608 - built from literals
    return [split(found[f"v{place}"]) for place in range(len(select))]


def split(values: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Part the engine's masked arrays into values and mask."""
    mask = np.ma.getmask(values)
    return np.asarray(np.ma.getdata(values)), None if mask is np.ma.nomask else np.asarray(mask)
