"""Parts of the records of an evaluation: folds, clusters and segments."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from costcurves.criteria.cheapest import least_cost
from costcurves.criteria.criterion import chosen
from costcurves.errors import InputError, no_such
from costcurves.evaluation.models_on_records import ModelsOnRecords
from costcurves.evaluation.part_results import FoldResults
from costcurves.measures import summaries
from costcurves.rules import averages
from costcurves.rules.rule import Rule, optimal, tuned_on
from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.conditions.stated_condition import Condition
    from costcurves.evaluation.part_results import PartResults
    from costcurves.inference.folds.segments import Segments
    from costcurves.space.cost_curve import CostCurve
    from costcurves.space.roc import RocCurve
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally


class PartedRecords(ModelsOnRecords):
    """What an evaluation says of parts of its records."""

    __slots__ = ()

    def by(self, column: str) -> dict[Any, Self]:
        """Return one evaluation per fold, cluster or segment."""
        parts = self._rows().parts(column)
        return {value: self.of_records(rows, f"{column} {value}") for value, rows in parts.items()}

    def parts(self, column: str) -> PartResults:
        """Return the numbers of every model by fold, cluster or segment, beside those of all records."""
        from costcurves.evaluation.part_results import ALL_RECORDS, PartResults

        parts = {str(value): part.models for value, part in self.by(column).items()}
        return PartResults({ALL_RECORDS: self.models, **parts}, ALL_RECORDS)

    def beside(self, others: Mapping[str, Self], *, tuned: bool = False) -> PartResults:
        """Return the numbers of every model on these records and on others, with the gaps to these.

        Parameters
        ----------
        others : mapping of str to Evaluation
            Of the same models on other records, such as a test set.
        tuned : bool
            Whether costs of thresholds that are chosen on these records are among the numbers.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> train = evaluate([1, 1, 0, 0], {"m": [4, 3, 2, 1]})
        >>> test = evaluate([1, 1, 0, 0], {"m": [4, 2, 3, 1]})
        >>> train.beside({"test": test}, tuned=True).gaps["m"]["test"]["tuned_area"]
        0.5
        """
        from costcurves.evaluation.part_results import PartResults

        own = {name: part.models for name, part in others.items()}
        for name, models in own.items():
            if missing := [model for model in self.models if model not in models]:
                came = f"no {missing[0]!r}"
                raise InputError("all parts must have the same models", came, where=name)
        return PartResults({self.name: self.models, **own}, self.name, tuned)

    def folds(self, condition: Condition | None = None) -> FoldResults:
        """Return costs and AUC of every model over the folds, with thresholds chosen on the other folds.

        Parameters
        ----------
        condition : OperatingCondition, Costs, float or None
            Where NEC is summarised: a condition, costs at the prevalence of the records, or PC(+); None for
            the area under the cost curve.

        Raises
        ------
        InputError
            If the records have no folds.
        UndefinedError
            If a fold has records of one class only.
        """
        from costcurves.inference.folds.fold_summary import fold_summary

        records = self._rows("folds")
        parts = records.parts("fold").values()
        stated = self._condition(condition)
        costs = {model: fold_summary(records, model, pc=stated.pc) for model in self.models}
        costs = {
            model: dataclasses.replace(one, notes=one.notes + stated.notes) for model, one in costs.items()
        }
        auc = {}
        for model in costs:
            each = np.array([summaries.auc(rows.tally(model)) for rows in parts])
            pooled = summaries.auc(records.tally(model))
            auc[model] = (float(each.mean()), float(each.std(ddof=1)), pooled)
        return FoldResults(costs, auc, stated.pc)

    def segments(
        self,
        condition: Condition,
        *,
        model: str | None = None,
        rule: Rule | None = None,
        chosen_on: Self | Records | None = None,
        level: float = 0.95,
        folds: int = 5,
        repeats: int = 10,
        seed: int = 0,
    ) -> Segments:
        """Judge one threshold for all segments against one of its own in each, at a condition.

        Parameters
        ----------
        condition : OperatingCondition, Costs or float
            Costs, and PC(+) as a number, are taken at the prevalence of the records.
        model : str, optional
            By default the cheapest.
        chosen_on : Evaluation or Records, optional
            Other records, which choose the common threshold and, where they have segments, the own ones.
        rule, level, folds, repeats, seed
            As of :func:`costcurves.stats.segment_costs`.
        """
        from costcurves.inference.folds.segment_costs import segment_costs

        stated = self._condition(condition, optional=False)
        name = chosen(self.models, least_cost(stated.one)).model if model is None else model
        others = chosen_on.records if isinstance(chosen_on, ModelsOnRecords) else chosen_on
        if isinstance(chosen_on, ModelsOnRecords) and (others is None or others.segment is None):
            others, rule = None, rule or tuned_on(chosen_on.tally(name))  # the common threshold alone
        found = segment_costs(
            self._rows("segments"), stated.one, name, rule=rule, chosen_on=others, level=level,
            folds=folds, repeats=repeats, seed=seed,
        )  # fmt: skip
        return dataclasses.replace(found, notes=found.notes + stated.notes)

    def average(self, model: str, *, rule: Rule = optimal) -> CostCurve:
        """Average the cost curves of a model over the folds, at equal PC(+)."""
        return averages.cost_average(self._fold_tallies(model), rule)

    def average_roc(self, model: str, how: str = "vertical") -> RocCurve:
        """Average the ROC curves of a model over the folds: vertical, horizontal, threshold or pooled."""
        if how not in averages.AVERAGES:
            raise no_such(how, averages.AVERAGES, where="how", what="average")
        return averages.AVERAGES[how](self._fold_tallies(model))

    def _fold_tallies(self, model: str) -> list[Tally]:
        """One tally a fold."""
        self.tally(model)
        return [rows.tally(model) for rows in self._rows().parts("fold").values()]
