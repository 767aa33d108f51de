"""A decision judged on several parts of the records: rates and costs there, remarks, and tables."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short
from costcurves._ground.tables import Column, Table

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

    @property
    def reference(self) -> str:
        """The part that others are compared with: the one that chose the decision, else the first."""
        chose = (part for part, judged in self.parts.items() if judged.optimistic)
        return next(chose, next(iter(self.parts), ""))

    def table(self) -> Table:
        """Return rates and costs on every part; without parts, those beside flagging nobody and everybody."""
        if not self.parts:
            return choices_table(self.decision)
        shown: dict[Column, list[Any]] = {Column("part", "part", align="left"): list(self.parts)}
        judged, home = self.parts.values(), self.parts[self.reference]
        shown[Column("fpr", "FPR", decimals=4)] = [one.fpr for one in judged]
        shown[Column("tpr", "TPR", decimals=4)] = [one.tpr for one in judged]
        shown[Column("flagged", "flagged, %", decimals=2)] = [100 * one.flagged for one in judged]
        if self.best:
            shown[Column("nec", "NEC", decimals=4)] = [one.nec for one in judged]
            shown[Column("best", "best NEC there", decimals=4)] = [self.best[part] for part in self.parts]
            gaps = [minus(one.nec, home.nec) for one in judged]
            shown[Column("gap", f"NEC − that of {self.reference}", decimals=4)] = gaps
        shown |= _in_money(self.decision, [one.expected_cost for one in judged], ranked=False)
        return _by_columns("parts", "The same decision on every part", shown)

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
    columns = [Column("low", "from PC(+)", decimals=4), Column("high", "to PC(+)", decimals=4)]
    columns.append(Column("winner", "cheapest", align="left"))
    rows = [(one.low, one.high, one.winner) for one in ranges]
    return Table("winners", "Cheapest choice by operating condition", columns, rows)


def choices_table(decision: Decision) -> Table:
    """The decision beside flagging nobody and everybody: outcomes of 1,000 cases, and what they cost."""
    optimistic = decision.optimistic and decision.flags == "some"
    names = ["decision (optimistic)" if optimistic else "this decision", "flag nobody", "flag everybody"]
    shown: dict[Column, list[Any]] = {Column("choice", "choice", align="left"): names}
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
            shown[Column(key, f"{key.upper()} of 1,000", decimals=1)] = [1000 * share for share in own]
    if decision.condition is not None:
        necs = [float(decision.condition.nec(*one)) for one in rates]
        shown[Column("nec", "NEC", decimals=4, best="low")] = necs
    shown |= _in_money(
        decision, [decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody]
    )
    notes = ("Optimistic: on the records that chose the threshold.",) if optimistic else ()
    return _by_columns("choices", "What it comes to", shown, notes)


def _by_columns(key: str, title: str, shown: Mapping[Column, list[Any]], notes: Sequence[str] = ()) -> Table:
    """Make a table of columns with their values."""
    return Table(key, title, tuple(shown), list(zip(*shown.values(), strict=True)), notes=notes)


def _in_money(
    decision: Decision, costs: Sequence[float | None], *, ranked: bool = True
) -> dict[Column, list[Any]]:
    """Column of what a case costs, or brings where benefits were stated; none where that is not known."""
    if decision.expected_cost is None or decision.condition is None:
        return {}
    if decision.condition.costs.stated_as_benefits:
        column = Column("brings", "brings a case", digits=5, best="high" if ranked else None)
        return {column: [None if cost is None else -cost for cost in costs]}
    return {Column("cost", "cost a case", digits=5, best="low" if ranked else None): list(costs)}


def models_table(decisions: Sequence[Decision], condition: OperatingCondition) -> Table:
    """What each model costs at a condition, with its best threshold: one row a decision for least cost."""
    shown: dict[Column, list[Any]] = {
        Column("model", "model", align="left"): [one.model for one in decisions],
        Column("threshold", "threshold", digits=7): [one.threshold for one in decisions],
        Column("fpr", "FPR", decimals=4): [one.fpr for one in decisions],
        Column("tpr", "TPR", decimals=4): [one.tpr for one in decisions],
        Column("nec", "NEC", decimals=4, best="low"): [one.nec for one in decisions],
    }
    shown |= _in_money(decisions[0], [one.expected_cost for one in decisions])
    return _by_columns("models", f"At PC(+) = {short(condition.pc)}, each with its best threshold", shown)


def minus(number: float | None, other: float | None) -> float | None:
    """Difference, where it is defined; two infinite losses have none."""
    if number is None or other is None or (number == other and math.isinf(number)):
        return None
    return number - other
