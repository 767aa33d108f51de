"""Algorithms over many data sets: Fürnkranz's course slides, and Demšar, JMLR 7, 2006."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

import costcurves as cc
from costcurves.examples import accuracies26

DATASETS, ACCURACIES = accuracies26()
STUDY = cc.studies.Study.of(ACCURACIES, better="high", datasets=DATASETS)
#: Four variants of C4.5 by area under the ROC curve on 14 data sets: mean ranks as printed.
DEMSAR = cc.studies.MeanRanks(
    ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"), [3.143, 2.0, 2.893, 1.964], datasets=14
)

#: Critical values of the two-sided sign test as printed; the slides leave out 39 and 40 data sets.
SIZES = (*range(6, 39), *range(41, 74))
ONE_PER_CENT = """
    — — 0 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 6 6 6 7 7 7 8 8 9 9 9 10 10 11 12 12 13 13 13 14 14 15 15 15
    16 16 17 17 17 18 18 19 19 20 20 20 21 21 22 22 22 23 23 24 24 25
"""
FIVE_PER_CENT = """
    0 0 0 1 1 1 2 2 2 3 3 4 4 4 5 5 5 6 6 7 7 7 8 8 9 9 9 10 10 11 11 12 12 13 14 14 15 15 15 16 16 17
    17 18 18 18 19 19 20 20 21 21 21 22 22 23 23 24 24 25 25 25 26 26 27 27
"""


@pytest.mark.parametrize(("alpha", "printed"), [(0.01, ONE_PER_CENT), (0.05, FIVE_PER_CENT)])
def test_table_of_critical_values(alpha, printed):
    found = [cc.studies.sign_test_critical(size, alpha=alpha) for size in SIZES]
    assert found == [None if text == "—" else int(text) for text in printed.split()]
    assert len(found) == 66


def test_rows_that_the_table_leaves_out():
    found = [
        [cc.studies.sign_test_critical(size, alpha=alpha) for alpha in (0.01, 0.05)] for size in (39, 40)
    ]
    assert found == [[11, 12], [11, 13]]


def test_one_sided_values_are_others():
    printed = [*ONE_PER_CENT.split(), *FIVE_PER_CENT.split()]
    places = [(size, alpha) for alpha in (0.01, 0.05) for size in SIZES]
    found = [
        cc.studies.sign_test_critical(size, alpha=alpha, alternative="greater") for size, alpha in places
    ]
    texts = ["—" if k is None else str(k) for k in found]
    assert sum(text != other for text, other in zip(texts, printed, strict=True)) == 104


def test_twenty_data_sets_fourteen_losses():
    """4 wins, 14 losses, 2 ties: significant at 5 %, not at 1 %. Sums begin at 0; the slides print 1."""
    result = cc.studies.sign_test(4, 14, 2)
    assert result.pvalue == pytest.approx(0.030884, abs=5e-7)
    assert (result.significant(0.05), result.significant(0.01)) == (True, False)
    assert cc.studies.sign_test(4, 14, 2, method="normal").pvalue == pytest.approx(0.033895, abs=5e-7)


def test_averages():
    means = dict(zip(STUDY.algorithms, STUDY.results.mean(axis=0).round(2).tolist(), strict=True))
    assert means == {"Grading": 85.04, "Select": 84.59, "Stacking": 84.68, "Voting": 84.88}


def test_wins_ties_losses():
    """The slides print 10/0/16 for Select against Stacking, which their own accuracies contradict."""
    found = {pair: str(outcome) for pair, outcome in cc.studies.win_tie_loss(STUDY).pairs.items()}
    assert found == {
        ("Grading", "Select"): "15/1/10",
        ("Grading", "Stacking"): "11/0/15",
        ("Grading", "Voting"): "12/0/14",
        ("Select", "Stacking"): "11/0/15",
        ("Select", "Voting"): "14/0/12",
        ("Stacking", "Voting"): "15/1/10",
    }


@pytest.mark.parametrize(
    ("pair", "sign", "wilcoxon", "t"),
    [
        (("Grading", "Select"), 0.4244, (110.5, 0.1617), (1.4273, 0.1659)),
        (("Grading", "Stacking"), 0.5572, (170, 0.8889), (0.7082, 0.4854)),
        (("Grading", "Voting"), 0.8450, (169.5, 0.8789), (0.6141, 0.5447)),
        (("Select", "Stacking"), 0.5572, (154, 0.5850), None),
        (("Select", "Voting"), 0.8450, (156, 0.6204), None),
        (("Stacking", "Voting"), 0.4244, (158.5, 0.9143), None),
    ],
)
def test_no_pair_differs(pair, sign, wilcoxon, t):
    assert cc.studies.sign_test(*cc.studies.win_tie_loss(STUDY).of(*pair)).pvalue == pytest.approx(
        sign, abs=5e-5
    )
    ranked = cc.studies.wilcoxon_test(STUDY, *pair, method="normal")
    assert (ranked.statistic, ranked.pvalue) == pytest.approx(wilcoxon, abs=5e-5)
    if t is not None:
        found = cc.studies.paired_t_test(STUDY, *pair)
        assert (found.statistic, found.pvalue) == pytest.approx(t, abs=5e-5)


@pytest.mark.parametrize(
    ("pair", "t", "pvalue"), [(("Grading", "Select"), 121, 0.1663), (("Stacking", "Voting"), 169, 0.8689)]
)
def test_ranks_of_zeros_are_split(pair, t, pvalue):
    found = cc.studies.wilcoxon_test(STUDY, *pair, zeros="split", method="normal")
    assert (found.statistic, found.pvalue) == pytest.approx((t, pvalue), abs=5e-5)


def test_friedman():
    assert STUDY.ranks.sum(axis=0).tolist() == [65.5, 68.5, 58.5, 67.5]
    plain = cc.studies.friedman_test(STUDY, tie_correction=False)
    assert (plain.statistic, plain.pvalue) == pytest.approx((1.407692, 0.7037), abs=4e-5)
    tied = cc.studies.friedman_test(STUDY)
    assert (tied.statistic, tied.pvalue) == pytest.approx((1.418605, 0.7012), abs=4e-5)
    f = cc.studies.iman_davenport_test(STUDY, tie_correction=False)
    assert (f.statistic, f.pvalue) == pytest.approx((0.459476, 0.7114), abs=4e-5)


def test_post_hoc():
    """A critical difference of 0.9199: with infinitely many degrees, as Demšar's tables, not 100."""
    pairwise = cc.studies.nemenyi_test(STUDY)
    assert pairwise.critical_difference == pytest.approx(0.9199, abs=5e-5)
    assert cc.studies.nemenyi_test(STUDY, alpha=0.1).critical_difference == pytest.approx(0.8204, abs=5e-5)
    assert pairwise.significant == ()
    assert max(abs(pairwise.z)) == pytest.approx(1.0742, abs=5e-5)
    dunn = [
        cc.studies.bonferroni_dunn_test(STUDY, "Stacking", alpha=alpha).critical_difference
        for alpha in (0.05, 0.1)
    ]
    assert dunn == pytest.approx([0.8572, 0.7620], abs=5e-5)
    stepwise = cc.studies.holm_test(STUDY, "Stacking")
    alone = dict(zip((other for _, other in stepwise.pairs), stepwise.unadjusted.tolist(), strict=True))
    assert alone == pytest.approx({"Select": 0.2827, "Voting": 0.3337, "Grading": 0.4521}, abs=5e-5)
    assert stepwise.pvalues == pytest.approx([0.8482] * 3, abs=5e-5)


