"""What fills a plane: lines of one value of a measure in ROC space, and the surface of least cost."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, numbers, shares
from costcurves._ground.documents import FrozenArrays, Shown
from costcurves.measures.confusion_measures import Measure, measure
from costcurves.rules.rule import Rule, optimal, pc_of
from costcurves.space.roc import RocHull
from costcurves.tallies.confusion import Confusion
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Places along the side of the square at which an isometric is sought, and halvings of each search.
PLACES, HALVINGS = 201, 50


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Isometric(FrozenArrays):
    """A line of ROC space along which a measure has one value.

    Attributes
    ----------
    level : float
    fpr, tpr : ndarray, shape (places,)
    """

    level: float
    fpr: Floats
    tpr: Floats


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
    row, p = measure(what), inner_share(prevalence, "prevalence")
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
    return row(Confusion.of_rates(fpr, tpr, p))


#: Places along each side of a surface.
SIDE = 101
#: Relative difference of two increments from which on the closed form loses digits to cancellation.
NEAR = 1e-3


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class CostSurface(Shown, FrozenArrays):
    """Least misclassification cost over prevalence and unit cost (prevalence–value–accuracy).

    Attributes
    ----------
    prevalence : ndarray, shape (columns,)
    proportion : ndarray, shape (rows,)
        Unit cost of a false positive, u = fp/(fp + fn).
    cost : ndarray, shape (rows, columns)
        [p(1 − u) + (1 − p)u]·NEC, in [0, ½]; costs are scaled to fp + fn = 1.
    """

    prevalence: Floats
    proportion: Floats
    cost: Floats


def cost_surface(
    tally: Tally,
    *,
    rule: Rule = optimal,
    prevalence: ArrayLike | None = None,
    proportion: ArrayLike | None = None,
) -> CostSurface:
    """Return the expected cost of a record over prevalence p and unit cost u, fp = u and fn = 1 − u.

    Parameters
    ----------
    tally : Tally
    rule : Rule
        How thresholds follow the condition; by default the best.
    prevalence, proportion : array_like, optional
        Places along both sides, in [0, 1]; by default 101 evenly spaced ones.

    References
    ----------
    Remaley et al. (1999), Clinical Chemistry 45.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> cost_surface(tally, prevalence=[0.5], proportion=[0.25, 0.5]).cost.round(4).tolist()
    [[0.0625], [0.0833]]
    """
    Tally.require(tally, "a cost surface").require_both_classes("a cost surface")
    even = np.linspace(0, 1, SIDE)
    p = even if prevalence is None else shares(prevalence, "prevalence")
    u = even if proportion is None else shares(proportion, "proportion")
    curve = Rule.require(rule)(tally)
    stake = (1 - u)[:, None] * p + u[:, None] * (1 - p)
    return CostSurface(p, u, stake * curve(pc_of(p, u[:, None], (1 - u)[:, None])))


def cost_volume(tally: Tally) -> float:
    """Return the volume below the surface of least cost: the mean cost if p and u are uniform.

    A sum over the pieces of the hull: with a = ΔTPR, b = ΔFPR and d = b − a each adds
    ½·ab·[(a + b)/(2d²) − (ab/d³)·ln(b/a)], a/12 where a = b. In [0, 1/12]; 1/12 for the better
    trivial classifier.

    Examples
    --------
    >>> from costcurves import Tally
    >>> round(cost_volume(Tally.from_scores([1, 0], [0.2, 0.8])) * 12, 9)
    1.0
    """
    hull = RocHull.of(Tally.require(tally, "a cost surface"))
    up, across = np.diff(hull.tpr), np.diff(hull.fpr)
    both = (up > 0) & (across > 0)
    a, b = up[both], across[both]
    mean, d = (a + b) / 2, b - a
    r = d / (a + b)
    # By r the piece is (mean/12)·f(r); near r = 0 its series, elsewhere the closed form.
    with np.errstate(divide="ignore", invalid="ignore"):
        closed = a * b / 2 * ((a + b) / (2 * d**2) - a * b / d**3 * np.log(b / a))
    series = mean / 12 * (1 - r**2) * (1 + r**2 / 5 + r**4 * 3 / 35)
    return float(np.where(np.abs(r) < NEAR, series, closed).sum())
