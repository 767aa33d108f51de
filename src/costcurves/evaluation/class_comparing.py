"""Two models of many classes compared: costs, accuracy, rankings, losses of probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import CostCurvesError
from costcurves.inference.classes.class_choice import ClassChoice
from costcurves.inference.classes.class_differences import hand_till_difference, loss_difference
from costcurves.inference.classes.class_losses import ClassLosses
from costcurves.inference.counts.cost_intervals import PAIRED
from costcurves.inference.estimate import Estimate, TestResult
from costcurves.inference.resampling import Splits
from costcurves.measures.class_proper_scores import CLASS_LOSSES
from costcurves.results.class_comparison import ClassComparison, ClassDifference

if TYPE_CHECKING:
    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.inference.classes.class_intervals import ModelOfClasses


def compared(
    a: ModelOfClasses, b: ModelOfClasses, costs: CostMatrix, *, of_errors: bool, seed: int
) -> ClassComparison:
    """Compare all that both models have; what only one has is noted."""
    rows, notes = [], []
    if not of_errors:
        rows.append(_cost(a, b, costs, seed))
    rows.append(_errors(a, b))
    try:
        test = hand_till_difference(a, b, a.level)
        one, other = a.ranks.areas.hand_till, b.ranks.areas.hand_till
        rows.append(ClassDifference("hand_till_m", "Hand and Till's M", one, other, "high", test))
    except CostCurvesError as error:
        notes.append(f"Hand and Till's M: {error.must}.")
    for row in CLASS_LOSSES:
        try:
            test = loss_difference(row, a, b, a.level)
            rows.append(
                ClassDifference(row.key, row.title, a.loss(row).estimate, b.loss(row).estimate, "low", test)
            )
        except CostCurvesError as error:
            notes.append(f"{row.title}: {error.must}.")
    return ClassComparison(a.model, b.model, tuple(rows), a.level, tuple(notes))


def _cost(a: ModelOfClasses, b: ModelOfClasses, costs: CostMatrix, seed: int) -> ClassDifference:
    splits = Splits.of_size(len(a.records), seed=seed)
    choice = ClassChoice.of(a.records, (a.model, b.model), costs, a.shares, splits)
    one, other = (found.estimate for found in choice.costs(a.level))
    return ClassDifference(
        "expected_cost", "cost a case", one, other, "low", _test(choice.paired(0, 1), a.level)
    )


def _errors(a: ModelOfClasses, b: ModelOfClasses) -> ClassDifference:
    """The error rates of labels at their word: nothing is fitted."""
    wrong = [(one.records.labels(one.model) != one.records.codes).astype(float) for one in (a, b)]
    costs = np.ones_like(a.shares)
    found = ClassLosses.of(a.units, a.shares, wrong[0] - wrong[1], (-costs, costs), paired=True)
    rates = [ClassLosses.of(a.units, a.shares, one, (0 * costs, costs)).value for one in wrong]
    return ClassDifference("error", "error rate", rates[0], rates[1], "low", _test(found, a.level))


def _test(found: ClassLosses, level: float) -> TestResult:
    estimate = Estimate(found.value, *found.ends(level), level, PAIRED, "difference")
    return TestResult("interval ends at 0", found.pvalue(), "both cost the same", None, estimate)
