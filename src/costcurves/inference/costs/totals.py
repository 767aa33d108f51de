"""Totals in money where every record has costs of its own, and what they save, with their intervals."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.criteria.decision import Decision
from costcurves.criteria.total_cost import costs_by_row
from costcurves.errors import one_class
from costcurves.inference.costs.left_out import SPLITS_THAT_TELL, WORTH_OF_ONE_SPLIT
from costcurves.inference.counts.cost_intervals import MEANS, mean_ends
from costcurves.inference.counts.rates import summed
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.resampling import Placed
from costcurves.inference.targets import Target
from costcurves.inference.variances import class_moments

if TYPE_CHECKING:
    from costcurves.tallies.records import Records

#: How the interval of a ratio of two totals is made.
RATIO = f"ratios that are not rejected: {MEANS}"
#: How often the distance is doubled within which an end is looked for, from the ratio found or 1 on.
DOUBLINGS = 10
#: What asks for both classes.
PURPOSE = "the interval of a total"


def total_interval(records: Records, how: Any, level: float = 0.95) -> Estimate:
    """Return what a decision comes to on as many records of each class, with the interval of the total.

    The total is a sum of two class means, each times the weight of its class; records vary in what
    they cost, within their class. See :func:`costcurves.inference.counts.cost_intervals.mean_ends`.

    Parameters
    ----------
    records : Records
        With per-row costs.
    how : Decision or array_like of bool, shape (records,)
        As given: that it may have been chosen on these records is not counted.
    level : float

    Raises
    ------
    UndefinedError
        If a class has no records.
    """
    money = _Money.of_records(records, how)
    return Estimate(*money.less(0.0, 0, confidence(level)), level, MEANS, _words(how), target=Target.GIVEN)


def spread_total(records: Records, flagged: Floats, level: float = 0.95) -> Estimate:
    """Return the total of records that are flagged otherwise in every split, averaged, with its interval.

    Records are worth less by how much the total varies over splits, as other records would have chosen
    otherwise; see :class:`costcurves.inference.costs.left_out.LeftOut`.

    Parameters
    ----------
    records : Records
        With per-row costs.
    flagged : ndarray, shape (splits, records)
        Whether each record is flagged.
    level : float
    """
    nobody, everybody = (costs_by_row(records, np.full(len(records), flags)) for flags in (False, True))
    split = nobody + flagged * (everybody - nobody)
    money, level = _Money.of_costs(records, split.mean(axis=0)), confidence(level)
    weight = np.ones(len(records)) if records.weight is None else records.weight
    vary = float((split @ weight).var(ddof=1)) if len(split) >= SPLITS_THAT_TELL else None
    ends = money.less(0.0, 0, level, worth=money.worth(vary, level))
    return Estimate(*ends, level, MEANS, target=Target.WHOLE_CHOICE)


def savings_interval(records: Records, how: Any, level: float = 0.95) -> Estimate | None:
    """Return which share of the cheaper of flagging nobody and everybody is saved, with its interval.

    Saved is 1 − C/min(B₁, B₂). The interval of C/B holds all r for which the total of c − r·b has an
    interval that holds 0 (Fieller's idea), and that is made as those of totals are: errors that nobody
    made are not ruled out. Which baseline is cheaper is not certain either. Since the savings
    are the smaller of those against each, the lower of both low ends and of both high ends are taken.

    Parameters
    ----------
    records : Records
        With per-row costs.
    how : Decision or array_like of bool, shape (records,)
        As given, see :func:`total_interval`.
    level : float

    Returns
    -------
    Estimate or None
        None where what flagging nobody or everybody costs is not certainly above 0: a share of it may
        be anything.

    Raises
    ------
    UndefinedError
        If a class has no records.

    References
    ----------
    Fieller (1954), Journal of the Royal Statistical Society B 16.
    """
    money, level = _Money.of_records(records, how), confidence(level)
    cost, *baselines = money.totals
    if min(baselines) <= 0:
        return None
    lows, highs = zip(*(money.ratio_ends(base, level) for base in (1, 2)), strict=True)
    # The ratio to the smaller baseline is further from 0, also where the decision brings money.
    least, most = max(lows, key=abs), max(highs, key=abs)
    if math.isinf(least) or math.isinf(most):
        return None
    saved = 1 - cost / min(baselines)
    return Estimate(saved, 1 - most, 1 - least, level, RATIO, _words(how), target=Target.GIVEN)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Money(ByValue):
    """What records cost as decided, and what they would cost otherwise.

    Attributes
    ----------
    placed : Placed
    sizes : pair of float
        Weights of the positives and of the negatives.
    costs : ndarray, shape (records, 3)
        As decided, left alone, acted on.
    """

    placed: Placed
    sizes: tuple[float, float]
    costs: Floats

    @classmethod
    def of_records(cls, records: Records, how: Any) -> _Money:
        """Read the costs of records under a decision or flags."""
        return cls.of_costs(records, costs_by_row(records, how))

    @classmethod
    def of_costs(cls, records: Records, decided: Floats) -> _Money:
        """Read what the records cost as decided; both classes must have some that count."""
        placed = Placed.of_records(records, {})
        kept = slice(None) if records.weight is None else np.flatnonzero(records.weight)
        weight, is_positive = placed.weights(placed.rows), placed.is_positive[placed.rows]
        mine, total = float(weight[is_positive].sum()), float(weight.sum())
        for missing, found in (("positive", placed.is_positive), ("negative", ~placed.is_positive)):
            if not found.any():
                raise one_class(PURPOSE, missing, total)
        alike = (costs_by_row(records, np.full(len(records), flags)) for flags in (False, True))
        costs = np.column_stack([column[kept] for column in (decided, *alike)])
        return cls(placed, (mine, total - mine), costs)

    @property
    def totals(self) -> list[float]:
        """What all records cost as decided, left alone, acted on."""
        return [math.fsum(self.placed.weights() * column) for column in self.costs.T]

    @property
    def possible(self) -> Floats:
        """What records may cost: whoever treats all alike knows how a new one will be treated."""
        alike = any(np.array_equal(self.costs[:, 0], self.costs[:, way]) for way in (1, 2))
        return self.costs[:, :1] if alike else self.costs

    def less(
        self, ratio: float, base: int, level: float, *, both_ways: bool = False, worth: float = 1.0
    ) -> tuple[float, float, float]:
        """Return the total of what is decided less so many times a baseline, and its ends."""
        possible = self.possible - ratio * self.costs[:, [base]]
        is_positive = self.placed.is_positive
        classes = [possible[is_positive == positive] for positive in (True, False)]
        # What a record of its class costs at the least is certain; what lies above it is a loss.
        least, most = np.array([[float(end(mine)) for mine in classes] for end in (np.min, np.max)])
        above = possible[:, :1] - np.where(is_positive, *least)[:, None]
        found = class_moments(self.placed, [(self.placed.rows, above[self.placed.rows])])
        parts = []
        for mean, square, size, start, end, weight in zip(
            found.mean, found.square, worth * found.sizes(level), least, most, self.sizes, strict=True
        ):
            ends = mean_ends(mean, square, size, end - start, level, both_ways=both_ways)
            parts.append((weight, *(start + one for one in (mean, *ends))))
        centre, low, high = (float(one[0]) for one in summed(parts, found.correlation))
        return centre, low, high

    def worth(self, vary: float | None, level: float) -> float:
        """Return which share of their number records are worth whose total varies by so much over splits."""
        if vary is None:
            return WORTH_OF_ONE_SPLIT
        found = class_moments(self.placed, [(self.placed.rows, self.costs[self.placed.rows, :1])])
        spread = (found.square - found.mean**2) / found.sizes(level)
        given = float((np.square(self.sizes) * spread[:, 0]).sum())
        return given / (given + vary) if given else 1.0

    def ratio_ends(self, base: int, level: float) -> tuple[float, float]:
        """Return the ends of the interval of the ratio to a baseline; infinite where there are none."""
        ratio = self.totals[0] / self.totals[base]
        return self._end(ratio, base, level, -1), self._end(ratio, base, level, 1)

    def _end(self, ratio: float, base: int, level: float, way: int) -> float:
        """Return where ratios are rejected from, upwards (1) or downwards (−1)."""
        from scipy import optimize

        def reach(distance: float) -> float:
            """Tell by how much the interval of the total reaches beyond 0; below 0 where it does not."""
            _, low, high = self.less(ratio + way * distance, base, level, both_ways=True)
            return high if way > 0 else -low

        if reach(0.0) <= 0:
            return ratio
        near, step = 0.0, max(1.0, abs(ratio))
        for _ in range(DOUBLINGS):
            if reach(step) < 0:
                return ratio + way * float(optimize.brentq(reach, near, step, xtol=1e-9))
            near, step = step, 2 * step
        return way * math.inf


def _words(how: Any) -> str:
    """Say what an interval is for."""
    return "the decision as given" if isinstance(how, Decision) else "the flags as given"
