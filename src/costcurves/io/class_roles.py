"""The roles of columns of a table of many classes: labels, scores by class or predicted labels of models."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves.errors import InputError, listed, meant
from costcurves.io.cell_faults import Wanted
from costcurves.io.column_roles import PARTS, labelled_cells, uses_of
from costcurves.io.complete_rows import complete_rows
from costcurves.io.fault_messages import refuse_faults
from costcurves.io.label_values import LabelValues, label_values, spelled
from costcurves.io.model_columns import class_columns, model_names
from costcurves.io.naming import other_meaning, parted
from costcurves.io.table import amounts, numbers, parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn
    from costcurves.io.table import Columns

#: Rows of a class that are told one by one.
_FEW = 3


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassRoles(ByValue):
    """A table of records of many classes whose columns have found their roles.

    Attributes
    ----------
    label : str
    labels : tuple of str
        The class of every record, as most records spell it.
    classes : tuple of str
        The classes of the labels, in the order of their values.
    models : dict of str to (dict of str to ndarray, or list of str)
        By model scores for each class, or predicted labels.
    weight : ndarray of float64 or None
    fold, cluster, partition : ndarray or None
    left_out : tuple of (str, str)
        Columns that are no models, each with the reason.
    kept : ndarray of bool or None
        Which rows of the table these are; None if all are.
    notes : tuple of str
    """

    label: str
    labels: tuple[str, ...]
    classes: tuple[str, ...]
    models: dict[str, Any]
    weight: NDArray[np.float64] | None = None
    fold: NDArray[Any] | None = None
    cluster: NDArray[Any] | None = None
    partition: NDArray[Any] | None = None
    left_out: tuple[tuple[str, str], ...] = ()
    kept: NDArray[np.bool_] | None = None
    notes: tuple[str, ...] = ()


def assign_classes(
    columns: Columns,
    *,
    label: str | None = None,
    scores: Sequence[str] = (),
    predicted: Sequence[str] = (),
    weight: str | None = None,
    fold: str | None = None,
    cluster: str | None = None,
    partition: str | None = None,
    drop_missing: bool = False,
) -> ClassRoles:
    """Find out what the columns of a table of many classes are.

    Columns ``<model>_p_<class>`` are scores of one model; every other column whose values are all labels is a
    model of predicted labels, unless its name says otherwise or it holds one value only.

    Parameters
    ----------
    columns : Columns
    label : str, optional
        By default found by its name.
    scores : sequence of str, optional
        Models of scores by class to take; by default all.
    predicted : sequence of str, optional
        Columns of predicted labels to take; by default all that look like it, none if models are named.
    weight, fold, cluster, partition : str, optional
    drop_missing : bool

    Returns
    -------
    ClassRoles

    Raises
    ------
    InputError
        If a column is not there, a model lacks a class, or cells are missing or of the wrong kind.
    """
    named = {"weight": weight, "fold": fold, "cluster": cluster, "partition": partition}
    scores = parted(scores, model_names(columns.names))
    predicted = parted(predicted, columns.names)
    uses = uses_of(columns, label, named, (), predicted)
    found = label_values(labelled_cells(columns[uses["label"]], may_miss=drop_missing))
    groups = _groups(columns, columns[uses["label"]], found, scores)
    taken = {*uses.values(), *(name for group in groups.values() for name in group.values())}
    left_out: tuple[tuple[str, str], ...] = ()
    if not (scores or predicted):
        predicted, left_out = _label_columns(columns, taken, found)
    if not (groups or predicted):
        raise InputError(
            f"no column of {columns.source} is of a model of these classes",
            fix="call columns of scores <model>_p_<class>, or name columns of labels with --predicted"
            + _other_commands(columns[uses["label"]], found),
        )
    wanted = _wanted(columns, uses, groups, predicted)
    kept, words = complete_rows(wanted) if drop_missing else (None, "")
    if kept is not None:
        columns = columns.take(kept)
        wanted = _wanted(columns, uses, groups, predicted)
    refuse_faults(wanted)
    models: dict[str, Any] = {
        model: {name: numbers(columns[column], "score") for name, column in group.items()}
        for model, group in groups.items()
    }
    models |= {name: _predicted(columns[name], columns[uses["label"]].name, found) for name in predicted}
    belonging: dict[str, Any] = {role: parts(columns[uses[role]], role) for role in PARTS if role in uses}
    labels = tuple(found.classes[spelled(one)] for one in columns[uses["label"]].values.tolist())
    return ClassRoles(
        uses["label"], labels, tuple(found.values), models,
        None if weight is None else amounts(columns[weight], "weight"),
        left_out=left_out, kept=kept, notes=(words,) if words else (), **belonging,
    )  # fmt: skip


def _other_commands(label: FileColumn, found: LabelValues) -> str:
    """Name the commands of labels that may be no classes, or but two."""
    if len(found.values) == 2:
        return "; models of two classes are judged with `costcurves evaluate`"
    are_numbers = label.kind in {"int", "float"}
    return "; predictions of a number are judged with `costcurves numeric`" if are_numbers else ""


def _groups(
    columns: Columns, labels: FileColumn, found: LabelValues, scores: Sequence[str]
) -> dict[str, dict[str, str]]:
    """The columns of every model of scores by class, in the order of the classes."""
    groups = class_columns(columns.names, found.classes)
    if gone := [name for name in scores if name not in groups]:
        raise InputError(
            f"no model {gone[0]!r} with columns such as {gone[0]}_p_{next(iter(found.values))}",
            fix=f"the models are {listed(list(groups))}"
            if groups
            else "name predicted labels with --predicted",
            where="--score",
        )
    ordered: dict[str, dict[str, str]] = {}
    for model in scores or groups:
        named = {found.classes.get(name, name): column for name, column in groups[model].items()}
        for label in found.values:
            if label not in named:
                raise _no_column(model, label, labels, found, named)
        if odd := [name for name in named if name not in found.values]:
            theirs = [group[odd[0]] for name in scores or groups if odd[0] in (group := groups[name])]
            drop = f"column {theirs[0]!r}" if len(theirs) == 1 else f"columns {listed(theirs)}"
            raise InputError(
                "every class needs a record", f"none of {odd[0]!r}, of which model {model!r} has scores",
                f"give records of it, or drop {drop}", where=columns.source,
            )  # fmt: skip
        ordered[model] = {label: named[label] for label in found.values}
    return ordered


def _no_column(
    model: str, label: str, labels: FileColumn, found: LabelValues, named: Mapping[str, str]
) -> InputError:
    """Word that a model has no scores of a class; a class of few rows may be another one, mistyped."""
    spellings = enumerate(map(spelled, labels.values.tolist()))
    rows = [row for row, text in spellings if found.classes.get(text) == label]
    is_rare = len(rows) <= _FEW
    near = meant(label.strip(), [one for one in found.values if one in named]) if is_rare else ""
    return InputError(
        f"model {model!r} must have a column for each class", f"none of {label!r}",
        f"{near} else " * bool(near) + f"add {model}_p_{label}, or leave the model out with --score",
        where=labels.places.said(rows) if is_rare else labels.places.source,
    )  # fmt: skip


def _label_columns(
    columns: Columns, taken: set[str], found: LabelValues
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Columns whose values are all labels, and why others are no models."""
    models, left_out = [], []
    for column in columns.columns:
        if column.name in taken:
            continue
        reason = _why_no_labels(column, found)
        if reason:
            left_out.append((column.name, reason))
        else:
            models.append(column.name)
    return tuple(models), tuple(left_out)


