"""How well a goal is met on records left out of the choice of model and threshold."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.counts.cost_intervals import RATES, rate_ends
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Target
from costcurves.tallies.cells import running
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.criteria.criterion import Criterion
    from costcurves.inference.resampling import Placed, Splits
    from costcurves.measures.confusion_measures import Measure

#: Splits tell how much other records would choose otherwise; fewer do not, and count for less.
SPLITS_THAT_TELL, WORTH_OF_ONE_SPLIT = 3, 0.8


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
    def outcomes(self) -> Floats:
        """Weight of positives and of negatives that are flagged, shape (splits, 2)."""
        return np.array([self._pooled(part) for part in self.splits.deal(self.placed)])

    def _pooled(self, part: NDArray[np.intp]) -> tuple[float, float]:
        """Return what is flagged in all folds of a split."""
        folds = self.folds
        found = [self._judged(model, part, folds) for model in self.models]
        ranks = np.array([rank for rank, _ in found])
        least = ranks.min(axis=0)
        if not np.all(least < np.inf):
            raise UndefinedError(
                "a threshold that meets the goal on all folds but one is needed",
                "none",
                where=self.criterion.title,
            )
        slack = TIE * np.minimum(1.0, np.abs(ranks).max(axis=0, initial=0.0, where=np.isfinite(ranks)))
        first = np.argmax(ranks <= least + slack, axis=0)
        flagged = np.array([counts for _, counts in found])[first, np.arange(folds)]
        tp, fp = flagged.sum(axis=0)
        return float(tp), float(fp)

    def _judged(self, model: str, part: NDArray[np.intp], folds: int) -> tuple[Floats, Floats]:
        """Rank of a model on the others of each fold, and what it flags in the fold, shape (folds, 2)."""
        stack, whole = self.placed.stack(model, part, folds), self.placed.tallies[model]
        columns = (stack.positives, stack.negatives)
        sums = [np.array([running(fold) for fold in column]) for column in columns]
        others = [
            np.maximum(total - column, 0)
            for total, column in zip((whole.positives, whole.negatives), columns, strict=True)
        ]
        rest = dataclasses.replace(
            stack, source=dataclasses.replace(stack.cells, positives=others[0], negatives=others[1])
        )
        threshold = self.criterion.thresholds_of(rest)
        known = ~np.isnan(threshold)
        # Cells stand from the highest score down.
        count = np.searchsorted(-whole.cells.high, -np.where(known, threshold, np.inf), side="right")
        at = np.arange(folds), count
        tpr, fpr = (
            (running(total)[count] - own[at]) / np.maximum(other.sum(axis=1), 1e-300)
            for total, own, other in zip((whole.positives, whole.negatives), sums, others, strict=True)
        )
        rank = [
            float(self.criterion.rank(f, t, member)) if ok else np.inf
            for f, t, member, ok in zip(fpr, tpr, rest.members(), known, strict=True)
        ]
        return np.array(rank), np.column_stack([own[at] for own in sums])

    # ---- what follows -----------------------------------------------------------------------

    @functools.cached_property
    def _rates(self) -> Floats:
        """TPR and FPR of every split, shape (splits, 2)."""
        tally = self.placed.tallies[self.models[0]]
        return np.asarray(self.outcomes / (tally.total_positive, tally.total_negative))

    @property
    def tpr(self) -> float:
        """Share of the positives that are flagged."""
        return float(self._rates[:, 0].mean())

    @property
    def fpr(self) -> float:
        """Share of the negatives that are flagged."""
        return float(self._rates[:, 1].mean())

    def rates(self, level: float = 0.95) -> dict[str, Estimate]:
        """Return tpr and fpr with their intervals, wider by how much the splits differ."""
        level, found = confidence(level), {}
        sizes = self.placed.effective
        for name, each, records in zip(("tpr", "fpr"), self._rates.T, sizes, strict=True):
            rate, given = float(each.mean()), float(each.mean() * (1 - each.mean()) / records)
            size = records
            if len(each) < SPLITS_THAT_TELL:
                size = records * WORTH_OF_ONE_SPLIT
            elif given:
                size = records * given / (given + float(each.var(ddof=1)))
            low, high = (float(end) for end in rate_ends(rate * size, size, level))
            found[name] = Estimate(rate, low, high, level, RATES, target=Target.WHOLE_CHOICE)
        return found

    def measure(self, row: Measure, prevalence: float) -> float:
        """Return a measure of the pooled outcomes of each split, averaged; NaN where a split has none."""
        tpr, fpr = self._rates.T
        return float(np.mean(row(Confusion.of_rates(fpr, tpr, prevalence))))
