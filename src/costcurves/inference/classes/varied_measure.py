"""How much measures of tables of many classes vary: as how many records they count, were they rates."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue, Floats
from costcurves.inference.classes.class_spread import NOTHING, moved_by_cells
from costcurves.measures.class_margins import ClassMargins

if TYPE_CHECKING:
    from collections.abc import Callable

#: Of so many records more in each cell is looked how a measure varies that does not vary as it is.
FEW_MORE = 1e-3


@dataclasses.dataclass(frozen=True, eq=False)
class VariedMeasure(ByValue):
    """A measure of a table of true and predicted classes, or one of each class, and how records move it.

    Attributes
    ----------
    function : callable
        Maps margins of tables, shape (..., K), to numbers, shape (...) or (..., K).
    table, squares : ndarray, shape (K, K)
        Weights, and sums of squared weights, of the cells.
    prevalence : ndarray, shape (K,), optional
        Shares to which the classes are weighed; None: as common as they are.
    """

    function: Callable[[ClassMargins], Floats]
    table: Floats
    squares: Floats
    prevalence: Floats | None = None

    @functools.cached_property
    def value(self) -> Floats:
        """The measure."""
        return np.asarray(self.function(ClassMargins.of(self._weighed)))

    @functools.cached_property
    def moved(self) -> Floats:
        """How much one more record in each cell moves it, shape (K, K) or (K, K, K)."""
        moved = moved_by_cells(self.function, self._weighed)
        if self.prevalence is None:
            return moved
        # A class weighs what is stated: a record more of it takes of the others of its class what it adds.
        true = self.table.sum(axis=1, keepdims=True)
        usual = (moved * self.table / true).sum(axis=-1, keepdims=True)
        return np.where(self.table > 0, self.prevalence[:, None] / true * (moved - usual), 0.0)

    @property
    def _weighed(self) -> Floats:
        return self._at_shares(self.table)

    def _at_shares(self, tables: Floats) -> Floats:
        if self.prevalence is None:
            return tables
        true = tables.sum(axis=-1, keepdims=True)
        within = np.divide(tables, true, out=np.zeros_like(tables), where=true > 0)
        return np.asarray(within * self.prevalence[:, None])

    def size(self, place: Any, ends: tuple[float, float]) -> float:
        """As how many records it counts; 0 where that is not known.

        Cells that hold no record by chance would seem to hold none ever: so it counts no more than the
        measure of the evened table does.
        """
        seen = self.size_of_rate(place, ends) or self._nearby.size_of_rate(place, ends)
        return min(seen, self._evened.size_of_rate(place, ends) or math.inf)

    @functools.cached_property
    def without_one(self) -> Floats:
        """How much the measure falls where one record of a cell is left out: the jackknife's `moved`.

        Of shares of records both are equal; where one record decides, only this sees it. NaN where the
        measure has no value without it.
        """
        rows, columns = np.nonzero(self.table)
        left = np.repeat(self.table[None], len(rows), axis=0)
        out = np.minimum(self._each, self.table[rows, columns])
        left[np.arange(len(rows)), rows, columns] -= out
        margins = ClassMargins.of(self._at_shares(left))
        found = np.zeros(self.table.shape)
        found[rows, columns] = (self.value - self.function(margins)) / out * (1 - out / self.table.sum())
        return found

    def size_of_rate(self, place: Any, ends: tuple[float, float]) -> float:
        """Of how many records a rate varies as much, these cells given; 0 where it does not vary."""
        width = ends[1] - ends[0]
        share = (float(self.value[place]) - ends[0]) / width
        variance = float((self.moved[place] ** 2 * self.squares).sum()) / width**2
        return share * (1 - share) / variance if variance > NOTHING and 0 < share < 1 else 0.0

    @functools.cached_property
    def _nearby(self) -> VariedMeasure:
        """The measure of a table with very few records more in each cell."""
        each = FEW_MORE * self._each
        return dataclasses.replace(self, table=self.table + each, squares=self.squares + each * self._each)

    @functools.cached_property
    def _evened(self) -> VariedMeasure:
        """The measure of a table of as many records a class, one of them spread over all predictions."""
        true, one = self.table.sum(axis=1, keepdims=True), self._each / len(self.table)
        kept = np.divide(true, true + self._each, out=np.zeros_like(true), where=true > 0)
        return dataclasses.replace(
            self, table=kept * (self.table + one), squares=kept * (self.squares + one * self._each)
        )

    @property
    def _each(self) -> float:
        """What a record weighs."""
        return float(self.squares.sum() / self.table.sum())
