"""Intervals of an AUC, of which most fall short where it is near 1 or a class has few records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from costcurves._ground import arrays
from costcurves.errors import InputError, exact
from costcurves.inference.arguments import one_of
from costcurves.inference.auc.delong import NOTHING, Area, HasRecords
from costcurves.inference.estimate import Estimate, confidence
from costcurves.inference.pvalues import normal_quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.tallies.records import Records
    from costcurves.tallies.tally import Tally

#: Halvings that find an end to all digits.
HALVINGS = 60

_ALL_ALIKE = "every record of one class outranks every one of the other"
_NO_SPREAD = "the variance seen is 0: the ends are those of a score test that does not need it"


def auc_interval(
    sample: Tally | Records | HasRecords,
    *,
    level: float = 0.95,
    method: str = "score",
    model: str | None = None,
) -> Estimate:
    """Interval of the AUC: of the chance that a positive outranks a negative, ties counting half.

    Parameters
    ----------
    sample : Tally or Records
        Or an evaluation of records. A tally of whole weights counts records; records may have weights
        and clusters, as in :func:`costcurves.stats.auc_error`. A stated prevalence changes nothing.
    level : float
    method : {"score", "newcombe", "logit", "wald", "hanley-mcneil"}
        "newcombe": all areas θ with (A − θ)² ≤ z²·V(θ), where V(θ) = θ(1−θ)[1 + m(1−θ)/(2−θ) +
        mθ/(1+θ)]/(PN) and m = (P+N)/2 − 1, a form that curves of equal spread have. "score": the same
        with V raised by v/V(A) where DeLong's variance v is greater than the form says. "logit":
        A ± z·√v/(A(1−A)) on the scale of log A/(1−A). "wald": A ± z·√v. "hanley-mcneil": A ± z·se with
        the se of :func:`hanley_mcneil_error`. Without v, classes of one record will do.
    model : str, optional
        Needed where records have several models.

    Returns
    -------
    Estimate
        Within [0, 1]. Where the variance seen is 0 (perfect separation, ties throughout) the interval
        is no point: its `method` and `notes` say how it was made instead.

    Raises
    ------
    UndefinedError
        With DeLong's variance and fewer than two records (or clusters) of a class.

    Notes
    -----
    Coverage of nominal 95 % intervals over 300 populations of normal scores (``studies/auc.py``: AUC 0.6
    to 0.99, 10 to 1,000 records of a class, equal and unequal spreads, with and without ties), on average
    and at worst: "score" 0.968 and 0.894, "newcombe" 0.955 and 0.836, "logit" 0.933 and 0.626, "wald" 0.892
    and 0.586. Near 1 the last two miss: few records are out of place, and the spread of the others does
    not tell how many there might be. The safety of "score" costs width, a tenth on average against
    "logit"; where the scores of a small class spread little it is far wider than it need be.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44; Hanley & McNeil (1982), Radiology 143;
    Newcombe (2006), Statistics in Medicine 25, 559-573 (method 5); Qin & Hotilovac (2008), Statistical
    Methods in Medical Research 17, on logits.

    Examples
    --------
    >>> from costcurves import Tally
    >>> ratings = Tally.from_counts([5, 4, 3, 2, 1], [33, 11, 2, 2, 3], [2, 11, 6, 6, 33])
    >>> print(auc_interval(ratings))
    0.8932 (95 % interval 0.8117 to 0.94)
    >>> print(auc_interval(Tally.from_scores([1, 1, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1])))
    1 (95 % interval 0.501 to 1)
    """
    z = normal_quantile(confidence(level))
    found = METHODS[one_of(method, "method", METHODS)]
    area = Area.of(sample, model)
    notes = [_ALL_ALIKE] if area.auc in (0.0, 1.0) else []
    ends = found.ends(area, z)
    if ends is None:
        found, ends = METHODS["newcombe"], _newcombe(area, z)
        notes.append(_NO_SPREAD)
    return Estimate(area.auc, *ends, level, found.title, "the AUC", tuple(notes))


def hanley_mcneil_error(auc: float, positives: float, negatives: float) -> float:
    """Standard error of an AUC of which nothing is known but the class sizes (Hanley and McNeil).

    √{[A(1−A) + (P−1)(Q₁−A²) + (N−1)(Q₂−A²)]/(PN)} with Q₁ = A/(2−A) and Q₂ = 2A²/(1+A), which holds
    for exponential scores and roughly for others.

    Parameters
    ----------
    auc : float
        In [0, 1].
    positives, negatives : float
        Records of each class, at least 1.

    Returns
    -------
    float
        At least 0.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143, 29-36.

    Examples
    --------
    >>> round(hanley_mcneil_error(0.9375, 12, 12), 6)
    0.053254
    """
    area = arrays.share(auc, "auc")
    p, n = arrays.number(positives, "positives"), arrays.number(negatives, "negatives")
    if min(p, n) < 1:
        raise InputError("each class needs a record", f"{exact(p)} and {exact(n)}")
    return math.sqrt(_hanley_mcneil(area, p, n))


# ---- how ends are found ---------------------------------------------------------------------


Ends = tuple[float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Method:
    """A way to make an interval; its ends are None where the spread it lives on is 0."""

    title: str
    ends: Callable[[Area, float], Ends | None]


def _logit(area: Area, z: float) -> Ends | None:
    auc = area.auc
    if area.variance < NOTHING:
        return None
    centre = math.log(auc / (1 - auc))
    reach = z * math.sqrt(area.variance) / (auc * (1 - auc))
    return _share(centre - reach), _share(centre + reach)


def _share(logit: float) -> float:
    """Return the share of a logit, far out as well."""
    return math.exp(min(logit, 0.0)) / (1 + math.exp(-abs(logit)))


def _wald(area: Area, z: float) -> Ends | None:
    """Step out from the AUC, no further than 0 and 1."""
    return _within(area.auc, area.variance, z)


def _wald_by_form(area: Area, z: float) -> Ends | None:
    """Step out by the variance of Hanley and McNeil."""
    return _within(area.auc, _hanley_mcneil(area.auc, *area.sizes), z)


def _within(auc: float, variance: float, z: float) -> Ends | None:
    if variance < NOTHING:
        return None
    reach = z * math.sqrt(variance)
    return max(auc - reach, 0.0), min(auc + reach, 1.0)


def _hanley_mcneil(auc: float, p: float, n: float) -> float:
    """Variance of an AUC by the form of exponential scores."""
    first = (p - 1) * (auc / (2 - auc) - auc**2)
    second = (n - 1) * (2 * auc**2 / (1 + auc) - auc**2)
    return max(0.0, (auc * (1 - auc) + first + second) / (p * n))


def _score(area: Area, z: float) -> Ends | None:
    """Test areas with the larger of two variances: of the form of Newcombe, and as seen."""
    formal = _newcombe_variance(area.auc, *area.sizes)
    if area.variance < NOTHING or formal == 0:
        return None
    return _not_rejected(area, z, max(1.0, area.variance / formal))


def _newcombe(area: Area, z: float) -> Ends:
    """Test areas by Newcombe's form alone."""
    return _not_rejected(area, z, 1.0)


def _not_rejected(area: Area, z: float, ratio: float) -> Ends:
    """Find the areas that a score test does not reject, halving the distance from the AUC to 0 and to 1."""
    ends = []
    for edge in (0.0, 1.0):
        inside, outside = area.auc, edge
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            rejected = (area.auc - middle) ** 2 > z**2 * ratio * _newcombe_variance(middle, *area.sizes)
            inside, outside = (inside, middle) if rejected else (middle, outside)
        ends.append(inside)
    return ends[0], ends[1]


def _newcombe_variance(theta: float, p: float, n: float) -> float:
    """Variance of an AUC as of Hanley and McNeil, with classes of equal size in their terms."""
    m = (p + n) / 2 - 1
    return theta * (1 - theta) * (1 + m * (1 - theta) / (2 - theta) + m * theta / (1 + theta)) / (p * n)


#: The ways to make an interval, by their names.
METHODS = {
    "score": Method("score interval by Newcombe's or DeLong's variance, the larger", _score),
    "newcombe": Method("Newcombe's score interval", _newcombe),
    "logit": Method("logit of DeLong's variance", _logit),
    "wald": Method("DeLong's variance", _wald),
    "hanley-mcneil": Method("Hanley and McNeil's variance", _wald_by_form),
}
