"""Models of many classes over all operating conditions: who is cheapest where, and mean costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import number
from costcurves._ground.labels import spelled
from costcurves.errors import Code, InputError, UndefinedError, no_such
from costcurves.inference.classes.condition_choice import ConditionChoice
from costcurves.inference.resampling import Splits
from costcurves.results.condition_means import ConditionMeans
from costcurves.rules.class_decisions import ClassRatios
from costcurves.space.region_map import RegionMap

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.cost_matrix import CostMatrix
    from costcurves.tallies.class_records import ClassRecords


#: What a map of fitted weights must say.
FITTED = "Weights of the classes are fitted on these records at every condition: on new ones it costs more."
#: A map shows so many classes.
CORNERS = 3


def region_map(
    records: ClassRecords,
    models: Sequence[str],
    costs: CostMatrix,
    face: Sequence[Any] | None = None,
    *,
    fitted: bool = False,
) -> RegionMap:
    """Map who is cheapest where; see :meth:`costcurves.ClassEvaluation.regions`."""
    places = _corners(records, face)
    names = [records.classes[place] for place in places]
    by_condition = is_by_true_class(costs)
    if fitted and not by_condition:
        raise InputError(
            "weights are fitted only where the cost of an error depends on the true class alone",
            "other costs", "leave out fitted=",
        )  # fmt: skip
    matrix = 1 - np.eye(len(records.classes)) if by_condition else costs.costs
    actions = names if by_condition else costs.actions
    lines = matrix.T[places] if by_condition else matrix.T
    candidates = dict.fromkeys(f"always {one}" for one in actions) | {
        model: records.models.index(model) for model in models
    }
    axis = "condition" if by_condition else "prevalence"
    scorers = [model for model in models if records.has_probabilities(model)]
    fixed = {model: _line(records, model, costs, matrix) for model in models if model not in scorers}
    if not scorers:
        return RegionMap.of_fixed(names, candidates, np.vstack([lines, *fixed.values()])[:, places], axis)
    decided = {
        model: _decided(_ratios(records, model), None if by_condition else matrix, fitted=fitted)
        for model in scorers
    }

    def costs_at(corners: Floats) -> Floats:
        conditions = np.zeros((len(corners), len(records.classes)))
        conditions[:, places] = corners
        found = [decided[one](conditions) if one in decided else conditions @ fixed[one] for one in models]
        return np.column_stack([conditions @ lines.T, *found])

    if fitted:  # each place takes as long as hundreds do otherwise
        return RegionMap.of_costs(names, candidates, costs_at, axis, steps=15, halvings=1, notes=(FITTED,))
    return RegionMap.of_costs(names, candidates, costs_at, axis)


def is_by_true_class(costs: CostMatrix) -> bool:
    """Whether what an error costs depends on the true class alone, and what is right costs nothing."""
    if costs.actions != costs.classes:
        return False
    wrong = ~np.eye(len(costs.classes), dtype=bool)
    rows = [row[others] for row, others in zip(costs.costs, wrong, strict=True)]
    return not np.any(np.diag(costs.costs)) and all(np.ptp(row) == 0 and row[0] > 0 for row in rows)


def _corners(records: ClassRecords, face: Sequence[Any] | None) -> list[int]:
    """Return the places of the three classes of a map."""
    if face is None:
        if len(records.classes) != CORNERS:
            raise InputError(
                "a map shows three classes", f"{len(records.classes)} classes", "name three of them"
            )
        return list(range(CORNERS))
    names = [spelled(one) for one in face]
    for name in names:
        if name not in records.classes:
            raise no_such(name, records.classes, what="class")
    if len(set(names)) != CORNERS:
        raise InputError("a map shows three classes", ", ".join(names) or "none", "name three that differ")
    return [records.classes.index(name) for name in names]


def _line(records: ClassRecords, model: str, costs: CostMatrix, matrix: Floats) -> Floats:
    """Return what the labels of a model cost a record of each class."""
    if strange := [name for name in records.classes if name not in costs.actions]:
        raise no_such(strange[0], costs.actions, what="action", where=f"labels of {model}")
    taken = np.array([costs.actions.index(name) for name in records.classes])[records.labels(model)]
    weight = np.ones(len(records)) if records.weight is None else records.weight
    lost = np.bincount(records.codes, weight * matrix[records.codes, taken], len(matrix))
    return np.asarray(lost / records.sizes)


def _ratios(records: ClassRecords, model: str) -> ClassRatios:
    weight = np.ones(len(records)) if records.weight is None else records.weight.astype(float)
    return ClassRatios.of(records.codes, records.probabilities(model), records.prevalence, weight)


def _decided(ratios: ClassRatios, matrix: Floats | None, *, fitted: bool) -> Callable[[Floats], Floats]:
    """Return what probabilities cost that are decided by anew at each condition."""
    if matrix is not None:
        return lambda conditions: ratios.priced(conditions, matrix)
    if fitted:
        return lambda conditions: ratios.cost(
            conditions, np.array([ratios.fitted(one) for one in conditions])
        )
    return ratios.cost


def condition_means(
    records: ClassRecords,
    models: Sequence[str],
    alpha: Mapping[Any, float] | Sequence[float] | None = None,
    *,
    level: float = 0.95,
    seed: int = 0,
) -> ConditionMeans:
    """Average costs over conditions; see :meth:`costcurves.ClassEvaluation.mean_costs`."""
    law = _law(records, alpha)
    try:
        choice = ConditionChoice.of(records, models, law, Splits.of_size(len(records), seed=seed))
    except UndefinedError as error:
        if error.code is not Code.TOO_FEW:
            raise
        choice = ConditionChoice.whole_only(records, models, law)
    costs = choice.costs(level)
    order = sorted(costs, key=lambda model: costs[model].estimate)
    gaps = {}
    if len(order) > 1:
        gaps = {order[0]: choice.difference(order[0], order[1], level)}
        gaps |= {model: choice.difference(model, order[0], level) for model in order[1:]}
    whole = choice.whole(level) if choice.parts else None
    return ConditionMeans(
        records.classes, tuple(law.tolist()), {model: costs[model] for model in order}, gaps, whole,
        choice.constant, choice.dealt, choice.error,
    )  # fmt: skip


def _law(records: ClassRecords, alpha: Mapping[Any, float] | Sequence[float] | None) -> Floats:
    """Read the parameters of a Dirichlet law."""
    if alpha is None:
        return np.ones(len(records.classes))
    given = {spelled(name): value for name, value in alpha.items()} if isinstance(alpha, dict) else alpha
    if isinstance(given, dict):
        if strange := [name for name in given if name not in records.classes]:
            raise no_such(strange[0], records.classes, what="class", where="alpha")
        if left := [name for name in records.classes if name not in given]:
            raise InputError("alpha must be given of every class", f"none of {left[0]!r}")
        given = [given[name] for name in records.classes]
    values = [number(one, "alpha") for one in given]
    if len(values) != len(records.classes) or not all(0 < one < np.inf for one in values):
        must = f"alpha must have {len(records.classes)} numbers above 0, one a class"
        raise InputError(must, repr(list(given)))
    return np.array(values)
