"""How often intervals of a Brier score hold it: in closed form, and by the bootstrap.

``python -m studies.brier`` runs every population and writes `brier.csv`; each has a seed of its own.
"""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, roots_hermitenorm

from costcurves import Tally
from costcurves.inference.bootstrap.statistics import interval
from costcurves.inference.costs.mean_losses import mean_loss_interval
from costcurves.inference.resampling import Placed
from studies.interval_coverage import counted, generator, show, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurves.inference.estimate import Estimate
    from studies.interval_coverage import Row

SEED = 20261
SIMULATIONS = 400
REPLICATES = 500
RESULTS = Path(__file__).parent / "brier.csv"
METHODS: dict[str, Callable[[Tally], Estimate]] = {
    "closed form": lambda tally: mean_loss_interval(Placed.of_tally(tally), "model", "brier"),
    "bca": lambda tally: interval(tally, "brier", replicates=REPLICATES),
    "percentile": lambda tally: interval(tally, "brier", replicates=REPLICATES, method="percentile"),
}
SIZES = ((10, 10), (10, 100), (20, 20), (50, 50), (20, 1000), (500, 500))
DISTANCES = (0.5, 1.5, 3.0)
CONFIDENCES = (0.5, 1.0, 2.0)


@dataclasses.dataclass(frozen=True)
class Population:
    """Log-odds: negatives N(−d²/2, d²), positives N(d²/2, d²), shifted to the prevalence, times a factor.

    With the factor 1 scores are calibrated; with 2 they are too sure of themselves.

    Attributes
    ----------
    positives, negatives : int
        Records drawn of each class.
    distance : float
        Of the class means, d, in standard deviations.
    confidence : float
        The factor.
    """

    positives: int
    negatives: int
    distance: float
    confidence: float

    def scores(self, noise: np.ndarray, sign: int) -> np.ndarray:
        """Return the scores of one class from standard normal draws."""
        centre = sign * self.distance**2 / 2 + np.log(self.positives / self.negatives)
        return np.asarray(expit(self.confidence * (centre + self.distance * noise)))

    def brier(self) -> float:
        """Return the Brier score at the prevalence of the sample, by quadrature."""
        nodes, weights = roots_hermitenorm(180)
        weights = weights / weights.sum()
        p = self.positives / (self.positives + self.negatives)
        missed, alarmed = (1 - self.scores(nodes, 1)) ** 2 @ weights, self.scores(nodes, -1) ** 2 @ weights
        return float(p * missed + (1 - p) * alarmed)

    def draw(self, rng: np.random.Generator) -> Tally:
        """Draw a sample."""
        sides = (self.positives, 1), (self.negatives, -1)
        scores = np.concatenate([self.scores(rng.normal(size=size), sign) for size, sign in sides])
        return Tally.from_scores(np.repeat([1, 0], [self.positives, self.negatives]), scores)


def every_population() -> Iterator[Population]:
    """Yield every combination."""
    for (p, n), *rest in itertools.product(SIZES, DISTANCES, CONFIDENCES):
        yield Population(p, n, *rest)


def run(population: Population, simulations: int = SIMULATIONS) -> list[Row]:
    """Count, by method, how often the interval lies above the Brier score, and below, and how wide it is."""
    rng = generator(SEED, population)
    found: dict[str, list[tuple[float, float]]] = {method: [] for method in METHODS}
    for _ in range(simulations):
        tally = population.draw(rng)
        for method, ends in found.items():
            one = METHODS[method](tally)
            ends.append((one.low, one.high))
    return counted(population, population.brier(), found)


def main() -> None:
    """Run all populations, write them, and print how the methods compare."""
    rows = [row for population in every_population() for row in run(population)]
    write(rows, RESULTS)
    show(rows, METHODS)


if __name__ == "__main__":
    main()
