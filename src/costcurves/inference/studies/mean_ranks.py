"""Mean ranks of algorithms over data sets, and tests of whether they differ at all."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import finite, frozen
from costcurves._ground.documents import Document
from costcurves._ground.number_words import short
from costcurves.errors import InputError, UndefinedError, kind_of
from costcurves.inference.estimate import TestResult
from costcurves.inference.studies.study import Results, Study

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Tested = Callable[[float], tuple[float, float]]

_NULL = "all algorithms rank alike"
#: Printed mean ranks add up to k(k + 1)/2 but for the digits that print leaves out, by algorithm.
_ROUNDED = 0.05


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class MeanRanks(Document):
    """Mean ranks of algorithms, 1 being best: of a study, or as printed somewhere.

    Attributes
    ----------
    algorithms : tuple of str
    ranks : ndarray, shape (algorithms,)
        Mean ranks over the data sets, ties sharing theirs.
    datasets : int
        Number of data sets.
    ties : int
        Σ(t³ − t) over all ties of t algorithms on one data set; 0 without ties, or where unknown.
    means : ndarray, shape (algorithms,), or None
        Mean results, where they are known.

    Raises
    ------
    InputError
        If the ranks do not add up to k(k + 1)/2, but for rounding.

    Examples
    --------
    >>> printed = MeanRanks(("A", "B", "C"), [1.5, 1.75, 2.75], datasets=8)
    >>> print(friedman_test(printed))
    p = 0.0302 (all algorithms rank alike); Friedman test, statistic 7
    """

    kind: ClassVar[str] = "mean_ranks"
    algorithms: Sequence[str]
    ranks: Results
    datasets: int
    ties: int = 0
    means: Results | None = None

    def __post_init__(self) -> None:
        """Check that these are ranks, and freeze them."""
        object.__setattr__(self, "algorithms", tuple(self.algorithms))
        ranks, count = finite(self.ranks, "the mean ranks"), len(self.algorithms)
        if count < 2 or len(ranks) != count:
            raise InputError(
                "each of at least two algorithms must have a mean rank",
                f"{len(ranks)} ranks of {count} algorithms",
            )
        want = count * (count + 1) / 2
        if abs(float(ranks.sum()) - want) > _ROUNDED * count or ranks.min() < 1 or ranks.max() > count:
            raise InputError(
                f"mean ranks of {count} algorithms must lie in 1 to {count} and add up to {want:g}",
                f"{', '.join(map(short, ranks.tolist()))}, with the sum {ranks.sum():g}",
            )
        object.__setattr__(self, "ranks", frozen(np.array(ranks)))
        if self.means is not None:
            object.__setattr__(self, "means", frozen(finite(self.means, "the mean results")))

    @classmethod
    def of(cls, ranked: Study | MeanRanks) -> MeanRanks:
        """Return the mean ranks of a study; those of ranks are themselves."""
        if isinstance(ranked, MeanRanks):
            return ranked
        if not isinstance(ranked, Study):
            raise InputError("study must be a Study or MeanRanks", kind_of(ranked))
        ranks = ranked.ranks
        sizes = [np.unique(row, return_counts=True)[1] for row in ranks]
        ties = sum(int((size**3 - size).sum()) for size in sizes)
        return cls(ranked.algorithms, ranks.mean(axis=0), len(ranked), ties, ranked.results.mean(axis=0))

    @property
    def order(self) -> tuple[int, ...]:
        """Places of the algorithms, the best mean rank first."""
        return tuple(np.argsort(self.ranks, kind="stable").tolist())

    @property
    def standard_error(self) -> float:
        """Of the difference of two mean ranks if all algorithms are alike: √(k(k + 1)/(6N))."""
        count = len(self.algorithms)
        return float(np.sqrt(count * (count + 1) / (6 * self.datasets)))

    def to_columns(self) -> dict[str, Any]:
        """Return one row an algorithm."""
        means = {} if self.means is None else {"mean": self.means}
        return {"algorithm": self.algorithms, **means, "mean_rank": self.ranks}

    def __repr__(self) -> str:
        shown = ", ".join(f"{self.algorithms[i]} {short(float(self.ranks[i]))}" for i in self.order)
        return f"MeanRanks({shown}; {self.datasets} data sets)"


def mean_ranks(study: Study) -> MeanRanks:
    """Mean ranks and mean results of the algorithms of a study.

    Parameters
    ----------
    study : Study

    Returns
    -------
    MeanRanks

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> mean_ranks(Study.of(accuracies26()[1], better="high"))
    MeanRanks(Stacking 2.25, Grading 2.519, Voting 2.596, Select 2.635; 26 data sets)
    """
    return MeanRanks.of(study)


def friedman_test(study: Study | MeanRanks, *, tie_correction: bool = True) -> TestResult:
    """Test whether algorithms rank alike: χ² = 12N/(k(k + 1))·[ΣR² − k(k + 1)²/4], k − 1 degrees.

    Parameters
    ----------
    study : Study or MeanRanks
        N data sets and k algorithms of mean ranks R.
    tie_correction : bool
        Divide χ² by 1 − Σ(t³ − t)/(N·k(k² − 1)), as is right where results tie. The uncorrected value
        is given in the notes.

    Returns
    -------
    TestResult

    Raises
    ------
    UndefinedError
        If all algorithms tie on every data set.

    References
    ----------
    Friedman, "The use of ranks to avoid the assumption of normality implicit in the analysis of
    variance", JASA 32, 1937.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> print(friedman_test(Study.of(accuracies26()[1], better="high")))
    p = 0.7012 (all algorithms rank alike); Friedman test, statistic 1.419
    """
    from scipy.special import chdtrc

    ranks = MeanRanks.of(study)
    freedom = len(ranks.algorithms) - 1

    def tested(chi: float) -> tuple[float, float]:
        return chi, float(chdtrc(freedom, chi))

    return _result("Friedman test", "χ²", ranks, tested, tie_correction=tie_correction)


def iman_davenport_test(study: Study | MeanRanks, *, tie_correction: bool = True) -> TestResult:
    """Test the same by F = (N − 1)χ²/(N(k − 1) − χ²), of k − 1 and (k − 1)(N − 1) degrees.

    Friedman's χ² is cautious. F is that of an analysis of variance of the ranks.

    Parameters
    ----------
    study : Study or MeanRanks
    tie_correction : bool
        Start from the χ² that is corrected for ties; the value without is given in the notes.

    Returns
    -------
    TestResult
        Its statistic is infinite, and p = 0, where all data sets rank the algorithms alike.

    Raises
    ------
    UndefinedError
        If there is one data set only, or all algorithms tie on every data set.

    References
    ----------
    Iman and Davenport, "Approximations of the critical region of the Friedman statistic",
    Communications in Statistics 9, 1980.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> from costcurves.examples import accuracies26
    >>> study = Study.of(accuracies26()[1], better="high")
    >>> print(iman_davenport_test(study, tie_correction=False))
    p = 0.7114 (all algorithms rank alike); Iman–Davenport test, statistic 0.4595
    """
    from scipy.special import fdtrc

    ranks = MeanRanks.of(study)
    size, freedom = ranks.datasets, len(ranks.algorithms) - 1
    if size < 2:
        raise UndefinedError("an Iman–Davenport test needs two data sets or more", "one")

    def tested(chi: float) -> tuple[float, float]:
        rest = size * freedom - chi
        if rest <= 1e-12 * chi:
            return float("inf"), 0.0
        f = (size - 1) * chi / rest
        return f, float(fdtrc(freedom, freedom * (size - 1), f))

    return _result("Iman–Davenport test", "F", ranks, tested, tie_correction=tie_correction)


def _result(name: str, symbol: str, ranks: MeanRanks, tested: Tested, *, tie_correction: bool) -> TestResult:
    """Test Friedman's χ², made of the squared distances of the mean ranks from their middle.

    `tested` makes the statistic and the p-value of it.
    """
    size, count = ranks.datasets, len(ranks.algorithms)
    tied = ranks.ties / (size * count * (count**2 - 1))
    if tied >= 1:
        raise UndefinedError(
            "a test of ranks needs a data set on which algorithms differ",
            f"ties of all {count} algorithms on every data set",
        )
    chi = 12 * size / (count * (count + 1)) * float(np.sum((ranks.ranks - (count + 1) / 2) ** 2))
    (statistic, pvalue), (plain, other) = tested(chi / (1 - tied) if tie_correction else chi), tested(chi)
    note = f"without correction for ties {symbol} {short(plain)}, p = {short(other)}"
    notes = (note,) if tie_correction and ranks.ties else ()
    return TestResult(name, pvalue, _NULL, statistic, notes=notes)


def groups(study: Study | MeanRanks, critical_difference: float) -> tuple[tuple[str, ...], ...]:
    """Largest groups of algorithms whose mean ranks all differ by less than a critical difference.

    Returns
    -------
    tuple of tuple of str
        Groups of two or more, each in the order of ranks, the best first.

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> groups(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12), 0.95)
    (('A', 'B'), ('B', 'C'))
    """
    ranks = MeanRanks.of(study)
    values = ranks.ranks[list(ranks.order)]
    stops = [int(np.count_nonzero(values - low < critical_difference)) for low in values]
    names = [ranks.algorithms[i] for i in ranks.order]
    return tuple(
        tuple(names[start:stop])
        for start, stop in enumerate(stops)
        if stop - start > 1 and (start == 0 or stop > stops[start - 1])
    )
