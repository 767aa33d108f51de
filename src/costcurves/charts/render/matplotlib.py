"""Charts drawn on matplotlib axes, and saved as files."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.charts.areas import Areas
from costcurves.charts.grids import Grid, ramp_steps
from costcurves.charts.layout import Entry, axis_ticks, legend_entries, ramp_ticks
from costcurves.charts.lettering import in_cells, printable, shorten, text_width, wrap
from costcurves.charts.marks import Bars, ChartData, Line, Mark, Note, Points, Ribbon, Spans
from costcurves.charts.palette import (
    AREA,
    CROWD,
    CROWDED,
    DARK,
    LIGHT,
    ROLES,
    Theme,
    dash_of,
    marker_of,
    ramp_ink,
)
from costcurves.charts.render import svg
from costcurves.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from os import PathLike

    from matplotlib.axes import Axes

    from costcurves.charts.scales import Axis

#: What `save` writes, by the end of the file's name.
FORMATS = ("svg", "png", "pdf")

_MARKERS = {
    "circle": "o", "triangle": "^", "square": "s", "diamond": "D", "inverted": "v", "plus": "P", "cross": "X",
}  # fmt: skip
_POINT = 0.75  # points a pixel
_TEXT = 9.0  # points
#: More entries than these would cover the curves: the legend stands beside the axes, in columns of so many.
_MOST_WITHIN, _ROWS = 8, 30
_ROW = 1.5 * _TEXT  # height of an entry
_BESIDE = 0.65  # of their width is left to axes beside such a legend
_AROUND = 60.0  # room above and below a legend beside the axes


def draw(chart: ChartData, ax: Axes | None = None) -> Axes:
    """Draw a chart with matplotlib.

    Every artist has the label of its mark. Colours follow the background of the axes, light or dark.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
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
    require_matplotlib()
    if ax is None:
        from matplotlib import pyplot as plt

        _, ax = plt.subplots()
    theme = _theme_of(ax)
    _set_axis(ax, "x", chart.x)
    _set_axis(ax, "y", chart.y)
    if chart.square:
        ax.set_box_aspect(1)
    ax.grid(visible=True, color=theme.grid, linewidth=0.8)
    ax.set_axisbelow(True)
    between = [mark for mark in chart.marks if not isinstance(mark, Spans)]
    artists = {id(mark): _draw_mark(mark, ax, chart, theme) for mark in between}
    entries, rise = legend_entries(chart.marks), 4.0
    room = _width(ax) * (_BESIDE if len(entries) > _MOST_WITHIN else 1.0)
    for strip in reversed([mark for mark in chart.marks if isinstance(mark, Spans)]):
        rise = _draw_spans(strip, ax, chart, theme, rise, room)
    rise = _write(ax, chart.subtitle, rise, _TEXT, theme.muted)
    lines = wrap(printable(chart.title), _width(ax), 1.25 * _TEXT)
    title = ax.set_title("\n".join(lines), loc="left", pad=rise, fontsize=1.25 * _TEXT)
    title.set_parse_math(False)
    below = -34.0
    for note in chart.notes:
        below = _write(ax, note, below, 0.9 * _TEXT, theme.muted)
    _draw_legend(ax, entries, artists)
    return ax


def save(chart: ChartData, path: str | PathLike[str], *, width: float = 640, height: float = 480) -> Path:
    """Write a chart to a file.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
    path : path-like
        File that ends in ``.svg``, ``.png`` or ``.pdf``. SVG needs no matplotlib.
    width, height : float
        Size in pixels, of which 96 make an inch.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    InputError
        If the file's name ends in anything else.
    MissingExtraError
        If matplotlib is needed and not installed.
    """
    path = Path(path)
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise InputError(
            f"a chart must be saved as {', '.join(FORMATS)}", repr(path.name), "change the extension"
        )
    if kind == "svg":
        text = svg.render(chart, width=width, height=height, theme="light")
        path.write_text(text + "\n", encoding="utf-8")
        return path
    require_matplotlib()
    from matplotlib.figure import Figure

    more: dict[str, Any] = {}
    entries = len(legend_entries(chart.marks))
    if entries > _MOST_WITHIN:  # the sheet grows where a legend beside the axes needs it
        height = max(height, (min(entries, _ROWS) * _ROW + _AROUND) / _POINT)
        more["bbox_inches"] = "tight"
    figure = Figure(figsize=(width / 96, height / 96), dpi=192, layout="constrained")
    draw(chart, figure.subplots())
    figure.savefig(path, format=kind, **more)
    return path


