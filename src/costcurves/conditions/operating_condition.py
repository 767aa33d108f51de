"""Operating conditions: what errors cost, how common positives are, and what rates then cost, in words."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import ROUNDING, inner_share, number, share
from costcurves._ground.documents import Document
from costcurves._ground.number_words import short
from costcurves.errors import InputError, UndefinedError, kind_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclasses.dataclass(frozen=True, slots=True)
class Costs(Document):
    """What each of the four outcomes costs, per record; a benefit is a negative cost.

    Parameters
    ----------
    fp, fn : float
        Cost of a false positive and of a false negative.
    tp, tn : float
        Cost of a true positive and of a true negative, by default 0.
    stated_as_benefits : bool
        Whether sentences speak of what a decision brings, not of what it costs; the numbers are costs.
    currency : str
        The unit of money as sentences and tables name it, such as "EUR"; by default none is named.

    Raises
    ------
    InputError
        If a cost is not a finite number.

    Examples
    --------
    >>> Costs(fp=5, fn=30, tp=-20).effective_fn
    50.0
    """

    kind: ClassVar[str] = "costs"
    fp: float
    fn: float
    tp: float = 0.0
    tn: float = 0.0
    stated_as_benefits: bool = dataclasses.field(default=False, repr=False, kw_only=True)
    currency: str = dataclasses.field(default="", repr=False, kw_only=True)

    def __post_init__(self) -> None:
        currency_name(self.currency)
        for name in ("fp", "fn", "tp", "tn"):
            object.__setattr__(self, name, number(getattr(self, name), f"cost {name}"))

    @classmethod
    def from_benefits(cls, *, tp: float, fp: float, fn: float = 0.0, tn: float = 0.0) -> Costs:
        """Read a benefit (profit) matrix: what each outcome brings.

        Examples
        --------
        >>> Costs.from_benefits(tp=24.35, fp=-0.65)
        Costs(fp=0.65, fn=0.0, tp=-24.35, tn=0.0)
        """
        values = {"fp": fp, "fn": fn, "tp": tp, "tn": tn}
        checked: dict[str, Any] = {
            name: 0.0 - number(value, f"benefit {name}") for name, value in values.items()
        }
        return cls(**checked, stated_as_benefits=True)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> Costs:
        """Read a 2×2 cost matrix: rows are the actual classes, columns the predicted, negative first.

        Examples
        --------
        >>> Costs.from_matrix([[0, 99], [1, 0]])
        Costs(fp=99.0, fn=1.0, tp=0.0, tn=0.0)
        """
        array = np.asarray(matrix, dtype=object)
        if array.shape != (2, 2):
            raise InputError(
                "a cost matrix must be 2×2 (rows = actual, columns = predicted, negative first)",
                f"shape {array.shape}",
            )
        return cls(tn=array[0, 0], fp=array[0, 1], fn=array[1, 0], tp=array[1, 1])

    def to_columns(self) -> dict[str, Any]:
        """Return the four costs as columns of one row."""
        return {name: [getattr(self, name)] for name in ("fp", "fn", "tp", "tn")}

    @property
    def effective_fp(self) -> float:
        """Extra cost of flagging a negative, fp − tn."""
        return self.fp - self.tn

    @property
    def effective_fn(self) -> float:
        """Extra cost of not flagging a positive, fn − tp."""
        return self.fn - self.tp


@dataclasses.dataclass(frozen=True, slots=True)
class OperatingCondition(Document):
    """Where a classifier is used: the share of positives and the costs of the outcomes.

    With w₊ = prevalence·(fn − tp) and w₋ = (1 − prevalence)·(fp − tn), the probability cost is
    PC(+) = w₊/(w₊ + w₋), and the normalised expected cost of a classifier is
    NEC = FNR·PC(+) + FPR·(1 − PC(+)).

    Parameters
    ----------
    prevalence : float
        Share of positives where the classifier is used, in [0, 1].
    costs : Costs
    relative : bool
        True when only the ratio of the two weights is known: then nothing is said in money.
    placed : bool
        False when only PC(+) is known: then nothing is said of a prevalence either.

    Raises
    ------
    UndefinedError
        If both weights are 0, or the costs make one of the two decisions never worse.
    InputError
        If prevalence lies outside [0, 1].

    References
    ----------
    Drummond & Holte (2000), KDD; Elkan (2001), IJCAI (reasonable cost matrices, threshold).

    Examples
    --------
    >>> spam = OperatingCondition(prevalence=0.5, costs=Costs(fp=99, fn=1))
    >>> spam.pc, spam.threshold
    (0.01, 0.99)
    """

    kind: ClassVar[str] = "operating_condition"
    nested: ClassVar = {"costs": Costs}
    prevalence: float
    costs: Costs
    relative: bool = False
    placed: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "prevalence", share(self.prevalence, "prevalence"))
        if not isinstance(self.costs, Costs):
            raise InputError("costs must be a Costs", f"{self.costs!r}", "write Costs(fp=…, fn=…)")
        fp, fn = self.costs.effective_fp, self.costs.effective_fn
        if not math.isfinite(fp + fn):
            raise InputError("the sum of the costs must be finite", f"{self.costs!r}")
        if fp < 0 or fn < 0:
            always = "flagging everybody" if fp < 0 else "flagging nobody"
            came = f"fp − tn = {fp:g} and fn − tp = {fn:g}, so {always} is never worse"
            fix = "check the signs, or use no classifier"
            if fp < 0 and fn < 0:
                came = f"both less (fp − tn = {fp:g}, fn − tp = {fn:g})"
                fix = "swap the predictions, or check the signs: costs are positive, benefits negative"
            raise UndefinedError("errors must cost more than correct decisions", came, fix, where="costs")
        if self.weight_positive + self.weight_negative == 0:
            raise UndefinedError(
                "at least one kind of error must cost something",
                f"prevalence {self.prevalence:g} with fp − tn = {fp:g}, fn − tp = {fn:g}",
                "state a cost above 0 for the class that occurs",
            )

    @classmethod
    def from_pc(cls, pc: float, *, prevalence: float | None = None) -> OperatingCondition:
        """Build from PC(+), alone or with the prevalence that it holds at.

        Without a prevalence, decisions say how many are flagged by that of the records.

        Examples
        --------
        >>> OperatingCondition.from_pc(0.2).slope
        4.0
        """
        value = share(pc, "PC(+)")
        if prevalence is None:
            return cls(0.5, Costs(fp=1 - value, fn=value), relative=True, placed=False)
        p = inner_share(prevalence, "prevalence")
        return cls(p, Costs(fp=(1 - value) / (1 - p), fn=value / p), relative=True)

    @classmethod
    def from_ratio(cls, ratio: float, *, prevalence: float) -> OperatingCondition:
        """Build from the cost ratio fp/fn and the prevalence.

        Examples
        --------
        >>> OperatingCondition.from_ratio(0.25, prevalence=0.5).pc
        0.8
        """
        value = number(ratio, "the cost ratio fp/fn")
        if value < 0:
            raise InputError("the cost ratio fp/fn must not be negative", f"{ratio!r}")
        return cls(prevalence, Costs(fp=value, fn=1.0), relative=True)

    @classmethod
    def from_threshold(cls, threshold: float, *, prevalence: float) -> OperatingCondition:
        """Build from the probability at which flagging begins to pay, fp/(fp + fn).

        Examples
        --------
        >>> OperatingCondition.from_threshold(0.99, prevalence=0.5).pc
        0.01
        """
        value = share(threshold, "threshold probability")
        return cls(prevalence, Costs(fp=value, fn=_complement(value)), relative=True)

    @classmethod
    def from_benefits(
        cls, *, tp: float, fp: float, fn: float = 0.0, tn: float = 0.0, prevalence: float
    ) -> OperatingCondition:
        """Build from what each outcome brings; see :meth:`Costs.from_benefits`."""
        return cls(prevalence, Costs.from_benefits(tp=tp, fp=fp, fn=fn, tn=tn))

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, *, prevalence: float) -> OperatingCondition:
        """Build from a 2×2 cost matrix; see :meth:`Costs.from_matrix`."""
        return cls(prevalence, Costs.from_matrix(matrix))

    def to_columns(self) -> dict[str, Any]:
        """Return the condition as columns of one row."""
        names = ("prevalence", "pc", "slope", "threshold")
        return {name: [getattr(self, name)] for name in names} | self.costs.to_columns()

    @property
    def weight_positive(self) -> float:
        """Expected extra cost a record if every positive is missed, w₊."""
        return self.prevalence * self.costs.effective_fn

    @property
    def weight_negative(self) -> float:
        """Expected extra cost a record if every negative is flagged, w₋."""
        return (1 - self.prevalence) * self.costs.effective_fp

    @property
    def pc(self) -> float:
        """The probability cost PC(+) = w₊/(w₊ + w₋), in [0, 1]."""
        return self.weight_positive / (self.weight_positive + self.weight_negative)

    @property
    def slope(self) -> float:
        """Slope of iso-performance lines in ROC space, w₋/w₊ = (1 − PC)/PC; inf at PC = 0."""
        return self.weight_negative / self.weight_positive if self.weight_positive else math.inf

    @property
    def unit(self) -> str:
        """The currency, with a blank before it, to follow an amount; empty where none was named."""
        return f" {self.costs.currency}" if self.costs.currency else ""

    @property
    def money_title(self) -> str:
        """What an amount a case is called where it stands in a table."""
        return self._in_currency("benefit per case" if self.costs.stated_as_benefits else "cost per case")

    @property
    def total_title(self) -> str:
        """What an amount of all cases is called there."""
        return self._in_currency("total benefit" if self.costs.stated_as_benefits else "total cost")

    def _in_currency(self, title: str) -> str:
        return f"{title}, {self.costs.currency}" if self.costs.currency else title

    @property
    def threshold(self) -> float:
        """Probability of being positive from which flagging pays, fp/(fp + fn) of the effective costs."""
        return self.costs.effective_fp / (self.costs.effective_fp + self.costs.effective_fn)

    @property
    def offset(self) -> float:
        """Expected cost a record of a perfect classifier (the diagonal of the cost matrix)."""
        return self.prevalence * self.costs.tp + (1 - self.prevalence) * self.costs.tn

    def nec(self, fpr: Any, tpr: Any) -> Any:
        """Normalised expected cost, in [0, 1]: 0 is perfect, 1 always wrong."""
        return self.pc * (1 - tpr) + (1 - self.pc) * fpr

    def expected_cost(self, fpr: Any, tpr: Any) -> Any:
        """Expected cost a record, in the unit of the costs."""
        return self.offset + self.weight_positive * (1 - tpr) + self.weight_negative * fpr

    @property
    def cost_of_nobody(self) -> float:
        """Expected cost a record when nobody is flagged."""
        return float(self.expected_cost(0.0, 0.0))

    @property
    def cost_of_everybody(self) -> float:
        """Expected cost a record when everybody is flagged."""
        return float(self.expected_cost(1.0, 1.0))


def _complement(value: float) -> float:
    """Return 1 − value as a reader would write it (0.01 for 0.99)."""
    # Rounding must not turn a small number into none.
    return round(1 - value, 15) or 1 - value


def currency_name(given: Any) -> str:
    """Return the name of a currency; refuse what is no text."""
    if not isinstance(given, str):
        raise InputError("a currency must be a string", kind_of(given), 'such as "EUR"')
    return given


def cost_sentence(condition: OperatingCondition, fpr: float, tpr: float) -> str:
    """Say what a case costs or brings; in normalised expected cost where no money is known."""
    rates = ((fpr, tpr), (0.0, 0.0), (1.0, 1.0))
    if condition.relative:
        measure, sign, lead, worse = condition.nec, 1, "Its normalised expected cost is {}", "more"
    elif condition.costs.stated_as_benefits:
        measure, sign, lead, worse = (
            condition.expected_cost,
            -1,
            "It brings {} a case",
            "less",
        )
    else:
        measure, sign, lead, worse = (
            condition.expected_cost,
            1,
            "It costs {} a case",
            "more",
        )
    own, nobody, everybody = (float(measure(*each)) for each in rates)
    unit = "" if condition.relative else condition.unit
    return (
        f"{lead.format(f'{short(sign * own)}{unit}')}, against {short(sign * nobody)} for flagging nobody "
        f"and {short(sign * everybody)} for flagging everybody{_loss(own, nobody, everybody, worse)}."
    )


def is_at_a_loss(own: float, nobody: float, everybody: float) -> bool:
    """Tell whether a decision costs more than the better trivial one, beyond rounding."""
    return own - min(nobody, everybody) > ROUNDING * max(map(abs, (own, nobody, everybody)))


def _loss(own: float, nobody: float, everybody: float, worse: str) -> str:
    """Say that a decision, which meets another goal, is dearer than a trivial one."""
    if not is_at_a_loss(own, nobody, everybody):
        return ""
    if own > max(nobody, everybody):
        return f"; that is {worse} than either"
    return f"; that is {worse} than flagging {'nobody' if nobody <= everybody else 'everybody'}"
