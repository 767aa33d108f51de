"""Isometrics: where in ROC space a measure has one value."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen, inner_share, numbers
from costcurves.measures.confusion_measures import Measure, measure
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Isometric", "isometrics"]

#: Places along the side of the square at which an isometric is sought, and halvings of each search.
PLACES, HALVINGS = 201, 50


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Isometric(ByValue):
    """A line of ROC space along which a measure has one value.

    Attributes
    ----------
    level : float
    fpr, tpr : ndarray, shape (places,)
    """

    level: float
    fpr: Floats
    tpr: Floats

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("fpr", "tpr"):
            object.__setattr__(self, name, frozen(getattr(self, name)))


def isometrics(what: str | Measure, levels: ArrayLike, prevalence: float) -> tuple[Isometric, ...]:
    """Return the lines along which a measure has each of some values, at a prevalence.

    Parameters
    ----------
    what : str or Measure
        A measure, or its name.
    levels : array_like
        Values of the measure; those that it has nowhere in the square give no line.
    prevalence : float
        Share of positives, in (0, 1).

    References
    ----------
    Flach (2003), ICML; Fürnkranz & Flach (2005), Machine Learning 58.

    Examples
    --------
    >>> line = isometrics("accuracy", [0.8], prevalence=0.5)[0]
    >>> bool(np.allclose(line.tpr - line.fpr, 0.6))
    True
    """
    row = what if isinstance(what, Measure) else measure(what)
    p = inner_share(prevalence, "prevalence")
    found = []
    for level in numbers(np.ravel(np.asarray(levels)), "levels"):
        # Along a column first; a measure of the false positives alone crosses its level along rows.
        for upright in (True, False):
            x, y = _crossings(row, float(level), p, upright=upright)
            if len(x) > 1:
                found.append(Isometric(float(level), *((x, y) if upright else (y[::-1], x[::-1]))))
                break
    return tuple(found)


def _crossings(row: Measure, level: float, p: float, *, upright: bool) -> tuple[Floats, Floats]:
    """Search along columns (or rows) of the square for the place at which a measure crosses a level."""
    place = np.linspace(0, 1, PLACES)
    low, high = np.full(PLACES, 1e-12), np.full(PLACES, 1 - 1e-12)
    start, stop = (_value(row, place, side, p, upright=upright) - level for side in (low, high))
    crossed = np.isfinite(start) & np.isfinite(stop) & (start * stop <= 0) & (start != stop)
    place, low, high, start = place[crossed], low[crossed], high[crossed], start[crossed]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        same = (_value(row, place, middle, p, upright=upright) - level) * start > 0
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return place, (low + high) / 2


def _value(row: Measure, place: Floats, along: Floats, p: float, *, upright: bool) -> Floats:
    """Value of a measure at places of the square."""
    fpr, tpr = (place, along) if upright else (along, place)
    return row(Confusion(p * tpr, p * (1 - tpr), (1 - p) * fpr, (1 - p) * (1 - fpr)))
