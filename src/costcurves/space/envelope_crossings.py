"""Where the lower envelopes of two models cross, in every member of a stack at once."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import TIE, Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.space.stacks import HullStack


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class EnvelopeCrossings:
    """Conditions at which the cheaper of two models changes, member after member.

    Attributes
    ----------
    member : ndarray of int, shape (crossings,)
    pc : ndarray of float, shape (crossings,)
        Ascending in each member; across a stretch of equal costs, its left end.
    sign : ndarray of int, shape (crossings,)
        1 where the first model is dearer behind it, −1 where it is cheaper.

    Examples
    --------
    >>> from costcurves import Tally
    >>> from costcurves.space.stacks import HullStack
    >>> labels = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> scores = ([9, 8, 7, 1, 6, 5, 4, 0], [9, 4, 3, 2, 8, 1, 0, 0])
    >>> one, other = (HullStack.of(Tally.stack([Tally.from_scores(labels, s)])) for s in scores)
    >>> found = EnvelopeCrossings.between(one, other)
    >>> found.member.tolist(), found.pc.round(3).tolist(), found.sign.tolist()
    ([0], [0.5], [1])
    """

    member: NDArray[np.intp]
    pc: Floats
    sign: NDArray[np.intp]

    @classmethod
    def between(cls, one: HullStack, other: HullStack) -> EnvelopeCrossings:
        """Compare both at every place where one of them bends: between these their difference is straight."""
        member, x, difference = _at_bends(one, other)
        left, right = difference[:-1], difference[1:]
        crossed = left * right < 0
        root = x[:-1] + np.diff(x) * np.divide(left, left - right, out=np.ones_like(left), where=crossed)
        first = np.where(crossed, left, (left + right) / 2)
        second = np.where(crossed, right, 0.0)
        # Two stretches a piece, the second of no sign unless the piece crosses; none from member to member.
        sign = np.sign(np.where(np.abs(first) > TIE, first, 0.0))
        signs = np.column_stack([sign, np.sign(second)])
        signs[np.diff(member) > 0] = 0.0
        ends = np.column_stack([np.where(crossed, root, x[1:]), x[1:]])
        kept = np.flatnonzero(signs.ravel())
        sign, end, owner = signs.ravel()[kept], ends.ravel()[kept], np.repeat(member[:-1], 2)[kept]
        change = np.flatnonzero((sign[1:] != sign[:-1]) & (owner[1:] == owner[:-1]))
        return cls(owner[change], end[change], sign[change + 1].astype(np.intp))

    def nearest(self, members: int, pc: float, sign: int, low: float, high: float) -> Floats:
        """Return in every member the nearest crossing of a sign between two places; NaN without one."""
        like = np.flatnonzero((self.sign == sign) & (low <= self.pc) & (self.pc <= high))
        order = like[np.lexsort((np.abs(self.pc[like] - pc), self.member[like]))]
        owners, first = np.unique(self.member[order], return_index=True)
        found = np.full(members, np.nan)
        found[owners] = self.pc[order[first]]
        return found


def _at_bends(one: HullStack, other: HullStack) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Return member, PC(+) and the difference of both envelopes at their bends and at both ends."""
    members = np.arange(len(one.start))
    columns = [(members, np.zeros(len(members)), -1)]
    for which, hulls in enumerate((one, other)):
        columns.append((hulls.each(members), hulls.ranges()[1], which))
    member = np.concatenate([owner for owner, _, _ in columns])
    x = np.concatenate([places for _, places, _ in columns])
    whose = np.concatenate([np.full(len(places), which) for _, places, which in columns])
    order = np.lexsort((x, member))
    member, x, whose = member[order], x[order], whose[order]
    values = []
    for which, hulls in enumerate((one, other)):
        # The corner behind as many bends of this model; at 1, where its last range ends, the last one.
        bends = np.cumsum(whose == which)
        before = np.append(0, bends)[np.searchsorted(member, members)]
        corner = np.minimum(hulls.start[member] + bends - before[member], hulls.last[member])
        values.append(hulls.fpr[corner] * (1 - x) + hulls.fnr[corner] * x)
    difference = values[0] - values[1]
    return member, x, np.where(np.abs(difference) <= TIE, 0.0, difference)