def forget(figure: Any) -> None:
    """Close a figure that a notebook would show by itself; it can still be saved and drawn on."""
    import matplotlib as mpl

    if figure is not None and "inline" in str(mpl.get_backend()):
        from matplotlib import pyplot as plt

        plt.close(figure)


def require_matplotlib() -> None:
    """Raise a clear error if matplotlib is not there."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError.for_extra(
            "drawing other pictures than SVG", "matplotlib", extra="plot", instead="save the picture as .svg"
        )


def _theme_of(ax: Axes) -> Theme:
    """Choose the theme that suits the background of the axes."""
    from matplotlib.colors import to_rgba

    red, green, blue, opacity = to_rgba(ax.get_facecolor())
    is_dark = opacity > 0 and 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.4
    return DARK if is_dark else LIGHT


def _set_axis(ax: Axes, name: str, axis: Axis) -> None:
    set_scale = getattr(ax, f"set_{name}scale")
    if axis.scale == "probit":
        from scipy.special import ndtr, ndtri

        set_scale("function", functions=(ndtri, ndtr))
    else:
        set_scale(axis.scale)
    getattr(ax, f"set_{name}lim")(axis.low, axis.high)
    ticks = axis_ticks(axis, 6)
    set_ticks = getattr(ax, f"set_{name}ticks")
    set_ticks([tick.value for tick in ticks], labels=[tick.text for tick in ticks])
    set_ticks([], minor=True)
    label = getattr(ax, f"{name}axis").label
    label.set_text(printable(axis.label))
    label.set_parse_math(False)


def _write(ax: Axes, text: str, height: float, size: float, colour: str) -> float:
    """Write a text some points above (or, if negative, below) the axes; return the height beyond it."""
    above = height >= 0
    lines = wrap(printable(text), _width(ax), size)
    if lines:
        found = ax.annotate(
            "\n".join(lines),
            (0.0, 1.0 if above else 0.0),
            (0, height),
            xycoords="axes fraction",
            textcoords="offset points",
            va="bottom" if above else "top",
            size=size,
            color=colour,
            linespacing=1.2,
        )
        found.set_parse_math(False)
    taken = len(lines) * 1.35 * size
    return height + taken if above else height - taken


def _width(ax: Axes) -> float:
    """Width of the axes in points."""
    return float(ax.get_window_extent().width * 72 / ax.figure.dpi)


def _colour(mark: Mark, theme: Theme) -> str:
    """Colour of a mark: its series', or the tone of its role."""
    if mark.series is None:
        return theme.ink if ROLES[mark.role].tone == "ink" else theme.muted
    return theme.series[int(mark.series) % len(theme.series)]


