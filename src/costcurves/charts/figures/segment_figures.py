"""The picture of segments: what one threshold costs in each, and what its own would, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.wording import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.lettering import shorten
from costcurves.charts.marks import Axis, Bars, Line, Points

if TYPE_CHECKING:
    from costcurves.charts.marks import Mark
    from costcurves.inference.estimate import Estimate
    from costcurves.inference.folds.segments import Segment, Segments

__all__ = ["segment_chart"]

#: Room of a name beside the axis, in pixels at this size of text.
_NAME, _SIZE = 150.0, 11.0
#: How far the two thresholds of a segment lie from the middle of its row.
_APART = 0.17
#: Thickness of a whisker, in rows.
_THICK = 0.06

COMMON, OWN = "one threshold for all", "its own threshold"


def segment_chart(found: Segments) -> Chart:
    """Draw NEC by segment as dots with intervals: of one threshold for all, and of its own.

    One row a segment, all records at the top; a dotted line goes down from what all records cost.

    Parameters
    ----------
    found : Segments

    Returns
    -------
    Chart
        Drawn by :func:`costcurves.stats.plot_segments`, or by any renderer.

    Examples
    --------
    >>> from costcurves import Costs, OperatingCondition, Records
    >>> from costcurves.rules import fixed
    >>> from costcurves.stats import segment_costs
    >>> records = Records.read([1, 1, 0, 0, 1, 1, 0, 0], [8, 7, 2, 1, 4, 9, 6, 3], segment=list("aaaabbbb"))
    >>> half = OperatingCondition(0.5, Costs(fp=1, fn=1))
    >>> segment_chart(segment_costs(records, half, rule=fixed(5))).y.tick_labels
    ('all records', 'a', 'b')
    """
    shown = [found.overall, *found.segments]
    rows = {one.name: float(len(shown) - place) for place, one in enumerate(shown)}
    middle = found.overall.nec.estimate
    marks: list[Mark] = [
        Line([middle, middle], [0.5, rows[found.overall.name]], role="detail", dash="dotted")
    ]
    common = [(one, one.nec, rows[one.name] + (_APART if one.own else 0)) for one in shown]
    own = [(one, one.own, rows[one.name] - _APART) for one in found.segments if one.own is not None]
    marks += _dots(common, COMMON, 0)
    marks += _dots(own, OWN, 1) if own else []
    high = max(estimate.high for _, estimate, _ in common + own)
    names = [shorten(one.name, _NAME, _SIZE) for one in shown]
    y_axis = Axis("", 0.5, len(shown) + 0.5, ticks=list(rows.values()), tick_labels=names)
    return Chart(
        "segments",
        f"{found.model}: cost by segment",
        Axis.around("Normalised expected cost", [high], low=0),
        y_axis,
        marks,
        subtitle=f"PC(+) = {short(found.condition.pc)} over all records; {percent(found.level)} intervals",
        notes=[f"{one.name}: {one.reason}" for one in found.refused],
    )


def _dots(rows: list[tuple[Segment, Estimate, float]], label: str, series: int) -> list[Mark]:
    """Draw one dot a row, with its whiskers behind."""
    # Bars, not lines: a terminal would put signs of the series all along a line.
    whiskers: list[Mark] = [
        Bars([found.low], [found.high], [y + _THICK / 2], base=y - _THICK / 2, series=series)
        for _, found, y in rows
        if found.width
    ]
    dots = Points(
        [found.estimate for _, found, _ in rows],
        [y for _, _, y in rows],
        label=label,
        series=series,
        hover=[f"{one.name}, {label}: {found}" for one, found, _ in rows],
    )
    return [*whiskers, dots]
