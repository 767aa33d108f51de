"""Criteria that constrain whom is flagged: a false positive rate, a capacity, a budget, equal errors."""

from __future__ import annotations

import abc
import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, Floats
from costcurves._ground.number_words import percent
from costcurves.criteria.criterion import Bound, Criterion
from costcurves.errors import InputError
from costcurves.measures.confusion_measures import Measure, measure

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.space.roc import RocHull
    from costcurves.tallies.tally import Tally


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MostFound(Criterion):
    """The most positives found while some share of the records is within a limit, its bound."""

    can_mix: ClassVar[bool] = True
    of_rates: ClassVar[bool] = True

    @property
    @abc.abstractmethod
    def bound(self) -> Bound:
        """The share, and its limit."""

    @abc.abstractmethod
    def limited(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Return the share by rates."""

    def loss(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """Missed positives within the limit (rounding of the share forgiven)."""
        return np.where(self.limited(fpr, tpr, tally) <= self.bound.limit + TIE, 1 - tpr, np.inf)

    def balance(self, hull: RocHull, tally: Tally) -> tuple[Floats, float]:
        """The share up to the limit, or to where all positives are found: beyond, flags find nothing."""
        climbing = np.asarray(self.limited(hull.fpr, hull.tpr, tally))
        return climbing, min(self.bound.limit, float(climbing[np.argmax(hull.tpr == 1)]))


# ---- a limit on the false positive rate -----------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class MaxFpr(MostFound):
    """Neyman–Pearson: the most positives found with at most a stated false positive rate."""

    key: ClassVar[str] = "max_fpr"

    limit: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", arrays.share(self.limit, "the limit on FPR"))
        Criterion.__post_init__(self)

    @property
    def title(self) -> str:
        """Name the limit."""
        return f"the most positives found at a false positive rate of at most {percent(self.limit)}"

    @property
    def bound(self) -> Bound:
        """The false positive rate."""
        return Bound(measure("fpr"), self.limit, at_most=True, words=f"limit of {percent(self.limit)}")

    def limited(self, fpr: Any, tpr: Any, tally: Tally) -> Any:  # noqa: ARG002 - same signature for all
        """The false positive rate."""
        return fpr


def max_fpr(
    limit: float, *, condition: OperatingCondition | None = None, randomised: bool = False
) -> Criterion:
    """Most positives found with FPR at most `limit` (Neyman–Pearson).

    Parameters
    ----------
    limit : float
        Greatest false positive rate allowed, in [0, 1].
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether two thresholds may be mixed, each case falling to one of them at random, so that the
        constraint is met exactly.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> from costcurves import Tally
    >>> points = Tally.from_points([0.02, 0.05, 0.1], [0.4, 0.5, 0.7])
    >>> max_fpr(0.05)(points).tpr
    0.5
    """
    return MaxFpr(limit, condition=condition, randomised=randomised)


# ---- a limit on the share of cases flagged --------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LimitedShare(MostFound):
    """The most positives found while at most a share of the cases is flagged."""

    of_prevalence: ClassVar[bool] = True

    prevalence: float | None = None

    def __post_init__(self) -> None:
        """Refuse two prevalences: the share flagged and the cost belong to one place."""
        if self.prevalence is not None:
            object.__setattr__(self, "prevalence", arrays.share(self.prevalence, "prevalence"))
        Criterion.__post_init__(self)
        own, condition = self.prevalence, self.condition
        if own is None or condition is None or not condition.placed:
            return
        if own != condition.prevalence:
            raise InputError(
                "a capacity and its condition must have one prevalence",
                f"{own:g} and {condition.prevalence:g}",
                "leave out prevalence=",
            )
        object.__setattr__(self, "prevalence", None)  # said by the condition

    @property
    @abc.abstractmethod
    def most_flagged(self) -> float:
        """The greatest share of the cases that may be flagged."""

    @property
    def bound(self) -> Bound:
        """The share flagged."""
        limit = self.most_flagged
        return Bound(measure("flagged"), limit, at_most=True, words=f"limit of {percent(limit)}")

    @property
    def reported(self) -> tuple[Measure, ...]:
        """The share flagged."""
        return (self.bound.measure,)

    def limited(self, fpr: Any, tpr: Any, tally: Tally) -> Any:
        """The share flagged."""
        p = self.stated(tally, self.prevalence)
        return p * tpr + (1 - p) * fpr

    def prevalence_of(self, sample: float) -> float:
        """The stated prevalence goes first."""
        return Criterion.prevalence_of(self, sample) if self.prevalence is None else self.prevalence


@dataclasses.dataclass(frozen=True, slots=True)
class Capacity(LimitedShare):
    """The most positives found while flagging at most a stated share of the cases."""

    key: ClassVar[str] = "capacity"

    share: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", arrays.share(self.share, "the capacity"))
        LimitedShare.__post_init__(self)

    @property
    def title(self) -> str:
        """Name the capacity."""
        return f"the most positives found by flagging at most {percent(self.share)} of the cases"

    @property
    def most_flagged(self) -> float:
        """The capacity."""
        return self.share


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

    Parameters
    ----------
    share : float
        Greatest share of all cases that may be flagged, in [0, 1].
    prevalence : float, optional
        Share of positives where the decision is used.
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether two thresholds may be mixed, each case falling to one of them at random, so that the
        constraint is met exactly.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> from costcurves import Tally
    >>> capacity(0.4)(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])).high
    0.8
    """
    return Capacity(share, prevalence=prevalence, condition=condition, randomised=randomised)


@dataclasses.dataclass(frozen=True, slots=True)
class Budget(LimitedShare):
    """The most positives found by spending at most an amount on flagged cases."""

    key: ClassVar[str] = "budget"

    amount: float
    price: float
    cases: float

    def __post_init__(self) -> None:
        for name in ("amount", "price", "cases"):
            value = getattr(self, name)
            if arrays.number(value, name) < 0 or (name != "amount" and value == 0):
                raise InputError(
                    "price and cases of a budget must be above 0, and its amount 0 or more",
                    f"{name} = {value!r}",
                )
            object.__setattr__(self, name, float(value))
        LimitedShare.__post_init__(self)

    @property
    def title(self) -> str:
        """Name the budget."""
        words = f"spending at most {self.amount:g} at {self.price:g} a flagged case on {self.cases:g} cases"
        return f"the most positives found by {words}"

    @property
    def most_flagged(self) -> float:
        """The share of the cases that can be paid for."""
        return min(1.0, self.amount / self.price / self.cases)


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

    Parameters
    ----------
    amount : float
        What can be spent, at least 0.
    price : float
        What acting on one flagged case costs, above 0, in the unit of `amount`.
    cases : float
        How many cases there are to decide about, above 0.
    prevalence, condition, randomised
        As for :func:`capacity`.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> budget(600, price=5, cases=1000).title
    'the most positives found by spending at most 600 at 5 a flagged case on 1000 cases'
    """
    return Budget(amount, price, cases, prevalence=prevalence, condition=condition, randomised=randomised)


# ---- equal errors ---------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class EqualErrors(Criterion):
    """FPR = FNR, as nearly as the thresholds allow (exactly, if randomised)."""

    key: ClassVar[str] = "equal_errors"
    can_mix: ClassVar[bool] = True
    of_rates: ClassVar[bool] = True

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


def equal_errors(*, condition: OperatingCondition | None = None, randomised: bool = False) -> Criterion:
    """Equal error rates of both classes, FPR = FNR, as nearly as the thresholds allow.

    Parameters
    ----------
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether two thresholds may be mixed: then the rates are equal, the equal error rate of the hull.

    Returns
    -------
    Criterion

    Examples
    --------
    >>> from costcurves import Tally
    >>> decision = equal_errors()(Tally.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1]))
    >>> decision.fpr, 1 - decision.tpr
    (0.5, 0.5)
    """
    return EqualErrors(condition=condition, randomised=randomised)
