"""What predicts without any model: constants of the records that a model was trained on."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue
from costcurves._ground.order_free_sums import order_free_sum
from costcurves.errors import InputError, kind_of
from costcurves.tallies.error_tally import ErrorTally, weighted_median

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats, Numbers


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class TrainingConstants(ByValue):
    """Naive benchmarks: constants that predict every record alike.

    Attributes
    ----------
    mean : float or None
        The training mean; None where that is not known.
    benchmarks : dict of str to float
        What each benchmark predicts, by its name.
    are_own : bool
        Whether they are constants of the very records that are judged, since no others are known.
    outcomes : ErrorTally or None
        The training outcomes; None where they are not known.
    """

    mean: float | None
    benchmarks: dict[str, float]
    are_own: bool = False
    outcomes: ErrorTally | None = None

    @classmethod
    def of(
        cls, baseline: Any, y: Floats, weight: Numbers | None = None, *, ordered: bool = False
    ) -> TrainingConstants:
        """Read a training mean, or training outcomes; without either take constants of these records.

        Parameters
        ----------
        baseline : float or array_like or None
            The training mean, or the outcomes of the training records, in order where they have one.
        y, weight : ndarray
            The records that are judged.
        ordered : bool
            Whether training outcomes come in the order of time, so that their last value is a benchmark.

        Examples
        --------
        >>> TrainingConstants.of([1, 2, 6], np.array([3.0]), ordered=True).benchmarks
        {'training mean': 3.0, 'training median': 2.0, 'last training value': 6.0}
        """
        is_number = baseline is not None and np.ndim(baseline) == 0
        if ordered and (baseline is None or is_number):
            raise InputError(
                "a last value needs the outcomes of the training records",
                "none" if baseline is None else "their mean alone",
                "give them as baseline=, or leave ordered= out",
            )
        if isinstance(baseline, (str, bytes, dict)):
            raise InputError(
                "must be the training mean, or the training outcomes", kind_of(baseline), argument="baseline"
            )
        if baseline is None:
            mean, median = _mean(y, weight), weighted_median(y, weight)
            return cls(None, {"mean of these records": mean, "median of these records": median}, are_own=True)
        if is_number:
            value = arrays.number(np.asarray(baseline).item(), "baseline")
            return cls(value, {"training mean": value})
        training = arrays.finite(baseline, "baseline")
        if not len(training):
            raise InputError("must hold the outcomes of training records", "none", argument="baseline")
        found = {"training mean": _mean(training, None), "training median": weighted_median(training)}
        if ordered:
            found["last training value"] = float(training[-1])
        return cls(found["training mean"], found, outcomes=ErrorTally.of_errors(training))


def _mean(values: Floats, weight: Numbers | None) -> float:
    if weight is None:
        return order_free_sum(values) / len(values)
    return order_free_sum(values * weight) / float(weight.sum())
