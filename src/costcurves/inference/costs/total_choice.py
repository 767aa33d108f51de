"""The total of the whole choice, where costs differ by record: each record is judged by what others chose."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.inference.costs.totals import spread_total
from costcurves.inference.resampling import Placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.inference.estimate import Estimate
    from costcurves.inference.resampling import Splits
    from costcurves.tallies.records import Records


@dataclasses.dataclass(frozen=True, eq=False)
class TotalChoice(ByValue):
    """Model and threshold with the least total on the other folds, for each fold of the records.

    Attributes
    ----------
    records : Records
        With per-row costs.
    placed : Placed
        The records that weigh something, by what the models say of them.
    models : tuple of str
        Of equally cheap ones the first is chosen.
    splits : Splits
    """

    records: Records
    placed: Placed
    models: tuple[str, ...]
    splits: Splits

    @classmethod
    def of(cls, records: Records, models: Sequence[str], splits: Splits) -> TotalChoice:
        """Deal the records into no more folds than the rarer class has records.

        Raises
        ------
        UndefinedError
            If a class has fewer than two records (or clusters).
        """
        placed = Placed.of_records(records, {model: records.tally(model) for model in models})
        return cls(records, placed, tuple(models), splits.within(placed))

    @property
    def folds(self) -> int:
        """Number of folds of a split."""
        fold = self.placed.fold
        return self.splits.folds if fold is None else int(fold.max()) + 1

    @functools.cached_property
    def _kept(self) -> NDArray[np.intp]:
        """The records that weigh something."""
        weight = self.records.weight
        return np.arange(len(self.records)) if weight is None else np.flatnonzero(weight)

    @functools.cached_property
    def flagged(self) -> NDArray[np.bool_]:
        """Whether each record is flagged by what the other folds chose, shape (splits, records)."""
        costs = self.records.require_costs("totals")
        left, acted = (column(self.records.is_positive)[self._kept] for column in (costs.left, costs.acted))
        gain = self.placed.weights() * (left - acted)
        parts = [*self.splits.deal(self.placed)]
        found = np.empty((len(parts), len(self.placed)), bool)
        for own, part in zip(found, parts, strict=True):
            each = [self._counts(model, part, gain) for model in self.models]
            saved, counts = (np.array(column) for column in zip(*each, strict=True))
            slack = TIE * np.abs(saved).max()
            first = np.argmax(saved >= saved.max(axis=0) - slack, axis=0)
            for number, model in enumerate(first):
                rows = np.flatnonzero(part == number)
                own[rows] = self.placed.cell[self.models[model]][rows] < counts[model, number]
        return found

    def _counts(self, model: str, part: NDArray[np.intp], gain: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """Return what the best threshold of a model saves on the other folds, and how many cells it flags."""
        cells = len(self.placed.tallies[model].cells)
        place = part * cells + self.placed.cell[model]
        by_fold = np.bincount(place, gain, self.folds * cells).reshape(self.folds, cells)
        running = np.cumsum(by_fold.sum(axis=0) - by_fold, axis=1)
        saved = np.hstack([np.zeros((self.folds, 1)), running])
        slack = TIE * float(np.abs(gain).sum())
        # Of equally cheap thresholds the one that flags fewest, as on all records.
        counts = np.argmax(saved >= saved.max(axis=1, keepdims=True) - slack, axis=1)
        return saved[np.arange(self.folds), counts], counts

    def total(self, level: float = 0.95) -> Estimate:
        """Return what choosing this way comes to on as many new records, with its interval."""
        flagged = np.zeros((len(self.flagged), len(self.records)))
        flagged[:, self._kept] = self.flagged
        return spread_total(self.records, flagged, level)

    @property
    def share(self) -> float:
        """Share of the weight that is flagged, averaged over splits."""
        return float(np.average(self.flagged.mean(axis=0), weights=self.placed.weights()))
