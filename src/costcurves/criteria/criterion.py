"""The criterion: what a threshold is chosen for, and how the best point and the best model are searched."""

from __future__ import annotations

import abc
import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground.arrays import TIE, Floats
from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.criteria.criterion_spec import CriterionSpec
from costcurves.criteria.decision import Decision
from costcurves.criteria.decision_member import shared_prevalence
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.measures.confusion_measures import Measure
from costcurves.rules.rule import every_threshold
from costcurves.space.joint_hull import JointHull
from costcurves.space.roc import RocCurve, RocHull
from costcurves.space.stacks import class_sizes, last_flagged, rates_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, slots=True)
class Bound:
    """What a criterion keeps a measure on one side of.

    Attributes
    ----------
    measure : Measure
    limit : float
        The worst value that is allowed.
    at_most : bool
        Whether values must not lie above the limit; otherwise they must not lie below it.
    words : str
        The limit in words.
    """

    measure: Measure
    limit: float
    at_most: bool
    words: str

    def excludes(self, low: float, high: float) -> bool:
        """Whether an interval of the measure reaches beyond the limit."""
        return high > self.limit if self.at_most else low < self.limit

    @property
    def warning(self) -> str:
        """What is said where an interval reaches beyond the limit."""
        return f"The {self.words} may be {'exceeded' if self.at_most else 'missed'} on new records."


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(abc.ABC):
    """What a threshold is chosen for.

    Call it on a :class:`~costcurves.Tally` to get a :class:`~costcurves.Decision`. All ROC points
    are searched: under a constraint the best one is often no corner of the hull. Only a criterion
    made with ``randomised=True`` mixes two neighbouring corners of the hull, of several models of their
    joint hull.

    Parameters
    ----------
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether two thresholds may be mixed, each case falling to one of them at random.
    """

    #: Name of its constructor and of its row in the table of criteria.
    key: ClassVar[str]
    #: Whether it can be met by a mixture of two thresholds.
    can_mix: ClassVar[bool] = False
    #: Whether its loss asks nothing of a tally but the prevalence.
    of_rates: ClassVar[bool] = False
    #: Whether rates meet it or not by the share of positives.
    of_prevalence: ClassVar[bool] = False

    condition: OperatingCondition | None = None
    randomised: bool = False

    def __post_init__(self) -> None:
        """Refuse a condition that is none, and a mixture where none is better than a threshold."""
        if self.condition is not None and not isinstance(self.condition, OperatingCondition):
            raise InputError(
                "a condition must be an OperatingCondition",
                kind_of(self.condition),
                "write OperatingCondition(prevalence, costs)",
            )
        if self.randomised and not self.can_mix:
            raise InputError(
                "only constraints and minimax criteria can be met by a mixture",
                self.title,
                "leave out randomised",
            )

    # ---- what it is -------------------------------------------------------------------------

    @property
    @abc.abstractmethod
    def title(self) -> str:
        """The criterion in words, to follow "for"."""

    @property
    def parameters(self) -> dict[str, Any]:
        """Arguments of its constructor as plain values, apart from the condition; measures by their keys."""
        found = {name: getattr(self, name) for name in _parameter_names(type(self))}
        return {name: value.key if isinstance(value, Measure) else value for name, value in found.items()}

    @property
    def spec(self) -> CriterionSpec:
        """The criterion as a plain value."""
        return CriterionSpec(self.key, self.title, self.parameters)

    @property
    def bound(self) -> Bound | None:
        """What it keeps within a limit, if anything."""
        return None

    @property
    def conditions(self) -> tuple[float, float] | None:
        """The range of PC(+) whose worst case counts, if any."""
        return None

    @property
    def reported(self) -> tuple[Measure, ...]:
        """Measures that show how well it is met, beside cost and rates."""
        return ()

    def reached(self, decision: Decision, models: Mapping[str, Tally]) -> str:  # noqa: ARG002 - for kinds that need it
        """Say how well a decision meets it on the records that judge; empty where cost and rates tell."""
        return ""

    # ---- the search -------------------------------------------------------------------------

    @abc.abstractmethod
    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Return what the criterion makes small, by rates; inf where the constraint is broken."""

    def rank(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Return what decides between models, each at its own best threshold: by default the loss."""
        return self.loss(fpr, tpr, tally)

    def among(self, tallies: Iterable[Tally]) -> Self:  # noqa: ARG002 - for kinds that need it
        """Return the criterion for a choice among several models; most need not know the others."""
        return self

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:
        """Return a quantity that climbs along the hull, and the level at which to mix, if it can mix."""
        raise NotImplementedError

    def __call__(self, tally: Tally) -> Decision:
        """Choose a threshold."""
        if self.randomised:
            return self._mixed(tally)
        roc = every_threshold(tally, self.title)
        loss = np.asarray(self.loss(roc.fpr, roc.tpr, tally), float)
        if not np.any(loss < np.inf):
            raise UndefinedError(
                "no threshold meets the criterion", fix="relax the constraint", where=self.title
            )
        least = float(np.nanmin(loss))
        slack = TIE * max(1.0, abs(least)) if math.isfinite(least) else 0.0
        return self.at(tally, roc, int(np.flatnonzero(loss <= least + slack)[0]))

    def thresholds_of(self, stack: Tally) -> Floats:
        """Choose in every member of a stack the ranked score from which on records are flagged; NaN: none."""
        sizes = class_sizes(stack)
        if not self.of_rates or self.randomised or any(np.ptp(size) for size in sizes):
            return np.array([self._threshold(member) for member in stack.members()])
        fpr, tpr = rates_of(stack)
        loss = np.asarray(self.loss(fpr, tpr, stack.members()[0]), float)
        loss[np.isnan(loss)] = np.inf
        least = loss.min(axis=1)
        slack = np.where(np.isfinite(least), TIE * np.maximum(1.0, np.abs(least)), 0.0)
        first = np.argmax(loss <= (least + slack)[:, None], axis=1)
        return np.where(least < np.inf, last_flagged(stack, first), np.nan)

    def _threshold(self, tally: Tally) -> float:
        try:
            return tally.direction.turned(self(tally).thresholds.threshold)
        except UndefinedError:
            return math.nan

    def _mixed(self, tally: Tally) -> Decision:
        """Mix the two corners between which the balance meets its level."""
        hull = RocHull.of(tally)
        corner, share = mixed_at(*self.balance(hull, tally))
        if share == 0:
            return self.at(tally, hull, corner)
        ends = ThresholdInterval.at(hull, corner), ThresholdInterval.at(hull, corner + 1)
        return self._between([tally], hull, corner, share, ends)

    def across_models(self, models: Mapping[str, Tally]) -> Decision | None:
        """Mix two corners of the joint hull of several models; None where a single corner does as well.

        None, too, where the criterion asks for a prevalence, and the models have none in common.
        """
        tallies = list(models.values())
        shared = self.prevalence_of(shared_prevalence(tallies))
        if self.of_prevalence and math.isnan(shared):
            return None
        hull = JointHull.of_models(models)
        corner, share = mixed_at(*self.balance(hull, tallies[0]))
        if share == 0:
            return None
        one, other = hull.edge_models(corner)
        ends = tuple(
            ThresholdInterval(end.low, end.high, hull.flags(corner + place), end.direction)
            for place, end in enumerate((one, other))
        )
        found = self._between(tallies, hull, corner, share, ends)
        second = "" if other.model == one.model else other.model
        return dataclasses.replace(found, model=one.model, other_model=second)

    def _between(
        self,
        tallies: Sequence[Tally],
        hull: RocHull,
        corner: int,
        share: float,
        ends: Sequence[ThresholdInterval],
    ) -> Decision:
        """Decide a share of the cases by the next corner, the others by a corner."""
        one, other = ends
        rates = [(float(hull.fpr[place]), float(hull.tpr[place])) for place in (corner, corner + 1)]
        mixture: dict[str, Any] = {"other": other, "other_share": share, "member_rates": tuple(rates)}
        return self._decided(tallies, one, *hull.mixture(corner + 1, corner, share), **mixture)

    def at(self, tally: Tally, roc: RocCurve, point: int) -> Decision:
        """Decide for a point."""
        rates = float(roc.fpr[point]), float(roc.tpr[point])
        return self._decided([tally], ThresholdInterval.at(roc, point), *rates)

    def _decided(
        self, tallies: Sequence[Tally], thresholds: ThresholdInterval, fpr: float, tpr: float, **mixture: Any
    ) -> Decision:
        """Decide for rates, at the prevalence that belongs to them."""
        sample = shared_prevalence(tallies)
        stated = any(tally.stated_prevalence is not None for tally in tallies)
        return Decision(
            thresholds=thresholds,
            fpr=fpr,
            tpr=tpr,
            prevalence=self.prevalence_of(sample),
            criterion=self.spec,
            condition=self.condition,
            # A stated prevalence is not the sample's, even if the two are equal.
            sample_prevalence=not math.isnan(sample) and not stated and self.takes_any_prevalence,
            **mixture,
        )

    @property
    def takes_any_prevalence(self) -> bool:
        """Whether no prevalence is stated, so that decisions take that of the records."""
        return math.isnan(self.prevalence_of(math.nan))

    def prevalence_of(self, sample: float) -> float:
        """Return the prevalence that the decision is reckoned with."""
        if self.condition is None or not self.condition.placed:
            return sample
        return self.condition.prevalence

    def stated(self, tally: Tally, own: float | None) -> float:
        """Return the prevalence to use: the criterion's own, the condition's, the tally's."""
        if own is not None:
            return own
        if self.condition is None or not self.condition.placed:
            return tally.prevalence
        return self.condition.prevalence


