"""All members of a stack at once: class sizes, rates at every threshold, corners of upper hulls."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import kernel
from costcurves._ground.arrays import ByValue, Floats, Numbers, frozen
from costcurves.space.hull import INT64, product_at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurves.tallies.tally import Tally

#: While a pass over the points drops more than 1 in so many, another one is quicker than a chain.
FEW = 32


def class_sizes(stack: Tally) -> tuple[Floats, Floats]:
    """Return the weights of both classes of every member, at the stated prevalence if there is one."""
    positives, negatives = (
        np.asarray(np.sum(column, axis=-1), float) for column in (stack.positives, stack.negatives)
    )
    share = stack.stated_prevalence
    if share is None:
        return positives, negatives
    return share * (positives + negatives), (1 - share) * (positives + negatives)


def prevalences(stack: Tally) -> Floats:
    """Return the share of positives of every member."""
    positives, negatives = class_sizes(stack)
    return positives / (positives + negatives)


def rates_of(stack: Tally) -> Iterator[Floats]:
    """Yield FPR and TPR at every threshold of every member."""
    for column in (stack.negatives, stack.positives):
        found = np.zeros((len(column), column.shape[-1] + 1))
        np.cumsum(column, axis=-1, out=found[:, 1:])
        yield np.asarray(found / found[:, -1:])


def last_flagged(stack: Tally, cells: NDArray[np.intp]) -> Floats:
    """Return the ranked score of the last record in so many first cells of every member; inf of none."""
    filled = (stack.positives != 0) | (stack.negatives != 0)
    last = np.minimum(cells, filled.shape[1] - np.argmax(filled[:, ::-1], axis=1))
    return np.where(last == 0, np.inf, stack.cells.low[last - 1])


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class HullStack(ByValue):
    """Corners of the upper hull of every member of a stack, each from nobody to everybody.

    Exact where weights are whole. Of float weights a corner may stand out by no more than rounding.

    Attributes
    ----------
    fp, tp : ndarray, shape (corners,)
        Weight flagged of each class, member after member.
    cells : ndarray of int, shape (corners,)
        How many cells are flagged, perhaps without empty ones at the end.
    start : ndarray of int, shape (members,)
        Where the corners of each member begin.

    Examples
    --------
    >>> from costcurves import Tally
    >>> one, two = Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]), Tally.from_scores([1, 0], [1, 4])
    >>> hulls = HullStack.of(Tally.stack([one, two]))
    >>> hulls.start.tolist(), hulls.tp.tolist()
    ([0, 4], [0, 1, 2, 2, 0, 1])
    """

    fp: Numbers
    tp: Numbers
    cells: NDArray[np.intp]
    start: NDArray[np.intp]

    def __post_init__(self) -> None:
        for name in ("fp", "tp", "cells", "start"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @classmethod
    def of(cls, stack: Tally) -> HullStack:
        """Find the corners of a stack of tallies with both classes in every member."""
        found: HullStack = stack.remembered("hulls", lambda: cls._of(stack))
        return found

    @classmethod
    def _of(cls, stack: Tally) -> HullStack:
        columns = stack.negatives, stack.positives
        if kernel.active() and all(column.dtype.kind == "i" for column in columns):
            fp, tp, cells, offsets = kernel.stack_corners(stack.positives, stack.negatives)
            return cls(fp, tp, cells, offsets[:-1])
        points = len(stack.cells) + 1
        fp, tp = (_running(column).ravel() for column in columns)
        keep = _candidates(stack.negatives, stack.positives)
        index = _corners(_in_range(fp), _in_range(tp), keep, points)
        cells = index % points
        return cls(fp[index], tp[index], cells, np.flatnonzero(cells == 0))

    @property
    def sizes(self) -> NDArray[np.intp]:
        """Number of corners of each member."""
        return np.diff(np.append(self.start, len(self.fp)))

    @property
    def last(self) -> NDArray[np.intp]:
        """The last corner of each member, which flags everybody."""
        return self.start + self.sizes - 1

    def each(self, values: Any) -> Any:
        """Give every corner the value of its member."""
        return np.repeat(values, self.sizes)

    @property
    def fpr(self) -> Floats:
        """False positive rate of each corner."""
        return np.asarray(self.fp / self.each(self.fp[self.last]))

    @property
    def fnr(self) -> Floats:
        """False negative rate of each corner."""
        return np.asarray(1 - self.tp / self.each(self.tp[self.last]))

    def ranges(self, prevalence: Any = 0.5) -> tuple[Floats, Floats]:
        """Return between which places of an axis each corner is the best, from 0 to 1 in each member.

        Parameters
        ----------
        prevalence : float or array_like, shape (members,)
            Of the axis of cost proportions fn/(fn + fp); at ½ it is PC(+).
        """
        p = self.each(np.broadcast_to(prevalence, self.start.shape))
        high = np.ones(len(self.fp))
        across = (1 - p[:-1]) * np.diff(self.fpr)
        up = p[:-1] * -np.diff(self.fnr)
        # From the last corner of one member to the first of the next there is no edge.
        np.divide(across, across + up, out=high[:-1], where=across + up != 0)
        high[self.last] = 1.0
        low = np.concatenate([np.zeros(1), high[:-1]])
        low[self.start] = 0.0
        return low, high

    def total(self, values: Floats) -> Floats:
        """Add up values of corners by member."""
        return np.asarray(np.add.reduceat(values, self.start))

    def least(self, values: Floats) -> Floats:
        """Return the least value of the corners of each member."""
        return np.asarray(np.minimum.reduceat(values, self.start))

    def greatest(self, values: Floats) -> Floats:
        """Return the greatest value of the corners of each member."""
        return np.asarray(np.maximum.reduceat(values, self.start))


def _in_range(running: Numbers) -> Numbers:
    """Divide floats by the power of two near the greatest: exact, and products stay in range."""
    return np.ldexp(running, -np.frexp(running.max())[1]) if running.dtype.kind == "f" else running


def _running(column: Numbers) -> Numbers:
    """Cumulate every member, beginning with nobody."""
    sums = np.zeros((len(column), column.shape[1] + 1), column.dtype)
    np.cumsum(column, axis=1, out=sums[:, 1:])
    return sums


def _candidates(negatives: Numbers, positives: Numbers) -> NDArray[np.intp]:
    """Return nobody, everybody, and the points where a positive came last and a negative comes next.

    No other can be a corner. Points are numbered through all members.
    """
    members, cells = negatives.shape
    mine, theirs = (np.not_equal(column, 0).ravel() for column in (positives, negatives))
    filled = np.flatnonzero(mine | theirs)
    turns = np.flatnonzero(mine[filled[:-1]] & theirs[filled[1:]])
    member = filled[turns] // cells
    inside = member == filled[turns + 1] // cells
    chosen = np.zeros((members, cells + 1), bool)
    chosen[:, [0, -1]] = True
    chosen.ravel()[(filled[turns] + member + 1)[inside]] = True
    return np.flatnonzero(chosen)


def _corners(fp: Numbers, tp: Numbers, keep: NDArray[np.intp], points: int) -> NDArray[np.intp]:
    """Drop points on or below the chord of their neighbours, in all members at once, until none is left.

    Parameters
    ----------
    fp, tp : ndarray, shape (members * points,)
    keep : ndarray of int
        Which of them may be corners.
    points : int
        How many every member has; the first and the last of them always stay.
    """
    wide = fp.dtype.kind == "i" and tp.dtype.kind == "i" and int(fp.max()) * int(tp.max()) >= INT64
    while True:
        x, y = fp[keep], tp[keep]
        dx, dy = np.diff(x), np.diff(y)
        # Slope before <= slope after, cross-multiplied; across the ends of members it says nothing.
        if wide:
            dx, dy = np.maximum(dx, 0), np.maximum(dy, 0)
            below = product_at_most(dy[:-1], dx[1:], dy[1:], dx[:-1])
        else:
            below = dy[:-1] * dx[1:] <= dy[1:] * dx[:-1]
        place = keep[1:-1] % points
        below &= (place > 0) & (place < points - 1)
        dropped = keep[1:-1][below]
        keep = keep[np.concatenate([[True], ~below, [True]])]
        if len(dropped) * FEW < len(keep):
            return _finished(fp, tp, keep, np.unique(dropped // points), points)


def _finished(
    fp: Numbers, tp: Numbers, keep: NDArray[np.intp], members: NDArray[np.intp], points: int
) -> NDArray[np.intp]:
    """Walk the points of the few members that still changed, one after the other."""
    bounds = np.searchsorted(keep, np.stack([members, members + 1]) * points).T.tolist()
    stays = np.ones(len(keep), bool)
    for start, stop in bounds:
        part = keep[start:stop]
        stays[start:stop] = False
        stays[start + chain(fp[part].tolist(), tp[part].tolist())] = True
    return keep[stays]


def chain(xs: list[Any], ys: list[Any]) -> NDArray[np.intp]:
    """Return the corners of climbing points, all distinct: of Python's whole numbers exactly."""
    corners: list[int] = []
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            if (ys[b] - ys[a]) * (x - xs[b]) > (y - ys[b]) * (xs[b] - xs[a]):
                break
            corners.pop()
        corners.append(i)
    return np.array(corners, np.intp)
