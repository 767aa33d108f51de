"""Intervals of mean losses of probabilities of many classes, classes as common as they are taken to be."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.inference.classes.class_losses import ClassLosses
from costcurves.inference.counts.cost_intervals import FEW_ERRORS, MEANS
from costcurves.inference.estimate import Estimate
from costcurves.inference.numbers.unit_spread import UnitSpread

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.inference.classes.class_spread import ClassUnits
    from costcurves.measures.class_proper_scores import ClassLoss

METHOD = "Student's t with Hall's correction for skewness"
LONE = "a class has one record, or there is one cluster, so that nothing tells how much losses vary"
NO_LOSS = "no record loses anything, so that nothing tells how much losses vary"


def mean_class_loss(
    row: ClassLoss, units: ClassUnits, shares: Floats, losses: Floats, level: float
) -> Estimate:
    """Return Σ_k π_k·(mean loss of class k) with its interval.

    Student's t with Hall's correction for skewness. A sample may lack great losses that are rare: so a
    bounded loss that fewer than eight records make up has the interval of errors, class by class
    (Wilson's, Clopper and Pearson's of few).

    Parameters
    ----------
    row : ClassLoss
    units : ClassUnits
    shares : ndarray, shape (K,)
        π.
    losses : ndarray, shape (records,)
    level : float

    Notes
    -----
    How often nominal 95 % intervals hold what they are of is found in ``studies/class_intervals.py``.
    """
    records = units.records
    weight = np.ones(len(losses)) if records.weight is None else records.weight.astype(float)
    mean, square = (
        np.bincount(records.codes, weight * power, len(shares)) / records.sizes
        for power in (losses, losses**2)
    )
    value = float((shares * mean).sum())
    # As many records of equal loss would vary as much if they came by chance: (Σw)²/Σw².
    each = float((shares**2 * square / units.effective).sum())
    lossy = value**2 / each if each > 0 else 0.0
    if math.isfinite(row.high) and lossy < FEW_ERRORS - 1e-9:
        ends = np.zeros(len(shares)), np.full(len(shares), row.high)
        low, high = ClassLosses.of(units, shares, losses, ends).ends(level)
        return Estimate(value, min(low, value), max(high, value), level, MEANS, row.title)
    variance = units.of_mean(shares, losses)
    if not math.isfinite(variance) or lossy == 0:
        why = LONE if lossy else NO_LOSS
        return Estimate(value, 0.0, row.high, level, METHOD, row.title, (why,))
    # Drawn together, records differ from the mean of all, else from that of their class.
    centre = value if units.shares_vary else mean[records.codes]
    added = weight * (shares / records.sizes)[records.codes] * (losses - centre)
    spread = dataclasses.replace(UnitSpread.of(added, units.cluster), error=math.sqrt(variance))
    low, high = spread.positive_ends(value, level)
    return Estimate(value, min(low, value), min(max(high, value), row.high), level, METHOD, row.title)
