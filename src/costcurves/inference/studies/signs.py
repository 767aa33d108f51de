"""Wins, ties and losses of algorithms against each other, and the sign test."""

from __future__ import annotations

import dataclasses
import itertools
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from costcurves._ground.arrays import frozen, inner_share
from costcurves._ground.documents import Document
from costcurves.errors import UndefinedError
from costcurves.inference.arguments import at_most, not_negative, one_of, whole_number
from costcurves.inference.estimate import TestResult
from costcurves.inference.pvalues import against
from costcurves.inference.studies.study import Study, decimal, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_NULL = "both win equally often"
#: Exact sums of more terms take long, and the normal law is as good.
EXACT_UP_TO = 100_000


def sign_test(
    wins: int,
    losses: int,
    ties: int = 0,
    *,
    tie_rule: str = "drop",
    method: str = "exact",
    alternative: str = "two-sided",
) -> TestResult:
    """Test whether two algorithms win on equally many data sets.

    Of N = wins + losses data sets the rarer outcome came k times: p = min(1, 2·Σᵢ₌₀ᵏ C(N, i)/2ᴺ), and
    one-sided the single tail.

    Parameters
    ----------
    wins, losses, ties : int
        Outcomes of one algorithm against another, such as `win_tie_loss(study).of(a, b)`.
    tie_rule : {"drop", "split"}
        Ties are left out, or given half to each side; of an odd number one is left out.
    method : {"exact", "normal"}
        Binomial law, or its normal approximation with a continuity correction of ½.
    alternative : {"two-sided", "greater", "less"}
        "greater": the algorithm wins more often than it loses.

    Returns
    -------
    TestResult
        Its statistic is k: the rarer outcome of the two, or the one that speaks against the alternative.

    Raises
    ------
    UndefinedError
        If there are no data sets at all. If all of them tie, p = 1.

    References
    ----------
    Demšar, JMLR 7, 2006, section 3.1.4.

    Examples
    --------
    >>> result = sign_test(4, 14, 2)
    >>> round(result.pvalue, 6), result.significant(0.05), result.significant(0.01)
    (0.030884, True, False)
    """
    won, lost, tied = (whole_number(v, n) for v, n in ((wins, "wins"), (losses, "losses"), (ties, "ties")))
    one_of(tie_rule, "tie_rule", ("drop", "split"))
    tail = TAILS[one_of(method, "method", TAILS)]
    if won + lost + tied == 0:
        raise UndefinedError("a sign test needs at least one data set", "no wins, losses or ties")
    half = tied // 2 if tie_rule == "split" else 0
    won, lost = won + half, lost + half
    rare, tails = against(alternative, won, lost)
    pvalue = float(min(1, tails * tail(rare, won + lost)))
    # What became of ties.
    fates = ((2 * half, "half of them given to each side"), (tied - 2 * half, "left out"))
    notes = tuple(f"{number} tied, {fate}" for number, fate in fates if number)
    return TestResult(f"{method} sign test", pvalue, _NULL, rare, None, alternative, notes)


def sign_test_critical(datasets: int, *, alpha: float = 0.05, alternative: str = "two-sided") -> int | None:
    """Critical value of the exact sign test: the most losses that are still significant.

    Parameters
    ----------
    datasets : int
        Number of data sets without ties.
    alpha : float
        Error rate of the test.
    alternative : {"two-sided", "greater", "less"}
        The value is the same for both one-sided tests.

    Returns
    -------
    int or None
        Largest k with p ≤ `alpha`; None if not even k = 0 is significant.

    Examples
    --------
    >>> sign_test_critical(18), sign_test_critical(18, alpha=0.01), sign_test_critical(5)
    (4, 3, None)
    """
    size = whole_number(datasets, "datasets")
    tails = against(alternative, size, size)[1]
    most = Fraction(inner_share(alpha, "alpha")) * 2**size / tails
    significant = sum(1 for _ in itertools.takewhile(lambda ways: ways <= most, _ways(size)))
    return significant - 1 if significant else None


