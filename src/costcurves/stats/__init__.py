"""Intervals and tests of counts, rates, AUC, costs, folds and segments."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
