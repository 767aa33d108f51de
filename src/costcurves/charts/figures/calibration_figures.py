"""Figures of calibration and its repair: reliability diagrams, Murphy curves, concavities of ROC curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.wording import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.curve_figures import RESOLUTION, curve_axis, curve_line, prevalence_text
from costcurves.charts.figures.decision_marks import decision_point
from costcurves.charts.figures.score_figures import CLASS_FIGURES
from costcurves.charts.figures.step_figures import threshold_marks
from costcurves.charts.marks import Axis, Line, Points, Ribbon
from costcurves.charts.paths import simplified
from costcurves.curves.calibration import binned, consistency_band, recalibrated_murphy
from costcurves.curves.calibration import murphy as murphy_curve
from costcurves.curves.calibration import reliability as isotonic_reliability
from costcurves.curves.concavities import concavities as find_concavities
from costcurves.curves.concavities import inverted
from costcurves.curves.curve import Curve
from costcurves.measures.proper_scores import decomposition_by_isotonic_fit
from costcurves.rules.driven_rules import require_probabilities
from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurves.charts.marks import Mark
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.calibration import BinnedReliability
    from costcurves.curves.concavities import Concavity
    from costcurves.tallies.tally import Tally

SCORE = "Score, taken as a probability"
OBSERVED = "Observed share of positives"
PARTS = "Brier score = miscalibration − discrimination + uncertainty:"
#: How bins are told apart, in words.
SPACINGS = {"width": "of equal width", "count": "of equally many records, as far as ties allow"}


# ---- reliability ----------------------------------------------------------------------------


def reliability(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
    level: float = 0.9,
    resamples: int = 200,
) -> Chart:
    """Draw the isotonic fit of the outcomes against the score, with the band it has if scores are calibrated.

    Parameters
    ----------
    level : float
        Share of the fits to calibrated outcomes that lie in the band, score by score.
    resamples : int
        Draws of such outcomes; 0 for no band.
    """
    _require_probabilities(models, "a reliability diagram")
    bands, lines, notes = [], [], [PARTS]
    x_axis, y_axis = Axis(SCORE, 0, 1), Axis(f"{OBSERVED} (isotonic fit)", 0, 1)
    for series, (name, tally) in enumerate(models.items()):
        whole = (tally.positives + tally.negatives).dtype.kind == "i"
        if resamples and whole:
            band = consistency_band(tally, level=level, resamples=resamples)
            bands.append(Ribbon(band.score, band.low, band.high, series=series))
        elif resamples:
            notes.append(f"{name}: no band, since weights that are not whole count no records.")
        curve = Curve("reliability", *isotonic_reliability(tally))
        lines.append(curve_line(name, curve, series, x_axis, y_axis, resolution))
        notes.append(f"{name}: {_parts_text(tally)}.")
    marks: list[Mark] = [*bands, _diagonal(), *lines]
    if decision is not None:
        marks += threshold_marks(decision, y_axis)
    said = prevalence_text(models)
    if bands:
        said = f"shaded: {percent(level)} of the fits at each score if scores were calibrated; {said}"
    return Chart(
        "reliability", "Reliability diagram", x_axis, y_axis, marks, subtitle=said, notes=notes, square=True
    )


def _require_probabilities(models: Mapping[str, Tally], purpose: str) -> None:
    """Refuse scores of any model that are no probabilities."""
    for tally in models.values():
        require_probabilities(tally, purpose)


def _diagonal() -> Line:
    """Draw where calibrated scores lie."""
    return Line([0, 1], [0, 1], label="calibrated", role="trivial")


def _parts_text(tally: Tally) -> str:
    """Part the Brier score of a model."""
    parts = decomposition_by_isotonic_fit(tally)
    values = parts.miscalibration, parts.discrimination, parts.uncertainty
    return f"{short(parts.score)} = " + "{} − {} + {}".format(*map(short, values))


def binned_reliability(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,  # noqa: ARG001 - few marks
    bins: int = 10,
    spacing: str = "width",
    level: float = 0.95,
) -> Chart:
    """Draw the observed share of positives against the mean score, bin by bin, with Wilson intervals.

    Parameters
    ----------
    bins : int
        How many at most.
    spacing : {"width", "count"}
        Bins of equal width, or of equally many records as far as ties allow.
    level : float
        Confidence of each interval.
    """
    _require_probabilities(models, "a reliability diagram")
    y_axis = Axis(OBSERVED, 0, 1)
    marks: list[Mark] = [_diagonal()]
    notes = []
    for series, (name, tally) in enumerate(models.items()):
        found = binned(tally, bins, spacing=spacing, level=level)
        marks += [
            Line([x, x], [low, high], series=series, role="reference")
            for x, low, high in zip(found.score, found.low, found.high, strict=True)
        ]
        marks.append(Line(found.score, found.observed, label=name, series=series))
        marks.append(Points(found.score, found.observed, series=series, hover=_bin_texts(name, found)))
        errors = found.expected_calibration_error, found.maximum_calibration_error
        notes.append(f"{name}: expected calibration error {short(errors[0])}, maximum {short(errors[1])}.")
    if decision is not None:
        marks += threshold_marks(decision, y_axis)
    said = f"{bins} bins {SPACINGS[spacing]}; bars: {percent(level)} intervals; {prevalence_text(models)}"
    return Chart(
        "binned_reliability",
        "Reliability diagram in bins",
        Axis(SCORE, 0, 1),
        y_axis,
        marks,
        subtitle=said,
        notes=notes,
        square=True,
    )


def _bin_texts(name: str, found: BinnedReliability) -> list[str]:
    """Say what each bin holds."""
    fields = ("left", "right", "score", "observed", "low", "high", "share")
    columns = (getattr(found, field).tolist() for field in fields)
    return [
        f"{name}, score {short(left)} to {short(right)}: mean score {short(score)}, "
        f"observed {short(observed)} ({short(low)} to {short(high)}), {percent(share)} of all cases"
        for left, right, score, observed, low, high, share in zip(*columns, strict=True)
    ]


# ---- Murphy curves --------------------------------------------------------------------------


def murphy(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw what probabilities lose at each threshold, with what is left when they are recalibrated.

    A model whose curve is nowhere above another's is at least as good under every proper score.
    """
    _require_probabilities(models, "a Murphy diagram")
    curves = {name: murphy_curve(tally) for name, tally in models.items()}
    p = next(iter(models.values())).prevalence
    x_axis = Axis("Threshold θ: the loss by a false positive, 1 − θ by a false negative", 0, 1)
    y_axis = curve_axis("Mean elementary score", list(curves.values()), "low")
    marks: list[Mark] = [Line([0, p, 1], [0, p * (1 - p), 0], label="prevalence for all", role="trivial")]
    for series, (name, curve) in enumerate(curves.items()):
        best = recalibrated_murphy(models[name])
        marks.append(curve_line(name, best, series, x_axis, y_axis, resolution, "hull"))
        marks.append(curve_line(name, curve, series, x_axis, y_axis, resolution))
    if decision is not None:
        marks += threshold_marks(decision, y_axis)
    notes = ["Dotted: the same scores recalibrated. Twice an area is the Brier score:"]
    notes[0] += " " + ", ".join(f"{name} {short(2 * curve.area)}" for name, curve in curves.items()) + "."
    subtitle = prevalence_text(models)
    return Chart("murphy", "Murphy diagram", x_axis, y_axis, marks, subtitle=subtitle, notes=notes)


