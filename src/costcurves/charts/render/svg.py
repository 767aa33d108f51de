"""Charts as SVG: one text, no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.charts.areas import Areas
from costcurves.charts.layout import SMALL, SWATCH, TEXT, TITLE, Entry, RampKey, Words
from costcurves.charts.lettering import printable
from costcurves.charts.mark_labels import Label, plan_with_labels
from costcurves.charts.marks import ChartData, Line, Note, Points, Ribbon
from costcurves.charts.palette import AREA, LIGHT, ROLES
from costcurves.charts.render.svg_marks import (
    Paint,
    Sheet,
    draw_mark,
    draw_marker,
    element,
    stroke_of,
    text_line,
    token_of,
)

if TYPE_CHECKING:
    from costcurves.charts.scales import Axis

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def render(
    chart: ChartData,
    *,
    width: float = 640,
    height: float = 480,
    theme: str = "auto",
    exact: bool = True,
) -> str:
    """SVG document of a chart.

    Every mark is a group whose ``data-`` attributes hold its coordinates exactly. Marks of more than 1,500
    places are thinned to what a screen can show; the attributes then hold what was kept, and ``data-of``
    how many there were.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
    width, height : float
        Size in pixels; the sheet grows downward where legend and notes leave no room.
    theme : str
        ``"auto"``: light or dark as the reader's system is; ``"light"`` or ``"dark"``: fixed colours;
        ``"page"``: as ``"auto"``, where the page around it holds `style_sheet` once for all its charts.
    exact : bool
        Whether marks carry their coordinates; without, the text is shorter.

    Returns
    -------
    str

    Raises
    ------
    InputError
        If the theme is unknown.
    """
    plan, labels = plan_with_labels(chart, width, height)
    sheet = Sheet(plan, Paint(theme), exact)
    said = describe(chart)
    parts = [
        element("title", chart.title),
        element("desc", said),
        element("style", inner=sheet.paint.style) if sheet.paint.style else "",
        element("rect", width=float(width), height=plan.height, **sheet.paint(fill="paper")),
        *_axes(sheet),
        *(draw_mark(mark, sheet) for mark in chart.marks),
        *_headings(sheet),
        *(_label(label, sheet) for label in labels),
        *(_legend_entry(words, entry, sheet) for words, entry in plan.legend),
        *(_ramp_key(key, sheet) for key in plan.ramps),
    ]
    inner = "\n" + "\n".join(part for part in parts if part) + "\n"
    return element(
        "svg",
        inner=inner,
        xmlns="http://www.w3.org/2000/svg",
        class_="cc-chart",
        role="img",
        aria_label=f"{printable(chart.title)}. {said}",
        width=float(width),
        height=plan.height,
        viewBox=f"0 0 {width:g} {plan.height:g}",
        font_family=_FONT,
        font_size=TEXT,
        data_key=chart.key,
    )


def describe(chart: ChartData) -> str:
    """A chart in words, for readers who do not see it."""
    said = [chart.subtitle] if chart.subtitle else []
    said += [f"{axis.label}: {axis.low:g} to {axis.high:g}" for axis in (chart.x, chart.y) if axis.label]
    said += [mark.in_words for mark in chart.marks if mark.in_words]
    return printable(". ".join(text.rstrip(".") for text in [*said, *chart.notes])) + "."


def _headings(sheet: Sheet) -> list[str]:
    plan = sheet.plan
    x_title, y_title = plan.x_title, plan.y_title
    turn = f"rotate(-90 {y_title.x:.2f} {y_title.y:.2f})"
    return [
        *(text_line(words, sheet, "ink", TITLE, font_weight=600) for words in plan.title),
        *(text_line(words, sheet, "muted", TEXT) for words in plan.subtitle),
        *(text_line(words, sheet, "muted", SMALL) for words in plan.notes),
        *(text_line(words, sheet, "muted", SMALL) for words in plan.strips if words.text),
        text_line(x_title, sheet, "ink", TEXT, text_anchor="middle") if x_title.text else "",
        text_line(y_title, sheet, "ink", TEXT, text_anchor="middle", transform=turn) if y_title.text else "",
    ]


def _axes(sheet: Sheet) -> list[str]:
    plan, plot = sheet.plan, sheet.plan.plot
    grid, frame = sheet.paint(stroke="grid"), sheet.paint(stroke="muted")
    across, upward = [], []
    for _, at, text in plan.x_ticks:
        x = plot.left + at * plot.width
        across.append(element("path", d=f"M{_at(x)} {plot.top:.2f}V{plot.bottom:.2f}", **grid))
        words = Words(x, plot.bottom + SMALL + 6, text)
        across.append(text_line(words, sheet, "muted", SMALL, text_anchor="middle"))
    for _, at, text in plan.y_ticks:
        y = plot.bottom - at * plot.height
        upward.append(element("path", d=f"M{plot.left:.2f} {_at(y)}H{plot.right:.2f}", **grid))
        words = Words(plot.left - 7, y + SMALL * 0.35, text)
        upward.append(text_line(words, sheet, "muted", SMALL, text_anchor="end"))
    line = f"M{_at(plot.left)} {plot.top:.2f}V{_at(plot.bottom)}H{plot.right:.2f}"
    return [
        element("g", inner="".join(across), **_axis_data(plan.chart.x, "x", plot.left, plot.right)),
        element("g", inner="".join(upward), **_axis_data(plan.chart.y, "y", plot.bottom, plot.top)),
        element("path", d=line, **frame),
    ]


def _at(place: float) -> str:
    """Write a place on the middle of a pixel, where a line of one pixel is sharp."""
    return f"{np.floor(place) + 0.5:g}"


def _axis_data(axis: Axis, name: str, start: float, stop: float) -> dict[str, Any]:
    return {
        "class_": "cc-axis", "data_axis": name, "data_low": repr(axis.low), "data_high": repr(axis.high),
        "data_scale": axis.scale, "data_start": repr(start), "data_stop": repr(stop),
    }  # fmt: skip


def _label(label: Label, sheet: Sheet) -> str:
    box, mark = label.box, label.mark
    halo = sheet.paint(fill=token_of(mark, "w"), stroke="paper")
    whole = mark.text if isinstance(mark, Note) else mark.label
    return element(
        "text",
        label.text,
        hover=whole if "…" in label.text else "",
        x=box.left,
        y=box.bottom - SMALL * 0.3,
        font_size=SMALL,
        font_weight=None if mark.series is None else 600,
        stroke_width=3,
        stroke_linejoin="round",
        paint_order="stroke",
        **halo,
    )


def _legend_entry(words: Words, entry: Entry, sheet: Sheet) -> str:
    middle = words.y - TEXT * 0.35
    parts = []
    for mark, of, count in entry.swatches():
        width = SWATCH / count
        left = words.x - SWATCH - 6 + of * width
        if isinstance(mark, Line):
            look = stroke_of(mark, sheet) | {"stroke_width": ROLES[mark.role].width}
            parts.append(element("path", d=f"M{left:.2f} {middle:.2f}h{width:g}", **look))
        elif isinstance(mark, Points):
            parts.append(draw_marker(mark, sheet, left + width / 2, middle))
        else:
            opacity = 0.18 if isinstance(mark, Ribbon) else AREA if isinstance(mark, Areas) else 0.6
            look = sheet.paint(fill=token_of(mark)) | {"fill_opacity": opacity}
            parts.append(element("rect", x=left, y=middle - 5, width=width, height=10, **look))
    parts.append(text_line(words, sheet, "ink", TEXT))
    shortened = words.text != printable(entry.label)
    return element("g", inner="".join(parts), hover=entry.label if shortened else "", class_="cc-legend")


def _ramp_key(key: RampKey, sheet: Sheet) -> str:
    """Draw the steps of a ramp as a bar, with its ticks below and what it tells above."""
    bar, step = key.bar, key.bar.width / len(LIGHT.ramp)
    size: dict[str, Any] = {"y": bar.top, "width": step, "height": bar.height}
    cells = "".join(
        element("rect", x=bar.left + i * step, **size, **sheet.paint(fill=f"r{i}"))
        for i in range(len(LIGHT.ramp))
    )
    parts = [element("g", inner=cells, shape_rendering="crispEdges")]
    for tick in key.ticks:
        x = bar.left + tick.at * bar.width
        parts.append(element("path", d=f"M{x:.2f} {bar.bottom:.2f}v3", **sheet.paint(stroke="muted")))
        words = Words(x, bar.bottom + SMALL + 3, tick.text)
        anchor = "start" if tick.at < 0.02 else "middle"
        parts.append(text_line(words, sheet, "muted", SMALL, text_anchor=anchor))
    parts.append(text_line(key.caption, sheet, "ink", SMALL) if key.caption.text else "")
    return element("g", inner="".join(parts), class_="cc-ramp")
