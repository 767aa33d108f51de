"""Totals in money where every record has costs of its own, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.means import BY_SPREAD, class_means
from costcurves.inference.resampling import Placed
from costcurves.staking import costs_by_row

if TYPE_CHECKING:
    from costcurves.decisions import Decision
    from costcurves.records import Records

__all__ = ["total_interval"]


def total_interval(records: Records, decision: Decision, level: float = 0.95) -> Estimate:
    """Return what a decision comes to on as many records of each class, with the interval of the total.

    The total is a sum of two class means, each times the weight of its class; records vary in what
    they cost, within their class.

    Parameters
    ----------
    records : Records
        With per-row costs.
    decision : Decision
        As given: that it may have been chosen on these records is not counted.
    level : float
    """
    placed = Placed.of_records(records, {})
    kept = slice(None) if records.weight is None else np.flatnonzero(records.weight)
    cost = costs_by_row(records, decision)[kept]
    weight = np.ones(len(placed)) if placed.weight is None else placed.weight
    sizes = [weight[placed.is_positive == positive].sum() for positive in (False, True)]
    scaled = cost * np.take(sizes, placed.is_positive.astype(int))
    found = class_means(placed, [(slice(None), scaled[:, None])])
    centre, low, high = (float(end[0]) for end in found.ends(confidence(level)))
    return Estimate(centre, low, high, level, BY_SPREAD.format(found.units), "the decision as given")
