"""The guide page on speed, made from the results that `make bench` keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results.json"

HEAD = """# How fast

Nearly all the work on many records is sorting them; the rest takes one or two passes. A C extension of the
package does both if it is installed (wheels have it, and `pip` builds it if there is a C compiler);
without it numpy does, with the same numbers. `costcurves --version` and `cc.show_versions()` say which of the
two is active, `COSTCURVES_KERNEL=0` switches the extension off, and `COSTCURVES_THREADS=1` keeps large tables
from being split between threads.

Every figure below is from one run of `python -m benchmarks` on one machine: {machine}. Each side runs in
fresh processes, in turn with the other, and medians are taken. Numbers on other machines differ, ratios less
so; without the extension they depend on which of its sorting methods numpy picks for the processor.
"""
#: Shares of the time that profiles of the work show.
BOUNDS = """## What bounds it

- *Cost curves, profit, counts of 10 million records:* moving every score twice, into buckets by class and
  to its place in the bucket, is nine tenths of the time. The peers sort with numpy, whose AVX-512 sort is
  fast on this processor.
- *1 million records, deciles:* the same, with so few records that starting threads hardly pays.
- *Fractional weights:* a weight moves with every score, which is six tenths of the time; running sums, hull
  and area are most of the rest.
- *Paired bootstrap, bands:* the random draws, which are the same on every machine, and adding them up.
- *Commands:* starting Python and reading the file; with intervals, folds, replicates and pairs of models. A
  decision about 10 million records reads two columns in a seventh of its time; most of the rest is judging
  it on records left out of the choice.
"""
PEERS = "| work | ours, s | other, s | times as fast |\n| --- | ---: | ---: | ---: |\n"
COMMANDS = "| command | s | beside, s | times as long | MB |\n| --- | ---: | ---: | ---: | ---: |\n"


def write(path: Path) -> None:
    """Write the page."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    parts = [HEAD.format(machine=_machine(kept["machine"]))]
    for leg, rows in kept["legs"].items():
        parts.append(f"## {leg[0].upper()}{leg[1:]}\n")
        parts += [
            _table(PEERS, rows, _peer_row),
            _table(COMMANDS, rows, _command_row),
        ]
    parts.append(BOUNDS)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")


def _machine(facts: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    return (
        f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}, "
        f"{facts['date']}; {versions}"
    )


def _table(head: str, rows: dict[str, Any], word: Any) -> str:
    lines = [line for row in rows.values() if (line := word(row))]
    return head + "\n".join(lines) + "\n" if lines else ""


def _peer_row(row: dict[str, Any]) -> str:
    """Word a comparison with a peer; nothing of other rows."""
    if "peer" not in row:
        return ""
    low, high = row["ratio_range"]
    seconds = f"{row['ours_seconds']:.3g} | {row['peer_seconds']:.3g}"
    return f"| {row['title']}; {row['peer']} | {seconds} | {row['ratio']:.3g} ({low:.3g}–{high:.3g}) |"


def _command_row(row: dict[str, Any]) -> str:
    """Word what a command takes; nothing of other rows."""
    if "megabytes" not in row:
        return ""
    beside = f"{row['other_seconds']:.3g}" if "other_seconds" in row else ""
    multiple = f"{row['multiple']:.3g}" if "multiple" in row else ""
    return f"| {row['title']} | {row['ours_seconds']:.3g} | {beside} | {multiple} | {row['megabytes']} |"
