"""What scores that are probabilities lose: proper scores, their parts, and what calibration would save."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import Floats, Numbers, inner_share, sum_of_products
from costcurves.errors import UndefinedError, no_such
from costcurves.measures.isotonic import IsotonicFit
from costcurves.rules.driven_rules import score_driven, score_uniform
from costcurves.space.roc import RocHull
from costcurves.tallies.probabilities import probabilities_of
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclasses.dataclass(frozen=True, slots=True)
class Decomposition:
    """The parts of a mean proper score, score = miscalibration − discrimination + uncertainty.

    Attributes
    ----------
    score : float
        Mean score, lower is better: of squares (Brier) or of logarithms (log loss, in nats).
    miscalibration : float
        What recalibrated probabilities would save, ≥ 0; also called reliability.
    discrimination : float
        What recalibrated probabilities lose less than one probability for all, ≥ 0; also
        called resolution.
    uncertainty : float
        Score of the prevalence as probability of every record.

    References
    ----------
    Murphy (1973), Journal of Applied Meteorology 12; Dimitriadis, Gneiting & Jordan (2021), PNAS 118.
    """

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float

    @property
    def refinement(self) -> float:
        """Score of the recalibrated probabilities, uncertainty − discrimination = score − miscalibration."""
        return self.uncertainty - self.discrimination


@dataclasses.dataclass(frozen=True, slots=True)
class ProperScore:
    """Loss of a probability to a positive record, and to a negative one."""

    positive: Callable[[Floats], Floats]
    negative: Callable[[Floats], Floats]

    def mean(self, probability: Floats, positive: Floats, negative: Floats) -> float:
        """Add up the losses of cases, given the share of each kind; +inf where one had probability 0."""
        return _weighed(positive, self.positive(probability)) + _weighed(negative, self.negative(probability))

    def entropy(self, prevalence: float) -> float:
        """Loss of the prevalence as probability of every record."""
        p = np.array([prevalence])
        return self.mean(p, p, 1 - p)


def _minus_log(probability: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(probability))


def _minus_log_complement(probability: Floats) -> Floats:
    """Return −ln(1 − p), +inf at 1."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log1p(-probability))


SCORES = {
    "brier": ProperScore(lambda p: (1 - p) ** 2, lambda p: p**2),
    "log": ProperScore(_minus_log, _minus_log_complement),
}


#: What a mean absolute error adds up; not proper.
_DISTANCE = ProperScore(lambda p: 1 - p, lambda p: p)


def _weighed(weight: Numbers, loss: Floats) -> float:
    """Add up losses; where nothing has weight even an infinite one is none."""
    there = weight > 0
    return sum_of_products(weight[there], loss[there])


def _case_shares(tally: Tally) -> tuple[Floats, Floats]:
    """Share of all cases that are positives, and negatives, of each cell, at the prevalence of the tally."""
    prevalence = tally.prevalence
    positive = prevalence * (tally.positives / tally.total_positive)
    return positive, (1 - prevalence) * (tally.negatives / tally.total_negative)


def _has_one_class(tally: Tally) -> bool:
    """Tell whether all records are of one class, so that no cost curve gives the mean of a loss."""
    return not (tally.total_positive and tally.total_negative)


def _of_one_class(tally: Tally, score: ProperScore) -> float:
    """Mean loss of records of one class."""
    total = tally.total_positive + tally.total_negative
    if not total:
        raise UndefinedError("a mean loss needs records", "none")
    return score.mean(tally.cells.low, tally.positives / total, tally.negatives / total)


# ---- scores ---------------------------------------------------------------------------------


def brier(tally: Tally) -> float:
    """Mean squared difference of score and outcome, as weighed by the prevalence of the tally.

    The area under the cost curve of :func:`~costcurves.rules.score_driven`; of records of one class the mean
    over these. Undefined for scores beyond [0, 1] by more than rounding, which counts as 0 or 1.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(brier(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])), 6)
    0.07
    """
    tally = probabilities_of(tally, "a Brier score", both_classes=False)
    return _of_one_class(tally, SCORES["brier"]) if _has_one_class(tally) else score_driven()(tally).area


