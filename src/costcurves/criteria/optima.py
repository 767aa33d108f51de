"""Criteria that are optima: the best value of a measure, the least worst case over conditions."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, Floats
from costcurves._ground.number_words import short
from costcurves.criteria.criterion import Bound, Criterion
from costcurves.errors import InputError
from costcurves.measures import confusion_measures
from costcurves.space.roc import RocHull
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.measures.confusion_measures import Measure
    from costcurves.tallies.tally import Tally

# ---- the best value of a measure ------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Best(Criterion):
    """The best value of a measure."""

    key: ClassVar[str] = "best"
    of_rates: ClassVar[bool] = True

    measure: Measure

    def __post_init__(self) -> None:
        """Find the measure; refuse one without a direction."""
        object.__setattr__(self, "measure", _directed(self.measure, "the best of a measure"))
        Criterion.__post_init__(self)

    @property
    def title(self) -> str:
        """Name the measure."""
        return f"the best {self.measure.title}"

    @property
    def reported(self) -> tuple[Measure, ...]:
        """The measure."""
        return (self.measure,)

    def reached(self, decision: Decision, models: Mapping[str, Tally]) -> str:  # noqa: ARG002
        """Say the value of the measure, where a prevalence is known."""
        if math.isnan(decision.prevalence):
            return ""
        return f"Its {self.measure.title} is {short(float(self.measure(decision.confusion())))}."

    def outcomes(self, fpr: Any, tpr: Any, tally: Tally) -> Confusion:
        """Shares of the four outcomes at the prevalence."""
        return Confusion.of_rates(fpr, tpr, self.stated(tally, None))

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """The measure with its sign turned so that less is better."""
        value = self.measure(self.outcomes(fpr, tpr, tally))
        return value if self.measure.better == "low" else -value


def best(measure: str | Measure, *, condition: OperatingCondition | None = None) -> Criterion:
    """Best value of a measure.

    Parameters
    ----------
    measure : str or Measure
        A name or alias of a row of :data:`costcurves.measures.confusion_measures.MEASURES`, or any
        measure with a direction, such as ``f_measure(3)``.
    condition : OperatingCondition, optional
        Prevalence that the measure is taken at, and costs that the decision is priced at.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> from costcurves import Tally
    >>> best("f1")(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])).high
    0.4
    """
    return Best(confusion_measures.measure(measure), condition=condition)


@dataclasses.dataclass(frozen=True, slots=True)
class BestGiven(Best):
    """The best value of a measure while another stays on the good side of a bound."""

    key: ClassVar[str] = "best_given"

    given: Measure
    floor: float

    def __post_init__(self) -> None:
        """Find both measures; refuse a bound that is no value of its measure."""
        object.__setattr__(self, "floor", arrays.real(self.floor, "a floor"))
        object.__setattr__(self, "given", _directed(self.given, "a bound on a measure"))
        Best.__post_init__(self)
        given = self.given
        if not given.low <= self.floor <= given.high:
            raise InputError(
                f"a bound on {given.title} must lie in [{given.low:g}, {given.high:g}]", f"{self.floor!r}"
            )

    @property
    def title(self) -> str:
        """Name both measures."""
        side = "at most" if self.bound.at_most else "at least"
        return f"the best {self.measure.title} with {self.given.title} {side} {short(self.floor)}"

    @property
    def bound(self) -> Bound:
        """The other measure."""
        words = f"bound of {short(self.floor)} on {self.given.title}"
        return Bound(self.given, self.floor, at_most=self.given.better == "low", words=words)

    @property
    def reported(self) -> tuple[Measure, ...]:
        """Both measures."""
        return (self.measure, self.given)

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """The measure with its sign turned, where the other one is within its bound."""
        value = self.given(self.outcomes(fpr, tpr, tally))
        kept = value <= self.floor + TIE if self.bound.at_most else value >= self.floor - TIE
        return np.where(kept, Best.loss(self, fpr, tpr, tally), np.inf)


def best_given(
    measure: str | Measure, given: str | Measure, floor: float, *, condition: OperatingCondition | None = None
) -> Criterion:
    """Best value of one measure while another is no worse than a bound, such as precision given recall.

    Parameters
    ----------
    measure : str or Measure
        The measure to make best.
    given : str or Measure
        The measure that is bounded.
    floor : float
        The worst value of `given` that is allowed: at least this much where higher is better, at
        most this much where lower is better (a false positive rate, say). It lies in the range of
        the measure.
    condition : OperatingCondition, optional
        Prevalence that the measures are taken at, and costs that the decision is priced at.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> best_given("recall", "fpr", 0.1).title
    'the best true positive rate with false positive rate at most 0.1'
    """
    sought, bounded = map(confusion_measures.measure, (measure, given))
    return BestGiven(sought, bounded, floor, condition=condition)


def _directed(name: str | Measure, purpose: str) -> Measure:
    """Find a measure; refuse one without a direction."""
    found = confusion_measures.measure(name)
    if not found.better:
        raise InputError(f"{purpose} needs a measure with a direction", found.title, "use another measure")
    return found


# ---- the least worst case -------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Minimax(Criterion):
    """The least greatest cost over a range of PC(+); it is greatest at an end."""

    key: ClassVar[str] = "minimax"
    can_mix: ClassVar[bool] = True
    of_rates: ClassVar[bool] = True
    #: What is greatest at the worst condition.
    quantity: ClassVar[str] = "normalised cost"

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        low, high = (arrays.share(end, "an end of a range of PC(+)") for end in (self.low, self.high))
        if low > high:
            raise InputError("a range of PC(+) must ascend", f"{self.low!r} to {self.high!r}")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        Criterion.__post_init__(self)

    @property
    def title(self) -> str:
        """Name the range."""
        return f"the least worst-case {self.quantity} over PC(+) from {short(self.low)} to {short(self.high)}"

    @property
    def conditions(self) -> tuple[float, float]:
        """The range; one of its ends is the worst case."""
        return self.low, self.high

    def at_condition(self, pc: float, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - regret needs it
        """What is made small in the worst case, at one condition."""
        return fpr * (1 - pc) + (1 - tpr) * pc

    def ends(self, fpr: Any, tpr: Any, tally: Tally) -> list[Any]:
        """The same at both ends of the range."""
        return [self.at_condition(pc, fpr, tpr, tally) for pc in self.conditions]

    def reached(self, decision: Decision, models: Mapping[str, Tally]) -> str:
        """Say the worst case."""
        ends = self.among(models.values()).ends(decision.fpr, decision.tpr, models[decision.model])
        worst, pc = max(zip(map(float, ends), self.conditions, strict=True))
        return f"At worst its {self.quantity} is {short(worst)}, at PC(+) {short(pc)}."

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Greater of the two ends."""
        return np.maximum(*self.ends(fpr, tpr, tally))

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:
        """Cost at the low minus cost at the high end, at 0; between the corners that are best at the ends."""
        low, high = self.ends(hull.fpr, hull.tpr, tally)
        if self.low == self.high:
            # Nothing to balance: the corner that is best at the one condition, unmixed.
            return np.arange(len(hull), dtype=float), float(np.argmin(low))
        climbing = np.asarray(low - high)
        first, last = int(np.argmin(low)), int(np.argmin(high[::-1]))
        return climbing, float(np.clip(0.0, climbing[first], climbing[len(hull) - 1 - last]))


