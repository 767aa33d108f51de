"""Real and printed data to try things on, and the cost matrices that go with them.

Every function reads a small file that ships with the package; its sources stand in `data/README.md`.
"""

from costcurves._ground.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
