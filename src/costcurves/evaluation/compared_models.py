"""Models of an evaluation in comparison, and how certain that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves.evaluation.chosen_on import CROSS_FITTED
from costcurves.evaluation.models_on_records import ModelsOnRecords
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.costs.places import Place
    from costcurves.inference.resampling import Splits
    from costcurves.results.model_comparison import ModelComparison
    from costcurves.results.pairwise_comparisons import PairwiseComparisons
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally


class ComparedModels(ModelsOnRecords):
    """What an evaluation says of several models, and how certain that is."""

    __slots__ = ()

    def uncertainty(
        self,
        *,
        level: float = 0.95,
        simultaneous: bool = False,
        bootstrap: int = 2000,
        seed: int = 0,
        chosen_on: str | Records | ModelsOnRecords | Mapping[str, Tally] = CROSS_FITTED,
        splits: Splits | None = None,
        n_jobs: int = 1,
        progress: Callable[[int, int], Any] | None = None,
    ) -> Uncertainty:
        """Return what gives intervals, bands and tests of the numbers of the evaluation.

        Parameters
        ----------
        level : float
            Of confidence, in (0, 1).
        simultaneous : bool
            Whether bands hold at all their places together, and intervals at a condition at all conditions.
        bootstrap : int
            Replicates, where a bootstrap is used; at least 20.
        seed : int
            Of replicates, and of the folds that thresholds are chosen on.
        chosen_on : {"cross-fitted", "same"}, Evaluation, Records or mapping of str to Tally
            What thresholds are chosen on, unless a rule is given.
        splits : Splits, optional
            How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed.
        n_jobs : int
            Threads that draw replicates; answers do not depend on it.
        progress : callable, optional
            Called with the number of replicates done and in all, wherever some are drawn.

        Raises
        ------
        InputError
            If one of the options cannot be met by these records.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> from costcurves.rules import fixed
        >>> ev = evaluate([1] * 12 + [0] * 12, {"a": [1] * 11 + [0] + [1] * 2 + [0] * 10})
        >>> print(ev.uncertainty(level=0.9).cost("a", 0.5, rule=fixed(1)))
        0.125 (90 % interval 0.04625 to 0.3113)
        """
        from costcurves.evaluation.uncertainty import Uncertainty

        return Uncertainty(
            self.models, self.records, level=level, simultaneous=simultaneous, bootstrap=bootstrap,
            seed=seed, chosen_on=chosen_on, splits=splits, n_jobs=n_jobs, progress=progress, name=self.name,
        )  # fmt: skip

    def compare(
        self,
        a: str,
        b: str,
        condition: Place = None,
        *,
        rule: Rule = optimal,
        margin: float | None = None,
        alternative: str = "two-sided",
        level: float = 0.95,
        seed: int = 0,
    ) -> ModelComparison:
        """Compare two models: where each is cheaper, by how much, and whether that is more than chance.

        Parameters
        ----------
        a, b : str
        condition : OperatingCondition, float, ConditionPrior or None
            Where they are tested: a condition, PC(+), or a belief about it; by default all PC(+) alike.
        rule : Rule
            How both choose thresholds; by default each is compared at its best ones.
        margin, alternative
            What is tested; see :meth:`costcurves.Uncertainty.compare`.
        level : float
            Of confidence.
        seed : int
            Of the folds that thresholds are chosen on.

        Returns
        -------
        ModelComparison
            Its test, interval and ranges are computed on first use; models that are known by counts or
            operating points have none. Other options of :meth:`uncertainty` are given there:
            ``ev.uncertainty(chosen_on=…).compare(a, b)``.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 0, 0], {"a": [4, 3, 2, 1], "b": [4, 2, 3, 1]})
        >>> ev.compare("a", "b").crossings, ev.compare("a", "b").dominant
        ([], 'a')
        """
        uncertainty = self.uncertainty(level=level, seed=seed)
        return uncertainty.compare(a, b, condition, rule=rule, margin=margin, alternative=alternative)

    def pairwise(
        self,
        condition: Place = None,
        *,
        models: Sequence[str] | None = None,
        control: str | None = None,
        rule: Rule = optimal,
        level: float = 0.95,
        seed: int = 0,
    ) -> PairwiseComparisons:
        """Compare models in pairs as :meth:`compare` does, with p-values adjusted for all pairs.

        Parameters
        ----------
        condition : OperatingCondition, float, ConditionPrior or None
        models : sequence of str, optional
            By default all.
        control : str, optional
            Compare this one with the others, not all pairs.
        rule, level, seed
            As of :meth:`compare`.
        """
        uncertainty = self.uncertainty(level=level, seed=seed)
        return uncertainty.pairwise(condition, models=models, control=control, rule=rule)
