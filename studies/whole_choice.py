"""Whether the headline of a recommendation tells what choosing model and threshold costs on new records.

``python -m studies.whole_choice`` runs every population that `whole_choice.csv` does not hold yet, so that
it can be stopped and taken up again; each has a seed of its own.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import itertools
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from costcurves import evaluate
from studies.interval_coverage import generator, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurves.results.recommendation import Recommendation
    from studies.interval_coverage import Row

    Floats = NDArray[np.float64]

SEED = 20262
SIMULATIONS = 2_000
RESULTS = Path(__file__).parent / "whole_choice.csv"
PC = 0.5
DISTANCE = 1.3
#: Numbers of models, with the correlation of their scores within a class.
MODELS = ((1, 0.0), (3, 0.0), (3, 0.8), (30, 0.0), (30, 0.8))
POSITIVES = (5, 20, 50, 150, 500)
PREVALENCES = (0.5, 0.05)


@dataclasses.dataclass(frozen=True)
class Population:
    """Equally good models: scores of negatives N(0, 1), of positives N(1.3, 1), correlated within a class.

    Attributes
    ----------
    models : int
    correlation : float
    positives : int
        Records drawn of that class.
    prevalence : float
        Their share.
    """

    models: int
    correlation: float
    positives: int
    prevalence: float

    @property
    def negatives(self) -> int:
        """Records drawn of that class."""
        return round(self.positives * (1 - self.prevalence) / self.prevalence)

    def draw(self, rng: np.random.Generator) -> tuple[NDArray[np.bool_], dict[str, Floats]]:
        """Draw labels, and scores by model."""
        label = np.arange(self.positives + self.negatives) < self.positives
        shared, own = rng.normal(size=len(label)), rng.normal(size=(self.models, len(label)))
        score = np.sqrt(self.correlation) * shared + np.sqrt(1 - self.correlation) * own + DISTANCE * label
        return label, {f"m{i}": column for i, column in enumerate(score)}


def nec(threshold: Floats | float) -> Any:
    """Return the cost of a threshold in the population, of any of the models."""
    return PC * ndtr(np.subtract(threshold, DISTANCE)) + (1 - PC) * ndtr(np.negative(threshold))


@dataclasses.dataclass
class Found:
    """What simulations found: of the headline, of the rows, and of pairs told apart.

    Attributes
    ----------
    headline, rows : list
        Estimate and both ends; of the rows one each a model.
    new, new_rows : list of float
        What was recommended costs in the population, and each model at its best threshold.
    seems : list of float
        What was recommended costs on the records that chose it.
    apart : list of bool
        Whether some model was told apart from the leading one.
    """

    headline: list[tuple[float, float, float]] = dataclasses.field(default_factory=list)
    rows: list[list[tuple[float, float, float]]] = dataclasses.field(default_factory=list)
    new: list[float] = dataclasses.field(default_factory=list)
    new_rows: list[float] = dataclasses.field(default_factory=list)
    seems: list[float] = dataclasses.field(default_factory=list)
    apart: list[bool] = dataclasses.field(default_factory=list)

    def add(self, found: Recommendation) -> None:
        """Add one simulation."""
        assert found.nec is not None  # there are two records of each class at least
        self.headline.append((found.nec.estimate, found.nec.low, found.nec.high))
        costs = [row.interval for row in found.rows if row.interval is not None]
        self.rows.append([(one.estimate, one.low, one.high) for one in costs])
        self.new.append(float(nec(_threshold(found.decision.thresholds))))
        self.new_rows.extend(float(nec(_threshold(row.thresholds))) for row in found.rows)
        self.seems.append(found.seems)
        self.apart.append(any(row.told_apart for row in found.rows))

    def summary(self) -> Row:
        """Return biases, coverages and shares over all simulations."""
        estimate, low, high = np.array(self.headline).T
        rows, truth, of_rows = np.array(self.rows), float(np.mean(self.new)), float(np.mean(self.new_rows))
        held = (rows[..., 1] <= of_rows) & (of_rows <= rows[..., 2])
        shares = {
            "coverage": np.mean((low <= truth) & (truth <= high)),
            "rows_coverage": np.mean(held.all(axis=1)),
            "told_apart": np.mean(self.apart),
        }
        costs = {
            "new": truth,
            "headline": np.mean(estimate),
            "winners_row": np.mean(rows[:, 0, 0]),
            "same_records": np.mean(self.seems),
            "mean_width": np.mean(high - low),
        }
        return {
            **{name: f"{value:.4f}" for name, value in costs.items()},
            **{name: f"{value:.4f}" for name, value in shares.items()},
            "simulations": len(self.new),
        }


def _threshold(thresholds: Any) -> float:
    """Return the threshold of a decision, infinite where nobody or everybody is flagged."""
    return float({"nobody": np.inf, "everybody": -np.inf}.get(thresholds.flags, thresholds.threshold))


def every_population() -> Iterator[Population]:
    """Yield every combination, those that take longest last."""
    found = itertools.product(MODELS, POSITIVES, PREVALENCES)
    each = [Population(*models, positives, prevalence) for models, positives, prevalence in found]
    yield from sorted(each, key=lambda one: one.models * (one.positives + one.negatives))


def run(population: Population, simulations: int = SIMULATIONS) -> Row:
    """Simulate one population."""
    rng, found = generator(SEED, population), Found()
    for seed in range(simulations):
        found.add(evaluate(*population.draw(rng)).uncertainty(seed=seed).recommendation(PC))
    return {**dataclasses.asdict(population), **found.summary()}


def known(path: Path = RESULTS) -> list[Row]:
    """Read the results so far."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [dict(row) for row in csv.DictReader(file)]


def result_of(population: Population, rows: Sequence[Row]) -> Row | None:
    """Return the result of a population, if there is one."""
    facts = {name: str(value) for name, value in dataclasses.asdict(population).items()}
    return next((row for row in rows if all(row[name] == value for name, value in facts.items())), None)


def main() -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(prog="python -m studies.whole_choice", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    missing = [one for one in every_population() if result_of(one, known()) is None]
    with ProcessPoolExecutor(parser.parse_args().jobs) as pool:
        for done in as_completed([pool.submit(run, one) for one in missing]):
            new: Row = {name: str(value) for name, value in done.result().items()}
            rows = [*known(), new]
            found = (result_of(one, rows) for one in every_population())
            write([row for row in found if row is not None], RESULTS)
            print(*done.result().values(), flush=True)  # noqa: T201 - studies are programs


if __name__ == "__main__":
    main()
