"""From a file of many classes to evaluations of its parts, and a statement of what was read."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import io
from costcurves._ground.number_words import percent
from costcurves.charts.lettering import printable
from costcurves.cli.file_statements import FileRead, columns_left_out, format_words
from costcurves.conditions.cost_matrix import CostMatrix
from costcurves.errors import InputError, UndefinedError
from costcurves.evaluation.class_evaluation import ClassEvaluation
from costcurves.io.class_roles import ClassRoles, assign_classes
from costcurves.io.naming import part_role, part_rows
from costcurves.tallies.class_counts import class_shares
from costcurves.tallies.class_records import ClassRecords, why_no_probabilities

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.cli.request import ReadingOptions
    from costcurves.io import Columns

#: Of more classes than this only the most common ones are listed.
MOST_LISTED, FEW_LISTED = 12, 4


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LoadedClasses:
    """Evaluations of many classes made from a file.

    Attributes
    ----------
    evaluation : ClassEvaluation
        Of the records in question: those of the test part where there are parts.
    statements : tuple of (str or FileRead)
    parts : dict of str to ClassEvaluation
        All parts of the table; empty without parts.
    """

    evaluation: ClassEvaluation
    statements: tuple[str | FileRead, ...]
    parts: dict[str, ClassEvaluation] = dataclasses.field(default_factory=dict)


def load_classes(
    path: str,
    reading: ReadingOptions,
    *,
    classes: Sequence[str] = (),
    costs: Mapping[tuple[str, str], float] | None = None,
    prevalence: Mapping[str, float] | None = None,
    ordered: bool = False,
    level: float = 0.95,
    seed: int = 0,
) -> LoadedClasses:
    """Read a table of many classes, and part it where a column says train, validation and test.

    Raises
    ------
    InputError
        If the file cannot be read as such a table, or options do not fit it.
    UndefinedError
        If a class has no records, or but one class has.
    """
    layout = {name: getattr(reading, name) for name in ("sheet", "skip_rows", "thousands", "decimal")}
    columns = io.read(path, **layout)
    partition = reading.partition or io.partition_of(columns)
    roles = assign_classes(
        columns, label=reading.label, scores=reading.score, predicted=reading.predicted,
        weight=reading.weight, fold=reading.fold, cluster=reading.cluster, partition=partition,
        drop_missing=reading.drop_missing,
    )  # fmt: skip
    records = ClassRecords.read(
        roles.labels, roles.models, classes=classes or None, sample_weight=roles.weight,
        fold=roles.fold, cluster=roles.cluster, label_name=f"column {roles.label!r}",
    )  # fmt: skip
    matrix = None if not costs else CostMatrix.read(costs, records.classes)
    if matrix is not None and (matrix.costs == matrix.costs[:, :1]).all():
        raise InputError(
            "costs must differ between actions", "the same cost of every action for each class",
            "state what errors cost", where="--costs",
        )  # fmt: skip
    shares = None if not prevalence else class_shares(prevalence, records.classes)
    whole = ClassEvaluation(records, matrix, shares, ordered, level, seed, Path(columns.source).name)
    statements = _statements(columns, roles, records)
    if roles.partition is None:
        return LoadedClasses(whole, statements)
    parts = {
        name: dataclasses.replace(whole, records=_part(records, rows, name), name=name)
        for name, rows in part_rows(roles.partition).items()
    }
    shown = _shown(list(parts))
    return LoadedClasses(parts[shown], (*statements, f"shown: part {shown}"), parts)


def _part(records: ClassRecords, rows: Any, name: str) -> ClassRecords:
    found = records.take(np.flatnonzero(rows))
    try:
        found.require_all_classes()
    except UndefinedError as problem:
        raise problem.but(where=f"part {name}", fix="give records of it, or leave the class out") from None
    return found


def _shown(names: Sequence[str]) -> str:
    """The part that judges: test, else validation, else the last."""
    roles = {part_role(name): name for name in names}
    return roles.get("test") or roles.get("validation") or names[-1]


def _sizes(roles: ClassRoles, records: ClassRecords) -> str:
    """Say how many records every class has; of many classes the most common ones."""
    counts, total = Counter(roles.labels), len(roles.labels)
    names = list(records.classes)
    shown = names if len(names) <= MOST_LISTED else sorted(names, key=lambda name: -counts[name])[:FEW_LISTED]
    of = ", ".join(f"{counts[name]:,} × {name} ({percent(counts[name] / total)})" for name in shown)
    left = [counts[name] for name in names if name not in shown]
    return f"{len(names)} classes; {of}, and {len(left)} of {min(left):,} to {max(left):,}" if left else of


def _statements(columns: Columns, roles: ClassRoles, records: ClassRecords) -> tuple[str | FileRead, ...]:
    """State what was read, the file first."""
    lines = [f"label {roles.label}: {_sizes(roles, records)}"]
    scored = [name for name in records.models if name in records.scores]
    if scored:
        lines.append(f"scores by class: {', '.join(scored)}")
    if records.predicted:
        lines.append(f"predicted labels, no scores: {', '.join(records.predicted)}")
    if roles.weight is not None:
        lines.append(f"weighted: {float(records.sizes.sum()):,g} in all")
    lines += [
        f"{name}: no probabilities ({why}), so only labels of the highest score decide"
        for name in scored
        if (why := why_no_probabilities(records.scores[name]))
    ]
    for use in ("fold", "cluster", "partition"):
        values = getattr(roles, use)
        if values is not None:
            lines.append(f"{use}: {len(set(values.tolist())):,} values")
    if roles.left_out:
        lines.append(columns_left_out(roles.left_out))
    first = FileRead(printable(columns.source), printable(f"{columns.rows:,} rows ({format_words(columns)})"))
    return first, *(printable(line) for line in (*lines, *roles.notes, *records.notes))
