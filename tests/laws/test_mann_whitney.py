"""The exact Mann–Whitney test: the law of all choices of the positives, whatever the scores."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurves.stats import mann_whitney_test
from tests.laws import strategies as some

SIDES = ("two-sided", "greater", "less")
sides = st.sampled_from(SIDES)


def expected(records: some.Scored, alternative: str) -> Fraction:
    """Count the choices whose U lies at least as far out."""
    # Ranks compare as scores do and never overflow.
    scores = np.unique(records.scores, return_inverse=True)[1].tolist()
    rows = range(len(records))

    def doubled(chosen: tuple[int, ...]) -> int:
        others = set(rows) - set(chosen)
        return sum(1 + (scores[i] > scores[j]) - (scores[i] < scores[j]) for i in chosen for j in others)

    found = doubled(tuple(np.flatnonzero(records.labels).tolist()))
    law = [doubled(chosen) for chosen in itertools.combinations(rows, int(records.labels.sum()))]
    below = Fraction(sum(value <= found for value in law), len(law))
    above = Fraction(sum(value >= found for value in law), len(law))
    return {"two-sided": min(Fraction(1), 2 * min(below, above)), "greater": above, "less": below}[
        alternative
    ]


@given(some.scored(max_size=5), sides)
def test_p_is_the_share_of_choices_as_far_out(records, alternative):
    found = mann_whitney_test(records.tally(), method="exact", alternative=alternative)
    assert found.pvalue == pytest.approx(float(expected(records, alternative)), rel=1e-12)


@given(some.scored(scores=some.tied), sides, st.sampled_from(("exact", "normal")))
def test_classes_turned_round_and_scores_negated_change_nothing(records, alternative, method):
    one, other = (
        mann_whitney_test(side.tally(), method=method, alternative=alternative)
        for side in (records, records.mirrored())
    )
    assert one.statistic == other.statistic
    assert one.pvalue == pytest.approx(other.pvalue, rel=1e-11)


@given(some.scored(), st.sampled_from(("exact", "normal")))
def test_negated_scores_swap_the_sides(records, method):
    turned = records.rescored(lambda score: -score)
    greater = mann_whitney_test(records.tally(), method=method, alternative="greater")
    less = mann_whitney_test(turned.tally(), method=method, alternative="less")
    assert greater.pvalue == pytest.approx(less.pvalue, rel=1e-11)


@given(some.scored(scores=some.probabilities), st.sampled_from(sorted(some.RISING)), st.data())
def test_only_the_order_of_scores_counts(records, change, data):
    order = data.draw(some.orders(len(records)))
    moved = records.rescored(some.RISING[change]).take(order)
    for method in ("exact", "normal"):
        one, other = (mann_whitney_test(r.tally(), method=method) for r in (records, moved))
        assert (one.statistic, one.pvalue) == (other.statistic, other.pvalue)
