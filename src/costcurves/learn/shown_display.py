"""What a notebook shows of a display: its curves as a chart, light or dark, and their areas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurves._ground.number_words import percent
from costcurves._ground.tables import Column, Table
from costcurves.charts.figures.value_figures import curves_figure
from costcurves.charts.render.matplotlib import forget
from costcurves.learn.styles import auc_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.chart import Chart
    from costcurves.curves.curve import Curve
    from costcurves.curves.kind import CurveKind, Reference
    from costcurves.inference.estimate import Estimate


class ShownDisplay:
    """A display that shows itself in a notebook.

    Attributes
    ----------
    curve : Curve or sequence of Curve
    kind : CurveKind
    name : str, sequence of str or None
    references : tuple of Reference
    intervals : tuple of Estimate
        Of the areas, one a curve, where they are known.
    """

    curve: Any
    kind: CurveKind
    name: str | Sequence[str] | None
    references: tuple[Reference, ...]
    intervals: tuple[Estimate, ...]

    @property
    def curves(self) -> list[Curve]:
        """All curves, one a fold."""
        return list(self.curve) if isinstance(self.curve, (list, tuple)) else [self.curve]

    @property
    def names(self) -> list[str]:
        """The name of every curve; of folds with their numbers."""
        given = [self.name or "Classifier"] if self.name is None or isinstance(self.name, str) else self.name
        count = len(self.curves)
        return list(given) if len(given) == count else [f"{given[0]}, fold {i + 1}" for i in range(count)]

    def picture(self) -> Chart | None:
        """Return the curves as a chart; None where none of them has a value."""
        told = self.intervals or [None] * len(self.curves)
        labels = [
            name if found is None else f"{name} {auc_text(found)}"
            for name, found in zip(self.names, told, strict=True)
        ]
        return curves_figure(self.kind, self.curves, labels, self.references)

    def table(self) -> Table:
        """Return one row a curve: its vertices and its area, with the interval where that is known."""
        columns = [
            Column("curve", "curve", align="left"),
            Column("points", "points"),
            Column("area", "area", decimals=4),
        ]
        rows: list[list[Any]] = [
            [name, len(one.x), one.area] for name, one in zip(self.names, self.curves, strict=True)
        ]
        if self.intervals:
            columns.append(Column("interval", f"{percent(self.intervals[0].level)} interval", align="left"))
            for row, found in zip(rows, self.intervals, strict=True):
                row.append(f"{found.low:.4f} to {found.high:.4f}")
        return Table("curves", self.kind.title, columns, rows)

    def _repr_html_(self) -> str:
        """Show the curves in a notebook: a picture in its colours, and their areas."""
        drawn = self.picture()
        forget(getattr(self, "figure_", None))  # the notebook would show it, too
        return ("" if drawn is None else drawn._repr_html_()) + self.table()._repr_html_()
