"""What a row shows of every replicate at given places: by definition, or quickly where that is the same."""

from __future__ import annotations

import abc
import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves.curves.over_condition import ConditionCurve
from costcurves.curves.over_depth import DepthCurve
from costcurves.curves.over_threshold import ByThreshold, ThresholdCurve, coordinate, cuts_of
from costcurves.inference import spread
from costcurves.inference.bootstrap.curve_request import Asked, places_of
from costcurves.rules.driven_rules import ScoreDriven
from costcurves.rules.rule import Fixed, Optimal, TunedOn, pc_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.tallies.tally import Tally

__all__ = ["Reading", "reading"]

#: Rules whose thresholds do not look at the labels that are judged, but for the share of positives.
STILL = (Fixed, TunedOn, ScoreDriven)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Reading(ByValue, abc.ABC):
    """A row at places, of a stack; by itself it walks the members.

    Attributes
    ----------
    asked : Asked
    tally : Tally
        The sample itself.
    x : ndarray, shape (places,)
    """

    asked: Asked
    tally: Tally
    x: Floats

    @property
    def keep(self) -> Floats | None:
        """Thresholds that merged cells must not cross; None if no cells may be merged."""
        return None

    @property
    def merged(self) -> int:
        """Cells that many are merged into, beside those of corners and of `keep`; 0 if no value moves."""
        return 0

    @property
    def estimate(self) -> Floats:
        """The row of the sample itself, by its definition."""
        return self.asked.of(self.tally, self.x)

    def settled(self, x: Floats) -> NDArray[np.bool_]:
        """Tell the ends of the axis, where most curves begin and end whatever the records say."""
        row = self.asked.row
        if isinstance(row, ByThreshold):
            return np.zeros(len(x), bool)
        ends = (0.0, 1.0) if isinstance(row, ConditionCurve) else places_of(self.asked, self.tally)[[0, -1]]
        return np.isin(x, ends)

    @abc.abstractmethod
    def __call__(self, stack: Tally) -> Floats:
        """Return y of every member, shape (members, places)."""


class Walked(Reading):
    """Member by member, by the definition."""

    __slots__ = ()

    def __call__(self, stack: Tally) -> Floats:
        """Ask the row of every member."""
        return np.array([self.asked.of(member, self.x) for member in stack.members()])


class AtThresholds(Reading):
    """A measure at thresholds: one cut each, of all members at once."""

    __slots__ = ()

    @property
    def keep(self) -> Floats | None:
        """The thresholds."""
        return self.x

    def __call__(self, stack: Tally) -> Floats:
        """Measure the cuts."""
        what = coordinate(self.asked.row.up)  # type: ignore[attr-defined]  # a row over thresholds
        cuts = stack.cuts_at(self.x)
        return np.asarray(what(cuts_of(stack, {what.key})[..., cuts]), float)


class OfRates(Reading):
    """What follows from the rates of cuts, whichever these are."""

    __slots__ = ()

    @property
    def keep(self) -> Floats | None:
        """None in particular."""
        return np.zeros(0)


class Rates(OfRates):
    """What follows from the rates of every cut."""

    __slots__ = ()

    @property
    def merged(self) -> int:
        """Between cuts curves are straight: of 200 cells the spread inside is 0.5 % of the variance."""
        return 200

    def __call__(self, stack: Tally) -> Floats:
        """Take the rates of one member after the other: they fit the cache."""
        fpr, tpr = (_rates(column) for column in (stack.negatives, stack.positives))
        sizes = (size.tolist() for size in class_sizes(stack))
        return np.array([self.one(*each) for each in zip(fpr, tpr, *sizes, strict=True)])

    @abc.abstractmethod
    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Return y of one member, from the rates of its cuts and the weights of its classes."""


class Enveloped(OfRates):
    """The best threshold anew in every member: the least of all cost lines."""

    __slots__ = ()

    @property
    def merged(self) -> int:
        """Many: a hidden cut may be the best one."""
        return 500

    def __call__(self, stack: Tally) -> Floats:
        """Find the least cost at every condition; y is a straight function of it."""
        fpr, tpr = (_rates(column) for column in (stack.negatives, stack.positives))
        positives, negatives = class_sizes(stack)
        prevalence = positives / (positives + negatives)
        found = np.empty((len(fpr), len(self.x)))
        for share in np.unique(prevalence):  # one, unless class sizes vary
            mine = prevalence == share
            found[mine] = self._at(fpr[mine], 1 - tpr[mine], float(share))
        return found

    def _at(self, fpr: Floats, fnr: Floats, prevalence: float) -> Floats:
        """Return y of members of one prevalence."""
        row: Any = self.asked.row
        setting = row.setting(self.tally, self.asked.costs, self.asked.test_cost)
        if row.axis.at_prevalence:
            setting = dataclasses.replace(setting, prevalence=prevalence)
        pc = pc_of(*row.axis.condition(self.x, setting))
        # Where both rates are alike NEC is that rate, whatever the condition.
        least = lower_envelopes(fpr, fnr, pc)
        # Where one class alone matters, the other decides between equals; its errors may have a price there.
        fprs = np.where(pc == 1, np.min(fpr, axis=1, where=fnr == 0, initial=1.0)[:, None], least)
        fnrs = np.where(pc == 0, np.min(fnr, axis=1, where=fpr == 0, initial=1.0)[:, None], least)
        return np.asarray(row.value(self.x, fprs, fnrs, setting))


class Crossed(Rates):
    """One rate at places of another: ROC, DET, coverage and precision–recall curves."""

    __slots__ = ()

    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Read the curve; where it is upright its far end, which is what interpolation takes."""
        key = self.asked.row.key
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


