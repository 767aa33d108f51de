"""Totals in money where costs differ by record: of decisions, of the cheapest threshold, of Bayes' rule."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import TIE, Floats
from costcurves._ground.documents import Document
from costcurves._ground.number_words import amount, percent
from costcurves.criteria.criterion_spec import CriterionSpec
from costcurves.criteria.decision import Decision
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.errors import Code, InputError, nth_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurves.tallies.records import Records
    from costcurves.tallies.values import ValueTally

#: What the cheapest threshold is chosen for.
LEAST_TOTAL = CriterionSpec("least_total_cost", "the least total cost")
BAYES = "Bayes' rule case by case"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class TotalCost(Document):
    """What a way to decide comes to in money on records whose costs differ.

    Attributes
    ----------
    cost, of_nobody, of_everybody : float
        Total of this way, of flagging nobody and of flagging everybody, each record times its weight;
        lower is better, and below 0 it brings money.
    weight, flagged : float
        Weight of all records, and of those flagged.
    policy : str
        How it is decided, in words.
    model : str
        Empty where flags were given.
    judged_on : str
        The records that the totals are of.
    decision : Decision or None
        The threshold behind it; None where there is no single one.
    currency : str
        The unit of money; empty if none was named.

    Examples
    --------
    >>> from costcurves import evaluate
    >>> ev = evaluate([1, 0, 1], {"m": [0.9, 0.5, 0.4]}, costs={"fp": [1, 1, 1], "fn": [7, 0, 9]})
    >>> found = ev.least_total_cost("m")
    >>> found.cost, found.of_nobody, found.of_everybody, found.savings
    (1.0, 16.0, 1.0, 0.0)
    """

    kind: ClassVar[str] = "total_cost"
    nested: ClassVar = {"decision": Decision}
    derived: ClassVar[tuple[str, ...]] = ("savings", "profit", "mean", "sentence")
    cost: float
    of_nobody: float
    of_everybody: float
    weight: float
    flagged: float
    policy: str
    model: str = ""
    judged_on: str = "these records"
    decision: Decision | None = None
    currency: str = ""

    @property
    def unit(self) -> str:
        """The currency, with a blank before it, to follow an amount; empty where none was named."""
        return f" {self.currency}" if self.currency else ""

    @property
    def baseline(self) -> float:
        """Total of the better of flagging nobody and flagging everybody."""
        return min(self.of_nobody, self.of_everybody)

    @property
    def savings(self) -> float | None:
        """Share of the baseline that is saved: (baseline − cost) / baseline, at most 1 if costs are ≥ 0.

        Negative where the better of flagging nobody and everybody is cheaper. None where that
        baseline costs nothing or brings money: then speak of :attr:`profit`.

        References
        ----------
        Bahnsen, Aouada, Ottersten, *Example-dependent cost-sensitive decision trees*, Expert Systems
        with Applications 42, 2015.
        """
        return (self.baseline - self.cost) / self.baseline if self.baseline > 0 else None

    @property
    def profit(self) -> float:
        """What is gained against flagging nobody."""
        return self.of_nobody - self.cost

    @property
    def mean(self) -> float:
        """Cost a record."""
        return self.cost / self.weight

    @property
    def sentence(self) -> str:
        """The way to decide and its totals in words."""
        flags = f"This flags {percent(self.flagged / self.weight)} of all cases."
        said = f"{self.policy}. {flags}"
        return f"{said if self.decision is None else self.decision.sentence} {self.money}"

    @property
    def money(self) -> str:
        """The totals in words."""
        sign, verb = (1, "costs") if self.savings is not None else (-1, "brings")
        own, nobody, everybody = (
            amount(sign * total) for total in (self.cost, self.of_nobody, self.of_everybody)
        )
        said = f"In all it {verb} {own}{self.unit}, against {nobody} for flagging nobody"
        return f"{said} and {everybody} for flagging everybody{self._compared()}."

    def _compared(self) -> str:
        """Compare with the better of nobody and everybody."""
        better = "nobody" if self.of_nobody <= self.of_everybody else "everybody"
        if abs(self.cost - self.baseline) <= TIE * max(abs(self.of_nobody), abs(self.of_everybody)):
            return ""
        if self.savings is None:
            return f"; that is less than flagging {better}" if self.cost > self.baseline else ""
        way = "saves" if self.savings > 0 else "loses"
        return f"; that {way} {percent(abs(self.savings))} of what flagging {better} costs"

    def __str__(self) -> str:
        return self.sentence

    def to_columns(self) -> dict[str, Any]:
        """Return the totals as columns of one row; undefined savings are NaN."""
        return {
            name: [math.nan if value is None else value]
            for name, value in self._contents().items()
            if name != "decision"
        }


def total_of(records: Records, how: Any, policy: str = "Flags as given", model: str = "") -> TotalCost:
    """Total cost of flagging some records, whoever chose them.

    Parameters
    ----------
    records : Records
        With per-row costs.
    how : Decision or array_like of bool, shape (records,)
        Of a mixture, the expected total is meant.
    """
    costs, share = records.require_costs("totals"), _acted(how, records)
    if isinstance(how, Decision):
        policy, model = f"For {how.criterion}", how.model
    weight = np.ones(len(records)) if records.weight is None else records.weight
    with np.errstate(over="ignore"):  # refused when added up
        left, acted = (weight * column(records.is_positive) for column in (costs.left, costs.acted))
    return TotalCost(
        of_nobody=_sum(left),
        of_everybody=_sum(acted),
        cost=_sum((1 - share) * left + share * acted),
        weight=_sum(weight),
        flagged=_sum(weight * share),
        policy=policy,
        model=model,
        decision=how if isinstance(how, Decision) else None,
        currency=costs.currency,
    )


def costs_by_row(records: Records, how: Any) -> Floats:
    """Return what each record costs under a decision or flags; of a mixture, on average."""
    costs, share = records.require_costs("totals"), _acted(how, records)
    left, acted = (column(records.is_positive) for column in (costs.left, costs.acted))
    return np.asarray((1 - share) * left + share * acted)


def cheapest_thresholds(valued: ValueTally) -> ThresholdInterval:
    """ThresholdInterval with the greatest running value; of equal ones, that with the fewest flagged.

    Where every value is at most 0 it flags nobody.
    """
    value = valued.running()[1]
    slack = TIE * float(np.abs(valued.value).sum())
    k, last = int(np.flatnonzero(value >= value.max() - slack)[0]), len(valued)
    high = math.inf if k == 0 else float(valued.low[k - 1])
    low = -math.inf if k == last else float(valued.high[k])
    flags = "nobody" if k == 0 else "everybody" if k == last else "some"
    return ThresholdInterval(*valued.direction.interval(low, high), flags, valued.direction)


def least_total(records: Records, models: Iterable[str], name: str = "these records") -> TotalCost:
    """Threshold and model with the least total cost on records whose costs differ.

    cost(nobody) − P + (P + N)·env(P / (P + N)) for the tally of stakes, P and N being its two weights
    and env its lower envelope; also where there is stake in one class only, or none at all.

    Parameters
    ----------
    records : Records
        With per-row costs.
    models : iterable of str
        Of which to take the cheapest; of equal ones the first.
    name : str
        What the records are called.
    """
    found = []
    for model in models:
        decision = Decision(
            cheapest_thresholds(records.valued(model)), math.nan, math.nan, math.nan, LEAST_TOTAL, model,
            chosen_on=name, sample_prevalence=True,
        )  # fmt: skip
        found.append(judged_total(records, decision, name))
    return _cheapest(found)


def judged_total(records: Records, decision: Decision, name: str) -> TotalCost:
    """Total cost of a decision on records, with its rates there."""
    judged = decision.judged({model: records.tally(model) for model in decision.models}, name)
    return dataclasses.replace(total_of(records, judged), judged_on=name)


def bayes_by_row(records: Records, models: Iterable[str], name: str = "these records") -> TotalCost:
    """Total cost of flagging every record whose expected benefit is not negative, at its own costs.

    Flag iff p·(c_fn − c_tp) + (1 − p)·(c_tn − c_fp) ≥ 0: a threshold of 0 on another score, which no label
    and no threshold on p chose. The scores must be probabilities where the model is used, and the
    costs of a record must not depend on its label.

    Parameters
    ----------
    records : Records
        With per-row costs.
    models : iterable of str
        Of which to take the cheapest whose scores are probabilities.
    name : str
        What the records are called.

    References
    ----------
    Elkan, *The foundations of cost-sensitive learning*, IJCAI 2001, with costs that vary.
    """
    found, problems = [], []
    for model in models:
        try:
            flagged = records.expected_benefit(model) >= 0
        except InputError as problem:
            if problem.code is not Code.NOT_PROBABILITIES:
                raise
            problems.append(problem)
            continue
        words = f"By {BAYES}: use {model} as the probability of a positive"
        words += " and flag a case when its expected benefit is at least 0"
        found.append(dataclasses.replace(total_of(records, flagged, words, model), judged_on=name))
    if not found:
        raise problems[0]
    return _cheapest(found)


def _cheapest(found: Sequence[TotalCost]) -> TotalCost:
    """Take the cheapest; the first of equal ones."""
    least, scale = min(one.cost for one in found), max(abs(found[0].of_nobody), abs(found[0].of_everybody))
    return next(one for one in found if one.cost <= least + TIE * scale)


def _acted(how: Any, records: Records) -> Floats:
    """Share of each record that a decision or flags act on."""
    return _shares(how, records) if isinstance(how, Decision) else _flags(how, len(records))


def _shares(decision: Decision, records: Records) -> Floats:
    """Share of each record that a decision flags: 0 or 1, or between where it is a mixture."""
    flagged = [one.thresholds.apply(records.score(one.model)).astype(float) for one in decision.members]
    if len(flagged) == 1:
        return flagged[0]
    return np.asarray(sum(one.share * acted for one, acted in zip(decision.members, flagged, strict=True)))


def _flags(flags: Any, records: int) -> Floats:
    column = arrays.numbers(flags, "flags")
    arrays.check_length(column, records, "flags")
    bad = np.flatnonzero((column != 0) & (column != 1))
    if bad.size:
        raise InputError(
            "flags must be true or false",
            str(column[bad[0]]),
            "compare scores with a threshold first",
            where=nth_row(bad[0]),
        )
    return column


def _sum(values: Floats) -> float:
    """Add up money with one rounding, so that the order of the rows leaves no trace."""
    try:
        found = math.fsum(values)
    except (OverflowError, ValueError):  # beyond float64, or infinite already
        found = math.inf
    if abs(found) > arrays.LARGEST_TOTAL:
        raise InputError(
            f"costs times weights must add up to at most {arrays.LARGEST_TOTAL:g}",
            "more",
            "state them in a larger unit of money",
        )
    return found
