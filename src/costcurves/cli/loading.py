"""From a file and options of its columns to evaluations, and a statement of what was read."""

from __future__ import annotations

import dataclasses
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import io
from costcurves.cli.cost_columns import cost_columns, factors
from costcurves.cli.file_statements import read_statements, repeated, saved_statements
from costcurves.cli.loaded import Loaded, silent
from costcurves.cli.parts import choose_from_file, told_apart
from costcurves.cli.request import COLUMNS, ReadingOptions
from costcurves.errors import InputError, UndefinedError, no_such
from costcurves.evaluation.evaluation import Evaluation
from costcurves.io import naming
from costcurves.io.complaints import no_such_file
from costcurves.io.model_columns import model_names
from costcurves.io.naming import part_role, part_rows
from costcurves.io.predictors import separation_of
from costcurves.io.table import numbers
from costcurves.results.remarks import SAME_RECORDS
from costcurves.rules.trained_classifiers import families_of
from costcurves.tallies.records import PARTS, Records
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.cli.loaded import Step
    from costcurves.cli.request import Request
    from costcurves.io import Columns, Roles
    from costcurves.io.row_places import RowPlaces

#: How much of a JSON file is looked at to tell a saved evaluation from a table.
_HEAD = 64


def load(
    path: str,
    reading: ReadingOptions | None = None,
    *,
    choose_on: str | None = None,
    judge_on: str | None = None,
    choosing: bool = True,
    every_part: bool = False,
    step: Step = silent,
) -> Loaded:
    """Read a table, part it on request, and find the records that choose thresholds.

    Parameters
    ----------
    path : str
        A table, an evaluation saved as JSON, or "-" for standard input.
    reading : ReadingOptions, optional
        How its columns are read.
    choose_on : str, optional
        A part of the table, or another file.
    judge_on : str, optional
        The part that judges what a part chose; by default the test part, or all others.
    choosing : bool
        Whether a threshold is chosen, so that it is said where; a saved decision has one.
    every_part : bool
        Whether every part is shown, so that none needs to choose or judge.
    step : callable
        Told what is done: title, and how many of how many are done where that is known.

    Raises
    ------
    InputError
        If a file cannot be read as a table, or the options do not fit it.
    UndefinedError
        If the records, or those of one part, are of one class.
    """
    columns = reading or ReadingOptions()
    if path == choose_on == "-":
        raise read_twice(option="--choose-on")
    one = load_one(path, columns, step)
    one = dataclasses.replace(one, statements=(*one.statements, *map(str, one.evaluation.remarks())))
    named = choose_on in one.parts
    one = told_apart(one, choose_on=choose_on, judge_on=judge_on, every_part=every_part)
    if named:
        return one
    if choose_on is None or is_same_file(path, choose_on):
        same = [SAME_RECORDS] if choosing and one.chosen_on is None else []
        return dataclasses.replace(one, statements=(*one.statements, *same))
    if columns.partition is not None and choose_on != "-" and not Path(choose_on).exists():
        raise no_such(choose_on, one.parts, what="part or file", where="--choose-on", other="the parts are")
    if choose_on != "-" and not Path(choose_on).exists():
        fix = "check the path, or name the column of parts with --partition"
        raise no_such_file(choose_on).but(where="--choose-on", fix=fix)
    return choose_from_file(one, load_other(choose_on, columns, step))


def load_asked(
    file: str, request: Request, step: Step = silent, *, choosing: bool = True, every_part: bool = False
) -> Loaded:
    """Read a table as a request asks, with the part or the table that chooses; see :func:`load`."""
    found = load(
        file,
        request.reading,
        choose_on=request.choose_on,
        judge_on=request.judge_on,
        choosing=choosing,
        every_part=every_part,
        step=step,
    )
    return found.recalibrated(request.recalibrate_to)


def read_twice(*, option: str) -> InputError:
    """Word that standard input can be read only once."""
    return InputError(
        "standard input can be read only once", f'"-" for FILE and for {option}', "name a file for one"
    )


