"""What is said when columns do not fit the roles that they are to play."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from costcurves._ground.refusals import exact, listed, meant, no_such
from costcurves.errors import Code, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

# ---- columns --------------------------------------------------------------------------------


def unknown_column(name: str, given: str, known: Sequence[str], role: str) -> InputError:
    """Word that a column was named that the file has not."""
    fix = meant(given, known) or f"the columns are {listed(known, most=12)}"
    return InputError(f"no column {given!r} in {name}", where=role, fix=fix, code=Code.NO_SUCH_NAME)


def missing_cells(column: str, rows: Sequence[int], role: str) -> InputError:
    """Word that a column has empty cells where every record needs a value."""
    many = f"{len(rows)} missing values" if len(rows) > 1 else "1 missing value"
    first = "first at row" if len(rows) > 1 else "at row"
    return InputError(
        f"{role} {column!r} must have a value in every row",
        f"{many}, {first} {rows[0]}",
        "fill or drop these rows",
    )


def text_in_numbers(role: str, column: str, row: int, value: str) -> InputError:
    """Word that a cell that should hold a number holds text."""
    return InputError(
        f"{role} {column!r} must hold numbers",
        f"the text {value!r}",
        "correct or drop it",
        where=f"row {row}",
    )


def mixed_column(column: str, row: int, value: str) -> InputError:
    """Word that a column of numbers, taken for a model, has text in it."""
    return InputError(
        f"column {column!r} must hold numbers or text, not both",
        f"{value!r} among numbers",
        "correct that cell, or name the columns of scores with --score",
        where=f"row {row}",
    )


def unusable_numbers(role: str, column: str, remark: str) -> InputError:
    """Word why a column of numbers cannot be read exactly."""
    return InputError(
        f"{role} {column!r} must hold numbers that float64 holds exactly",
        remark,
        "write plain numbers; of scores only the order matters",
    )


def wrong_range(role: str, column: str, row: int, value: float, bounds: str) -> InputError:
    """Word that a number is out of the range of its column."""
    return InputError(
        f"{role} {column!r} must be {bounds}", exact(value), "correct that row", where=f"row {row}"
    )


# ---- labels and models ----------------------------------------------------------------------


def no_label(name: str, known: Sequence[str]) -> InputError:
    """Word that no column looks like the label."""
    return InputError(
        "one column must hold the labels",
        f"the columns {listed(known, most=12)}",
        "name it with --label",
        where=name,
    )


def several_labels(name: str, candidates: Sequence[str]) -> InputError:
    """Word that several columns look like the label."""
    return InputError(
        "one column must hold the labels",
        f"{len(candidates)} that may: {listed(candidates)}",
        "name it with --label",
        where=name,
    )


def unclear_positive(column: str, values: Sequence[str]) -> InputError:
    """Word that the labels do not say which class is the positive one."""
    return InputError(
        "the positive class must be stated",
        f"the labels {listed(values)}",
        "name it, e.g. " + " or ".join(f"--positive {shlex.quote(value)}" for value in values[:2]),
        where=f"column {column!r}",
    )


def unknown_positive(column: str, given: str, values: Sequence[str]) -> InputError:
    """Word that the stated positive class does not occur."""
    where = f"--positive, in column {column!r}"
    return no_such(given, values, where=where, other="the labels are", what="label")


def one_class(column: str, value: str, count: int) -> InputError:
    """Word that all labels are the same."""
    return InputError(
        f"column {column!r} must hold both classes",
        f"one only ({count} × {value})",
        "give records of both classes",
    )


def not_two_classes(column: str, count: int) -> InputError:
    """Word that the label is a measurement, not a class."""
    return InputError(
        f"the label {column!r} must hold classes",
        f"{count} different numbers",
        "name a column of classes with --label",
    )


def no_models(name: str, left_out: Sequence[tuple[str, str]]) -> InputError:
    """Word that no column is left that could hold scores."""
    reasons = "; ".join(f"{column}: {reason}" for column, reason in left_out[:6])
    return InputError(
        "at least one column must hold scores",
        f"none ({reasons})" if reasons else "none",
        "name it with --score",
        where=name,
    )


def missing_table_columns(name: str, kind: str, needed: str, known: Sequence[str]) -> InputError:
    """Word that a table of points or counts lacks columns."""
    return InputError(
        f"a table of {kind} must have the columns {needed}",
        listed(known, most=12),
        "rename or add columns",
        where=name,
    )


def unknown_model(given: str, known: Sequence[str]) -> InputError:
    """Word that low scores were said to mean positive for a model that there is not."""
    return no_such(given, known, where="--lower", other="the models are", what="model")


def not_constant(column: str, model: str, values: Sequence[float]) -> InputError:
    """Word that the size of a class differs between the points of one model."""
    shown = ", ".join(f"{value:g}" for value in values[:2])
    return InputError(
        f"{column!r} must be the same in every row of model {model!r}", shown, "correct these rows"
    )
