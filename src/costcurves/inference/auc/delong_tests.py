"""Tests of whether AUCs are equal: of two models, of many, on the same records and on different ones."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import UndefinedError
from costcurves.inference.auc.delong import NOTHING, Area, HasRecords, Placements, placements_of
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import holm, normal_quantile, pvalue_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves._ground.arrays import Floats
    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

_NULL = "the AUCs are equal"
_ALIKE = "both rank these records alike"
#: Directions that vary so much less than the most variable one do not vary.
SINGULAR = 1e-10


def delong_test(
    records: Records | HasRecords, a: str, b: str, *, level: float = 0.95, alternative: str = "two-sided"
) -> TestResult:
    """Test whether two models have the same AUC, on the same records (DeLong, DeLong and Clarke-Pearson).

    z = (A − B)/se, where se² = v(A) + v(B) − 2·cov(A, B) is found from the differences of placements.
    O(records · log records), exact with ties.

    Parameters
    ----------
    records : Records
        Or an evaluation of such. Weights and clusters count as in :func:`costcurves.stats.auc_error`; with
        clusters Student's t replaces the normal law, with as many degrees of freedom as clusters less 1.
    a, b : str
        Models.
    level : float
        Of the interval of A − B.
    alternative : {"two-sided", "greater", "less"}
        "greater": `a` has the larger AUC.

    Returns
    -------
    TestResult
        Its estimate is A − B. Where both rank the records alike, z = 0 and p = 1.

    Raises
    ------
    UndefinedError
        With fewer than two records (or clusters) of a class, and where the AUCs differ although the
        difference has no spread.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44, 837-845; Sun & Xu (2014), IEEE Signal
    Processing Letters 21, on sorting; Obuchowski (1997), Biometrics 53, on clusters.

    Examples
    --------
    >>> from costcurves import Records
    >>> from costcurves.examples import records24
    >>> labels, scores = records24()
    >>> records = Records.read(labels, {"scores": scores, "yes/no": scores.round()})
    >>> print(delong_test(records, "scores", "yes/no"))
    p = 0.1065 (the AUCs are equal); 0.0625 (95 % interval −0.01339 to 0.1384); DeLong's test, statistic 1.614
    """
    placements = _placements(records, (a, b))
    return _differences(placements, [(0, 1)])[0].tested("DeLong's test", level, alternative)


def delong_pairwise_tests(
    records: Records | HasRecords, models: Sequence[str] | None = None, *, level: float = 0.95
) -> dict[tuple[str, str], TestResult]:
    """Test all pairs of models as :func:`delong_test` does, with p-values adjusted by Holm's procedure.

    Parameters
    ----------
    records : Records
        Or an evaluation of such.
    models : sequence of str, optional
        By default all.
    level : float
        Of every interval by itself.

    Returns
    -------
    dict of (str, str) to TestResult
        `adjusted` holds against all pairs together.

    Examples
    --------
    >>> from costcurves import Records
    >>> from costcurves.examples import records24
    >>> labels, scores = records24()
    >>> records = Records.read(labels, {"exact": scores, "tenths": scores.round(1), "yes/no": scores.round()})
    >>> found = delong_pairwise_tests(records)
    >>> {pair: round(result.adjusted, 4) for pair, result in found.items()}
    {('exact', 'tenths'): 0.3515, ('exact', 'yes/no'): 0.3195, ('tenths', 'yes/no'): 0.3515}
    """
    placements = _placements(records, models)
    pairs = list(itertools.combinations(range(len(placements.models)), 2))
    found = {one.models: one.tested("DeLong's test", level) for one in _differences(placements, pairs)}
    pvalues = holm([result.pvalue for result in found.values()]).tolist()
    return {
        pair: dataclasses.replace(result, adjusted=pvalue)
        for (pair, result), pvalue in zip(found.items(), pvalues, strict=True)
    }


def delong_overall_test(records: Records | HasRecords, models: Sequence[str] | None = None) -> TestResult:
    """Test whether several models all have the same AUC on the same records: χ² of DeLong and others.

    χ² = dᵀ S⁻ d with the differences d to the first AUC and a generalised inverse of their covariance
    matrix S; its rank gives the degrees of freedom.

    Parameters
    ----------
    records : Records
        Or an evaluation of such.
    models : sequence of str, optional
        By default all.

    Returns
    -------
    TestResult
        Where all models rank the records alike, χ² = 0 and p = 1.

    Raises
    ------
    UndefinedError
        As of :func:`delong_test`.

    Examples
    --------
    >>> from costcurves import Records
    >>> from costcurves.examples import records24
    >>> labels, scores = records24()
    >>> records = Records.read(labels, {"exact": scores, "tenths": scores.round(1), "yes/no": scores.round()})
    >>> print(delong_overall_test(records))
    p = 0.1087 (the AUCs are equal); DeLong's test of several AUCs, statistic 4.439
    """
    from scipy.special import chdtrc

    placements = _placements(records, models)
    others = np.arange(1, len(placements.models))
    means = placements.differences(np.zeros(len(others), int), others, together=True)
    gaps = placements.auc[0] - placements.auc[others]
    statistic, rank = _quadratic(gaps, means.covariance)
    pvalue = float(chdtrc(rank, statistic)) if rank else 1.0
    notes = (f"χ² with {rank} degrees of freedom",) if rank else ("all models rank these records alike",)
    title = _titled("DeLong's test of several AUCs", clustered=placements.placed.cluster is not None)
    return TestResult(title, pvalue, _NULL, statistic, notes=notes)


def unpaired_delong_test(
    a: Tally | Records | HasRecords,
    b: Tally | Records | HasRecords,
    *,
    level: float = 0.95,
    alternative: str = "two-sided",
) -> TestResult:
    """Test whether two AUCs are equal that come from different records: z = (A − B)/√(v(A) + v(B)).

    Parameters
    ----------
    a, b : Tally or Records
        Of one model each; as of :func:`costcurves.stats.auc_error`.
    level : float
        Of the interval of A − B.
    alternative : {"two-sided", "greater", "less"}
        "greater": `a` has the larger AUC.

    Returns
    -------
    TestResult
        Its estimate is A − B.

    Raises
    ------
    UndefinedError
        As of :func:`delong_test`.

    Examples
    --------
    >>> from costcurves import Tally
    >>> here = Tally.from_confusion(tp=40, fn=10, fp=20, tn=80)
    >>> there = Tally.from_confusion(tp=30, fn=20, fp=20, tn=80)
    >>> result = unpaired_delong_test(here, there)
    >>> round(result.pvalue, 4), str(result.estimate)
    (0.061, '0.1 (95 % interval −0.004613 to 0.2046)')
    """
    one, other = Area.of(a), Area.of(b)
    difference = _Difference(("the first", "the second"), one.auc - other.auc, one.variance + other.variance)
    return difference.tested("unpaired DeLong test", level, alternative)


@dataclasses.dataclass(frozen=True, slots=True)
class _Difference:
    """A difference of AUCs with its variance.

    Attributes
    ----------
    models : (str, str)
    gap, variance : float
    freedom : float
        Of Student's t, where clusters are drawn; infinite for the normal law.
    paired : bool
        Whether both rank the same records: then nothing seen means that they rank them alike.
    """

    models: tuple[str, str]
    gap: float
    variance: float
    freedom: float = math.inf
    paired: bool = False

    def tested(self, name: str, level: float, alternative: str = "two-sided") -> TestResult:
        """Test whether it is 0."""
        confidence(level)
        alike = self.variance < NOTHING
        if alike and not (self.paired and abs(self.gap) < math.sqrt(NOTHING)):
            raise UndefinedError(
                "a difference of AUCs must vary over the records",
                f"{self.gap:g} for each of them",
                "give more records, or compare the intervals of both (auc_interval)",
                where=" and ".join(self.models),
            )
        error = math.sqrt(self.variance)
        z = 0.0 if alike else self.gap / error
        pvalue = pvalue_of(self._beyond(-z), self._beyond(z), alternative)
        reach = 0.0 if alike else error * self._quantile(level)
        title = _titled(name, clustered=not math.isinf(self.freedom))
        target = f"AUC of {self.models[0]} less that of {self.models[1]}"
        low, high = max(self.gap - reach, -1.0), min(self.gap + reach, 1.0)
        difference = Estimate(self.gap, low, high, level, title, target)
        if alike:
            return TestResult(title, 1.0, _NULL, z, difference, alternative, (_ALIKE,))
        return TestResult(title, pvalue, _NULL, z, difference, alternative)

    def _beyond(self, z: float) -> float:
        from scipy.special import ndtr, stdtr

        return float(ndtr(-z) if math.isinf(self.freedom) else stdtr(self.freedom, -z))

    def _quantile(self, level: float) -> float:
        """Half of the width of the central part of the law."""
        from scipy.special import stdtrit

        if math.isinf(self.freedom):
            return normal_quantile(level)
        return float(stdtrit(self.freedom, (1 + level) / 2))


def _differences(placements: Placements, pairs: list[tuple[int, int]]) -> list[_Difference]:
    means = placements.differences(*np.array(pairs).T)
    names, auc = placements.models, placements.auc.tolist()
    freedoms = [math.inf] * len(pairs) if placements.placed.cluster is None else means.freedom.tolist()
    return [
        _Difference((names[i], names[j]), auc[i] - auc[j], variance, freedom, paired=True)
        for (i, j), variance, freedom in zip(pairs, means.variance.tolist(), freedoms, strict=True)
    ]


def _placements(records: Records | HasRecords, models: Sequence[str] | None) -> Placements:
    """Rank the rows of two models or more."""
    return placements_of(records, models, "comparing AUCs", 2)


def _titled(name: str, *, clustered: bool) -> str:
    """Say what is drawn, where it is not records."""
    return f"{name} (clusters)" if clustered else name


def _quadratic(gaps: Floats, covariance: Floats) -> tuple[float, int]:
    """Return dᵀ S⁻ d and the rank of S."""
    values, vectors = np.linalg.eigh(covariance)
    kept = values > max(NOTHING, SINGULAR * float(np.max(values, initial=0.0)))
    along = vectors.T @ gaps
    if np.any(np.abs(along[~kept]) > SINGULAR):
        raise UndefinedError(
            "differences of AUCs must vary over the records",
            "some difference that is the same for each of them",
            "leave one of these models out, or compare pairs",
        )
    return float(np.sum(along[kept] ** 2 / values[kept])), int(np.count_nonzero(kept))
