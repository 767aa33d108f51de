"""Charts as text, for terminals, logs and mails."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from costcurves.charts.areas import Areas
from costcurves.charts.grids import Grid, ramp_steps
from costcurves.charts.layout import axis_ticks, legend_entries
from costcurves.charts.lettering import ascii_text, cell_width, printable, shorten_cells
from costcurves.charts.marks import Bars, ChartData, Line, Mark, Note, Points, Ribbon, Spans
from costcurves.charts.render.characters import Canvas
from costcurves.charts.scales import Axis, tick_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.console import Console

    Floats = NDArray[np.float64]
    Pieces = list[tuple[str, str]]

#: Glyphs of the series, and what stands for them where only ASCII is shown.
_GLYPHS = "●▲■◆▼✚✖○△□◇▽"
_ASCII = "o^#*v+x0A%$V"

#: Signs of the steps of a ramp, from low to high values.
_SHADES = "·░▒▓█"
_ASCII_SHADES = " .:-=+*#%@"

#: Styles of the series: colours that every terminal has, in the reader's own shades.
_STYLES = ("blue", "yellow", "green", "magenta", "red", "cyan", "bright_blue", "bright_magenta")

_FAINT = {"trivial", "reference", "detail", "hull"}
_SIGNS_EVERY = 14  # cells between two glyphs on a line
_LEAST_COLUMNS = 10  # of the plot


def render(chart: ChartData, *, width: int = 78, height: int = 22, ascii_only: bool = False) -> str:
    """ChartData as plain text.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
    width : int
        Most characters a line.
    height : int
        Lines of the plot and its axis; title, legend and notes come on top.
    ascii_only : bool
        Whether to do without Braille dots and symbols.

    Returns
    -------
    str
        Lines without trailing blanks, no line end at the end.
    """
    return joined(chart_lines(chart, width, height, ascii_only=ascii_only))


def print_chart(chart: ChartData, console: Console, *, height: int = 22) -> None:
    """Print a chart on a rich console, in colours where it has them.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
    console : rich.console.Console
        Where; gives the width and says whether only ASCII is shown.
    height : int
        As of `render`.
    """
    only = console.options.ascii_only
    print_lines(chart_lines(chart, console.width, height, ascii_only=only), console)


def joined(lines: list[Pieces]) -> str:
    """Return lines as plain text."""
    return "\n".join("".join(text for text, _ in pieces).rstrip() for pieces in lines)


def print_lines(lines: list[Pieces], console: Console) -> None:
    """Print styled lines as they are: no markup, no highlighting, no wrapping."""
    from rich.text import Text

    for pieces in lines:
        console.print(Text.assemble(*pieces), no_wrap=True, overflow="ignore", crop=False)


def chart_lines(chart: ChartData, width: int, height: int, *, ascii_only: bool) -> list[Pieces]:
    """Lay a chart out as (text, style) pieces, line by line."""
    rows = max(height - 3, 3)
    y_ticks = {}
    for tick in axis_ticks(chart.y, max(2, rows // 3)):
        row = Canvas(1, rows, ascii_only=ascii_only).row(tick.at)
        y_ticks[row] = shorten_cells(tick.text, max(width - _LEAST_COLUMNS - 3, 1))
    margin = max([cell_width(text) for text in y_ticks.values()], default=0) + 1
    canvas = Canvas(max(width - margin - 2, _LEAST_COLUMNS), rows, ascii_only=ascii_only)
    for mark in chart.marks:
        _draw(mark, chart, canvas)
    bar, tick_bar = ("|", "+") if ascii_only else ("│", "┤")
    lines: list[Pieces] = [[(text, "bold")] for text in wrap(printable(chart.title), width)]
    lines += [[(text, "dim")] for text in wrap(printable(chart.subtitle), width)]
    for mark in chart.marks:
        if isinstance(mark, Spans):
            lines += _strip(mark, chart, canvas, margin)
    if chart.y.label:
        lines.append([(shorten_cells(printable(chart.y.label), width), "")])
    for row, pieces in enumerate(canvas.lines()):
        text = y_ticks.get(row, "")
        lead = " " * (margin - cell_width(text) - 1) + text + " " + (tick_bar if text else bar)
        lines.append([(lead, ""), *pieces])
    lines += _x_axis(chart.x, canvas, margin)
    lines += _legend(chart, width, ascii_only=ascii_only)
    lines += [_ramp_line(m, width, ascii_only=ascii_only) for m in chart.marks if isinstance(m, Grid)]
    lines += [[(text, "dim")] for note in chart.notes for text in wrap(printable(note), width)]
    return [[(ascii_text(text), style) for text, style in line] for line in lines] if ascii_only else lines


def _glyph(series: int | None, *, ascii_only: bool) -> str:
    glyphs = _ASCII if ascii_only else _GLYPHS
    return "@" if series is None else glyphs[series % len(glyphs)]


def _glyph_of(mark: Mark, *, ascii_only: bool) -> str:
    return _glyph(None if mark.role == "decision" else mark.series, ascii_only=ascii_only)


def _style(mark: Mark) -> str:
    if mark.series is None:
        return "bold" if mark.role == "decision" else "dim"
    return _STYLES[mark.series % len(_STYLES)]


def _draw(mark: Mark, chart: ChartData, canvas: Canvas) -> None:
    """Draw one mark; strips are drawn above the plot."""
    x, y, style = chart.x.places, chart.y.places, _style(mark)
    if isinstance(mark, Grid):
        signs = _ASCII_SHADES if canvas.ascii_only else _SHADES
        canvas.shade(x(mark.x), y(mark.y), ramp_steps(mark, len(signs)), signs)
        _write_cells(mark, x(mark.x), y(mark.y), canvas)
    elif isinstance(mark, Line):
        _draw_line(mark, chart, canvas, style)
    elif isinstance(mark, Points):
        glyph = _glyph_of(mark, ascii_only=canvas.ascii_only)
        for across, up in zip(x(mark.x), y(mark.y), strict=True):
            canvas.put(float(across), float(up), glyph, style)
    elif isinstance(mark, Ribbon):
        canvas.fill(x(mark.x), y(mark.low), y(mark.high), style, sparse=True)
    elif isinstance(mark, Areas):
        glyph = _glyph_of(mark, ascii_only=canvas.ascii_only)
        canvas.cover([(x(across), y(up)) for across, up in mark.rings()], glyph, style)
    elif isinstance(mark, Bars):
        base = y(mark.base)[0]
        for *sides, end in zip(x(mark.left), x(mark.right), y(mark.y), strict=True):
            low, high = np.sort([base, end])
            canvas.fill(np.array(sides), np.full(2, low), np.full(2, high), style, sparse=False)
    elif isinstance(mark, Note):
        canvas.put(float(x(mark.x)[0]), float(y(mark.y)[0]), printable(mark.text), style)


def _write_cells(mark: Grid, x: Floats, y: Floats, canvas: Canvas) -> None:
    """Write what stands in the cells of a grid, as many of its lines as there are rows for."""
    count = len(x) - 1
    for place, text in enumerate(mark.texts):
        row, column = divmod(place, count)
        wide = (x[column + 1] - x[column]) * canvas.columns
        lines = [f" {printable(line)} " for line in text.split("\n")]
        kept = lines[: max(int((y[row + 1] - y[row]) * canvas.rows), 1)]
        middle, high = (x[column] + x[column + 1]) / 2, (y[row] + y[row + 1]) / 2
        first = round(float(1 - high) * canvas.rows - len(kept) / 2)
        for number, line in enumerate(kept):
            fits = line if cell_width(line) <= wide else line.strip()
            if cell_width(fits) <= wide:
                start = float(middle) - (cell_width(fits) // 2) / canvas.columns
                canvas.put(start, 1 - (first + number + 0.5) / canvas.rows, fits, "")


def _draw_line(mark: Line, chart: ChartData, canvas: Canvas, style: str) -> None:
    """Draw a line in dots, and on it now and then the sign of its series."""
    faint = mark.role in _FAINT or mark.series is None
    character = "." if faint else _glyph(mark.series, ascii_only=canvas.ascii_only)
    places = canvas.trace(chart.x.places(mark.x), chart.y.places(mark.y))
    canvas.draw(places, style, character, sparse=faint)
    if faint or canvas.ascii_only or not len(places):
        return
    models = [other for other in chart.marks if isinstance(other, Line) and other.role == mark.role]
    count = max(2, canvas.columns // _SIGNS_EVERY)
    place = next(i for i, other in enumerate(models) if other is mark)
    first = (1 + place) / (len(models) + 1)
    for i in range(count):
        start = int((i + first) / count * len(places))
        for x, y in places[start:].tolist():
            if canvas.put(x, y, character, style, only_free=True):
                break


def _strip(mark: Spans, chart: ChartData, canvas: Canvas, margin: int) -> list[Pieces]:
    """Write a strip of named ranges above the plot."""
    start, stop, fill = ("[", "]", "-") if canvas.ascii_only else ("├", "┤", "─")
    lows, highs = (np.clip(chart.x.places(ends), 0, 1) for ends in (mark.low, mark.high))
    pieces: Pieces = [(" " * (margin + 1), "")]
    reached = 0
    for low, high, name, series in zip(lows, highs, mark.names, mark.serieses, strict=True):
        left = max(canvas.column(float(low)), reached)
        right = canvas.column(float(high)) + (1 if high == 1 else 0)
        if right <= left:
            continue
        pieces.append((" " * (left - reached), ""))
        glyph = _glyph(series, ascii_only=canvas.ascii_only) if series is not None else ""
        room = right - left - 2
        text = shorten_cells(f"{glyph} {printable(name)}".strip(), room) if room > 6 else glyph
        if cell_width(text) > room:
            body = fill * (right - left)
        else:
            spare = room - cell_width(text)
            body = start + fill * (spare // 2) + text + fill * (spare - spare // 2) + stop
        pieces.append((body, "dim" if series is None else _STYLES[series % len(_STYLES)]))
        reached = right
    caption = [[(" " * (margin + 1) + shorten_cells(printable(mark.label), canvas.columns), "dim")]]
    return [*(caption if mark.label else []), pieces]


def _x_axis(axis: Axis, canvas: Canvas, margin: int) -> list[Pieces]:
    """Write the x axis with its ticks and its title."""
    corner, bar, tick_bar = ("+", "-", "+") if canvas.ascii_only else ("└", "─", "┬")
    for count in range(max(canvas.columns // 8, 1), 0, -1):
        ticks = [(canvas.column(tick.at), tick.text) for tick in axis_ticks(axis, count)]
        widths = [cell_width(text) for _, text in ticks]
        starts = [
            max(0, min(column - w // 2, canvas.columns - w))
            for (column, _), w in zip(ticks, widths, strict=True)
        ]
        ends = [start + w for start, w in zip(starts, widths, strict=True)]
        if all(start > end for start, end in zip(starts[1:], ends[:-1], strict=True)):
            break
    rule = [bar] * canvas.columns
    labels = ""
    for (column, text), start in zip(ticks, starts, strict=True):
        rule[column] = tick_bar
        labels += " " * (start - cell_width(labels)) + text
    lines: list[Pieces] = [[(" " * margin + corner + "".join(rule), "")], [(" " * (margin + 1) + labels, "")]]
    if axis.label:
        title = shorten_cells(printable(axis.label), canvas.columns)
        lines.append([(" " * (margin + 1 + (canvas.columns - cell_width(title)) // 2) + title, "")])
    return lines


def _legend(chart: ChartData, width: int, *, ascii_only: bool) -> list[Pieces]:
    """Write the signs of the marks and their names, in as many lines as needed."""
    lines: list[Pieces] = []
    used = width
    for entry in legend_entries(chart.marks):
        # A line with points on it is told by the points: all faint lines look alike.
        shown = next((mark for mark in entry.marks if isinstance(mark, Points)), entry.marks[0])
        sign = _sign(shown, ascii_only=ascii_only)
        name = shorten_cells(printable(entry.label), width - 4)
        needed = cell_width(sign) + 1 + cell_width(name)
        if used + 3 + needed > width:
            lines.append([])
            used = -3
        gap = "   " if lines[-1] else ""
        lines[-1] += [(gap, ""), (sign, _style(shown)), (f" {name}", "")]
        used += 3 + needed
    return lines


def _ramp_line(grid: Grid, width: int, *, ascii_only: bool) -> Pieces:
    """Write the signs of a ramp between its ends, and what it tells."""
    signs = _ASCII_SHADES if ascii_only else _SHADES
    low, high = tick_texts((grid.low, grid.high))
    return [(shorten_cells(f"{low} {signs} {high}  {printable(grid.label)}".rstrip(), width), "")]


def _sign(mark: Mark, *, ascii_only: bool) -> str:
    """Return what stands for a mark in the legend."""
    if isinstance(mark, Line) and (mark.role in _FAINT or mark.series is None):
        return ".." if ascii_only else "⠒⠂"
    if isinstance(mark, Ribbon):
        return "::" if ascii_only else "⢊⠔"
    if isinstance(mark, Bars):
        return "==" if ascii_only else "⣿⣿"
    return _glyph_of(mark, ascii_only=ascii_only)