def _draw_mark(mark: Mark, ax: Axes, chart: ChartData, theme: Theme) -> Any:
    """Draw a mark that lies between the axes; return its artist."""
    x, y = chart.x.finite, chart.y.finite
    colour, style = _colour(mark, theme), ROLES[mark.role]
    if isinstance(mark, Grid):
        found: Any = _draw_grid(mark, ax, (x(mark.x), y(mark.y)), theme)
    elif isinstance(mark, Line):
        found = ax.plot(x(mark.x), y(mark.y), color=colour, alpha=style.opacity)[0]
        found.set_linewidth(_POINT * style.width)
        dash = dash_of(mark.role, mark.series, mark.dash)
        if dash:
            found.set_linestyle((0, [_POINT * d / found.get_linewidth() for d in dash]))
    elif isinstance(mark, Points):
        found = ax.plot(x(mark.x), y(mark.y), linestyle="none", color=colour)[0]
        _set_markers(found, mark, colour, theme)
        found.set_clip_on(not _all_within(mark, chart))  # markers on the edge stay whole
    elif isinstance(mark, Ribbon):
        found = ax.fill_between(x(mark.x), y(mark.low), y(mark.high), color=colour, alpha=0.18, linewidth=0)
    elif isinstance(mark, Areas):
        found = _draw_areas(mark, ax, chart, colour)
    elif isinstance(mark, Bars):
        found = ax.bar(mark.left, mark.y - mark.base, mark.right - mark.left, mark.base, align="edge")
        for bar in found:
            bar.set(facecolor=colour, edgecolor=theme.paper, alpha=0.6)
    elif isinstance(mark, Note):
        return _draw_note(mark, ax, chart, colour)
    found.set_label(mark.label)
    return found


def _set_markers(artist: Any, mark: Points, colour: str, theme: Theme) -> None:
    """Give points their marker: hollow on a hull, ringed for a decision, small and plain in a crowd."""
    crowd = len(mark.x) > CROWD
    artist.set_marker("o" if mark.role == "decision" else _MARKERS[marker_of(mark.series)])
    artist.set_markersize(_POINT * 2 * ROLES[mark.role].radius * (CROWDED if crowd else 1))
    artist.set(markerfacecolor=theme.paper if mark.role == "hull" else colour)
    artist.set(markeredgecolor=colour if mark.role == "hull" or crowd else theme.paper)


def _draw_grid(mark: Grid, ax: Axes, edges: tuple[Any, Any], theme: Theme) -> Any:
    """Draw cells in the steps of the ramp, and the legend of the ramp beside the axes."""
    from matplotlib.colors import ListedColormap

    found = ax.pcolormesh(*edges, mark.values, cmap=ListedColormap(theme.ramp), vmin=mark.low, vmax=mark.high)
    bar = ax.figure.colorbar(found, ax=ax, pad=0.02)
    ticks = ramp_ticks(mark, 6)
    bar.set_ticks([tick.value for tick in ticks], labels=[tick.text for tick in ticks])
    bar.outline.set_visible(False)
    title = bar.ax.yaxis.label
    title.set(text=printable(mark.label), parse_math=False, size=_TEXT)
    if mark.texts:
        _write_cells(mark, ax, edges, theme)
    return found


def _write_cells(mark: Grid, ax: Axes, edges: tuple[Any, Any], theme: Theme) -> None:
    """Write what stands in the cells of a grid."""
    (x, y), steps = edges, ramp_steps(mark, len(theme.ramp))
    box, point = ax.get_window_extent(), ax.figure.dpi / 72
    shares = box.width / (x[-1] - x[0]) / point, box.height / (y[-1] - y[0]) / point
    colours = {"ink": theme.ink, "deep": DARK.paper, "paper": theme.paper}
    cells = [
        (x[column], x[column + 1], y[row], y[row + 1])
        for row in range(len(y) - 1)
        for column in range(len(x) - 1)
    ]
    rooms = [((right - left) * shares[0], (high - low) * shares[1]) for left, right, low, high in cells]
    for (lines, size), (left, right, low, high), step in zip(
        in_cells(mark.texts, rooms), cells, steps.ravel().tolist(), strict=True
    ):
        middle = (left + right) / 2, (low + high) / 2
        colour, text = colours[ramp_ink(step)], "\n".join(map(printable, lines))
        written = ax.text(*middle, text, color=colour, size=size)
        written.set(ha="center", va="center", linespacing=1.1, parse_math=False)


