"""Tests of two models over folds and resamples, whose training records overlap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground import arrays
from costcurves.errors import InputError, UndefinedError, exact, kind_of
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import pvalue_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurves._ground.arrays import Floats

NULL = "the mean difference is 0"

#: What the correction is worth.
CAVEAT = "folds share training records: the correction for that is a rule of thumb, not a proof"

#: What happens without it.
NAIVE = "not corrected for shared training records: over folds of one sample it raises many false alarms"


def corrected_t_test(
    differences: ArrayLike,
    *,
    test_to_train: float | None = None,
    level: float = 0.95,
    alternative: str = "two-sided",
) -> TestResult:
    """Test whether two models differ on average over folds: the corrected resampled t test.

    t = d̄/√((1/J + n_test/n_train)·s²) with J − 1 degrees of freedom, J being the number of differences.
    The naive √(s²/J) is too small, because models of different folds learn from mostly the same records.

    Parameters
    ----------
    differences : array_like, shape (folds,) or (repeats, folds)
        What `a` costs more than `b`, fold by fold.
    test_to_train : float, optional
        Size of a test part over that of its training part; by default that of a cross-validation,
        1/(folds − 1). State it for random resamples, such as 0.5 for a third of the records left out.
        With 0 the test is the naive paired t test: right only if each fold had training records of
        its own.
    level : float
        Confidence of the interval for the mean difference.
    alternative : {"two-sided", "greater", "less"}
        "less": `a` costs less.

    Returns
    -------
    TestResult
        Its `estimate` is the mean difference.

    Raises
    ------
    InputError
        If there are fewer than two differences, or one is no finite number.
    UndefinedError
        If all differences are equal.

    References
    ----------
    Nadeau & Bengio, "Inference for the generalization error", Machine Learning 52, 2003; Bouckaert &
    Frank (2004), PAKDD, for repeated cross-validation.

    Examples
    --------
    >>> d = [0.02, 0.01, 0.03, -0.01, 0.02, 0.0, 0.04, 0.01, 0.02, 0.01]
    >>> result = corrected_t_test(d)
    >>> round(result.statistic, 6), round(result.pvalue, 4)
    (2.277042, 0.0488)
    >>> print(result.estimate)
    0.015 (95 % interval 9.806e−05 to 0.0299)
    """
    table = _table(differences)
    values = table.ravel()
    if len(values) < 2:
        raise InputError("a test over folds must have two differences or more", str(len(values)))
    ratio = overlap(table.shape[1], test_to_train)
    if np.ptp(values) == 0:
        raise UndefinedError(
            "a t test needs differences that differ", f"{values[0]:g} in every one of {len(values)}"
        )
    mean, error = math.fsum(values) / len(values), resampled_error(values, ratio)
    method, note = "corrected resampled t test", CAVEAT
    if ratio == 0:
        method, note = "paired t test over folds, not corrected", NAIVE
    return _t_test(mean, error, len(values) - 1, level, alternative, method, note)


def five_by_two_t_test(
    differences: ArrayLike, *, level: float = 0.95, alternative: str = "two-sided"
) -> TestResult:
    """Test whether two models differ on average: the paired t test of five times two folds.

    t = p₁₁/√(Σ sᵢ²/5) with 5 degrees of freedom, where sᵢ² = (pᵢ₁ − p̄ᵢ)² + (pᵢ₂ − p̄ᵢ)² is the spread
    within repeat i. The numerator is the first difference alone: a mean of all ten, which share
    records, does not follow Student's law.

    Parameters
    ----------
    differences : array_like, shape (5, 2)
        What `a` costs more than `b`: one row a split into halves, each half once the
        test part of models that learnt from the other.
    level : float
        Confidence of the interval.
    alternative : {"two-sided", "greater", "less"}
        "less": `a` costs less.

    Returns
    -------
    TestResult
        Its `estimate` is the first difference, with the interval of the values that the test does not
        reject.

    Raises
    ------
    InputError
        If the shape is another one.
    UndefinedError
        If the halves never differ.

    References
    ----------
    Dietterich, "Approximate statistical tests for comparing supervised classification learning
    algorithms", Neural Computation 10, 1998.

    Examples
    --------
    >>> d = [[0.02, 0.03], [0.01, 0.05], [0.04, 0.02], [0.03, 0.01], [0.02, 0.04]]
    >>> round(five_by_two_t_test(d).statistic, 6)
    1.17444
    """
    table, spread = _halves(differences)
    first, error = float(table[0, 0]), math.sqrt(spread / 5)
    mean = f"mean of all ten differences {math.fsum(table.ravel()) / 10:.4g}"
    return _t_test(first, error, 5, level, alternative, "5×2cv paired t test", mean)


def five_by_two_f_test(differences: ArrayLike) -> TestResult:
    """Test whether two models differ on average: the combined F test of five times two folds.

    F = Σᵢⱼ pᵢⱼ²/(2 Σᵢ sᵢ²) with 10 and 5 degrees of freedom. It uses all ten differences, so that their
    order does not matter, and rejects a true null hypothesis less often than the t test.

    Parameters
    ----------
    differences : array_like, shape (5, 2)
        As of :func:`five_by_two_t_test`.

    Returns
    -------
    TestResult
        Two-sided; which model is cheaper says the mean difference in its notes.

    Raises
    ------
    InputError
        If the shape is another one.
    UndefinedError
        If the halves never differ.

    References
    ----------
    Alpaydin, "Combined 5×2 cv F test for comparing supervised classification learning algorithms",
    Neural Computation 11, 1999.

    Examples
    --------
    >>> d = [[0.02, 0.03], [0.01, 0.05], [0.04, 0.02], [0.03, 0.01], [0.02, 0.04]]
    >>> round(five_by_two_f_test(d).statistic, 6)
    3.068966
    """
    from scipy.special import fdtrc

    table, spread = _halves(differences)
    statistic = float((table**2).sum()) / (2 * spread)
    notes = (f"mean difference, a − b: {math.fsum(table.ravel()) / 10:.4g}",)
    return TestResult(
        "5×2cv combined F test",
        float(fdtrc(10, 5, statistic)),
        "all ten differences are 0 on average",
        statistic,
        notes=notes,
    )


def student_ends(centre: float, error: float, freedom: int, level: float) -> tuple[float, float]:
    """Return the ends of an interval by Student's t."""
    from scipy.special import stdtrit

    reach = float(stdtrit(freedom, (1 + confidence(level)) / 2)) * error
    return centre - reach, centre + reach


