"""Tests over the data sets of a study."""

from __future__ import annotations

import functools
import itertools
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.inference.studies.mean_ranks import groups
from tests.members import each
from tests.unit.refusals import refusal

loose: Any = cc
RNG = np.random.default_rng(11)
#: Ten data sets, four algorithms, with ties and zeros.
STUDY = cc.studies.Study(RNG.integers(0, 12, (10, 4)) / 4, ("a", "b", "c", "d"), better="high")
PAIRS = list(itertools.combinations(STUDY.algorithms, 2))
ALTERNATIVES = ["two-sided", "greater", "less"]


def gains(study: cc.studies.Study, pair: tuple[str, str]) -> np.ndarray:
    """Gains as floats; whole quarters, so exactly."""
    first, second = (study.results[:, study.place(name)] for name in pair)
    return np.asarray(first - second)


# ---- sign test ------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("wins", "losses"), [(0, 1), (3, 3), (2, 9), (9, 2), (30, 41)])
def test_sign_test_is_scipys(wins, losses, alternative):
    want = stats.binomtest(wins, wins + losses, 0.5, alternative=alternative).pvalue
    assert cc.studies.sign_test(wins, losses, alternative=alternative).pvalue == pytest.approx(
        want, rel=1e-12
    )


def test_ties_are_split_and_an_odd_one_is_left_out():
    assert cc.studies.sign_test(4, 14, 3, tie_rule="split").pvalue == cc.studies.sign_test(5, 15).pvalue
    halved = ("2 tied, half of them given to each side", "1 tied, left out")
    assert cc.studies.sign_test(4, 14, 3, tie_rule="split").notes == halved
    assert cc.studies.sign_test(4, 14, 3).notes == ("3 tied, left out",)
    assert cc.studies.sign_test(0, 0, 5).pvalue == 1


def test_normal_law_comes_near():
    exact, normal = (cc.studies.sign_test(400, 460, method=way).pvalue for way in ("exact", "normal"))
    assert normal == pytest.approx(exact, rel=2e-3)
    assert cc.studies.sign_test(0, 0, 5, method="normal").pvalue == 1


def test_large_counts():
    assert cc.studies.sign_test(0, 5000).pvalue == 0  # below the least float
    assert cc.studies.sign_test(10, 1000).pvalue == pytest.approx(
        float(2 * Fraction(sum(comb(1010, i) for i in range(11)), 2**1010)), rel=1e-15
    )


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((-1, 2), {}, "wins must be a whole number, 0 or more; got -1"),
        ((1, 2.5), {}, "losses must be a whole number, 0 or more; got 2.5"),
        ((1, 2, True), {}, "ties must be a whole number, 0 or more; got True"),
        ((1, 2), {"tie_rule": "keep"}, "no such tie_rule 'keep'; choose from 'drop', 'split'"),
        ((1, 2), {"method": "z"}, "no such method 'z'; choose from 'exact', 'normal'"),
        (
            (1, 2),
            {"alternative": "more"},
            "no such alternative 'more'; choose from 'two-sided', 'greater', 'less'",
        ),
        (
            (60_000, 50_000),
            {},
            'an exact sign test must have at most 100,000 data sets; got 110,000: use method="normal"',
        ),
    ],
)
def test_what_the_sign_test_refuses(arguments, options, error):
    assert refusal(lambda: loose.studies.sign_test(*arguments, **options)) == error


def test_no_data_sets_no_sign_test():
    assert refusal(lambda: cc.studies.sign_test(0, 0), cc.UndefinedError) == (
        "a sign test needs at least one data set; got no wins, losses or ties"
    )


# ---- paired t and signed ranks --------------------------------------------------------------


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@each("pair", PAIRS)
def test_paired_t_is_scipys(pair, alternative):
    found = cc.studies.paired_t_test(STUDY, *pair, level=0.9, alternative=alternative)
    first, second = (STUDY.results[:, STUDY.place(name)] for name in pair)
    want = stats.ttest_rel(first, second, alternative=alternative)
    assert (found.statistic, found.pvalue) == pytest.approx((want.statistic, want.pvalue), rel=1e-12)
    ends = stats.ttest_rel(first, second).confidence_interval(0.9)
    assert found.estimate is not None
    assert (found.estimate.low, found.estimate.high) == pytest.approx((ends.low, ends.high), rel=1e-12)


