"""The isotonic fit of a tally: scores turned into probabilities, one value for each edge of the hull."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurves._ground.arrays import Floats, Numbers, frozen, numbers, refuse_nan
from costcurves._ground.documents import FrozenArrays, Shown
from costcurves.errors import InputError
from costcurves.space.roc import RocHull
from costcurves.tallies.cells import Direction
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class IsotonicFit(Shown, FrozenArrays):
    """The monotone function of the score that fits the outcomes best, in blocks of constant value.

    What pooling adjacent violators (PAV) returns: the step function of the score, never falling, of
    least squared error, and of least loss under every other proper score too. Its blocks are the
    edges of the ROC hull, whose whole weights are compared exactly. On the records it was fitted to
    it is optimistic: to calibrate a scorer, fit it on other records than those it is judged on.

    Parameters
    ----------
    low, high : ndarray of float, shape (blocks,)
        Smallest and greatest score attained in each block, from the most probably positive one on;
        NaN where scores are unknown.
    positives, negatives : ndarray, shape (blocks,)
        Weight of each class in a block.
    prevalence : float
        Share of positives at which probabilities are stated.
    direction : Direction
        Whether high scores mean positive or low ones.

    References
    ----------
    Ayer, Brunk, Ewing, Reid & Silverman (1955), Annals of Mathematical Statistics 26;
    Fawcett & Niculescu-Mizil (2007), Machine Learning 68 (blocks are edges of the hull).

    Examples
    --------
    >>> from costcurves import Tally
    >>> fit = IsotonicFit.of(Tally.from_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.2]))
    >>> fit.probability.tolist(), fit.apply([0.95, 0.5, 0.1]).tolist()
    ([1.0, 0.5, 0.0], [1.0, 0.5, 0.0])
    """

    low: Floats
    high: Floats
    positives: Numbers
    negatives: Numbers
    prevalence: float
    direction: Direction = Direction.HIGH

    @classmethod
    def of(cls, tally: Tally) -> IsotonicFit:
        """Fit the outcomes of a tally, at its own prevalence or the one it states.

        Undefined for records of one class, and for rates without class sizes until
        :meth:`~costcurves.Tally.at_prevalence` states one.
        """
        Tally.require(tally, "an isotonic fit").require_both_classes("an isotonic fit")
        return cls.of_hull(RocHull.of(tally), tally.prevalence)

    @classmethod
    def of_hull(cls, hull: RocHull, prevalence: float = 0.5) -> IsotonicFit:
        """Take the edges of a hull for blocks, stating probabilities at a prevalence."""
        # From the first score that a corner no longer flags to the last one that the next corner does.
        low, high = hull.direction.ends(hull.beyond[:-1], hull.thresholds[1:])
        return cls(low, high, np.diff(hull.tp), np.diff(hull.fp), prevalence, hull.direction)

    def __len__(self) -> int:
        return len(self.low)

    @property
    def rise(self) -> Floats:
        """Share of all positives in each block, ΔTPR of its edge."""
        return frozen(self.positives / self.positives.sum())

    @property
    def run(self) -> Floats:
        """Share of all negatives in each block, ΔFPR of its edge."""
        return frozen(self.negatives / self.negatives.sum())

    @property
    def probability(self) -> Floats:
        """Calibrated probability of the positive class in each block, falling, in [0, 1].

        p·ΔTPR/(p·ΔTPR + (1 − p)·ΔFPR) at the prevalence p: at that of the sample the share of
        positives in the block.
        """
        positive, negative = self.positives, self.negatives
        # Where the sample is taken as it is, weights are divided once.
        if self.prevalence != positive.sum() / (positive.sum() + negative.sum()):
            positive, negative = self.prevalence * self.rise, (1 - self.prevalence) * self.run
        return frozen(positive / (positive + negative))

    @property
    def balanced(self) -> Floats:
        """Calibrated probability if both classes were equally common, ΔTPR/(ΔTPR + ΔFPR).

        1 − balanced are the breakpoints of the cost curve.
        """
        return frozen(self.rise / (self.rise + self.run))

    @property
    def log_likelihood_ratio(self) -> Floats:
        """Logarithm of the slope ΔTPR/ΔFPR of each edge, in nats; ±inf in a block of one class."""
        with np.errstate(divide="ignore"):
            return frozen(np.log(self.rise) - np.log(self.run))

    @property
    def share(self) -> Floats:
        """Share of all cases in each block at the prevalence of the fit."""
        return frozen(self.prevalence * self.rise + (1 - self.prevalence) * self.run)

    def apply(self, score: ArrayLike) -> Floats:
        """Return the calibrated probability of scores.

        A block serves all scores from its smallest one up to that of the next block, as a record is
        flagged when its score is at or above a threshold; the lowest block serves what is below it.

        Parameters
        ----------
        score : array_like, shape (records,)

        Returns
        -------
        ndarray of float, shape (records,)
        """
        return frozen(self.probability[self.block_of(score)])

    def block_of(self, score: ArrayLike) -> Any:
        """Return the index of the block that serves each score."""
        if np.any(np.isnan(self.low)):
            raise InputError(
                "an isotonic fit can only be applied to scores",
                "a fit of operating points without thresholds",
            )
        read = numbers(score, "score")
        refuse_nan(read, "score")
        last = self.direction.ends(self.low, self.high)[1]
        ranked, score_rank = self.direction.turned(last), self.direction.turned(read)
        return np.minimum(np.searchsorted(-ranked, -score_rank, side="left"), len(self) - 1)
