"""Criteria by name: least cost, constraints, best measures, worst cases."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import _arrays
from costcurves.confusion import Confusion
from costcurves.criterion import TIE, Criterion
from costcurves.decisions import Cut, Decision
from costcurves.errors import InputError
from costcurves.measures import measure
from costcurves.roc import RocHull
from costcurves.wording import percent, short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurves._arrays import Floats
    from costcurves.conditions import OperatingCondition
    from costcurves.tallies import Tally

__all__ = [
    "CRITERIA",
    "Criterion",
    "best",
    "best_given",
    "budget",
    "capacity",
    "equal_errors",
    "least_cost",
    "max_fpr",
    "minimax",
    "minimax_regret",
]


@dataclasses.dataclass(frozen=True, slots=True)
class LeastCost(Criterion):
    """The least expected cost at one operating condition."""

    @property
    def title(self) -> str:
        """Name the condition."""
        return "the least expected cost"

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """Normalised expected cost."""
        if self.condition is None:
            raise InputError.because(must="the least cost needs an operating condition", came="none")
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
        point = int(equal[-1 if free else 0])
        return self.decision(tally, Cut.at(hull, point), float(hull.fpr[point]), float(hull.tpr[point]))


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
    """The best value of a measure, perhaps while another stays at or above a floor."""

    measure: str
    given: str | None = None
    floor: float = -math.inf

    @property
    def title(self) -> str:
        """Name the measures."""
        goal = f"the best {measure(self.measure).title}"
        return (
            goal
            if self.given is None
            else f"{goal} with {measure(self.given).title} at least {short(self.floor)}"
        )

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """The measure with its sign turned so that less is better."""
        p = self.stated(tally, None)
        rates = {"tp": p * tpr, "fn": p * (1 - tpr), "fp": (1 - p) * fpr, "tn": (1 - p) * (1 - fpr)}
        cuts = Confusion(**rates)
        row = measure(self.measure)
        if not row.better:
            raise InputError.because(
                must="the best of a measure needs a measure with a direction",
                came=row.title,
                fix="use another measure",
            )
        loss = row(cuts) if row.better == "low" else -row(cuts)
        if self.given is not None:
            loss = np.where(measure(self.given)(cuts) >= self.floor - TIE, loss, np.inf)
        return loss


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


def least_cost(condition: OperatingCondition) -> Criterion:
    """Least expected cost at one operating condition.

    Examples
    --------
    >>> from costcurves import OperatingCondition, Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> least_cost(OperatingCondition.from_pc(0.9))(tally).high
    0.4
    """
    return LeastCost(condition=condition)


def max_fpr(
    limit: float, *, condition: OperatingCondition | None = None, randomised: bool = False
) -> Criterion:
    """Most positives found with FPR at most `limit` (Neyman–Pearson).

    Examples
    --------
    >>> from costcurves import Tally
    >>> points = Tally.from_points([0.02, 0.05, 0.1], [0.4, 0.5, 0.7])
    >>> max_fpr(0.05)(points).tpr
    0.5
    """
    return MaxFpr(_arrays.share(limit, "the limit on FPR"), condition=condition, randomised=randomised)


def capacity(
    share: float,
    *,
    prevalence: float | None = None,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Most positives found when at most a share of the cases can be handled.

    The share flagged is p·TPR + (1 − p)·FPR at the stated prevalence p, else at that of the
    condition, else at that of the tally. A stated one must not contradict the condition's.
    """
    stated = None if prevalence is None else _arrays.share(prevalence, "prevalence")
    return Capacity(_arrays.share(share, "the capacity"), stated, condition=condition, randomised=randomised)


def budget(
    amount: float,
    price: float,
    cases: float,
    *,
    prevalence: float | None = None,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Most positives found when acting on a flagged case costs `price` and `amount` can be spent.

    A budget for `cases` cases is the capacity amount/(price·cases).

    Examples
    --------
    >>> budget(600, price=5, cases=1000).title
    'the most positives found by spending at most 600 at 5 a flagged case on 1000 cases'
    """
    for name, value in (("amount", amount), ("price", price), ("cases", cases)):
        if _arrays.number(value, name) < 0 or (name != "amount" and value == 0):
            raise InputError.because(
                must="price and cases of a budget are above 0, its amount is not below",
                came=f"{name} = {value!r}",
            )
    words = f"spending at most {amount:g} at {price:g} a flagged case on {cases:g} cases"
    stated = None if prevalence is None else _arrays.share(prevalence, "prevalence")
    return Capacity(
        min(1.0, float(amount) / float(price) / float(cases)),
        stated,
        f"the most positives found by {words}",
        condition=condition,
        randomised=randomised,
    )


def equal_errors(*, condition: OperatingCondition | None = None, randomised: bool = False) -> Criterion:
    """Equal error rates of both classes; randomised, this is the equal error rate of the hull."""
    return EqualErrors(condition=condition, randomised=randomised)


def best(name: str, *, condition: OperatingCondition | None = None) -> Criterion:
    """Best value of a measure, named as in :data:`costcurves.measures.MEASURES`.

    Examples
    --------
    >>> from costcurves import Tally
    >>> best("f1")(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])).high
    0.4
    """
    return Best(measure(name).key, condition=condition)


def best_given(
    name: str, given: str, floor: float, *, condition: OperatingCondition | None = None
) -> Criterion:
    """Best value of one measure while another is at least `floor`, such as precision given recall."""
    return Best(measure(name).key, measure(given).key, _arrays.real(floor, "a floor"), condition=condition)


def minimax(
    low: float = 0.0,
    high: float = 1.0,
    *,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Least greatest cost over PC(+) from `low` to `high`."""
    return Minimax(*_range(low, high), condition=condition, randomised=randomised)


def minimax_regret(
    low: float = 0.0,
    high: float = 1.0,
    *,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Least greatest excess over the best possible cost, over PC(+) from `low` to `high`."""
    return Minimax(*_range(low, high), regret=True, condition=condition, randomised=randomised)


def _range(low: float, high: float) -> tuple[float, float]:
    """Read a range of PC(+)."""
    start, stop = (_arrays.share(end, "an end of a range of PC(+)") for end in (low, high))
    if start > stop:
        raise InputError.because(must="a range of PC(+) ascends", came=f"{low!r} to {high!r}")
    return start, stop


#: Every criterion type, for tests that must not forget one.
CRITERIA: tuple[type[Criterion], ...] = (LeastCost, MaxFpr, Capacity, EqualErrors, Best, Minimax)
