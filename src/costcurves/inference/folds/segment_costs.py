"""Judging a model segment by segment: costs of one threshold and of own ones, with intervals."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats
from costcurves._ground.number_words import short
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.conditions.stated_condition import StatedCondition
from costcurves.criteria.cheapest import least_cost
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.costs.cost_bands import target_of
from costcurves.inference.costs.cost_scales import in_money
from costcurves.inference.costs.crossfit import CrossFitted, switch_points
from costcurves.inference.costs.paired import PairedCosts
from costcurves.inference.counts.cost_intervals import METHOD, PAIRED, nec_ends, rate_ends
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.folds.fold_summary import one_model_of, require_records
from costcurves.inference.folds.segments import Refused, Segment, Segments
from costcurves.inference.resampling import Placed, Splits
from costcurves.inference.variances import Worth, cells_flagged_at_rates, worth
from costcurves.measures.rate_intervals import wilson
from costcurves.rules.rule import Rule, TunedOn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.conditions.stated_condition import Condition
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

ONE_BY_ONE = "Each interval holds by itself: among many, some will miss."
NO_BRIDGE = "Differences assume that no cluster spans several segments."
#: With fewer expected errors a segment is noted for it.
TOO_FEW = 10


def segment_costs(
    records: Records,
    condition: Condition,
    model: str | None = None,
    *,
    rule: Rule | None = None,
    chosen_on: Records | None = None,
    level: float = 0.95,
    folds: int = 5,
    repeats: int = 10,
    seed: int = 0,
) -> Segments:
    """Judge one threshold for all segments against one of its own in each, at an operating condition.

    The costs are the same everywhere; the prevalence is not. A stated one holds over all segments: each
    segment's odds of being positive are those of its records times the ratio of the stated odds to the
    odds of all records. So every segment has a PC(+) of its own, and costs a case, weighted by the shares of
    the segments, add up to those of all records. A model that is calibrated in every segment loses nothing
    by sharing: its best threshold depends on the costs alone.

    Parameters
    ----------
    records : Records with a segment
    condition : OperatingCondition, Costs or float
        With costs or PC(+) alone, the prevalence is that of the records.
    model : str, optional
        Needless if there is one.
    rule : Rule, optional
        How the common threshold is chosen, e.g. `fixed(0.5)`. By default both the common and the own
        thresholds are cross-fitted: each record is judged by thresholds chosen without it.
    chosen_on : Records with a segment, optional
        Other records that choose both the common and the own thresholds.
    level : float
        Confidence of each interval.
    folds, repeats, seed : int
        How cross-fitted thresholds are dealt; folds of the records take no part.

    Returns
    -------
    Segments

    Raises
    ------
    InputError
        If there are no segments, the condition or the model is none, or the prevalence is 0 or 1.
    UndefinedError
        If all records, or those of every segment, are of one class.

    References
    ----------
    Differences between a segment and all records are sums of four independent rates, joined as by Zou,
    Huang & Zhang (2009), Statistics in Medicine 28.

    Examples
    --------
    >>> from costcurves import Costs, Records
    >>> from costcurves.rules import fixed
    >>> records = Records.read([1, 1, 0, 0, 1, 1, 0, 0], [8, 7, 2, 1, 4, 9, 6, 3], segment=list("aaaabbbb"))
    >>> found = segment_costs(records, OperatingCondition(0.5, Costs(fp=1, fn=1)), rule=fixed(5))
    >>> [(one.name, one.nec.estimate, one.cost.estimate) for one in found.segments]
    [('a', 0.0, 0.0), ('b', 0.5, 0.5)]
    """
    trial = _trial(records, condition, model, rule, chosen_on, Splits(folds, repeats, seed), level)
    parts = [trial.part(str(value), rows) for value, rows in trial.records.rows_by("segment").items()]
    refused = [Refused(part.name, len(part.records), part.one_class) for part in parts if part.one_class]
    if len(refused) == len(parts):
        raise UndefinedError(
            "a segment needs records of both classes",
            f"one class in every one of {len(refused)} segments",
            "give more records, or wider segments",
        )
    whole = trial.part("all records", np.arange(len(trial.records)))
    segments = [part.judged(whole) for part in parts if not part.one_class]
    notes = [ONE_BY_ONE] if len(segments) > 2 else []
    notes += [NO_BRIDGE] if records.cluster is not None else []
    notes += StatedCondition.read(condition, trial.records.tally(trial.model).prevalence).notes
    found = (trial.model, trial.condition, trial.rule.title, whole.judged(whole))
    return Segments(*found, tuple(segments), tuple(refused), trial.level, tuple(notes))


def _trial(
    records: Records,
    condition: Condition,
    model: str | None,
    rule: Rule | None,
    chosen_on: Records | None,
    splits: Splits,
    level: float,
) -> _Trial:
    """Check what was given, and let the common threshold decide about every record."""
    require_records(records, "segments need records")
    if chosen_on is not None:
        require_records(chosen_on, "choosing thresholds elsewhere needs records")
        if rule is not None:
            raise InputError(
                "the common threshold must be chosen in one way", "both rule and chosen_on", "leave out one"
            )
    if records.weight is not None:
        records = records.take(np.flatnonzero(records.weight))
    name = one_model_of(records, model, "segments are judged")
    tally = records.tally(name)
    tally.require_both_classes("judging segments")
    operating = _condition(condition, tally)
    placed = _placed(records, name)
    if chosen_on is not None:
        rule = TunedOn(chosen_on.tally(name))
    if rule is None:
        rule = CrossFitted(placed, name, splits.within(placed))
    flagged = switch_points(placed, name, Rule.require(rule)) <= operating.pc
    return _Trial(records, name, operating, rule, chosen_on, splits, confidence(level), flagged)


def _placed(records: Records, model: str) -> Placed:
    """Place records to be dealt into folds of their own."""
    return dataclasses.replace(Placed.of_records(records, {model: records.tally(model)}), fold=None)


def _class_sums(records: Records, flags: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the weights of the flags of all splits, in both classes."""
    weight, classes = records.weight, (records.is_positive, ~records.is_positive)
    if weight is None:
        positive, negative = (float(np.count_nonzero(flags[:, mine])) for mine in classes)
    else:
        positive, negative = (math.fsum(flags[:, mine].sum(axis=0) * weight[mine]) for mine in classes)
    return positive, negative


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Trial(ByValue):
    """A model on records that come in segments, and what the common threshold decides in every split."""

    records: Records
    model: str
    condition: OperatingCondition
    rule: Rule
    chosen_on: Records | None
    splits: Splits
    level: float
    flagged: NDArray[np.bool_]

    def part(self, name: str, rows: NDArray[np.intp]) -> _Part:
        """Take some of the records."""
        records = self.records.take(rows)
        weights = _class_sums(records, np.ones((1, len(rows)), bool))
        return _Part(self, name, rows, records, self.flagged[:, rows], weights)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Part(ByValue):
    """One segment, all others, or all records; `weights` are those of its positives and negatives."""

    trial: _Trial
    name: str
    rows: NDArray[np.intp]
    records: Records
    flagged: NDArray[np.bool_]
    weights: tuple[float, float]

    @property
    def one_class(self) -> str:
        """Which class has no records; empty if both have some."""
        names = zip(("positive", "negative"), self.weights, strict=True)
        return next((f"no {name} records" for name, weight in names if not weight), "")

    def shares(self, whole: _Part) -> tuple[float, float]:
        """Its shares of all positives and of all negatives."""
        mine, all_of = self.weights, whole.weights
        return mine[0] / all_of[0], mine[1] / all_of[1]

    def cases(self, whole: _Part) -> tuple[float, float]:
        """Shares of all cases, where the model is used, that are its positives and its negatives."""
        p, (positive, negative) = self.trial.condition.prevalence, self.shares(whole)
        return p * positive, (1 - p) * negative

    def condition(self, whole: _Part) -> OperatingCondition:
        """The same costs at its own prevalence."""
        positive, negative = self.cases(whole)
        return dataclasses.replace(self.trial.condition, prevalence=positive / (positive + negative))

    def judged(self, whole: _Part) -> Segment:
        """Judge it; against all records where it is one of several segments."""
        trial, placed, condition = self.trial, _placed(self.records, self.trial.model), self.condition(whole)
        apart = len(self.rows) < len(whole.rows)
        fnr, fpr = self.rates(self.flagged)
        size = self.worth(fnr, fpr)
        nec = self.nec(fnr, fpr, condition.pc, trial.rule)
        own, loss, why = self.own(whole, placed, condition.pc) if apart else (None, None, "")
        errors = float(np.count_nonzero(self.flagged != self.records.is_positive)) / len(self.flagged)
        few = f"about {short(errors)} errors, too few to rely on" if errors < TOO_FEW else ""
        return Segment(
            name=self.name,
            records=len(self.records),
            share=sum(self.cases(whole)),
            prevalence=condition.prevalence,
            pc=condition.pc,
            tpr=self.rate(1 - fnr, size.positives),
            fpr=self.rate(fpr, size.negatives),
            nec=nec,
            cost=None if condition.relative else in_money(nec, condition),
            difference=self.difference(whole) if apart else None,
            own=own,
            loss=loss,
            flag=self.flag(whole),
            expected_errors=errors,
            notes=tuple(filter(None, (few, why))),
        )

    def rates(self, flagged: NDArray[np.bool_]) -> tuple[float, float]:
        """Return FNR and FPR of what was decided, averaged over splits; 0 for a class without records."""
        wrong = _class_sums(self.records, flagged != self.records.is_positive)
        fnr, fpr = (
            min(total / (len(flagged) * weight), 1.0) if weight else 0.0
            for total, weight in zip(wrong, self.weights, strict=True)
        )
        return fnr, fpr

    def worth(self, fnr: float, fpr: float) -> Worth:
        """How many independent records its classes are worth for these rates."""
        if self.records.weight is None and self.records.cluster is None:
            positive, negative = (np.array([size]) for size in self.weights)
            return Worth(positive, negative, np.zeros(1))
        placed, model = _placed(self.records, self.trial.model), self.trial.model
        count = cells_flagged_at_rates(placed.tallies[model], np.array([fpr]), np.array([1 - fnr]))
        return worth(placed, model, count, self.trial.level)

    def nec(self, fnr: float, fpr: float, pc: float, rule: Rule) -> Estimate:
        """NEC of some rates, with its interval."""
        size, level = self.worth(fnr, fpr), self.trial.level
        p, n = float(size.positives[0]), float(size.negatives[0])
        ends = nec_ends(fnr * p, p, fpr * n, n, pc, level, float(size.correlation[0]))
        centre, low, high = (float(end) for end in ends)
        return Estimate(centre, low, high, level, METHOD, rule.title, target=target_of(rule)[0])

    def rate(self, rate: float, size: Floats) -> Estimate:
        """A rate with its interval."""
        ends, rule = wilson(rate * size, size, self.trial.level), self.trial.rule
        low, high = (float(end[0]) for end in ends)
        return Estimate(rate, low, high, self.trial.level, "Wilson", rule.title, target=target_of(rule)[0])

    def chooser(self, whole: _Part) -> Tally | None:
        """The tally that chooses its threshold: its own, or that of other records; None of one class."""
        others = self.trial.chosen_on
        if others is None:
            return self.records.tally(self.trial.model)
        if len(self.rows) < len(whole.rows):
            found = {str(value): rows for value, rows in others.rows_by("segment").items()}
            others = others.take(found.get(self.name, np.array([], np.intp)))
        tally = others.tally(self.trial.model)
        return tally if tally.total_positive and tally.total_negative else None

    def flag(self, whole: _Part) -> str:
        """The threshold that is chosen for it, in words."""
        chooser = self.chooser(whole)
        if chooser is None:
            return ""
        return least_cost(self.condition(whole))(chooser).thresholds.rule

    def own(self, whole: _Part, placed: Placed, pc: float) -> tuple[Estimate | None, Estimate | None, str]:
        """NEC of its own best threshold, what sharing one loses, or why there is neither."""
        try:
            rule = self.own_rule(whole, placed)
            flagged = switch_points(placed, self.trial.model, rule) <= pc
        except UndefinedError as problem:
            return None, None, f"no threshold of its own: {problem}"
        # Both are decided: as if two models switched before or after every condition.
        switches = np.broadcast_arrays(*(np.where(way, 0.0, np.inf) for way in (self.flagged, flagged)))
        words = "NEC of the common threshold less that of the segment's own"
        paired = PairedCosts(placed, switches[0], switches[1], target_words=words)
        centre, low, high = (float(end[0]) for end in paired.ends(np.array([pc]), self.trial.level))
        loss = Estimate(centre, low, high, self.trial.level, PAIRED, words, target=paired.target)
        return self.nec(*self.rates(flagged), pc, rule), loss, ""

    def own_rule(self, whole: _Part, placed: Placed) -> Rule:
        """How its own threshold is chosen."""
        trial = self.trial
        if trial.chosen_on is None:
            return CrossFitted(placed, trial.model, trial.splits.within(placed))
        chooser = self.chooser(whole)
        if chooser is None:
            raise UndefinedError(
                "the records that choose must hold both classes in every segment", "one class at most"
            )
        return TunedOn(chooser)

    def difference(self, whole: _Part) -> Estimate | None:
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


def _condition(condition: Condition, tally: Tally) -> OperatingCondition:
    """Return the condition with a prevalence that lies between its ends."""
    found = StatedCondition.read(condition, tally.prevalence, optional=False)
    if not found.one.placed:
        return OperatingCondition.from_pc(found.one.pc, prevalence=tally.prevalence)
    arrays.inner_share(found.one.prevalence, "the prevalence of segments")
    return found.one
