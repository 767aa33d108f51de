"""How sure the numbers and curves of an evaluation are, and which differences are more than chance."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.conditions.beliefs import ConditionPrior
from costcurves.evaluation.one_model import OneModel
from costcurves.evaluation.two_models import TwoModels
from costcurves.inference.costs.every_model import level_together
from costcurves.inference.costs.places import place_of
from costcurves.inference.meaning import Scope

if TYPE_CHECKING:
    from costcurves.inference.costs.places import Place
    from costcurves.inference.estimate import Estimate
    from costcurves.rules.rule import Rule

__all__ = ["Uncertainty"]


class Uncertainty(OneModel, TwoModels):
    """Asks an evaluation how sure it is; make one with ``evaluation.uncertainty(…)``.

    Costs are those of thresholds that were chosen on other records than they are judged on: the
    default deals the records into folds several times and judges each fold by the best thresholds of
    the others ("cross-fitted"), which are thresholds of 1 − 1/folds of the records.

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
    level : float
        Of confidence.
    simultaneous : bool
        Whether bands hold at all their places together, and intervals at a condition at all conditions.
    bootstrap : int
        Replicates, where a bootstrap is used; at least 20.
    seed : int
    chosen_on : "cross-fitted", "same" or mapping of str to Tally
        What thresholds are chosen on, unless a rule is given; may be given as the evaluation of other
        records, or as those records. On the same records they look too good: their intervals are
        corrected for that, as far as it is known.
    splits : Splits or None
        How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed. Not for records that
        have folds.
    lower_is_positive : frozenset of str
        As of the evaluation; other records that thresholds are chosen on must agree.
    n_jobs : int
        Threads that draw replicates; answers do not depend on it.
    progress : callable or None
        Called with the number of replicates done and in all, wherever some are drawn.
    """

    def costs(self, at: Place = None, rule: Rule | None = None) -> dict[str, Estimate]:
        """Return the cost of every model, as :meth:`cost` does, with intervals that hold together.

        They stay honest for the one that is cheapest here, which looks cheaper than it is. Intervals
        that hold at all conditions together, too, have 1 − level shared out over the models.

        Parameters
        ----------
        at : OperatingCondition, float, ConditionPrior or None
            As of :meth:`cost`.
        rule : Rule, optional
            How thresholds are chosen; by default as `chosen_on` says.
        """
        place = place_of(at)
        if len(self.models) == 1:
            return {model: self._cost(model, place, rule, self.level) for model in self.models}
        level = self._level_together(place, rule)
        found = {model: self._cost(model, place, rule, level) for model in self.models}
        return {
            model: dataclasses.replace(cost, level=self.level).together(
                models=len(found), conditions=cost.scope is Scope.CONDITIONS
            )
            for model, cost in found.items()
        }

    def _level_together(self, place: float | ConditionPrior, rule: Rule | None) -> float:
        """Return the level at which the costs of single models hold for all models together."""
        if self.simultaneous and not isinstance(place, ConditionPrior):
            return 1 - (1 - self.level) / len(self.models)
        placed = self._whole
        rules = {m: self._rule(m, rule) or self._sample(m).cross_fitted for m in self.models}
        return level_together(placed, rules, place, self.level, self.seed)
