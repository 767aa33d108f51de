"""Populations whose costs are known in closed form: normal scores of variance 1, half a separation off 0."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from costcurves import Tally
from costcurves.inference.resampling import Placed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class Normal:
    """Positives score N(d/2, 1), negatives N(−d/2, 1); with `step` scores are rounded down to a grid.

    Attributes
    ----------
    separation : float
    positives, negatives : int
        Records drawn of each class.
    step : float
        Width of the grid; 0 for scores without ties.
    """

    separation: float
    positives: int
    negatives: int
    step: float = 0.0

    def rates(self, threshold: Floats) -> tuple[Floats, Floats]:
        """Return the true (FNR, FPR) of flagging scores at or above a threshold."""
        threshold = np.ceil(threshold / self.step) * self.step if self.step else threshold
        return ndtr(threshold - self.separation / 2), ndtr(-threshold - self.separation / 2)

    def nec(self, threshold: Floats, pc: Floats) -> Floats:
        """Return the true NEC of thresholds at conditions."""
        fnr, fpr = self.rates(threshold)
        return fnr * pc + fpr * (1 - pc)

    def best_threshold(self, pc: Floats) -> Floats:
        """Return the threshold that is best in the population: the likelihood ratio there is (1 − PC)/PC."""
        with np.errstate(divide="ignore"):
            best: Floats = np.log((1 - pc) / pc) / self.separation
        return best

    def envelope(self, pc: Floats) -> Floats:
        """Return the least true NEC at conditions."""
        if not self.step:
            return self.nec(self.best_threshold(pc), pc)
        grid = np.concatenate([[-np.inf], np.arange(-12, 12, self.step), [np.inf]])
        least: Floats = np.min([self.nec(np.full(len(pc), threshold), pc) for threshold in grid], axis=0)
        return least

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Labels of a sample: positives first."""
        return np.repeat([True, False], [self.positives, self.negatives])

    @property
    def means(self) -> Floats:
        """Mean score of each record of a sample."""
        return np.where(self.is_positive, self.separation / 2, -self.separation / 2)

    def on_grid(self, score: Floats) -> Floats:
        """Round scores down to the grid."""
        return np.floor(score / self.step) * self.step if self.step else score

    def draw(self, rng: np.random.Generator) -> Tally:
        """Draw a sample."""
        score = self.on_grid(self.means + rng.standard_normal(len(self.means)))
        return Tally.from_scores(self.is_positive, score)

    def draw_pair(self, rng: np.random.Generator, correlation: float) -> Placed:
        """Draw a sample with two models, equally good, whose scores are correlated within each class."""
        shared, *own = rng.standard_normal((3, len(self.means)))
        noise = [correlation**0.5 * shared + (1 - correlation) ** 0.5 * z for z in own]
        scores = {name: self.on_grid(self.means + z) for name, z in zip("ab", noise, strict=True)}
        tallies = {name: Tally.from_scores(self.is_positive, score) for name, score in scores.items()}
        cell = {
            name: len(tally.cells) - 1 - np.searchsorted(tally.high[::-1], scores[name])
            for name, tally in tallies.items()
        }
        return Placed(tallies, self.is_positive, cell)


@dataclasses.dataclass(frozen=True)
class Clustered:
    """Clusters of records, such as patients with several lesions: each shifts all its scores alike.

    The classes score N(±d/2, 1) all the same; a share of the variance is that of the clusters, and
    clusters differ in how many of their records are positive.
    """

    separation: float
    clusters: int
    size: int
    share: float
    prevalence: float = 0.3

    def rates(self, threshold: float) -> tuple[float, float]:
        """Return the true (FNR, FPR) of a threshold."""
        return float(ndtr(threshold - self.separation / 2)), float(ndtr(-threshold - self.separation / 2))

    def draw(self, rng: np.random.Generator) -> Placed:
        """Draw a sample of clusters that holds both classes."""
        while True:
            cluster = np.repeat(np.arange(self.clusters), self.size)
            own = rng.beta(2 * self.prevalence, 2 * (1 - self.prevalence), self.clusters)
            is_positive = rng.random(len(cluster)) < own[cluster]
            if is_positive.any() and not is_positive.all():
                break
        shift = self.share**0.5 * rng.standard_normal(self.clusters)[cluster]
        noise = shift + (1 - self.share) ** 0.5 * rng.standard_normal(len(cluster))
        score = np.where(is_positive, self.separation / 2, -self.separation / 2) + noise
        tally = Tally.from_scores(is_positive, score)
        cell = len(tally.cells) - 1 - np.searchsorted(tally.high[::-1], score)
        return Placed({"model": tally}, is_positive, {"model": cell}, cluster=cluster)
