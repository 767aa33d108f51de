"""Whether a column of whole numbers is an index of the rows, not the scores of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError
from costcurves.io.naming import is_score_like

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

#: Of fewer rows, whole numbers that all differ say nothing.
LEAST_ROWS = 20
#: Numbers of customers or accounts are spread over more than so many times as many values as there are rows.
_SPREAD = 10
#: Credit scores are whole numbers within these bounds.
_CREDIT = (300, 850)
#: So many values are looked at first, since most columns of scores show fractions at once.
_FIRST = 1000


def index_reason(name: str, values: NDArray[np.float64]) -> tuple[str, str]:
    """Why a column looks like an index; and why it is taken for scores nevertheless. Each may be empty.

    Examples
    --------
    >>> index_reason("m", np.arange(7.0, 12.0)), index_reason("rank", np.arange(1.0, 6.0))
    (('counts the rows', ''), ('counts the rows', 'because of its name'))
    """
    reason, in_order = _look(values)
    if not reason:
        return "", ""
    if is_score_like(name):
        return reason, "because of its name"
    is_credit = not in_order and values.min() >= _CREDIT[0] and values.max() <= _CREDIT[1]
    return reason, "as credit scores lie between {} and {}".format(*_CREDIT) if is_credit else ""


def _look(values: NDArray[np.float64]) -> tuple[str, bool]:
    """Why numbers look like an index, and whether they count the rows in file order."""
    count = len(values)
    if count <= 2 or not _whole(values[:_FIRST]) or not _whole(values):
        return "", False
    step = values[1] - values[0]
    if step > 0 and np.all(np.diff(values) == step) and (step == 1 or count >= LEAST_ROWS):
        return ("counts the rows" if step == 1 else f"counts in steps of {step:g}"), True
    if count < LEAST_ROWS:
        return "", False
    ordered = np.sort(values)
    low, high = ordered[0], ordered[-1]
    if np.any(ordered[1:] == ordered[:-1]):
        return "", False
    if high - low == count - 1:
        return f"every whole number from {low:.15g} to {high:.15g} once, like an index", False
    if high - low > _SPREAD * count:
        return "whole numbers that all differ and lie far apart, like identifiers", False
    return "", False


def _whole(values: NDArray[np.float64]) -> bool:
    """Whether all values are finite and whole."""
    return bool(np.all(np.isfinite(values)) and np.all(values == np.floor(values)))


def refuse_perfect_indexes(
    scores: Mapping[str, NDArray[np.float64]], is_positive: NDArray[np.bool_], source: str
) -> None:
    """Refuse whole numbers that all differ and part the classes without a fault.

    So does the index of rows that stood sorted by class; nothing but the caller can tell it from scores.

    Raises
    ------
    InputError
        Naming the options that leave such a column out, and that keep it.
    """
    for name, values in scores.items():
        if is_score_like(name) or not _parts_perfectly(values, is_positive):
            continue
        others = [one for one in scores if one != name]
        ways = [_named(others), _named(list(scores))] if others else [_named([name])]
        raise InputError(
            f"column {name!r} holds whole numbers that all differ and separate the classes perfectly, "
            "as the index of sorted rows would",
            fix="leave it out, or keep it, with" if others else "if they are scores, write",
            where=source,
            ways=ways,
        )


def _named(models: Sequence[str]) -> list[str]:
    """The options that name models."""
    return [word for model in models for word in ("--score", model)]


def _parts_perfectly(values: NDArray[Any], is_positive: NDArray[np.bool_]) -> bool:
    """Whether values are whole, differ, and lie on one side of a bound in each class."""
    if len(values) < LEAST_ROWS or not _whole(values[:_FIRST]) or not _whole(values):
        return False
    upper, lower = values[is_positive], values[~is_positive]
    is_parted = upper.min() > lower.max() or upper.max() < lower.min()
    return bool(is_parted) and len(np.unique(values)) == len(values)
