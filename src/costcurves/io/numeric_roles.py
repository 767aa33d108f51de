"""The roles of columns where a number is predicted: outcomes, predictions, what rows belong to."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves.errors import InputError, exact, listed
from costcurves.io.cell_faults import Wanted
from costcurves.io.column_roles import PARTS, unused_clusters, uses_of
from costcurves.io.complete_rows import complete_rows
from costcurves.io.fault_messages import refuse_faults
from costcurves.io.label_values import MOST_CLASSES
from costcurves.io.model_columns import Models, all_models, named_models
from costcurves.io.naming import parted
from costcurves.io.table import amounts, numbers, parts
from costcurves.io.whole_predictions import with_predictions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn
    from costcurves.io.table import Columns


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class NumericRoles(ByValue):
    """A table of numeric outcomes whose columns have found their roles.

    Attributes
    ----------
    label : str
        The name of the column of outcomes.
    outcome : ndarray of float64, shape (rows,)
    predictions : dict of str to ndarray of float64
        By model.
    weight : ndarray of float64 or None
    fold, cluster, partition : ndarray or None
        What each record belongs to.
    left_out : tuple of (str, str)
        Columns that are no models though nothing was said of them, each with the reason.
    incomplete : int
        Rows that were left out since values are missing.
    notes : tuple of str
        What the user should be told.
    costs : dict of str to ndarray of float64
        Columns of costs by name.
    """

    label: str
    outcome: NDArray[np.float64]
    predictions: dict[str, NDArray[np.float64]]
    weight: NDArray[np.float64] | None = None
    fold: NDArray[Any] | None = None
    cluster: NDArray[Any] | None = None
    partition: NDArray[Any] | None = None
    left_out: tuple[tuple[str, str], ...] = ()
    incomplete: int = 0
    notes: tuple[str, ...] = ()
    costs: Mapping[str, NDArray[np.float64]] = dataclasses.field(default_factory=dict)


def numeric_roles(
    columns: Columns,
    *,
    label: str | None = None,
    predictions: Sequence[str] = (),
    weight: str | None = None,
    fold: str | None = None,
    cluster: str | None = None,
    partition: str | None = None,
    costs: Sequence[str] = (),
    drop_missing: bool = False,
) -> NumericRoles:
    """Find out what the columns of a table of numeric outcomes are.

    As of two classes, every numeric column is a model unless its name says otherwise, it is constant or an
    index of the rows.

    Parameters
    ----------
    columns : Columns
    label : str, optional
        The column of outcomes; by default the one that is named like a label.
    predictions : sequence of str, optional
        The columns to take for models; ``"a,b"`` are two, if none is called so.
    weight, fold, cluster, partition : str, optional
        Columns for these uses.
    costs : sequence of str, optional
        Columns of costs, which are no models.
    drop_missing : bool
        Whether rows without an outcome or a prediction are left out; else missing values are refused.

    Raises
    ------
    InputError
        If a column that was named is not there, or cells that matter are missing or no finite numbers.
    """
    stated = tuple(dict.fromkeys(parted(predictions, columns.names)))
    named = {"weight": weight, "fold": fold, "cluster": cluster, "partition": partition}
    uses = uses_of(columns, label, named, stated, ())
    _refuse_classes(columns[uses["label"]])
    for name in costs:
        columns.column(name, "a cost")
    if stated:
        models = named_models(columns, stated, {}, "")
    else:
        models = with_predictions(
            columns, all_models(columns, {*uses.values(), *costs}, {}, "", needed=False), uses
        )
        _require_models(models, columns)
    kept, left_out = complete_rows(_wanted(columns, uses, models)) if drop_missing else (None, "")
    incomplete = 0 if kept is None else int(np.count_nonzero(~kept))
    if kept is not None:
        columns, models = columns.take(kept), models.take(kept)
    refuse_faults([
        *_wanted(columns, uses, models), *(Wanted(columns[name], "cost", most=math.inf) for name in costs),
    ])  # fmt: skip
    belonging: dict[str, Any] = {
        role: parts(columns[uses[role]], role) for role in PARTS if role in uses and role != "segment"
    }
    return NumericRoles(
        uses["label"],
        _finite(columns[uses["label"]], "outcome"),
        {name: _finite(column, "prediction") for name, column in models.columns.items()},
        None if weight is None else amounts(columns[weight], "weight"),
        left_out=models.left_out,
        incomplete=incomplete,
        notes=(*filter(None, [left_out]), *models.notes, *unused_clusters(columns, uses)),
        costs={name: numbers(columns[name], "cost") for name in costs},
        **belonging,
    )


def _refuse_classes(outcome: FileColumn) -> None:
    """Refuse texts that are classes: none is a number, and some come more than once."""
    if outcome.kind != "text" or outcome.numbers:
        return
    cells = outcome.values if outcome.missing is None else outcome.values[~outcome.missing]
    kinds = sorted(set(cells.tolist()))
    if not 2 <= len(kinds) <= min(MOST_CLASSES, len(cells) - 1):
        return
    count, command = ("three or more", "classes") if len(kinds) > 2 else ("two", "evaluate")
    raise InputError(
        f"outcome {outcome.name!r} must hold numbers",
        f"texts of {len(kinds)} kinds, {listed(kinds, most=3)}",
        f"judge models of {count} classes with `costcurves {command}`",
        where=outcome.places.source,
    )


def _require_models(models: Models, columns: Columns) -> None:
    """Refuse a table without predictions."""
    if not models.columns and columns.rows == 1:
        fix = "give more rows, or name one with --score"
        raise InputError(
            "to tell columns of predictions needs two or more records", "1", fix, where=columns.source
        )
    if not models.columns:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in models.left_out[:6])
        raise InputError(
            f"no column of {columns.source} holds predictions", fix="name one with --score", where=reasons
        )


def _wanted(columns: Columns, uses: Mapping[str, str], models: Models) -> list[Wanted]:
    """All columns that are read, and what their cells must be."""
    found = [Wanted(columns[uses["label"]], "outcome", can_drop=True)]
    found += [
        Wanted(column, "prediction", can_drop=True, is_found=name in models.found)
        for name, column in models.columns.items()
    ]
    if "weight" in uses:
        found.append(Wanted(columns[uses["weight"]], "weight", most=math.inf))
    return [*found, *(Wanted(columns[uses[role]], role, is_number=False) for role in PARTS if role in uses)]


def _finite(column: FileColumn, role: str) -> NDArray[np.float64]:
    """Read finite numbers."""
    values = numbers(column, role)
    wild = np.flatnonzero(np.isinf(values))
    if wild.size:
        raise InputError(
            f"{role} {column.name!r} must be finite",
            exact(values[wild[0]]),
            "correct that cell, or leave the row out",
            where=column.places.one(int(wild[0])),
        )
    return values
