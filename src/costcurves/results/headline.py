"""The cost to expect of a decision, one row a model, and the unit in which both are shown."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

from costcurves._ground.arrays import ByValue
from costcurves._ground.documents import Document, Shown
from costcurves._ground.number_words import digits_after_point, format_value, percent, short

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.inference.estimate import Estimate

#: Significant digits of the first cost, and of the greatest gap.
DIGITS = 3
#: What no interval tells.
TRAINED = "If the models were trained on these records, every figure is too optimistic."
FINE_PRINT = f"Costs and the share of positives are taken as given; i{TRAINED[1:]}"
#: Why nothing is said of chance where class sizes are unknown.
NO_SIZE = "as published, no sample size"


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Headline(Document):
    """The cost to expect of a decision, and what that rests on.

    Attributes
    ----------
    measure : {"cost", "benefit", "nec", "error"}
        What a case costs, what it brings, the normalised expected cost, or the error rate.
    estimate : float
    low, high, level : float or None
        The interval; None where there is none.
    basis : {"cross-fitted", "held-out", "given", "same-records", "none"}
        Where it was judged: on records left out of the choice, on other records than those that chose, on
        these records with nothing chosen on them, or on the very records that chose.
    covers : {"model+threshold", "threshold", "nothing", "model", "actions", "model+actions"}
        What was chosen anew for it; of many classes models, and actions of labels.
    folds, repeats, seed : int or None
        How records were dealt.
    reason : str
        Why there is no interval, or why no more was chosen anew.
    """

    kind: ClassVar[str] = "headline"
    measure: str
    estimate: float
    low: float | None = None
    high: float | None = None
    level: float | None = None
    basis: str = "none"
    covers: str = "nothing"
    folds: int | None = None
    repeats: int | None = None
    seed: int | None = None
    reason: str = ""


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class ModelRow(Shown, ByValue):
    """One model beside the others: its best threshold, and what choosing it costs on records left out.

    Attributes
    ----------
    model : str
    thresholds : ThresholdInterval
        Cheapest on all records.
    flagged : float
        Share of all cases flagged.
    nec : float
        At thresholds chosen on the other folds.
    interval : Estimate or None
        Of that, for all models together.
    gap : Estimate or None
        NEC less that of the leading model, or, of that itself, less that of the runner-up; the interval
        holds for all pairs of models together. None of a single model.
    """

    model: str
    thresholds: ThresholdInterval
    flagged: float
    nec: float
    interval: Estimate | None = None
    gap: Estimate | None = None

    @property
    def told_apart(self) -> bool | None:
        """Whether the gap is more than chance; None without a gap."""
        return None if self.gap is None else self.gap.excludes(0)

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain values."""
        intervals = {"interval": self.interval, "gap": self.gap}
        return {
            "model": self.model, "threshold": self.thresholds.to_json(), "flags": self.thresholds.flags,
            "flagged": self.flagged, "nec": self.nec,
            **{name: None if one is None else one.to_json() for name, one in intervals.items()},
            "told_apart": self.told_apart,
        }  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenRow(Shown, ByValue):
    """A model at a threshold that looks at no records, such as ½.

    Attributes
    ----------
    model : str
    threshold : float
    flagged : float
        Share of all cases flagged.
    nec : Estimate
        With an interval that holds by itself.
    probability : float or None
        The probability that the threshold stands for, where scores are recalibrated.
    """

    model: str
    threshold: float
    flagged: float
    nec: Estimate
    probability: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain values."""
        facts: dict[str, Any] = {"model": self.model, "threshold": self.threshold, "flagged": self.flagged}
        facts |= {} if self.probability is None else {"probability": self.probability}
        return facts | {"nec": self.nec.to_json()}


# ---- units ----------------------------------------------------------------------------------


def measure_of(condition: OperatingCondition) -> str:
    """Return what a headline at a condition measures.

    Examples
    --------
    >>> from costcurves import OperatingCondition
    >>> measure_of(OperatingCondition.from_pc(0.2))
    'nec'
    """
    if condition.relative:
        return "nec"
    return "benefit" if condition.costs.stated_as_benefits else "cost"


def in_unit_of(condition: OperatingCondition, nec: float) -> float:
    """Return NEC in the unit of a condition: what a case costs or brings, or NEC itself."""
    if condition.relative:
        return nec
    cost = condition.offset + (condition.weight_positive + condition.weight_negative) * nec
    return -cost if condition.costs.stated_as_benefits else cost


def ends_in_unit_of(condition: OperatingCondition, nec: Estimate) -> tuple[float, float, float]:
    """Return an estimate of NEC and both ends in the unit of a condition."""
    low, high = sorted(in_unit_of(condition, end) for end in (nec.low, nec.high))
    return in_unit_of(condition, nec.estimate), low, high


def difference_in_unit_of(condition: OperatingCondition, gap: Estimate) -> tuple[float, float, float]:
    """Return a difference of NEC and both ends in the unit of a condition."""
    nothing = in_unit_of(condition, 0.0)
    own, low, high = (in_unit_of(condition, end) - nothing for end in (gap.estimate, gap.low, gap.high))
    return own, min(low, high), max(low, high)


def cost_title(condition: OperatingCondition) -> str:
    """Head a column of costs."""
    return "NEC" if condition.relative else condition.money_title


def cost_and_ends(condition: OperatingCondition, nec: float, interval: Estimate | None) -> tuple[float, ...]:
    """Return NEC, and the ends of its interval where it has one, in the unit of a condition."""
    return (in_unit_of(condition, nec),) if interval is None else ends_in_unit_of(condition, interval)


# ---- words ----------------------------------------------------------------------------------


def interval_words(found: Headline, words: Callable[[float], str] = short) -> str:
    """Add the interval of a headline, in brackets; nothing where it has none."""
    if found.low is None or found.high is None or found.level is None:
        return ""
    return f" ({percent(found.level)} interval {words(found.low)} to {words(found.high)})"


def cost_words(condition: OperatingCondition, found: Headline) -> str:
    """Say how much a case costs or brings, with its interval."""
    unit = " in NEC" if condition.relative else f"{condition.unit} a case"
    return f"{short(found.estimate)}{unit}{interval_words(found)}"


def cost_verb(condition: OperatingCondition) -> str:
    """Say whether decisions cost or bring so much."""
    return "brings" if condition.costs.stated_as_benefits else "costs"


def beside_words(condition: OperatingCondition) -> str:
    """Say what flagging nobody and flagging everybody come to."""
    nobody, everybody = (short(in_unit_of(condition, nec)) for nec in (condition.pc, 1 - condition.pc))
    verb = cost_verb(condition)
    return f"Flagging nobody {verb} {nobody}, flagging everybody {everybody}."


def with_brackets(found: Sequence[Sequence[float]]) -> list[str]:
    """Write numbers with their intervals in brackets, all with the decimal places of the first."""
    first = found[0][0]
    decimals = digits_after_point(first, DIGITS) if math.isfinite(first) else DIGITS
    texts = [[format_value(value, decimals=decimals) for value in each] for each in found]
    return [f"{own[0]} [{', '.join(own[1:])}]" if own[1:] else "".join(own) for own in texts]
