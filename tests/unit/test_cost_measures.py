"""Measures that need costs, and the test of skill."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import Confusion
from costcurves.measures.cost_measures import cost_measure, skill_measure, skill_test
from tests.unit.refusals import refusal

#: The 24 records at the threshold ½.
HALF = Confusion(tp=11, fn=1, fp=2, tn=10)
loose: Any = cost_measure


def test_mean_costs():
    row = cost_measure(cc.Costs(fp=1, fn=10, tp=-2, tn=0.5))
    assert float(row(HALF)) == pytest.approx((2 + 10 - 22 + 5) / 24)
    assert (row.low, row.high, row.better) == (-2, 10, "low")
    assert refusal(lambda: loose((1, 2))).startswith("costs must be a Costs; got ")


def test_skill_of_24_records():
    assert float(skill_measure(0.5)(HALF)) == 0.75
    for wrong in (0.0, 1.0, -0.1):
        assert refusal(partial(skill_measure, wrong)).startswith(
            "a threshold probability fp/(fp + fn) must lie strictly between 0 and 1; got "
        )


def test_the_test_of_skill():
    found = skill_test(HALF, 0.5)
    assert (found.statistic, found.p_value) == pytest.approx((6.859428, 0.004409), abs=5e-7)
    assert skill_test(Confusion(tp=1, fn=11, fp=2, tn=10), 0.5).p_value == 1.0
    # Positives are more common than θ: then leaving alone must be right.
    common = skill_test(Confusion(tp=11, fn=1, fp=2, tn=10), 0.2)
    q, demanded = 10 / 11, 0.8
    expected = 22 * (q * np.log(q / demanded) + (1 - q) * np.log((1 - q) / (1 - demanded)))
    assert common.statistic == pytest.approx(expected)


def test_without_skill_the_test_rejects_as_often_as_it_says():
    # Of 100 flags a share θ = 0.3 is right by chance, as costs demand and no more.
    rng = np.random.default_rng(3)
    rejected = 0
    trials = 2000
    for _ in range(trials):
        flagged = 100
        right = rng.binomial(flagged, 0.3)
        left = rng.binomial(300, 0.2)
        p = skill_test(Confusion(tp=right, fn=left, fp=flagged - right, tn=300 - left), 0.3).p_value
        rejected += p <= 0.05
    # Three standard errors of 2,000 draws, and the lattice of 100 flags.
    assert rejected / trials == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / trials) + 0.01)


def test_what_is_not_tested():
    assert refusal(lambda: skill_test(Confusion(0, 3, 0, 9), 0.5), cc.UndefinedError) == (
        "the test of skill needs decisions against the cheaper trivial classifier; got nobody flagged"
    )
    assert "everybody flagged" in refusal(lambda: skill_test(Confusion(9, 0, 3, 0), 0.5), cc.UndefinedError)
    assert refusal(lambda: skill_test(Confusion([1, 2], [1, 1], [1, 1], [1, 1]), 0.5)) == (
        "skill can only be tested for one confusion matrix; got shape (2,)"
    )
    assert "skill can only be tested for one confusion matrix; got " in refusal(lambda: skill_test(3, 0.5))
