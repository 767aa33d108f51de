"""Intervals and bands of the cost of a model under a rule, each for the target that the rule means."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats, Numbers
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.inference.costs.crossfit import CrossFitted, losses, switch_points, switches_at
from costcurves.inference.counts.cost_intervals import MEANS, METHOD, RATES, mean_ends, nec_ends, rate_ends
from costcurves.inference.counts.rates import summed
from costcurves.inference.estimate import Band, Estimate, confidence
from costcurves.inference.pvalues import normal_quantile, pointwise_level, thinned
from costcurves.inference.resampling import Placed, Splits
from costcurves.inference.targets import Scope, Target
from costcurves.inference.variances import (
    ClassMeans,
    cells_flagged_at_rates,
    class_means,
    class_moments,
    losses_at,
    worth,
)
from costcurves.rules.rule import Fixed, Optimal, Rule, TunedOn, optimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

    from costcurves.space.cost_curve import CostCurve
    from costcurves.tallies.tally import Tally

    Ends = tuple[Floats, Floats, Floats]

#: Conditions at which bands are read, unless others are asked for.
PLACES = np.linspace(0.0, 1.0, 101)

#: The lower envelope is too low by about this share of what cross-fitted thresholds cost more. Were the
#: process of costs over thresholds a two-sided random walk against a parabola, as it is in the limit, the
#: gain on the records chosen on would be three times the loss on new ones.
SHARE_OF_OPTIMISM = 0.75
#: With few distinct scores it is less; a low end counts on this much only.
LEAST_SHARE = 0.5
SHARES = (SHARE_OF_OPTIMISM, LEAST_SHARE)

TARGETS: dict[type[Rule], Target] = {
    Fixed: Target.GIVEN,
    TunedOn: Target.OTHER_RECORDS,
    CrossFitted: Target.CROSS_FITTED,
    Optimal: Target.BEST,
}


def target_of(rule: Rule) -> tuple[Target, str]:
    """Return what intervals under a rule are for, and its words."""
    target = TARGETS.get(type(rule), Target.RULE)
    return target, target.words() or rule.title


@dataclasses.dataclass(frozen=True, eq=False)
class CostSample(ByValue):
    """A model on a sample of records: intervals and bands of its costs.

    Attributes
    ----------
    placed : Placed
    model : str
    splits : Splits
        How cross-fitted thresholds are dealt.
    """

    placed: Placed
    model: str = "model"
    splits: Splits = dataclasses.field(default_factory=Splits)

    @property
    def tally(self) -> Tally:
        """The tally of the model."""
        return self.placed.tallies[self.model]

    @functools.cached_property
    def cross_fitted(self) -> CrossFitted:
        """The rule of thresholds chosen on the other folds."""
        return CrossFitted(self.placed, self.model, self.splits.within(self.placed))

    @functools.cached_property
    def curve(self) -> CostCurve:
        """The cross-fitted curve, which takes longest."""
        return self.cross_fitted(self.tally)

    def _rates(self, rule: Rule, x: Floats) -> tuple[Floats, Floats]:
        own = isinstance(rule, CrossFitted) and rule is self.cross_fitted
        curve = self.curve if own else rule(self.tally)
        fpr, tpr = curve.rates(x)
        return fpr, 1 - tpr

    def interval(self, pc: float, rule: Rule | None = None, level: float = 0.95) -> Estimate:
        """Return the interval of NEC at one condition under a rule, by default cross-fitted thresholds."""
        place = arrays.share(pc, "pc")
        return self.band([place], rule, level).at(place)

    def band(
        self,
        pc: ArrayLike = PLACES,
        rule: Rule | None = None,
        level: float = 0.95,
        *,
        simultaneous: bool = False,
        seed: int = 0,
    ) -> Band:
        """Return the band of NEC under a rule, by default cross-fitted thresholds.

        A simultaneous one consists of pointwise intervals at the level that the greatest deviation
        asks for: they stay good where errors are few.
        """
        x, pointwise = np.asarray(pc, float), confidence(level)
        rule = self.cross_fitted if rule is None else rule
        if simultaneous:
            pointwise = self._pointwise_level(x, rule, pointwise, seed)
        if type(rule) is Optimal:
            ends = self._corrected(x, rule, pointwise)
        else:
            ends = self._ends(x, *self._rates(rule, x), pointwise)
        target, words = target_of(rule)
        about = (METHOD, words, "PC(+)", "normalised expected cost")
        return Band(x, *ends, level, Scope.of(conditions=simultaneous), *about, target=target)

    def rates(self, rule: Rule, level: float = 0.95) -> dict[str, Estimate]:
        """Return tpr and fpr of a rule that serves one threshold everywhere, with their intervals."""
        x = np.array([0.5])
        fpr, tpr = rule(self.tally).rates(x)
        flagged, level = cells_flagged_at_rates(self.tally, fpr, tpr), confidence(level)
        sizes = worth(self.placed, self.model, flagged, level)
        target, words = target_of(rule)
        found = {}
        for name, rate, size in (("tpr", tpr, sizes.positives), ("fpr", fpr, sizes.negatives)):
            low, high = (float(end[0]) for end in rate_ends(rate * size, size, level))
            found[name] = Estimate(float(rate[0]), low, high, level, RATES, words, target=target)
        return found

    def expected(self, prior: ConditionPrior, rule: Rule | None = None, level: float = 0.95) -> Estimate:
        """Return the interval of the expected NEC under a belief, by default at cross-fitted thresholds."""
        rule = self.cross_fitted if rule is None else rule
        centre, low, high = self._expected(prior, rule, confidence(level))
        if type(rule) is Optimal:
            optimism = self._expected(prior, self.cross_fitted, level)[0] - centre
            ends = [(centre + less, low + less, high + less) for less in (s * optimism for s in SHARES)]
            centre, low, high = corrected(ends, optimism, least_trivial(prior), level)
        target, words = target_of(rule)
        return Estimate(float(centre[0]), float(low[0]), float(high[0]), level, MEANS, words, target=target)

    def _expected(self, prior: ConditionPrior, rule: Rule, level: float) -> tuple[Floats, Floats, Floats]:
        """Return expected NEC and both ends, of one belief."""
        each = losses(self.placed, switch_points(self.placed, self.model, rule), prior)
        found = class_moments(self.placed, [(self.placed.rows, each[self.placed.rows, None])])
        # What a positive that is always missed costs, and a negative that is always flagged.
        most = (prior.total(1), prior.total(0) - prior.total(1))
        rows = zip(found.mean, found.square, found.sizes(level), most, strict=True)
        parts = [
            (1.0, mean, *mean_ends(mean, square, size, loss, level)) for mean, square, size, loss in rows
        ]
        centre, low, high = summed(parts, found.correlation)
        return centre, np.maximum(low, 0.0), np.minimum(high, prior.total(0))

    def _pointwise_level(self, x: Floats, rule: Rule, level: float, seed: int) -> float:
        """Return the level at which pointwise intervals hold together.

        Costs under cross-fitted thresholds go together as those under the best thresholds do.
        """
        x, settled = thinned(x), optimal if isinstance(rule, CrossFitted) else rule
        count = cells_flagged_at_rates(self.tally, *settled(self.tally).rates(x))
        spread = class_means(self.placed, losses_at(self.placed, self.model, count, x), together=True)
        return level_of_all(spread, level, seed)

    def _corrected(self, x: Floats, rule: Rule, level: float) -> tuple[Floats, Floats, Floats]:
        """Intervals of the population's lower envelope: plug-in rates, moved towards cross-fitted ones."""
        (fpr, fnr), (new_fpr, new_fnr) = (self._rates(one, x) for one in (rule, self.cross_fitted))
        ends = [
            self._ends(x, fpr + share * (new_fpr - fpr), fnr + share * (new_fnr - fnr), level)
            for share in SHARES
        ]
        optimism = x * (new_fnr - fnr) + (1 - x) * (new_fpr - fpr)
        return corrected(ends, optimism, np.minimum(x, 1 - x), level)

    def _ends(self, x: Floats, fpr: Floats, fnr: Floats, level: float) -> tuple[Floats, Floats, Floats]:
        """NEC at some rates, low end and high end."""
        sizes = worth(self.placed, self.model, cells_flagged_at_rates(self.tally, fpr, 1 - fnr), level)
        misses, false_alarms = fnr * sizes.positives, fpr * sizes.negatives
        return nec_ends(misses, sizes.positives, false_alarms, sizes.negatives, x, level, sizes.correlation)


