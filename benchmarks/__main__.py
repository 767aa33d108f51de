"""Run every benchmark (or those named), print target and ratio, keep the results; exit 1 below a target.

Speed hangs on what sorts, so there are three legs: as found, without the C extension, and without both it and
numpy's AVX-512. ``--leg N`` runs one of them, counted from 0.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks import commands
from benchmarks.commands import COMMANDS, Command
from benchmarks.sides import BENCHMARKS, Benchmark

RUNS = 5
RESULTS = Path(__file__).with_name("results.json")
PACKAGES = (
    "costcurves", "numpy", "scipy",
    "scikit-learn", "empulse", "hmeasure", "dcurves", "model-diagnostics", "kds",
    "rocci", "stambo", "MLstatkit",
)  # fmt: skip
IMPORT_LIMIT = 0.060
WITHOUT = {"COSTCURVES_KERNEL": "0"}
#: What the environment of a leg says.
LEGS: dict[str, dict[str, str]] = {
    "as found": {},
    "without the C extension": WITHOUT,
    "without it, numpy without AVX-512": WITHOUT
    | {"NPY_DISABLE_CPU_FEATURES": "X86_V4,AVX512_ICL,AVX512_SPR"},
}


def side(key: str, which: str, leg: dict[str, str]) -> dict[str, float]:
    """Time one side in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.side", key, which]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **leg})
    if done.returncode:
        sys.exit(f"{key}, {which}: {done.stderr.strip().splitlines()[-1]}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def compare(benchmark: Benchmark, leg: dict[str, str]) -> dict[str, Any]:
    """Run both sides in turn and take medians; the ratio is taken pair by pair."""
    key = benchmark.key
    pairs = [(side(key, "ours", leg), side(key, "peer", leg)) for _ in range(RUNS)]
    ratios = sorted(peer["seconds"] / ours["seconds"] for ours, peer in pairs)
    ratio = statistics.median(ratios)
    memory = max(ours["memory"] for ours, _ in pairs)
    passed = benchmark.target is None or ratio >= benchmark.target
    passed = passed and (benchmark.memory is None or memory <= benchmark.memory)
    return {
        "title": benchmark.title,
        "peer": benchmark.peer_name,
        "ours_seconds": round(statistics.median(ours["seconds"] for ours, _ in pairs), 4),
        "peer_seconds": round(statistics.median(peer["seconds"] for _, peer in pairs), 4),
        "ratio": round(ratio, 2),
        "ratio_range": [round(ratios[0], 2), round(ratios[-1], 2)],
        "target": benchmark.target,
        "memory_multiple": round(memory, 2),
        "memory_limit": benchmark.memory,
        "passed": passed,
    }


def import_time() -> dict[str, Any]:
    """Time `import costcurves` after numpy, in fresh processes."""
    code = "import numpy, time; t = time.perf_counter(); import costcurves; print(time.perf_counter() - t)"
    times = []
    for _ in range(4 * RUNS):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        times.append(float(done.stdout))
    seconds = statistics.median(times)
    return {
        "title": "import costcurves, on top of numpy",
        "ours_seconds": round(seconds, 4),
        "limit_seconds": IMPORT_LIMIT,
        "passed": seconds <= IMPORT_LIMIT,
    }


def describe(key: str, row: dict[str, Any]) -> str:
    """Word one result."""
    verdict = "ok  " if row["passed"] else "MISS"
    if "limit_seconds" in row:
        milliseconds, limit = (1000 * row[name] for name in ("ours_seconds", "limit_seconds"))
        return f"{verdict} {key}: {milliseconds:.0f} ms (limit {limit:.0f} ms)"
    target = "no target" if row["target"] is None else f"target {row['target']:g}"
    memory = f", extra memory {row['memory_multiple']:g} × the data" if row["memory_limit"] else ""
    low, high = row["ratio_range"]
    seconds = f"{row['ours_seconds']:g} s against {row['peer_seconds']:g} s"
    return (
        f"{verdict} {key}: {row['ratio']:g} times as fast as {row['peer']} "
        f"({target}; runs {low:g} to {high:g}; {seconds}{memory})"
    )


def machine() -> dict[str, Any]:
    """Describe where this ran."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "missing"
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text(encoding="utf8").splitlines()
         if line.startswith("model name")),
        platform.processor(),
    )  # fmt: skip
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": versions,
    }


def keep(found: dict[str, Any], *, whole: bool) -> None:
    """Write results beside others of the same machine and versions; whole legs may take their place."""
    here = machine()
    before = json.loads(RESULTS.read_text(encoding="utf8"))
    known, legs = before["machine"], before["legs"]
    alike = all(known[name] == here[name] for name in ("processor", "cores", "system", "python"))
    alike = alike and all(here["versions"][name] == old for name, old in known["versions"].items())
    if not (alike or whole):
        print("not kept: the other results are of another machine or other versions", file=sys.stderr)
        return
    kept = legs if alike else {}
    results = kept | {leg: kept.get(leg, {}) | rows for leg, rows in found.items()}
    RESULTS.write_text(json.dumps({"machine": here, "legs": results}, indent=1) + "\n", encoding="utf8")


def main(words: list[str]) -> int:
    """Run and report."""
    legs = dict(LEGS)
    if words[:1] == ["--leg"]:
        place, *words = words[1:]
        legs = dict([list(LEGS.items())[int(place)]])
    known = {row.key: row for row in (*BENCHMARKS, *COMMANDS)}
    unknown = sorted(set(words) - {*known, "import"})
    if unknown:
        print(f"no benchmark {unknown[0]!r}; one of {', '.join([*known, 'import'])}", file=sys.stderr)
        return 2
    found: dict[str, Any] = {}
    for name, leg in legs.items():
        print(f"-- {name}", flush=True)
        rows = found[name] = {}
        for key in words or [*known, "import"]:
            row = known.get(key)
            if row is None:
                rows[key] = import_time()
            else:
                rows[key] = row.compare(RUNS, leg) if isinstance(row, Command) else compare(row, leg)
            word = commands.describe if isinstance(row, Command) else describe
            print(word(key, rows[key]), flush=True)
    keep(found, whole=not words)
    return 0 if all(row["passed"] for rows in found.values() for row in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