class Deep(Rates):
    """Gains, lift and profit over the share of records acted on."""

    __slots__ = ()

    def one(self, fpr: Floats, tpr: Floats, positives: float, negatives: float) -> Floats:
        """Read value at depth; lift of nobody is that of the first piece."""
        share = (positives * tpr + negatives * fpr) / (positives + negatives)
        if self.asked.row.key == "profit":
            costs: Any = self.asked.costs
            gain, loss = costs.fn - costs.tp, costs.tn - costs.fp
            value = gain * positives * tpr + loss * negatives * fpr
            return np.asarray(np.interp(self.x, share, value))
        found = np.asarray(np.interp(self.x, share, tpr))
        if self.asked.row.key == "gains":
            return found
        first = int(np.argmax(share > 0))
        begin = np.full(len(found), tpr[first] / share[first])
        return np.asarray(np.divide(found, self.x, out=begin, where=self.x > 0))


class Served(Reading):
    """Thresholds that stand still: one cut a place, of all members at once."""

    __slots__ = ()

    @property
    def keep(self) -> Floats | None:
        """The last scores that are flagged."""
        return self._last()[0]

    def _last(self) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the last score that is flagged at each place, and where nobody is."""
        row: Any = self.asked.row
        setting = row.setting(self.tally, self.asked.costs, self.asked.test_cost)
        rule = row.policy(setting.prevalence) if self.asked.rule is None else self.asked.rule
        cuts = spread.cuts_of(self.tally, *rule.served(self.tally, *row.axis.condition(self.x, setting)))
        last = self.tally.cells.low[np.maximum(cuts - 1, 0)]
        return self.tally.direction.turned(last), cuts == 0

    def __call__(self, stack: Tally) -> Floats:
        """Read the rates of the cuts."""
        row: Any = self.asked.row
        last, nobody = self._last()
        cuts = np.where(nobody, 0, stack.cuts_at(last))
        fpr, tpr = (_rates(column)[:, cuts] for column in (stack.negatives, stack.positives))
        setting = row.setting(self.tally, self.asked.costs, self.asked.test_cost)
        return np.asarray(row.value(self.x, fpr, 1 - tpr, setting))


def lower_envelopes(fpr: Floats, fnr: Floats, pc: Floats) -> Floats:
    """Return min over cuts of FNR·x + FPR·(1 − x) at conditions x, one row a member: exact, at places.

    Laying all lines side by side takes less time than finding the hull of few hundred points, and
    member by member they fit the cache.
    """
    weights, lines = np.column_stack([pc, 1 - pc]), np.stack([fnr, fpr], axis=1)
    costs, found = np.empty((len(pc), lines.shape[-1])), np.empty((len(fpr), len(pc)))
    for line, least in zip(lines, found, strict=True):
        np.min(np.matmul(weights, line, out=costs), axis=1, out=least)
    return found


def class_sizes(stack: Tally) -> tuple[Floats, Floats]:
    """Return the weights of both classes of every member, at the stated prevalence if there is one."""
    positives, negatives = (
        np.asarray(np.sum(column, axis=-1), float) for column in (stack.positives, stack.negatives)
    )
    share = stack.stated_prevalence
    if share is None:
        return positives, negatives
    return share * (positives + negatives), (1 - share) * (positives + negatives)


def _rates(column: Any) -> Floats:
    """Return the share of a class that is flagged at every cut of every member."""
    found = np.zeros((len(column), column.shape[-1] + 1))
    np.cumsum(column, axis=-1, out=found[:, 1:])
    return np.asarray(found / found[:, -1:])


def reading(asked: Asked, tally: Tally, x: Floats, *, moving: bool = False) -> Reading:
    """Choose how a row is read: quickly where that is the same as by its definition.

    Parameters
    ----------
    asked : Asked
    tally : Tally
    x : ndarray, shape (places,)
    moving : bool
        Whether class sizes vary from replicate to replicate.
    """
    row = asked.row
    asked.source(tally)  # refuses what lacks costs
    kind: type[Reading] = Walked
    if isinstance(row, ByThreshold):
        kind = AtThresholds
    elif isinstance(row, ThresholdCurve) and row.key in {"roc", "det", "coverage", "precision_recall"}:
        kind = Crossed
    elif isinstance(row, DepthCurve):
        kind = Deep
    elif isinstance(row, ConditionCurve):
        rule = row.policy(tally.prevalence) if asked.rule is None else asked.rule
        still = isinstance(rule, STILL) and not moving
        kind = Enveloped if type(rule) is Optimal else Served if still else Walked
    return kind(asked, tally, frozen(x))
