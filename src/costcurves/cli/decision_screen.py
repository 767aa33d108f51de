"""What is printed and written of a decision: sentence, tables, and document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.criteria.total_cost import TotalCost
from costcurves.results.money_totals import CHOSEN, totals_table
from costcurves.results.total_judged import TotalJudged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves._ground.tables import Table
    from costcurves.results.judged_decision import JudgedDecision


def document_of(found: JudgedDecision, *, parts: bool = True) -> dict[str, Any]:
    """Return a judged decision as it is saved and printed, with what was recommended."""
    document = found.decision.to_json()
    if found.parts and parts:
        document["parts"] = {name: judged.to_json() for name, judged in found.parts.items()}
    document["remarks"] = list(map(str, found.remarks))
    totals = map(TotalCost.to_json, found.totals)
    document |= zip(("total_cost", "bayes_by_record"), totals, strict=False)
    for judged in (found.recommended, found.met):
        document |= {} if judged is None else judged.to_json()
    if found.in_population is not None:
        document["population"] = found.in_population.to_json()
    return document


def first(found: JudgedDecision) -> Iterator[str | Table]:
    """Yield what is read first: what to do in words, and every model where they were compared."""
    yield "\n".join(found.sentences)
    if found.recommended is not None:
        yield found.recommended.table()


def tables(found: JudgedDecision) -> Iterator[Table]:
    """Yield what the decision comes to, and what becomes of it on every part."""
    if found.totals:
        told = {found.decision.model: found.met} if isinstance(found.met, TotalJudged) else {}
        yield totals_table({found.decision.model: found.totals}, CHOSEN, told)
    else:
        yield found.outcome_table()
    if found.parts:
        yield found.table()