def load_other(path: str, reading: ReadingOptions, step: Step = silent) -> Loaded:
    """Read a second table as the first one was read, but whole; saved results need no telling."""
    whole = dataclasses.replace(reading_of(path, reading), partition=None)
    other = load_one(path, whole, step, parted=False)
    remarks = [str(one) for one in other.evaluation.remarks() if one.kind != "worse_than_chance"]
    return dataclasses.replace(other, statements=(*other.statements, *remarks))


def reading_of(path: str, reading: ReadingOptions) -> ReadingOptions:
    """Return how one of several tables is read; saved results need no telling."""
    return ReadingOptions() if _is_saved(path) else reading


def load_one(path: str, reading: ReadingOptions, step: Step, *, parted: bool = True) -> Loaded:
    """Read one file; its parts are told apart, named or not, unless it is to be taken whole."""
    if _is_saved(path):
        reading.refuse_for("saved results", path)
        evaluation = dataclasses.replace(Evaluation.load(path), name=Path(path).name)
        return Loaded(evaluation, saved_statements(evaluation))
    step(f"reading {path}")
    layout = {name: getattr(reading, name) for name in ("sheet", "skip_rows", "thousands", "decimal")}
    columns = io.read(path, **layout)
    reading = _of_several(reading, columns)
    if parted and reading.partition is None:
        reading = dataclasses.replace(reading, partition=_parts_of(columns, reading))
    roles = io.assign(
        columns,
        scores=reading.score,
        predicted=reading.predicted,
        lower_is_positive=reading.lower,
        apart=cost_columns(reading.row_costs.values()),
        drop_missing=reading.drop_missing,
        told=reading.told,
        **{name: getattr(reading, name) for name in (*COLUMNS, "kind")},
    )
    reading.refuse_for(roles.kind, columns.source)
    used = columns if roles.kept is None else columns.take(roles.kept)
    name = Path(columns.source).name
    statements = (*read_statements(columns, roles), *repeated(reading.score))
    if roles.kind != "records":
        return Loaded(_of_cells(roles, reading, name), statements)
    records = _records(roles, reading, _row_costs(used, reading), used.columns[0].places)
    evaluation = _evaluation(records, name, step)
    separation = separation_of(used, roles, reading.features) if reading.features else None
    if roles.partition is None:
        return Loaded(
            evaluation, statements, roles.positive, separation=separation, left_out=roles.left_out,
            incomplete=columns.rows - used.rows,
        )  # fmt: skip
    rows_of = part_rows(roles.partition)
    parts = {part: _evaluation(records.take(rows), part, step) for part, rows in rows_of.items()}
    apart = {} if separation is None else {part: separation.take(rows) for part, rows in rows_of.items()}
    return Loaded(
        evaluation, statements, roles.positive, parts, next(iter(parts)),
        separation=separation, left_out=roles.left_out, separations=apart,
        roles={part: part_role(part) for part in parts}, incomplete=columns.rows - used.rows,
    )  # fmt: skip


def _of_several(reading: ReadingOptions, columns: Columns) -> ReadingOptions:
    """Part names of columns that were written with commas between them."""
    score = naming.parted(reading.score, model_names(columns.names))
    return dataclasses.replace(
        reading, score=score, predicted=naming.parted(reading.predicted, columns.names)
    )


def _parts_of(columns: Columns, reading: ReadingOptions) -> str | None:
    """Return the column of parts that nobody named; None where that column has another use."""
    name = io.partition_of(columns)
    uses = (reading.label, *reading.score, *(getattr(reading, one) for one in COLUMNS))
    return None if name in uses or reading.kind in {"points", "counts"} else name


def is_same_file(path: str, other: str) -> bool:
    """Whether two paths lead to one file."""
    try:
        return Path(path).samefile(other)
    except OSError:
        return False


