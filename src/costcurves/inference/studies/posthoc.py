"""Which algorithms rank differently: comparisons of mean ranks, adjusted for their number."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from costcurves._ground.arrays import Floats, frozen, inner_share
from costcurves._ground.documents import Document
from costcurves._ground.number_words import percent, short
from costcurves.inference.pvalues import bonferroni, holm
from costcurves.inference.studies.mean_ranks import MeanRanks
from costcurves.inference.studies.study import place_of

if TYPE_CHECKING:
    from costcurves.inference.studies.study import Study

    Pair = tuple[str, str]


@dataclasses.dataclass(frozen=True, eq=False, repr=False, slots=True)
class PostHoc(Document):
    """Comparisons of mean ranks, of all pairs or of a control with the others.

    Attributes
    ----------
    method : str
    pairs : tuple of (str, str)
        What is compared; the control comes first.
    z : ndarray, shape (pairs,)
        How much better the first ranks, in standard errors √(k(k + 1)/(6N)).
    unadjusted, pvalues : ndarray, shape (pairs,)
        Two-sided p-values of each pair alone, and adjusted for all pairs together.
    alpha : float
        Error rate of the comparisons together.
    critical_difference : float or None
        Mean ranks that differ by at least so much differ significantly; None where no one difference
        decides.

    Examples
    --------
    >>> from costcurves.studies import Study
    >>> study = Study([[1, 2, 4], [2, 3, 5], [1, 3, 4], [2, 4, 6]], ["A", "B", "C"], better="low")
    >>> holm_test(study).significant
    (('A', 'C'),)
    """

    kind: ClassVar[str] = "post_hoc"
    method: str
    pairs: tuple[Pair, ...]
    z: Floats
    unadjusted: Floats
    pvalues: Floats
    alpha: float = 0.05
    critical_difference: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple((a, b) for a, b in self.pairs))
        for name in ("z", "unadjusted", "pvalues"):
            object.__setattr__(self, name, frozen(getattr(self, name), float))

    @property
    def significant(self) -> tuple[Pair, ...]:
        """The pairs that differ at the error rate `alpha`, the better algorithm first."""
        found = zip(self.pairs, self.z.tolist(), self.pvalues.tolist(), strict=True)
        return tuple(
            pair if z > 0 else (pair[1], pair[0]) for pair, z, pvalue in found if pvalue <= self.alpha
        )

    def to_columns(self) -> dict[str, Any]:
        """Return one row a pair."""
        a, b = zip(*self.pairs, strict=True)
        return {"a": a, "b": b, "z": self.z, "unadjusted": self.unadjusted, "pvalues": self.pvalues}

    def __repr__(self) -> str:
        wins = ", ".join(f"{better} ranks better than {worse}" for better, worse in self.significant)
        reach = self.critical_difference
        difference = "" if reach is None else f"critical difference {short(reach)}, "
        return f"{self.method} at {percent(self.alpha)}: {difference}{wins or 'no significant difference'}"


def nemenyi_test(study: Study | MeanRanks, *, alpha: float = 0.05) -> PostHoc:
    """Compare the mean ranks of all pairs by the studentised range.

    Two algorithms differ if their mean ranks do by q·√(k(k + 1)/(6N)), where q is the quantile of the
    range of k independent standard normal variables, divided by √2.

    Parameters
    ----------
    study : Study or MeanRanks
    alpha : float
        Chance to find any difference where there is none.

    Returns
    -------
    PostHoc

    References
    ----------
    Nemenyi, "Distribution-free multiple comparisons", thesis, Princeton 1963.

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> nemenyi_test(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12))
    Nemenyi at 5 %: critical difference 0.9568, A ranks better than C
    """
    from scipy.stats import studentized_range

    ranks = MeanRanks.of(study)
    pairs, z, unadjusted = _compared(ranks)
    count = len(ranks.algorithms)
    root = math.sqrt(2)
    found = studentized_range.sf(root * np.abs(z), count, np.inf)
    # Quadrature loses tiny tails; these bounds hold for any number of algorithms.
    adjusted = np.clip(found, unadjusted, bonferroni(unadjusted))
    q = float(studentized_range.isf(inner_share(alpha, "alpha"), count, np.inf)) / root
    return PostHoc("Nemenyi", pairs, z, unadjusted, adjusted, alpha, q * ranks.standard_error)


def bonferroni_dunn_test(study: Study | MeanRanks, control: str, *, alpha: float = 0.05) -> PostHoc:
    """Compare the mean rank of a control with all others, by Bonferroni.

    An algorithm differs from the control if their mean ranks do by z·√(k(k + 1)/(6N)), where z is the
    normal quantile that α/(2(k − 1)) lies above.

    Parameters
    ----------
    study : Study or MeanRanks
    control : str
        The algorithm that the others are compared with.
    alpha : float
        Chance to find any difference where there is none.

    Returns
    -------
    PostHoc

    References
    ----------
    Dunn, "Multiple comparisons among means", JASA 56, 1961.

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> bonferroni_dunn_test(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12), control="B")
    Bonferroni–Dunn at 5 %: critical difference 0.915, no significant difference
    """
    from scipy.special import ndtri

    ranks = MeanRanks.of(study)
    pairs, z, unadjusted = _compared(ranks, control)
    reach = -float(ndtri(inner_share(alpha, "alpha") / (2 * len(pairs)))) * ranks.standard_error
    return PostHoc("Bonferroni–Dunn", pairs, z, unadjusted, bonferroni(unadjusted), alpha, reach)


def holm_test(study: Study | MeanRanks, control: str | None = None, *, alpha: float = 0.05) -> PostHoc:
    """Compare mean ranks step by step: as safe as Bonferroni–Dunn, and finds no fewer differences.

    Parameters
    ----------
    study : Study or MeanRanks
    control : str, optional
        The algorithm that the others are compared with; without one, all pairs are.
    alpha : float
        Chance to find any difference where there is none.

    Returns
    -------
    PostHoc

    Examples
    --------
    >>> from costcurves.studies import MeanRanks
    >>> holm_test(MeanRanks(("A", "B", "C"), [1.25, 2.0, 2.75], datasets=12), control="A")
    Holm at 5 %: A ranks better than C
    """
    pairs, z, unadjusted = _compared(MeanRanks.of(study), control)
    return PostHoc("Holm", pairs, z, unadjusted, holm(unadjusted), inner_share(alpha, "alpha"))


def _compared(ranks: MeanRanks, control: str | None = None) -> tuple[tuple[Pair, ...], Floats, Floats]:
    """Pairs (with a control, or all), standardised differences of mean ranks, and two-sided p-values."""
    pairs = tuple(itertools.combinations(ranks.algorithms, 2))
    if control is not None:
        place_of(control, ranks.algorithms, where="control")
        pairs = tuple((control, other) for other in ranks.algorithms if other != control)
    of = dict(zip(ranks.algorithms, ranks.ranks.tolist(), strict=True))
    z = np.array([(of[b] - of[a]) / ranks.standard_error for a, b in pairs])
    return pairs, z, np.array([math.erfc(abs(value) / math.sqrt(2)) for value in z])
