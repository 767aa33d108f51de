"""Wins, ties and losses of algorithms against each other."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from costcurves._ground.arrays import frozen, number
from costcurves._ground.documents import Document
from costcurves.errors import InputError
from costcurves.inference.studies.study import Study, decimal

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HeadToHead", "WinTieLoss", "win_tie_loss"]


class HeadToHead(NamedTuple):
    """How one algorithm did against another, in the order that :func:`costcurves.studies.sign_test` takes."""

    wins: int
    losses: int
    ties: int

    def __str__(self) -> str:
        """Write wins/ties/losses."""
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
        """Freeze the counts."""
        object.__setattr__(self, "algorithms", tuple(self.algorithms))
        for name in ("wins", "ties"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))

    def of(self, first: str, second: str) -> HeadToHead:
        """Return how the first algorithm did against the second."""
        for name in (first, second):
            if name not in self.algorithms:
                raise InputError.because(
                    must="the algorithm must be one of " + ", ".join(self.algorithms), came=repr(name)
                )
        i, j = self.algorithms.index(first), self.algorithms.index(second)
        return HeadToHead(int(self.wins[i, j]), int(self.wins[j, i]), int(self.ties[i, j]))

    @property
    def pairs(self) -> dict[tuple[str, str], HeadToHead]:
        """Return every pair of algorithms, in their order, with its outcome."""
        return {pair: self.of(*pair) for pair in itertools.combinations(self.algorithms, 2)}

    def to_columns(self) -> dict[str, Any]:
        """Return one row a pair."""
        first, second = zip(*self.pairs, strict=True)
        wins, losses, ties = zip(*self.pairs.values(), strict=True)
        return {"first": first, "second": second, "wins": wins, "ties": ties, "losses": losses}

    def __repr__(self) -> str:
        """Show the outcomes."""
        return ", ".join(f"{a}–{b} {outcome}" for (a, b), outcome in self.pairs.items())


def win_tie_loss(study: Study, *, tie_within: float = 0.0) -> WinTieLoss:
    """Win/tie/loss table of every pair of algorithms.

    Parameters
    ----------
    study : Study
    tie_within : float
        Results that differ by no more tie; by default equal ones only. Differences are those of the
        decimals as written, so a tolerance of 0.01 ties 83.36 and 83.35.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> study = Study.of({"tree": [0.9, 0.7, 0.6], "rule": [0.8, 0.7, 0.9]}, better="high")
    >>> win_tie_loss(study), win_tie_loss(study, tie_within=0.1)
    (tree–rule 1/1/1, tree–rule 0/2/1)
    """
    margin = decimal(number(tie_within, "tie_within"))
    if margin < 0:
        raise InputError.because(argument="tie_within", must="must not be negative", came=repr(tie_within))
    count = len(study.algorithms)
    wins, ties = (np.zeros((count, count), dtype=np.int64) for _ in range(2))
    np.fill_diagonal(ties, len(study))
    for i, j in itertools.combinations(range(count), 2):
        gains = study.gains(study.algorithms[i], study.algorithms[j])
        wins[i, j] = sum(gain > margin for gain in gains)
        wins[j, i] = sum(gain < -margin for gain in gains)
        ties[i, j] = ties[j, i] = len(gains) - wins[i, j] - wins[j, i]
    return WinTieLoss(tuple(study.algorithms), wins, ties, float(margin))
