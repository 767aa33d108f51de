"""Decisions about the models of an evaluation: made, judged elsewhere, added up, and remarked on."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Self

from costcurves.criteria import total_cost
from costcurves.criteria.cheapest import least_cost
from costcurves.criteria.criterion import Criterion, chosen
from costcurves.criteria.criterion_table import criterion_of
from costcurves.criteria.decision import Decision
from costcurves.criteria.judgement import Judging
from costcurves.errors import InputError, kind_of
from costcurves.evaluation.models_on_records import ModelsOnRecords
from costcurves.results import remarks
from costcurves.results.judged_decision import JudgedDecision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.conditions.stated_condition import AtPrevalence, Condition
    from costcurves.criteria.judgement import Judgement
    from costcurves.criteria.total_cost import TotalCost
    from costcurves.curves.curve import Curve
    from costcurves.evaluation.uncertainty import Uncertainty

#: What records are called that chose a decision, where those that judge it have the same name.
OTHERS = "another evaluation"
#: What is noted where records are weighed by their stakes.
STAKED = "records are weighted by what is at stake; positives are those worth acting on"


class WithDecisions(ModelsOnRecords):
    """Models on the same records, and decisions about them."""

    __slots__ = ()

    def decide(
        self,
        condition: Condition | AtPrevalence | None = None,
        *,
        criterion: Criterion | None = None,
        model: str | None = None,
        champion: str | None = None,
        chosen_on: Self | None = None,
    ) -> Decision:
        """Choose model and threshold: the cheapest at a condition, or those that meet a criterion best.

        By costs, model and threshold are those that :meth:`Uncertainty.recommendation` finds: the model that
        costs least with thresholds chosen on other folds than they are judged on, and flagging nobody or
        everybody where no model costs less. Under a criterion the best model on these records is taken.
        Among models that are equally good the first is taken.

        Parameters
        ----------
        condition : OperatingCondition, Costs, float or callable, optional
            Costs without a prevalence are taken at that of the records that choose, and so is a
            PC(+), given as a number. A callable makes the condition of that prevalence, such as
            ``lambda p: OperatingCondition.from_ratio(0.05, prevalence=p)``.
        criterion : Criterion, optional
            Priced at the condition. ``least_cost(condition)`` takes what costs least on these very records.
        model : str, optional
            Choose only the threshold, of this model.
        champion : str, optional
            The model in use, where costs decide: it stays unless another one is cheaper by more than chance.
        chosen_on : Evaluation, optional
            Other records, which choose model and threshold; these judge them.

        Returns
        -------
        Decision
            Its `headline` is what choosing this way costs, or reaches, on records that had no part in it.

        Raises
        ------
        InputError
            If neither condition nor criterion is given, or the criterion has another condition.
        UndefinedError
            If no threshold meets the criterion.

        Examples
        --------
        >>> from costcurves import Costs, evaluate
        >>> from costcurves.criteria import max_fpr
        >>> ev = evaluate([1] * 20 + [0] * 20, {"m": [*range(8, 28), *range(20)]})
        >>> ev.decide(Costs(fp=1, fn=1)).threshold, ev.decide(criterion=max_fpr(0.1)).threshold
        (20.0, 18.0)
        """
        if champion is not None and criterion is not None:
            raise InputError(
                "a champion is kept or replaced by what models cost", "a criterion", "leave out one of them"
            )
        if chosen_on is not None and chosen_on is not self:
            there = chosen_on.decide(condition, criterion=criterion, model=model, champion=champion)
            decision = self.judge(there)
            decision = dataclasses.replace(decision, chosen_on=self._other_name(chosen_on))
            return self._judged_later(decision, chosen_on, champion)
        if criterion is None and condition is not None:
            asked = self._uncertainty()
            among = {"model": model, "champion": champion}
            judging = Judging(functools.partial(asked.recommendation, condition, **among))
            return dataclasses.replace(asked.choice(condition, **among), judging=judging)
        stated = self._condition(condition(self.prevalence) if callable(condition) else condition)
        criterion = _priced(criterion, stated.condition)
        names = list(self.models) if model is None else [model]
        decision = chosen({name: self.tally(name) for name in names}, criterion)
        facts: dict[str, Any] = {"chosen_on": self.name, "judged_on": self.name, "candidates": tuple(names)}
        if stated.of_records or callable(condition):
            facts["sample_prevalence"] = True
        return self._judged_later(dataclasses.replace(decision, **facts))

    def _other_name(self, others: Self) -> str:
        """Return what other records are called, so that nobody takes them for these."""
        return others.name if others.name != self.name else OTHERS

    def _judged_later(
        self, decision: Decision, chosen_on: Self | None = None, champion: str | None = None
    ) -> Decision:
        """Add how a decision is judged on records that had no part in the choice, where that can be."""
        asked = self._uncertainty(chosen_on)
        if not asked.can_judge(decision):
            return decision
        find: Callable[[], Judgement] = functools.partial(asked.left_out, decision)
        if chosen_on is not None:
            find = functools.partial(asked.held_out, decision, champion=champion)
        return dataclasses.replace(decision, judging=Judging(find))

    def _uncertainty(self, chosen_on: Self | None = None) -> Uncertainty:
        """Return what judges decisions of these records, or of others."""
        from costcurves.evaluation.uncertainty import Uncertainty

        thresholds: dict[str, Any] = {} if chosen_on is None else {"chosen_on": chosen_on.models}
        return Uncertainty(self.models, self.records, name=self.name, **thresholds)

    def judge(self, decision: Decision) -> Decision:
        """Return a decision made elsewhere with its rates and costs on these records.

        They need the models of its members.
        """
        return decision.judged({model: self.tally(model) for model in decision.models}, self.name)

    def judge_parts(self, decision: Decision, parts: Mapping[str, Self] | None = None) -> JudgedDecision:
        """Judge one decision on several parts of the records, or on other records.

        Parameters
        ----------
        decision : Decision
            As these records judge it.
        parts : mapping of str to Evaluation, optional
            Such as train, validation and test, or ``ev.by("segment")``.

        Returns
        -------
        JudgedDecision
            The decision on every part, what the best threshold of its model would cost there, remarks,
            and where every record has costs of its own the totals.

        Examples
        --------
        >>> from costcurves import Evaluation, Tally
        >>> train = Evaluation({"m": Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1])}, name="train")
        >>> test = Evaluation({"m": Tally.from_scores([1, 1, 0, 0], [4, 2, 3, 1])}, name="test")
        >>> found = test.judge_parts(test.decide(0.5, chosen_on=train), {"train": train, "test": test})
        >>> {name: one.nec for name, one in found.parts.items()}
        {'train': 0.0, 'test': 0.5}
        """
        given = dict(parts or {})
        judged = {name: part.judge(decision) for name, part in given.items()}
        best = {}
        if decision.condition is not None:
            pc = decision.condition.pc
            curves = {name: part.hull(models=decision.models).cost_curve() for name, part in given.items()}
            best = {name: float(curve(pc)) for name, curve in curves.items()}
        by_record = decision.condition is None and self.records is not None and self.records.costs is not None
        totals = tuple(self._ways(decision)) if by_record else ()
        found = JudgedDecision(decision, judged, best, self.remarks(decision, parts), totals)
        return found if decision.judgement is None else found.with_judgement(decision.judgement)

    def remarks(
        self, decision: Decision | None = None, parts: Mapping[str, Self] | None = None
    ) -> tuple[remarks.Remark, ...]:
        """Return what a careful reader would add about the records, or about a decision if one is given.

        Of records: rankings worse than chance, scores beyond [0, 1] by rounding, scores that seem to be
        probabilities elsewhere than at a stated prevalence, clusters that folds part, costs that only the
        label tells. Of a decision: which class is the positive one, what it reaches of what its criterion
        makes best, and whether it stands on few records.

        Parameters
        ----------
        decision : Decision, optional
        parts : mapping of str to Evaluation, optional
            Among them, by their names, the records that chose it.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate(["no", "ill", "ill", "no"], {"m": [1, 4, 3, 2]}, pos_label="ill")
        >>> [str(one) for one in ev.remarks(ev.decide(0.5))][0]
        "Positives are the records labelled 'ill'."
        """
        if decision is None:
            found = [
                *remarks.worse_than_chance(self.models),
                *remarks.clipped(self.models),
                *remarks.calibrated_elsewhere(self.models),
            ]
            if self.records is not None:
                found = [
                    *remarks.known_afterwards(self.records),
                    *remarks.split_clusters(self.records),
                    *found,
                ]
            return tuple(found)
        found = [
            *remarks.positive_class(self.records),
            *remarks.reached(decision, criterion_of(decision.criterion, decision.condition), self.models),
        ]
        known = {part.name: part for part in [*(parts or {}).values(), self]}
        chooser = known.get(decision.chosen_on)
        if chooser is not None:
            at_home = decision if decision.optimistic else chooser.judge(decision)
            tally = chooser.tally(decision.model)
            found += remarks.few_flagged(at_home, tally, chooser.records, chooser.name)
        return tuple(found)

    # ---- costs of every record --------------------------------------------------------------

    def staked(self) -> Self:
        """Return the evaluation with every record weighed by what a decision about it is worth.

        Its positives are the records worth acting on, its rates shares of money: all curves, hulls
        and comparisons hold as they do for counts. Needs per-row costs; see
        :meth:`costcurves.Tally.from_stakes`. A curve is undefined where no record, or every
        record, is worth acting on.
        """
        models = {model: self._rows("stakes").stakes(model) for model in self.models}
        return dataclasses.replace(self, models=models, records=None, notes=(*self.notes, STAKED))

    def weighed(self, prevalence: float) -> Self:
        """Return the evaluation with its records weighed to a stated share of positives, in (0, 1).

        For totals in money: they are then those of as many records where the models are used. Unlike
        :meth:`at_prevalence` it takes rows; see :meth:`costcurves.Records.at_prevalence`.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 0], {"m": [0.9, 0.1]}, costs={"fp": [1, 1], "fn": [7, 8]})
        >>> ev.least_total_cost().of_nobody, ev.weighed(0.25).least_total_cost().of_nobody
        (7.0, 3.5)
        """
        records = self._rows("weights").at_prevalence(prevalence)
        models = {model: records.tally(model).at_prevalence(prevalence) for model in self.models}
        return dataclasses.replace(self, models=models, records=records)

    def least_total_cost(self, model: str | None = None, *, chosen_on: Self | None = None) -> TotalCost:
        """Choose model and threshold (or only that of one model) with the least total of per-row costs.

        Parameters
        ----------
        model : str, optional
            Choose only the threshold, of this model.
        chosen_on : Evaluation, optional
            Other records, which choose model and threshold; the total is that of these.

        Returns
        -------
        TotalCost
            Its `decision` is the threshold; :meth:`judge_parts` adds what Bayes' rule comes to.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> new = evaluate([1, 0], {"m": [0.6, 0.7]}, costs={"fp": [1, 2], "fn": [7, 8]})
        >>> old = evaluate([1, 0], {"m": [0.8, 0.3]}, costs={"fp": [1, 2], "fn": [7, 8]})
        >>> new.least_total_cost(chosen_on=old).cost, new.least_total_cost().cost
        (7.0, 2.0)
        """
        if chosen_on is not None and chosen_on is not self:
            decision = chosen_on.least_total_cost(model).decision
            assert decision is not None  # a threshold
            elsewhere = dataclasses.replace(decision, chosen_on=self._other_name(chosen_on), judging=None)
            return self._told(self.total_cost(elsewhere))
        names = list(self.models) if model is None else [model]
        found = total_cost.least_total(self._rows("totals"), names, self.name)
        assert found.decision is not None  # a threshold
        sample = self.tally(found.model).stated_prevalence is None
        decision = dataclasses.replace(found.decision, candidates=tuple(names), sample_prevalence=sample)
        return self._told(dataclasses.replace(found, decision=decision))

    def _told(self, found: TotalCost) -> TotalCost:
        """Add how the total is judged on records that had no part in the choice."""
        assert found.decision is not None  # a threshold
        judging = Judging(functools.partial(self._uncertainty().judged_total, found.decision))
        return dataclasses.replace(found, decision=dataclasses.replace(found.decision, judging=judging))

    def bayes_total_cost(self, model: str | None = None) -> TotalCost:
        """Flag every record whose expected benefit at its own costs is not negative.

        Scores must be probabilities, and the costs of a record must not depend on its label; see
        :meth:`costcurves.Records.expected_benefit`.
        """
        names = list(self.models) if model is None else [model]
        return total_cost.bayes_by_row(self._rows("totals"), names, self.name)

    def profit_by_row(self, model: str) -> Curve:
        """Return what acting on the best-scored share of the records brings at per-row costs, so far."""
        from costcurves.curves.registry import curve_kind

        return curve_kind("profit").of(self._rows("profits").valued(model))

    def total_cost(self, decision: Any) -> TotalCost:
        """Return what a decision, or flags for each record, come to in money at per-row costs."""
        how = self.judge(decision) if isinstance(decision, Decision) else decision
        return dataclasses.replace(total_cost.total_of(self._rows("totals"), how), judged_on=self.name)

    def totals(
        self, model: str | None = None, *, chosen_on: Self | None = None
    ) -> dict[str, list[TotalCost]]:
        """Return by model what the cheapest threshold and, of probabilities, Bayes' rule come to.

        With `chosen_on` other records choose the thresholds, and these judge them.
        """
        names = [model] if model is not None else list(self.models)
        return {name: self._ways(self.least_total_cost(name, chosen_on=chosen_on).decision) for name in names}

    def _ways(self, decision: Any) -> list[TotalCost]:
        """Total of a decision and, of probabilities, that of Bayes' rule by record."""
        from costcurves.results.money_totals import bayes_totals

        return [self.total_cost(decision), *bayes_totals(self._rows("totals"), decision.model, self.name)]


def _priced(criterion: Any, condition: OperatingCondition | None) -> Criterion:
    """Return the criterion at a condition."""
    if criterion is None and condition is not None:
        return least_cost(condition)
    if criterion is None:
        raise InputError(
            "a decision must have a condition or a criterion",
            "neither",
            "give costs with a prevalence, PC(+), or criterion=",
        )
    if not isinstance(criterion, Criterion):
        raise InputError(
            "criterion must be a criterion", kind_of(criterion), "e.g. max_fpr(0.05) or least_cost(…)"
        )
    if condition is None or condition == criterion.condition:
        return criterion
    if criterion.condition is not None:
        raise InputError("criterion and decision must have one condition", "two", "state it once")
    return dataclasses.replace(criterion, condition=condition)
