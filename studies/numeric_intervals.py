"""How often intervals of RMSE and MAE hold them, by the tails of the errors.

``python -m studies.numeric_intervals`` runs every law and size and writes `numeric_intervals.csv`.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from costcurves import evaluate_numeric

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]

SEED = 20262
SIMULATIONS = 3000
SIZES = (30, 100, 1000)
RESULTS = Path(__file__).parent / "numeric_intervals.csv"


def student(freedom: int) -> tuple[Draw, float, float]:
    """Return errors by Student's t: with k degrees of freedom E|t| = 2√k Γ((k + 1)/2)/(√π (k − 1) Γ(k/2))."""
    size = 2 * math.sqrt(freedom) * math.gamma((freedom + 1) / 2)
    mae = size / (math.sqrt(math.pi) * (freedom - 1) * math.gamma(freedom / 2))
    return (lambda rng, n: rng.standard_t(freedom, size=n)), mae, freedom / (freedom - 2)


#: Errors by name: how they are drawn, their mean size and their mean square; all have mean 0.
LAWS: dict[str, tuple[Draw, float, float]] = {
    "normal": (lambda rng, n: rng.normal(size=n), math.sqrt(2 / math.pi), 1.0),
    "Laplace": (lambda rng, n: rng.laplace(size=n), 1.0, 2.0),
    "t5": student(5),
    "t3": student(3),
    # E|X − √e| = 2√e (2Φ(½) − 1) of a lognormal X, with Φ(½) by the error function.
    "lognormal": (
        lambda rng, n: rng.lognormal(size=n) - math.exp(0.5),
        2 * math.exp(0.5) * math.erf(0.5 / math.sqrt(2)),
        (math.e - 1) * math.e,
    ),
}


def coverage(law: str, size: int, simulations: int = SIMULATIONS) -> tuple[float, float]:
    """Return how often 95 % intervals of RMSE and of MAE hold them."""
    draw, mae, square = LAWS[law]
    rng, held = np.random.default_rng([SEED, size, sorted(LAWS).index(law)]), np.zeros(2)
    for _ in range(simulations):
        ev = evaluate_numeric(draw(rng, size), np.zeros(size))
        for place, (key, truth) in enumerate((("rmse", math.sqrt(square)), ("mae", mae))):
            found = ev.interval(key, "model")
            held[place] += found.low <= truth <= found.high
    rmse, mean = (held / simulations).tolist()
    return rmse, mean


def main() -> None:
    """Run every law and size."""
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["errors", "records", "rmse", "mae"])
        for law in LAWS:
            for size in SIZES:
                writer.writerow([law, size, *(f"{one:.3f}" for one in coverage(law, size))])


if __name__ == "__main__":
    main()
