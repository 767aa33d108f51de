"""Pieces of a page: escaped elements, charts with captions, folded blocks."""

from __future__ import annotations

import dataclasses
import re
from html import escape
from typing import TYPE_CHECKING

from costcurves.charts.lettering import printable
from costcurves.charts.palette import DASHES
from costcurves.charts.render import svg
from costcurves.charts.render.svg_marks import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves.charts.chart import Chart

#: Width of charts on phones and elsewhere, and height of those on phones, in pixels.
NARROW, WIDE, TALL = 340, 640, 400

_PER_CENT = re.compile(r"(?<=\d) %")

#: A blank within an interval in brackets.
_WITHIN = re.compile(r"(?<=[\d∞],) (?=[−\d∞][^\s\[\]()]*[\])])")

_VOID = frozenset({"meta"})


class Html(str):
    """Text that is markup already; every other text is escaped when it enters an element."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str | float | None) -> Html:
    """Write an element; underscores in attribute names stand for hyphens, None leaves one out.

    Examples
    --------
    >>> tag("p", "a < b", tag("b", "!"), class_="note")
    '<p class="note">a &lt; b<b>!</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{written(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{given}/>")
    return Html(f"<{name}{given}>{join(content)}</{name}>")


def join(parts: Iterable[str], between: str = "") -> Html:
    """Put texts and elements together; texts are escaped, and what belongs together is not broken apart."""
    return Html(between.join(part if isinstance(part, Html) else escape(unbroken(part)) for part in parts))


def unbroken(text: str) -> str:
    """Keep per cent signs with their numbers, and intervals whole, where a text is broken into lines."""
    return _WITHIN.sub("\N{NO-BREAK SPACE}", _PER_CENT.sub("\N{NO-BREAK SPACE}%", printable(text)))


def section(key: str, title: str, *content: str, class_: str | None = None) -> Html:
    """Write a section under a heading that links and screen readers can find."""
    heading = tag("h2", title, id=f"{key}-title")
    return tag("section", heading, *content, id=key, class_=class_, aria_labelledby=f"{key}-title")


def folded(summary: str, *content: str, class_: str | None = None, unfolded: bool = False) -> Html:
    """Write a block that opens on demand."""
    head = tag("summary", summary)
    return tag("details", head, *content, class_=class_, open="open" if unfolded else None)


def definitions(pairs: Iterable[tuple[str, str]], class_: str | None = None) -> Html:
    """Write terms with their meanings, or facts with their names."""
    return tag("dl", *(tag("div", tag("dt", term), tag("dd", text)) for term, text in pairs), class_=class_)


# ---- charts ---------------------------------------------------------------------------------


def figure(
    chart: Chart,
    caption: str,
    *,
    height: float = 450,
    width: float = WIDE,
    short_x: str = "",
) -> Html:
    """Write a chart with its caption, drawn twice: for wide windows and for phones.

    Parameters
    ----------
    chart : Chart
    caption : str
    width, height : float
        Size of the wide drawing, in pixels.
    short_x : str
        What the x axis is called on phones; by default as elsewhere.
    """
    wide = svg.render(chart, width=width, height=height, theme="page")
    x = dataclasses.replace(chart.x, label=short_x or chart.x.label)
    touched = dataclasses.replace(chart.without_hover(), x=x)  # touch screens show no hover texts
    narrow = svg.render(touched, width=NARROW, height=TALL, theme="page", exact=False)
    drawings = (tag("div", Html(wide), class_="wide"), tag("div", Html(narrow), class_="narrow"))
    return tag("figure", *drawings, tag("figcaption", caption) if caption else "")


def swatch(series: int) -> Html:
    """Draw a short line in colour and dash of a series, as the charts draw it."""
    dash = " ".join(f"{d:g}" for d in DASHES[series % len(DASHES)]) or None
    line = tag(
        "path",
        d="M1 5H27",
        class_=f"cc-k-s{series % 8}",
        stroke_width=2.5,
        stroke_dasharray=dash,
        fill="none",
    )
    return tag(
        "svg", line, class_="cc-chart swatch", viewBox="0 0 28 10", width=28, height=10, aria_hidden="true"
    )


def bar(value: float, least: float, greatest: float, *, own: bool) -> Html:
    """Draw a value as a bar that starts at 0, on a scale from the least to the greatest of some values."""
    low, high = min(least, 0.0), max(greatest, 0.0)
    scale = 100 / (high - low) if high > low else 0.0
    start, stop = sorted(((0.0 - low) * scale, (value - low) * scale))
    shape = tag(
        "rect", x=f"{start:.2f}", y=2, width=f"{max(stop - start, 0.6):.2f}", height=10,
        class_="own" if own else None,
    )  # fmt: skip
    return tag(
        "svg", shape, class_="bar", viewBox="0 0 101 14", preserveAspectRatio="none", aria_hidden="true"
    )
