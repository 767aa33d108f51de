"""The Mann–Whitney test: whether a score tells the classes apart at all."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import Code, InputError
from costcurves.inference.arguments import one_of
from costcurves.inference.estimate import TestResult
from costcurves.inference.pvalues import pvalue_of
from costcurves.inference.resampling import counted_columns
from costcurves.space.roc import RocCurve
from costcurves.tallies.cells import dot, running

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats, Numbers
    from costcurves.tallies.tally import Tally

#: Steps to the exact law that are taken without being asked for, and at most: tenths of seconds, seconds.
_QUICK, _LONG = 5 * 10**7, 10**9


def mann_whitney_test(tally: Tally, *, method: str = "auto", alternative: str = "two-sided") -> TestResult:
    """Test whether the AUC is ½, as it is if scores have one law in both classes.

    U = A·P·N counts the pairs of a positive and a negative that are in order, equal scores half. The exact
    law of U is that over all ways to choose which P of the records are the positives, their scores
    being as they are, ties and all.

    Parameters
    ----------
    tally : Tally
        Of whole weights, which count records.
    method : {"auto", "exact", "normal"}
        "normal": mean PN/2, variance PN/12·[n + 1 − Σ(t³ − t)/(n(n − 1))] over groups of t equal
        scores among n = P + N, and a correction of ½ for continuity. "auto": exact where that is quick, as
        for 50 records of each class.
    alternative : {"two-sided", "greater", "less"}
        "greater": positives score higher. Two-sided p-values are twice the smaller tail.

    Returns
    -------
    TestResult
        Its statistic is U; p = 1 where all scores are equal.

    Raises
    ------
    UndefinedError
        If a class is empty, or its size is not known.
    InputError
        If the tally has fractional weights, or the exact law would take too long.

    References
    ----------
    Mann & Whitney (1947), Annals of Mathematical Statistics 18; Lehmann (1975), Nonparametrics, section 1.4,
    for ties.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> print(mann_whitney_test(tally, alternative="greater"))
    p = 0.1 (scores have one law in both classes); exact Mann–Whitney test, statistic 8
    """
    one_of(method, "method", ("auto", "exact", "normal"))
    positives, negatives = counted_columns(tally, "a Mann–Whitney test")
    roc = RocCurve.of(tally)
    choice = _Choice.of(positives, negatives)
    if method == "exact" and choice.steps > _LONG:
        raise InputError(
            "an exact Mann–Whitney test needs few records",
            f"{roc.positives:,} positive and {roc.negatives:,} negative",
            'use method="normal"',
            code=Code.TOO_MANY,
        )
    exact = method == "exact" or (method == "auto" and choice.steps <= _QUICK)
    doubled = int(dot(np.diff(roc.fp), roc.tp[1:] + roc.tp[:-1]))
    below, above = choice.tails() if exact else _normal_tails(doubled, positives, negatives)
    title, null = f"{'exact' if exact else 'normal'} Mann–Whitney test", "scores have one law in both classes"
    pvalue = pvalue_of(below, above, alternative)
    return TestResult(title, pvalue, null, doubled / 2, alternative=alternative)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Choice:
    """The rarer class as a choice among all records, every one equally likely.

    Attributes
    ----------
    chosen, size : ndarray of int, shape (cells,)
        Records of the rarer class, and all, in each cell.
    rank : ndarray of int, shape (cells,)
        Midranks, the lowest 0, in the largest unit that keeps them whole: with U of the rarer class rises
        the sum of its ranks.
    of_positives : bool
        Whether the positives are the rarer class.
    """

    chosen: Numbers
    size: Numbers
    rank: Numbers
    of_positives: bool

    @classmethod
    def of(cls, positives: Numbers, negatives: Numbers) -> _Choice:
        """Rank the cells, which stand from the highest score down."""
        size = positives + negatives
        doubled = 2 * running(size[::-1])[:-1][::-1] + size
        doubled = doubled - doubled[-1]
        unit = max(int(np.gcd.reduce(doubled)), 1)
        of_positives = bool(positives.sum() <= negatives.sum())
        return cls(positives if of_positives else negatives, size, doubled // unit, of_positives)

    @property
    def steps(self) -> float:
        """How many numbers the exact law takes to find."""
        count = float(self.chosen.sum())
        return float(np.minimum(self.size, count).sum()) * (count + 1) * (count * float(self.rank[0]) + 1)

    def tails(self) -> tuple[float, float]:
        """Return the probabilities of a U (of the positives) up to, and from, the one found on."""
        count, left = int(self.chosen.sum()), int(self.size.sum())
        law: Floats = np.zeros((count + 1, count * int(self.rank[0]) + 1))
        law[0, 0] = 1.0  # by how many are chosen so far, and the sum of their ranks
        for size, rank in zip(self.size.tolist(), self.rank.tolist(), strict=True):
            after = np.zeros_like(law)
            chances = _chances(size, left, count)
            for k in range(min(size, count) + 1):
                moved = law[: count + 1 - k, : law.shape[1] - k * rank]
                after[k:, k * rank :] += chances[: count + 1 - k, k, None] * moved
            law, left = after, left - size
        found = int(dot(self.chosen, self.rank))
        upto, onward = math.fsum(law[count, : found + 1]), math.fsum(law[count, found:])
        return (upto, onward) if self.of_positives else (onward, upto)


def _chances(size: int, left: int, count: int) -> Floats:
    """Chance that of the next `size` of `left` records k are chosen, after j of `count` were: [j, k]."""
    found = np.zeros((count + 1, min(size, count) + 1))
    for j in range(max(0, count - left), count + 1):
        wanted = count - j
        ways = math.comb(left, wanted)
        for k in range(min(size, wanted) + 1):
            found[j, k] = math.comb(size, k) * math.comb(left - size, wanted - k) / ways
    return found


def _normal_tails(doubled: int, positives: Numbers, negatives: Numbers) -> tuple[float, float]:
    """Return the same by the normal law of the same mean and variance, with the correction for continuity."""
    p, n = float(positives.sum()), float(negatives.sum())
    size = (positives + negatives).astype(float)
    ties = float(np.sum(size * (size - 1) * (size + 1))) / ((p + n) * (p + n - 1))
    variance = p * n / 12 * (p + n + 1 - ties)
    if len(size) == 1:  # all scores are equal
        return 1.0, 1.0
    away, root = doubled / 2 - p * n / 2, math.sqrt(2 * variance)
    return 0.5 * math.erfc(-(away + 0.5) / root), 0.5 * math.erfc((away - 0.5) / root)
