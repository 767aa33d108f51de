"""Hand's H-measure: skill under a law of how severe the two errors are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.arrays import number
from costcurves.conditions.beliefs import ConditionPrior
from costcurves.errors import InputError
from costcurves.rules.rule import optimal
from costcurves.tallies.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SEVERITIES", "h_convention", "h_measure"]

#: Laws of the severity fp/(fp + fn), by name: parameters of the Beta law at a prevalence.
SEVERITIES: dict[str, Callable[[float], tuple[float, float]]] = {
    # Mode at the prevalence, where both trivial classifiers cost the same; so have the recommended.
    "default": lambda p: (2.0, 1 / p if p else math.inf),
    "recommended": lambda p: (1 + p, 2 - p),
    "symmetric": lambda _: (2.0, 2.0),
    "uniform": lambda _: (1.0, 1.0),
}


def h_measure(
    tally: Tally,
    a: float | None = None,
    b: float | None = None,
    *,
    severity: str | None = None,
    severity_ratio: float | None = None,
) -> float:
    """Return Hand's H: skill of the best threshold under a Beta law of the cost severity.

    H = 1 − E[loss]/E[loss of the better trivial classifier], with severity
    c = fp/(fp + fn) ~ Beta(a, b) at the prevalence of the tally. Never below 0: thresholds
    include flagging nobody and everybody. Scores are taken as they are, also where AUC < ½.

    Parameters
    ----------
    tally : Tally
    a, b : float, optional
        Both parameters of the law; or name it by one of the following.
    severity : {"default", "recommended", "symmetric", "uniform"}, optional
        With the prevalence p, Beta(2, 1/p), whose mode is p, where both trivial classifiers cost the
        same: the default of the R package hmeasure 1.0 and of this function; Beta(1 + p, 2 − p), with
        the same mode, recommended by the authors of that package since 2014; Beta(2, 2), of Hand's
        first paper; Beta(1, 1), under which H is 1 − Brier(isotonic fit)/(p·(1 − p)).
    severity_ratio : float, optional
        Beta(2, 1 + 1/ratio), whose mode is where fp/fn is this ratio.

    Returns
    -------
    float
        In [0, 1]; 1 is perfect separation.

    References
    ----------
    Hand (2009), Machine Learning 77; Hand & Anagnostopoulos (2014), Pattern Recognition Letters 40.

    Examples
    --------
    >>> from costcurves import Tally
    >>> tally = Tally.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])
    >>> round(h_measure(tally, 1, 1), 6), round(h_measure(tally, severity="recommended"), 6)
    (0.583333, 0.587254)
    """
    Tally.require(tally, "the H-measure").require_both_classes("the H-measure")
    a, b = _law(tally.prevalence, (a, b), severity, severity_ratio)
    curve = optimal(tally).at_prevalence(tally.prevalence)
    # Severity weighs false positives, the axis of the curve false negatives: swap the parameters.
    return curve.skill(ConditionPrior.beta(b, a))


def _law(
    prevalence: float, given: tuple[float | None, float | None], name: str | None, ratio: float | None
) -> tuple[float, float]:
    """Read the one law that is stated."""
    a, b = given
    if (a is None) != (b is None):
        raise InputError.because(
            must="a severity law must be given by both a and b", came=f"a={a!r}, b={b!r}"
        )
    if sum(way is not None for way in (a, name, ratio)) > 1:
        raise InputError.because(
            must="a severity law can be given once only",
            came=f"a={a!r}, severity={name!r}, severity_ratio={ratio!r}",
        )
    if a is not None and b is not None:
        return _positive(a, "a of a severity law"), _positive(b, "b of a severity law")
    if ratio is not None:
        return 2.0, 1 + 1 / _positive(ratio, "a severity ratio fp/fn")
    name = "default" if name is None else name
    if name not in SEVERITIES:
        raise InputError.because(
            must=f"a severity law must be one of {', '.join(SEVERITIES)}", came=repr(name)
        )
    return SEVERITIES[name](prevalence)


def _positive(value: float, name: str) -> float:
    """Read a number above 0."""
    if (read := number(value, name)) <= 0:
        raise InputError.because(must=f"{name} must be above 0", came=repr(value))
    return read


def h_convention(tally: Tally) -> str:
    """Word the default severity law of :func:`h_measure` for a tally."""
    tally.require_both_classes("the H-measure")
    # A class may weigh so little that its share is 0 in float64.
    second = SEVERITIES["default"](tally.prevalence)[1]
    return f"severity fp/(fp + fn) ~ Beta(2, {second:.6g}), i.e. Beta(2, 1/prevalence)"
