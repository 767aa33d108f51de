"""How often intervals of measures of many classes hold them, by sizes and by how good the model is.

``python -m studies.class_intervals`` runs every population and writes `class_intervals.csv`.
"""

from __future__ import annotations

import csv
import dataclasses
import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import softmax

from costcurves import evaluate_classes
from costcurves.errors import UndefinedError
from costcurves.measures.class_measures import class_measure
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.measures.class_ranking import PairwiseAreas
from costcurves.measures.ordered_volume import OrderedVolume
from costcurves.tallies.class_counts import ClassCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves import ClassEvaluation

    Floats = NDArray[np.float64]

SEED = 20263
SIMULATIONS = 2000
#: Records of which the population's own numbers are read.
MANY = 1_000_000
SIZES = (30, 100, 300, 1000)
SHARES = {3: (0.5, 0.3, 0.2), 5: (0.35, 0.25, 0.2, 0.1, 0.1)}
DISTANCES = (1.0, 2.5, 5.0)
TABLES = ("accuracy", "macro_recall", "macro_f1", "kappa", "mcc")
LOSSES = ("brier", "log_loss")
RANKINGS = ("hand_till_m", "provost_domingos_auc", "ordered_vus")
RESULTS = Path(__file__).parent / "class_intervals.csv"


@dataclasses.dataclass(frozen=True)
class Population:
    """Classes 0, 1, … are normal around 0, d, 2d, …; probabilities are Bayes' for equal shares, too timid.

    Attributes
    ----------
    classes : int
    distance : float
        Of neighbouring classes, d, in standard deviations.
    """

    classes: int
    distance: float

    @property
    def shares(self) -> Floats:
        """Shares of the classes."""
        return np.array(SHARES[self.classes])

    def draw(self, rng: np.random.Generator, size: int) -> tuple[NDArray[np.intp], Floats]:
        """Draw records: their classes, and their probabilities, shape (size, classes)."""
        codes = rng.choice(self.classes, size, p=self.shares)
        places = self.distance * np.arange(self.classes)
        x = rng.normal(places[codes])
        return codes, softmax(0.7 * (places * x[:, None] - places**2 / 2), axis=1)

    @functools.cached_property
    def truth(self) -> Truth:
        """What many records say."""
        rng = np.random.default_rng([SEED, self.classes, int(10 * self.distance)])
        return Truth.of(*self.draw(rng, MANY), self.shares)


@dataclasses.dataclass(frozen=True)
class Truth:
    """Numbers of a population: those of tables, losses by class, and areas of pairs."""

    tables: dict[str, float]
    losses: dict[str, Floats]
    areas: Floats
    volume: float

    @classmethod
    def of(cls, codes: NDArray[np.intp], probabilities: Floats, shares: Floats) -> Truth:
        """Read them off records, weighed to the shares of the classes."""
        classes, (names, ev) = len(shares), _evaluated(codes, probabilities)
        counts = ClassCounts(ev.counts("m").at_prevalence(shares).weight, names)
        losses = {
            row.key: np.bincount(codes, row(codes, probabilities)) / np.bincount(codes)
            for row in CLASS_LOSSES
        }
        volume = OrderedVolume.of(codes, probabilities @ np.arange(3.0), None).volume if classes == 3 else 0.0
        return cls(
            {name: class_measure(name)(counts) for name in TABLES},
            losses, PairwiseAreas.of(ev.records, "m").area, volume,
        )  # fmt: skip

    def of_measure(self, name: str, shares: Floats) -> float:
        """Return a number at shares of the classes."""
        if name in self.tables:
            return self.tables[name]
        if name in self.losses:
            return float(self.losses[name] @ shares)
        areas = PairwiseAreas(self.areas, shares)
        return {
            "hand_till_m": areas.hand_till,
            "provost_domingos_auc": areas.provost_domingos,
            "ordered_vus": self.volume,
        }[name]


def _evaluated(codes: NDArray[np.intp], probabilities: Floats) -> tuple[tuple[str, ...], ClassEvaluation]:
    names = tuple(map(str, range(probabilities.shape[1])))
    return names, evaluate_classes(np.array(names)[codes], {"m": probabilities}, classes=names)


def names_of(population: Population) -> list[str]:
    """Return the measures that are studied."""
    return [one for one in (*TABLES, *LOSSES, *RANKINGS) if one != "ordered_vus" or population.classes == 3]


def coverage(population: Population, size: int, simulations: int = SIMULATIONS) -> dict[str, float]:
    """Return by measure how often its 95 % interval holds it, of samples with two records of every class."""
    rng = np.random.default_rng([SEED, population.classes, int(10 * population.distance), size])
    names = names_of(population)
    held, defined = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for _ in range(simulations):
        codes, probabilities = population.draw(rng, size)
        sizes = np.bincount(codes, minlength=population.classes)
        if sizes.min() < 2:
            continue
        ev = _evaluated(codes, probabilities)[1]
        for name in names:
            try:
                found = ev.measure("m", name)
            except UndefinedError:
                continue
            defined[name] += 1
            truth = population.truth.of_measure(name, population.shares)
            held[name] += found.low <= truth <= found.high
    return {name: held[name] / defined[name] for name in names}


def main() -> None:
    """Run every population."""
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["classes", "distance", "records", "measure", "coverage"])
        for classes in SHARES:
            for distance in DISTANCES:
                for size in SIZES:
                    found = coverage(Population(classes, distance), size)
                    rows = [[classes, distance, size, name, f"{one:.3f}"] for name, one in found.items()]
                    writer.writerows(rows)
                    file.flush()
                    sys.stdout.write(f"{classes} {distance} {size} {found}\n")


if __name__ == "__main__":
    main()
