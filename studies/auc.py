"""How often intervals of an AUC hold it: normal scores, with and without ties, few records and many.

``python -m studies.auc`` runs every population and writes `auc.csv`; each has a seed of its own.
"""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri

from costcurves import Tally
from costcurves.stats import auc_interval
from studies.interval_coverage import counted, generator, show, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from studies.interval_coverage import Row

SEED = 20260
SIMULATIONS = 500
RESULTS = Path(__file__).parent / "auc.csv"
METHODS = ("score", "newcombe", "logit", "wald", "hanley-mcneil")
SIZES = (
    (10, 10),
    (10, 100),
    (100, 10),
    (20, 20),
    (20, 1000),
    (30, 300),
    (50, 50),
    (50, 500),
    (100, 100),
    (500, 500),
)
AREAS = (0.6, 0.75, 0.9, 0.95, 0.99)
SPREADS = (0.5, 1.0, 2.0)
STEPS = (0.0, 0.5)


@dataclasses.dataclass(frozen=True)
class Population:
    """Negatives score N(0, 1), positives N(μ, spread²), rounded to a grid where there is a step.

    Attributes
    ----------
    positives, negatives : int
        Records drawn of each class.
    area : float
        The AUC before scores are rounded.
    spread, step : float
    """

    positives: int
    negatives: int
    area: float
    spread: float
    step: float

    @property
    def mean(self) -> float:
        """Mean score of the positives."""
        return float(ndtri(self.area) * np.hypot(1, self.spread))

    def auc(self) -> float:
        """The AUC of the scores as they are drawn."""
        if not self.step:
            return self.area
        grid = np.arange(-80, 81) * self.step
        ends = grid + self.step / 2
        upto = ndtr((ends - self.mean) / self.spread), ndtr(ends)
        p, n = (np.diff(law, prepend=0.0) for law in upto)
        return float(p @ (upto[1] - n / 2))

    def draw(self, rng: np.random.Generator) -> Tally:
        """Draw a sample."""
        scores = np.concatenate(
            [rng.normal(self.mean, self.spread, self.positives), rng.normal(size=self.negatives)]
        )
        if self.step:
            scores = np.round(scores / self.step) * self.step
        return Tally.from_scores(np.repeat([1, 0], [self.positives, self.negatives]), scores)


def every_population() -> Iterator[Population]:
    """Yield every combination."""
    for (p, n), *rest in itertools.product(SIZES, AREAS, SPREADS, STEPS):
        yield Population(p, n, *rest)


def run(population: Population, simulations: int = SIMULATIONS) -> list[Row]:
    """Count, by method, how often the interval lies above the AUC, and below, and how wide it is."""
    rng = generator(SEED, population)
    found: dict[str, list[tuple[float, float]]] = {method: [] for method in METHODS}
    for _ in range(simulations):
        tally = population.draw(rng)
        for method, ends in found.items():
            interval = auc_interval(tally, method=method)
            ends.append((interval.low, interval.high))
    return counted(population, population.auc(), found)


def main() -> None:
    """Run all populations, write them, and print how the methods compare."""
    rows = [row for population in every_population() for row in run(population)]
    write(rows, RESULTS)
    show(rows, METHODS)


if __name__ == "__main__":
    main()
