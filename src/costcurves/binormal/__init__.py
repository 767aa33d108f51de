"""Smooth ROC curves: two normal laws of scores, or of anything that rises with them."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
