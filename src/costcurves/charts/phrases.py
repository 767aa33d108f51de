"""Phrases on charts and pages: ranges of PC(+), rates, and corners of hulls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.wording import percent, short
from costcurves.decisions.threshold_interval import ThresholdInterval

if TYPE_CHECKING:
    from costcurves.space.roc import RocHull

__all__ = ["corner_ranges", "corner_texts", "range_text", "rates_text"]


def range_text(low: float, high: float) -> str:
    """Write a range of PC(+).

    Examples
    --------
    >>> range_text(0, 0.235453)
    '0 to 0.2355'
    """
    return f"{short(low)} to {short(high)}"


def rates_text(fpr: float, tpr: float) -> str:
    """Write the two rates of a classifier.

    Examples
    --------
    >>> rates_text(0.02987, 0.984375)
    'FPR 2.99 %, TPR 98.4 %'
    """
    return f"FPR {percent(fpr)}, TPR {percent(tpr)}"


def corner_ranges(hull: RocHull) -> list[tuple[float, float]]:
    """Ranges of PC(+) in which each corner of a hull is the best choice."""
    return [(low, high) for low, high in hull.ranges.tolist()]


def corner_texts(hull: RocHull) -> list[str]:
    """Say what each corner of a hull flags.

    Examples
    --------
    >>> from costcurves import roc_curve
    >>> corner_texts(roc_curve([1, 0], [0.7, 0.2]).hull())
    ['flag nobody', 'score ≥ 0.7', 'flag everybody']
    """
    return [ThresholdInterval.at(hull, corner).rule for corner in range(len(hull))]
