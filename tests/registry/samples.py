"""What every row is tried on, and what must leave every row alone."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True)
class Sample:
    """Scored records of both classes; scores lie in [0, 1], so that they can be taken as probabilities."""

    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64]

    def tally(self) -> Tally:
        """The records as a tally."""
        return Tally.from_scores(self.labels, self.scores, self.weights)

    def take(self, rows: NDArray[np.intp]) -> Sample:
        """The same records in another order, or some several times."""
        return Sample(self.labels[rows], self.scores[rows], self.weights[rows])

    def weighed(self, factor: float | NDArray[np.float64]) -> Sample:
        """The same records with other weights."""
        return dataclasses.replace(self, weights=self.weights * factor)


def sample(labels: object, scores: object, weights: object = None) -> Sample:
    """Columns as arrays; without weights every record weighs 1."""
    positive = np.asarray(labels, dtype=bool)
    held = np.ones(len(positive)) if weights is None else np.asarray(weights, dtype=float)
    return Sample(positive, np.asarray(scores, dtype=float), held)


def _drawn(seed: int, size: int, share: float, levels: int, *, heavy: bool) -> Sample:
    """Random records on a grid of scores; weights are eighths, whose sums are exact."""
    rng = np.random.default_rng(seed)
    labels = rng.random(size) < share
    labels[:2] = True, False
    scores = np.clip(rng.integers(0, levels + 1, size) / levels + labels * 0.125, 0, 1)
    return sample(labels, scores, rng.integers(1, 17, size) / 8 if heavy else None)


SAMPLES: dict[str, Sample] = {
    "one cell a class": sample([1, 0], [1.0, 0.0]),
    "one cell a class, reversed": sample([1, 0], [0.25, 0.75]),
    "one shared cell": sample([1, 0, 0], [0.5, 0.5, 0.5]),
    "perfect": sample([1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.2, 0.1]),
    "alternating": sample([1, 0, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]),
    "few positives": _drawn(1, 40, 0.1, 16, heavy=False),
    "many ties": _drawn(2, 40, 0.4, 4, heavy=False),
    "many positives, weighted": _drawn(3, 30, 0.8, 8, heavy=True),
    "no ties, weighted": _drawn(4, 25, 0.4, 512, heavy=True),
}


def _reversed(s: Sample) -> Sample:
    """Rows in another order."""
    return s.take(np.arange(len(s.labels))[::-1])


def _shuffled(s: Sample) -> Sample:
    """Rows in any order."""
    return s.take(np.random.default_rng(9).permutation(len(s.labels)))


def _twice(s: Sample) -> Sample:
    """Every row twice."""
    return s.take(np.tile(np.arange(len(s.labels)), 2))


def _heavier(s: Sample) -> Sample:
    """Weight 2 stands for two rows."""
    return s.weighed(2.0)


def _with_nothing(s: Sample) -> Sample:
    """Rows of weight 0 leave no trace, whatever their score."""
    scores = np.concatenate([s.scores, [0.33, 0.77]])
    return sample([*s.labels, True, False], scores, [*s.weights, 0.0, 0.0])


#: What must change no number at all.
CHANGES: dict[str, Callable[[Sample], Sample]] = {
    "rows reversed": _reversed,
    "rows shuffled": _shuffled,
    "every row twice": _twice,
    "every weight doubled": _heavier,
    "rows without weight": _with_nothing,
}


def reweighed(s: Sample, prevalence: float) -> Sample:
    """Records whose weights make positives this share of the whole, as a sample at that prevalence would."""
    positive, negative = s.weights[s.labels].sum(), s.weights[~s.labels].sum()
    return s.weighed(np.where(s.labels, prevalence / positive, (1 - prevalence) / negative))


#: Shares of positives to state, far from those of the samples.
STATED = (0.02, 0.5, 0.9)
