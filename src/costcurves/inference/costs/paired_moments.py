"""What records say of how two models differ in cost: all that intervals and tests need of them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.inference.counts.cost_intervals import paired_ends
from costcurves.inference.counts.rates import summed
from costcurves.inference.estimate import Estimate, TestResult
from costcurves.inference.pvalues import normal_quantile, pvalue_of, tails_by_ends
from costcurves.inference.variances import ClassMoments, class_moments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.arrays import Floats
    from costcurves.inference.resampling import Placed, Rows

    Spread = tuple[ClassMoments, Floats]

BY_ENDS = "error rate at which the interval ends at 0"
BY_ONE_SIDED_ENDS = "error rate at which the one-sided interval ends at 0"


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PairedMoments:
    """What the records say about differences in cost: all that intervals at any level need.

    Attributes
    ----------
    shares : pair of array_like
        How much a mean over the positives counts, and one over the negatives.
    mean : ndarray, shape (2, places)
        Mean differences in both classes.
    spread : ClassMoments
        Of what the records differ by, under thresholds that do not know them.
    units : ndarray, shape (2, places)
        What a record differs by, where it does.
    worth_more : ndarray, shape (places,)
        Factor of the number of records.
    bias : ndarray, shape (places,)
        How far the difference may be off, at 95 %.
    limit : array_like
        The greatest difference there can be.
    """

    shares: tuple[Any, Any]
    mean: Floats
    spread: ClassMoments
    units: Floats
    worth_more: Floats
    bias: Floats
    limit: Floats | float

    @property
    def in_whole_errors(self) -> PairedMoments:
        """The same for records that differ by a whole error where they do."""
        return dataclasses.replace(self, units=np.ones(self.units.shape))

    def ends(self, level: float) -> tuple[Floats, Floats, Floats]:
        """Return the differences, and both ends of their intervals.

        Means of the best thresholds go with mean squares of others, which may be too small for them:
        then as many records differ as the mean asks for.
        """
        sizes = self.spread.sizes(level) * self.worth_more
        ends = paired_ends(self.mean, self.spread.square, sizes, self.units, level)
        parts = list(zip(self.shares, self.mean, *ends, strict=True))
        centre, low, high = summed(parts, self.spread.correlation)
        unknown_bias = self.bias * normal_quantile(level) / normal_quantile(0.95)
        low = centre - np.hypot(centre - low, unknown_bias)
        high = centre + np.hypot(high - centre, unknown_bias)
        return centre, np.maximum(low, -self.limit), np.minimum(high, self.limit)

    def tails(self, value: float) -> tuple[float, float]:
        """Return how likely a difference as low, and as high, is if a value were true; of one place."""

        def ends(level: float) -> tuple[float, float]:
            _, low, high = self.ends(level)
            return float(low[0]), float(high[0])

        return tails_by_ends(float(self.ends(0.5)[0][0]), ends, value)

    def test(self, null: str, estimate: Estimate, alternative: str) -> TestResult:
        """Test whether there is no difference, in agreement with the intervals."""
        pvalue = pvalue_of(*self.tails(0.0), alternative)
        method = BY_ENDS if alternative == "two-sided" else BY_ONE_SIDED_ENDS
        return TestResult(method, pvalue, null, None, estimate, alternative)


def spread_of(placed: Placed, chunks: Iterable[tuple[Rows, Floats]]) -> Spread:
    """Return the moments of what records differ by, and the mean sizes of that."""
    both = class_moments(placed, ((rows, np.hstack([d, np.abs(d)])) for rows, d in chunks))
    places = both.mean.shape[1] // 2
    return both.part(slice(places)), both.mean[:, places:]


def side_by_side(parts: list[Spread]) -> Spread:
    """Join moments at blocks of places, of records that are drawn one by one."""
    moments, sizes = [moments for moments, _ in parts], [size for _, size in parts]
    mean, square = (np.hstack([getattr(one, name) for one in moments]) for name in ("mean", "square"))
    correlation = np.concatenate([one.correlation for one in moments])
    joined = dataclasses.replace(moments[0], mean=mean, square=square, correlation=correlation)
    return joined, np.hstack(sizes)
