"""Models of many classes compared in pairs: costs, measures of labels, rankings, losses of probabilities."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import CostCurvesError, InputError, UndefinedError
from costcurves.evaluation.class_measuring import HAND_TILL, RANKINGS, REST, VOLUME, measured
from costcurves.inference.classes.class_choice import ClassChoice
from costcurves.inference.classes.class_differences import (
    hand_till_difference,
    loss_difference,
    measure_difference,
    provost_domingos_difference,
    volume_difference,
)
from costcurves.inference.classes.class_losses import ClassLosses
from costcurves.inference.counts.cost_intervals import PAIRED
from costcurves.inference.estimate import Estimate, TestResult
from costcurves.inference.resampling import Splits
from costcurves.inference.targets import Scope
from costcurves.measures.class_measures import class_measure
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.results.class_comparison import ClassComparison, ClassDifference
from costcurves.results.class_pairs import ClassPairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.inference.classes.class_intervals import ModelOfClasses

COST, ERROR, ACCURACY = "expected_cost", "error", "accuracy"
#: Shares of records that are right: of all, and means over classes.
_HITS = (ACCURACY, "balanced_accuracy", "macro_recall")
#: What is compared if nothing is named; costs lead where they are stated.
COMPARED = (ERROR, HAND_TILL, *(row.key for row in CLASS_LOSSES))
_RANKED = {HAND_TILL: hand_till_difference, REST: provost_domingos_difference, VOLUME: volume_difference}


@dataclasses.dataclass(frozen=True, eq=False)
class ComparedModels:
    """Models on the same records that are compared in pairs.

    Attributes
    ----------
    models : tuple of ModelOfClasses
    costs : CostMatrix
    measures : tuple of str
        Keys of what is compared.
    seed : int
        Of folds.
    """

    models: tuple[ModelOfClasses, ...]
    costs: CostMatrix
    measures: tuple[str, ...]
    seed: int

    @classmethod
    def of(
        cls,
        models: Sequence[ModelOfClasses],
        costs: CostMatrix,
        measures: Sequence[str] | None,
        seed: int,
        *,
        of_errors: bool,
    ) -> ComparedModels:
        """Take what is named, or what is usual; refuse measures that are none."""
        if measures is None:
            measures = COMPARED if of_errors else (COST, *COMPARED)
        if isinstance(measures, str) or not measures:
            raise InputError(
                "measures must be a list of names", repr(measures), 'write measures=["accuracy"]'
            )
        for key in measures:
            if key not in {COST, *RANKINGS, *(row.key for row in CLASS_LOSSES)}:
                class_measure(key)
        return cls(tuple(models), costs, tuple(dict.fromkeys(measures)), seed)

    def pair(self, a: int, b: int) -> ClassComparison:
        """Compare two of the models in all that both have; what only one has is noted."""
        return _some((self._compared(a, b, 1),))[0]

    def pairs(self) -> ClassPairs:
        """Compare all pairs of models; intervals and p-values of a measure hold for all of them together."""
        places = list(itertools.combinations(range(len(self.models)), 2))
        if not places:
            raise InputError("models must be compared in pairs", "one model", "give two models or more")
        return ClassPairs(_some(tuple(self._compared(*pair, len(places)) for pair in places)))

    def _compared(self, a: int, b: int, pairs: int) -> ClassComparison:
        one, other = self.models[a], self.models[b]
        each, rows, notes = 1 - (1 - one.level) / pairs, [], []
        for key in self.measures:
            try:
                rows.append(_together(self._difference(key, a, b, each), one.level, pairs))
            except CostCurvesError as error:
                notes.append(f"{_title(key)}: {error.must}.")
        return ClassComparison(one.model, other.model, tuple(rows), one.level, tuple(notes))

    def _difference(self, key: str, a: int, b: int, level: float) -> ClassDifference:
        one, other = self.models[a], self.models[b]
        if key == COST:
            return self._cost(a, b, level)
        if key in _HITS:
            even = np.full(len(one.shares), 1 / len(one.shares))
            found = _errors(one, other, one.shares if key == ACCURACY else even, level)
            return found.of_rest(key, _title(key))
        if key == ERROR:
            return _errors(one, other, one.shares, level)
        values = measured(one, key).estimate, measured(other, key).estimate
        if key in _RANKED:
            return ClassDifference(key, _title(key), *values, "high", _RANKED[key](one, other, level))
        for loss in CLASS_LOSSES:
            if loss.key == key:
                test = loss_difference(loss, one, other, level)
                return ClassDifference(key, loss.title, *values, "low", test)
        row = class_measure(key)
        return ClassDifference(
            key, row.title, *values, row.better, measure_difference(row, one, other, level)
        )

    @functools.cached_property
    def _choice(self) -> ClassChoice:
        """All models with their actions fitted on the other folds where they are fitted."""
        first = self.models[0]
        splits = Splits.of_size(len(first.records), seed=self.seed)
        names = [one.model for one in self.models]
        return ClassChoice.of(first.records, names, self.costs, first.prevalence, splits)

    @functools.cached_property
    def _costs(self) -> tuple[float, ...]:
        return tuple(found.estimate for found in self._choice.costs(self.models[0].level))

    def _cost(self, a: int, b: int, level: float) -> ClassDifference:
        test = _test(self._choice.paired(a, b), level)
        return ClassDifference(COST, _title(COST), self._costs[a], self._costs[b], "low", test)


def _some(pairs: tuple[ClassComparison, ...]) -> tuple[ClassComparison, ...]:
    """Refuse pairs that have no measure in common."""
    if not any(pair.rows for pair in pairs):
        why = " ".join(dict.fromkeys(note for pair in pairs for note in pair.notes)).rstrip(".")
        raise UndefinedError(f"there is no measure that both models have: {why}")
    return pairs


def _title(key: str) -> str:
    if key == COST:
        return "cost a case"
    known = RANKINGS | {row.key: row.title for row in CLASS_LOSSES}
    return known[key] if key in known else class_measure(key).title


def _errors(a: ModelOfClasses, b: ModelOfClasses, shares: Floats, level: float) -> ClassDifference:
    """The error rates of labels at their word, at shares of the classes: nothing is fitted."""
    wrong = [(one.records.labels(one.model) != one.records.codes).astype(float) for one in (a, b)]
    costs = np.ones_like(shares)
    found = ClassLosses.of(a.units, shares, wrong[0] - wrong[1], (-costs, costs), paired=True)
    rates = [ClassLosses.of(a.units, shares, one, (0 * costs, costs)).value for one in wrong]
    return ClassDifference(ERROR, "error rate", rates[0], rates[1], "low", _test(found, level))


def _test(found: ClassLosses, level: float) -> TestResult:
    estimate = Estimate(found.value, *found.ends(level), level, PAIRED, "difference")
    return TestResult("interval ends at 0", found.pvalue(), "both cost the same", None, estimate)


def _together(row: ClassDifference, level: float, pairs: int) -> ClassDifference:
    """Let interval and p-value hold for all pairs together: Bonferroni's, so that both agree."""
    if pairs == 1:
        return row
    found = row.test.estimate
    assert found is not None  # every one is made with an interval
    held = dataclasses.replace(found, level=level, scope=Scope.PAIRS)
    test = dataclasses.replace(row.test, adjusted=min(1.0, pairs * row.test.pvalue), estimate=held)
    return dataclasses.replace(row, test=test)
