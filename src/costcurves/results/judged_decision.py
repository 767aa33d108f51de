"""A decision judged on several parts of the records: rates and costs there, remarks, and tables."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.total_cost import TotalCost
    from costcurves.results.remarks import Remark
    from costcurves.space.winners import WinnerRange


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgedDecision(Shown, ByValue):
    """A decision and what becomes of it elsewhere; made by ``evaluation.judge_parts(decision, parts)``.

    Attributes
    ----------
    decision : Decision
        Judged on the records in question.
    parts : dict of str to Decision
        The same decision judged on each part, by the name of the part.
    best : dict of str to float
        What the best threshold of the same model would cost there, as NEC; empty without a condition.
    remarks : tuple of Remark
        What a careful reader would add.
    totals : tuple of TotalCost
        Where every record has costs of its own: what the decision comes to and, where the scores are
        probabilities, what Bayes' rule case by case does.
    """

    decision: Decision
    parts: Mapping[str, Decision] = dataclasses.field(default_factory=dict)
    best: Mapping[str, float] = dataclasses.field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    totals: tuple[TotalCost, ...] = ()

    @property
    def sentence(self) -> str:
        """The decision in words, with what it and Bayes' rule come to, and all remarks."""
        own, bayes = self.totals[:1], self.totals[1:]
        money = [*(total.money for total in own), *(total.sentence for total in bayes)]
        return " ".join([self.decision.sentence, *money, *map(str, self.remarks)])

    def to_columns(self) -> dict[str, Any]:
        """Return the decision on the records in question and on each part as columns."""
        judged = {self.decision.judged_on: self.decision, **self.parts}
        rows = {name: one.to_columns() for name, one in judged.items()}
        names = list(next(iter(rows.values())))
        return {"part": list(rows)} | {name: [row[name][0] for row in rows.values()] for name in names}

    def __repr__(self) -> str:
        """Name the decision and the parts."""
        return f"JudgedDecision({self.decision.model}; {', '.join(self.parts) or self.decision.judged_on})"

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence


def winners_table(ranges: Iterable[WinnerRange]) -> Table:
    """Ranges of PC(+) with the cheapest choice."""
    columns = [
        Column("low", "from PC(+)", decimals=4),
        Column("high", "to", decimals=4),
        Column("winner", "cheapest", align="left"),
    ]
    return Table(
        "winners",
        "Cheapest choice by operating condition",
        columns,
        [(r.low, r.high, r.winner) for r in ranges],
    )


def choices_table(decision: Decision) -> Table:
    """The decision beside flagging nobody and everybody: outcomes of 1,000 cases, and what they cost."""
    columns = [Column("choice", "choice", align="left")]
    rows: list[list[Any]] = [["this decision"], ["flag nobody"], ["flag everybody"]]
    choices = [(decision.fpr, decision.tpr), (0.0, 0.0), (1.0, 1.0)]
    p = decision.prevalence
    if p == p:  # noqa: PLR0124 - NaN where nobody knows it
        columns += [Column("flagged", "flagged, %", decimals=2)]
        columns += [Column(key, f"{key.upper()} of 1,000", decimals=1) for key in ("tp", "fn", "fp", "tn")]
        for row, (fpr, tpr) in zip(rows, choices, strict=True):
            row.append(100 * (p * tpr + (1 - p) * fpr))
            row.extend(1000 * share for share in (p * tpr, p * (1 - tpr), (1 - p) * fpr, (1 - p) * (1 - fpr)))
    else:
        columns += [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
        for row, rates in zip(rows, choices, strict=True):
            row.extend(rates)
    if decision.condition is not None:
        columns.append(Column("nec", "NEC", decimals=4, best="low"))
        for row, rates in zip(rows, choices, strict=True):
            row.append(float(decision.condition.nec(*rates)))
    if decision.expected_cost is not None:
        columns.append(_money_column(decision))
        for row, cost in zip(
            rows, (decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody), strict=True
        ):
            row.append(_shown(decision, cost))
    return Table("choices", "What it comes to", columns, rows)


def _money_column(decision: Decision) -> Column:
    """Column of what a case costs, or brings."""
    if _brings(decision):
        return Column("brings", "brings a case", digits=5, best="high")
    return Column("cost", "cost a case", digits=5, best="low")


def _brings(decision: Decision) -> bool:
    """Whether money was stated as benefits."""
    return decision.condition is not None and decision.condition.costs.stated_as_benefits


def _shown(decision: Decision, cost: float | None) -> float | None:
    """A cost as it is shown: turned where benefits were stated."""
    return -cost if cost is not None and _brings(decision) else cost


def judged_table(found: JudgedDecision, reference: str) -> Table:
    """One decision on every part: rates, costs, what the best threshold would cost there, and the gap."""
    decision = found.decision
    columns = [
        Column("part", "part", align="left"),
        Column("fpr", "FPR", decimals=4),
        Column("tpr", "TPR", decimals=4),
    ]
    money = decision.expected_cost is not None
    if found.best:
        columns += [Column("nec", "NEC", decimals=4), Column("best", "best NEC there", decimals=4)]
        columns += [Column("gap", f"NEC − that of {reference}", decimals=4)]
    if money:
        columns.append(dataclasses.replace(_money_column(decision), best=None))
    rows: list[list[Any]] = []
    for part, judged in found.parts.items():
        row: list[Any] = [part, judged.fpr, judged.tpr]
        if found.best:
            row += [judged.nec, found.best[part], minus(judged.nec, found.parts[reference].nec)]
        if money:
            row.append(_shown(judged, judged.expected_cost))
        rows.append(row)
    return Table("parts", "The same decision on every part", columns, rows)


def models_table(decisions: Sequence[Decision], condition: OperatingCondition) -> Table:
    """What each model costs at a condition, with its best threshold: one row a decision for least cost."""
    columns = [Column("model", "model", align="left"), Column("threshold", "threshold", digits=7)]
    columns += [Column("fpr", "FPR", decimals=4), Column("tpr", "TPR", decimals=4)]
    columns.append(Column("nec", "NEC", decimals=4, best="low"))
    rows = [[d.model, d.threshold, d.fpr, d.tpr, d.nec] for d in decisions]
    if not condition.relative:
        columns.append(_money_column(decisions[0]))
        for row, decision in zip(rows, decisions, strict=True):
            row.append(_shown(decision, decision.expected_cost))
    return Table("models", f"At PC(+) = {short(condition.pc)}, each with its best threshold", columns, rows)


def minus(number: float | None, other: float | None) -> float | None:
    """Difference, where it is defined; two infinite losses have none."""
    if number is None or other is None or (number == other and math.isinf(number)):
        return None
    return number - other