def _t_test(
    centre: float, error: float, freedom: int, level: float, alternative: str, method: str, note: str
) -> TestResult:
    """Compare a difference with its standard error."""
    from scipy.special import stdtr

    t, ends = centre / error, student_ends(centre, error, freedom, level)
    estimate = Estimate(centre, *ends, level, method, "mean difference, a − b")
    pvalue = pvalue_of(float(stdtr(freedom, t)), float(stdtr(freedom, -t)), alternative)
    return TestResult(method, pvalue, NULL, t, estimate, alternative, (note,))


def resampled_error(values: Floats, ratio: float) -> float:
    """Return the standard error of the mean over folds, √((1/J + n_test/n_train)·s²)."""
    return float(np.std(values, ddof=1)) * math.sqrt(1 / len(values) + ratio)


def overlap(folds: int, test_to_train: float | None) -> float:
    """Read the size of a test part over that of its training part; by default that of so many folds."""
    if test_to_train is None:
        if folds < 2:
            raise InputError(
                "a cross-validation must have two folds or more",
                str(folds),
                "state test_to_train for repeated single splits",
            )
        return 1 / (folds - 1)
    ratio = arrays.number(test_to_train, "test_to_train")
    if ratio < 0:
        raise InputError("test_to_train must not be negative", exact(ratio))
    return ratio


def _table(differences: ArrayLike) -> Floats:
    """Read differences by repeat and fold, shape (repeats, folds)."""
    try:
        shape = np.shape(differences)
    except ValueError:  # rows of several lengths
        raise InputError(
            "every repeat must have equally many folds", kind_of(differences), where="differences"
        ) from None
    if len(shape) != 2:
        return arrays.finite(differences, "differences")[None]
    rows = np.asarray(differences)
    return np.array([arrays.finite(row, f"repeat {i} of the differences") for i, row in enumerate(rows)])


def _halves(differences: ArrayLike) -> tuple[Floats, float]:
    """Read five rows of two differences, and add up the spread within rows."""
    table = _table(differences)
    if table.shape != (5, 2):
        raise InputError(
            "differences must be 5 × 2: five splits into halves",
            " × ".join(map(str, np.shape(differences))),
            "use corrected_t_test for other folds",
        )
    # (p₁ − p̄)² + (p₂ − p̄)² is half of (p₁ − p₂)².
    spread = float(((table[:, 0] - table[:, 1]) ** 2).sum()) / 2
    if not spread:
        raise UndefinedError(
            "a 5×2cv test needs halves that differ", "equal differences in both halves of every split"
        )
    return table, spread
