"""Costs of a unit of error that differ by record: how a column of them is read, and said in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import Floats, frozen
from costcurves._ground.number_words import short
from costcurves.errors import InputError, nth_row


def is_column(value: Any) -> bool:
    """Whether a value was given for every record."""
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes, dict))


#: Costs up to here, times errors that are allowed, add up to finite sums.
LARGEST_COST = 1e100


def above_0(value: Any, name: str, *, is_cap: bool) -> float:
    """Read one cost, or one limit.

    Examples
    --------
    >>> above_0(2, "under", is_cap=False)
    2.0
    """
    cost = arrays.number(value, name)
    if cost <= 0:
        fix = "leave it out for no limit" if is_cap else "give a small cost instead"
        raise InputError("must be above 0", f"{cost:g}", fix, argument=name)
    _refuse_great(cost, name)
    return cost


def _refuse_great(cost: float, name: str, where: str = "") -> None:
    if cost > LARGEST_COST:
        fix = "state it in a larger unit of money"
        raise InputError(f"must be at most {LARGEST_COST:g}", f"{cost:g}", fix, where=where, argument=name)


def least_column(values: Any, name: str, *, is_cap: bool) -> Floats:
    """Read a column of costs: none below 0, some above; limits may be infinite.

    Examples
    --------
    >>> least_column([0, 2], "under", is_cap=False).tolist()
    [0.0, 2.0]
    """
    column = arrays.numbers(values, name) if is_cap else arrays.finite(values, name)
    arrays.refuse_nan(column, name)
    below = np.flatnonzero(column < 0)
    if below.size:
        raise InputError(
            "must not be below 0", f"{column[below[0]]:g}", where=nth_row(below[0]), argument=name
        )
    great = np.flatnonzero((column > LARGEST_COST) & np.isfinite(column))
    if great.size:
        _refuse_great(float(column[great[0]]), name, nth_row(great[0]))
    if not np.any(column):
        came = "0 in every record" if len(column) else "no record"
        raise InputError("must be above 0 in some record", came, argument=name)
    return np.asarray(frozen(column.copy()))


def spread_words(value: float | Floats, unit: str) -> str:
    """Write a cost, or the range and mean of a column.

    Examples
    --------
    >>> spread_words(2.0, " EUR"), spread_words(np.array([1.0, 3.0]), "")
    ('2 EUR', '1 to 3 by record (mean 2)')
    """
    if isinstance(value, np.ndarray):
        low, mean, high = (short(one) for one in spread_json(value).values())
        return f"{low} to {high}{unit} by record (mean {mean})" if low != high else f"{low}{unit}"
    return f"{short(value)}{unit}"


def spread_json(value: float | Floats) -> Any:
    """Return a cost, or least, mean and greatest of a column."""
    if not isinstance(value, np.ndarray):
        return value
    return {"least": float(value.min()), "mean": float(value.mean()), "greatest": float(value.max())}
