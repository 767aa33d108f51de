"""How well a goal is met on records left out of the choice of model and threshold."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.costs.crossfit import one_class_left
from costcurves.inference.costs.left_out import LeftOut
from costcurves.inference.estimate import Estimate, confidence
from costcurves.tallies.cells import running
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.criteria.criterion import Criterion
    from costcurves.inference.resampling import Placed, Splits
    from costcurves.measures.confusion_measures import Measure


@dataclasses.dataclass(frozen=True, eq=False)
class GoalChoice(ByValue):
    """Model and threshold that meet a criterion best on the other folds, judged on each fold.

    Outcomes of all folds of a split are pooled; rates and measures are those of a split, averaged.

    Attributes
    ----------
    placed : Placed
    models : tuple of str
    splits : Splits
    criterion : Criterion
        Without a mixture; of equally good models the first is chosen.
    """

    placed: Placed
    models: tuple[str, ...]
    splits: Splits
    criterion: Criterion

    @classmethod
    def of(cls, placed: Placed, models: Sequence[str], splits: Splits, criterion: Criterion) -> GoalChoice:
        """Deal the records into no more folds than the rarer class has records."""
        among = criterion.among([placed.tallies[model] for model in models])
        return cls(placed, tuple(models), splits.within(placed), among)

    @property
    def folds(self) -> int:
        """Number of folds of a split."""
        fold = self.placed.fold
        return self.splits.folds if fold is None else int(fold.max()) + 1

    @functools.cached_property
    def left_out(self) -> LeftOut:
        """What the chosen models and thresholds do on the folds that did not choose them."""
        parts = [*self.splits.deal(self.placed)]
        each = [self._choice(part) for part in parts]
        chosen, counts = (np.array(column) for column in zip(*each, strict=True))
        return LeftOut(self.placed, parts, self.models, chosen, counts)

    def _choice(self, part: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return which model meets the goal best on the others of each fold, and how many cells it flags."""
        found = [self._ranked(model, part) for model in self.models]
        ranks, counts = (np.array(column) for column in zip(*found, strict=True))
        least = ranks.min(axis=0)
        if not np.all(least < np.inf):
            raise UndefinedError(
                "a threshold that meets the goal on all folds but one is needed",
                "none",
                where=self.criterion.title,
            )
        slack = TIE * np.minimum(1.0, np.abs(ranks).max(axis=0, initial=0.0, where=np.isfinite(ranks)))
        first = np.argmax(ranks <= least + slack, axis=0)
        return first, counts[first, np.arange(self.folds)]

    def _ranked(self, model: str, part: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """Rank of a model on the others of each fold, and how many of its cells are flagged there."""
        stack, whole = self.placed.stack(model, part, self.folds), self.placed.tallies[model]
        # Differences of weights that are not whole may fall below 0 by rounding.
        positives, negatives = (
            np.maximum(total - column, 0)
            for total, column in ((whole.positives, stack.positives), (whole.negatives, stack.negatives))
        )
        for missing, column in (("positive", positives), ("negative", negatives)):
            empty = np.flatnonzero(column.sum(axis=1) == 0)
            if len(empty):
                raise one_class_left(missing, int(empty[0]), self.placed)
        cells = dataclasses.replace(stack.cells, positives=positives, negatives=negatives)
        others = dataclasses.replace(stack, source=cells)
        threshold = self.criterion.thresholds_of(others)
        known = ~np.isnan(threshold)
        # Cells stand from the highest score down.
        count = np.searchsorted(-whole.cells.high, -np.where(known, threshold, np.inf), side="right")
        ranks = np.full(self.folds, np.inf)
        for fold, member in enumerate(others.members()):
            if known[fold]:
                sums = [running(column[fold]) for column in (negatives, positives)]
                fpr, tpr = (one[count[fold]] / one[-1] for one in sums)
                ranks[fold] = self.criterion.rank(fpr, tpr, member)
        return ranks, count

    # ---- what follows -----------------------------------------------------------------------

    def rates(self, level: float = 0.95) -> dict[str, Estimate]:
        """Return tpr and fpr with their intervals, wider by how much the splits differ."""
        return self.left_out.rates(confidence(level))

    def measure(self, row: Measure, prevalence: float) -> float:
        """Return a measure of the pooled outcomes of each split, averaged; NaN where a split has none."""
        fnr, fpr = self.left_out.rates_of_error.T
        return float(np.mean(row(Confusion.of_rates(fpr, 1 - fnr, prevalence))))
