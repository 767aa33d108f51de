"""Thresholds in words: intervals rounded inward, so that what is printed decides as stated."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

__all__ = ["interval", "inward", "negated", "rule_text"]

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
    text = inward(low, high)[1]
    return f"score ≤ {negated(text)}" if lower_is_positive else f"score ≥ {text}"


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
    below, above = inward(low, high)
    if math.nextafter(high, -math.inf) == low:  # as of a published point: no other threshold is known
        return negated(above) if lower_is_positive else above
    if lower_is_positive:
        return f"[{negated(above)}, {negated(below)})"
    return f"({below}, {above}]"


def inward(low: float, high: float) -> tuple[str, str]:
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


def negated(text: str) -> str:
    """Turn the sign of a written number."""
    if text == "0":
        return text
    return text[1:] if text.startswith("−") else f"−{text}"
