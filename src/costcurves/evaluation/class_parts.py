"""Parts of a table of many classes side by side, such as train and test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.tables import Column, Table
from costcurves.errors import CostCurvesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.evaluation.class_evaluation import ClassEvaluation

#: What is shown of every part.
SHOWN = {"accuracy": "accuracy", "hand_till_m": "M"}


def parts_table(parts: Mapping[str, ClassEvaluation]) -> Table:
    """Return accuracy and Hand and Till's M of every model on every part, one row a model."""
    first = next(iter(parts.values()))
    columns = [Column("model", "model", align="left")]
    columns += [Column(f"{key} {part}", f"{title}, {part}") for key, title in SHOWN.items() for part in parts]
    rows = [
        [model, *(_value(part, model, key) for key in SHOWN for part in parts.values())]
        for model in first.models
    ]
    sizes = ", ".join(f"{name} {len(part.records):,}" for name, part in parts.items())
    return Table("class_parts", "Parts of the table", columns, rows, notes=(f"Records: {sizes}.",))


def _value(part: ClassEvaluation, model: str, key: str) -> float | None:
    try:
        return part.measure(model, key).estimate
    except CostCurvesError:
        return None
