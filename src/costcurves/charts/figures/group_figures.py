"""Charts of groups, one row each: mean ranks of algorithms, and what segments of the records cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from costcurves._ground.number_words import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.lettering import shorten
from costcurves.charts.marks import Bars, Line, Points, Ribbon
from costcurves.charts.scales import Axis
from costcurves.inference.studies.mean_ranks import MeanRanks, groups
from costcurves.inference.studies.posthoc import bonferroni_dunn_test, nemenyi_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.charts.marks import Mark
    from costcurves.inference.estimate import Estimate
    from costcurves.inference.folds.segments import Segment, Segments
    from costcurves.inference.studies.study import Study

#: The ranks of the first and the last of a group, and the group.
Bar: TypeAlias = tuple[float, float, tuple[str, ...]]

#: Room of a name beside the axis, in pixels at this size of text.
_NAME, _SIZE = 150.0, 11.0
#: Distance and thickness of the bars of groups, in rows.
_STEP, _THICK = 0.5, 0.2
#: Room beside the first and the last rank.
_MARGIN = 0.15


def rank_chart(study: Study | MeanRanks, *, alpha: float = 0.05, control: str | None = None) -> Chart:
    """Draw mean ranks with their critical difference.

    One row an algorithm, the best at the top. Without a control, bars above the axis join those that
    Nemenyi's test does not tell apart; with one, a band holds those that Bonferroni and Dunn's test does
    not tell apart from it.

    Parameters
    ----------
    study : Study or MeanRanks
    alpha : float
        Error rate of all comparisons together.
    control : str, optional
        The algorithm that the others are compared with.

    Returns
    -------
    Chart
        Drawn by :meth:`Chart.plot`, or by any renderer.

    References
    ----------
    Demšar, JMLR 7, 2006, section 3.2.4.

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> rank_chart(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12)).subtitle
    'critical difference 0.9568, by Nemenyi at 5 %'
    """
    ranks = MeanRanks.of(study)
    found = (
        nemenyi_test(ranks, alpha=alpha)
        if control is None
        else bonferroni_dunn_test(ranks, control, alpha=alpha)
    )
    reach = found.critical_difference or 0.0
    count = len(ranks.algorithms)
    named = {ranks.algorithms[i]: float(ranks.ranks[i]) for i in ranks.order}
    joined = _levels(groups(ranks, reach), named) if control is None else []
    foot = 0.5 - _STEP * len(joined)
    marks: list[Mark] = []
    if control is not None:
        ends = [named[control] - reach, named[control] + reach]
        label = f"not told apart from {control}"
        marks.append(Ribbon(ends, [foot] * 2, [count + 0.5] * 2, label=label, series=0))
    marks += [
        Line([rank, rank], [foot, count - row], role="detail", dash="dotted")
        for row, rank in enumerate(named.values())
    ]
    marks += _bars(joined, foot)
    marks.append(_scale(reach, count + 1))
    marks += _dots(named, control)
    axes = (
        Axis(
            "Mean rank (1 is best)", 1 - _MARGIN, max(count, 1 + reach) + _MARGIN, ticks=range(1, count + 1)
        ),
        Axis(
            "",
            foot,
            count + 1.5,
            ticks=[count + 1, *range(count, 0, -1)],
            tick_labels=["critical difference", *_row_names(named, control)],
        ),
    )
    of = "" if control is None else f" from {control}"
    said = f"critical difference {short(reach)}{of}, by {found.method} at {percent(alpha)}"
    return Chart("ranks", f"Mean ranks over {ranks.datasets} data sets", *axes, marks, subtitle=said)


def _row_names(named: dict[str, float], control: str | None) -> list[str]:
    """Name each row, with its mean rank."""
    return [
        f"{shorten(name, _NAME, _SIZE)}{' (control)' if name == control else ''}  {rank:.2f}"
        for name, rank in named.items()
    ]


def _dots(named: dict[str, float], control: str | None) -> list[Mark]:
    """Mark the mean rank of each algorithm; that of the control stands out."""
    return [
        Points(
            [rank],
            [len(named) - row],
            series=0,
            role="decision" if name == control else "model",
            hover=[f"{name}: mean rank {short(rank)}"],
        )
        for row, (name, rank) in enumerate(named.items())
    ]


def _scale(reach: float, row: float) -> Mark:
    """Draw the critical difference as a length."""
    left, right, low, high = 1.0, 1.0 + reach, row - 0.18, row + 0.18
    return Line(
        [left, left, left, right, right, right],
        [low, high, row, row, high, low],
        hover=["", "", "", "", "", f"critical difference {short(reach)}"],
    )


def _levels(found: Sequence[tuple[str, ...]], named: dict[str, float]) -> list[list[Bar]]:
    """Lay groups as bars on as few levels as keep them apart, those of better ranks first."""
    levels: list[list[Bar]] = []
    for group in found:
        bar = (named[group[0]], named[group[-1]], group)
        level = next((one for one in levels if one[-1][1] + 2 * _MARGIN < bar[0]), None)
        if level is None:
            levels.append(level := [])
        level.append(bar)
    return levels


def _bars(levels: list[list[Bar]], foot: float) -> list[Mark]:
    """Draw the bars of each level; the first level lies farthest from the axis."""
    marks: list[Mark] = []
    for number, level in enumerate(levels):
        base = foot + _STEP * (len(levels) - number) - (_STEP + _THICK) / 2
        left = [low - _THICK / 4 for low, _, _ in level]
        right = [high + _THICK / 4 for _, high, _ in level]
        hover = [f"{', '.join(group)}: no significant difference" for _, _, group in level]
        ends = [base + _THICK] * len(level)
        label = "" if number else "no significant difference"  # the swatch of one level stands for all
        marks.append(Bars(left, right, ends, base=base, label=label, hover=hover))
    return marks


#: How far the two thresholds of a segment lie from the middle of its row.
_APART = 0.17
#: Thickness of a whisker, in rows.
_WHISKER = 0.06

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
        Drawn by :meth:`Chart.plot`, or by any renderer.

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
    marks += _costs(common, COMMON, 0)
    marks += _costs(own, OWN, 1) if own else []
    high = max(estimate.high for _, estimate, _ in common + own)
    names = [shorten(one.name, _NAME, _SIZE) for one in shown]
    axes = (
        Axis.around("Normalised expected cost", [high], low=0),
        Axis("", 0.5, len(shown) + 0.5, ticks=list(rows.values()), tick_labels=names),
    )
    said = f"PC(+) = {short(found.condition.pc)} over all records; {percent(found.level)} intervals"
    notes = [f"{one.name}: {one.reason}" for one in found.refused]
    return Chart("segments", f"{found.model}: cost by segment", *axes, marks, subtitle=said, notes=notes)


def _costs(rows: list[tuple[Segment, Estimate, float]], label: str, series: int) -> list[Mark]:
    """Draw one dot a row, with its whiskers behind."""
    # Bars, not lines: a terminal would put signs of the series all along a line.
    whiskers: list[Mark] = [
        Bars([found.low], [found.high], [y + _WHISKER / 2], base=y - _WHISKER / 2, series=series)
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
