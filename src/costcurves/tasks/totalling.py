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

__all__ = ["cost_columns", "row_costs", "totals", "totals_json", "totals_table"]


def cost_columns(stated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of columns among what was stated as costs; the others are numbers."""
    return tuple(text for text in stated.values() if _number(text) is None)


def row_costs(columns: Columns, stated: Mapping[str, str]) -> dict[str, Any]:
    """Read the costs of every record: of each outcome a column or one number."""
    found: dict[str, Any] = {}
    for outcome, text in stated.items():
        value = _number(text)
        name = f"the cost of {outcome}"
        found[outcome] = numbers(columns.column(text, name), name) if value is None else value
    return found


def _number(text: str) -> float | None:
    """Read a number; anything else names a column."""
    try:
        return float(text)
    except ValueError:
        return None


def totals(evaluation: Evaluation, model: str | None) -> dict[str, list[TotalCost]]:
    """Return what the cheapest threshold and, of probabilities, Bayes' rule come to, by model."""
    found = {}
    for name in [model] if model is not None else list(evaluation.models):
        ways = [evaluation.least_total_cost(name)]
        try:
            ways.append(evaluation.bayes_total_cost(name))
        except InputError as problem:
            # Bayes' rule needs probabilities; a threshold does not.
            if "probabilities" not in str(problem):
                raise
        found[name] = ways
    return found


def totals_table(found: Mapping[str, list[TotalCost]]) -> Table:
    """One row a model and a way to decide, flagging nobody and everybody first."""
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
    for model, ways in found.items():
        for way, policy in zip(ways, ("cheapest threshold", "Bayes' rule by record"), strict=False):
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