def test_gains_that_do_not_differ_have_no_t_test():
    study = cc.studies.Study.of({"a": [0.4, 0.9, 0.1], "b": [0.3, 0.8, 0.0]}, better="high")
    assert refusal(lambda: cc.studies.paired_t_test(study, "a", "b"), cc.UndefinedError) == (
        "a t test needs gains that differ; got 0.1 on every one of 3 data sets: use the sign test"
    )


@pytest.mark.filterwarnings("ignore:Sample size too small")  # old versions of scipy say so
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("zeros", "scipys"), [("drop", "wilcox"), ("split", "zsplit"), ("pratt", "pratt")])
@each("pair", PAIRS)
def test_normal_wilcoxon_is_scipys(pair, zeros, scipys, alternative):
    found = cc.studies.wilcoxon_test(STUDY, *pair, zeros=zeros, method="normal", alternative=alternative)
    try:
        want = stats.wilcoxon(
            gains(STUDY, pair), zero_method=scipys, method="asymptotic", alternative=alternative
        )
    except ValueError:  # older ones have another word for it
        want = stats.wilcoxon(
            gains(STUDY, pair), zero_method=scipys, method="approx", alternative=alternative
        )
    assert found.pvalue == pytest.approx(want.pvalue, rel=1e-12)
    if alternative == "two-sided":
        assert found.statistic == want.statistic


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("zeros", ["drop", "split", "pratt"])
@each("pair", PAIRS)
def test_exact_wilcoxon_by_all_signs(pair, zeros, alternative):
    """The law of the rank sum from every way to sign the ranks, counted one by one."""
    found = gains(STUDY, pair)
    if zeros == "drop":
        found = found[found != 0]
    ranks = stats.rankdata(np.abs(found))
    half = ranks[found == 0].sum() / 2 if zeros == "split" else 0
    plus, minus = ranks[found > 0].sum() + half, ranks[found < 0].sum() + half
    low = {"two-sided": min(plus, minus), "greater": minus, "less": plus}[alternative]
    drawn = ranks if zeros == "split" else ranks[found != 0]
    sums = [sum(chosen) for signs in itertools.product((0, 1), repeat=len(drawn))
            for chosen in [[r for r, s in zip(drawn, signs, strict=True) if s]]]  # fmt: skip
    tail = sum(total <= low for total in sums) / len(sums)
    want = min(1, 2 * tail) if alternative == "two-sided" else tail
    result = cc.studies.wilcoxon_test(STUDY, *pair, zeros=zeros, alternative=alternative)
    assert (result.statistic, result.pvalue) == pytest.approx((low, want), rel=1e-12)


def test_algorithms_that_never_differ():
    study = cc.studies.Study.of({"a": [1, 2], "b": [1, 2]}, better="low")
    for method, zeros in itertools.product(("exact", "normal"), ("drop", "split", "pratt")):
        assert cc.studies.wilcoxon_test(study, "a", "b", method=method, zeros=zeros).pvalue == 1


def test_many_differences_need_the_normal_law():
    study = cc.studies.Study(np.arange(2002.0).reshape(1001, 2) ** 2, ("a", "b"), better="low")
    assert refusal(lambda: cc.studies.wilcoxon_test(study, "a", "b")) == (
        'an exact Wilcoxon test must have at most 1,000 differences; got 1,001: use method="normal"'
    )
    assert cc.studies.wilcoxon_test(study, "a", "b", method="normal").pvalue < 1e-100


# ---- ranks ----------------------------------------------------------------------------------


def test_friedman_is_scipys():
    found, want = cc.studies.friedman_test(STUDY), stats.friedmanchisquare(*STUDY.results.T)
    assert (found.statistic, found.pvalue) == pytest.approx((want.statistic, want.pvalue), rel=1e-12)
    assert found.notes[0].startswith("without correction for ties χ²")


def test_iman_davenport_is_an_analysis_of_variance_of_ranks():
    ranks = STUDY.ranks
    size, count = ranks.shape
    between = size * ((ranks.mean(axis=0) - ranks.mean()) ** 2).sum() / (count - 1)
    rest = ranks - ranks.mean(axis=0) - ranks.mean(axis=1, keepdims=True) + ranks.mean()
    within = (rest**2).sum() / ((count - 1) * (size - 1))
    found = cc.studies.iman_davenport_test(STUDY)
    assert found.statistic == pytest.approx(between / within, rel=1e-12)
    assert found.pvalue == pytest.approx(
        stats.f.sf(between / within, count - 1, (count - 1) * (size - 1)), rel=1e-12
    )


