"""Who is cheapest where among several classifiers of three classes: the regions of a triangle."""

from __future__ import annotations

import dataclasses
from itertools import compress
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from costcurves._ground.arrays import TIE, Floats, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import enumerated, percent, short
from costcurves._ground.tables import Column, Table
from costcurves.space.simplex import least_polygons, mean_of_least, share_of_triangle
from costcurves.space.simplex_mesh import outlines, shares_of_mesh, winning_mesh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Candidates: TypeAlias = Mapping[str, int | None]

#: Steps of an edge to begin with, and how often small triangles at the border of a region are cut into four.
STEPS, HALVINGS = 30, 2

#: Smaller shares than this are not written as numbers.
LEAST_SHARE = 0.0005


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class RegionMap(Document):
    """Which of several candidates is cheapest at which conditions of three classes.

    A condition is a place of a triangle, the shares of its three corners: PC_j ∝ π_j·c_j where the cost of an
    error depends on the true class alone, else the shares of the classes.

    Attributes
    ----------
    classes : tuple of str
        The three classes.
    names : tuple of str
        The candidates that are cheapest somewhere; candidates that are equally dear everywhere are one,
        "a = b".
    share : ndarray of float, shape (names,)
        Share of the triangle where each is cheapest.
    vertices : ndarray of float, shape (vertices, 3)
        Corners of the regions, as shares of the three classes.
    ring : ndarray of int, shape (vertices,)
        To which ring each vertex belongs. Outer rings turn against the clock, holes with it.
    region : ndarray of int, shape (rings,)
        To which of the names each ring belongs.
    series : ndarray of int, shape (names,)
        Place of each among the models; -1 of a decision that needs none, such as "always a".
    mean : float
        Mean over the triangle of what the cheapest costs: exact where the regions are, else a mean over the
        middles of the first triangles.
    axis : {"condition", "prevalence"}
        What the shares of the three corners are.
    steps : int
        Of the finest grid of an edge; 0 where all costs are linear and the regions exact.
    notes : tuple of str
        What else should be known.
    """

    kind: ClassVar[str] = "region_map"
    classes: tuple[str, ...]
    names: tuple[str, ...]
    share: Floats
    vertices: Floats
    ring: NDArray[np.intp]
    region: NDArray[np.intp]
    series: NDArray[np.intp]
    mean: float
    axis: str = "condition"
    steps: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("share", "vertices", "ring", "region", "series"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        for name in ("classes", "names", "notes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @classmethod
    def of_fixed(
        cls, classes: Sequence[str], candidates: Candidates, costs: Floats, axis: str = "condition"
    ) -> RegionMap:
        """Map decisions whose costs are linear, exactly.

        Parameters
        ----------
        classes : sequence of str
            Three.
        candidates : mapping of str to (int or None)
            Of each name its place among the models; None of decisions without one. Where candidates tie the
            first has the place; those that are equal everywhere share it, and all their names stand there.
        costs : ndarray of float, shape (candidates, 3)
            What each candidate costs where all records are of one class.
        axis : {"condition", "prevalence"}

        Examples
        --------
        >>> print(RegionMap.of_fixed("abc", dict.fromkeys(["a", "b", "c"]), 1 - np.eye(3)))
        a, b and c are cheapest at 33.3 %, 33.3 % and 33.3 % of the conditions of a, b and c.
        """
        rings = [[polygon] if len(polygon) else [] for polygon in least_polygons(costs)]
        shares = np.array([sum(map(share_of_triangle, one)) for one in rings])
        same = [np.all(np.abs(costs - one) <= TIE, axis=1) for one in costs]
        names = [" = ".join(compress(candidates, mine)) for mine in same]
        found = cls._of_rings(classes, names, list(candidates.values()), shares, rings)
        return dataclasses.replace(found, axis=axis, mean=mean_of_least(costs))

    @classmethod
    def of_costs(
        cls,
        classes: Sequence[str],
        candidates: Candidates,
        costs_at: Callable[[Floats], Floats],
        axis: str = "condition",
        *,
        steps: int = STEPS,
        halvings: int = HALVINGS,
        notes: Sequence[str] = (),
    ) -> RegionMap:
        """Map any costs on a grid that is refined where regions meet.

        Parameters
        ----------
        classes, candidates, axis
            As of :meth:`of_fixed`.
        costs_at : callable
            Gives costs of shape (places, candidates) for places of shape (places, 3).
        steps, halvings : int
            Steps of an edge to begin with, and how often triangles where regions meet are cut into four.
            A region that lies between the middles of the first triangles is not found.
        notes : sequence of str
            What else should be known.
        """
        means: list[float] = []

        def cheapest(places: Floats) -> NDArray[np.intp]:
            costs = costs_at(places)
            means.append(float(costs.min(axis=1).mean()))
            return np.asarray(np.argmax(costs <= costs.min(axis=1, keepdims=True) + TIE, axis=1))

        mesh, count = winning_mesh(cheapest, steps, halvings), len(candidates)
        rings = [outlines(mesh, place) for place in range(count)]
        found = cls._of_rings(
            classes, list(candidates), list(candidates.values()), shares_of_mesh(mesh, count), rings
        )
        return dataclasses.replace(found, axis=axis, steps=mesh.shape[1], notes=tuple(notes), mean=means[0])

    @classmethod
    def _of_rings(
        cls,
        classes: Sequence[str],
        names: Sequence[str],
        series: Sequence[int | None],
        shares: Floats,
        rings: Sequence[Sequence[Floats]],
    ) -> RegionMap:
        """Leave out who is cheapest nowhere, and number the rings."""
        kept = [place for place, one in enumerate(rings) if one]
        all_rings = [ring for place in kept for ring in rings[place]]
        numbers = (series[place] for place in kept)
        return cls(
            classes=tuple(classes),
            names=tuple(names[place] for place in kept),
            share=shares[kept],
            vertices=np.concatenate(all_rings),
            ring=np.repeat(np.arange(len(all_rings)), [len(one) for one in all_rings]),
            region=np.array([number for number, place in enumerate(kept) for _ in rings[place]]),
            series=np.array([-1 if number is None else number for number in numbers]),
            mean=0.0,
        )

    def rings(self, name: str) -> list[Floats]:
        """Return the rings of the region of a candidate, each of shape (vertices, 3)."""
        place = self.names.index(name)
        return [self.vertices[self.ring == one] for one in np.flatnonzero(self.region == place)]

    def table(self) -> Table:
        """Return the shares as a table."""
        columns = (
            Column("cheapest", "Cheapest", align="left"),
            Column("share", "Share of conditions", decimals=3),
        )
        mean = f"With the cheapest at each it costs {short(self.mean)} on average over the triangle."
        rows = sorted(zip(self.names, self.share.tolist(), strict=True), key=lambda row: -row[1])
        return Table(
            "regions",
            f"Who is cheapest, of {enumerated(self.classes)}",
            columns,
            rows,
            notes=[self.method, mean, *self.notes],
        )

    @property
    def share_texts(self) -> list[str]:
        """The shares as texts; none is 0."""
        shares = self.share.tolist()
        return [percent(round(one, 3)) if one >= LEAST_SHARE else "< 0.1 %" for one in shares]

    @property
    def method(self) -> str:
        """How the regions were found, in a sentence."""
        if not self.steps:
            return "Costs are linear, and the regions are exact."
        return f"Regions are found on a grid of {self.steps} steps per edge where they meet."

    def __str__(self) -> str:
        shares = enumerated(self.share_texts)
        verb = "is" if len(self.names) == 1 else "are"
        where = f"{shares} of the {self._places} of {enumerated(self.classes)}"
        return f"{enumerated(self.names)} {verb} cheapest at {where}."

    @property
    def _places(self) -> str:
        return "conditions" if self.axis == "condition" else "class shares"

    def __repr__(self) -> str:
        return f"RegionMap({', '.join(self.classes)}: {', '.join(self.names)})"
