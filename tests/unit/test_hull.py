"""The upper hull, exact on whole counts of any size."""

from __future__ import annotations

import random

import numpy as np
import pytest

from costcurves._ground import kernel
from costcurves.space import hull as hulls
from costcurves.space.hull import bridges, product_at_most, scaled, upper_hull


@pytest.fixture(autouse=True, params=["as built", "numpy"])
def _ways(request, monkeypatch):
    """With the C extension, where it is active, and without."""
    if request.param == "numpy":
        monkeypatch.setattr(kernel, "active", lambda: False)


def corners(x, y):
    """Hull in Python's whole numbers, which never overflow."""
    found: list[int] = []
    for i in range(len(x)):
        if i and (x[i], y[i]) == (x[i - 1], y[i - 1]):
            continue
        while len(found) > 1:
            a, b = found[-2], found[-1]
            if (y[b] - y[a]) * (x[i] - x[b]) > (y[i] - y[b]) * (x[b] - x[a]):
                break
            found.pop()
        found.append(i)
    return found


@pytest.mark.parametrize(
    ("x", "y", "want"),
    [
        ([0, 1], [0, 1], [0, 1]),
        ([0, 0, 1], [0, 1, 1], [0, 1, 2]),  # perfect
        ([0, 1, 1], [0, 0, 1], [0, 2]),  # all wrong
        ([0, 1, 2], [0, 1, 2], [0, 2]),  # on the line: no corner
        ([0, 0, 0, 1, 1], [0, 1, 2, 2, 3], [0, 2, 4]),
        ([0, 0, 0, 2, 2], [0, 2, 2, 2, 3], [0, 1, 4]),  # equal points are taken once
        ([0, 0, 1, 1], [0, 0, 1, 1], [0, 2]),
        ([0, 1, 2, 3], [0, 2, 3, 3], [0, 1, 2, 3]),
        ([0], [0], [0]),
    ],
)
def test_corners(x, y, want):
    assert upper_hull(np.array(x), np.array(y)).tolist() == want
    assert upper_hull(np.array(x, float), np.array(y, float)).tolist() == want


@pytest.mark.parametrize("bits", [3, 20, 31, 45])
@pytest.mark.parametrize("chain", [3, 10, 10_000], ids=lambda c: f"chain below {c}")
@pytest.mark.parametrize("block", [7, 65_536], ids=lambda b: f"blocks of {b}")
def test_whole_counts_are_exact_however_large(bits, chain, block, monkeypatch):
    # With P·N ≥ 2⁶³ the products take two limbs; pruning goes block by block and starts above CHAIN points.
    monkeypatch.setattr(hulls, "CHAIN", chain)
    monkeypatch.setattr(hulls, "BLOCK", block)
    rng = random.Random(bits)
    for _ in range(20):
        steps = [(rng.randrange(2**bits), rng.randrange(2**bits)) for _ in range(60)]
        # Runs of equal slope, points on a chord but for one record, and points that stand still.
        steps += [(5, 7)] * 4 + [
            (2**bits, 2**bits),
            (2**bits, 2**bits - 1),
            (2**bits - 1, 2**bits),
            (0, 0),
            (0, 3),
        ]
        rng.shuffle(steps)
        x = np.cumsum([0, *(dx for dx, _ in steps)])
        y = np.cumsum([0, *(dy for _, dy in steps)])
        assert upper_hull(x, y).tolist() == corners(x.tolist(), y.tolist())


def test_products_of_two_limbs():
    edges = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**53, 2**62, 2**63 - 1]
    rng = random.Random(7)
    numbers = [*edges, *(rng.randrange(2**63) for _ in range(30))]
    rows = [tuple(rng.choice(numbers) for _ in range(4)) for _ in range(3000)]
    rows += [(a, b, b, a) for a in edges for b in edges]
    got = product_at_most(*(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)))
    assert got.tolist() == [a * b <= c * d for a, b, c, d in rows]


@pytest.mark.parametrize("factor", [5e-324, 1e-300, 0.1, 1.0, 1e200, 1e299])
@pytest.mark.parametrize("other", [1.0, 1e-310, 1e250])
def test_weights_of_any_scale_have_the_same_corners(factor, other):
    x, y = np.array([0, 0, 1, 1, 2, 3.0]), np.array([0, 1, 1, 2, 2, 2.0])
    assert upper_hull(x * factor, y * other).tolist() == upper_hull(x, y).tolist() == [0, 1, 3, 5]


def test_scaling_is_exact_and_leaves_counts_alone():
    weight = np.array([0, 0.1, 1e200])
    assert np.array_equal(scaled(weight) * 2.0**665, weight)
    assert 0.5 <= scaled(weight)[-1] < 1
    counts = np.array([0, 3])
    assert scaled(counts) is counts
    assert scaled(np.zeros(3)).tolist() == [0, 0, 0]


def test_rounding_of_float_sums_makes_no_corner():
    # Tenths add up to points that lie on the diagonal but for rounding.
    x = np.cumsum([0.0] + [0.1] * 50)
    y = np.cumsum([0.0] + [0.3] * 50)
    assert upper_hull(x, y).tolist() == [0, 50]
    assert not bridges(x, y, 0, 50)


def test_fine_bends_of_float_weights_are_kept():
    t = np.linspace(0, 1, 5_001)
    assert len(upper_hull(t, 1 - (1 - t) ** 2)) > 4_000


@pytest.mark.parametrize(
    ("x", "y", "start", "stop", "want"),
    [
        ([0, 1, 1, 2], [0, 0, 1, 1], 0, 3, True),
        ([0, 1, 2], [0, 1, 2], 0, 2, False),
        ([0, 0, 1, 1, 2], [0, 1, 1, 2, 2], 1, 3, True),
        ([0, 0, 1, 1, 2], [0, 1, 1, 2, 2], 0, 1, False),
    ],
)
def test_bridges_over_concavities(x, y, start, stop, want):
    assert bridges(np.array(x), np.array(y), start, stop) is want
    assert bridges(np.array(x) / 7, np.array(y) / 7, start, stop) is want
