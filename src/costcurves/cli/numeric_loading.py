"""From a file of numeric outcomes to an evaluation, its parts, and a statement of what was read."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import io
from costcurves.cli.file_statements import FileRead, numeric_statements, repeated
from costcurves.cli.numeric_files import NumericPart, files_as_parts, rows_as_parts
from costcurves.cli.option_types import plain_amount
from costcurves.cli.several_files import check_several
from costcurves.errors import InputError
from costcurves.evaluation.numeric_parts import NumericParts
from costcurves.io.complaints import no_such_file
from costcurves.io.numeric_roles import numeric_roles
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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


def load_numeric(
    files: Sequence[str], reading: ReadingOptions, asked: NumericAsked, step: Step
) -> NumericLoaded:
    """Read a table of numeric outcomes and part it where it has parts, or several tables as parts.

    Parameters
    ----------
    files : sequence of str
        Tables, or "-" for standard input.
    reading : ReadingOptions
    asked : NumericAsked
        Benchmarks and costs.
    step : callable
        Told what is done.

    Raises
    ------
    InputError
        If a file is given twice, or the files have no model in common.
    """
    asked.costs.check()
    if len(files) > 1:
        check_several(files, reading)
    read = [_roles(path, reading, asked, step, is_whole=len(files) > 1) for path in files]
    statements = [*read[0][1]]
    for _, more in read[1:]:
        statements += [one.after() if isinstance(one, FileRead) else one for one in more]
    if len(files) > 1:
        parts, notes = files_as_parts(files, [roles for roles, _ in read])
    else:
        parts, notes = rows_as_parts(read[0][0]), []
    statements += [*notes, *repeated(reading.score)]
    step("measuring errors")
    training = None if asked.baseline is None else _training(asked.baseline, read[0][0].label, reading)
    if not parts:
        _refuse_unordered(training, ordered=asked.ordered)
        alone = NumericPart(read[0][0])
        name = Path(files[0]).name if files[0] != "-" else "standard input"
        found = alone.evaluation(name, training, ordered=asked.ordered)
        return NumericLoaded(found, tuple(statements), None, asked.costs.read(alone.costs))
    judged = _judged(parts, training, asked)
    costs = asked.costs.read(parts[judged.judged].costs)
    return NumericLoaded(judged.evaluation, tuple(statements), judged, costs)


def _roles(
    path: str, reading: ReadingOptions, asked: NumericAsked, step: Step, *, is_whole: bool
) -> tuple[NumericRoles, Sequence[str | FileRead]]:
    """Read one table, its own parts told apart unless it is to be taken whole; say what was read."""
    step(f"reading {path}")
    columns = _read(path, reading)
    roles = numeric_roles(
        columns,
        label=reading.label,
        predictions=reading.score,
        weight=reading.weight,
        fold=reading.fold,
        cluster=reading.cluster,
        partition=None if is_whole else reading.partition or _partition_of(columns, reading),
        costs=asked.costs.columns,
        drop_missing=reading.drop_missing,
    )
    return roles, numeric_statements(columns, roles)


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


def _judged(parts: dict[str, NumericPart], training: Any, asked: NumericAsked) -> NumericParts:
    """Judge the models on every part; the part that trained them gives benchmarks that are not stated."""
    trained = next((name for name, part in parts.items() if part.role == "train"), "")
    if training is None and trained:
        training = parts[trained].outcome
    _refuse_unordered(training, ordered=asked.ordered)
    judged = next((name for name, part in parts.items() if part.role == "test"), list(parts)[-1])
    found = {name: part.evaluation(name, training, ordered=asked.ordered) for name, part in parts.items()}
    return NumericParts(found, judged, trained)
