"""Reading the shipped tables."""

from __future__ import annotations

import csv
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

__all__ = ["columns", "numbers", "shipped"]


def shipped(name: str) -> Traversable:
    """Where a shipped file is, in a folder or inside a zip."""
    return resources.files("costcurves.examples") / "data" / name


def columns(name: str) -> dict[str, list[str]]:
    """The columns of a shipped table by their header, as written."""
    with shipped(name).open(encoding="utf-8") as lines:
        header, *rows = csv.reader(lines)
    return dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))


def numbers(texts: list[str]) -> NDArray[np.float64]:
    """A column of a shipped table as floats."""
    return np.array(texts, dtype=np.float64)
