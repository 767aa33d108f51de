"""The mean cost over all operating conditions, and what choosing a model by it costs on folds left out."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, ByValue, Floats
from costcurves.inference.classes.class_losses import ClassLosses
from costcurves.inference.classes.class_spread import ClassUnits
from costcurves.inference.counts.cost_intervals import MEANS, PAIRED
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Scope, Target
from costcurves.measures.class_areas import MOST_CLASSES, NODES, dirichlet_losses, uniform_losses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.inference.resampling import Splits
    from costcurves.tallies.class_records import ClassRecords

#: What is estimated.
WORDS = "mean cost over all conditions"


def mean_losses(records: ClassRecords, model: str, alpha: Floats, nodes: int = NODES) -> Floats:
    """Return what each record costs on average over conditions, as a share of what is at stake for its class.

    Probabilities are decided by anew at each condition; labels, and those of scores that are no
    probabilities, stay as they are.

    Parameters
    ----------
    records : ClassRecords
    model : str
    alpha : ndarray, shape (K,)
        Of the Dirichlet law of conditions.
    nodes : int
        Of quadrature, where there is no closed form.

    Returns
    -------
    ndarray, shape (records,)
        In [0, 1]. The mean cost is Σ_k (α_k/Σα)·(their mean in class k).
    """
    if not records.has_probabilities(model):
        return np.asarray(records.labels(model) != records.codes, float)
    ratios = records.probabilities(model) / records.prevalence
    return _losses(ratios, records.codes, alpha, nodes)


def is_closed(alpha: Floats) -> bool:
    """Whether the mean over a Dirichlet law has a closed form that is used."""
    return bool(np.all(alpha == 1)) and len(alpha) <= MOST_CLASSES


def _losses(ratios: Floats, codes: NDArray[np.intp], alpha: Floats, nodes: int = NODES) -> Floats:
    found = (
        uniform_losses(ratios, codes) if is_closed(alpha) else dirichlet_losses(ratios, codes, alpha, nodes)
    )
    return np.asarray(found * alpha.sum() / alpha[codes])


@dataclasses.dataclass(frozen=True, eq=False)
class ConditionChoice(ByValue):
    """Models judged by their mean cost over conditions, and the choice among them, on folds left out of it.

    Attributes
    ----------
    records : ClassRecords
    losses : dict of str to ndarray, shape (records,)
        Of each model; see :func:`mean_losses`.
    alpha : ndarray, shape (K,)
    parts : tuple of ndarray of int, shape (records,)
        The fold of every record, one a split.
        Empty where none are dealt.
    splits : Splits or None
    """

    records: ClassRecords
    losses: Mapping[str, Floats]
    alpha: Floats
    parts: tuple[NDArray[np.intp], ...]
    splits: Splits | None = None

    @classmethod
    def of(
        cls, records: ClassRecords, models: Sequence[str], alpha: Floats, splits: Splits
    ) -> ConditionChoice:
        """Deal the records.

        Raises
        ------
        UndefinedError
            If a class has fewer than two records (or clusters).
        """
        units = ClassUnits(records)
        within = splits.within(units)
        found = cls.whole_only(records, models, alpha)
        return dataclasses.replace(found, parts=tuple(within.deal(units)), splits=within)

    @classmethod
    def whole_only(cls, records: ClassRecords, models: Sequence[str], alpha: Floats) -> ConditionChoice:
        """Judge the models, and no choice among them."""
        return cls(records, {model: mean_losses(records, model, alpha) for model in models}, alpha, ())

    @property
    def dealt(self) -> str:
        """How records were dealt; empty where they were not."""
        if self.splits is None:
            return ""
        if self.units.fold is not None:
            return "the given folds"
        folds = int(self.parts[0].max()) + 1
        return f"{self.splits.repeats} × {folds} folds, seed {self.splits.seed}"

    @functools.cached_property
    def units(self) -> ClassUnits:
        """What is drawn."""
        return ClassUnits(self.records)

    @property
    def shares(self) -> Floats:
        """Mean shares of the classes."""
        return np.asarray(self.alpha / self.alpha.sum())

    @functools.cached_property
    def constant_losses(self) -> Floats:
        """What a record of each class costs if at each condition the best class is taken for all."""
        classes = len(self.alpha)
        return _losses(np.ones((classes, classes)), np.arange(classes), self.alpha)

    @property
    def constant(self) -> float:
        """The mean cost of the best class for all at each condition; 7/18 of three under a uniform law."""
        return float(self.shares @ self.constant_losses)

    @functools.cached_property
    def chosen(self) -> list[NDArray[np.intp]]:
        """Which model judges each fold of each split; −1 where the best class for all costs no more."""
        found = []
        for part in self.parts:
            learned = np.array([self._on_others(losses, part) for losses in self.losses.values()])
            best = np.argmax(learned <= learned.min(axis=0) + TIE, axis=0)
            found.append(np.where(self.constant <= learned.min(axis=0) + TIE, -1, best))
        return found

    def _on_others(self, losses: Floats, part: NDArray[np.intp]) -> Floats:
        """Return the mean cost on the other folds of each fold."""
        classes, folds = len(self.alpha), int(part.max()) + 1
        weight = np.ones(len(losses)) if self.records.weight is None else self.records.weight
        cells = part * classes + self.records.codes
        sums, sizes = (
            np.bincount(cells, one, folds * classes).reshape(folds, classes)
            for one in (weight * losses, weight)
        )
        return np.asarray(((sums.sum(axis=0) - sums) / (sizes.sum(axis=0) - sizes)) @ self.shares)

    def whole(self, level: float) -> Estimate:
        """Return the mean cost of the whole choice with its interval."""
        each = np.array([self._left_out(split) for split in range(len(self.parts))])
        by_split = np.array([self._mean(one) for one in each]) if len(self.losses) > 1 else None
        found = self._gathered(each, by_split)
        return self._estimate(found, confidence(level), Target.WHOLE_CHOICE)

    def _left_out(self, split: int) -> Floats:
        """What each record costs by the model that other folds chose."""
        every = np.vstack([*self.losses.values(), self.constant_losses[self.records.codes]])
        return np.asarray(every[self.chosen[split][self.parts[split]], np.arange(len(self.records))])

    def costs(self, level: float) -> dict[str, Estimate]:
        """Return the mean cost of every model, with intervals that hold for all of them together."""
        count = len(self.losses)
        each = 1 - (1 - confidence(level)) / count
        found = {}
        for model, losses in self.losses.items():
            estimate = self._estimate(self._gathered(losses), each, Target.GIVEN)
            found[model] = dataclasses.replace(estimate.together(models=count), level=level)
        return found

    @property
    def error(self) -> float:
        """How much means by half as many nodes differ: far more than these are off; 0 in closed form."""
        if is_closed(self.alpha):
            return 0.0
        coarse = [mean_losses(self.records, model, self.alpha, NODES // 2) for model in self.losses]
        return max(
            abs(self._mean(a) - self._mean(b)) for a, b in zip(self.losses.values(), coarse, strict=True)
        )

    def difference(self, a: str, b: str, level: float) -> Estimate:
        """Return the mean cost of one model less that of another; its interval holds for all pairs."""
        pairs = max(math.comb(len(self.losses), 2), 1)
        losses = self._gathered(self.losses[a] - self.losses[b], paired=True)
        low, high = losses.ends(1 - (1 - confidence(level)) / pairs)
        scope = Scope.PAIRS if pairs > 1 else Scope.ALONE
        words = f"difference in {WORDS}"
        return Estimate(
            losses.value, low, high, level, PAIRED, words, (), Target.GIVEN, scope, len(self.losses)
        )

    def _mean(self, losses: Floats) -> float:
        weight = np.ones(len(losses)) if self.records.weight is None else self.records.weight
        sums = np.bincount(self.records.codes, weight * losses, len(self.alpha))
        return float(self.shares @ (sums / self.records.sizes))

    def _gathered(
        self, losses: Floats, by_split: Floats | None = None, *, paired: bool = False
    ) -> ClassLosses:
        ends = np.full(len(self.alpha), -1.0 if paired else 0.0), np.ones(len(self.alpha))
        return ClassLosses.of(self.units, self.shares, losses, ends, by_split=by_split, paired=paired)

    @staticmethod
    def _estimate(found: ClassLosses, level: float, target: Target) -> Estimate:
        return Estimate(found.value, *found.ends(level), level, MEANS, WORDS, target=target)
