"""One classifier as given, of which nothing was chosen: its matrix, measures and cost, with intervals."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Shown, plain_json
from costcurves._ground.number_words import format_value, percent
from costcurves._ground.tables import Column, Table
from costcurves.conditions.operating_condition import is_at_a_loss
from costcurves.measures.confusion_measures import MEASURES
from costcurves.results.headline import (
    NO_SIZE,
    Headline,
    beside_words,
    cost_verb,
    cost_words,
    ends_in_unit_of,
    in_unit_of,
    interval_words,
    measure_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.criteria.decision import Decision
    from costcurves.inference.estimate import Estimate
    from costcurves.tallies.confusion import Confusion

#: What is said first where no costs are stated, and where the share of positives is not known either.
ERROR, FOUND = "error", "tpr"


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenClassifier(Shown, ByValue):
    """A model at a stated threshold, predicted labels or a confusion matrix, judged as given.

    One of those that ``evaluation.given(…)`` returns. No record took part in a choice, so that all of them
    judge, and intervals are those of rates.

    Attributes
    ----------
    decision : Decision
        With the rates on the records, the prevalence and, where one is stated, the condition.
    level : float or None
        Of confidence; None without intervals.
    counts : Confusion or None
        As counted, or weighed, on the records; None of rates without class sizes.
    measures : dict of str to float
        Every measure of a confusion matrix at the prevalence, by its key; NaN where it is undefined. Empty
        where the prevalence is not known.
    intervals : dict of str to Estimate
        Of those measures that have one, by their keys.
    nec : Estimate or None
        Of the normalised expected cost at the condition.
    """

    decision: Decision
    level: float | None
    counts: Confusion | None = None
    measures: Mapping[str, float] = dataclasses.field(default_factory=dict)
    intervals: Mapping[str, Estimate] = dataclasses.field(default_factory=dict)
    nec: Estimate | None = None

    @property
    def threshold(self) -> float | None:
        """The stated threshold; None of labels and matrices."""
        return self.decision.criterion.parameters.get("threshold")

    @property
    def rule(self) -> str:
        """Whom it flags, in short."""
        label = self.decision.criterion.parameters.get("label")
        if label is not None:
            return f"label {label}"
        return self.decision.thresholds.rule.removeprefix("score ") if self.decision.has_thresholds else ""

    @property
    def headline(self) -> Headline:
        """The cost, or without costs the error rate (or, of unknown prevalence, the true positive rate)."""
        condition = self.decision.condition
        if condition is None:
            key = ERROR if self.measures else FOUND
            found = self.intervals.get(key)
            own = self.measures.get(key, self.decision.tpr)
            ends = (own,) if found is None else (found.estimate, found.low, found.high)
        else:
            assert self.decision.nec is not None  # there is a condition
            key = measure_of(condition)
            own = in_unit_of(condition, self.decision.nec)
            ends = (own,) if self.nec is None else ends_in_unit_of(condition, self.nec)
        level = self.level if len(ends) > 1 else None
        reason = NO_SIZE if self.counts is None else ""
        return dataclasses.replace(Headline(key, *ends), level=level, basis="given", reason=reason)

    def without_intervals(self) -> GivenClassifier:
        """Return the same numbers without their intervals."""
        return dataclasses.replace(self, level=None, intervals={}, nec=None)

    # ---- words ------------------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """What it costs, or how often it errs; and whom it flags."""
        decision = self.decision
        action = decision.criterion.as_given(decision.model, decision.thresholds.action)
        return f"{action} Nothing was chosen. {self._first()}", self._outcome()

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def _first(self) -> str:
        """Say the headline."""
        condition, found = self.decision.condition, self.headline
        if condition is not None:
            cost = cost_words(condition, found)
            nec, trivial = float(self.decision.nec or 0.0), (condition.pc, 1 - condition.pc)
            cheaper = "nobody" if trivial[0] <= trivial[1] else "everybody"
            no = f" So it does not pay: flagging {cheaper} is cheaper." if is_at_a_loss(nec, *trivial) else ""
            return f"It {cost_verb(condition)} {cost}. {beside_words(condition)}{no}"
        what = "errs in" if found.measure == ERROR else "finds"
        of = "all cases" if found.measure == ERROR else "the positives"
        return f"It {what} {percent(found.estimate)} of {of}{interval_words(found, percent)}."

    def _outcome(self) -> str:
        """Say whom it flags."""
        decision = self.decision
        rates = f"finds {percent(decision.tpr)} of the positives and flags {percent(decision.fpr)} of the "
        if math.isnan(decision.prevalence):
            return f"It {rates}negatives by mistake."
        source = f", the share in {decision.prevalence_source}" if decision.sample_prevalence else ""
        precision = self.measures.get("ppv", math.nan)
        known = "" if math.isnan(precision) else f"; {percent(precision)} of those flagged are positive"
        return (
            f"At a prevalence of {percent(decision.prevalence)}{source}, it flags "
            f"{percent(decision.flagged)} of all cases, {rates}negatives by mistake{known}."
        )

    # ---- tables and documents ---------------------------------------------------------------

    def table(self) -> Table:
        """Return every measure at the prevalence, with its interval where it has one."""
        columns = [Column("measure", "measure", align="left"), Column("value", "value", align="left")]
        level = "" if self.level is None else f" [{percent(self.level)}]"
        rows = [
            (row.title, _bracketed(self.measures[row.key], self.intervals.get(row.key)))
            for row in MEASURES
            if row.key in self.measures
        ]
        p = self.decision.prevalence
        at = "" if math.isnan(p) else f" at a prevalence of {percent(p)}"
        name = " ".join(filter(None, (self.decision.model, self.rule)))
        title = f"Measures of {name} on {self.decision.judged_on}{at}{level}"
        return Table("measures", title, columns, rows)

    def to_columns(self) -> dict[str, Any]:
        """Return one row a measure, with the ends of its interval; NaN where there is none."""
        found = {key: self.intervals.get(key) for key in self.measures}
        ends = {
            end: [math.nan if one is None else getattr(one, end) for one in found.values()]
            for end in ("low", "high")
        }
        return {"measure": list(self.measures), "value": list(self.measures.values()), **ends}

    def to_json(self) -> dict[str, Any]:
        """Return the headline, the matrix and all measures as plain values; undefined ones are null."""
        counts = None if self.counts is None else {k: v[0] for k, v in self.counts.to_columns().items()}
        found: dict[str, Any] = {
            "model": self.decision.model, "threshold": self.threshold, "rule": self.rule,
            "flagged": self.decision.flagged, "nec": self.nec, "headline": self.headline,
            "fpr": self.decision.fpr, "tpr": self.decision.tpr, "prevalence": self.decision.prevalence,
            "counts": counts, "measures": dict(self.measures), "intervals": dict(self.intervals),
            "sentence": self.sentence,
        }  # fmt: skip
        return dict(plain_json(found))

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    def __repr__(self) -> str:
        """Say what it is of, in one short line."""
        return f"GivenClassifier({' '.join(filter(None, (self.decision.model, self.rule)))})"


def _bracketed(value: float, found: Estimate | None) -> str:
    """Write a measure with its interval."""
    if found is None:
        return format_value(value)
    own, low, high = (format_value(end, decimals=4) for end in (found.estimate, found.low, found.high))
    return f"{own} [{low}, {high}]"
