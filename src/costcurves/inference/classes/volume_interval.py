"""The volume under the ROC surface of three ordered classes, with its interval."""

from __future__ import annotations

from typing import Any

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.classes.class_spread import ClassUnits, bounded
from costcurves.inference.estimate import Estimate, confidence
from costcurves.measures.ordered_volume import OrderedVolume
from costcurves.tallies.class_labels import ClassLabels
from costcurves.tallies.class_records import ClassRecords

METHOD = "as of a rate that varies as much (U-statistic)"
TITLE = "volume under the ROC surface"


def ordered_volume(
    y_true: Any,
    y_score: Any,
    *,
    order: Any,
    sample_weight: Any = None,
    cluster: Any = None,
    level: float = 0.95,
) -> Estimate:
    """Volume under the ROC surface of three classes in an order: P(X₁ < X₂ < X₃) of one score.

    X₁ = X₂ < X₃ and X₁ < X₂ = X₃ count ½, three equal scores 1/6; chance is 1/6, and the volumes of the six
    orders add up to 1.

    Parameters
    ----------
    y_true : array_like, shape (records,)
        Labels of three classes.
    y_score : array_like, shape (records,)
        One score, greater for later classes.
    order : sequence
        The three classes, the one of the lowest scores first.
    sample_weight, cluster : array_like, optional
    level : float

    Returns
    -------
    Estimate
        In [0, 1]. Its variance is that of a U-statistic (sums over classes of what each record counts); where
        that is 0, as if the smallest class were seen to succeed or fail throughout.

    Raises
    ------
    InputError
        If there are not three classes, or columns do not fit.
    UndefinedError
        If a class has no records.

    References
    ----------
    Mossman (1999), Medical Decision Making 19; Dreiseitl, Ohno-Machado & Binder (2000), ibid. 20.

    Examples
    --------
    >>> y, score = ["low"] * 4 + ["mid"] * 3 + ["high"] * 3, [1, 2, 3, 4, 2, 4, 5, 4, 6, 7]
    >>> round(ordered_volume(y, score, order=["low", "mid", "high"]).estimate, 6)
    0.587963
    """
    truth = ClassLabels.read(y_true, order)
    if len(truth.classes) != 3:
        raise InputError(
            "the volume under the ROC surface needs three classes in order", f"{len(truth.classes)}"
        )
    score = arrays.numbers(y_score, "y_score")
    arrays.check_length(score, len(truth.codes), "y_score")
    arrays.refuse_nan(score, "y_score")
    weight = arrays.weights(sample_weight, len(score))
    records = ClassRecords(
        truth.classes, truth.codes, {}, {}, (), weight, None, _clusters(cluster, len(score))
    )
    records.require_all_classes()
    return volume_of(records, score, level)


def volume_of(records: ClassRecords, score: arrays.Floats, level: float) -> Estimate:
    """Return the volume of records of three classes in their order."""
    if len(records.classes) != 3:
        raise UndefinedError("a volume under the ROC surface needs three classes", f"{len(records.classes)}")
    found, units = OrderedVolume.of(records.codes, score, records.weight), ClassUnits(records)
    variance, size = units.of_classes(found.parts), float(units.effective.min())
    low, high = bounded(found.volume, variance, (0.0, 1.0), size, confidence(level))
    return Estimate(found.volume, low, high, level, METHOD, TITLE)


def _clusters(cluster: Any, count: int) -> Any:
    if cluster is None:
        return None
    column = np.asarray(cluster)
    arrays.check_length(column, count, "cluster")
    return column
