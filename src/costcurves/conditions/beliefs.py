"""Beliefs about the operating condition: a law of PC(+) with its moments in closed form."""

from __future__ import annotations

import abc
import dataclasses
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves.conditions import partial_moments
from costcurves.conditions.operating_condition import Costs
from costcurves.errors import InputError, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike


class _CostCurveLike(Protocol):
    """What is asked of a cost curve, whose layer stands above."""

    def __call__(self, pc: float, /) -> Any: ...
    def at_prevalence(self, prevalence: float) -> Any: ...


#: Nearer to 0 or 1, PC(+) is read off the axis of a prevalence with fewer than seven digits.
FAINTEST = 1e-9
#: Intervals into which a continuous law is cut, each replaced by two values with its first three moments.
CUTS = 256


class ConditionPrior(abc.ABC):
    """A belief about PC(+) (or any other number in [0, 1], such as a prevalence).

    It is known by its partial moments ∫₀ˣ tᵏ w(t) dt for k = 0, 1, 2, all in closed form; that is
    all an expected cost needs. Make one with a classmethod.

    Examples
    --------
    >>> belief = ConditionPrior.triangular(0.1, 0.3, 0.8)
    >>> round(belief.mean, 3), round(belief.probability(0.1, 0.3), 3)
    (0.4, 0.286)
    """

    __slots__ = ()

    @abc.abstractmethod
    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Return the integral of tᵏ over [0, x) under this law; the whole for x above its support.

        Parameters
        ----------
        x : array_like
            Upper ends in [0, 1].
        k : {0, 1, 2}
        """

    def total(self, k: int) -> float:
        """Return the whole moment E[tᵏ]."""
        return float(self.moments(np.array([np.inf]), k)[0])

    @property
    def mean(self) -> float:
        """Expected value."""
        return self.total(1)

    def probability(self, low: float, high: float) -> float:
        """Probability of [low, high)."""
        if not low <= high:
            raise InputError("an interval must ascend", f"{low!r} to {high!r}")
        ends = self.moments(np.array([low, high]), 0)
        return float(ends[1] - ends[0])

    # ---- making one -------------------------------------------------------------------------

    @staticmethod
    def point(value: float) -> ConditionPrior:
        """Certainty: the value is known."""
        return Samples(np.array([arrays.share(value, "a known value")]), np.array([1.0]))

    @staticmethod
    def samples(values: ArrayLike, weights: ArrayLike | None = None) -> ConditionPrior:
        """Scenarios with weights, or draws from any law.

        Examples
        --------
        >>> round(ConditionPrior.samples([0.2, 0.5, 0.8], [0.5, 0.3, 0.2]).mean, 6)
        0.41
        """
        array = arrays.numbers(values, "values")
        weight = arrays.weights(weights, len(array), "weights")
        return Samples(array, np.ones(len(array)) if weight is None else weight.astype(float))

    @staticmethod
    def uniform(low: float = 0.0, high: float = 1.0) -> ConditionPrior:
        """Every value between `low` and `high` alike.

        Examples
        --------
        >>> ConditionPrior.uniform(0.2, 0.6).mean
        0.4
        """
        ends = [arrays.share(end, f"the {name} end") for name, end in (("low", low), ("high", high))]
        if ends[0] >= ends[1]:
            raise InputError("a uniform law must have low < high", f"{low!r}, {high!r}")
        return Histogram(np.array(ends), np.array([1.0]))

    @staticmethod
    def histogram(edges: ArrayLike, weights: ArrayLike) -> ConditionPrior:
        """Piecewise uniform: a weight for each interval between ascending edges.

        Examples
        --------
        >>> ConditionPrior.histogram([0, 0.1, 0.5], [3, 1]).probability(0, 0.1)
        0.75
        """
        return Histogram(arrays.numbers(edges, "edges").copy(), arrays.finite(weights, "weights").copy())

    @staticmethod
    def beta(a: float, b: float, low: float = 0.0, high: float = 1.0) -> ConditionPrior:
        """Beta(a, b), truncated to [low, high] if these are given.

        Examples
        --------
        >>> round(ConditionPrior.beta(2, 5).mean, 6)
        0.285714
        """
        return Beta(a, b, low, high)

    @staticmethod
    def triangular(low: float, mode: float, high: float) -> ConditionPrior:
        """An elicited interval with a most likely value."""
        return Triangular(low, mode, high)

    @staticmethod
    def log_odds_uniform(low: float, high: float) -> ConditionPrior:
        """Uniform in ln(x/(1 − x)) between `low` and `high`, 0 < low < high < 1."""
        return LogOddsUniform(low, high)

    @staticmethod
    def from_beliefs(
        *, prevalence: float | ConditionPrior, costs: Costs | ConditionPrior, stake: float | None = None
    ) -> Beliefs:
        """Law of PC(+) that follows from separate beliefs about prevalence and costs.

        With a law of the cost proportion fn/(fn + fp), `stake` says what fp + fn is in money (else 1).
        See :class:`Beliefs`, which also gives expected costs in money.
        """
        return Beliefs.of(prevalence=prevalence, costs=costs, stake=stake)


def _check_order(law: ConditionPrior, name: str, *fields: str) -> None:
    """Read parameters as numbers, and refuse any that do not ascend in [0, 1]."""
    values = [arrays.number(getattr(law, field), f"{field} of a {name}") for field in fields]
    if not 0 <= values[0] < values[-1] <= 1 or values != sorted(values):
        raise InputError(
            f"the parameters of a {name} must ascend within [0, 1]", ", ".join(map(repr, values))
        )
    for field, value in zip(fields, values, strict=True):
        object.__setattr__(law, field, value)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Samples(ByValue, ConditionPrior):
    """A law on finitely many values."""

    values: Floats
    weights: Floats

    def __post_init__(self) -> None:
        values, weights = np.asarray(self.values, float), np.asarray(self.weights, float)
        if values.size == 0 or not np.all((values >= 0) & (values <= 1)) or not weights.sum() > 0:
            raise InputError(
                "scenarios must lie in [0, 1] and have a positive total weight",
                f"values {values[:5].tolist()}, weights {weights[:5].tolist()}",
            )
        order = np.argsort(values, kind="stable")
        object.__setattr__(self, "values", frozen(values[order]))
        object.__setattr__(self, "weights", frozen(weights[order] / weights.sum()))

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Add up the values strictly below each x."""
        running = np.concatenate([[0.0], np.cumsum(self.weights * self.values**k)])
        return np.array(running[np.searchsorted(self.values, np.asarray(x, float), side="left")])


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Histogram(ByValue, ConditionPrior):
    """A piecewise uniform law."""

    edges: Floats
    weights: Floats

    def __post_init__(self) -> None:
        edges, weights = np.asarray(self.edges, float), np.asarray(self.weights, float)
        sound = edges.ndim == 1 and len(edges) == len(weights) + 1 and len(weights) > 0
        sound = sound and bool(np.all(np.diff(edges) > 0)) and edges[0] >= 0 and edges[-1] <= 1
        if not sound or not np.all(weights >= 0) or not weights.sum() > 0:
            raise InputError(
                "a histogram must have ascending edges in [0, 1] and a weight ≥ 0 for each interval",
                f"edges {edges[:6].tolist()}, weights {weights[:5].tolist()}",
            )
        object.__setattr__(self, "edges", frozen(edges))
        object.__setattr__(self, "weights", frozen(weights / weights.sum()))

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Moments of the part below x of each interval."""
        return partial_moments.piecewise_uniform(self.edges, self.weights, np.asarray(x, float), k)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Beta(ByValue, ConditionPrior):
    """A Beta law, possibly truncated."""

    a: float
    b: float
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            object.__setattr__(self, name, arrays.number(getattr(self, name), f"{name} of a Beta law"))
        if min(self.a, self.b) <= 0:
            came = f"{self.a!r}, {self.b!r}"
            raise InputError("both parameters of a Beta law must be above 0", came)
        _check_order(self, "truncated Beta law", "low", "high")
        if (self.low, self.high) != (0, 1) and not partial_moments.beta_mass(
            self.a, self.b, (self.low, self.high)
        ):
            raise InputError(
                "a truncated Beta law must have some probability between its ends",
                f"none of Beta({self.a:g}, {self.b:g}) from {self.low:g} to {self.high:g}",
            )

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Moments of the part below x."""
        return partial_moments.beta(self.a, self.b, (self.low, self.high), np.asarray(x, float), k)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Triangular(ByValue, ConditionPrior):
    """A triangular law."""

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        _check_order(self, "triangular law", "low", "mode", "high")

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Moments of the part below x."""
        return partial_moments.triangular(self.low, self.mode, self.high, np.asarray(x, float), k)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LogOddsUniform(ByValue, ConditionPrior):
    """A law uniform in the log-odds."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _check_order(self, "log-odds uniform law", "low", "high")
        if self.low == 0 or self.high == 1:
            raise InputError(
                "a log-odds uniform law must have 0 < low, high < 1", f"{self.low!r}, {self.high!r}"
            )

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Moments of the part below x."""
        return partial_moments.log_odds_uniform(self.low, self.high, np.asarray(x, float), k)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Beliefs(ByValue, ConditionPrior):
    """Independent beliefs about prevalence and about the cost proportion κ = fn/(fn + fp).

    As a prior it is the law of PC(+) = pκ/(pκ + (1 − p)(1 − κ)); :meth:`expected_cost` gives
    money, which the law of PC(+) alone does not determine.

    Parameters
    ----------
    prevalence : ConditionPrior
        Law of the share of positives.
    proportion : ConditionPrior
        Law of κ.
    stake : float
        What a false positive and a false negative cost together, fp + fn.
    correct : tuple of float
        What a true positive and a true negative cost.

    Examples
    --------
    >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.2, costs=ConditionPrior.uniform())
    >>> round(beliefs.probability(0, 0.5), 6)  # x(1 − p)/(x(1 − p) + (1 − x)p) at x = ½
    0.8
    """

    prevalence: ConditionPrior
    proportion: ConditionPrior
    stake: float = 1.0
    correct: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, *, prevalence: float | ConditionPrior, costs: Any, stake: float | None = None) -> Beliefs:
        """Read beliefs: a number or a law for the prevalence; Costs, or a law of κ, for the costs."""
        share = prevalence if isinstance(prevalence, ConditionPrior) else ConditionPrior.point(prevalence)
        if isinstance(costs, Costs):
            total = costs.effective_fp + costs.effective_fn
            if min(costs.effective_fp, costs.effective_fn) < 0 or total <= 0:
                rule = "errors must cost more than correct decisions"
                raise InputError(rule, repr(costs))
            if stake is not None:
                raise InputError("a stake needs a law of the costs", repr(costs))
            law = ConditionPrior.point(costs.effective_fn / total)
            return cls(share, law, total, (costs.tp, costs.tn))
        if not isinstance(costs, ConditionPrior):
            raise InputError(
                "beliefs about costs must be Costs or a law of the cost proportion fn/(fn + fp)", repr(costs)
            )
        money = 1.0 if stake is None else arrays.number(stake, "the stake fp + fn")
        if money <= 0:
            raise InputError("the stake fp + fn must be above 0", repr(stake))
        return cls(share, costs, money)

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Integrate over κ for each value of the prevalence (error below 1e-5 for smooth laws)."""
        ends = np.asarray(x, float)
        inside = np.clip(ends, 0, 1)
        total = np.zeros_like(ends)
        for p, weight in _values(self.prevalence):
            if p in {0, 1}:
                # Nothing but negatives, or positives: PC is p whatever the costs.
                total += weight * np.where(ends > p, p**k, 0)
            elif k == 0:
                # P(PC < x) is the law of κ at the κ that PC = x stands for; exact.
                odds = np.where(inside < 1, inside * (1 - p), 1.0)
                limit = odds / (odds + np.where(inside < 1, (1 - inside) * p, 0.0))
                total += weight * self.proportion.moments(np.where(ends > 1, np.inf, limit), 0)
            else:
                pcs, masses = self._given(p)
                running = np.concatenate([[0.0], np.cumsum(masses * pcs**k)])
                total += weight * running[np.searchsorted(pcs, ends, side="left")]
        return total

    def _given(self, p: float) -> tuple[Floats, Floats]:
        """Values and weights of PC(+) at one prevalence, ascending."""
        kappa, mass = (np.array(column) for column in zip(*_values(self.proportion), strict=True))
        weight = p * kappa + (1 - p) * (1 - kappa)
        return np.divide(p * kappa, weight, out=np.zeros_like(kappa), where=weight > 0), mass

    def expected_cost(self, curve: _CostCurveLike) -> float:
        """Expected cost a record, in the unit of the costs, of following a cost curve.

        E[(pκ + (1 − p)(1 − κ))·NEC(PC(p, κ))]·(fp + fn) + E[p]·tp + E[1 − p]·tn; p in fine intervals.

        Examples
        --------
        >>> from costcurves import CostCurve
        >>> beliefs = ConditionPrior.from_beliefs(prevalence=0.5, costs=Costs(fp=1, fn=3))
        >>> round(beliefs.expected_cost(CostCurve.line(fpr=0.1, tpr=0.8)), 6)
        0.35
        """
        if not hasattr(curve, "at_prevalence"):
            raise InputError("an expected cost needs a cost curve", kind_of(curve))
        mean, (tp, tn) = self.prevalence.mean, self.correct
        errors = self.stake * sum(w * self._loss(curve, p) for p, w in _values(self.prevalence))
        return float(errors + mean * tp + (1 - mean) * tn)

    def _loss(self, curve: _CostCurveLike, p: float) -> float:
        """Expected cost at one prevalence, for fp + fn = 1."""
        if p < FAINTEST or p > 1 - FAINTEST:
            share = self.proportion.mean if p > 0.5 else 1 - self.proportion.mean
            return float(curve(round(p))) * share
        return float(curve.at_prevalence(p).expected(self.proportion)) / 2


def _values(law: ConditionPrior) -> Iterator[tuple[float, float]]:
    """Replace a law by values with weights, keeping mass, mean and spread of every short interval."""
    if isinstance(law, Samples):
        yield from zip(law.values.tolist(), law.weights.tolist(), strict=True)
        return
    ends = np.linspace(0, 1, CUTS + 1)
    mass, first, second = (np.diff(law.moments(ends, k)) for k in range(3))
    for m, f, s in zip(mass.tolist(), first.tolist(), second.tolist(), strict=True):
        if m > 0:
            mean = f / m
            spread = max(s / m - mean * mean, 0.0) ** 0.5
            yield from ((max(mean - spread, 0.0), m / 2), (min(mean + spread, 1.0), m / 2))
