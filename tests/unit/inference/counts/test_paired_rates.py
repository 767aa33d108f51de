"""Differences of rates on the same records."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

from costcurves.inference.counts import paired_rates
from costcurves.inference.counts.paired_rates import mcnemar_test, tango
from tests.unit.refusals import refusal

interval: Any = paired_rates.paired_difference_interval


@pytest.mark.parametrize("method", paired_rates.DIFFERENCES)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_differences_hold_what_was_found_stay_inside_and_switch_around(method, level):
    for b, c, both in itertools.product((0, 1, 4), (0, 2, 5), (0, 1)):
        found, other = (interval(*two, 10, level=level, method=method, both=both) for two in ((b, c), (c, b)))
        assert -1 <= found.low <= found.estimate <= found.high <= 1
        assert found.estimate == (b - c) / 10
        assert found.low == pytest.approx(-other.high, abs=1e-12)
        assert found.high == pytest.approx(-other.low, abs=1e-12)


def rejects(b: int, c: int, n: int, z: float, difference: float) -> bool:
    """Score test of a difference; the likeliest share of the second discordance by brute force."""
    least = max(0.0, -difference)
    shares = np.linspace(least, (1 - difference) / 2, 20_001)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = [(b, shares + difference), (c, shares), (n - b - c, 1 - 2 * shares - difference)]
        likelihood = sum(k * np.log(np.maximum(p, 0)) if k else 0 * p for k, p in parts)
    q = shares[np.argmax(likelihood)]
    variance = n * (2 * q + difference - difference**2)
    return bool(abs(b - c - n * difference) > z * max(variance, 0) ** 0.5)


@pytest.mark.parametrize(
    ("b", "c", "n"), [(9, 4, 50), (12, 2, 50), (0, 1, 44), (7, 0, 7), (0, 0, 12), (3, 3, 6)]
)
def test_tango_keeps_what_the_score_test_keeps(b, c, n):
    low, high = (float(end) for end in tango(b, c, n, 0.95))
    z = stats.norm.ppf(0.975)
    for difference in np.linspace(-0.999, 0.999, 60):
        if min(abs(difference - low), abs(difference - high)) > 1e-3:
            assert rejects(b, c, n, z, difference) is not (low <= difference <= high)


def test_tango_of_all_tables_of_some_records_is_one_stretch():
    """Nowhere outside of the ends does the test accept again."""
    n = 9
    b, c = (np.array(v) for v in zip(*((i, j) for i in range(n + 1) for j in range(n + 1 - i)), strict=True))
    for level in (0.5, 0.95, 0.9999):
        low, high = tango(b, c, n, level)
        z = stats.norm.ppf((1 + level) / 2)
        for difference in np.linspace(-1, 1, 401):
            spread = np.sqrt(paired_rates._variance(b, c, np.full(b.shape, n), np.full(b.shape, difference)))
            kept = np.abs(b - c - n * difference) <= z * spread
            inside = (low <= difference) & (difference <= high)
            near = np.minimum(np.abs(low - difference), np.abs(high - difference)) < 1e-9
            assert np.array_equal(kept | near, inside | near)


def test_tango_broadcasts_with_levels_near_1():
    low, high = tango([[9], [0]], 4, 50, [0.5, 0.95, 1 - 1e-6])
    assert low.shape == high.shape == (2, 3)
    assert np.all(np.diff(low, axis=1) < 0)
    assert np.all(np.diff(high, axis=1) > 0)


@pytest.mark.parametrize(("method", "least"), [("tango", 0.93), ("newcombe", 0.93), ("wald", 0.85)])
def test_exact_coverage(method, least):
    """Of all tables of 15 records with these chances, those whose interval holds the difference."""
    chances, n = np.array([0.25, 0.1, 0.4, 0.25]), 15  # only a, only b, both, neither
    covered = 0.0
    tables = [t for t in itertools.product(range(n + 1), repeat=4) if sum(t) == n]
    probability = stats.multinomial.pmf(tables, n, chances)
    held = {
        t: interval(t[0], t[1], n, method=method, both=t[2])
        for t in tables
        if not t[2] or method == "newcombe"
    }
    for (b, c, both, neither), share in zip(tables, probability, strict=True):
        # Only Newcombe's method asks how the others part.
        found = held.get((b, c, both, neither)) or held[b, c, 0, n - b - c]
        covered += 0.0 if found.excludes(0.15) else float(share)
    assert least <= covered < 0.985


def test_what_is_no_table_is_refused():
    assert refusal(lambda: interval(5, 6, 10)) == (
        "records on which one alone is wrong must be at most all records; got 5 and 6 of 10"
    )
    assert refusal(lambda: interval(0, 0, 0)).endswith("got 0 and 0 of 0")
    assert refusal(lambda: interval(-1, 0, 3)) == "only_a must not be negative; got -1"
    assert refusal(lambda: interval(1, 2, 10, method="newcombe")) == (
        'Newcombe\'s method needs the number of records on which both show it; got no `both`: give both=, or use method="tango"'
    )
    assert refusal(lambda: interval(1, 2, 10, method="newcombe", both=8)) == (
        "both must be at most what is left of the records; got 8"
    )
    assert refusal(lambda: interval(1, 2, 10, method="score")) == (
        "no such method 'score'; choose from 'tango', 'newcombe', 'wald'"
    )


def test_mcnemars_test_of_all_records_comes_with_the_interval():
    assert mcnemar_test(1, 7, records=21, level=0.9).estimate == interval(1, 7, 21, level=0.9)
    assert mcnemar_test(1, 7).estimate is None
    assert "got 1 and 7 of 5" in refusal(lambda: mcnemar_test(1, 7, records=5))
