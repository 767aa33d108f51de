"""Summaries of a tally in one number: the rows of the table `SUMMARIES`."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._arrays import number
from costcurves.driven import score_driven
from costcurves.errors import InputError
from costcurves.priors import ConditionPrior
from costcurves.roc import RocCurve, RocHull
from costcurves.selection import optimal
from costcurves.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = ["SUMMARIES", "Summary", "brier", "h_convention", "h_measure"]


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """One number of a tally; call it on a :class:`~costcurves.Tally`.

    Attributes
    ----------
    key, title, formula : str
    function : callable
        Maps a Tally to a float; raises where undefined.
    low, high : float
        Range.
    better : {"high", "low"}
    undefined : str
        When it raises, beside records of one class only.
    reference : str
    probabilities : bool
        Whether scores are taken as probabilities of the positive class.
    """

    key: str
    title: str
    formula: str
    function: Callable[[Tally], float]
    low: float = 0.0
    high: float = 1.0
    better: str = "high"
    undefined: str = ""
    reference: str = ""
    probabilities: bool = False

    def __call__(self, tally: Tally) -> float:
        """Return the summary."""
        return self.function(tally)


def auc(tally: Tally) -> float:
    """Area under the ROC curve, P(positive scores higher) + ½·P(tie), without laying out all points."""
    Tally.require(tally, "AUC").require_both_classes("AUC")
    climb = tally.climb
    if climb.is_whole:
        return climb.doubled_area / (2 * int(tally.total_positive) * int(tally.total_negative))
    return RocCurve.of(tally).auc


def kolmogorov_smirnov(tally: Tally) -> float:
    """Greatest TPR − FPR over all thresholds, = 1 − 2·env(½)."""
    hull = RocHull.of(tally)
    return float(np.max(hull.tpr - hull.fpr))


def equal_error_rate(tally: Tally) -> float:
    """Error rate at which FPR = FNR on the hull, the maximum of the lower envelope (ROCCH-EER)."""
    return float(optimal(tally).values.max())


def least_error(tally: Tally) -> float:
    """Smallest error rate over all thresholds at the prevalence of the tally, env(prevalence)."""
    return float(optimal(tally)(tally.prevalence))


def brier(tally: Tally) -> float:
    """Mean squared difference of score and outcome, as weighed by the prevalence of the tally.

    Undefined for scores outside [0, 1].

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(brier(Tally.from_scores([1, 0, 0], [0.8, 0.4, 0.1])), 6)
    0.07
    """
    return score_driven()(tally).area


def h_measure(tally: Tally, a: float | None = None, b: float | None = None) -> float:
    """Return Hand's H: skill of the best threshold under a Beta law of the cost severity.

    H = 1 − E[loss]/E[loss of the better trivial classifier], with severity
    c = fp/(fp + fn) ~ Beta(a, b) at the prevalence of the tally. Never below 0: thresholds
    include flagging nobody and everybody.

    Parameters
    ----------
    tally : Tally
    a, b : float, optional
        By default Beta(2, 1/prevalence), whose mode is where both trivial classifiers cost the
        same; this is the default of the R package hmeasure 1.0.

    Returns
    -------
    float
        In [0, 1]; 1 is perfect separation.

    References
    ----------
    Hand (2009), Machine Learning 77; Hand & Anagnostopoulos (2014), Pattern Recognition Letters 40.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> round(h_measure(tally, 1, 1), 6)
    0.583333
    """
    Tally.require(tally, "the H-measure").require_both_classes("the H-measure")
    prevalence = tally.prevalence
    if (a is None) != (b is None):
        raise InputError.because(must="a severity law is given by both a and b", came=f"a={a!r}, b={b!r}")
    for name, value in (("a", a), ("b", b)):
        if value is not None and number(value, f"{name} of a severity law") <= 0:
            raise InputError.because(must=f"{name} of a severity law is above 0", came=repr(value))
    curve = optimal(tally).at_prevalence(prevalence)
    if a is None or b is None:
        a, b = 2.0, 1 / prevalence
    # Severity weighs false positives, the axis of the curve false negatives: swap the parameters.
    return curve.skill(ConditionPrior.beta(b, a))


def h_convention(tally: Tally) -> str:
    """Word the default severity law of :func:`h_measure` for a tally."""
    tally.require_both_classes("the H-measure")
    # A class may weigh so little that its share is 0 in float64.
    second = 1 / tally.prevalence if tally.prevalence else math.inf
    return f"severity fp/(fp + fn) ~ Beta(2, {second:.6g}), i.e. Beta(2, 1/prevalence)"


#: Every summary of a tally. One row is one summary.
SUMMARIES: tuple[Summary, ...] = (
    Summary("auc", "AUC", "P(s₊ > s₋) + ½·P(s₊ = s₋)", auc, reference="Hanley & McNeil (1982)"),
    Summary(
        "auch",
        "AUC of the hull",
        "area under the upper hull of the ROC points",
        lambda tally: RocHull.of(tally).auc,
        low=0.5,
    ),
    Summary("gini", "Gini", "2·AUC − 1", lambda tally: 2 * auc(tally) - 1, low=-1.0),
    Summary(
        "area",
        "cost curve area",
        "∫ env(PC) dPC",
        lambda tally: optimal(tally).area,
        high=0.25,
        better="low",
        reference="Drummond & Holte (2000)",
    ),
    Summary(
        "h_measure",
        "H-measure",
        "1 − E[loss]/E[trivial loss], severity ~ Beta(2, 1/prevalence)",
        h_measure,
        undefined="no prevalence is known",
        reference="Hand (2009)",
    ),
    Summary("ks", "KS", "max (TPR − FPR)", kolmogorov_smirnov),
    Summary(
        "eer",
        "equal error rate",
        "max env(PC), where FPR = FNR on the hull",
        equal_error_rate,
        high=0.5,
        better="low",
    ),
    Summary(
        "least_error",
        "least error rate",
        "min over thresholds of p·FNR + (1 − p)·FPR",
        least_error,
        high=0.5,
        better="low",
        undefined="no prevalence is known",
    ),
    Summary(
        "brier",
        "Brier score",
        "mean (score − outcome)²",
        brier,
        better="low",
        undefined="scores outside [0, 1] or unknown",
        reference="Brier (1950)",
        probabilities=True,
    ),
)
