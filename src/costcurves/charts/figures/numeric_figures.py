"""Figures of numeric predictions: residuals, actual against predicted, loss curves, regression ROC, lift."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import format_value, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.by_name import figure
from costcurves.charts.figures.shift_figures import KEY as SHIFT_COST
from costcurves.charts.figures.shift_figures import shift_cost
from costcurves.charts.figures.subject import Subject, strip
from costcurves.charts.lettering import shorten
from costcurves.charts.marks import Bars, Line, Points, Ribbon
from costcurves.charts.paths import simplified
from costcurves.charts.scales import Axis
from costcurves.errors import no_such
from costcurves.measures.error_shapes import BoxSummary, box_summary, double_lift, error_bins
from costcurves.space.loss_curve import LossCurve, RegressionRoc
from costcurves.space.loss_winners import loss_ranges
from costcurves.tallies.error_tally import ErrorTally

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurves.charts.figures.numeric_subject import NumericSubject
    from costcurves.charts.marks import Mark

#: Points of one model that are drawn; of more, so many at random.
MOST = 2000
#: Vertices along an axis that a reader can tell apart.
RESOLUTION = 1000
#: Room of a name beside an axis in pixels, and the size of its text.
_NAME, _SIZE = 150.0, 11.0
KAPPA = "κ: cost of a unit too low, as a share of both costs"
#: What the sides of 0 mean.
_SIDES = "right of 0 predictions are too low, left of it too high"


# ---- errors ---------------------------------------------------------------------------------


def residuals(subject: NumericSubject) -> Chart:
    """Draw how the errors of each model are spread: a histogram, of several models as outlines."""
    edges, heights = error_bins(subject.models, subject.bins)
    marks: list[Mark] = []
    for series, (name, share) in enumerate(heights.items()):
        if len(heights) == 1:
            texts = [
                f"error {short(low)} to {short(high)}: {short(each)} of the weight"
                for low, high, each in zip(edges[:-1], edges[1:], share.tolist(), strict=True)
            ]
            marks.append(Bars(edges[:-1], edges[1:], share, label=name, series=series, hover=texts))
        else:
            stairs = np.concatenate([[0.0], np.repeat(share, 2), [0.0]])
            marks.append(Line(np.repeat(edges, 2), stairs, label=name, series=series))
    y_axis = Axis.around("Share of the records", [float(np.max(each)) for each in heights.values()], low=0)
    marks.append(Line([0, 0], [0, y_axis.high], label="no error", role="reference"))
    x_axis = Axis("Error: outcome minus prediction", float(edges[0]), float(edges[-1]))
    return Chart("residuals", "Errors", x_axis, y_axis, marks, subtitle=_SIDES)


def box_plot(subject: NumericSubject) -> Chart:
    """Draw quartiles, whiskers and outlying errors of each model, the first at the top."""
    found = {name: box_summary(of.tally) for name, of in subject.models.items()}
    count, marks = len(found), []
    for number, (name, box) in enumerate(found.items()):
        marks += _box(box, name, float(count - number))
    names = [shorten(name, _NAME, _SIZE) for name in found]
    ends = [end for box in found.values() for end in (box.error_low, box.error_high)]
    y_axis = Axis("", 0.5, count + 0.5, ticks=list(range(count, 0, -1)), tick_labels=names)
    marks.append(Line([0, 0], [0.5, count + 0.5], role="reference"))
    notes = ("Box: quartiles and median; whiskers: to the farthest within 1.5 boxes of it.",)
    x_axis = Axis.around("Error: outcome minus prediction", ends)
    return Chart("box_plot", "Errors", x_axis, y_axis, marks, subtitle=_SIDES, notes=notes)


def _box(box: BoxSummary, name: str, y: float) -> list[Mark]:
    """Draw one model."""
    said = f"{name}: quartiles {short(box.lower)}, {short(box.median)}, {short(box.upper)}"
    marks: list[Mark] = [Line([box.low, box.high], [y, y], series=0, dash="solid")]
    if box.lower < box.upper:
        marks.append(Bars([box.lower], [box.upper], [y + 0.25], base=y - 0.25, series=0, hover=[said]))
    marks.append(Line([box.median, box.median], [y - 0.25, y + 0.25], role="decision", dash="solid"))
    if len(box.outlying):
        shown = _some(box.outlying)
        marks.append(Points(shown, np.full(len(shown), y), role="detail", series=0))
    return marks


def actual_predicted(subject: NumericSubject) -> Chart:
    """Draw the outcomes against what was predicted for them."""
    marks: list[Mark] = []
    ends, notes = [], []
    for series, (name, of) in enumerate(subject.models.items()):
        rows = _some(np.arange(len(of.y)))
        if len(rows) < len(of.y):
            notes.append(f"{name}: {len(rows):,} of {len(of.y):,} records are drawn, chosen at random.")
        marks.append(Points(of.prediction[rows], of.y[rows], label=name, series=series))
        ends += [float(f(column)) for column in (of.y, of.prediction) for f in (np.min, np.max)]
    axis = Axis.around("Predicted", ends)
    diagonal = Line([axis.low, axis.high], [axis.low, axis.high], label="as predicted", role="reference")
    y_axis = dataclasses.replace(axis, label="Actual")
    said = "above the line predictions are too low, below it too high"
    return Chart(
        "actual_predicted", "Actual against predicted", axis, y_axis, [diagonal, *marks],
        subtitle=said, notes=notes, square=True,
    )  # fmt: skip


def _some(values: NDArray[Any]) -> NDArray[Any]:
    """Keep so many values as can be drawn, chosen at random."""
    if len(values) <= MOST:
        return values
    return np.sort(np.random.default_rng(0).choice(values, MOST, replace=False))


# ---- costs of a unit ------------------------------------------------------------------------


def loss(subject: NumericSubject) -> Chart:
    """Draw the loss of each model over κ, as it is and with the best shift, and that of the best constant."""
    first = next(iter(subject.models.values()))
    constant = LossCurve.best_shift(ErrorTally.of_errors(first.y, first.weight))
    tallies = {name: of.tally for name, of in subject.models.items()}
    best = {name: LossCurve.best_shift(tally) for name, tally in tallies.items()}
    top = 1.05 * max(float(curve.loss.max()) for curve in (constant, *best.values())) or 1.0
    most = {name: float(curve.loss.max()) for name, curve in subject.baseline.items()}
    top = max([top, *(min(1.05 * each, 1.5 * top) for each in most.values())])
    x_axis, y_axis = Axis(KAPPA, 0, 1), Axis.around("Normalised loss", [top], low=0)
    marks: list[Mark] = [_curve(constant, "best constant", (x_axis, y_axis), role="trivial")]
    marks += [
        _curve(curve, name, (x_axis, y_axis), role="reference") for name, curve in subject.baseline.items()
    ]
    for name, band in subject.bands.items():
        marks.append(Ribbon(band.x, band.low, band.high, series=list(best).index(name)))
    for series, (name, curve) in enumerate(best.items()):
        fixed = LossCurve.fixed(tallies[name])
        marks.append(Line(fixed.kappa, fixed.loss, series=series, role="hull"))
        marks.append(_curve(curve, name, (x_axis, y_axis), series=series))
    names = list(best)
    ranges = [
        (one.low, one.high, one.winner, names.index(one.winner) if one.winner in names else None)
        for one in loss_ranges({**best, "best constant": constant})
    ]
    if len(names) > 1 and len(ranges) <= 40:
        marks.append(strip(ranges, "least loss"))
    if subject.kappa is not None:
        marks.append(
            Line([subject.kappa] * 2, [0, y_axis.high], label=f"κ = {short(subject.kappa)}", role="decision")
        )
    said = "lines: the best shift at each κ, on these records; dotted: predictions as they are"
    notes = [
        f"{name[:1].upper()}{name[1:]}: up to {short(each)}, beyond the picture."
        for name, each in most.items()
        if each > y_axis.high
    ]
    return Chart("loss", "Loss by the costs of a unit", x_axis, y_axis, marks, subtitle=said, notes=notes)


def _curve(
    curve: LossCurve, name: str, axes: tuple[Axis, Axis], *, series: int | None = None, role: str = "model"
) -> Line:
    kept = simplified(axes[0].places(curve.kappa), axes[1].places(curve.loss), RESOLUTION)
    return Line(curve.kappa[kept], curve.loss[kept], label=name, series=series, role=role)


def regression_roc(subject: NumericSubject) -> Chart:
    """Draw the mean over and the mean under of every shift, and mark predictions as they are."""
    found = {name: RegressionRoc.of(of.tally) for name, of in subject.models.items()}
    points = {name: RegressionRoc.point(of.tally) for name, of in subject.models.items()}
    middle = max(
        max(float(curve(x)), x) for curve, (x, _) in zip(found.values(), points.values(), strict=True)
    )
    most = 2.5 * max(middle, *(max(point) for point in points.values())) or 1.0
    axis = Axis.around("Mean over: by how much predictions are too high", [most], low=0)
    y_axis = dataclasses.replace(axis, label="Mean under: by how much they are too low")
    marks: list[Mark] = []
    areas = []
    for series, (name, curve) in enumerate(found.items()):
        kept = simplified(axis.places(curve.over), y_axis.places(curve.under), RESOLUTION)
        marks.append(Line(curve.over[kept], curve.under[kept], label=name, series=series))
        (over, under), said = points[name], f"{name} as it is"
        marks.append(Points([over], [under], series=series, role="decision", hover=[said]))
        areas.append(f"{name} {format_value(curve.area_over)}")
    said = "lines: predictions shifted by every amount; points: as they are"
    notes = [f"Area over the curve, half the variance of the errors: {', '.join(areas)}."]
    return Chart(
        "regression_roc", "Regression ROC curve", axis, y_axis, marks, subtitle=said, notes=notes, square=True
    )


def loss_curve_figure(curve: LossCurve) -> Chart:
    """Draw one loss curve."""
    top = 1.05 * float(curve.loss.max()) or 1.0
    axes = Axis(KAPPA, 0, 1), Axis.around("Normalised loss", [top], low=0)
    return Chart("loss", "Loss by the costs of a unit", *axes, [_curve(curve, "loss", axes, series=0)])


def regression_roc_figure(curve: RegressionRoc) -> Chart:
    """Draw one regression ROC curve as far as either mean is not much above the other."""
    most = 4 * float(np.min(np.maximum(curve.over, curve.under))) or 1.0
    axis = Axis.around("Mean over: by how much predictions are too high", [most], low=0)
    y_axis = dataclasses.replace(axis, label="Mean under: by how much they are too low")
    line = Line(curve.over, curve.under, label=f"area over it {short(curve.area_over)}", series=0)
    return Chart("regression_roc", "Regression ROC curve", axis, y_axis, [line], square=True)


# ---- outcomes in the order of predictions ---------------------------------------------------

#: How axes of curves over depth are headed where numbers are predicted.
_DEPTH = {
    "gains": "Share of the total outcome",
    "lift": "Lift: mean outcome against that of all",
    "deciles": "Lift: mean outcome against that of all",
}


def _over_depth(name: str) -> Callable[[NumericSubject], Chart]:
    """Make a figure of actual outcomes in the order of predictions from that of two classes."""

    def draw(subject: NumericSubject) -> Chart:
        tallies = {model: of.valued for model, of in subject.models.items()}
        options = {"parts": subject.parts} if name == "deciles" else {}
        chart = figure(name)(Subject(tallies), **options)
        of = "Equal parts" if name == "deciles" else "Share"
        x_axis = dataclasses.replace(chart.x, label=f"{of} of the records, highest predictions first")
        y_axis = dataclasses.replace(chart.y, label=_DEPTH[name])
        if name == "gains" and all(
            float(np.max(line.y)) <= 1 for line in chart.marks if isinstance(line, Line)
        ):
            y_axis = Axis(_DEPTH[name], chart.y.low, 1)
        return dataclasses.replace(
            chart, x=x_axis, y=y_axis, subtitle="actual outcomes, ordered by prediction"
        )

    return draw


def double_lift_figure(subject: NumericSubject) -> Chart:
    """Draw two models against the outcomes where they disagree: records by the ratio of both predictions."""
    (a, one), (b, other), *_ = subject.models.items()
    found = double_lift(one, other, subject.parts)
    middle = [part.middle for part in found]
    actual = [part.actual for part in found]
    marks: list[Mark] = [Line(middle, actual, label="actual", role="decision", dash="solid")]
    for series, (name, values) in enumerate(
        ((a, [part.first for part in found]), (b, [part.second for part in found]))
    ):
        marks += [Line(middle, values, label=name, series=series), Points(middle, values, series=series)]
    ends = [value for part in found for value in (part.actual, part.first, part.second)]
    x_axis = Axis(f"Share of the records, by {a} against {b}, the least ratio first", 0, 1)
    said = f"left {a} predicts less than {b}, right more: the one nearer to the actual means is right there"
    return Chart("double_lift", "Double lift", x_axis, Axis.around("Mean", ends), marks, subtitle=said)


#: Figures of numeric predictions by name, with what each shows.
NUMERIC_FIGURES: dict[str, Callable[[NumericSubject], Chart]] = {
    "loss": loss,
    "regression_roc": regression_roc,
    "residuals": residuals,
    "box_plot": box_plot,
    "actual_predicted": actual_predicted,
    **{name: _over_depth(name) for name in _DEPTH},
    "double_lift": double_lift_figure,
    SHIFT_COST: shift_cost,
}


def numeric_figure(name: str) -> Callable[[NumericSubject], Chart]:
    """Find a figure of numeric predictions.

    Examples
    --------
    >>> numeric_figure("loss") is loss
    True
    """
    if name not in NUMERIC_FIGURES:
        raise no_such(name, NUMERIC_FIGURES, what="picture of numeric predictions")
    return NUMERIC_FIGURES[name]
