"""The shift of predictions that costs least, where costs of a unit differ by record, or have a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves._ground.arrays import TIE, Floats, Numbers
from costcurves.tallies.cells import running
from costcurves.tallies.error_tally import quantile_places

if TYPE_CHECKING:
    from numpy.typing import NDArray


class RecordCosts(NamedTuple):
    """What errors of every record cost: u·e⁺ up to U, o·e⁻ up to O; limits may be ∞.

    Attributes
    ----------
    under, over : ndarray of float, shape (records,)
        u and o, ≥ 0.
    under_cap, over_cap : ndarray of float, shape (records,)
        U and O, ≥ 0.
    """

    under: Floats
    over: Floats
    under_cap: Floats
    over_cap: Floats

    def of(self, left: Floats) -> Floats:
        """Return what errors cost that are left after a shift."""
        low = np.minimum(self.under * np.maximum(left, 0.0), self.under_cap)
        return low + np.minimum(self.over * np.maximum(-left, 0.0), self.over_cap)

    def take(self, rows: NDArray[np.intp]) -> RecordCosts:
        """Return the costs of some of the records."""
        return RecordCosts(*(column[rows] for column in self))


def cheapest_shifts(error: Floats, costs: RecordCosts, weight: Numbers) -> tuple[float, float]:
    """Return the ends of the range of shifts s of least Σ w·(min(u(e − s)⁺, U) + min(o(e − s)⁻, O)).

    Without limits that is convex: its minimum is a quantile of the errors, each weighing w(u + o). With
    limits it is piecewise straight, bends up at errors alone and down at e − U/u and e + O/o, so that a
    minimum is among the errors: one sort of all bends and one pass find it. Of separate minima that cost the
    same, the lowest is taken.

    Parameters
    ----------
    error : ndarray of float, shape (records,)
        Ascending, equal ones in an order that does not depend on that of the rows.
    costs : RecordCosts
    weight : ndarray, shape (records,)
        Above 0.

    Returns
    -------
    low, high : float
        Errors: all shifts between them cost the same.

    Examples
    --------
    >>> e, one, none = np.array([0.0, 1.0, 2.0, 100.0]), np.ones(4), np.full(4, np.inf)
    >>> cheapest_shifts(e, RecordCosts(one, one, none, none), one)
    (1.0, 2.0)
    >>> cheapest_shifts(e, RecordCosts(9 * one, one, none, none), one)
    (100.0, 100.0)
    >>> cheapest_shifts(e, RecordCosts(9 * one, one, 30 * one, none), one)
    (2.0, 2.0)
    """
    under = np.where(costs.under_cap > 0, costs.under, 0.0)
    over = np.where(costs.over_cap > 0, costs.over, 0.0)
    matters = np.flatnonzero(under + over > 0)
    if not len(matters):
        return float(error[0]), float(error[-1])
    error, weight = error[matters], weight[matters]
    under, over, under_cap, over_cap = RecordCosts(under, over, *costs[2:]).take(matters)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        bends = error - under_cap / under, error + over_cap / over
    if not any(np.isfinite(bend).any() for bend in bends):
        steps = running(weight * (under + over))
        low, high = quantile_places(steps, float(np.sum(weight * under)) / float(steps[-1]))
        return float(error[low]), float(error[high])
    return _least(*_walked(error, weight * under, weight * over, *bends), error)


def _walked(error: Floats, under: Floats, over: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return all places between the errors where the slope of the total changes, and the total there.

    Totals are less what they are at the least error.
    """
    place = np.concatenate([error, low, high])
    change = np.concatenate([under + over, -under, -over])
    inside = (place >= error[0]) & (place <= error[-1]) & (change != 0)
    place, change = place[inside], change[inside]
    order = np.argsort(place, kind="stable")  # equal ones as the records are ordered, whatever the rows
    place, change = place[order], change[order]
    # From the least error on, all costs of predictions too low shrink but those beyond their limit.
    slope = np.cumsum(change) - float(np.sum(under[low < error[0]]))
    return place, running(slope[:-1] * np.diff(place))


def _least(place: Floats, total: Floats, error: Floats) -> tuple[float, float]:
    """Return the ends of the lowest range of errors of least total."""
    tried = np.unique(error)
    found = np.interp(tried, place, total)
    least, slack = float(found.min()), TIE * float(total.max() - total.min())
    first = last = int(np.argmax(found <= least + slack))
    middles = np.interp((tried[1:] + tried[:-1]) / 2, place, total)
    while last + 1 < len(tried) and max(found[last + 1], middles[last]) <= least + slack:
        last += 1
    return float(tried[first]), float(tried[last])
