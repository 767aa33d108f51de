"""Rules that follow the score or the share flagged, and those that leave the threshold to chance."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from costcurves._ground import arrays
from costcurves.rules.rule import Fixed, Optimal, Rule, TunedOn, WithoutTrivial, optimal, rates_at
from costcurves.space.cost_curve import CostCurve
from costcurves.space.pieces import kept
from costcurves.space.roc import RocCurve
from costcurves.tallies.probabilities import probabilities_of
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

#: What else can be done where scores are no probabilities.
OTHER_RULE = ", or use another rule"


@dataclasses.dataclass(frozen=True, slots=True)
class ScoreDriven(Rule):
    """Take scores as probabilities and flag from the cost-optimal probability on (the Brier curve).

    At cost proportion κ = fn/(fn + fp) a record is flagged when its score is ≥ 1 − κ. By κ at the
    sample's prevalence the area is the Brier score; at prevalence ½ the axis is PC(+).

    Parameters
    ----------
    prevalence : float, optional
        Prevalence for which the scores are calibrated; by default the tally's own.

    Notes
    -----
    At κ = 1 exactly the curve takes its left limit: there records of score 0 are not flagged yet.
    """

    prevalence: float | None = None
    key = "score_driven"
    title = "scores as probabilities"
    of_probabilities = True

    def __call__(self, tally: Tally) -> CostCurve:
        """Cut the axis at 1 − score."""
        tally = probabilities_of(tally, "a Brier curve", OTHER_RULE)
        # The tally need not remember these sums, and each goes once it is read: the curve keeps as much.
        flagged = tally.source.running_weights()
        score, fpr, fnr = flagged.low, flagged.fp, flagged.tp
        del flagged
        fpr = fpr / fpr[-1]
        fnr = fnr / fnr[-1]
        np.subtract(1, fnr, out=fnr)
        edges = np.ones(len(score) + 2)
        edges[0] = 0.0
        np.subtract(1, score, out=edges[1:-1])
        del score
        columns = (arrays.frozen(column) for column in (edges, fpr, fnr))
        return CostCurve.serving(*columns, prevalence=self._prevalence_of(tally), **self._facts())

    def served(self, tally: Tally, prevalence: Any, fp: Any, fn: Any) -> tuple[Any, Any]:
        """Compare scores with the threshold itself: 1 − κ would lose the last bits of small ones."""
        tally = probabilities_of(tally, "a Brier curve", OTHER_RULE)
        own, p = self._prevalence_of(tally), np.asarray(prevalence, float)
        # Odds of the threshold; where the scores' prevalence is the one at hand, those of the costs.
        against = np.where(p == own, fp, np.multiply(fp, own * (1 - p)))
        for_it = np.where(p == own, fn, np.multiply(fn, p * (1 - own)))
        stake = against + for_it
        threshold = np.divide(against, stake, out=np.full(stake.shape, 0.5), where=stake > 0)
        return rates_at(tally, tally.direction.turned(threshold))

    def _prevalence_of(self, tally: Tally) -> float:
        return tally.prevalence if self.prevalence is None else self.prevalence


@dataclasses.dataclass(frozen=True, slots=True)
class RateDriven(Rule):
    """Flag as large a share of the cases as the cost proportion says, ties at random.

    At cost proportion κ the share flagged, p·TPR + (1 − p)·FPR, equals κ. By κ at the sample's
    prevalence the area is p·(1 − p)·(1 − 2·AUC) + ⅓.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence p; by default the tally's own.
    """

    prevalence: float | None = None
    key = "rate_driven"
    title = "share flagged set by costs"

    def for_pooled(self, prevalence: float) -> Rule:
        """Flag by one prevalence: curves of parts are averaged on one axis."""
        return self if self.prevalence is not None else dataclasses.replace(self, prevalence=prevalence)

    def __call__(self, tally: Tally) -> CostCurve:
        """Move along the ROC curve from edge to edge."""
        roc = RocCurve.of(tally)
        prevalence = tally.prevalence if self.prevalence is None else self.prevalence
        edges = prevalence * roc.tpr + (1 - prevalence) * roc.fpr
        edges[-1] = 1.0
        # Each rate is the right end of one piece and the left end of the next: views of one column.
        fpr, fnr = (sliding_window_view(rate, 2) for rate in (roc.fpr, 1 - roc.tpr))
        wide = edges[1:] > edges[:-1]
        nobody = np.broadcast_to(-1, int(wide.sum()))
        places = np.append(edges[:-1][wide], 1.0)
        return CostCurve(places, kept(fpr, wide), kept(fnr, wide), nobody, prevalence, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class ScoreUniform(Rule):
    """Flag by a threshold drawn at random from [0, 1], for every record the same.

    FPR and FNR are their means over thresholds: the mean score of the negatives and that of
    1 − score over the positives. By cost proportion at the sample's prevalence the area is the
    mean absolute error.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence of the curve's axis; by default the tally's own.
    """

    prevalence: float | None = None
    key = "score_uniform"
    title = "threshold at random"
    of_probabilities = True

    def __call__(self, tally: Tally) -> CostCurve:
        """Return the line of the mean rates."""
        tally = probabilities_of(tally, "a random threshold", OTHER_RULE)
        prevalence = tally.prevalence if self.prevalence is None else self.prevalence
        fpr = arrays.sum_of_products(tally.negatives, tally.cells.low) / tally.total_negative
        fnr = arrays.sum_of_products(tally.positives, 1 - tally.cells.low) / tally.total_positive
        return CostCurve.serving([0.0, 1.0], [fpr], [fnr], [-1], prevalence=prevalence, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class RateUniform(Rule):
    """Flag a share of the cases drawn at random from [0, 1], ties at random.

    By cost proportion at the prevalence p the area is p·(1 − p)·(1 − 2·AUC) + ½.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence p; by default the tally's own.
    """

    prevalence: float | None = None
    key = "rate_uniform"
    title = "share flagged at random"

    def for_pooled(self, prevalence: float) -> Rule:
        """Flag by one prevalence: curves of parts are averaged on one axis."""
        return self if self.prevalence is not None else dataclasses.replace(self, prevalence=prevalence)

    def __call__(self, tally: Tally) -> CostCurve:
        """Average the rates over the share flagged."""
        p = tally.prevalence if self.prevalence is None else self.prevalence
        auc = RocCurve.of(tally).auc
        tpr, fpr = p / 2 + (1 - p) * auc, p * (1 - auc) + (1 - p) / 2
        return CostCurve.serving([0.0, 1.0], [fpr], [1 - tpr], [-1], prevalence=p, **self._facts())


@dataclasses.dataclass(frozen=True, slots=True)
class Excess:
    """What a rule costs more than the best threshold."""

    rule: Rule

    @property
    def of_probabilities(self) -> bool:
        """Whether the rule takes scores as probabilities."""
        return self.rule.of_probabilities

    def __call__(self, tally: Tally) -> CostCurve:
        """Subtract the lower envelope."""
        return self.rule(tally).minus(optimal(tally))


def score_driven(prevalence: float | None = None) -> Rule:
    """Take scores as probabilities calibrated for `prevalence`; see :class:`ScoreDriven`.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence for which the scores are calibrated; by default that of the tally.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(score_driven()(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])).area, 6)  # the Brier score
    0.07
    """
    return ScoreDriven(None if prevalence is None else arrays.inner_share(prevalence, "prevalence"))


def rate_driven(prevalence: float | None = None) -> Rule:
    """Flag as large a share of the cases as the cost proportion says; see :class:`RateDriven`.

    Parameters
    ----------
    prevalence : float, optional
        Share of positives by which the share flagged is reckoned, and that of the curve's axis; by
        default the tally's own, and for an average over folds that of all of them.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(rate_driven()(Tally.from_scores([1, 0], [0.8, 0.4])).area, 6)  # pq(1 − 2·AUC) + ⅓
    0.083333
    """
    return RateDriven(None if prevalence is None else arrays.inner_share(prevalence, "prevalence"))


def score_uniform(prevalence: float | None = None) -> Rule:
    """Draw the threshold at random from [0, 1]; see :class:`ScoreUniform`.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence for which the scores are calibrated; by default that of the tally.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(score_uniform()(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])).area, 6)  # mean |score − y|
    0.233333
    """
    return ScoreUniform(None if prevalence is None else arrays.inner_share(prevalence, "prevalence"))


def rate_uniform(prevalence: float | None = None) -> Rule:
    """Draw the share flagged at random from [0, 1]; see :class:`RateUniform`.

    Parameters
    ----------
    prevalence : float, optional
        Prevalence of the axis; by default that of the tally.

    Returns
    -------
    Rule
        Call it on a tally to get the cost curve.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(rate_uniform()(Tally.from_scores([1, 0], [0.8, 0.4])).area, 6)  # pq(1 − 2·AUC) + ½
    0.25
    """
    return RateUniform(None if prevalence is None else arrays.inner_share(prevalence, "prevalence"))


def kendall(tally: Tally, prevalence: float | None = None) -> CostCurve:
    """Return what flagging as large a share as costs say loses against a perfect ranking.

    2·((1 − p)·FPR(r) − max(0, r − p)) at the share flagged r = κ: never below 0, with area
    2·p·(1 − p)·(1 − AUC).

    Parameters
    ----------
    tally : Tally
    prevalence : float, optional
        Prevalence of the axis; by default that of the tally.

    Returns
    -------
    CostCurve

    References
    ----------
    Hernández-Orallo, Flach & Ferri (2013), Machine Learning 93.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(kendall(Tally.from_scores([1, 0, 1], [0.8, 0.6, 0.4])).area, 6)
    0.222222
    """
    tally = Tally.require(tally, "a Kendall curve")
    rule = rate_driven(tally.prevalence if prevalence is None else prevalence)
    perfect = Tally.from_counts([1.0, 0.0], [tally.total_positive, 0], [0, tally.total_negative])
    return dataclasses.replace(
        rule(tally).minus(rule(perfect)), rule="share flagged, above a perfect ranking"
    )


def excess(rule: Rule) -> Callable[[Tally], CostCurve]:
    """Return what a rule costs more than the best threshold: a function of the tally.

    Under :func:`score_driven` it is what wrong probabilities cost at each condition.

    Parameters
    ----------
    rule : Rule

    Returns
    -------
    callable
        Maps a tally to the curve of what the rule costs more.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(excess(score_driven())(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])).area, 6)
    0.07
    """
    return Excess(Rule.require(rule))


#: Every rule type, for tests that must not forget one.
RULES: tuple[type[Rule], ...] = (
    Optimal,
    WithoutTrivial,
    ScoreDriven,
    ScoreUniform,
    RateDriven,
    RateUniform,
    Fixed,
    TunedOn,
)
