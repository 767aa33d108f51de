"""Options where a number is predicted: the outcome, the models, benchmarks, costs of a unit of error."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from costcurves.cli.commands import in_section, misused
from costcurves.cli.options import NUMBER, SHARE
from costcurves.cli.target_kinds import TARGET

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.conditions.unit_costs import UnitCosts

_column, _naive = in_section("Columns of FILE"), in_section("Naive benchmarks")
_costs = in_section("Costs of a unit of error")
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
UNIT_COSTS = (
    _costs("--under", type=NUMBER, metavar="COST", help="What each unit costs that a prediction is too low."),
    _costs("--over", type=NUMBER, metavar="COST", help="What each unit costs that it is too high."),
    _costs(
        "--kappa", type=SHARE, metavar="KAPPA", help="Instead of costs: under/(under + over), such as 0.75."
    ),
)
CURRENCY = _costs("--currency", metavar="UNIT", help="The unit of costs to show, such as EUR.")


def numeric_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command of numeric outcomes; costs of a unit of error arrive as `costs`."""

    @functools.wraps(function)
    def run(**given: Any) -> Any:
        stated = {name: given.pop(name) for name in ("under", "over", "kappa", "currency")}
        return function(**given, costs=unit_costs(**stated))

    found: Callable[..., Any] = run
    for option in reversed((*OUTCOME, *BENCHMARKS, *UNIT_COSTS, CURRENCY)):
        found = option(found)
    return found


def also_numeric(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add what numeric outcomes need to a command of classes, which has options of columns and a currency."""
    found = function
    for option in reversed((TARGET, *BENCHMARKS, *UNIT_COSTS)):
        found = option(found)
    return found


def unit_costs(
    under: float | None, over: float | None, kappa: float | None, currency: str | None
) -> UnitCosts | float | None:
    """Read costs of a unit of error, or κ; None where nothing is stated."""
    from costcurves.cli.commands import as_typed
    from costcurves.conditions.unit_costs import UnitCosts

    if kappa is not None and (under is not None or over is not None):
        raise misused(wrong="--kappa stands for the ratio of --under and --over", fix="leave out one of them")
    if currency is not None and under is None and over is None:
        raise misused(
            wrong="--currency needs stated costs, whose unit it names", fix="state --under and --over"
        )
    with as_typed("under", "over", "kappa"):
        if kappa is not None:
            return UnitCosts.kappa_of(kappa)
        if under is None and over is None:
            return None
        if under is None or over is None:
            lacking = "--under" if under is None else "--over"
            raise misused(wrong="costs of a unit need both ways to err", fix=f"state {lacking}, too")
        return UnitCosts(under, over, currency or "")
