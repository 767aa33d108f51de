"""Measures of the errors of numeric predictions: the rows of the table `ERROR_MEASURES`."""

from __future__ import annotations

import dataclasses
import enum
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import FEW_EPS
from costcurves.errors import Code, UndefinedError, no_such
from costcurves.tallies.error_tally import weighted_median

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.numeric_records import Predicted

    #: A quantity of every record.
    Loss = Callable[[Predicted], Floats]


class Reading(enum.Enum):
    """How a measure is read off a quantity of every record."""

    MEAN = "mean"
    #: Square root of the mean.
    ROOT = "root"
    SUM = "sum"
    #: Sum of one quantity over that of another one.
    RATIO = "ratio"
    #: 1 minus such a ratio.
    COMPLEMENT = "complement"
    MEDIAN = "median"
    MAXIMUM = "maximum"


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorMeasure:
    """One number of the errors of a model; call it on :class:`Predicted` values.

    Attributes
    ----------
    key, title : str
        Name in code and name for people.
    formula : str
        The definition, with e = y − ŷ; means and sums are weighted.
    reading : Reading
        How it is read off the losses: intervals follow from it.
    loss : callable
        Maps predicted values to a quantity of every record.
    against : callable or None
        The quantity that a ratio divides by.
    low, high : float
        Range.
    better : {"low", "high", ""}
        Direction; empty of the mean and the median error, which are best near 0.
    why_not : callable
        Maps predicted values to the reason why the measure is undefined; empty where it is defined.
    undefined : str
        The same in general; empty if never.
    reference : str
    """

    key: str
    title: str
    formula: str
    reading: Reading
    loss: Loss
    against: Loss | None = None
    low: float = 0.0
    high: float = math.inf
    better: str = "low"
    why_not: Callable[[Predicted], str] | None = None
    undefined: str = ""
    reference: str = ""

    def reason(self, of: Predicted) -> str:
        """Say why the measure is undefined; empty where it is defined."""
        return "" if self.why_not is None else self.why_not(of)

    def __call__(self, of: Predicted) -> float:
        """Return the measure.

        Raises
        ------
        UndefinedError
            If it is undefined, with the reason.
        """
        if reason := self.reason(of):
            raise UndefinedError(f"{self.title} is undefined: {reason}", code=Code.UNDEFINED)
        return self.read(of)

    def read(self, of: Predicted) -> float:
        """Read the number off the losses."""
        loss = self.loss(of)
        if self.reading is Reading.MEDIAN:
            return weighted_median(loss, of.weight)
        if self.reading is Reading.MAXIMUM:
            return float(loss.max())
        if self.reading is Reading.SUM:
            return of.total(loss)
        if self.against is not None:
            ratio = of.total(loss) / of.total(self.against(of))
            return 1 - ratio if self.reading is Reading.COMPLEMENT else ratio
        mean = of.mean(loss)
        if self.low < 0 and abs(mean) <= FEW_EPS * of.mean(np.abs(loss)):
            return 0.0  # what is left of sums that are 0
        return math.sqrt(mean) if self.reading is Reading.ROOT else mean


# ---- losses ---------------------------------------------------------------------------------


def _error(of: Predicted) -> Floats:
    return of.error


def _absolute(of: Predicted) -> Floats:
    return np.abs(of.error)


def _square(of: Predicted) -> Floats:
    return of.error * of.error


def _percentage(of: Predicted) -> Floats:
    return np.asarray(100 * np.abs(of.error / of.y))


def _symmetric(of: Predicted) -> Floats:
    """Twice the error against the sizes of outcome and prediction; 0/0 is no error."""
    sizes = np.abs(of.y) + np.abs(of.prediction)
    return np.asarray(np.divide(200 * np.abs(of.error), sizes, out=np.zeros(len(sizes)), where=sizes > 0))


def _size(of: Predicted) -> Floats:
    return np.abs(of.y)


def _pinball(of: Predicted) -> Floats:
    return np.where(of.error > 0, of.kappa * of.error, (of.kappa - 1) * of.error)