def test_data_sets_that_agree():
    study = cc.studies.Study([[1, 2, 3]] * 4, ("a", "b", "c"), better="low")
    assert cc.studies.friedman_test(study).statistic == 8
    found = cc.studies.iman_davenport_test(study)
    assert (found.statistic, found.pvalue) == (np.inf, 0)


def test_tests_of_ranks_that_have_no_value():
    tied = cc.studies.Study([[1, 1], [2, 2]], ("a", "b"), better="low")
    for name in ("friedman_test", "iman_davenport_test"):
        test = getattr(cc.studies, name)
        assert refusal(functools.partial(test, tied), cc.UndefinedError) == (
            "a test of ranks needs a data set on which algorithms differ; got ties of all 2 algorithms on every data set"
        )
    one = cc.studies.Study([[1, 2]], ("a", "b"), better="low")
    assert "needs two data sets or more; got one" in refusal(
        lambda: cc.studies.iman_davenport_test(one), cc.UndefinedError
    )


def test_mean_ranks_as_printed_give_what_the_study_gives():
    ranks = cc.studies.mean_ranks(STUDY)
    printed = cc.studies.MeanRanks(STUDY.algorithms, ranks.ranks, len(STUDY), ranks.ties)
    assert cc.studies.friedman_test(printed) == cc.studies.friedman_test(STUDY)
    assert cc.studies.nemenyi_test(printed) == cc.studies.nemenyi_test(STUDY)
    assert cc.studies.MeanRanks.from_json(ranks.to_json()) == ranks
    assert list(ranks.to_columns()) == ["algorithm", "mean", "mean_rank"]
    assert list(printed.to_columns()) == ["algorithm", "mean_rank"]


@pytest.mark.parametrize(
    ("ranks", "error"),
    [
        ([1, 2], "each of at least two algorithms must have a mean rank; got 2 ranks of 3 algorithms"),
        (
            [1, 2, 2],
            "mean ranks of 3 algorithms must lie in 1 to 3 and add up to 6; got 1, 2, 2, with the sum 5",
        ),
        (
            [0.5, 2.5, 3],
            "mean ranks of 3 algorithms must lie in 1 to 3 and add up to 6; got 0.5, 2.5, 3, with the sum 6",
        ),
    ],
)
def test_what_is_no_mean_rank(ranks, error):
    assert refusal(lambda: cc.studies.MeanRanks(("a", "b", "c"), ranks, 9)) == error


def test_what_has_no_ranks():
    assert refusal(lambda: loose.studies.friedman_test([1, 2])) == (
        "study must be a Study or MeanRanks; got an object of type list"
    )


# ---- which differ ---------------------------------------------------------------------------

SPREAD = cc.studies.MeanRanks(("a", "b", "c", "d"), [1.25, 3.75, 2.0, 3.0], 12)


def test_nemenyi_by_an_integral():
    """P(range of k normals > q) = 1 − k ∫ φ(x)·[Φ(x) − Φ(x − q)]ᵏ⁻¹ dx."""
    x = np.linspace(-9, 12, 200_001)
    found = cc.studies.nemenyi_test(SPREAD)
    for z, pvalue in zip(found.z, found.pvalues, strict=True):
        inner = stats.norm.cdf(x) - stats.norm.cdf(x - abs(z) * np.sqrt(2))
        heights = 4 * stats.norm.pdf(x) * inner**3
        area = float(((heights[1:] + heights[:-1]) / 2).sum() * (x[1] - x[0]))
        assert pvalue == pytest.approx(1 - area, abs=1e-8)


def test_differences_and_p_values_agree():
    ranks = dict(zip(SPREAD.algorithms, SPREAD.ranks.tolist(), strict=True))
    for found in (cc.studies.nemenyi_test(SPREAD), cc.studies.bonferroni_dunn_test(SPREAD, "c", alpha=0.1)):
        reach = found.critical_difference
        assert reach is not None
        far = {frozenset(pair) for pair in found.pairs if abs(ranks[pair[0]] - ranks[pair[1]]) >= reach}
        assert {frozenset(pair) for pair in found.significant} == far
    assert cc.studies.nemenyi_test(SPREAD).significant == (("a", "b"), ("a", "d"), ("c", "b"))


def test_two_algorithms_need_no_adjustment():
    two = cc.studies.MeanRanks(("a", "b"), [1.25, 1.75], 16)
    for found in (
        cc.studies.nemenyi_test(two),
        cc.studies.bonferroni_dunn_test(two, "a"),
        cc.studies.holm_test(two),
    ):
        assert found.pvalues == pytest.approx(found.unadjusted, rel=1e-9)
    assert cc.studies.nemenyi_test(two).z[0] == pytest.approx(2)


