"""Checks of arguments: numbers, counts and pairs of them, yes and no, and words that stand for a choice."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import Code, InputError, exact, no_such

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Pair = tuple[float, float]


def whole_number(value: Any, name: str, least: int = 0, *, fix: str = "") -> int:
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
        must = f"{name} must be a whole number, {least} or more"
        raise InputError(must, repr(value), fix)
    return found


def at_most(number: int, most: int, what: str, *, of: str, fix: str) -> None:
    """Refuse more than an exact method takes: "an exact sign test" of so many "data sets"."""
    if number > most:
        raise InputError(f"{of} must have at most {most:,} {what}", f"{number:,}", fix, code=Code.TOO_MANY)


def not_negative(value: Any, name: str) -> float:
    """Return a number from 0 on.

    Examples
    --------
    >>> not_negative(0.5, "smoothing")
    0.5
    """
    if (read := arrays.number(value, name)) < 0:
        raise InputError("must not be negative", repr(value), argument=name)
    return read


def pair_of(
    values: Any, name: str, read: Callable[[Any, str], float], of: str = "of a alone, of b alone"
) -> Pair:
    """Return two numbers, each read by a function of the value and its name.

    Examples
    --------
    >>> pair_of((9, 4), "fn", not_negative)
    (9.0, 4.0)
    """
    if not hasattr(values, "__len__") or len(values) != 2:
        raise InputError(f"{name} must be a pair: {of}", repr(values))
    one, other = (read(value, name) for value in values)
    return one, other


def counted(part: Any, whole: Any, part_name: str, whole_name: str) -> Pair:
    """Return how many of how many, such as "fn" of "positives".

    Examples
    --------
    >>> counted(1, 12, "fn", "positives")
    (1.0, 12.0)
    """
    k, n = arrays.number(part, part_name), arrays.number(whole, whole_name)
    if not 0 <= k <= n or not n > 0:
        raise InputError(
            "a rate must count 0 to all of its records, of which there must be some",
            f"{exact(k)} of {exact(n)}",
            where=f"{part_name} of {whole_name}",
        )
    return k, n


def errors_counted(fn: Any, positives: Any, fp: Any, negatives: Any) -> tuple[Pair, Pair]:
    """Return misses of how many positives, and false alarms of how many negatives.

    Examples
    --------
    >>> errors_counted(1, 12, 2, 24)
    ((1.0, 12.0), (2.0, 24.0))
    """
    return counted(fn, positives, "fn", "positives"), counted(fp, negatives, "fp", "negatives")


def pairs_counted(
    fn: Any, positives: Any, fp: Any, negatives: Any
) -> tuple[tuple[Pair, float], tuple[Pair, float]]:
    """Return the same of the errors that `a` alone makes, and `b` alone.

    Examples
    --------
    >>> pairs_counted((9, 4), 50, (6, 11), 80)
    (((9.0, 4.0), 50.0), ((6.0, 11.0), 80.0))
    """
    misses, false_alarms = pair_of(fn, "fn", not_negative), pair_of(fp, "fp", not_negative)
    (_, p), (_, n) = errors_counted(sum(misses), positives, sum(false_alarms), negatives)
    return (misses, p), (false_alarms, n)


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


def one_of(value: Any, name: str, known: Iterable[str]) -> str:
    """Return a word that an option knows.

    Examples
    --------
    >>> one_of("less", "alternative", ("two-sided", "greater", "less"))
    'less'
    """
    words = tuple(known)
    if not isinstance(value, str) or value not in words:
        raise no_such(value, words, what=name)
    return value
