"""Paired differences of two models on the same records of many classes: rankings, losses of probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_spread import NOTHING
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import normal_law, normal_quantile, pvalue_of

if TYPE_CHECKING:
    from costcurves.inference.classes.class_intervals import ModelOfClasses
    from costcurves.measures.class_proper_scores import ClassLoss

METHOD = "normal law of paired differences"


def hand_till_difference(a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95) -> TestResult:
    """Test whether two models have one M: its difference a − b, from differences of placements.

    Raises
    ------
    UndefinedError
        If either is labels alone, or a class has one record.
    """
    one, other = a.ranks.areas, b.ranks.areas
    moved = a.ranks.influences(one.shares_of_pairs) - b.ranks.influences(other.shares_of_pairs)
    value = one.hand_till - other.hand_till
    return _tested(value, a.units.of_classes(moved), level, 1.0, "both rank equally well")


def loss_difference(row: ClassLoss, a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95) -> TestResult:
    """Test whether the probabilities of two models lose the same on average: the difference a − b.

    Raises
    ------
    UndefinedError
        If a loss is infinite, or a class has one record.
    """
    records, shares = a.records, a.shares
    each = [row(records.codes, one.records.probabilities(one.model)) for one in (a, b)]
    if not all(np.isfinite(losses).all() for losses in each):
        raise UndefinedError(f"a difference in {row.title} is undefined", "an infinite loss")
    moved = (each[0] - each[1]) * shares[records.codes]
    weight = np.ones(len(moved)) if records.weight is None else records.weight
    value = float((np.bincount(records.codes, moved * weight, len(shares)) / records.sizes).sum())
    return _tested(value, a.units.of_classes(moved), level, math.inf, "both lose the same")


def _tested(value: float, variance: float, level: float, most: float, null: str) -> TestResult:
    if not math.isfinite(variance):
        raise UndefinedError("a paired difference needs two records of each class", "one")
    error = math.sqrt(max(variance, 0.0))
    reach = normal_quantile(confidence(level)) * error
    estimate = Estimate(
        value, max(value - reach, -most), min(value + reach, most), level, METHOD, "difference"
    )
    if error * error <= NOTHING:
        pvalue = 1.0 if abs(value) <= math.sqrt(NOTHING) else 0.0
        return TestResult(METHOD, pvalue, null, None, estimate)
    statistic = value / error
    return TestResult(METHOD, pvalue_of(*normal_law(statistic), "two-sided"), null, statistic, estimate)
