"""Tables of decisions: what one comes to, what every model costs, and who is cheapest where."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.number_words import short
from costcurves._ground.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.space.winners import WinnerRange


def winners_table(ranges: Iterable[WinnerRange]) -> Table:
    """Ranges of PC(+) with the cheapest choice."""
    columns = [Column("low", "from PC(+)", decimals=4), Column("high", "to PC(+)", decimals=4)]
    columns.append(Column("winner", "cheapest", align="left"))
    rows = [(one.low, one.high, one.winner) for one in ranges]
    return Table("winners", "Cheapest choice by operating condition", columns, rows)


def choices_table(decision: Decision, cases: float | None = None) -> Table:
    """The decision beside flagging nobody and everybody: outcomes of some cases, and what they cost.

    Parameters
    ----------
    decision : Decision
    cases : float, optional
        How many there are, with their costs in all; by default outcomes are those of 1,000.
    """
    optimistic = decision.optimistic and decision.flags == "some"
    names = ["decision (optimistic)" if optimistic else "this decision", "flag nobody", "flag everybody"]
    shown: dict[Column, list[Any]] = {Column("choice", "choice", align="left"): names}
    count = 1000 if cases is None else cases
    rates, p = [(decision.fpr, decision.tpr), (0.0, 0.0), (1.0, 1.0)], decision.prevalence
    if math.isnan(p):
        shown[Column("fpr", "FPR", decimals=4)] = [fpr for fpr, _ in rates]
        shown[Column("tpr", "TPR", decimals=4)] = [tpr for _, tpr in rates]
    else:
        shown[Column("flagged", "flagged, %", decimals=2)] = [100 * (p * t + (1 - p) * f) for f, t in rates]
        shares = {
            "tp": [p * tpr for _, tpr in rates],
            "fn": [p * (1 - tpr) for _, tpr in rates],
            "fp": [(1 - p) * fpr for fpr, _ in rates],
            "tn": [(1 - p) * (1 - fpr) for fpr, _ in rates],
        }
        for key, own in shares.items():
            title = f"{key.upper()} of {count:,.0f}"
            shown[Column(key, title, decimals=1 if cases is None else 0)] = [count * share for share in own]
    if decision.condition is not None:
        necs = [float(decision.condition.nec(*one)) for one in rates]
        shown[Column("nec", "NEC", decimals=4, best="low")] = necs
    amounts = [decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody]
    shown |= in_money(decision, amounts) if cases is None else _in_all(decision, amounts, cases)
    notes = ("Optimistic: judged on the records the threshold was chosen on.",) if optimistic else ()
    return by_columns("choices", "Expected outcomes", shown, notes)


def by_columns(key: str, title: str, shown: Mapping[Column, list[Any]], notes: Sequence[str] = ()) -> Table:
    """Make a table of columns with their values."""
    return Table(key, title, tuple(shown), list(zip(*shown.values(), strict=True)), notes=notes)


def in_money(
    decision: Decision, costs: Sequence[float | None], *, ranked: bool = True
) -> dict[Column, list[Any]]:
    """Column of what a case costs, or brings where benefits were stated; none where that is not known."""
    if decision.expected_cost is None or decision.condition is None:
        return {}
    title = decision.condition.money_title
    if decision.condition.costs.stated_as_benefits:
        column = Column("brings", title, digits=5, best="high" if ranked else None)
        return {column: [None if cost is None else -cost for cost in costs]}
    return {Column("cost", title, digits=5, best="low" if ranked else None): list(costs)}


def _in_all(decision: Decision, costs: Sequence[float | None], cases: float) -> dict[Column, list[Any]]:
    """Column of what so many cases cost, or bring."""
    found: dict[Column, list[Any]] = {}
    if decision.condition is None:
        return found
    for column, own in in_money(decision, costs).items():
        amounts = [None if one is None else cases * one for one in own]
        found[dataclasses.replace(column, title=decision.condition.total_title, decimals=0)] = amounts
    return found


def models_table(decisions: Sequence[Decision], condition: OperatingCondition) -> Table:
    """What each model costs at a condition, with its best threshold: one row a decision for least cost."""
    shown: dict[Column, list[Any]] = {
        Column("model", "model", align="left"): [one.model for one in decisions],
        Column("threshold", "threshold", digits=7): [one.threshold for one in decisions],
        Column("fpr", "FPR", decimals=4): [one.fpr for one in decisions],
        Column("tpr", "TPR", decimals=4): [one.tpr for one in decisions],
        Column("nec", "NEC", decimals=4, best="low"): [one.nec for one in decisions],
    }
    shown |= in_money(decisions[0], [one.expected_cost for one in decisions])
    return by_columns("models", f"At PC(+) = {short(condition.pc)}, each with its best threshold", shown)


def minus(number: float | None, other: float | None) -> float | None:
    """Difference, where it is defined; two infinite losses have none."""
    if number is None or other is None or (number == other and math.isinf(number)):
        return None
    return number - other
