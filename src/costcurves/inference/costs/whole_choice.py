"""The cost of the whole choice: each record is judged by the model and threshold that others chose."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.inference.costs.crossfit import CrossFitted
from costcurves.inference.counts.cost_intervals import METHOD, nec_ends
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Target
from costcurves.inference.variances import ClassMoments, class_moments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurves.inference.costs.crossfit import Fold
    from costcurves.inference.resampling import Placed, Splits


#: Fewer splits do not tell how much they differ.
SPLITS_THAT_TELL = 3
#: Then records are worth this share, as they are on average over the populations of the study.
WORTH_OF_ONE_SPLIT = 0.8


@dataclasses.dataclass(frozen=True, eq=False)
class WholeChoice(ByValue):
    """Model and threshold that cost least on the other folds, for each fold of the records.

    The winner of several models looks cheaper than it is even where its own thresholds are
    cross-fitted, since the same records named it the winner. Here each fold is judged by what was
    chosen without it, flagging nobody and flagging everybody among the choices: what choosing this way
    costs on new records, from 1 − 1/folds of the records.

    Attributes
    ----------
    rules : tuple of CrossFitted
        One a model, of the same records and splits; of equally good ones the first is chosen.
    pc : float
        PC(+) at which the choice is made.
    """

    rules: tuple[CrossFitted, ...]
    pc: float

    @classmethod
    def of(cls, placed: Placed, models: Sequence[str], splits: Splits, pc: float) -> WholeChoice:
        """Cross-fit every model on the same folds, and choose among them at a condition.

        Raises
        ------
        UndefinedError
            If a class has fewer than two records (or clusters), or none outside of a fold.
        """
        within = splits.within(placed)
        rules = tuple(CrossFitted(placed, model, within) for model in models)
        return cls(rules, arrays.share(pc, "pc"))

    @property
    def placed(self) -> Placed:
        """The records."""
        return self.rules[0].placed

    @functools.cached_property
    def chosen(self) -> NDArray[np.intp]:
        """Which of the models each fold is judged by, shape (splits, folds)."""
        learned = np.array([rule.learned(np.array([self.pc]))[..., 0] for rule in self.rules])
        least = learned.min(axis=0)
        # Costs are small where PC is, and ties with them.
        slack = TIE * np.minimum(1.0, learned.max(axis=0))
        return np.asarray(np.argmax(learned <= least + slack, axis=0))

    @functools.cached_property
    def counts(self) -> NDArray[np.intp]:
        """How many cells of the chosen model are flagged in each fold, shape (splits, folds)."""
        found = np.empty_like(self.chosen)
        for at, fold in self._folds():
            found[at] = fold.flagged[fold.serving(self.pc)]
        return found

    def _folds(self) -> Iterator[tuple[tuple[int, int], Fold]]:
        """Yield split and number of every fold, with the thresholds of the model that judges it."""
        for (split, number), model in np.ndenumerate(self.chosen):
            yield (split, number), self.rules[model].dealt[split][number]

    @property
    def picked(self) -> dict[str, float]:
        """In what share of the folds each model was chosen, or nobody or everybody was flagged."""
        found: dict[str, float] = {}
        for model, count in zip(self.chosen.flat, self.counts.flat, strict=True):
            name = self.rules[model].model
            ends = {0: "nobody", len(self.placed.tallies[name].cells): "everybody"}
            name = ends.get(int(count), name)
            found[name] = found.get(name, 0.0) + 1 / self.counts.size
        return found

    @functools.cached_property
    def errors(self) -> Floats:
        """In what share of the splits each record is decided wrongly, shape (records,)."""
        placed, wrong = self.placed, np.zeros(len(self.placed), np.intp)
        for (split, number), count in np.ndenumerate(self.counts):
            rule = self.rules[self.chosen[split, number]]
            rows = np.flatnonzero(rule.parts[split] == number)
            wrong[rows] += (placed.cell[rule.model][rows] < count) != placed.is_positive[rows]
        return wrong / len(self.chosen)

    @functools.cached_property
    def _moments(self) -> ClassMoments:
        """Rates of error on positives and on negatives, and what the records are worth."""
        return class_moments(self.placed, [(slice(None), self.errors[:, None])])

    @property
    def fpr(self) -> float:
        """Share of the negatives that are flagged, averaged over splits."""
        return float(self._moments.mean[1, 0])

    @property
    def tpr(self) -> float:
        """Share of the positives that are flagged."""
        return 1 - float(self._moments.mean[0, 0])

    @functools.cached_property
    def _splits_vary(self) -> float:
        """Variance of NEC over the splits, of records that are dealt again and again."""
        tally, sums = self.placed.tallies[self.rules[0].model], np.zeros((len(self.chosen), 2))
        for (split, _), fold in self._folds():
            piece = fold.serving(self.pc)
            sums[split] += fold.fn[piece], fold.fp[piece]
        rates = sums / (tally.total_positive, tally.total_negative)
        return float((rates @ (self.pc, 1 - self.pc)).var(ddof=1))

    def _worth(self, level: float) -> Floats:
        """Return how many records each class is worth, shape (2, 1), where what is chosen varies, too.

        Other records would have chosen otherwise; by how much that moves the cost is told by how much
        the splits of these differ, see ``studies/whole_choice.py``.
        """
        (fnr, fpr), sizes = self._moments.mean[:, 0], self._moments.sizes(level)
        if len(self.chosen) < SPLITS_THAT_TELL:
            return sizes * WORTH_OF_ONE_SPLIT
        spread = np.array([self.pc**2 * fnr * (1 - fnr), (1 - self.pc) ** 2 * fpr * (1 - fpr)])
        given = float((spread / sizes[:, 0]).sum())
        return sizes * given / (given + self._splits_vary) if given else sizes

    def cost(self, level: float = 0.95) -> Estimate:
        """Return NEC of the whole choice with its interval.

        Records are as many as they are, or as weights and clusters make them worth, and less by how
        much the splits differ; with so many, each rate has its interval as that of a given classifier.
        """
        level = confidence(level)
        (fnr, fpr), (positives, negatives) = self._moments.mean, self._worth(level)
        correlation = self._moments.correlation
        ends = nec_ends(fnr * positives, positives, fpr * negatives, negatives, self.pc, level, correlation)
        centre, low, high = (float(end[0]) for end in ends)
        return Estimate(centre, low, high, level, METHOD, target=Target.WHOLE_CHOICE)
