"""Goals: the kinds of criteria as values, each with what it makes small and how it is met by lot."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.wording import percent, short
from costcurves.decisions.criterion import TIE, Criterion
from costcurves.errors import InputError
from costcurves.space.roc import RocHull
from costcurves.tallies.confusion import Confusion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._ground.arrays import Floats
    from costcurves.decisions.decision import Decision
    from costcurves.measures.confusion_measures import Measure
    from costcurves.tallies.tally import Tally

__all__ = ["Best", "Capacity", "EqualErrors", "LeastCost", "MaxFpr", "Minimax"]


@dataclasses.dataclass(frozen=True, slots=True)
class LeastCost(Criterion):
    """The least expected cost at one operating condition."""

    def __post_init__(self) -> None:
        """Refuse to go without a condition."""
        Criterion.__post_init__(self)
        if self.condition is None:
            raise InputError.because(must="the least cost needs an operating condition", came="none")

    @property
    def title(self) -> str:
        """Name the condition."""
        return "the least expected cost"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """Normalised expected cost."""
        assert self.condition is not None  # refused when it was made
        return self.condition.nec(fpr, tpr)

    def __call__(self, tally: Tally) -> Decision:
        """Take a corner of the hull: the best points always lie there."""
        hull = RocHull.of(tally)
        loss = np.asarray(self.loss(hull.fpr, hull.tpr, tally))
        # On the scale of the trivial classifiers, which is tiny where PC is.
        trivial = min(float(loss[0]), float(loss[-1]))
        equal = np.flatnonzero(loss <= loss.min() + TIE * trivial)
        # Of equal corners the one with fewer false alarms; at PC = 0 all with FPR 0 are equal, and
        # the one that finds most is taken.
        free = self.condition is not None and self.condition.pc == 0
        return self.at(tally, hull, int(equal[-1 if free else 0]))


@dataclasses.dataclass(frozen=True, slots=True)
class MaxFpr(Criterion):
    """Neyman–Pearson: the most positives found with at most a stated false positive rate."""

    limit: float

    @property
    def title(self) -> str:
        """Name the limit."""
        return f"the most positives found at a false positive rate of at most {percent(self.limit)}"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """Missed positives within the limit."""
        return np.where(fpr <= self.limit + TIE, 1 - tpr, np.inf)

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:  # noqa: ARG002
        """FPR up to the limit."""
        return hull.fpr, _while_it_finds(hull, hull.fpr, self.limit)


@dataclasses.dataclass(frozen=True, slots=True)
class Capacity(Criterion):
    """The most positives found while flagging at most a stated share of the cases."""

    share: float
    prevalence: float | None = None
    wording: str = ""

    def __post_init__(self) -> None:
        """Refuse two prevalences: the share flagged and the cost belong to one place."""
        Criterion.__post_init__(self)
        own, condition = self.prevalence, self.condition
        if own is not None and condition is not None and condition.placed and own != condition.prevalence:
            raise InputError.because(
                must="a capacity and its condition have one prevalence",
                came=f"{own:g} and {condition.prevalence:g}",
                fix="leave out prevalence=",
            )

    @property
    def title(self) -> str:
        """Name the capacity."""
        return (
            self.wording or f"the most positives found by flagging at most {percent(self.share)} of the cases"
        )

    def _load(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Share of cases flagged."""
        p = self.stated(tally, self.prevalence)
        return p * tpr + (1 - p) * fpr

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Missed positives within the capacity (rounding of the share forgiven)."""
        return np.where(self._load(fpr, tpr, tally) <= self.share + TIE, 1 - tpr, np.inf)

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:
        """Share flagged up to the capacity."""
        load = np.asarray(self._load(hull.fpr, hull.tpr, tally))
        return load, _while_it_finds(hull, load, self.share)

    def prevalence_of(self, sample: float) -> float:
        """The stated prevalence goes first."""
        if self.prevalence is not None:
            return self.prevalence
        return Criterion.prevalence_of(self, sample)


def _while_it_finds(hull: RocHull, climbing: Floats, level: float) -> float:
    """Lower a level to where all positives are found: beyond, flags find nothing."""
    return min(level, float(climbing[np.argmax(hull.tpr == 1)]))


@dataclasses.dataclass(frozen=True, slots=True)
class EqualErrors(Criterion):
    """FPR = FNR, as nearly as the thresholds allow (exactly, if randomised)."""

    @property
    def title(self) -> str:
        """Name the criterion."""
        return "equal error rates of both classes"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """Difference of the two error rates."""
        return np.abs(fpr - (1 - tpr))

    def rank(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """The greater error rate: equal errors are no merit in themselves."""
        return np.maximum(fpr, 1 - tpr)

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:  # noqa: ARG002
        """FPR − FNR at 0."""
        return hull.fpr - (1 - hull.tpr), 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class Best(Criterion):
    """The best value of a measure, perhaps while another stays on the good side of a bound."""

    measure: Measure
    given: Measure | None = None
    bound: float = -math.inf

    def __post_init__(self) -> None:
        """Refuse measures without a direction, and a bound that is no value of its measure."""
        Criterion.__post_init__(self)
        given = self.given
        for row, purpose in ((self.measure, "the best of a measure"), (given, "a bound on a measure")):
            if row is not None and not row.better:
                raise InputError.because(
                    must=f"{purpose} needs a measure with a direction",
                    came=row.title,
                    fix="use another measure",
                )
        if given is not None and not given.low <= self.bound <= given.high:
            raise InputError.because(
                must=f"a bound on {given.title} lies in [{given.low:g}, {given.high:g}]",
                came=f"{self.bound!r}",
            )

    @property
    def title(self) -> str:
        """Name the measures."""
        goal = f"the best {self.measure.title}"
        if self.given is None:
            return goal
        side = "at most" if self.given.better == "low" else "at least"
        return f"{goal} with {self.given.title} {side} {short(self.bound)}"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """The measure with its sign turned so that less is better."""
        p = self.stated(tally, None)
        rates = {"tp": p * tpr, "fn": p * (1 - tpr), "fp": (1 - p) * fpr, "tn": (1 - p) * (1 - fpr)}
        cuts = Confusion(**rates)
        loss = self.measure(cuts) if self.measure.better == "low" else -self.measure(cuts)
        if self.given is None:
            return loss
        value, ceiling = self.given(cuts), self.given.better == "low"
        kept = value <= self.bound + TIE if ceiling else value >= self.bound - TIE
        return np.where(kept, loss, np.inf)


@dataclasses.dataclass(frozen=True, slots=True)
class Minimax(Criterion):
    """The least greatest cost (or regret) over a range of PC(+); both are greatest at an end."""

    low: float
    high: float
    regret: bool = False
    rivals: tuple[Tally, ...] = ()

    @property
    def title(self) -> str:
        """Name the range."""
        what = "regret" if self.regret else "normalised cost"
        return f"the least worst-case {what} over PC(+) from {short(self.low)} to {short(self.high)}"

    def _ends(self, fpr: Any, tpr: Any, tally: Tally) -> list[Any]:
        """Cost at both ends of the range, less the best possible there if regret is asked."""
        ends = []
        for pc in (self.low, self.high):
            cost = fpr * (1 - pc) + (1 - tpr) * pc
            if self.regret:
                hulls = [RocHull.of(rival) for rival in self.rivals or (tally,)]
                cost = cost - min(np.min(h.fpr * (1 - pc) + (1 - h.tpr) * pc) for h in hulls)
            ends.append(cost)
        return ends

    def among(self, tallies: Iterable[Tally]) -> Criterion:
        """Regret the best of all models, not only the best threshold of one."""
        return dataclasses.replace(self, rivals=tuple(tallies)) if self.regret else self

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Greater of the two ends."""
        return np.maximum(*self._ends(fpr, tpr, tally))

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:
        """Cost at the low minus cost at the high end, at 0; between the corners that are best at the ends."""
        low, high = self._ends(hull.fpr, hull.tpr, tally)
        if self.low == self.high:
            # Nothing to balance: the corner that is best at the one condition, unmixed.
            return np.arange(len(hull), dtype=float), float(np.argmin(low))
        climbing = np.asarray(low - high)
        first, last = int(np.argmin(low)), int(np.argmin(high[::-1]))
        return climbing, float(np.clip(0.0, climbing[first], climbing[len(hull) - 1 - last]))