# ---- concavities ----------------------------------------------------------------------------


def concavities(
    models: Mapping[str, Tally],
    *,
    decision: Decision | None = None,
    condition: OperatingCondition | None = None,  # noqa: ARG001 - the same of every figure
    resolution: float = RESOLUTION,
) -> Chart:
    """Draw where ROC curves run below their hulls, and what inverting the order there would give."""
    areas, curves, notes = [], [], []
    for series, (name, tally) in enumerate(models.items()):
        roc, mirrored = RocCurve.of(tally), RocCurve.of(inverted(tally))
        hull = roc.hull()
        corners = np.searchsorted(roc.fp + roc.tp, hull.fp + hull.tp).tolist()
        kept = simplified(roc.fpr, roc.tpr, resolution, corners)
        x, y = roc.fpr[kept], roc.tpr[kept]
        areas.append(Ribbon(x, y, np.maximum(hull.tpr_at(x), y), series=series))
        kept = simplified(mirrored.fpr, mirrored.tpr, resolution, corners)
        curves.append(
            Line(mirrored.fpr[kept], mirrored.tpr[kept], series=series, role="reference", dash="dashed")
        )
        curves.append(Line(x, y, label=name, series=series))
        found = find_concavities(tally)
        gains = f"AUC {short(roc.auc)}, merged {short(hull.auc)}, inverted {short(mirrored.auc)}"
        notes.append(f"{name}: {_count_text(found)}; {gains}.")
    marks: list[Mark] = [*areas, Line([0, 1], [0, 1], label="random ranking", role="trivial"), *curves]
    if decision is not None:
        marks.append(decision_point(decision, decision.fpr, decision.tpr))
    return Chart(
        "concavities",
        "Concavities of ROC curves",
        Axis("False positive rate (FPR)", 0, 1),
        Axis("True positive rate (TPR)", 0, 1),
        marks,
        subtitle="shaded: what tying the scores of each concavity gains; dashed: their order inverted",
        notes=notes,
        square=True,
    )


def _count_text(found: tuple[Concavity, ...]) -> str:
    """Say how many concavities there are, and which is the largest."""
    if not found:
        return "no concavity"
    largest = max(found, key=lambda one: one.area)
    count = f"{len(found)} concavities" if len(found) > 1 else "1 concavity"
    if np.isnan(largest.low):
        return f"{count}, the largest of area {short(largest.area)}"
    where = f"at scores from {short(largest.low)} to {short(largest.high)}"
    return f"{count}, the largest of area {short(largest.area)} {where}"


#: Figures of calibration, its repair, and the scores of both classes by name.
CALIBRATION_FIGURES: dict[str, Callable[..., Chart]] = {
    "reliability": reliability,
    "binned_reliability": binned_reliability,
    "murphy": murphy,
    "concavities": concavities,
    **CLASS_FIGURES,
}
