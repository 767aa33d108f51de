"""Predictions in whole numbers, which look like identifiers but go with the outcomes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves.io.cell_faults import lost_numbers, texts
from costcurves.io.naming import other_meaning
from costcurves.io.table import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.io.file_column import FileColumn
    from costcurves.io.model_columns import Models
    from costcurves.io.table import Columns

#: So much must a column that looks like identifiers correlate with the outcomes to be taken for predictions.
LEAST = 0.5


def with_predictions(columns: Columns, models: Models, uses: Mapping[str, str]) -> Models:
    """Take back columns that were left out as identifiers where their numbers go with the outcomes.

    Prices that are predicted in whole euro all differ, too, and lie far apart. What counts the rows in their
    order stays out, whatever it goes with.
    """
    outcome = columns[uses["label"]]
    found = {name: how for name, _ in models.left_out if (how := _goes_with(columns[name], outcome)) >= LEAST}
    if not found:
        return models
    kept = {**models.columns, **{name: columns[name] for name in found}}
    notes = [
        f"{name}: taken for predictions, though whole numbers that all differ, since its correlation with "
        f"{outcome.name} is {how:.2f}"
        for name, how in found.items()
    ]
    return dataclasses.replace(
        models,
        columns={name: kept[name] for name in columns.names if name in kept},
        left_out=tuple(one for one in models.left_out if one[0] not in found),
        notes=(*models.notes, *notes),
        found=models.found | set(found),
    )


def _goes_with(column: FileColumn, outcome: FileColumn) -> float:
    """Return the correlation of two columns of numbers; 0 where one is none or counts the rows."""
    for one in (column, outcome):
        if one.kind not in {"int", "float"} or one.remark or texts(one).size or lost_numbers(one).size:
            return 0.0
    if other_meaning(column.name):
        return 0.0
    x, y = (numbers(one, "column", may_miss=True) for one in (column, outcome))
    known = np.isfinite(x) & np.isfinite(y)
    x, y = x[known], y[known]
    if len(x) < 2 or np.all(np.diff(x) == x[1] - x[0]) or np.all(y == y[0]):
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])
