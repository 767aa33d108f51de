"""Numbers in words: shares, amounts, p-values."""

from __future__ import annotations

from decimal import Decimal

__all__ = ["amount", "percent", "pvalue_text", "short"]


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
