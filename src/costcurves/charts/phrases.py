"""Phrases on charts and pages: thresholds as intervals, ranges of PC(+), rates."""

from __future__ import annotations

import itertools
import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING

from costcurves.wording import percent, short

if TYPE_CHECKING:
    from costcurves.roc import RocHull

__all__ = ["corner_ranges", "corner_texts", "interval", "range_text", "rates_text", "rule_text"]

#: Digits of a threshold where they suffice, and those that tell any two floats apart.
_FEWEST, _MOST = 6, 17


def rule_text(low: float, high: float, flags: str = "some", *, lower_is_positive: bool = False) -> str:
    """Say whom a threshold flags.

    Parameters
    ----------
    low, high : float
        Every t with low < t ≤ high flags the same records; NaN where scores are unknown.
    flags : {"some", "nobody", "everybody"}
    lower_is_positive : bool
        Whether low scores mean positive: then `low` and `high` are those of negated scores.

    Examples
    --------
    >>> rule_text(0.25, 0.3), rule_text(-0.3, -0.25, lower_is_positive=True)
    ('score ≥ 0.3', 'score ≤ 0.25')
    >>> rule_text(0.9, math.inf, "nobody")
    'flag nobody'
    """
    if flags != "some":
        return f"flag {flags}"
    if math.isnan(high):
        return "threshold not known"
    text = _inward(low, high)[1]
    return f"score ≤ {_negated(text)}" if lower_is_positive else f"score ≥ {text}"


def interval(low: float, high: float, *, lower_is_positive: bool = False) -> str:
    """Write the thresholds that decide alike.

    Ends are rounded inward to as few digits as keep them apart, so that every threshold in the
    interval as written decides as stated.

    Examples
    --------
    >>> interval(0.12345678, 0.98765432), interval(0.12345678, 0.12345679), interval(-math.inf, 2)
    ('(0.123457, 0.987654]', '(0.12345678, 0.12345679]', '(−∞, 2]')
    >>> interval(-0.98765432, -0.12345678, lower_is_positive=True), interval(math.nextafter(0.4, 0), 0.4)
    ('[0.123457, 0.987654)', '0.4')
    """
    if math.isnan(high):
        return ""
    below, above = _inward(low, high)
    if math.nextafter(high, -math.inf) == low:  # as of a published point: no other threshold is known
        return _negated(above) if lower_is_positive else above
    if lower_is_positive:
        return f"[{_negated(above)}, {_negated(below)})"
    return f"({below}, {above}]"


def _inward(low: float, high: float) -> tuple[str, str]:
    """Round an interval inward to the fewest digits that leave something of it."""
    if math.nextafter(high, -math.inf) == low:
        return _written(_exact(low)), _written(_exact(high))
    for digits in range(_FEWEST, _MOST + 1):
        below, above = _rounded(low, digits, ROUND_CEILING), _rounded(high, digits, ROUND_FLOOR)
        if below < above:
            return _written(below), _written(above)
    return _written(_exact(low)), _written(_exact(high))


def _rounded(value: float, digits: int, direction: str) -> Decimal:
    """Round the shortest decimal that stands for a float."""
    exact = _exact(value)
    return Context(prec=digits, rounding=direction).plus(exact) if exact.is_finite() else exact


def _exact(value: float) -> Decimal:
    """Return the shortest decimal that stands for a float."""
    return Decimal(repr(float(value)))


def _written(value: Decimal) -> str:
    """Write a decimal without needless noughts, with an exponent only far from 1."""
    if value.is_infinite():
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    value = value.normalize()
    text = f"{value:f}" if -5 <= value.adjusted() < 12 else f"{value:e}".replace("e+", "e")
    return text.replace("-", "−")


def _negated(text: str) -> str:
    """Turn the sign of a written number."""
    if text == "0":
        return text
    return text[1:] if text.startswith("−") else f"−{text}"


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
    ends = [0.0, *hull.breakpoints.tolist(), 1.0]
    return list(itertools.pairwise(ends))


def corner_texts(hull: RocHull, *, lower_is_positive: bool = False) -> list[str]:
    """Say what each corner of a hull flags.

    Examples
    --------
    >>> from costcurves import roc_curve
    >>> corner_texts(roc_curve([1, 0], [0.7, 0.2]).hull())
    ['flag nobody', 'score ≥ 0.7', 'flag everybody']
    """
    return [
        rule_text(low, high, hull.flags(i), lower_is_positive=lower_is_positive)
        for i, (low, high) in enumerate(zip(hull.low.tolist(), hull.high.tolist(), strict=True))
    ]
