"""Time one side of one benchmark in this fresh process: ``python -m benchmarks.side KEY ours|peer``."""

from __future__ import annotations

import json
import resource
import sys
import time

import numpy as np

from benchmarks.sides import BENCHMARKS


def main(key: str, side: str) -> None:
    """Make the data, load the code, time one cold call, print seconds and extra memory."""
    benchmark = next(row for row in BENCHMARKS if row.key == key)
    data = benchmark.data()
    run = getattr(benchmark, side)()
    size = sum(column.nbytes for column in data if isinstance(column, np.ndarray))
    before = _resident()
    start = time.perf_counter()
    run(*data)
    seconds = time.perf_counter() - start
    if side == "peer":
        seconds *= benchmark.peer_times
    # The greatest resident size so far less the size before: what the call needed on top.
    extra = max(0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before)
    print(json.dumps({"seconds": seconds, "memory": extra / size}))


def _resident() -> int:
    """Bytes resident now."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - a kernel file, read once
        return int(file.read().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    main(*sys.argv[1:])
