"""Paired differences of two models on the same records of many classes: measures, rankings, losses."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from costcurves.errors import UndefinedError
from costcurves.inference.classes.class_spread import NOTHING
from costcurves.inference.counts.cost_intervals import PAIRED, paired_ends
from costcurves.inference.estimate import Estimate, TestResult, confidence
from costcurves.inference.pvalues import normal_law, normal_quantile, pvalue_of, tails_by_ends
from costcurves.measures.ordered_volume import OrderedVolume, expected_place

if TYPE_CHECKING:
    from costcurves._ground.arrays import Floats
    from costcurves.inference.classes.class_intervals import ModelOfClasses
    from costcurves.measures.class_measures import ClassMeasure
    from costcurves.measures.class_proper_scores import ClassLoss

METHOD = "normal law of paired differences"
RANKED = "both rank equally well"


def measure_difference(
    row: ClassMeasure, a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95
) -> TestResult:
    """Test whether a measure of predicted classes is the same of two models: the difference a − b.

    How far each record moves both measures (jackknife) is taken for what it differs by: so the interval
    is Tango's of a mean difference, and that of accuracy is the one of two paired rates.

    Raises
    ------
    UndefinedError
        If either has no value.
    """
    value = row(a.counts) - row(b.counts)
    records, most = a.records, row.high - row.low
    weight = np.ones(len(records)) if records.weight is None else records.weight.astype(float)
    moved = weight.sum() * (_moved(row, a) - _moved(row, b))
    moved -= np.average(moved, weights=weight)
    each = moved + value
    mean, square, absolute = (np.average(one, weights=weight) for one in (each, each**2, np.abs(each)))
    unit = square / absolute if absolute > NOTHING else most
    size = weight.sum() ** 2 / (weight * weight).sum()
    alone = float((weight * weight * moved * moved).sum()) / weight.sum() ** 2
    if a.units.cluster is not None and alone > 0:
        together = a.units.of_all(weight * moved / weight.sum())
        # A single cluster, whose spread is not known, is worth one record.
        size *= max(min(1.0, alone / together), 1 / size) if together > 0 else 1.0

    def ends(at: float) -> tuple[float, float]:
        one, two, many = (np.array([float(part)]) for part in (mean, square, size))
        low, high = (float(end[0]) for end in paired_ends(one, two, many, unit, at))
        return max(min(low, value), -most), min(max(high, value), most)

    estimate = Estimate(value, *ends(confidence(level)), level, PAIRED, "difference")
    same = absolute <= NOTHING or abs(value) <= NOTHING
    pvalue = pvalue_of(*((0.5, 0.5) if same else tails_by_ends(value, ends, 0.0)), "two-sided")
    return TestResult("interval ends at 0", pvalue, f"both have the same {row.title}", None, estimate)


def _moved(row: ClassMeasure, model: ModelOfClasses) -> Floats:
    """Return how far each record moves a measure, found by leaving it out.

    Derivatives would not see where one record decides: a class that is found once or never.
    """
    by_cell = model.varied(row.function).without_one
    if np.isnan(by_cell).any():
        raise UndefinedError(f"a difference in {row.title} has no test: without one record it has no value")
    return np.asarray(by_cell[model.records.codes, model.records.labels(model.model)])


def hand_till_difference(a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95) -> TestResult:
    """Test whether two models have one M: its difference a − b, from differences of placements.

    Raises
    ------
    UndefinedError
        If either is labels alone, or a class has one record.
    """
    value = a.ranks.areas.hand_till - b.ranks.areas.hand_till
    moved = a.ranks.of_pairs - b.ranks.of_pairs
    return _tested(value, a.units.of_classes(moved), level, 1.0, RANKED)


def provost_domingos_difference(a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95) -> TestResult:
    """Test whether two models have one mean of areas against the rest, as :func:`hand_till_difference`."""
    one, other = (dataclasses.replace(model.ranks.areas, prevalence=a.shares) for model in (a, b))
    value = one.provost_domingos - other.provost_domingos
    moved = a.ranks.influences(one.shares_of_rests) - b.ranks.influences(one.shares_of_rests)
    slopes = (one.slopes - other.slopes)[a.records.codes]
    variance = a.units.of_classes(moved) + a.units.of_shares(a.shares, slopes, 0.0)
    return _tested(value, variance, level, 1.0, RANKED)


def volume_difference(a: ModelOfClasses, b: ModelOfClasses, level: float = 0.95) -> TestResult:
    """Test whether two models have one ordered volume, as :func:`hand_till_difference`."""
    codes, weight = a.records.codes, a.records.weight
    one, other = (
        OrderedVolume.of(codes, expected_place(model.records, model.model), weight) for model in (a, b)
    )
    value = one.volume - other.volume
    return _tested(value, a.units.of_classes(one.parts - other.parts), level, 1.0, RANKED)


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
    differ = each[0] - each[1]
    weight = np.ones(len(differ)) if records.weight is None else records.weight
    value = float(shares @ (np.bincount(records.codes, differ * weight, len(shares)) / records.sizes))
    return _tested(value, a.units.of_mean(shares, differ), level, math.inf, "both lose the same")


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
