"""What curves of replicates are at given places: by the definition, or quickly where that is the same."""

from __future__ import annotations

import abc
import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves.curves.kind import CurveKind, Family
from costcurves.curves.over_condition import OverConditions
from costcurves.curves.over_depth import OverDepth
from costcurves.curves.over_threshold import OverMeasure, OverThreshold, coordinate, outcomes_at_thresholds
from costcurves.inference import variances
from costcurves.rules.driven_rules import ScoreDriven
from costcurves.rules.rule import Fixed, Optimal, TunedOn, pc_of
from costcurves.space.stacks import class_sizes, rates_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.curves.kind import CurveOptions
    from costcurves.tallies.tally import Tally

#: Rules whose thresholds do not look at the labels that are judged, but for the share of positives.
STILL = (Fixed, TunedOn, ScoreDriven)

#: Curves of two rates, which are read without outcomes.
CROSSED = ("roc", "det", "coverage", "precision_recall")

Kind = TypeVar("Kind", bound=CurveKind)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class CurveReading(ByValue, abc.ABC, Generic[Kind]):
    """A kind of curve at places, of a stack of tallies.

    Attributes
    ----------
    kind : CurveKind
    options : CurveOptions
    tally : Tally
        The sample itself.
    x : ndarray, shape (places,)
    """

    kind: Kind
    options: CurveOptions
    tally: Tally
    x: Floats
    #: Cells that many are merged into, beside those of corners and of `keep`; 0 if no value moves.
    merged: ClassVar[int] = 0
    #: Whether thresholds are chosen anew in every replicate.
    anew: ClassVar[bool] = False

    @property
    def keep(self) -> Floats | None:
        """Thresholds that merged cells must not cross; None if no cells may be merged."""
        return np.zeros(0) if self.merged else None

    @property
    def estimate(self) -> Floats:
        """The curve of the sample itself, by its definition."""
        return self.kind.at(self.tally, self.x, self.options)

    def settled(self, x: Floats) -> NDArray[np.bool_]:
        """Tell the ends at which the curve begins and stops whatever the records say."""
        return self.kind.settled(self.tally, x, self.options)

    @abc.abstractmethod
    def __call__(self, stack: Tally) -> Floats:
        """Return y of every member, shape (members, places)."""


class MemberByMember(CurveReading[CurveKind]):
    """One member after the other, by the definition."""

    __slots__ = ()

    def __call__(self, stack: Tally) -> Floats:
        """Read the curve of every member."""
        return np.array([self.kind.at(member, self.x, self.options) for member in stack.members()])


class AtThresholds(CurveReading[OverThreshold]):
    """A measure at thresholds, of all members at once."""

    __slots__ = ()

    @property
    def keep(self) -> Floats | None:
        """The thresholds."""
        return self.x

    def __call__(self, stack: Tally) -> Floats:
        """Measure the outcomes at the thresholds."""
        what = coordinate(self.kind.up)
        flagged = stack.cells_flagged(self.x)
        return np.asarray(what(outcomes_at_thresholds(stack, {what.key})[..., flagged]), float)


class Rates(CurveReading[Kind]):
    """What follows from the rates of every threshold."""

    __slots__ = ()
    #: Between thresholds curves are straight: of 200 cells the spread inside is 0.5 % of the variance.
    merged = 200

    def __call__(self, stack: Tally) -> Floats:
        """Take the rates of one member after the other: they fit the cache."""
        fpr, tpr = rates_of(stack)
        sizes = (size.tolist() for size in class_sizes(stack))
        return np.array([self.one(*each) for each in zip(fpr, tpr, *sizes, strict=True)])

    @abc.abstractmethod
    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Return y of one member, from the rates at its thresholds and the weights of its classes."""


class Enveloped(CurveReading[OverConditions]):
    """The best threshold anew in every member: the least of all cost lines."""

    __slots__ = ()
    #: Many: a hidden threshold may be the best one.
    merged = 500
    anew = True

    def __call__(self, stack: Tally) -> Floats:
        """Find the least cost at every condition; y is a straight function of it."""
        fpr, tpr = rates_of(stack)
        positives, negatives = class_sizes(stack)
        prevalence = positives / (positives + negatives)
        found = np.empty((len(fpr), len(self.x)))
        for share in np.unique(prevalence):  # one, unless class sizes vary
            mine = prevalence == share
            found[mine] = self._at(fpr[mine], 1 - tpr[mine], float(share))
        return found

    def _at(self, fpr: Floats, fnr: Floats, prevalence: float) -> Floats:
        """Return y of members of one prevalence."""
        fixed = self.kind.fixed(self.tally, self.options)
        if self.kind.axis.at_prevalence:
            fixed = dataclasses.replace(fixed, prevalence=prevalence)
        pc = pc_of(*self.kind.axis.condition(self.x, fixed))
        # Where both rates are alike NEC is that rate, whatever the condition.
        least = lower_envelopes(fpr, fnr, pc)
        # Where one class alone matters, the other decides between equals; its errors may have a price there.
        fprs = np.where(pc == 1, np.min(fpr, axis=1, where=fnr == 0, initial=1.0)[:, None], least)
        fnrs = np.where(pc == 0, np.min(fnr, axis=1, where=fpr == 0, initial=1.0)[:, None], least)
        return self.kind.value(self.x, fprs, fnrs, fixed, self.options.test_cost)


class Crossed(Rates[OverMeasure]):
    """One rate at places of another: ROC, DET, coverage and precision–recall curves."""

    __slots__ = ()

    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Read the curve; where it is upright its far end, which is what interpolation takes."""
        key = self.kind.key
        if key == "precision_recall":
            return self._precision(fpr, tpr, negatives / positives)
        across = self.x / negatives if key == "coverage" else self.x
        found = np.where(across <= 1, np.interp(across, fpr, tpr), np.nan)
        return np.asarray({"roc": found, "det": 1 - found, "coverage": positives * found}[key])

    def _precision(self, fpr: Floats, tpr: Floats, odds: float) -> Floats:
        """Weigh false positives against true ones; of nobody, as along the first piece."""
        false = odds * np.interp(self.x, tpr, fpr)
        flagged = self.x + false
        first = int(np.argmax(tpr > 0))
        begin = np.full(len(self.x), tpr[first] / (tpr[first] + odds * fpr[first]))
        return np.asarray(np.divide(self.x, flagged, out=begin, where=flagged > 0))


