"""Scored records, sorted by whichever way is faster, as a tally keeps them until cells are asked for."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves import _arrays
from costcurves._keys import KeyedRecords
from costcurves._sorting import Runs, alternate, interleave
from costcurves.cells import Cells, Climb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._arrays import Floats, Numbers

#: Look the rarer class up in the other when it is rarer than 1 in so many; else sort both together.
LOOK_UP = 6


class SortedRecords(Protocol):
    """Records sorted by score, however."""

    def weight(self, *, positive: bool) -> int | float:
        """Total weight of one class."""

    def cells(self) -> Cells:
        """One cell a distinct score."""

    def climb(self) -> Climb:
        """Few steps that are quickly had and give every ranking quantity exactly."""


@dataclasses.dataclass(frozen=True, slots=True)
class RunRecords:
    """Records whose two classes are sorted apart."""

    runs: Runs

    def weight(self, *, positive: bool) -> int | float:
        """Total weight of one class."""
        return self.runs.weight(positive=positive)

    def cells(self) -> Cells:
        """Merge both classes; a weight can vanish in the sum of far greater ones, and its cell with it."""
        return Cells.exact(*interleave(self.runs)).without_empty()

    def climb(self) -> Climb:
        """Look the rarer class up in the other."""
        found = alternate(self.runs)
        steps = [column[::-1] for column in found.steps()]
        positives, negatives = steps if found.rare_is_positive else steps[::-1]
        last = len(positives) - 1
        return Climb(positives, negatives, lambda index: found.ends(last - index))


def sorted_records(is_positive: NDArray[Any], score: Floats, weight: Numbers | None) -> SortedRecords:
    """Sort checked columns; records of weight 0 leave no trace, NaN is refused."""
    if weight is not None and not np.all(weight):
        _arrays.refuse_nan(score, "y_score")
        kept = weight != 0
        is_positive, score, weight = is_positive[kept], score[kept], weight[kept]
    positives = int(np.count_nonzero(is_positive))
    balanced = min(positives, len(is_positive) - positives) * LOOK_UP > len(is_positive)
    if weight is None and balanced and (keyed := KeyedRecords.sort(is_positive, score)) is not None:
        return keyed
    runs = Runs.split(is_positive, score, weight)
    # NaN sorts to the end of its run, where it is cheap to find.
    if any(last != last for last in runs.greatest()):  # noqa: PLR0124 - NaN test
        _arrays.refuse_nan(score, "y_score")
    return RunRecords(runs)
