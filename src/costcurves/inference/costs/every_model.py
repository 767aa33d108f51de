"""Several models on the same records: costs that stay honest for whichever wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.conditions.beliefs import ConditionPrior
from costcurves.inference.costs.switch_points import losses, turning_points
from costcurves.inference.estimate import confidence
from costcurves.inference.maximum import pointwise_level
from costcurves.inference.means import class_means

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.inference.resampling import Placed
    from costcurves.rules.rule import Rule

__all__ = ["level_together"]


def level_together(
    placed: Placed,
    rules: Mapping[str, Rule],
    at: float | ConditionPrior,
    level: float = 0.95,
    seed: int = 0,
) -> float:
    """Return the level at which intervals of the costs of single models hold for all of them together.

    The best of several models looks better than it is, since it was chosen for its figure. An
    interval that holds for all of them together holds for the one that is chosen, too.

    Parameters
    ----------
    placed : Placed
        Records that all models scored.
    rules : mapping of str to Rule
        How thresholds are chosen, by model.
    at : float or ConditionPrior
        PC(+), or a belief about it.
    level : float
    seed : int

    Returns
    -------
    float
        At least `level`: that of the greatest standardised deviation, drawn from a normal law with the
        covariance of the costs.
    """
    prior = at if isinstance(at, ConditionPrior) else ConditionPrior.point(at)
    each = [losses(placed, turning_points(placed, model, rule), prior) for model, rule in rules.items()]
    found = class_means(placed, [(slice(None), np.column_stack(each))], together=True)
    assert found.covariance is not None  # asked for
    return pointwise_level(found.covariance, confidence(level), seed)
