"""Three classes in an order and one score: the volume under the ROC surface, and what each record adds."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import LARGEST_COUNT, ByValue, Floats, Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.tallies.class_records import ClassRecords


@dataclasses.dataclass(frozen=True, eq=False)
class OrderedVolume(ByValue):
    """P(X₁ < X₂ < X₃) of records of three classes, with what ties count.

    X₁ = X₂ < X₃ and X₁ < X₂ = X₃ count ½, three equal scores count 1/6, so that the volumes of the six
    orders of the classes add up to 1; chance is 1/6.

    Attributes
    ----------
    volume : float
    parts : ndarray, shape (records,)
        Of each record the mean of what it counts over all pairs of records of the other two classes: their
        mean over each class is the volume, and their spread tells its variance.

    References
    ----------
    Mossman (1999), Three-way ROCs, Medical Decision Making 19; Dreiseitl, Ohno-Machado & Binder (2000),
    Comparing three-class diagnostic tests by three-way ROC analysis, Medical Decision Making 20 (variance).

    Examples
    --------
    >>> codes, score = np.repeat([0, 1, 2], [4, 3, 3]), np.array([1, 2, 3, 4, 2, 4, 5, 4, 6, 7.0])
    >>> round(OrderedVolume.of(codes, score).volume, 6)
    0.587963
    """

    volume: float
    parts: Floats

    @classmethod
    def of(cls, codes: NDArray[np.intp], score: Floats, weight: Numbers | None = None) -> OrderedVolume:
        """Sort the records once, O(n log n); classes are 0, 1 and 2 in their order, each with records."""
        order = np.argsort(score, kind=None if weight is None else "stable")
        values = score[order]
        group = np.concatenate([[0], np.cumsum(values[1:] != values[:-1])])
        groups, ordered = int(group[-1]) + 1, codes[order]
        loads = None if weight is None else weight[order]
        sides = [
            np.bincount(group[at], None if loads is None else loads[at], groups)
            for at in (ordered == place for place in range(3))
        ]
        sizes = [float(side.sum()) for side in sides]
        is_whole = weight is None or weight.dtype.kind == "i"
        fits = 6.0 * sizes[0] * sizes[1] * sizes[2] < LARGEST_COUNT
        low, middle, high = (side.astype(np.int64 if is_whole and fits else float) for side in sides)
        below, above = _before(low), _before(high[::-1])[::-1]
        pairs = 6 * below * above + 3 * (low * above + below * high) + low * high
        # What a record of the lowest class finds above it, and one of the highest below it.
        up = _before((middle * (6 * above + 3 * high))[::-1])[::-1] + middle * (3 * above + high)
        down = _before(middle * (6 * below + 3 * low)) + middle * (3 * below + low)
        whole = 6.0 * sizes[0] * sizes[1] * sizes[2]
        volume = float((middle * pairs).sum()) / whole
        by_class = np.stack([up * sizes[0], pairs * sizes[1], down * sizes[2]]) / whole
        parts = np.empty(len(score))
        parts[order] = by_class[ordered, group]
        return cls(volume, parts)


def _before(loads: Numbers) -> Numbers:
    """Return the sum of all loads that come earlier."""
    return np.asarray(np.cumsum(loads) - loads)


def expected_place(records: ClassRecords, model: str) -> Floats:
    """Return the expected place of the class of each record, Σ k·p_k: one score of classes in an order."""
    score = records.by_class(model, "the volume under the ROC surface")
    return np.asarray(score @ np.arange(score.shape[1], dtype=float))
