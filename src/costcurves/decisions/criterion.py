"""The criterion: what a threshold is chosen for, and how the best point is searched."""

from __future__ import annotations

import abc
import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.conditions.operating_condition import OperatingCondition
from costcurves.decisions.decision import Cut, Decision
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.rules.rule import every_cut
from costcurves.space.roc import RocHull

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.tally import Tally

__all__ = ["TIE", "Criterion"]

#: Costs closer than this are equal: rounding must not choose between two thresholds.
TIE = 1e-12


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(abc.ABC):
    """What a threshold is chosen for.

    Call it on a :class:`~costcurves.Tally` to get a :class:`~costcurves.Decision`. All ROC points
    are searched: under a constraint the best one is often no corner of the hull. Only a criterion
    made with ``randomised=True`` mixes two neighbouring corners of the hull.

    Parameters
    ----------
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether cases may be decided by lot between two thresholds.
    """

    condition: OperatingCondition | None = None
    randomised: bool = False

    def __post_init__(self) -> None:
        """Refuse a condition that is none."""
        if self.condition is not None and not isinstance(self.condition, OperatingCondition):
            raise InputError.because(
                must="a condition is an OperatingCondition",
                came=kind_of(self.condition),
                fix="write OperatingCondition(prevalence, costs)",
            )

    @property
    @abc.abstractmethod
    def title(self) -> str:
        """The criterion in words, to follow "for"."""

    @abc.abstractmethod
    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Return what the criterion makes small, by rates; inf where the constraint is broken."""

    def rank(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Return what decides between models, each at its own best threshold: by default the loss."""
        return self.loss(fpr, tpr, tally)

    def among(self, tallies: Iterable[Tally]) -> Criterion:  # noqa: ARG002 - see the rows
        """Return the criterion for a choice among several models; most need not know the others."""
        return self

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:  # noqa: ARG002 - see the rows
        """Return a quantity that climbs along the hull, and the level at which to mix."""
        raise InputError.because(
            must="only constraints and minimax criteria can be met by lot",
            came=self.title,
            fix="leave out randomised",
        )

    def __call__(self, tally: Tally) -> Decision:
        """Choose a threshold."""
        if self.randomised:
            return self._mixed(tally)
        roc = every_cut(tally, self.title)
        loss = np.asarray(self.loss(roc.fpr, roc.tpr, tally), float)
        if not np.any(loss < np.inf):
            raise UndefinedError.because(
                must="some threshold meets the criterion",
                came="none",
                where=self.title,
                fix="relax the constraint",
            )
        least = float(np.nanmin(loss))
        slack = TIE * max(1.0, abs(least)) if math.isfinite(least) else 0.0
        point = int(np.flatnonzero(loss <= least + slack)[0])
        return self.decision(tally, Cut.at(roc, point), float(roc.fpr[point]), float(roc.tpr[point]))

    def _mixed(self, tally: Tally) -> Decision:
        """Mix the two corners between which the balance meets its level."""
        hull = RocHull.of(tally)
        climbing, level = self.balance(hull, tally)
        if level >= climbing[-1]:
            last = len(hull) - 1
            return self.decision(tally, Cut.at(hull, last), float(hull.fpr[last]), float(hull.tpr[last]))
        k = max(int(np.searchsorted(climbing, level, side="right")) - 1, 0)
        share = float(np.clip((level - climbing[k]) / (climbing[k + 1] - climbing[k]), 0, 1))
        fpr, tpr = hull.mixture(k + 1, k, share)
        other = {"other": Cut.at(hull, k + 1), "other_share": share} if share > 0 else {}
        return self.decision(tally, Cut.at(hull, k), fpr, tpr, **other)

    def decision(self, tally: Tally, cut: Cut, fpr: float, tpr: float, **facts: Any) -> Decision:
        """Word the answer."""
        known = tally.counted or tally.stated_prevalence is not None
        sample = tally.prevalence if known else math.nan
        prevalence = self.prevalence_of(sample)
        return Decision(
            cut=cut,
            fpr=fpr,
            tpr=tpr,
            prevalence=prevalence,
            criterion=self.title,
            condition=self.condition,
            # A stated prevalence is not the sample's, even if the two are equal.
            sample_prevalence=known and tally.stated_prevalence is None and self.takes_any_prevalence,
            **facts,
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
