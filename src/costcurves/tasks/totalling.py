"""Totals in money where costs differ by record: of the cheapest threshold, and of Bayes' rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.charts.tables import Column, Table
from costcurves.errors import InputError
from costcurves.io.numeric import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.evaluation import Evaluation
    from costcurves.io import Columns
    from costcurves.staking import TotalCost

__all__ = ["by_bayes", "cost_columns", "decided_table", "row_costs", "totals", "totals_json", "totals_table"]


def cost_columns(stated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of columns among what was stated as costs; the others are numbers."""
    return tuple(name for text in stated.values() for name in _factors(text)[1:])


def row_costs(columns: Columns, stated: Mapping[str, str]) -> dict[str, Any]:
    """Read the costs of every record: of each outcome a column, one number, or a number times a column."""
    found: dict[str, Any] = {}
    for outcome, text in stated.items():
        factor, *names = _factors(text)
        role = f"the cost of {outcome}"
        found[outcome] = factor * numbers(columns.column(names[0], role), role) if names else factor
    return found


def _factors(text: str) -> tuple[float] | tuple[float, str]:
    """Part what was stated into a number and the name of a column, if it names one."""
    value = _number(text)
    if value is not None:
        return (value,)
    front, times, name = text.partition("*")
    factor = _number(front) if times else None
    return (1.0, text) if factor is None else (factor, name.strip())


def _number(text: str) -> float | None:
    """Read a number; anything else names a column."""
    try:
        return float(text)
    except ValueError:
        return None


def totals(evaluation: Evaluation, model: str | None) -> dict[str, list[TotalCost]]:
    """Return what the cheapest threshold and, of probabilities, Bayes' rule come to, by model."""
    names = [model] if model is not None else list(evaluation.models)
    return {name: [evaluation.least_total_cost(name), *by_bayes(evaluation, name)] for name in names}


def by_bayes(evaluation: Evaluation, model: str) -> list[TotalCost]:
    """Return what Bayes' rule comes to, if the scores are probabilities; a threshold needs none."""
    try:
        return [evaluation.bayes_total_cost(model)]
    except InputError as problem:
        if "probabilities" not in str(problem):
            raise
        return []


def totals_table(found: Mapping[str, list[TotalCost]]) -> Table:
    """One row a model and a way to decide, flagging nobody and everybody first."""
    return _table(found, "cheapest threshold")


def decided_table(found: Mapping[str, list[TotalCost]]) -> Table:
    """The same where a threshold was chosen for any goal, or elsewhere."""
    return _table(found, "this threshold")


def _table(found: Mapping[str, list[TotalCost]], threshold: str) -> Table:
    """Lay out totals; the threshold comes first."""
    columns = (
        Column("model", "model", align="left"),
        Column("policy", "policy", align="left"),
        Column("cost", "total cost", best="low"),
        Column("flagged", "flagged"),
        Column("savings", "saved"),
    )
    first = next(iter(found.values()))[0]
    rows: list[tuple[Any, ...]] = [
        ("", "flag nobody", first.of_nobody, 0.0, None),
        ("", "flag everybody", first.of_everybody, first.weight, None),
    ]
    for model, totals_of_it in found.items():
        for way, policy in zip(totals_of_it, (threshold, "Bayes' rule by record"), strict=False):
            rows.append((model, policy, way.cost, way.flagged, way.savings))
    notes = ("Saved: share of the cheaper of flagging nobody and everybody.",)
    return Table("totals", "Totals at the costs of every record", columns, tuple(rows), notes=notes)


def totals_json(found: Mapping[str, list[TotalCost]]) -> dict[str, Any]:
    """Return the totals by model and way, as plain values."""
    names = ("cheapest_threshold", "bayes_by_record")
    return {
        model: {name: way.to_json() for name, way in zip(names, ways, strict=False)}
        for model, ways in found.items()
    }
