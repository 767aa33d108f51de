"""Parts of numeric outcomes: rows of one table, or several tables."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves.api import evaluate_numeric
from costcurves.cli.several_files import file_names
from costcurves.errors import InputError, listed
from costcurves.io.naming import ROLES, file_role, part_role, part_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurves.evaluation.numeric_evaluation import NumericEvaluation
    from costcurves.io.numeric_roles import NumericRoles


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class NumericPart:
    """A table, or some of its rows.

    Attributes
    ----------
    roles : NumericRoles
    rows : ndarray of bool or None
        None for all.
    role : str
        What the part is for: "train", "validation", "test", or empty.
    """

    roles: NumericRoles
    rows: NDArray[np.bool_] | None = None
    role: str = ""

    def _of(self, column: NDArray[Any]) -> NDArray[Any]:
        return column if self.rows is None else column[self.rows]

    @property
    def outcome(self) -> NDArray[np.float64]:
        """The outcomes."""
        return self._of(self.roles.outcome)

    @property
    def costs(self) -> dict[str, NDArray[np.float64]]:
        """Columns of costs by name."""
        return {name: self._of(column) for name, column in self.roles.costs.items()}

    def evaluation(self, name: str, training: Any, *, ordered: bool) -> NumericEvaluation:
        """Judge the models."""
        others = {
            use: None if (column := getattr(self.roles, use)) is None else self._of(column)
            for use in ("weight", "fold", "cluster")
        }
        found = evaluate_numeric(
            self.outcome,
            {model: self._of(column) for model, column in self.roles.predictions.items()},
            sample_weight=others["weight"],
            baseline=training,
            ordered=ordered,
            fold=others["fold"],
            cluster=others["cluster"],
        )
        return dataclasses.replace(found, name=name)


def rows_as_parts(roles: NumericRoles) -> dict[str, NumericPart]:
    """Part a table by its own column; nothing where it has none."""
    if roles.partition is None:
        return {}
    return {
        name: NumericPart(roles, rows, part_role(name)) for name, rows in part_rows(roles.partition).items()
    }


def files_as_parts(
    files: Sequence[str], tables: list[NumericRoles]
) -> tuple[dict[str, NumericPart], list[str]]:
    """Take tables for parts, those that train first, with the models that all have; say what is left out."""
    names = file_names(files)
    models = dict.fromkeys(model for one in tables for model in one.predictions)
    shared = [model for model in models if all(model in one.predictions for one in tables)]
    if not shared:
        each = " and ".join(
            f"{listed(list(one.predictions))} in {name}" for name, one in zip(names, tables, strict=True)
        )
        raise InputError("the files must have a model in common", each, "name it with --score")
    notes = []
    if left_out := [model for model in models if model not in shared]:
        notes.append(f"models that only some of the tables have are left out: {', '.join(left_out)}")
    found = {}
    for name, one in zip(names, tables, strict=True):
        own = {model: one.predictions[model] for model in shared}
        found[name] = NumericPart(dataclasses.replace(one, predictions=own), None, file_role(name))
    order = [roles[0] for roles in ROLES] + [""]
    return dict(sorted(found.items(), key=lambda item: order.index(item[1].role))), notes
