"""Costs of many classes as they are typed, class:action=cost, or as tables with a row a class."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves.errors import InputError
from costcurves.io.label_values import spelled
from costcurves.io.reading import read
from costcurves.io.table import numbers, parts

if TYPE_CHECKING:
    from collections.abc import Sequence


def stated_costs(stated: Sequence[str]) -> dict[tuple[str, str], float]:
    """Read costs by true class and action: statements ``class:action=cost``, or names of files with a table.

    Parameters
    ----------
    stated : sequence of str
        Statements can be joined by commas.

    Raises
    ------
    InputError
        If one is neither, or states the same cost twice.

    Examples
    --------
    >>> stated_costs(["good:bad=1", "bad:good=5, good:review=0.3"])
    {('good', 'bad'): 1.0, ('bad', 'good'): 5.0, ('good', 'review'): 0.3}
    """
    found: dict[tuple[str, str], float] = {}
    for text in stated:
        costs = (
            [_statement(one) for one in text.split(",")] if "=" in text else list(cost_table(text).items())
        )
        for key, cost in costs:
            if key in found:
                raise InputError("a cost must be stated once", f"{':'.join(key)} twice", where="--costs")
            found[key] = cost
    return found


def _statement(text: str) -> tuple[tuple[str, str], float]:
    names, _, cost = text.rpartition("=")
    true, colon, action = names.partition(":")
    try:
        value = float(cost)
    except ValueError:
        value = math.nan
    if not (colon and true.strip() and action.strip() and math.isfinite(value)):
        raise InputError(
            "a cost must be stated as true class, action and number", repr(text.strip()),
            "write class:action=cost, or name a file with a row a class and a column an action",
            where="--costs",
        )  # fmt: skip
    return (true.strip(), action.strip()), value


def cost_table(path: str) -> dict[tuple[str, str], float]:
    """Read a table of costs: true classes in the first column, an action a column after it."""
    columns = read(path)
    if len(columns.names) < 3:
        raise InputError(
            "a table of costs must have a column of classes and two or more of actions",
            f"columns {', '.join(columns.names)}", "write a row a true class, a column an action",
            where=path,
        )  # fmt: skip
    first, *actions = columns.columns
    classes = [spelled(value) for value in parts(first, "class").tolist()]
    if len(set(classes)) < len(classes):
        twice = next(name for name in classes if classes.count(name) > 1)
        raise InputError(
            "a table of costs must have one row a class", f"{twice!r} twice in column {first.name!r}",
            "write the true classes into the first column", where=path,
        )  # fmt: skip
    found = {}
    for column in actions:
        for true, cost in zip(classes, numbers(column, "cost").tolist(), strict=True):
            found[true, column.name] = cost
    return found


def stated_shares(stated: Sequence[str]) -> dict[str, float]:
    """Read shares of classes, ``class=share``, joined by commas or repeated; shares can be percentages.

    Examples
    --------
    >>> stated_shares(["a=20%,b=0.3", "c=0.5"])
    {'a': 0.2, 'b': 0.3, 'c': 0.5}
    """
    found: dict[str, float] = {}
    for text in (one for part in stated for one in part.split(",")):
        name, sign, share = text.rpartition("=")
        bare = share.strip().removesuffix("%")
        try:
            value = float(bare) / (100 if bare != share.strip() else 1)
        except ValueError:
            value = math.nan
        if not sign or not name.strip() or not 0 <= value <= 1:
            must = "the share of a class must be a number from 0 to 1, or a percentage"
            raise InputError(must, repr(text.strip()), "write class=0.2,other=0.8", where="--prevalence")
        if name.strip() in found:
            raise InputError("a share must be stated once", f"{name.strip()!r} twice", where="--prevalence")
        found[name.strip()] = value
    return found
