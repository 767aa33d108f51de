"""The uncertainty of a decision: of its cost, its rates, what it was to reach, and its threshold."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ROUNDING, ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import percent, short
from costcurves.inference.targets import Scope, Target
from costcurves.results.money_totals import total_intervals_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.decision import Decision
    from costcurves.inference.bootstrap.chosen import ChosenThreshold, CostPlateau
    from costcurves.inference.estimate import Estimate
    from costcurves.measures.confusion_measures import Measure
    from costcurves.results.money_totals import TotalUncertainty

#: What becomes of an interval that was made on the records that chose the threshold.
LEFT_OUT = "this ignores that it was chosen on the same records"
#: What costs are of that do not look better than they are.
CORRECTED = (Target.CROSS_FITTED, Target.OTHER_RECORDS, Target.BEST)
#: What intervals hold for that are not said to hold together.
ALONE = Scope.ALONE.words()


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class GoalInterval(Shown, ByValue):
    """A measure that a criterion bounds, or makes best, with its interval.

    Attributes
    ----------
    measure : Measure
    estimate : Estimate or None
        None where there is no interval.
    absent : str
        Why there is none.
    """

    measure: Measure
    estimate: Estimate | None = None
    absent: str = ""

    def __str__(self) -> str:
        """Name the measure, with its interval or why there is none."""
        return f"{self.measure.title}: {self.absent if self.estimate is None else self.estimate}"

    def to_columns(self) -> dict[str, Any]:
        """Return the measure and its interval as one row."""
        found = {"measure": [self.measure.key]}
        return found if self.estimate is None else found | self.estimate.to_columns()


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class DecisionUncertainty(Shown, ByValue):
    """How far a decision can be relied on; made by ``evaluation.uncertainty(…).decision(decision)``.

    Attributes
    ----------
    decision : Decision
    level : float
        Of confidence.
    cost : Estimate or None
        In the unit of the condition: what a case costs or brings, or NEC. None where no condition is
        stated, or where nothing is estimated.
    candidates : int
        Models among which that of the decision was chosen; where the interval of its cost does not
        hold for all of them together, that choice is left out of account.
    rates : dict of str to Estimate
        "tpr" and "fpr" of the threshold as given.
    goal : tuple of GoalInterval
        What the criterion bounds or makes best.
    threshold : ChosenThreshold or None
        The threshold with its interval, and its plateau.
    absent : str
        Why the threshold has no interval, where one could be expected.
    criterion : Criterion or None
        What the decision was made by, where that is known.
    totals : tuple of TotalUncertainty
        Of costs by record: the total of the decision, and that of Bayes' rule.
    """

    decision: Decision
    level: float
    cost: Estimate | None = None
    candidates: int = 1
    rates: Mapping[str, Estimate] = dataclasses.field(default_factory=dict)
    goal: tuple[GoalInterval, ...] = ()
    threshold: ChosenThreshold | None = None
    absent: str = ""
    totals: tuple[TotalUncertainty, ...] = ()
    criterion: Criterion | None = None

    @property
    def may_miss_bound(self) -> bool:
        """Whether the interval of what the criterion bounds reaches beyond the limit."""
        bound = None if self.criterion is None else self.criterion.bound
        known = None if bound is None else self.intervals.get(bound.measure.key)
        return bound is not None and known is not None and bound.excludes(known.low, known.high)

    @property
    def plateau(self) -> CostPlateau | None:
        """Thresholds that cost nearly as little."""
        return None if self.threshold is None else self.threshold.plateau

    @property
    def optimism(self) -> float | None:
        """How much better the decision looks on the records that chose it than it is on others.

        None where another sample chose it, or nothing is known of costs.
        """
        decision = self.decision
        own = decision.nec if decision.expected_cost is None else decision.expected_cost
        if own is None or self.cost is None or decision.condition is None or not decision.optimistic:
            return None
        estimate = self.cost.estimate
        gap = -own - estimate if _brings(decision.condition) else estimate - own
        # A threshold that is taken as given costs what it costs here, up to rounding.
        return None if abs(gap) <= ROUNDING * abs(own) else gap

    @property
    def is_corrected(self) -> bool:
        """Whether its cost is one to expect on new records, even if these chose the threshold."""
        cost = self.cost
        corrected = cost is not None and any(cost.target is one for one in CORRECTED)
        return cost is not None and (corrected or not self.decision.optimistic)

    @property
    def intervals(self) -> dict[str, Estimate]:
        """All intervals by name but those of totals: of the cost, the rates, the goal and the threshold."""
        found = {} if self.cost is None else {"cost": self.cost}
        found |= self.rates
        found |= {one.measure.key: one.estimate for one in self.goal if one.estimate is not None}
        if self.threshold is not None:
            found["threshold"] = self.threshold.threshold
        return found

    @property
    def sentences(self) -> tuple[str, ...]:
        """What there is to say: of the cost or the totals, of the rates and the goal, of the threshold."""
        return (*filter(None, [self.cost_sentence]), *self.further_sentences)

    @property
    def further_sentences(self) -> tuple[str, ...]:
        """What there is to say beside the cost."""
        found = [_trivial(self.decision) if self.decision.flags != "some" else ""]
        found += [_rates_sentence(self) if self.rates else "", _threshold_sentence(self)]
        return tuple(filter(None, found))

    @property
    def cost_sentence(self) -> str:
        """What the decision costs, or its total, with what the interval holds for; empty without costs."""
        if self.totals:
            return _totals_sentence(self)
        return "" if self.cost is None else _cost_sentence(self, self.cost)

    def to_json(self) -> dict[str, Any]:
        """Return every interval, the sentences, the plateau and the optimism as plain values."""
        found = total_intervals_json(self.totals)
        found |= {name: one.to_json() for name, one in self.intervals.items()}
        found |= {"sentences": list(self.sentences)}
        if self.plateau is not None:
            found["plateau"] = self.plateau.to_json()
        return found if self.optimism is None else found | {"optimism": self.optimism}

    def to_columns(self) -> dict[str, Any]:
        """Return the intervals as columns, one row an interval."""
        rows = [one.to_columns() for one in self.intervals.values()]
        columns = {
            name: [row[name][0] for row in rows] for name in ("estimate", "low", "high", "level", "target")
        }
        return {"of": list(self.intervals), **columns}

    def picture(self) -> Any:
        """Return the picture of the decision."""
        return self.decision.picture()

    def __str__(self) -> str:
        """Print the sentences."""
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        """Name the decision, and what has an interval."""
        models, intervals = " and ".join(self.decision.models), ", ".join(self.intervals)
        return f"DecisionUncertainty({models}; {intervals or 'no interval'})"


# ---- its cost -------------------------------------------------------------------------------


def _brings(condition: OperatingCondition) -> bool:
    """Whether amounts are what a case brings, not what it costs."""
    return condition.costs.stated_as_benefits


def _among(found: DecisionUncertainty) -> str:
    """Say that an interval does not allow for the choice among models, where there was one."""
    if found.candidates < 2:
        return ""
    models, count = found.decision.models, found.candidates
    verb = "was" if len(models) == 1 else "were"
    return f"; this ignores that {' and '.join(models)} {verb} chosen among {count} models"


def _totals_sentence(found: DecisionUncertainty) -> str:
    """Word totals and savings with their intervals, and what these hold for."""
    sentences = [one.sentence for one in found.totals]
    if found.decision.optimistic and found.decision.flags == "some":
        sentences.insert(
            1,
            "The threshold was chosen on the same records, which is ignored here: expect worse on new ones.",
        )
    return f"{' '.join(sentences)} Each interval holds {ALONE}{_among(found)}."


def _cost_sentence(found: DecisionUncertainty, cost: Estimate) -> str:
    """Word the cost with its interval, what that is for, and what it holds for."""
    condition = found.decision.condition
    assert condition is not None  # there is a cost
    what = "A case brings" if _brings(condition) else "A case costs"
    what = "NEC is" if condition.relative else what
    own, low, high = (short(value) for value in (cost.estimate, cost.low, cost.high))
    own += condition.unit
    sentence = f"{what} {own} ({percent(cost.level)} interval {low} to {high}): {cost.target_words}."
    sentence += f" The interval holds {cost.scope_words}"
    if cost.models > 1:
        sentence += (
            f", as {found.decision.model} was chosen among the models; `evaluate` gives one for each model "
            "alone, which is narrower."
        )
    else:
        sentence += f"{_among(found)}."
    if found.optimism is not None and found.optimism > 0:
        sentence += f" Chosen and judged on the same records it looks {short(found.optimism)} better."
    return sentence + "".join(f" Note: {note}." for note in cost.notes)


def _trivial(decision: Decision) -> str:
    """Say why nothing is estimated."""
    follows = "; what that costs follows from the condition" if decision.condition is not None else ""
    sentence = f"Flagging {decision.flags} takes no threshold, and its rates are not estimates{follows}."
    return f"{sentence} No interval is given."


# ---- whom it flags, and what that reaches ---------------------------------------------------


def _rates_sentence(found: DecisionUncertainty) -> str:
    """Word the rates, and what the criterion bounds."""
    decision, (tpr, fpr) = found.decision, (found.rates[name] for name in ("tpr", "fpr"))
    rates = [f"{percent(r.estimate)} ({percent(r.low)} to {percent(r.high)})" for r in (tpr, fpr)]
    where = "At this threshold" if decision.has_thresholds else "At this operating point"
    where = where if decision.other is None else "With this mixture"
    sentence = f"{where} {rates[0]} of the positives and {rates[1]} of the negatives are flagged"
    sentence += f" ({percent(found.level)} intervals, each {ALONE})"
    sentence += f"; {LEFT_OUT}." if decision.optimistic else "."
    more = [_goal_sentence(one, decision) for one in found.goal]
    criterion = found.criterion
    if criterion is not None and criterion.bound is not None and found.may_miss_bound:
        more.append(criterion.bound.warning)
    if criterion is not None and criterion.conditions is not None:
        more.append("No interval is given for the worst case over a range of PC(+).")
    return " ".join([sentence, *more])


def _goal_sentence(one: GoalInterval, decision: Decision) -> str:
    """Word a measure with its interval, or say why it has none."""
    found, title = one.estimate, one.measure.title
    if found is None:
        return f"No interval is given for {title}: {one.absent}."
    interval = f"{percent(found.level)} interval, {found.scope_words}"
    if one.measure.key == "flagged":
        own, low, high = map(percent, (found.estimate, found.low, found.high))
        at = f"At a prevalence of {percent(decision.prevalence)}"
        return f"{at} this flags {own} of all cases ({interval}: {low} to {high})."
    return f"The {title} is {short(found.estimate)} ({interval}: {short(found.low)} to {short(found.high)})."


# ---- its threshold --------------------------------------------------------------------------


def _threshold_sentence(found: DecisionUncertainty) -> str:
    """Say where else the threshold might lie, or why that is not said."""
    if found.threshold is None:
        return f"No interval is given for the threshold: {found.absent}." if found.absent else ""
    sentence = dataclasses.replace(found.threshold, plateau=None).sentence
    if found.plateau is not None and found.decision.condition is not None:
        sentence = f"{sentence} {_plateau_sentence(found.plateau, found.decision.condition)}"
    return sentence + "".join(f" Note: {note}." for note in found.threshold.threshold.notes)


def _plateau_sentence(plateau: CostPlateau, condition: OperatingCondition) -> str:
    """Say which thresholds cost nearly as little, and by how much more, in money where that is known."""
    extra = max(plateau.slack, plateau.between)
    least, most = map(percent, plateau.flagged)
    flagged = least if least == most else f"{least} to {most}"
    if math.isinf(plateau.low) and math.isinf(plateau.high):
        sentence = "All thresholds"
    elif math.isinf(plateau.low):
        sentence = f"Thresholds up to {short(plateau.high)}"
    elif math.isinf(plateau.high):
        sentence = f"Thresholds of at least {short(plateau.low)}"
    else:
        sentence = f"Thresholds from {short(plateau.low)} to {short(plateau.high)}"
    sentence = f"{sentence}, which flag {flagged} of these records"
    if not extra:
        return f"{sentence}, cost the same."
    stake = 1.0 if condition.relative else condition.weight_positive + condition.weight_negative
    more, unit = short(stake * extra), "in NEC" if condition.relative else f"{condition.unit} a case".strip()
    money = not condition.relative and bool(_brings(condition) or condition.offset)
    share = f" ({percent(extra / plateau.nec)} {'of NEC' if money else 'more'})" if plateau.nec else ""
    cost, than = ("bring", "less than the most") if _brings(condition) else ("cost", "more than the least")
    if plateau.between <= plateau.slack:
        return f"{sentence}, {cost} at most {more} {unit} {than}{share}."
    ends = f"{cost} about the same at their ends"
    return f"{sentence}, {ends}, and between them up to {more} {unit} {than}{share}."
