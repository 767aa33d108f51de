"""Rows of numeric outcomes: what several models predict, weights, and what the rows belong to."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays, containers
from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen
from costcurves._ground.documents import Shown
from costcurves._ground.order_free_sums import order_free_sum
from costcurves.errors import InputError, UndefinedError, no_such
from costcurves.tallies.error_tally import ErrorTally, errors_of
from costcurves.tallies.record_columns import RecordColumns, belonging
from costcurves.tallies.row_source import RowSource
from costcurves.tallies.training_constants import TrainingConstants
from costcurves.tallies.values import ValueTally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.conditions.unit_costs import UnitCosts


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Predicted(ByValue):
    """Outcomes and the predictions of one model, with what measures of errors need beside them.

    Attributes
    ----------
    y, prediction, error : ndarray of float, shape (records,)
        Outcomes, predictions, and e = y − ŷ.
    weight : ndarray or None
        None where every record weighs 1.
    centre : float or None
        The training mean; None where that is not known.
    kappa : float
        At which the pinball loss is taken.
    """

    y: Floats
    prediction: Floats
    error: Floats
    weight: Numbers | None = None
    centre: float | None = None
    kappa: float = 0.5

    @property
    def whole(self) -> float:
        """Weight of all records."""
        return float(len(self.y)) if self.weight is None else order_free_sum(self.weight)

    def total(self, values: Floats) -> float:
        """Return the weighted sum of a quantity of the records, whatever their order."""
        return order_free_sum(values if self.weight is None else values * self.weight)

    def mean(self, values: Floats) -> float:
        """Return the weighted mean of a quantity of the records."""
        return self.total(values) / self.whole

    @property
    def tally(self) -> ErrorTally:
        """The tally of the errors."""
        return ErrorTally.of_errors(self.error, self.weight)

    @property
    def valued(self) -> ValueTally:
        """The actual outcomes in the order of the predictions, the highest first.

        Raises
        ------
        UndefinedError
            If the mean outcome is not above 0: shares of such a total mean nothing.
        """
        tally = ValueTally.from_values(self.y, self.prediction, self.weight)
        if tally.total <= 0:
            raise UndefinedError(
                "gains, lift and deciles need a mean outcome above 0",
                f"{tally.total / tally.total_weight:g}",
                "look at the residuals or the loss instead",
            )
        return tally


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class NumericRecords(Shown, ByValue):
    """Rows of a numeric outcome that belong together; make them with :meth:`read`.

    Attributes
    ----------
    y : ndarray of float, shape (records,)
    predictions : dict of str to ndarray
        By model.
    weight : ndarray or None
    fold, cluster : ndarray or None
        What each record belongs to.
    constants : TrainingConstants
        What the naive benchmarks predict.
    notes : tuple of str
        What a reader should know of the rows.
    source : RowSource or None
        Which rows of the columns they were read from.
    """

    y: Floats
    predictions: dict[str, Floats]
    weight: Numbers | None
    fold: NDArray[Any] | None
    cluster: NDArray[Any] | None
    constants: TrainingConstants
    notes: tuple[str, ...] = ()
    source: RowSource | None = dataclasses.field(default=None, compare=False)

    @classmethod
    def read(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        sample_weight: Any = None,
        baseline: Any = None,
        ordered: bool = False,
        fold: Any = None,
        cluster: Any = None,
        missing: str = "error",
    ) -> NumericRecords:
        """Read and check columns of any make; see :func:`costcurves.evaluate_numeric`.

        Rows of weight 0 are left out, which is noted.

        Raises
        ------
        InputError
            If columns do not fit together, or hold missing values that are not dropped.
        """
        others = {"sample_weight": sample_weight, "fold": fold, "cluster": cluster}
        stated = {name: values for name, values in others.items() if values is not None}
        whole = RecordColumns(y_true, {}, _by_model(y_pred), {}, stated).aligned()
        given = whole.complete(missing)
        truth = arrays.finite(given.y_true, "y_true")
        if not len(truth):
            raise InputError("there must be records", "none", "give at least one row")
        weight = arrays.weights(given.others.get("sample_weight"), len(truth))
        kept, notes = _weighing(weight)
        source = RowSource.of(whole.y_true, len(truth), given.rows, kept)
        predictions = {}
        for name, values in given.predictions.items():
            title = f"the predictions of {name!r}"
            column = arrays.finite(values, title)
            arrays.check_length(column, len(truth), title)
            errors_of(truth, column)
            predictions[name] = frozen(column[kept].copy())
        groups = {n: belonging(given.others.get(n), len(truth), n) for n in ("fold", "cluster")}
        part = {n: None if column is None else frozen(column[kept].copy()) for n, column in groups.items()}
        truth, weight = truth[kept], None if weight is None else frozen(weight[kept].copy())
        constants = TrainingConstants.of(baseline, truth, weight, ordered=ordered)
        for value in constants.benchmarks.values():
            errors_of(truth, np.full(len(truth), value))
        notes = (*given.notes, *notes)
        y = frozen(truth.copy())
        return cls(y, predictions, weight, **part, constants=constants, notes=notes, source=source)

    def __len__(self) -> int:
        return len(self.y)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models."""
        return tuple(self.predictions)

    @property
    def has_spread(self) -> bool:
        """Whether there are units enough, records or clusters, for a spread."""
        return len(self) > 1 and (self.cluster is None or len(set(self.cluster.tolist())) > 1)

    def prediction(self, model: str) -> Floats:
        """Return what a model predicts; refuse one that is not there."""
        if model not in self.predictions:
            raise no_such(model, self.predictions, what="model")
        return self.predictions[model]

    def predicted(self, model: str, kappa: float = 0.5) -> Predicted:
        """Return outcomes and predictions of one model."""
        return self._beside(self.prediction(model), kappa)

    def benchmark(self, name: str, kappa: float = 0.5) -> Predicted:
        """Return outcomes and the constant that a naive benchmark predicts."""
        known = self.constants.benchmarks
        if name not in known:
            raise no_such(name, known, what="benchmark")
        return self._beside(np.full(len(self), known[name]), kappa)

    def named(self, name: str, kappa: float = 0.5) -> Predicted:
        """Return outcomes and predictions of a model, or of a naive benchmark."""
        if name in self.predictions:
            return self.predicted(name, kappa)
        if name in self.constants.benchmarks:
            return self.benchmark(name, kappa)
        raise no_such(name, [*self.predictions, *self.constants.benchmarks], what="model")

    def _beside(self, prediction: Floats, kappa: float) -> Predicted:
        error = errors_of(self.y, prediction)
        return Predicted(self.y, prediction, error, self.weight, self.constants.mean, kappa)

    def costs_of(self, costs: UnitCosts, name: str) -> Floats:
        """Return one of the four numbers of costs for every record.

        Columns have a value for every row that the records were read from, those left out among them.
        """
        value = getattr(costs, name)
        if not isinstance(value, np.ndarray):
            return costs.column(name, len(self))
        return (self.source or RowSource(len(self))).column(value, costs.index, name)

    def tally(self, model: str) -> ErrorTally:
        """Return the tally of the errors of a model."""
        return self.predicted(model).tally

    def take(self, rows: NDArray[Any]) -> NumericRecords:
        """Return some of the records, with the benchmarks of all."""
        names = ("weight", "fold", "cluster")
        columns: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else frozen(column[rows]) for name in names
        }
        predictions = {name: frozen(column[rows]) for name, column in self.predictions.items()}
        columns["source"] = None if self.source is None else self.source.take(rows)
        return dataclasses.replace(self, y=frozen(self.y[rows]), predictions=predictions, **columns)

    def to_columns(self) -> dict[str, Any]:
        """Return outcomes and predictions."""
        return {"y": self.y, **self.predictions}

    def __repr__(self) -> str:
        return f"NumericRecords({len(self)} × {', '.join(self.predictions)})"


def _by_model(prediction: Any) -> dict[str, Any]:
    """Name the columns of predictions: of a mapping, of a data frame, or one alone."""
    if isinstance(prediction, Mapping):
        models = dict(prediction)
    elif containers.is_table(prediction):
        models = containers.columns_of(prediction)
    else:
        models = {"model": prediction}
    if not models:
        raise InputError("there must be at least one column of predictions", "none", "give y_pred=")
    bad = [name for name in models if not isinstance(name, str)]
    if bad:
        raise InputError("model names must be strings", repr(bad[0]))
    return models


def _weighing(weight: Numbers | None) -> tuple[Any, tuple[str, ...]]:
    """Return which rows have a weight above 0, and say how many have not."""
    if weight is None or weight.all():
        return slice(None), ()
    if not weight.any():
        raise InputError("at least one record must have a weight above 0", "none")
    count = np.count_nonzero(weight == 0)
    counted = "1 record of weight 0 is" if count == 1 else f"{count:,} records of weight 0 are"
    return np.flatnonzero(weight), (f"{counted} left out",)
