"""Spellings of one label: which of the values of a column mean the same class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costcurves.errors import InputError, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Whole numbers, which may be written with a point and zeros; none with leading zeros, which are codes.
_WHOLE = re.compile(r"([+-]?)(0|[1-9][0-9]*)(?:\.0*)?")
_TRUTH = frozenset({"true", "false"})
_BITS = frozenset({"0", "1"})
#: Classes of the rest that are listed.
_MOST = 6


def classes_of(counts: Mapping[str, int], where: str = "") -> dict[str, str]:
    """Find the class of every value of a column of labels, by how most of its records spell it.

    ``1`` and ``1.0`` are one class. Values that differ in case or outer blanks only are one class, if
    exactly two classes remain; where more remain, they stand apart.

    Parameters
    ----------
    counts : mapping of str to int
        How many records have each value.
    where : str
        The column, for errors.

    Raises
    ------
    InputError
        If 0 or 1 stand beside true or false, for nobody can tell whether they mean the same.

    Examples
    --------
    >>> classes_of({"Yes": 2, "Yes ": 1, "yes": 1, "No": 3, " No": 1})
    {'Yes': 'Yes', 'Yes ': 'Yes', 'yes': 'Yes', 'No': 'No', ' No': 'No'}
    >>> classes_of({"A": 1, "a": 1, "b": 1, "c": 1})
    {'A': 'A', 'a': 'a', 'b': 'b', 'c': 'c'}
    """
    plain = {value: _number(value) for value in counts}
    alike = {value: fold(value) for value in counts}
    bits, truths = _BITS & set(alike.values()), _TRUTH & set(alike.values())
    if bits and truths:
        shown = [min(value for value in counts if alike[value] in some) for some in (bits, truths)]
        raise InputError(
            "labels must be either numbers or truth values, not both",
            f"{shown[0]!r} beside {shown[1]!r}",
            "write them the same way",
            where=where,
        )
    stripped = {value: plain[value].strip() for value in counts}
    if len(set(alike.values())) == 2:
        keys = alike
    elif len(set(stripped.values())) == 1:
        keys = stripped
    else:
        keys = plain
    names: dict[str, str] = {}
    for value in sorted(counts, key=lambda value: -counts[value]):
        names.setdefault(keys[value], value)
    return {value: names[keys[value]] if keys is plain else names[keys[value]].strip() for value in counts}


def fold(value: str) -> str:
    """Spell a label without case, outer blanks, and the zeros behind the point of a whole number."""
    return _number(value.strip()).casefold()


def _number(value: str) -> str:
    """A whole number without sign of plus, point and zeros; anything else as it is."""
    found = _WHOLE.fullmatch(value)
    return f"{found[1].strip('+')}{found[2]}" if found else value


def stated_class(stated: str, classes: Mapping[str, str]) -> str:
    """Return the class that a caller means; empty if there is none, or several.

    Examples
    --------
    >>> stated_class("YES ", {"Yes": "Yes", "No": "No"})
    'Yes'
    """
    if stated in classes:
        return classes[stated]
    found = {name for value, name in classes.items() if fold(value) == fold(stated)}
    return found.pop() if len(found) == 1 else ""


def refuse_other_spellings(chosen: str, classes: Mapping[str, str], where: str = "") -> None:
    """Refuse a positive class that is spelled in other ways among three or more classes.

    Raises
    ------
    InputError
        Naming the spellings: whether they are classes of their own cannot be told.
    """
    alike = [value for value, name in classes.items() if fold(value) == fold(chosen) and name != chosen]
    if alike and len({fold(value) for value in classes}) > 2:
        raise InputError(
            "a label must be spelled in only one way",
            f"{listed([chosen, *alike])}, which differ only in case or surrounding spaces",
            "write them the same way, or with names that differ in more",
            where=where,
        )


def united(classes: Mapping[str, str]) -> str:
    """Say which spellings were taken for one class; empty if none were.

    Examples
    --------
    >>> united({"Yes": "Yes", "Yes ": "Yes", "No": "No"})
    "spellings of one label: 'Yes', 'Yes ' are Yes"
    """
    spelled: dict[str, list[str]] = {}
    for value, name in classes.items():
        spelled.setdefault(name, []).append(value)
    several = [f"{listed(values)} are {name}" for name, values in spelled.items() if len(values) > 1]
    return f"spellings of one label: {'; '.join(several)}" if several else ""


def against_the_rest(chosen: str, counts: Mapping[str, int]) -> str:
    """Say which classes stand against the positive one, with their records, if there are several.

    Examples
    --------
    >>> against_the_rest("bad", {"bad": 3, "good": 5, "unclear": 1})
    '3 classes: bad against the rest (good 5, unclear 1)'
    """
    others = sorted((name for name in counts if name != chosen), key=lambda name: -counts[name])
    if len(others) < 2:
        return ""
    shown = ", ".join(f"{name} {counts[name]:,}" for name in others[:_MOST])
    more = f", {len(others) - _MOST} more" if len(others) > _MOST else ""
    return f"{len(counts)} classes: {chosen} against the rest ({shown}{more})"
