"""What predictions cost on the same records after shifts of every size."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves._ground.number_words import short
from costcurves.conditions.unit_costs import UnitCosts
from costcurves.inference.numbers.shift_losses import middle, stated_loss
from costcurves.tallies.error_tally import ErrorTally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves._ground.arrays import Floats, Numbers
    from costcurves.inference.numbers.shift_losses import ShiftLoss
    from costcurves.tallies.numeric_records import NumericRecords

#: Places at which costs are found, beside the best shift and none.
PLACES = 121
#: Share of the errors on either side that is not looked at.
BEYOND = 0.01


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ShiftCosts(ByValue):
    """Mean cost of a record by the shift of a model, on the records that are shown.

    Attributes
    ----------
    shift, cost : ndarray of float, shape (places,)
        Shifts ascending, no shift and the best one among them.
    best, as_is : (float, float)
        The best shift, and none, each with its cost.
    """

    shift: Floats
    cost: Floats
    best: tuple[float, float]
    as_is: tuple[float, float]

    @classmethod
    def of(
        cls, error: Floats, weight: Numbers | None, loss: ShiftLoss, scale: float, grid: Floats
    ) -> ShiftCosts:
        """Find the cost at every shift of a grid; `scale` is what one unit of the loss costs."""
        best = middle(loss.best_of_all(error, weight))
        shifts = np.unique(np.concatenate([grid, [0.0, best]]))
        costs = np.array([
            scale * float(np.average(loss.of(error, shift), weights=weight)) for shift in shifts.tolist()
        ])  # fmt: skip
        at = {shift: float(costs[np.searchsorted(shifts, shift)]) for shift in (0.0, best)}
        return cls(shifts, costs, (best, at[best]), (0.0, at[0.0]))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class CostsByShift(ByValue):
    """What models cost by their shifts, all over the same range, at stated costs.

    Attributes
    ----------
    models : dict of str to ShiftCosts
    constant : float
        What the best constant costs.
    title : str
        What costs are called on an axis.
    at : str
        Which costs they are: "κ = 0.75", "capped costs".
    """

    models: Mapping[str, ShiftCosts]
    constant: float
    title: str
    at: str

    @classmethod
    def of(cls, records: NumericRecords, costs: UnitCosts | float, models: Sequence[str]) -> CostsByShift:
        """Look at shifts where errors of any model lie, and at none."""
        loss, weight = stated_loss(costs, records), records.weight
        scale = costs.scale if isinstance(costs, UnitCosts) and costs.is_plain else 1.0
        errors = {name: records.predicted(name).error for name in models}
        tallies = [ErrorTally.of_errors(error, weight) for error in errors.values()]
        low = min(0.0, *(tally.quantiles(BEYOND)[0] for tally in tallies))
        high = max(0.0, *(tally.quantiles(1 - BEYOND)[1] for tally in tallies))
        if low == high:
            low, high = low - 0.5, high + 0.5
        grid = np.linspace(low, high, PLACES)
        found = {name: ShiftCosts.of(error, weight, loss, scale, grid) for name, error in errors.items()}
        constant = scale * loss.mean(records.y, weight, middle(loss.best_of_all(records.y, weight)))
        if not isinstance(costs, UnitCosts):
            return cls(found, constant, "Normalised loss", f"κ = {short(costs)}")
        unit = f", {costs.currency}" if costs.currency else ""
        return cls(found, constant, f"Cost a record{unit}", costs.title)
