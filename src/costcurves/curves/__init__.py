"""Curves: every picture of the field that is one curve a model, in one table."""

from __future__ import annotations

from costcurves.curves.kind import CurveKind, CurveOptions
from costcurves.curves.registry import CURVES, curve_kind

__all__ = [
    "CURVES",
    "CurveKind",
    "CurveOptions",
    "curve_kind",
]