def _ways(size: int) -> Iterator[int]:
    """Count the ways of at most 0, 1, 2 … heads in so many throws of a coin."""
    term = total = 1
    for k in range(size + 1):
        yield total
        term = term * (size - k) // (k + 1)
        total += term


def _exact_tail(k: int, size: int) -> Fraction:
    """Chance of at most k heads in so many throws of a coin."""
    at_most(size, EXACT_UP_TO, "data sets", of="an exact sign test", fix='use method="normal"')
    return Fraction(next(itertools.islice(_ways(size), k, None)), 2**size)


def _normal_tail(k: int, size: int) -> float:
    """Return the same by the normal law, half a throw further out."""
    return 0.5 * math.erfc((size - 2 * k - 1) / math.sqrt(2 * size)) if size else 1.0


TAILS: dict[str, Callable[[int, int], Fraction | float]] = {"exact": _exact_tail, "normal": _normal_tail}


class HeadToHead(NamedTuple):
    """How one algorithm did against another, in the order that :func:`costcurves.studies.sign_test` takes."""

    wins: int
    losses: int
    ties: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class WinTieLoss(Document):
    """On how many data sets each algorithm beats each other one.

    Attributes
    ----------
    algorithms : tuple of str
    wins : ndarray of int64, shape (algorithms, algorithms)
        Wins of the row's algorithm over the column's; transposed, its losses.
    ties : ndarray of int64, shape (algorithms, algorithms)
    tie_within : float
        Results that differ by no more tie.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> found = win_tie_loss(Study([[0.9, 0.8], [0.7, 0.7]], ["tree", "rule"], better="high"))
    >>> print(found.of("tree", "rule"))
    1/1/0
    """

    kind: ClassVar[str] = "win_tie_loss"
    algorithms: tuple[str, ...]
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    tie_within: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "algorithms", tuple(self.algorithms))
        for name in ("wins", "ties"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))

    def of(self, a: str, b: str) -> HeadToHead:
        """Return how `a` did against `b`."""
        i, j = (place_of(name, self.algorithms) for name in (a, b))
        return HeadToHead(int(self.wins[i, j]), int(self.wins[j, i]), int(self.ties[i, j]))

    @property
    def pairs(self) -> dict[tuple[str, str], HeadToHead]:
        """Return every pair of algorithms, in their order, with its outcome."""
        return {pair: self.of(*pair) for pair in itertools.combinations(self.algorithms, 2)}

    def to_columns(self) -> dict[str, Any]:
        """Return one row a pair."""
        a, b = zip(*self.pairs, strict=True)
        wins, losses, ties = zip(*self.pairs.values(), strict=True)
        return {"a": a, "b": b, "wins": wins, "ties": ties, "losses": losses}

    def __repr__(self) -> str:
        return ", ".join(f"{a}–{b} {outcome}" for (a, b), outcome in self.pairs.items())


def win_tie_loss(study: Study, *, tie_within: float = 0.0) -> WinTieLoss:
    """Win/tie/loss table of every pair of algorithms.

    Parameters
    ----------
    study : Study
    tie_within : float
        Results that differ by no more tie; by default equal ones only. Differences are those of the
        decimals as written, so a tolerance of 0.01 ties 83.36 and 83.35.

    Returns
    -------
    WinTieLoss

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> study = Study.of({"tree": [0.9, 0.7, 0.6], "rule": [0.8, 0.7, 0.9]}, better="high")
    >>> win_tie_loss(study), win_tie_loss(study, tie_within=0.1)
    (tree–rule 1/1/1, tree–rule 0/2/1)
    """
    margin = decimal(not_negative(tie_within, "tie_within"))
    count = len(study.algorithms)
    wins, ties = (np.zeros((count, count), dtype=np.int64) for _ in range(2))
    np.fill_diagonal(ties, len(study))
    for i, j in itertools.combinations(range(count), 2):
        gains = study.gains(study.algorithms[i], study.algorithms[j])
        wins[i, j] = sum(gain > margin for gain in gains)
        wins[j, i] = sum(gain < -margin for gain in gains)
        ties[i, j] = ties[j, i] = len(gains) - wins[i, j] - wins[j, i]
    return WinTieLoss(tuple(study.algorithms), wins, ties, float(margin))
