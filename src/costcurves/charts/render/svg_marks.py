"""The marks of a chart as SVG: each a group that carries its exact coordinates."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from costcurves.charts.grids import Grid, ramp_steps
from costcurves.charts.layout import SMALL, STRIP, Plan, Words
from costcurves.charts.lettering import in_cells, printable, shorten, text_width
from costcurves.charts.mark_labels import within
from costcurves.charts.marks import Bars, Line, Mark, Note, Points, Ribbon, Spans
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
from costcurves.charts.paths import clip_polygon, clip_polyline, thin
from costcurves.errors import no_such

#: How a chart gets its colours.
THEMES = ("auto", "light", "dark", "page")

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def written(text: str) -> str:
    """Escape a text for an attribute, so that reading the document gives it back.

    What XML cannot hold becomes U+FFFD.
    """
    text = escape(_NOT_XML.sub("\ufffd", text), quote=True)
    return text.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")


def element(name: str, text: str = "", inner: str = "", *, hover: str = "", **attributes: Any) -> str:
    """Write an element; underscores in attribute names stand for hyphens, None leaves one out.

    A hover text is told by its title.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{written(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = escape(printable(text), quote=False) + (element("title", hover) if hover else "") + inner
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _number(value: object) -> str:
    """Write a place in pixels with two decimals, anything else as it is."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _colours(theme: Theme) -> dict[str, str]:
    found = {"paper": theme.paper, "ink": theme.ink, "muted": theme.muted, "grid": theme.grid}
    found["deep"] = DARK.paper
    found |= {f"s{i}": colour for i, colour in enumerate(theme.series)}
    found |= {f"w{i}": colour for i, colour in enumerate(theme.words)}
    return found | {f"r{i}": colour for i, colour in enumerate(theme.ramp)}


_LIGHT, _DARK = _colours(LIGHT), _colours(DARK)


#: What stands around a chart where the theme is light, or dark: of pages, JupyterLab, VS Code, Colab.
_LIGHT_ROOMS = ("[data-theme=light]", "[data-jp-theme-light=true]", ".vscode-light", "[theme=light]")
_DARK_ROOMS = ("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark", "[theme=dark]")


def _within(rooms: tuple[str, ...]) -> str:
    """Select charts within any of some elements."""
    return ",".join(f"{room} .cc-chart" for room in rooms)


def style_sheet() -> str:
    """Style sheet for charts drawn with ``theme="page"``.

    Light or dark follows the reader's system, or the theme of the page around a chart: that of JupyterLab, of
    Visual Studio Code or of Colab, or ``data-theme="light"|"dark"`` on any element; prints are light. A page
    may set the properties ``--cc-paper``, ``--cc-ink``, ``--cc-s0`` … itself.
    """
    light, dark = (
        "{" + "".join(f"--cc-{name}:{colour};" for name, colour in colours.items()) + "}"
        for colours in (_LIGHT, _DARK)
    )
    rules = [
        f".cc-chart{light}",
        f"@media (prefers-color-scheme:dark){{.cc-chart{dark}}}",
        f"{_within(_LIGHT_ROOMS)}{light}",
        f"{_within(_DARK_ROOMS)}{dark}",
        f"@media print{{.cc-chart,{_within(_LIGHT_ROOMS + _DARK_ROOMS)}{light}}}",
    ]
    rules += [f".cc-f-{name}{{fill:var(--cc-{name})}}" for name in _LIGHT]
    rules += [f".cc-k-{name}{{stroke:var(--cc-{name})}}" for name in _LIGHT]
    return "\n".join(rules)


class Paint:
    """Colours of one drawing.

    Parameters
    ----------
    theme : str
        One of `THEMES`.

    Raises
    ------
    InputError
        If the theme is unknown.
    """

    def __init__(self, theme: str) -> None:
        if theme not in THEMES:
            raise no_such(theme, THEMES, what="theme")
        self.by_class = theme in {"auto", "page"}
        self.style = style_sheet() if theme == "auto" else ""
        self._colours = {} if theme == "page" else _DARK if theme == "dark" else _LIGHT

    def __call__(self, fill: str | None = None, stroke: str | None = None) -> dict[str, Any]:
        """Attributes for a fill and a stroke; fixed colours stay behind the classes for simple viewers.

        A page, which has its style sheet, is shorter without them.
        """
        found: dict[str, Any] = {"fill": self._colours.get(fill) if fill else "none"}
        classes = [f"cc-f-{fill}"] if fill else []
        if stroke:
            found["stroke"] = self._colours.get(stroke)
            classes.append(f"cc-k-{stroke}")
        if self.by_class and classes:
            found["class_"] = " ".join(classes)
        return found


if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.charts.areas import Areas

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

_COLOURS = len(LIGHT.series)
_SLIVER = 0.01  # pixels: nothing thinner is written

#: Outlines of the markers, for a radius of 1.
_SHAPES = {
    "triangle": "0,-1.15 1.05,.75 -1.05,.75",
    "inverted": "0,1.15 1.05,-.75 -1.05,-.75",
    "square": "-.88,-.88 .88,-.88 .88,.88 -.88,.88",
    "diamond": "0,-1.25 1.1,0 0,1.25 -1.1,0",
    "plus": "-.4,-1.2 .4,-1.2 .4,-.4 1.2,-.4 1.2,.4 .4,.4 .4,1.2 -.4,1.2 -.4,.4 -1.2,.4 -1.2,-.4 -.4,-.4",
    "cross": (
        "0,-.55 .65,-1.2 1.2,-.65 .55,0 1.2,.65 .65,1.2 0,.55 -.65,1.2 -1.2,.65 -.55,0 -1.2,-.65 -.65,-1.2"
    ),
}


class Sheet(NamedTuple):
    """What drawing needs: places and colours, and whether marks carry their data."""

    plan: Plan
    paint: Paint
    exact: bool = True


def text_line(words: Words, sheet: Sheet, token: str, size: float, **more: Any) -> str:
    """Write one line of text."""
    return element(
        "text", words.text, x=words.x, y=words.y, font_size=size, **sheet.paint(fill=token), **more
    )


def token_of(mark: Mark, letter: str = "s") -> str:
    """Short name of a mark's colour: its series', or the tone of its role."""
    return ROLES[mark.role].tone if mark.series is None else f"{letter}{mark.series % _COLOURS}"


def draw_mark(mark: Mark, sheet: Sheet) -> str:
    """Draw a mark as a group that carries its data."""
    draw: dict[str, Callable[[Any, Sheet, dict[str, Any]], str]] = {
        "line": _line, "points": _points, "ribbon": _ribbon, "bars": _bars, "spans": _spans, "note": _note,
        "grid": _grid, "areas": _areas,
    }  # fmt: skip
    data: dict[str, Any] = {"class_": "cc-mark", "data_kind": mark.kind, "data_role": mark.role}
    if not isinstance(mark, Note):
        data["data_label"] = mark.label
    data["data_series"] = mark.series
    inner = draw[mark.kind](mark, sheet, data)
    return element("g", inner=inner, **(data if sheet.exact else {"class_": "cc-mark"}))


def _keep(data: dict[str, Any], kept: Places, **columns: Floats) -> None:
    """Write exact coordinates of the kept places into the data of a mark."""
    for name, values in columns.items():
        data[f"data_{name}"] = " ".join(map(repr, values[kept].tolist()))
        if len(kept) < len(values):
            data["data_of"] = len(values)


def _path(pieces: list[Floats]) -> str:
    return "".join("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in piece.tolist()) for piece in pieces)


def _line(mark: Line, sheet: Sheet, data: dict[str, Any]) -> str:
    """Draw a line, with an invisible target for each hover text."""
    style = ROLES[mark.role]
    x, y = sheet.plan.x_places(mark.x), sheet.plan.y_places(mark.y)
    kept = thin(x, y)
    _keep(data, kept, x=mark.x, y=mark.y)
    stroke = stroke_of(mark, sheet) | {"stroke_width": style.width, "stroke_linejoin": "round"}
    drawn = _path(clip_polyline(x[kept], y[kept], sheet.plan.plot))
    targets = [
        element("circle", hover=mark.hover[i], cx=float(x[i]), cy=float(y[i]), r=6, fill="transparent")
        for i in kept.tolist()
        if mark.hover and within(sheet.plan, x[i], y[i])
    ]
    return (element("path", d=drawn, **stroke) if drawn else "") + "".join(targets)


def stroke_of(mark: Line, sheet: Sheet) -> dict[str, Any]:
    """Colour, dash and opacity of a line."""
    dash = dash_of(mark.role, mark.series, mark.dash)
    opacity = ROLES[mark.role].opacity
    return sheet.paint(stroke=token_of(mark)) | {
        "stroke_dasharray": " ".join(f"{d:g}" for d in dash) or None,
        "stroke_opacity": None if opacity == 1.0 else opacity,
    }


def _points(mark: Points, sheet: Sheet, data: dict[str, Any]) -> str:
    x, y = sheet.plan.x_places(mark.x), sheet.plan.y_places(mark.y)
    kept = thin(x, y)
    _keep(data, kept, x=mark.x, y=mark.y)
    shown = within(sheet.plan, x, y)
    texts = mark.hover or ("",) * len(x)
    return "".join(
        draw_marker(mark, sheet, float(x[i]), float(y[i]), texts[i]) for i in kept.tolist() if shown[i]
    )


def draw_marker(mark: Points, sheet: Sheet, x: float, y: float, text: str = "") -> str:
    """Draw one marker: hollow on a hull, ringed for a decision, small and plain in a crowd."""
    radius = ROLES[mark.role].radius
    crowd = len(mark.x) > CROWD
    if crowd:
        radius *= CROWDED
    if mark.role == "hull":
        look = sheet.paint(fill="paper", stroke=token_of(mark)) | {"stroke_width": 1.5}
    else:
        look = sheet.paint(fill=token_of(mark), stroke=None if crowd else "paper") | {"stroke_width": 1.25}
    shape = "circle" if mark.role == "decision" else marker_of(mark.series)
    if shape == "circle":
        return element("circle", hover=text, cx=x, cy=y, r=radius, **look)
    pairs = (pair.split(",") for pair in _SHAPES[shape].split())
    corners = " ".join(f"{x + radius * float(a):.2f},{y + radius * float(b):.2f}" for a, b in pairs)
    return element("polygon", hover=text, points=corners, **look)


def _ribbon(mark: Ribbon, sheet: Sheet, data: dict[str, Any]) -> str:
    x = sheet.plan.x_places(mark.x)
    low, high = sheet.plan.y_places(mark.low), sheet.plan.y_places(mark.high)
    kept = thin(x, low, high)
    _keep(data, kept, x=mark.x, low=mark.low, high=mark.high)
    x, low, high = x[kept], low[kept], high[kept]
    outline = clip_polygon(np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]]), sheet.plan.plot)
    if not len(outline):
        return ""
    return element("path", d=_path([outline]) + "Z", fill_opacity=0.18, **sheet.paint(fill=token_of(mark)))


def _areas(mark: Areas, sheet: Sheet, data: dict[str, Any]) -> str:
    plan = sheet.plan
    _keep(data, np.arange(len(mark.x)), x=mark.x, y=mark.y)
    data["data_ring"] = " ".join(f"{one:g}" for one in mark.ring.tolist())
    places = ((plan.x_places(x), plan.y_places(y)) for x, y in mark.rings())
    outlines = [clip_polygon(x, y, plan.plot) for x, y in places]
    drawn = "".join(_path([one]) + "Z" for one in outlines if len(one))
    look = sheet.paint(fill=token_of(mark), stroke=token_of(mark)) | {"stroke_linejoin": "round"}
    return element("path", d=drawn, fill_opacity=AREA, fill_rule="evenodd", **look) if drawn else ""


def _bars(mark: Bars, sheet: Sheet, data: dict[str, Any]) -> str:
    plan, plot = sheet.plan, sheet.plan.plot
    _keep(data, np.arange(len(mark.left)), left=mark.left, right=mark.right, y=mark.y)
    data["data_base"] = repr(float(mark.base))
    left, right = (np.clip(plan.x_places(v), plot.left, plot.right) for v in (mark.left, mark.right))
    ends = np.clip(plan.y_places(mark.y), plot.top, plot.bottom)
    base = float(np.clip(plan.y_places(np.array([mark.base])), plot.top, plot.bottom)[0])
    texts = mark.hover or ("",) * len(left)
    look = sheet.paint(fill=token_of(mark), stroke="paper") | {"fill_opacity": 0.6}
    return "".join(
        element("rect", hover=text, x=a, y=min(end, base), width=b - a, height=abs(end - base), **look)
        for a, b, end, text in zip(left.tolist(), right.tolist(), ends.tolist(), texts, strict=True)
    )


def _spans(mark: Spans, sheet: Sheet, data: dict[str, Any]) -> str:
    """Draw a strip above the plot, each range with its name where that fits."""
    plan, plot = sheet.plan, sheet.plan.plot
    _keep(data, np.arange(len(mark.low)), low=mark.low, high=mark.high)
    data["data_names"] = json.dumps(mark.names, ensure_ascii=False)
    strips = [other for other in plan.chart.marks if isinstance(other, Spans)]
    caption = plan.strips[next(i for i, other in enumerate(strips) if other is mark)]
    top = caption.y + 4
    lows, highs = (np.clip(plan.x_places(v), plot.left, plot.right).tolist() for v in (mark.low, mark.high))
    parts = []
    for left, right, name, series in zip(lows, highs, mark.names, mark.serieses, strict=True):
        if right <= left:
            continue
        token = "muted" if series is None else f"s{series % _COLOURS}"
        fill = sheet.paint(fill=token) | {"fill_opacity": 0.22}
        parts.append(element("rect", hover=name, x=left, y=top, width=right - left, height=STRIP - 4, **fill))
        edge = sheet.paint(stroke=token) | {"stroke_width": 2.0}
        dash = dash_of("model", series, None if series is not None else "dotted")
        edge["stroke_dasharray"] = " ".join(f"{d:g}" for d in dash) or None
        parts.append(element("path", d=f"M{left:.2f} {top + STRIP - 4:.2f}H{right:.2f}", **edge))
        text = printable(name)
        if text_width(text, SMALL) > right - left - 6:
            text = shorten(text, right - left - 6, SMALL) if right - left > 40 else ""
        if text:
            words = Words((left + right) / 2, top + (STRIP - 4) / 2 + SMALL * 0.33, text)
            parts.append(text_line(words, sheet, "ink", SMALL, text_anchor="middle"))
    return "".join(parts)


def _grid(mark: Grid, sheet: Sheet, data: dict[str, Any]) -> str:
    """Draw the cells; neighbours of one colour in a row are one rectangle, unless each says its own text."""
    plan, plot = sheet.plan, sheet.plan.plot
    for name in ("x", "y", "values"):
        data[f"data_{name}"] = " ".join(map(repr, np.ravel(getattr(mark, name)).tolist()))
    data |= {"data_low": repr(mark.low), "data_high": repr(mark.high)}
    across = np.clip(plan.x_places(mark.x), plot.left, plot.right)
    down = np.clip(plan.y_places(mark.y), plot.top, plot.bottom).tolist()
    parts = []
    for row, steps in enumerate(ramp_steps(mark, len(LIGHT.ramp))):
        changes = np.diff(steps) != 0 if not mark.hover else np.ones(len(steps) - 1, dtype=bool)
        starts = np.flatnonzero(np.concatenate([[True], changes]))
        lefts, rights = across[starts], across[np.append(starts[1:], len(steps))]
        top, height = down[row + 1], down[row] - down[row + 1]
        for start, left, right in zip(starts.tolist(), lefts.tolist(), rights.tolist(), strict=True):
            if min(right - left, height) >= _SLIVER:
                text = mark.hover[row * len(steps) + start] if mark.hover else ""
                fill = sheet.paint(fill=f"r{steps[start]}")
                parts.append(
                    element("rect", hover=text, x=left, y=top, width=right - left, height=height, **fill)
                )
    # Without smoothed edges no paper shines through between cells.
    cells = element("g", inner="".join(parts), shape_rendering="crispEdges") if parts else ""
    return cells + _cell_texts(mark, sheet, across.tolist(), down, data)


def _cell_texts(
    mark: Grid, sheet: Sheet, across: list[float], down: list[float], data: dict[str, Any]
) -> str:
    """Write what stands in the cells, in whatever colour is read best there."""
    if not mark.texts:
        return ""
    data["data_texts"] = json.dumps(mark.texts, ensure_ascii=False)
    steps = ramp_steps(mark, len(LIGHT.ramp))
    cells = [
        (left, right, down[row + 1], down[row])
        for row in range(len(steps))
        for left, right in pairwise(across)
    ]
    rooms = [(right - left, bottom - top) for left, right, top, bottom in cells]
    parts = []
    for (lines, size), (left, right, top, bottom), step in zip(
        in_cells(mark.texts, rooms), cells, steps.ravel().tolist(), strict=True
    ):
        first = (top + bottom - len(lines) * size * 1.2) / 2 + size * 0.95
        parts += [
            text_line(
                Words((left + right) / 2, first + n * size * 1.2, line), sheet, ramp_ink(step), size,
                text_anchor="middle",
            )
            for n, line in enumerate(lines)
            if line
        ]  # fmt: skip
    return "".join(parts)


def _note(mark: Note, _sheet: Sheet, data: dict[str, Any]) -> str:
    """Carry the data of a note; its text is placed with the labels."""
    data |= {"data_x": repr(mark.x), "data_y": repr(mark.y), "data_text": mark.text}
    return ""
