"""Beliefs about the operating condition: a law of PC(+) with its moments in closed form."""

from __future__ import annotations

import abc
import dataclasses
import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves import _arrays
from costcurves._arrays import ByValue, Floats, frozen
from costcurves.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["ConditionPrior"]


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
        ends = self.moments(np.array([low, high]), 0)
        return float(ends[1] - ends[0])

    # ---- making one -------------------------------------------------------------------------

    @staticmethod
    def point(value: float) -> ConditionPrior:
        """Certainty: the value is known."""
        return Samples(np.array([value]), np.array([1.0]))

    @staticmethod
    def samples(values: ArrayLike, weights: ArrayLike | None = None) -> ConditionPrior:
        """Scenarios with weights, or draws from any law.

        Examples
        --------
        >>> round(ConditionPrior.samples([0.2, 0.5, 0.8], [0.5, 0.3, 0.2]).mean, 6)
        0.41
        """
        array = _arrays.numbers(values, "values")
        weight = _arrays.weights(weights, len(array), "weights")
        return Samples(array, np.ones(len(array)) if weight is None else weight.astype(float))

    @staticmethod
    def uniform(low: float = 0.0, high: float = 1.0) -> ConditionPrior:
        """Every value between `low` and `high` alike.

        Examples
        --------
        >>> ConditionPrior.uniform(0.2, 0.6).mean
        0.4
        """
        return Histogram(np.array([low, high]), np.array([1.0]))

    @staticmethod
    def histogram(edges: ArrayLike, weights: ArrayLike) -> ConditionPrior:
        """Piecewise uniform: a weight for each interval between ascending edges.

        Examples
        --------
        >>> ConditionPrior.histogram([0, 0.1, 0.5], [3, 1]).probability(0, 0.1)
        0.75
        """
        return Histogram(_arrays.numbers(edges, "edges"), _arrays.numbers(weights, "weights"))

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
    def from_beliefs(*, prevalence: Any, costs: Any) -> ConditionPrior:
        """Law of PC(+) that follows from separate beliefs about prevalence and costs.

        See :class:`costcurves.beliefs.Beliefs`, which also gives expected costs in money.
        """
        from costcurves.beliefs import Beliefs

        return Beliefs.of(prevalence=prevalence, costs=costs)


def _check_order(name: str, *values: float, strict: bool = True) -> None:
    """Refuse parameters that are not ascending numbers in [0, 1]."""
    ok = all(0 <= v <= 1 for v in values)
    pairs = list(itertools.pairwise(values))
    if not ok or any(a > b for a, b in pairs) or (strict and values[0] >= values[-1]):
        raise InputError.because(
            must=f"the parameters of a {name} ascend within [0, 1]", came=", ".join(f"{v!r}" for v in values)
        )


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Samples(ByValue, ConditionPrior):
    """A law on finitely many values."""

    values: Floats
    weights: Floats

    def __post_init__(self) -> None:
        """Sort, normalise, freeze."""
        values, weights = np.asarray(self.values, float), np.asarray(self.weights, float)
        if values.size == 0 or not np.all((values >= 0) & (values <= 1)) or not weights.sum() > 0:
            raise InputError.because(
                must="scenarios lie in [0, 1] and have a positive total weight",
                came=f"values {values[:5].tolist()}, weights {weights[:5].tolist()}",
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
        """Check, normalise, freeze."""
        edges, weights = np.asarray(self.edges, float), np.asarray(self.weights, float)
        sound = edges.ndim == 1 and len(edges) == len(weights) + 1 and len(weights) > 0
        sound = sound and bool(np.all(np.diff(edges) > 0)) and edges[0] >= 0 and edges[-1] <= 1
        if not sound or not np.all(weights >= 0) or not weights.sum() > 0:
            raise InputError.because(
                must="a histogram has ascending edges in [0, 1] and a weight ≥ 0 for each interval",
                came=f"edges {edges[:6].tolist()}, weights {weights[:5].tolist()}",
            )
        object.__setattr__(self, "edges", frozen(edges))
        object.__setattr__(self, "weights", frozen(weights / weights.sum()))

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Integrate tᵏ over the part of each interval below each x."""
        low = self.edges[:-1]
        top = np.clip(np.asarray(x, float)[..., None], low, self.edges[1:])
        # The mean of tᵏ over [low, top], without a difference of powers.
        mean = (1.0, (top + low) / 2, (top * top + top * low + low * low) / 3)[k]
        share = (top - low) / np.diff(self.edges)
        return np.asarray((self.weights * share * mean).sum(axis=-1))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Beta(ByValue, ConditionPrior):
    """A Beta law, possibly truncated."""

    a: float
    b: float
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters."""
        if not (self.a > 0 and self.b > 0 and math.isfinite(self.a) and math.isfinite(self.b)):
            raise InputError.because(
                must="both parameters of a Beta law are above 0", came=f"{self.a!r}, {self.b!r}"
            )
        _check_order("truncated Beta law", self.low, self.high)

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Regularised incomplete beta functions of shifted parameters."""
        from scipy.special import betainc

        top = np.clip(np.asarray(x, float), self.low, self.high)
        # E[tᵏ; t < x] = E[tᵏ] · I_x(a + k, b), with E[tᵏ] = a(a+1)…/((a+b)(a+b+1)…).
        factor = math.prod((self.a + i) / (self.a + self.b + i) for i in range(k))
        mass = betainc(self.a, self.b, self.high) - betainc(self.a, self.b, self.low)
        part = betainc(self.a + k, self.b, top) - betainc(self.a + k, self.b, self.low)
        return np.asarray(factor * part / mass)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Triangular(ByValue, ConditionPrior):
    """A triangular law."""

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        _check_order("triangular law", self.low, self.mode, self.high)

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Integrate tᵏ under the rising and the falling side."""
        low, mode, high = self.low, self.mode, self.high
        at = np.clip(np.asarray(x, float), low, high)
        total = np.zeros_like(at)
        if mode > low:
            total += _under_side(low, np.minimum(at, mode), low, k) * 2 / ((high - low) * (mode - low))
        if high > mode:
            total -= _under_side(mode, np.maximum(at, mode), high, k) * 2 / ((high - low) * (high - mode))
        return np.asarray(total)


def _under_side(start: float, stop: Floats, foot: float, k: int) -> Floats:
    """Integrate tᵏ (t − foot) from start to stop."""
    first, second = ((stop**n - start**n) / n for n in (k + 1, k + 2))
    return np.asarray(second - foot * first)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LogOddsUniform(ByValue, ConditionPrior):
    """A law uniform in the log-odds."""

    low: float
    high: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        _check_order("log-odds uniform law", self.low, self.high)
        if self.low == 0 or self.high == 1:
            raise InputError.because(
                must="a log-odds uniform law has 0 < low and high < 1", came=f"{self.low!r}, {self.high!r}"
            )

    def moments(self, x: ArrayLike, k: int) -> Floats:
        """Integrate tᵏ/(t(1 − t)): log-odds, −ln(1 − t), −ln(1 − t) − t."""
        at = np.clip(np.asarray(x, float), self.low, self.high)
        width = _log_odds(self.high) - _log_odds(self.low)
        if k == 0:
            return np.asarray((_log_odds(at) - _log_odds(self.low)) / width)
        part = np.log1p(-self.low) - np.log1p(-at)
        return np.asarray((part if k == 1 else part - (at - self.low)) / width)


def _log_odds(x: Any) -> Any:
    """ln(x/(1 − x))."""
    return np.log(x) - np.log1p(-x)
