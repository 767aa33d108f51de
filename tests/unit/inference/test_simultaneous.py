"""How sure each of many statements must be for all to hold together."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from costcurves.inference.pvalues import REPLICATES, normal_quantile, pointwise_level

LEVELS = [0.8, 0.95, 0.99]
#: Of a level that draws find: three standard errors of the share of draws below a quantile.
NEAR = 0.0035


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("places", [1, 2, 5, 20])
def test_independent_places_need_sidaks_level(places, level):
    found = pointwise_level(np.diag(np.arange(1.0, places + 1) ** 2), level)
    assert found == pytest.approx(level ** (1 / places), abs=NEAR)


@pytest.mark.parametrize("level", LEVELS)
def test_places_that_move_as_one_need_no_more(level):
    spread = np.array([1.0, 2.0, -3.0])
    found = pointwise_level(np.outer(spread, spread), level)
    assert level <= found <= level + NEAR


@pytest.mark.parametrize("correlation", [0.2, 0.7, 0.95])
@pytest.mark.parametrize("places", [2, 6])
def test_equally_correlated_places_by_integration(places, correlation):
    """P(all |Z| ≤ c) is an integral over what the places share."""
    own, common = np.sqrt(1 - correlation), np.sqrt(correlation)
    covariance = np.full((places, places), correlation) + (1 - correlation) * np.eye(places)
    reach = normal_quantile(pointwise_level(covariance, 0.95))

    def inside(shared: float) -> float:
        ends = [stats.norm.cdf((end - common * shared) / own) for end in (-reach, reach)]
        return float(stats.norm.pdf(shared) * (ends[1] - ends[0]) ** places)

    assert integrate.quad(inside, -9, 9)[0] == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / REPLICATES))


def test_between_the_level_and_bonferronis():
    rng = np.random.default_rng(5)
    for _ in range(20):
        places = int(rng.integers(1, 8))
        root = rng.normal(size=(places, int(rng.integers(1, 8))))
        found = pointwise_level(root @ root.T, 0.9, replicates=4000)
        assert 0.9 <= found <= 1 - 0.1 / places + 0.015


def test_neither_units_nor_places_without_spread_count():
    rng = np.random.default_rng(6)
    root = rng.normal(size=(4, 3))
    covariance = root @ root.T
    units = np.array([1e-3, 1.0, 50.0, 1e4])
    found = pointwise_level(covariance, 0.95)
    assert pointwise_level(covariance * np.outer(units, units), 0.95) == pytest.approx(found, abs=NEAR)
    padded = np.zeros((6, 6))
    padded[np.ix_([0, 2, 3, 5], [0, 2, 3, 5])] = covariance
    assert pointwise_level(padded, 0.95) == found


@pytest.mark.parametrize("covariance", [np.zeros((3, 3)), np.zeros((0, 0))])
def test_without_any_spread_the_level_stays(covariance):
    assert pointwise_level(covariance, 0.95) == 0.95


def test_a_seed_settles_the_draws():
    covariance = np.eye(3)
    assert pointwise_level(covariance, 0.9, seed=4) == pointwise_level(covariance, 0.9, seed=4)
    assert pointwise_level(covariance, 0.9, seed=4) != pointwise_level(covariance, 0.9, seed=5)


@pytest.mark.parametrize("level", [1e-9, 0.5, 0.95, 1 - 1e-12])
def test_normal_quantiles(level):
    assert 2 * stats.norm.cdf(normal_quantile(level)) - 1 == pytest.approx(level, abs=1e-15)


def test_rounding_is_no_spread():
    """Estimates that do not vary leave rounding in their covariances: it tells nothing."""
    rounding = np.diag(np.random.default_rng(7).uniform(0, 1e-26, 30))
    assert pointwise_level(rounding, 0.95) == 0.95


def test_it_does_not_turn_with_the_eigenvectors(monkeypatch):
    """Another library may give eigenvectors of the other sign."""
    covariance = np.array([[1.0, 0.3, 0.1], [0.3, 2.0, 0.5], [0.1, 0.5, 1.5]])
    found = pointwise_level(covariance, 0.9)
    usual = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda a: (usual(a)[0], usual(a)[1] * [1, -1, -1]))
    assert pointwise_level(covariance, 0.9) == found
