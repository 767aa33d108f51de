"""Tests of equal AUCs: printed figures, identities between the tests, edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves import UndefinedError
from tests.unit.inference.auc.test_delong import BOTH, LABELS, SCORES, SECOND, naive
from tests.unit.refusals import refusal

#: Ovarian cancer and the benefit of surgery: albumin, total protein, K-G score and whether it helped, of the
#: 43 patients of DeLong, DeLong and Clarke-Pearson (1988) with all three tests.
PATIENTS = """
    3.0 5.8 10 0  3.2 6.3 5 1  3.9 6.8 3 1  2.8 4.8 6 0  3.2 5.8 3 1  0.9 4.0 5 0  2.5 5.7 8 0  1.6 5.6 5 1
    3.8 5.7 5 1  3.7 6.7 6 1  3.2 5.4 4 1  3.8 6.6 6 1  4.1 6.6 5 1  3.6 5.7 5 1  4.3 7.0 4 1  3.6 6.7 4 0
    2.3 4.4 6 1  4.2 7.6 4 0  4.0 6.6 6 0  3.5 5.8 6 1  3.8 6.8 7 1  3.0 4.7 8 0  4.5 7.4 5 1  3.7 7.4 5 1
    3.1 6.6 6 1  4.1 8.2 6 1  4.3 7.0 5 1  4.3 6.5 4 1  3.2 5.1 5 1  2.6 4.7 6 1  3.3 6.8 6 0  1.7 4.0 7 0
    3.7 6.1 5 1  3.3 6.3 7 1  4.2 7.7 6 1  3.5 6.2 5 1  2.9 5.7 9 0  2.1 4.8 7 1  2.8 6.2 8 0  4.0 7.0 7 1
    3.3 5.7 6 1  3.7 6.9 5 1  3.6 6.6 5 1
