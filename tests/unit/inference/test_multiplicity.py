"""P-values of many tests."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from costcurves.inference.pvalues import bonferroni, false_alarm, holm
from tests.unit.refusals import refusal


@pytest.mark.parametrize("tests", [0, 1, 2, 7, 100])
def test_false_alarms_of_independent_tests(tests):
    exact = 1 - (1 - Fraction(1, 8)) ** tests
    assert false_alarm(tests, alpha=0.125) == pytest.approx(float(exact), rel=1e-14, abs=1e-300)


def test_false_alarms_of_tiny_error_rates_keep_their_digits():
    assert false_alarm(3, alpha=1e-18) == pytest.approx(3e-18, rel=1e-14)


def test_holm_by_hand():
    """0.01·4, then 0.02·3, then 0.03·2 raised to what stands before, then 0.5."""
    assert holm([0.5, 0.02, 0.01, 0.03]).tolist() == [0.5, 0.06, 0.04, 0.06]
    assert bonferroni([0.5, 0.02, 0.01, 0.03]).tolist() == [1.0, 0.08, 0.04, 0.12]


@pytest.mark.parametrize("adjust", [bonferroni, holm])
def test_columns_of_every_make(adjust):
    given = [0.25, 0.125]
    for column in (tuple(given), np.array(given), pd.Series(given)):
        assert adjust(column).tolist() == [0.25, 0.25] if adjust is holm else [0.5, 0.25]
    assert adjust([]).shape == (0,)


def test_holm_rejects_what_its_steps_reject():
    """Step down as Holm words it: stop at the first p-value above α over how many are left."""
    rng = np.random.default_rng(5)
    for _ in range(50):
        pvalues = stats.beta(0.3, 3).rvs(size=6, random_state=rng)
        rejected = np.zeros(6, dtype=bool)
        for step, place in enumerate(np.argsort(pvalues)):
            if pvalues[place] > 0.05 / (6 - step):
                break
            rejected[place] = True
        assert (holm(pvalues) <= 0.05).tolist() == rejected.tolist()


@pytest.mark.parametrize("adjust", [bonferroni, holm])
@pytest.mark.parametrize("wrong", [[0.2, 1.5], [-0.1], [float("nan")]])
def test_what_is_no_probability_is_refused(adjust, wrong):
    assert refusal(lambda: adjust(wrong)).startswith("pvalues must lie in [0, 1]; got")


@pytest.mark.parametrize("wrong", [-1, 2.0, True, "3"])
def test_tests_are_counted(wrong):
    assert refusal(lambda: false_alarm(wrong)).startswith("the number of tests must be a whole number, 0")


@pytest.mark.parametrize("wrong", [0, 1, 1.5])
def test_an_error_rate_lies_between_0_and_1(wrong):
    assert "alpha" in refusal(lambda: false_alarm(3, alpha=wrong))
