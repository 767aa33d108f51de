"""Smooth ROC curves: two normal laws of scores, or of anything that rises with them."""

from costcurves.binormal.binormal import Binormal as Binormal
