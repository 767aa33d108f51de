"""The grid: values over cells of both axes, told by a ramp of colours, such as a surface seen from above."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import frozen
from costcurves.charts.marks import Mark, coordinates
from costcurves.charts.scales import round_range
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, slots=True)
class Grid(Mark):
    """Cells of two axes, each with a value.

    Parameters
    ----------
    x : array-like of float, shape (n + 1,)
        Edges of the columns, ascending.
    y : array-like of float, shape (m + 1,)
        Edges of the rows, ascending.
    values : array-like of float, shape (m, n)
        One value a cell, the lowest row first; finite.
    low, high : float, optional
        Ends of the ramp; by default round numbers around the values. What lies beyond has the
        colour of an end.
    label : str
        What the values are, for the legend of the ramp.
    role : str
        As of a `Line`.
    hover, texts : sequence of str
        One text a cell, row by row, or none: what is told of it, and what is written in it, in lines.

    Raises
    ------
    InputError
        If shapes do not fit, a value is not finite, or edges do not ascend.
    """

    kind: ClassVar[str] = "grid"
    x: Any
    y: Any
    values: Any
    _: KW_ONLY
    low: Any = None
    high: Any = None
    label: str = ""
    role: str = "model"
    hover: Sequence[str] = ()
    texts: Sequence[str] = ()

    @property
    def in_words(self) -> str:
        """What the values are, and the ends of their ramp."""
        return f"Grid: {self.label}, {self.low:g} to {self.high:g}"

    def __post_init__(self) -> None:
        """Check, freeze, and choose the ends of the ramp."""
        shape = tuple(self._settle_edges(name) - 1 for name in ("y", "x"))
        rows = [coordinates(row, f"values of the {self._where}") for row in self.values]
        if len(rows) != shape[0] or {len(row) for row in rows} != {shape[1]}:
            lengths = " or ".join(sorted({str(len(row)) for row in rows})) or "no"
            raise InputError(
                "a grid must have one value per cell, row by row",
                f"{len(rows)} rows of {lengths} values for {shape[0]} × {shape[1]} cells",
                where=self._where,
            )
        values = frozen(np.array(rows))
        object.__setattr__(self, "values", values)
        for name in ("hover", "texts"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
            if (texts := getattr(self, name)) and len(texts) != values.size:
                raise InputError(
                    "a grid must have one text per cell, or none",
                    f"{len(texts)} texts for {values.size} cells",
                    where=self._where,
                )
        self._settle_ramp(values)
        self._check_look()

    def _settle_edges(self, name: str) -> int:
        """Check and freeze the edges along one axis; return how many those are."""
        where = f"{name} of the {self._where}"
        edges = coordinates(getattr(self, name), where)
        if len(edges) < 2 or not np.all(np.diff(edges) > 0):
            came = f"{len(edges)} of them" if len(edges) < 2 else "some that do not"
            raise InputError("two or more edges must ascend", came, where=where)
        object.__setattr__(self, name, edges)
        return len(edges)

    def _settle_ramp(self, values: NDArray[np.float64]) -> None:
        """Choose the ends of the ramp that were left open."""
        low, high = round_range(float(values.min()), float(values.max()), count=10)
        ends = [low if self.low is None else self.low, high if self.high is None else self.high]
        low, high = coordinates(ends, f"ramp of the {self._where}").tolist()
        if low >= high:
            raise InputError(
                "a ramp must run from a low to a higher value", f"{low} to {high}", where=self._where
            )
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)


def ramp_steps(grid: Any, count: int) -> NDArray[np.intp]:
    """Which of `count` equal steps of the ramp each value lies in; shape of the values."""
    share = (grid.values - grid.low) / (grid.high - grid.low)
    return np.asarray(np.clip(np.floor(share * count), 0, count - 1), dtype=np.intp)
