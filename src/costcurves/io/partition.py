"""The parts of a table, such as train, validation and test, in the order in which they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["is_test_part", "part_rows"]

#: What parts of known roles are called, in the order in which they are used.
ROLES: tuple[tuple[str, ...], ...] = (
    ("train", "training", "learn", "learning", "fit", "development", "dev", "in-sample", "insample"),
    ("validation", "valid", "val", "validate", "tune", "tuning", "calibration", "selection"),
    ("test", "testing", "holdout", "hold-out", "hold_out", "out-of-time", "oot", "out-of-sample"),
)  # fmt: skip

_MOST_PARTS = 50


def part_rows(column: NDArray[Any]) -> dict[str, NDArray[np.bool_]]:
    """Rows of each part, by the name of the part: train before validation before test, others as they sort.

    Raises
    ------
    InputError
        If there are so many parts that the column can hardly name any.
    """
    values = sorted(set(column.tolist()), key=lambda value: (_role(str(value)), _sortable(value)))
    if len(values) > _MOST_PARTS:
        raise InputError.because(
            must=f"a partition must have at most {_MOST_PARTS} parts",
            came=f"{len(values):,} different values",
            fix="name a column such as train/validation/test with --partition",
        )
    return {str(value): np.asarray(column == value) for value in values}


def _sortable(value: Any) -> tuple[bool, Any]:
    """Numbers by size before texts."""
    return isinstance(value, str), value


def _role(name: str) -> int:
    """Place of a part by its name; parts of unknown role come last."""
    return next((i for i, names in enumerate(ROLES) if name.strip().lower() in names), len(ROLES))


def is_test_part(name: str) -> bool:
    """Whether a part is called as test sets are."""
    return _role(name) == len(ROLES) - 1
