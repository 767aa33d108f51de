"""What the extension does, as numpy does it: sort by a stable order, count by cell, prune and chain."""

from __future__ import annotations

from typing import Any

import numpy as np

from costcurves._ground.class_runs import ClassRuns
from costcurves.space import hull


def runs(positive, score, weight=None) -> ClassRuns:
    """Sort each class by a stable order."""
    columns: list[Any] = []
    for of_class in (~positive, positive):
        own = score[of_class] + 0.0
        order = np.argsort(own, kind="stable")
        columns.append((own[order], None if weight is None else weight[of_class][order]))
    (negatives, negative_weight), (positives, positive_weight) = columns
    return ClassRuns(negatives, positives, negative_weight, positive_weight)


def cells(positive, score, weight=None):
    """Distinct scores, the highest first, and the weight of both classes at each, added in the order of rows."""
    score = score + 0.0
    distinct = np.unique(score)[::-1].copy()
    place = len(distinct) - 1 - np.searchsorted(distinct[::-1], score)
    columns = []
    for of_class in (~positive, positive):
        sums = np.bincount(place[of_class], None if weight is None else weight[of_class], len(distinct))
        # Sums of whole weights are exact in floats here.
        columns.append(sums.astype(np.int64 if weight is None else weight.dtype))
    return distinct, *columns


def corners(score, negative, positive):
    """Corners of the hull of all cells, the ends of their thresholds, twice the area."""
    fp, tp = (np.concatenate([[0], np.cumsum(column)]).astype(np.int64) for column in (negative, positive))
    keep = hull.upper_hull(fp, tp)
    low, high = np.append(score, -np.inf)[keep], np.concatenate([[np.inf], score])[keep]
    steps = zip(negative.tolist(), tp[1:].tolist(), tp[:-1].tolist(), strict=True)
    return fp[keep], tp[keep], low, high, sum(n * (after + before) for n, after, before in steps)


def same_bits(one: Any, other: Any) -> bool:
    """Whether two arrays hold the same values, of floats the same bits."""
    if one is None or other is None:
        return one is other
    return bool(one.dtype == other.dtype and one.tobytes() == other.tobytes())
