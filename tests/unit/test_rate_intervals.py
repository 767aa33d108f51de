"""Intervals of rates solve the equations that define them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta, binom, norm

from costcurves.measures.rate_intervals import (
    RATE_INTERVALS,
    agresti_coull,
    clopper_pearson,
    jeffreys,
    smoothed,
    wilson,
)


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


@pytest.mark.parametrize(("hits", "size"), [(0, 10), (3, 10), (10, 10), (1, 1), (50, 1000), (2.5, 7.25)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_jeffreys_ends_are_quantiles_of_the_posterior(hits, size, level):
    low, high = jeffreys(hits, size, level)
    posterior = beta(hits + 0.5, size - hits + 0.5)
    assert low == (0 if hits == 0 else pytest.approx(posterior.ppf((1 - level) / 2)))
    assert high == (1 if hits == size else pytest.approx(posterior.isf((1 - level) / 2)))


def test_agresti_and_coull_contain_wilson_about_the_same_centre():
    hits, size = np.arange(1, 40), 40
    (low, high), (inner_low, inner_high) = (f(hits, size, 0.9) for f in (agresti_coull, wilson))
    assert np.all((low <= inner_low) & (inner_high <= high))
    whole = (low > 0) & (high < 1)
    assert np.count_nonzero(whole) > 30
    assert (low + high)[whole] == pytest.approx((inner_low + inner_high)[whole])


# Newcombe (1998), Statistics in Medicine 17, 857-872, Table I: 81/263, 15/148, 0/20, 1/29.
@pytest.mark.parametrize(
    ("method", "hits", "size", "ends"),
    [
        ("wald", 81, 263, (0.2522, 0.3638)),
        ("wald", 15, 148, (0.0527, 0.1500)),
        ("wald", 1, 29, (0.0, 0.1009)),
        ("wilson", 81, 263, (0.2553, 0.3662)),
        ("wilson", 15, 148, (0.0624, 0.1605)),
        ("wilson", 0, 20, (0.0, 0.1611)),
        ("wilson", 1, 29, (0.0061, 0.1718)),
        ("clopper-pearson", 81, 263, (0.2527, 0.3676)),
        ("clopper-pearson", 15, 148, (0.0578, 0.1617)),
        ("clopper-pearson", 0, 20, (0.0, 0.1684)),
        ("clopper-pearson", 1, 29, (0.0009, 0.1776)),
    ],
)
def test_published_intervals(method, hits, size, ends):
    assert RATE_INTERVALS[method](hits, size, 0.95) == pytest.approx(ends, abs=6e-5)


@pytest.mark.parametrize("name", RATE_INTERVALS)
def test_every_interval_holds_its_share_mirrors_and_broadcasts(name):
    ends = RATE_INTERVALS[name]
    hits, size = np.array([0, 0.5, 3, 9.5, 10])[:, None], 10
    level = np.array([0.5, 0.9, 0.99, 1 - 1e-6])
    low, high = ends(hits, size, level)
    assert low.shape == high.shape == (5, 4)
    assert np.all((low >= 0) & (low <= hits / size) & (hits / size <= high) & (high <= 1))
    assert np.all(np.diff(low, axis=1) <= 0)
    assert np.all(np.diff(high, axis=1) >= 0)
    other_low, other_high = ends(size - hits, size, level)
    assert other_low == pytest.approx(1 - high, abs=1e-10)
    assert other_high == pytest.approx(1 - low, abs=1e-10)


@pytest.mark.parametrize(
    ("name", "least"), [("clopper-pearson", 0.95), ("wilson", 0.92), ("jeffreys", 0.92), ("wald", 0)]
)
def test_exact_coverage_of_rates_away_from_the_ends(name, least):
    """Wald's is what it is: below 90 % even here."""
    size = 30
    hits = np.arange(size + 1)
    low, high = RATE_INTERVALS[name](hits, size, 0.95)
    cover = [
        float(binom.pmf(hits, size, rate)[(low <= rate) & (rate <= high)].sum())
        for rate in np.linspace(0.1, 0.9, 161)
    ]
    assert min(cover) >= least
    assert (min(cover) < 0.9) is (name == "wald")


def test_smoothed_rates():
    assert smoothed([0, 1, 12], 12, 1).tolist() == [1 / 14, 2 / 14, 13 / 14]
    assert smoothed(3, 12, 0) == 0.25
