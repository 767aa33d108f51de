"""How often intervals hold what they estimate, and how often tests of equal models reject.

``python -m studies.coverage`` runs every cell that `coverage.csv` does not hold yet, so that it can be
stopped and taken up again; ``--check KEY`` runs cells again and compares.
"""

from __future__ import annotations

import argparse
import csv
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from studies.cells import ANEW, ANEW_TARGET, Cell, every_cell

if TYPE_CHECKING:
    from collections.abc import Iterable

SEED = 20260
SIMULATIONS = 2_000
RESULTS = Path(__file__).parent / "coverage.csv"
COLUMNS = (
    "cell", "target", "method", "pc", "counted", "share", "monte_carlo_error", "mean_width",
    "expected_errors", "expected_discordant", "simulations", "seed",
)  # fmt: skip


def run(cell: Cell, simulations: int = SIMULATIONS) -> list[dict[str, str]]:
    """Simulate one cell; every cell has a seed of its own, so that their order does not matter."""
    rng = np.random.default_rng([SEED, zlib.crc32(cell.key.encode())])
    rows = []
    for (method, at), (held, width) in cell.simulate(rng, simulations).items():
        share = float(np.mean(held))
        expected = [
            "" if expect is None else _shown(expect(at), 3)
            for expect in (cell.expected_errors, cell.expected_discordant)
        ]
        values = (
            cell.key, ANEW_TARGET if method == ANEW else cell.target, method, at,
            "rejections" if cell.rejects else "coverage", f"{share:.4f}",
            f"{(share * (1 - share) / simulations) ** 0.5:.4f}", _shown(np.mean(width), 4), *expected,
            str(simulations), str(SEED),
        )  # fmt: skip
        rows.append(dict(zip(COLUMNS, values, strict=True)))
    return rows


def _shown(value: Any, digits: int) -> str:
    """Write a number; nothing where there is none."""
    return "" if np.isnan(value) else f"{value:.{digits}g}"


def known(path: Path = RESULTS) -> list[dict[str, str]]:
    """Read the results so far."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(rows: Iterable[dict[str, str]], path: Path = RESULTS) -> None:
    """Write results, in the order of the cells."""
    order = {cell.key: i for i, cell in enumerate(every_cell())}
    kept = sorted((row for row in rows if row["cell"] in order), key=lambda row: order[row["cell"]])
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m studies.coverage", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY", help="only cells whose key begins so")
    parser.add_argument("--again", action="store_true", help="run cells that are known already, too")
    options = parser.parse_args()
    rows = known()
    for cell in every_cell():
        if options.keys and not any(cell.key.startswith(key) for key in options.keys):
            continue
        if not options.again and any(row["cell"] == cell.key for row in rows):
            continue
        began = time.perf_counter()
        found = run(cell)
        rows = [row for row in known() if row["cell"] != cell.key] + found
        write(rows)
        shares = [float(row["share"]) for row in found]
        seconds = time.perf_counter() - began
        line = f"{cell.key:44} {min(shares):.4f} to {max(shares):.4f}  {seconds:6.1f} s"
        print(line, flush=True)  # noqa: T201 - this is a program


if __name__ == "__main__":
    main()