def balanced_brier(tally: Tally) -> float:
    """Brier score if both classes were equally common, ½·mean₊(1 − score)² + ½·mean₋ score².

    The area under the Brier curve by PC(+) of scores taken as they are, whatever the prevalence.
    """
    tally = probabilities_of(tally, "a balanced Brier score")
    return brier(tally.at_prevalence(0.5))


def log_loss(tally: Tally) -> float:
    """Mean of −ln of the probability given to what happened, in nats; half the deviance a record.

    Weighed by the prevalence of the tally. +inf, as a value, where a positive has score 0 or a
    negative score 1: no probability is moved away from 0 or 1. Undefined as :func:`brier` is.

    References
    ----------
    Good (1952), Journal of the Royal Statistical Society B 14.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(log_loss(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])), 6)
    0.279777
    >>> log_loss(Tally.from_scores([1, 0], [0.0, 0.5]))
    inf
    """
    tally = probabilities_of(tally, "a log loss", both_classes=False)
    if _has_one_class(tally):
        return _of_one_class(tally, SCORES["log"])
    return SCORES["log"].mean(tally.cells.low, *_case_shares(tally))


def mean_absolute_error(tally: Tally) -> float:
    """Mean difference of score and outcome, whatever its sign: the area of the score-uniform curve.

    Not proper: the best of it is reached by scores of 0 and 1. Undefined for scores outside [0, 1].
    """
    tally = probabilities_of(tally, "a mean absolute error", both_classes=False)
    return _of_one_class(tally, _DISTANCE) if _has_one_class(tally) else score_uniform()(tally).area


def brier_skill(tally: Tally, naive: float | None = None) -> float:
    """Share of the naive rule's Brier score that scores do away with, 1 − BS/BS(naive).

    Parameters
    ----------
    tally : Tally
    naive : float, optional
        Probability that the naive rule gives every record, such as the share of positives among the
        records of training; by default the prevalence of the tally, for which BS(naive) is
        prevalence·(1 − prevalence).

    Returns
    -------
    float
        At most 1, which is perfect; 0 is as good as the naive rule, and there is no lower end.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(brier_skill(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])), 6)
    0.685
    """
    return _skill(tally, SCORES["brier"], "a Brier skill", naive)


def deviance_r_squared(tally: Tally, naive: float | None = None) -> float:
    """Multiple R² by deviance against the naive rule, 1 − log loss/log loss(naive).

    −inf where the log loss is infinite.

    Parameters
    ----------
    tally : Tally
    naive : float, optional
        Probability that the naive rule gives every record; by default the prevalence of the tally.

    Returns
    -------
    float

    References
    ----------
    McFadden (1974), Frontiers in Econometrics.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(deviance_r_squared(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])), 6)
    0.560455
    """
    return _skill(tally, SCORES["log"], "a multiple R²", naive)


def _skill(tally: Tally, score: ProperScore, purpose: str, naive: float | None) -> float:
    """Compare a mean score with that of one probability for all."""
    tally = probabilities_of(tally, purpose)
    p = tally.prevalence
    constant = inner_share(p if naive is None else naive, "the probability of the naive rule")
    best = score.mean(*np.array([[constant], [p], [1 - p]]))
    return 1 - score.mean(tally.cells.low, *_case_shares(tally)) / best


# ---- log-likelihood ratios ------------------------------------------------------------------


def cllr(tally: Tally, prevalence: float | None = None) -> float:
    """Cost of log-likelihood ratios, ½·mean₊ log₂(1 + e^−llr) + ½·mean₋ log₂(1 + e^llr), in bits.

    With llr = logit(score) − logit(prevalence); the balanced log loss after a change of prevalence
    to ½, and 1/(2 ln 2) times the area under NEC over logit PC(+) of scores taken at their word.

    Parameters
    ----------
    tally : Tally
        Of probabilities; llr scores turn into such by the logistic function, and `prevalence` ½.
    prevalence : float, optional
        Prevalence for which the scores are calibrated; by default the tally's own.

    Returns
    -------
    float
        0 is perfect, 1 what a score without information has; no upper end, and +inf where a
        positive has score 0 or a negative score 1.

    References
    ----------
    Brümmer & du Preez (2006), Computer Speech & Language 20.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(cllr(Tally.from_scores([1, 0], [0.8, 0.4])), 6)
    0.529447
    """
    tally = probabilities_of(tally, "Cllr")
    stated = inner_share(tally.prevalence if prevalence is None else prevalence, "prevalence")
    score = tally.cells.low
    llr = _minus_log_complement(score) - _minus_log(score) - math.log(stated / (1 - stated))
    positive = _weighed(tally.positives, np.logaddexp(0, -llr)) / tally.total_positive
    negative = _weighed(tally.negatives, np.logaddexp(0, llr)) / tally.total_negative
    return float((positive + negative) / (2 * math.log(2)))


