"""Are the scores probabilities? Reliability, isotonic and in bins, and the Murphy curve of what they lose."""

from __future__ import annotations

import dataclasses
from functools import partial

import numpy as np

from costcurves._ground.arrays import Floats, Numbers, frozen, inner_share, number, sum_of_products
from costcurves._ground.documents import FrozenArrays, Shown
from costcurves.curves.curve import Curve
from costcurves.errors import InputError, no_such
from costcurves.measures.isotonic import IsotonicFit
from costcurves.measures.rate_intervals import wilson
from costcurves.space.hull import upper_hull
from costcurves.tallies.cells import running
from costcurves.tallies.probabilities import moved, probabilities_of
from costcurves.tallies.tally import Tally

#: Places at which a band is known, at most.
PLACES = 500
#: More distinct scores than this are drawn in groups of neighbours: outcomes differ by less than the band.
FINE = 10_000
#: Ways to part scores into bins.
SPACINGS = ("width", "count")


def reliability(tally: Tally) -> tuple[Floats, Floats]:
    """Return the observed share of positives by score, by isotonic regression.

    No bins are chosen: the data choose them, as blocks of one share that never falls in the score
    (pooled adjacent violators). A calibrated score has the diagonal.

    Returns
    -------
    (score, observed) : ndarray of float, shape (2·blocks,)
        Both ends of every block, ascending in score: a block is flat, and between blocks a line is drawn.

    Raises
    ------
    InputError
        If scores are no probabilities.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), PNAS 118 (CORP).

    Examples
    --------
    >>> from costcurves import Tally
    >>> score, observed = reliability(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    >>> score.tolist(), observed.tolist()
    ([0.2, 0.2, 0.4, 0.6, 0.9, 0.9], [0.0, 0.0, 0.5, 0.5, 1.0, 1.0])
    """
    tally = probabilities_of(tally, "a reliability diagram")
    fit = IsotonicFit.of(tally)
    score = np.column_stack(fit.direction.interval(fit.low, fit.high))[::-1].ravel()
    return frozen(score), frozen(np.repeat(fit.probability[::-1], 2))


# ---- band under calibration -----------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class ConsistencyBand(Shown, FrozenArrays):
    """Where the isotonic fit would lie if the scores were calibrated, place by place.

    Attributes
    ----------
    score : ndarray of float, shape (places,)
        Scores, ascending.
    low, high : ndarray of float, shape (places,)
        Quantiles of the fits of resampled outcomes.
    level : float
        Share of the fits between them at each place; not of whole curves.
    """

    score: Floats
    low: Floats
    high: Floats
    level: float


