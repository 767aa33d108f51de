"""The recommendation: which model and threshold to use, and what choosing this way costs on new records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE
from costcurves.criteria.cheapest import LeastCost
from costcurves.errors import InputError
from costcurves.evaluation.choosing import AS_COUNTED, WithChoice
from costcurves.evaluation.judging_goals import drawn
from costcurves.inference.costs.whole_choice import WholeChoice
from costcurves.inference.counts.cost_intervals import nec_interval
from costcurves.results.headline import (
    GivenRow,
    Headline,
    ModelRow,
    ends_in_unit_of,
    in_unit_of,
    measure_of,
)
from costcurves.results.recommendation import Recommendation
from costcurves.rules.rule import fixed, optimal, rates_at
from costcurves.space.roc import RocHull
from costcurves.space.winners import never_beaten_around
from costcurves.tallies.probabilities import moved, probabilities_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.conditions.stated_condition import AtPrevalence, Condition
    from costcurves.criteria.decision import Decision
    from costcurves.inference.costs.crossfit import CrossFitted
    from costcurves.inference.estimate import Estimate
    from costcurves.inference.resampling import Placed
    from costcurves.tallies.tally import Tally

#: Fewer records of a class tell little.
FEW = 10
#: Why more is not said of models that nobody can tell the records of.
COUNTS_ONLY = "counts do not show which records the models share, so only thresholds are chosen again"


class WithRecommendation(WithChoice):
    """What the choice among models and thresholds costs on new records."""

    def recommendation(
        self, condition: Condition | AtPrevalence, *, model: str | None = None, champion: str | None = None
    ) -> Recommendation:
        """Return the model and threshold to use at a condition, and what choosing this way costs.

        On each fold of the records, the model and threshold are judged that cost least on the other folds,
        flagging nobody and flagging everybody among the choices: the winner's own cost would be too good,
        since the same records made it the winner. Recommended is the model of least cost at
        cross-fitted thresholds, with the threshold that is cheapest on all records.

        Parameters
        ----------
        condition : OperatingCondition, Costs, float or callable
            As of :meth:`costcurves.Evaluation.decide`.
        model : str, optional
            Choose only the threshold, of this model.
        champion : str, optional
            The model in use: it stays unless another one is cheaper by more than chance.

        Returns
        -------
        Recommendation
            Its headline says what was judged and how. With one record of a class it is the cost on the
            very records that chose, without an interval; so it is without class sizes.

        Raises
        ------
        UndefinedError
            If the folds that are given do not leave both classes among the others.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> scores = {"a": [*range(8, 28), *range(20)], "b": [*range(20), *range(20)]}
        >>> found = evaluate([1] * 20 + [0] * 20, scores).uncertainty().recommendation(0.5)
        >>> found.decision.model, found.verdict, found.headline.covers
        ('a', 'model', 'model+threshold')
        """
        decisions, one = self._at_their_best(condition, model)
        reason, standings = self._why_not_left_out(decisions), self._standings(decisions, one, champion)
        if not reason:
            found = self._judged(self._judges, decisions, standings, one)
        elif reason == AS_COUNTED:
            found = self._as_published(decisions, standings, one)
        else:
            found = self._on_the_same(decisions, standings, one, reason)
        return dataclasses.replace(found, champion=champion or "")

    def _size(self, placed: Placed) -> float:
        """Count the records that choose."""
        records = self.records
        if records is None:
            return float(len(placed))
        return float(len(records.is_positive) if records.weight is None else np.count_nonzero(records.weight))

    def _judged(
        self,
        judges: Self,
        decisions: Mapping[str, Decision],
        standings: Mapping[str, float],
        condition: OperatingCondition,
    ) -> Recommendation:
        """Judge every model, and the choice among them, on records left out of the choice."""
        costs, ranked = judges._costs_of(decisions, condition), list(standings)
        apart, first = judges._gaps(ranked, condition.pc), ranked[0]
        rows = tuple(
            ModelRow(
                name,
                decisions[name].thresholds,
                decisions[name].share_flagged(*judges._new_rates(name, condition.pc)),
                costs[name].estimate,
                costs[name],
                apart.get(name),
            )
            for name in ranked
        )
        cost, rates, picked = costs[first], judges._new_rates(first, condition.pc), {first: 1.0}
        # A champion that stays was not chosen here: only its threshold was.
        chosen = list(decisions) if standings[first] == min(standings.values()) else [first]
        rules = tuple(judges._sample(name).cross_fitted for name in chosen)
        shared = self.records is not None or len(decisions) == 1
        if shared:
            choice = WholeChoice(rules, condition.pc)
            cost, picked = choice.cost(self.level), choice.picked
            rates = (choice.left_out.fpr, choice.left_out.tpr)
        best, seems = self._best(decisions, standings, condition), decisions[first].nec
        assert seems is not None  # there is a condition
        headline = self._headline(cost, condition, rules, shared=shared, fewer=judges is not self)
        records, given = self._size(rules[0].placed), self._given(judges, first, condition)
        return Recommendation(
            best, condition, *rates, rows, headline, cost, seems, records, picked,
            given, *self._mean_and_share(first, given), stands(self.models, ranked, condition.pc),
            **self._ties(decisions, rows, condition), labels=self._labels,
        )  # fmt: skip

    def _costs_of(
        self, decisions: Mapping[str, Decision], condition: OperatingCondition
    ) -> dict[str, Estimate]:
        """NEC of models at cross-fitted thresholds, with intervals that hold for all of them."""
        if len(decisions) == 1:
            return {name: self.cost(name, condition) for name in decisions}
        if self.records is not None:
            return self.costs(condition)
        each, count = dataclasses.replace(self, level=1 - (1 - self.level) / len(decisions)), len(decisions)
        found = {name: each.cost(name, condition).together(models=count) for name in decisions}
        return {name: dataclasses.replace(cost, level=self.level) for name, cost in found.items()}

    def _given(self, judges: Self, model: str, condition: OperatingCondition) -> tuple[GivenRow, ...]:
        """Judge a model of probabilities at ½ and where flagging pays in theory, whatever the records are."""
        tally = self._tally(model)
        if model in self._labels:
            return ()
        try:
            probabilities_of(tally, "given thresholds")
        except InputError:
            return ()
        p = condition.prevalence if condition.placed else tally.prevalence
        found = []
        for probability in dict.fromkeys((0.5, condition.threshold)):
            is_moved = tally.odds != 1
            threshold = float(moved(probability, 1 / tally.odds)) if is_moved else probability
            fpr, tpr = (float(rate) for rate in rates_at(tally, np.asarray(threshold)))
            cost = judges.cost(model, condition, rule=fixed(threshold))
            flagged = p * tpr + (1 - p) * fpr
            found.append(GivenRow(model, threshold, flagged, cost, probability if is_moved else None))
        return tuple(found)

    @property
    def _labels(self) -> dict[str, str]:
        """Models that are predicted labels, with the label of the positive class."""
        records = self.records
        return {} if records is None else dict.fromkeys(sorted(records.predicted), records.positive)

    def _mean_and_share(self, model: str, given: Sequence[GivenRow]) -> tuple[float, float]:
        """Mean score of a model of probabilities, and the share of positives; NaN of other scores."""
        if not given:
            return math.nan, math.nan
        tally = self._tally(model)
        share = float(tally.total_positive / (tally.total_positive + tally.total_negative))
        if self.records is not None and self.records.weight is None:
            return float(self.records.scores[model].mean()), share
        weight = np.add(tally.positives, tally.negatives)
        return arrays.sum_of_products(tally.cells.high, weight) / float(weight.sum()), share

    def _headline(
        self,
        cost: Estimate,
        condition: OperatingCondition,
        rules: tuple[CrossFitted, ...],
        *,
        shared: bool,
        fewer: bool,
    ) -> Headline:
        """Return the cost to expect in the unit of the condition, with how it was found."""
        own, low, high = ends_in_unit_of(condition, cost)
        splits, given = rules[0].splits, rules[0].placed.fold is not None
        fewest, reason = min(rules[0].placed.units), "" if shared else COUNTS_ONLY
        if fewer:
            reason = drawn(rules[0].placed)
        if fewest < FEW:
            few = f"one class has {fewest} {rules[0].placed.drawn} only, so all of this is rough"
            reason = f"{reason}; {few}" if reason else few
        return Headline(
            measure_of(condition),
            own,
            low,
            high,
            self.level,
            basis="cross-fitted",
            covers="model+threshold" if shared and len(rules) > 1 else "threshold",
            folds=rules[0].folds,
            repeats=None if given else splits.repeats,
            seed=None if given else splits.seed,
            reason=reason,
        )

    def _as_published(
        self,
        decisions: Mapping[str, Decision],
        standings: Mapping[str, float],
        condition: OperatingCondition,
    ) -> Recommendation:
        """Return published points with intervals of their counts, for all models together."""
        level, count = 1 - (1 - self.level) / len(decisions), len(decisions)
        costs = {}
        for name, one in decisions.items():
            p, n = float(self._tally(name).total_positive), float(self._tally(name).total_negative)
            found = nec_interval(
                fn=(1 - one.tpr) * p, positives=p, fp=one.fpr * n, negatives=n, pc=condition.pc, level=level
            )
            costs[name] = dataclasses.replace(found, level=self.level).together(models=count)
        rows = tuple(
            ModelRow(
                name, decisions[name].thresholds, decisions[name].flagged, costs[name].estimate, costs[name]
            )
            for name in standings
        )
        first, cost = decisions[rows[0].model], costs[rows[0].model]
        own = ends_in_unit_of(condition, cost)
        headline = Headline(measure_of(condition), *own, self.level, basis="given", reason=AS_COUNTED)
        best, ties = self._best(decisions, standings, condition), self._ties(decisions, rows, condition)
        least = cost.estimate
        return Recommendation(best, condition, first.fpr, first.tpr, rows, headline, cost, least, **ties)

    def _on_the_same(
        self,
        decisions: Mapping[str, Decision],
        standings: Mapping[str, float],
        condition: OperatingCondition,
        reason: str,
    ) -> Recommendation:
        """Return what costs least on the very records that chose, called so, without intervals."""
        rows = tuple(
            ModelRow(name, decisions[name].thresholds, decisions[name].flagged, nec)
            for name, nec in standings.items()
        )
        first, least = decisions[rows[0].model], rows[0].nec
        own = in_unit_of(condition, least)
        headline = Headline(measure_of(condition), own, basis="same-records", reason=reason)
        best = self._best(decisions, standings, condition)
        facts = self._ties(decisions, rows, condition) | {"labels": self._labels, "records": self._known_size}
        return Recommendation(best, condition, first.fpr, first.tpr, rows, headline, None, least, **facts)

    @property
    def _known_size(self) -> float:
        """How many records chose; NaN where only rates are known."""
        tallies = list(self.models.values())
        if not all(one.counted for one in tallies):
            return math.nan
        return float(tallies[0].total_positive + tallies[0].total_negative)

    def _ties(
        self, decisions: Mapping[str, Decision], rows: Sequence[ModelRow], condition: OperatingCondition
    ) -> dict[str, Any]:
        """Return the models that tie with the first, and all of its thresholds that cost least."""
        first, *others = rows
        slack, seems = TIE * min(condition.pc, 1 - condition.pc), decisions[first.model].nec or 0.0
        tied = [
            row.model
            for row in others
            if abs(row.nec - first.nec) <= slack and abs((decisions[row.model].nec or 0.0) - seems) <= slack
        ]
        cheapest = LeastCost(condition=condition).equally_cheap(self._tally(first.model))
        return {"tied": tuple(tied), "equally_cheap": cheapest}


def stands(tallies: Mapping[str, Tally], ranked: Sequence[str], pc: float) -> tuple[float, float] | None:
    """Return the range of PC(+) around a condition in which the first model is the choice, each at its best.

    There it is cheaper than flagging nobody and everybody, and no other model is cheaper still.
    """
    first, *others = ranked
    useful = RocHull.of(tallies[first]).operating_range
    if useful is None or not useful[0] <= pc <= useful[1]:
        return None
    found = never_beaten_around(optimal(tallies[first]), (optimal(tallies[name]) for name in others), pc)
    return found and (max(found[0], useful[0]), min(found[1], useful[1]))
