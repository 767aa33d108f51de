"""Parts of records on trial: what a common threshold and one of their own cost them, with intervals."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves._ground.wording import short
from costcurves.criteria.optima import least_cost
from costcurves.errors import UndefinedError
from costcurves.inference.costs.cost_bands import target_of
from costcurves.inference.costs.crossfit import CrossFitted, switch_points
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.counts.cost_intervals import METHOD, PAIRED, nec_ends, rate_ends
from costcurves.inference.estimate import Estimate
from costcurves.inference.folds.segments import Segment
from costcurves.inference.resampling import Placed, Splits
from costcurves.inference.variances import Worth, cells_flagged_at_rates, worth
from costcurves.measures.rate_intervals import wilson
from costcurves.rules.rule import Rule, TunedOn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

#: With fewer expected errors a segment is noted for it.
TOO_FEW = 10


def place(records: Records, model: str) -> Placed:
    """Place records to be dealt into folds of their own."""
    return dataclasses.replace(Placed.of_records(records, {model: records.tally(model)}), fold=None)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Trial(ByValue):
    """A model on records that come in segments, and what the common threshold decides about each.

    Attributes
    ----------
    records : Records
    model : str
    condition : OperatingCondition
    rule : Rule
        How the common threshold is chosen.
    chosen_on : Records or None
        Other records that choose thresholds.
    splits : Splits
    level : float
    flagged : ndarray of bool, shape (splits, records)
    """

    records: Records
    model: str
    condition: OperatingCondition
    rule: Rule
    chosen_on: Records | None
    splits: Splits
    level: float
    flagged: NDArray[np.bool_]

    def part(self, name: str, rows: NDArray[np.intp]) -> Part:
        """Take some of the records."""
        records = self.records.take(rows)
        positive, weight = records.is_positive, records.weight
        counts = [positive, ~positive] if weight is None else [weight[positive], weight[~positive]]
        weights = tuple(float(np.count_nonzero(c)) if weight is None else math.fsum(c) for c in counts)
        return Part(self, name, rows, records, self.flagged[:, rows], (weights[0], weights[1]))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Part(ByValue):
    """One segment, all others, or all records; `weights` are those of its positives and negatives."""

    trial: Trial
    name: str
    rows: NDArray[np.intp]
    records: Records
    flagged: NDArray[np.bool_]
    weights: tuple[float, float]

    # ---- where it is used -------------------------------------------------------------------

    @property
    def one_class(self) -> str:
        """Which class has no records; empty if both have some."""
        missing = [
            name for name, weight in zip(("positive", "negative"), self.weights, strict=True) if not weight
        ]
        return f"no {missing[0]} records" if missing else ""

    def shares(self, whole: Part) -> tuple[float, float]:
        """Its shares of all positives and of all negatives."""
        mine, all_of = self.weights, whole.weights
        return mine[0] / all_of[0], mine[1] / all_of[1]

    def cases(self, whole: Part) -> tuple[float, float]:
        """Shares of all cases, where the model is used, that are its positives and its negatives."""
        p, (positive, negative) = self.trial.condition.prevalence, self.shares(whole)
        return p * positive, (1 - p) * negative

    def condition(self, whole: Part) -> OperatingCondition:
        """The same costs at its own prevalence."""
        positive, negative = self.cases(whole)
        return dataclasses.replace(self.trial.condition, prevalence=positive / (positive + negative))

    # ---- costs ------------------------------------------------------------------------------

    def judged(self, whole: Part) -> Segment:
        """Judge it; against all records where it is one of several segments."""
        trial, placed, condition = self.trial, place(self.records, self.trial.model), self.condition(whole)
        apart = len(self.rows) < len(whole.rows)
        fnr, fpr = self.rates(self.flagged)
        size = self.worth(fnr, fpr)
        nec = self.nec(fnr, fpr, condition.pc, trial.rule)
        own, loss, why = self.own(placed, condition.pc) if apart else (None, None, "")
        wrong = self.flagged != self.records.is_positive
        errors = float(np.count_nonzero(wrong)) / len(self.flagged)
        few = f"about {short(errors)} errors, too few to rely on" if errors < TOO_FEW else ""
        return Segment(
            name=self.name,
            records=len(self.records),
            share=sum(self.cases(whole)),
            prevalence=condition.prevalence,
            pc=condition.pc,
            tpr=_rate(1 - fnr, size.positives, trial),
            fpr=_rate(fpr, size.negatives, trial),
            nec=nec,
            cost=_money(nec, condition),
            difference=self.difference(whole) if apart else None,
            own=own,
            loss=loss,
            flag=self.flag(whole),
            expected_errors=errors,
            notes=tuple(filter(None, (few, why))),
        )

    def rates(self, flagged: NDArray[np.bool_]) -> tuple[float, float]:
        """Return FNR and FPR of what was decided, averaged over splits; 0 for a class without records."""
        positive = self.records.is_positive
        wrong = [~flagged[:, positive], flagged[:, ~positive]]
        if self.records.weight is None:
            sums = [float(np.count_nonzero(errors)) for errors in wrong]
        else:
            weight = self.records.weight
            pairs = zip(wrong, (weight[positive], weight[~positive]), strict=True)
            sums = [math.fsum(errors.sum(axis=0) * mine) for errors, mine in pairs]
        fnr, fpr = (
            min(total / (len(flagged) * weight), 1.0) if weight else 0.0
            for total, weight in zip(sums, self.weights, strict=True)
        )
        return fnr, fpr

    def worth(self, fnr: float, fpr: float) -> Worth:
        """How many independent records its classes are worth for these rates."""
        if self.records.weight is None and self.records.cluster is None:
            positive, negative = (np.array([size]) for size in self.weights)
            return Worth(positive, negative, np.zeros(1))
        placed, model = place(self.records, self.trial.model), self.trial.model
        count = cells_flagged_at_rates(placed.tallies[model], np.array([fpr]), np.array([1 - fnr]))
        return worth(placed, model, count, self.trial.level)

    def nec(self, fnr: float, fpr: float, pc: float, rule: Rule) -> Estimate:
        """NEC of some rates, with its interval."""
        size, level = self.worth(fnr, fpr), self.trial.level
        p, n = float(size.positives[0]), float(size.negatives[0])
        centre, low, high = map(
            float, nec_ends(fnr * p, p, fpr * n, n, pc, level, float(size.correlation[0]))
        )
        return Estimate(centre, low, high, level, METHOD, rule.title, target=target_of(rule)[0])

    # ---- thresholds of its own --------------------------------------------------------------

    def chooser(self, whole: Part) -> Tally | None:
        """The tally that chooses its threshold: its own, or that of other records; None of one class."""
        others = self.trial.chosen_on
        if others is None:
            return self.records.tally(self.trial.model)
        if len(self.rows) < len(whole.rows):
            found = {str(value): rows for value, rows in others.rows_by("segment").items()}
            others = others.take(found.get(self.name, np.array([], np.intp)))
        tally = others.tally(self.trial.model)
        return tally if tally.total_positive and tally.total_negative else None

    def flag(self, whole: Part) -> str:
        """The threshold that is chosen for it, in words."""
        chooser = self.chooser(whole)
        if chooser is None:
            return ""
        return least_cost(self.condition(whole))(chooser).thresholds.rule

    def own(self, placed: Placed, pc: float) -> tuple[Estimate | None, Estimate | None, str]:
        """NEC of its own best threshold, what sharing one loses, or why there is neither."""
        try:
            rule = self.own_rule(placed)
            flagged = switch_points(placed, self.trial.model, rule) <= pc
        except UndefinedError as problem:
            return None, None, f"no threshold of its own: {problem}"
        # Both are decided: as if two models switched before or after every condition.
        switches = np.broadcast_arrays(*(np.where(way, 0.0, np.inf) for way in (self.flagged, flagged)))
        words = "NEC of the common threshold less that of its own"
        paired = PairedCosts(placed, switches[0], switches[1], target_words=words)
        ends = paired.ends(np.array([pc]), self.trial.level)
        centre, low, high = (float(end[0]) for end in ends)
        loss = Estimate(centre, low, high, self.trial.level, PAIRED, words, target=paired.target)
        return self.nec(*self.rates(flagged), pc, rule), loss, ""

    def own_rule(self, placed: Placed) -> Rule:
        """How its own threshold is chosen."""
        trial = self.trial
        if trial.chosen_on is None:
            return CrossFitted(placed, trial.model, trial.splits.within(placed))
        chooser = self.chooser(trial.part("", np.arange(len(trial.records))))
        if chooser is None:
            raise UndefinedError(
                "the records that choose must hold both classes in every segment", "one class at most"
            )
        return TunedOn(chooser)

    # ---- against all records ----------------------------------------------------------------

    def difference(self, whole: Part) -> Estimate | None:
        """NEC here less that of all records, which it is a part of.

        FNR and FPR of all records are averages of those here and those of the other records: the
        difference is a sum of four independent rates. None where weights or clusters of other records
        of one class say nothing of their spread.
        """
        rest = self.trial.part("the others", np.setdiff1d(whole.rows, self.rows))
        if rest.one_class and (self.records.weight is not None or self.records.cluster is not None):
            return None
        pc, own = whole.condition(whole).pc, self.condition(whole).pc
        positive, negative = self.shares(whole)
        mine = self.reach(own - pc * positive, (1 - own) - (1 - pc) * negative)
        others = rest.reach(-pc * (1 - positive), -(1 - pc) * (1 - negative))
        centre, below, above = mine[0] + others[0], *(math.hypot(mine[i], others[i]) for i in (1, 2))
        target, words = target_of(self.trial.rule)[0], "NEC here less that of all records"
        return Estimate(
            centre, centre - below, centre + above, self.trial.level, METHOD, words, target=target
        )

    def reach(self, of_fnr: float, of_fpr: float) -> tuple[float, float, float]:
        """Sum of both rates times factors, and how far its interval reaches below and above."""
        rates = self.rates(self.flagged)
        size = self.worth(*rates)
        distances = [
            _distances(rate, float(records[0]), factor, self.trial.level)
            for rate, records, factor in zip(
                rates, (size.positives, size.negatives), (of_fnr, of_fpr), strict=True
            )
        ]
        # A correlation that narrows is not relied on here.
        linked = max(2 * float(size.correlation[0]) * math.copysign(1, of_fnr * of_fpr), 0.0)
        below, above = (
            math.sqrt(max(a * a + b * b + linked * a * b, 0.0)) for a, b in zip(*distances, strict=True)
        )
        return rates[0] * of_fnr + rates[1] * of_fpr, below, above


def _distances(rate: float, records: float, factor: float, level: float) -> tuple[float, float]:
    """How far a rate times a factor may lie lower and higher; not at all where it has no records."""
    if not records:
        return 0.0, 0.0
    low, high = (abs(factor * (float(end) - rate)) for end in rate_ends(rate * records, records, level))
    return (low, high) if factor > 0 else (high, low)


def _rate(rate: float, size: Floats, trial: Trial) -> Estimate:
    low, high = wilson(rate * size, size, trial.level)
    return Estimate(
        rate,
        float(low[0]),
        float(high[0]),
        trial.level,
        "Wilson",
        trial.rule.title,
        target=target_of(trial.rule)[0],
    )


def _money(nec: Estimate, condition: OperatingCondition) -> Estimate | None:
    """NEC in money a case, where money is known."""
    if condition.relative:
        return None
    scale = condition.weight_positive + condition.weight_negative
    middle, low, high = (condition.offset + scale * end for end in (nec.estimate, nec.low, nec.high))
    return dataclasses.replace(nec, estimate=middle, low=low, high=high)
