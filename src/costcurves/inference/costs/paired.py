"""Two models on the same records: how their costs differ, record by record, and how sure that is."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves import _arrays
from costcurves._arrays import ByValue, Floats
from costcurves.cells import running
from costcurves.errors import InputError
from costcurves.inference.alternatives import pvalue_of
from costcurves.inference.costs.cost_bands import PLACES, SHARE_OF_OPTIMISM
from costcurves.inference.costs.crossfit import CrossFitted
from costcurves.inference.costs.turning import losses, turning_points
from costcurves.inference.counts.cost_intervals import PAIRED, nec_difference_ends
from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.flips import flipped_law, normal_law, tails
from costcurves.inference.maximum import normal_quantile, pointwise_level, thinned
from costcurves.inference.means import BY_SPREAD, ClassMeans, class_means
from costcurves.inference.spread import CHUNK
from costcurves.selection import optimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from costcurves.inference.resampling import Placed, Splits
    from costcurves.priors import ConditionPrior
    from costcurves.selection import Rule

__all__ = ["PairedCosts"]

BY_FLIPS = "exact test of flipped signs (mid-p)"
#: The target where nothing is said of thresholds, before how the cross-fitted ones were made.
BEST = "difference in cost at the best thresholds"
BY_NORMAL = "test of flipped signs (normal)"
BY_T = "paired t test over {}"

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
    best : pair of ndarray, shape (1, records), or None
        The same with the thresholds that are best on these very records, where those are compared and
        the others are cross-fitted.
    target : str
    """

    placed: Placed
    turn_a: Floats
    turn_b: Floats
    best: tuple[Floats, Floats] | None = None
    target: str = ""

    @classmethod
    def given(cls, placed: Placed, a: str, b: str, rule_a: Rule, rule_b: Rule) -> PairedCosts:
        """Compare two models under rules that do not know the records."""
        one, other = turning_points(placed, a, rule_a), turning_points(placed, b, rule_b)
        titles = " and ".join(dict.fromkeys((rule_a.title, rule_b.title)))
        return cls(placed, one, other, target=f"difference in cost, {titles}")

    @classmethod
    def of_best(cls, placed: Placed, a: str, b: str, splits: Splits) -> PairedCosts:
        """Compare two models by their best thresholds, both found on these records.

        Both lower envelopes are too low, and by much the same, so that most of it cancels in their
        difference; what may be left is read off cross-fitted thresholds, and widens the intervals. So
        do the errors of cross-fitted thresholds, which are on more records than those of the best.
        """
        within = splits.within(placed)
        anew = [CrossFitted(placed, model, within) for model in (a, b)]
        one, other = (turning_points(placed, rule.model, rule) for rule in anew)
        best = (turning_points(placed, a, optimal), turning_points(placed, b, optimal))
        target = f"{BEST}, {anew[0].title}"
        return cls(placed, one, other, best, target)

    # ---- at conditions ----------------------------------------------------------------------

    def band(
        self, pc: ArrayLike = PLACES, level: float = 0.95, *, simultaneous: bool = False, seed: int = 0
    ) -> Band:
        """Return the band of the difference in NEC over conditions; below 0 where `a` is cheaper."""
        x = np.asarray(pc, float)
        pointwise = confidence(level)
        if simultaneous:
            covariance = self.means(thinned(x), together=True).covariance
            assert covariance is not None  # asked for
            pointwise = pointwise_level(covariance, pointwise, seed)
        centre, low, high, method = self.ends(x, pointwise)
        return Band(
            x, centre, low, high, level, simultaneous, method, self.target,
            "PC(+)", "difference in normalised expected cost",
        )  # fmt: skip

    def ends(self, x: Floats, level: float) -> tuple[Floats, Floats, Floats, str]:
        """Return the differences at conditions, both ends of their intervals, and how they were made."""
        if self.placed.weight is not None or self.placed.cluster is not None:
            found = self.means(x)
            below = above = found.ends(level)[2] - found.centre
            method = BY_SPREAD.format(found.units)
        else:
            below, above = self._score_reach(x, level)
            method = PAIRED
        centre, doubt = self.centre(x), self.bias(x) * normal_quantile(level) / normal_quantile(0.95)
        return centre, centre - np.hypot(below, doubt), centre + np.hypot(above, doubt), method

    def _score_reach(self, x: Floats, level: float) -> tuple[Floats, Floats]:
        """Return how far the joined score intervals of both classes reach below and above."""
        alone, counts = [], []
        for _, rate, square, count in self._by_class(x):
            # As many records of either kind as have this mean and this mean square.
            discordant = np.maximum(square, np.abs(rate))
            alone.append((count * (discordant + rate) / 2, count * (discordant - rate) / 2))
            counts.append(count)
        centre, low, high = nec_difference_ends(alone[0], counts[0], alone[1], counts[1], x, level)
        return centre - low, high - centre

    def _by_class(self, x: Floats) -> Iterator[tuple[Floats, Floats, Floats, int]]:
        """Yield share, mean difference in errors, its mean square and count, of positives, then negatives."""
        squares = np.zeros((2, len(x)))
        for rows, values in self.differences(x):
            for i, positive in enumerate((True, False)):
                squares[i] += (values[self.placed.is_positive[rows] == positive] ** 2).sum(0)
        rates = [_rates(self.placed, turn, x) for turn in self.best or (self.turn_a, self.turn_b)]
        positives = int(np.count_nonzero(self.placed.is_positive))
        counts = (positives, len(self.placed) - positives)
        for i, (share, count) in enumerate(zip((x, 1 - x), counts, strict=True)):
            yield share, rates[0][i] - rates[1][i], squares[i] / count, count

    def centre(self, x: Floats) -> Floats:
        """Return the difference in NEC at conditions."""
        return _difference(self.placed, self.best or (self.turn_a, self.turn_b), x)

    def bias(self, x: Floats) -> Floats:
        """Return how far the difference of two envelopes may be off; 0 for given thresholds."""
        if self.best is None:
            return np.zeros(len(x))
        anew = _difference(self.placed, (self.turn_a, self.turn_b), x)
        return np.asarray(SHARE_OF_OPTIMISM * np.abs(anew - self.centre(x)))

    def differences(self, x: Floats) -> Iterator[tuple[slice, Floats]]:
        """Yield, chunk by chunk, in what share of splits `a` is wrong about a record less that for `b`."""
        sign = np.where(self.placed.is_positive, 1.0, -1.0) / len(self.turn_a)
        for start in range(0, len(self.placed), CHUNK):
            rows = slice(start, start + CHUNK)
            missed = [
                sum((turn[rows, None] > x).view(np.int8) for turn in turns)
                for turns in (self.turn_a, self.turn_b)
            ]
            yield rows, sign[rows, None] * (missed[0] - missed[1])

    def means(self, x: Floats, *, together: bool = False) -> ClassMeans:
        """Return the differences in NEC at conditions with their variances (and covariances).

        Of best thresholds these are the cross-fitted ones.
        """
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
        one, other = (losses(self.placed, turn, prior) for turn in (self.turn_a, self.turn_b))
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
        their own doubt: there, and of weighted and clustered records, Student's t is the law.
        """
        x = np.array([_arrays.share(pc, "pc")])
        estimate = self.band(x, level).at(float(x[0]))
        null, bias = "both models cost the same at this condition", float(self.bias(x)[0])
        centre, doubt = estimate.estimate, bias / normal_quantile(0.95)
        if self.placed.weight is not None or self.placed.cluster is not None:
            found = self.means(x)
            return t_test(centre, found.variance[0] + doubt**2, found, null, estimate, alternative)
        by_class = [(float(s[0]), float(q[0]), count) for s, _, q, count in self._by_class(x)]
        variance = doubt**2 + sum(share**2 * square / count for share, square, count in by_class)
        if self.best is not None:
            found = self.means(x)
            return t_test(centre, variance, found, null, estimate, alternative)
        only_one = [round(square * count) for _, square, count in by_class]
        if sum(only_one) > MANY:
            z = centre / variance**0.5
            return TestResult(
                BY_NORMAL, pvalue_of(*normal_law(z), alternative), null, z, estimate, alternative
            )
        units = [share / count for share, _, count in by_class]
        laws = [flipped_law(count, unit) for count, unit in zip(only_one, units, strict=True)]
        return TestResult(
            BY_FLIPS, pvalue_of(*tails(centre, *laws), alternative), null, None, estimate, alternative
        )

    def equivalence(self, pc: float, margin: float, alpha: float = 0.05) -> TestResult:
        """Test whether the costs differ by less than a margin: both one-sided tests must say so.

        Parameters
        ----------
        pc : float
        margin : float
            In NEC, above 0.
        alpha : float
            Of each one-sided test; the interval beside it has the level 1 − 2·alpha.
        """
        pvalues = [self._beyond(pc, margin, way) for way in (-1, 1)]
        null = f"the costs differ by {margin:g} or more"
        return self._margin_test("two one-sided tests", pc, max(pvalues), null, alpha, "two-sided")

    def non_inferiority(self, pc: float, margin: float, alpha: float = 0.05) -> TestResult:
        """Test whether `a` costs at most a margin more than `b`; see :meth:`equivalence`."""
        null = f"the first model costs {margin:g} or more above the second"
        return self._margin_test(
            "test of non-inferiority", pc, self._beyond(pc, margin, 1), null, alpha, "less"
        )

    def _margin_test(
        self, method: str, pc: float, pvalue: float, null: str, alpha: float, alternative: str
    ) -> TestResult:
        """Put a test against a margin beside the interval that agrees with it."""
        estimate = self.band([pc], 1 - 2 * alpha).at(pc)
        return TestResult(f"{method}, {estimate.method}", pvalue, null, None, estimate, alternative)

    def _beyond(self, pc: float, margin: float, way: int) -> float:
        """Return the p-value of a difference of `way` times a margin or beyond, by where intervals end."""
        if not margin > 0:
            raise InputError.because(must="a margin lies above 0", came=repr(margin))
        x = np.array([_arrays.share(pc, "pc")])
        if way * float(self.centre(x)[0]) >= margin:
            return 1.0 - self._level_reaching(x, margin, -way, way) / 2
        return self._level_reaching(x, margin, way, way) / 2

    def _level_reaching(self, x: Floats, margin: float, side: int, way: int) -> float:
        """Return one less the level at which an end of the interval meets the margin."""
        from scipy import optimize

        def short(logit: float) -> float:
            _, low, high, _ = self.ends(x, float(1 / (1 + np.exp(-logit))))
            return side * (way * margin - float((high if side > 0 else low)[0]))

        reach = 30.0
        if short(reach) > 0:  # the interval stays within at any level
            return 0.0
        if short(-reach) < 0:
            return 1.0
        return float(1 / (1 + np.exp(optimize.brentq(short, -reach, reach))))

    def expected_test(
        self, prior: ConditionPrior, alternative: str = "two-sided", level: float = 0.95
    ) -> TestResult:
        """Test whether both models cost the same on average under a belief about PC(+)."""
        estimate, found = self.expected_interval(prior, level), self.expected(prior)
        null = "both models cost the same on average"
        return t_test(found.centre[0], found.variance[0], found, null, estimate, alternative)


def t_test(
    centre: float, variance: float, means: ClassMeans, null: str, estimate: Estimate, alternative: str
) -> TestResult:
    """Test whether a difference is 0, by its variance and the degrees of freedom of means."""
    from scipy import stats

    method = BY_T.format(means.units)
    if not variance:
        return TestResult(method, 0.0 if centre else 1.0, null, None, estimate, alternative)
    t = float(centre) / float(variance) ** 0.5
    below, above = (float(law(t, means.freedom[0])) for law in (stats.t.cdf, stats.t.sf))
    return TestResult(method, pvalue_of(below, above, alternative), null, t, estimate, alternative)


def _difference(placed: Placed, turns: tuple[Floats, Floats], x: Floats) -> Floats:
    """Return the difference in NEC at conditions of records that turn at some places."""
    one, other = (_rates(placed, turn, x) for turn in turns)
    return np.asarray(x * (one[0] - other[0]) + (1 - x) * (one[1] - other[1]))


def _rates(placed: Placed, turn: Floats, x: Floats) -> tuple[Floats, Floats]:
    """Return (fnr, fpr) at conditions of records that turn at some places, averaged over splits."""
    flagged = []
    for positive in (True, False):
        rows = placed.is_positive == positive
        weight = np.ones(int(rows.sum())) if placed.weight is None else placed.weight[rows].astype(float)
        found: Floats = np.zeros(len(x))
        for one in turn[:, rows]:
            order = np.argsort(one)
            sums = running(weight[order])
            found = found + sums[np.searchsorted(one[order], x, side="right")] / sums[-1] / len(turn)
        flagged.append(found)
    return 1 - flagged[0], flagged[1]
