"""How often the headline of a choice among models of many classes holds what the choice costs.

``python -m studies.class_headline`` runs every case and writes `class_headline.csv`.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from costcurves import evaluate_classes
from studies.class_intervals import DISTANCES, SHARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SEED = 20264
SIMULATIONS = 1000
#: Records of which the error rate of the models is read.
MANY = 1_000_000
SIZES = (100, 300, 1000)
COUNTS = (1, 3, 8)
#: Share of the variance within a class that models have in common: they err on the same records, or not.
COMMON = (0.8, 0.0)
RESULTS = Path(__file__).parent / "class_headline.csv"
CLASSES, DISTANCE = 3, DISTANCES[1]


def draw(
    rng: np.random.Generator, size: int, count: int, common: float
) -> tuple[NDArray[np.intp], list[Floats]]:
    """Draw records and the probabilities of so many models, all of them equally good."""
    places = DISTANCE * np.arange(CLASSES)
    codes = rng.choice(CLASSES, size, p=SHARES[CLASSES])
    shared = np.sqrt(common) * rng.normal(size=size)
    seen = (places[codes] + shared + np.sqrt(1 - common) * rng.normal(size=size) for _ in range(count))
    return codes, [softmax(places * x[:, None] - places**2 / 2, axis=1) for x in seen]


def error_rate() -> float:
    """Return the error rate that each model has, and so any choice among them."""
    codes, models = draw(np.random.default_rng([SEED, 0]), MANY, 1, 0.0)
    return float(np.mean(models[0].argmax(axis=1) != codes))


def coverage(size: int, count: int, common: float, simulations: int = SIMULATIONS) -> tuple[float, float]:
    """Return how often the headline holds the error rate, and how often equal models are told apart."""
    rng = np.random.default_rng([SEED, size, count, int(10 * common)])
    truth, held, apart = error_rate(), 0, 0
    for _ in range(simulations):
        codes, models = draw(rng, size, count, common)
        ev = evaluate_classes(codes, {f"m{place}": one for place, one in enumerate(models)})
        decision = ev.decide()
        low, high = decision.headline.low, decision.headline.high
        assert low is not None  # records of every class are enough to judge on others
        assert high is not None
        held += low <= truth <= high
        apart += any(row.told_apart for row in decision.rows)
    return held / simulations, apart / simulations


def main() -> None:
    """Run every case."""
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["models", "common", "records", "held", "told_apart"])
        for count in COUNTS:
            for common in COMMON if count > 1 else COMMON[:1]:
                for size in SIZES:
                    held, apart = coverage(size, count, common)
                    writer.writerow([count, common, size, f"{held:.3f}", f"{apart:.3f}"])
                    file.flush()
                    sys.stdout.write(f"{count} {common} {size} {held:.3f} {apart:.3f}\n")


if __name__ == "__main__":
    main()
