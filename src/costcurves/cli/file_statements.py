"""What was read from a file, in words."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import amount, percent, short
from costcurves.charts.lettering import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.io import Columns, Roles
    from costcurves.io.numeric_roles import NumericRoles

#: How formats are written.
_FORMATS = {
    "weka": "predictions of WEKA",
    "jsonl": "JSON lines",
    "parquet": "Parquet",
    "arrow": "Arrow",
    "xlsx": "xlsx",
}
#: Numbers below this are written out.
_WHOLE = 1e15
_KINDS = {"points": "operating points", "counts": "counts per score"}


@dataclasses.dataclass(frozen=True, slots=True)
class FileRead:
    """A statement about a file that was read; `lead` comes before its name."""

    path: str
    text: str
    lead: str = ""

    def __str__(self) -> str:
        return f"{self.lead}{self.path}: {self.text}"

    def after(self) -> FileRead:
        """Return the statement as it follows on one about another file."""
        return dataclasses.replace(self, lead="and ")

    @property
    def without_folder(self) -> str:
        """The statement for others, who know nothing of the folders of this machine."""
        return f"{self.lead}{PurePath(self.path).name}: {self.text}"


def read_statements(columns: Columns, roles: Roles) -> tuple[str | FileRead, ...]:
    """State what was read from a table, the file first."""
    how = format_words(columns)
    what = f"{columns.rows:,} {'row' if columns.rows == 1 else 'rows'}"
    lines = []
    if roles.kind == "records":
        lines += _record_lines(roles)
    else:
        tables = roles.points or roles.counts
        lines.append(f"{_KINDS[roles.kind]} of {_models(list(tables))}")
    if roles.left_out:
        lines.append(columns_left_out(roles.left_out))
    # A name with a line break in it must not look like another statement.
    first = FileRead(printable(columns.source), printable(f"{what} ({how})"))
    return first, *(printable(line) for line in (*lines, *roles.notes))


def format_words(columns: Columns) -> str:
    """Say in which format a table was, and how it was read."""
    return ", ".join([_FORMATS.get(columns.format, columns.format.upper()), *columns.notes])


def _record_lines(roles: Roles) -> list[str]:
    """State label, models and uses of other columns."""
    assert roles.is_positive is not None
    rows = len(roles.is_positive)
    positive = int(np.count_nonzero(roles.is_positive))
    counted = f"{positive:,} × {roles.positive} ({percent(positive / rows)}, positive)"
    classes = f"{counted}, {rows - positive:,} × {roles.negative}"
    lines = [f"label {roles.label}: {classes}", _models(list(roles.scores))]
    if roles.predicted:
        lines.append(f"predicted labels, no scores: {', '.join(roles.predicted)}")
    if roles.lower_is_positive:
        lines.append(f"low scores mean positive in {', '.join(roles.lower_is_positive)}")
    if roles.weight is not None:
        share = float(roles.weight[roles.is_positive].sum() / roles.weight.sum())
        lines.append(f"weighted: {roles.weight.sum():,.6g} in all, {percent(share)} of it positive")
    return lines + _uses_in_words(roles, ("fold", "cluster", "segment", "partition"))


def numeric_statements(columns: Columns, roles: NumericRoles) -> tuple[str | FileRead, ...]:
    """State what was read from a table of numeric outcomes, the file first."""
    how = ", ".join([_FORMATS.get(columns.format, columns.format.upper()), *columns.notes])
    what = f"{columns.rows:,} {'row' if columns.rows == 1 else 'rows'}"
    y = roles.outcome
    lines = [f"outcome {roles.label}: {len(y):,} numbers, {_spread(y)}", _models(list(roles.predictions))]
    if roles.weight is not None:
        lines.append(f"weighted: {roles.weight.sum():,.6g} in all")
    lines += [f"cost {name}: {_spread(own)}" for name, own in roles.costs.items()]
    lines += _uses_in_words(roles, ("fold", "cluster", "partition"))
    if roles.left_out:
        lines.append(columns_left_out(roles.left_out))
    first = FileRead(printable(columns.source), printable(f"{what} ({how})"))
    return first, *(printable(line) for line in (*lines, *roles.notes))


def _spread(values: Floats) -> str:
    """Write the ends and the mean of a column."""
    write = amount if float(np.abs(values).max()) < _WHOLE else short
    return f"{write(values.min())} to {write(values.max())}, mean {write(values.mean())}"


def _uses_in_words(roles: Roles | NumericRoles, uses: Sequence[str]) -> list[str]:
    """State what records belong to."""
    lines = []
    for use in uses:
        values = getattr(roles, use)
        if values is not None:
            counts = Counter(map(str, values.tolist()))
            unused = " (kept together in intervals)" if use == "cluster" else ""
            lines.append(f"{use}: {_counted(counts)}{unused}")
    return lines


def repeated(scores: Sequence[str]) -> list[str]:
    """State which columns were named as scores more than once."""
    twice = [name for name in dict.fromkeys(scores) if scores.count(name) > 1]
    return [printable(f"--score {name} is given more than once and counts once") for name in twice]


def columns_left_out(columns: Sequence[tuple[str, str]]) -> str:
    """List columns that are no models, those with one and the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in columns:
        by_reason.setdefault(reason, []).append(name)
    return "left out: " + "; ".join(f"{', '.join(names)} ({reason})" for reason, names in by_reason.items())


def _models(names: list[str]) -> str:
    """List models."""
    return f"{len(names)} {'model' if len(names) == 1 else 'models'}: {', '.join(names)}"


def _counted(counts: dict[str, int], most: int = 8) -> str:
    """List values with their counts."""
    if len(counts) > most:
        return f"{len(counts):,} values"
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def saved_statements(evaluation: Evaluation) -> tuple[str | FileRead, ...]:
    """State what was read from a saved evaluation."""
    first = FileRead(evaluation.name, "saved evaluation")
    return first, _models(list(evaluation.models)), *evaluation.notes
