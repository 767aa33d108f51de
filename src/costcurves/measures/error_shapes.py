"""How errors are spread, and where two models disagree: bins, quartiles, double lift."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.errors import InputError, UndefinedError
from costcurves.tallies.cells import running

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.tallies.error_tally import ErrorTally
    from costcurves.tallies.numeric_records import Predicted

#: Whiskers reach the farthest error within so many boxes of the box.
WHISKER = 1.5


def error_bins(models: Mapping[str, Predicted], bins: Any = 30) -> tuple[Floats, dict[str, Floats]]:
    """Return edges of equally wide bins that hold the errors of all models, and each model's shares.

    Parameters
    ----------
    models : mapping of str to Predicted
    bins : int

    Returns
    -------
    edges : ndarray, shape (bins + 1,)
    shares : dict of str to ndarray, shape (bins,)
        Share of the weight in each bin; an error on an edge belongs to the bin right of it.
    """
    count = _count(bins, "bins")
    ends = [(float(of.error.min()), float(of.error.max())) for of in models.values()]
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    if low == high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, count + 1)
    found = {}
    for name, of in models.items():
        heights, _ = np.histogram(of.error, edges, weights=of.weight)
        found[name] = heights / of.whole
    return edges, found


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class BoxSummary(ByValue):
    """Quartiles of errors, whiskers, and the errors beyond them.

    Attributes
    ----------
    lower, median, upper : float
        Quartiles: the middle of all weighted quantiles.
    low, high : float
        Farthest errors within 1.5 boxes of the box.
    outlying : ndarray
        Distinct errors beyond these.
    error_low, error_high : float
        Least and greatest error.
    """

    lower: float
    median: float
    upper: float
    low: float
    high: float
    outlying: Floats
    error_low: float
    error_high: float


def box_summary(tally: ErrorTally) -> BoxSummary:
    """Return what a box plot of errors shows.

    References
    ----------
    J. W. Tukey, *Exploratory Data Analysis*, Addison-Wesley 1977.

    Examples
    --------
    >>> from costcurves.tallies.error_tally import ErrorTally
    >>> found = box_summary(ErrorTally.of([1, 2, 3, 4, 30], [0, 0, 0, 0, 0]))
    >>> found.lower, found.median, found.upper, found.high, found.outlying.tolist()
    (2.0, 3.0, 4.0, 4.0, [30.0])
    """
    lower, median, upper = (tally.quantile(share) for share in (0.25, 0.5, 0.75))
    reach = WHISKER * (upper - lower)
    inside = (tally.error >= lower - reach) & (tally.error <= upper + reach)
    near = tally.error[inside]
    ends = (float(near[0]), float(near[-1])) if len(near) else (lower, upper)
    least, most = float(tally.error[0]), float(tally.error[-1])
    return BoxSummary(
        lower, median, upper, min(ends[0], lower), max(ends[1], upper), tally.error[~inside], least, most
    )


@dataclasses.dataclass(frozen=True, slots=True)
class DoubleLiftPart:
    """Means of one part of the records, in the order of how two predictions compare.

    Attributes
    ----------
    part : int
        1 holds the records for which the first model predicts least against the second.
    middle : float
        Of the part, as a share of the weight.
    actual, first, second : float
        Mean outcome, and mean prediction of both models.
    """

    part: int
    middle: float
    actual: float
    first: float
    second: float


def double_lift(one: Predicted, other: Predicted, parts: Any = 10) -> tuple[DoubleLiftPart, ...]:
    """Cut the records into equal parts by the ratio of two predictions, and compare means in each.

    Records of one ratio are split evenly, as in :func:`costcurves.curves.over_depth.deciles`.

    Parameters
    ----------
    one, other : Predicted
        Two models on the same records.
    parts : int

    Raises
    ------
    UndefinedError
        If a prediction is not above 0, so that ratios say nothing.

    Examples
    --------
    >>> from costcurves.tallies.numeric_records import NumericRecords
    >>> of = NumericRecords.read([2, 4, 6, 8], {"a": [1, 4, 6, 9], "b": [2, 4, 5, 6]}).predicted
    >>> [(part.actual, part.first, part.second) for part in double_lift(of("a"), of("b"), 2)]
    [(3.0, 2.5, 3.0), (7.0, 7.5, 5.5)]
    """
    count = _count(parts, "parts")
    least = min(float(one.prediction.min()), float(other.prediction.min()))
    if least <= 0:
        raise UndefinedError(
            "a double lift orders records by the ratio of two predictions, all above 0",
            f"{least:g}",
            "draw actual_predicted instead",
        )
    weight = np.ones(len(one.y)) if one.weight is None else one.weight.astype(float)
    ratio, place = np.unique(one.prediction / other.prediction, return_inverse=True)
    place = place.reshape(-1)
    columns = [np.ones(len(one.y)), one.y, one.prediction, other.prediction]
    sums = [running(np.bincount(place, weight * column, len(ratio))) for column in columns]
    share = sums[0] / sums[0][-1]
    ends = np.arange(count + 1) / count
    held = [np.diff(np.interp(ends, share, column)) for column in sums]
    middles = (ends[:-1] + ends[1:]) / 2
    means = np.column_stack([middles, *(column / held[0] for column in held[1:])])
    return tuple(DoubleLiftPart(part, *row) for part, row in enumerate(means.tolist(), 1))


def _count(value: Any, name: str) -> int:
    """Read a number of bins or parts."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise InputError(f"the number of {name} must be a whole number, 1 or more", repr(value))
    return int(value)
