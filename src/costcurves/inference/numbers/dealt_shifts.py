"""Shifts of predictions chosen on other folds than those that judge them."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves.errors import Code, UndefinedError
from costcurves.inference.numbers.shift_losses import middle
from costcurves.inference.numbers.unit_spread import numbered
from costcurves.inference.resampling import Placed, Splits
from costcurves.tallies.cells import running
from costcurves.tallies.error_tally import quantile_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurves.inference.numbers.shift_losses import ShiftLoss
    from costcurves.tallies.numeric_records import NumericRecords


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class DealtRecords(ByValue):
    """Rows dealt into folds, the same for every model.

    Attributes
    ----------
    weight : ndarray or None
    cluster : ndarray of int or None
    parts : tuple of ndarray of int, shape (records,)
        The fold of every record, one a split.
    splits : Splits or None
        How they were dealt; None where the folds were given.
    """

    weight: Numbers | None
    cluster: NDArray[np.intp] | None
    parts: tuple[NDArray[np.intp], ...]
    splits: Splits | None

    @classmethod
    def of(cls, records: NumericRecords, splits: Splits) -> DealtRecords:
        """Deal records round, or clusters whole; folds that are given are taken as they are.

        Raises
        ------
        UndefinedError
            If there are fewer than two records, clusters or given folds.
        """
        cluster, fold = numbered(records.cluster), numbered(records.fold)
        column, drawn = (fold, "folds") if fold is not None else (cluster, "clusters")
        units = len(records) if column is None else int(column.max()) + 1
        if units < 2:
            drawn = "records" if column is None else drawn
            raise UndefinedError(
                f"cross-fitted shifts need two or more {drawn}", f"{units}", code=Code.TOO_FEW
            )
        everybody = np.ones(len(records), bool)
        placed = Placed({}, everybody, {}, cluster=cluster, fold=fold)
        within = dataclasses.replace(splits, folds=min(splits.folds, units))
        parts = tuple(within.deal(placed))
        return cls(records.weight, cluster, parts, None if fold is not None else within)

    @property
    def weights(self) -> Numbers:
        """The weight of every record."""
        return np.ones(len(self.parts[0]), np.int64) if self.weight is None else self.weight

    @property
    def folds(self) -> int:
        """How many folds a split has."""
        return int(self.parts[0].max()) + 1


@dataclasses.dataclass(frozen=True, eq=False)
class CrossFittedShifts(ByValue):
    """Errors of one model with the shift for each fold chosen on the other folds.

    Attributes
    ----------
    dealt : DealtRecords
    error : ndarray of float, shape (records,)
        e = y − ŷ; of the best constant y itself.
    """

    dealt: DealtRecords
    error: Floats

    @functools.cached_property
    def _sorted(self) -> tuple[NDArray[np.intp], Floats, Numbers]:
        """Rows by error, ties by weight, so that row order leaves no trace; their errors and weights."""
        weight = self.dealt.weights
        order = np.argsort(self.error) if self.dealt.weight is None else np.lexsort((weight, self.error))
        return order, self.error[order], weight[order]

    def shifts(self, kappa: Floats) -> Floats:
        """Return the shifts chosen at each κ without each fold, shape (splits, folds, conditions)."""
        order, error, weight = self._sorted
        found = np.empty((len(self.dealt.parts), self.dealt.folds, len(kappa)))
        for split, part in enumerate(self.dealt.parts):
            there = part[order]
            for fold in range(self.dealt.folds):
                others = np.flatnonzero(there != fold)
                values, sums = error[others], running(weight[others])
                for place, share in enumerate(kappa.tolist()):
                    low, high = quantile_places(sums, share)
                    found[split, fold, place] = values[low] + (values[high] - values[low]) / 2
        return found

    def chosen(self, loss: ShiftLoss) -> Floats:
        """Return the shifts of least loss without each fold, shape (splits, folds)."""
        order, weight = loss.order(self.error, self.dealt.weight), self.dealt.weights
        found = np.empty((len(self.dealt.parts), self.dealt.folds))
        for split, fold in np.ndindex(*found.shape):
            rows = order[self.dealt.parts[split][order] != fold]
            found[split, fold] = middle(loss.best(self.error[rows], weight[rows], rows))
        return found

    def learned(self, loss: ShiftLoss, shifts: Floats) -> Floats:
        """Return the loss of shifts on the folds that chose them, shape (splits, folds)."""
        weight = self.dealt.weights
        found = np.empty(shifts.shape)
        for (split, fold), shift in np.ndenumerate(shifts):
            others = np.flatnonzero(self.dealt.parts[split] != fold)
            losses = loss.of(self.error[others], shift, others)
            found[split, fold] = np.average(losses, weights=weight[others])
        return found

    def left_out(self, loss: ShiftLoss, shifts: Floats) -> LeftOutLosses:
        """Return the losses of every record at the shifts that were chosen without it, (splits, folds)."""
        rows = np.arange(self.dealt.folds)
        losses = [
            loss.of(self.error, shifts[split][rows][part]) for split, part in enumerate(self.dealt.parts)
        ]
        return LeftOutLosses.of(self.dealt, losses)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LeftOutLosses(ByValue):
    """Losses of the records, each judged by what other folds chose.

    Attributes
    ----------
    loss : ndarray of float, shape (records,)
        Averaged over splits.
    by_split : ndarray of float, shape (splits,)
        Means over the records.
    """

    loss: Floats
    by_split: Floats

    @classmethod
    def of(cls, dealt: DealtRecords, losses: list[Floats]) -> LeftOutLosses:
        """Average over splits, and over records."""
        weight = dealt.weights
        means = np.array([np.average(one, weights=weight) for one in losses])
        return cls(np.mean(losses, axis=0), means)

    def minus(self, other: LeftOutLosses) -> LeftOutLosses:
        """Return the differences, record by record and split by split."""
        return LeftOutLosses(self.loss - other.loss, self.by_split - other.by_split)


def errors_by_model(records: NumericRecords, models: tuple[str, ...]) -> Mapping[str, Floats]:
    """Return the errors of models."""
    return {model: records.predicted(model).error for model in models}
