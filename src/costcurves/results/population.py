"""What a decision comes to among a stated number of cases: whom it flags and finds, and what it costs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import amount, percent
from costcurves.errors import InputError
from costcurves.results.decision_tables import choices_table

if TYPE_CHECKING:
    from costcurves._ground.tables import Table
    from costcurves.criteria.decision import Decision
    from costcurves.results.headline import Headline

#: What a headline measures that adds up over cases.
OF_A_CASE = ("cost", "benefit")


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class InPopulation(Shown, ByValue):
    """A decision among so many cases, such as those of a year; see :class:`JudgedDecision`.

    Attributes
    ----------
    decision : Decision
        With the rates to expect.
    headline : Headline or None
        What a case costs, with its interval.
    cases : float
        How many there are, above 0; as many of them are positive as the prevalence says.

    Raises
    ------
    InputError
        If there are no cases.
    UndefinedError
        If the prevalence is not known.
    """

    decision: Decision
    headline: Headline | None
    cases: float

    def __post_init__(self) -> None:
        """Refuse no cases, and an unknown prevalence."""
        if not self.cases > 0:
            raise InputError("a population must have cases", f"{self.cases:g}", "state how many there are")
        self.decision.confusion(self.cases)

    @property
    def cost(self) -> tuple[float, float | None, float | None] | None:
        """What all cases cost, or bring, with both ends of the interval; None where costs are not known."""
        found = self.headline
        if found is None or found.measure not in OF_A_CASE:
            own = self.decision.expected_cost
            return None if own is None else (self.cases * own, None, None)
        low, high = (None if end is None else self.cases * end for end in (found.low, found.high))
        return self.cases * found.estimate, low, high

    @property
    def sentence(self) -> str:
        """How many are flagged and found, and what all cases cost or bring."""
        outcomes, condition = self.decision.confusion(self.cases), self.decision.condition
        flagged, found, positives = (
            f"{float(one):,.0f}" for one in (outcomes.tp + outcomes.fp, outcomes.tp, outcomes.positives)
        )
        sentence = f"Of {self.cases:,.0f} cases it flags {flagged} and finds {found} of {positives} positives"
        if self.cost is None or condition is None:
            return f"{sentence}."
        verb, (own, low, high) = "brings" if condition.costs.stated_as_benefits else "costs", self.cost
        sentence = f"{sentence}; it {verb} {amount(own)}{condition.unit} in all"
        if low is None or high is None or self.headline is None or self.headline.level is None:
            return f"{sentence}."
        return f"{sentence} ({percent(self.headline.level)} interval {amount(low)} to {amount(high)})."

    def table(self) -> Table:
        """Outcomes and costs of all cases, beside flagging nobody and everybody."""
        where = "" if self.decision.optimistic else f", judged on {self.decision.judged_on}"
        title = f"Expected outcomes in {self.cases:,.0f} cases{where}"
        return dataclasses.replace(choices_table(self.decision, self.cases), title=title)

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes of all cases, and what they cost, as plain values."""
        outcomes = self.decision.confusion(self.cases)
        found = {name: float(getattr(outcomes, name)) for name in ("tp", "fn", "fp", "tn")}
        own, low, high = (None, None, None) if self.cost is None else self.cost
        return {"cases": self.cases, **found, "total": {"estimate": own, "low": low, "high": high}}

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what it is of, in one short line."""
        return f"InPopulation({self.decision.model}; {self.cases:,.0f} cases)"
