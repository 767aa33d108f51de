"""Bands on any picture: a shade behind each line, the centre where it is another line, and what is meant."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.figures.subject import strip
from costcurves.charts.marks import Line, Ribbon
from costcurves.charts.scales import Axis
from costcurves.errors import InputError
from costcurves.inference.targets import Target

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurves.charts.chart import Chart
    from costcurves.charts.marks import Mark
    from costcurves.inference.costs.cost_scales import CheaperRange
    from costcurves.inference.estimate import Band

#: What the centre of a band is called where it is not the line of the picture, by the target of the band:
#: that line is of the best thresholds on these records. All other bands lie around their line.
CENTRES = {
    Target.CROSS_FITTED: "cross-fitted",
    Target.OTHER_RECORDS: "chosen on other records",
    Target.BEST: "corrected for optimism",
}
#: A centre nearer to its line than this share of the axis is that line.
NEAR = 1e-3
#: An axis grows by at most this share at either end to hold a band: some bands are endless at an end.
GROWTH = 0.25


def banded(chart: Chart, bands: Mapping[str, Band], *, growth: float = GROWTH) -> Chart:
    """Draw bands behind the lines that bear the same names.

    A cost curve that is drawn from one table is the lower envelope, the best thresholds *of these
    records*; a band is for thresholds chosen on others. Where its centre is thus another line, that
    is drawn too, thin and dashed.

    Parameters
    ----------
    chart : Chart
    bands : mapping of str to Band
        By the label of the line: the name of a model, or "a minus b".
    growth : float
        By which share of its length the y axis may grow at either end to hold the bands.

    Returns
    -------
    Chart
        With its y axis lengthened, and with notes that name the target of the bands.

    Raises
    ------
    InputError
        If the picture has no line of such a name.
    """
    lines = {mark.label: mark for mark in chart.marks if isinstance(mark, Line) and mark.role == "model"}
    if strange := sorted(set(bands) - set(lines)):
        raise InputError(
            "a band must lie behind a line of the picture",
            ", ".join(strange),
            "one of " + ", ".join(lines),
            where=chart.key,
        )
    shown = {name: _finite(band) for name, band in bands.items()}
    y_axis = _holding(chart.y, list(lines.values()), list(shown.values()), growth)
    shades: list[Mark] = [
        Ribbon(band.x, band.low, band.high, label=band_label(band), series=lines[name].series)
        for name, band in shown.items()
    ]
    centres = [line for name, band in shown.items() for line in _centre(name, band, lines[name], y_axis)]
    first = next(i for i, mark in enumerate(chart.marks) if mark.series is not None)
    marks = [_stretched(mark, chart.y, y_axis) for mark in chart.marks]
    marks[first:first] = [*shades, *centres]
    several = len(bands) > 1
    added = (note for band in bands.values() for note in _notes(band, several=several))
    notes = dict.fromkeys([*chart.notes, *added])
    return dataclasses.replace(chart, y=y_axis, marks=marks, notes=tuple(notes))


def band_label(band: Band) -> str:
    """Name a band by its level and by what that is said of.

    Examples
    --------
    >>> from costcurves.inference.estimate import Band
    >>> from costcurves.inference.targets import Scope
    >>> band_label(Band([0.0], [0.5], [0.4], [0.6], scope=Scope.CONDITIONS))
    '95 % band, simultaneous'
    """
    return f"{percent(band.level)} band, {'simultaneous' if band.simultaneous else 'pointwise'}"


def cheaper_over(chart: Chart, ranges: Sequence[CheaperRange], names: Sequence[str], level: float) -> Chart:
    """Mark the ranges of PC(+) in which one of two models is cheaper by more than chance.

    Parameters
    ----------
    chart : Chart
        The difference of two models.
    ranges : sequence of CheaperRange
    names : sequence of str
        All models of the evaluation, in the order of their colours.
    level : float
        Of confidence, for all ranges together.
    """
    band_text = f"{percent(level)} simultaneous"
    kept = [one for one in ranges if one.low < one.high]
    if not kept:
        return dataclasses.replace(
            chart, notes=(*chart.notes, f"Nowhere is either model cheaper by more than chance ({band_text}).")
        )
    named = ((one.low, one.high, one.winner, list(names).index(one.winner)) for one in kept)
    spans = strip(named, f"cheaper by more than chance ({band_text})")
    return dataclasses.replace(chart, marks=(*chart.marks, spans))


def _finite(band: Band) -> Band:
    """Leave out places at which an interval is open."""
    kept = np.isfinite(band.low) & np.isfinite(band.high) & np.isfinite(band.estimate)
    ends = {name: getattr(band, name)[kept] for name in ("x", "estimate", "low", "high")}
    return dataclasses.replace(band, **ends)


def _centre(name: str, band: Band, line: Line, y_axis: Axis) -> list[Line]:
    """Draw the centre of a band where that is another line than the one of the picture."""
    label = CENTRES.get(band.target)
    away = np.abs(band.estimate - np.interp(band.x, line.x, line.y))
    if label is None or np.max(away, initial=0.0) <= NEAR * (y_axis.high - y_axis.low):
        return []
    places = zip(band.x, band.estimate, band.low, band.high, strict=True)
    hover = [
        f"{name}, {label}: {short(x)}, {short(y)} ({percent(band.level)} {short(low)} to {short(high)})"
        for x, y, low, high in places
    ]
    x, y = band.x, band.estimate
    return [Line(x, y, label=label, series=line.series, role="reference", dash="dashed", hover=hover)]


def _notes(band: Band, *, several: bool) -> list[str]:
    """Say what a band is for, what it holds for, and what a reader should know of how it was made."""
    holds = "holds at all places together" if band.simultaneous else "holds at any one place"
    holds += ", for each model by itself" if several else ""
    shaded = f"Shaded: {percent(band.level)} band that {holds}"
    lead = f"{shaded}. It is for {band.target_words}." if band.target_words else f"{shaded}."
    return [lead, *(f"{note[:1].upper()}{note[1:]}." for note in band.notes)]


def _holding(axis: Axis, lines: Sequence[Line], bands: Sequence[Band], growth: float) -> Axis:
    """Lengthen an axis to hold bands; not where it cuts off the lines themselves, nor far."""
    if axis.scale != "linear" or axis.ticks is not None or not any(len(band.x) for band in bands):
        return axis
    most = growth * (axis.high - axis.low)
    low, high = axis.low, axis.high
    if min(float(line.y.min(initial=np.inf)) for line in lines) >= low:
        low = max(min(low, *(float(band.low.min(initial=np.inf)) for band in bands)), low - most)
    if max(float(line.y.max(initial=-np.inf)) for line in lines) <= high:
        high = min(max(high, *(float(band.high.max(initial=-np.inf)) for band in bands)), high + most)
    if (low, high) == (axis.low, axis.high):
        return axis
    kept = {"low": axis.low if low == axis.low else None, "high": axis.high if high == axis.high else None}
    return Axis.around(axis.label, [low, high], **kept)


def _stretched(mark: Mark, old: Axis, new: Axis) -> Mark:
    """Lengthen an upright line that ran from one end of the axis to the other."""
    if isinstance(mark, Line) and mark.y.tolist() == [old.low, old.high]:
        return dataclasses.replace(mark, y=[new.low, new.high])
    return mark
