"""The table of rows: every picture that is one curve a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves.curves.condition_rows import CONDITION_ROWS
from costcurves.curves.over_depth import DEPTH_ROWS
from costcurves.curves.over_threshold import THRESHOLD_ROWS
from costcurves.errors import InputError

if TYPE_CHECKING:
    from costcurves.curves.kind import Row

__all__ = ["ROWS", "row"]

#: Every row. One row is one picture, its columns, its command and its reference.
ROWS: tuple[Row, ...] = (*THRESHOLD_ROWS, *DEPTH_ROWS, *CONDITION_ROWS)


def row(name: str) -> Row:
    """Find a row by its key or by any of its other names.

    Examples
    --------
    >>> row("decision_curve").key
    'net_benefit'
    """
    for one in ROWS:
        if str(name) in (one.key, *one.aliases):
            return one
    raise InputError.because(
        must="a curve is named by its key or an alias", came=repr(name),
        fix="one of " + ", ".join(one.key for one in ROWS),
    )  # fmt: skip
