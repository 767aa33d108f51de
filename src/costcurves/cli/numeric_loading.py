"""From a file of numeric outcomes to an evaluation, its parts, and a statement of what was read."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import io
from costcurves.api import evaluate_numeric
from costcurves.cli.file_statements import numeric_statements, repeated
from costcurves.cli.option_types import plain_amount
from costcurves.errors import InputError
from costcurves.evaluation.numeric_parts import NumericParts
from costcurves.io.complaints import no_such_file
from costcurves.io.naming import part_role, part_rows
from costcurves.io.numeric_roles import numeric_roles
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.cli.file_statements import FileRead
    from costcurves.cli.loaded import Step
    from costcurves.cli.numeric_options import NumericAsked
    from costcurves.cli.request import ReadingOptions
    from costcurves.conditions.unit_costs import UnitCosts
    from costcurves.evaluation.numeric_evaluation import NumericEvaluation
    from costcurves.io.numeric_roles import NumericRoles
    from costcurves.io.table import Columns


@dataclasses.dataclass(frozen=True, slots=True)
class NumericLoaded:
    """Numeric predictions read from a file.

    Attributes
    ----------
    evaluation : NumericEvaluation
        The records in question.
    statements : tuple of (str or FileRead)
        What was read.
    parts : NumericParts or None
        Where the table has parts.
    costs : UnitCosts or float or None
        Of the records in question, or κ.
    """

    evaluation: NumericEvaluation
    statements: tuple[str | FileRead, ...]
    parts: NumericParts | None = None
    costs: UnitCosts | float | None = None


def load_numeric(path: str, reading: ReadingOptions, asked: NumericAsked, step: Step) -> NumericLoaded:
    """Read a table of numeric outcomes, and part it where it has parts.

    Parameters
    ----------
    path : str
        A table, or "-" for standard input.
    reading : ReadingOptions
    asked : NumericAsked
        Benchmarks and costs.
    step : callable
        Told what is done.
    """
    step(f"reading {path}")
    columns = _read(path, reading)
    partition = reading.partition or _partition_of(columns, reading)
    roles = numeric_roles(
        columns,
        label=reading.label,
        predictions=reading.score,
        weight=reading.weight,
        fold=reading.fold,
        cluster=reading.cluster,
        partition=partition,
        costs=asked.costs.columns,
        drop_missing=reading.drop_missing,
    )
    statements = (*numeric_statements(columns, roles), *repeated(reading.score))
    training = None if asked.baseline is None else _training(asked.baseline, roles.label, reading)
    step("measuring errors")
    name = Path(columns.source).name
    if roles.partition is None:
        _refuse_unordered(training, ordered=asked.ordered)
        found = _evaluation(roles, None, name, training, ordered=asked.ordered)
        return NumericLoaded(found, statements, None, asked.costs.read(roles.costs))
    parts = _parts(roles, training, ordered=asked.ordered)
    rows = part_rows(roles.partition)[parts.judged]
    own = {name: column[rows] for name, column in roles.costs.items()}
    return NumericLoaded(parts.evaluation, statements, parts, asked.costs.read(own))


def _read(path: str, reading: ReadingOptions) -> Columns:
    """Read a table as its options say."""
    layout = {name: getattr(reading, name) for name in ("sheet", "skip_rows", "thousands", "decimal")}
    return io.read(path, **layout)


def _partition_of(columns: Columns, reading: ReadingOptions) -> str | None:
    """Return the column of parts that nobody named; None where that column has another use."""
    name = io.partition_of(columns)
    uses = (reading.label, reading.weight, reading.fold, reading.cluster, *reading.score)
    return None if name in uses else name


def _training(baseline: str, label: str, reading: ReadingOptions) -> float | NDArray[np.float64]:
    """Read the training mean, or the outcomes of a file of training records."""
    try:
        return float(plain_amount(baseline))
    except ValueError:
        pass
    if not Path(baseline).exists():
        fix = "write the mean outcome of the training records, or the path of their file"
        raise no_such_file(baseline).but(where="--baseline", fix=fix)
    return numbers(_read(baseline, reading).column(label, "the outcome of --baseline"), "outcome")


def _refuse_unordered(training: Any, *, ordered: bool) -> None:
    """Refuse an order of training records where there are none."""
    if ordered and np.ndim(training) == 0:
        came = "none" if training is None else "their mean alone"
        raise InputError("--ordered needs training records", came, "name their file with --baseline")


def _evaluation(
    roles: NumericRoles, rows: NDArray[np.bool_] | None, name: str, training: Any, *, ordered: bool
) -> NumericEvaluation:
    """Judge the models on some of the rows, or on all."""

    def of(column: NDArray[Any] | None) -> NDArray[Any] | None:
        return column if column is None or rows is None else column[rows]

    found = evaluate_numeric(
        of(roles.outcome),
        {model: of(column) for model, column in roles.predictions.items()},
        sample_weight=of(roles.weight),
        baseline=training,
        ordered=ordered,
        fold=of(roles.fold),
        cluster=of(roles.cluster),
    )
    return dataclasses.replace(found, name=name)


def _parts(roles: NumericRoles, training: Any, *, ordered: bool) -> NumericParts:
    """Judge the models on every part; the part that trained them gives benchmarks that are not stated."""
    assert roles.partition is not None
    rows = part_rows(roles.partition)
    trained = next((name for name in rows if part_role(name) == "train"), "")
    if training is None and trained:
        training = roles.outcome[rows[trained]]
    _refuse_unordered(training, ordered=ordered)
    judged = next((name for name in rows if part_role(name) == "test"), list(rows)[-1])
    parts = {name: _evaluation(roles, mine, name, training, ordered=ordered) for name, mine in rows.items()}
    return NumericParts(parts, judged, trained)