def consistency_band(
    tally: Tally, *, level: float = 0.9, resamples: int = 200, seed: int = 0
) -> ConsistencyBand:
    """Return the band in which the isotonic fit lies if every score is the probability that it says.

    Scores stay as they are; the outcomes of every cell are drawn anew with its score for probability,
    and fitted again. At a stated prevalence the scores are taken as calibrated there. Of more than
    10,000 distinct scores neighbours are drawn together, at their mean.

    Parameters
    ----------
    tally : Tally
        Its weights count records, so they are whole.
    level : float, default 0.9
    resamples : int, default 200
    seed : int, default 0
        The same seed gives the same band.

    Raises
    ------
    InputError
        If scores are no probabilities, weights are not whole, or there are no resamples.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), PNAS 118.

    Examples
    --------
    >>> from costcurves import Tally
    >>> band = consistency_band(Tally.from_scores([1, 0] * 50, [0.5] * 100))
    >>> bool(0.4 <= band.low[0] <= 0.5 <= band.high[0] <= 0.6)
    True
    """
    tally = probabilities_of(tally, "a consistency band")
    level = inner_share(level, "level")
    size = tally.positives + tally.negatives
    if size.dtype.kind != "i":
        raise InputError(
            "a consistency band needs weights that count records",
            "weights that are not whole",
            "draw the diagram without a band",
        )
    if resamples < 1:
        raise InputError("a band must have resamples", repr(resamples))
    odds = _prior_odds(tally)
    score, size = _grouped(tally.cells.high, size)
    chance = moved(score, 1 / odds)
    rng = np.random.default_rng(seed)
    shown = np.unique(np.linspace(0, len(size) - 1, PLACES).round().astype(np.intp))
    fits = np.array([_refitted(rng.binomial(size, chance), size, odds)[shown] for _ in range(resamples)])
    low, high = np.quantile(fits, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ConsistencyBand(score[shown][::-1], low[::-1], high[::-1], level)


def _grouped(score: Floats, size: Numbers) -> tuple[Floats, Numbers]:
    """Take neighbouring scores together, at their mean, where there are very many."""
    if len(score) <= FINE:
        return score, size
    starts = np.arange(0, len(score), -(-len(score) // FINE))
    sizes = np.add.reduceat(size, starts)
    # Rounding must not leave [0, 1].
    return np.clip(np.add.reduceat(size * score, starts) / sizes, 0, 1), sizes


def _refitted(positives: Numbers, size: Numbers, odds: float) -> Floats:
    """Fit outcomes that may be of one class; the value of every cell."""
    fp, tp = running(size - positives), running(positives)
    corners = upper_hull(fp, tp)
    rise, run = np.diff(tp[corners]) * odds, np.diff(fp[corners])
    return np.repeat(rise / (rise + run), np.diff(corners))


def _prior_odds(tally: Tally) -> float:
    """Odds of the prevalence at hand against those of the sample: 1 unless one is stated."""
    p = tally.stated_prevalence
    if p is None:
        return 1.0
    return float(p / (1 - p) * (tally.total_negative / tally.total_positive))


# ---- bins -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class BinnedReliability(Shown, FrozenArrays):
    """Mean score and observed share of positives by bins of the score, ascending; no empty bins.

    Attributes
    ----------
    left, right : ndarray of float, shape (bins,)
        Ends of each bin: those of its share of [0, 1], or the scores attained.
    score : ndarray of float, shape (bins,)
        Mean score, in [0, 1].
    observed : ndarray of float, shape (bins,)
        Share of positives, in [0, 1].
    weight : ndarray, shape (bins,)
        Weight of the records.
    share : ndarray of float, shape (bins,)
        Share of all cases at the prevalence at hand.
    low, high : ndarray of float, shape (bins,)
        Interval of the observed share.
    level : float
        Confidence of each interval.
    """

    left: Floats
    right: Floats
    score: Floats
    observed: Floats
    weight: Numbers
    share: Floats
    low: Floats
    high: Floats
    level: float

    def __len__(self) -> int:
        """Count the bins."""
        return len(self.score)

    @property
    def expected_calibration_error(self) -> float:
        """Mean distance of observed share and mean score, bins weighed by their cases (ECE), in [0, 1].

        It depends on the bins: finer ones find more.
        """
        return sum_of_products(self.share, np.abs(self.observed - self.score))

    @property
    def maximum_calibration_error(self) -> float:
        """Greatest distance of observed share and mean score in a bin (MCE), in [0, 1]."""
        return float(np.max(np.abs(self.observed - self.score)))


def binned(tally: Tally, bins: int = 10, *, spacing: str = "width", level: float = 0.95) -> BinnedReliability:
    """Return mean score and observed share of positives by bins; equal scores share a bin.

    Parameters
    ----------
    tally : Tally
    bins : int, default 10
        How many at most.
    spacing : {"width", "count"}
        Equal stretches of [0, 1], each with its left end; or, as far as ties allow, equally many records.
    level : float, default 0.95
        Confidence of the Wilson interval of each share; it takes weights for numbers of records.

    Raises
    ------
    InputError
        If scores are no probabilities, or `bins` or `spacing` is none.

    Examples
    --------
    >>> from costcurves import Tally
    >>> found = binned(Tally.from_scores([1, 1, 0, 0], [0.9, 0.7, 0.6, 0.2]), bins=2)
    >>> found.score.round(3).tolist(), found.observed.round(3).tolist()
    ([0.2, 0.733], [0.0, 0.667])
    >>> round(found.expected_calibration_error, 3)
    0.1
    """
    tally = probabilities_of(tally, "a reliability diagram")
    if spacing not in SPACINGS:
        raise no_such(spacing, SPACINGS, what="spacing of bins")
    if number(bins, "bins") != int(bins) or bins < 1:
        raise InputError("bins must be a whole number, 1 or more", repr(bins))
    score, positives, negatives = (c[::-1] for c in (tally.cells.high, tally.positives, tally.negatives))
    if spacing == "width":
        edges = np.arange(bins + 1) / bins
        place = np.clip(np.searchsorted(edges, score, side="right") - 1, 0, bins - 1)
    else:
        before = running(positives + negatives)
        place = np.minimum(before[:-1] * bins // before[-1], bins - 1)
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    hits, misses = (np.add.reduceat(column, starts) for column in (positives, negatives))
    odds = _prior_odds(tally)
    scaled = positives * odds + negatives
    size = np.add.reduceat(scaled, starts)
    interval = wilson(hits, hits + misses, inner_share(level, "level"))
    ends = (score[starts], score[np.append(starts[1:], len(score)) - 1])
    if spacing == "width":
        ends = edges[place[starts]], edges[place[starts] + 1]
    return BinnedReliability(
        *ends,
        score=np.add.reduceat(scaled * score, starts) / size,
        observed=hits * odds / (hits * odds + misses),
        weight=hits + misses,
        share=size / size.sum(),
        low=moved(interval[0], odds),
        high=moved(interval[1], odds),
        level=level,
    )


def elementary(score: Floats, missed: Floats, flagged: Floats, theta: Floats) -> Floats:
    """Return the mean elementary score at thresholds, by the definition: scores at or above are flagged."""
    below = np.searchsorted(score, theta, side="left")
    return np.asarray((1 - theta) * missed[below] + theta * flagged[below])


def murphy(tally: Tally) -> Curve:
    """Return the mean elementary score over the threshold θ in [0, 1]; lower is better.

    M(θ) = (1 − θ)·p·FNR + θ·(1 − p)·FPR when scores from θ on are flagged: the cost of a record for
    one who loses θ by a false positive and 1 − θ by a false negative. Every proper score is a mean
    of it: a model whose curve is nowhere above another's is at least as good under all of them. Twice
    the area is the Brier score, and M(θ) is half the Brier curve by cost proportion at κ = 1 − θ.
    It is piecewise linear and jumps at scores.

    Raises
    ------
    InputError
        If scores are no probabilities.

    References
    ----------
    Ehm, Gneiting, Jordan & Krüger (2016), Journal of the Royal Statistical Society B 78.

    Examples
    --------
    >>> from costcurves import Tally
    >>> curve = murphy(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    >>> round(curve(0.5), 3), round(2 * curve.area, 4)
    (0.25, 0.1925)
    """
    tally = probabilities_of(tally, "a Murphy curve")
    outcomes = tally.confusion()
    total = outcomes.tp[-1] + outcomes.fp[-1]
    # Entry k: the k lowest scores are below the threshold.
    missed, flagged = (column[::-1] / total for column in (outcomes.fn, outcomes.fp))
    score = tally.cells.high[::-1]
    edges = np.concatenate([[0.0], score, [1.0]])
    x = np.column_stack([edges[:-1], edges[1:]]).ravel()
    y = np.repeat(missed, 2) * (1 - x) + np.repeat(flagged, 2) * x
    wide = np.repeat(np.diff(edges) > 0, 2)
    return Curve("murphy", x[wide], y[wide], exact=partial(elementary, score, missed, flagged))


def recalibrated_murphy(tally: Tally) -> Curve:
    """Return the Murphy curve of the isotonic fit: the least that these scores leave at every θ.

    Half the lower envelope by cost proportion at κ = 1 − θ. The area between the two curves is half
    the miscalibration of the scores. Scores need not be probabilities.

    Examples
    --------
    >>> from costcurves import Tally
    >>> curve = recalibrated_murphy(Tally.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> curve(0.5), 2 * curve.area
    (0.125, 0.125)
    """
    fit = IsotonicFit.of(tally)
    scores = Tally.from_counts(fit.probability, fit.positives, fit.negatives)
    return murphy(scores if tally.stated_prevalence is None else scores.at_prevalence(fit.prevalence))