def _from_training_mean(of: Predicted) -> Floats:
    return np.asarray((of.y - (0.0 if of.centre is None else of.centre)) ** 2)


def _from_own_mean(of: Predicted) -> Floats:
    return np.asarray((of.y - of.mean(of.y)) ** 2)


# ---- where they are undefined ---------------------------------------------------------------


def _an_outcome_is_0(of: Predicted) -> str:
    rows = np.flatnonzero(of.y == 0)
    if not rows.size:
        return ""
    return f"y is 0 in {rows.size:,} of {len(of.y):,} records; WAPE and sMAPE are defined"


def _all_outcomes_are_0(of: Predicted) -> str:
    return "" if np.any(of.y) else "y is 0 in every record"


def _no_training_mean(of: Predicted) -> str:
    if of.centre is None:
        return "the training mean is not known; give it as the baseline"
    return "" if np.any(of.y != of.centre) else "y is the training mean in every record"


def _one_outcome(of: Predicted) -> str:
    return "" if np.any(of.y != of.y[0]) else "y is the same in every record"


#: Every measure.
ERROR_MEASURES: tuple[ErrorMeasure, ...] = (
    ErrorMeasure("rmse", "RMSE", "√ mean e²", Reading.ROOT, _square),
    ErrorMeasure("mae", "MAE", "mean |e|", Reading.MEAN, _absolute),
    ErrorMeasure(
        "mean_error", "Mean error", "mean e", Reading.MEAN, _error, low=-math.inf, better="",
    ),
    ErrorMeasure(
        "median_error", "Median error", "median of e", Reading.MEDIAN, _error, low=-math.inf, better="",
    ),
    ErrorMeasure("median_absolute_error", "Median |e|", "median of |e|", Reading.MEDIAN, _absolute),
    ErrorMeasure("max_error", "Greatest |e|", "max |e|", Reading.MAXIMUM, _absolute),
    ErrorMeasure("sse", "SSE", "Σ e²", Reading.SUM, _square),
    ErrorMeasure(
        "mape", "MAPE, %", "100 · mean |e/y|", Reading.MEAN, _percentage,
        why_not=_an_outcome_is_0, undefined="an outcome y is 0",
    ),
    ErrorMeasure(
        "wape", "WAPE", "Σ|e| / Σ|y|", Reading.RATIO, _absolute, _size,
        why_not=_all_outcomes_are_0, undefined="every outcome y is 0",
    ),
    ErrorMeasure(
        "smape", "sMAPE, %", "100 · mean of 2|e| / (|y| + |ŷ|), 0/0 being 0", Reading.MEAN, _symmetric,
        high=200.0, reference="Makridakis, International Journal of Forecasting 9, 1993",
    ),
    ErrorMeasure(
        "pinball", "Pinball loss", "mean of κ·e⁺ + (1 − κ)·e⁻", Reading.MEAN, _pinball,
        reference="Koenker & Bassett, Econometrica 46, 1978",
    ),
    ErrorMeasure(
        "r2_training", "R², training mean", "1 − Σe² / Σ(y − training mean)²",
        Reading.COMPLEMENT, _square, _from_training_mean, low=-math.inf, high=1.0, better="high",
        why_not=_no_training_mean, undefined="the training mean is not known, or every y equals it",
    ),
    ErrorMeasure(
        "r2", "Ordinary R²", "1 − Σe² / Σ(y − ȳ)² with the mean ȳ of the same records",
        Reading.COMPLEMENT, _square, _from_own_mean, low=-math.inf, high=1.0, better="high",
        why_not=_one_outcome, undefined="every y is the same",
    ),
)  # fmt: skip
_BY_KEY = {row.key: row for row in ERROR_MEASURES}


def error_measure(key: str) -> ErrorMeasure:
    """Return a measure of errors by its key.

    Examples
    --------
    >>> error_measure("rmse").formula
    '√ mean e²'
    """
    if key not in _BY_KEY:
        raise no_such(key, _BY_KEY, what="measure")
    return _BY_KEY[key]
