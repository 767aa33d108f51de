"""Decisions that nobody chose: a stated threshold, predicted labels, a confusion matrix."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves.criteria.criterion_spec import GIVEN, CriterionSpec
from costcurves.criteria.decision import Decision
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.errors import InputError
from costcurves.rules.rule import rates_at
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.tallies.tally import Tally

#: Scores that predicted labels become: 1 where they are those of the positive class.
LABELS = (0.0, 1.0)


def at_threshold(tally: Tally, threshold: float, condition: OperatingCondition | None = None) -> Decision:
    """Decide by a stated threshold, whatever the records are.

    Parameters
    ----------
    tally : Tally
    threshold : float
        Finite. Records are flagged from this score on, or up to it where low scores mean positive.
    condition : OperatingCondition, optional
        What it is priced at.

    Returns
    -------
    Decision
        Its criterion has the key "given"; other thresholds may decide these records alike, but not new
        ones.

    Raises
    ------
    InputError
        If the threshold is no finite number, or only operating points are known.

    Examples
    --------
    >>> from costcurves import Tally
    >>> at_threshold(Tally.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1]), 0.5).thresholds.rule
    'score ≥ 0.5'
    """
    t = arrays.real(threshold, "a threshold")
    if not math.isfinite(t):
        raise InputError("a stated threshold must be finite", f"{t!r}", "state a score")
    fpr, tpr = rates_at(tally, np.asarray(t))
    # Only the threshold itself is meant: records between it and the next score may still come.
    low = tally.direction is Direction.LOW
    ends = (t, math.nextafter(t, math.inf)) if low else (math.nextafter(t, -math.inf), t)
    thresholds = ThresholdInterval(*ends, direction=tally.direction)
    spec = CriterionSpec(GIVEN, "a given threshold", {"threshold": t})
    return _decided(tally, thresholds, (float(fpr), float(tpr)), spec, condition)


def by_labels(tally: Tally, label: str, condition: OperatingCondition | None = None) -> Decision:
    """Decide as predicted labels do, which are scores of 0 and 1; `label` spells the positive class."""
    fpr, tpr = rates_at(tally, np.asarray(LABELS[1]))
    spec = CriterionSpec(GIVEN, "predicted labels", {"label": label})
    return _decided(tally, ThresholdInterval(*LABELS), (float(fpr), float(tpr)), spec, condition)


def at_its_point(tally: Tally, condition: OperatingCondition | None = None) -> Decision:
    """Decide as a classifier does of which one operating point is known, such as a confusion matrix.

    Raises
    ------
    InputError
        If there are several operating points.
    """
    cells = tally.cells
    if tally.scored and set(cells.high.tolist()) <= set(LABELS):
        fpr, tpr = (float(rate) for rate in rates_at(tally, np.asarray(LABELS[1])))
    elif len(cells) == len(LABELS):
        roc = RocCurve.of(tally)
        fpr, tpr = float(roc.fpr[1]), float(roc.tpr[1])
    else:
        raise InputError(
            "a classifier as given must have one operating point",
            f"{len(cells) - 1} thresholds" if len(cells) > 1 else "none",
            "state the threshold",
        )
    spec = CriterionSpec(GIVEN, "a given classifier")
    return _decided(tally, ThresholdInterval(math.nan, math.nan), (fpr, tpr), spec, condition)


def _decided(
    tally: Tally,
    thresholds: ThresholdInterval,
    rates: tuple[float, float],
    spec: CriterionSpec,
    condition: OperatingCondition | None,
) -> Decision:
    """Decide for rates, at the stated prevalence or else that of the records."""
    known = tally.counted or tally.stated_prevalence is not None
    placed = condition is not None and condition.placed
    sample = tally.prevalence if known else math.nan
    return Decision(
        thresholds,
        *rates,
        prevalence=condition.prevalence if condition is not None and placed else sample,
        criterion=spec,
        condition=condition,
        sample_prevalence=known and tally.stated_prevalence is None and not placed,
    )
