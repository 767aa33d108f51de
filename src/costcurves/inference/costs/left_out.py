"""Choices judged on the folds that had no part in them: rates, and how many records these are worth."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.inference.counts.cost_intervals import RATES, rate_ends
from costcurves.inference.estimate import Estimate
from costcurves.inference.targets import Target
from costcurves.inference.variances import ClassMoments, class_moments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Placed

#: Fewer splits do not tell how much they differ.
SPLITS_THAT_TELL = 3
#: Then records are worth this share, as they are on average over the populations of the study.
WORTH_OF_ONE_SPLIT = 0.8


@dataclasses.dataclass(frozen=True, eq=False)
class LeftOut(ByValue):
    """Records that are judged, each fold by the model and threshold that were chosen on the others.

    Attributes
    ----------
    placed : Placed
    parts : sequence of ndarray of int, shape (records,)
        The fold of every record, one a split.
    models : tuple of str
    chosen, counts : ndarray of int, shape (splits, folds)
        Which of the models judges each fold, and how many of its cells are flagged.
    """

    placed: Placed
    parts: Sequence[NDArray[np.integer[Any]]]
    models: tuple[str, ...]
    chosen: NDArray[np.intp]
    counts: NDArray[np.intp]

    @functools.cached_property
    def _errors(self) -> tuple[Floats, Floats]:
        """In what share of the splits each record is decided wrongly; rates of misses and alarms by split."""
        placed, wrong = self.placed, np.zeros(len(self.placed), np.intp)
        rates = []
        for part, models, counts in zip(self.parts, self.chosen, self.counts, strict=True):
            missed = np.empty(len(placed), bool)
            for number, (model, count) in enumerate(zip(models, counts, strict=True)):
                rows = np.flatnonzero(part == number)
                flagged = placed.cell[self.models[model]][rows] < count
                missed[rows] = flagged != placed.is_positive[rows]
            wrong += missed
            sides = (placed.is_positive, ~placed.is_positive)
            rates.append([np.average(missed[side], weights=placed.weights(side)) for side in sides])
        return wrong / len(self.chosen), np.array(rates)

    @property
    def errors(self) -> Floats:
        """In what share of the splits each record is decided wrongly, shape (records,)."""
        return self._errors[0]

    @property
    def rates_of_error(self) -> Floats:
        """FNR and FPR in every split, shape (splits, 2)."""
        return self._errors[1]

    @functools.cached_property
    def moments(self) -> ClassMoments:
        """Rates of error averaged over splits, and what the records are worth."""
        return class_moments(self.placed, [(slice(None), self.errors[:, None])])

    @property
    def fpr(self) -> float:
        """Share of the negatives that are flagged."""
        return float(self.moments.mean[1, 0])

    @property
    def tpr(self) -> float:
        """Share of the positives that are flagged."""
        return 1 - float(self.moments.mean[0, 0])

    def worth(self, level: float, shares: tuple[float, float]) -> Floats:
        """Return how many records each class is worth, shape (2,), for FNR and FPR in some shares.

        Other records would have chosen otherwise; by how much that moves the sum is told by how much the
        splits of these differ, see ``studies/whole_choice.py``.
        """
        mean, sizes = self.moments.mean[:, 0], self.moments.sizes(level)[:, 0]
        if len(self.chosen) < SPLITS_THAT_TELL:
            return sizes * WORTH_OF_ONE_SPLIT
        given = float((np.square(shares) * mean * (1 - mean) / sizes).sum())
        vary = float((self.rates_of_error @ shares).var(ddof=1))
        return sizes * given / (given + vary) if given else sizes

    def rates(self, level: float) -> dict[str, Estimate]:
        """Return tpr and fpr with their intervals."""
        found = {}
        for name, rate, place in (("tpr", self.tpr, 0), ("fpr", self.fpr, 1)):
            size = self.worth(level, (1.0 - place, float(place)))[place]
            low, high = (float(end) for end in rate_ends(rate * size, size, level))
            found[name] = Estimate(rate, low, high, level, RATES, target=Target.WHOLE_CHOICE)
        return found
