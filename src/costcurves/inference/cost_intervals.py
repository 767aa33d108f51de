"""Intervals for the cost of a given rule: exact in spirit, good for few errors, for any condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves import _arrays
from costcurves.errors import InputError
from costcurves.inference.estimate import Estimate, confidence
from costcurves.rate_intervals import clopper_pearson, wilson

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._arrays import Floats

__all__ = ["nec_interval"]

#: With fewer errors (or fewer right answers) than this Wilson's interval alone covers too rarely: exactly
#: computed for 1,500 designs, down to 82 %. The wider of it and Clopper and Pearson's keeps to 93 % and more.
FEW = 8

RATES = "Wilson, Clopper–Pearson below 8 errors"
METHOD = "square-and-add of Wilson intervals, Clopper–Pearson below 8 errors"


def rate_ends(errors: ArrayLike, size: ArrayLike, level: ArrayLike) -> tuple[Floats, Floats]:
    """Return the recommended interval of an error rate: Wilson's, the wider of two where errors are few.

    Parameters
    ----------
    errors, size : array_like
        Errors and records of a class; they need not be whole.
    level : array_like
        All three broadcast.
    """
    errors, size = np.asarray(errors, float), np.asarray(size, float)
    low, high = wilson(errors, size, level)
    few = np.minimum(errors, size - errors) < FEW
    if not np.any(few):
        return low, high
    least, greatest = clopper_pearson(errors, size, level)
    return np.where(few, np.minimum(low, least), low), np.where(few, np.maximum(high, greatest), high)


def nec_ends(
    misses: ArrayLike,
    positives: ArrayLike,
    false_alarms: ArrayLike,
    negatives: ArrayLike,
    pc: ArrayLike,
    level: ArrayLike,
    correlation: ArrayLike = 0.0,
) -> tuple[Floats, Floats, Floats]:
    """Return NEC and the ends of its interval; see :func:`nec_interval`. All arguments broadcast.

    `correlation` is that of the two error rates, 0 unless clusters hold records of both classes.
    """
    x = np.asarray(pc, float)
    parts = [(misses, positives, x), (false_alarms, negatives, 1 - x)]
    centre, below, above = 0.0, [], []
    for errors, size, share in parts:
        rate = np.divide(errors, size)
        low, high = rate_ends(errors, size, level)
        centre = centre + share * rate
        below.append(share * (rate - low))
        above.append(share * (high - rate))
    low, high = centre - _joined(*below, correlation), centre + _joined(*above, correlation)
    return np.asarray(centre), np.maximum(low, 0.0), np.minimum(high, 1.0)


def _joined(one: Floats, other: Floats, correlation: ArrayLike) -> Floats:
    """Distance from the sum that two distances from its terms make."""
    squared = one**2 + other**2 + 2 * np.asarray(correlation) * one * other
    return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def nec_interval(
    *, fn: float, positives: float, fp: float, negatives: float, pc: float, level: float = 0.95
) -> Estimate:
    """Interval for the normalised expected cost of a given classifier at one condition.

    NEC = FNR·PC(+) + FPR·(1 − PC(+)) is a sum of two independent shares. Each has its own interval
    (Wilson's; below eight errors the wider of it and Clopper and Pearson's), and the distances of
    their ends from the rates add up like the sides of a right triangle. No formula of variances is
    asked, so that no errors among few records do not make an interval of no width.

    Parameters
    ----------
    fn, positives : float
        Positives that are missed, of how many.
    fp, negatives : float
        Negatives that are flagged, of how many.
    pc : float
        PC(+), from 0 to 1.
    level : float

    Returns
    -------
    Estimate
        For the NEC of this classifier, its threshold as given, on new records.

    Raises
    ------
    InputError
        If there are more errors than records, or the condition is outside [0, 1].

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17; Zou, Huang & Zhang (2009), Statistics in Medicine 28.

    Examples
    --------
    >>> print(nec_interval(fn=1, positives=12, fp=2, negatives=12, pc=0.5, level=0.9))
    0.125 (90 % interval 0.04625 to 0.3113)
    """
    sizes = [_arrays.number(v, n) for v, n in ((positives, "positives"), (negatives, "negatives"))]
    errors = [_arrays.number(v, n) for v, n in ((fn, "fn"), (fp, "fp"))]
    for error, size, name in zip(errors, sizes, ("fn of positives", "fp of negatives"), strict=True):
        if not 0 <= error <= size or not size > 0:
            raise InputError.because(
                must="errors are from none to as many as there are records",
                came=f"{error:g} of {size:g}",
                where=name,
            )
    (missed, p), (flagged, n) = zip(errors, sizes, strict=True)
    ends = nec_ends(missed, p, flagged, n, _arrays.share(pc, "pc"), confidence(level))
    return Estimate(*(float(end) for end in ends), level, METHOD, "the classifier as given")
