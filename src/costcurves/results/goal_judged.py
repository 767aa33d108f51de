"""How well a goal is met on records left out of the choice, in words and as a document."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, short
from costcurves.results.headline import Headline

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurves.criteria.criterion import Bound, Criterion
    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Estimate
    from costcurves.measures.confusion_measures import Measure

#: Measures that rates tell already.
OF_RATES = ("tpr", "fpr", "flagged")
#: Why a measure that is made best has none.
NO_INTERVAL = "no interval of a measure of several rates is made"


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class GoalJudged(Shown, ByValue):
    """A decision for a goal, such as a capacity, and how well choosing this way meets it on new records.

    Made by ``evaluation.uncertainty(…).left_out(decision)``.

    Attributes
    ----------
    decision : Decision
    headline : Headline
        Of the TPR or, where a measure is made best, of that.
    rates : dict of str to Estimate
        "tpr" and "fpr" on records left out of the choice; empty where none are.
    measures : dict of str to float
        What the goal bounds or makes best, by the keys of the measures, there.
    titles : dict of str to str
        What these are called.
    bound : Bound or None
        What it keeps within a limit.
    has_intervals : bool
        Whether intervals are shown.
    """

    rows: ClassVar[tuple[Any, ...]] = ()  # models are not compared
    lead: ClassVar[None] = None
    not_told_apart: ClassVar[tuple[str, ...]] = ()
    decision: Decision
    headline: Headline
    rates: Mapping[str, Estimate]
    measures: Mapping[str, float] = dataclasses.field(default_factory=dict)
    titles: Mapping[str, str] = dataclasses.field(default_factory=dict)
    bound: Bound | None = None
    has_intervals: bool = True

    @classmethod
    def of(
        cls,
        decision: Decision,
        criterion: Criterion,
        headline: Headline,
        rates: Mapping[str, Estimate],
        measured: Callable[[Measure], float],
    ) -> GoalJudged:
        """Put together what is known: the rates, and what other measures the criterion is about.

        Parameters
        ----------
        headline : Headline
            Where it was judged; the number follows.
        measured : callable
            Returns a measure there.
        """
        known = [] if math.isnan(decision.prevalence) else criterion.reported
        shown = {row: measured(row) for row in known if row.key not in OF_RATES}
        tpr = rates["tpr"]
        facts: dict[str, Any] = {
            "estimate": tpr.estimate,
            "low": tpr.low,
            "high": tpr.high,
            "level": tpr.level,
        }
        for row, value in list(shown.items())[:1]:  # the measure that is made best, or bounded
            reason = "; ".join(filter(None, (headline.reason, NO_INTERVAL)))
            facts = {"measure": row.key, "estimate": value, "reason": reason}
        return cls(
            decision,
            dataclasses.replace(headline, **facts),
            rates,
            {row.key: value for row, value in shown.items()},
            {row.key: row.title for row in shown},
            criterion.bound,
        )

    @classmethod
    def not_judged(cls, decision: Decision, reason: str) -> GoalJudged:
        """Return the decision on the records that chose it, and why no others judge it."""
        return cls(decision, Headline("tpr", decision.tpr, basis="same-records", reason=reason), {})

    @property
    def is_judged(self) -> bool:
        """Whether records judge it that did not choose it."""
        return bool(self.rates)

    @property
    def sentence(self) -> str:
        """What choosing this way finds, flags and reaches on new records."""
        if not self.is_judged:
            return f"It is not judged on records left out of the choice: {self.headline.reason}."
        tpr, fpr = self.rates["tpr"], self.rates["fpr"]
        ends = f" ({percent(tpr.level)} interval {percent(tpr.low)} to {percent(tpr.high)})"
        ends = ends if self.has_intervals else ""
        what = f"finds {percent(tpr.estimate)}{ends} of the positives"
        prevalence = self.decision.prevalence
        flagged = self.decision.share_flagged(fpr.estimate, tpr.estimate)
        share = "" if math.isnan(prevalence) else f", {percent(flagged)} of all cases"
        what = f"{what} and flags {percent(fpr.estimate)} of the negatives{share}"
        reached = [f"{self.titles[key]} is about {short(value)}" for key, value in self.measures.items()]
        reached += [f"a {self.bound.words} was asked for"] if self.bound is not None else []
        if self.headline.basis == "held-out":
            parts = [f"On {self.decision.judged_on}, which had no part in the choice, it {what}", *reached]
        else:
            parts = [f"Choosing this way {what}, judged on records left out of the choice", *reached]
        return f"{'; '.join(parts)}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The decision in words, and what choosing this way does on new records."""
        return self.decision.sentence, self.sentence

    def without_intervals(self) -> GoalJudged:
        """Return the same numbers on the same basis without their intervals."""
        bare = dataclasses.replace(self.headline, low=None, high=None, level=None)
        return dataclasses.replace(self, headline=bare, has_intervals=False)

    def to_columns(self) -> dict[str, Any]:
        """Return one row a rate or measure."""
        rates = {name: (one.estimate, one.low, one.high) for name, one in self.rates.items()}
        found = rates | {key: (value, math.nan, math.nan) for key, value in self.measures.items()}
        columns = zip(*found.values(), strict=True)
        return {"of": list(found)} | dict(zip(("estimate", "low", "high"), map(list, columns), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return the headline, and rates and measures on records left out, as plain values."""
        rates = {name: one.estimate for name, one in self.rates.items()}
        return {"headline": self.headline.to_json(), "left_out": rates | dict(self.measures)}

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what it is of, in one short line."""
        return f"GoalJudged({self.decision.model}: {self.decision.criterion})"
