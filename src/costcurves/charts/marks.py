"""A chart as data: two axes and a few kinds of mark.

Whatever draws a chart only maps its coordinates to places; no number is computed to the right of here.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import numpy as np

from costcurves._ground.arrays import ByValue
from costcurves.charts.grids import Grid
from costcurves.charts.mark_checks import check_count, check_finite, check_look, check_order, settle
from costcurves.charts.scales import round_range, scale_of
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

#: Array-like of float when given, a read-only array of float64 when read.
Coordinates: TypeAlias = Any


@dataclass(frozen=True, eq=False, slots=True)
class Axis(ByValue):
    """One axis: its title, its range and its scale.

    Parameters
    ----------
    label : str
        Title, with the unit where there is one.
    low, high : float
        Ends of the axis, ``low < high``. Marks may reach beyond them and are clipped when drawn.
    scale : str
        ``"linear"``, ``"log"``, ``"logit"`` or ``"probit"``.
    ticks : sequence of float, optional
        Places of the ticks; by default round values.
    tick_labels : sequence of str, optional
        Their texts; by default the values.

    Raises
    ------
    InputError
        If the range is empty, not finite or not on the scale, or the ticks do not fit.
    """

    label: str
    low: float
    high: float
    scale: str = "linear"
    ticks: Sequence[float] | None = None
    tick_labels: Sequence[str] | None = None

    def __post_init__(self) -> None:
        where = f"axis {self.label!r}"
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))
        domain = scale_of(self.scale).domain
        if not (np.isfinite([self.low, self.high]).all() and self.low < self.high):
            raise InputError(
                "an axis must run from a low to a higher finite value",
                f"{self.low} to {self.high}",
                where=where,
            )
        if not domain[0] < self.low < self.high < domain[1]:
            raise InputError(
                f"a {self.scale} axis must lie strictly between {domain[0]} and {domain[1]}",
                f"{self.low} to {self.high}",
                "narrow the axis; the data need no change",
                where=where,
            )
        if self.ticks is not None:
            object.__setattr__(self, "ticks", tuple(float(tick) for tick in self.ticks))
        if self.tick_labels is not None:
            object.__setattr__(self, "tick_labels", tuple(self.tick_labels))
            if self.ticks is None or len(self.ticks) != len(self.tick_labels):
                raise InputError(
                    "every tick must have one label",
                    f"{len(self.ticks or ())} ticks and {len(self.tick_labels)} labels",
                    where=where,
                )

    @classmethod
    def around(
        cls, label: str, *values: ArrayLike, low: float | None = None, high: float | None = None
    ) -> Self:
        """Linear axis that holds all `values` and ends on round numbers.

        Parameters
        ----------
        label : str
            Title of the axis.
        *values : array-like
            What must be on the axis.
        low, high : float, optional
            Ends that are already known, e.g. ``low=0``; they are kept as they are.

        Examples
        --------
        >>> Axis.around("Cost", [310.0, 2280.0], low=0).high
        2500.0
        """
        ends = [float(end) for end in (low, high) if end is not None]
        everything = np.concatenate([np.ravel(np.asarray(v, dtype=float)) for v in (*values, ends)])
        found = (0.0, 1.0)
        if everything.size:
            found = round_range(float(everything.min()), float(everything.max()))
        return cls(label, found[0] if low is None else low, found[1] if high is None else high)


@dataclass(frozen=True, eq=False, slots=True)
class Line(ByValue):
    """A polyline through its vertices, in their order.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        Vertices; finite.
    label : str
        Name for readers; ``""`` keeps the mark out of labels and legend.
    series : int, optional
        Number of the series, from 0: gives colour and dash. None: a neutral tone.
    role : str
        What the mark is there for: ``"model"``, ``"hull"``, ``"trivial"``, ``"reference"``,
        ``"decision"`` or ``"detail"``.
    dash : str, optional
        ``"solid"``, ``"dashed"``, ``"dotted"`` or ``"dashdot"``; by default by role and series.
    hover : sequence of str
        One text a vertex, or none.

    Raises
    ------
    InputError
        If lengths differ, a coordinate is not finite, or a role or dash is unknown.
    """

    kind: ClassVar[str] = "line"
    x: Coordinates
    y: Coordinates
    _: KW_ONLY
    label: str = ""
    series: int | None = None
    role: str = "model"
    dash: str | None = None
    hover: Sequence[str] = ()

    def __post_init__(self) -> None:
        settle(self, "x", "y")


@dataclass(frozen=True, eq=False, slots=True)
class Points(ByValue):
    """Separate points, each with a marker.

    Parameters
    ----------
    x, y : array-like of float, shape (n,)
        Places; finite.
    label, series, role, hover
        As of a `Line`; the series gives colour and marker.
    """

    kind: ClassVar[str] = "points"
    x: Coordinates
    y: Coordinates
    _: KW_ONLY
    label: str = ""
    series: int | None = None
    role: str = "model"
    hover: Sequence[str] = ()

    def __post_init__(self) -> None:
        settle(self, "x", "y")


@dataclass(frozen=True, eq=False, slots=True)
class Ribbon(ByValue):
    """The area between two lines over the same x, e.g. a confidence band.

    Parameters
    ----------
    x, low, high : array-like of float, shape (n,)
        Edges of the area; finite, ``low <= high``.
    label, series, role
        As of a `Line`.
    """

    kind: ClassVar[str] = "ribbon"
    x: Coordinates
    low: Coordinates
    high: Coordinates
    _: KW_ONLY
    label: str = ""
    series: int | None = None
    role: str = "model"

    def __post_init__(self) -> None:
        settle(self, "x", "low", "high")
        check_order(self, "low", "high", strict=False)


@dataclass(frozen=True, eq=False, slots=True)
class Bars(ByValue):
    """Upright bars, e.g. of a histogram.

    Parameters
    ----------
    left, right : array-like of float, shape (n,)
        Sides of the bars, ``left < right``.
    y : array-like of float, shape (n,)
        Ends of the bars.
    base : float
        Where they stand.
    label, series, role, hover
        As of a `Line`.
    """

    kind: ClassVar[str] = "bars"
    left: Coordinates
    right: Coordinates
    y: Coordinates
    _: KW_ONLY
    base: float = 0.0
    label: str = ""
    series: int | None = None
    role: str = "model"
    hover: Sequence[str] = ()

    def __post_init__(self) -> None:
        settle(self, "left", "right", "y")
        check_order(self, "left", "right", strict=True)


@dataclass(frozen=True, eq=False, slots=True)
class Spans(ByValue):
    """Named ranges of the x axis, drawn as a strip, e.g. which model wins where.

    Parameters
    ----------
    low, high : array-like of float, shape (n,)
        Ends of the ranges, ``low < high``.
    names : sequence of str
        What each range is called.
    serieses : sequence of (int or None)
        The series each range belongs to.
    label : str
        What the strip as a whole says.
    """

    kind: ClassVar[str] = "spans"
    low: Coordinates
    high: Coordinates
    names: Sequence[str]
    serieses: Sequence[int | None]
    _: KW_ONLY
    label: str = ""
    role: str = "model"

    def __post_init__(self) -> None:
        settle(self, "low", "high")
        check_order(self, "low", "high", strict=True)
        for name in ("names", "serieses"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
            check_count(self, name, len(getattr(self, name)))


@dataclass(frozen=True, eq=False, slots=True)
class Note(ByValue):
    """A short text beside a place on the chart.

    Parameters
    ----------
    x, y : float
        The place; finite.
    text : str
        What it says.
    series, role
        As of a `Line`.
    """

    kind: ClassVar[str] = "note"
    x: float
    y: float
    text: str
    _: KW_ONLY
    series: int | None = None
    role: str = "reference"

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, float(getattr(self, name)))
            check_finite(np.array([getattr(self, name)]), f"{name} of the note {self.text!r}")
        check_look(self)


Mark = Line | Points | Ribbon | Bars | Spans | Note | Grid


@dataclass(frozen=True, eq=False, slots=True)
class ChartData(ByValue):
    """A picture as data, for any renderer.

    Parameters
    ----------
    key : str
        Short name for files and commands, e.g. ``"roc"``.
    title : str
        What it shows.
    x, y : Axis
        The axes.
    marks : sequence of Mark
        What is drawn, from back to front.
    subtitle : str
        One more line, e.g. the prevalence that was used.
    notes : sequence of str
        Remarks below the chart.
    square : bool
        Whether both axes are drawn equally long.

    Raises
    ------
    InputError
        If a mark is of no known kind.
    """

    key: str
    title: str
    x: Axis
    y: Axis
    marks: Sequence[Mark]
    _: KW_ONLY
    subtitle: str = ""
    notes: Sequence[str] = ()
    square: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", tuple(self.marks))
        object.__setattr__(self, "notes", tuple(self.notes))
        for mark in self.marks:
            if not isinstance(mark, Mark):
                raise InputError(
                    "marks must be lines, points, ribbons, bars, spans, notes or grids",
                    f"a {type(mark).__name__}",
                    where=f"chart {self.key!r}",
                )

    def to_json(self) -> dict[str, Any]:
        """Return the chart as nested dictionaries and lists, ready for JSON."""
        found = {"key": self.key, "title": self.title, "subtitle": self.subtitle, "square": self.square}
        return found | {
            "x": _to_dict(self.x),
            "y": _to_dict(self.y),
            "marks": [{"kind": mark.kind} | _to_dict(mark) for mark in self.marks],
            "notes": list(self.notes),
        }


def _to_dict(value: Any) -> dict[str, Any]:
    """Return the fields of an axis or a mark as plain lists and scalars."""
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    """Return an array or a tuple as a list."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return list(value) if isinstance(value, tuple) else value
