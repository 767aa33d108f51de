"""Smooth ROC curves: two normal laws of scores, or of anything that rises with them."""

from __future__ import annotations

from costcurves.binormal.binormal import Binormal

__all__ = ["Binormal"]
