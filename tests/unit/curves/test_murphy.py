"""The Murphy curve: its definition, its area, and the Brier curve that it mirrors."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from costcurves import InputError, Tally, examples
from costcurves.curves.calibration import murphy, recalibrated_murphy
from costcurves.curves.registry import CONDITION_CURVES
from costcurves.measures.proper_scores import brier, decomposition_by_isotonic_fit

LABELS, SCORES = examples.records24()
TALLY = Tally.from_scores(LABELS, SCORES)


def elementary(labels, scores, weights, theta):
    """Mean elementary score, record by record: what is lost by acting from theta on."""
    total = Fraction(0)
    for label, score, weight in zip(labels, scores, weights, strict=True):
        flagged = score >= theta
        lost = Fraction(theta) if flagged and not label else 0
        lost = 1 - Fraction(theta) if label and not flagged else lost
        total += lost * int(weight)
    return float(total / int(sum(weights)))


@pytest.mark.parametrize("seed", range(5))
def test_record_by_record_also_at_ties(seed):
    rng = np.random.default_rng(seed)
    labels, scores = rng.permutation([1] * 8 + [0] * 11), rng.integers(0, 9, 19) / 8
    weights = rng.integers(1, 4, 19)
    curve = murphy(Tally.from_scores(labels, scores, weights))
    for theta in np.unique(np.concatenate([scores, np.linspace(0, 1, 33), [0, 1]])):
        assert curve(theta) == pytest.approx(elementary(labels, scores, weights, theta), abs=1e-15)


@pytest.mark.parametrize("prevalence", [None, 0.05, 0.7])
def test_twice_the_area_is_the_brier_score(prevalence):
    rng = np.random.default_rng(3)
    tally = Tally.from_scores(rng.random(200) < 0.2, rng.random(200).round(2))
    tally = tally if prevalence is None else tally.at_prevalence(prevalence)
    assert 2 * murphy(tally).area == pytest.approx(brier(tally))


def test_the_24_records():
    curve = murphy(TALLY)
    assert 2 * curve.area == pytest.approx(0.1072165, abs=5e-8)
    # Half the Brier curve at κ = 1 − θ.
    for kappa, value in {0.1: 0.058333, 0.25: 0.166667, 0.6: 0.15, 0.9: 0.05}.items():
        assert 2 * curve(1 - kappa) == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_half_the_brier_curve_by_cost_proportion_mirrored(prevalence):
    tally = TALLY if prevalence is None else TALLY.at_prevalence(prevalence)
    theta = np.linspace(0.005, 0.995, 199)
    (kind,) = [one for one in CONDITION_CURVES if one.key == "brier_by_proportion"]
    expected = kind.of(tally)(1 - theta) / 2
    assert murphy(tally)(theta) == pytest.approx(expected)


def test_it_starts_and_ends_where_nothing_is_lost():
    curve = murphy(TALLY)
    assert (curve(0.0), curve(1.0)) == (0, 0)
    assert np.all(curve.y >= 0)
    extreme = murphy(Tally.from_scores([1, 0, 0, 1], [0, 0, 1, 1]))
    # Wrong certainty costs everywhere: the positive at 0 by 1 − θ, the negative at 1 by θ.
    assert extreme([0.25, 0.5]).tolist() == [0.25, 0.25]
    assert 2 * extreme.area == pytest.approx(0.5)


def test_jumps_are_at_scores_only():
    curve = murphy(TALLY)
    jumps = curve.x[1:][(np.diff(curve.x) == 0) & (np.diff(curve.y) != 0)]
    assert set(jumps.tolist()) <= set(SCORES.tolist())
    assert len(jumps) == len(np.unique(SCORES))


def test_curves_of_two_models_are_subtracted():
    other = Tally.from_scores(LABELS, 1 - SCORES)
    gap = murphy(other).minus(murphy(TALLY))
    assert gap.area == pytest.approx((brier(other) - brier(TALLY)) / 2)


def test_scores_that_are_no_probabilities():
    with pytest.raises(InputError, match=r"scores taken as probabilities must lie in \[0, 1\]"):
        murphy(Tally.from_scores([1, 0], [2.0, 0.5]))


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_recalibrated_it_is_half_the_lower_envelope(prevalence):
    rng = np.random.default_rng(5)
    tally = Tally.from_scores(rng.random(300) < 0.3, rng.random(300).round(2))
    tally = tally if prevalence is None else tally.at_prevalence(prevalence)
    best = recalibrated_murphy(tally)
    theta = np.linspace(0, 1, 101)
    outcomes = tally.confusion()
    of_each_threshold = np.outer(1 - theta, outcomes.fn / outcomes.total) + np.outer(
        theta, outcomes.fp / outcomes.total
    )
    expected = of_each_threshold.min(axis=1)
    assert best(theta) == pytest.approx(expected, abs=1e-12)
    parts = decomposition_by_isotonic_fit(tally)
    assert 2 * best.area == pytest.approx(parts.refinement)
    assert 2 * murphy(tally).minus(best).area == pytest.approx(parts.miscalibration)
