"""Many tests at once: how often one of them gives a false alarm, and p-values adjusted for that."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurves._ground.arrays import Floats, inner_share, plain, shares
from costcurves.inference.arguments import whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurves.inference.estimate import TestResult

__all__ = ["adjusted", "bonferroni", "false_alarm", "holm"]

Key = TypeVar("Key")


def false_alarm(tests: int, alpha: float = 0.05) -> float:
    """Chance that at least one of several independent tests rejects a true hypothesis: 1 − (1 − α)^m.

    Parameters
    ----------
    tests : int
        How many hypotheses are tested, all of them true.
    alpha : float
        Error rate of each test.

    Returns
    -------
    float
        In [0, 1).

    Examples
    --------
    >>> [round(false_alarm(m), 4) for m in (1, 3, 6, 10, 20)]
    [0.05, 0.1426, 0.2649, 0.4013, 0.6415]
    """
    count = whole_number(tests, "the number of tests")
    return -math.expm1(count * math.log1p(-inner_share(alpha, "alpha")))


def bonferroni(pvalues: ArrayLike) -> Floats:
    """P-values times their number, at most 1: rejecting those up to α errs at all with chance α at most.

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    Examples
    --------
    >>> bonferroni([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 1.0, 0.75]
    """
    found = _read(pvalues)
    return np.minimum(1.0, len(found) * found)


def holm(pvalues: ArrayLike) -> Floats:
    """Step-down p-values of Holm: as safe as Bonferroni's under any dependence, and never larger.

    In ascending order the adjusted p-value is max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎).

    Parameters
    ----------
    pvalues : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values, in the order given.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 1979.

    Examples
    --------
    >>> holm([0.0625, 0.5, 0.25]).tolist()
    [0.1875, 0.5, 0.5]
    """
    found = _read(pvalues)
    order = np.argsort(found, kind="stable")
    left = np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, left * found[order]))
    return adjusted


def adjusted(found: Mapping[Key, TestResult]) -> dict[Key, TestResult]:
    """Return results of tests with their p-values adjusted for each other by Holm's procedure."""
    pvalues = holm([result.pvalue for result in found.values()]).tolist()
    return {
        key: dataclasses.replace(result, adjusted=pvalue)
        for (key, result), pvalue in zip(found.items(), pvalues, strict=True)
    }


def _read(pvalues: Any) -> Floats:
    """Read a column of p-values."""
    return shares(plain(pvalues, "pvalues"), "pvalues")
