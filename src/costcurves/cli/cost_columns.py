"""Costs as they are typed: a number, a column, or a number times a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.cli.option_types import plain_amount

if TYPE_CHECKING:
    from collections.abc import Iterable


def cost_columns(stated: Iterable[str]) -> tuple[str, ...]:
    """Return the names of columns among what was stated as costs; the others are numbers."""
    return tuple(name for text in stated for name in factors(text)[1:])


def factors(text: str) -> tuple[float] | tuple[float, str]:
    """Part what was stated into a number and the name of a column, if it names one.

    Examples
    --------
    >>> factors("5"), factors("amount"), factors("0.1*amount")
    ((5.0,), (1.0, 'amount'), (0.1, 'amount'))
    """
    value = _number(text)
    if value is not None:
        return (value,)
    front, times, name = text.partition("*")
    factor = _number(front) if times else None
    return (1.0, text) if factor is None else (factor, name.strip())


def _number(text: str) -> float | None:
    """Read a number; anything else names a column."""
    try:
        return float(plain_amount(text))
    except ValueError:
        return None
