"""Intervals of medians: order statistics of records, and of weighted or clustered ones by Woodruff's way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.numbers.unit_spread import UnitSpread
from costcurves.tallies.error_tally import ErrorTally, weighted_median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers

ORDERED = "order statistics (binomial)"
WOODRUFF = "quantiles at the interval of the share below the median (Woodruff), Student's t"


def median_interval(
    values: Floats, weight: Numbers | None, cluster: NDArray[np.intp] | None, level: float
) -> tuple[float, float, str]:
    """Return both ends of the interval of a median, and how they were made.

    Ends are infinite where records are too few to bound it: five or fewer at 95 %.

    References
    ----------
    R. S. Woodruff, *Confidence intervals for medians and other position measures*, JASA 47, 1952.

    Examples
    --------
    >>> median_interval(np.arange(1.0, 11.0), None, None, 0.95)[:2]
    (2.0, 9.0)
    """
    if weight is None and cluster is None:
        rank = order_rank(len(values), level)
        if not rank:
            return -math.inf, math.inf, ORDERED
        ordered = np.partition(values, (rank - 1, len(values) - rank))
        return float(ordered[rank - 1]), float(ordered[len(values) - rank]), ORDERED
    return *_woodruff(values, weight, cluster, level), WOODRUFF


def order_rank(count: int, level: float) -> int:
    """Return which smallest, and which greatest, of so many values are the ends; 0 where none are."""
    from scipy.special import bdtr, bdtrik

    tail = (1 - level) / 2
    rank = max(int(bdtrik(tail, count, 0.5)), 0) + 2  # more than enough, for rounding
    while rank > 0 and bdtr(rank - 1, count, 0.5) > tail:
        rank -= 1
    return rank


def _woodruff(
    values: Floats, weight: Numbers | None, cluster: NDArray[np.intp] | None, level: float
) -> tuple[float, float]:
    """Turn the interval of the share at or below the median into quantiles."""
    tally = ErrorTally.of_errors(values, weight)
    weights = np.ones(len(values)) if weight is None else weight
    below = (values <= weighted_median(values, weight)).astype(float)
    share = float(np.sum(weights * below) / weights.sum())
    spread = UnitSpread.of(weights * (below - share) / weights.sum(), cluster, weight)
    far = spread.reach(level) * spread.error
    low, high = 0.5 - far, 0.5 + far
    return (
        -math.inf if low <= 0 else tally.quantiles(low)[0],
        math.inf if high >= 1 else tally.quantiles(high)[1],
    )
