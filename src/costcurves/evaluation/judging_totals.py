"""Choices by costs that differ by record, judged on records that had no part in them."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves.criteria import total_cost
from costcurves.errors import UndefinedError
from costcurves.evaluation.judging_goals import WithGoals
from costcurves.evaluation.models_on_records import rows_of
from costcurves.inference.costs.total_choice import TotalChoice
from costcurves.inference.costs.totals import total_interval
from costcurves.results.headline import Headline
from costcurves.results.total_judged import TotalJudged

if TYPE_CHECKING:
    from costcurves.criteria.decision import Decision

#: What the headline of a total measures.
TOTAL = "total"


class WithTotals(WithGoals):
    """Questions about decisions by totals in money."""

    def judged_total(self, decision: Decision) -> TotalJudged:
        """Return what a choice by costs of every record comes to on records that had no part in it.

        On each fold of the records, the model and threshold are judged that have the least total on the other
        folds; a decision that other records made is judged as it is given.

        Parameters
        ----------
        decision : Decision
            Of :meth:`costcurves.Evaluation.least_total_cost`.

        Returns
        -------
        TotalJudged

        Raises
        ------
        InputError
            If the records have no costs.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> label, score = [1] * 20 + [0] * 20, [*range(10, 30), *range(20)]
        >>> ev = evaluate(label, {"m": score}, costs={"fp": 1.0, "fn": [9.0, 5.0] * 20})
        >>> found = ev.least_total_cost()
        >>> found.cost, found.decision.headline.estimate > found.cost
        (10.0, True)
        """
        records = rows_of(self.records, "totals")
        seems = total_cost.judged_total(records, decision, self.name)
        share, headline = seems.flagged / seems.weight, Headline(TOTAL, seems.cost)
        try:
            if not decision.optimistic:
                found = total_interval(records, decision, self.level)
                headline = dataclasses.replace(headline, basis="held-out")
            else:
                choice = TotalChoice.of(records, decision.candidates or tuple(self.models), self._splits)
                found, share, given = choice.total(self.level), choice.share, choice.placed.fold is not None
                headline = dataclasses.replace(
                    headline,
                    basis="cross-fitted",
                    covers="model+threshold" if len(choice.models) > 1 else "threshold",
                    folds=choice.folds,
                    repeats=None if given else choice.splits.repeats,
                    seed=None if given else choice.splits.seed,
                )
        except UndefinedError as problem:
            headline = dataclasses.replace(headline, basis="same-records", reason=str(problem))
            return TotalJudged(decision, headline, seems.cost, math.nan, seems.currency)
        headline = dataclasses.replace(
            headline, estimate=found.estimate, low=found.low, high=found.high, level=self.level
        )
        return TotalJudged(decision, headline, seems.cost, share, seems.currency)
