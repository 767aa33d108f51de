"""Curves: every picture of the field that is one curve a model, in one table."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
