"""Decisions for a goal, judged on records left out of the choice of model and threshold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves.criteria.criterion_table import criterion_of
from costcurves.errors import InputError
from costcurves.evaluation.decision_intervals import OneDecision
from costcurves.evaluation.models_on_records import rows_of
from costcurves.inference.costs.goal_choice import GoalChoice
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.headline import Headline

if TYPE_CHECKING:
    from costcurves.criteria.decision import Decision

#: Measures that rates tell already.
OF_RATES = ("tpr", "fpr", "flagged")


class WithGoals(OneDecision):
    """Questions about decisions under a constraint, and for the best value of a measure."""

    def left_out(self, decision: Decision) -> GoalJudged:
        """Return what choosing this way comes to on records left out of the choice.

        On each fold of the records, the model and threshold are judged that meet the criterion of the
        decision best on the other folds, among the candidates of the decision; outcomes of all folds of a
        split are pooled.

        Parameters
        ----------
        decision : Decision
            For a goal such as :func:`costcurves.criteria.capacity`, chosen on these records.

        Returns
        -------
        GoalJudged

        Raises
        ------
        InputError
            If it is randomised, was chosen on other records, or if there are no records.
        UndefinedError
            If a class has fewer than two records, or no threshold meets the criterion on some folds.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> from costcurves.criteria import max_fpr
        >>> ev = evaluate([1] * 40 + [0] * 40, {"m": [*range(30, 70), *range(40)]})
        >>> decision = ev.decide(criterion=max_fpr(0.1))
        >>> found = ev.uncertainty().left_out(decision)
        >>> decision.fpr, found.rates["fpr"].estimate > 0.1
        (0.1, True)
        """
        criterion = criterion_of(decision.criterion, decision.condition)
        if criterion is None or criterion.randomised or not decision.optimistic:
            raise InputError(
                "a decision is judged on records left out where these chose it, by thresholds",
                "another criterion, a mixture, or a decision of other records",
                "ask ev.uncertainty(…).decision(decision)",
            )
        rows_of(self.records, "a cross-fitted choice")
        models = decision.candidates or tuple(self.models)
        choice = GoalChoice.of(self._whole, models, self._splits, criterion)
        prevalence = decision.prevalence
        reported = [row for row in criterion.reported if row.key not in OF_RATES]
        known = reported if not math.isnan(prevalence) else []
        rates = choice.rates(self.level)
        given = self._whole.fold is not None
        best, shown = rates["tpr"], {row.key: choice.measure(row, prevalence) for row in known}
        key, value = next(iter(shown.items()), ("tpr", best.estimate))
        has_interval = key == "tpr"
        headline = Headline(
            key,
            value,
            best.low if has_interval else None,
            best.high if has_interval else None,
            self.level if has_interval else None,
            basis="cross-fitted",
            covers="model+threshold" if len(models) > 1 else "threshold",
            folds=choice.folds,
            repeats=None if given else choice.splits.repeats,
            seed=None if given else choice.splits.seed,
            reason="" if has_interval else "no interval of a measure of several rates is made",
        )
        titles = {row.key: row.title for row in known}
        return GoalJudged(decision, headline, rates, shown, titles, criterion.bound)
