"""What the studies of single intervals count, and how they write and print it."""

from __future__ import annotations

import csv
import dataclasses
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    #: One result of a study: a population, a method, and what was counted of its intervals.
    Row = dict[str, object]


def generator(seed: int, population: Any) -> np.random.Generator:
    """Return a generator of a population's own, whatever else the study runs."""
    return np.random.default_rng([seed, zlib.crc32(repr(population).encode())])


def counted(population: Any, truth: float, found: Mapping[str, Sequence[tuple[float, float]]]) -> list[Row]:
    """Count, by method, how often the intervals lie above the truth, and below, and how wide they are."""
    rows: list[Row] = []
    for method, pairs in found.items():
        low, high = np.array(pairs).T
        above, below = float(np.mean(low > truth)), float(np.mean(high < truth))
        counts = {"coverage": 1 - above - below, "above": above, "below": below}
        shown = {name: f"{share:.3f}" for name, share in counts.items()}
        facts = {"mean_width": f"{np.mean(high - low):.4g}", "simulations": len(pairs)}
        rows.append({**dataclasses.asdict(population), "method": method, **shown, **facts})
    return rows


def write(rows: Sequence[Row], path: Path) -> None:
    """Write all results of a study."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def show(rows: Sequence[Row], methods: Iterable[str]) -> None:
    """Print how the methods compare."""
    for method in methods:
        mine = [row for row in rows if row["method"] == method]
        coverage, width = (
            np.array([float(str(row[name])) for row in mine]) for name in ("coverage", "mean_width")
        )
        line = f"{method:14} mean {coverage.mean():.3f} least {coverage.min():.3f} width {width.mean():.3f}"
        print(line, flush=True)  # noqa: T201 - studies are programs
