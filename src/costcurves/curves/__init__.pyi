"""Curves: every picture of the field that is one curve a model, in one table."""

from costcurves.curves.kind import CurveKind as CurveKind
from costcurves.curves.kind import CurveOptions as CurveOptions
from costcurves.curves.registry import CURVES as CURVES
from costcurves.curves.registry import curve_kind as curve_kind
