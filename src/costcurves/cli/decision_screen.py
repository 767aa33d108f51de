"""What is printed and written of a decision: sentence, tables, and document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.cli import console
from costcurves.criteria.total_cost import TotalCost
from costcurves.results.headline import TRAINED
from costcurves.results.money_totals import CHOSEN, totals_table
from costcurves.results.total_judged import TotalJudged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves._ground.tables import Table
    from costcurves.cli.loaded import Loaded
    from costcurves.results.given_classifiers import GivenClassifiers
    from costcurves.results.judged_decision import JudgedDecision


def document_of(found: JudgedDecision, *, parts: bool = True) -> dict[str, Any]:
    """Return a judged decision as it is saved and printed, with what was recommended."""
    document = found.decision.to_json()
    if found.parts and parts:
        document["parts"] = {name: judged.to_json() for name, judged in found.parts.items()}
    document["remarks"] = list(map(str, found.remarks))
    totals = map(TotalCost.to_json, found.totals)
    document |= zip(("total_cost", "bayes_by_record"), totals, strict=False)
    for judged in (found.recommended, found.met, found.given):
        document |= {} if judged is None else judged.to_json()
    if found.in_population is not None:
        document["population"] = found.in_population.to_json()
    return document


def first(found: JudgedDecision) -> Iterator[str | Table]:
    """Yield what is read first: what to do in words, and every model where they were compared."""
    yield "\n".join(found.sentences)
    if found.recommended is not None:
        yield found.recommended.table()
    if found.given is not None:
        yield from given_first(found.given)


def lead(found: JudgedDecision | None, stated: GivenClassifiers | None) -> Iterator[str | Table]:
    """Yield what is read first of a decision, and all of classifiers as given; nothing without."""
    if found is not None:
        yield from first(found)
    elif stated is not None:
        yield "\n".join(stated.sentences)
        yield from given_first(stated)
    yield from given_tables(stated)


def given_first(found: GivenClassifiers) -> Iterator[Table]:
    """Yield what is read first of classifiers as given: their costs, and the choice beside them."""
    yield found.table()
    if found.best is not None:
        yield found.best.table()


def given_tables(found: GivenClassifiers | None) -> tuple[Table, ...]:
    """Return the matrices and the measures of classifiers as given."""
    return () if found is None else (found.counts_table(), found.measures_table())


def show_given(found: GivenClassifiers | None, loaded: Loaded, *, as_json: bool, saved: bool) -> None:
    """Print several classifiers as given; they make no decision, so that none can be saved."""
    assert found is not None  # else there is a verdict
    if saved:
        _ = found.decision  # says that there are several
    console.state([*loaded.statements, loaded.data_sentence])
    if as_json:
        console.write_json(found.to_json() | {"data": loaded.data})
        return
    console.show_all(*lead(None, found))


def tables(found: JudgedDecision) -> Iterator[Table]:
    """Yield what the decision comes to, and what becomes of it on every part."""
    yield from given_tables(found.given)
    if found.totals:
        model = " and ".join(found.decision.models)
        told = {model: found.met} if isinstance(found.met, TotalJudged) else {}
        yield totals_table({model: found.totals}, CHOSEN, told)
    else:
        yield found.outcome_table()
    if found.parts:
        yield found.table()


def last(found: JudgedDecision | None, stated: GivenClassifiers | None) -> str | None:
    """Return what is said below numbers of models where nothing was decided, whose screens say it already."""
    return TRAINED if found is None and stated is None else None