def test_tiny_p_values_keep_their_order():
    far = cc.studies.MeanRanks(("a", "b", "c"), [1.0, 2.0, 3.0], 200)
    found = cc.studies.nemenyi_test(far)
    assert np.all(found.pvalues >= found.unadjusted)
    assert np.all(found.pvalues <= cc.stats.bonferroni(found.unadjusted))
    assert found.pvalues[1] < 1e-80


def test_post_hoc_documents():
    found = cc.studies.holm_test(STUDY, "b")
    assert cc.studies.PostHoc.from_json(found.to_json()) == found
    assert [pair[0] for pair in found.pairs] == ["b"] * 3
    assert found.to_frame("pandas").shape == (3, 5)
    assert (
        refusal(lambda: cc.studies.holm_test(STUDY, "x"))
        == "no such algorithm 'x' (control); choose from 'a', 'b', 'c', 'd'"
    )
    assert "alpha must lie strictly between 0 and 1" in refusal(
        lambda: cc.studies.nemenyi_test(STUDY, alpha=1)
    )


def test_groups_are_the_largest_and_no_others():
    assert groups(SPREAD, 0.5) == ()
    assert groups(SPREAD, 0.8) == (("a", "c"), ("d", "b"))
    assert groups(SPREAD, 1.1) == (("a", "c"), ("c", "d"), ("d", "b"))
    assert groups(SPREAD, 9) == (("a", "c", "d", "b"),)


# ---- practical differences ------------------------------------------------------------------


def test_posterior_of_one_data_set_in_closed_form():
    """One gain of 1 beside the pseudo data set, rope ¼: above it are w² + 2w(1 − w) of the pairs, else in it.

    Better wins where 1 − (1 − w)² > ½, that is w > 1 − √½, and w is Beta(1, ½).
    """
    study = cc.studies.Study.of({"a": [2.0], "b": [1.0]}, better="high")
    found = cc.studies.signed_rank_posterior(study, "a", "b", rope=0.25, draws=200_000)
    assert found.better == pytest.approx(stats.beta(1, 0.5).sf(1 - np.sqrt(0.5)), abs=0.004)
    assert found.worse == 0


def test_gains_at_the_border_count_by_half():
    """All gains equal the region's end, as written: pairs of two lie on its border."""
    for low, high in ((0.7, 0.8), (0.5, 0.6)):
        study = cc.studies.Study.of({"a": [high] * 8, "b": [low] * 8}, better="high")
        found = cc.studies.signed_rank_posterior(study, "a", "b", rope=0.1, draws=2000)
        assert (found.better, found.alike, found.worse) == (0, 1, 0)


def test_algorithms_that_are_one_are_as_likely_better_as_worse():
    study = cc.studies.Study.of({"a": [1, 2, 3], "b": [1, 2, 3]}, better="high")
    none = cc.studies.signed_rank_posterior(study, "a", "b", rope=0, draws=1000)
    assert (none.better, none.alike, none.worse) == (0.5, 0, 0.5)
    assert cc.studies.signed_rank_posterior(study, "a", "b", rope=0.1, draws=1000).alike == 1


def test_a_seed_repeats_itself_and_sides_swap():
    found = cc.studies.signed_rank_posterior(STUDY, "a", "b", rope=0.1, seed=3, draws=5000)
    assert found == cc.studies.signed_rank_posterior(STUDY, "a", "b", rope=0.1, seed=3, draws=5000)
    other = cc.studies.signed_rank_posterior(STUDY, "b", "a", rope=0.1, seed=3, draws=5000)
    assert (other.better, other.worse) == pytest.approx((found.worse, found.better), abs=1e-12)
    assert found.better + found.alike + found.worse == pytest.approx(1)
    assert 0 < found.standard_error < 0.01
    assert cc.studies.PracticalVerdict.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rope": -1}, "rope must not be negative; got -1"),
        ({"rope": 1, "prior_strength": 0}, "prior_strength must be positive; got 0"),
        ({"rope": 1, "draws": 0}, "draws must be a whole number, 1 or more; got 0"),
        ({"rope": 1, "seed": -1}, "a seed must be a whole number, 0 or more; got -1"),
        ({"rope": float("nan")}, "rope must be a finite number; got nan"),
    ],
)
def test_what_the_posterior_refuses(options, error):
    assert refusal(lambda: loose.studies.signed_rank_posterior(STUDY, "a", "b", **options)) == error
