"""The table of rows: every picture that is one curve a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.curves.condition_curves import CONDITION_ROWS
from costcurves.curves.over_depth import DEPTH_ROWS
from costcurves.curves.over_threshold import THRESHOLD_ROWS, ByThreshold
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.curves.curve import Row

__all__ = ["ROWS", "row"]

#: Every row. One row is one picture, its columns, its command and its reference.
ROWS: tuple[Row, ...] = (*THRESHOLD_ROWS, *DEPTH_ROWS, *CONDITION_ROWS)


#: Ending of the names of curves of one measure.
BY_THRESHOLD = "_by_threshold"


def row(name: str) -> Row:
    """Find a row by its key or by any of its other names.

    Of any measure there is a row over the threshold: its name followed by "_by_threshold".

    Examples
    --------
    >>> row("decision_curve").key, row("recall_by_threshold").key
    ('net_benefit', 'tpr_by_threshold')
    """
    if str(name).endswith(BY_THRESHOLD):
        return ByThreshold.of(str(name).removesuffix(BY_THRESHOLD))
    for one in ROWS:
        if str(name) in (one.key, *one.aliases):
            return one
    raise InputError.because(
        must="a curve must be named by its key or an alias", came=repr(name),
        fix="one of " + ", ".join(one.key for one in ROWS) + ", or MEASURE_by_threshold",
    )  # fmt: skip
