"""Numbers in words: shares, amounts, p-values, and intervals rounded inward."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Digits of the end of an interval where they suffice, and those that tell any two floats apart.
_FEWEST, _MOST = 6, 17
#: What stands for a missing or undefined value.
MISSING = "–"

#: From here on numbers are written with an exponent.
LARGE = 1e12


def short(value: float) -> str:
    """Write a number with four significant digits."""
    return f"{value + 0.0:.4g}".replace("-", "−")


def amount(value: float) -> str:
    """Write a total of money: from 1 on with at most two decimals, below with four significant digits.

    Examples
    --------
    >>> amount(198668.5), amount(-20010.0), amount(0.0123456)
    ('198,668.5', '−20,010', '0.01235')
    """
    if abs(value) < 1:
        return short(value)
    whole, _, cents = f"{value:,.2f}".partition(".")
    cents = cents.rstrip("0")
    return f"{whole}.{cents}".rstrip(".").replace("-", "−")


def percent(share: float) -> str:
    """Write a share as a percentage that never rounds to none or all.

    Examples
    --------
    >>> percent(0.0961), percent(0.00004), percent(0.9999), percent(1.0)
    ('9.61 %', '0.004 %', '99.99 %', '100 %')
    """
    text = f"{100 * share:.3g} %"
    if share < 1 and text == "100 %":  # as many digits as the rest has
        text = f"{100 - Decimal(f'{100 * (1 - share):.1g}'):f} %"
    return text


def pvalue_text(value: float) -> str:
    """Write a p-value, never as 0.

    Examples
    --------
    >>> pvalue_text(0.10421), pvalue_text(3e-12), pvalue_text(1.0)
    ('p = 0.1042', 'p < 0.0001', 'p = 1')
    """
    return "p < 0.0001" if value < 1e-4 else f"p = {short(value)}"


def inward(low: float, high: float) -> tuple[str, str]:
    """Round an interval inward to the fewest digits that leave something of it."""
    if math.nextafter(high, -math.inf) == low:
        return _written(_exact(low)), _written(_exact(high))
    for digits in range(_FEWEST, _MOST + 1):
        below, above = _rounded(low, digits, ROUND_CEILING), _rounded(high, digits, ROUND_FLOOR)
        if below < above:
            return _written(below), _written(above)
    return _written(_exact(low)), _written(_exact(high))


def rounded_towards(end: float, other: float, digits: int = 2) -> str:
    """Round an end of an interval towards the other end, to the fewest digits that do not reach that.

    Examples
    --------
    >>> rounded_towards(0.044868, 0.042122), rounded_towards(657.8, 642.3), rounded_towards(0.5, 0.5001)
    ('0.044', '650', '0.5')
    """
    direction = ROUND_FLOOR if other < end else ROUND_CEILING
    for kept in range(digits, _MOST + 1):
        found = _rounded(end, kept, direction)
        if other < float(found) <= end or end <= float(found) < other:
            return _written(found)
    return _written(_exact(end))


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


def enumerated(names: Iterable[str]) -> str:
    """Join names as a sentence does.

    Examples
    --------
    >>> enumerated(["a"]), enumerated(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def format_value(value: Any, *, decimals: int | None = None, digits: int = 4) -> str:
    """Word one value of a table.

    Parameters
    ----------
    value : object
        A number, a text, a truth value, None.
    decimals : int, optional
        Fixed number of decimal places.
    digits : int
        Significant digits where `decimals` is not given; whole parts are never rounded.

    Examples
    --------
    >>> [format_value(v) for v in (0.123456, 1234567, 1234.5678, -math.inf, math.nan, None, "1R")]
    ['0.1235', '1,234,567', '1,235', '−∞', '–', '–', '1R']
    >>> format_value(0.5, decimals=3), format_value(1.5e-7)
    ('0.500', '1.5e−7')
    """
    if value is None:
        return MISSING
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (int, np.integer)) and decimals is None:
        return f"{int(value):,}".replace("-", "−")
    if not isinstance(value, (int, float, np.integer, np.floating)):
        return str(value)
    number = float(value)
    if math.isnan(number):
        return MISSING
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    return _format_float(number, decimals, digits)


def _format_float(number: float, decimals: int | None, digits: int) -> str:
    if decimals is None:
        if number != 0 and not 1e-4 <= abs(number) < LARGE:
            mantissa, _, exponent = f"{number:.{digits - 1}e}".partition("e")
            mantissa = mantissa.rstrip("0").rstrip(".")
            return f"{mantissa}e{int(exponent)}".replace("-", "−")
        decimals = digits_after_point(number, digits)
    text = f"{number:,.{decimals}f}"
    if not text.strip("-0.,"):
        text = text.lstrip("-")  # no negative zero
    return text.replace("-", "−")


def digits_after_point(number: float, digits: int) -> int:
    """Return the decimal places that show so many significant digits."""
    # The exponent after rounding: 0.99996 has four digits as 1.000.
    return max(0, digits - 1 - int(f"{number:.{digits - 1}e}".partition("e")[2]))
