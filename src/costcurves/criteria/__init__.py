"""Criteria: what a threshold is chosen for under one condition."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
