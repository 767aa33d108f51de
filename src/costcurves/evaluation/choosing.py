"""The choice of model and threshold by costs, among models that are judged by thresholds of other folds."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE
from costcurves.criteria.cheapest import least_cost
from costcurves.criteria.criterion import chosen
from costcurves.errors import Code, InputError, UndefinedError, no_such
from costcurves.evaluation.judging_totals import WithTotals
from costcurves.evaluation.models_on_records import prevalence_of
from costcurves.inference.costs.gaps import gaps
from costcurves.results.headline import NO_SIZE
from costcurves.space.roc import RocHull

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.conditions.stated_condition import AtPrevalence, Condition
    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.tally import Tally

#: Why nothing is chosen anew for published points and weights that count no records.
AS_COUNTED = "as counted: no threshold was chosen again"


class WithChoice(WithTotals):
    """The choice among models and thresholds."""

    def choice(
        self, condition: Condition | AtPrevalence, *, model: str | None = None, champion: str | None = None
    ) -> Decision:
        """Choose model and threshold by costs, as :meth:`Uncertainty.recommendation` does.

        Parameters
        ----------
        condition, model, champion
            As of :meth:`costcurves.Evaluation.decide`, which adds what choosing this way comes to.
        """
        decisions, one = self._at_their_best(condition, model)
        return self._best(decisions, self._standings(decisions, one, champion), one)

    def _at_their_best(
        self, condition: Condition | AtPrevalence, model: str | None
    ) -> tuple[dict[str, Decision], OperatingCondition]:
        """Return the cheapest threshold of each model on all records, and the condition."""
        found = condition(prevalence_of(self.models)) if callable(condition) else condition
        stated = self._condition(found, optional=False)
        names = list(self.models) if model is None else [model]
        sample = stated.of_records or callable(condition)
        if not names:
            raise InputError("at least one model is needed", "none")
        decisions = {}
        for name in names:
            own = chosen({name: self._tally(name)}, least_cost(stated.one))
            decisions[name] = dataclasses.replace(
                own, chosen_on=self.name, judged_on=self.name, sample_prevalence=sample
            )
        return decisions, stated.one

    def _why_not_left_out(self, models: Mapping[str, Decision]) -> str:
        """Say why models are judged on the very records that choose; empty where records are left out."""
        if not all(self._tally(name).counted for name in models):
            return NO_SIZE
        if self.records is None and not all(_can_be_dealt(self._tally(name)) for name in models):
            return AS_COUNTED
        try:
            for name in models:
                self._judges._new_rates(name, 0.5)  # noqa: SLF001 - of its own kind
        except UndefinedError as problem:
            if problem.code is not Code.TOO_FEW:
                raise
            return str(problem)
        return ""

    def _standings(
        self, decisions: Mapping[str, Decision], condition: OperatingCondition, champion: str | None
    ) -> dict[str, float]:
        """NEC of every model where it is judged: the cheapest first, or an unbeaten champion."""
        if champion is not None and champion not in decisions:
            raise no_such(champion, decisions, what="model", other="the models are")
        rates = {name: (one.fpr, one.tpr) for name, one in decisions.items()}
        if not self._why_not_left_out(decisions):
            anew = self._judges._new_rates  # noqa: SLF001 - of its own kind
            rates = {name: anew(name, condition.pc) for name in decisions}
        found = {name: float(condition.nec(*each)) for name, each in rates.items()}
        found = dict(sorted(found.items(), key=lambda one: one[1]))
        if champion is None or self._is_beaten(champion, list(found), condition.pc):
            return found
        return {champion: found[champion]} | found

    def _is_beaten(self, champion: str, ranked: Sequence[str], pc: float) -> bool:
        """Whether the first model is cheaper than the champion by more than chance."""
        if champion == ranked[0]:
            return False
        gap = self._judges._gaps(ranked, pc).get(champion)  # noqa: SLF001 - of its own kind
        return gap is not None and gap.excludes(0)

    def _gaps(self, ranked: Sequence[str], pc: float) -> dict[str, Estimate]:
        """Distances from the first model, and of that from the second; none without shared records."""
        if self.records is None or len(ranked) < 2:
            return {}
        rules = [self._sample(name).cross_fitted for name in ranked]
        found = dict(zip(ranked[1:], gaps(rules, pc, self.level), strict=True))
        return beside_the_first(ranked[0], found)

    def _new_rates(self, model: str, pc: float) -> tuple[float, float]:
        """FPR and TPR of a model at cross-fitted thresholds."""
        fpr, tpr = self._sample(model).curve.rates(np.array([pc]))
        return float(fpr[0]), float(tpr[0])

    def _best(
        self, decisions: Mapping[str, Decision], standings: Mapping[str, float], condition: OperatingCondition
    ) -> Decision:
        """Return the decision for the first model, or for nobody or everybody where it costs no less."""
        first = next(iter(standings))
        found, least = decisions[first], min(condition.pc, 1 - condition.pc)
        if found.flags == "some" and not standings[first] < least * (1 - TIE):
            tally = self._tally(first)
            hull = RocHull.of(tally)
            trivial = least_cost(condition).at(tally, hull, 0 if condition.pc <= 0.5 else len(hull) - 1)
            found = dataclasses.replace(
                found, thresholds=trivial.thresholds, fpr=trivial.fpr, tpr=trivial.tpr
            )
        return dataclasses.replace(found, model=first, candidates=tuple(decisions))


def _can_be_dealt(tally: Tally) -> bool:
    """Whether counts can be dealt into folds to choose thresholds anew: not those of one point a model."""
    whole = all(column.dtype.kind == "i" for column in (tally.positives, tally.negatives))
    return whole and (tally.scored or len(tally.cells) > 2)


def beside_the_first(first: str, found: dict[str, Estimate]) -> dict[str, Estimate]:
    """Add the distance of the first model from the runner-up to those of all others from it."""
    second = next(iter(found.values()))
    own = dataclasses.replace(second, estimate=-second.estimate, low=-second.high, high=-second.low)
    return found | {first: own}
