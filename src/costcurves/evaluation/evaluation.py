"""The evaluation: named models on the same records. What a person holds and asks."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground import documents
from costcurves._ground.documents import Shown
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.errors import InputError
from costcurves.evaluation.decision_methods import WithDecisions
from costcurves.evaluation.parted_records import PartedRecords
from costcurves.evaluation.picture_methods import WithPictures
from costcurves.results.goal_judged import GoalJudged
from costcurves.results.recommendation import Recommendation
from costcurves.rules.rule import Rule, optimal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.conditions.stated_condition import AtPrevalence, Condition, ConditionOrBelief
    from costcurves.criteria.decision import Decision
    from costcurves.evaluation.judging_given import Thresholds
    from costcurves.evaluation.uncertainty import Uncertainty
    from costcurves.inference.resampling import Splits
    from costcurves.results.given_classifiers import GivenClassifiers
    from costcurves.results.judged_decision import JudgedDecision
    from costcurves.results.model_comparison import ModelComparison
    from costcurves.results.pairwise_comparisons import PairwiseComparisons
    from costcurves.results.training_selection import TrainingSelection
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally


class Evaluation(WithDecisions, PartedRecords, WithPictures, Shown):
    """Models judged on the same records (or on published counts), over all operating conditions.

    Make one with :func:`costcurves.evaluate`, :func:`costcurves.evaluate_points` or
    :func:`costcurves.evaluate_counts`.

    Attributes
    ----------
    models : dict of str to Tally
    records : Records or None
        The rows, where there are rows.
    name : str
        What the records are called in sentences.
    notes : tuple of str
        Remarks on the input, for whoever reads the results.
    trained : dict of str to TrainedClassifiers
        Of models whose points are classifiers that were each trained for a PC(+) of their own.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.4, 0.1], "b": [5, 4, 1, 3, 2]})
    >>> ev.cost_curve("b").area
    0.0
    """

    __slots__ = ()

    # ---- how certain that is -----------------------------------------------------------------

    def uncertainty(
        self,
        *,
        level: float = 0.95,
        simultaneous: bool = False,
        bootstrap: int = 2000,
        seed: int = 0,
        chosen_on: str | Records | Evaluation | Mapping[str, Tally] = "cross-fitted",
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
            How cross-fitted thresholds are dealt; by default 10 × 5 folds by the seed, of more than
            100,000 records fewer times.
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

    def given(
        self,
        thresholds: Thresholds | Mapping[str, Thresholds] | None = None,
        condition: Condition | AtPrevalence | None = None,
        *,
        model: str | None = None,
        chosen_on: Evaluation | None = None,
        level: float = 0.95,
        seed: int = 0,
    ) -> GivenClassifiers:
        """Judge stated thresholds, predicted labels or confusion matrices as given: nothing is chosen.

        Parameters
        ----------
        thresholds, condition, model
            As of :meth:`costcurves.Uncertainty.given`.
        chosen_on : Evaluation, optional
            Other records, which make the best choice that stands beside, at their share of positives where
            none is stated; these judge both.
        level : float
            Of confidence.
        seed : int
            Of the folds that judge the best choice, which stands beside.

        Returns
        -------
        GivenClassifiers
            Of a single one the `decision` can be saved, applied, and judged on parts.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> truth, labels = ["bad", "good", "good", "bad"], ["bad", "good", "bad", "bad"]
        >>> ev = evaluate(truth, predictions={"rule": labels}, pos_label="bad")
        >>> ev.given().rows[0].measures["error"]
        0.25
        """
        uncertainty = self.uncertainty(level=level, seed=seed)
        if chosen_on is None:
            return uncertainty.given(thresholds, condition, model=model)
        known = condition(chosen_on.prevalence) if callable(condition) else condition
        stated = StatedCondition.read(known, chosen_on.prevalence)
        found = uncertainty.given(thresholds, stated.condition, model=model, beside=False)
        if stated.condition is None:
            return found
        of_records = stated.of_records or callable(condition)
        found = found.at_share_of(self._other_name(chosen_on) if of_records else "")
        decision = self.decide(stated.condition, model=model, chosen_on=chosen_on)
        best = self.uncertainty(level=level, seed=seed, chosen_on=chosen_on).held_out(decision)
        assert isinstance(best, Recommendation)  # by costs
        return dataclasses.replace(found, best=best)

    def compare(
        self,
        a: str,
        b: str,
        condition: ConditionOrBelief | None = None,
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
        condition : OperatingCondition, Costs, float, ConditionPrior or None
            Where they are tested: a condition, costs at the prevalence of the records, PC(+), or a belief
            about it; by default all PC(+) alike.
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
        condition: ConditionOrBelief | None = None,
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
        condition : OperatingCondition, Costs, float, ConditionPrior or None
        models : sequence of str, optional
            By default all.
        control : str, optional
            Compare this one with the others, not all pairs.
        rule, level, seed
            As of :meth:`compare`.
        """
        uncertainty = self.uncertainty(level=level, seed=seed)
        return uncertainty.pairwise(condition, models=models, control=control, rule=rule)

    def selection(self) -> TrainingSelection:
        """Return what it costs to use, at each PC(+), the classifier that was trained for the nearest.

        Of models whose operating points were given with the PC(+) that each classifier was trained for; see
        :func:`costcurves.rules.parameter_based`.

        Raises
        ------
        InputError
            If no model has such points.
        """
        from costcurves.results.training_selection import TrainingSelection

        families = {model: one for model, one in self.trained.items() if model in self.models}
        if not families:
            raise InputError(
                "selection by training condition needs the PC(+) that classifiers were trained for",
                "none",
                "give operating points with a column trained_for (in Python evaluate_points(trained_for=…))",
            )
        return TrainingSelection(families)

    # ---- the page ---------------------------------------------------------------------------

    def report(
        self,
        path: str | Path,
        condition: Condition | None = None,
        *,
        decision: Decision | None = None,
        parts: Mapping[str, Evaluation] | None = None,
        uncertainty: Uncertainty | None = None,
        title: str = "",
        joint_hull: bool = False,
    ) -> Path:
        """Write one self-contained HTML page, as the command `report` does, and return its path.

        Parameters
        ----------
        path : path-like
            The file; an older one is replaced.
        condition : OperatingCondition, Costs or float, optional
            Shows which model and threshold to use, as :meth:`Uncertainty.recommendation` finds them.
        decision : Decision, optional
            Shows this one instead.
        parts : mapping of str to Evaluation, optional
            Parts of the records, such as train, validation and test, or the records that chose the
            decision; each is shown with its gap.
        uncertainty : Uncertainty, optional
            Adds bands, intervals and tests; of this evaluation, see :meth:`uncertainty`.
        title : str
            By default the names of the models.
        joint_hull : bool
            Whether the joint hull of all models is drawn.

        Raises
        ------
        InputError
            If both a condition and a decision are given, or the file cannot be written.
        """
        from costcurves.evaluation.reports import report_of
        from costcurves.report.page import write_page

        if condition is not None and decision is not None:
            raise InputError(
                "a page shows one decision", "a condition and a decision", "leave out one of them"
            )
        judged = None if decision is None else self._judged(decision, parts, uncertainty)
        if condition is not None:
            judged = self._recommended(condition, parts, uncertainty)
        page = report_of(self, judged, parts or {}, uncertainty, title=title, joint_hull=joint_hull)
        return write_page(page, path)

    def _judged(
        self, decision: Decision, parts: Mapping[str, Evaluation] | None, uncertainty: Uncertainty | None
    ) -> JudgedDecision:
        """Judge a decision on parts, and what it tells with the stated options."""
        judged = self.judge_parts(decision, parts)
        if uncertainty is None or not uncertainty.is_cross_fitted or not decision.optimistic:
            return judged
        known, condition = judged.recommended, decision.condition
        if known is not None and condition is not None:
            only = decision.candidates[0] if len(decision.candidates) == 1 else None
            again = uncertainty.recommendation(condition, model=only, champion=known.champion or None)
            return judged.with_judgement(again)
        goal = isinstance(judged.met, GoalJudged)
        return judged.with_judgement(uncertainty.left_out(decision)) if goal else judged

    def _recommended(
        self, condition: Condition, parts: Mapping[str, Evaluation] | None, uncertainty: Uncertainty | None
    ) -> JudgedDecision:
        """Choose by costs, judged on records left out of the choice, and on parts."""
        asked = uncertainty if uncertainty is not None and uncertainty.is_cross_fitted else self.uncertainty()
        recommended = asked.recommendation(condition)
        return dataclasses.replace(self.judge_parts(recommended.decision, parts), recommended=recommended)

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the evaluation as plain values; infinities are "inf" and "-inf"."""
        from costcurves.evaluation.views import numbers

        return dict(documents.plain_json(numbers(self.models)))

    def save(self, path: str | Path) -> None:
        """Write the tallies (not the rows) to a versioned JSON file; :meth:`load` gives equal answers."""
        from costcurves.evaluation.views import stored

        documents.write(path, stored(self.models, self.name, self.notes, self.trained))

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """Read what :meth:`save` wrote."""
        return cls.from_json(documents.read(path, "evaluation"))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Evaluation:
        """Read the contents of a file that :meth:`save` wrote; :meth:`to_json` gives numbers only."""
        from costcurves.evaluation.views import restored

        return cls(**restored(documents.checked(document, "evaluation")))

    def table(self) -> Table:
        """Return the table of summaries: what a notebook shows."""
        return self.summary()

    def picture(self) -> Chart:
        """Return the cost curves of all models: what a notebook shows above the table."""
        return self.chart("cost")

    def __repr__(self) -> str:
        """Show the models and the sizes."""
        known = [t for t in self.models.values() if t.counted]
        sizes = {f", {t.total_positive:g} + {t.total_negative:g} records" for t in known}
        size = sizes.pop() if len(sizes) == 1 else ""
        return f"Evaluation({', '.join(self.models)}{size})"
