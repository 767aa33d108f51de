"""ROC space and cost space: points, lines, hulls, cost curves, and who wins where."""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