def _is_saved(path: str) -> bool:
    """Whether a file holds a saved evaluation; a saved decision is refused, since it holds no table."""
    kind = _saved_kind(path)
    if kind == "decision":
        fix = f"to apply it to a table, write `costcurves apply {shlex.quote(path)} TABLE`"
        raise InputError(f"{path!r} is a saved decision, not a table", fix=fix)
    return kind == "evaluation"


def _saved_kind(path: str) -> str:
    """Return what kind of saved document a file begins as; empty where it is none."""
    if not path.lower().endswith(".json"):
        return ""
    try:
        with Path(path).open("rb") as file:
            head = b"".join(file.read(_HEAD).split())
    except OSError:
        return ""  # the reader of tables says why
    return next((kind for kind in ("evaluation", "decision") if head.startswith(_begun(kind))), "")


def _begun(kind: str) -> bytes:
    """Return how a saved document begins, blanks left out."""
    return f'{{"kind":"{kind}"'.encode()


def _records(roles: Roles, reading: ReadingOptions, costs: dict[str, Any], places: RowPlaces) -> Records:
    """Build records from the roles of columns."""
    if roles.weight is not None and roles.is_positive is not None:
        for name, rows in ((roles.positive, roles.is_positive), (roles.negative, ~roles.is_positive)):
            if not np.any(roles.weight[rows]):
                raise UndefinedError(
                    "each class needs records with a weight above 0",
                    f"weight 0 in all rows of class {name!r}",
                    "name another column with --weight, or leave it out",
                )
    scored = [model for model in roles.scores if model not in roles.predicted]
    records = Records.read(
        roles.is_positive,
        roles.scores,
        sample_weight=roles.weight,
        costs=costs or None,
        lower_is_positive=scored if reading.lower_is_positive else roles.lower_is_positive,
        **{name: getattr(roles, name) for name in PARTS},
    )
    return dataclasses.replace(
        records,
        predicted=frozenset(roles.predicted),
        positive=roles.positive,
        negative=roles.negative,
        notes=roles.notes,
        places=places,
    )


def _evaluation(records: Records, name: str, step: Step) -> Evaluation:
    """Sort the scores of every model."""
    models: dict[str, Tally] = {}
    for done, model in enumerate(records.scores):
        step(f"sorting {model}", done, len(records.scores))
        models[model] = records.tally(model)
        models[model].require_both_classes(f"an evaluation of {name}")
    return Evaluation(models, records, name, records.notes)


def _of_cells(roles: Roles, reading: ReadingOptions, name: str) -> Evaluation:
    """Build an evaluation from operating points or from counts per score."""
    tables: Mapping[str, Any] = roles.points or roles.counts
    stated = naming.parted(reading.lower, tables)
    unknown = [model for model in stated if model not in tables]
    if unknown:
        raise no_such(unknown[0], tables, what="model", where="--lower", other="the models are")
    lower = frozenset(tables if reading.lower_is_positive else stated)
    make = Tally.from_counts if roles.kind == "counts" else Tally.from_points
    models = {}
    for model, table in tables.items():
        columns = {field.name: getattr(table, field.name) for field in dataclasses.fields(table)}
        columns.pop("trained_for", None)
        models[model] = make(**columns, lower_is_positive=model in lower)
        models[model].require_both_classes(f"an evaluation of {name}")
    trained = {
        model: pc for model, one in tables.items() if (pc := getattr(one, "trained_for", None)) is not None
    }
    rates = {model: (tables[model].fpr, tables[model].tpr) for model in trained}
    return Evaluation(models, None, name, roles.notes, families_of(rates, trained))


# ---- costs of every record ------------------------------------------------------------------


def _row_costs(columns: Columns, reading: ReadingOptions) -> dict[str, Any]:
    """Read the costs of every record: of each outcome a column, one number, or a number times a column."""
    found: dict[str, Any] = {}
    for outcome, text in reading.row_costs.items():
        factor, *names = factors(text)
        role = f"the cost of {outcome}"
        found[outcome] = factor * numbers(columns.column(names[0], role), role) if names else factor
    return found | {"currency": reading.cost_unit} if found and reading.cost_unit else found
