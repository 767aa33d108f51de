"""How much better one algorithm is than another: tests of gains, and the chance that they matter."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, number
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, short
from costcurves.errors import InputError, UndefinedError
from costcurves.inference.arguments import at_most, not_negative, one_of, whole_number
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import against, pvalue_of
from costcurves.inference.resampling import generators
from costcurves.inference.studies.study import Study, decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

#: The exact law of rank sums has about n² places for n differences.
_EXACT_UP_TO = 1000


def paired_t_test(
    study: Study, a: str, b: str, *, level: float = 0.95, alternative: str = "two-sided"
) -> TestResult:
    """Test whether two algorithms are equally good on average: t = mean gain / (s/√N), N − 1 degrees.

    A mean over unlike data sets can mislead: one large loss on a tiny data set outweighs small gains on
    nineteen large ones. Signs and ranks do not add up what is not alike.

    Parameters
    ----------
    study : Study
    a, b : str
        Algorithms.
    level : float
        Confidence of the interval for the mean gain, which is the `estimate` of the result.
    alternative : {"two-sided", "greater", "less"}
        "greater": `a` is better.

    Returns
    -------
    TestResult

    Raises
    ------
    UndefinedError
        If there are fewer than two data sets, or all gains are equal.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> study = Study.of(accuracies26()[1], better="high")
    >>> print(paired_t_test(study, "Grading", "Select"))
    p = 0.1659 (the mean gain is 0); 0.45 (95 % interval −0.1993 to 1.099); paired t test, statistic 1.427
    """
    from scipy.special import stdtr, stdtrit

    exact = study.gains(a, b)
    count = len(exact)
    if count < 2 or len(set(exact)) == 1:
        raise UndefinedError(
            "a t test needs gains that differ",
            f"{float(exact[0]):g} on every one of {count} data sets",
            "use the sign test",
        )
    gains = np.array([float(gain) for gain in exact])
    mean, error = math.fsum(gains) / count, float(np.std(gains, ddof=1)) / math.sqrt(count)
    t = mean / error
    pvalue = pvalue_of(float(stdtr(count - 1, t)), float(stdtr(count - 1, -t)), alternative)
    reach = float(stdtrit(count - 1, (1 + confidence(level)) / 2)) * error
    gain = Estimate(mean, mean - reach, mean + reach, level, "t", f"mean gain of {a} over {b}")
    return TestResult("paired t test", pvalue, "the mean gain is 0", t, gain, alternative)


def wilcoxon_test(
    study: Study,
    a: str,
    b: str,
    *,
    zeros: str = "drop",
    method: str = "exact",
    alternative: str = "two-sided",
) -> TestResult:
    """Test whether gains and losses of two algorithms are equally large, by their signed ranks.

    Absolute gains are ranked, equal ones by their mean rank; R⁺ and R⁻ are the rank sums of gains and of
    losses, and T = min(R⁺, R⁻). Gains are taken of the decimals as written, so that ties on paper tie.

    Parameters
    ----------
    study : Study
    a, b : str
        Algorithms.
    zeros : {"drop", "split", "pratt"}
        Data sets without difference are left out before ranking ("drop"); are ranked, and their ranks go
        to either side by halves ("split": the law treats them as if they had signs, which is cautious);
        or are ranked, and their ranks left out ("pratt").
    method : {"exact", "normal"}
        The law of rank sums over all ways to sign the ranks at hand, ties and all; or its normal
        approximation of the same mean and variance, Σ rank²/4, without a correction for continuity.
    alternative : {"two-sided", "greater", "less"}
        "greater": `a` is better.

    Returns
    -------
    TestResult
        Its statistic is T, or the rank sum that speaks against the alternative; without differences p is 1.

    References
    ----------
    Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1, 1945; Pratt, "Remarks on
    zeros and ties in the Wilcoxon signed rank procedures", JASA 54, 1959.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> study = Study.of(accuracies26()[1], better="high")
    >>> print(wilcoxon_test(study, "Grading", "Select", method="normal"))
    p = 0.1617 (gains and losses are equally large); normal Wilcoxon test, statistic 110.5
    """
    treated = ZEROS[one_of(zeros, "treatment of zeros", ZEROS)]
    tail = TAILS[one_of(method, "method", TAILS)]
    gains = study.gains(a, b)
    alike = sum(gain == 0 for gain in gains)
    if zeros == "drop":
        gains = tuple(gain for gain in gains if gain)
    ranks = doubled_ranks([abs(gain) for gain in gains])
    signs = np.array([(gain > 0) - (gain < 0) for gain in gains], dtype=np.int64)
    half = int(ranks[signs == 0].sum()) // 2 if zeros == "split" else 0
    plus, minus = int(ranks[signs > 0].sum()) + half, int(ranks[signs < 0].sum()) + half
    low, tails = against(alternative, plus, minus)
    pvalue = min(1.0, tails * tail(low, ranks if half else ranks[signs != 0]))
    null = "gains and losses are equally large"
    notes = (f"{alike} without difference, {treated}",) if alike else ()
    return TestResult(f"{method} Wilcoxon test", pvalue, null, low / 2, None, alternative, notes)


def doubled_ranks(values: Sequence[Fraction]) -> NDArray[np.int64]:
    """Ranks from 1 = smallest, equal values by their mean rank; doubled, so that they are whole.

    Examples
    --------
    >>> doubled_ranks([5, 3, 5]).tolist()
    [5, 2, 5]
    """
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: place for place, value in enumerate(ordered, 1)}
    return np.array([first[value] + last[value] for value in values], dtype=np.int64)


def _exact_tail(low: int, ranks: NDArray[np.int64]) -> float:
    """Chance of at most such a (doubled) rank sum when every rank counts or not by the toss of a coin."""
    of, fix = "an exact Wilcoxon test", 'use method="normal"'
    at_most(len(ranks), _EXACT_UP_TO, "differences", of=of, fix=fix)
    law: Floats = np.zeros(low + 1)
    law[0] = 1.0
    for rank in ranks.tolist():
        moved = np.zeros_like(law)
        moved[rank:] = law[: max(0, len(law) - rank)]
        law = (law + moved) / 2
    return math.fsum(law)


def _normal_tail(low: int, ranks: NDArray[np.int64]) -> float:
    """Return the same by the normal law of the same mean and variance."""
    spread = math.sqrt(math.fsum(ranks.astype(float) ** 2))
    return 0.5 * math.erfc((ranks.sum() - 2 * low) / spread / math.sqrt(2)) if spread else 1.0


#: What becomes of data sets without difference, in words.
ZEROS = {"drop": "left out", "split": "ranks split", "pratt": "ranks left out"}
TAILS = {"exact": _exact_tail, "normal": _normal_tail}

#: Entries of the largest array of draws.
_AT_ONCE = 2_000_000


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class PracticalVerdict(Document):
    """How likely an algorithm `a` is practically better than another, `b`, alike, or worse.

    Attributes
    ----------
    a, b : str
    better, alike, worse : float
        Posterior probabilities; they add up to 1.
    rope : float
        Gains up to here count as alike (region of practical equivalence).
    prior_strength : float
        Weight of the pseudo data set without difference.
    draws, seed : int
        How the probabilities were drawn.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> study = Study([[0.9, 0.8], [0.7, 0.6], [0.8, 0.7], [0.6, 0.5]], ["A", "B"], better="high")
    >>> found = signed_rank_posterior(study, "A", "B", rope=0.01)
    >>> found.better > 0.9
    True
    """

    kind: ClassVar[str] = "practical_verdict"
    a: str
    b: str
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
        names = ("a", "b", "better", "alike", "worse", "rope")
        return {name: [getattr(self, name)] for name in names}

    def __repr__(self) -> str:
        by = f" by more than {short(self.rope)}" if self.rope else ""
        return (
            f"{self.a} is better than {self.b}{by} with probability {percent(self.better)}, "
            f"worse{by} with {percent(self.worse)}, alike with {percent(self.alike)}"
        )


def signed_rank_posterior(
    study: Study,
    a: str,
    b: str,
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
    a, b : str
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
    border = decimal(not_negative(rope, "rope"))
    strength = number(prior_strength, "prior_strength")
    if strength <= 0:
        raise InputError("prior_strength must be positive", repr(prior_strength))
    count = whole_number(draws, "draws", 1)
    above, below = _places(study.gains(a, b), border)
    wins = np.zeros(3)
    for weights in _drawn(len(above), strength, count, seed):
        high = np.einsum("di,ij,dj->d", weights, above, weights, optimize=True)
        low = np.einsum("di,ij,dj->d", weights, below, weights, optimize=True)
        wins += _won(np.column_stack([high, 1 - high - low if border else np.zeros_like(high), low]))
    better, alike, worse = (wins / count).tolist()
    return PracticalVerdict(a, b, better, alike, worse, float(rope), strength, count, int(seed))


def _places(gains: Sequence[Fraction], border: Fraction) -> tuple[Floats, Floats]:
    """Whether the mean of each pair of gains lies above the region, and below it; at its border, half."""
    known = np.array([decimal(0), *gains], dtype=object)
    means = np.add.outer(known, known) / 2
    above, below = (np.mean([way * means > border, way * means >= border], axis=0) for way in (1, -1))
    return above, below


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
