"""Pieces of a page: escaped elements, tables, charts with captions, folded blocks."""

from __future__ import annotations

import dataclasses
import re
from html import escape
from typing import TYPE_CHECKING

from costcurves.charts.grids import Grid
from costcurves.charts.lettering import printable
from costcurves.charts.marks import Bars, Line, Points
from costcurves.charts.palette import DASHES
from costcurves.charts.render import svg
from costcurves.charts.render.svg_marks import written

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurves._ground.tables import Column, Table
    from costcurves.charts.chart import Chart

#: Width of charts on phones and elsewhere, and height of those on phones, in pixels.
NARROW, WIDE, TALL = 340, 640, 400

_PER_CENT = re.compile(r"(?<=\d) %")

_VOID = frozenset({"meta"})

#: Tables of more columns are set more densely.
_SPACIOUS = 9

#: Columns of short texts that are not broken.
_WHOLE = frozenset({"rule", "alike", "part"})


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
    """Put texts and elements together; texts are escaped, and per cent signs stay with their numbers."""
    escaped = (
        part if isinstance(part, Html) else _PER_CENT.sub("\N{NO-BREAK SPACE}%", escape(printable(part)))
        for part in parts
    )
    return Html(between.join(escaped))


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
    # Without hover texts, which touch screens do not show.
    marks = [
        dataclasses.replace(mark, hover=()) if isinstance(mark, Line | Points | Bars | Grid) else mark
        for mark in chart.marks
    ]
    x = dataclasses.replace(chart.x, label=short_x or chart.x.label)
    narrow = svg.render(dataclasses.replace(chart, x=x, marks=marks), width=NARROW, height=TALL, theme="page")
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


# ---- tables ---------------------------------------------------------------------------------


def table_block(
    table: Table,
    *,
    series: Mapping[str, int] | None = None,
    by: str = "model",
    head: str = "",
    extra: Iterable[str] = (),
    caption: bool = True,
    remark: bool = True,
    faint: Collection[int] = (),
    many: str = "Why some values are missing",
) -> Html:
    """Write a table that scrolls within itself where it is too wide, with its notes.

    Parameters
    ----------
    table : Table
    series : mapping of str to int, optional
        Number of the series by name: its swatch is put before the name.
    by : str
        Key of the column that holds those names.
    head : str
        Key of the column that names the rows; by default the first.
    extra : iterable of str
        One more cell a row, e.g. a bar.
    caption : bool
        Whether the title is shown above the table.
    remark : bool
        Whether it is said below that bold marks the best.
    faint : collection of int
        Rows of lesser weight, such as differences.
    many : str
        What many notes are about.
    """
    head = head or table.columns[0].key
    best = table.best_rows()
    extra = list(extra)
    rows = []
    for number, texts in enumerate(table.to_rows()):
        cells = [
            _cell(
                column,
                text,
                series.get(text) if series and column.key == by else None,
                best=number in best.get(column.key, ()),
                head=column.key == head,
            )
            for column, text in zip(table.columns, texts, strict=True)
        ]
        cells += [tag("td", extra[number], class_="bars")] if extra else []
        rows.append(tag("tr", *cells, class_="faint" if number in faint else None))
    heads = [tag("th", c.title, scope="col", class_=_align(c), title=c.hint or None) for c in table.columns]
    heads += [tag("td", class_="bars")] if extra else []
    title = tag("caption", table.title, class_=None if caption else "unseen")
    dense = "dense" if len(table.columns) > _SPACIOUS else None
    grid = tag("table", title, tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_=dense)
    region = tag("div", grid, class_="scroll", tabindex=0, role="region", aria_label=f"Table: {table.title}")
    return join([region, *_notes(table, many, marked=remark and bool(best))])


def _cell(column: Column, text: str, series: int | None, *, best: bool, head: bool) -> Html:
    """Write one cell; the best of a column is bold and says so to screen readers."""
    content = [text] if series is None else [swatch(series), " ", text]
    if best:
        content.append(tag("span", " (best)", class_="unseen"))
    kinds = {_align(column): True, "best": best, "named": series is not None}
    classes = " ".join(kind for kind, holds in kinds.items() if kind and holds) or None
    if head:
        return tag("th", *content, scope="row", class_=classes)
    return tag("td", *content, class_=classes)


def _align(column: Column) -> str | None:
    """Class of the cells of a column."""
    if column.align == "right":
        return "number"
    return "whole" if column.key in _WHOLE else None


def _notes(table: Table, many: str, *, marked: bool) -> list[Html]:
    """Write remarks below a table; more than three are folded."""
    notes = [tag("p", "Bold: the best of its column.", class_="note")] if marked else []
    if len(table.notes) > 3:
        items = tag("ul", *(tag("li", note) for note in table.notes))
        return [*notes, folded(f"{many} ({len(table.notes)})", items)]
    return [*notes, *(tag("p", note, class_="note") for note in table.notes)]
