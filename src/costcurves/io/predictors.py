"""Two predictors of a table: their columns, and a line between the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.curves.separation import DecisionLine, Separation
from costcurves.errors import InputError, no_such
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from costcurves.io import Columns, Roles


def predictors(text: str) -> tuple[str, str]:
    """Read the names of two columns, written with a comma between them.

    Examples
    --------
    >>> predictors("income, age")
    ('income', 'age')
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise InputError(
            "two predictors must be drawn against each other",
            repr(text),
            "name two columns, such as --features income,age",
            where="--features",
        )
    return names[0], names[1]


def line_between(text: str, names: tuple[str, str]) -> DecisionLine:
    """Read a line: ``A,B,C`` for A·x + B·y ≥ C, or ``COLUMN=VALUE`` for one that is parallel to an axis.

    Examples
    --------
    >>> line_between("age=30", ("income", "age")), line_between("2,-1,0.5", ("income", "age"))
    (DecisionLine(a=0.0, b=1.0, c=30.0), DecisionLine(a=2.0, b=-1.0, c=0.5))
    """
    column, equals, value = text.rpartition("=")
    sides = dict(zip(names, ((1, 0), (0, 1)), strict=True))
    if equals and column.strip() not in sides:
        raise no_such(column.strip(), names, what="predictor", where="--line", other="they are")
    try:
        read = [float(part) for part in value.split(",")]
        if not equals and len(read) == 3:
            return DecisionLine(*read)
        if equals and len(read) == 1:
            return DecisionLine(*sides[column.strip()], read[0])
    except ValueError:
        pass
    raise InputError(
        "a line must be A,B,C (flagged where A·x + B·y ≥ C) or COLUMN=VALUE",
        repr(text),
        f"write {names[0]}=1, or 1,2,3",
        where="--line",
    )


def separation_of(columns: Columns, roles: Roles, names: tuple[str, str]) -> Separation:
    """Take two columns of a table of records for predictors."""
    x, y = (numbers(columns.column(name, "the feature"), "feature") for name in names)
    read = Separation.read(roles.is_positive, x, y, names=names, sample_weight=roles.weight)
    return Separation(
        read.is_positive, read.x, read.y, names, read.weight, str(roles.positive), str(roles.negative)
    )
