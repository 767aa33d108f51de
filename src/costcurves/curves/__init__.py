"""Curves: every picture of the field as a row of one table."""

from __future__ import annotations

from costcurves.curves.registry import ROWS

__all__ = [
    "ROWS",
]
