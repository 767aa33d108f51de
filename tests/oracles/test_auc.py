"""Variances, intervals and tests of AUCs against pROC and MLstatkit."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import costcurves as cc
from costcurves import UndefinedError
from tests.oracles.cases import HERE, case, numbers

ANSWERS: dict[str, Any] = json.loads((HERE / "answers" / "auc.json").read_text(encoding="utf-8"))
CLOSE = 1e-9
PAIRS = {"crossing": ("crossing_a", "crossing_b"), "calibration": ("calibrated", "miscalibrated")}
ONE = sorted(set(ANSWERS["pROC"]) - set(PAIRS))
#: pROC gives no answer, or an interval that is a point.
OTHERWISE = {"all_tied", "perfect", "single_pos"}


def records(pair: str) -> cc.Records:
    """Both columns of a file, as models a and b."""
    a, b = (case(name) for name in PAIRS[pair])
    return cc.Records.read(a.labels, {"a": a.scores, "b": b.scores})


@pytest.mark.parametrize("name", sorted(set(ONE) - {"single_pos"}))
def test_variances_of_proc(name):
    assert cc.stats.auc_error(case(name).tally) ** 2 == pytest.approx(
        ANSWERS["pROC"][name]["variance"], abs=CLOSE
    )


@pytest.mark.parametrize("name", sorted(set(ONE) - OTHERWISE))
def test_wald_intervals_of_proc(name):
    ours = cc.stats.auc_interval(case(name).tally, method="wald")
    assert [ours.low, ours.estimate, ours.high] == pytest.approx(ANSWERS["pROC"][name]["interval"], abs=CLOSE)


@pytest.mark.parametrize("name", ["all_tied", "perfect"])
def test_no_variance_is_no_certainty(name):
    """PROC's interval is a point, with a warning."""
    low, middle, high = ANSWERS["pROC"][name]["interval"]
    assert low == middle == high
    ours = cc.stats.auc_interval(case(name).tally, method="wald")
    assert ours.estimate == middle
    assert ours.high - ours.low > 0.01
    assert ours.notes


def test_one_positive_has_no_variance():
    """PROC says NA, too; MLstatkit has an interval of no width."""
    assert np.isnan(numbers(ANSWERS["pROC"]["single_pos"]["interval"])).all()
    with pytest.raises(UndefinedError, match="1 positive and 49 negative"):
        cc.stats.auc_error(case("single_pos").tally)


@pytest.mark.parametrize("pair", PAIRS)
def test_paired_tests_of_proc(pair):
    answer = ANSWERS["pROC"][pair]
    ours = cc.stats.delong_test(records(pair), "a", "b")
    assert ours.estimate is not None
    found = [ours.statistic, ours.pvalue, ours.estimate.low, ours.estimate.high]
    assert found == pytest.approx([answer["z"], answer["p"], *answer["interval"]], abs=CLOSE)
    covariance = cc.stats.auc_covariance(records(pair))
    assert covariance[0, 1] == pytest.approx(answer["covariance"], abs=CLOSE)
    variances = [ANSWERS["pROC"][name]["variance"] for name in PAIRS[pair]]
    assert np.diag(covariance) == pytest.approx(variances, abs=CLOSE)


@pytest.mark.parametrize("pair", PAIRS)
def test_unpaired_tests_of_proc(pair):
    answer = ANSWERS["pROC"][pair]
    ours = cc.stats.unpaired_delong_test(*(case(name).tally for name in PAIRS[pair]))
    assert ours.statistic == pytest.approx(answer["unpaired_z"], abs=CLOSE)
    # PROC takes Student's t with Welch's degrees of freedom.
    assert ours.pvalue == pytest.approx(answer["unpaired_p"], abs=2e-3)


def test_mlstatkit_has_the_other_sign():
    answer = ANSWERS["MLstatkit"]["crossing"]
    ours = cc.stats.delong_test(records("crossing"), "a", "b")
    assert ours.statistic == pytest.approx(-answer["z"], abs=CLOSE)
    assert ours.pvalue == pytest.approx(answer["p"], abs=CLOSE)
    for name, key in zip(PAIRS["crossing"], ("ci_A", "ci_B"), strict=True):
        one = cc.stats.auc_interval(case(name).tally, method="wald")
        assert [one.low, one.high] == pytest.approx(answer[key], abs=CLOSE)


def test_equal_rankings_have_p_1():
    """MLstatkit falls back to a bootstrap there and says 0."""
    assert ANSWERS["MLstatkit"]["calibration"]["p"] == 0
    assert cc.stats.delong_test(records("calibration"), "a", "b").pvalue == 1
