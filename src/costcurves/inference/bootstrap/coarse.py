"""Merged cells: replicates of a sample with many distinct scores, over few hundred cells."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen, numbers
from costcurves.errors import InputError
from costcurves.space.hull import upper_hull
from costcurves.tallies.cells import Cells, running
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST", "Coarse", "coarsened"]

#: Up to so many cells nothing is merged.
MOST = 2_000
#: Cells that more are merged into, beside those that end at corners of the hull.
MERGED = 500


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Coarse(ByValue):
    """A tally with neighbouring cells merged, and what that can cost.

    Attributes
    ----------
    tally : Tally
        Over the merged cells; it does not show every threshold.
    index : ndarray of int, shape (cells,)
        The merged cell of each cell.
    positive, negative : ndarray, shape (merged cells,)
        Shares of the two classes in the merged cells that hide a threshold; 0 in all others.
    """

    tally: Tally
    index: NDArray[np.intp]
    positive: Floats
    negative: Floats

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("index", "positive", "negative"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    def error_at(self, pc: Any) -> Any:
        """Return how much higher a lower envelope can be at PC(+) than over all thresholds.

        A hidden threshold finds at most the positives of its cell more than the threshold before it,
        and flags at most its negatives less than the one behind: max over cells of
        min(a·x, b·(1 − x)), with the shares a and b of the two classes.
        """
        x = np.asarray(pc, float)[..., None]
        found = np.max(np.minimum(self.positive * x, self.negative * (1 - x)), axis=-1, initial=0.0)
        return float(found) if found.ndim == 0 else found

    @property
    def error(self) -> float:
        """The same at the worst PC(+): max over cells of a·b/(a + b)."""
        both = self.positive + self.negative
        worst = np.divide(self.positive * self.negative, both, out=np.zeros(len(both)), where=both > 0)
        return float(np.max(worst, initial=0.0))

    @property
    def moves(self) -> float:
        """Greatest share of a class in a cell that hides a threshold: no rate of a cut is off by more."""
        return float(max(np.max(self.positive, initial=0.0), np.max(self.negative, initial=0.0)))


def coarsened(tally: Tally, keep: Any = (), merged: int = MERGED, most: int = MOST) -> Coarse:
    """Merge neighbouring cells of a tally that has too many to be resampled quickly.

    The cuts that stay are all corners of the ROC hull, the quantiles of the mean of both class
    distributions, and the cuts at thresholds that are asked for. Cells of one class hide nothing.

    Parameters
    ----------
    tally : Tally
    keep : array_like of float
        Thresholds that cells must not cross: records with score at or above them stay apart.
    merged : int
        Cells of the quantiles; corners and `keep` cut them further.
    most : int
        With so many cells or fewer, nothing is merged.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> label = rng.random(20_000) < 0.5
    >>> coarse = coarsened(Tally.from_scores(label, rng.normal(size=20_000) + label))
    >>> len(coarse.tally.cells) < 700, coarse.error < 0.002
    (True, True)
    """
    cells = Tally.require(tally, "coarsening").cells
    if len(cells) <= most:
        none = np.zeros(len(cells))
        return Coarse(tally, np.arange(len(cells)), none, none)
    starts = _starts(tally, keep, merged)
    ends = np.append(starts[1:], len(cells)) - 1
    columns = [np.add.reduceat(column, starts) for column in (cells.positives, cells.negatives)]
    wide = ends > starts
    shares = (
        np.where(wide, column / total, 0.0)
        for column, total in zip(columns, (tally.total_positive, tally.total_negative), strict=True)
    )
    found = Cells(cells.high[starts], cells.low[ends], *columns)
    index = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(cells))))
    return Coarse(dataclasses.replace(tally, source=found), index, *shares)


def _starts(tally: Tally, keep: Any, merged: int) -> NDArray[np.intp]:
    """Return the cells with which merged ones begin."""
    tally.require_both_classes("coarsening")
    fp, tp = running(tally.negatives), running(tally.positives)
    middle = (fp / fp[-1] + tp / tp[-1]) / 2
    levels = np.arange(1, merged) / max(merged, 1)
    cuts = (np.zeros(1, np.intp), upper_hull(fp, tp), np.searchsorted(middle, levels), _kept(tally, keep))
    found = np.unique(np.concatenate(cuts))
    return found[found < len(tally.cells)]


def _kept(tally: Tally, keep: Any) -> NDArray[np.intp]:
    """Return the cuts of thresholds."""
    asked = numbers(keep, "keep") if len(keep) else np.zeros(0)
    if len(asked) and not tally.scored:
        raise InputError.because(must="thresholds need scores", came="operating points without thresholds")
    return tally.cuts_at(asked)
