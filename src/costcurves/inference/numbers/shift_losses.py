"""What errors lose that are left after a shift: at one κ, or at the costs of every record."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.order_free_sums import order_free_sum
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.errors import InputError
from costcurves.measures.error_measures import ErrorMeasure, Reading, error_measure
from costcurves.space.cheapest_shifts import RecordCosts, cheapest_shifts
from costcurves.tallies.cells import running
from costcurves.tallies.error_tally import ErrorTally, quantile_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves._ground.arrays import Floats, Numbers
    from costcurves.tallies.numeric_records import NumericRecords


class ShiftLoss(Protocol):
    """The loss by which shifts are chosen and judged."""

    @property
    def kappa(self) -> float | None:
        """Where all records have the same costs, without limit."""

    @property
    def measure(self) -> ErrorMeasure:
        """The mean loss of predictions as they are."""

    def of(self, error: Floats, shift: Floats | float, rows: Any = None) -> Floats:
        """Return the loss of errors after a shift; `rows` are those of the records, by default all."""

    def order(self, error: Floats, weight: Numbers | None) -> NDArray[np.intp]:
        """Return the rows by error, ties so that row order leaves no trace."""

    def best(self, error: Floats, weight: Numbers, rows: NDArray[np.intp]) -> tuple[float, float]:
        """Return the range of best shifts of records that are in order."""

    def best_of_all(self, error: Floats, weight: Numbers | None) -> tuple[float, float]:
        """Return the range of best shifts of all records."""

    def mean(self, error: Floats, weight: Numbers | None, shift: float) -> float:
        """Return the mean loss of all records after a shift."""


@dataclasses.dataclass(frozen=True, slots=True)
class PinballLoss:
    """The loss κ·e⁺ + (1 − κ)·e⁻ of every record.

    Attributes
    ----------
    kappa : float
    """

    kappa: float
    measure: ClassVar[ErrorMeasure] = error_measure("pinball")

    def of(self, error: Floats, shift: Floats | float, rows: Any = None) -> Floats:
        """Return κ·(e − s)⁺ + (1 − κ)·(e − s)⁻."""
        del rows  # all records are alike
        left = error - shift
        return np.where(left > 0, self.kappa * left, (self.kappa - 1) * left)

    def order(self, error: Floats, weight: Numbers | None) -> NDArray[np.intp]:
        """Return the rows by error, ties by weight."""
        return np.argsort(error) if weight is None else np.lexsort((weight, error))

    def best(self, error: Floats, weight: Numbers, rows: NDArray[np.intp]) -> tuple[float, float]:
        """Return the κ-quantiles."""
        del rows
        low, high = quantile_places(running(weight), self.kappa)
        return float(error[low]), float(error[high])

    def best_of_all(self, error: Floats, weight: Numbers | None) -> tuple[float, float]:
        """Return the κ-quantiles of all errors."""
        return ErrorTally.of_errors(error, weight).quantiles(self.kappa)

    def mean(self, error: Floats, weight: Numbers | None, shift: float) -> float:
        """Return the mean loss after a shift."""
        return ErrorTally.of_errors(error, weight).loss(self.kappa, shift)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class RecordLoss(ByValue):
    """The cost min(u·e⁺, U) + min(o·e⁻, O) of every record, in its unit.

    Attributes
    ----------
    costs : RecordCosts
    """

    kappa: ClassVar[None] = None
    costs: RecordCosts

    @classmethod
    def of_costs(cls, costs: UnitCosts, records: NumericRecords) -> RecordLoss:
        """Take the costs of the records, which may be some of the rows that costs were given for.

        Raises
        ------
        InputError
            If there is not one cost for each row, or no record has a cost above 0 on one side.
        """
        found = RecordCosts(**{name: records.costs_of(costs, name) for name in RecordCosts._fields})
        for side in ("under", "over"):
            if not np.any((getattr(found, side) > 0) & (getattr(found, f"{side}_cap") > 0)):
                raise InputError("must be above 0 in some record", "0 in all that are judged", argument=side)
        return cls(found)

    @property
    def measure(self) -> ErrorMeasure:
        """The mean cost of predictions as they are."""
        return ErrorMeasure("cost", "Cost", "mean cost", Reading.MEAN, lambda of: self.costs.of(of.error))

    def of(self, error: Floats, shift: Floats | float, rows: Any = None) -> Floats:
        """Return what errors cost after a shift."""
        return (self.costs if rows is None else self.costs.take(rows)).of(error - shift)

    def order(self, error: Floats, weight: Numbers | None) -> NDArray[np.intp]:
        """Return the rows by error, ties by weight and costs."""
        ties = self.costs if weight is None else (*self.costs, weight)
        return np.lexsort((*ties, error))

    def best(self, error: Floats, weight: Numbers, rows: NDArray[np.intp]) -> tuple[float, float]:
        """Return the cheapest shifts."""
        return cheapest_shifts(error, self.costs.take(rows), weight)

    def best_of_all(self, error: Floats, weight: Numbers | None) -> tuple[float, float]:
        """Return the cheapest shifts of all records."""
        order = self.order(error, weight)
        weights = np.ones(len(error), np.int64) if weight is None else weight[order]
        return self.best(error[order], weights, order)

    def mean(self, error: Floats, weight: Numbers | None, shift: float) -> float:
        """Return the mean cost after a shift."""
        cost = self.of(error, shift)
        if weight is None:
            return order_free_sum(cost) / len(cost)
        return order_free_sum(cost * weight) / order_free_sum(weight)


def stated_loss(costs: UnitCosts | float, records: NumericRecords) -> ShiftLoss:
    """Return the loss that costs mean: that of κ, or of every record."""
    if isinstance(costs, UnitCosts) and not costs.is_plain:
        return RecordLoss.of_costs(costs, records)
    return PinballLoss(UnitCosts.kappa_of(costs))


def middle(ends: tuple[float, float]) -> float:
    """Return the middle of a range.

    Examples
    --------
    >>> middle((1.0, 4.0))
    2.5
    """
    low, high = ends
    return low + (high - low) / 2
