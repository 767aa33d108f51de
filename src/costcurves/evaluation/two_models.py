"""Two models on the same records: which is better, by how much, where, and how certain that is."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import number
from costcurves.curves.registry import row
from costcurves.errors import InputError
from costcurves.evaluation.condition_bands import Picture, is_of_a_rule
from costcurves.evaluation.pair_on_records import PairOnRecords
from costcurves.evaluation.uncertainty_options import Asking
from costcurves.inference.arguments import one_of
from costcurves.inference.costs.cost_bands import PLACES
from costcurves.inference.costs.places import Place, place_of
from costcurves.inference.pvalues import ALTERNATIVES
from costcurves.results.model_comparison import ModelComparison
from costcurves.results.pairwise_comparisons import PairwiseComparisons
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from costcurves.inference.bootstrap.crossings import Crossing
    from costcurves.inference.estimate import Band, Estimate

__all__ = ["TwoModels"]


class TwoModels(Asking):
    """Comparisons of two models on the same records."""

    def compare(
        self,
        a: str,
        b: str,
        condition: Place = None,
        *,
        rule: Rule | None = None,
        margin: float | None = None,
        alternative: str = "two-sided",
    ) -> ModelComparison:
        """Compare two models on the same records: where each is cheaper, by how much, and what is chance.

        Parameters
        ----------
        a, b : str
        condition : OperatingCondition, float, ConditionPrior or None
            Where they are tested: a condition, PC(+), or a belief about it; by default all PC(+) alike
            (the area).
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
        curve_a, curve_b = (self.cost_curve(model, rule) for model in (a, b))
        if a == b:
            raise InputError.because(
                must="two different models must be compared", came=f"{a} twice", fix="name another model"
            )
        place = place_of(condition)
        against = None if margin is None else number(margin, "margin")
        evidence = None
        if self.records is not None:
            evidence = PairOnRecords(self, a, b, place, rule, against, alternative)
        return ModelComparison(a, b, curve_a, curve_b, place, evidence)

    def pairwise(
        self,
        condition: Place = None,
        *,
        models: Sequence[str] | None = None,
        control: str | None = None,
        rule: Rule | None = None,
    ) -> PairwiseComparisons:
        """Compare models in pairs as :meth:`compare` does, with p-values adjusted by Holm's procedure.

        Parameters
        ----------
        condition : OperatingCondition, float, ConditionPrior or None
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

    def difference_band(
        self,
        a: str,
        b: str,
        x: ArrayLike | None = None,
        *,
        rule: Rule | None = None,
        name: str = "cost",
        **asked: Any,
    ) -> Band:
        """Return the band of what a curve of `a` shows more than that of `b`, by default the cost over PC(+).

        Parameters
        ----------
        a, b : str
            Both judged the same records.
        x : array_like, shape (places,), optional
            By default 101 places of the axis or more.
        rule : Rule, optional
            Of curves over conditions.
        name : str
            Any row of the table of curves, such as "roc", "gains", "net_benefit".
        **asked
            As of :meth:`band`.

        Raises
        ------
        InputError
            If the curve does not take what is asked; for a curve over thresholds, if low scores mean
            positive for one of the models only.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
        >>> float(ev.uncertainty().difference_band("a", "b", [0.0], name="roc").estimate[0])
        0.5
        """
        found, tally = row(name), self._tally(a, asked.pop("prevalence", None))
        if not is_of_a_rule(found, rule):
            return self._drawn_difference(a, b, name, x, {"rule": rule} | asked, tally.stated_prevalence)
        places = PLACES if x is None and found.key == "cost" else x
        picture = Picture.of(found, tally, places, rule, asked)  # type: ignore[arg-type]  # asked just now
        costs = self.paired_costs(a, b, picture.rule)
        return picture.difference(lambda pc: costs.band(pc, self.level, **self._how))

    def summary_difference(self, a: str, b: str, statistic: Any, **options: Any) -> Estimate:
        """Return a summary of `a` (its AUC, H-measure, …) minus that of `b`, with its interval.

        Both are of the same replicates; see
        :func:`costcurves.inference.bootstrap.statistics.difference_interval`. For costs see
        :meth:`compare`.

        Parameters
        ----------
        a, b : str
        statistic : str or callable
            Key of a row of :data:`costcurves.measures.SUMMARIES`, or what maps a Tally to a float.
        **options
            `method`, `n_jobs`, `progress`.

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

        return difference_interval(self._drawn(a, b), statistic, a, b, **self._draws_with(options))

    def crossings(self, a: str, b: str, rule: Rule | None = None) -> tuple[Crossing, ...]:
        """Return where the cheaper of two models changes, with intervals of PC(+).

        Drawn anew from the records; thresholds that are chosen on the records themselves are chosen
        anew on every replicate. See :func:`costcurves.stats.crossing_intervals`.

        Parameters
        ----------
        a, b : str
        rule : Rule, optional
            By default the best thresholds, or those of the records that `chosen_on` gives.

        Returns
        -------
        tuple of Crossing
            In ascending order of PC(+); empty where one model is nowhere dearer.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> scores = {"a": [9, 8, 7, 1, 6, 5, 4, 0], "b": [9, 4, 3, 2, 8, 1, 0, 0]}
        >>> drawn = evaluate([1, 1, 1, 1, 0, 0, 0, 0], scores).uncertainty(bootstrap=200)
        >>> [(round(one.pc.estimate, 3), one.before, one.after) for one in drawn.crossings("a", "b")]
        [(0.5, 'a', 'b')]
        """
        from costcurves.inference.bootstrap.crossings import crossing_intervals

        rules = {model: self._rule(model, rule) or optimal for model in (a, b)}
        return crossing_intervals(self._drawn(a, b), a, b, rule=rules, **self._draws)

    # ---- within -----------------------------------------------------------------------------

    def _drawn_difference(
        self, a: str, b: str, name: str, x: ArrayLike | None, asked: dict[str, Any], prevalence: float | None
    ) -> Band:
        """Return the band of a difference of curves that are drawn anew."""
        from costcurves.curves.over_threshold import ByThreshold
        from costcurves.inference.bootstrap.bands import row_difference_band

        directions = {self._tally(model).direction for model in (a, b)}
        if isinstance(row(name), ByThreshold) and len(directions) > 1:
            raise InputError.because(
                must="two models can only be compared by threshold if their scores point the same way",
                came=f"low scores mean positive for one of {a!r} and {b!r}",
                fix="compare another curve, such as roc",
            )
        facts = self._draws | {"simultaneous": self.simultaneous}
        drawn = self._drawn(a, b, prevalence=prevalence)
        return row_difference_band(drawn, name, a, b, x, **(facts | asked))