def min_cllr(tally: Tally) -> float:
    """Cllr of the isotonic fit, in bits: what the best calibration leaves, whatever the scores.

    (1/(2 ln 2))·Σ [ΔTPR·ln((ΔTPR + ΔFPR)/ΔTPR) + ΔFPR·ln((ΔTPR + ΔFPR)/ΔFPR)] over the edges of the
    ROC hull; in [0, 1], and 1 where no threshold beats the trivial ones.

    References
    ----------
    Brümmer & du Preez (2006), Computer Speech & Language 20.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(min_cllr(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])), 6)
    0.5
    """
    fit = IsotonicFit.of_hull(RocHull.of(Tally.require(tally, "min Cllr")))
    return SCORES["log"].mean(fit.balanced, fit.rise, fit.run) / (2 * math.log(2))


# ---- parts ----------------------------------------------------------------------------------


def decomposition_by_score(tally: Tally, score: str = "brier") -> Decomposition:
    """Part a mean score by recalibrating each distinct score to the share of positives that has it.

    Murphy's decomposition: of the Brier score, miscalibration is Σ share·(score − share of
    positives)² and discrimination Σ share·(share of positives − prevalence)² over distinct scores.
    Where no two records share a score, all of the loss counts as miscalibration:
    :func:`decomposition_by_isotonic_fit` is the one to use then.

    Parameters
    ----------
    tally : Tally
    score : {"brier", "log"}

    Returns
    -------
    Decomposition

    Examples
    --------
    >>> from costcurves import Tally
    >>> parts = decomposition_by_score(Tally.from_counts([0.2, 0.7], positives=[1, 3], negatives=[3, 1]))
    >>> round(parts.miscalibration, 6), parts.discrimination, parts.uncertainty
    (0.0025, 0.0625, 0.25)
    """
    tally = _parted(tally)
    positive, negative = _case_shares(tally)
    return _parts(tally, score, positive / (positive + negative), positive, negative)


def decomposition_by_isotonic_fit(tally: Tally, score: str = "brier") -> Decomposition:
    """Part a mean score by recalibrating with the isotonic fit (the CORP decomposition).

    The Brier score of the fit is the area under the lower envelope by cost proportion, so
    miscalibration is the area between the Brier curve and the envelope.

    Parameters
    ----------
    tally : Tally
    score : {"brier", "log"}

    Returns
    -------
    Decomposition

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), PNAS 118.

    Examples
    --------
    >>> from costcurves import Tally
    >>> parts = decomposition_by_isotonic_fit(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    >>> round(parts.miscalibration, 6), round(parts.refinement, 6)
    (0.0675, 0.125)
    """
    tally = _parted(tally)
    fit = IsotonicFit.of(tally)
    positive, negative = fit.prevalence * fit.rise, (1 - fit.prevalence) * fit.run
    return _parts(tally, score, fit.probability, positive, negative)


def _parted(tally: Tally) -> Tally:
    """Return the tally of the probabilities whose mean score is parted."""
    found = probabilities_of(tally, "a decomposition")
    inner_share(found.prevalence, "prevalence")
    return found


def _parts(tally: Tally, name: str, value: Floats, positive: Floats, negative: Floats) -> Decomposition:
    """Compare the scores, their recalibrated values and the prevalence."""
    if name not in SCORES:
        raise no_such(name, SCORES, what="proper score")
    score = SCORES[name]
    found = score.mean(tally.cells.low, *_case_shares(tally))
    kept, uncertainty = score.mean(value, positive, negative), score.entropy(tally.prevalence)
    # Rounding must not make a saving of what saves nothing.
    return Decomposition(found, max(found - kept, 0.0), max(uncertainty - kept, 0.0), uncertainty)
