"""Costs of every record: what each of the four outcomes would cost for that very record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves.conditions.operating_condition import currency_name
from costcurves.errors import InputError, exact, kind_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The four outcomes, in the order in which costs are stated.
OUTCOMES = ("fp", "fn", "tp", "tn")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class RowCosts(ByValue):
    """What each outcome would cost, record by record; benefits are negative costs.

    All four columns speak of every record, whatever its label: `fn` of a negative is what it would
    have cost to leave it alone, had it been positive. Only a rule that decides before the label is
    known needs those.

    Attributes
    ----------
    fp, fn, tp, tn : ndarray of float, shape (records,)
        In one unit of money.
    currency : str
        That unit, such as "EUR"; empty if none was named.
    """

    fp: Floats
    fn: Floats
    tp: Floats
    tn: Floats
    currency: str = ""

    @classmethod
    def read(cls, costs: Any, records: int) -> RowCosts:
        """Read outcomes with columns or numbers, perhaps the currency; other outcomes cost nothing."""
        stated = set(costs) - {"currency"} if isinstance(costs, Mapping) else set()
        if not stated or not stated <= set(OUTCOMES):
            came = ", ".join(map(repr, costs)) or "none" if isinstance(costs, Mapping) else kind_of(costs)
            raise InputError(
                f"costs of every record must be given by outcome ({', '.join(OUTCOMES)})",
                came,
                'write costs={"fp": …, "fn": …}, each a number or a column',
            )
        columns = {name: _column(costs.get(name, 0.0), records, f"cost {name}") for name in OUTCOMES}
        return cls(**columns, currency=currency_name(costs.get("currency", "")))

    def left(self, is_positive: NDArray[np.bool_]) -> Floats:
        """What leaving each record alone costs, given its label."""
        return np.where(is_positive, self.fn, self.tn)

    def acted(self, is_positive: NDArray[np.bool_]) -> Floats:
        """What acting on each record costs, given its label."""
        return np.where(is_positive, self.tp, self.fp)

    def benefit(self, is_positive: NDArray[np.bool_]) -> Floats:
        """What acting on each record saves, given its label."""
        return self.left(is_positive) - self.acted(is_positive)

    def expected_benefit(self, probability: Floats) -> Floats:
        """What acting on each record saves on average, given its probability of being positive.

        p·(fn − tp) + (1 − p)·(tn − fp): it pays to act where that is at least 0.
        """
        return np.asarray(probability * (self.fn - self.tp) + (1 - probability) * (self.tn - self.fp))

    def take(self, rows: NDArray[Any]) -> RowCosts:
        """Return the costs of some of the records."""
        columns = {name: frozen(getattr(self, name)[rows]) for name in OUTCOMES}
        return RowCosts(**columns, currency=self.currency)


def _column(value: Any, records: int, name: str) -> Floats:
    """Read one outcome: a number for all, or a column; the sums of what it says stay finite."""
    if isinstance(value, (int, float, np.number, np.bool_)):
        value = np.full(records, arrays.number(value, name))
    column = arrays.finite(value, name)
    arrays.check_length(column, records, name)
    with np.errstate(over="ignore"):
        total = float(np.abs(column).sum())
    if total > arrays.LARGEST_TOTAL:
        raise InputError(
            f"{name} must add up to at most {arrays.LARGEST_TOTAL:g}",
            exact(total),
            "state it in a larger unit of money",
        )
    return np.asarray(frozen(column.copy()))
