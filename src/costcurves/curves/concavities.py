"""Concavities of a ROC curve: where a ranking is worse than chance, and two ways to repair it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.space.roc import RocCurve, rank_area
from costcurves.tallies.cells import Cells

if TYPE_CHECKING:
    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, slots=True)
class Concavity:
    """A stretch of scores within which the ranking is worse than chance.

    Attributes
    ----------
    low, high : float
        Smallest and greatest score of the stretch; NaN where scores are unknown.
    cells : int
        Distinct scores in it.
    fpr, tpr : (float, float)
        Rates at its two ends, between which the hull bridges it.
    area : float
        Area between the curve and the hull, in (0, ½): what a tie of these scores would add to the AUC.
    """

    low: float
    high: float
    cells: int
    fpr: tuple[float, float]
    tpr: tuple[float, float]
    area: float


def concavities(tally: Tally) -> tuple[Concavity, ...]:
    """Return the stretches in which a ROC curve runs below its hull, highest scores first.

    Examples
    --------
    >>> from costcurves import Tally
    >>> (found,) = concavities(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> found.low, found.high, found.area
    (2.0, 3.0, 0.125)
    """
    roc = RocCurve.of(tally)
    return tuple(_concavity(tally, roc, start, stop) for start, stop in roc.concavities())


def _concavity(tally: Tally, roc: RocCurve, start: int, stop: int) -> Concavity:
    """Measure one stretch of points."""
    fp, tp = (column[start : stop + 1] - column[start] for column in (roc.fp, roc.tp))
    # Below the diagonal of its own records, and by how much of the whole square.
    gap = (0.5 - rank_area(fp, tp)) * (fp[-1] / roc.fp[-1]) * (tp[-1] / roc.tp[-1])
    ends = (tally.cells.low[stop - 1], tally.cells.high[start]) if tally.scored else (np.nan, np.nan)
    low, high = tally.direction.interval(*map(float, ends))
    fpr, tpr = (tuple(column[[start, stop]].tolist()) for column in (roc.fpr, roc.tpr))
    return Concavity(low, high, stop - start, fpr, tpr, float(gap))


def merged(tally: Tally) -> Tally:
    """Return the tally with the scores of every concavity tied, so that its ROC curve is its hull.

    The AUC gains the area of the concavities; no operating condition is better served than before,
    since the hull stays. Fitted on the records it is judged on, the gain is optimistic.

    Examples
    --------
    >>> from costcurves import RocCurve, Tally
    >>> tally = Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> RocCurve.of(tally).auc, RocCurve.of(merged(tally)).auc
    (0.75, 0.875)
    """
    cells = tally.cells
    stretches = RocCurve.of(tally).concavities()
    first = np.ones(len(cells), dtype=bool)
    for start, stop in stretches:
        first[start + 1 : stop] = False
    starts = np.flatnonzero(first)
    last = np.append(starts[1:], len(cells)) - 1
    sums = (np.add.reduceat(column, starts) for column in (cells.positives, cells.negatives))
    return dataclasses.replace(tally, source=Cells(cells.high[starts], cells.low[last], *sums))


def inverted(tally: Tally) -> Tally:
    """Return the tally with the order of the scores turned round within every concavity.

    What ranked worse than chance ranks better than chance by as much: the stretch is mirrored at the
    middle of its chord and the AUC gains twice its area. Records take the score of the cell that is
    as far from the other end. Trust it only on other records than those that showed the concavity.

    References
    ----------
    Flach & Wu (2005), Repairing concavities in ROC curves, IJCAI.

    Examples
    --------
    >>> from costcurves import RocCurve, Tally
    >>> RocCurve.of(inverted(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))).auc
    1.0
    """
    cells = tally.cells
    order = np.arange(len(cells))
    for start, stop in RocCurve.of(tally).concavities():
        order[start:stop] = order[start:stop][::-1]
    columns = (cells.positives[order], cells.negatives[order])
    return dataclasses.replace(tally, source=Cells(cells.high, cells.low, *columns))
