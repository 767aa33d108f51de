"""Decisions among many classes from scores, at any operating condition: as they are, or with fitted weights.

Where the cost of an error depends on the true class alone, an operating condition is a place of a simplex:
PC_j ∝ π_j·c_j. The expected cost, normalised to at most 1, is Σ_j PC_j·(share of class j decided wrongly).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.arrays import FEW_EPS, TIE, ByValue, Floats, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

#: Numbers that are compared at a time: few enough to stay near the processor.
CHUNK = 1 << 14

#: Rounds of sweeps over all classes; they end earlier where none lowers the cost.
ROUNDS = 20


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class ClassRatios(ByValue):
    """Scores of many classes, each divided by the share of its class, by true class.

    Attributes
    ----------
    ratios : tuple of ndarray, each of shape (records of the class, K)
        p_ij / π_j. At equal stakes the class of the highest is decided for.
    shares : tuple of ndarray, each of shape (records of the class,)
        Of each record its share of the weight of its class.
    """

    ratios: tuple[Floats, ...]
    shares: tuple[Floats, ...]

    @classmethod
    def of(cls, codes: NDArray[np.intp], scores: Floats, prevalence: Floats, weight: Floats) -> ClassRatios:
        """Part records by true class.

        Parameters
        ----------
        codes : ndarray of int, shape (records,)
            True classes; each of the K has a record of some weight.
        scores : ndarray of float, shape (records, K)
            Probabilities of the classes, or whatever ranks them, ≥ 0.
        prevalence : ndarray of float, shape (K,)
            π: shares of the classes for which the scores hold, all above 0.
        weight : ndarray of float, shape (records,)
        """
        rows = [np.flatnonzero(codes == code) for code in range(len(prevalence))]
        # Columns are looked at one by one.
        ratios = tuple(frozen(np.asfortranarray(scores[one] / prevalence)) for one in rows)
        return cls(ratios, tuple(frozen(weight[one] / weight[one].sum()) for one in rows))

    @property
    def classes(self) -> int:
        """Number of classes."""
        return len(self.ratios)

    def wrong(self, weights: Floats) -> Floats:
        """Return the share of each class that is decided wrongly if scores are multiplied by weights.

        Parameters
        ----------
        weights : ndarray of float, shape (places, K)
            Of each place one number ≥ 0 a class; at an operating condition that trusts the scores, PC.

        Returns
        -------
        ndarray of float, shape (places, K)
            Of equal products the later class is decided for.

        Examples
        --------
        >>> scores = np.array([[0.8, 0.2], [0.4, 0.6], [0.3, 0.7]])
        >>> half = np.full(2, 0.5)
        >>> found = ClassRatios.of(np.array([0, 0, 1]), scores, half, np.ones(3))
        >>> found.wrong(np.array([[0.5, 0.5], [0.7, 0.3]])).tolist()
        [[0.5, 0.0], [0.0, 0.0]]
        """
        return self._wrong(weights, range(self.classes))

    def _wrong(self, weights: Floats, of: Iterable[int]) -> Floats:
        """Return the shares of some classes that are decided wrongly, 0 for the others."""
        found = np.zeros((len(weights), self.classes))
        for true in of:
            ratios, shares = self.ratios[true], self.shares[true]
            step = max(CHUNK // len(ratios), 1)
            for start in range(0, len(weights), step):
                places = slice(start, start + step)
                found[places, true] = _summed(_beaten(ratios, weights[places], true), shares)
        return found

    def cost(self, condition: Floats, weights: Floats | None = None) -> Floats:
        """Return the normalised expected cost at places of the simplex; weights are the places by default."""
        at_stake = np.flatnonzero(condition.any(axis=0)).tolist()
        wrong = self._wrong(condition if weights is None else weights, at_stake)
        return np.asarray(np.sum(condition * wrong, axis=1))

    def priced(self, shares: Floats, costs: Floats) -> Floats:
        """Return what a record costs at shares of the classes, by the action of least expected cost for each.

        Parameters
        ----------
        shares : ndarray of float, shape (places, K)
        costs : ndarray of float, shape (K, D)
            costs[true, action]. Of equal ones the later action is taken.
        """
        found = np.zeros(len(shares))
        for true, (ratios, own) in enumerate(zip(self.ratios, self.shares, strict=True)):
            step = max(CHUNK // len(ratios), 1)
            for start in range(0, len(shares), step):
                places = slice(start, start + step)
                lost = _cheapest(ratios, shares[places], costs, costs[true])
                found[places] += shares[places, true] * (lost @ own)
        return found

    def fitted(self, condition: Floats, rounds: int = ROUNDS) -> Floats:
        """Fit weights at one place of the simplex by exact sweeps, one class after the other.

        A sweep finds, among all weights of one class that tie on no record, with the others as they are, one
        of the least cost on these records. With two classes that is the least of all; with more, no single
        weight can be changed for the better, while changing several at once might.

        Parameters
        ----------
        condition : ndarray of float, shape (K,)
        rounds : int
            Most sweeps over all classes.

        Returns
        -------
        ndarray of float, shape (K,)
            On these records as cheap as the condition itself at least.
        """
        weights = np.array(condition, dtype=float)
        cost = float(self.cost(condition[None])[0])
        for _ in range(rounds):
            before = cost
            for swept in range(self.classes):
                tried = weights.copy()
                tried[swept] = self._best_weight(condition, weights, swept)
                new = float(self.cost(condition[None], tried[None])[0])
                if new < cost - TIE:
                    weights, cost = tried, new
            if cost == before:
                break
        return weights

    def _best_weight(self, condition: Floats, weights: Floats, swept: int) -> float:
        """Return the weight of one class of the least cost, with those of the others as they are."""
        turns, gains = [], []
        for true, (ratios, shares) in enumerate(zip(self.ratios, self.shares, strict=True)):
            turn, rival = _turns(ratios * weights, ratios[:, swept], swept)
            stake = condition[true] * shares
            turns.append(turn)
            gains.append(stake if true == swept else np.where(rival == true, -stake, 0.0))
        turn, gain = np.concatenate(turns), np.concatenate(gains)
        order = np.argsort(turn, kind="stable")
        turn, total = turn[order], np.concatenate([[0.0], np.cumsum(gain[order])])
        # Places that differ by rounding alone have no weight between them.
        ends = np.flatnonzero(np.append(turn[1:] > turn[:-1] * (1 + 2 * FEW_EPS), True)) + 1
        ends = ends[np.isfinite(turn[ends - 1])]
        ends = np.append(0, ends) if turn[0] > 0 else ends
        return _between(turn, int(ends[np.argmax(total[ends])]))


def _beaten(ratios: Floats, weights: Floats, true: int) -> NDArray[np.bool_]:
    """Tell, by place and record of a class, whether another class has it."""
    own = weights[:, true, None] * ratios[:, true]
    beaten = np.zeros(own.shape, dtype=bool)
    counts = np.asarray(weights.any(axis=0))
    if not counts[true + 1 :].all():
        # A later class of no weight ties with a product of 0, and beats nothing else.
        beaten |= own <= 0
    for other in np.flatnonzero(counts).tolist():
        if other != true:
            product = weights[:, other, None] * ratios[:, other]
            beaten |= product >= own if other > true else product > own
    return beaten


def _cheapest(ratios: Floats, shares: Floats, costs: Floats, own: Floats) -> Floats:
    """Return, by place and record of a class, what the action of least expected cost costs."""
    least = np.full((len(shares), len(ratios)), np.inf)
    found = np.zeros(least.shape)
    for action in range(costs.shape[1]):
        expected = (shares * costs[:, action]) @ ratios.T
        is_less = expected <= least + TIE
        least = np.where(is_less, np.minimum(expected, least), least)
        found = np.where(is_less, own[action], found)
    return np.asarray(found)


def _summed(these: NDArray[np.bool_], shares: Floats) -> Floats:
    """Add up the shares of records; those of equal shares are counted."""
    if np.all(shares == shares[0]):
        return np.asarray(np.count_nonzero(these, axis=1) / len(shares))
    return np.asarray(these @ shares)


def _turns(products: Floats, ratios: Floats, swept: int) -> tuple[Floats, NDArray[np.intp]]:
    """Return from which weight of a class on each record is decided for it, and the class it leaves then.

    Of two equal products the later class has the record. That does not matter here, since a weight is always
    taken between two such places.
    """
    others = products.copy()
    others[:, swept] = -1.0
    last = others.shape[1] - 1
    rival = last - np.argmax(others[:, ::-1], axis=1)
    best = np.take_along_axis(others, rival[:, None], axis=1)[:, 0]
    never = np.where(best > 0, np.inf, np.where(rival > swept, np.inf, 0.0))
    with np.errstate(divide="ignore", over="ignore"):
        return np.divide(best, ratios, out=never, where=ratios > 0), rival


def _between(turn: Floats, count: int) -> float:
    """Return a weight with which so many records, and no others, are decided for the class."""
    if count == 0:
        return float(turn[0]) / 2
    low = float(turn[count - 1])
    following = turn[count:]
    high = float(following[0]) if following.size and np.isfinite(following[0]) else 2 * low + 1
    return (low + high) / 2
