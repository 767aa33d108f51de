"""The evaluation of numeric predictions: named models on the same records."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.curves.over_depth import deciles
from costcurves.errors import UndefinedError
from costcurves.evaluation.numeric_comparing import NumericComparing
from costcurves.evaluation.numeric_decisions import recommended_shift
from costcurves.evaluation.numeric_pictures import numeric_chart
from costcurves.evaluation.numeric_reports import numeric_report_of
from costcurves.inference.numbers.dealt_shifts import CrossFittedShifts, DealtRecords
from costcurves.inference.numbers.error_intervals import error_interval
from costcurves.inference.numbers.loss_bands import loss_band
from costcurves.inference.numbers.unit_spread import numbered
from costcurves.inference.resampling import Splits
from costcurves.measures.error_measures import ERROR_MEASURES, error_measure
from costcurves.measures.error_shapes import double_lift
from costcurves.results.error_summary import ErrorSummary, MeasuredError
from costcurves.space.loss_curve import LossCurve, RegressionRoc
from costcurves.space.loss_winners import loss_ranges
from costcurves.tallies.error_tally import ErrorTally

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurves._ground.tables import Table
    from costcurves.charts.chart import Chart
    from costcurves.curves.over_depth import Decile
    from costcurves.inference.estimate import Band, Estimate
    from costcurves.measures.error_shapes import DoubleLiftPart
    from costcurves.results.error_pairs import ErrorPair, ErrorPairs
    from costcurves.results.shift_recommendation import ShiftRecommendation
    from costcurves.space.loss_winners import LossRange
    from costcurves.tallies.numeric_records import NumericRecords, Predicted
    from costcurves.tallies.values import ValueTally

#: Places of a band of a loss curve.
PLACES = 99


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class NumericEvaluation(Shown, ByValue):
    """Numeric predictions of several models judged on the same records.

    Make one with :func:`costcurves.evaluate_numeric`.

    Attributes
    ----------
    records : NumericRecords
    name : str
        What the records are called in sentences.

    Examples
    --------
    >>> from costcurves import evaluate_numeric
    >>> ev = evaluate_numeric([10, 12, 8, 15, 20], {"a": [11, 10, 9, 15, 16]}, baseline=13)
    >>> ev.summary()["a"]["r2_training"].estimate, ev.loss_curve("a").area
    (0.75, 0.52)
    """

    records: NumericRecords
    name: str = "these records"

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models."""
        return self.records.models

    # ---- measures ---------------------------------------------------------------------------

    def summary(self, *, level: float | None = 0.95, kappa: float = 0.5) -> ErrorSummary:
        """Return every measure of every model and of the naive benchmarks, with intervals.

        Parameters
        ----------
        level : float or None
            Of confidence; None for no intervals.
        kappa : float
            At which the pinball loss is taken.
        """
        records, constants = self.records, self.records.constants
        models = {name: self._measured(records.predicted(name, kappa), level) for name in self.models}
        beside = {n: self._measured(records.benchmark(n, kappa), level) for n in constants.benchmarks}
        return ErrorSummary(
            models, beside, level, len(records), self.name, kappa, constants.are_own, records.notes
        )

    def _measured(self, of: Predicted, level: float | None) -> dict[str, MeasuredError]:
        cluster, found = numbered(self.records.cluster), {}
        for row in ERROR_MEASURES:
            if reason := row.reason(of):
                found[row.key] = MeasuredError(row.key, None, reason=reason)
                continue
            interval, why = None, ""
            if level is not None:
                try:
                    interval = error_interval(row, of, cluster=cluster, level=level)
                except UndefinedError as problem:
                    why = f"{problem}"
            value = row(of) if interval is None else interval.estimate
            found[row.key] = MeasuredError(row.key, value, interval, why)
        return found

    def interval(self, measure: str, model: str, *, level: float = 0.95, kappa: float = 0.5) -> Estimate:
        """Return one measure of one model, such as "rmse", with its interval on new records."""
        of, cluster = self.records.predicted(model, kappa), numbered(self.records.cluster)
        return error_interval(error_measure(measure), of, cluster=cluster, level=level)

    # ---- comparisons ------------------------------------------------------------------------

    def compare(
        self, a: str, b: str, *, measure: str = "mae", level: float = 0.95, kappa: float = 0.5
    ) -> ErrorPair:
        """Return by how much two models differ in a measure, on the same records, with interval and p-value.

        Either may be a naive benchmark, such as "training mean".

        Raises
        ------
        UndefinedError
            Of medians and the greatest error, whose differences have no interval in closed form.
        """
        return NumericComparing(self.records, measure, level, kappa).pair(a, b)

    def pairwise(self, *, measure: str = "mae", level: float = 0.95, kappa: float = 0.5) -> ErrorPairs:
        """Return all pairs of models compared by a measure; intervals hold for all pairs together.

        So do p-values, which are below 1 − level where the interval excludes 0. Below the pairs every model
        is compared as in :meth:`against_benchmark`.
        """
        return NumericComparing(self.records, measure, level, kappa).pairs()

    def against_benchmark(
        self, *, measure: str = "mae", level: float = 0.95, kappa: float = 0.5
    ) -> ErrorPairs:
        """Return every model compared with the naive benchmark that has the best value of a measure.

        Intervals and p-values hold for all models together.

        Examples
        --------
        >>> from costcurves import evaluate_numeric
        >>> ev = evaluate_numeric([10, 12, 8, 15, 20], {"a": [11, 10, 9, 15, 16]}, baseline=13)
        >>> print(ev.against_benchmark())
        a and training mean cannot be told apart. MAE of a minus that of training mean: −2 \
(95 % interval −3.797 to 3.133), p = 0.1571.
        """
        return NumericComparing(self.records, measure, level, kappa).against_benchmark()

    def comparisons(
        self, *, measure: str = "mae", level: float = 0.95, kappa: float = 0.5
    ) -> ErrorPairs | None:
        """Return :meth:`pairwise`, of one model :meth:`against_benchmark`; None where records are too few."""
        comparing = NumericComparing(self.records, measure, level, kappa)
        if not self.records.has_spread:
            return None
        return comparing.pairs() if len(self.models) > 1 else comparing.against_benchmark()

    # ---- costs ------------------------------------------------------------------------------

    def decide(
        self,
        costs: UnitCosts | float,
        *,
        model: str | None = None,
        level: float | None = 0.95,
        seed: int = 0,
        splits: Splits | None = None,
    ) -> ShiftRecommendation:
        """Return the model to use, what to add to its predictions, and what that costs on new records.

        On each fold of the records, the model and shift are judged that lose least on the other folds, the
        best constant among the choices. Recommended is the model of least loss at cross-fitted shifts, with
        the shift that is best on all records: the κ-quantile of its errors, or, where costs differ by record
        or have a limit, the shift of least total.

        Parameters
        ----------
        costs : UnitCosts or float
            What a unit too low and a unit too high cost, or κ = under/(under + over). Columns of costs have a
            value for every row that :func:`costcurves.evaluate_numeric` was given.
        model : str, optional
            Choose only the shift, of this model.
        level : float or None
            Of confidence; None for no intervals.
        seed : int
            Deals the folds.
        splits : Splits, optional
            How folds are dealt; by default 10 × 5.

        Examples
        --------
        >>> from costcurves import evaluate_numeric
        >>> found = evaluate_numeric([*range(20)], {"low": [*range(-3, 17)]}).decide(0.75)
        >>> found.model, found.shift
        ('low', 3.0)
        """
        if model is not None:
            self.records.prediction(model)
        models = self.models if model is None else (model,)
        return recommended_shift(self.records, costs, models, level=level, splits=splits, seed=seed)

    def tally(self, model: str) -> ErrorTally:
        """Return the tally of the errors of a model."""
        return self.records.tally(model)

    def loss_curve(self, model: str, *, shifted: bool = True) -> LossCurve:
        """Return the loss of a model over κ: with the best shift at each on these records, or as it is."""
        tally = self.tally(model)
        return LossCurve.best_shift(tally) if shifted else LossCurve.fixed(tally)

    @property
    def constant_curve(self) -> LossCurve:
        """The loss of the best constant at each κ: what any model must beat."""
        return LossCurve.best_shift(ErrorTally.of_errors(self.records.y, self.records.weight))

    @property
    def baseline_curve(self) -> LossCurve | None:
        """The loss of the best training constant at each κ, the κ-quantile of the training outcomes.

        Of the training mean as it is where only that is known; None without a baseline.
        """
        constants = self.records.constants
        outcomes = ErrorTally.of_errors(self.records.y, self.records.weight)
        if constants.outcomes is not None:
            return LossCurve.of_constants(constants.outcomes, outcomes)
        return None if constants.mean is None else LossCurve.fixed(outcomes, constants.mean)

    def regression_roc(self, model: str) -> RegressionRoc:
        """Return the mean over and the mean under of a model for every shift."""
        return RegressionRoc.of(self.tally(model))

    def winners(self, *, shifted: bool = True) -> tuple[LossRange, ...]:
        """Return the ranges of κ with the models of least loss on these records."""
        return loss_ranges({name: self.loss_curve(name, shifted=shifted) for name in self.models})

    def loss_band(
        self,
        model: str,
        *,
        shifted: bool = True,
        level: float = 0.95,
        simultaneous: bool = False,
        seed: int = 0,
        splits: Splits | None = None,
    ) -> Band:
        """Return the loss of a model over κ with a band, shifts being chosen on the other folds."""
        dealt = DealtRecords.of(self.records, splits or Splits.of_size(len(self.records), seed=seed))
        rule = CrossFittedShifts(dealt, self.records.predicted(model).error)
        kappa = np.arange(1, PLACES + 1) / (PLACES + 1)
        return loss_band(rule, kappa, level=level, simultaneous=simultaneous, shifted=shifted, seed=seed)

    # ---- outcomes in the order of predictions ------------------------------------------------

    def value_tally(self, model: str) -> ValueTally:
        """Return the actual outcomes in the order of the predictions: what gains and lift are read of.

        Raises
        ------
        UndefinedError
            If the mean outcome is not above 0: shares of such a total mean nothing.
        """
        return self.records.predicted(model).valued

    def deciles(self, model: str, parts: int = 10) -> tuple[Decile, ...]:
        """Return equal parts of the records by prediction, the highest first, with their actual outcomes."""
        return deciles(self.value_tally(model), parts)

    def double_lift(self, a: str, b: str, parts: int = 10) -> tuple[DoubleLiftPart, ...]:
        """Return equal parts of the records by the ratio of two predictions, with the means of all three."""
        return double_lift(self.records.predicted(a), self.records.predicted(b), parts)

    # ---- shown ------------------------------------------------------------------------------

    def chart(
        self,
        name: str = "loss",
        *,
        models: Sequence[str] | None = None,
        kappa: float | None = None,
        bins: int = 30,
        parts: int = 10,
        level: float | None = None,
        simultaneous: bool = False,
        costs: UnitCosts | float | None = None,
    ) -> Chart:
        """Return a picture as data.

        Parameters
        ----------
        name : str
            "loss" (with that of the baseline), "regression_roc", "residuals", "box_plot",
            "actual_predicted", "gains", "lift", "deciles", "double_lift" (of the first two models), or
            "shift_cost", which needs costs.
        models : sequence of str, optional
            By default all.
        kappa : float, optional
            A place to mark on the axis of "loss".
        bins, parts : int
            Bars of "residuals"; equal parts of "deciles" and "double_lift".
        level : float, optional
            Draw bands of "loss" at this level of confidence, shifts being chosen on the other folds.
        simultaneous : bool
            Whether these hold at all κ together.
        costs : UnitCosts or float, optional
            As of :meth:`decide`; their κ is marked, if no other is.
        """
        return numeric_chart(
            self, name, tuple(self.models if models is None else models),
            kappa=kappa, bins=bins, parts=parts, level=level, simultaneous=simultaneous, costs=costs,
        )  # fmt: skip

    def plot(
        self,
        name: str = "loss",
        *,
        ax: Any = None,
        models: Sequence[str] | None = None,
        kappa: float | None = None,
        bins: int = 30,
        parts: int = 10,
        level: float | None = None,
        simultaneous: bool = False,
        costs: UnitCosts | float | None = None,
    ) -> Any:
        """Draw a picture with matplotlib and return its Axes, by default new ones; see :meth:`chart`."""
        made = self.chart(
            name, models=models,
            kappa=kappa, bins=bins, parts=parts, level=level, simultaneous=simultaneous, costs=costs,
        )  # fmt: skip
        return made.plot(ax)

    def picture(self, costs: UnitCosts | float | None = None) -> Chart:
        """Return the loss curves of all models: what a notebook shows above the table.

        At costs that have no κ, it is what they come to after shifts of every size.
        """
        has_kappa = costs is None or UnitCosts.kappa_if_known(costs) is not None
        return self.chart("loss" if has_kappa else "shift_cost", costs=costs)

    def report(
        self,
        path: str | Path,
        costs: UnitCosts | float | None = None,
        *,
        level: float | None = 0.95,
        seed: int = 0,
        title: str = "",
    ) -> Path:
        """Write a page with everything: errors, losses, lift, pictures and, at stated costs, what to do.

        Parameters
        ----------
        path : str or Path
        costs : UnitCosts or float, optional
            As of :meth:`decide`.
        level : float or None
            Of confidence; None for no intervals.
        seed : int
            Deals the folds.
        title : str
            By default the names of the models.
        """
        from costcurves.report.numeric_page import write_numeric_page

        found = numeric_report_of(self, costs, level=level, seed=seed, title=title)
        return write_numeric_page(found, path)

    def table(self) -> Table:
        """Return the main measures, one row a model, benchmarks below."""
        return self.summary(level=None).table()

    def to_columns(self) -> dict[str, Any]:
        """Return one row for each model and measure, with the ends of its interval."""
        return self.summary().to_columns()

    def to_json(self) -> dict[str, Any]:
        """Return every measure by model and key as plain values."""
        return self.summary().to_json()

    def __str__(self) -> str:
        return self.summary().sentence

    def __repr__(self) -> str:
        return f"NumericEvaluation({', '.join(self.models)} on {len(self.records):,} records)"
