"""The Mann–Whitney test, exact and normal."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

import costcurves as cc
from costcurves import InputError, Tally, UndefinedError
from costcurves.stats import mann_whitney_test
from tests.unit.refusals import refusal

loose: Any = mann_whitney_test
SIDES = ("two-sided", "greater", "less")


def by_permutation(labels: list[int], scores: list[float], alternative: str) -> float:
    """Over all ways to choose the positives; doubled U is whole, so that ties are exact."""

    def doubled(chosen: tuple[int, ...]) -> int:
        others = [score for row, score in enumerate(scores) if row not in chosen]
        return sum((scores[i] > s) * 2 + (scores[i] == s) for i in chosen for s in others)

    found = doubled(tuple(row for row, label in enumerate(labels) if label))
    law = np.array([doubled(c) for c in itertools.combinations(range(len(labels)), sum(labels))])
    below, above = float(np.mean(law <= found)), float(np.mean(law >= found))
    return {"two-sided": min(1.0, 2 * min(below, above)), "greater": above, "less": below}[alternative]


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        ([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1]),
        ([1, 1, 0, 1, 0, 0, 0, 0], [3, 3, 3, 2, 2, 1, 1, 1]),
        ([1, 0, 0, 1, 1, 1, 0, 1, 1], [3, 3, 2, 2, 1, 1, 0, 0, 0]),  # negatives are rarer
        ([1, 0, 1, 0, 0, 1, 0], [0, 1, 0, 2, 5, 0, 5]),
        ([1, 0, 0], [1, 1, 2]),
        ([1, 0], [2, 1]),
        ([1, 1, 0, 0], [7, 7, 7, 7]),
    ],
)
def test_exact_p_values_are_those_of_all_permutations(labels, scores, alternative):
    result = mann_whitney_test(Tally.from_scores(labels, scores), alternative=alternative)
    assert result.pvalue == pytest.approx(by_permutation(labels, scores, alternative), rel=1e-13)
    assert result.method == "exact Mann–Whitney test"
    assert result.alternative == alternative


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("sizes", [(20, 20), (50, 50), (3, 200), (200, 3)])
def test_exact_p_values_without_ties_are_those_of_scipy(sizes, alternative):
    rng = np.random.default_rng(sum(sizes))
    positives, negatives = rng.normal(0.4, 1, sizes[0]), rng.normal(0, 1, sizes[1])
    expected = mannwhitneyu(positives, negatives, alternative=alternative, method="exact")
    result = mann_whitney_test(of_two(positives, negatives), alternative=alternative)
    assert (result.statistic, result.method) == (expected.statistic, "exact Mann–Whitney test")
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("distinct", [3, 12, 10**6])
def test_normal_p_values_are_those_of_scipy(distinct, alternative):
    rng = np.random.default_rng(distinct)
    positives, negatives = (rng.integers(0, distinct, size) for size in (70, 90))
    expected = mannwhitneyu(positives, negatives, alternative=alternative, method="asymptotic")
    result = mann_whitney_test(of_two(positives, negatives), method="normal", alternative=alternative)
    assert result.statistic == expected.statistic
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-12)


def test_many_records_are_left_to_the_normal_law():
    rng = np.random.default_rng(0)
    tally = of_two(rng.normal(size=400), rng.normal(size=400))
    assert mann_whitney_test(tally).method == "normal Mann–Whitney test"
    assert refusal(lambda: mann_whitney_test(tally, method="exact"), InputError) == (
        'an exact Mann–Whitney test needs few records; got 400 positive and 400 negative: use method="normal"'
    )


def test_both_laws_agree_on_larger_samples():
    rng = np.random.default_rng(1)
    tally = of_two(rng.integers(0, 9, 45), rng.integers(0, 10, 60))
    exact, normal = (mann_whitney_test(tally, method=method).pvalue for method in ("exact", "normal"))
    assert normal == pytest.approx(exact, rel=0.02)


def test_the_statistic_is_the_auc_times_the_number_of_pairs():
    labels, scores, weights = [1, 0, 1, 0, 0], [5, 5, 3, 2, 5], [2, 1, 3, 4, 2]
    tally = Tally.from_scores(labels, scores, weights)
    rows = Tally.from_scores(np.repeat(labels, weights), np.repeat(scores, weights))
    assert mann_whitney_test(tally).statistic == pytest.approx(cc.RocCurve.of(tally).auc * 5 * 7)
    assert mann_whitney_test(tally).pvalue == mann_whitney_test(rows).pvalue


@pytest.mark.parametrize("method", ["exact", "normal"])
def test_equal_scores_tell_nothing(method):
    tally = Tally.from_counts([1], [30], [40])
    assert mann_whitney_test(tally, method=method).pvalue == 1


def test_a_prevalence_changes_nothing():
    tally = Tally.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    assert mann_whitney_test(tally.at_prevalence(0.01)).pvalue == mann_whitney_test(tally).pvalue


def test_what_is_refused():
    tally = Tally.from_scores([1, 0, 1], [1, 2, 3])
    assert refusal(lambda: loose(tally, method="fast")) == (
        "no such method 'fast'; choose from 'auto', 'exact', 'normal'"
    )
    assert refusal(lambda: loose(tally, alternative="more")) == (
        "no such alternative 'more'; choose from 'two-sided', 'greater', 'less'"
    )
    assert "count records; got fractional weights, or amounts of money: give the records" in refusal(
        lambda: mann_whitney_test(Tally.from_scores([1, 0], [1, 2], [0.5, 1]))
    )
    assert "needs records of both classes" in refusal(
        lambda: mann_whitney_test(Tally.from_scores([1, 1], [1, 2])), UndefinedError
    )
    assert "number of records of each class" in refusal(
        lambda: mann_whitney_test(Tally.from_points([0.1], [0.5])), UndefinedError
    )


def of_two(positives: Any, negatives: Any) -> Tally:
    """Tally two samples."""
    labels = np.repeat([1, 0], [len(positives), len(negatives)])
    return Tally.from_scores(labels, np.concatenate([positives, negatives]))
