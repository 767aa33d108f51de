"""Options where a number is predicted: the outcome, the models, benchmarks, and all with their costs."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any

from costcurves.cli.commands import in_section, misused
from costcurves.cli.target_kinds import TARGET
from costcurves.cli.unit_cost_options import (
    CURRENCY,
    NAMES,
    UNIT_COSTS,
    StatedUnitCosts,
    stated_costs,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_column, _naive = in_section("Columns of FILE"), in_section("Naive benchmarks")
OUTCOME = (
    _column("--label", metavar="COLUMN", help="The outcomes; by default found by column name."),
    _column(
        "--score",
        multiple=True,
        metavar="MODEL",
        help="Predictions of a model (repeatable, or a,b); by default all other numeric columns.",
    ),
)
BENCHMARKS = (
    _naive(
        "--baseline",
        metavar="MEAN|FILE",
        help="Mean outcome of the training records, or a file that has them; by default the train part.",
    ),
    _naive(
        "--ordered",
        is_flag=True,
        help="Training records come in the order of time: their last outcome is a benchmark, too.",
    ),
)


@dataclasses.dataclass(frozen=True, slots=True)
class NumericAsked:
    """What is asked of numeric outcomes beside how columns are read.

    Attributes
    ----------
    baseline : str or None
        The training mean, or a file that has training outcomes in the same column.
    ordered : bool
        Whether training records come in the order of time.
    costs : StatedUnitCosts
    """

    baseline: str | None = None
    ordered: bool = False
    costs: StatedUnitCosts = dataclasses.field(default_factory=StatedUnitCosts)

    @classmethod
    def taken(cls, given: dict[str, Any], *, is_shared: bool) -> NumericAsked:
        """Take these options out of all that were given.

        A currency that is shared with classes stays theirs unless costs of a unit of error are stated.
        """
        stated = {name: given.pop(name) for name in NAMES if name != "currency"}
        currency = given.pop("currency")
        if is_shared and all(value is None for value in stated.values()):
            given["currency"], currency = currency, None
        elif is_shared:
            given["currency"] = None
        costs = stated_costs(stated | {"currency": currency})
        return cls(given.pop("baseline"), given.pop("ordered"), costs)

    def refuse(self) -> None:
        """Refuse all of them where labels are classes."""
        typed = ["--baseline"] * (self.baseline is not None) + ["--ordered"] * self.ordered + self.costs.typed
        if typed:
            raise misused(wrong=f"{typed[0]} means nothing where labels are classes", fix="leave it out")


def numeric_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command of numeric outcomes; what they ask arrives as `asked`."""
    return _asking(function, (*OUTCOME, *BENCHMARKS, *UNIT_COSTS, CURRENCY), is_shared=False)


def also_numeric(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what numeric outcomes need to a command of classes, which has options of columns and a currency."""
    return _asking(function, (TARGET, *BENCHMARKS, *UNIT_COSTS), is_shared=True)


def _asking(function: Callable[..., Any], options: Sequence[Any], *, is_shared: bool) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(**given: Any) -> Any:
        asked = NumericAsked.taken(given, is_shared=is_shared)
        return function(**given, asked=asked)

    found: Callable[..., Any] = run
    for option in reversed(options):
        found = option(found)
    return found
