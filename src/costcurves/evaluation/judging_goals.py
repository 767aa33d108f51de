"""Decisions for a goal, judged on records left out of the choice of model and threshold."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Self

import numpy as np

from costcurves.criteria.criterion_table import criterion_of
from costcurves.errors import InputError, UndefinedError
from costcurves.evaluation.decision_intervals import OneDecision
from costcurves.evaluation.models_on_records import rows_of
from costcurves.inference.costs.goal_choice import GoalChoice
from costcurves.inference.resampling import generators
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.headline import Headline

if TYPE_CHECKING:
    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.decision import Decision
    from costcurves.inference.resampling import Placed

#: So many records of a class judge, where there are more.
MOST_OF_A_CLASS = 200_000


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
            It says why no records judge it that were left out, where a class has fewer than two records, the
            given folds leave one class only, or no threshold meets the criterion on some folds.

        Raises
        ------
        InputError
            If it is randomised, was chosen on other records, or if there are no records.

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
                "a decision is judged on records left out if its threshold was chosen on these records",
                "another criterion, a mixture, or a decision of other records",
                "ask ev.uncertainty(…).decision(decision)",
            )
        rows_of(self.records, "a cross-fitted choice")
        try:
            return self._judged_by(self._judges, decision, criterion)
        except UndefinedError as problem:
            return GoalJudged.not_judged(decision, str(problem))

    def _judged_by(self, judges: Self, decision: Decision, criterion: Criterion) -> GoalJudged:
        """Judge a decision on the records that judge, where they are left out of the choice."""
        placed, models = judges._whole, decision.candidates or tuple(self.models)
        choice = GoalChoice.of(placed, models, judges._splits, criterion)
        given = placed.fold is not None
        headline = Headline(
            "tpr",
            math.nan,
            basis="cross-fitted",
            covers="model+threshold" if len(models) > 1 else "threshold",
            folds=choice.folds,
            repeats=None if given else choice.splits.repeats,
            seed=None if given else choice.splits.seed,
            reason="" if judges is self else drawn(placed),
        )
        measured = functools.partial(choice.measure, prevalence=decision.prevalence)
        return GoalJudged.of(decision, criterion, headline, choice.rates(self.level), measured)

    @functools.cached_property
    def _judges(self) -> Self:
        """Return the same question about fewer records, drawn at random, where a class has very many.

        So many tell a cost to three digits and more; dealing and sorting all of them would take long.
        """
        records = self.records
        if records is None or records.cluster is not None or records.fold is not None:
            return self
        sides = [np.flatnonzero(records.is_positive == positive) for positive in (True, False)]
        if max(map(len, sides)) <= MOST_OF_A_CLASS:
            return self
        rng = next(generators(self.seed, 1))
        kept = [
            side if len(side) <= MOST_OF_A_CLASS else rng.choice(side, MOST_OF_A_CLASS, replace=False)
            for side in sides
        ]
        fewer = records.take(np.sort(np.concatenate(kept)))
        # The classes are no longer in their shares, which some goals ask for.
        models = {name: fewer.tally(name).at_prevalence(own.prevalence) for name, own in self.models.items()}
        return dataclasses.replace(self, models=models, records=fewer)


def drawn(placed: Placed) -> str:
    """Say that not all records judge."""
    return f"judged on {len(placed):,} records, drawn at random from each class"
