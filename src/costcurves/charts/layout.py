"""The plan of a chart on its sheet: where the plot, the ticks, the texts and the legend lie."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurves.charts.grids import Grid
from costcurves.charts.lettering import printable, shorten, text_width, wrap
from costcurves.charts.marks import ChartData, Mark, Spans
from costcurves.charts.paths import Box
from costcurves.charts.scales import Axis, scale_of, tick_texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Sizes in pixels.
PAD = 14.0
TITLE, TEXT, SMALL = 15.0, 12.0, 11.0
LEADING = 1.35
STRIP = 17.0
RAMP = 10.0
SWATCH = 26.0
_SWATCHES = 4  # side by side, of marks that share a name
_TICK_GAP = 7.0
_COUNTS = range(2, 9)  # of ticks on the y axis
_Y_TITLE = 9.0
_LEAST_PLOT = 0.4  # height of a plot, of the width of its sheet
_KEY = SMALL * 1.6 + RAMP + SMALL * 2.2  # height of the legend of a ramp
_KEY_WIDTH = 260.0
_BESIDE = 150.0  # a legend this wide fits beside a square plot


class Tick(NamedTuple):
    """A tick: its value, its place on the axis from 0 to 1, and its text."""

    value: float
    at: float
    text: str


class Entry(NamedTuple):
    """A legend entry: a name and the marks that bear it."""

    label: str
    marks: tuple[Mark, ...]

    def swatches(self) -> list[tuple[Mark, int, int]]:
        """Return marks to show, each with its number among those of its kind, and how many those are."""
        found: dict[str, list[Mark]] = {}
        for mark in self.marks:
            found.setdefault(mark.kind, []).append(mark)
        groups = (group[:_SWATCHES] for group in found.values())
        return [(mark, i, len(group)) for group in groups for i, mark in enumerate(group)]


class Words(NamedTuple):
    """A line of text and the place of its baseline."""

    x: float
    y: float
    text: str


class RampKey(NamedTuple):
    """The legend of the colours of a grid: what they tell, the bar of steps, its ticks."""

    caption: Words
    bar: Box
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Places of everything that is not a mark.

    Parameters
    ----------
    height : float
        Of the sheet.
    plot : Box
        The area between the axes.
    title, subtitle, notes : tuple of Words
        Lines of text.
    strips : tuple of Words
        The caption of each strip of spans; the strip itself starts `SMALL`/2 pixels below.
    ramps : tuple of RampKey
        The legend of the colours of each grid.
    legend : tuple of (Words, Entry)
        Legend texts; the swatch lies to the left of each.
    x_ticks, y_ticks : tuple of Tick
        Ticks of the axes.
    x_title, y_title : Words
        Axis titles; that of y is turned.
    """

    chart: ChartData
    height: float
    plot: Box
    title: tuple[Words, ...]
    subtitle: tuple[Words, ...]
    notes: tuple[Words, ...]
    strips: tuple[Words, ...]
    ramps: tuple[RampKey, ...]
    legend: tuple[tuple[Words, Entry], ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    x_title: Words
    y_title: Words

    def x_places(self, values: Floats) -> Floats:
        """Pixels of values of x."""
        return _between(self.chart.x, values, self.plot.left, self.plot.right)

    def y_places(self, values: Floats) -> Floats:
        """Pixels of values of y, counted downward."""
        return _between(self.chart.y, values, self.plot.bottom, self.plot.top)


def _between(axis: Axis, values: Floats, start: float, stop: float) -> Floats:
    """Pixels of values on an axis, exact at both ends: a line along an edge must not be clipped away."""
    share = axis.places(values)
    return np.where(share == 1, stop, start + (stop - start) * share)


def axis_ticks(axis: Axis, count: int) -> tuple[Tick, ...]:
    """Ticks of an axis: its own, or at most about `count` round values."""
    values = axis.ticks
    if values is None:
        values = scale_of(axis.scale).ticks(axis.low, axis.high, max(count, 1))
    texts = axis.tick_labels if axis.tick_labels is not None else tick_texts(values)
    ticks = zip(values, axis.places(values).tolist(), map(printable, texts), strict=True)
    return tuple(Tick(*tick) for tick in ticks if -1e-9 <= tick[1] <= 1 + 1e-9)


def legend_entries(marks: Iterable[Mark]) -> tuple[Entry, ...]:
    """Labelled marks, gathered by label, in the order of their first appearance."""
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.label and not isinstance(mark, Spans | Grid):
            found.setdefault(mark.label, []).append(mark)
    return tuple(Entry(label, tuple(group)) for label, group in found.items())


def plan_chart(chart: ChartData, width: float, height: float, named: frozenset[str]) -> Plan:
    """Lay a chart out on a sheet; the sheet grows downward where the texts leave no room for a plot.

    Parameters
    ----------
    chart : ChartData
        What is drawn.
    width, height : float
        Of the sheet, in pixels.
    named : frozenset of str
        Labels that stand beside their marks and need no legend.
    """
    entries = tuple(entry for entry in legend_entries(chart.marks) if entry.label not in named)
    plan = _plan(chart, Box(PAD, PAD, width - PAD, height - PAD), entries, centred=chart.square)
    shift = plan.y_title.x - _Y_TITLE - PAD
    if shift > 0:  # a square stands in the middle of its sheet, and its texts begin where it does
        plan = _plan(chart, Box(PAD + shift, PAD, width - PAD, height - PAD), entries, centred=False)
    return plan


def _plan(chart: ChartData, sheet: Box, entries: tuple[Entry, ...], *, centred: bool) -> Plan:
    """Lay a chart out within the margins of its sheet."""
    title = _lines(wrap(printable(chart.title), sheet.width, TITLE, bold=True), sheet.left, sheet.top, TITLE)
    top = sheet.top + len(title) * TITLE * LEADING
    subtitle = _lines(wrap(printable(chart.subtitle), sheet.width, TEXT), sheet.left, top, TEXT)
    top += len(subtitle) * TEXT * LEADING
    strips = [mark for mark in chart.marks if isinstance(mark, Spans)]
    remarks = [line for note in chart.notes for line in wrap(printable(note), sheet.width, SMALL)]
    y_labels = max((text_width(t.text, SMALL) for n in _COUNTS for t in axis_ticks(chart.y, n)), default=0.0)
    left = sheet.left + (TEXT * LEADING if chart.y.label else 0) + y_labels + _TICK_GAP
    below = SMALL + _TICK_GAP + (TEXT * LEADING + 4 if chart.x.label else 0) + len(remarks) * SMALL * LEADING
    above = sum(STRIP + SMALL * (1.6 if mark.label else 0.6) for mark in strips) + PAD
    keyed = sum(isinstance(mark, Grid) for mark in chart.marks) * _KEY
    above += keyed
    beside = chart.square and bool(entries) and sheet.right - left - (sheet.bottom - below - top) > _BESIDE
    legend: tuple[tuple[Words, Entry], ...] = ()
    if entries and not beside:
        legend = _legend_rows(entries, sheet.left, top, sheet.width)
        above += legend[-1][0].y - legend[0][0].y + TEXT * 1.8
    bottom = max(sheet.bottom - below, top + above + _LEAST_PLOT * sheet.width)
    plot = Box(left, top + above, sheet.right - 4, bottom)
    if chart.square:
        side = min(plot.width, plot.height)
        free = (plot.width - side) / 2 if centred and not beside else 0.0
        plot = Box(plot.left + free, plot.top, plot.left + free + side, plot.top + side)
    if beside:
        gap = plot.right + PAD
        legend = _legend_rows(entries, gap, plot.top - TEXT, sheet.right - gap, column=True)
        bottom = max(bottom, legend[-1][0].y + TEXT - below)
    upright = plot.height + 2 * min(plot.top - sheet.top, below)  # room for a title beside the plot
    tail = max(plot.bottom + below, bottom + below, sheet.bottom)
    return Plan(
        chart=chart,
        height=max(bottom + below, sheet.bottom) + PAD,
        plot=plot,
        title=title,
        subtitle=subtitle,
        notes=_lines(remarks, sheet.left, tail - len(remarks) * SMALL * LEADING, SMALL),
        strips=_strip_captions(strips, plot._replace(top=plot.top - keyed)),
        ramps=_ramp_keys(chart, plot),
        legend=legend,
        x_ticks=_fitting(chart.x, plot.width),
        y_ticks=axis_ticks(chart.y, int(np.clip(plot.height / 42, _COUNTS[0], _COUNTS[-1]))),
        x_title=_below(chart.x.label, plot, sheet),
        y_title=Words(
            sheet.left + plot.left - left + _Y_TITLE,
            (plot.top + plot.bottom) / 2,
            shorten(printable(chart.y.label), upright, TEXT),
        ),
    )


def _below(label: str, plot: Box, sheet: Box) -> Words:
    """Set the title of the x axis below the middle of the plot, or as near to it as the sheet allows."""
    text = shorten(printable(label), sheet.width, TEXT)
    half = text_width(text, TEXT) / 2
    middle = min((plot.left + plot.right) / 2, sheet.right - half)
    return Words(max(middle, sheet.left + half), plot.bottom + SMALL + _TICK_GAP + TEXT + 4, text)


def _lines(texts: list[str], x: float, top: float, size: float) -> tuple[Words, ...]:
    return tuple(Words(x, top + size + i * size * LEADING, text) for i, text in enumerate(texts))


def _strip_captions(strips: list[Spans], plot: Box) -> tuple[Words, ...]:
    """Set the captions of the strips above the plot, the first at the top."""
    bottom = plot.top
    found: list[Words] = []
    for mark in reversed(strips):
        top = bottom - STRIP - SMALL * 0.6
        found.append(Words(plot.left, top - 1, shorten(printable(mark.label), plot.width, SMALL)))
        bottom = top - (SMALL if mark.label else 0)
    return tuple(reversed(found))


def ramp_ticks(grid: Grid, count: int) -> tuple[Tick, ...]:
    """Ticks of the colours of a grid: round values."""
    return axis_ticks(Axis(grid.label, grid.low, grid.high), count)


def _ramp_keys(chart: ChartData, plot: Box) -> tuple[RampKey, ...]:
    """Set the legends of the colours of grids above the plot, the first at the top."""
    found = []
    grids = [mark for mark in chart.marks if isinstance(mark, Grid)]
    width = min(_KEY_WIDTH, plot.width)
    for place, grid in enumerate(grids):
        top = plot.top - _KEY * (len(grids) - place)
        bar = Box(plot.left, top + SMALL * 1.6, plot.left + width, top + SMALL * 1.6 + RAMP)
        caption = Words(plot.left, top + SMALL, shorten(printable(grid.label), plot.width, SMALL))
        found.append(RampKey(caption, bar, ramp_ticks(grid, 5)))
    return tuple(found)


def _legend_rows(
    entries: tuple[Entry, ...], left: float, top: float, room: float, *, column: bool = False
) -> tuple[tuple[Words, Entry], ...]:
    x, y = 0.0, top + TEXT * 1.6
    found = []
    for entry in entries:
        text = shorten(printable(entry.label), room - SWATCH - 8, TEXT)
        needed = SWATCH + 8 + text_width(text, TEXT) + 14
        if x > 0 and (column or x + needed > room + 14):
            x, y = 0.0, y + TEXT * 1.5
        found.append((Words(left + x + SWATCH + 6, y, text), entry))
        x += needed
    return tuple(found)


def _fitting(axis: Axis, width: float) -> tuple[Tick, ...]:
    """Ticks of the x axis, as many as stand apart from each other."""
    for count in range(int(np.clip(width / 65, 2, 10)), 0, -1):
        ticks = axis_ticks(axis, count)
        ends = [(t.at * width, text_width(t.text, SMALL) / 2 + 3) for t in ticks]
        if all(b - wide > a + w for (a, w), (b, wide) in pairwise(ends)):
            break
    return ticks
