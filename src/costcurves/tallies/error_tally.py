"""Error tallies: the weight of every distinct error of a numeric prediction."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, Floats, Numbers, frozen
from costcurves._ground.documents import Document
from costcurves._ground.order_free_sums import order_free_sum
from costcurves.errors import InputError, nth_row
from costcurves.tallies.cells import running

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Squares of errors up to here add up to finite sums.
LARGEST_ERROR = 1e140


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ErrorTally(Document):
    """Weight of every distinct error e = y − ŷ, ascending: positive where the prediction is too low.

    It adds, and never depends on row order.

    Parameters
    ----------
    error : ndarray of float, shape (errors,)
        Distinct errors, ascending.
    weight : ndarray, shape (errors,)
        Weight of the records with each, above 0.

    Examples
    --------
    >>> tally = ErrorTally.of([10, 12, 8, 15, 20], [11, 10, 9, 15, 16])
    >>> tally.error.tolist(), tally.weight.tolist()
    ([-1.0, 0.0, 2.0, 4.0], [2, 1, 1, 1])
    >>> tally.loss(0.5), tally.quantile(0.5)
    (0.8, 0.0)
    """

    kind: ClassVar[str] = "error_tally"
    error: Floats
    weight: Numbers

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("error", "weight"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @classmethod
    def of(cls, y: ArrayLike, prediction: ArrayLike, sample_weight: ArrayLike | None = None) -> ErrorTally:
        """Tally the errors of predictions.

        Parameters
        ----------
        y, prediction : array_like, shape (records,)
            Outcomes and predictions; finite.
        sample_weight : array_like, shape (records,), optional
            Weights ≥ 0.
        """
        truth, predicted = arrays.finite(y, "y"), arrays.finite(prediction, "prediction")
        arrays.check_length(predicted, len(truth), "prediction")
        return cls.of_errors(errors_of(truth, predicted), arrays.weights(sample_weight, len(truth)))

    @classmethod
    def of_errors(cls, error: Floats, weight: Numbers | None = None) -> ErrorTally:
        """Tally errors that are known to be finite, with weights that are known to be none below 0."""
        if weight is not None:
            kept = weight > 0
            error, weight = (error, weight) if kept.all() else (error[kept], weight[kept])
        if not len(error):
            raise InputError("at least one record must have a weight above 0", "none")
        if weight is None:
            error = error + 0.0
            error.sort()
            if np.all(error[1:] != error[:-1]):
                return cls(error, np.ones(len(error), np.int64))
            starts = _starts(error)
            return cls(error[starts], np.diff(starts, append=len(error)))
        order = np.lexsort((weight, error))  # by weight, too, so that row order leaves no trace
        error, weight = error[order] + 0.0, weight[order]
        starts = _starts(error)
        return cls(error[starts], np.add.reduceat(weight, starts))

    def __len__(self) -> int:
        return len(self.error)

    def __add__(self, other: ErrorTally) -> ErrorTally:
        """Tally of both sets of records."""
        if not isinstance(other, ErrorTally):
            return NotImplemented
        columns = ([getattr(one, name) for one in (self, other)] for name in ("error", "weight"))
        return ErrorTally.of_errors(*(np.concatenate(column) for column in columns))

    @property
    def total_weight(self) -> float:
        """Weight of all records."""
        return float(self.weight.sum())

    def mean(self, values: Floats) -> float:
        """Return the weighted mean of a quantity of each distinct error."""
        return order_free_sum(self.weight * values) / self.total_weight

    def under(self, shift: float = 0.0) -> float:
        """Return the mean of (e − s)⁺: by how much predictions raised by s are too low."""
        return self.mean(np.maximum(self.error - shift, 0.0))

    def over(self, shift: float = 0.0) -> float:
        """Return the mean of (e − s)⁻: by how much predictions raised by s are too high."""
        return self.mean(np.maximum(shift - self.error, 0.0))

    def loss(self, kappa: float, shift: float = 0.0) -> float:
        """Return the normalised loss κ·mean (e − s)⁺ + (1 − κ)·mean (e − s)⁻ of predictions raised by s."""
        share = arrays.share(kappa, "kappa")
        return share * self.under(shift) + (1 - share) * self.over(shift)

    def quantiles(self, kappa: float) -> tuple[float, float]:
        """Return the interval of shifts of least loss at κ: the κ-quantiles of the errors."""
        share = arrays.inner_share(kappa, "kappa")
        low, high = quantile_places(running(self.weight), share)
        return float(self.error[low]), float(self.error[high])

    def quantile(self, kappa: float) -> float:
        """Return the middle of the κ-quantiles; the median at ½."""
        low, high = self.quantiles(kappa)
        return low + (high - low) / 2

    def to_columns(self) -> dict[str, Any]:
        """Return the distinct errors and their weights."""
        return {"error": self.error, "weight": self.weight}

    def __repr__(self) -> str:
        return f"ErrorTally(weight {self.total_weight:g}, {len(self)} errors)"


def errors_of(y: Floats, prediction: Floats) -> Floats:
    """Return y − ŷ; refuse what is too large to be squared and added up."""
    with np.errstate(over="ignore"):
        error = y - prediction
    wide = np.flatnonzero(~(np.abs(error) <= LARGEST_ERROR))
    if wide.size:
        raise InputError(
            f"errors must be at most {LARGEST_ERROR:g}",
            f"{error[wide[0]]:g}",
            "correct it, or measure outcomes and predictions in a larger unit",
            where=nth_row(wide[0]),
        )
    return error


def quantile_places(cumulated: Numbers, kappa: float) -> tuple[int, int]:
    """Return the first and the last place of values that are κ-quantiles, of weights cumulated from 0.

    There are two where a cumulative weight is κ of the whole, but for rounding.
    """
    whole = float(cumulated[-1])
    room = TIE * whole
    low = int(np.searchsorted(cumulated[1:-1], kappa * whole - room))
    high = int(np.searchsorted(cumulated[1:-1], kappa * whole + room, side="right"))
    return low, high


def weighted_median(values: Floats, weight: Numbers | None = None) -> float:
    """Return the middle of the values that halve the weight.

    Examples
    --------
    >>> (
    ...     weighted_median(np.array([3.0, 1.0, 2.0, 10.0])),
    ...     weighted_median(np.array([1.0, 5.0]), np.array([1, 3])),
    ... )
    (2.5, 5.0)
    """
    return ErrorTally.of_errors(values, weight).quantile(0.5)


def _starts(ordered: Floats) -> NDArray[np.intp]:
    """Return where each distinct value begins."""
    return np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
