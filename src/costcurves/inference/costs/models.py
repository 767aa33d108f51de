"""Several models on the same records: all pairs tested, and costs that stay honest for whichever wins."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.inference.costs.cost_bands import CostSample
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.costs.turning import losses, turning_points
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.maximum import pointwise_level
from costcurves.inference.means import BY_SPREAD, class_means
from costcurves.inference.multiplicity import holm
from costcurves.priors import ConditionPrior

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.inference.costs.crossfit import CrossFitted
    from costcurves.inference.resampling import Placed, Splits

__all__ = ["adjusted", "costs_together", "every_pair"]


def every_pair(
    placed: Placed, models: Sequence[str], at: float | ConditionPrior, splits: Splits
) -> dict[tuple[str, str], TestResult]:
    """Test all pairs of models, at their best thresholds, and adjust the p-values by Holm's procedure."""
    found = {}
    for a, b in itertools.combinations(models, 2):
        paired = PairedCosts.of_best(placed, a, b, splits)
        found[a, b] = paired.expected_test(at) if isinstance(at, ConditionPrior) else paired.test(at)
    return adjusted(found)


def adjusted(found: dict[Any, TestResult]) -> dict[Any, TestResult]:
    """Return results of tests with their p-values adjusted for each other by Holm's procedure."""
    pvalues = holm([result.pvalue for result in found.values()])
    return {
        key: dataclasses.replace(result, adjusted=float(pvalue))
        for (key, result), pvalue in zip(found.items(), pvalues, strict=True)
    }


def costs_together(
    placed: Placed,
    models: Sequence[str],
    at: float | ConditionPrior,
    splits: Splits,
    level: float = 0.95,
    seed: int = 0,
) -> dict[str, Estimate]:
    """Return the cost of every model with intervals that hold together, at cross-fitted thresholds.

    The best of several models looks better than it is, since it was chosen for its figure. An
    interval that holds for all of them together holds for the one that is chosen, too.

    Parameters
    ----------
    at : float or ConditionPrior
        PC(+), or a belief about it.
    """
    prior = at if isinstance(at, ConditionPrior) else ConditionPrior.point(at)
    samples = [CostSample(placed, model, splits) for model in models]
    rules: list[CrossFitted] = [sample.cross_fitted for sample in samples]
    each = [losses(placed, turning_points(placed, rule.model, rule), prior) for rule in rules]
    found = class_means(placed, [(slice(None), np.column_stack(each))], together=True)
    assert found.covariance is not None  # asked for
    pointwise = pointwise_level(found.covariance, confidence(level), seed)
    target = f"{rules[0].title}; holds for all {len(models)} models together"
    if isinstance(at, ConditionPrior):
        method = BY_SPREAD.format(found.units)
        ends = zip(*found.ends(pointwise), strict=True)
        estimates = [Estimate(centre, low, high, level, method, target) for centre, low, high in ends]
    else:
        estimates = [
            dataclasses.replace(sample.interval(at, level=pointwise), level=level, target=target)
            for sample in samples
        ]
    return dict(zip(models, estimates, strict=True))