def test_example_of_demsar():
    assert cc.studies.friedman_test(DEMSAR).statistic == pytest.approx(9.28, abs=5e-3)
    found = cc.studies.iman_davenport_test(DEMSAR)
    assert found.statistic == pytest.approx(3.69, abs=5e-3)
    assert found.statistic > stats.f.isf(0.05, 3, 39) == pytest.approx(2.845, abs=5e-4)
    reach = [cc.studies.nemenyi_test(DEMSAR, alpha=alpha).critical_difference for alpha in (0.05, 0.1)]
    assert reach == pytest.approx([1.25, 1.12], abs=5e-3)
    dunn = [
        cc.studies.bonferroni_dunn_test(DEMSAR, "C4.5", alpha=alpha).critical_difference
        for alpha in (0.05, 0.1)
    ]
    assert dunn == pytest.approx([1.16, 1.04], abs=1e-2)


#: Quantiles for 2 to 10 algorithms. Bonferroni–Dunn for 9 at 5 % is 2.734; 2.724 is printed in places.
QUANTILES = {
    ("nemenyi", 0.05): [1.960, 2.344, 2.569, 2.728, 2.850, 2.948, 3.031, 3.102, 3.164],
    ("nemenyi", 0.10): [1.645, 2.052, 2.291, 2.460, 2.589, 2.693, 2.780, 2.855, 2.920],
    ("dunn", 0.05): [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773],
    ("dunn", 0.10): [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539],
}


@pytest.mark.parametrize(("test", "alpha"), QUANTILES)
def test_quantiles(test, alpha):
    found = []
    for count in range(2, 11):
        names = tuple("abcdefghij"[:count])
        ranks = cc.studies.MeanRanks(names, np.arange(1, count + 1), datasets=7)
        made = (
            cc.studies.nemenyi_test(ranks, alpha=alpha)
            if test == "nemenyi"
            else cc.studies.bonferroni_dunn_test(ranks, "a", alpha=alpha)
        )
        assert made.critical_difference is not None
        found.append(made.critical_difference / ranks.standard_error)
    assert found == pytest.approx(QUANTILES[test, alpha], abs=6e-4)


#: Of baycomp 1.0.3, `SignedRankTest.probs(second, first, 1.0, random_state=1)`: worse, alike, better.
BAYESIAN = {
    ("Grading", "Select"): (0.0, 0.98884, 0.01116),
    ("Grading", "Stacking"): (0.00524, 0.9395, 0.05526),
    ("Grading", "Voting"): (0.0, 0.99704, 0.00296),
    ("Select", "Stacking"): (0.00188, 0.99726, 0.00086),
    ("Select", "Voting"): (0.15188, 0.82542, 0.0227),
    ("Stacking", "Voting"): (0.1645, 0.79332, 0.04218),
}


@pytest.mark.parametrize("pair", BAYESIAN)
def test_practical_differences(pair):
    found = cc.studies.signed_rank_posterior(STUDY, *pair, rope=1)
    assert (found.worse, found.alike, found.better) == pytest.approx(BAYESIAN[pair], abs=0.01)


def test_pairs_are_all_of_them():
    assert set(BAYESIAN) == set(itertools.combinations(STUDY.algorithms, 2))
