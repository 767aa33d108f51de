"""Intervals and bands of one model."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from costcurves.conditions.beliefs import ConditionPrior
from costcurves.errors import InputError, UndefinedError
from costcurves.evaluation.banded_curves import BandedCurves
from costcurves.evaluation.models_on_records import naming_rows, rows_of
from costcurves.inference.costs.cost_bands import level_together
from costcurves.inference.costs.cost_scales import in_money
from costcurves.inference.costs.crossfit import optimism
from costcurves.inference.targets import Scope
from costcurves.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.conditions.stated_condition import Condition, ConditionOrBelief, StatedCondition
    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.decision import Decision
    from costcurves.inference.bootstrap.chosen import ChosenThreshold, CostPlateau
    from costcurves.inference.bootstrap.crossings import OperatingRange
    from costcurves.inference.estimate import Estimate
    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.tally import Tally

#: Numbers of a model whose intervals are shown beside that of its cost.
SHOWN = ("auc", "h_measure", "brier")
#: A plateau is within this share of the least cost.
WITHIN = 0.01


class OneModel(BandedCurves):
    """Questions about one model, and about every one."""

    def cost(self, model: str, condition: ConditionOrBelief | None, *, rule: Rule | None = None) -> Estimate:
        """Return NEC of a model at a condition, or expected under a belief, with its interval.

        Parameters
        ----------
        model : str
        condition : OperatingCondition, Costs, float, ConditionPrior or None
            A condition, costs at the prevalence of the records, PC(+), or a belief about it; None for all
            PC(+) alike (the area).
        rule : Rule, optional
            How thresholds are chosen; by default as `chosen_on` says.

        Returns
        -------
        Estimate
            Its `target` says what the interval is for, its `notes` where such intervals fall short.
        """
        stated = self._condition(condition, beliefs=True)
        return self._cost(model, stated, rule, self.level)

    def money(self, model: str, condition: Condition, *, rule: Rule | None = None) -> Estimate:
        """Return the expected cost of a record at a condition, in money, with its interval."""
        stated = self._condition(condition, optional=False)
        if stated.one.relative:
            raise InputError(
                "money needs a condition with costs",
                "PC(+), or a ratio of costs",
                "write OperatingCondition(prevalence, Costs(fp=…, fn=…))",
            )
        return in_money(self._cost(model, stated, rule, self.level), stated.one)

    def rates(self, model: str, *, rule: Rule) -> dict[str, Estimate]:
        """Return tpr and fpr under a rule that serves one threshold, with their intervals.

        Raises
        ------
        InputError
            If the threshold follows the condition: then there are no rates without one.
        """
        given = self._rule(model, Rule.require(rule))
        assert given is not None  # a rule was given
        curve = given(self._tally(model))
        if given.optimistic or len(curve.edges) > 2 or not curve.is_linear:
            raise InputError(
                "rates must be those of one threshold",
                f"a rule that has several: {given.title}",
                "write fixed(threshold)",
            )
        return self._sample(model).rates(given, self.level)

    def auc(self, model: str, *, method: str = "score") -> Estimate:
        """Return the AUC of a model with an interval that is right near 1 and for few records, too.

        See :func:`costcurves.stats.auc_interval`, whose `method` this takes.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 1, 0, 0, 0], {"a": [6, 5, 4, 3, 2, 1]})
        >>> print(ev.uncertainty().auc("a"))
        1 (95 % interval 0.501 to 1)
        """
        from costcurves.inference.auc.auc_intervals import auc_interval

        tally = self._tally(model)
        source = tally if self.records is None else self.records
        return auc_interval(source, level=self.level, method=method, model=model)

    def summary(
        self, model: str, statistic: str | Callable[[Tally], float], *, method: str | None = None
    ) -> Estimate:
        """Return any summary of a model with its interval.

        An AUC has the interval of :meth:`auc`; means of losses (Brier score, mean absolute error) of
        records that are drawn one by one have one in closed form, too; all others are drawn anew.

        Parameters
        ----------
        model : str
        statistic : str or callable
            Key of a row of :data:`costcurves.measures.SUMMARIES`, or what maps a Tally to a float.
        method : {"bca", "percentile", "basic", "normal"}, optional
            Draw replicates, and find ends among them as :func:`costcurves.stats.curve_band` does; by
            default in closed form where there is one, else "bca".

        Raises
        ------
        UndefinedError
            If the summary has no value, on the sample or in more than 20 % of the replicates.
        """
        from costcurves.inference.bootstrap.statistics import interval
        from costcurves.inference.costs.mean_losses import MEAN_LOSSES, mean_loss_interval

        with naming_rows(self.records, [model]):
            if method is None and statistic == "auc":
                return self.auc(model)
            if method is None and isinstance(statistic, str) and statistic in MEAN_LOSSES:
                placed = self._sample(model).placed
                if placed.counted:  # else the prevalence is drawn, too
                    return mean_loss_interval(placed, model, statistic, level=self.level)
            return interval(self._drawn(model), statistic, method=method or "bca", **self._draws)

    def threshold(self, model: str, *, criterion: Criterion, within: float | str = WITHIN) -> ChosenThreshold:
        """Return the threshold that a criterion chooses, where else it might lie, and its plateau.

        Parameters
        ----------
        model : str
        criterion : Criterion
        within : float or "standard error"
            See :meth:`plateau`; for the least cost at a condition.
        """
        from costcurves.inference.bootstrap.chosen import chosen_threshold

        return chosen_threshold(
            self._drawn(model), criterion=criterion.among(list(self.models.values())), within=within,
            **self._draws,
        )  # fmt: skip

    def plateau(self, model: str, condition: Condition, *, within: float | str = WITHIN) -> CostPlateau:
        """Return the stretch of thresholds that cost nearly as little at a condition as the best one.

        See :func:`costcurves.stats.cost_plateau`.

        Parameters
        ----------
        model : str
        condition : OperatingCondition, Costs or float
            Costs are taken at the prevalence of the records.
        within : float or "standard error"
            By which share of the least cost a threshold may cost more, or by its standard error.
        """
        from costcurves.inference.bootstrap.chosen import cost_plateau

        return cost_plateau(self._tally(model), self._condition(condition, optional=False).one, within)

    def operating_range(self, model: str) -> OperatingRange:
        """Return the conditions under which some threshold of a model beats both trivial classifiers.

        With intervals of both ends; the best threshold is chosen anew on every replicate. See
        :func:`costcurves.stats.operating_range_interval`.

        Raises
        ------
        UndefinedError
            If no threshold beats the trivial classifiers anywhere.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1] * 40 + [0] * 60, {"a": [1] * 30 + [0] * 10 + [1] * 12 + [0] * 48})
        >>> found = ev.uncertainty(level=0.9).operating_range("a")
        >>> round(found.low.estimate, 3), round(found.high.estimate, 3)
        (0.211, 0.762)
        """
        from costcurves.inference.bootstrap.crossings import operating_range_interval

        return operating_range_interval(self._drawn(model), **self._draws)

    def total(self, decision: Decision) -> Estimate:
        """Return what a decision comes to in money at per-row costs, with its interval."""
        from costcurves.inference.costs.totals import total_interval

        return total_interval(rows_of(self.records, "totals"), decision, self.level)

    def optimism(self, model: str) -> CostCurve:
        """Return how much too cheap the lower envelope of a model looks, over PC(+)."""
        return optimism(self._tally(model), self._sample(model).cross_fitted)

    def costs(
        self, condition: ConditionOrBelief | None = None, *, rule: Rule | None = None
    ) -> dict[str, Estimate]:
        """Return the cost of every model, as :meth:`cost` does, with intervals that hold together.

        They stay honest for the one that is cheapest here, which looks cheaper than it is. Intervals
        that hold at all conditions together, too, have 1 − level shared out over the models.

        Parameters
        ----------
        condition : OperatingCondition, Costs, float, ConditionPrior or None
            As of :meth:`cost`.
        rule : Rule, optional
            How thresholds are chosen; by default as `chosen_on` says.
        """
        stated = self._condition(condition, beliefs=True)
        if len(self.models) == 1:
            return {model: self._cost(model, stated, rule, self.level) for model in self.models}
        level = self._level_together(stated.place, rule)
        found = {model: self._cost(model, stated, rule, level) for model in self.models}
        return {
            model: dataclasses.replace(cost, level=self.level).together(
                models=len(found), conditions=cost.scope is Scope.CONDITIONS
            )
            for model, cost in found.items()
        }

    def numbers(self, condition: Condition | None = None) -> dict[str, dict[str, Estimate]]:
        """Return the main numbers of every model with their intervals.

        By model: "cost" at the condition (and "money", where costs are known) or, without one, "area";
        "auc", "h_measure" and "brier", where they are defined.

        Parameters
        ----------
        condition : OperatingCondition, Costs or float, optional
            As of :meth:`cost`, but no belief.
        """
        stated = self._condition(condition)
        found: dict[str, dict[str, Estimate]] = {}
        for model in self.models:
            cost = self._cost(model, stated, None, self.level)
            found[model] = {"area" if stated.condition is None else "cost": cost}
            if stated.condition is not None and not stated.condition.relative:
                found[model]["money"] = in_unit(cost, stated.condition)
            for number in SHOWN:
                try:
                    found[model][number] = self.summary(model, number)
                except (InputError, UndefinedError):  # as in the table of summaries, where the reason stands
                    continue
        return found

    # ---- within -----------------------------------------------------------------------------

    def _cost(self, model: str, stated: StatedCondition, rule: Rule | None, level: float) -> Estimate:
        """Return the cost at a condition or under a belief, at any level."""
        chosen, place = self._rule(model, rule), stated.place
        if isinstance(place, ConditionPrior):
            return self._sample(model).expected(place, chosen, level)
        found = self._sample(model).band(self._places(place), chosen, level, **self._how).at(place)
        return dataclasses.replace(found, notes=found.notes + stated.notes)

    def _level_together(self, place: float | ConditionPrior, rule: Rule | None) -> float:
        """Return the level at which the costs of single models hold for all models together."""
        if self.simultaneous and not isinstance(place, ConditionPrior):
            return 1 - (1 - self.level) / len(self.models)
        placed = self._whole
        rules = {m: self._rule(m, rule) or self._sample(m).cross_fitted for m in self.models}
        return level_together(placed, rules, place, self.level, self.seed)


def in_unit(found: Estimate, condition: OperatingCondition) -> Estimate:
    """Return an interval of NEC in the unit of a condition: what a case costs or brings, or still NEC."""
    if condition.relative:
        return found
    money = in_money(found, condition)
    if not condition.costs.stated_as_benefits:
        return money
    return dataclasses.replace(money, estimate=-money.estimate, low=-money.high, high=-money.low)