def minimax(
    low: float = 0.0,
    high: float = 1.0,
    *,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Least greatest normalised cost over PC(+) from `low` to `high`.

    Parameters
    ----------
    low, high : float
        Ends of the range of PC(+), in [0, 1], ascending.
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether two thresholds may be mixed, each case falling to one of them at random.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> minimax(0.2, 0.4).title
    'the least worst-case normalised cost over PC(+) from 0.2 to 0.4'
    """
    return Minimax(low, high, condition=condition, randomised=randomised)


@dataclasses.dataclass(frozen=True, slots=True)
class MinimaxRegret(Minimax):
    """The least greatest regret over a range of PC(+): cost less the least of all models, `rivals`."""

    key: ClassVar[str] = "minimax_regret"
    of_rates: ClassVar[bool] = False  # the least possible cost is that of each tally
    quantity: ClassVar[str] = "regret"

    rivals: tuple[Tally, ...] = ()

    @property
    def parameters(self) -> dict[str, Any]:
        """Rivals are those of a choice, not of the criterion."""
        found = Criterion.parameters.__get__(self)
        return {name: value for name, value in found.items() if name != "rivals"}

    def at_condition(self, pc: float, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Cost less the least possible at the condition."""
        hulls = [RocHull.of(rival) for rival in self.rivals or (tally,)]
        least = min(np.min(Minimax.at_condition(self, pc, h.fpr, h.tpr, tally)) for h in hulls)
        return Minimax.at_condition(self, pc, fpr, tpr, tally) - least

    def among(self, tallies: Iterable[Tally]) -> Self:
        """Regret the best of all models, not only the best threshold of one."""
        return dataclasses.replace(self, rivals=tuple(tallies))


def minimax_regret(
    low: float = 0.0,
    high: float = 1.0,
    *,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Least greatest excess over the best possible cost, over PC(+) from `low` to `high`.

    Parameters
    ----------
    low, high, condition, randomised
        As for :func:`minimax`.

    Returns
    -------
    Criterion
        In a choice among several models the best possible is that of all of them.

    Examples
    --------
    >>> minimax_regret(0.2, 0.4).title
    'the least worst-case regret over PC(+) from 0.2 to 0.4'
    """
    return MinimaxRegret(low, high, condition=condition, randomised=randomised)
