"""The uncertainty on a page: what its answer costs with an interval, and which differences may be chance."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves._ground.arrays import ByValue
from costcurves._ground.tables import Column, Table
from costcurves._ground.wording import percent, short
from costcurves.inference.targets import Scope, Target
from costcurves.report.elements import Html, folded, join, table_block, tag
from costcurves.results.interval_tables import ENDS, cheaper_column, cheaper_over, numbers_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Band, Estimate
    from costcurves.results.interval_tables import Numbers
    from costcurves.results.pairwise_comparisons import PairwiseComparisons

#: More pairs of models than this are folded.
_MOST_PAIRS = 10


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PageUncertainty(ByValue):
    """The uncertainty that a page shows.

    Attributes
    ----------
    level : float
        Of confidence.
    cost_bands, roc_bands : mapping of str to Band
        Of each model.
    cost : Estimate or None
        What the decision costs a case (or brings, where benefits were stated; or its NEC, where only
        the ratio of costs is known).
    pairs : PairwiseComparisons or None
        Of all pairs of models.
    cost_as_given : bool
        Whether the cost is that of the threshold as it is, wherever it was chosen.
    numbers : mapping of str to mapping of str to Estimate
        Of each model.
    answered : tuple of str
        What else there is to say of the decision: its rates, what it reaches, its threshold.
    of : str
        Which of several parts the numbers and tests are of.
    """

    level: float
    cost_bands: Mapping[str, Band]
    roc_bands: Mapping[str, Band]
    cost: Estimate | None = None
    pairs: PairwiseComparisons | None = None
    cost_as_given: bool = False
    numbers: Numbers = dataclasses.field(default_factory=dict)
    answered: tuple[str, ...] = ()
    of: str = ""


# ---- the answer -----------------------------------------------------------------------------


def statement(uncertainty: PageUncertainty | None, decision: Decision) -> Html:
    """Write what the decision costs on new records, how much better it looks, and what else is said."""
    lead, number, rest, note = _statement(uncertainty, decision)
    blocks = [tag("p", lead, tag("strong", number), rest, class_="sentence")] if number else []
    notes = [note, *(() if uncertainty is None else uncertainty.answered)]
    return join([*blocks, *(tag("p", text, class_="note") for text in notes if text)])


def is_corrected(uncertainty: PageUncertainty | None, decision: Decision) -> bool:
    """Whether a cost to expect is stated, and not only that on the records that chose the threshold."""
    return (
        uncertainty is not None
        and uncertainty.cost is not None
        and not (uncertainty.cost_as_given and decision.optimistic)
    )


def sentence(uncertainty: PageUncertainty | None, decision: Decision) -> str:
    """Say the same in one paragraph; empty without an uncertainty."""
    lead, number, rest, note = _statement(uncertainty, decision)
    return f"{lead}{number}{rest} {note}".strip()


def _statement(uncertainty: PageUncertainty | None, decision: Decision) -> tuple[str, str, str, str]:
    """Word what to expect: how it begins, the number, what follows it, and what the interval is for."""
    if uncertainty is None:
        return "", "", "", ""
    if uncertainty.cost is None:
        return "", "", "", _why_none(decision)
    found = uncertainty.cost
    anew = ", cross-fitted" if found.target is Target.CROSS_FITTED else ""
    rest = f" ({percent(found.level)} interval {short(found.low)} to {short(found.high)}{anew})."
    gap = (found.estimate - _seen(decision)) * (-1 if _brings(decision) else 1)
    if decision.optimistic and gap > 0 and is_corrected(uncertainty, decision):
        rest += f" The records that chose the threshold make it look {short(gap)} better: optimism."
    note = f"The interval is for {found.target_words}, and holds {found.scope_words}"
    lead = "To expect on new records: "
    if not is_corrected(uncertainty, decision):
        lead = "On the records that chose the threshold: "
        note += "; that it was chosen on them is left out of account"
    note = " ".join([f"{note}.", *(f"Note: {text}." for text in found.notes)])
    return lead, f"{short(found.estimate)} {_unit(decision)}", rest, note


def _why_none(decision: Decision) -> str:
    """Say why the cost of a decision has no interval."""
    if decision.condition is None:
        return "No costs were stated, so no interval of a cost is given; the curves have bands."
    if decision.flags != "some":
        return f"No interval of a cost is given: what it costs to flag {decision.flags} takes no estimate."
    return "No interval of this cost is given here; the curves have bands."


def _brings(decision: Decision) -> bool:
    """Whether benefits were stated instead of costs."""
    return decision.condition is not None and decision.condition.costs.stated_as_benefits


def _unit(decision: Decision) -> str:
    """Say what a cost is for."""
    relative = decision.condition is None or decision.condition.relative
    return "normalised expected cost" if relative else "per case"


def _seen(decision: Decision) -> float:
    """Return what the decision costs or brings on the records that judge it."""
    cost = decision.nec if decision.expected_cost is None else decision.expected_cost
    assert cost is not None  # there is an interval of it
    return -cost if _brings(decision) else cost


# ---- the numbers ----------------------------------------------------------------------------


def numbers_block(
    uncertainty: PageUncertainty | None, series: Mapping[str, int], decision: Decision | None
) -> Html:
    """Write the intervals of costs and main numbers of every model, and what there is to note."""
    if uncertainty is None or not uncertainty.numbers:
        return Html("")
    alone = next(iter(uncertainty.numbers.values())).get("cost")
    notes = []
    if (
        alone is not None
        and uncertainty.cost is not None
        and not uncertainty.cost_as_given
        and uncertainty.cost.scope is not alone.scope
    ):
        notes.append(f"The interval of the answer holds {uncertainty.cost.scope_words}, and is wider.")
    table = numbers_table(
        uncertainty.numbers, None if decision is None else decision.condition, notes, of=uncertainty.of
    )
    block = table_block(table, series=series, caption=False, many="Notes")
    return join([tag("h3", table.title), block])


# ---- the models -----------------------------------------------------------------------------


def tests_block(uncertainty: PageUncertainty | None, series: Mapping[str, int], pc: float | None) -> Html:
    """Write which models differ in cost by more than chance; `pc` says where, None for all PC(+) alike."""
    if uncertainty is None or len(series) < 2:
        return Html("")
    heading = tag("h3", "Which differences are more than chance")
    if uncertainty.pairs is None:
        why = "Counts do not tell which records two models share, so that their difference cannot be tested."
        return join([heading, tag("p", why, class_="note")])
    table = _tests_table(uncertainty.pairs, pc, uncertainty.of)
    verdicts = tag("ul", *(tag("li", text) for text in uncertainty.pairs.statements))
    block = join([verdicts, table_block(table, series=series, by="a", caption=False, many="Notes")])
    if len(uncertainty.pairs) <= _MOST_PAIRS:
        return join([heading, block])
    summary = (
        f"{uncertainty.pairs.differ} of {len(uncertainty.pairs)} pairs of models differ by more than chance"
    )
    return join([heading, folded(summary, block, class_="printed")])


def _tests_table(pairs: PairwiseComparisons, pc: float | None, of: str) -> Table:
    """One row a pair of models."""
    rows = []
    for pair in pairs.tested:
        found = pair.interval
        verdict = f"{pair.winner} is cheaper" if pair.winner else "may be chance"
        ends = (found.estimate, found.low, found.high)
        rows.append([pair.a, pair.b, *ends, pair.pvalue, verdict, cheaper_over(pair.cheaper)])
    first = pairs.tested[0]
    columns = [
        Column("a", "model", align="left"),
        Column("b", "minus", align="left"),
        Column("difference", "difference in NEC", decimals=4),
        *ENDS,
        Column("p", "p (Holm)", decimals=4, least=1e-4, hint="p-value, adjusted for all these comparisons"),
        Column("verdict", "verdict", align="left"),
        cheaper_column(first.level),
    ]
    where = "over all PC(+) alike" if pc is None else f"at PC(+) {short(pc)}"
    targets = dict.fromkeys(pair.interval.target_words for pair in pairs.tested)
    of = f"Normalised expected cost{of} {where}: {'; '.join(targets)}. Below 0 the first is cheaper."
    alone, words = first.interval.scope is Scope.ALONE, first.interval.scope_words
    holds = f" of each pair {words}" if alone else f"s that hold {words}, each for its pair"
    ends_of = f"From and to: {percent(first.level)} interval{holds}."
    if len(rows) > 1:
        ends_of += (
            f" p-values and verdicts hold for all {len(rows)} pairs together, so a difference whose interval "
            "leaves out 0 may yet be chance."
        )
    return Table(
        "tests", "Which differences are more than chance", columns, rows, notes=(of, ends_of, *pairs.noted)
    )
