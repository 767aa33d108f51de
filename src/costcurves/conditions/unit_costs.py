"""What a unit of error costs where a number is predicted: one price below the truth, one above it."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short
from costcurves._ground.row_indexes import aligned, row_index
from costcurves.conditions.operating_condition import currency_name
from costcurves.conditions.unit_cost_columns import (
    above_0,
    is_column,
    least_column,
    spread_json,
    spread_words,
)
from costcurves.errors import Code, InputError, UndefinedError

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats


@dataclasses.dataclass(frozen=True, slots=True, repr=False, eq=False)
class UnitCosts(Shown, ByValue):
    """Costs of predicting a number one unit too low, and one unit too high.

    A record whose error is e = y − ŷ costs min(under·e⁺, under_cap) + min(over·e⁻, over_cap). Each of the
    four is one number for all records, or a column with one for each.

    Parameters
    ----------
    under : float or array_like, shape (records,)
        What each unit costs by which a prediction is below the outcome; one number above 0, or a column of
        numbers ≥ 0 that are not all 0.
    over : float or array_like, shape (records,)
        What each unit costs by which it is above the outcome; alike.
    currency : str
        The unit of both, such as "EUR".
    under_cap, over_cap : float or array_like, shape (records,), optional
        The most that a prediction that is too low, or one that is too high, can cost; by default there is
        no such limit.

    Attributes
    ----------
    index : object
        Labels of the rows of columns of pandas; None of others.

    Raises
    ------
    InputError
        If a cost is not a number above 0: were one of them 0, predictions shifted without end would
        cost nothing. Also if columns differ in length.

    Examples
    --------
    >>> UnitCosts(under=3, over=1).kappa
    0.75
    >>> print(UnitCosts(under=[1, 2, 6], over=1, currency="EUR", over_cap=500))
    a unit too low costs 1 to 6 EUR by record (mean 3), a unit too high 1 EUR, at most 500 EUR
    """

    under: Any
    over: Any
    currency: str = ""
    under_cap: Any = None
    over_cap: Any = None
    index: Any = dataclasses.field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse costs that are not above 0, and columns that do not fit together."""
        currency_name(self.currency)
        columns = {name: getattr(self, name) for name in _NAMES if is_column(getattr(self, name))}
        indexes = [index for values in columns.values() if (index := row_index(values)) is not None]
        index = indexes[0] if indexes else None
        object.__setattr__(self, "index", index)
        rows = None
        for name in _NAMES:
            value = getattr(self, name)
            if name in columns:
                value = least_column(aligned(value, index, name), name, is_cap=name in _CAPS)
                rows = len(value) if rows is None else rows
                arrays.check_length(value, rows, name)
            elif not (value is None and name in _CAPS):
                value = above_0(value, name, is_cap=name in _CAPS)
            object.__setattr__(self, name, value)
        if self.is_plain and not 0 < self.kappa < 1:
            came = f"{self.under:g} and {self.over:g}"
            raise InputError("under and over must not be so far apart that one is lost in rounding", came)

    def __hash__(self) -> int:  # type: ignore[override]  # of numbers alone they have one
        """Return a hash; costs by record have none."""
        return hash(tuple(getattr(self, name) for name in (*_NAMES, "currency")))

    # ---- kinds ------------------------------------------------------------------------------

    @property
    def rows(self) -> int | None:
        """How many records costs by record are of; None where they are the same for all."""
        columns = (value for name in _NAMES if isinstance(value := getattr(self, name), np.ndarray))
        return next((len(column) for column in columns), None)

    @property
    def is_capped(self) -> bool:
        """Whether there is a most that an error can cost."""
        return self.under_cap is not None or self.over_cap is not None

    @property
    def is_plain(self) -> bool:
        """Whether costs are the same for all records and grow without limit, so that κ says all of them."""
        return self.rows is None and not self.is_capped

    @property
    def title(self) -> str:
        """What they are called in headings: "κ = 0.75", "costs by record", "capped costs"."""
        if self.is_plain:
            return f"κ = {short(self.kappa)}"
        return f"{'capped costs' if self.is_capped else 'costs'}{'' if self.rows is None else ' by record'}"

    # ---- costs of all records alike ---------------------------------------------------------

    @property
    def kappa(self) -> float:
        """Share of the cost of a unit too low in both: κ = under/(under + over), in (0, 1).

        Raises
        ------
        UndefinedError
            If costs differ by record, or have a limit.
        """
        self._require_plain("κ")
        return float(1 / (1 + self.over / self.under))

    @property
    def scale(self) -> float:
        """What one unit of normalised loss costs: under + over; undefined where κ is."""
        self._require_plain("the normalised loss")
        return float(self.under + self.over)

    def _require_plain(self, what: str) -> None:
        if not self.is_plain:
            how = "differ by record" if self.rows is not None else "have a limit"
            raise UndefinedError(f"{what} is undefined where costs {how}", code=Code.UNDEFINED)

    @staticmethod
    def kappa_of(costs: Any) -> float:
        """Return κ of costs, or κ itself, which must lie in (0, 1).

        Examples
        --------
        >>> UnitCosts.kappa_of(0.75), UnitCosts.kappa_of(UnitCosts(under=3, over=1))
        (0.75, 0.75)
        """
        if isinstance(costs, UnitCosts):
            return costs.kappa
        fix = "give costs as UnitCosts(under=…, over=…), or κ as a number"
        try:
            arrays.number(costs, "kappa")
            fix = "κ is under/(under + over)"
            return arrays.inner_share(costs, "kappa")
        except InputError as problem:
            raise problem.but(fix=fix) from None

    @staticmethod
    def kappa_if_known(costs: Any) -> float | None:
        """Return κ of costs, or κ itself; None without costs, and where these have none."""
        if costs is None or (isinstance(costs, UnitCosts) and not costs.is_plain):
            return None
        return UnitCosts.kappa_of(costs)

    # ---- costs of every record --------------------------------------------------------------

    def column(self, name: str, records: int) -> Floats:
        """Return one of the four for every record; the limits are ∞ where there is none."""
        value = getattr(self, name)
        return np.full(records, math.inf if value is None else value) if np.ndim(value) == 0 else value

    def stated(self) -> dict[str, Any]:
        """Return what was stated as plain values; of columns least, mean and greatest."""
        return {name: spread_json(getattr(self, name)) for name in self._stated()}

    def to_columns(self) -> dict[str, Any]:
        """Return one row, or one a record."""
        rows = self.rows or 1
        found = {name: self.column(name, rows) for name in self._stated()}
        return found | ({"currency": [self.currency] * rows} if self.currency else {})

    def _stated(self) -> list[str]:
        return [name for name in _NAMES if name not in _CAPS or getattr(self, name) is not None]

    def __str__(self) -> str:
        unit, parts = f" {self.currency}" if self.currency else "", []
        for side, lead in (("under", "a unit too low costs"), ("over", "a unit too high")):
            text, cap = f"{lead} {spread_words(getattr(self, side), unit)}", getattr(self, f"{side}_cap")
            parts.append(text if cap is None else f"{text}, at most {spread_words(cap, unit)}")
        end = f": κ = {short(self.kappa)}" if self.is_plain else ""
        return f"{', '.join(parts)}{end}"

    def __repr__(self) -> str:
        values = {name: getattr(self, name) for name in self._stated()}
        texts = (f"{n}={v:g}" if np.ndim(v) == 0 else f"{n}=({len(v)} values)" for n, v in values.items())
        return f"UnitCosts({', '.join(texts)})"


_CAPS = ("under_cap", "over_cap")
_NAMES = ("under", "over", *_CAPS)