def _draw_areas(mark: Areas, ax: Axes, chart: ChartData, colour: str) -> Any:
    """Fill what lies within rings; holes turn the other way and stay open."""
    from matplotlib.colors import to_rgba
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    rings = [np.column_stack([chart.x.finite(x), chart.y.finite(y)]) for x, y in mark.rings()]
    closed = [Outline(np.vstack([ring, ring[:1]]), closed=True) for ring in rings]
    return ax.add_patch(
        PathPatch(Outline.make_compound_path(*closed), facecolor=to_rgba(colour, AREA), edgecolor=colour)
    )


def _draw_note(mark: Note, ax: Axes, chart: ChartData, colour: str) -> Any:
    """Write a note beside its place, on the side where there is more room."""
    side, push = ("left", 4) if chart.x.places(mark.x)[0] < 0.5 else ("right", -4)
    text = shorten(printable(mark.text), 0.5 * _width(ax), _TEXT)
    found = ax.annotate(
        text, (mark.x, mark.y), (push, 4), textcoords="offset points", ha=side, color=colour, size=_TEXT
    )
    found.set_parse_math(False)
    return found


def _all_within(mark: Points, chart: ChartData) -> bool:
    """Whether no point lies beyond the axes."""
    across = (mark.x >= chart.x.low) & (mark.x <= chart.x.high)
    return bool((across & (mark.y >= chart.y.low) & (mark.y <= chart.y.high)).all())


def _draw_spans(mark: Spans, ax: Axes, chart: ChartData, theme: Theme, rise: float, room: float) -> float:
    """Draw a strip some points above the axes; return the height of what comes above it."""
    from matplotlib.transforms import ScaledTranslation

    thick = 1.5 * _TEXT
    up = ScaledTranslation(0, (rise + thick / 2) / 72, ax.figure.dpi_scale_trans)
    place = ax.get_xaxis_transform() + up
    scale = room / (chart.x.high - chart.x.low)
    for low, high, name, series in zip(mark.low, mark.high, mark.names, mark.serieses, strict=True):
        left, right = np.clip([low, high], chart.x.low, chart.x.high).tolist()
        if left == right:
            continue
        colour = theme.muted if series is None else theme.series[series % len(theme.series)]
        strip = ax.plot([left, right], [1, 1], transform=place, color=colour, alpha=0.25, clip_on=False)[0]
        strip.set(linewidth=thick, solid_capstyle="butt", label=name)
        if text_width(printable(name), _TEXT) < (right - left) * scale:
            words = ax.text((left + right) / 2, 1, printable(name), transform=place, ha="center", va="center")
            words.set(size=_TEXT, color=theme.ink, parse_math=False)
    return _write(ax, mark.label, rise + thick + 2, 0.9 * _TEXT, theme.muted) + 2


def _draw_legend(ax: Axes, entries: tuple[Entry, ...], artists: dict[int, Any]) -> None:
    """Draw a legend; texts are set afterwards, since names may look like mathematics or hidden labels."""
    if not entries:
        return
    from matplotlib.legend_handler import HandlerTuple

    handles = []
    for entry in entries:  # marks of a kind that share a name lie side by side
        shown = [artists[id(mark)] for mark, _, _ in entry.swatches() if mark.kind == entry.marks[0].kind]
        handles.append(tuple(shown) if len(shown) > 1 else shown[0])
    place: dict[str, Any] = {}
    is_beside = len(entries) > _MOST_WITHIN
    if is_beside:
        place = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
        place["ncols"] = -(-len(entries) // _ROWS)
    legend = ax.legend(
        handles, [str(i) for i in range(len(entries))], framealpha=0.85, edgecolor="none", fontsize=_TEXT,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0)}, **place,
    )  # fmt: skip
    room = _width(ax) / (3 if is_beside else 2)
    for text, entry in zip(legend.get_texts(), entries, strict=True):
        text.set(text=shorten(printable(entry.label), room, _TEXT), parse_math=False)
