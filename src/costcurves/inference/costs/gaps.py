"""How much dearer than the leading model the others are, with intervals that hold for all pairs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.costs.crossfit import switches_at
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.counts.cost_intervals import PAIRED
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.targets import Scope, Target
from costcurves.rules.rule import optimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurves.inference.costs.crossfit import CrossFitted

#: Fewer records of a class do not tell by what part of an error others may differ.
FEW = 10
METHOD = f"{PAIRED}; of those at best and at cross-fitted thresholds the outer ends"
WORDS = "difference in cost, thresholds chosen on the other folds or best on the same records"


def gaps(rules: Sequence[CrossFitted], pc: float, level: float = 0.95) -> Iterator[Estimate]:
    """Yield NEC of each model but the first less that of the first, at thresholds chosen on the other folds.

    An interval reaches as far as that of the difference at cross-fitted thresholds and that at the best
    thresholds (:meth:`PairedCosts.of_best`) do: where it excludes 0, both do, so that a test of the pair
    adjusted for all pairs by Holm's procedure rejects, too. 1 − level is shared out over all pairs of
    models, since the leading one was chosen by its cost. Few records of a class differ by whole errors:
    that one of five does so in few splits does not tell that another would do so as rarely.

    Parameters
    ----------
    rules : sequence of CrossFitted
        Of the same records and splits; the leading model first.
    pc, level : float
    """
    pairs = max(len(rules) * (len(rules) - 1) // 2, 1)
    each, x = 1 - (1 - confidence(level)) / pairs, np.array([pc])
    leading, *others = rules
    scope = Scope.PAIRS if pairs > 1 else Scope.ALONE
    anew, best = switches_at(leading, leading, pc), switches_at(leading, optimal, pc)
    for rule in others:
        own = switches_at(rule, rule, pc), switches_at(rule, optimal, pc)
        new = PairedCosts(rule.placed, own[0], anew)
        both = PairedCosts(rule.placed, own[0], anew, (own[1], best), anew=(rule, leading))
        found = [costs.moments_at(x) for costs in (new, both)]
        if min(rule.placed.units) < FEW:
            found = [of.in_whole_errors for of in found]
        (centre, low, high), (_, least, most) = ([float(end[0]) for end in of.ends(each)] for of in found)
        low, high = min(low, least), max(high, most)
        yield Estimate(centre, low, high, level, METHOD, WORDS, (), Target.CROSS_FITTED, scope, len(rules))