def level_together(
    placed: Placed, rules: Mapping[str, Rule], at: float | ConditionPrior, level: float = 0.95, seed: int = 0
) -> float:
    """Return the level at which intervals of the costs of single models hold for all of them together.

    The best of several models looks better than it is, since it was chosen for its figure. An
    interval that holds for all of them together holds for the one that is chosen, too.

    Parameters
    ----------
    placed : Placed
        Records that all models scored.
    rules : mapping of str to Rule
        How thresholds are chosen, by model.
    at : float or ConditionPrior
        PC(+), or a belief about it.
    level : float
    seed : int

    Returns
    -------
    float
        At least `level`: that of the greatest standardised deviation, drawn from a normal law with the
        covariance of the costs.
    """
    prior = at if isinstance(at, ConditionPrior) else ConditionPrior.point(at)
    each = [losses(placed, _switches(placed, model, rule, at), prior) for model, rule in rules.items()]
    found = class_means(placed, [(placed.rows, np.column_stack(each)[placed.rows])], together=True)
    return level_of_all(found, confidence(level), seed)


def _switches(placed: Placed, model: str, rule: Rule, at: float | ConditionPrior) -> Numbers:
    """Return from which PC(+) on each record is flagged, in as far as what is asked about tells."""
    if isinstance(rule, CrossFitted) and not isinstance(at, ConditionPrior):
        return switches_at(rule, rule, at)
    return switch_points(placed, model, rule)


def level_of_all(means: ClassMeans, level: float, seed: int) -> float:
    """Return the level of intervals that hold for all of several means together."""
    assert means.covariance is not None  # they were found together
    return pointwise_level(means.covariance, level, seed)


def corrected(
    ends: Sequence[Ends], optimism: Floats, trivial: ArrayLike, level: float
) -> tuple[Floats, Floats, Floats]:
    """Return the interval of a cost whose optimism was taken off, with what is not known of that itself.

    Whatever the records say, nobody and everybody are among the choices: nothing is above the cheaper.

    Parameters
    ----------
    ends : pair of (centre, low, high)
        With as much of the optimism taken off as it usually is, and as it is at the least.
    optimism, trivial : array_like
    level : float
    """
    (centre, _, high), (least, low, _) = ends
    unknown = np.maximum(optimism, 0.0) / 2 * normal_quantile(level) / normal_quantile(0.95)
    found = np.minimum(centre, trivial)
    below = least - np.hypot(least - low, unknown)
    above = centre + np.hypot(high - centre, unknown)
    return found, np.clip(below, 0.0, found), np.minimum(above, trivial)


def least_trivial(prior: ConditionPrior) -> float:
    """Return the expected NEC of the cheaper of flagging nobody and flagging everybody, at each condition.

    Up to PC(+) ½ nobody is the cheaper; there both cost the same.
    """
    below = [float(prior.moments(np.array([0.5]), power)[0]) for power in (0, 1)]
    return below[1] + (prior.total(0) - below[0]) - (prior.total(1) - below[1])
