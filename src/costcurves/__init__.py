"""Judge classifiers when errors do not cost the same and conditions are not known in advance."""

from __future__ import annotations

from typing import Any

from costcurves._ground.public_names import public_names

_load, __dir__, __all__ = public_names(__name__)


def __getattr__(name: str) -> Any:
    """Load a public name, or ask the installed package for its version, on first use."""
    if name == "__version__":
        from importlib.metadata import version

        return version("costcurves")
    return _load(name)
