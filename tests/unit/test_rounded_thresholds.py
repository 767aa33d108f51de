"""Rounded thresholds decide as the exact ones do."""

from __future__ import annotations

import math

import numpy as np
import pytest

import costcurves as cc
from costcurves._ground.number_words import rounded_towards
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.space.roc import RocHull
from costcurves.tallies.cells import Direction


def read(rule: str) -> float:
    """Return the number of a rule."""
    return float(rule.rsplit(maxsplit=1)[-1].replace("−", "-"))


@pytest.mark.parametrize(
    ("low", "high", "rule"),
    [
        (0.042122, 0.044868, "score ≥ 0.044"),
        (0.2375, 0.25, "score ≥ 0.25"),
        (642.3, 657.8, "score ≥ 650"),
        (-math.inf, 0.7, "score ≥ 0.7"),
        (-0.05, -0.0101, "score ≥ −0.011"),
        (0.3, math.nextafter(0.3, 1), "score ≥ 0.30000000000000004"),
    ],
)
def test_rules_have_the_fewest_digits_that_decide_alike(low, high, rule) -> None:
    assert ThresholdInterval(low, high).rounded_rule == rule


def test_low_scores_are_rounded_upward() -> None:
    found = ThresholdInterval(0.0412, 0.0449, direction=Direction.LOW)
    assert (found.rule, found.rounded_rule) == ("score ≤ 0.0412", "score ≤ 0.042")


def test_without_a_threshold_the_rule_stays() -> None:
    for found in (ThresholdInterval(0.9, math.inf, "nobody"), ThresholdInterval(math.nan, math.nan)):
        assert found.rounded_rule == found.rule


@pytest.mark.parametrize("lower", [False, True])
def test_the_same_records_are_flagged(lower: bool) -> None:
    rng = np.random.default_rng(3)
    for scale in (1e-6, 1.0, 1e5):
        label = rng.random(300) < 0.3
        score = scale * (label + rng.normal(size=300)) * (-1 if lower else 1)
        tally = cc.evaluate(label, {"m": score}, lower_is_positive=lower).models["m"]
        hull = RocHull.of(tally)
        for corner in range(len(hull)):
            found = ThresholdInterval.at(hull, corner)
            if found.flags == "some":
                place = read(found.rounded_rule)
                assert (found.direction.flags(score, place) == found.apply(score)).all()


def test_no_rounded_number_leaves_its_interval() -> None:
    rng = np.random.default_rng(4)
    sizes = 10.0 ** rng.integers(-8, 8, size=(2000, 2))
    for end, other in (rng.normal(size=(2000, 2)) * sizes).tolist():
        found = float(rounded_towards(end, other).replace("−", "-"))
        assert other < found <= end or end <= found < other
