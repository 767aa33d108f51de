"""Work on as many threads as pay."""

from __future__ import annotations

import functools
import itertools
import os
from typing import TYPE_CHECKING, Any, TypeVar

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

T = TypeVar("T")

#: Below this many records a thread costs more than it saves.
RECORDS_FOR_THREADS = 100_000
#: The environment variable that says how many threads are taken for many records.
SETTING = "COSTCURVES_THREADS"
LARGEST_SETTING = 256
#: More threads than this are only taken when they are asked for.
MOST = 8


def workers(records: int) -> int:
    """Return how many threads pay for so many records: as many as there are cores, or as the user sets."""
    allowed = most()  # a wrong setting is refused however few the records are
    return 1 if records < RECORDS_FOR_THREADS else min(allowed, records)


def most() -> int:
    """Return how many threads are taken for many records; results never depend on it."""
    given = os.environ.get(SETTING, "")
    if not given:
        return min(os.cpu_count() or 1, MOST)
    if not (given.isascii() and given.isdigit() and 1 <= int(given) <= LARGEST_SETTING):
        raise InputError(f"{SETTING} must be a whole number from 1 to {LARGEST_SETTING}", repr(given))
    return int(given)


def in_chunks(work: Callable[..., T], *columns: NDArray[Any] | None) -> list[T]:
    """Apply `work` to equal slices of `columns` on threads and return the results in order."""
    records = next(len(column) for column in columns if column is not None)
    count = workers(records)
    if count == 1:
        return [work(*columns)]
    parts = [[c if c is None else c[part] for c in columns] for part in slices(records, count)]
    return on_threads([functools.partial(work, *part) for part in parts])


def slices(size: int, count: int) -> list[slice]:
    """Cut so many places into stretches of about equal length."""
    bounds = [size * part // count for part in range(count + 1)]
    return [slice(start, stop) for start, stop in itertools.pairwise(bounds)]


def on_threads(jobs: Sequence[Callable[[], T]], count: int | None = None) -> list[T]:
    """Run jobs on so many threads, or on a thread each, and return their results in order."""
    count = len(jobs) if count is None else min(count, len(jobs))
    if count <= 1:
        return [job() for job in jobs]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda job: job(), jobs))


def side_by_side(records: int, *jobs: Callable[[], T]) -> list[T]:
    """Run independent jobs, on a thread each if so many records make that pay."""
    return on_threads(jobs) if workers(records) > 1 else [job() for job in jobs]
