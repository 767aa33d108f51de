"""Intervals of rates solve the equations that define them."""

from __future__ import annotations

import pytest
from scipy.stats import binom, norm

from costcurves.rate_intervals import clopper_pearson, wilson


@pytest.mark.parametrize(("hits", "size"), [(0, 10), (3, 10), (10, 10), (1, 1), (50, 1000)])
def test_wilson_ends_solve_their_equation(hits, size):
    low, high = wilson([hits], size, 0.95)
    z = norm.ppf(0.975)
    for end in (low[0], high[0]):
        # (share − end)² = z²·end·(1 − end)/size, except at 0 and 1 where nothing can lie beyond.
        if 0 < end < 1:
            assert (hits / size - end) ** 2 == pytest.approx(z**2 * end * (1 - end) / size)
    assert low[0] <= hits / size <= high[0]
    assert bool(low[0] == 0) is (hits == 0)
    assert bool(high[0] == 1) is (hits == size)


@pytest.mark.parametrize(("hits", "size"), [(0, 10), (3, 10), (10, 10), (1, 1), (50, 1000)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_clopper_and_pearson_leave_half_of_the_rest_beyond_each_end(hits, size, level):
    low, high = clopper_pearson(hits, size, level)
    if hits:
        assert binom.sf(hits - 1, size, low) == pytest.approx((1 - level) / 2)
    else:
        assert low == 0
    if hits < size:
        assert binom.cdf(hits, size, high) == pytest.approx((1 - level) / 2)
    else:
        assert high == 1


def test_figures_of_one_miss_among_twelve():
    assert [round(float(end), 6) for end in wilson(1, 12, 0.95)] == [0.014865, 0.35388]
    assert [round(float(end), 6) for end in clopper_pearson(1, 12, 0.95)] == [0.002108, 0.384796]
