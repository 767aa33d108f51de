"""Linear costs over a simplex: polygons, means of the least, meshes and their outlines."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from costcurves.space.simplex import clipped, least_polygons, mean_of_least, share_of_triangle
from costcurves.space.simplex_mesh import outlines, shares_of_mesh, winning_mesh


def random_costs(seed: int, lines: int, classes: int) -> np.ndarray:
    """Return decisions of made classifiers, and always saying one class."""
    rng = np.random.default_rng(seed)
    return np.vstack([1 - np.eye(classes), rng.integers(0, 7, (lines, classes)) / 10])


def places_of_triangle(steps: int) -> np.ndarray:
    """Return places within the triangle, none of them on a border of rounded costs."""
    i, j = (one.ravel() for one in np.indices((steps, steps)))
    inside = i + j < steps
    x, y = (i[inside] + 0.31) / (steps + 1), (j[inside] + 0.27) / (steps + 1)
    return np.column_stack([1 - x - y, x, y])


@pytest.mark.parametrize("seed", range(20))
def test_polygons_hold_the_places_where_a_cost_is_least(seed) -> None:
    costs = random_costs(seed, 4, 3)
    polygons = least_polygons(costs)
    assert sum(share_of_triangle(one) for one in polygons if len(one)) == pytest.approx(1, abs=1e-12)
    for place in places_of_triangle(25):
        values = costs @ place
        for cost, polygon in zip(values, polygons, strict=True):
            ends = np.roll(polygon, -1, axis=0) if len(polygon) else polygon
            sides = np.array(
                [np.linalg.det([start, end, place]) for start, end in zip(polygon, ends, strict=True)]
            )
            is_inside = len(polygon) > 0 and bool((sides >= -1e-12).all())
            assert not is_inside or cost <= values.min() + 1e-9


def test_equal_costs_are_one_and_costs_that_are_never_least_have_no_polygon() -> None:
    costs = np.array([[0, 1, 1], [0, 1, 1], [0.5, 0, 0.5], [1, 1, 1.0], [0.25, 0.5, 0.75]])
    assert [len(one) > 0 for one in least_polygons(costs)] == [True, False, True, False, False]
    # The last one is the mean of the first and the third at every place but the last corner.
    assert least_polygons(np.array([[0.2, 0.2, 0.2]]))[0].tolist() == np.eye(3).tolist()


def test_what_a_cut_leaves() -> None:
    triangle = np.eye(3)
    assert clipped(triangle, np.array([-1.0, -1, -1])).tolist() == triangle.tolist()
    assert len(clipped(triangle, np.array([0.0, 1, 1]))) == 0  # a corner alone
    assert len(clipped(triangle, np.array([0.0, 0, 1]))) == 0  # an edge alone
    half = clipped(triangle, np.array([-1.0, 0, 1]))
    assert share_of_triangle(half) == pytest.approx(0.5)


def mean_above_zero(values: list[Fraction]) -> Fraction:
    """Return the mean over a simplex of the positive part of a linear function, of corners that all differ.

    Σ over corners above 0 of d_j^K / Π_{k≠j} (d_j − d_k), over K: divided differences of x₊^K.
    """
    found = Fraction(0)
    for place, value in enumerate(values):
        rest = [value - other for k, other in enumerate(values) if k != place]
        product = Fraction(1)
        for one in rest:
            product *= one
        found += value ** len(values) / product if value > 0 else 0
    return found / len(values)


@pytest.mark.parametrize("classes", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_mean_of_the_lesser_of_two_costs_is_that_of_exact_arithmetic(classes, seed) -> None:
    rng = np.random.default_rng(seed)
    other = [Fraction(int(one), 8) for one in rng.integers(0, 9, classes)]
    apart = [Fraction(int(one), 64) for one in rng.choice(np.arange(-40, 41), classes, replace=False)]
    one = [a + b for a, b in zip(other, apart, strict=True)]
    exact = sum(one, Fraction(0)) / classes - mean_above_zero(apart)
    found = mean_of_least(np.array([one, other], dtype=float))
    assert found == pytest.approx(float(exact), abs=1e-13)


@pytest.mark.parametrize("classes", [2, 3, 4, 5])
def test_mean_of_the_best_constant_is_that_of_the_literature(classes) -> None:
    """The greatest share of K is on average Σ 1/k over K: 7/18 is left with three classes."""
    exact = 1 - sum(Fraction(1, k) for k in range(1, classes + 1)) / classes
    assert mean_of_least(1 - np.eye(classes)) == pytest.approx(float(exact), abs=1e-13)
    if classes == 3:
        assert exact == Fraction(7, 18)


@pytest.mark.parametrize("seed", range(10))
def test_mean_of_the_least_of_many_is_that_of_their_polygons(seed) -> None:
    costs = random_costs(seed, 6, 3)
    by_polygons = 0.0
    for cost, polygon in zip(costs, least_polygons(costs), strict=True):
        for second, third in itertools.pairwise(polygon):
            part = np.array([polygon[0], second, third])
            by_polygons += share_of_triangle(part) * float((part @ cost).mean())
    assert mean_of_least(costs) == pytest.approx(by_polygons, abs=1e-12)


def middles(steps: int) -> dict[tuple[int, int, int], np.ndarray]:
    """Return the middle of every small triangle by its kind and node."""
    found = {}
    for i in range(steps):
        for j in range(steps - i):
            for kind in range(2 if i + j < steps - 1 else 1):
                x, y = (i + (1 + kind) / 3) / steps, (j + (1 + kind) / 3) / steps
                found[kind, i, j] = np.array([1 - x - y, x, y])
    return found


@pytest.mark.parametrize("seed", range(8))
def test_refined_mesh_is_that_of_all_small_triangles(seed) -> None:
    costs = random_costs(seed, 3, 3)
    seen: list[int] = []

    def winner_at(places: np.ndarray) -> np.ndarray:
        seen.append(len(places))
        return np.asarray(np.argmin(places @ costs.T, axis=1))

    mesh = winning_mesh(winner_at, 8, 2)
    every = middles(32)
    assert np.count_nonzero(mesh >= 0) == len(every) == 32 * 32
    costs_at = {place: costs @ middle for place, middle in every.items()}
    missed = [values[mesh[place]] - values.min() for place, values in costs_at.items()]
    # What may be missed is narrower than a triangle, and costs hardly less.
    assert np.count_nonzero(np.array(missed) > 0) <= 5
    assert max(missed) < 0.01
    assert sum(seen) < 32 * 32


def test_outlines_enclose_what_they_are_of() -> None:
    """A ring in the middle: its region has an outer outline and a hole."""

    def winner_at(places: np.ndarray) -> np.ndarray:
        away = np.abs(places - 1 / 3).sum(axis=1)
        return np.asarray((away < 0.3).astype(int) + (away < 0.12))

    mesh = winning_mesh(winner_at, 24, 1)
    shares = shares_of_mesh(mesh, 3)
    for winner, rings in ((0, 2), (1, 2), (2, 1)):
        found = outlines(mesh, winner)
        assert len(found) == rings
        assert sum(map(share_of_triangle, found)) == pytest.approx(shares[winner], abs=1e-12)
    assert shares.sum() == pytest.approx(1)
    assert len(outlines(np.where(mesh >= 0, 0, -1), 0)[0]) == 3
