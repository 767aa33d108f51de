"""Figures of the two classes: their scores as histograms and densities, and two predictors of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.marks import Bars, Line, Points
from costcurves.charts.scales import Axis, scale_of, tick_texts
from costcurves.curves.distributions import BINS, score_density, score_edges, score_histogram

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves._ground.arrays import Floats, Numbers
    from costcurves.charts.figures.subject import Subject
    from costcurves.charts.marks import Mark
    from costcurves.curves.distributions import ScoreHistogram
    from costcurves.curves.separation import DecisionLine, Separation

#: Points of one class that are drawn; of more, so many at random.
MOST = 4000
#: Ticks of an axis that runs both ways.
TICKS = 6


# ---- scores ---------------------------------------------------------------------------------


def histogram(subject: Subject, *, bins: int = BINS, counts: bool = False) -> Chart:
    """Draw the scores of both classes in bins, back to back: positives upward, negatives downward.

    Parameters
    ----------
    bins : int
        How many, equally wide.
    counts : bool
        Draw weights of records, at a stated prevalence if there is one; by default the density of
        each class, its share by width of the bin, which shows a rare class too.
    """
    edges = score_edges(subject.models.values(), bins)
    found = {name: score_histogram(tally, edges) for name, tally in subject.models.items()}
    marks: list[Mark] = []
    heights: list[Numbers] = []
    for series, (name, one) in enumerate(found.items()):
        up, down = (one.positives, one.negatives) if counts else (one.positive_density, one.negative_density)
        heights += [up, 0.0 - down]
        marks += _bars(one, up, down) if len(found) == 1 else _stairs(name, one.edges, up, down, series)
    y_axis = _both_ways("Weight of the records" if counts else "Density of the class", heights)
    x_axis = Axis("Score", float(edges[0]), float(edges[-1]))
    marks.append(Line([edges[0], edges[-1]], [0, 0], role="reference"))
    marks += subject.decision_thresholds(y_axis)
    said = f"positives upward, negatives downward; {bins} bins of width {short(float(edges[1] - edges[0]))}"
    shares = sorted({t.stated_prevalence for t in subject.models.values() if t.stated_prevalence is not None})
    if counts and shares:
        said += f"; classes weighted by a stated prevalence of {' or '.join(map(percent, shares))}"
    notes = [
        f"{name}: scores outside the bins, {short(sum(one.outside))} by weight, are left out."
        for name, one in found.items()
        if any(one.outside)
    ]
    return Chart("histogram", "Scores by class", x_axis, y_axis, marks, subtitle=said, notes=notes)


def _bars(found: ScoreHistogram, up: Numbers, down: Numbers) -> list[Mark]:
    """Draw the bins of one model as bars of two colours."""
    left, right = found.edges[:-1], found.edges[1:]
    columns = (left, right, found.positives, found.negatives)
    texts = [
        f"score {short(low)} to {short(high)}: {short(p)} positives, {short(n)} negatives"
        for low, high, p, n in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return [
        Bars(left, right, up, label="positives", series=0, hover=texts),
        Bars(left, right, 0.0 - down, label="negatives", series=1, hover=texts),
    ]


def _stairs(name: str, edges: Floats, up: Numbers, down: Numbers, series: int) -> list[Mark]:
    """Draw the outlines of the bins of one model among several."""
    x = np.repeat(edges, 2)
    above, below = (np.concatenate([[0.0], np.repeat(column, 2), [0.0]]) for column in (up, down))
    return [
        Line(x, above, label=name, series=series),
        Line(x, 0.0 - below, label=name, series=series),
    ]


def _both_ways(title: str, heights: Sequence[Numbers]) -> Axis:
    """Choose a y axis with 0 inside whose ticks show sizes on both sides."""
    values = np.concatenate(heights)
    room = 0.05 * float(np.max(np.abs(values)))
    low, high = float(values.min(initial=0.0)) - room, float(values.max(initial=0.0)) + room
    ticks = scale_of("linear").ticks(low, high, TICKS)
    return Axis(title, low, high, ticks=ticks, tick_labels=tick_texts([abs(tick) for tick in ticks]))


def density(subject: Subject, *, bandwidth: float | None = None) -> Chart:
    """Draw the smooth density of the scores of each class.

    Parameters
    ----------
    bandwidth : float, optional
        Of the normal curve about every score; by default Scott's rule in each class.
    """
    found = {name: score_density(tally, bandwidth) for name, tally in subject.models.items()}
    marks: list[Mark] = []
    notes = []
    alone = len(found) == 1
    for place, (name, one) in enumerate(found.items()):
        classes = (("positives", one.positive, "solid"), ("negatives", one.negative, "dashed"))
        for which, (label, values, dash) in enumerate(classes):
            text, series = (label, which) if alone else (f"{name}: {label}", place)
            marks.append(Line(one.score, values, label=text, series=series, dash=dash))
        widths = " and ".join(short(h) for h in one.bandwidth)
        notes.append(f"{name}: bandwidth {widths} (positives and negatives).")
        if any(one.outside):
            notes.append(f"{name}: infinite scores, {short(sum(one.outside))} by weight, are left out.")
    ends = [(one.score[0], one.score[-1]) for one in found.values()]
    x_axis = Axis("Score", float(np.min(ends)), float(np.max(ends)))
    tops = [1.05 * max(one.positive.max(), one.negative.max()) for one in found.values()]
    y_axis = Axis.around("Density", tops, low=0)
    marks += subject.decision_thresholds(y_axis)
    chosen = "Scott's rule" if bandwidth is None else "stated bandwidth"
    said = f"normal curves about the scores, {chosen}; each class has area 1"
    title = "Densities of the scores by class"
    return Chart("density", title, x_axis, y_axis, marks, subtitle=said, notes=notes)


# ---- predictors -----------------------------------------------------------------------------


def separation(found: Separation, *, line: DecisionLine | None = None) -> Chart:
    """Draw two predictors against each other, marked by class, with the line of a rule.

    Parameters
    ----------
    found : Separation
        The records; it is the one picture that needs them.
    line : DecisionLine, optional
        The rule; its outcomes are noted.
    """
    x_axis, y_axis = _snug(found.names[0], found.x), _snug(found.names[1], found.y)
    marks: list[Mark] = []
    notes = []
    # Positives are mostly the rarer ones: drawn last, they stay visible.
    for series, name, side in ((1, found.negative, False), (0, found.positive, True)):
        rows = np.flatnonzero(found.is_positive == side)
        if len(rows) > MOST:
            notes.append(f"Class {name}: {MOST} of {len(rows)} records are drawn, chosen at random.")
            rows = np.sort(np.random.default_rng(0).choice(rows, MOST, replace=False))
        marks.append(Points(found.x[rows], found.y[rows], label=f"class {name}", series=series))
    subtitle = ""
    if line is not None:
        ends = line.within((x_axis.low, x_axis.high), (y_axis.low, y_axis.high))
        left, sign, right = _rule_parts(line, found.names)
        marks.append(Line(*ends, label=f"{left} = {right}", role="decision"))
        outcomes = found.confusion(line)
        counts = outcomes.tp, outcomes.positives, outcomes.fp, outcomes.negatives
        tp, p, fp, n = (short(float(weight)) for weight in counts)
        flagged = f"{tp} of {p} of class {found.positive}, {fp} of {n} of class {found.negative}"
        subtitle = f"flagged where {left} {sign} {right}: {flagged}"
    title = f"{found.names[0]} and {found.names[1]} by class"
    return Chart("separation", title, x_axis, y_axis, marks, subtitle=subtitle, notes=notes)


def _snug(title: str, values: Floats) -> Axis:
    """Choose an axis on which no point lies at the very edge."""
    low, high = float(values.min()), float(values.max())
    room = 0.04 * (high - low) or 0.5
    return Axis(title, low - room, high + room)


def _rule_parts(line: DecisionLine, names: tuple[str, str]) -> tuple[str, str, str]:
    """Word both sides of a linear rule and its sign, turned to be read where one predictor decides."""
    if line.a == 0 or line.b == 0:
        name, weight = (names[0], line.a) if line.b == 0 else (names[1], line.b)
        return name, "≥" if weight > 0 else "≤", short(line.c / weight)
    sign = "+" if line.b > 0 else "−"
    first = names[0] if line.a == 1 else f"{short(line.a)}·{names[0]}"
    second = names[1] if abs(line.b) == 1 else f"{short(abs(line.b))}·{names[1]}"
    return f"{first} {sign} {second}", "≥", short(line.c)


#: Figures of the scores of both classes by name; that of predictors takes records, not tallies.
CLASS_FIGURES: dict[str, Callable[..., Chart]] = {"histogram": histogram, "density": density}