class OfDepth(Rates[OverDepth]):
    """Gains, lift and profit over the share of records acted on."""

    __slots__ = ()

    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Read value at depth; lift of nobody is that of the first piece."""
        share = (positives * tpr + negatives * fpr) / (positives + negatives)
        if self.kind.key == "profit":
            costs: Any = self.options.stated_costs
            gain, loss = costs.fn - costs.tp, costs.tn - costs.fp
            value = gain * positives * tpr + loss * negatives * fpr
            return np.asarray(np.interp(self.x, share, value))
        found = np.asarray(np.interp(self.x, share, tpr))
        if self.kind.key == "gains":
            return found
        first = int(np.argmax(share > 0))
        begin = np.full(len(found), tpr[first] / share[first])
        return np.asarray(np.divide(found, self.x, out=begin, where=self.x > 0))


class StandingStill(CurveReading[OverConditions]):
    """Thresholds that stand still: one number of cells a place, of all members at once."""

    __slots__ = ()

    @property
    def keep(self) -> Floats | None:
        """The last scores that are flagged."""
        return self._last()[0]

    def _last(self) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the last score that is flagged at each place, and where nobody is."""
        fixed = self.kind.fixed(self.tally, self.options)
        rule = self.kind.rule(fixed, self.options)
        served = rule.served(self.tally, *self.kind.axis.condition(self.x, fixed))
        flagged = variances.cells_flagged_at_rates(self.tally, *served)
        last = self.tally.cells.low[np.maximum(flagged - 1, 0)]
        return self.tally.direction.turned(last), flagged == 0

    def __call__(self, stack: Tally) -> Floats:
        """Read the rates there."""
        last, nobody = self._last()
        flagged = np.where(nobody, 0, stack.cells_flagged(last))
        fpr, tpr = (rates[:, flagged] for rates in rates_of(stack))
        fixed = self.kind.fixed(self.tally, self.options)
        return self.kind.value(self.x, fpr, 1 - tpr, fixed, self.options.test_cost)


def lower_envelopes(fpr: Floats, fnr: Floats, pc: Floats) -> Floats:
    """Return min over thresholds of FNR·x + FPR·(1 − x) at conditions x, one row a member: exact, at places.

    Laying all lines side by side takes less time than finding the hull of few hundred points, and
    member by member they fit the cache.
    """
    weights, lines = np.column_stack([pc, 1 - pc]), np.stack([fnr, fpr], axis=1)
    costs, found = np.empty((len(pc), lines.shape[-1])), np.empty((len(fpr), len(pc)))
    for line, least in zip(lines, found, strict=True):
        np.min(np.matmul(weights, line, out=costs), axis=1, out=least)
    return found


def reading(
    kind: CurveKind, tally: Tally, x: Floats, options: CurveOptions, *, moving: bool = False
) -> CurveReading[Any]:
    """Choose how a kind of curve is read: quickly where that is the same as by its definition.

    Parameters
    ----------
    kind : CurveKind
    tally : Tally
    x : ndarray, shape (places,)
    options : CurveOptions
        What :meth:`CurveKind.check` accepts.
    moving : bool
        Whether class sizes vary from replicate to replicate.
    """
    way: type[CurveReading[Any]] = MemberByMember
    if kind.family is Family.THRESHOLD:
        way = AtThresholds
    elif kind.family is Family.DEPTH:
        way = OfDepth
    elif kind.key in CROSSED:
        way = Crossed
    elif isinstance(kind, OverConditions):
        rule = kind.rule(kind.fixed(tally, options), options)
        if type(rule) is Optimal:
            way = Enveloped
        elif isinstance(rule, STILL) and not moving:
            way = StandingStill
    return way(kind, options, tally, frozen(x))
