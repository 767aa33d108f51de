"""Models of many classes on the same records: measures, decisions at costs, comparisons, two-class views."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue, Floats
from costcurves._ground.documents import Shown
from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.errors import no_such
from costcurves.evaluation.class_comparing import ComparedModels
from costcurves.evaluation.class_condition_methods import WithClassConditions
from costcurves.evaluation.class_deciding_costs import recommended
from costcurves.evaluation.class_measuring import by_class_table, measured, summarised
from costcurves.evaluation.class_pictures import WithClassPictures
from costcurves.evaluation.class_reports import class_report_of
from costcurves.evaluation.class_views import one_against_rest, pair_of_classes
from costcurves.inference.classes.class_intervals import ModelOfClasses
from costcurves.report.class_page import write_class_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.inference.estimate import Estimate
    from costcurves.results.class_comparison import ClassComparison
    from costcurves.results.class_pairs import ClassPairs
    from costcurves.results.class_recommendation import ClassRecommendation
    from costcurves.results.class_summary import ClassSummary
    from costcurves.tallies.class_counts import ClassCounts
    from costcurves.tallies.class_records import ClassRecords


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class ClassEvaluation(WithClassConditions, WithClassPictures, Shown, ByValue):
    """Models of two or more classes on the same records; made by :func:`costcurves.evaluate_classes`.

    Attributes
    ----------
    records : ClassRecords
    costs : CostMatrix or None
        costs[true, action]; None: every error costs 1.
    prevalence : ndarray, shape (K,), or None
        Shares of the classes where models are used; None: those of the records.
    ordered : bool
        Whether the classes have an order, so that three have a volume under the ROC surface.
    level : float
        Confidence level of intervals.
    seed : int
        Of folds.
    name : str
        What the records are called.

    Examples
    --------
    >>> from costcurves import evaluate_classes
    >>> p = [
    ...     [0.7, 0.2, 0.1],
    ...     [0.3, 0.4, 0.3],
    ...     [0.2, 0.6, 0.2],
    ...     [0.4, 0.5, 0.1],
    ...     [0.1, 0.2, 0.7],
    ...     [0.2, 0.2, 0.6],
    ... ]
    >>> ev = evaluate_classes([0, 0, 1, 1, 2, 2], {"m": p})
    >>> ev.counts("m").weight.tolist()
    [[1, 1, 0], [0, 2, 0], [0, 0, 2]]
    >>> round(ev.measure("m", "hand_till_m").estimate, 4)
    0.9583
    """

    records: ClassRecords
    costs: CostMatrix | None = None
    prevalence: Floats | None = None
    ordered: bool = False
    level: float = 0.95
    seed: int = 0
    name: str = ""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, in order."""
        return self.records.classes

    @property
    def models(self) -> tuple[str, ...]:
        """The models."""
        return self.records.models

    @functools.cached_property
    def cost_matrix(self) -> CostMatrix:
        """The stated costs, or 1 for every error."""
        return self.costs or CostMatrix.of_errors(self.classes)

    @property
    def shares(self) -> Floats:
        """Shares of the classes where models are used."""
        return self.records.prevalence if self.prevalence is None else self.prevalence

    def model(self, name: str, *, level: float | None = None) -> ModelOfClasses:
        """Return one model with what its intervals need."""
        if level is not None:
            return ModelOfClasses(self.records, name, self.prevalence, level)
        if name not in self._models:
            self._models[name] = ModelOfClasses(self.records, name, self.prevalence, self.level)
        return self._models[name]

    @functools.cached_property
    def _models(self) -> dict[str, ModelOfClasses]:
        """Models that were asked about: their scores are sorted once."""
        return {}

    def counts(self, model: str) -> ClassCounts:
        """Return records of a model by true and predicted class, at the stated prevalence if there is one."""
        return self.model(model).counts

    def measure(self, model: str, name: str, *, level: float | None = None) -> Estimate:
        """Return one measure of one model with its interval.

        Parameters
        ----------
        model, name : str
            A measure of :data:`costcurves.measures.CLASS_MEASURES`, an average such as "macro_mcc",
            "log_loss", "brier", "hand_till_m", "provost_domingos_auc" or "ordered_vus".
        level : float, optional

        Raises
        ------
        UndefinedError
            If it has no value, saying why.
        """
        return measured(self.model(model, level=level), name)

    def summary(self, *, level: float | None = None) -> ClassSummary:
        """Return all measures of all models with their intervals, beside the naive rule."""
        return self._summary if level is None else self._summarised(level)

    @functools.cached_property
    def _summary(self) -> ClassSummary:
        return self._summarised(self.level)

    def _summarised(self, level: float) -> ClassSummary:
        models = [self.model(name, level=level) for name in self.models]
        return summarised(models, ordered=self.ordered, notes=self.records.notes)

    def by_class(self, model: str, *, level: float | None = None, with_intervals: bool = True) -> Table:
        """Return recall, precision, F1, specificity and AUC of each class against the rest."""
        return by_class_table(self.model(model, level=level), with_intervals=with_intervals)

    def decide(
        self, *, models: Sequence[str] | None = None, level: float | None = None, seed: int | None = None
    ) -> ClassRecommendation:
        """Return the model to use at the stated costs, and what choosing it this way costs on new records.

        Models of probabilities take the action of least expected cost; for labels (and scores that are no
        probabilities) the action of each label is fitted. On each fold of the records the model is judged
        that costs least on the other folds, taking one action for all among the choices.

        Parameters
        ----------
        models : sequence of str, optional
            To choose from; by default all.
        level : float, optional
        seed : int, optional
            Of the folds.
        """
        if models is None and level is None and seed is None:
            return self._decision
        return self._decided(models, level, seed)

    @functools.cached_property
    def _decision(self) -> ClassRecommendation:
        return self._decided(None, None, None)

    def _decided(
        self, models: Sequence[str] | None, level: float | None, seed: int | None
    ) -> ClassRecommendation:
        names = self.models if models is None else tuple(map(self.records.require, models))
        return recommended(
            self.records, names, self.cost_matrix, self.prevalence, self.level if level is None else level,
            self.seed if seed is None else seed, of_errors=self.costs is None,
        )  # fmt: skip

    def compare(
        self, a: str, b: str, *, measures: Sequence[str] | None = None, level: float | None = None
    ) -> ClassComparison:
        """Return how two models differ on the same records, with intervals and tests.

        Parameters
        ----------
        a, b : str
        measures : sequence of str, optional
            Those of :meth:`measure`, and "expected_cost"; by default cost (if costs are stated), error rate,
            Hand and Till's M, and losses of probabilities.
        level : float, optional
        """
        return self._compared((a, b), measures, level).pair(0, 1)

    def pairwise(
        self,
        *,
        measures: Sequence[str] | None = None,
        models: Sequence[str] | None = None,
        level: float | None = None,
    ) -> ClassPairs:
        """Compare all pairs of models as :meth:`compare` does; of a measure all intervals hold together.

        Parameters
        ----------
        measures : sequence of str, optional
            As of :meth:`compare`.
        models : sequence of str, optional
            By default all.
        level : float, optional
        """
        if measures is None and models is None and level is None:
            return self._pairs
        return self._compared(self.models if models is None else models, measures, level).pairs()

    @functools.cached_property
    def _pairs(self) -> ClassPairs:
        return self._compared(self.models, None, None).pairs()

    def _compared(
        self, models: Sequence[str], measures: Sequence[str] | None, level: float | None
    ) -> ComparedModels:
        names = [self.records.require(name) for name in models]
        return ComparedModels.of(
            [self.model(name, level=level) for name in names], self.cost_matrix, measures, self.seed,
            of_errors=self.costs is None,
        )  # fmt: skip

    def one_vs_rest(self, label: Any) -> Evaluation:
        """Return a two-class evaluation of one class against all others, with everything it has.

        Parameters
        ----------
        label : object
            The class that is positive. Scores are those for it; labels are flagged where they name it.
        """
        return one_against_rest(self.records, self._known(label))

    def pair(self, a: Any, b: Any) -> Evaluation:
        """Return a two-class evaluation of the records of two classes, `a` being positive.

        Scores are the shares p_a/(p_a + p_b) of probabilities, differences s_a − s_b of other scores.
        """
        return pair_of_classes(self.records, self._known(a), self._known(b))

    def report(self, path: str | Path, *, title: str = "") -> Path:
        """Write one self-contained HTML page: what to do, measures, confusion matrices, each class.

        Parameters
        ----------
        path : str or Path
            An older file is replaced.
        title : str

        Returns
        -------
        Path
        """
        return write_class_page(class_report_of(self, title=title), path)

    def _known(self, label: Any) -> str:
        from costcurves._ground.labels import spelled

        if (name := spelled(label)) not in self.classes:
            raise no_such(name, self.classes, what="class")
        return name

    # ---- shown ------------------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """What was judged, and which model is most accurate."""
        return self.summary().sentence

    def table(self) -> Table:
        """Return the main measures of all models."""
        return self.summary().table()

    def to_columns(self) -> dict[str, Any]:
        """Return one row a model and measure."""
        return self.summary().to_columns()

    def to_json(self) -> dict[str, Any]:
        """Return measures of all models, and the recommendation, as plain values."""
        summary, decision = self.summary().to_json(), self.decide().to_json()
        for row in decision["rows"]:
            cost = row["cost"]
            summary["models"][row["model"]]["expected_cost"] = {
                end: cost[end] for end in ("estimate", "low", "high")
            }
        pairs = self.pairwise().to_json()["pairs"] if len(self.models) > 1 else []
        return summary | {"decision": decision, "pairs": pairs}

    def __str__(self) -> str:
        return str(self.summary())

    def __repr__(self) -> str:
        size = f"{len(self.records)} records of {len(self.classes)} classes"
        return f"ClassEvaluation({size}: {', '.join(self.models)})"