def _why_no_labels(column: FileColumn, found: LabelValues) -> str:
    if meaning := other_meaning(column.name):
        return f"named like {meaning}"
    present = column.values if column.missing is None else column.values[~column.missing]
    values = set(map(spelled, present.tolist()))
    if odd := sorted(values - set(found.classes)):
        return f"not labels, such as {odd[0]!r}"
    return "" if len(values) > 1 else "one value only"


def _wanted(
    columns: Columns,
    uses: Mapping[str, str],
    groups: Mapping[str, Mapping[str, str]],
    predicted: Sequence[str],
) -> list[Wanted]:
    """All columns that are read, and what their cells must be."""
    found = [Wanted(columns[uses["label"]], "label", is_number=False, can_drop=True)]
    found += [
        Wanted(columns[name], "score", can_drop=True) for group in groups.values() for name in group.values()
    ]
    found += [
        Wanted(columns.column(name, "a predicted label"), "predicted label", is_number=False, can_drop=True)
        for name in predicted
    ]
    if "weight" in uses:
        found.append(Wanted(columns[uses["weight"]], "weight", most=float("inf")))
    return [*found, *(Wanted(columns[uses[role]], role, is_number=False) for role in PARTS if role in uses)]


def _predicted(column: FileColumn, label: str, found: LabelValues) -> list[str]:
    """Predicted labels, spelled as the classes are."""
    texts = [spelled(value) for value in parts(column, "predicted label").tolist()]
    odd = next((row for row, text in enumerate(texts) if text not in found.classes), None)
    if odd is not None:
        raise InputError(
            f"predicted labels must be spelled as the labels in {label!r} are",
            f"{texts[odd]!r} where the labels are {listed(list(found.values))}",
            "write them the same way", where=f"column {column.name!r}, {column.places.said([odd])}",
        )  # fmt: skip
    return [found.classes[text] for text in texts]
