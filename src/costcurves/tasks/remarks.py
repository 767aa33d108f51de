"""What a careful reader would add: rankings worse than chance, values reached, decisions on few records."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from costcurves.space.roc import RocCurve

if TYPE_CHECKING:
    from costcurves.decisions.decision import Decision
    from costcurves.evaluation.evaluation import Evaluation
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

__all__ = [
    "few_flagged", "known_afterwards", "positives_named", "split_clusters", "worse_than_chance",
]  # fmt: skip

#: An AUC so many standard errors of a random ranking below a half is no accident.
_FAR = 3.0

#: A decision that flags fewer records than this stands on few.
_FEW = 10

#: Labels of which everybody knows that they are positive.
_TELLING = ("1", "+1", "true", "t", "yes", "y", "positive", "pos", "+")


def worse_than_chance(evaluation: Evaluation) -> tuple[str, ...]:
    """Warn of models whose scores seem to be the wrong way round."""
    said = []
    for model, tally in evaluation.models.items():
        auc = _far_below(tally)
        if auc is None:
            continue
        lower = model in evaluation.lower_is_positive
        fix = (
            "if high scores mean positive, do not call it lower"
            if lower
            else f"if low scores mean positive, say --lower {model}"
        )
        said.append(f"{model} ranks worse than chance (AUC {auc:.2f}): {fix}")
    return tuple(said)


def _far_below(tally: Tally) -> float | None:
    """Return the AUC where it is lower than any random ranking's is likely to be (Mann and Whitney, 1947)."""
    if not (tally.scored and tally.counted):
        return None
    auc = float(RocCurve.ranked(tally).auc)
    m, n = tally.total_positive, tally.total_negative
    return auc if auc < 0.5 - _FAR * math.sqrt((m + n + 1) / (12 * m * n)) else None


def positives_named(positive: str) -> str:
    """Say which records are the positives, where their label does not tell."""
    if not positive or positive.lower() in _TELLING:
        return ""
    return f"Positives are the records labelled {positive!r}."


def known_afterwards(records: Records) -> tuple[str, ...]:
    """Warn of costs that vary among one class only: known before the label, they would vary among both."""
    if records.costs is None:
        return ()
    costs = records.costs
    said = []
    for saved, rows, outcomes, others in (
        (costs.fn - costs.tp, records.is_positive, "fn and tp", "negatives"),
        (costs.tn - costs.fp, ~records.is_positive, "fp and tn", "positives"),
    ):
        if np.ptp(saved[rows]) > 0 and np.ptp(saved[~rows]) == 0:
            said.append(
                f"the costs of {outcomes} vary, but not among the {others}: if they are known only "
                "afterwards, Bayes' rule by record uses the label, and its total means nothing"
            )
    return tuple(said)


def split_clusters(records: Records) -> tuple[str, ...]:
    """Warn of folds that part what belongs together: then records like the judges choose thresholds, too."""
    if records.fold is None or records.cluster is None:
        return ()
    places = set(zip(records.cluster.tolist(), records.fold.tolist(), strict=True))
    parted = sum(count > 1 for count in Counter(cluster for cluster, _ in places).values())
    if not parted:
        return ()
    said = "1 cluster lies" if parted == 1 else f"{parted:,} clusters lie"
    said += (
        " in more than one fold: thresholds are then chosen on records like those that judge them, so that "
    )
    said += "costs look too low and intervals too narrow; keep every cluster in one fold"
    return (said,)


def few_flagged(decision: Decision, chooser: Evaluation) -> str:
    """Say so if a decision flags only few of the records that chose it; empty otherwise.

    Parameters
    ----------
    decision : Decision
        With its rates on those records.
    chooser : Evaluation
        The records as they were counted, without weights.
    """
    tally, records = chooser.tally(decision.model), chooser.records
    weighted = records is not None and records.weight is not None
    if decision.flags != "some" or decision.other is not None or weighted or not tally.counted:
        return ""
    flagged = round(decision.tpr * tally.total_positive + decision.fpr * tally.total_negative)
    if flagged >= _FEW:
        return ""
    said = "one record" if flagged == 1 else f"{flagged} records"
    return f"Only {said} of {chooser.name} {'is' if flagged == 1 else 'are'} flagged: too few to rely on."
