"""What the laws are tried on: scored records with all their nuisances, points, conditions, beliefs."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

import costcurves as cc
from tests import exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True)
class Scored:
    """Scored records of both classes."""

    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64] | None = None

    def tally(self) -> cc.Tally:
        """The records as a tally, through the public door."""
        return cc.Tally.from_scores(self.labels, self.scores, self.weights)

    def cells(self) -> list[exact.Cell]:
        """The records as exact cells, without empty ones."""
        held = None if self.weights is None else self.weights.tolist()
        table = exact.cells(self.labels.tolist(), self.scores.tolist(), held)
        return [cell for cell in table if cell[1] or cell[2]]

    def take(self, rows: NDArray[np.intp] | list[int]) -> Scored:
        """The same records in another order, or some of them."""
        return Scored(
            self.labels[rows], self.scores[rows], None if self.weights is None else self.weights[rows]
        )

    def rescored(self, change: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> Scored:
        """The same records with other scores."""
        return dataclasses.replace(self, scores=change(self.scores))

    def mirrored(self) -> Scored:
        """Classes swapped and scores negated."""
        return Scored(~self.labels, -self.scores, self.weights)

    def __len__(self) -> int:
        """Number of records."""
        return len(self.labels)


# --- scores ---


def _neighbours(base: float) -> list[float]:
    """A number and those one unit in the last place away."""
    return [math.nextafter(base, -math.inf), base, math.nextafter(base, math.inf)]


#: Numbers that ranking code trips over.
AWKWARD = (
    -math.inf,
    math.inf,
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1.7976931348623157e308,
    -1.7976931348623157e308,
    *_neighbours(0.1),
    *_neighbours(1.0),
    *_neighbours(1e16),
)

#: Small grids give many ties; wide floats give none.
tied = st.integers(0, 4).map(float)
probabilities = st.integers(0, 16).map(lambda k: k / 16)
awkward = st.sampled_from(AWKWARD)
wide = st.floats(allow_nan=False, allow_infinity=True)
any_score = st.one_of(tied, probabilities, awkward, wide)

# --- weights ---

whole_weight = st.integers(0, 5).map(float)
fractional_weight = st.integers(0, 1000).map(lambda k: k / 64)  # exact in binary, so the reference can follow


@st.composite
def scored(
    draw: st.DrawFn,
    scores: st.SearchStrategy[float] = any_score,
    weights: st.SearchStrategy[float] | None = None,
    max_size: int = 12,
) -> Scored:
    """Records of both classes in any order; the first of each class never weighs 0."""
    positives = draw(st.lists(scores, min_size=1, max_size=max_size))
    negatives = draw(st.lists(scores, min_size=1, max_size=max_size))
    labels = np.array([True] * len(positives) + [False] * len(negatives))
    values = np.array(positives + negatives)
    held = None
    if weights is not None:
        held = np.array(draw(st.lists(weights, min_size=len(labels), max_size=len(labels))))
        held[0], held[len(positives)] = max(held[0], 1.0), max(held[len(positives)], 1.0)
    return Scored(labels, values, held).take(draw(orders(len(labels))))


def any_scored(scores: st.SearchStrategy[float] = any_score, max_size: int = 12) -> st.SearchStrategy[Scored]:
    """Records without weights, with whole and with fractional ones, zeros among them."""
    return st.one_of(
        scored(scores, None, max_size),
        scored(scores, whole_weight, max_size),
        scored(scores, fractional_weight, max_size),
    )


def whole_scored(
    scores: st.SearchStrategy[float] = any_score, max_size: int = 12
) -> st.SearchStrategy[Scored]:
    """Records whose weights are whole numbers or absent, so that sums are exact."""
    return st.one_of(scored(scores, None, max_size), scored(scores, whole_weight, max_size))


@st.composite
def two_models(
    draw: st.DrawFn, scores: st.SearchStrategy[float] = any_score, max_size: int = 6
) -> tuple[Scored, Scored]:
    """The same records scored by two models."""
    one = draw(any_scored(scores, max_size))
    other = np.array(draw(st.lists(scores, min_size=len(one), max_size=len(one))))
    return one, dataclasses.replace(one, scores=other)


def orders(size: int) -> st.SearchStrategy[NDArray[np.intp]]:
    """Every order of so many rows."""
    return st.permutations(range(size)).map(np.array)


#: Strictly increasing on the real line and on ±inf, and exact enough to keep small grids apart.
RISING: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "shift": lambda s: s + 3,
    "stretch": lambda s: 8 * s,
    "cube": lambda s: s**3,
    "logistic": lambda s: 1 / (1 + np.exp(-s)),
    "rank": lambda s: np.unique(s, return_inverse=True)[1].astype(float),
}


@st.composite
def near_lines(draw: st.DrawFn) -> list[exact.Cell]:
    """Cells of huge counts whose ROC points lie on a line or beside it by one record."""
    up, across = draw(st.integers(2, 2**20)), draw(st.integers(1, 2**20))
    cells: list[exact.Cell] = []
    for rank in range(draw(st.integers(2, 8))):
        times, more = draw(st.integers(1, 2**22)), draw(st.integers(-1, 1))
        cells.append((float(-rank), Fraction(times * up + more), Fraction(times * across)))
    return cells


# --- points, conditions, beliefs ---

rates = st.integers(0, 32).map(lambda k: k / 32)
conditions_pc = st.one_of(st.integers(0, 64).map(lambda k: k / 64), st.floats(0, 1, allow_subnormal=False))
roc_points = st.tuples(rates, rates)
tables_of_points = st.lists(roc_points, min_size=1, max_size=8)


@st.composite
def hulls(draw: st.DrawFn) -> list[exact.Point]:
    """Vertices of a concave ROC curve with both corners, made from a few points."""
    served = [(Fraction(f), Fraction(t)) for f, t in draw(tables_of_points)]
    return exact.hull(served)


prevalences = st.integers(1, 63).map(lambda k: k / 64)
costs = st.integers(1, 1000).map(lambda k: k / 8)


@st.composite
def conditions(draw: st.DrawFn) -> cc.OperatingCondition:
    """Prevalence and costs, both classes and both errors mattering."""
    return cc.OperatingCondition(draw(prevalences), cc.Costs(fp=draw(costs), fn=draw(costs)))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[float, float]:
    """A proper interval of PC(+)."""
    low, high = sorted(draw(st.lists(st.integers(0, 64), min_size=2, max_size=2, unique=True)))
    return low / 64, high / 64


@st.composite
def priors(draw: st.DrawFn) -> cc.ConditionPrior:
    """A belief about PC(+) of any kind on offer."""
    shape = st.integers(1, 40).map(lambda k: k / 8)
    low, high = draw(ranges())
    middle = low + (high - low) * draw(st.integers(0, 8)) / 8
    kind = draw(
        st.sampled_from(
            ("point", "uniform", "beta", "cut beta", "triangular", "log-odds", "histogram", "samples")
        )
    )
    if kind == "point":
        return cc.ConditionPrior.point(middle)
    if kind == "uniform":
        return cc.ConditionPrior.uniform(low, high)
    if kind == "beta":
        return cc.ConditionPrior.beta(draw(shape), draw(shape))
    if kind == "cut beta":
        return cc.ConditionPrior.beta(draw(shape), draw(shape), low, high)
    if kind == "triangular":
        return cc.ConditionPrior.triangular(low, middle, high)
    if kind == "log-odds":
        return cc.ConditionPrior.log_odds_uniform(low / 2 + 0.01, high / 2 + 0.02)
    if kind == "histogram":
        return cc.ConditionPrior.histogram(
            [0, low / 2 + 0.01, high / 2 + 0.02, 1], draw(st.permutations([0, 1, 3]))
        )
    return cc.ConditionPrior.samples(draw(st.lists(rates, min_size=1, max_size=6)))
