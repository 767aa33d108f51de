"""Every public value of the package, by its dotted name below `costcurves`."""

from __future__ import annotations

import importlib
from typing import Any

import costcurves as cc

#: Packages that hold the public names that are not at the top.
NAMESPACES = (
    "binormal",
    "criteria",
    "curves",
    "examples",
    "learn",
    "measures",
    "rules",
    "space",
    "stats",
    "studies",
)


def public() -> dict[str, Any]:
    """Every public value: those at the top, then those of each namespace."""
    found = {name: getattr(cc, name) for name in cc.__all__ if name not in NAMESPACES}
    for space in NAMESPACES:
        module = importlib.import_module(f"costcurves.{space}")
        found |= {f"{space}.{name}": getattr(module, name) for name in module.__all__}
    return found
