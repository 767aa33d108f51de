"""What a unit of error costs where a number is predicted: one price below the truth, one above it."""

from __future__ import annotations

import dataclasses
from typing import Any

from costcurves._ground import arrays
from costcurves._ground.documents import Shown
from costcurves._ground.number_words import short
from costcurves.errors import InputError


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class UnitCosts(Shown):
    """Costs of predicting a number one unit too low, and one unit too high.

    Parameters
    ----------
    under : float
        What each unit costs by which a prediction is below the outcome; above 0.
    over : float
        What each unit costs by which it is above the outcome; above 0.
    currency : str
        The unit of both, such as "EUR".

    Raises
    ------
    InputError
        If a cost is not a number above 0: were one of them 0, predictions shifted without end would
        cost nothing.

    Examples
    --------
    >>> UnitCosts(under=3, over=1).kappa
    0.75
    """

    under: float
    over: float
    currency: str = ""

    def __post_init__(self) -> None:
        """Refuse costs that are not above 0."""
        for name in ("under", "over"):
            value = arrays.number(getattr(self, name), name)
            if value <= 0:
                raise InputError("must be above 0", f"{value:g}", "give a small cost instead", argument=name)
            object.__setattr__(self, name, value)

    @property
    def kappa(self) -> float:
        """Share of the cost of a unit too low in both: κ = under/(under + over), in (0, 1)."""
        return 1 / (1 + self.over / self.under)

    @property
    def scale(self) -> float:
        """What one unit of normalised loss costs: under + over."""
        return self.under + self.over

    @staticmethod
    def kappa_of(costs: Any) -> float:
        """Return κ of costs, or κ itself, which must lie in (0, 1).

        Examples
        --------
        >>> UnitCosts.kappa_of(0.75), UnitCosts.kappa_of(UnitCosts(under=3, over=1))
        (0.75, 0.75)
        """
        return costs.kappa if isinstance(costs, UnitCosts) else arrays.inner_share(costs, "kappa")

    def __str__(self) -> str:
        unit = f" {self.currency}" if self.currency else ""
        return (
            f"a unit too low costs {short(self.under)}{unit}, a unit too high {short(self.over)}{unit}: "
            f"κ = {short(self.kappa)}"
        )

    def __repr__(self) -> str:
        return f"UnitCosts(under={self.under:g}, over={self.over:g})"
