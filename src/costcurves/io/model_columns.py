"""Which columns of a table of records hold the scores of models."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError, listed
from costcurves.io.cell_faults import lost_numbers, texts
from costcurves.io.index_columns import index_reason
from costcurves.io.naming import other_meaning
from costcurves.io.table import Columns, numbers, present_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.io.file_column import FileColumn

_CLASS_COLUMN = re.compile(r"(.+)_p_(.+)")

#: Roles that an option gives to a column.
_ROLES = ("fold", "weight", "cluster", "segment", "partition")


@dataclasses.dataclass(frozen=True, slots=True)
class Models:
    """The columns of scores by model, columns that were left out with the reason, and notes.

    Of those in `found` nobody said that they are models.
    """

    columns: dict[str, FileColumn]
    left_out: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    found: frozenset[str] = frozenset()

    def take(self, kept: NDArray[np.bool_]) -> Models:
        """The same models on some of the rows."""
        columns = {name: column.take(kept) for name, column in self.columns.items()}
        return dataclasses.replace(self, columns=columns)


def class_columns(names: Iterable[str], values: Collection[str]) -> dict[str, dict[str, str]]:
    """Columns ``<model>_p_<class>`` of many-class models: by model and class, what they are called.

    A model counts if one of its classes occurs among the labels.
    """
    found: dict[str, dict[str, str]] = {}
    for name in names:
        parted = _CLASS_COLUMN.fullmatch(name)
        if parted:
            found.setdefault(parted.group(1), {})[parted.group(2)] = name
    return {model: columns for model, columns in found.items() if set(columns) & set(values)}


def model_names(names: Sequence[str]) -> set[str]:
    """What models can be called: columns, and models with a column for each class."""
    return {*names, *(found[1] for found in map(_CLASS_COLUMN.fullmatch, names) if found)}


def named_models(
    columns: Columns, wanted: Sequence[str], groups: Mapping[str, Mapping[str, str]], positive: str
) -> Models:
    """The models that the caller named: columns, or many-class models.

    Raises
    ------
    InputError
        If there is no such column.
    """
    scores: dict[str, FileColumn] = {}
    many = []
    for name in wanted:
        if name in columns or name not in groups:
            scores[name] = columns.column(name, "a score")
        else:
            scores[name] = _one_against_rest(columns, name, groups[name], positive)
            many.append(name)
    return Models(scores, (), _note(many, positive))


def all_models(
    columns: Columns,
    taken: Collection[str],
    groups: Mapping[str, Mapping[str, str]],
    positive: str,
    *,
    needed: bool = True,
) -> Models:
    """Every numeric column that looks like scores, and every many-class model; one at least where `needed`.

    Raises
    ------
    InputError
        If no column is left.
    """
    scores: dict[str, FileColumn] = {}
    left_out, many, notes, found = [], [], [], []
    member = {name: model for model, classes in groups.items() for name in classes.values()}
    for column in columns.columns:
        name = column.name
        if name in taken:
            continue
        model = member.get(name)
        if model is None:
            reason, kept = _reason(column), ""
            if not reason and not texts(column).size:
                values = present_numbers(column)
                reason, kept = _without_name(columns, values, name) or _pattern(column, values)
            if reason and not kept:
                left_out.append((name, reason))
                continue
            scores[name] = column
            found.append(name)
            notes += [f"{name}: {reason}; taken for scores {kept}"] if kept else []
        elif name == next(iter(groups[model].values())):
            called = f"{model}_p_{positive}" if model in columns else model
            scores[called] = _one_against_rest(columns, model, groups[model], positive)
            many.append(called)
    if not scores and needed:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in left_out[:6])
        raise InputError(
            f"no column of {columns.source} holds scores",
            fix="name one with --score",
            where=reasons,
        )
    return Models(scores, tuple(left_out), (*_note(many, positive), *notes), frozenset(found))


def scores_of(columns: Columns, model: str, positive: str = "") -> NDArray[np.float64]:
    """The scores of one model in a table that may have no label, such as one to decide on.

    Parameters
    ----------
    columns : Columns
    model : str
        A column, or a model whose column for the positive class is ``<model>_p_<positive>``.
    positive : str, optional
        The positive class.

    Raises
    ------
    InputError
        If there is no such column, or if a cell of it is no number.
    """
    name = f"{model}_p_{positive}"
    if model not in columns and name in columns:
        return numbers(columns[name], "score")
    return numbers(columns.column(model, "the model"), "score")


def _one_against_rest(columns: Columns, model: str, classes: Mapping[str, str], positive: str) -> FileColumn:
    """The column of a many-class model for the positive class."""
    if positive not in classes:
        raise InputError(
            f"model {model!r} must have a column for the positive class {positive!r}",
            f"columns for {listed(list(classes))}",
            "add the column, or name the columns of scores with --score",
        )
    return columns[classes[positive]]


def _note(many: Sequence[str], positive: str) -> tuple[str, ...]:
    """Say how the scores of many-class models were found."""
    return (f"{', '.join(many)}: scores of class {positive} against the rest",) if many else ()


def _reason(column: FileColumn) -> str:
    """Why a column is no model; empty if it is one."""
    meaning = other_meaning(column.name)
    if meaning:
        role = meaning.removeprefix("a ")
        option = f"; --{role} {column.name} uses it" if role in _ROLES else ""
        return f"named like {meaning}{option}"
    column.refuse_doubt()
    if column.remark:
        return column.why
    present = len(column.values) - len(column.missing_rows)
    if not present:
        return "no values"
    # A few numbers among text are text; text among numbers is an accident, which is refused later.
    if column.kind == "text" and 2 * column.numbers < present:
        return "text"
    if column.kind in {"date", "bool"}:
        return {"date": "dates", "bool": f"true or false; --score {column.name} uses it"}[column.kind]
    lost = lost_numbers(column)
    if lost.size:
        place = column.places.one(lost[0])
        return f"whole numbers that float64 cannot hold, {column.values[lost[0]]} in {place}"
    return ""


def _without_name(columns: Columns, values: NDArray[np.float64], name: str) -> tuple[str, str] | None:
    """Say that a first column of whole numbers without a name is an index, as tables are saved with it."""
    is_first = name in columns.nameless and name == columns.names[0]
    is_index = is_first and bool(np.all(values == np.floor(values)))
    return (f"without a name, like an index; --score {name} uses it", "") if is_index else None


def _pattern(column: FileColumn, values: NDArray[np.float64]) -> tuple[str, str]:
    """Say that a column is constant or an index, and why it is taken for scores nevertheless.

    One number among missing values is not constant.
    """
    if np.all(values == values[0]) and (column.missing is None or len(values) > 1):
        rows = "every row" if column.missing is None else "every row that has one"
        return f"constant, {values[0]:g} in {rows}", ""
    return index_reason(column.name, values)
