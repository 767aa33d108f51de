"""Decisions of other records, judged on these, which had no part in the choice."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.criteria.cheapest import LeastCost, least_cost
from costcurves.criteria.criterion import chosen
from costcurves.criteria.criterion_table import criterion_of
from costcurves.errors import InputError
from costcurves.evaluation.choosing import beside_the_first
from costcurves.evaluation.decision_intervals import given_cost, given_rates, known
from costcurves.evaluation.recommending import WithRecommendation, stands
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.targets import Scope
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.headline import NO_SIZE, Headline, ModelRow, ends_in_unit_of, in_unit_of, measure_of
from costcurves.results.recommendation import Recommendation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Estimate

#: What flags nobody or everybody has no interval.
NO_THRESHOLD = "flagging nobody or everybody needs no threshold, so nothing is estimated"


class WithHeldOut(WithRecommendation):
    """Questions about decisions of other records."""

    def can_judge(self, decision: Decision) -> bool:
        """Whether it is known how a decision was chosen, so that its way to choose can be judged."""
        criterion = criterion_of(decision.criterion, decision.condition)
        if criterion is None or criterion.randomised:
            return False
        if not isinstance(self.chosen_on, str):
            return True
        return decision.criterion.key != LeastCost.key and self.records is not None

    def held_out(self, decision: Decision, *, champion: str | None = None) -> Recommendation | GoalJudged:
        """Return how a decision of other records does on these, beside the models it was chosen among.

        These records had no part in the choice, so the decision is taken as it is given and its interval is
        an ordinary one. Thresholds of the other models are the cheapest on the records that chose, too.

        Parameters
        ----------
        decision : Decision
            Of the records that are this uncertainty's `chosen_on`, judged on these.
        champion : str, optional
            The model in use where the decision was made; see :meth:`costcurves.Evaluation.decide`.

        Raises
        ------
        InputError
            If the decision was chosen on these records, is a mixture, or none of a known criterion.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> scores = {"a": [*range(8, 28), *range(20)], "b": [*range(20), *range(20)]}
        >>> old, new = (evaluate([1] * 20 + [0] * 20, scores) for _ in range(2))
        >>> found = new.decide(0.5, chosen_on=old).headline
        >>> found.basis, round(found.estimate, 3), found.covers
        ('held-out', 0.3, 'nothing')
        """
        if isinstance(self.chosen_on, str) or not self.can_judge(decision):
            raise InputError(
                "a decision is judged as given if it was chosen on other records, by a known criterion",
                "thresholds of these records" if isinstance(self.chosen_on, str) else "another criterion",
                "make the uncertainty with chosen_on= the records it was chosen on",
            )
        if decision.criterion.key == LeastCost.key and decision.condition is not None:
            beside = self._beside_others(decision, decision.condition)
            return dataclasses.replace(beside, champion=champion or "")
        return self._goal_held_out(decision)

    # ---- by costs ---------------------------------------------------------------------------

    def _beside_others(self, decision: Decision, condition: OperatingCondition) -> Recommendation:
        """Judge every model on these records with the threshold that is cheapest on the others."""
        first, names = decision.model, list(decision.candidates) or list(self.models)
        own = {name: chosen({name: self.chosen_on[name]}, least_cost(condition)) for name in names}
        here = {name: one.judged(self._tally(name), self.name) for name, one in own.items()}
        rated = {name: float(condition.nec(one.fpr, one.tpr)) for name, one in here.items()}
        ranked = [first, *sorted((name for name in names if name != first), key=lambda name: rated[name])]
        counted = all(self._tally(name).counted for name in names)
        costs = self._costs_as_given(here, condition) if counted else {}
        apart = self._gaps_as_given({name: here[name] for name in ranked}, condition.pc) if counted else {}
        rows = tuple(
            ModelRow(
                name, own[name].thresholds, here[name].flagged, rated[name], costs.get(name), apart.get(name)
            )
            for name in ranked
        )
        cost = given_cost(self, decision, condition) if counted and decision.flags == "some" else None
        headline, seems = self._as_it_is(decision, condition, cost), own[first].nec
        assert seems is not None  # there is a condition
        home = self.chosen_on[first]
        size = home.total_positive + home.total_negative if home.counted else math.nan
        given = self._given(self, first, condition) if counted else ()
        mean, share = self._mean_and_share(first, given)
        return Recommendation(
            decision, condition, decision.fpr, decision.tpr, rows, headline, cost, seems, float(size),
            {}, given, mean, share, stands(self.chosen_on, ranked, condition.pc), labels=self._labels,
        )  # fmt: skip

    def _as_it_is(self, decision: Decision, condition: OperatingCondition, cost: Estimate | None) -> Headline:
        """Return the cost of a decision as given in the unit of the condition."""
        assert decision.nec is not None  # there is a condition
        if cost is None:
            reason = NO_SIZE if decision.flags == "some" else NO_THRESHOLD
            own = in_unit_of(condition, decision.nec)
            return Headline(measure_of(condition), own, basis="held-out", reason=reason)
        return Headline(
            measure_of(condition), *ends_in_unit_of(condition, cost), self.level, basis="held-out"
        )

    def _costs_as_given(
        self, decisions: Mapping[str, Decision], condition: OperatingCondition
    ) -> dict[str, Estimate]:
        """NEC of every model as given, with intervals that hold for all of them together."""
        count = len(decisions)
        each = dataclasses.replace(self, level=1 - (1 - self.level) / count)
        found = {name: given_cost(each, one, condition) for name, one in decisions.items()}
        costs = {name: dataclasses.replace(cost, level=self.level) for name, cost in found.items()}
        return costs if count == 1 else {name: cost.together(models=count) for name, cost in costs.items()}

    def _gaps_as_given(self, decisions: Mapping[str, Decision], pc: float) -> dict[str, Estimate]:
        """Distances from the first model, with intervals that hold for all pairs together."""
        records, count = self.records, len(decisions)
        if records is None or count < 2:
            return {}
        pairs = count * (count - 1) // 2
        kept = slice(None) if records.weight is None else np.flatnonzero(records.weight)
        flagged = {name: one.thresholds.apply(records.score(name))[kept] for name, one in decisions.items()}
        (first, own), *others = flagged.items()
        scope, found = Scope.PAIRS if pairs > 1 else Scope.ALONE, {}
        for name, theirs in others:
            costs = PairedCosts.of_flags(self._whole, theirs, own)
            gap = costs.band(np.array([pc]), 1 - (1 - self.level) / pairs).at(pc)
            found[name] = dataclasses.replace(gap, level=self.level, scope=scope, models=count)
        return beside_the_first(first, found)

    # ---- for a goal -------------------------------------------------------------------------

    def _goal_held_out(self, decision: Decision) -> GoalJudged:
        """Judge a decision for a goal as it is given."""
        criterion = criterion_of(decision.criterion, decision.condition)
        assert criterion is not None  # looked at before
        counted = self._tally(decision.model).counted
        headline = Headline("tpr", math.nan, basis="held-out", reason="" if counted else NO_SIZE)
        exact = {name: known(getattr(decision, name), self.level) for name in ("tpr", "fpr")}
        rates = given_rates(self, decision) if counted else exact
        found = GoalJudged.of(
            decision, criterion, headline, rates, lambda row: float(row(decision.confusion()))
        )
        return found if counted else found.without_intervals()
