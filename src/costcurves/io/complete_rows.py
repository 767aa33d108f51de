"""Rows in which every value that is needed is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import InputError
from costcurves.io.cell_faults import missing_cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurves.io.cell_faults import Wanted


def complete_rows(wanted: Sequence[Wanted]) -> tuple[NDArray[np.bool_] | None, str]:
    """Find the rows that can be kept, and say how many cannot, by column; None where all can.

    Only columns whose rows may be left out count: the label, the scores of every model, predicted labels.

    Raises
    ------
    InputError
        If no row is complete.
    """
    gone = {one.column.name: missing_cells(one) for one in wanted if one.can_drop}
    found = {name: rows for name, rows in gone.items() if rows is not None and rows.any()}
    if not found:
        return None, ""
    kept = ~np.logical_or.reduce(list(found.values()))
    counts = ", ".join(f"{np.count_nonzero(rows):,} in {name}" for name, rows in found.items())
    if not kept.any():
        raise InputError(
            "no row has a label and the scores of all models",
            f"missing values: {counts}",
            "name the models that you mean with --score",
            where=wanted[0].column.places.source,
        )
    left_out = len(kept) - np.count_nonzero(kept)
    return kept, f"{left_out:,} of {len(kept):,} rows left out for missing values ({counts})"
