"""Costs for users of scikit-learn: displays with its habits."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
