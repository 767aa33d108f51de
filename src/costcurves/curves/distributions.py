"""How the scores of each class are spread: histograms, exact on the cells, and smooth densities."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground import arrays
from costcurves._ground.arrays import ROUNDING, Floats, Numbers, finite, frozen, number
from costcurves._ground.documents import FrozenArrays, Shown
from costcurves.errors import InputError, UndefinedError
from costcurves.tallies.tally import Tally
from costcurves.tallies.values import class_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Bins unless others are asked for.
BINS = 20
#: A normal curve is cut this many bandwidths from its middle, below the last bit of its height.
REACH = 9.0
#: How far beyond the scores a density is shown, in bandwidths.
MARGIN = 3.0
#: More distinct scores than this are taken together where they lie within this share of a bandwidth: the
#: density changes by less than one part in 10,000.
FINE, TOGETHER = 10_000, 1 / 64
#: Places of a density at least and at most, and how many of them a bandwidth holds between.
PLACES = (256, 2048)
PER_BANDWIDTH = 8


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ScoreHistogram(Shown, FrozenArrays):
    """Weight of both classes in bins of the score.

    Attributes
    ----------
    edges : ndarray of float, shape (bins + 1,)
        Bin i holds the scores with edges[i] ≤ score < edges[i + 1], the last one those at its right
        end too.
    positives, negatives : ndarray, shape (bins,)
        Weight of each class; whole where the weights of the records are, and no prevalence is stated.
    total_positive, total_negative : int or float
        Weight of each class, scores outside the bins among it.
    """

    edges: Floats
    positives: Numbers
    negatives: Numbers
    total_positive: Any
    total_negative: Any

    def __len__(self) -> int:
        """Count the bins."""
        return len(self.positives)

    @property
    def width(self) -> Floats:
        """Width of each bin."""
        return frozen(np.diff(self.edges))

    @property
    def positive_density(self) -> Floats:
        """Share of the positives in each bin, by its width."""
        return frozen(self.positives / self.total_positive / self.width)

    @property
    def negative_density(self) -> Floats:
        """Share of the negatives in each bin, by its width."""
        return frozen(self.negatives / self.total_negative / self.width)

    @property
    def outside(self) -> tuple[Any, Any]:
        """Weight of positives and negatives outside the bins, such as infinite scores."""
        classes = (self.total_positive, self.positives), (self.total_negative, self.negatives)
        left = [(whole, whole - inside.sum().item()) for whole, inside in classes]
        # At a stated prevalence weights are not whole: what rounding leaves is nothing.
        positive, negative = (rest if abs(rest) > ROUNDING * whole else 0 for whole, rest in left)
        return positive, negative


def score_edges(tallies: Iterable[Tally], bins: Any = BINS) -> Floats:
    """Return the edges of equal bins that hold the finite scores of all tallies.

    They cut [0, 1] where all scores lie in it, else the stretch from the least finite score to the
    greatest.

    Parameters
    ----------
    tallies : iterable of Tally
    bins : int, default 20

    Returns
    -------
    ndarray of float, shape (bins + 1,)

    Examples
    --------
    >>> score_edges([Tally.from_scores([1, 0], [3, 7])], bins=4).tolist()
    [3.0, 4.0, 5.0, 6.0, 7.0]
    """
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)) or bins < 1:
        raise InputError("bins must be a whole number, 1 or more", repr(bins))
    known = np.concatenate([_finite_scores(tally, "a histogram") for tally in tallies])
    least, greatest = float(known.min()), float(known.max())
    if least >= 0 and greatest <= 1:
        least, greatest = 0.0, 1.0
    elif least == greatest:
        least, greatest = least - 0.5, greatest + 0.5
    steps = np.arange(bins + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        # Divided last, so that round edges stay round: 3/10 rather than three times 0.1.
        edges = (least * (bins - steps) + greatest * steps) / bins
        wide = np.diff(edges) > 0
    if not wide.all():
        raise InputError(
            "bins must have a width", f"{bins} bins from {least!r} to {greatest!r}", "give their edges"
        )
    return frozen(edges)


def score_histogram(tally: Tally, bins: Any = BINS) -> ScoreHistogram:
    """Return the weight of both classes in bins of the score.

    Exact: sums of the weights of the cells, whole ones as whole numbers, as numpy.histogram of the
    records of each class would give. At a stated prevalence the classes are weighed by it and their
    sum is kept.

    Parameters
    ----------
    tally : Tally
    bins : int or array_like, default 20
        How many, as :func:`score_edges` cuts them; or their edges, ascending.

    Raises
    ------
    InputError
        If scores are unknown or merged, or the bins are none.

    Examples
    --------
    >>> found = score_histogram(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]), bins=2)
    >>> found.positives.tolist(), found.negatives.tolist(), found.positive_density.tolist()
    ([1, 1], [1, 1], [1.0, 1.0])
    """
    score = _known_scores(tally, "a histogram")
    if np.ndim(bins) == 0:
        edges = score_edges([tally], bins)
    else:
        edges = finite(bins, "edges of bins")
        if len(edges) < 2 or not np.all(np.diff(edges) > 0):
            raise InputError("two or more edges of bins must ascend", repr(edges.tolist()))
    place = np.searchsorted(edges, score, side="right") - 1
    place[score == edges[-1]] = len(edges) - 2
    inside = (place >= 0) & (place < len(edges) - 1)
    columns, totals = [], []
    for weight in map(tally.direction.ascending, class_weights(tally)):
        column = np.zeros(len(edges) - 1, weight.dtype)
        np.add.at(column, place[inside], weight[inside])
        columns.append(column)
        totals.append(weight.sum().item())
    return ScoreHistogram(edges, *columns, *totals)


# ---- densities ------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ScoreDensity(Shown, FrozenArrays):
    """Smooth density of the score in each class.

    Attributes
    ----------
    score : ndarray of float, shape (places,)
        Where the densities are known, ascending.
    positive, negative : ndarray of float, shape (places,)
        Density of the finite scores of each class; its area is 1, some of it beyond the places.
    bandwidth : (float, float)
        Standard deviation of the normal curve about every score, of positives and negatives.
    outside : (int or float, int or float)
        Weight of infinite scores of each class, left out.
    """

    score: Floats
    positive: Floats
    negative: Floats
    bandwidth: tuple[float, float]
    outside: tuple[Any, Any]


def score_density(tally: Tally, bandwidth: float | None = None) -> ScoreDensity:
    """Return the density of the score in each class: a normal curve about every score, added up.

    f(x) = Σ wᵢ·φ((x − sᵢ)/h)/(h·Σ wᵢ). It reaches beyond the scores, also those of probabilities
    beyond 0 and 1. The prevalence plays no part: each class has density 1.

    Parameters
    ----------
    tally : Tally
    bandwidth : float, optional
        h, in the unit of the score; by default Scott's rule σ·n^(−1/5) in each class, with its
        standard deviation and its number of records. Weights that are not whole count as
        (Σw)²/Σw² records.

    Raises
    ------
    InputError
        If scores are unknown or merged, or the bandwidth is not above 0.
    UndefinedError
        If a class has one finite score only, and no bandwidth is given.

    References
    ----------
    Silverman (1986), Density estimation for statistics and data analysis; Scott (1992),
    Multivariate density estimation.

    Examples
    --------
    >>> found = score_density(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    >>> [round(h, 4) for h in found.bandwidth]
    [0.3078, 0.2462]
    """
    score = _known_scores(tally, "a density")
    if bandwidth is not None and number(bandwidth, "bandwidth") <= 0:
        raise InputError("a bandwidth must be above 0", repr(bandwidth))
    classes, outside = [], []
    for which, column, whole in (
        ("positive", tally.positives, tally.total_positive),
        ("negative", tally.negatives, tally.total_negative),
    ):
        weight = tally.direction.ascending(column)
        there = np.isfinite(score) & (weight > 0)
        values, weights = score[there], weight[there]
        outside.append(whole - weights.sum().item())
        if not len(values):
            raise UndefinedError(f"a density of the {which} class needs finite scores", "infinite ones only")
        h = _scott(values, weights, which) if bandwidth is None else float(bandwidth)
        classes.append((values, weights, h))
    h, g = (each for *_, each in classes)
    low = min(values[0] for values, *_ in classes) - MARGIN * max(h, g)
    high = max(values[-1] for values, *_ in classes) + MARGIN * max(h, g)
    places = np.linspace(low, high, int(np.clip(PER_BANDWIDTH * (high - low) / min(h, g), *PLACES)))
    positive, negative = (_smoothed(*one, places) for one in classes)
    return ScoreDensity(places, positive, negative, (h, g), (outside[0], outside[1]))


def _scott(score: Floats, weight: Numbers, which: str) -> float:
    """Choose the bandwidth of a class by its standard deviation and its number of records."""
    total = float(weight.sum())
    count = total if weight.dtype.kind == "i" else total**2 / arrays.sum_of_products(weight, weight)
    if len(score) < 2 or count <= 1:
        raise UndefinedError(
            f"a density of the {which} class needs several finite scores to choose a bandwidth",
            f"{len(score)} distinct",
            "give a bandwidth, or draw a histogram",
        )
    # In units of the whole stretch, so that squares stay in range.
    stretch = score[-1] - score[0]
    place = (score - score[0]) / stretch
    mean = arrays.sum_of_products(weight, place) / total
    variance = arrays.sum_of_products(weight, (place - mean) ** 2) / total * count / (count - 1)
    return float(stretch * math.sqrt(variance) * count**-0.2)


def _smoothed(score: Floats, weight: Numbers, bandwidth: float, places: Floats) -> Floats:
    """Add up the normal curves at places; those that are far away add nothing."""
    score, weight = _grouped(score, weight, bandwidth * TOGETHER)
    density = np.zeros(len(places))
    ends = np.searchsorted(score, [places - REACH * bandwidth, places + REACH * bandwidth])
    for i, (start, stop) in enumerate(ends.T.tolist()):
        distance = (score[start:stop] - places[i]) / bandwidth
        density[i] = arrays.sum_of_products(weight[start:stop], np.exp(-0.5 * distance**2))
    return density / (float(weight.sum()) * bandwidth * math.sqrt(2 * math.pi))


def _grouped(score: Floats, weight: Numbers, width: float) -> tuple[Floats, Numbers]:
    """Take the scores of each stretch of this width together, at their mean, where there are very many."""
    if len(score) <= FINE:
        return score, weight
    stretch = np.floor((score - score[0]) / width)
    starts = np.flatnonzero(np.diff(stretch, prepend=-1))
    sums = np.add.reduceat(weight, starts)
    return np.add.reduceat(weight * score, starts) / sums, sums


# ---- scores ---------------------------------------------------------------------


def _known_scores(tally: Tally, purpose: str) -> Floats:
    """Return the distinct scores, ascending; refuse what does not know them."""
    Tally.require(tally, purpose).require_both_classes(purpose)
    if not tally.scored or not tally.cells.is_exact:
        raise InputError(
            f"{purpose} needs every score",
            "merged cells" if tally.scored else "no scores",
            "tally scored records, before compact()",
        )
    return tally.direction.ascending(tally.high)


def _finite_scores(tally: Tally, purpose: str) -> Floats:
    """Return the distinct finite scores, ascending; refuse a tally without any."""
    score = _known_scores(tally, purpose)
    known = score[np.isfinite(score)]
    if not len(known):
        raise UndefinedError(f"{purpose} needs finite scores", "infinite ones only")
    return known
