"""The mark of areas: regions of a plane with rings around them, such as where a model is cheapest."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves.charts.marks import Mark
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Areas(Mark):
    """All that lies within one or several rings; a ring within another one is a hole.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        Vertices of the rings, one after the other, which need not be closed; finite.
    ring : array-like of int, shape (n,)
        To which ring each vertex belongs.
    label, series, role
        As of a `Line`.

    Raises
    ------
    InputError
        If lengths differ, a coordinate is not finite, or a ring has less than three vertices.
    """

    kind: ClassVar[str] = "areas"
    _columns: ClassVar[tuple[str, ...]] = ("x", "y", "ring")
    x: Any
    y: Any
    ring: Any
    _: KW_ONLY
    label: str = ""
    series: int | None = None
    role: str = "model"
    hover: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Check and freeze."""
        Mark.__post_init__(self)
        if any(len(x) < 3 for x, _ in self.rings()):
            raise InputError("a ring must have three vertices or more", "less", where=self._where)

    def rings(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield x and y of each ring."""
        for one in np.unique(self.ring):
            mine = self.ring == one
            yield self.x[mine], self.y[mine]


def within(x: Floats, y: Floats, rings: Iterator[tuple[Floats, Floats]]) -> NDArray[np.bool_]:
    """Tell which places lie within rings, an odd number of times.

    Examples
    --------
    >>> square = np.array([0, 1, 1, 0.0]), np.array([0, 0, 1, 1.0])
    >>> within(np.array([0.5, 1.5]), np.array([0.5, 0.5]), iter([square])).tolist()
    [True, False]
    """
    found = np.zeros(np.shape(x), dtype=bool)
    for across, up in rings:
        ends = zip(across, up, np.roll(across, -1), np.roll(up, -1), strict=True)
        for x0, y0, x1, y1 in ends:
            if y0 != y1:
                crosses = (y0 > y) != (y1 > y)
                found ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return found
