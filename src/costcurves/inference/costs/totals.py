"""Totals in money where every record has costs of its own, and what they save, with their intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.decisions import Decision
from costcurves.inference.counts.cost_intervals import MEANS, mean_ends, summed
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.means import class_means
from costcurves.inference.resampling import Placed
from costcurves.inference.spread import class_moments
from costcurves.staking import costs_by_row

if TYPE_CHECKING:
    from costcurves._arrays import Floats
    from costcurves.records import Records

__all__ = ["savings_interval", "total_interval"]

#: How intervals of a total, and of a ratio of two, are made, of records or of clusters.
BY_SPREAD = "Student's t, from the spread over {}"
BY_RATIO = "Fieller's interval, from the spread over {}"


def total_interval(records: Records, how: Any, level: float = 0.95) -> Estimate:
    """Return what a decision comes to on as many records of each class, with the interval of the total.

    The total is a sum of two class means, each times the weight of its class; records vary in what
    they cost, within their class. See :func:`costcurves.inference.counts.cost_intervals.mean_ends`.

    Parameters
    ----------
    records : Records
        With per-row costs.
    how : Decision or array_like of bool, shape (records,)
        As given: that it may have been chosen on these records is not counted.
    level : float
    """
    placed, sizes, costs = _costs(records, how)
    # Whoever treats all records alike knows how a new one will be treated; others may do either.
    alike = any(np.array_equal(costs[:, 0], costs[:, way]) for way in (1, 2))
    possible = costs[:, :1] if alike else costs
    classes = [possible[placed.is_positive == positive] for positive in (True, False)]
    # What a record of its class costs at the least is certain; what lies above it is a loss.
    least, most = np.array([[float(end(mine)) for mine in classes] for end in (np.min, np.max)])
    above = costs[:, :1] - np.where(placed.is_positive, *least)[:, None]
    found = class_moments(placed, [(slice(None), above)])
    parts = []
    for mean, square, size, start, end, weight in zip(
        found.mean, found.square, found.sizes(confidence(level)), least, most, sizes, strict=True
    ):
        ends = mean_ends(mean, square, size, end - start, level, bounded=False)
        parts.append((weight, *(start + one for one in (mean, *ends))))
    centre, low, high = (float(one[0]) for one in summed(parts, found.correlation))
    return Estimate(centre, low, high, level, MEANS, _target(how))


def savings_interval(records: Records, how: Any, level: float = 0.95) -> Estimate | None:
    """Return which share of the cheaper of flagging nobody and everybody is saved, with its interval.

    Saved is 1 − C/B, a ratio of two totals over the same records: by Fieller's theorem the interval
    of C/B holds all r for which the total of c − r·b differs from 0 by no more than chance.

    Parameters
    ----------
    records : Records
        With per-row costs.
    how : Decision or array_like of bool, shape (records,)
    level : float

    Returns
    -------
    Estimate or None
        None where what flagging nobody or everybody costs is not surely above 0: a share of it may
        be anything.

    References
    ----------
    Fieller (1954), Journal of the Royal Statistical Society B 16.
    """
    from scipy import stats

    placed, sizes, costs = _costs(records, how)
    scaled = costs * np.where(placed.is_positive, *sizes)[:, None]
    found = class_means(placed, [(slice(None), scaled)], together=True)
    assert found.covariance is not None  # always asked for
    base = 1 + int(np.argmin(found.centre[1:]))
    cost, baseline = float(found.centre[0]), float(found.centre[base])
    spread = found.covariance[np.ix_([0, base], [0, base])]
    t = float(stats.t.isf((1 - confidence(level)) / 2, min(found.freedom[0], found.freedom[base])))
    square = baseline**2 - t**2 * spread[1, 1]
    if baseline <= 0 or square <= 0:
        return None
    middle = cost * baseline - t**2 * spread[0, 1]
    root = math.sqrt(max(middle**2 - square * (cost**2 - t**2 * spread[0, 0]), 0.0))
    low, high = (1 - (middle + sign * root) / square for sign in (1, -1))
    method = BY_RATIO.format(found.units)
    return Estimate(1 - cost / baseline, low, high, level, method, _target(how))


def _costs(records: Records, how: Any) -> tuple[Placed, tuple[float, float], Floats]:
    """Return records, weights of both classes, and what records cost: as decided, left alone, acted on."""
    placed = Placed.of_records(records, {})
    kept = slice(None) if records.weight is None else np.flatnonzero(records.weight)
    weight = np.ones(len(placed)) if placed.weight is None else placed.weight
    positive = float(weight[placed.is_positive].sum())
    ways = (how, *(np.full(len(records), flags) for flags in (False, True)))
    costs = np.column_stack([costs_by_row(records, way)[kept] for way in ways])
    return placed, (positive, float(weight.sum()) - positive), costs


def _target(how: Any) -> str:
    """Say what an interval is for."""
    return "the decision as given" if isinstance(how, Decision) else "the flags as given"
