"""Decisions: which model, which threshold, what it costs, in numbers and in one sentence."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground import arrays, json
from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Document
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.decisions.sentence import decision_sentence
from costcurves.errors import InputError, UndefinedError
from costcurves.rules.rule import points_at
from costcurves.space.roc import RocCurve
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurves.tallies.tally import Tally

__all__ = ["Cut", "Decision"]


#: Whom a cut flags.
FLAGS = ("nobody", "some", "everybody")


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Cut(ByValue):
    """One way to cut the ranking: every t with low < t ≤ high flags the same records.

    Attributes
    ----------
    low, high : float
        The interval of equivalent thresholds; NaN where scores are unknown.
    flags : {"nobody", "some", "everybody"}
        "nobody" and "everybody" hold whatever the scores.
    """

    low: float
    high: float
    flags: str = "some"

    def __post_init__(self) -> None:
        """Refuse what would flag nobody by a slip of the pen."""
        if self.flags not in FLAGS:
            raise InputError.because(must=f"a cut flags {', '.join(FLAGS)}", came=repr(self.flags))
        if self.flags == "some" and self.low >= self.high:
            raise InputError.because(
                must="a threshold interval ascends", came=f"{self.low!r} to {self.high!r}"
            )

    @classmethod
    def at(cls, roc: RocCurve, point: int) -> Cut:
        """Return the cut behind a point of a ROC curve."""
        return cls(float(roc.low[point]), float(roc.high[point]), roc.flags(point))

    def apply(self, score: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which records are flagged."""
        if self.flags != "some":
            return np.full(len(score), self.flags == "everybody")
        if math.isnan(self.high):
            raise UndefinedError.because(
                must="a decision is applied by its threshold", came="an operating point without one",
                fix="decide from scores, or give the table of points a threshold column",
            )  # fmt: skip
        return np.asarray(score >= self.high)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Decision(Document):
    """A threshold for one model under one operating condition or constraint.

    Attributes
    ----------
    cut : Cut
        The threshold, with the interval of thresholds that decide alike.
    fpr, tpr : float
        Rates of the decision on the records that judge it.
    prevalence : float
        Share of positives that `flagged` and the costs are reckoned with; NaN if unknown.
    criterion : str
        The criterion in words.
    model : str
    condition : OperatingCondition or None
        The costs; None for a constraint without any.
    chosen_on, judged_on : str
        The records that chose the threshold and those that judge it.
    other : Cut or None
        For a randomised decision, the cut used for the remaining share of cases.
    other_share : float
        Share of cases decided by `other`, drawn at random; 0 unless randomised.
    lower_is_positive : bool
        Whether low scores mean positive: then `cut` speaks of negated scores.
    sample_prevalence : bool
        Whether the prevalence is only the sample's share.

    Examples
    --------
    >>> from costcurves import Costs, OperatingCondition, evaluate
    >>> ev = evaluate([1, 1, 0, 1, 0], {"model": [0.9, 0.8, 0.7, 0.4, 0.1]})
    >>> decision = ev.decide(OperatingCondition(0.5, Costs(fp=1, fn=1)))
    >>> decision.low, decision.high
    (0.7, 0.8)
    """

    kind: ClassVar[str] = "decision"
    cut: Cut
    fpr: float
    tpr: float
    prevalence: float
    criterion: str
    model: str = "model"
    condition: OperatingCondition | None = None
    chosen_on: str = "these records"
    judged_on: str = "these records"
    other: Cut | None = None
    other_share: float = 0.0
    lower_is_positive: bool = False
    sample_prevalence: bool = False

    # ---- numbers ----------------------------------------------------------------------------

    @property
    def low(self) -> float:
        """Lower end of the equivalent thresholds, in the model's own scores; see `flagged_if`."""
        return 0.0 - self.cut.high if self.lower_is_positive else self.cut.low

    @property
    def high(self) -> float:
        """Upper end of the equivalent thresholds, in the model's own scores; see `flagged_if`."""
        return 0.0 - self.cut.low if self.lower_is_positive else self.cut.high

    @property
    def flagged_if(self) -> str:
        """How a flagged score stands to a threshold t: ">=" for low < t ≤ high, "<=" for low ≤ t < high."""
        return "<=" if self.lower_is_positive else ">="

    @property
    def threshold(self) -> float:
        """The threshold to use, in the model's own scores: `high`, or `low` where low scores mean positive.

        NaN where scores are unknown. Whom nobody or everybody is flagged by needs no threshold;
        see `flags`.
        """
        return self.low if self.lower_is_positive else self.high

    @property
    def flags(self) -> str:
        """Who is flagged: "nobody", "some" or "everybody"."""
        return self.cut.flags if self.other is None else "some"

    @property
    def optimistic(self) -> bool:
        """Whether the threshold is judged on the very records that chose it."""
        return self.chosen_on == self.judged_on

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
        return self.prevalence * self.tpr + (1 - self.prevalence) * self.fpr

    def confusion(self, records: float = 1.0) -> Confusion:
        """Expected outcome counts of so many records at the prevalence."""
        if math.isnan(self.prevalence):
            raise UndefinedError.because(
                must="the share of positives is known", came="none", fix="decide under a condition"
            )
        p, n = self.prevalence * records, (1 - self.prevalence) * records
        cells = {"tp": p * self.tpr, "fn": p * (1 - self.tpr), "fp": n * self.fpr, "tn": n * (1 - self.fpr)}
        return Confusion(**{name: np.asarray(value) for name, value in cells.items()})

    # ---- use --------------------------------------------------------------------------------

    def apply(self, scores: Any, *, seed: int | None = None) -> NDArray[np.bool_]:
        """Decide about new records.

        Parameters
        ----------
        scores : array_like, shape (records,)
        seed : int, optional
            For a randomised decision: which cases fall to which cut.

        Returns
        -------
        ndarray of bool, shape (records,)
            True where a record is flagged.
        """
        score = arrays.scores(scores, "scores")
        arrays.refuse_nan(score, "scores")
        score = -score if self.lower_is_positive else score
        flagged = self.cut.apply(score)
        if self.other is None:
            return flagged
        given: Any = seed
        if not isinstance(given, (int, np.integer)) or isinstance(given, bool) or given < 0:
            raise InputError.because(
                must="a randomised decision needs a seed" + ("" if given is None else ", not below 0"),
                came="none" if given is None else repr(given),
                fix="give seed=, e.g. seed=0",
            )
        drawn = np.random.default_rng(seed).random(len(score)) < self.other_share
        return np.asarray(np.where(drawn, self.other.apply(score), flagged))

    def judged(self, tally: Tally, name: str) -> Decision:
        """Return the same decision with its rates on other records: what it really costs there."""
        roc = RocCurve.of(tally)
        rates = np.array(
            [self._rates_on(roc, tally, cut) for cut in (self.cut, self.other) if cut is not None]
        )
        shares = np.array([1 - self.other_share, self.other_share])[: len(rates)]
        fpr, tpr = shares @ rates
        facts: dict[str, Any] = {"fpr": float(fpr), "tpr": float(tpr), "judged_on": name}
        if self.condition is None or not self.condition.placed:
            # No prevalence belongs to the decision: that of the records that judge it.
            known = tally.counted or tally.stated_prevalence is not None
            facts |= {"prevalence": tally.prevalence if known else math.nan}
        return dataclasses.replace(self, **facts)

    @staticmethod
    def _rates_on(roc: RocCurve, tally: Tally, cut: Cut) -> tuple[float, float]:
        """Rates of a cut on other records."""
        ends = {"nobody": 0, "everybody": len(roc) - 1}
        point = ends[cut.flags] if cut.flags in ends else int(points_at(tally, np.array([cut.high]))[0])
        return float(roc.fpr[point]), float(roc.tpr[point])

    @property
    def sentence(self) -> str:
        """The decision as a sentence to act on."""
        return decision_sentence(self)

    def __str__(self) -> str:
        """Print the sentence."""
        return self.sentence

    # ---- JSON -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the decision as a versioned document; infinities are the strings "inf" and "-inf".

        Thresholds are those of the model's own scores: a record is flagged if its score is ">=" t
        for every t with low < t ≤ high, or, where `flagged_if` says so, "<=" t for low ≤ t < high.
        """
        mixture = None
        if self.other is not None:
            mixture = {
                "share": self.other_share,
                "threshold": _interval(self.other, lower=self.lower_is_positive),
                "flags": self.other.flags,
            }
        document: dict[str, Any] = {
            "kind": "decision",
            "version": json.VERSION,
            "model": self.model,
            "criterion": self.criterion,
            "chosen_on": self.chosen_on,
            "judged_on": self.judged_on,
            "threshold": _interval(self.cut, lower=self.lower_is_positive),
            "flagged_if": self.flagged_if,
            "flags": self.flags,
            "cut_flags": self.cut.flags,
            "lower_is_positive": self.lower_is_positive,
            "mixture": mixture,
            "prevalence": self.prevalence,
            "sample_prevalence": self.sample_prevalence,
            "condition": None if self.condition is None else dataclasses.asdict(self.condition),
        }
        for name in NUMBERS:
            document[name] = getattr(self, name)
        document["sentence"] = self.sentence
        return dict(json.plain_json(document))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote."""
        value = json.checked(document, "decision")
        try:
            return cls._from_checked(value)
        except (LookupError, TypeError, ValueError, OverflowError) as problem:
            came = f"no {problem}" if isinstance(problem, KeyError) else f"{problem}"
            raise InputError.because(must="a decision document is whole", came=came) from None

    @classmethod
    def _from_checked(cls, value: dict[str, Any]) -> Self:
        """Build from a document of the right kind."""
        condition, mixture, lower = value["condition"], value["mixture"], value["lower_is_positive"]
        for kind, names in KINDS.items():
            for name in names:
                if not isinstance(value[name], kind):
                    text = f"{name} = {value[name]!r}"
                    raise TypeError(text)
        if condition is not None:
            condition = OperatingCondition(**{**condition, "costs": Costs(**condition["costs"])})
        return cls(
            cut=_cut(value["threshold"], value["cut_flags"], lower=lower),
            fpr=arrays.share(value["fpr"], "fpr"),
            tpr=arrays.share(value["tpr"], "tpr"),
            prevalence=math.nan
            if value["prevalence"] is None
            else arrays.share(value["prevalence"], "prevalence"),
            criterion=value["criterion"],
            model=value["model"],
            condition=condition,
            chosen_on=value["chosen_on"],
            judged_on=value["judged_on"],
            other=None if mixture is None else _cut(mixture["threshold"], mixture["flags"], lower=lower),
            other_share=0.0 if mixture is None else arrays.share(mixture["share"], "share"),
            lower_is_positive=lower,
            sample_prevalence=value["sample_prevalence"],
        )

    def to_columns(self) -> dict[str, Any]:
        """Return the decision as columns of one row; what is not known is NaN."""
        row: dict[str, Any] = {"model": self.model, "criterion": self.criterion, "flags": self.flags}
        row |= {"threshold_low": self.low, "threshold_high": self.high, "flagged_if": self.flagged_if}
        row |= {"other_share": self.other_share, "prevalence": self.prevalence}
        row |= {name: getattr(self, name) for name in NUMBERS}
        row |= {"chosen_on": self.chosen_on, "judged_on": self.judged_on, "sentence": self.sentence}
        return {name: [math.nan if value is None else value] for name, value in row.items()}


#: Rates and costs of a decision; None where they are not known.
NUMBERS = ("fpr", "tpr", "pc", "nec", "expected_cost", "cost_of_nobody", "cost_of_everybody")
#: What the fields of a document are that are not numbers.
KINDS: dict[type, tuple[str, ...]] = {
    str: ("criterion", "model", "chosen_on", "judged_on"),
    bool: ("lower_is_positive", "sample_prevalence"),
}


def _interval(cut: Cut, *, lower: bool) -> dict[str, float] | None:
    """Threshold interval of a cut in the model's own scores; None where scores are unknown."""
    if math.isnan(cut.high):
        return None
    # From 0, so that no −0 is written.
    return {"low": 0.0 - cut.high, "high": 0.0 - cut.low} if lower else {"low": cut.low, "high": cut.high}


def _cut(interval: dict[str, Any] | None, flags: str, *, lower: bool) -> Cut:
    """Read a cut."""
    if interval is None:
        return Cut(math.nan, math.nan, flags)
    low, high = float(interval["low"]), float(interval["high"])
    return Cut(0.0 - high, 0.0 - low, flags) if lower else Cut(low, high, flags)
