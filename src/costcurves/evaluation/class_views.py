"""Two-class evaluations of records of many classes: one class against the rest, and pairs of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves.errors import InputError
from costcurves.evaluation.evaluation import Evaluation
from costcurves.tallies.records import Records

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.tallies.class_records import ClassRecords


def one_against_rest(records: ClassRecords, label: str) -> Evaluation:
    """Take one class for positive, all others for negative."""
    place, names = records.classes.index(label), np.array(records.classes)
    scores = {model: score[:, place] for model, score in records.scores.items()}
    predicted = {model: names[codes] for model, codes in records.predicted.items()}
    return _evaluated(records, names[records.codes], scores, predicted, label)


def pair_of_classes(records: ClassRecords, a: str, b: str) -> Evaluation:
    """Keep the records of two classes, and take the first for positive."""
    if a == b:
        raise InputError("a pair must be of two classes", f"{a!r} twice")
    one, other = (records.classes.index(name) for name in (a, b))
    kept = records.take(np.flatnonzero((records.codes == one) | (records.codes == other)))
    names = np.array(records.classes)
    scores = {
        model: _between(score[:, one], score[:, other], is_share=records.has_probabilities(model))
        for model, score in kept.scores.items()
    }
    predicted = {model: np.where(codes == one, a, b) for model, codes in kept.predicted.items()}
    return _evaluated(kept, names[kept.codes], scores, predicted, a)


def _between(one: Floats, other: Floats, *, is_share: bool) -> Floats:
    """The share of one of two probabilities, ½ where both are 0; the difference of other scores."""
    if not is_share:
        return np.asarray(one - other)
    whole = one + other
    return np.asarray(np.divide(one, whole, out=np.full(len(one), 0.5), where=whole > 0))


def _evaluated(
    records: ClassRecords, y_true: Any, scores: dict[str, Any], predicted: dict[str, Any], label: str
) -> Evaluation:
    read = Records.read(
        y_true, scores or None, predictions=predicted, sample_weight=records.weight, pos_label=label,
        fold=records.fold, cluster=records.cluster,
    )  # fmt: skip
    return Evaluation.of_records(read)
