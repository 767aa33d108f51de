"""Laws of comparing algorithms over many data sets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import costcurves as cc
from costcurves.inference.studies.mean_ranks import groups

PVALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@st.composite
def studies(draw) -> cc.studies.Study:
    """Results with two decimals, often tied."""
    algorithms, datasets = draw(st.integers(2, 6)), draw(st.integers(2, 12))
    whole = st.integers(0, draw(st.sampled_from([2, 9, 999])))
    table = draw(
        st.lists(
            st.lists(whole, min_size=algorithms, max_size=algorithms), min_size=datasets, max_size=datasets
        )
    )
    names = tuple("abcdef"[:algorithms])
    return cc.studies.Study(np.array(table) / 100, names, better=draw(st.sampled_from(["high", "low"])))


@given(PVALUES)
def test_holm_is_at_least_the_raw_p_value_in_its_order_and_at_most_bonferronis(pvalues):
    adjusted, raw = cc.stats.holm(pvalues), np.array(pvalues)
    assert np.all(adjusted >= raw)
    assert np.all(adjusted <= cc.stats.bonferroni(pvalues))
    order = np.argsort(raw, kind="stable")
    assert np.all(np.diff(adjusted[order]) >= 0)
    equal = raw[:, None] == raw[None, :]
    assert np.all((adjusted[:, None] == adjusted[None, :])[equal])


@given(PVALUES, st.randoms(use_true_random=False))
def test_holm_follows_its_p_values(pvalues, random):
    order = list(range(len(pvalues)))
    random.shuffle(order)
    shuffled = cc.stats.holm([pvalues[i] for i in order])
    assert np.sort(shuffled).tolist() == np.sort(cc.stats.holm(pvalues)).tolist()


@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["two-sided", "greater", "less"]))
def test_sign_test_counts_all_tosses(wins, losses, alternative):
    size = wins + losses
    assume(0 < size <= 12)
    tosses = [sum(toss) for toss in product((0, 1), repeat=size)]
    upper = Fraction(sum(heads >= wins for heads in tosses), 2**size)
    lower = Fraction(sum(heads <= wins for heads in tosses), 2**size)
    want = {"greater": upper, "less": lower, "two-sided": min(Fraction(1), 2 * min(upper, lower))}[
        alternative
    ]
    assert cc.studies.sign_test(wins, losses, alternative=alternative).pvalue == float(want)


@given(st.integers(1, 80), st.floats(0.0005, 0.9), st.sampled_from(["two-sided", "greater"]))
def test_critical_values_are_where_significance_ends(size, alpha, alternative):
    k = cc.studies.sign_test_critical(size, alpha=alpha, alternative=alternative)
    last = -1 if k is None else k
    for rare in (last, last + 1):
        if 0 <= rare <= size:
            found = cc.studies.sign_test(size - rare, rare, alternative=alternative)
            if alternative == "greater" or rare <= size - rare:
                assert found.significant(alpha) == (rare == last)


@given(studies(), st.randoms(use_true_random=False))
def test_order_of_data_sets_and_algorithms_does_not_matter(study, random):
    rows, columns = list(range(len(study))), list(range(len(study.algorithms)))
    random.shuffle(rows)
    random.shuffle(columns)
    other = cc.studies.Study(
        study.results[np.ix_(rows, columns)],
        tuple(study.algorithms[j] for j in columns),
        better=study.better,
    )
    assume(np.ptp(study.results, axis=1).any())
    for test in (cc.studies.friedman_test, cc.studies.iman_davenport_test):
        assert test(other).pvalue == pytest.approx(test(study).pvalue, rel=1e-9, abs=1e-12)
    for pair in (("a", "b"), ("b", "a")):
        assert cc.studies.win_tie_loss(other).of(*pair) == cc.studies.win_tie_loss(study).of(*pair)
        assert cc.studies.wilcoxon_test(other, *pair) == cc.studies.wilcoxon_test(study, *pair)


@given(studies())
def test_what_is_better_turns_with_the_sign(study):
    other = cc.studies.Study(
        -study.results, study.algorithms, study.datasets, better="low" if study.better == "high" else "high"
    )
    assert other.ranks.tolist() == study.ranks.tolist()
    assert other.gains("a", "b") == study.gains("a", "b")


@given(studies())
def test_ranks_add_up_on_every_data_set(study):
    count = len(study.algorithms)
    assert study.ranks.sum(axis=1).tolist() == [count * (count + 1) / 2] * len(study)


@given(studies())
def test_wins_ties_and_losses_are_all_data_sets(study):
    found = cc.studies.win_tie_loss(study)
    assert np.all(found.wins + found.wins.T + found.ties == len(study))


@given(studies())
def test_one_sided_tests_turn_with_the_pair(study):
    greater = cc.studies.wilcoxon_test(study, "a", "b", alternative="greater")
    less = cc.studies.wilcoxon_test(study, "b", "a", alternative="less")
    assert greater.pvalue == pytest.approx(less.pvalue, rel=1e-12)


@given(studies(), st.floats(0.01, 3))
def test_groups_hold_exactly_the_pairs_that_are_near(study, reach):
    ranks = cc.studies.mean_ranks(study)
    of = dict(zip(ranks.algorithms, ranks.ranks.tolist(), strict=True))
    names = ranks.algorithms
    near = {frozenset((a, b)) for a in names for b in names if a != b and abs(of[a] - of[b]) < reach}
    found = groups(ranks, reach)
    assert {frozenset((a, b)) for group in found for a in group for b in group if a != b} == near
    sets = [set(group) for group in found]
    assert not any(one < other for one in sets for other in sets)


@given(studies())
def test_nemenyi_lies_between_the_raw_p_value_and_bonferronis(study):
    found = cc.studies.nemenyi_test(study)
    assert np.all(found.pvalues >= found.unadjusted)
    assert np.all(found.pvalues <= cc.stats.bonferroni(found.unadjusted))
