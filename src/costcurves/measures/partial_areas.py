"""Areas under parts of the ROC curve, and under the curves of precision, recall, their gains and lift."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, share, sum_of_products
from costcurves.errors import InputError
from costcurves.rules.rule import every_threshold
from costcurves.space.roc import RocCurve, RocHull
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence


def partial_auc(
    tally: Tally,
    *,
    fpr: Sequence[float] | None = None,
    tpr: Sequence[float] | None = None,
    standardised: bool = False,
    hull: bool = False,
) -> float:
    """Area under the part of a ROC curve that matters: a range of FPR, or a range of TPR.

    Over a range of FPR it is ∫ TPR dFPR, the area below that part; over a range of TPR it is
    ∫ (1 − FPR) dTPR, the area to the right of it. Between points the curve is straight.

    Parameters
    ----------
    tally : Tally
    fpr, tpr : pair of float
        Ends of the range within [0, 1]; one of the two.
    standardised : bool
        Return McClish's ½·(1 + (area − least)/(greatest − least)), `least` being the area of the
        diagonal and `greatest` the width of the range: ½ is no better than chance, 1 perfect, and
        below the diagonal it is below ½.
    hull : bool
        Of the upper hull instead of the curve.

    Returns
    -------
    float
        In [0, high − low]; of the whole range it is the AUC.

    Raises
    ------
    InputError
        Unless one range is given, and ascends within [0, 1].

    References
    ----------
    McClish (1989), Medical Decision Making 9; Jiang, Metz & Nishikawa (1996), Radiology 201 (TPR).

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> partial_auc(tally, fpr=(0, 0.5)), round(partial_auc(tally, tpr=(0.5, 1), standardised=True), 6)
    (0.25, 0.666667)
    """
    over_fpr = tpr is None
    low, high = _range(fpr, tpr)
    Tally.require(tally, "a partial AUC")
    curve = RocHull.of(tally) if hull else RocCurve.ranked(tally)
    x, y = (curve.fpr, curve.tpr) if over_fpr else (curve.tpr, 1 - curve.fpr)
    if not standardised:
        return _area_between(x, y, low, high)
    # Both ways round it is TPR − FPR above the diagonal: taken first, so that narrow ranges keep digits.
    above = _area_between(x, curve.tpr - curve.fpr, low, high)
    height = ((1 - low) + (1 - high)) / 2 if over_fpr else (low + high) / 2
    if not height * (high - low) >= sys.float_info.min:
        raise InputError("a range must be wide enough for a standardised area", f"{low!r} to {high!r}")
    return (1 + above / (height * (high - low))) / 2


def _range(fpr: Any, tpr: Any) -> tuple[float, float]:
    if (fpr is None) == (tpr is None):
        came = "neither" if fpr is None else "both"
        raise InputError("a partial AUC needs a range of fpr or of tpr", came)
    name, given = ("fpr", fpr) if tpr is None else ("tpr", tpr)
    try:
        low, high = given
    except (TypeError, ValueError):
        raise InputError(
            f"the range of {name} must have two ends", repr(given), f"e.g. {name}=(0, 0.1)"
        ) from None
    ends = share(low, f"an end of the range of {name}"), share(high, f"an end of the range of {name}")
    if not ends[0] < ends[1]:
        raise InputError(f"the range of {name} must ascend", f"{low!r} to {high!r}")
    return ends


def _area_between(x: Floats, y: Floats, low: float, high: float) -> float:
    """Area under a polyline that moves to the right, between two places."""
    left, right = (np.clip(end, low, high) for end in (x[:-1], x[1:]))
    wide = right > left
    left, right, start, stop = left[wide], right[wide], x[:-1][wide], x[1:][wide]
    slope = (y[1:] - y[:-1])[wide] / (stop - start)
    base = y[:-1][wide]
    # Read from the nearer end of a segment: its own ends are met exactly.
    heights = (
        base + slope * (left - start) + np.where(right == stop, y[1:][wide], base + slope * (right - start))
    )
    return sum_of_products(right - left, heights) / 2


def average_precision(tally: Tally) -> float:
    """Mean precision over recall by steps, Σ ΔTPR·precision over distinct scores.

    Each rise in recall counts with the precision at its end, at the prevalence of the tally.
    A ranking without information has the prevalence. Undefined for rates without a prevalence;
    merged cells are refused, since they hide steps.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(average_precision(Tally.from_scores([0, 0, 1], [3, 2, 1])), 6)
    0.333333
    """
    Tally.require(tally, "average precision")
    roc, p = every_threshold(tally, "average precision"), _prevalence(tally)
    rise = np.diff(roc.tpr)
    there = rise > 0
    tpr, fpr = roc.tpr[1:][there], roc.fpr[1:][there]
    return sum_of_products(rise[there], p * tpr / (p * tpr + (1 - p) * fpr))


def precision_recall_area(tally: Tally) -> float:
    """Area under the precision–recall curve, exactly: between thresholds outcomes are mixed, precision bends.

    Over an edge of the ROC curve precision is p·TPR/(p·TPR + (1 − p)·FPR), at the prevalence p of the
    tally; its integral over TPR is in closed form. Straight lines between the points of a
    precision–recall curve would be wrong. Undefined for rates without a prevalence.

    References
    ----------
    Davis & Goadrich (2006), ICML; Keilwagen, Grosse & Grau (2014), PLoS ONE 9.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(precision_recall_area(Tally.from_scores([0, 0, 1], [3, 2, 1])), 6)  # 1 − 2·ln(3/2)
    0.18907
    """
    Tally.require(tally, "the area under a precision–recall curve")
    return _hyperbolic_area(RocCurve.ranked(tally), _prevalence(tally))


def precision_recall_hull_area(tally: Tally) -> float:
    """Area under the precision–recall curve of the ROC hull: what mixing thresholds can reach.

    Undefined for rates without a prevalence.

    References
    ----------
    Davis & Goadrich (2006), ICML.
    """
    Tally.require(tally, "the area under a precision–recall curve")
    return _hyperbolic_area(RocHull.of(tally), _prevalence(tally))


def _prevalence(tally: Tally) -> float:
    """Return the prevalence that precision is reckoned with."""
    tally.require_both_classes("precision")
    return inner_share(tally.prevalence, "prevalence")


def _hyperbolic_area(roc: RocCurve, p: float) -> float:
    """Integrate precision over the TPR of straight edges.

    With the share flagged r = p·TPR + (1 − p)·FPR, u = Δr/r at the start of an edge and its precision
    c = p·ΔTPR/Δr, it is c·TPR·ln(1 + u) + c²·(r/p)·(u − ln(1 + u)): nothing cancels between the two.
    """
    rise, run, tpr, fpr = np.diff(roc.tpr), np.diff(roc.fpr), roc.tpr[:-1], roc.fpr[:-1]
    up = rise > 0
    rise, run, tpr, fpr = rise[up], run[up], tpr[up], fpr[up]
    flagged, more = p * tpr + (1 - p) * fpr, p * rise + (1 - p) * run
    precision = p * rise / more
    # From the origin precision stands still.
    first = flagged == 0
    growth = more / np.where(first, 1, flagged)
    log = np.log1p(growth)
    area = precision * tpr * log + precision**2 * (flagged / p) * (growth - log)
    return float(np.where(first, rise * precision, area).sum())


def precision_recall_gain_area(tally: Tally) -> float:
    """Area under the precision–recall–gain curve, over recall gains from 0 to 1.

    With prevalence p, the gain of a precision or recall v is (v − p)/((1 − p)·v): 0 for flagging
    everybody, 1 at best. Precision gain is 1 − FPR/TPR; against recall gain the straight edges of
    the ROC curve stay straight, so the area is exact. It has no lower end below the diagonal of the
    ROC curve. Undefined for rates without a prevalence.

    References
    ----------
    Flach & Kull (2015), NIPS 28.

    Examples
    --------
    >>> from costcurves import Tally
    >>> precision_recall_gain_area(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    0.25
    """
    Tally.require(tally, "the area under a precision–recall–gain curve")
    roc, p = RocCurve.ranked(tally), _prevalence(tally)
    # Recall gain begins where recall is the prevalence.
    start, stop = (np.maximum(tpr, p) for tpr in (roc.tpr[:-1], roc.tpr[1:]))
    up = stop > start
    start, stop, tpr, fpr = start[up], stop[up], roc.tpr[:-1][up], roc.fpr[:-1][up]
    slope = (np.diff(roc.fpr) / np.where(np.diff(roc.tpr) > 0, np.diff(roc.tpr), 1))[up]
    gains = [1 - (fpr + slope * (at - tpr)) / at for at in (start, stop)]
    return sum_of_products(1 / start - 1 / stop, gains[0] + gains[1]) * p / (2 * (1 - p))


def gains_area(tally: Tally) -> float:
    """Area under the cumulative gains curve, TPR over the share flagged: p/2 + (1 − p)·AUC.

    From p/2 for the worst ranking to 1 − p/2 for a perfect one; scaled to [−1, 1] it is the accuracy
    ratio, 2·AUC − 1. Undefined for rates without a prevalence.

    Examples
    --------
    >>> from costcurves import Tally
    >>> gains_area(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    0.625
    """
    Tally.require(tally, "the area under a gains curve")
    prevalence = tally.prevalence
    return prevalence / 2 + (1 - prevalence) * RocCurve.ranked(tally).auc
