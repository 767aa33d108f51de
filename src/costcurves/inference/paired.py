"""Two models on the same records: how their costs differ, record by record, and how sure that is."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves import _arrays
from costcurves._arrays import ByValue, Floats
from costcurves.cells import running
from costcurves.inference.cost_bands import PLACES, SHARE_OF_OPTIMISM
from costcurves.inference.crossfit import CrossFitted
from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.flips import flipped_law, normal_law, sided, tails
from costcurves.inference.maximum import normal_quantile, pointwise_level
from costcurves.inference.means import ClassMeans, class_means
from costcurves.inference.paired_rates import tango
from costcurves.inference.spread import CHUNK
from costcurves.inference.turning import losses, turning_points
from costcurves.selection import optimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from costcurves.inference.resampling import Placed, Splits
    from costcurves.priors import ConditionPrior
    from costcurves.selection import Rule

__all__ = ["PairedCosts"]

BY_SCORE = "square-and-add of Tango's score intervals for paired rates"
BY_SPREAD = "Student's t, from the spread over {}"
BY_FLIPS = "exact test of flipped signs (mid-p)"
BY_NORMAL = "test of flipped signs (normal)"

#: Differing records beyond which the law of flipped signs is the normal one to all digits that count.
MANY = 4_000


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PairedCosts(ByValue):
    """What model `a` costs more than model `b` on the same records.

    Attributes
    ----------
    placed : Placed
    turn_a, turn_b : ndarray, shape (records,)
        PC(+) from which on each record is flagged; see :func:`turning_points`.
    fitted_anew : pair of ndarray, shape (splits, records), or None
        The same under cross-fitted thresholds, where the thresholds are the best on these records.
    target : str
    """

    placed: Placed
    turn_a: Floats
    turn_b: Floats
    fitted_anew: tuple[Floats, Floats] | None = None
    target: str = ""

    @classmethod
    def given(cls, placed: Placed, a: str, b: str, rule_a: Rule, rule_b: Rule) -> PairedCosts:
        """Compare two models under rules that do not know the records."""
        turns = (turning_points(placed, model, rule)[0] for model, rule in ((a, rule_a), (b, rule_b)))
        titles = " and ".join(dict.fromkeys((rule_a.title, rule_b.title)))
        return cls(placed, *turns, target=f"difference in cost, {titles}")

    @classmethod
    def of_best(cls, placed: Placed, a: str, b: str, splits: Splits) -> PairedCosts:
        """Compare two models by their best thresholds, both found on these records.

        Both envelopes are too low, and by much the same: in their difference most of it cancels. What
        may be left is bounded by cross-fitting both, and intervals are widened for it.
        """
        turns = (turning_points(placed, model, optimal)[0] for model in (a, b))
        within = splits.within(placed)
        anew = tuple(turning_points(placed, model, CrossFitted(placed, model, within)) for model in (a, b))
        named = CrossFitted(placed, a, within).title
        return cls(placed, *turns, (anew[0], anew[1]), f"difference in cost at the best thresholds, {named}")

    # ---- at conditions ----------------------------------------------------------------------

    def band(
        self, pc: ArrayLike = PLACES, level: float = 0.95, *, simultaneous: bool = False, seed: int = 0
    ) -> Band:
        """Return the band of the difference in NEC over conditions; below 0 where `a` is cheaper."""
        x = np.asarray(pc, float)
        pointwise = confidence(level)
        if simultaneous:
            covariance = self.means(x, together=True).covariance
            assert covariance is not None  # asked for
            pointwise = pointwise_level(covariance, pointwise, seed)
        centre, low, high, method = self.ends(x, pointwise)
        names = {"x_name": "PC(+)", "y_name": "difference in normalised expected cost"}
        return Band(x, centre, low, high, level, simultaneous, method, self.target, **names)

    def ends(self, x: Floats, level: float) -> tuple[Floats, Floats, Floats, str]:
        """Return the differences at conditions, both ends of their intervals, and how they were made."""
        if self.placed.weight is not None or self.placed.cluster is not None:
            found = self.means(x)
            centre, low, high = found.ends(level)
            method = BY_SPREAD.format(found.units)
        else:
            centre, low, high = self._score_ends(x, level)
            method = BY_SCORE
        doubt = self.doubt(x) * normal_quantile(level)
        return centre, centre - np.hypot(centre - low, doubt), centre + np.hypot(high - centre, doubt), method

    def _score_ends(self, x: Floats, level: float) -> tuple[Floats, Floats, Floats]:
        """Join the score intervals of both classes."""
        centre, below, above = np.zeros(len(x)), [], []
        for share, (only_a, only_b, count) in zip((x, 1 - x), self.discordant(x), strict=True):
            rate = (only_a - only_b) / count
            low, high = tango(only_a, only_b, count, level)
            centre = centre + share * rate
            below.append(share * (rate - low))
            above.append(share * (high - rate))
        return centre, centre - np.hypot(*below), centre + np.hypot(*above)

    def doubt(self, x: Floats) -> Floats:
        """Return the standard error that best thresholds add, 0 for given ones.

        Three quarters of the optimism of both models, as the sides of a right triangle, at 95 %: in
        simulations equal models then differ significantly 5 % of the time or less.
        """
        if self.fitted_anew is None:
            return np.zeros(len(x))
        told = []
        for turn, anew in zip((self.turn_a, self.turn_b), self.fitted_anew, strict=True):
            optimism = _nec(self.placed, anew, x) - _nec(self.placed, turn[None], x)
            told.append(np.maximum(optimism, 0.0))
        return SHARE_OF_OPTIMISM * np.hypot(*told) / normal_quantile(0.95)

    def discordant(self, x: Floats) -> list[tuple[Floats, Floats, int]]:
        """Return on how many positives, then negatives, only `a` and only `b` is wrong, and of how many."""
        only_a, only_b = np.zeros((2, 2, len(x)))
        for rows, values in self.differences(x):
            for i, positive in enumerate((True, False)):
                mine = values[self.placed.is_positive[rows] == positive]
                only_a[i] += (mine > 0).sum(0)
                only_b[i] += (mine < 0).sum(0)
        positives = int(np.count_nonzero(self.placed.is_positive))
        return list(zip(only_a, only_b, (positives, len(self.placed) - positives), strict=True))

    def differences(self, x: Floats) -> Iterator[tuple[slice, NDArray[np.int8]]]:
        """Yield, chunk by chunk, 1 where only `a` is wrong about a record, −1 where only `b` is, else 0."""
        sign = np.where(self.placed.is_positive, 1, -1).astype(np.int8)
        for start in range(0, len(self.placed), CHUNK):
            rows = slice(start, start + CHUNK)
            missed_a, missed_b = ((turn[rows, None] > x).view(np.int8) for turn in (self.turn_a, self.turn_b))
            yield rows, sign[rows, None] * (missed_a - missed_b)

    def means(self, x: Floats, *, together: bool = False) -> ClassMeans:
        """Return the differences in NEC at conditions with their variances (and covariances)."""
        is_positive = self.placed.is_positive[:, None]
        chunks = (
            (rows, values * np.where(is_positive[rows], x, 1 - x)) for rows, values in self.differences(x)
        )
        return class_means(self.placed, chunks, together=together)

    # ---- under a belief ---------------------------------------------------------------------

    def expected(self, prior: ConditionPrior) -> ClassMeans:
        """Return the difference in expected NEC under a belief about PC(+), with its variance.

        Of best thresholds the cross-fitted costs are compared.
        """
        turns = self.fitted_anew or (self.turn_a[None], self.turn_b[None])
        one, other = (losses(self.placed, turn, prior) for turn in turns)
        return class_means(self.placed, [(slice(None), (one - other)[:, None])])

    def expected_interval(self, prior: ConditionPrior, level: float = 0.95) -> Estimate:
        """Return the interval of the difference in expected NEC under a belief about PC(+)."""
        found = self.expected(prior)
        centre, low, high = (float(end[0]) for end in found.ends(confidence(level)))
        return Estimate(centre, low, high, level, BY_SPREAD.format(found.units), self.target)

    # ---- tests ------------------------------------------------------------------------------

    def test(self, pc: float, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
        """Test whether both models cost the same at a condition.

        If they do, either is equally likely to be the one that errs, wherever only one does: the
        difference is compared with its law under such flips of sign (at unit costs and PC(+) the
        prevalence: McNemar's test), half of its own probability counted (mid-p). Best thresholds add
        their own doubt and make the law normal; weighted and clustered records are tested by
        Student's t.
        """
        x = np.array([_arrays.share(pc, "pc")])
        estimate = self.band(x, level).at(float(x[0]))
        null, doubt = "both models cost the same at this condition", float(self.doubt(x)[0])
        if self.placed.weight is not None or self.placed.cluster is not None:
            return t_test(self.means(x), null, estimate, alternative, doubt)
        differences = np.concatenate([values[:, 0] for _, values in self.differences(x)])
        pvalue, z = self._flipped(differences, float(x[0]), alternative, doubt)
        return TestResult(BY_FLIPS if z is None else BY_NORMAL, pvalue, null, z, estimate, alternative)

    def expected_test(
        self, prior: ConditionPrior, alternative: str = "two-sided", level: float = 0.95
    ) -> TestResult:
        """Test whether both models cost the same on average under a belief about PC(+)."""
        estimate = self.expected_interval(prior, level)
        return t_test(self.expected(prior), "both models cost the same on average", estimate, alternative)

    def _flipped(
        self, differences: NDArray[np.int8], x: float, alternative: str, doubt: float
    ) -> tuple[float, float | None]:
        """Return the p-value of the differences under flips of sign, and z where the law is normal."""
        counts, units, found = [], [], 0.0
        for positive, share in ((True, x), (False, 1 - x)):
            mine = differences[self.placed.is_positive == positive]
            units.append(share / len(mine))
            counts.append(int(np.count_nonzero(mine)))
            found += float(mine.sum(dtype=np.int64)) * units[-1]
        variance = doubt**2 + sum(count * unit**2 for count, unit in zip(counts, units, strict=True))
        if not variance:
            return 1.0, None
        if doubt or sum(counts) > MANY:
            z = found / variance**0.5
            return sided(*normal_law(z), alternative), z
        laws = [flipped_law(count, unit) for count, unit in zip(counts, units, strict=True)]
        return sided(*tails(found, *laws), alternative), None


def t_test(
    found: ClassMeans, null: str, estimate: Estimate, alternative: str, doubt: float = 0.0
) -> TestResult:
    """Test whether a difference of means is 0, by its spread and a doubt beside it."""
    from scipy import stats

    centre, variance = float(found.centre[0]), float(found.variance[0]) + doubt**2
    if not variance:
        return TestResult(estimate.method, 0.0 if centre else 1.0, null, None, estimate, alternative)
    t = centre / variance**0.5
    below, above = (float(law(t, found.freedom[0])) for law in (stats.t.cdf, stats.t.sf))
    return TestResult(estimate.method, sided(below, above, alternative), null, t, estimate, alternative)


def _nec(placed: Placed, turn: Floats, x: Floats) -> Floats:
    """Return NEC at conditions of records that turn at some places, averaged over splits."""
    centre: Floats = np.zeros(len(x))
    for positive, share in ((True, x), (False, 1 - x)):
        rows = placed.is_positive == positive
        weight = None if placed.weight is None else placed.weight[rows].astype(float)
        for one in turn[:, rows]:
            order = np.argsort(one)
            sums = running(np.ones(len(one)) if weight is None else weight[order])
            flagged = sums[np.searchsorted(one[order], x, side="right")] / sums[-1]
            centre = centre + share * (1 - flagged if positive else flagged) / len(turn)
    return centre
