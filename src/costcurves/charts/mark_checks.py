"""Checks of the marks of a chart: what a mark must hold before anything draws it."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import frozen, numbers
from costcurves.charts.palette import NAMED_DASHES, ROLES
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def settle(mark: Any, *names: str) -> None:
    """Freeze the coordinate arrays of a mark and check them against each other."""
    for name in names:
        where = f"{name} of the {mark.kind} {mark.label!r}"
        values = frozen(np.array(numbers(getattr(mark, name), where)))
        check_finite(values, where)
        object.__setattr__(mark, name, values)
        check_count(mark, name, len(values))
    if hasattr(mark, "hover"):
        object.__setattr__(mark, "hover", tuple(mark.hover))
        if mark.hover:
            check_count(mark, "hover", len(mark.hover))
    check_look(mark)


def check_finite(values: NDArray[np.float64], where: str) -> None:
    """Refuse NaN and infinities, naming the first."""
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise InputError(
            "coordinates of a chart must be finite",
            str(values[bad[0]]),
            "end the mark at the axis or leave the point out",
            where=f"{where}, place {bad[0]}",
        )


def check_count(mark: Any, name: str, count: int) -> None:
    """Refuse a column whose length differs from that of the first."""
    first = next(field.name for field in fields(mark))
    expected = len(getattr(mark, first))
    if count != expected:
        raise InputError(
            "coordinates and texts of a mark must have one length",
            f"{expected} in {first} and {count} in {name}",
            where=f"{mark.kind} {mark.label!r}",
        )


def check_order(mark: Any, low: str, high: str, *, strict: bool) -> None:
    """Refuse an upper end below (or at) the lower one."""
    below, above = getattr(mark, low), getattr(mark, high)
    bad = np.flatnonzero(below >= above if strict else below > above)
    if bad.size:
        raise InputError(
            f"{low} must be {'below' if strict else 'at most'} {high}",
            f"{below[bad[0]]} and {above[bad[0]]}",
            where=f"{mark.kind} {mark.label!r}, place {bad[0]}",
        )


def check_look(mark: Any) -> None:
    """Refuse an unknown role or dash and a negative series."""
    where = f"{mark.kind} {getattr(mark, 'label', '')!r}"
    _check_known("role", mark.role, ROLES, where)
    if getattr(mark, "dash", None) is not None:
        _check_known("dash", mark.dash, NAMED_DASHES, where)
    series = getattr(mark, "series", None)
    if series is not None and series < 0:
        raise InputError("series must be numbered from 0", str(series), where=where)


def _check_known(what: str, given: str, known: Iterable[str], where: str) -> None:
    """Refuse a word that is not among the known ones."""
    if given not in known:
        raise InputError(f"the {what} of a mark must be one of {', '.join(known)}", repr(given), where=where)