"""
ALBUMIN, PROTEIN, KG, HELPED = np.array(PATIENTS.split(), float).reshape(-1, 4).T
THREE = cc.Records.read(HELPED, {"kg": KG, "albumin": ALBUMIN, "protein": PROTEIN}, lower_is_positive=["kg"])


def z_of(result):
    """The statistic of a test that has one."""
    assert result.statistic is not None
    return result.statistic


def test_figures_of_the_24_records():
    result = cc.stats.delong_test(BOTH, "a", "b")
    assert (result.statistic, result.pvalue) == pytest.approx((0.810380, 0.417722), abs=5e-7)
    assert result.estimate is not None
    assert result.estimate.estimate == pytest.approx(0.9375 - 0.8819444, abs=5e-8)


def test_the_sign_is_that_of_the_first_less_the_second():
    one, other = cc.stats.delong_test(BOTH, "a", "b"), cc.stats.delong_test(BOTH, "b", "a")
    assert -z_of(one) == pytest.approx(z_of(other), rel=1e-14)
    assert one.pvalue == pytest.approx(other.pvalue, rel=1e-13)
    assert one.estimate is not None
    assert other.estimate is not None
    assert (one.estimate.low, one.estimate.high) == pytest.approx(
        (-other.estimate.high, -other.estimate.low), rel=1e-13
    )


def test_alternatives_share_one_statistic():
    both, greater, less = (
        cc.stats.delong_test(BOTH, "a", "b", alternative=word) for word in ("two-sided", "greater", "less")
    )
    assert greater.pvalue == pytest.approx(both.pvalue / 2, rel=1e-12)
    assert less.pvalue == pytest.approx(1 - greater.pvalue, rel=1e-12)
    assert both.statistic == greater.statistic == less.statistic


def test_the_interval_is_that_of_the_covariances():
    result = cc.stats.delong_test(BOTH, "a", "b", level=0.9)
    covariance = cc.stats.auc_covariance(BOTH)
    error = math.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    gap = result.estimate
    assert gap is not None
    reach = stats.norm.isf(0.05) * error
    assert (gap.low, gap.high) == pytest.approx((gap.estimate - reach, gap.estimate + reach), rel=1e-12)


@pytest.mark.parametrize("level", [0.95, 0.5])
def test_equal_rankings_have_p_1(level):
    alike = cc.Records.read(LABELS, {"a": SCORES, "b": np.log(SCORES), "c": SCORES.round(1)})
    result = cc.stats.delong_test(alike, "a", "b", level=level)
    assert (result.statistic, result.pvalue) == (0, 1)
    assert result.notes == ("both rank these records alike",)
    assert result.estimate is not None
    assert (result.estimate.low, result.estimate.high) == (0, 0)
    assert cc.stats.delong_test(alike, "a", "c").pvalue < 1


def test_equal_rankings_with_weights_that_round():
    weight = np.tile([0.1, 0.7, 1.3], 8)
    alike = cc.Records.read(LABELS, {"a": SCORES, "b": SCORES**3}, sample_weight=weight)
    assert cc.stats.delong_test(alike, "a", "b").pvalue == 1


def test_a_gap_without_spread_has_no_test():
    records = cc.Records.read([1, 1, 1, 0, 0, 0], {"best": [6, 5, 4, 3, 2, 1], "none": [1] * 6})
    assert refusal(lambda: cc.stats.delong_test(records, "best", "none"), UndefinedError) == (
        "a difference of AUCs must vary over the records; got 0.5 for each of them (best and none): give more records, or compare the intervals of both (auc_interval)"
    )
    assert "some difference that is the same" in refusal(
        lambda: cc.stats.delong_overall_test(records), UndefinedError
    )


def test_perfect_samples_of_two_places_tell_no_difference():
    perfect = cc.Tally.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    assert "must vary over the records" in refusal(
        lambda: cc.stats.unpaired_delong_test(perfect, perfect), UndefinedError
    )


def test_samples_of_two_places_add_their_variances():
    a, b = (cc.Tally.from_scores(LABELS, scores) for scores in (SCORES, SECOND))
    z = (0.9375 - 127 / 144) / math.hypot(cc.stats.auc_error(a), cc.stats.auc_error(b))
    result = cc.stats.unpaired_delong_test(a, b)
    assert (result.statistic, result.pvalue) == pytest.approx((z, 2 * stats.norm.sf(abs(z))), rel=1e-12)
    records = cc.Records.read(LABELS, SECOND)
    assert cc.stats.unpaired_delong_test(a, records).statistic == pytest.approx(result.statistic, rel=1e-12)


def test_clusters_take_students_law():
    cluster = np.arange(24) % 6
    records = cc.Records.read(LABELS, {"a": SCORES, "b": SECOND}, cluster=cluster)
    result = cc.stats.delong_test(records, "a", "b")
    covariance = cc.stats.auc_covariance(records)
    z = (0.9375 - 127 / 144) / math.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    assert result.statistic == pytest.approx(z, rel=1e-11)
    assert result.pvalue == pytest.approx(2 * stats.t.sf(z, 5), rel=1e-11)
    assert result.method == "DeLong's test (clusters)"


# ---- many models ----------------------------------------------------------------------------


def test_two_models_have_the_square_of_their_z():
    two, overall = cc.stats.delong_test(BOTH, "a", "b"), cc.stats.delong_overall_test(BOTH)
    assert overall.statistic == pytest.approx(z_of(two) ** 2, rel=1e-12)
    assert overall.pvalue == pytest.approx(two.pvalue, rel=1e-10)


def test_three_tests_of_43_patients():
    """Pair by pair, then the χ² with two degrees of freedom."""
    helped = HELPED == 1
    found = [naive(helped, scores) for scores in (-KG, ALBUMIN, PROTEIN)]
    covariance = np.cov([p for _, p, _ in found]) / 31 + np.cov([n for _, _, n in found]) / 12
    assert cc.stats.auc_covariance(THREE) == pytest.approx(covariance, rel=1e-12)
    gaps = np.array([found[0][0] - auc for auc, _, _ in found[1:]])
    contrast = np.array([[1, -1, 0], [1, 0, -1]])
    chi2 = gaps @ np.linalg.solve(contrast @ covariance @ contrast.T, gaps)
    overall = cc.stats.delong_overall_test(THREE)
    assert overall.statistic == pytest.approx(chi2, rel=1e-10)
    assert overall.pvalue == pytest.approx(stats.chi2.sf(chi2, 2), rel=1e-10)
    assert overall.notes == ("χ² with 2 degrees of freedom",)


def test_the_order_of_models_does_not_matter_to_all():
    want = cc.stats.delong_overall_test(THREE).statistic
    for order in (["albumin", "kg", "protein"], ["protein", "albumin", "kg"]):
        assert cc.stats.delong_overall_test(THREE, order).statistic == pytest.approx(want, rel=1e-10)


def test_a_model_that_is_there_twice_tells_nothing_new():
    scores = dict(THREE.scores) | {"again": np.exp(ALBUMIN)}
    records = cc.Records.read(HELPED, scores, lower_is_positive=["kg"])
    assert cc.stats.delong_overall_test(records).statistic == pytest.approx(
        cc.stats.delong_overall_test(THREE).statistic, rel=1e-9
    )
    assert cc.stats.delong_overall_test(records).notes == ("χ² with 2 degrees of freedom",)
    alike = cc.stats.delong_overall_test(records, ["albumin", "again"])
    assert (alike.statistic, alike.pvalue, alike.notes) == (0, 1, ("all models rank these records alike",))


def test_all_pairs_are_adjusted_together():
    found = cc.stats.delong_pairwise_tests(THREE)
    assert list(found) == [("kg", "albumin"), ("kg", "protein"), ("albumin", "protein")]
    for (a, b), result in found.items():
        alone = cc.stats.delong_test(THREE, a, b)
        assert result.pvalue == pytest.approx(alone.pvalue, rel=1e-10)
        assert result.estimate is not None
        assert alone.estimate is not None
        assert result.estimate.low == pytest.approx(alone.estimate.low, rel=1e-10)
    adjusted = [result.adjusted for result in found.values()]
    assert adjusted == cc.stats.holm([result.pvalue for result in found.values()]).tolist()


def test_an_evaluation_will_do():
    evaluation = cc.evaluate(LABELS, {"a": SCORES, "b": SECOND})
    assert cc.stats.delong_test(evaluation, "a", "b") == cc.stats.delong_test(BOTH, "a", "b")
    assert cc.stats.auc_covariance(evaluation).tolist() == cc.stats.auc_covariance(BOTH).tolist()
    counted = cc.evaluate_counts({"a": ([1, 2], [1, 2], [2, 1])})
    assert refusal(lambda: cc.stats.delong_test(counted, "a", "a")) == (
        "comparing AUCs needs the scores of all models on the same records; got an evaluation without rows: "
        "read them with Records.read, or evaluate them"
    )


def test_what_cannot_be_compared_is_refused():
    assert "comparing AUCs needs two models or more; got ['a']" in refusal(
        lambda: cc.stats.delong_overall_test(BOTH, ["a"])
    )
    assert "comparing AUCs needs two models or more; got 'ab'" in refusal(
        lambda: cc.stats.delong_overall_test(BOTH, "ab")
    )
    assert "no such model 'c'" in refusal(lambda: cc.stats.delong_test(BOTH, "a", "c"))
    assert "no such alternative" in refusal(
        lambda: cc.stats.delong_test(BOTH, "a", "b", alternative="larger")
    )
    assert "confidence level" in refusal(lambda: cc.stats.delong_test(BOTH, "a", "b", level=2))
    single = cc.Records.read([1, 0, 0], {"a": [3, 2, 1], "b": [1, 2, 3]})
    assert "two records or more" in refusal(lambda: cc.stats.delong_test(single, "a", "b"), UndefinedError)
