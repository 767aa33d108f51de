"""Choosing among models: the one that meets a criterion best."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.decisions.criterion import TIE, Criterion
from costcurves.errors import InputError, UndefinedError, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.decisions.decision import Decision
    from costcurves.tallies.tally import Tally

__all__ = ["chosen"]


def chosen(models: Mapping[str, Tally], criterion: Any) -> Decision:
    """Choose model and threshold under a criterion; among models that are equally good the first.

    Models that cannot meet the criterion are passed over.

    Raises
    ------
    InputError
        If the criterion is none, or there is no model.
    UndefinedError
        If no model can meet it.
    """
    if not isinstance(criterion, Criterion):
        raise InputError.because(
            must="a criterion chooses", came=kind_of(criterion), fix="e.g. max_fpr(0.05) or least_cost(…)"
        )
    criterion = criterion.among(list(models.values()))
    decisions: dict[str, Decision] = {}
    problems: list[UndefinedError] = []
    for name, tally in models.items():
        try:
            decisions[name] = criterion(tally)
        except UndefinedError as problem:
            problems.append(problem)
    if not decisions:
        raise problems[0] if problems else InputError.because(must="there is a model", came="none")
    losses = {name: float(criterion.rank(d.fpr, d.tpr, models[name])) for name, d in decisions.items()}
    # Costs are small where PC is, and ties with them.
    least, scale = min(losses.values()), min(1.0, max(map(abs, losses.values())))
    best = next(name for name, loss in losses.items() if loss <= least + TIE * scale)
    return dataclasses.replace(decisions[best], model=best)
