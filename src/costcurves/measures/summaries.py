"""Summaries of a tally in one number: the rows of the table `SUMMARIES`."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.measures import equal_errors, partial_areas, proper_scores
from costcurves.measures.costs_over_beliefs import h_measure
from costcurves.rules.rule import optimal
from costcurves.space.roc import RocHull, rank_area
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

NO_PREVALENCE = "no prevalence is known"
NO_PROBABILITIES = "scores outside [0, 1] or unknown"


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
        When it raises, beside records of one class only (where `of_one_class` does not hold).
    reference : str
    probabilities : bool
        Whether scores are taken as probabilities of the positive class.
    main : bool
        Whether tables show it unless they are asked for all.
    of_one_class : bool
        Whether it is defined on records of one class, too.
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
    main: bool = True
    of_one_class: bool = False

    def __call__(self, tally: Tally) -> float:
        """Return the summary."""
        return self.function(tally)


def auc(tally: Tally) -> float:
    """Area under the ROC curve, P(positive scores higher) + ½·P(tie), without laying out all points."""
    Tally.require(tally, "AUC").require_both_classes("AUC")
    points = tally.hull_points
    if points.is_whole:
        return points.doubled_area / (2 * int(tally.total_positive) * int(tally.total_negative))
    return rank_area(points.fp, points.tp)


def kolmogorov_smirnov(tally: Tally) -> float:
    """Greatest TPR − FPR over all thresholds, = 1 − 2·env(½)."""
    hull = RocHull.of(tally)
    return float(np.max(hull.tpr - hull.fpr))


def least_error(tally: Tally) -> float:
    """Smallest error rate over all thresholds at the prevalence of the tally, env(prevalence)."""
    return float(optimal(tally)(tally.prevalence))


#: Losses; rows that tables show only when asked for all; those that need the prevalence, or probabilities.
_loss = functools.partial(Summary, better="low")
_further = functools.partial(Summary, main=False)
_further_loss = functools.partial(_loss, main=False)
_of_prevalence = functools.partial(_further, undefined=NO_PREVALENCE)
_of_probabilities = functools.partial(_further, undefined=NO_PROBABILITIES, probabilities=True)
_loss_of_probabilities = functools.partial(_of_probabilities, better="low")

#: Every summary of a tally. One row is one summary.
SUMMARIES: tuple[Summary, ...] = (
    Summary("auc", "AUC", "P(s₊ > s₋) + ½·P(s₊ = s₋)", auc, reference="Hanley & McNeil (1982)"),
    _further(
        "auch",
        "AUC of the hull",
        "area under the upper hull of the ROC points",
        lambda tally: RocHull.of(tally).auc,
        low=0.5,
    ),
    Summary(
        "gini",
        "Gini",
        "2·AUC − 1, the accuracy ratio of the gains curve",
        lambda tally: 2 * auc(tally) - 1,
        low=-1.0,
    ),
    _loss(
        "area",
        "cost curve area",
        "∫ env(PC) dPC",
        lambda tally: optimal(tally).area,
        high=0.25,
        reference="Drummond & Holte (2000)",
    ),
    Summary(
        "h_measure",
        "H-measure",
        "1 − E[loss]/E[trivial loss], severity ~ Beta(2, 1/prevalence)",
        h_measure,
        undefined=NO_PREVALENCE,
        reference="Hand (2009)",
    ),
    Summary("ks", "KS", "max (TPR − FPR)", kolmogorov_smirnov),
    _further_loss(
        "eer",
        "equal error rate",
        "max env(PC), where FPR = FNR on the hull",
        equal_errors.equal_error_rate,
        high=0.5,
    ),
    _loss(
        "least_error",
        "least error rate",
        "min over thresholds of p·FNR + (1 − p)·FPR",
        least_error,
        high=0.5,
        undefined=NO_PREVALENCE,
    ),
    Summary(
        "brier",
        "Brier score",
        "mean (score − outcome)²",
        proper_scores.brier,
        better="low",
        undefined=NO_PROBABILITIES,
        reference="Brier (1950)",
        probabilities=True,
        of_one_class=True,
    ),
    _loss_of_probabilities(
        "balanced_brier",
        "balanced Brier score",
        "½·mean₊(1 − score)² + ½·mean₋ score²",
        proper_scores.balanced_brier,
    ),
    _of_probabilities(
        "brier_skill", "Brier skill", "1 − Brier/(p·(1 − p))", proper_scores.brier_skill, low=-math.inf
    ),
    _loss_of_probabilities(
        "reliability",
        "reliability",
        "Σ share·(score − share of positives)² over distinct scores",
        lambda tally: proper_scores.decomposition_by_score(tally).miscalibration,
        reference="Murphy (1973)",
    ),
    _of_probabilities(
        "resolution",
        "resolution",
        "Σ share·(share of positives − p)² over distinct scores",
        lambda tally: proper_scores.decomposition_by_score(tally).discrimination,
        high=0.25,
        reference="Murphy (1973)",
    ),
    _loss_of_probabilities(
        "miscalibration",
        "miscalibration",
        "Brier − Brier of the isotonic fit",
        lambda tally: proper_scores.decomposition_by_isotonic_fit(tally).miscalibration,
        reference="Dimitriadis, Gneiting & Jordan (2021)",
    ),
    _of_probabilities(
        "discrimination",
        "discrimination",
        "p·(1 − p) − Brier of the isotonic fit",
        lambda tally: proper_scores.decomposition_by_isotonic_fit(tally).discrimination,
        high=0.25,
        reference="Dimitriadis, Gneiting & Jordan (2021)",
    ),
    _loss_of_probabilities(
        "log_loss",
        "log loss",
        "mean −ln of the probability of the outcome, in nats",
        proper_scores.log_loss,
        high=math.inf,
        reference="Good (1952)",
        of_one_class=True,
    ),
    _of_probabilities(
        "deviance_r_squared",
        "multiple R² (deviance)",
        "1 − log loss/log loss of the prevalence",
        proper_scores.deviance_r_squared,
        low=-math.inf,
        reference="McFadden (1974)",
    ),
    _loss_of_probabilities(
        "cllr",
        "Cllr",
        "½·mean₊ log₂(1 + e^−llr) + ½·mean₋ log₂(1 + e^llr), llr = logit score − logit p",
        proper_scores.cllr,
        high=math.inf,
        reference="Brümmer & du Preez (2006)",
    ),
    _loss_of_probabilities(
        "mean_absolute_error",
        "mean absolute error",
        "mean |score − outcome|",
        proper_scores.mean_absolute_error,
        of_one_class=True,
    ),
    _further_loss(
        "min_cllr",
        "least Cllr",
        "Cllr of the isotonic fit",
        proper_scores.min_cllr,
        reference="Brümmer & du Preez (2006)",
    ),
    _of_prevalence(
        "average_precision",
        "average precision",
        "Σ ΔTPR·precision over distinct scores",
        partial_areas.average_precision,
    ),
    _of_prevalence(
        "precision_recall_area",
        "precision–recall area",
        "∫ precision dTPR, outcomes mixed between thresholds",
        partial_areas.precision_recall_area,
        reference="Davis & Goadrich (2006)",
    ),
    _of_prevalence(
        "precision_recall_hull_area",
        "precision–recall area of the hull",
        "∫ precision dTPR over the ROC hull",
        partial_areas.precision_recall_hull_area,
        reference="Davis & Goadrich (2006)",
    ),
    _of_prevalence(
        "precision_recall_gain_area",
        "precision–recall–gain area",
        "∫ precision gain d(recall gain) from 0 to 1",
        partial_areas.precision_recall_gain_area,
        low=-math.inf,
        reference="Flach & Kull (2015)",
    ),
    _of_prevalence(
        "gains_area", "gains area", "∫ TPR d(share flagged) = p/2 + (1 − p)·AUC", partial_areas.gains_area
    ),
    _further_loss(
        "interpolated_eer",
        "equal error rate, interpolated",
        "FPR = FNR on the ROC curve",
        equal_errors.interpolated_equal_error_rate,
    ),
    _further_loss(
        "nearest_eer",
        "equal error rate, nearest threshold",
        "(FPR + FNR)/2 at the least |FPR − FNR|",
        equal_errors.nearest_equal_error_rate,
    ),
    _further_loss(
        "fvc_eer",
        "equal error rate, FVC2000",
        "the lesser (FPR + FNR)/2 of the two thresholds around FPR = FNR",
        equal_errors.fvc_equal_error_rate,
        reference="Maio, Maltoni, Cappelli, Wayman & Jain (2002)",
    ),
)
