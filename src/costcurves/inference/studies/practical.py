"""How likely one algorithm is better than another by more than nobody would notice."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, number
from costcurves._ground.documents import Document
from costcurves._ground.wording import percent, short
from costcurves.errors import InputError
from costcurves.inference.arguments import whole_number
from costcurves.inference.resampling import generators
from costcurves.inference.studies.study import Study, decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

#: Entries of the largest array of draws.
_AT_ONCE = 2_000_000


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class PracticalVerdict(Document):
    """How likely a first algorithm is practically better than a second, alike, or worse.

    Attributes
    ----------
    first, second : str
    better, alike, worse : float
        Posterior probabilities; they add up to 1.
    rope : float
        Gains up to here count as alike (region of practical equivalence).
    prior_strength : float
        Weight of the pseudo data set without difference.
    draws, seed : int
        How the probabilities were drawn.
    """

    kind: ClassVar[str] = "practical_verdict"
    first: str
    second: str
    better: float
    alike: float
    worse: float
    rope: float
    prior_strength: float
    draws: int
    seed: int

    @property
    def standard_error(self) -> float:
        """The largest error of the probabilities that comes from drawing, as a standard deviation."""
        most = max(p * (1 - p) for p in (self.better, self.alike, self.worse))
        return math.sqrt(most / self.draws)

    def to_columns(self) -> dict[str, Any]:
        """Return the verdict as one row."""
        names = ("first", "second", "better", "alike", "worse", "rope")
        return {name: [getattr(self, name)] for name in names}

    def __repr__(self) -> str:
        """Say the three probabilities."""
        by = f" by more than {short(self.rope)}" if self.rope else ""
        return (
            f"{self.first} is better than {self.second}{by} with probability {percent(self.better)}, "
            f"worse{by} with {percent(self.worse)}, alike with {percent(self.alike)}"
        )


def signed_rank_posterior(
    study: Study,
    first: str,
    second: str,
    *,
    rope: float,
    seed: int = 0,
    draws: int = 50_000,
    prior_strength: float = 0.5,
) -> PracticalVerdict:
    """Bayesian signed-rank test with a region of practical equivalence.

    The law of gains is a Dirichlet process around the data sets and one pseudo data set without
    difference. Of each draw of weights w, the sum of wᵢ·wⱼ over all pairs of data sets says how likely
    the mean of two gains lies above the region, in it, and below it; the largest of the three wins the
    draw. The verdict is how often each of them wins.

    Parameters
    ----------
    study : Study
    first, second : str
        Algorithms.
    rope : float
        Means of two gains up to this size count as alike, in the unit of the results; those at the very
        border by half. With 0 there is no region: gains of 0 count half as better, half as worse.
    seed : int
        The same seed gives the same numbers.
    draws : int
        Probabilities are good to about 0.5/√draws.
    prior_strength : float
        Weight of the pseudo data set, where a real one weighs 1.

    Returns
    -------
    PracticalVerdict

    References
    ----------
    Benavoli, Corani, Mangili, Zaffalon and Ruggeri, "A Bayesian Wilcoxon signed-rank test based on the
    Dirichlet process", ICML 2014; Benavoli, Corani, Demšar and Zaffalon, "Time for a change", JMLR 18, 2017.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> study = Study.of(accuracies26()[1], better="high")
    >>> signed_rank_posterior(study, "Grading", "Voting", rope=1).alike > 0.99
    True
    """
    border = decimal(number(rope, "rope"))
    strength = number(prior_strength, "prior_strength")
    if border < 0:
        raise InputError.because(argument="rope", must="must not be negative", came=repr(rope))
    if strength <= 0:
        raise InputError.because(must="prior_strength must be positive", came=repr(prior_strength))
    count = whole_number(draws, "draws", 1)
    above, below = _places(study.gains(first, second), border)
    wins = np.zeros(3)
    for weights in _drawn(len(above), strength, count, seed):
        high = np.einsum("di,ij,dj->d", weights, above, weights, optimize=True)
        low = np.einsum("di,ij,dj->d", weights, below, weights, optimize=True)
        wins += _won(np.column_stack([high, 1 - high - low if border else np.zeros_like(high), low]))
    better, alike, worse = (wins / count).tolist()
    return PracticalVerdict(first, second, better, alike, worse, float(rope), strength, count, int(seed))


def _places(gains: Sequence[Fraction], border: Fraction) -> tuple[Floats, Floats]:
    """Whether the mean of each pair of gains lies above the region, and below it; at its border, half."""
    known = (decimal(0), *gains)
    sums = [[a + b for b in known] for a in known]
    above = [[((s > 2 * border) + (s >= 2 * border)) / 2 for s in row] for row in sums]
    below = [[((s < -2 * border) + (s <= -2 * border)) / 2 for s in row] for row in sums]
    return np.array(above), np.array(below)


def _drawn(size: int, strength: float, draws: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Weights of the pseudo data set and of the others, in batches."""
    random = next(generators(seed, 1))
    shape = np.concatenate([[strength], np.ones(size - 1)])
    batch = max(1, _AT_ONCE // size)
    for start in range(0, draws, batch):
        yield random.dirichlet(shape, min(batch, draws - start))


def _won(chances: Floats) -> Floats:
    """How often each column is the largest; those that share the lead, but for rounding, share the draw."""
    leads = chances >= chances.max(axis=1, keepdims=True) - 1e-12
    shared: Floats = (leads / leads.sum(axis=1, keepdims=True)).sum(axis=0)
    return shared
