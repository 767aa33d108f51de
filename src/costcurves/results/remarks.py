"""What a careful reader would add: rankings worse than chance, values reached, decisions on few records."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.number_words import percent
from costcurves.errors import InputError, UndefinedError
from costcurves.measures.summaries import auc
from costcurves.tallies import probabilities
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.criteria.criterion import Criterion
    from costcurves.criteria.decision import Decision
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

#: What is said unless thresholds are chosen elsewhere.
SAME_RECORDS = "thresholds chosen and judged on the same records"

#: An AUC so many standard errors of a random ranking below a half is no accident.
_FAR = 3.0

#: Mean scores whose odds are off by a factor of 2 do not come of the share of positives.
_MISSED = math.log(2)

#: A decision that flags fewer records than this stands on few.
_FEW = 10

#: Labels of which everybody knows that they are positive.
_TELLING = ("1", "+1", "true", "t", "yes", "y", "positive", "pos", "+")


@dataclasses.dataclass(frozen=True, slots=True)
class Remark:
    """A fact about records or about a decision that a careful reader would add.

    Attributes
    ----------
    kind : str
        "worse_than_chance", "clipped", "no_probabilities", "calibrated_elsewhere", "costs_known_afterwards",
        "split_clusters", "positive_class", "reached" (a measure, or the worst case), "few_flagged" or
        "not_left_out".
    sentence : str
        The fact in words.
    facts : dict of str to object
        The numbers and names in it.
    """

    kind: str
    sentence: str
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence


# ---- about records --------------------------------------------------------------------------


def worse_than_chance(models: Mapping[str, Tally]) -> Iterable[Remark]:
    """Warn of models whose scores seem to be the wrong way round."""
    for model, tally in models.items():
        if not (tally.scored and tally.counted):
            continue
        area, m, n = auc(tally), tally.total_positive, tally.total_negative
        # Lower than any random ranking's is likely to be (Mann and Whitney, 1947).
        if not area < 0.5 - _FAR * math.sqrt((m + n + 1) / (12 * m * n)):
            continue
        fix = (
            "if high scores mean positive, leave out --lower (in Python lower_is_positive=)"
            if tally.direction is Direction.LOW
            else f"if low scores mean positive, use --lower {model} (in Python lower_is_positive=)"
        )
        sentence = f"{model} ranks worse than chance (AUC {area:.2f}): {fix}"
        yield Remark("worse_than_chance", sentence, {"model": model, "auc": area})


def known_afterwards(records: Records) -> Iterable[Remark]:
    """Warn of costs that vary among one class only: known before the label, they would vary among both."""
    if records.costs is None:
        return
    costs = records.costs
    for saved, rows, outcomes, others in (
        (costs.fn - costs.tp, records.is_positive, ("fn", "tp"), "negatives"),
        (costs.tn - costs.fp, ~records.is_positive, ("fp", "tn"), "positives"),
    ):
        if np.ptp(saved[rows]) > 0 and np.ptp(saved[~rows]) == 0:
            sentence = (
                f"the costs of {' and '.join(outcomes)} vary, but not among the {others}: if they are known "
                "only afterwards, Bayes' rule by record uses the label, and its total means nothing"
            )
            yield Remark("costs_known_afterwards", sentence, {"outcomes": outcomes})


def split_clusters(records: Records) -> Iterable[Remark]:
    """Warn of folds that part what belongs together: then records like the judges choose thresholds, too."""
    if records.fold is None or records.cluster is None:
        return
    places = set(zip(records.cluster.tolist(), records.fold.tolist(), strict=True))
    parted = sum(count > 1 for count in Counter(cluster for cluster, _ in places).values())
    if not parted:
        return
    sentence = "1 cluster lies" if parted == 1 else f"{parted:,} clusters lie"
    sentence += (
        " in more than one fold: thresholds are then chosen on records like those they are judged on, so "
        "costs look too low and intervals too narrow; keep every cluster in one fold"
    )
    yield Remark("split_clusters", sentence, {"clusters": parted})


def clipped(models: Mapping[str, Tally]) -> Iterable[Remark]:
    """Say which scores rounding put beyond [0, 1], and what they count as."""
    for model, tally in models.items():
        if count := probabilities.clipped(tally):
            lie = "1 score of {} lies" if count == 1 else f"{count:,.6g} scores of {{}} lie"
            sentence = (
                f"{lie.format(model)} beyond [0, 1] by rounding: 0 or 1 stands for it where scores are taken "
                "as probabilities"
            )
            yield Remark("clipped", sentence, {"model": model, "scores": count})


def no_probabilities(model: str, problem: InputError) -> Remark:
    """Say that a model is left out of what needs probabilities, by the error that it would be."""
    where = f" ({problem.where})" if problem.where else ""
    sentence = (
        f"{model} is left out, since it has no scores that are probabilities: got {problem.came}{where}"
    )
    return Remark("no_probabilities", sentence, {"model": model})


def calibrated_elsewhere(models: Mapping[str, Tally]) -> Iterable[Remark]:
    """Warn of scores that seem to be probabilities of the records, not of a stated share of positives."""
    for model, tally in models.items():
        share = tally.stated_prevalence
        if share is None or not tally.counted or tally.odds != 1:
            continue
        try:
            mean, error = _mean_score(tally)
            moved, _ = _mean_score(probabilities.recalibrated(tally, share))
        except (InputError, UndefinedError):
            continue
        off, then = (abs(_logit(one) - _logit(share)) for one in (mean, moved))
        if off < _MISSED or abs(mean - share) < _FAR * error or then >= off:
            continue
        own = tally.total_positive / (tally.total_positive + tally.total_negative)
        sentence = (
            f"{model} has a mean score of {percent(mean)} at the stated prevalence of {percent(share)}: its "
            f"scores seem to be probabilities of records of which {percent(own)} are positive, as these are; "
            f"add --recalibrate-to {100 * share:.12g}% (in Python recalibrated_to({share:.12g}))"
        )
        yield Remark("calibrated_elsewhere", sentence, {"model": model, "mean": mean, "prevalence": share})


def _mean_score(tally: Tally) -> tuple[float, float]:
    """Mean probability at the stated prevalence, with its standard error."""
    cells, share = probabilities.probabilities_of(tally, "a mean score").cells, tally.prevalence
    means, variance = [], 0.0
    for weight, part in ((cells.positives, share), (cells.negatives, 1 - share)):
        mean = float(np.average(cells.high, weights=weight))
        spread = float(np.average((cells.high - mean) ** 2, weights=weight))
        variance += part**2 * spread / float(weight.sum())
        means.append(part * mean)
    return sum(means), math.sqrt(variance)


def _logit(share: float) -> float:
    """Log-odds; far away at 0 and 1."""
    return math.log(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


# ---- about a decision -----------------------------------------------------------------------


def positive_class(records: Records | None) -> Iterable[Remark]:
    """Say which records are the positives, where their label does not tell."""
    label = "" if records is None else records.positive
    if label and label.lower() not in _TELLING:
        yield Remark("positive_class", f"Positives are the records labelled {label!r}.", {"label": label})


def reached(decision: Decision, criterion: Criterion | None, models: Mapping[str, Tally]) -> Iterable[Remark]:
    """Say how well a decision meets its criterion on the records that judge it, where rates do not tell."""
    sentence = "" if criterion is None else criterion.reached(decision, models)
    if sentence:
        yield Remark("reached", sentence, {"criterion": decision.criterion.key})


def few_flagged(decision: Decision, tally: Tally, records: Records | None, name: str) -> Iterable[Remark]:
    """Say so if a decision flags only few of the records that chose it.

    Parameters
    ----------
    decision : Decision
        With its rates on those records.
    tally : Tally
        The records as they were counted.
    records : Records or None
        Where they have weights, nothing is said.
    name : str
        What they are called.
    """
    weighted = records is not None and records.weight is not None
    if decision.flags != "some" or decision.other is not None or weighted or not tally.counted:
        return
    flagged = round(decision.tpr * tally.total_positive + decision.fpr * tally.total_negative)
    if flagged < _FEW:
        count = "one record" if flagged == 1 else f"{flagged} records"
        sentence = f"Only {count} of {name} {'is' if flagged == 1 else 'are'} flagged: too few to rely on."
        yield Remark("few_flagged", sentence, {"records": flagged, "name": name})
