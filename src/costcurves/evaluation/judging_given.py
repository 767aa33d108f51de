"""Classifiers as given: stated thresholds, predicted labels, confusion matrices, beside the best choice."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.criteria import given
from costcurves.errors import InputError
from costcurves.evaluation.decision_intervals import flagged_share, given_cost, given_rates
from costcurves.evaluation.held_out import WithHeldOut
from costcurves.evaluation.models_on_records import prevalence_of
from costcurves.inference.counts.cost_intervals import RATES, given_estimate, rate_ends
from costcurves.measures.confusion_measures import MEASURES
from costcurves.results.given_classifier import GivenClassifier
from costcurves.results.given_classifiers import GivenClassifiers
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from costcurves.conditions.stated_condition import AtPrevalence, Condition
    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.tally import Tally

#: One threshold or several.
Thresholds: TypeAlias = float | Sequence[float]


class WithGiven(WithHeldOut):
    """Questions about classifiers of which nothing is chosen here."""

    def given(
        self,
        thresholds: Thresholds | Mapping[str, Thresholds] | None = None,
        condition: Condition | AtPrevalence | None = None,
        *,
        model: str | None = None,
        beside: bool = True,
    ) -> GivenClassifiers:
        """Judge stated thresholds, predicted labels or confusion matrices as given: nothing is chosen.

        Parameters
        ----------
        thresholds : float, sequence of float, or mapping of str to these, optional
            Of every model, or of those that are named. Predicted labels need none, nor do models of which
            one operating point is known; without thresholds these are judged.
        condition : OperatingCondition, Costs, float or callable, optional
            As of :meth:`costcurves.Evaluation.decide`.
        model : str, optional
            Judge this model alone.
        beside : bool
            Whether the best choice is wanted at a condition, where there is one to make.

        Returns
        -------
        GivenClassifiers
            By classifier the confusion matrix, all measures at the prevalence and the cost at the
            condition, with intervals that hold by themselves; beside them, at a condition, what
            :meth:`recommendation` chooses.

        Raises
        ------
        InputError
            If a model is unknown, has thresholds but no scores, or needs a threshold.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1] * 20 + [0] * 20, {"m": [*range(8, 28), *range(20)]})
        >>> found = ev.uncertainty().given(10, 0.5)
        >>> found.decision.nec, found.rows[0].headline.basis, found.best.decision.threshold
        (0.3, 'given', 20.0)
        """
        stated = self._condition(condition(prevalence_of(self.models)) if callable(condition) else condition)
        of_records = stated.of_records or callable(condition)
        decisions = [
            dataclasses.replace(
                one, chosen_on=self.name, judged_on=self.name,
                sample_prevalence=one.sample_prevalence or (of_records and not math.isnan(one.prevalence)),
            )
            for one in self._stated(thresholds, stated.condition, model)
        ]  # fmt: skip
        names = self.models if model is None else {model: self._tally(model)}
        best = None
        if beside and condition is not None and not all(map(_has_one_point, names.values())):
            best = self.recommendation(condition, model=model)
        return GivenClassifiers(tuple(map(self._as_given, decisions)), best)

    def _stated(
        self,
        thresholds: Thresholds | Mapping[str, Thresholds] | None,
        condition: OperatingCondition | None,
        model: str | None,
    ) -> list[Decision]:
        """Return the decisions that are stated, in the order of the models."""
        plan: dict[str, Thresholds | None]
        if isinstance(thresholds, Mapping):
            plan = dict(thresholds)
        elif thresholds is not None or model is not None:
            plan = dict.fromkeys(self.models, thresholds)
        else:
            labels = [name for name in self.models if name in self._labels]
            points = [name for name, tally in self.models.items() if _has_one_point(tally)]
            plan = dict.fromkeys(labels or points)
        if model is not None:
            self._tally(model)
            plan = {name: own for name, own in plan.items() if name == model}
        if not plan:
            raise InputError(
                "a classifier must be given by a threshold, by predicted labels or by a confusion matrix",
                "scores alone",
                "state the threshold",
            )
        return [one for name, own in plan.items() for one in self._of_model(name, own, condition)]

    def _of_model(
        self, model: str, thresholds: Thresholds | None, condition: OperatingCondition | None
    ) -> list[Decision]:
        """Return what is stated of one model."""
        tally = self._tally(model)
        if model in self._labels:
            made = [given.by_labels(tally, self._labels[model], condition)]
        elif thresholds is None:
            made = [given.at_its_point(tally, condition)]
        else:
            made = [given.at_threshold(tally, one, condition) for one in _listed(thresholds)]
        return [dataclasses.replace(one, model=model) for one in made]

    def _as_given(self, decision: Decision) -> GivenClassifier:
        """Judge one classifier."""
        tally, condition = self._tally(decision.model), decision.condition
        counts = _counts(tally, decision)
        shown = counts if counts is not None and _at_own_share(tally, decision) else None
        if shown is None and not math.isnan(decision.prevalence):
            shown = decision.confusion()
        measures = {} if shown is None else {row.key: float(row(shown)) for row in MEASURES}
        if counts is None:
            return GivenClassifier(decision, None, None, measures)
        intervals = self._intervals(decision, counts)
        nec = None if condition is None else given_cost(self, decision, condition)
        return GivenClassifier(decision, self.level, counts, measures, intervals, nec)

    def _intervals(self, decision: Decision, counts: Confusion) -> dict[str, Estimate]:
        """Return intervals of rates, of what is a sum of rates and, at the records' own share, of others."""
        rates, p = given_rates(self, decision), decision.prevalence
        half = given_cost(self, decision, OperatingCondition.from_pc(0.5))
        error = given_cost(self, decision, OperatingCondition.from_pc(p))
        found = {
            "tpr": rates["tpr"], "fnr": _line(rates["tpr"], 1, -1),
            "fpr": rates["fpr"], "tnr": _line(rates["fpr"], 1, -1),
            "accuracy": _line(error, 1, -1), "error": error,
            "balanced_accuracy": _line(half, 1, -1), "macro_error": half, "youden": _line(half, 1, -2),
            "flagged": flagged_share(self, decision, rates),
        }  # fmt: skip
        return found | self._of_flagged(decision, counts)

    def _of_flagged(self, decision: Decision, counts: Confusion) -> dict[str, Estimate]:
        """Return intervals of shares of the flagged, and of the others: at the share in the records alone."""
        tally, records = self._tally(decision.model), self.records
        weighed = records is not None and (records.weight is not None or records.cluster is not None)
        whole = all(column.dtype.kind == "i" for column in (counts.tp, counts.tn))
        if weighed or not whole or not _at_own_share(tally, decision):
            return {}
        found: dict[str, Estimate] = {}
        for keys, errors, size in (
            (("ppv", "fdr"), counts.fp, counts.flagged), (("npv", "for"), counts.fn, counts.fn + counts.tn),
        ):  # fmt: skip
            if size:
                ends = (errors / size, *rate_ends(errors, size, self.level))
                wrong = given_estimate(ends, self.level, RATES, "the classifier as given")
                found |= dict(zip(keys, (_line(wrong, 1, -1), wrong), strict=True))
        return found


