"""Two models on the same records: how their costs differ, record by record, and how sure that is."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import _arrays
from costcurves._arrays import ByValue, Floats
from costcurves.inference.cost_bands import PLACES
from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.flips import flipped_law, normal_law, sided, tails
from costcurves.inference.maximum import pointwise_level
from costcurves.inference.means import ClassMeans, class_means
from costcurves.inference.paired_rates import tango
from costcurves.inference.spread import CHUNK
from costcurves.inference.turning import losses, turning_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from costcurves.inference.resampling import Placed
    from costcurves.priors import ConditionPrior
    from costcurves.selection import Rule

__all__ = ["PairedCosts"]

BY_SCORE = "square-and-add of Tango's score intervals for paired rates"
BY_SPREAD = "Student's t, from the spread over {}"
BY_FLIPS = "exact test of flipped signs (mid-p)"

#: Differing records beyond which the law of flipped signs is the normal one to all digits that count.
MANY = 4_000


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PairedCosts(ByValue):
    """What model `a` costs more than model `b` on the same records.

    Attributes
    ----------
    placed : Placed
    turn_a, turn_b : ndarray, shape (splits, records)
        PC(+) from which on each record is flagged; see :func:`turning_points`.
    target : str
    """

    placed: Placed
    turn_a: Floats
    turn_b: Floats
    target: str = ""

    @classmethod
    def of(cls, placed: Placed, a: str, b: str, rule_a: Rule, rule_b: Rule, target: str = "") -> PairedCosts:
        """Read the turning points of both models under their rules."""
        return cls(placed, turning_points(placed, a, rule_a), turning_points(placed, b, rule_b), target)

    # ---- at conditions ----------------------------------------------------------------------

    def band(
        self, pc: ArrayLike = PLACES, level: float = 0.95, *, simultaneous: bool = False, seed: int = 0
    ) -> Band:
        """Return the band of the difference in NEC over conditions; below 0 where `a` is cheaper."""
        x = np.asarray(pc, float)
        pointwise = confidence(level)
        if simultaneous:
            pointwise = pointwise_level(self.means(x, together=True).covariance, pointwise, seed)
        centre, low, high, method = self.ends(x, pointwise)
        names = {"x_name": "PC(+)", "y_name": "difference in normalised expected cost"}
        return Band(x, centre, low, high, level, simultaneous, method, self.target, **names)

    def ends(self, x: Floats, level: float) -> tuple[Floats, Floats, Floats, str]:
        """Return the differences at conditions, both ends of their intervals, and how they were made.

        What matters of a class is on how many records only one model is wrong. Averaged over splits
        these are not whole: then they are what gives the mean and the mean square of the differences.
        """
        if self.placed.weight is not None or self.placed.cluster is not None:
            found = self.means(x)
            return (*found.ends(level), BY_SPREAD.format(found.units))
        centre, below, above = np.zeros(len(x)), [], []
        for share, (only_a, only_b, count) in zip((x, 1 - x), self.discordant(x), strict=True):
            rate = (only_a - only_b) / count
            low, high = tango(only_a, only_b, count, level)
            centre = centre + share * rate
            below.append(share * (rate - low))
            above.append(share * (high - rate))
        return centre, centre - np.hypot(*below), centre + np.hypot(*above), BY_SCORE

    def discordant(self, x: Floats) -> list[tuple[Floats, Floats, int]]:
        """Return on how many positives, then negatives, only `a` and only `b` is wrong, and of how many."""
        first, second = np.zeros((2, 2, len(x)))
        for rows, values in self.differences(x):
            for i, positive in enumerate((True, False)):
                mine = values[self.placed.is_positive[rows] == positive]
                first[i] += mine.sum(0)
                second[i] += (mine.astype(float) ** 2).sum(0)
        splits = len(self.turn_a)
        first, second = first / splits, second / splits**2
        # Averages over splits can have a greater mean than their squares allow for whole ones.
        second = np.maximum(second, np.abs(first))
        positives = int(np.count_nonzero(self.placed.is_positive))
        counts = (positives, len(self.placed) - positives)
        pairs = zip(first, second, counts, strict=True)
        return [((b + a) / 2, (b - a) / 2, n) for a, b, n in pairs]

    def differences(self, x: Floats) -> Iterator[tuple[slice, NDArray[np.int64]]]:
        """Yield, chunk by chunk, in how many more splits `a` is wrong about each record than `b`."""
        sign = np.where(self.placed.is_positive, 1, -1)
        for start in range(0, len(self.placed), CHUNK):
            rows = slice(start, start + CHUNK)
            missed_a, missed_b = (
                (turn[:, rows, None] > x).sum(axis=0) for turn in (self.turn_a, self.turn_b)
            )
            yield rows, sign[rows, None] * (missed_a - missed_b)

    def means(self, x: Floats, *, together: bool = False) -> ClassMeans:
        """Return the differences in NEC at conditions with their variances (and covariances)."""
        is_positive, splits = self.placed.is_positive[:, None], len(self.turn_a)
        chunks = (
            (rows, values * np.where(is_positive[rows], x, 1 - x) / splits) for rows, values in self.differences(x)
        )
        return class_means(self.placed, chunks, together=together)

    # ---- under a belief ---------------------------------------------------------------------

    def expected(self, prior: ConditionPrior) -> ClassMeans:
        """Return the difference in expected NEC under a belief about PC(+), with its variance."""
        difference = losses(self.placed, self.turn_a, prior) - losses(self.placed, self.turn_b, prior)
        return class_means(self.placed, [(slice(None), difference[:, None])])

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
        prevalence: McNemar's test), half of its own probability counted (mid-p). Weighted and
        clustered records are tested by Student's t.
        """
        x = np.array([_arrays.share(pc, "pc")])
        centre, low, high, method = self.ends(x, confidence(level))
        estimate = Estimate(centre[0], low[0], high[0], level, method, self.target)
        null = "both models cost the same at this condition"
        if self.placed.weight is not None or self.placed.cluster is not None:
            found = self.means(x)
            return t_test(found, null, estimate, alternative)
        differences = np.concatenate([values[:, 0] for _, values in self.differences(x)])
        pvalue = self._flipped(differences, float(x[0]), alternative)
        return TestResult(BY_FLIPS, pvalue, null, None, estimate, alternative)

    def _flipped(self, differences: NDArray[np.int64], x: float, alternative: str) -> float:
        """Return the p-value of the differences under flips of sign."""
        splits = len(self.turn_a)
        laws, found, variance = [], 0.0, 0.0
        for positive, share in ((True, x), (False, 1 - x)):
            mine = differences[self.placed.is_positive == positive]
            unit = share / (len(mine) * splits)
            amounts = np.abs(mine[mine != 0])
            found += float(mine.sum()) * unit
            variance += float((amounts.astype(float) ** 2).sum()) * unit**2
            laws.append((amounts, unit))
        if not variance:
            return 1.0
        if sum(len(amounts) for amounts, _ in laws) > MANY:
            below, equal, above = normal_law(found / np.sqrt(variance))
        else:
            values = [(values * unit, chances) for amounts, unit in laws for values, chances in [flipped_law(amounts)]]
            below, equal, above = tails(found, *values)
        return sided(below + equal / 2, above + equal / 2, alternative)


def t_test(found: ClassMeans, null: str, estimate: Estimate, alternative: str) -> TestResult:
    """Test whether a difference of means is 0, by its spread."""
    from scipy import stats

    centre, variance = float(found.centre[0]), float(found.variance[0])
    if not variance:
        return TestResult(estimate.method, 1.0 if not centre else 0.0, null, None, estimate, alternative)
    t = centre / variance**0.5
    below, above = (float(law(t, found.freedom[0])) for law in (stats.t.cdf, stats.t.sf))
    return TestResult(estimate.method, sided(below, above, alternative), null, t, estimate, alternative)
