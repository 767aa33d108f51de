"""Intervals for the difference in cost of two classifiers, from counts."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

from costcurves.inference.counts.cost_intervals import nec_difference_ends, nec_difference_interval
from costcurves.inference.counts.laws import nec_difference_law
from costcurves.inference.counts.paired_rates import paired_difference_interval
from tests.unit.refusals import refusal

interval: Any = nec_difference_interval
FIGURES: Any = {"fn": (9, 4), "positives": 50, "fp": (6, 11), "negatives": 80}


def test_at_the_ends_it_is_the_interval_of_one_class():
    for pc, counts in ((1, (9, 4, 50)), (0, (6, 11, 80))):
        found, want = interval(**FIGURES, pc=pc), paired_difference_interval(*counts)
        # Equal but for the rounding of two more subtractions.
        wanted = pytest.approx((want.estimate, want.low, want.high), rel=1e-14)
        assert (found.estimate, found.low, found.high) == wanted


@pytest.mark.parametrize("pc", [0.2, 0.5, 0.8])
def test_it_agrees_with_the_exact_law_where_records_are_many(pc):
    more = {"fn": (900, 400), "positives": 5000, "fp": (600, 1100), "negatives": 8000, "pc": pc}
    found, law = interval(**more), nec_difference_law(**more).interval()
    assert found.estimate == pytest.approx(law.estimate)
    assert (found.low, found.high) == pytest.approx((law.low, law.high), abs=0.01 * law.width)


def test_it_turns_around():
    one = interval(**FIGURES, pc=0.3)
    other = interval(fn=(4, 9), positives=50, fp=(11, 6), negatives=80, pc=0.3)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.low < one.estimate < one.high


def test_equal_classifiers_among_few_records_may_still_differ():
    found = interval(fn=(0, 0), positives=10, fp=(0, 0), negatives=20, pc=0.5)
    assert found.estimate == 0
    assert -0.3 < found.low < -0.1 < 0.1 < found.high < 0.3


def test_exact_coverage():
    """Of all outcomes of 25 positives and 30 negatives, those whose interval holds the difference."""
    (p, q), (r, s), x = (0.2, 0.1), (0.05, 0.15), 0.4
    tables = {n: [t for t in itertools.product(range(n + 1), repeat=2) if sum(t) <= n] for n in (25, 30)}
    law = {
        n: stats.multinomial.pmf([(b, c, n - b - c) for b, c in tables[n]], n, [*rates, 1 - sum(rates)])
        for n, rates in ((25, (p, q)), (30, (r, s)))
    }
    misses, alarms = (np.array(tables[n]).T for n in (25, 30))
    covered, target = 0.0, x * (p - q) + (1 - x) * (r - s)
    for j, share in enumerate(law[30]):
        if share > 1e-6:
            only = tuple(alarms[:, j].astype(float))
            _, low, high = nec_difference_ends(tuple(misses), 25, only, 30, x, 0.95)
            covered += float(share * law[25][(low <= target) & (target <= high)].sum())
    assert 0.93 < covered < 0.98


def test_what_is_no_table_is_refused():
    assert refusal(lambda: interval(**FIGURES | {"fn": (30, 30)}, pc=0.5)).endswith(
        "got 60 of 50 (fn of positives)"
    )
    assert refusal(lambda: interval(**FIGURES | {"fp": 3}, pc=0.5)).startswith(
        "fp must be a pair: of a alone"
    )
    assert refusal(lambda: interval(**FIGURES, pc=1.5)) == "pc must lie in [0, 1]; got 1.5"
    assert refusal(lambda: interval(**FIGURES | {"negatives": 0, "fp": (0, 0)}, pc=0.5)).endswith(
        "got 0 of 0 (fp of negatives)"
    )
