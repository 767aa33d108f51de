"""A chart as data: two axes and a few kinds of mark.

Whatever draws a chart only maps its coordinates to places; no number is computed to the right of here.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from costcurves._ground.arrays import ByValue, frozen, numbers
from costcurves.charts.palette import NAMED_DASHES, ROLES
from costcurves.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurves.charts.scales import Axis

#: Array-like of float when given, a read-only array of float64 when read.
Coordinates: TypeAlias = Any


class Mark(ByValue):
    """What is drawn between the axes: coordinates, which are checked, and what they are there for."""

    __slots__ = ()
    kind: ClassVar[str]
    #: Coordinates and texts, one a place.
    _columns: ClassVar[tuple[str, ...]] = ("x", "y", "hover")
    #: Which coordinates must lie below which, and whether those may be equal.
    _ordered: ClassVar[tuple[str, str] | None] = None
    _may_touch: ClassVar[bool] = False
    # What a kind of mark does without.
    label: str = ""
    series: int | None = None
    dash: str | None = None
    role: str
    hover: Sequence[str] = ()

    def __post_init__(self) -> None:
        first = self._columns[0]
        for name in self._columns:
            values = getattr(self, name)
            if name in {"names", "serieses", "hover"}:
                values = tuple(values)
            else:
                values = coordinates(values, f"{name} of the {self._where}")
            object.__setattr__(self, name, values)
            if len(values) != len(getattr(self, first)) and (name != "hover" or values):
                raise InputError(
                    "coordinates and texts of a mark must have one length",
                    f"{len(getattr(self, first))} in {first} and {len(values)} in {name}",
                    where=self._where,
                )
        if self._ordered is not None:
            self._check_order(*self._ordered)
        self._check_look()

    @property
    def in_words(self) -> str:
        """The mark for readers who do not see it; empty where it has no name."""
        return f"{self.kind.capitalize()}: {self.label}" if self.label else ""

    @property
    def _where(self) -> str:
        return f"{self.kind} {self.label!r}"

    def _check_order(self, low: str, high: str) -> None:
        below, above = getattr(self, low), getattr(self, high)
        bad = np.flatnonzero(below > above if self._may_touch else below >= above)
        if bad.size:
            raise InputError(
                f"{low} must be {'at most' if self._may_touch else 'below'} {high}",
                f"{below[bad[0]]} and {above[bad[0]]}",
                where=f"{self._where}, place {bad[0]}",
            )

    def _check_look(self) -> None:
        looks: list[tuple[str, str | None, Iterable[str]]] = [
            ("role", self.role, ROLES),
            ("dash", self.dash, NAMED_DASHES),
        ]
        for what, given, known in looks:
            if given is not None and given not in known:
                raise InputError(
                    f"the {what} of a mark must be one of {', '.join(known)}", repr(given), where=self._where
                )
        if self.series is not None and self.series < 0:
            raise InputError("series must be numbered from 0", str(self.series), where=self._where)


def coordinates(values: Any, where: str) -> NDArray[np.float64]:
    """Read and freeze coordinates; refuse NaN and infinities, naming the first."""
    found = frozen(np.array(numbers(values, where)))
    bad = np.flatnonzero(~np.isfinite(found))
    if bad.size:
        raise InputError(
            "coordinates of a chart must be finite",
            str(found[bad[0]]),
            "end the mark at the axis or leave the point out",
            where=f"{where}, place {bad[0]}",
        )
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Line(Mark):
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


@dataclass(frozen=True, eq=False, slots=True)
class Points(Mark):
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


@dataclass(frozen=True, eq=False, slots=True)
class Ribbon(Mark):
    """The area between two lines over the same x, e.g. a confidence band.

    Parameters
    ----------
    x, low, high : array-like of float, shape (n,)
        Edges of the area; finite, ``low <= high``.
    label, series, role
        As of a `Line`.
    """

    kind: ClassVar[str] = "ribbon"
    _columns: ClassVar[tuple[str, ...]] = ("x", "low", "high")
    _ordered: ClassVar[tuple[str, str] | None] = ("low", "high")
    _may_touch: ClassVar[bool] = True
    x: Coordinates
    low: Coordinates
    high: Coordinates
    _: KW_ONLY
    label: str = ""
    series: int | None = None
    role: str = "model"


@dataclass(frozen=True, eq=False, slots=True)
class Bars(Mark):
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
    _columns: ClassVar[tuple[str, ...]] = ("left", "right", "y", "hover")
    _ordered: ClassVar[tuple[str, str] | None] = ("left", "right")
    left: Coordinates
    right: Coordinates
    y: Coordinates
    _: KW_ONLY
    base: float = 0.0
    label: str = ""
    series: int | None = None
    role: str = "model"
    hover: Sequence[str] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Spans(Mark):
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
    _columns: ClassVar[tuple[str, ...]] = ("low", "high", "names", "serieses")
    _ordered: ClassVar[tuple[str, str] | None] = ("low", "high")
    low: Coordinates
    high: Coordinates
    names: Sequence[str]
    serieses: Sequence[int | None]
    _: KW_ONLY
    label: str = ""
    role: str = "model"

    @property
    def in_words(self) -> str:
        """The ranges and their names."""
        ranges = zip(self.names, self.low.tolist(), self.high.tolist(), strict=True)
        return f"{self.label}: " + ", ".join(f"{n} from {a:.4g} to {b:.4g}" for n, a, b in ranges)


@dataclass(frozen=True, eq=False, slots=True)
class Note(Mark):
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
            (place,) = coordinates([getattr(self, name)], f"{name} of the note {self.text!r}").tolist()
            object.__setattr__(self, name, place)
        self._check_look()

    @property
    def in_words(self) -> str:
        """The text itself."""
        return self.text


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
    shares : mapping of str to (float or None)
        Of parts of the records: the prevalence at which each part is shown; empty where no part is named.

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
    shares: Mapping[str, float | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", tuple(self.marks))
        object.__setattr__(self, "notes", tuple(self.notes))
        for mark in self.marks:
            if not isinstance(mark, Mark):
                raise InputError(
                    "marks must be lines, points, ribbons, bars, areas, spans, notes or grids",
                    f"a {type(mark).__name__}",
                    where=f"chart {self.key!r}",
                )

    def to_json(self) -> dict[str, Any]:
        """Return the chart as nested dictionaries and lists, ready for JSON."""
        found = {"key": self.key, "title": self.title, "subtitle": self.subtitle, "square": self.square}
        found |= {
            "x": _to_dict(self.x),
            "y": _to_dict(self.y),
            "marks": [{"kind": mark.kind} | _to_dict(mark) for mark in self.marks],
            "notes": list(self.notes),
        }
        return found | ({"shares": dict(self.shares)} if self.shares else {})


def _to_dict(value: Any) -> dict[str, Any]:
    """Return the fields of an axis or a mark as plain lists and scalars."""
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return list(value) if isinstance(value, tuple) else value
