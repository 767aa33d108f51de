"""The exact law of the cost of given classifiers: how it would vary over test sets of the same make."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, ClassVar, NamedTuple

import numpy as np

from costcurves._ground.arrays import TIE, Floats, number, real, share
from costcurves._ground.documents import Document
from costcurves.errors import InputError, exact
from costcurves.inference.arguments import at_most, errors_counted, not_negative, pairs_counted
from costcurves.inference.counts.cost_intervals import given_estimate
from costcurves.inference.estimate import Estimate, confidence
from costcurves.measures.rate_intervals import smoothed

#: Steps that a sum takes beyond these many standard deviations and steps of its mean are left out: together
#: they have a probability below 1e-20.
DEVIATIONS, STEPS = 12, 40

#: Records of a class beyond which the law is normal to all digits that count, and takes long to add up.
MOST_RECORDS = 10**10

#: Atoms that are written out.
MOST_ATOMS = 1_000_000


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class CostLaw(Document):
    """The law of NEC, or of a difference in NEC, at a condition over test sets of given class sizes.

    Every positive adds 1/P, takes 1/P away or does nothing, independently of all others, and so does
    every negative with 1/N; the cost is x·(sum of positives) + (1 − x)·(sum of negatives). The errors of
    one classifier only add; of two, those of `a` alone add and those of `b` alone take away. The law is
    computed, not drawn: it is the limit of the bootstrap within classes.

    Attributes
    ----------
    pc : float
        x, PC(+).
    positives, negatives : int
        Records of each class.
    adds, takes : (float, float)
        Probabilities that a positive, and a negative, adds to the cost, and that it takes away.

    Examples
    --------
    >>> law = CostLaw(0.5, 12, 12, adds=(1 / 12, 2 / 12))
    >>> law.mean, round(law.sd, 6), round(law.quantile(0.05), 6)
    (0.125, 0.06697, 0.041667)
    """

    kind: ClassVar[str] = "cost_law"
    pc: float
    positives: int
    negatives: int
    adds: tuple[float, float]
    takes: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pc", share(self.pc, "pc"))
        for name in ("positives", "negatives"):
            object.__setattr__(self, name, _size(getattr(self, name), name))
        for name in ("adds", "takes"):
            object.__setattr__(self, name, tuple(share(value, name) for value in getattr(self, name)))
        for plus, minus in zip(self.adds, self.takes, strict=True):
            if plus + minus > 1 + TIE:
                raise InputError(
                    "probabilities must add up to at most 1", f"{exact(plus)} and {exact(minus)}"
                )

    # ---- moments ----------------------------------------------------------------------------

    def _by_class(self) -> list[tuple[float, int, float, float]]:
        """Return weight, size and both probabilities of each class."""
        return [
            (self.pc, self.positives, self.adds[0], self.takes[0]),
            (1 - self.pc, self.negatives, self.adds[1], self.takes[1]),
        ]

    @property
    def mean(self) -> float:
        """Mean: the cost that was observed, if nothing was smoothed."""
        return sum(weight * (plus - minus) for weight, _, plus, minus in self._by_class())

    @property
    def variance(self) -> float:
        """Variance: x²·[p + q − (p − q)²]/P, and the same of the negatives."""
        return sum(
            weight**2 * _variance(plus, minus) / size for weight, size, plus, minus in self._by_class()
        )

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    # ---- the law ----------------------------------------------------------------------------

    def cdf(self, value: float) -> float:
        """Return the probability of a cost up to a value, itself included."""
        return _upto(self._sums(), real(value, "value") + TIE)

    def below(self, value: float) -> float:
        """Return the probability of a cost below a value."""
        return _upto(self._sums(), real(value, "value") - TIE)

    def above(self, value: float) -> float:
        """Return the probability of a cost above a value."""
        return 1.0 - self.cdf(value)

    def quantile(self, q: float) -> float:
        """Return the smallest cost that is reached with a probability of at least `q`."""
        least, sums = share(q, "q") - TIE, self._sums()
        outer, inner = sums
        low, high = (outer.values()[end] + inner.values()[end] + way * TIE for end, way in ((0, -1), (-1, 1)))
        while high - low > TIE / 4:
            middle = (low + high) / 2
            low, high = (low, middle) if _upto(sums, middle) >= least else (middle, high)
        # The atom is at `high` or just below it.
        places = np.minimum(inner.place(high + 2 * TIE - outer.values()), len(inner.chances) - 1)
        reached = np.where(places >= 0, outer.values() + inner.values()[np.maximum(places, 0)], -np.inf)
        return float(reached[outer.chances > 0].max() + 0.0)

    def interval(self, *, level: float = 0.95) -> Estimate:
        """Return the percentile interval: what the bootstrap within classes finds with endless draws."""
        tail = (1 - confidence(level)) / 2
        low, high = self.quantile(tail), self.quantile(1 - tail)
        ends = (self.mean, low, high)
        return given_estimate(ends, level, "percentiles of the exact law", "the classifiers as given")

    def atoms(self) -> tuple[Floats, Floats]:
        """Return every possible cost, ascending, and its probability.

        Raises
        ------
        InputError
            If there are over a million; ask for quantiles, which need no list.
        """
        outer, inner = self._sums()
        number = len(outer.chances) * len(inner.chances)
        at_most(number, MOST_ATOMS, "costs", of="a law that is listed", fix="ask for quantiles")
        values = np.add.outer(outer.values(), inner.values()).ravel()
        order = np.argsort(values, kind="stable")
        values, chances = values[order], np.multiply.outer(outer.chances, inner.chances).ravel()[order]
        starts = np.flatnonzero(np.diff(values, prepend=-np.inf) > TIE)
        return values[starts] + 0.0, np.add.reduceat(chances, starts)

    def _sums(self) -> tuple[_Sums, _Sums]:
        """Return what each class adds to the cost, the one of finer steps first."""
        both = [_Sums.of(size, plus, minus, weight / size) for weight, size, plus, minus in self._by_class()]
        one, other = sorted(both, key=lambda sums: sums.step)
        return one, other

    def to_columns(self) -> dict[str, Any]:
        """Return the costs and their probabilities as columns."""
        cost, probability = self.atoms()
        return {"cost": cost, "probability": probability}


def _variance(plus: float, minus: float) -> float:
    """Return the variance of a term that is 1, −1 or 0."""
    return max(plus + minus - (plus - minus) ** 2, 0.0)


class _Sums(NamedTuple):
    """The law of a sum: multiples of a step from the first on, with their probabilities."""

    first: int
    step: float
    chances: Floats

    @classmethod
    def of(cls, size: int, plus: float, minus: float, step: float) -> _Sums:
        """Return the law of so many independent terms +step, −step or 0.

        The characteristic function of one term, to the power of the size, is transformed back over a
        window outside of which nothing is left.
        """
        mean, spread = size * (plus - minus), math.sqrt(size * _variance(plus, minus))
        if not spread:
            return cls(round(mean), step, np.ones(1))
        reach = math.ceil(DEVIATIONS * spread) + STEPS
        first = max(math.floor(mean) - reach, -size if minus else 0)
        last = min(math.ceil(mean) + reach, size if plus else 0)
        count = last - first + 1
        t = 2 * np.pi * np.arange(count // 2 + 1) / count
        real = -2 * (plus + minus) * np.sin(t / 2) ** 2  # of the function less 1, whose digits count
        imaginary = (plus - minus) * np.sin(t)
        with np.errstate(divide="ignore"):  # where the function is 0
            size_of = np.log1p(np.maximum(2 * real + real**2 + imaginary**2, -1.0)) / 2
        turns = size * np.arctan2(imaginary, 1 + real) - first * t
        # Numpy's transform has the sign of the exponent of a law; conjugate to go back.
        chances = np.fft.irfft(np.exp(size * size_of) * np.exp(-1j * turns), count)
        chances = np.maximum(chances, 0.0)
        return cls(first, step, chances / chances.sum())

    def values(self) -> Floats:
        """Return the sums."""
        return np.asarray(self.step * np.arange(self.first, self.first + len(self.chances)))

    def place(self, value: Floats) -> Any:
        """Return the places of the largest sums up to values; −1 before the first."""
        whole = np.floor(np.clip(value / self.step, -(2.0**60), 2.0**60)).astype(np.int64)
        return np.clip(whole - self.first, -1, len(self.chances) - 1)


def _upto(sums: tuple[_Sums, _Sums], value: float) -> float:
    """Return the probability that two independent sums together stay up to a value."""
    outer, inner = sums
    cumulative = np.concatenate([[0.0], np.cumsum(inner.chances)])
    return min(1.0, float(outer.chances @ cumulative[inner.place(value - outer.values()) + 1]))


# ---- in public ------------------------------------------------------------------------------


def nec_law(
    *, fn: float, positives: int, fp: float, negatives: int, pc: float, smoothing: float = 0.0
) -> CostLaw:
    """Exact law of the NEC of one given classifier at a condition, P positives and N negatives fixed.

    FN* ~ Bin(P, FN/P) and FP* ~ Bin(N, FP/N) are independent, and NEC* = x·FN*/P + (1 − x)·FP*/N.

    Parameters
    ----------
    fn, positives : float, int
        Positives that are missed, of how many.
    fp, negatives : float, int
        Negatives that are flagged, of how many.
    pc : float
        x, PC(+).
    smoothing : float
        λ: rates are (FN + λ)/(P + 2λ) and (FP + λ)/(N + 2λ). Without it a class without errors adds no
        uncertainty at all.

    Returns
    -------
    CostLaw

    Examples
    --------
    >>> law = nec_law(fn=1, positives=12, fp=2, negatives=12, pc=0.5)
    >>> print(law.interval(level=0.9))
    0.125 (90 % interval 0.04167 to 0.25)
    """
    more = not_negative(smoothing, "smoothing")
    missed, flagged = (
        float(smoothed(errors, size, more)) for errors, size in errors_counted(fn, positives, fp, negatives)
    )
    return CostLaw(pc, positives, negatives, (missed, flagged))


def nec_difference_law(
    *, fn: tuple[float, float], positives: int, fp: tuple[float, float], negatives: int, pc: float
) -> CostLaw:
    """Exact law of the difference in NEC of two given classifiers, a − b, on the same records.

    Only records on which one alone is wrong count, in both classes:
    D = x·(b₊ − c₊)/P + (1 − x)·(b₋ − c₋)/N with trinomial (b, c) in each.

    Parameters
    ----------
    fn : (float, float)
        b₊, c₊: positives that `a` alone misses, and that `b` alone misses.
    positives : int
    fp : (float, float)
        b₋, c₋: negatives that `a` alone flags, and that `b` alone flags.
    negatives : int
    pc : float
        x, PC(+).

    Returns
    -------
    CostLaw

    Examples
    --------
    >>> law = nec_difference_law(fn=(9, 4), positives=50, fp=(6, 11), negatives=80, pc=0.2)
    >>> print(law.interval())
    −0.03 (95 % interval −0.116 to 0.054)
    """
    ((plus, minus), p), ((more, less), n) = pairs_counted(fn, positives, fp, negatives)
    return CostLaw(pc, positives, negatives, (plus / p, more / n), (minus / p, less / n))


def _size(value: Any, name: str) -> int:
    read = number(value, name)
    if read < 1 or read != math.floor(read):
        raise InputError(f"{name} must count records, from 1", repr(value))
    fix = "its mean ± normal quantiles of its standard deviation are as good"
    at_most(int(read), MOST_RECORDS, name, of="an exact law", fix=fix)
    return int(read)
