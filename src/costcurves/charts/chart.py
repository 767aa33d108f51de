"""The chart: data for any renderer, which shows itself in a notebook."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.tables import to_frame
from costcurves.charts.grids import Grid
from costcurves.charts.marks import Bars, ChartData, Line, Points, Spans
from costcurves.charts.paths import simplified
from costcurves.charts.render import svg

#: Longer pictures are shortened in notebooks.
MOST_CHARACTERS = 60_000
#: Places along an axis of a picture that is shortened.
COARSE = 100

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

    from costcurves.charts.part_shown import PartShown


class Chart(ChartData):
    """A picture as data: two axes and marks, drawn by any renderer; see :class:`ChartData` for its parts.

    A notebook draws it, light or dark with the page around it; ``print`` gives its title and notes.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Chart({self.title!r}, {len(self.marks)} marks)"

    def __str__(self) -> str:
        return "\n".join(text for text in (self.title, self.subtitle, *self.notes) if text)

    def _repr_html_(self) -> str:
        """Draw it for a notebook; what would be long without hover texts, and then coarsely."""
        text = svg.render(self)
        for resolution in (None, COARSE):
            if len(text) <= MOST_CHARACTERS:
                break
            text = svg.render(self.without_hover(resolution), exact=False)
        return text

    def without_hover(self, resolution: float | None = None) -> Chart:
        """Return the chart without hover texts, which is shorter where it is written.

        Parameters
        ----------
        resolution : float, optional
            Places along an axis that lines keep apart, and then without the markers of hulls; by default all.
        """
        marks = []
        for mark in self.marks:
            if resolution is not None and isinstance(mark, Points) and mark.role == "hull":
                continue
            plain = (
                dataclasses.replace(mark, hover=()) if isinstance(mark, Line | Points | Bars | Grid) else mark
            )
            if isinstance(plain, Line) and resolution is not None:
                kept = simplified(self.x.places(plain.x), self.y.places(plain.y), resolution)
                plain = dataclasses.replace(plain, x=plain.x[kept], y=plain.y[kept])
            marks.append(plain)
        return dataclasses.replace(self, marks=marks)

    def of_part(self, part: PartShown) -> Chart:
        """Return the chart with a caption that says which part of the records is shown."""
        notes = (part.caption, *self.notes)
        return dataclasses.replace(self, notes=notes, shares={part.name: part.prevalence})

    def remarked(self, remarks: Iterable[str], series: Sequence[int]) -> Chart:
        """Return the chart with remarks, and with the colours of some of the models among all of them.

        Parameters
        ----------
        remarks : iterable of str
        series : sequence of int
            The place of every model shown among all.
        """
        marks = [_coloured(mark, series) for mark in self.marks]
        return dataclasses.replace(self, marks=marks, notes=(*self.notes, *(f"{one}." for one in remarks)))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the chart with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where; by default on a new figure of pyplot.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        """
        from costcurves.charts.render.matplotlib import draw

        return draw(self, ax)

    def to_columns(self) -> dict[str, Any]:
        """Return the vertices of lines and points as long columns."""
        shown = [mark for mark in self.marks if isinstance(mark, (Line, Points))]
        columns: dict[str, Any] = {"label": [mark.label for mark in shown for _ in mark.x]}
        for name in ("x", "y"):
            parts = [getattr(mark, name) for mark in shown]
            columns[name] = np.concatenate(parts) if parts else np.zeros(0)
        return columns | self._parts_of(columns["label"])

    def _parts_of(self, labels: list[str]) -> dict[str, list[Any]]:
        """Columns of the part that each vertex is of, and of its prevalence; none where no part is named."""
        if not self.shares:
            return {}
        (only, *others) = self.shares
        names = (
            [label if label in self.shares else "" for label in labels] if others else [only] * len(labels)
        )
        shares = [math.nan if (share := self.shares.get(name)) is None else share for name in names]
        return {"part": names, "prevalence": shares}

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the vertices of lines and points as a data frame: see :meth:`to_columns`."""
        return to_frame(self.to_columns(), backend)


def _coloured(mark: Any, series: Sequence[int]) -> Any:
    """Number the series of a mark anew."""
    if isinstance(mark, Spans):
        return dataclasses.replace(mark, serieses=[n if n is None else series[n] for n in mark.serieses])
    return mark if mark.series is None else dataclasses.replace(mark, series=series[mark.series])
