"""Decisions: which model, which threshold, what it costs, in numbers and in one sentence."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground import documents
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent
from costcurves.conditions.operating_condition import OperatingCondition, cost_sentence
from costcurves.criteria import decision_document
from costcurves.criteria.decision_member import (
    DecisionMember,
    drawn_for_other,
    scores_of_members,
    shared_prevalence,
    tallies_of,
)
from costcurves.criteria.decision_words import action_words
from costcurves.criteria.judgement import WithJudgement
from costcurves.errors import InputError, UndefinedError
from costcurves.tallies.cells import Direction
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurves.criteria.criterion_spec import CriterionSpec
    from costcurves.criteria.judgement import Judging
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Decision(WithJudgement, Document):
    """A threshold for one model under one operating condition or constraint.

    Attributes
    ----------
    thresholds : ThresholdInterval
        The thresholds that decide alike; `threshold` is the one to use.
    fpr, tpr : float
        Rates of the decision on the records that judge it.
    prevalence : float
        Share of positives that `flagged` and the costs are reckoned with; NaN if unknown.
    criterion : CriterionSpec
        The criterion as a plain value: key, parameters and words.
    model : str
    condition : OperatingCondition or None
        The costs; None for a constraint without any.
    chosen_on, judged_on : str
        The records that chose the threshold and those that judge it.
    other : ThresholdInterval or None
        For a randomised decision, the thresholds used for the other share of cases.
    other_share : float
        Share of cases decided by `other`, drawn at random; 0 unless randomised.
    other_model : str
        The model that `other` is of; empty where it is the same.
    member_rates : tuple of (float, float)
        For a randomised decision, (fpr, tpr) of both members; see `members`.
    sample_prevalence : bool
        Whether the prevalence is only the sample's share.
    candidates : tuple of str
        The models among which that of the decision was chosen; empty if nobody said.
    judging : Judging or None
        How :attr:`judgement` is found, of a decision that :meth:`costcurves.Evaluation.decide` made; it has
        no part in equality.

    Examples
    --------
    >>> from costcurves import Costs, OperatingCondition, evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"model": [0.9, 0.8, 0.7, 0.4, 0.1]})
    >>> decision = ev.decide(OperatingCondition(0.5, Costs(fp=1, fn=1)))
    >>> decision.low, decision.high
    (0.7, 0.8)
    """

    kind: ClassVar[str] = "decision"
    thresholds: ThresholdInterval
    fpr: float
    tpr: float
    prevalence: float
    criterion: CriterionSpec
    model: str = "model"
    condition: OperatingCondition | None = None
    chosen_on: str = "these records"
    judged_on: str = "these records"
    other: ThresholdInterval | None = None
    other_share: float = 0.0
    sample_prevalence: bool = False
    candidates: tuple[str, ...] = ()
    judging: Judging | None = dataclasses.field(default=None, compare=False)
    other_model: str = ""
    member_rates: tuple[tuple[float, float], ...] = ()

    # ---- numbers ----------------------------------------------------------------------------

    @property
    def low(self) -> float:
        """Lower end of the equivalent thresholds, in the model's own scores; see `flagged_if`."""
        return self.thresholds.low

    @property
    def high(self) -> float:
        """Upper end of the equivalent thresholds, in the model's own scores; see `flagged_if`."""
        return self.thresholds.high

    @property
    def flagged_if(self) -> str:
        """How a flagged score stands to a threshold t: ">=" for low < t ≤ high, "<=" for low ≤ t < high."""
        return self.thresholds.direction.value

    @property
    def threshold(self) -> float:
        """The threshold to use, in the model's own scores: `high`, or `low` where low scores mean positive.

        NaN where scores are unknown. Whom nobody or everybody is flagged by needs no threshold;
        see `flags`.
        """
        return self.thresholds.threshold

    @property
    def flags(self) -> str:
        """Who is flagged: "nobody", "some" or "everybody"."""
        return self.thresholds.flags if self.other is None else "some"

    @property
    def mixed(self) -> tuple[ThresholdInterval, ...]:
        """The thresholds, or both of those that a randomised decision mixes."""
        return (self.thresholds,) if self.other is None else (self.thresholds, self.other)

    @property
    def members(self) -> tuple[DecisionMember, ...]:
        """The classifiers that decide, each with its model, thresholds, rates and share of the cases.

        One that decides all cases, or two of which one is drawn for every case.
        """
        if self.other is None:
            return (DecisionMember(self.model, self.thresholds, 1.0, self.fpr, self.tpr),)
        one, other = self.member_rates or ((math.nan, math.nan),) * 2
        return (
            DecisionMember(self.model, self.thresholds, 1 - self.other_share, *one),
            DecisionMember(self.other_model or self.model, self.other, self.other_share, *other),
        )

    @property
    def models(self) -> tuple[str, ...]:
        """The models of the members, each once."""
        return tuple(dict.fromkeys(one.model for one in self.members))

    @property
    def has_thresholds(self) -> bool:
        """Whether it is known at which scores records are flagged."""
        return not any(math.isnan(one.high) for one in self.mixed if one.flags == "some")

    @property
    def optimistic(self) -> bool:
        """Whether the threshold is judged on the very records that chose it; one that is given is not."""
        return self.chosen_on == self.judged_on and not self.criterion.is_given

    @property
    def pc(self) -> float | None:
        """PC(+) of the condition."""
        return None if self.condition is None else self.condition.pc

    @property
    def nec(self) -> float | None:
        """Normalised expected cost at the condition."""
        return None if self.condition is None else float(self.condition.nec(self.fpr, self.tpr))

    @property
    def expected_cost(self) -> float | None:
        """Expected cost a record in the unit of the costs; None if no costs or only their ratio is known."""
        return self._money(self.fpr, self.tpr)

    @property
    def cost_of_nobody(self) -> float | None:
        """Expected cost a record of flagging nobody."""
        return self._money(0.0, 0.0)

    @property
    def cost_of_everybody(self) -> float | None:
        """Expected cost a record of flagging everybody."""
        return self._money(1.0, 1.0)

    def _money(self, fpr: float, tpr: float) -> float | None:
        """Cost a record, where money is known."""
        if self.condition is None or self.condition.relative:
            return None
        return float(self.condition.expected_cost(fpr, tpr))

    @property
    def flagged(self) -> float:
        """Share of all cases flagged, at the prevalence."""
        return self.share_flagged(self.fpr, self.tpr)

    def share_flagged(self, fpr: float, tpr: float) -> float:
        """Return the share of all cases that rates flag at the prevalence."""
        return self.prevalence * tpr + (1 - self.prevalence) * fpr

    def confusion(self, records: float = 1.0) -> Confusion:
        """Expected outcome counts of so many records at the prevalence."""
        if math.isnan(self.prevalence):
            raise UndefinedError("the prevalence must be known", "none", "decide under a condition")
        return Confusion.of_rates(self.fpr, self.tpr, self.prevalence, records)

    # ---- use --------------------------------------------------------------------------------

    def apply(self, scores: Any, *, seed: int | None = None) -> NDArray[np.bool_]:
        """Decide about new records.

        Parameters
        ----------
        scores : array_like, shape (records,), or mapping of str to array_like
            Of the model; of a decision that draws among two models, those of both by their names.
        seed : int, optional
            For a randomised decision: which cases fall to which member.

        Returns
        -------
        ndarray of bool, shape (records,)
            True where a record is flagged.

        Raises
        ------
        InputError
            If the scores of a member are absent or not numbers, or a randomised decision has no seed.
        """
        columns = scores_of_members(scores, self.members)
        flagged, *others = (one.thresholds.apply(columns[one.model]) for one in self.members)
        if not others:
            return flagged
        drawn = drawn_for_other(self.other_share, len(flagged), seed)
        return np.asarray(np.where(drawn, others[0], flagged))

    def judged(self, tally: Tally | Mapping[str, Tally], name: str) -> Decision:
        """Return the same decision with its rates on other records: what it really costs there.

        Parameters
        ----------
        tally : Tally or mapping of str to Tally
            Of the model; of a decision that draws among two models, those of both by their names.
        name : str
            What the records are called.
        """
        tallies = tallies_of(self.members, tally)
        rates = np.array([one.rates_on(own) for one, own in zip(self.members, tallies, strict=True)])
        fpr, tpr = np.array([one.share for one in self.members]) @ rates
        facts: dict[str, Any] = {"fpr": float(fpr), "tpr": float(tpr), "judged_on": name, "judging": None}
        if self.other is not None:
            facts["member_rates"] = tuple(map(tuple, rates.tolist()))
        if self.condition is None or not self.condition.placed:
            # No prevalence belongs to the decision: that of the records that judge it.
            facts["prevalence"] = shared_prevalence(tallies)
        return dataclasses.replace(self, **facts)

    # ---- words ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        """Say whom to flag, in one short line."""
        action = self.thresholds.action if self.other is None else "a mixture"
        return f"Decision({' and '.join(self.models)}: {action})"

    @property
    def sentence(self) -> str:
        """What to do, what happens then, what it costs, and on which records that stands."""
        cost = "" if self.condition is None else cost_sentence(self.condition, self.fpr, self.tpr)
        action = action_words(self.criterion, self.members, self.flags)
        parts = [action, self._outcome(), cost, self._records()]
        return " ".join(part for part in parts if part)

    def __str__(self) -> str:
        return self.sentence if self.judgement is None else " ".join(self.judgement.sentences)

    @property
    def prevalence_source(self) -> str:
        """The records whose share of positives is spoken of."""
        if self.optimistic:
            return "these records"
        belongs = self.condition is not None and self.condition.placed
        return self.chosen_on if belongs else self.judged_on

    def _outcome(self) -> str:
        caught = f"finds {percent(self.tpr)} of the positives"
        caught += f" and flags {percent(self.fpr)} of the negatives by mistake"
        if math.isnan(self.prevalence):
            return f"This {caught}."
        source = f", the share in {self.prevalence_source}" if self.sample_prevalence else ""
        return (
            f"At a prevalence of {percent(self.prevalence)}{source}, this flags {percent(self.flagged)} "
            f"of all cases, {caught}."
        )

    def _records(self) -> str:
        """Say on which records it was chosen and judged; without a threshold nothing is worse elsewhere."""
        if self.criterion.is_given:
            return f"Nothing was chosen; judged on {self.judged_on}."
        if not self.optimistic:
            return f"Chosen on {self.chosen_on}, judged on {self.judged_on}."
        if self.flags != "some":
            return ""
        return "The threshold was chosen and judged on the same records, so expect worse results on new ones."

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the decision as a versioned document; infinities are the strings "inf" and "-inf".

        Thresholds are those of the model's own scores: a record is flagged if its score is ">=" t
        for every t with low < t ≤ high, or, where `flagged_if` says so, "<=" t for low ≤ t < high.
        """
        document: dict[str, Any] = {
            "kind": "decision",
            "version": documents.VERSION,
            "model": self.model,
            "criterion": self.criterion.title,
            "criterion_spec": self.criterion.to_json(),
            "chosen_on": self.chosen_on,
            "judged_on": self.judged_on,
            "threshold": self.thresholds.to_json(),
            "flagged_if": self.flagged_if,
            "flags": self.flags,
            "cut_flags": self.thresholds.flags,
            "lower_is_positive": self.thresholds.direction is Direction.LOW,
            "mixture": decision_document.mixture(self.members),
            "members": [one.to_json() for one in self.members],
            "prevalence": self.prevalence,
            "sample_prevalence": self.sample_prevalence,
            "candidates": list(self.candidates),
            "condition": None if self.condition is None else dataclasses.asdict(self.condition),
        }
        for name in NUMBERS:
            document[name] = getattr(self, name)
        document["sentence"] = self.sentence
        document |= {} if self.judgement is None else self.judgement.to_json()
        return dict(documents.plain_json(document))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote."""
        value = documents.checked(document, "decision")
        try:
            return cls(**decision_document.fields(value))
        except (LookupError, TypeError, ValueError, OverflowError) as problem:
            came = f"no {problem}" if isinstance(problem, KeyError) else f"{problem}"
            raise InputError("a decision document must be complete", came) from None

    def to_columns(self) -> dict[str, Any]:
        """Return the decision as columns of one row; what is not known is NaN."""
        row: dict[str, Any] = {"model": self.model, "criterion": self.criterion.title, "flags": self.flags}
        row |= {"threshold_low": self.low, "threshold_high": self.high, "flagged_if": self.flagged_if}
        other = self.members[-1].thresholds.threshold if self.other is not None else math.nan
        row |= {"other_share": self.other_share, "prevalence": self.prevalence}
        row |= {name: getattr(self, name) for name in NUMBERS}
        row |= {"chosen_on": self.chosen_on, "judged_on": self.judged_on, "sentence": self.sentence}
        row |= {"other_model": "" if self.other is None else self.members[-1].model, "other_threshold": other}
        return {name: [math.nan if value is None else value] for name, value in row.items()}


#: Rates and costs of a decision; None where they are not known.
NUMBERS = ("fpr", "tpr", "pc", "nec", "expected_cost", "cost_of_nobody", "cost_of_everybody")
