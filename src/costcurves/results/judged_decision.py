"""A decision judged on several parts of the records: its rates and costs there, and what is remarked."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.decisions.decision import Decision
    from costcurves.decisions.total_cost import TotalCost
    from costcurves.results.remarks import Remark

__all__ = ["JudgedDecision"]


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
