"""What whole commands take: with intervals against without, and many records in seconds and memory."""

from __future__ import annotations

import dataclasses
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MEGABYTE = 1 << 20
#: Reads the two columns that a decision looks at, and does nothing with them.
FETCH = "import duckdb, sys; duckdb.sql(f\"SELECT label, m0, m1 FROM '{sys.argv[1]}'\").fetchnumpy()"


@dataclasses.dataclass(frozen=True)
class Command:
    """One command on made records.

    Attributes
    ----------
    key, title : str
    records, models : int
        Of the table; a Parquet file if there are more than 100,000 records, else CSV.
    words : sequence of str
        The command, its table standing at ``FILE``.
    against : sequence of str
        What is run beside it: words of a command, or Python code after ``-c``.
    most : float or None
        Greatest multiple of its time.
    seconds, memory : float or None
        Greatest time, and greatest resident size in MB.
    """

    key: str
    title: str
    records: int
    models: int
    words: Sequence[str]
    against: Sequence[str] = ()
    most: float | None = None
    seconds: float | None = None
    memory: float | None = None

    def compare(self, runs: int, leg: Mapping[str, str]) -> dict[str, Any]:
        """Run both in turn and take medians."""
        with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as apart:
            # A command counts among its memory what the process that starts it has had.
            table = apart.submit(self.write, Path(folder)).result()
            mine, other = [], []
            for _ in range(runs):
                mine.append(timed(self.words, table, leg))
                if self.against:
                    other.append(timed(self.against, table, leg))
        seconds = statistics.median(took for took, _ in mine)
        memory = max(size for _, size in mine)
        row: dict[str, Any] = {"title": self.title, "ours_seconds": round(seconds, 3)}
        passed = [self.seconds is None or seconds <= self.seconds]
        if other:
            multiple = statistics.median(one[0] / two[0] for one, two in zip(mine, other, strict=True))
            row["other_seconds"] = round(statistics.median(took for took, _ in other), 3)
            row |= {"multiple": round(multiple, 2), "most": self.most}
            passed.append(self.most is None or multiple <= self.most)
        row |= {"limit": self.seconds, "megabytes": round(memory), "memory_limit": self.memory}
        passed.append(self.memory is None or memory <= self.memory)
        return row | {"passed": all(passed)}

    def write(self, folder: Path) -> Path:
        """Write the table: probabilities of models of which each next is a little better."""
        rng = np.random.default_rng(20000820)
        label = rng.random(self.records) < 0.3
        noise = rng.normal(size=(self.models, self.records))
        odds = noise + (0.8 + 0.3 * np.arange(self.models)[:, None]) * label - 0.5
        columns = {"label": label.astype(np.int64)}
        columns |= {f"m{i}": score for i, score in enumerate(1 / (1 + np.exp(-odds)))}
        if self.records > 100_000:
            import pyarrow as pa
            import pyarrow.parquet as pq

            pq.write_table(pa.table(columns), folder / "table.parquet")
            return folder / "table.parquet"
        rows = np.column_stack(list(columns.values()))
        header, form = ",".join(columns), ["%d"] + ["%.17g"] * self.models
        np.savetxt(folder / "table.csv", rows, form, delimiter=",", header=header, comments="")
        return folder / "table.csv"


def timed(words: Sequence[str], table: Path, leg: Mapping[str, str]) -> tuple[float, float]:
    """Run a process; return its seconds and its greatest resident size in MB."""
    start = [sys.executable, *(["-m", "costcurves"] if words[0] != "-c" else [])]
    command = [*start, *(str(table) if word == "FILE" else word for word in words)]
    begun = time.perf_counter()
    with (
        subprocess.Popen(
            command,
            env={**os.environ, **leg},
            cwd=table.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        _, status, used = os.wait4(process.pid, 0)
        took = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said = process.stderr.read().decode() if process.stderr else ""
            sys.exit(f"{' '.join(command)}: {said.strip().splitlines()[-1]}")
    return took, used.ru_maxrss * 1024 / MEGABYTE


TABLE, LEVEL, COSTS = ("FILE", "--label", "label"), ("--level", "95%"), ("--cost-fp", "1", "--cost-fn", "5")
REPORT = ("report", *TABLE, *COSTS, "-o", "report.html")
SMALL = "2,000 records, 3 models"


def with_costs() -> Iterator[Command]:
    """Yield the commands whose answer is judged on records left out of the choice, by numbers of records."""
    asked = (("decide", *TABLE, *COSTS), ("evaluate", *TABLE, *COSTS), REPORT)
    for size, title, records, models, limits in (
        ("2k", SMALL, 2000, 3, (1.2, 1.5, 2)),
        ("100k", "100,000 records, 5 models", 100_000, 5, (3, 5, 8)),
        ("1m", "1 M records, 5 models, Parquet", 1_000_000, 5, (15, 20, 30)),
    ):
        for words, seconds in zip(asked, limits, strict=True):
            key, name = f"{words[0]}_costs_{size}", f"{words[0]} with costs, {title}"
            yield Command(key, name, records, models, words, seconds=seconds, memory=1000)


#: Every command that is timed.
COMMANDS = (
    Command("evaluate_level", f"evaluate --level 95% against without, {SMALL}", 2000, 3,
            ("evaluate", *TABLE, *LEVEL), ("evaluate", *TABLE), most=1.8),
    Command("decide_level", f"decide --level 95% against without, {SMALL}", 2000, 3,
            ("decide", *TABLE, *COSTS, *LEVEL), ("decide", *TABLE, *COSTS), most=1.5),
    Command("report_level", f"report --level 95% against without, {SMALL}", 2000, 3,
            (*REPORT, *LEVEL), REPORT, most=1.8),
    Command("evaluate_100k", "evaluate --level 95%, 100,000 records, 5 models", 100_000, 5,
            ("evaluate", *TABLE, *LEVEL), seconds=4),
    Command("evaluate_1m", "evaluate --level 95%, 1 M records, 3 models, Parquet", 1_000_000, 3,
            ("evaluate", *TABLE, *LEVEL), seconds=10, memory=600),
    *with_costs(),
    Command("decide_10m", "decide, 10 M records, 2 models, Parquet, against fetching the columns by DuckDB",
            10_000_000, 2, ("decide", *TABLE, *COSTS), ("-c", FETCH, "FILE"), most=3),
)  # fmt: skip


def describe(key: str, row: Mapping[str, Any]) -> str:
    """Word one result."""
    verdict = "ok  " if row["passed"] else "MISS"
    multiple, limit = "", "" if row["limit"] is None else f" (limit {row['limit']:g} s)"
    if "multiple" in row:
        multiple = f"{row['multiple']:g} times as long (at most {row['most']:g}): "
        limit = f" against {row['other_seconds']:g} s"
    memory = "" if row["memory_limit"] is None else f" (limit {row['memory_limit']:g} MB)"
    return f"{verdict} {key}: {multiple}{row['ours_seconds']:g} s{limit}, {row['megabytes']} MB{memory}"
