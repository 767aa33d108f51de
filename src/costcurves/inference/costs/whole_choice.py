"""The cost of the whole choice: each record is judged by the model and threshold that others chose."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, ByValue
from costcurves.inference.costs.crossfit import CrossFitted
from costcurves.inference.costs.left_out import LeftOut
from costcurves.inference.counts.cost_intervals import METHOD, nec_ends
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Placed, Splits


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
    def left_out(self) -> LeftOut:
        """What the chosen models and thresholds do on the folds that did not choose them."""
        counts = np.empty_like(self.chosen)
        for (split, number), model in np.ndenumerate(self.chosen):
            fold = self.rules[model].dealt[split][number]
            counts[split, number] = fold.flagged[fold.serving(self.pc)]
        models = tuple(rule.model for rule in self.rules)
        return LeftOut(self.placed, self.rules[0].parts, models, self.chosen, counts)

    @property
    def picked(self) -> dict[str, float]:
        """In what share of the folds each model was chosen, or nobody or everybody was flagged."""
        found: dict[str, float] = {}
        for model, count in zip(self.chosen.flat, self.left_out.counts.flat, strict=True):
            name = self.rules[model].model
            ends = {0: "nobody", len(self.placed.tallies[name].cells): "everybody"}
            name = ends.get(int(count), name)
            found[name] = found.get(name, 0.0) + 1 / self.chosen.size
        return found

    def cost(self, level: float = 0.95) -> Estimate:
        """Return NEC of the whole choice with its interval.

        Records are as many as they are, or as weights and clusters make them worth, and less by how
        much the splits differ; with so many, each rate has its interval as that of a given classifier.
        """
        level, moments = confidence(level), self.left_out.moments
        (fnr, fpr), correlation = moments.mean[:, 0], moments.correlation[0]
        positives, negatives = self.left_out.worth(level, (self.pc, 1 - self.pc))
        ends = nec_ends(fnr * positives, positives, fpr * negatives, negatives, self.pc, level, correlation)
        centre, low, high = (float(end) for end in ends)
        return Estimate(centre, low, high, level, METHOD, target=Target.WHOLE_CHOICE)
