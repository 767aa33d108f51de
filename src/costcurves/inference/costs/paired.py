"""Two models on the same records: how their costs differ, record by record, with intervals and tests."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves.errors import InputError
from costcurves.inference.costs.cost_bands import (
    PLACES,
    SHARE_OF_OPTIMISM,
    least_trivial,
    level_of_all,
    target_of,
)
from costcurves.inference.costs.crossfit import CrossFitted, losses, switch_points
from costcurves.inference.costs.paired_moments import PairedMoments, side_by_side, spread_of
from costcurves.inference.counts.cost_intervals import PAIRED
from costcurves.inference.estimate import Band, Estimate, TestResult, confidence
from costcurves.inference.pvalues import flipped_law, normal_law, pvalue_of, tails, thinned
from costcurves.inference.targets import Scope, Target
from costcurves.inference.variances import CHUNK, ClassMeans, ClassMoments, class_means, class_moments
from costcurves.rules.rule import Rule, optimal
from costcurves.tallies.cells import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from costcurves.conditions.beliefs import ConditionPrior
    from costcurves.inference.resampling import Placed, Rows, Splits

BY_FLIPS = "exact test of flipped signs (mid-p)"
#: The target where nothing is said of thresholds.
BEST = "difference in cost at the best possible thresholds, both found on the same records"
BY_NORMAL = "test of flipped signs (normal)"

#: Splits of fewer folds than this in all do not tell how the costs of best thresholds vary.
FOLDS_THAT_TELL = 20
#: Variances below are rounding: costs are of the order of 1.
ROUNDING = 1e-18
#: Places looked at together.
TOGETHER = 64
#: Differing records beyond which the law of flipped signs is the normal one to all digits that count.
MANY = 4_000


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PairedCosts(ByValue):
    """What model `a` costs more than model `b` on the same records.

    Attributes
    ----------
    placed : Placed
    switch_a, switch_b : ndarray, shape (splits, records)
        PC(+) from which on each record is flagged; see :func:`switch_points`.
    best : pair of ndarray, shape (1, records), or None
        The same with the thresholds that are best on these very records, where those are compared and
        the others are cross-fitted.
    target_words : str
        As of an :class:`Estimate`.
    target : Target
    anew : pair of CrossFitted, or None
        The rules by which they are cross-fitted.
    """

    placed: Placed
    switch_a: Numbers
    switch_b: Numbers
    best: tuple[Numbers, Numbers] | None = None
    target_words: str = ""
    target: Target = Target.RULE
    anew: tuple[CrossFitted, CrossFitted] | None = None

    @classmethod
    def given(cls, placed: Placed, a: str, b: str, rule_a: Rule, rule_b: Rule) -> PairedCosts:
        """Compare two models under rules that do not know the records."""
        one, other = switch_points(placed, a, rule_a), switch_points(placed, b, rule_b)
        titles = " and ".join(dict.fromkeys((rule_a.title, rule_b.title)))
        targets = {target_of(rule)[0] for rule in (rule_a, rule_b)}
        target = targets.pop() if len(targets) == 1 else Target.RULE
        return cls(placed, one, other, None, f"difference in cost, {titles}", target)

    @classmethod
    def of_flags(cls, placed: Placed, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> PairedCosts:
        """Compare two ways to flag the records, whatever the condition."""
        one, other = (np.asarray(2 * ~flagged, np.int8)[None] for flagged in (a, b))
        return cls(placed, one, other, None, "difference in cost, as given", Target.GIVEN)

    @classmethod
    def of_best(cls, placed: Placed, a: str, b: str, splits: Splits) -> PairedCosts:
        """Compare two models by their best thresholds, both found on these records.

        Both lower envelopes are too low, and by much the same, so that most of it cancels in their
        difference; what may be left is read off cross-fitted thresholds, and widens the intervals. So
        do the errors of cross-fitted thresholds, which are on more records than those of the best.
        """
        within = splits.within(placed)
        return cls.of_cross_fitted(CrossFitted(placed, a, within), CrossFitted(placed, b, within))

    @classmethod
    def of_cross_fitted(cls, one: CrossFitted, other: CrossFitted) -> PairedCosts:
        """Compare two models as :meth:`of_best` does, whose thresholds are cross-fitted already."""
        placed, rules = one.placed, (one, other)
        anew = [switch_points(placed, rule.model, rule) for rule in rules]
        best = [switch_points(placed, rule.model, optimal) for rule in rules]
        return cls(placed, anew[0], anew[1], (best[0], best[1]), BEST, Target.BEST, rules)

    # ---- at conditions ----------------------------------------------------------------------

    def band(
        self, pc: ArrayLike = PLACES, level: float = 0.95, *, simultaneous: bool = False, seed: int = 0
    ) -> Band:
        """Return the band of the difference in NEC over conditions; below 0 where `a` is cheaper."""
        x = np.asarray(pc, float)
        pointwise = confidence(level)
        if simultaneous:
            pointwise = level_of_all(self.means(thinned(x), together=True), pointwise, seed)
        y_name, scope = "difference in normalised expected cost", Scope.of(conditions=simultaneous)
        about = (PAIRED, self.target_words, "PC(+)", y_name)
        return Band(x, *self.ends(x, pointwise), level, scope, *about, target=self.target)

    def ends(self, x: Floats, level: float) -> tuple[Floats, Floats, Floats]:
        """Return the differences at conditions, and both ends of their intervals."""
        return self.moments_at(x).ends(level)

    def moments_at(self, x: Floats) -> PairedMoments:
        """Return what intervals at any level need of the records at conditions."""
        one, other = (
            _rates(self.placed, switch, x) for switch in self.best or (self.switch_a, self.switch_b)
        )
        limit = 1.0 if self.best is None else np.minimum(x, 1 - x)
        # Few places at once: what all records are there fits the cache. Weighted records are multiplied by
        # matrices, whose rounding depends on their width.
        blocks = np.array_split(x, -(-len(x) // TOGETHER)) if self.placed.counted else [x]
        parts = [spread_of(self.placed, self.differences(block)) for block in blocks]
        spread = parts[0] if len(parts) == 1 else side_by_side(parts)
        return self._moments(spread, (x, 1 - x), np.subtract(one, other), x, np.ones((2, len(x))), limit)

    def moments_under(self, prior: ConditionPrior) -> PairedMoments:
        """Return the same of what the records cost on average under a belief."""
        own = (self.switch_a, self.switch_b)
        differ, best = (
            np.subtract(*[losses(self.placed, switch, prior) for switch in switches])[:, None]
            for switches in (own, self.best or own)
        )
        mean = class_moments(self.placed, [(self.placed.rows, best[self.placed.rows])]).mean
        most = np.array([[prior.total(1)], [prior.total(0) - prior.total(1)]])
        limit = prior.total(0) if self.best is None else least_trivial(prior)
        spread = spread_of(self.placed, [(self.placed.rows, differ[self.placed.rows])])
        return self._moments(spread, (1.0, 1.0), mean, prior, most, limit)

    def _moments(
        self,
        spread: tuple[ClassMoments, Floats],
        shares: tuple[Any, Any],
        mean: Floats,
        at: Floats | ConditionPrior,
        most: Floats,
        limit: Floats | float,
    ) -> PairedMoments:
        """Put together what records differ by, and what the best thresholds add to that.

        Records differ as under thresholds that do not know them; the mean is that of the best ones.
        """
        (moments, size), places = spread, mean.shape[1]
        # A record that differs does so by one unit, if all of them do by the same.
        unit = np.divide(moments.square, size, out=most, where=size > 0)
        if self.anew is None:
            return PairedMoments(shares, mean, moments, unit, np.ones(places), np.zeros(places), limit)
        gap = np.asarray(sum(share * of for share, of in zip(shares, moments.mean - mean, strict=True)))
        worth_more = self._worth_more(shares, moments, at)
        return PairedMoments(shares, mean, moments, unit, worth_more, SHARE_OF_OPTIMISM * np.abs(gap), limit)

    def _worth_more(
        self, shares: tuple[Any, Any], moments: ClassMoments, at: Floats | ConditionPrior
    ) -> Floats:
        """Return by what factor records are worth more where costs are those of the best thresholds.

        Those vary less: the best of many moves little. The variance is taken halfway between what
        the records say and the grouped jackknife, which leaves out fold after fold: the one is too
        large and the other too small, see ``studies/coverage.py``.
        """
        assert self.anew is not None  # seen by `_moments`
        one, other = (rule.learned(at) for rule in self.anew)
        splits, folds, places = one.shape
        factor = np.ones(places)
        if splits * folds < FOLDS_THAT_TELL:
            return factor
        learned = (folds - 1) * (one - other).var(axis=1).mean(axis=0)
        spread = [share * np.sqrt(of) for share, of in zip(shares, moments.variances, strict=True)]
        given = spread[0] ** 2 + spread[1] ** 2 + 2 * moments.correlation * spread[0] * spread[1]
        # Where no fold makes a difference, that says nothing of how large one may be.
        varies = (learned > ROUNDING) & (given > ROUNDING)
        np.divide(2 * given, learned + given, out=factor, where=varies)
        return np.maximum(factor, 0.5)

    def differences(self, x: Floats) -> Iterator[tuple[Rows, Floats]]:
        """Yield, chunk by chunk, in what share of splits `a` is wrong about a record less that for `b`."""
        sign = np.where(self.placed.is_positive, 1.0, -1.0) / len(self.switch_a)
        for rows in self.placed.chunks(CHUNK):
            missed = [
                sum((switch[rows, None] > x).view(np.int8) for switch in switches)
                for switches in (self.switch_a, self.switch_b)
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

    def expected_interval(self, prior: ConditionPrior, level: float = 0.95) -> Estimate:
        """Return the interval of the difference in expected NEC under a belief about PC(+)."""
        return self._estimate(self.moments_under(prior), confidence(level))

    def _estimate(self, moments: PairedMoments, level: float) -> Estimate:
        """Return the difference at one place, or under a belief, with its interval."""
        centre, low, high = (float(end[0]) for end in moments.ends(level))
        return Estimate(centre, low, high, level, PAIRED, self.target_words, target=self.target)

    # ---- tests ------------------------------------------------------------------------------

    def test(self, pc: float, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
        """Test whether both models cost the same at a condition.

        If they do, either is equally likely to be the one that errs, wherever only one does: the
        difference is compared with its law under such flips of sign (at unit costs and PC(+) the
        prevalence: McNemar's test), half of its own probability counted (mid-p). Best thresholds,
        and weighted and clustered records, have no such law: there the p-value is read off the
        levels of the interval.
        """
        x = np.array([arrays.share(pc, "pc")])
        null, moments = "both models cost the same at this condition", self.moments_at(x)
        estimate = self._estimate(moments, confidence(level))
        if self.best is not None or not self.placed.counted:
            return moments.test(null, estimate, alternative)
        shares, squares = (float(x[0]), 1 - float(x[0])), moments.spread.square[:, 0]
        counts = moments.spread.rows[:, 0]
        only_one = (squares * counts).round().astype(int).tolist()
        if sum(only_one) > MANY:
            variance = sum(s**2 * q / n for s, q, n in zip(shares, squares, counts, strict=True))
            z = estimate.estimate / float(variance) ** 0.5
            pvalue = pvalue_of(*normal_law(z), alternative)
            return TestResult(BY_NORMAL, pvalue, null, z, estimate, alternative)
        laws = [flipped_law(k, s / n) for k, s, n in zip(only_one, shares, counts, strict=True)]
        pvalue = pvalue_of(*tails(estimate.estimate, *laws), alternative)
        return TestResult(BY_FLIPS, pvalue, null, None, estimate, alternative)

    def equivalence(self, pc: float, margin: float, *, alpha: float = 0.05) -> TestResult:
        """Test whether the costs differ by less than a margin: both one-sided tests must say so.

        Parameters
        ----------
        pc : float
        margin : float
            In NEC, above 0.
        alpha : float
            Of each one-sided test; the interval beside it has the level 1 − 2·alpha.
        """
        pvalue = max(self._against(pc, way * margin, way) for way in (-1, 1))
        null = f"the costs differ by {margin:g} or more"
        return self._margin_test("two one-sided tests", pc, pvalue, null, alpha, "two-sided")

    def non_inferiority(self, pc: float, margin: float, *, alpha: float = 0.05) -> TestResult:
        """Test whether `a` costs at most a margin more than `b`; see :meth:`equivalence`."""
        null = f"a costs {margin:g} or more above b"
        pvalue = self._against(pc, margin, 1)
        return self._margin_test("test of non-inferiority", pc, pvalue, null, alpha, "less")

    def _margin_test(
        self, method: str, pc: float, pvalue: float, null: str, alpha: float, alternative: str
    ) -> TestResult:
        """Put a test against a margin beside the interval that agrees with it."""
        # Rounded: as people write levels, 1 − 2 · 0.05 is 0.9.
        estimate = self.band([pc], round(1 - 2 * alpha, 12)).at(pc)
        return TestResult(method, pvalue, null, None, estimate, alternative)

    def _against(self, pc: float, margin: float, way: int) -> float:
        """Return the p-value of a difference that is a margin or lies beyond it, upwards (1) or downwards."""
        if not margin * way > 0:
            raise InputError("a margin must lie above 0", repr(margin * way))
        x = np.array([arrays.share(pc, "pc")])
        return self.moments_at(x).tails(margin)[0 if way > 0 else 1]

    def expected_test(
        self, prior: ConditionPrior, alternative: str = "two-sided", level: float = 0.95
    ) -> TestResult:
        """Test whether both models cost the same on average under a belief about PC(+)."""
        null = "both models cost the same on average"
        moments = self.moments_under(prior)
        return moments.test(null, self._estimate(moments, confidence(level)), alternative)


def _rates(placed: Placed, switch: Numbers, x: Floats) -> tuple[Floats, Floats]:
    """Return (fnr, fpr) at conditions of records that switch at some places, averaged over splits."""
    flagged = []
    every = np.arange(len(placed))[placed.rows]
    # Where sums round, records that switch together stay in the order of sums.
    kind: Any = None if placed.order is None else "stable"
    for positive in (True, False):
        rows = every[placed.is_positive[every] == positive]
        weight = placed.weights(rows)
        found: Floats = np.zeros(len(x))
        for one in switch[:, rows]:
            order = np.argsort(one, kind=kind)
            sums = running(weight[order])
            found = found + sums[np.searchsorted(one[order], x, side="right")] / sums[-1] / len(switch)
        flagged.append(found)
    return 1 - flagged[0], flagged[1]
