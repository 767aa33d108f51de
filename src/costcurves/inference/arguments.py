"""Checks of arguments: whole numbers, yes and no, and words that stand for a choice."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from costcurves.errors import InputError


def whole_number(value: Any, name: str, least: int = 0) -> int:
    """Return a whole number from some least one on; numpy's will do, yes and no are none.

    Examples
    --------
    >>> whole_number(3, "the number of tests")
    3
    """
    try:
        found = operator.index(value)
    except TypeError:
        found = least - 1
    if isinstance(value, bool) or found < least:
        raise InputError(f"{name} must be a whole number from {least} on", repr(value))
    return found


def yes_or_no(value: Any, name: str) -> bool:
    """Return True or False; numpy's will do, words and numbers will not.

    Examples
    --------
    >>> yes_or_no(np.True_, "simultaneous")
    True
    """
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(f"{name} must be True or False", repr(value))
    return bool(value)


def one_of(value: Any, name: str, known: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    if value not in known:
        raise InputError(f"{name} must be one of {', '.join(known)}", repr(value))
