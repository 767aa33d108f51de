"""The table of criteria: where each is defined, and the options by which the command line asks for it.

It names classes instead of importing them, so that `--help` loads no numbers. A criterion is added by its
class and one row; its options, its help and the tests of the registry follow.
"""

from __future__ import annotations

import dataclasses
import importlib
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.criterion_spec import CriterionSpec

#: What an option takes: a share, any number, a number that may be a share, a name, or nothing.
Takes: TypeAlias = Literal["share", "number", "value", "name", "nothing"]


@dataclasses.dataclass(frozen=True, slots=True)
class CriterionOption:
    """One option of the command line that states a criterion, or a part of it.

    Attributes
    ----------
    name : str
        The option without its hyphens, with underscores inside.
    parameters : tuple of str
        The parameters of the criterion that it gives, as many values as it takes; none for a flag.
    help : str
    metavar : str
    takes : {"share", "number", "value", "name", "nothing"}
    """

    name: str
    parameters: tuple[str, ...]
    help: str
    metavar: str = ""
    takes: Takes = "share"

    @property
    def typed(self) -> str:
        """The option as it is typed."""
        return f"--{self.name.replace('_', '-')}"

    def arguments(self, value: Any) -> dict[str, Any]:
        """Return the parameters that a value of the option gives."""
        values = value if len(self.parameters) > 1 else [value]
        return dict(zip(self.parameters, values, strict=False))


@dataclasses.dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion.

    Attributes
    ----------
    key : str
        Name of the criterion, and of its constructor in :mod:`costcurves.criteria`.
    home, name : str
        Module and name of its class.
    options : tuple of CriterionOption
        Options that state it, together; none for the criterion that nothing but a condition asks for.
    """

    key: str
    home: str
    name: str
    options: tuple[CriterionOption, ...] = ()

    @property
    def kind(self) -> type[Criterion]:
        """The class."""
        found: type[Criterion] = getattr(importlib.import_module(self.home), self.name)
        return found

    @property
    def typed(self) -> tuple[str, ...]:
        """Its options as they are typed."""
        return tuple(option.typed for option in self.options)


_CONSTRAINTS, _OPTIMA = "costcurves.criteria.constraints", "costcurves.criteria.optima"
#: States a criterion alone, and another one together with a bound.
_BEST = CriterionOption(
    "best", ("measure",), "Best value of a measure, such as f1, mcc or accuracy …", "MEASURE", "name"
)

CRITERIA: tuple[CriterionRow, ...] = (
    CriterionRow("least_cost", "costcurves.criteria.cheapest", "LeastCost"),
    CriterionRow(
        "max_fpr", _CONSTRAINTS, "MaxFpr",
        (
            CriterionOption(
                "max_fpr", ("limit",), "Most positives found at this false positive rate or less.", "SHARE"
            ),
        ),
    ),
    CriterionRow(
        "capacity", _CONSTRAINTS, "Capacity",
        (
            CriterionOption(
                "capacity", ("share",), "Most positives found when this share can be flagged.", "SHARE"
            ),
        ),
    ),
    CriterionRow(
        "budget", _CONSTRAINTS, "Budget",
        (
            CriterionOption(
                "budget", ("amount",), "Most positives found for this much money …", "AMOUNT", "number"
            ),
            CriterionOption("price", ("price",), "… at this price of a flagged case …", "AMOUNT", "number"),
            CriterionOption("cases", ("cases",), "… among this many cases.", "NUMBER", "number"),
        ),
    ),
    CriterionRow(
        "equal_errors", _CONSTRAINTS, "EqualErrors",
        (CriterionOption("equal_errors", (), "Equal error rates of both classes.", takes="nothing"),),
    ),
    CriterionRow("best", _OPTIMA, "Best", (_BEST,)),
    CriterionRow(
        "best_given", _OPTIMA, "BestGiven",
        (
            _BEST,
            CriterionOption("given", ("given",), "… while this measure …", "MEASURE", "name"),
            CriterionOption("floor", ("floor",), "… is at least this.", "VALUE", "value"),
        ),
    ),
    CriterionRow(
        "minimax", _OPTIMA, "Minimax",
        (
            CriterionOption(
                "minimax", ("low", "high"), "Least worst-case cost over a range of PC(+).", "LOW HIGH"
            ),
        ),
    ),
    CriterionRow(
        "minimax_regret", _OPTIMA, "MinimaxRegret",
        (
            CriterionOption(
                "minimax_regret", ("low", "high"), "Least worst-case regret over a range.", "LOW HIGH"
            ),
        ),
    ),
)  # fmt: skip


def criterion_of(spec: CriterionSpec, condition: OperatingCondition | None) -> Criterion | None:
    """Return the criterion that a plain value describes, at a condition.

    None where it is none of the table, or seeks a measure that is no row of the table of measures: a
    plain value knows only its key.

    Examples
    --------
    >>> from costcurves import criteria
    >>> criterion_of(criteria.max_fpr(0.05).spec, None) == criteria.max_fpr(0.05)
    True
    """
    row = next((row for row in CRITERIA if row.key == spec.key), None)
    if row is None:
        return None
    try:
        return row.kind(**spec.parameters, condition=condition)
    except InputError:  # its measure is known to whoever made it alone
        return None


def criterion_options(rows: Iterable[CriterionRow] | None = None) -> tuple[CriterionOption, ...]:
    """Return the options of all criteria, each once."""
    rows = CRITERIA if rows is None else rows
    return tuple(dict.fromkeys(option for row in rows for option in row.options))
