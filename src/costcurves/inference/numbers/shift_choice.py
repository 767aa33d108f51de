"""The loss of the whole choice: each record is judged by the model and shift that the other folds chose."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.numbers.dealt_shifts import (
    CrossFittedShifts,
    DealtRecords,
    LeftOutLosses,
    errors_by_model,
)
from costcurves.inference.numbers.error_intervals import ALIKE
from costcurves.inference.numbers.shift_losses import middle
from costcurves.inference.numbers.unit_spread import UnitSpread
from costcurves.inference.targets import Scope, Target

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats
    from costcurves.inference.numbers.shift_losses import ShiftLoss
    from costcurves.inference.resampling import Splits
    from costcurves.tallies.numeric_records import NumericRecords

#: What the constant is called that predicts every record alike.
CONSTANT = "best constant"
METHOD = "Student's t with Hall's correction for skewness, splits added"
GAPS = f"paired differences, {METHOD}; of those at best and at cross-fitted shifts the outer ends"


@dataclasses.dataclass(frozen=True, eq=False)
class ShiftChoice(ByValue):
    """Models, and the best constant, each with its shift for every fold chosen on the other folds.

    The winner of several models looks better than it is even where its own shifts are cross-fitted,
    since the same records named it the winner; :meth:`cost` judges each fold by what was chosen without
    it.

    Attributes
    ----------
    rules : dict of str to CrossFittedShifts
        By model, the best constant last.
    by : ShiftLoss
        By what shifts are chosen and judged.
    """

    rules: dict[str, CrossFittedShifts]
    by: ShiftLoss

    @classmethod
    def of(
        cls, records: NumericRecords, models: tuple[str, ...], splits: Splits, by: ShiftLoss
    ) -> ShiftChoice:
        """Cross-fit every model on the same folds."""
        dealt = DealtRecords.of(records, splits)
        errors = {**errors_by_model(records, models), CONSTANT: records.y}
        return cls({name: CrossFittedShifts(dealt, error) for name, error in errors.items()}, by)

    @property
    def dealt(self) -> DealtRecords:
        """The records and their folds."""
        return next(iter(self.rules.values())).dealt

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, without the constant."""
        return tuple(name for name in self.rules if name != CONSTANT)

    @functools.cached_property
    def shifts(self) -> dict[str, Floats]:
        """The shift of each model for each fold, shape (splits, folds)."""
        return {name: rule.chosen(self.by) for name, rule in self.rules.items()}

    @functools.cached_property
    def left_out(self) -> dict[str, LeftOutLosses]:
        """Losses of each model at shifts that were chosen on the other folds."""
        return {name: rule.left_out(self.by, self.shifts[name]) for name, rule in self.rules.items()}

    @functools.cached_property
    def chosen(self) -> NDArray[np.intp]:
        """Which of the models, or the constant, lost least on the others of each fold, (splits, folds)."""
        learned = np.array([rule.learned(self.by, self.shifts[name]) for name, rule in self.rules.items()])
        slack = TIE * learned.max(axis=0)
        return np.asarray(np.argmax(learned <= learned.min(axis=0) + slack, axis=0))

    @property
    def picked(self) -> dict[str, float]:
        """In what share of the folds each was chosen."""
        names = list(self.rules)
        counts = np.bincount(self.chosen.ravel(), minlength=len(names)) / self.chosen.size
        return {name: float(count) for name, count in zip(names, counts, strict=True) if count}

    def best(self, model: str) -> tuple[float, float]:
        """Return the range of shifts of a model that are best on all records."""
        return self.by.best_of_all(self.rules[model].error, self.dealt.weight)

    def mean(self, model: str, shift: float) -> float:
        """Return the loss of a model after a shift on all records."""
        return self.by.mean(self.rules[model].error, self.dealt.weight, shift)

    def cost(self, level: float = 0.95) -> Estimate:
        """Return the loss of the whole choice with its interval."""
        names, losses = list(self.rules), []
        for split, part in enumerate(self.dealt.parts):
            found = np.empty(len(part))
            for fold, model in enumerate(self.chosen[split].tolist()):
                rows, rule = np.flatnonzero(part == fold), self.rules[names[model]]
                shift = self.shifts[names[model]][split, fold]
                found[rows] = self.by.of(rule.error[rows], shift, rows)
            losses.append(found)
        judged = LeftOutLosses.of(self.dealt, losses)
        error = self._of_any_split(losses) if len(self.picked) > 1 else None
        return dataclasses.replace(self._estimate(judged, level, error), target=Target.WHOLE_CHOICE)

    def _of_any_split(self, losses: list[Floats]) -> float:
        """Return the standard error of losses in any split.

        That of averages over models which err on different records would be too small.
        """
        each = (self._spread(LeftOutLosses(one, np.zeros(1)))[1].error for one in losses)
        return math.sqrt(sum(error**2 for error in each) / len(losses))

    def loss(self, model: str, level: float = 0.95) -> Estimate:
        """Return the loss of one model, or of the constant, at cross-fitted shifts."""
        return self._estimate(self.left_out[model], level)

    def _estimate(self, judged: LeftOutLosses, level: float, error: float | None = None) -> Estimate:
        centre, spread = self._spread(judged)
        spread = spread if error is None else dataclasses.replace(spread, error=error)
        spread = spread.with_splits(judged.by_split)
        words = "shifts chosen on the other folds (cross-fitted)"
        if spread.is_none(centre):
            alike = Estimate(centre, centre, centre, level, METHOD, words, (ALIKE,))
            return dataclasses.replace(alike, target=Target.CROSS_FITTED)
        low, high = spread.positive_ends(centre, confidence(level))
        low, high = min(low, centre), max(high, centre)
        return Estimate(centre, low, high, level, METHOD, words, target=Target.CROSS_FITTED)

    def _spread(self, judged: LeftOutLosses) -> tuple[float, UnitSpread]:
        """Return the mean of losses, and how it varies over the records."""
        weight = self.dealt.weights
        centre = float(np.average(judged.loss, weights=weight))
        added = weight * (judged.loss - centre) / weight.sum()
        return centre, UnitSpread.of(added, self.dealt.cluster, self.dealt.weight)

    def gaps(self, leading: str, others: tuple[str, ...], level: float = 0.95) -> dict[str, Estimate]:
        """Return the loss of others less that of the leading model, with intervals for all pairs together.

        Each reaches as far as that of the difference at cross-fitted shifts and that at the best shifts on
        the same records do; 1 − level is shared out over all pairs of models.
        """
        pairs = max(len(self.models) * (len(self.models) - 1) // 2, 1)
        each = 1 - (1 - confidence(level)) / pairs
        scope = Scope.PAIRS if pairs > 1 else Scope.ALONE
        return {
            name: dataclasses.replace(
                self._gap(name, leading, each), level=level, scope=scope, models=len(self.models)
            )
            for name in others
        }

    def constant_gap(self, leading: str, level: float = 0.95) -> Estimate:
        """Return the loss of the best constant less that of a model, with its interval by itself."""
        return self._gap(CONSTANT, leading, confidence(level))

    def _gap(self, name: str, leading: str, level: float) -> Estimate:
        anew = self.left_out[name].minus(self.left_out[leading])
        centre, spread = self._spread(anew)
        difference, same = self._spread(self._at_best(name).minus(self._at_best(leading)))
        low, high = spread.with_splits(anew.by_split).ends(centre, level)
        least, most = same.ends(difference, level)
        low, high = min(low, least, centre), max(high, most, centre)
        words = "difference in loss, shifts chosen on the other folds or best on the same records"
        return Estimate(centre, low, high, level, GAPS, words, target=Target.CROSS_FITTED)

    def _at_best(self, model: str) -> LeftOutLosses:
        """Return the losses at the shift that is best on all records."""
        rule = self.rules[model]
        losses = self.by.of(rule.error, middle(self.best(model)))
        return LeftOutLosses(losses, np.array([float(np.average(losses, weights=self.dealt.weights))]))
