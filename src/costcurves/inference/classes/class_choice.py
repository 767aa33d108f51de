"""The cost of choosing among models of many classes: each record is judged by what other folds chose."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_deciding import DecidingModel
from costcurves.inference.classes.class_losses import ClassLosses
from costcurves.inference.classes.class_spread import ClassUnits
from costcurves.inference.counts.cost_intervals import MEANS, PAIRED
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Scope, Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.inference.resampling import Splits
    from costcurves.tallies.class_records import ClassRecords

WORDS = "difference in cost a record"


@dataclasses.dataclass(frozen=True, eq=False)
class CrossFittedCosts(ByValue):
    """What one model costs where its actions are fitted on the other folds.

    Attributes
    ----------
    model : DecidingModel
    parts : tuple of ndarray of int, shape (records,)
        The fold of every record, one a split.
    """

    model: DecidingModel
    parts: tuple[NDArray[np.intp], ...]

    @functools.cached_property
    def _folds(self) -> tuple[Floats, NDArray[np.intp]]:
        """Cost on the other folds, shape (splits, folds), and actions of cells, (splits, folds, cells)."""
        learned, actions = [], []
        for part in self.parts:
            folds = int(part.max()) + 1
            tables = self.model.tables(part, folds)
            others = tables.sum(axis=0) - tables
            if (others.sum(axis=2) <= 0).any():
                raise UndefinedError(
                    "choosing on other folds needs records of every class there",
                    "a fold that holds all of one",
                    "give other folds, or more records",
                )  # fmt: skip
            chosen = [self.model.actions(table) for table in others]
            learned.append([self.model.cost(*one) for one in zip(others, chosen, strict=True)])
            actions.append(chosen)
        return np.array(learned), np.array(actions)

    @property
    def learned(self) -> Floats:
        """What the model costs on the other folds, shape (splits, folds)."""
        return self._folds[0]

    def losses(self, split: int) -> Floats:
        """Return what each record costs by the actions that the other folds of a split chose."""
        taken = self._folds[1][split][self.parts[split], self.model.cells]
        return np.asarray(self.model.costs.costs[self.model.records.codes, taken])

    @functools.cached_property
    def mean_losses(self) -> Floats:
        """The same on average over splits."""
        if not self.model.is_fitted:
            return self.losses(0)
        return np.asarray(sum(self.losses(split) for split in range(len(self.parts))) / len(self.parts))


@dataclasses.dataclass(frozen=True, eq=False)
class ClassChoice(ByValue):
    """Models of many classes judged, and the choice among them, on folds that had no part in it.

    "Always" taking the action that is cheapest for all is one of the choices. So each fold is judged by the
    model that costs least on the others, with actions fitted there where models have to be fitted: the cost
    of choosing this way, where the winner's own would be too low.

    Attributes
    ----------
    rules : tuple of CrossFittedCosts
        One a model, of the same records and folds.
    units : ClassUnits
    splits : Splits
    """

    rules: tuple[CrossFittedCosts, ...]
    units: ClassUnits
    splits: Splits

    @classmethod
    def of(
        cls,
        records: ClassRecords,
        models: Sequence[str],
        costs: CostMatrix,
        prevalence: Floats | None,
        splits: Splits,
    ) -> ClassChoice:
        """Deal the records, and fit every model on each of the other folds.

        Without a prevalence classes are as common as they are among the records, which varies.

        Raises
        ------
        UndefinedError
            If a class has fewer than two records (or clusters), or none outside of a fold.
        """
        units = ClassUnits(records, shares_vary=prevalence is None)
        shares = records.prevalence if prevalence is None else prevalence
        within = splits.within(units)
        parts = tuple(within.deal(units))
        rules = (CrossFittedCosts(DecidingModel(records, name, costs, shares), parts) for name in models)
        return cls(tuple(rules), units, within)

    @property
    def _first(self) -> DecidingModel:
        return self.rules[0].model

    @property
    def always(self) -> tuple[int, float]:
        """The action that is cheapest for all, and its cost."""
        return self._first.costs.constant(self._first.prevalence)

    @functools.cached_property
    def chosen(self) -> NDArray[np.intp]:
        """Which model judges each fold, shape (splits, folds); −1: one action for all is no dearer."""
        learned = np.array([rule.learned for rule in self.rules])
        slack = TIE * max(float(np.abs(self._first.costs.costs).max()), np.finfo(float).tiny)
        best = np.argmax(learned <= learned.min(axis=0) + slack, axis=0)
        return np.where(self.always[1] <= learned.min(axis=0) + slack, -1, best)

    @property
    def picked(self) -> dict[str, float]:
        """In what share of the folds each model was chosen, or one action for all."""
        names = {-1: f"always {self._first.costs.actions[self.always[0]]}"}
        names |= {place: rule.model.model for place, rule in enumerate(self.rules)}
        places, counts = np.unique(self.chosen, return_counts=True)
        return {
            names[int(one)]: float(count) / self.chosen.size
            for one, count in zip(places, counts, strict=True)
        }

    def _losses(self, split: int) -> Floats:
        """What each record costs by what was chosen without it, in one split."""
        part, constant = self.rules[0].parts[split], self.always[0]
        found = self._first.costs.costs[self._first.records.codes, constant].copy()
        for place in np.unique(self.chosen[split][self.chosen[split] >= 0]):
            rows = self.chosen[split][part] == place
            found[rows] = self.rules[int(place)].losses(split)[rows]
        return np.asarray(found)

    def whole(self, level: float) -> Estimate:
        """Return the cost of the whole choice with its interval."""
        each = np.array([self._losses(split) for split in range(len(self.rules[0].parts))])
        found = self._gathered(each, np.array([self._mean(one) for one in each]))
        return _estimate(found, confidence(level), Target.WHOLE_CHOICE)

    def costs(self, level: float) -> Iterator[Estimate]:
        """Yield what every model costs, with intervals that hold for all of them together."""
        each, count = 1 - (1 - confidence(level)) / len(self.rules), len(self.rules)
        for rule in self.rules:
            found = self._gathered(rule.mean_losses, self._by_split(rule))
            target = Target.CROSS_FITTED if rule.model.is_fitted else Target.GIVEN
            estimate = _estimate(found, each, target).together(models=count)
            yield dataclasses.replace(estimate, level=level)

    def gaps(self, first: int, level: float) -> Iterator[Estimate]:
        """Yield the cost of every other model less that of one, with intervals for all pairs together."""
        for other in range(len(self.rules)):
            if other != first:
                yield self.difference(other, first, level)

    def difference(self, a: int, b: int, level: float) -> Estimate:
        """Return the cost of one model less that of another, its interval held for all pairs together."""
        pairs = max(math.comb(len(self.rules), 2), 1)
        low, high = (found := self.paired(a, b)).ends(1 - (1 - confidence(level)) / pairs)
        scope = Scope.PAIRS if pairs > 1 else Scope.ALONE
        return Estimate(
            found.value, low, high, level, PAIRED, WORDS, (), Target.CROSS_FITTED, scope, len(self.rules)
        )

    def constant_gap(self, place: int, level: float) -> Estimate:
        """Return the cost of the cheapest action for all less that of one model, with its interval."""
        rule = self.rules[place]
        always = self._first.costs.costs[self._first.records.codes, self.always[0]]
        by_split = self._by_split(rule)
        found = self._gathered(always - rule.mean_losses, by_split, paired=True)
        low, high = found.ends(confidence(level))
        target = Target.CROSS_FITTED if rule.model.is_fitted else Target.GIVEN
        return Estimate(found.value, low, high, level, PAIRED, WORDS, target=target)

    def paired(self, a: int, b: int) -> ClassLosses:
        """Return what records differ by between two models."""
        one, other = self.rules[a], self.rules[b]
        by_split = None
        if one.model.is_fitted or other.model.is_fitted:
            count = len(one.parts)
            by_split = np.array([self._mean(one.losses(k) - other.losses(k)) for k in range(count)])
        return self._gathered(one.mean_losses - other.mean_losses, by_split, paired=True)

    def _by_split(self, rule: CrossFittedCosts) -> Floats | None:
        if not rule.model.is_fitted:
            return None
        return np.array([self._mean(rule.losses(split)) for split in range(len(rule.parts))])

    def _mean(self, losses: Floats) -> float:
        records, shares = self._first.records, self._first.prevalence
        weight = np.ones(len(losses)) if records.weight is None else records.weight
        return float(
            (shares * np.bincount(records.codes, weight * losses, len(shares)) / records.sizes).sum()
        )

    def _gathered(self, losses: Floats, by_split: Floats | None, *, paired: bool = False) -> ClassLosses:
        matrix = self._first.costs.costs
        ends = matrix.min(axis=1), matrix.max(axis=1)
        if paired:
            ends = ends[0] - ends[1], ends[1] - ends[0]
        return ClassLosses.of(
            self.units, self._first.prevalence, losses, ends, by_split=by_split, paired=paired
        )


def _estimate(found: ClassLosses, level: float, target: Target) -> Estimate:
    return Estimate(found.value, *found.ends(level), level, MEANS, "expected cost a record", target=target)
