"""Criteria by name: least cost, constraints, best measures, worst cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground import arrays
from costcurves.decisions.criterion import Criterion
from costcurves.decisions.goals import Best, Capacity, EqualErrors, LeastCost, MaxFpr, Minimax
from costcurves.errors import InputError
from costcurves.measures.confusion_measures import Measure, measure

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition

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


def least_cost(condition: OperatingCondition) -> Criterion:
    """Least expected cost at one operating condition.

    Parameters
    ----------
    condition : OperatingCondition
        Costs and prevalence, or PC(+) alone.

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

    Parameters
    ----------
    limit : float
        Greatest false positive rate allowed, in [0, 1].
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether cases may be decided by lot between two thresholds, so that the constraint is met
        exactly.

    Examples
    --------
    >>> from costcurves import Tally
    >>> points = Tally.from_points([0.02, 0.05, 0.1], [0.4, 0.5, 0.7])
    >>> max_fpr(0.05)(points).tpr
    0.5
    """
    return MaxFpr(arrays.share(limit, "the limit on FPR"), condition=condition, randomised=randomised)


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
        Whether cases may be decided by lot between two thresholds, so that the constraint is met
        exactly.

    Examples
    --------
    >>> from costcurves import Tally
    >>> capacity(0.4)(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])).high
    0.8
    """
    stated = None if prevalence is None else arrays.share(prevalence, "prevalence")
    return Capacity(arrays.share(share, "the capacity"), stated, condition=condition, randomised=randomised)


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

    Examples
    --------
    >>> budget(600, price=5, cases=1000).title
    'the most positives found by spending at most 600 at 5 a flagged case on 1000 cases'
    """
    for name, value in (("amount", amount), ("price", price), ("cases", cases)):
        if arrays.number(value, name) < 0 or (name != "amount" and value == 0):
            raise InputError.because(
                must="price and cases of a budget are above 0, its amount is not below",
                came=f"{name} = {value!r}",
            )
    words = f"spending at most {amount:g} at {price:g} a flagged case on {cases:g} cases"
    stated = None if prevalence is None else arrays.share(prevalence, "prevalence")
    return Capacity(
        min(1.0, float(amount) / float(price) / float(cases)),
        stated,
        f"the most positives found by {words}",
        condition=condition,
        randomised=randomised,
    )


def equal_errors(*, condition: OperatingCondition | None = None, randomised: bool = False) -> Criterion:
    """Equal error rates of both classes, FPR = FNR, as nearly as the thresholds allow.

    Parameters
    ----------
    condition : OperatingCondition, optional
        Costs and prevalence that the decision is priced at.
    randomised : bool
        Whether cases may be decided by lot: then the rates are equal, the equal error rate of the hull.
    """
    return EqualErrors(condition=condition, randomised=randomised)


def best(name: str | Measure, *, condition: OperatingCondition | None = None) -> Criterion:
    """Best value of a measure.

    Parameters
    ----------
    name : str or Measure
        A name or alias of a row of :data:`costcurves.measures.confusion_measures.MEASURES`, or any
        measure with a direction, such as ``f_measure(3)``.
    condition : OperatingCondition, optional
        Prevalence that the measure is taken at, and costs that the decision is priced at.

    Examples
    --------
    >>> from costcurves import Tally
    >>> best("f1")(Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])).high
    0.4
    """
    return Best(_measure(name), condition=condition)


def best_given(
    name: str | Measure,
    given: str | Measure,
    floor: float,
    *,
    condition: OperatingCondition | None = None,
) -> Criterion:
    """Best value of one measure while another is no worse than a bound, such as precision given recall.

    Parameters
    ----------
    name : str or Measure
        The measure to make best.
    given : str or Measure
        The measure that is bounded.
    floor : float
        The worst value of `given` that is allowed: at least this much where higher is better, at
        most this much where lower is better (a false positive rate, say). It lies in the range of
        the measure.
    condition : OperatingCondition, optional
        Prevalence that the measures are taken at, and costs that the decision is priced at.

    Examples
    --------
    >>> best_given("recall", "fpr", 0.1).title
    'the best true positive rate with false positive rate at most 0.1'
    """
    return Best(_measure(name), _measure(given), arrays.real(floor, "a floor"), condition=condition)


def _measure(name: str | Measure) -> Measure:
    """Find a measure by name; take one as it is."""
    return name if isinstance(name, Measure) else measure(name)


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
        Whether cases may be decided by lot between two thresholds.
    """
    return Minimax(*_range(low, high), condition=condition, randomised=randomised)


def minimax_regret(
    low: float = 0.0,
    high: float = 1.0,
    *,
    condition: OperatingCondition | None = None,
    randomised: bool = False,
) -> Criterion:
    """Least greatest excess over the best possible cost, over PC(+) from `low` to `high`.

    In a choice among several models the best possible is that of all of them.

    Parameters
    ----------
    low, high, condition, randomised
        As for :func:`minimax`.
    """
    return Minimax(*_range(low, high), regret=True, condition=condition, randomised=randomised)


def _range(low: float, high: float) -> tuple[float, float]:
    """Read a range of PC(+)."""
    start, stop = (arrays.share(end, "an end of a range of PC(+)") for end in (low, high))
    if start > stop:
        raise InputError.because(must="a range of PC(+) ascends", came=f"{low!r} to {high!r}")
    return start, stop


#: Every criterion type, for tests that must not forget one.
CRITERIA: tuple[type[Criterion], ...] = (LeastCost, MaxFpr, Capacity, EqualErrors, Best, Minimax)