def _line(found: Estimate, start: float, slope: float) -> Estimate:
    """Return start + slope·x of an estimate, such as a rate of right decisions of one of errors."""
    own, *ends = (start + slope * value for value in (found.estimate, found.low, found.high))
    return dataclasses.replace(found, estimate=own, low=min(ends), high=max(ends))


def _listed(thresholds: Thresholds) -> list[float]:
    """Return thresholds one by one, each once."""
    values: list[float] = np.atleast_1d(np.asarray(thresholds)).tolist()
    if not values:
        raise InputError("at least one threshold must be stated", "none", "write 0.5")
    return list(dict.fromkeys(values))


def _has_one_point(tally: Tally) -> bool:
    """Whether one operating point is known, apart from flagging nobody and everybody."""
    return len(tally.cells) == len(given.LABELS) and not (tally.scored and not _is_matrix(tally))


def _is_matrix(tally: Tally) -> bool:
    """Whether scores are those of a confusion matrix."""
    return set(tally.cells.high.tolist()) <= set(given.LABELS)


def _at_own_share(tally: Tally, decision: Decision) -> bool:
    """Whether a decision is reckoned with the share of positives that the records have."""
    return decision.sample_prevalence and tally.stated_prevalence is None


def _counts(tally: Tally, decision: Decision) -> Confusion | None:
    """Return the outcomes on the records, as counted or weighed; None of rates without class sizes."""
    if not tally.counted:
        return None
    p, n = tally.total_positive, tally.total_negative
    if tally.scored:
        threshold = decision.threshold if decision.has_thresholds else given.LABELS[1]
        fp, tp = (weight[0] for weight in tally.source.flagged(tally.direction.turned(np.array([threshold]))))
    else:
        fp, tp = tally.running_weights.fp[1], tally.running_weights.tp[1]
    return Confusion(tp, p - tp, fp, n - fp)