@functools.cache  # every decision of every replicate asks
def _parameter_names(kind: type[Criterion]) -> tuple[str, ...]:
    """Names of what a constructor takes, apart from the condition, in its order."""
    in_order = sorted(dataclasses.fields(kind), key=lambda field: field.kw_only is True)
    without = {"condition"} if kind.can_mix else {"condition", "randomised"}
    return tuple(field.name for field in in_order if field.name not in without)


def mixed_at(climbing: Floats, level: float) -> tuple[int, float]:
    """Return the corner before a level of what climbs along a hull, and the share of the next one."""
    if level >= climbing[-1]:
        return len(climbing) - 1, 0.0
    corner = max(int(np.searchsorted(climbing, level, side="right")) - 1, 0)
    share = (level - climbing[corner]) / (climbing[corner + 1] - climbing[corner])
    if share > 1 - TIE:  # no case in a trillion is left to the corner before
        return corner + 1, 0.0
    return corner, float(share) if share > TIE else 0.0


def chosen(models: Mapping[str, Tally], criterion: Any) -> Decision:
    """Choose model and threshold under a criterion; among models that are equally good the first.

    Models that cannot meet the criterion are passed over. One that mixes may mix thresholds of two models,
    neighbours on their joint hull, where no model does as well alone.

    Raises
    ------
    InputError
        If the criterion is none, or there is no model.
    UndefinedError
        If no model can meet it.
    """
    if not isinstance(criterion, Criterion):
        raise InputError(
            "criterion must be a criterion", kind_of(criterion), "e.g. max_fpr(0.05) or least_cost(…)"
        )
    criterion = criterion.among(list(models.values()))
    decisions: dict[str, Decision] = {}
    problems: list[UndefinedError] = []
    for name, tally in models.items():
        try:
            decisions[name] = criterion(tally)
        except UndefinedError as problem:
            problems.append(problem)
    if not decisions:
        raise (problems[0] if problems else InputError("at least one model is needed", "none"))
    losses = {name: float(criterion.rank(d.fpr, d.tpr, models[name])) for name, d in decisions.items()}
    # Costs are small where PC is, and ties with them.
    least, scale = min(losses.values()), min(1.0, max(map(abs, losses.values())))
    best = next(name for name, loss in losses.items() if loss <= least + TIE * scale)
    mixes = criterion.randomised and len(models) > 1
    across: Decision | None = criterion.across_models(models) if mixes else None
    if across is not None:
        loss = float(criterion.rank(across.fpr, across.tpr, models[across.model]))
        if loss < least - TIE * scale:  # two models only where none does as well alone
            return across
    return dataclasses.replace(decisions[best], model=best)
