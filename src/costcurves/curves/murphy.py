"""The Murphy curve: what probabilities lose at every threshold that a decision maker may have."""

from __future__ import annotations

import dataclasses

import numpy as np

from costcurves._ground.arrays import ByValue, Floats, frozen
from costcurves.curves.curve import Curve
from costcurves.measures.isotonic import IsotonicFit
from costcurves.rules.driven_rules import require_probabilities
from costcurves.tallies.tally import Tally

__all__ = ["murphy", "recalibrated_murphy"]


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class Elementary(ByValue):
    """Mean elementary score at thresholds, by the definition."""

    score: Floats
    missed: Floats
    flagged: Floats

    def __call__(self, theta: Floats) -> Floats:
        """Flag scores at or above each threshold."""
        below = np.searchsorted(self.score, theta, side="left")
        return (1 - theta) * self.missed[below] + theta * self.flagged[below]


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
    require_probabilities(tally, "a Murphy curve")
    cuts = tally.confusion()
    total = cuts.tp[-1] + cuts.fp[-1]
    # Entry k: the k lowest scores are below the threshold.
    missed, flagged = (column[::-1] / total for column in (cuts.fn, cuts.fp))
    score = tally.cells.high[::-1]
    edges = np.concatenate([[0.0], score, [1.0]])
    x = np.column_stack([edges[:-1], edges[1:]]).ravel()
    y = np.repeat(missed, 2) * (1 - x) + np.repeat(flagged, 2) * x
    wide = np.repeat(np.diff(edges) > 0, 2)
    return Curve("murphy", x[wide], y[wide], exact=Elementary(*map(frozen, (score, missed, flagged))))


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
