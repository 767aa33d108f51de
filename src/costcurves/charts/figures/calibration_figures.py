"""Figures of calibration and its repair: reliability diagrams, Murphy curves, concavities of ROC curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import percent, short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.roc_and_cost_figures import RANDOM, ROC_AXES
from costcurves.charts.figures.score_figures import CLASS_FIGURES
from costcurves.charts.figures.subject import Subject, curve_axis
from costcurves.charts.figures.threshold_lines import corners_on
from costcurves.charts.marks import Line, Points, Ribbon
from costcurves.charts.paths import simplified
from costcurves.charts.scales import Axis
from costcurves.curves.calibration import binned, consistency_band, recalibrated_murphy
from costcurves.curves.calibration import murphy as murphy_curve
from costcurves.curves.calibration import reliability as isotonic_reliability
from costcurves.curves.concavities import concavities as find_concavities
from costcurves.curves.concavities import inverted
from costcurves.curves.curve import Curve
from costcurves.measures.proper_scores import decomposition_by_isotonic_fit
from costcurves.space.roc import RocCurve
from costcurves.tallies.probabilities import probabilities_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.charts.marks import Mark
    from costcurves.curves.calibration import BinnedReliability
    from costcurves.curves.concavities import Concavity
    from costcurves.tallies.tally import Tally

SCORE = Axis("Score, taken as a probability", 0, 1)
OBSERVED = "Observed share of positives"
PARTS = "Brier score = miscalibration − discrimination + uncertainty:"
#: Where calibrated scores lie.
DIAGONAL = Line([0, 1], [0, 1], label="calibrated", role="trivial")
#: How bins are told apart, in words.
SPACINGS = {"width": "of equal width", "count": "of equally many records, as far as ties allow"}


def reliability(subject: Subject, *, level: float = 0.9, resamples: int = 200) -> Chart:
    """Draw the isotonic fit of the outcomes against the score, with the band expected of calibrated scores.

    Parameters
    ----------
    level : float
        Share of the fits to calibrated outcomes that lie in the band, score by score.
    resamples : int
        Draws of such outcomes; 0 for no band.
    """
    _require_probabilities(subject, "a reliability diagram")
    bands, lines, notes = [], [], [PARTS]
    axes = SCORE, Axis(f"{OBSERVED} (isotonic fit)", 0, 1)
    for series, (name, tally) in enumerate(subject.models.items()):
        whole = (tally.positives + tally.negatives).dtype.kind == "i"
        if resamples and whole:
            band = consistency_band(tally, level=level, resamples=resamples)
            bands.append(Ribbon(band.score, band.low, band.high, series=series))
        elif resamples:
            notes.append(f"{name}: no band, since weights that are not whole do not count records.")
        curve = Curve("reliability", *isotonic_reliability(tally))
        lines.append(subject.line(name, curve, series, axes))
        notes.append(f"{name}: {_parts_text(tally)}.")
    marks: list[Mark] = [*bands, DIAGONAL, *lines, *subject.decision_probabilities(axes[1])]
    said = subject.prevalence_text
    if bands:
        said = f"shaded: {percent(level)} of the fits at each score if scores were calibrated; {said}"
    title = "Reliability diagram"
    return Chart("reliability", title, *axes, marks, subtitle=said, notes=notes, square=True)


def _require_probabilities(subject: Subject, purpose: str) -> None:
    for tally in subject.models.values():
        probabilities_of(tally, purpose)


def _parts_text(tally: Tally) -> str:
    parts = decomposition_by_isotonic_fit(tally)
    values = parts.miscalibration, parts.discrimination, parts.uncertainty
    return f"{short(parts.score)} = " + "{} − {} + {}".format(*map(short, values))


def binned_reliability(
    subject: Subject, *, bins: int = 10, spacing: str = "width", level: float = 0.95
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
    _require_probabilities(subject, "a reliability diagram")
    y_axis = Axis(OBSERVED, 0, 1)
    marks: list[Mark] = [DIAGONAL]
    notes = []
    for series, (name, tally) in enumerate(subject.models.items()):
        found = binned(tally, bins, spacing=spacing, level=level)
        marks += [
            Line([x, x], [low, high], series=series, role="reference")
            for x, low, high in zip(found.score, found.low, found.high, strict=True)
        ]
        marks.append(Line(found.score, found.observed, label=name, series=series))
        marks.append(Points(found.score, found.observed, series=series, hover=_bin_texts(name, found)))
        errors = found.expected_calibration_error, found.maximum_calibration_error
        notes.append(f"{name}: expected calibration error {short(errors[0])}, maximum {short(errors[1])}.")
    marks += subject.decision_probabilities(y_axis)
    said = f"{bins} bins {SPACINGS[spacing]}; bars: {percent(level)} intervals; {subject.prevalence_text}"
    key, title = "binned_reliability", "Reliability diagram in bins"
    return Chart(key, title, SCORE, y_axis, marks, subtitle=said, notes=notes, square=True)


def _bin_texts(name: str, found: BinnedReliability) -> list[str]:
    fields = ("left", "right", "score", "observed", "low", "high", "share")
    columns = (getattr(found, field).tolist() for field in fields)
    return [
        f"{name}, score {short(left)} to {short(right)}: mean score {short(score)}, "
        f"observed {short(observed)} ({short(low)} to {short(high)}), {percent(share)} of all cases"
        for left, right, score, observed, low, high, share in zip(*columns, strict=True)
    ]


def murphy(subject: Subject) -> Chart:
    """Draw what probabilities lose at each threshold, with what is left when they are recalibrated.

    A model whose curve is nowhere above another's is at least as good under every proper score.
    """
    _require_probabilities(subject, "a Murphy diagram")
    curves = {name: murphy_curve(tally) for name, tally in subject.models.items()}
    p = subject.first.prevalence
    axes = (
        Axis("Threshold θ: the loss by a false positive, 1 − θ by a false negative", 0, 1),
        curve_axis("Mean elementary score", list(curves.values()), "low"),
    )
    marks: list[Mark] = [Line([0, p, 1], [0, p * (1 - p), 0], label="prevalence for all", role="trivial")]
    for series, (name, curve) in enumerate(curves.items()):
        best = recalibrated_murphy(subject.models[name])
        marks.append(subject.line(name, best, series, axes, "hull"))
        marks.append(subject.line(name, curve, series, axes))
    marks += subject.decision_probabilities(axes[1])
    areas = ", ".join(f"{name} {short(2 * curve.area)}" for name, curve in curves.items())
    note = f"Dotted: the same scores recalibrated. Twice an area is the Brier score: {areas}."
    return Chart("murphy", "Murphy diagram", *axes, marks, subtitle=subject.prevalence_text, notes=(note,))


def concavities(subject: Subject) -> Chart:
    """Draw where ROC curves run below their hulls, and what inverting the order there would give."""
    areas, curves, notes = [], [], []
    for series, (name, tally) in enumerate(subject.models.items()):
        roc, mirrored = RocCurve.of(tally), RocCurve.of(inverted(tally))
        hull = roc.hull()
        corners = corners_on(roc, hull)
        kept = simplified(roc.fpr, roc.tpr, subject.resolution, corners)
        x, y = roc.fpr[kept], roc.tpr[kept]
        areas.append(Ribbon(x, y, np.maximum(hull.tpr_at(x), y), series=series))
        kept = simplified(mirrored.fpr, mirrored.tpr, subject.resolution, corners)
        turned = mirrored.fpr[kept], mirrored.tpr[kept]
        curves.append(Line(*turned, series=series, role="reference", dash="dashed"))
        curves.append(Line(x, y, label=name, series=series))
        gains = f"AUC {short(roc.auc)}, merged {short(hull.auc)}, inverted {short(mirrored.auc)}"
        notes.append(f"{name}: {_count_text(find_concavities(tally))}; {gains}.")
    marks: list[Mark] = [*areas, RANDOM, *curves]
    if subject.decision is not None:
        marks += subject.decision_point(subject.decision.fpr, subject.decision.tpr)
    said = "shaded: what tying the scores of each concavity gains; dashed: their order inverted"
    title = "Concavities of ROC curves"
    return Chart("concavities", title, *ROC_AXES, marks, subtitle=said, notes=notes, square=True)


def _count_text(found: tuple[Concavity, ...]) -> str:
    if not found:
        return "no concavity"
    largest = max(found, key=lambda one: one.area)
    count = f"{len(found)} concavities" if len(found) > 1 else "1 concavity"
    if np.isnan(largest.low):
        return f"{count}, the largest of area {short(largest.area)}"
    where = f"at scores from {short(largest.low)} to {short(largest.high)}"
    return f"{count}, the largest of area {short(largest.area)} {where}"


#: Figures that take scores as probabilities.
OF_PROBABILITIES: tuple[Callable[..., Chart], ...] = (reliability, binned_reliability, murphy)
#: Figures of calibration, its repair, and the scores of both classes by name.
CALIBRATION_FIGURES: dict[str, Callable[..., Chart]] = {
    "reliability": reliability,
    "binned_reliability": binned_reliability,
    "murphy": murphy,
    "concavities": concavities,
    **CLASS_FIGURES,
}
