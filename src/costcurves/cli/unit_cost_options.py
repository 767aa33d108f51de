"""Options of what a unit of error costs where a number is predicted, read with or without columns."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.cli.commands import as_typed, in_section, misused
from costcurves.cli.cost_columns import cost_columns, factors
from costcurves.cli.option_types import Number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves._ground.arrays import Floats
    from costcurves.conditions.unit_costs import UnitCosts

_costs = in_section("Costs of a unit of error: a number, a column, or a number times a column (0.1*margin)")
_METAVAR = "COLUMN|COST"
UNIT_COSTS = (
    _costs("--under", metavar=_METAVAR, help="What each unit costs that a prediction is too low."),
    _costs("--over", metavar=_METAVAR, help="What each unit costs that it is too high."),
    _costs("--under-cap", metavar=_METAVAR, help="The most that a prediction that is too low can cost."),
    _costs("--over-cap", metavar=_METAVAR, help="The most that one that is too high can cost."),
    _costs(
        "--kappa",
        type=Number(like="0.75 or 75%"),  # which shares it can be is said where it is used
        metavar="KAPPA",
        help="Instead of costs: under/(under + over), such as 0.75.",
    ),
)
CURRENCY = _costs("--currency", metavar="UNIT", help="The unit of costs to show, such as EUR.")
#: Options of costs, as arguments.
_SIDES = ("under", "over")
_STATED = (*_SIDES, "under_cap", "over_cap")
#: All options that `stated_costs` takes.
NAMES = (*_STATED, "kappa", "currency")


@dataclasses.dataclass(frozen=True, slots=True)
class StatedUnitCosts:
    """Costs of a unit of error as they were typed.

    Attributes
    ----------
    texts : dict of str to str
        By argument of :class:`costcurves.UnitCosts`: numbers, columns, or numbers times columns.
    kappa : float or None
        What stands for them.
    currency : str
    """

    texts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    kappa: float | None = None
    currency: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are costs."""
        return cost_columns(self.texts.values())

    @property
    def typed(self) -> list[str]:
        """The options that were stated."""
        names = [*self.texts, *(["kappa"] if self.kappa is not None else [])]
        return [f"--{name.replace('_', '-')}" for name in names]

    def check(self) -> None:
        """Refuse what does not go together, and wrong numbers, before a file is read."""
        if self.kappa is not None and self.texts:
            others = " and ".join(self.typed[:-1])
            wrong = f"--kappa stands for the ratio of --under and --over, so it does not go with {others}"
            raise misused(wrong=wrong, fix=f"leave out --kappa, or {others}")
        if self.currency and not self.texts:
            fix = "state --under and --over"
            raise misused(wrong="--currency needs stated costs, whose unit it names", fix=fix)
        lacking = [f"--{name}" for name in _SIDES if name not in self.texts]
        if self.texts and lacking:
            fix = f"state {' and '.join(lacking)}, too"
            raise misused(wrong="costs of a unit need both ways to err", fix=fix)
        nameless = [name for name, text in self.texts.items() if "" in factors(text)]
        if nameless:
            typed = f"--{nameless[0].replace('_', '-')}"
            fix = "write such as 3, margin or 0.1*margin"
            raise misused(wrong=f"{typed} {self.texts[nameless[0]]!r} names no column", fix=fix)
        if not self.columns:
            self.read({})

    def read(self, columns: Mapping[str, Floats]) -> UnitCosts | float | None:
        """Return the costs, of columns by name; None where nothing is stated."""
        from costcurves.conditions.unit_costs import UnitCosts

        with as_typed(*NAMES):
            if self.kappa is not None:
                return UnitCosts.kappa_of(self.kappa)
            if not self.texts:
                return None
            found: dict[str, Any] = {}
            for name, text in self.texts.items():
                factor, *named = factors(text)
                found[name] = factor * columns[named[0]] if named else factor
            return UnitCosts(**found, currency=self.currency)


def stated_costs(given: Mapping[str, Any]) -> StatedUnitCosts:
    """Gather costs of a unit of error."""
    texts = {name: given[name] for name in _STATED if given[name] is not None}
    return StatedUnitCosts(texts, given["kappa"], given["currency"] or "")
