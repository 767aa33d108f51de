"""The uncertainty of an evaluation: intervals, bands and tests of what it says."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import number
from costcurves._ground.documents import Shown
from costcurves.errors import InputError
from costcurves.evaluation.models_on_records import naming_rows
from costcurves.evaluation.named_tests import WithNamedTests
from costcurves.evaluation.pair_on_records import PairOnRecords
from costcurves.inference.arguments import one_of
from costcurves.inference.pvalues import ALTERNATIVES
from costcurves.results.model_comparison import ModelComparison
from costcurves.results.pairwise_comparisons import PairwiseComparisons

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.charts.chart import Chart
    from costcurves.conditions.stated_condition import ConditionOrBelief
    from costcurves.inference.estimate import Estimate
    from costcurves.rules.rule import Rule
    from costcurves.tallies.tally import Tally


class Uncertainty(WithNamedTests, Shown):
    """Intervals, bands and tests of an evaluation; make one with ``evaluation.uncertainty(…)``.

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
        How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed, of more than
        100,000 records fewer times. Not for records that have folds.
    n_jobs : int
        Threads that draw replicates; answers do not depend on it.
    progress : callable or None
        Called with the number of replicates done and in all, wherever some are drawn.
    name : str
        What the records are called.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> from costcurves.examples import records24
    >>> labels, score = records24()
    >>> print(evaluate(labels, {"m": score}).uncertainty(level=0.9).auc("m"))
    0.9375 (90 % interval 0.7784 to 0.9831)
    """

    # ---- two models -------------------------------------------------------------------------

    def compare(
        self,
        a: str,
        b: str,
        condition: ConditionOrBelief | None = None,
        *,
        rule: Rule | None = None,
        margin: float | None = None,
        alternative: str = "two-sided",
    ) -> ModelComparison:
        """Compare two models on the same records: where each is cheaper, by how much, and what is chance.

        Parameters
        ----------
        a, b : str
        condition : OperatingCondition, Costs, float, ConditionPrior or None
            Where they are tested: a condition, costs at the prevalence of the records, PC(+), or a belief
            about it; by default all PC(+) alike (the area).
        rule : Rule, optional
            How both choose thresholds; by default each is compared at its best ones.
        margin : float, optional
            In NEC: test instead whether the costs differ by less, or, with `alternative` "less",
            whether `a` costs at most so much more than `b`. Then the level lies above ½, and the
            interval beside the test has the level 2·level − 1: it agrees with the test.
        alternative : {"two-sided", "greater", "less"}
            "less": `a` is cheaper.

        Returns
        -------
        ModelComparison
            Its test, interval and ranges are computed on first use; models without records have none.

        Raises
        ------
        InputError
            If both are one model, or one is not of the evaluation.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> scores = {"a": [8, 7, 6, 5, 4, 3, 2, 1], "b": [8, 7, 4, 3, 6, 5, 2, 1]}
        >>> ev = evaluate([1, 1, 1, 1, 0, 0, 0, 0], scores)
        >>> found = ev.uncertainty(level=0.9).compare("a", "b", 0.5)
        >>> print(found.interval)
        −0.25 (90 % interval −0.4165 to 0.05697)
        """
        one_of(alternative, "alternative", ALTERNATIVES)
        curve_a, curve_b = (self.cost_curve(model, rule=rule) for model in (a, b))
        if a == b:
            raise InputError("two different models must be compared", f"{a} twice", "name another model")
        stated = self._condition(condition, beliefs=True)
        against = None if margin is None else number(margin, "margin")
        evidence = None
        if self.records is not None:
            evidence = PairOnRecords(self, a, b, stated.place, rule, against, alternative, stated.notes)
        return ModelComparison(a, b, curve_a, curve_b, stated.place, evidence)

    def pairwise(
        self,
        condition: ConditionOrBelief | None = None,
        *,
        models: Sequence[str] | None = None,
        control: str | None = None,
        rule: Rule | None = None,
    ) -> PairwiseComparisons:
        """Compare models in pairs as :meth:`compare` does, with p-values adjusted by Holm's procedure.

        Parameters
        ----------
        condition : OperatingCondition, Costs, float, ConditionPrior or None
        models : sequence of str, optional
            By default all.
        control : str, optional
            Compare this one with the others, not all pairs.
        rule : Rule, optional
        """
        names = list(self.models) if models is None else models
        pairs = list(itertools.combinations(names, 2))
        if control is not None:
            pairs = [(control, name) for name in names if name != control]
        return PairwiseComparisons(tuple(self.compare(a, b, condition, rule=rule) for a, b in pairs))

    def summary_difference(
        self, a: str, b: str, statistic: str | Callable[[Tally], float], *, method: str = "bca"
    ) -> Estimate:
        """Return a summary of `a` (its AUC, H-measure, …) minus that of `b`, with its interval.

        Both are of the same replicates. For costs see :meth:`compare`.

        Parameters
        ----------
        a, b : str
        statistic : str or callable
            Key of a row of :data:`costcurves.measures.SUMMARIES`, or what maps a Tally to a float.
        method : {"bca", "percentile", "basic", "normal"}
            How ends follow from the replicates; as of :func:`costcurves.stats.curve_band`.

        Raises
        ------
        UndefinedError
            If the summary has no value, on the sample or in more than 20 % of the replicates.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 1, 0, 0, 0], {"a": [6, 5, 3, 4, 2, 1], "b": [6, 4, 2, 5, 3, 1]})
        >>> round(ev.uncertainty().summary_difference("a", "b", "auc").estimate, 6)
        0.222222
        """
        from costcurves.inference.bootstrap.statistics import difference_interval

        with naming_rows(self.records, (a, b)):
            return difference_interval(self._drawn(a, b), statistic, a, b, method=method, **self._draws)

    # ---- itself -----------------------------------------------------------------------------

    def to_columns(self) -> dict[str, Any]:
        """Return how intervals are made as one row."""
        return {
            "models": [", ".join(self.models)],
            "level": [self.level],
            "chosen_on": [self.chosen_on if isinstance(self.chosen_on, str) else "other records"],
            "simultaneous": [self.simultaneous],
            "bootstrap": [self.bootstrap],
            "seed": [self.seed],
        }

    def picture(self) -> Chart:
        """Return the cost curves with their bands: what a notebook shows above the table."""
        from costcurves.charts.figures.band_figures import banded
        from costcurves.charts.figures.roc_and_cost_figures import cost
        from costcurves.charts.figures.subject import Subject

        return banded(cost(Subject(self.models)), {model: self.band("cost", model) for model in self.models})

    def __repr__(self) -> str:
        """Name the models and the level."""
        return f"Uncertainty({', '.join(self.models)}; level={self.level:g})"
